"""What every game supplies: a stateless description whose positions are values.

Read :mod:`tabletop_kit.games.tempus` beside this: it is the whole protocol in one small game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import ClassVar, Generic, TypeVar

from tabletop_kit.engine.alike import same_but_for_order
from tabletop_kit.engine.building import Builder
from tabletop_kit.engine.coach import Advice, Line
from tabletop_kit.engine.daily import Daily
from tabletop_kit.engine.event import Event, Log
from tabletop_kit.engine.foresight import Foresight
from tabletop_kit.engine.luck import Luck
from tabletop_kit.engine.player import Player
from tabletop_kit.engine.rulebook import Rulebook
from tabletop_kit.engine.ruling import IllegalMove, Json, Outcome, Prompt, Ruling, Seat
from tabletop_kit.engine.scene import Comparison, Scene, Weighing
from tabletop_kit.engine.talk import Talk
from tabletop_kit.engine.text import LANGUAGES, Format, Texts, read_texts, read_toml
from tabletop_kit.engine.workshop import Ladder, Opponent, Workshop

P = TypeVar("P")
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a set-up: its id, its default, and what it may be.

    ``choices`` are the possible values (empty: any that the game accepts). ``each_seat``: the
    value is a list with one choice for each seat; ``distinct``: and no two of them are alike, and
    seats that are not told have the first choices in order. A ``default`` of ``None`` is no value
    at all: the option is then left out. ``offered`` is what a table proposes to people where that
    is not the default. ``variant``: a rule that tables may agree to change, and most never do; a
    lobby folds these away. Titles and sentences are texts under ``option.<id>`` and
    ``choice.<id>.<value>``, the value written as in JSON (``true``, ``2``), ``none`` for left out;
    ``option.<id>.closed`` says why it has no meaning beside the others chosen.
    """

    id: str
    default: Json
    choices: tuple[Json, ...] = ()
    each_seat: bool = False
    distinct: bool = False
    offered: Json = None
    variant: bool = False


class Game(ABC, Generic[P, M]):
    """A game. ``P`` is its position, ``M`` its move; both are immutable values.

    ``rules_version`` is raised when an old save would replay differently. ``unordered`` holds the
    dotted paths of lists that are compared as multisets, ``*`` standing for any one step
    (``hands.*``: each of the lists in ``hands``); ``partial`` names the questions of which a rule
    case compares only what it gives; ``headlines`` the kinds of events that deserve a notice of
    their own (and a halt, unless ``halts`` names the kinds that do; where ``banners`` is given,
    only its kinds stand above the table), ``shown`` those that openly show what is hidden again
    afterwards, ``routine`` those of every turn. ``streams`` names the streams of luck. Where it is
    ``cooperative`` all win or lose together: the scores are all 1.0 or all 0.0. ``priorities`` are
    what a coach may put first, with texts under ``priority.<id>``; without any there is no coach.
    ``daily`` is the game of the day, ``talk`` what may be said while a move is prepared.
    """

    id: ClassVar[str]
    rules_version: ClassVar[int]
    streams: ClassVar[tuple[str, ...]]
    seats: ClassVar[range]
    cooperative: ClassVar[bool] = False
    options: ClassVar[tuple[Option, ...]]
    unordered: ClassVar[frozenset[str]] = frozenset()
    partial: ClassVar[frozenset[str]] = frozenset()
    shown: ClassVar[frozenset[str]] = frozenset()
    routine: ClassVar[frozenset[str]] = frozenset()
    headlines: ClassVar[frozenset[str]] = frozenset()
    halts: ClassVar[frozenset[str] | None] = None
    lists_kinds: ClassVar[bool] = False
    banners: ClassVar[frozenset[str] | None] = None
    formats: ClassVar[Mapping[str, Format]] = {}
    priorities: ClassVar[tuple[str, ...]] = ()
    daily: ClassVar[Daily | None] = None
    talk: ClassVar[Talk | None] = None

    @property
    @abstractmethod
    def folder(self) -> Traversable:
        """Where the game's rulebook, texts and lessons lie."""

    @cached_property
    def rulebook(self) -> Rulebook:
        """Every rule of the game."""
        return Rulebook.read(self.folder / "rulebook.toml")

    def texts(self, language: str = "en", names: Sequence[str] = ()) -> Texts:
        """The game's texts in a language, with the names of the seats where they are known."""
        if language not in LANGUAGES:
            language = LANGUAGES[0]
        texts = self._texts.get(language)
        if texts is None:
            # One language at a time: a page speaks one, and the file of another is long to read.
            folder, formats = self.folder / "text", self.formats
            texts = self._texts[language] = read_texts(folder, language, formats, self.card_texts)
        return texts.named(names) if names else texts

    def card_texts(self, language: str) -> Mapping[str, Json]:
        """Tables of texts that stand in the game's data instead of ``text/``; mostly none.

        A game whose cards are data has their names and texts there, once, and gives them here.
        """
        return {}

    @cached_property
    def _texts(self) -> dict[str, Texts]:
        return {}

    # -- beginning ---------------------------------------------------------------------------

    @abstractmethod
    def setup(self, options: Mapping[str, Json], luck: Luck, log: Log | None = None) -> P:
        """A first position. Raises ``BadPosition`` when an option is refused."""

    @abstractmethod
    def load(self, mapping: Mapping[str, Json], luck: Luck, log: Log | None = None) -> P:
        """The position that a mapping of position keys describes; what is left out is default.

        Raises ``BadPosition`` with a ruling when there can be no such position.
        """

    @abstractmethod
    def dump(self, position: P) -> dict[str, Json]:
        """The position keys of a position, all of them; ``load`` makes it again."""

    def loadable(self, position: P) -> bool:
        """Whether ``load`` takes what ``dump`` says of this position.

        A position inside a move (an effect that waits for a choice) may be one that can be dumped
        and looked at only.
        """
        return True

    def seat_count(self, position: P) -> int:
        """How many seats play. A game whose ``seats`` vary answers from the position."""
        return self.seats.start

    def seats_for(self, options: Mapping[str, Json]) -> int:
        """How many seats a match with these options has, before there is one.

        Where ``seats`` vary, it is the option ``seats``, or else its default; what is no number of
        seats of this game counts as left out, for it is ``setup`` that refuses.
        """
        defaults = [option.default for option in self.options if option.id == "seats"]
        for count in (options.get("seats"), *defaults):
            if type(count) is int and count in self.seats:
                return count
        return self.seats.start

    def option_applies(self, option: str, options: Mapping[str, Json]) -> bool:
        """Whether this option has a meaning beside the others chosen; else a lobby closes it."""
        return True

    def option_default(self, option: str, options: Mapping[str, Json]) -> Json:
        """What an option that is left out stands for beside the others chosen."""
        found = next((one for one in self.options if one.id == option), None)
        if found is not None and found.distinct and found.default is None:
            return list(found.choices[: self.seats_for(options)])
        return None if found is None else found.default

    # -- playing -----------------------------------------------------------------------------

    @abstractmethod
    def prompts(self, position: P) -> tuple[Prompt, ...]:
        """Who may act now, and for what; empty exactly when the game is over."""

    @abstractmethod
    def moves(self, position: P, seat: Seat) -> Sequence[M]:
        """The legal moves of a seat; empty when it is not asked."""

    def lists_all(self, position: P, seat: Seat) -> bool:
        """Whether ``moves`` lists every legal move of a seat that is asked.

        Where a choice is too large a set, a game may list a part and let ``ruling`` judge the rest
        (``lists_kinds``: a part with a move of every kind, but for giving up).
        """
        return True

    @abstractmethod
    def ruling(self, position: P, seat: Seat, move: M) -> Ruling:
        """What the rules say of this move by this seat. Never raises."""

    @abstractmethod
    def apply(self, position: P, seat: Seat, move: M, log: Log | None = None) -> P:
        """The position after a legal move; what happened is appended to ``log`` in order.

        Raises ``IllegalMove`` with its ruling, and then nothing is logged.
        """

    @abstractmethod
    def outcome(self, position: P) -> Outcome | None:
        """How it ended, or ``None`` while it goes on."""

    def result(self, position: P) -> dict[str, Json]:
        """What else is worth knowing of a finished or running game: a name, a plain value each.

        Flat, and always the same names in the same order: they are columns of a table of games.
        Their words are texts under ``result.<name>.title`` and ``result.<name>.value.<value>``;
        without them name and value are shown as they are.
        """
        return {}

    def decline(self, position: P, seat: Seat) -> M | None:
        """The legal move by which a seat that is asked out of turn says that it answers nothing.

        ``None`` where it is not asked, or has to answer. The table may say this move for a person
        who does not want to be asked each time, so whether there is one must follow from what
        everybody knows.
        """
        return None

    def candidates(self, position: P, seat: Seat) -> Iterable[M]:
        """Moves a panel could form, legal or not: what the conformance suite tries."""
        return self.moves(position, seat)

    def halts_at(self, events: Iterable[Event]) -> bool:
        """Whether the table stays as it lay before these events until one has seen it."""
        halts = self.headlines if self.halts is None else self.halts
        return any(event.kind in halts for event in events)

    # -- speaking ----------------------------------------------------------------------------

    @abstractmethod
    def parse(self, text: str) -> M:
        """A move from a line of text, leniently read. Raises ``BadNotation``."""

    def write(self, move: M) -> str:
        """A move as its canonical line of text: what ``str`` makes of it, if not said."""
        return str(move)

    def question(self, position: P, name: str, seat: Seat | None = None) -> Json:
        """An answer beside the position keys that rule cases may ask for; ``KeyError`` if none.

        ``name`` may be dotted, its later parts being what the question is about (``figures.B01``).
        ``seat`` is the one that looks, where the case looks through somebody's eyes.
        """
        raise KeyError(name)

    def ordered(self, position: P) -> frozenset[str]:
        """Those paths of ``unordered`` at which order counts in this position after all."""
        return frozenset()

    def same(self, path: str, expected: Json, found: Json, position: P | None = None) -> bool:
        """Whether what was found at a dotted path is what a rule case expects there.

        ``position`` is where it was found; left out, order counts for nothing ``unordered`` names.
        """
        parts = tuple(path.split("."))
        if parts[0] in self.partial and isinstance(expected, Mapping):
            return isinstance(found, Mapping) and all(
                name in found and self.same(f"{path}.{name}", value, found[name], position)
                for name, value in expected.items()
            )
        counts = frozenset() if position is None else self.ordered(position)
        unordered = [tuple(one.split(".")) for one in self.unordered - counts]
        return same_but_for_order(expected, found, parts, unordered)

    # -- seeing ------------------------------------------------------------------------------

    @abstractmethod
    def view(self, position: P, seat: Seat | None) -> dict[str, Json]:
        """The position keys as a seat may know them (``None``: a spectator), ``"?"`` elsewhere."""

    @abstractmethod
    def imagine(self, position: P, seat: Seat, seed: int) -> P:
        """Another full position that this seat cannot tell from the real one, fairly drawn.

        It has luck of its own. The same seed gives the same position in every position that the
        seat cannot tell apart.
        """

    @abstractmethod
    def breaches(self, position: P) -> Iterator[str]:
        """What must never be broken and is, one sentence each (cards are conserved, ...)."""

    @abstractmethod
    def scene(
        self, position: P, seat: Seat | None, texts: Texts, events: Sequence[Event] = ()
    ) -> Scene:
        """How the position lies on the table for one pair of eyes.

        ``events`` are those of the last move: they tell what came from where.
        """

    def weigh(self, position: P, seat: Seat, words: Sequence[str], texts: Texts) -> Weighing | None:
        """What the selected tokens would do, by their ``words`` in the order of choosing.

        For games whose scenes have ``weighs``. It tells only what the seat may know, and it does
        not change anything; words that are none are refused like any other selection.
        """
        return None

    def comparison(
        self, past: Iterator[Event], seat: Seat | None, texts: Texts
    ) -> Comparison | None:
        """The comparison that is still to be read on the table; ``None`` where there is none.

        ``past`` tells what happened as ``seat`` knows it, the latest first, as far as it is asked.
        """
        return None

    # -- thinking ----------------------------------------------------------------------------

    def policy(self) -> Callable[[P, Seat, int], M]:
        """A quick and sensible way to choose, for playouts: position, seat, random number."""
        return lambda position, seat, draw: (moves := self.moves(position, seat))[draw % len(moves)]

    @abstractmethod
    def players(self) -> Mapping[str, Player]:
        """The kit's players of this game by id, weakest first."""

    def measured(self, player: str) -> Mapping[str, Json]:
        """How strong a kit player was measured to be; empty where nobody measured.

        Keys: ``share`` of wins, against the ``reference`` player where there is one, its 95%
        interval ``low`` and ``high``, the number of ``games`` and their ``seed``. They are kept in
        the game's ``opponents.toml``, which ``benchmarks/opponents.py`` writes.
        """
        path = self.folder / "opponents.toml"
        data = read_toml(path) if path.is_file() else {}
        found = data.get("player", {}).get(player)
        if not found:
            return {}
        return {"reference": data["reference"], **found} if "reference" in data else dict(found)

    def presets(self, option: str, texts: Texts) -> Sequence[tuple[str, Json]]:
        """Named values of an option that has no fixed choices: pairs of label and value."""
        return ()

    def option_text(self, option: str, value: Json, texts: Texts) -> str:
        """The value of an option in words, for those that have no fixed choices."""
        return str(value)

    # -- coaching ----------------------------------------------------------------------------

    def advice(self, position: P, seat: Seat) -> Advice | None:
        """What each of the ``priorities`` would play here in this seat, and why.

        ``None`` where this is no decision the coach speaks about. Only what the seat may know
        counts: the advice is the same in any two positions that the seat cannot tell apart.
        """
        return None

    def foresight(self) -> Foresight[P] | None:
        """Where playouts of the coach stop, and the chance there; ``None``: they go to the end."""
        return None

    def line(self, position: P, seat: Seat, move: M) -> Line | None:
        """What a legal move of one's own leaves, told as the coach's lines are."""
        return None

    def coached(self, options: Mapping[str, Json]) -> bool:
        """Whether the coach may speak after each move of a match with these options."""
        return bool(self.priorities)

    def tell_move(self, position: P, seat: Seat, move: M, texts: Texts) -> str:
        """A legal move in a few words, as the seat that plays it would say it."""
        return self.write(move)

    # -- collecting --------------------------------------------------------------------------

    def workshop(self, data: Json, texts: Texts) -> Workshop | None:
        """The collection that was kept (``None``: a first one), to build decks from.

        Raises ``BadPosition`` where the data is damaged. A game without collections has none.
        """
        return None

    def builder(self, data: Json, texts: Texts) -> Builder | None:
        """Free deck building on what was kept (``None``: nothing yet), on the same data.

        Raises ``BadPosition`` where the data is damaged. A game without such decks has none.
        """
        return None

    def ladder(self, data: Json, texts: Texts) -> Ladder | None:
        """The tournament as far as it was kept (``None``: at its foot), on the same data.

        Raises ``BadPosition`` where the data is damaged. A game without tournaments has none.
        """
        return None

    def opponents(self, texts: Texts) -> tuple[Opponent, ...]:
        """Preset opponents with decks and sides of their own, for a free match."""
        return ()

    # -- shared ------------------------------------------------------------------------------

    def luck(self, seed: int, script: Sequence[Json] = ()) -> Luck:
        """Fresh luck with this game's streams."""
        return Luck.of(seed, self.streams, script)

    def to_act(self, position: P) -> Seat | None:
        """The first seat that is asked, or ``None`` when it is over."""
        prompts = self.prompts(position)
        return prompts[0].seat if prompts else None

    def require(self, position: P, seat: Seat, move: M) -> Ruling:
        """The ruling of a legal move. Raises ``IllegalMove`` otherwise."""
        ruling = self.ruling(position, seat, move)
        if not ruling.legal:
            raise IllegalMove(ruling, self.write(move))
        return ruling

    def __repr__(self) -> str:
        return f"<game {self.id}>"
