"""The parts of a position of Tempest: cards in play, Temples, attacks, the stack, options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.cards import Card
from tabletop_kit.games.tempest.moves import Move

MOST_SEATS = 4
"""So many can play."""
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

    ``kind`` is the window that is open on it: ``summon``, ``spell`` (Spells and Miracles) or
    ``ability``. ``card`` is what was played or used, ``source`` the name of a card in play that is
    used. ``paid`` is the FT or ST put in; ``area`` where its ``summoner`` (who pays first) stood,
    ``channelled`` whether that is a Channeller. ``targets`` and ``inside`` are names as they are
    since face-down cards among them were turned up, ``gone`` those of them that have left play.
    ``owner`` is whose card it is where not ``seat``'s: one that lay under a controlled caster.
    """

    seat: Seat
    move: Move
    kind: str
    card: Card
    source: str = ""
    paid: int = 0
    area: str = WANDER
    summoner: str = ""
    channelled: bool = False
    targets: tuple[str, ...] = ()
    inside: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    owner: Seat = -1

    @property
    def pile(self) -> Seat:
        """The seat in whose discard pile its card ends."""
        return self.seat if self.owner < 0 else self.owner


class Attack(NamedTuple):
    """A declared attack: one attacking card or two, against a player."""

    names: tuple[str, ...]
    seat: Seat
    tunnel: bool = False


class Fight(NamedTuple):
    """The attack in progress; ``by`` is the seat that attacks, ``seat`` the one attacked.

    ``reach`` is empty for a declared attack, else ``teleport`` or ``gate``; ``areas`` are then
    those that it reaches.
    """

    names: tuple[str, ...]
    by: Seat
    seat: Seat
    tunnel: bool = False
    blocker: str = ""
    target: str = ""
    reach: str = ""
    areas: frozenset[str] = frozenset()

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
    opening_redraw: bool = False
    deck_lists: tuple[Any, ...] = ()
