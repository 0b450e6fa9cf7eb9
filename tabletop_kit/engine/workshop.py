"""Collections, tournaments and preset opponents, described so that a table can draw any game's.

A game that has such a thing hands it out by :meth:`Game.workshop`, :meth:`Game.ladder` and
:meth:`Game.opponents`. All are values: what changes one returns another, and ``data()`` is the
plain JSON to keep, which both the workshop and the ladder of a game share.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

from tabletop_kit.engine.ruling import Json, Outcome, Ruling, Seat
from tabletop_kit.engine.scene import Shape

if TYPE_CHECKING:
    from tabletop_kit.engine.game import Option


@dataclass(frozen=True, slots=True)
class Item:
    """One kind of thing that a deck is made of.

    ``used`` are in the deck, ``owned`` in the collection, those of the deck included (``None``:
    as many as one likes). ``face`` is the large mark on it.
    """

    id: str
    label: str
    shape: Shape
    face: str
    used: int = 0
    owned: int | None = None

    @property
    def spare(self) -> int | None:
        """How many could still go into the deck (``None``: as many as one likes)."""
        return None if self.owned is None else self.owned - self.used


class Workshop(Protocol):
    """A collection and the deck that is built from it, by exchange: one in, one out."""

    @property
    def title(self) -> str:
        """What the workshop is called."""

    @property
    def about(self) -> str:
        """How it works, in a sentence."""

    @property
    def option(self) -> str:
        """The option of the game, with one value for each seat, that :meth:`deck` goes into."""

    @property
    def size(self) -> int:
        """How many things the deck holds, always."""

    @property
    def rule(self) -> str:
        """The rule that says so."""

    @property
    def items(self) -> tuple[Item, ...]:
        """Every kind of thing there can be, in order, those that nobody owns included."""

    def swap(self, out: str, into: str) -> Workshop | Ruling:
        """The workshop after an exchange of one item for another, or the ruling that refuses it."""

    def deck(self) -> Json:
        """The deck as one seat's value of the option."""

    def data(self) -> Json:
        """What is to be kept."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody to play against: who they are, who thinks for them, and what they play with.

    ``options`` has their seat's value of the options that have one for each seat.
    """

    id: str
    name: str
    about: str
    player: str
    options: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Rung:
    """One step of a ladder. ``wins`` of ``needed`` matches are won; then ``prize`` is gained."""

    opponent: Opponent
    state: Literal["won", "open", "locked"]
    prize: Item
    wins: int
    needed: int

    @property
    def id(self) -> str:
        """The id of the rung is that of its opponent."""
        return self.opponent.id


class Ladder(Protocol):
    """A tournament: opponents of rising strength, each with a prize."""

    @property
    def title(self) -> str:
        """What the tournament is called."""

    @property
    def about(self) -> str:
        """How it works, in a sentence."""

    @property
    def rungs(self) -> tuple[Rung, ...]:
        """All rungs from the lowest to the highest."""

    @property
    def next(self) -> Rung | None:
        """The lowest rung that is not won; ``None`` when all are."""

    @property
    def news(self) -> str:
        """What the last :meth:`record` brought, in a sentence; empty before."""

    def record(self, rung: str, outcome: Outcome, seat: Seat, match: str) -> Ladder | Ruling:
        """The ladder after a match on a rung, played at ``seat``; or the ruling that refuses it.

        ``match`` tells this match from others (its fingerprint): a match counts once.
        """

    def data(self) -> Json:
        """What is to be kept."""


def seat_options(
    options: Iterable[Option], seats: Sequence[Mapping[str, Json]]
) -> dict[str, list[Json]]:
    """The options of a match from what each seat brings: ``Opponent.options`` and one's own.

    A seat that brings nothing for an option takes its default. An option for which a seat has
    neither is left out.

    >>> from tabletop_kit.engine.game import Option
    >>> colours = Option("colours", ["red", "blue"], each_seat=True)
    >>> seat_options([colours, Option("rounds", 3)], [{"colours": "green"}, {}])
    {'colours': ['green', 'blue']}
    """
    found = {}
    for option in options:
        if option.each_seat and any(option.id in brought for brought in seats):
            values = [_brought(option, seat, brought) for seat, brought in enumerate(seats)]
            if None not in values:
                found[option.id] = values
    return found


def _brought(option: Option, seat: Seat, brought: Mapping[str, Json]) -> Json:
    fallback = option.default[seat] if isinstance(option.default, list) else option.default
    return brought.get(option.id, fallback)
