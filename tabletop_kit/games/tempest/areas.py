"""What follows from the cards of one player in one area, and from nothing else.

An :class:`Area` is kept as long as these cards lie as they do: a move touches an area or two, and
of all the others nothing has to be looked at again.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from functools import partial
from itertools import repeat
from typing import Any, Generic, NamedTuple, TypeVar

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.cards import (
    ABILITIES,
    ACTIVATED,
    FORMS,
    IS_CHANNELLER,
    POWERED,
    PRINTED_KEYWORDS,
    STATICS,
    Static,
)
from tabletop_kit.games.tempest.joining import PACKS
from tabletop_kit.games.tempest.pieces import Attached, Member, Unit

T = TypeVar("T")

FAR = tuple(
    [
        tuple([static for static in found if static.scope.who in ("mine", "any", "opponent")])
        for found in STATICS
    ]
)
"""Of every card the continuous effects that reach other cards."""
ACTS, OPENS, JOINS, GROWS, REACHES, FORMED, STARTS, ENDS, SALLIES = [1 << bit for bit in range(9)]
"""A card with an ability; one to which others can be joined; one that can be joined at all; a
bullet that can be powered; one with a continuous effect on others; one with forms; one that does
something as its player's turn starts, or as it ends; one that may attack from somewhere else than
the Battleground."""
LEADS, CASTS, AWAKE, LADEN, OWNED, JOINED, DOWN, WEAK = [1 << bit for bit in range(9, 17)]
"""An undrained Channeller; an undrained card with Spell Cast; any undrained card; one on which
something lies; one of the player's own; one of several members; one on or under which something
lies face down; one that a Spell takes ST from."""
_JOINING = frozenset(("mount", "rider", "familiar", "spell_cast"))
KINDS = tuple(
    [
        ACTS * (ACTIVATED[card] is not None)
        | OPENS * bool(PACKS[card] or PRINTED_KEYWORDS[card] & {"mount", "familiar"})
        | JOINS * bool(PACKS[card] or PRINTED_KEYWORDS[card] & _JOINING)
        | GROWS * (POWERED[card] is not None)
        | REACHES * bool(FAR[card])
        | FORMED * bool(FORMS[card])
        | STARTS * any([one.on == "own_turn_start" for one in ABILITIES[card]])
        | ENDS * any([one.on == "own_turn_end" for one in ABILITIES[card]])
        | SALLIES * any([one.do == "attack_from" for one in STATICS[card]])
        for card in range(len(STATICS))
    ]
)
UP = tuple(
    [
        kinds | LEADS * IS_CHANNELLER[card] | CASTS * ("spell_cast" in PRINTED_KEYWORDS[card])
        for card, kinds in enumerate(KINDS)
    ]
)
"""What a card is while it is undrained and face up; no form casts Spells."""
WEAKENS = tuple(
    [
        any([one.do == "st_mod" and one.n < 0 and one.scope.who == "attached" for one in found])
        for found in STATICS
    ]
)
"""Of every card whether it takes ST from the card it lies on."""


class Spot(NamedTuple):
    """A card in play and where: whose, in which area (that of a Temple: its name)."""

    unit: Unit
    seat: Seat
    area: str


make_spot: Callable[[tuple[Unit, Seat, str]], Spot] = partial(tuple.__new__, Spot)
"""A spot of its parts: every card that moves makes all of its area anew."""


class Held(NamedTuple):
    """A Relic in play: on which card (``host``: a member's or Temple's name), whose, and where.

    ``bearer`` is the Character that carries it, ``None`` for a Temple's own.
    """

    relic: Attached
    host: str
    seat: Seat
    area: str
    bearer: Unit | None


class Source(NamedTuple):
    """A continuous effect that reaches other cards, and whose card it is of, where it lies."""

    static: Static
    seat: Seat
    area: str
    unit: Unit | None


class Kept(Generic[T]):
    """An attribute that is found when it is asked for first; from then on it is a plain one."""

    def __init__(self, find: Callable[[Any], T]) -> None:
        self.find = find
        self.name = find.__name__
        self.__doc__ = find.__doc__

    def __get__(self, one: Any, owner: type) -> T:
        found = one.__dict__[self.name] = self.find(one)
        return found


def _laden(member: Member) -> int:
    """What the Relics and Spells of a card make of it."""
    found = LADEN
    for relic in member.relics:
        if not relic.name:
            found |= DOWN
    for spell in member.spells:
        if not spell.name:
            found |= DOWN
        elif WEAKENS[spell.card]:
            found |= WEAK
    return found


class Area:
    """The cards of one player in one area; ``name`` is that of the Temple, or of the area.

    ``kinds`` is what there is among them and on them: :data:`ACTS` and the like, added up.
    """

    def __init__(self, seat: Seat, name: str, units: tuple[Unit, ...]) -> None:
        self.seat = seat
        self.name = name
        self.units = units
        self.awake: list[Unit] = []
        """The undrained cards."""
        self.named: dict[str, Unit] = {}
        """These cards by name, each that lies face up."""
        found = 0
        for unit in units:
            name, members, kinds = unit.name, unit.members, KINDS
            if name:
                self.named[name] = unit
            if not unit.drained:
                found |= AWAKE
                self.awake.append(unit)
                kinds = UP if name else KINDS
            for member in members:
                found |= kinds[member.card]
                if member.relics or member.spells:
                    found |= _laden(member)
            if members[0].owner == seat:
                found |= OWNED
            if len(members) > 1:
                found |= JOINED
        self.kinds = found
        if not found & LADEN:
            self.__dict__["relics"] = ()

    @Kept
    def spots(self) -> tuple[Spot, ...]:
        """These cards with their place."""
        return tuple(map(make_spot, zip(self.units, repeat(self.seat), repeat(self.name))))

    @Kept
    def relics(self) -> tuple[Held, ...]:
        """Every Relic on these cards, face up or down."""
        return tuple(
            [
                Held(relic, member.name, self.seat, self.name, unit)
                for unit in self.units
                for member in unit.members
                for relic in member.relics
            ]
        )

    @Kept
    def sources(self) -> list[Source]:
        """The continuous effects of these cards that reach other cards."""
        if not self.kinds & REACHES:
            return []
        return [
            Source(static, self.seat, self.name, unit)
            for unit in self.units
            if unit.name
            for member in unit.members
            for static in FAR[member.card]
        ]

    @Kept
    def character_hosts(self) -> list[str]:
        """The members of face-up cards that carry no Relic."""
        return [
            member.name
            for unit in self.units
            if unit.name
            for member in unit.members
            if not member.relics
        ]

    @Kept
    def spell_hosts(self) -> list[str]:
        """The casters under which a Spell may be laid face down (TG-A41)."""
        return [
            unit.name
            for unit in self.units
            if unit.name
            and any(["spell_cast" in PRINTED_KEYWORDS[one.card] for one in unit.members])
            and all([spell.name for one in unit.members for spell in one.spells])
        ]

    @Kept
    def timings(self) -> frozenset[str]:
        """The windows for which one of these cards has an ability that it could be used for.

        One whose cost does not drain it counts drained too; Relics are left aside.
        """
        found = set()
        if self.kinds & ACTS:
            for unit in self.units:
                for member in unit.members if unit.name else ():
                    ability = ACTIVATED[member.card]
                    if ability and not (unit.drained and "drain_self" in ability.cost):
                        found.add(ability.timing)
        return frozenset(found)

    @Kept
    def names(self) -> Container[str]:
        """The names of all cards here that lie face up, of members, Relics and Spells too."""
        if not self.kinds & (LADEN | JOINED):
            return self.named
        members = [member for unit in self.units for member in unit.members]
        found = {member.name for member in members}
        if self.kinds & LADEN:
            found.update([one.name for each in members for one in (*each.relics, *each.spells)])
        return frozenset(found)
