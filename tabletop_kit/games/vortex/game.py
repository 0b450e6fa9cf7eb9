"""Vortex as the engine knows it: each duty handed to the module that does it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import ClassVar

from tabletop_kit.engine.coach import Advice, Line
from tabletop_kit.engine.event import Event, Log
from tabletop_kit.engine.foresight import Foresight
from tabletop_kit.engine.game import Game, Option
from tabletop_kit.engine.luck import Luck
from tabletop_kit.engine.player import Player
from tabletop_kit.engine.rulebook import Rulebook
from tabletop_kit.engine.ruling import Json, Outcome, Prompt, Ruling, Seat
from tabletop_kit.engine.scene import Comparison, Scene, Weighing
from tabletop_kit.engine.text import Format, Texts
from tabletop_kit.games.vortex import coach, listing, moves, rules, setup, view
from tabletop_kit.games.vortex import players as vortex_players
from tabletop_kit.games.vortex.cards import CARD, COLOURS, IS_DEVOTEE
from tabletop_kit.games.vortex.crusading import last_comparison
from tabletop_kit.games.vortex.figures import Side, figures, turned_up
from tabletop_kit.games.vortex.foresight import FORESIGHT
from tabletop_kit.games.vortex.formats import FORMATS, tell_move
from tabletop_kit.games.vortex.judging import ruling
from tabletop_kit.games.vortex.moves import PASS, Move
from tabletop_kit.games.vortex.policy import quick
from tabletop_kit.games.vortex.position import LENGTHS, Position, controller, score, unit_at
from tabletop_kit.games.vortex.rulebook import card_rules, card_texts
from tabletop_kit.games.vortex.scene import scene
from tabletop_kit.games.vortex.weigh import weigh


class Vortex(Game[Position, Move]):
    """Two to four players convert, frighten or kill each other's devotees."""

    id = "vortex"
    rules_version = 1
    streams = view.STREAMS
    seats = range(2, 5)
    options = (
        Option("seats", 4, (2, 3, 4)),
        Option("colours", None, COLOURS, each_seat=True, distinct=True),
        Option("plain_locations", False, (False, True), variant=True),
        Option("no_rogations", False, (False, True), variant=True),
        Option("no_red", False, (False, True), variant=True),
        Option("fire_three", "nothing", ("nothing", "kill"), variant=True),
        Option("length", LENGTHS[0], LENGTHS),
    )
    unordered = frozenset(
        {"hands.*", "discard.*", "fearful.*", "field.*", "vortex", "engaged", "known.*"}
    )
    shown = frozenset(
        {"shown", "turned-up", "attached-frenzy", "attached-bluff", "discarded", "looted"}
    )
    headlines = frozenset({"location", "compared", "over"})
    banners = frozenset({"over"})
    halts = frozenset({"compared"})
    formats: ClassVar[Mapping[str, Format]] = FORMATS
    priorities = coach.PRIORITIES

    @property
    def folder(self) -> Traversable:
        """Where the rulebook, texts and lessons of Vortex lie."""
        return files("tabletop_kit.games.vortex")

    @cached_property
    def rulebook(self) -> Rulebook:
        """Every rule, and every card behind them."""
        return super().rulebook.with_cards(card_rules())

    def card_texts(self, language: str) -> Mapping[str, Json]:
        """Names and texts of the cards, from their data."""
        return card_texts(language)

    def setup(self, options: Mapping[str, Json], luck: Luck, log: Log | None = None) -> Position:
        """A game from the start (VX-R63, VX-R65). Raises ``BadPosition``."""
        return setup.setup(options, luck, log)

    def load(self, mapping: Mapping[str, Json], luck: Luck, log: Log | None = None) -> Position:
        """The position that a mapping describes. Raises ``BadPosition``."""
        return setup.load(mapping, luck, log)

    def dump(self, position: Position) -> dict[str, Json]:
        """All position keys."""
        return setup.dump(position)

    def loadable(self, position: Position) -> bool:
        """Not inside a move."""
        return position.phase != "choice"

    def seat_count(self, position: Position) -> int:
        """How many seats play."""
        return position.seats

    def seats_for(self, options: Mapping[str, Json]) -> int:
        """How many seats these options make: as many as colours are named (VX-R59)."""
        colours = options.get("colours")
        if isinstance(colours, list | tuple) and len(colours) in self.seats:
            return len(colours)
        return super().seats_for(options)

    def option_applies(self, option: str, options: Mapping[str, Json]) -> bool:
        """Whether an option means something beside the others (VX-R62)."""
        return option != "no_red" or self.seats_for(options) < len(COLOURS)

    def result(self, position: Position) -> dict[str, Json]:
        """Points by colour (``None``: not in the game), rounds played, and the dead."""
        points = score(position)
        sitting = {COLOURS[colour]: points[seat] for seat, colour in enumerate(position.colours)}
        dead = sum([IS_DEVOTEE[card] for card in position.vortex])
        by_colour = {colour: sitting.get(colour) for colour in COLOURS}
        return {**by_colour, "rounds": position.round, "dead": dead}

    def prompts(self, position: Position) -> tuple[Prompt, ...]:
        """Who may act."""
        return rules.prompts(position)

    def to_act(self, position: Position) -> Seat | None:
        """The seat that is asked; the position holds it."""
        return position.to_act

    def moves(self, position: Position, seat: Seat) -> Sequence[Move]:
        """The legal moves of a seat."""
        return listing.moves(position, seat)

    def candidates(self, position: Position, seat: Seat) -> Iterable[Move]:
        """Moves a panel could form."""
        return listing.candidates(position, seat)

    def ruling(self, position: Position, seat: Seat, move: Move) -> Ruling:
        """What the rules say of a move."""
        return ruling(position, seat, move)

    def apply(self, position: Position, seat: Seat, move: Move, log: Log | None = None) -> Position:
        """The position after a legal move. Raises ``IllegalMove``."""
        return rules.apply(position, seat, move, log)

    def outcome(self, position: Position) -> Outcome | None:
        """How it ended (VX-R57)."""
        return rules.outcome(position)

    def parse(self, text: str) -> Move:
        """A move from text. Raises ``BadNotation``."""
        return moves.parse_move(text)

    def question(self, position: Position, name: str, seat: Seat | None = None) -> Json:
        """The figures that two cards would reckon with (``figures.B01.G09``, step C5).

        Face-down cards are turned up as C3 would, for a seat that looks only its own.
        ``KeyError`` for other names, and for cards that are not in play against each other.
        """
        what, *cards = name.split(".")
        if what != "figures" or len(cards) != 2 or not all(card in CARD for card in cards):
            raise KeyError(name)
        sides = []
        for card, role in zip(cards, ("attack", "defend"), strict=True):
            holder = controller(position, CARD[card])
            unit = None if holder is None else unit_at(position.field[holder], CARD[card])
            if holder is None or unit is None or not IS_DEVOTEE[CARD[card]]:
                raise KeyError(name)
            known = seat is None or seat == holder
            sides.append(Side(holder, turned_up(position, unit) if known else unit, role))
        attack, defence = sides
        return [list(one) for one in figures(position, attack, defence)]

    def tell_move(self, position: Position, seat: Seat, move: Move, texts: Texts) -> str:
        """A move in words."""
        return tell_move(texts, move, position.asked.kind if position.asked else "")

    def advice(self, position: Position, seat: Seat) -> Advice | None:
        """Converts now, tempo and hand, safety of the field: what each would play."""
        return coach.advice(position, seat)

    def line(self, position: Position, seat: Seat, move: Move) -> Line | None:
        """What a move of one's own leaves."""
        return coach.line(position, seat, move)

    def foresight(self) -> Foresight[Position]:
        """Some rounds ahead, then a chance fitted to whole games."""
        return FORESIGHT

    def view(self, position: Position, seat: Seat | None) -> dict[str, Json]:
        """What a seat may know (VX-R23, VX-R35, VX-R37)."""
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

    def scene(
        self,
        position: Position,
        seat: Seat | None,
        texts: Texts,
        events: Sequence[Event] = (),
    ) -> Scene:
        """How it lies on the table."""
        return scene(position, seat, texts, events)

    def weigh(
        self, position: Position, seat: Seat, words: Sequence[str], texts: Texts
    ) -> Weighing | None:
        """What a selection would do, and the moves it can mean."""
        return weigh(position, seat, words, texts)

    def comparison(
        self, past: Iterator[Event], seat: Seat | None, texts: Texts
    ) -> Comparison | None:
        """The last Crusade of this round, as it was compared."""
        return last_comparison(past, seat, texts)

    def players(self) -> Mapping[str, Player]:
        """The kit's players of Vortex, weakest first."""
        return vortex_players.PLAYERS

    def policy(self) -> Callable[[Position, Seat, int], Move]:
        """The quick playout policy of Vortex."""
        return quick
