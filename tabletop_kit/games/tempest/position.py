"""What is on the table in Tempest: areas, Temples, the stack of answers, and what is under way.

A card in play is known by its name (part 0.1 of the rules page): its id, and a number from the
second of its id on. What lies face down has no name; it is found by its place (``names.py``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from tabletop_kit.engine.luck import Luck
from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.cards import TEXT, Card, Cards
from tabletop_kit.games.tempest.moves import Move

HAND = 5
"""Cards that a hand is filled up to (TG-A8)."""
ZEROS = 2
"""SU 0 cards that may be played in a turn (TG-A5)."""
MOST_DISCARDED = 3
"""Cards that may be discarded at the end of one's turn (TG-A8)."""
WANDER, BATTLEGROUND = "wander", "battleground"


class Attached(NamedTuple):
    """A Relic or Spell on a card; ``name`` is empty while it lies face down."""

    card: Card
    name: str
    owner: Seat


class Member(NamedTuple):
    """One card of a card in play that may be joined of several."""

    card: Card
    name: str
    owner: Seat
    relics: tuple[Attached, ...] = ()
    spells: tuple[Attached, ...] = ()


class Unit(NamedTuple):
    """A Character in play, or several joined ones, which count as one card (TG-A56).

    ``name`` is that of the first member, empty while it lies face down in a Temple. ``form`` is
    the place of the form in force, -1 where there is none; ``power`` the ST a bullet was given.
    """

    name: str
    members: tuple[Member, ...]
    drained: bool = True
    tunneling: bool = False
    form: int = -1
    power: int = 0

    @property
    def card(self) -> Card:
        """The card of the first member."""
        return self.members[0].card


class Temple(NamedTuple):
    """A Temple, its own Relics, and who is inside, oldest first."""

    card: Card
    name: str
    relics: tuple[Attached, ...] = ()
    inside: tuple[Unit, ...] = ()


class Lasting(NamedTuple):
    """A Spell or Miracle that stays and is attached to nothing: whose, how long, against whom."""

    card: Card
    name: str
    seat: Seat
    left: int = 0
    at: Seat = -1


class Mod(NamedTuple):
    """A change of ST that ends by itself: with the ``fight``, the ``turn``, or one's ``own``."""

    name: str
    points: int
    until: str


class Pool(NamedTuple):
    """Extra FT: of a card in play, or what Krill Vortex took (``stolen``)."""

    name: str
    points: int


class Play(NamedTuple):
    """Something announced and paid for that waits for answers.

    ``kind`` is the window that is open on it; ``paid`` the FT or ST put in, or the X bought;
    ``area`` where its summoner or caster stood, ``card`` the card that was played or used.
    """

    seat: Seat
    move: Move
    kind: str
    card: Card
    paid: int = 0
    area: str = WANDER
    channelled: bool = False


class Attack(NamedTuple):
    """A declared attack: one attacking card or two, against a player."""

    names: tuple[str, ...]
    seat: Seat
    tunnel: bool = False


class Fight(NamedTuple):
    """The attack in progress; ``by`` is the seat that attacks, ``seat`` the one attacked.

    ``reach`` is empty for a declared attack, else ``teleport`` or ``gate``.
    """

    names: tuple[str, ...]
    by: Seat
    seat: Seat
    tunnel: bool = False
    blocker: str = ""
    target: str = ""
    reach: str = ""

    @property
    def defender(self) -> str:
        """The blocker or target, empty while there is none."""
        return self.blocker or self.target


class Doomed(NamedTuple):
    """A card that would be destroyed: by which seat's doing (-1: nobody's), and by which rule."""

    name: str
    by: Seat
    rule: str


class Question(NamedTuple):
    """What a seat is asked inside a move.

    ``kind`` is the word of the position key ``choice``; ``options`` the texts that may be chosen;
    ``about`` what the answer is for.
    """

    kind: str
    seat: Seat
    rule: str
    options: tuple[str, ...] = ()
    optional: bool = False
    about: tuple[Any, ...] = ()


Task = tuple[Any, ...]
"""Something that is still to happen: the name of a step, then what it needs."""


@dataclass(frozen=True, slots=True)
class Choices:
    """The options of a game (end of part 5), read; 0 stands for an option that is off."""

    seats: int = 2
    bg_summons_undrained: bool = False
    priests_undrained: bool = False
    no_su0_limit: bool = False
    deity_from_any_area: bool = False
    no_discard_step: bool = False
    su0_limit: int = ZEROS
    no_deity_win: bool = False
    ignore_pantheon: bool = False
    win_by_faith: int = 0
    win_by_strength: int = 0
    start_cards: tuple[int, int, int] = (0, 0, 0)
    teams: tuple[tuple[Seat, ...], ...] = ()
    unique_gods: bool = False
    loose_deck_size: bool = False
    exhaustion: str = "none"
    round_cap: int = 0
    deck_lists: tuple[Any, ...] = ()


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


class Spot(NamedTuple):
    """A card in play and where: whose, in which area (that of a Temple: its name)."""

    unit: Unit
    seat: Seat
    area: str


def units(table: Table, seat: Seat) -> Iterator[Unit]:
    """Every Character a player controls, wherever it is."""
    yield from table.wander[seat]
    yield from table.battleground[seat]
    for temple in table.temples[seat]:
        yield from temple.inside


def spots(table: Table, seat: Seat) -> Iterator[Spot]:
    """Every Character a player controls, with its place."""
    for unit in table.wander[seat]:
        yield Spot(unit, seat, WANDER)
    for unit in table.battleground[seat]:
        yield Spot(unit, seat, BATTLEGROUND)
    for temple in table.temples[seat]:
        for unit in temple.inside:
            yield Spot(unit, seat, temple.name)


def all_spots(table: Table) -> Iterator[Spot]:
    """Every Character in play, seat by seat."""
    for seat in range(table.seats):
        yield from spots(table, seat)


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


def after(table: Table, seat: Seat) -> list[Seat]:
    """The seats still in, from the one behind ``seat`` round to ``seat`` itself."""
    count = table.seats
    order = [(seat + step) % count for step in range(1, count + 1)]
    return [one for one in order if one not in table.out]


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
