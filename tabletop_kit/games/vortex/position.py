"""What is on the table in Vortex: who plays, the piles, the field, and what is under way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol

from tabletop_kit.engine.luck import Luck
from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.vortex.cards import (
    COLOUR,
    COLOURS,
    IS_DEVOTEE,
    NO_TEXT,
    RED,
    TEXT,
    Card,
    Cards,
    by_card,
)

Phase = Literal["turn", "window", "refill", "choice", "over"]
Window = Literal["", "location", "turn", "refill"]
LENGTHS = (48, 24, 12)
"""Rounds of a game (VX-R64)."""
MOST_IN_PLAY = 4
"""Devotees and Zealots that a player may have in play (VX-R26)."""
MOST_PLACED = 2
"""Devotees that a Reinforce action may place, or withdraw (VX-R26, VX-R27)."""
HAND = 7
"""Cards that a hand is filled up to (VX-R33)."""
REWARD = 2
"""Cards that a defender who repels Fire may draw in Refill (VX-R11)."""

_LIMITS = by_card("limit")


class Unit(NamedTuple):
    """A Devotee in play; with anything attached it is a Zealot.

    An attached card is twice its number, one more where it lies face up; the oldest is first.
    """

    card: Card
    attached: tuple[int, ...] = ()

    @property
    def face_down(self) -> bool:
        """Whether a face-down card is attached."""
        return any(not code & 1 for code in self.attached)


Field = tuple[Unit, ...]


def face_up(code: int) -> bool:
    """Whether an attached card lies face up."""
    return bool(code & 1)


class InForce(NamedTuple):
    """A Rogation in play: whose, which, the seats it names, and whether it cost a sacrifice."""

    seat: Seat
    card: Card
    others: tuple[Seat, ...] = ()
    paid: bool = False


Task = tuple[Any, ...]
"""Something that is still to happen: the name of a step, then what it needs."""


class Question(NamedTuple):
    """What a seat is asked inside a move.

    ``kind`` is the word of the position key ``choice``; ``options`` are the possible answers as
    the kind has them (cards, seats, modes, pairs of bearer and place); ``number``: how many cards;
    ``about``: the seat whose hand is shown, or the cards of the Crusade.
    """

    kind: str
    seat: Seat
    rule: str
    options: tuple[Any, ...] = ()
    number: int = 1
    optional: bool = False
    about: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Position:
    """A position of Vortex; lists by seat where there is one for each.

    ``colours`` and ``order`` hold colours and seats as numbers. ``draw`` and ``locations`` run
    from the top down; hands ascend. ``sealed`` is ``None`` for a seat that has not chosen, ``()``
    for refilling, or the cards to be discarded. ``agenda`` is what is still to happen once
    ``asked`` has been answered, the next step last. ``known`` is what everybody can remember:
    Frenzies and Rogations of each seat that were seen before they went into a Draw Pile or a hand.
    """

    colours: tuple[int, ...]
    plain_locations: bool
    no_rogations: bool
    no_red: bool
    fire_kills: bool
    length: int
    round: int
    location: Card
    locations: Cards
    used: Cards
    order: tuple[Seat, ...]
    acted: tuple[bool, ...]
    phase: Phase
    window: Window
    to_act: Seat | None
    done: tuple[str, ...]
    draw: tuple[Cards, ...]
    hands: tuple[Cards, ...]
    discard: tuple[Cards, ...]
    fearful: tuple[Cards, ...]
    field: tuple[Field, ...]
    rogations: tuple[InForce, ...]
    vortex: Cards
    played: tuple[int, ...]
    bonus: tuple[int, ...]
    declared: int
    engaged: Cards
    sealed: tuple[Cards | None, ...]
    asked: Question | None
    agenda: tuple[Task, ...]
    known: tuple[Cards, ...]
    luck: Luck

    @classmethod
    def of(cls, fields: dict[str, Any]) -> Position:
        """The position with all of these fields; the mapping is its own from now on.

        The constructor of a frozen dataclass sets its fields one by one, each through
        ``object.__setattr__``: that takes many times as long, in every step of every playout.
        """
        position = object.__new__(cls)
        object.__setattr__(position, "__dict__", fields)
        return position

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.colours)

    @property
    def site(self) -> Card:
        """The Location whose text counts; :data:`NO_TEXT` where texts are ignored (VX-R60)."""
        return NO_TEXT if self.plain_locations else self.location

    def _repr_html_(self) -> str:
        from tabletop_kit.games import find_game
        from tabletop_kit.table.still import position_html

        return position_html(find_game("vortex"), self)


class Table(Protocol):
    """What can be looked at in the same way: a position, and one in the making."""

    @property
    def colours(self) -> tuple[int, ...]:
        """The colour of each seat."""

    @property
    def fire_kills(self) -> bool:
        """Whether Fire with a lead of exactly 3 kills (VX-R5)."""

    @property
    def order(self) -> tuple[Seat, ...]:
        """The turn order of this round."""

    @property
    def acted(self) -> tuple[bool, ...]:
        """Who has had a turn this round."""

    @property
    def done(self) -> tuple[str, ...]:
        """Actions taken in the turn that stands open."""

    @property
    def draw(self) -> tuple[Cards, ...]:
        """Draw Piles."""

    @property
    def hands(self) -> tuple[Cards, ...]:
        """Hands."""

    @property
    def discard(self) -> tuple[Cards, ...]:
        """Discard piles."""

    @property
    def fearful(self) -> tuple[Cards, ...]:
        """Fearful Piles."""

    @property
    def field(self) -> tuple[Field, ...]:
        """Who is in play."""

    @property
    def rogations(self) -> tuple[InForce, ...]:
        """Rogations in force, oldest first."""

    @property
    def vortex(self) -> Cards:
        """The Vortex."""

    @property
    def seats(self) -> int:
        """How many play."""

    @property
    def site(self) -> Card:
        """The Location whose text counts."""


def seat_of(position: Table, colour: int) -> Seat:
    """The seat of a colour. Raises ``ValueError`` where it is not in the game."""
    return position.colours.index(colour)


def colour_name(position: Table, seat: Seat) -> str:
    """The colour of a seat, as it is written."""
    return COLOURS[position.colours[seat]]


def most_in_play(position: Table, seat: Seat) -> int:
    """How many cards a player may have in play: four, or what a card in play says (VX-R26)."""
    for unit in position.field[seat]:
        for effect in _LIMITS[unit.card]:
            if effect.key == "field_max":
                return int(effect.value)
    return MOST_IN_PLAY


def limit(position: Table, key: str, default: int) -> int:
    """A number of the rules as the Location has it (``reinforce_max``, ``frenzy_places``, ...)."""
    for effect in _LIMITS[position.site]:
        if effect.key == key:
            return int(effect.value)
    return default


def refill_to(position: Table) -> int:
    """How many cards a hand is filled up to: the Location, or a Rogation that holds against it.

    Among Rogations the earlier one holds (4.4).
    """
    site = limit(position, "refill_to", 0)
    for one in position.rogations:
        for effect in _LIMITS[one.card]:
            if effect.key == "refill_to" and (one.paid or not site):
                return int(effect.value)
    return site or HAND


def unit_at(field: Field, card: Card) -> Unit | None:
    """The Devotee or Zealot of that card in a field."""
    for unit in field:
        if unit.card == card:
            return unit
    return None


def controller(position: Table, card: Card) -> Seat | None:
    """The seat in whose field a card is in play."""
    for seat, field in enumerate(position.field):
        for unit in field:
            if unit.card == card:
                return seat
    return None


def converts(position: Table, seat: Seat) -> int:
    """How many Devotees of another colour a player holds, wherever they lie (VX-R49)."""
    own = position.colours[seat]
    return sum([IS_DEVOTEE[card] and COLOUR[card] != own for card in _held(position, seat)])


def _held(position: Table, seat: Seat) -> Iterator[Card]:
    for pile in (position.draw, position.hands, position.discard, position.fearful):
        yield from pile[seat]
    for unit in position.field[seat]:
        yield unit.card
        for code in unit.attached:
            yield code >> 1


def half_points(position: Table) -> tuple[int, ...]:
    """The score of each seat, in half points (VX-R49 to VX-R56)."""
    points = [2 * converts(position, seat) for seat in range(position.seats)]
    if RED in position.colours:
        dead = [card for card in position.vortex if IS_DEVOTEE[card] and COLOUR[card] != RED]
        points[seat_of(position, RED)] += len(dead)
    return tuple(points)


def score(position: Table) -> list[int | float]:
    """The score of each seat in points; halves are exact (VX-R55)."""
    return [half // 2 if half % 2 == 0 else half / 2 for half in half_points(position)]


def unit_text(unit: Unit) -> str:
    """A card in play as it is written: the Devotee, then what is attached, oldest first.

    >>> from tabletop_kit.games.vortex.cards import CARD
    >>> unit_text(Unit(CARD["B02"], (2 * CARD["F18"] + 1, 2 * CARD["F04"])))
    'B02 +F18 -F04'
    """
    attached = [f"{'+' if code & 1 else '-'}{TEXT[code >> 1]}" for code in unit.attached]
    return " ".join([TEXT[unit.card], *attached])
