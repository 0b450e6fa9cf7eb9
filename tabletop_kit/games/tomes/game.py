"""Tomes of Power as the engine knows it: each duty handed to the module that does it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import ClassVar

from tabletop_kit.engine.coach import Advice, Line
from tabletop_kit.engine.event import Event, Log
from tabletop_kit.engine.game import Game, Option
from tabletop_kit.engine.luck import Luck
from tabletop_kit.engine.player import Player
from tabletop_kit.engine.ruling import Json, Outcome, Prompt, Ruling, Seat
from tabletop_kit.engine.scene import Scene, Weighing
from tabletop_kit.engine.text import Format, Texts
from tabletop_kit.games.tomes import coach, legal, moves, rules, setup, view
from tabletop_kit.games.tomes import players as tomes_players
from tabletop_kit.games.tomes import scene as tomes_scene
from tabletop_kit.games.tomes import weigh as tomes_weigh
from tabletop_kit.games.tomes.daily import DAILY
from tabletop_kit.games.tomes.formats import FORMATS, tell_move
from tabletop_kit.games.tomes.judging import ruling
from tabletop_kit.games.tomes.moves import Move
from tabletop_kit.games.tomes.policy import quick
from tabletop_kit.games.tomes.position import ECHOES, READINGS, RUNGS, Position
from tabletop_kit.games.tomes.talk import TALK


class Tomes(Game[Position, Move]):
    """A cooperative card game against twelve sleeping things, for one to four."""

    id = "tomes"
    rules_version = 1
    streams = view.STREAMS
    seats = range(1, 5)
    cooperative = True
    options = (
        Option("seats", 1, (1, 2, 3, 4)),
        Option("edition", None, (True, False)),
        Option("readings", None, READINGS, each_seat=True),
        Option("rung", None, (None, *RUNGS)),
        Option("campaign", None, (None, "terror")),
        Option("inoculation", False, (False, True)),
    )
    unordered = frozenset({"hands.*", "grave", "table"})
    partial = frozenset({"coach"})
    shown = frozenset(
        {"played", "bound", "ritual", "rite", "heretic", "paid", "echo", "expunged", "subdued"}
        | {"settled", "redressed", "recalled", "reached", "drew"}
    )
    headlines = frozenset({"breached", "empyrean", "descent-won", "won", "lost"})
    halts = frozenset({"descent-won"})
    formats: ClassVar[Mapping[str, Format]] = FORMATS
    priorities = coach.PRIORITIES
    daily = DAILY
    talk = TALK

    @property
    def folder(self) -> Traversable:
        """Where the rulebook, texts and lessons of Tomes lie."""
        return files("tabletop_kit.games.tomes")

    def setup(self, options: Mapping[str, Json], luck: Luck, log: Log | None = None) -> Position:
        """A game from the start (TM-T2, TM-25). Raises ``BadPosition``."""
        return setup.setup(options, luck, log)

    def load(self, mapping: Mapping[str, Json], luck: Luck, log: Log | None = None) -> Position:
        """The position that a mapping describes. Raises ``BadPosition``."""
        return setup.load(mapping, luck, log)

    def dump(self, position: Position) -> dict[str, Json]:
        """All position keys."""
        return setup.dump(position)

    def seat_count(self, position: Position) -> int:
        """How many seats play (TM-25)."""
        return position.seats

    def option_applies(self, option: str, options: Mapping[str, Json]) -> bool:
        """Whether an option means something beside the others (TM-19, TM-22, TM-23)."""
        alone = self.seats_for(options) == 1
        if option in ("rung", "inoculation"):
            return alone
        if option == "campaign":
            return not alone
        if option == "readings":
            return bool(options.get("edition", self.option_default("edition", options)))
        return True

    def option_default(self, option: str, options: Mapping[str, Json]) -> Json:
        """What an option left out stands for: the edition is on alone, off at a table."""
        alone = self.seats_for(options) == 1
        if option == "edition":
            return alone
        if option == "readings":
            return ["blood"] if alone else None
        return super().option_default(option, options)

    def prompts(self, position: Position) -> tuple[Prompt, ...]:
        """Who may act (TM-1)."""
        return rules.prompts(position)

    def to_act(self, position: Position) -> Seat | None:
        """The seat that is asked; the position holds it."""
        return position.to_act

    def moves(self, position: Position, seat: Seat) -> Sequence[Move]:
        """The legal moves of a seat."""
        return legal.moves(position, seat)

    def candidates(self, position: Position, seat: Seat) -> Iterable[Move]:
        """Moves a panel could form."""
        return legal.candidates(position, seat)

    def ruling(self, position: Position, seat: Seat, move: Move) -> Ruling:
        """What the rules say of a move."""
        return ruling(position, seat, move)

    def apply(self, position: Position, seat: Seat, move: Move, log: Log | None = None) -> Position:
        """The position after a legal move. Raises ``IllegalMove``."""
        return rules.apply(position, seat, move, log)

    def outcome(self, position: Position) -> Outcome | None:
        """How it ended (TM-24)."""
        return rules.outcome(position)

    def result(self, position: Position) -> dict[str, Json]:
        """How far it went: marooned, Expunged, Subdued, Echoes spent, medal, reason."""
        return {
            "marooned": len(position.expunged) + len(position.subdued),
            "expunged": len(position.expunged),
            "subdued": len(position.subdued),
            "echoes_spent": max(0, ECHOES[position.seats] - position.echoes),
            "descent": position.descent,
            "medal": setup.medal_now(position),
            "why": position.why,
        }

    def parse(self, text: str) -> Move:
        """A move from text. Raises ``BadNotation``."""
        return moves.parse_move(text)

    def question(self, position: Position, name: str, seat: Seat | None = None) -> Json:
        """The marks of a hand (TM-T4) and the coach's choices; ``KeyError`` for other names."""
        asked = seat if seat is not None else position.to_act
        if name == "marks" and asked is not None:
            return rules.marks(position, asked)
        answer = coach.answer(position, asked) if name == "coach" and asked is not None else None
        if answer is None:
            raise KeyError(name)
        return answer

    def advice(self, position: Position, seat: Seat) -> Advice | None:
        """What each of the three priorities would play (section 5 of the rules page)."""
        return coach.advice(position, seat)

    def line(self, position: Position, seat: Seat, move: Move) -> Line | None:
        """What an Invoke of one's own would leave."""
        return coach.line(position, seat, move)

    def coached(self, options: Mapping[str, Json]) -> bool:
        """Whether Inoculation speaks after each move: alone, where the option says so (TM-22)."""
        return self.seats_for(options) == 1 and bool(options.get("inoculation", False))

    def tell_move(self, position: Position, seat: Seat, move: Move, texts: Texts) -> str:
        """A move in words: its cards, or what its button says."""
        return tell_move(texts, move, seat)

    def ordered(self, position: Position) -> frozenset[str]:
        """Hands, while channels are open: who sees the oldest cards sees their order (TM-17)."""
        return frozenset({"hands.*"}) if position.channels else frozenset()

    def view(self, position: Position, seat: Seat | None) -> dict[str, Json]:
        """What a seat may know (TM-15, TM-17)."""
        return view.view(position, seat)

    def imagine(self, position: Position, seat: Seat, seed: int) -> Position:
        """A fair re-deal of what is face down."""
        return view.imagine(position, seat, seed)

    def breaches(self, position: Position) -> Iterator[str]:
        """What must never be broken and is."""
        return view.breaches(position)

    def scene(
        self,
        position: Position,
        seat: Seat | None,
        texts: Texts,
        events: Sequence[Event] = (),
    ) -> Scene:
        """How it lies on the table."""
        return tomes_scene.scene(position, seat, texts, events)

    def weigh(
        self, position: Position, seat: Seat, words: Sequence[str], texts: Texts
    ) -> Weighing | None:
        """What the selected cards would do (TM-1, TM-6)."""
        return tomes_weigh.weigh(position, seat, words, texts)

    def policy(self) -> Callable[[Position, Seat, int], Move]:
        """The quick playout policy of Tomes."""
        return quick

    def players(self) -> Mapping[str, Player]:
        """The kit's players of Tomes, weakest first."""
        return tomes_players.PLAYERS
