"""What is on the table in Tempest: areas, Temples, the stack of answers, and what is under way.

A card in play is known by its name (part 0.1 of the rules page): its id, and a number from the
second of its id on. What lies face down has no name; it is found by its place (``names.py``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from tabletop_kit.engine.luck import Luck
from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.board import Spot as Spot
from tabletop_kit.games.tempest.board import board
from tabletop_kit.games.tempest.cards import TEXT, Card, Cards
from tabletop_kit.games.tempest.pieces import (
    BATTLEGROUND as BATTLEGROUND,
)
from tabletop_kit.games.tempest.pieces import (
    HAND as HAND,
)
from tabletop_kit.games.tempest.pieces import (
    MOST_DISCARDED as MOST_DISCARDED,
)
from tabletop_kit.games.tempest.pieces import (
    MOST_SEATS,
)
from tabletop_kit.games.tempest.pieces import (
    WANDER as WANDER,
)
from tabletop_kit.games.tempest.pieces import (
    ZEROS as ZEROS,
)
from tabletop_kit.games.tempest.pieces import (
    Attached as Attached,
)
from tabletop_kit.games.tempest.pieces import (
    Attack as Attack,
)
from tabletop_kit.games.tempest.pieces import (
    Choices as Choices,
)
from tabletop_kit.games.tempest.pieces import (
    Doomed as Doomed,
)
from tabletop_kit.games.tempest.pieces import (
    Fight as Fight,
)
from tabletop_kit.games.tempest.pieces import (
    Lasting as Lasting,
)
from tabletop_kit.games.tempest.pieces import (
    Member as Member,
)
from tabletop_kit.games.tempest.pieces import (
    Mod as Mod,
)
from tabletop_kit.games.tempest.pieces import (
    Play as Play,
)
from tabletop_kit.games.tempest.pieces import (
    Pool as Pool,
)
from tabletop_kit.games.tempest.pieces import (
    Question as Question,
)
from tabletop_kit.games.tempest.pieces import (
    Task as Task,
)
from tabletop_kit.games.tempest.pieces import (
    Temple as Temple,
)
from tabletop_kit.games.tempest.pieces import (
    Unit as Unit,
)


@dataclass(frozen=True)
class Position:
    """A position of Tempest; lists by seat where there is one for each.

    ``decks`` run from the top down, hands and discard piles ascend. ``agenda`` is what is still to
    happen, the next step last; ``asked`` what a seat is asked inside a move. ``ending`` is set
    once the turn player has ended his main part, ``stirred`` once this turn has seen an attack, a
    summons or a destruction (TG-A9).
    """

    choices: Choices
    turn: Seat
    turns: tuple[int, ...]
    phase: str
    window: str
    to_act: Seat | None
    passed: tuple[Seat, ...]
    stack: tuple[Play, ...]
    hands: tuple[Cards, ...]
    decks: tuple[Cards, ...]
    discard: tuple[Cards, ...]
    wander: tuple[tuple[Unit, ...], ...]
    battleground: tuple[tuple[Unit, ...], ...]
    temples: tuple[tuple[Temple, ...], ...]
    lasting: tuple[Lasting, ...]
    mods: tuple[Mod, ...]
    pools: tuple[Pool, ...]
    attacks: tuple[Attack, ...]
    fight: Fight | None
    doomed: tuple[Doomed, ...]
    zeros: int
    declared: bool
    attacked: tuple[str, ...]
    blocked: tuple[str, ...]
    used: tuple[str, ...]
    protected: tuple[tuple[Seat, ...], ...]
    extra: tuple[Seat, ...]
    quiet: int
    harvest: tuple[int, ...]
    out: tuple[Seat, ...]
    outcome: tuple[Seat, ...] | None
    why: str
    ending: bool
    stirred: bool
    asked: Question | None
    agenda: tuple[Task, ...]
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
        return self.choices.seats

    def _repr_html_(self) -> str:
        from tabletop_kit.games import find_game
        from tabletop_kit.table.still import position_html

        return position_html(find_game("tempest"), self)


class Table(Protocol):
    """What can be looked at in the same way: a position, and one in the making."""

    @property
    def choices(self) -> Choices:
        """The options."""

    @property
    def turn(self) -> Seat:
        """Whose turn it is."""

    @property
    def turns(self) -> tuple[int, ...]:
        """Own turns begun."""

    @property
    def phase(self) -> str:
        """What is asked for."""

    @property
    def window(self) -> str:
        """Which window is open."""

    @property
    def stack(self) -> tuple[Play, ...]:
        """Announced and not yet resolved, top first."""

    @property
    def hands(self) -> tuple[Cards, ...]:
        """Hands."""

    @property
    def decks(self) -> tuple[Cards, ...]:
        """Decks, top first."""

    @property
    def discard(self) -> tuple[Cards, ...]:
        """Discard piles."""

    @property
    def wander(self) -> tuple[tuple[Unit, ...], ...]:
        """Wander Areas."""

    @property
    def battleground(self) -> tuple[tuple[Unit, ...], ...]:
        """The Battleground, by controller."""

    @property
    def temples(self) -> tuple[tuple[Temple, ...], ...]:
        """Temples, oldest first."""

    @property
    def lasting(self) -> tuple[Lasting, ...]:
        """Spells and Miracles that stay."""

    @property
    def mods(self) -> tuple[Mod, ...]:
        """Changes of ST."""

    @property
    def pools(self) -> tuple[Pool, ...]:
        """Extra FT."""

    @property
    def attacks(self) -> tuple[Attack, ...]:
        """Declared and not yet carried out."""

    @property
    def fight(self) -> Fight | None:
        """The attack in progress."""

    @property
    def doomed(self) -> tuple[Doomed, ...]:
        """About to be destroyed."""

    @property
    def attacked(self) -> tuple[str, ...]:
        """Who has attacked this turn."""

    @property
    def blocked(self) -> tuple[str, ...]:
        """Who has blocked this turn."""

    @property
    def used(self) -> tuple[str, ...]:
        """Whose ability is spent this turn."""

    @property
    def protected(self) -> tuple[tuple[Seat, ...], ...]:
        """Against whom a seat is still protected."""

    @property
    def out(self) -> tuple[Seat, ...]:
        """Who is out."""

    @property
    def seats(self) -> int:
        """How many play."""


def units(table: Table, seat: Seat) -> list[Unit]:
    """Every Character a player controls, wherever it is."""
    return [spot.unit for spot in board(table).sides[seat].spots]


def spots(table: Table, seat: Seat) -> tuple[Spot, ...]:
    """Every Character a player controls, with its place."""
    return board(table).sides[seat].spots


def all_spots(table: Table) -> list[Spot]:
    """Every Character in play, seat by seat."""
    return [spot for side in board(table).sides for spot in side.spots]


def partners(table: Table, seat: Seat) -> tuple[Seat, ...]:
    """The seats of a player's team, the player among them."""
    for team in table.choices.teams:
        if seat in team:
            return team
    return (seat,)


def opponents(table: Table, seat: Seat) -> list[Seat]:
    """The seats still in that are not of a player's team."""
    own = partners(table, seat)
    return [one for one in range(table.seats) if one not in own and one not in table.out]


_ROUNDS = [
    [tuple([(seat + step) % count for step in range(1, count + 1)]) for seat in range(count)]
    for count in range(MOST_SEATS + 1)
]
"""By the number of seats, and for each of them, the order of the others and itself last."""


def after(table: Table, seat: Seat) -> list[Seat]:
    """The seats still in, from the one behind ``seat`` round to ``seat`` itself."""
    order, out = _ROUNDS[table.choices.seats][seat], table.out
    return [one for one in order if one not in out] if out else list(order)


_NAMES: list[list[str]] = [[text] for text in TEXT]


def name_of(card: Card, number: int) -> str:
    """The name of the card of that number, from 1.

    >>> from tabletop_kit.games.tempest.cards import CARD
    >>> name_of(CARD["peasant"], 1), name_of(CARD["peasant"], 3)
    ('peasant', 'peasant#3')
    """
    names = _NAMES[card]
    while len(names) < number:
        names.append(f"{TEXT[card]}#{len(names) + 1}")
    return names[number - 1]
