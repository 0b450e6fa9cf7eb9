"""Tempest of the Gods as a game of the kit: each duty handed to the module that does it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable

from tabletop_kit.engine.building import Builder
from tabletop_kit.engine.coach import Advice, Line
from tabletop_kit.engine.event import Event, Log
from tabletop_kit.engine.foresight import Foresight
from tabletop_kit.engine.game import Game, Option
from tabletop_kit.engine.luck import Luck
from tabletop_kit.engine.player import Player
from tabletop_kit.engine.rulebook import Rulebook
from tabletop_kit.engine.ruling import Json, Outcome, Prompt, Ruling, Seat
from tabletop_kit.engine.scene import Comparison, Scene, Weighing
from tabletop_kit.engine.text import Texts
from tabletop_kit.games.tempest import coach, judging, legal, moves, rules, setup, view
from tabletop_kit.games.tempest.cards import CARD, ST
from tabletop_kit.games.tempest.decks import DECKS
from tabletop_kit.games.tempest.foresight import FORESIGHT
from tabletop_kit.games.tempest.formats import FORMATS
from tabletop_kit.games.tempest.moves import PASS, Move, number_order
from tabletop_kit.games.tempest.names import free_name, spot_named, temple_named
from tabletop_kit.games.tempest.numbers import faith, hand_size, power, strength
from tabletop_kit.games.tempest.position import Position
from tabletop_kit.games.tempest.reach import able_blockers, attackers
from tabletop_kit.games.tempest.rulebook import card_rules, card_texts
from tabletop_kit.games.tempest.telling import tell
from tabletop_kit.games.tempest.variants import VARIANTS


class Tempest(Game[Position, Move]):
    """Two to four players: temples, priests, pooled Faith, fights, and answers out of turn."""

    id = "tempest"
    rules_version = 1
    streams = view.STREAMS
    seats = range(2, 5)
    options = (
        Option("seats", 2, (2, 3, 4)),
        Option("deck_lists", list(DECKS), tuple(DECKS), each_seat=True),
        Option("teams", None, ([[0, 2], [1, 3]],)),
        *VARIANTS,
    )
    unordered = frozenset(
        {
            *("hands.*", "discard.*", "wander.*", "battleground.*", "temples.*.*.relics"),
            *("temples.*.*.in", "attacked", "blocked", "used", "doomed"),
        }
    )

    shown = frozenset(
        {
            *("casts", "summons", "resolves", "cancelled", "no-effect", "ended"),
            *("discarded", "returned", "recovered", "relic-lost", "destroyed", "razed", "redrawn"),
        }
    )

    routine = frozenset({"main-ended", "drew", "kept", "passed", "fight-begun", "chosen"})

    formats = FORMATS

    lists_kinds = True

    priorities = coach.PRIORITIES

    @property
    def folder(self) -> Traversable:
        """Where the rulebook, texts and lessons of Tempest lie."""
        return files("tabletop_kit.games.tempest")

    @cached_property
    def rulebook(self) -> Rulebook:
        """Every rule, and every card behind them."""
        return super().rulebook.with_cards(card_rules())

    def card_texts(self, language: str) -> Mapping[str, Json]:
        """Names and texts of the cards and decks, from their data."""
        return card_texts(language)

    def setup(self, options: Mapping[str, Json], luck: Luck, log: Log | None = None) -> Position:
        """A game from the start (TG-C1). Raises ``BadPosition``."""
        return setup.setup(options, luck, log)

    def load(self, mapping: Mapping[str, Json], luck: Luck, log: Log | None = None) -> Position:
        """The position that a mapping describes. Raises ``BadPosition``."""
        return setup.load(mapping, luck, log)

    def dump(self, position: Position) -> dict[str, Json]:
        """All position keys."""
        return setup.dump(position)

    def loadable(self, position: Position) -> bool:
        """Not inside a move, and not where more has happened than the keys tell."""
        return setup.loadable(position)

    def option_applies(self, option: str, options: Mapping[str, Json]) -> bool:
        """Whether this option has a meaning beside the others chosen: teams are for four."""
        return option != "teams" or self.seats_for(options) == 4

    def option_default(self, option: str, options: Mapping[str, Json]) -> Json:
        """What an option that is left out stands for: the first decks, one for each seat."""
        if option == "deck_lists":
            return list(DECKS)[: self.seats_for(options)]
        return super().option_default(option, options)

    def option_text(self, option: str, value: Json, texts: Texts) -> str:
        """The value of an option in words: a ready deck by its name, any other as one's own."""
        if option == "deck_lists":
            return FORMATS["deck"](texts, value if isinstance(value, str) else None)
        return super().option_text(option, value, texts)

    def builder(self, data: Json, texts: Texts) -> Builder:
        """Deck building on what was kept. Raises ``BadPosition``."""
        from tabletop_kit.games.tempest.building import builder

        return builder(data, texts)

    def seat_count(self, position: Position) -> int:
        """How many seats play."""
        return position.seats

    def prompts(self, position: Position) -> tuple[Prompt, ...]:
        """Who may act."""
        return rules.prompts(position)

    def to_act(self, position: Position) -> Seat | None:
        """The seat that is asked; the position holds it."""
        return position.to_act

    def moves(self, position: Position, seat: Seat) -> Sequence[Move]:
        """The legal moves of a seat that are listed."""
        return legal.moves(position, seat)

    def lists_all(self, position: Position, seat: Seat) -> bool:
        """Who pays is a choice too large to be listed; and everybody may give up."""
        return legal.lists_all(position, seat)

    def ruling(self, position: Position, seat: Seat, move: Move) -> Ruling:
        """What the rules say of a move."""
        return judging.ruling(position, seat, move)

    def apply(self, position: Position, seat: Seat, move: Move, log: Log | None = None) -> Position:
        """The position after a legal move. Raises ``IllegalMove``."""
        return rules.apply(position, seat, move, log)

    def outcome(self, position: Position) -> Outcome | None:
        """How it ended."""
        return rules.outcome(position)

    def parse(self, text: str) -> Move:
        """A move from text. Raises ``BadNotation``."""
        return moves.parse_move(text)

    def tell_move(self, position: Position, seat: Seat, move: Move, texts: Texts) -> str:
        """A move in a few words, as its own seat would have it."""
        return tell(position, seat, move, texts)

    def question(self, position: Position, name: str, seat: Seat | None = None) -> Json:
        """The questions of part 0.5: ``st.NAME``, ``ft.NAME``, ``power.NAME``, ``blockers``, ...

        ``KeyError`` for other names, and for cards that are not in play.
        """
        what, _, rest = name.partition(".")
        if what == "blockers" and not rest and position.fight is not None:
            fight = position.fight
            found = able_blockers(
                position, attackers(position, fight.names), fight.tunnel, fight.seat
            )
            return sorted([spot.unit.name for spot in found], key=number_order)
        if what == "hand_size" and rest.isdigit() and int(rest) < position.seats:
            return hand_size(position, int(rest))
        if what == "free_name" and rest in CARD:
            return number_order(free_name(position, CARD[rest]))[1]
        spot, temple = spot_named(position, rest), temple_named(position, rest)
        if temple is not None and what == "st":
            return ST[temple[1].card]
        numbers = {"st": strength, "ft": faith, "power": power}
        if spot is None or what not in numbers:
            raise KeyError(name)
        return numbers[what](position, spot)

    def view(self, position: Position, seat: Seat | None) -> dict[str, Json]:
        """What a seat may know (0.5)."""
        return view.view(position, seat)

    def imagine(self, position: Position, seat: Seat, seed: int) -> Position:
        """A fair re-deal of what is hidden."""
        return view.imagine(position, seat, seed)

    def breaches(self, position: Position) -> Iterator[str]:
        """What must never be broken and is."""
        return view.breaches(position)

    def decline(self, position: Position, seat: Seat) -> Move | None:
        """The move that says nothing in a window; ``None`` elsewhere."""
        return PASS if position.phase == "window" and seat == position.to_act else None

    def candidates(self, position: Position, seat: Seat) -> Iterable[Move]:
        """Moves a panel could form."""
        return legal.moves(position, seat)

    def advice(self, position: Position, seat: Seat) -> Advice | None:
        """Faith, board, Deity: what each would play."""
        return coach.advice(position, seat)

    def foresight(self) -> Foresight[Position]:
        """Some turns ahead, then a chance fitted to whole games."""
        return FORESIGHT

    def line(self, position: Position, seat: Seat, move: Move) -> Line | None:
        """What a move of one's own leaves."""
        return coach.line(position, seat, move)

    def scene(
        self,
        position: Position,
        seat: Seat | None,
        texts: Texts,
        events: Sequence[Event] = (),
    ) -> Scene:
        """How it lies on the table."""
        from tabletop_kit.games.tempest.scene import scene

        return scene(position, seat, texts, events)

    def weigh(
        self, position: Position, seat: Seat, words: Sequence[str], texts: Texts
    ) -> Weighing | None:
        """What a selection would do, before anything is committed."""
        from tabletop_kit.games.tempest.weigh import weigh

        return weigh(position, seat, words, texts)

    def comparison(
        self, past: Iterator[Event], seat: Seat | None, texts: Texts
    ) -> Comparison | None:
        """The last fight, with what came of it."""
        from tabletop_kit.games.tempest.comparing import last_comparison

        return last_comparison(past, seat, texts)

    def policy(self) -> Callable[[Position, Seat, int], Move]:
        """What playouts follow."""
        from tabletop_kit.games.tempest.policy import quick

        return quick

    @cached_property
    def _players(self) -> Mapping[str, Player]:
        from tabletop_kit.games.tempest.players import PLAYERS

        return PLAYERS

    def players(self) -> Mapping[str, Player]:
        """The kit's players of Tempest, weakest first."""
        return self._players
