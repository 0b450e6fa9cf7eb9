"""When cards are joined to one: packs, a rider on its mount, a familiar with its caster."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from tabletop_kit.games.tempest.board import OPENS, board
from tabletop_kit.games.tempest.cards import BULLET, IS_SPELL, SU, Card
from tabletop_kit.games.tempest.fighting import Fights
from tabletop_kit.games.tempest.joining import joinable
from tabletop_kit.games.tempest.moves import Move, number_order
from tabletop_kit.games.tempest.numbers import all_keywords, keywords, power, strength
from tabletop_kit.games.tempest.position import (
    BATTLEGROUND,
    WANDER,
    Position,
    Spot,
    Unit,
    opponents,
    spots,
)

LOST = frozenset(("flying", "sneak", "ambush", "lethal"))
"""Keywords that a card does not give up for a stronger one."""


def joined(one: Spot, other: Spot) -> Spot:
    """Two cards as the one card they would be."""
    members = sorted(
        [*one.unit.members, *other.unit.members], key=lambda member: number_order(member.name)
    )
    drained = one.unit.drained or other.unit.drained
    return Spot(Unit(members[0].name, tuple(members), drained), one.seat, one.area)


def union(fights: Fights, hand: Sequence[Card]) -> Move | None:
    """The first two cards that are better as one."""
    position, seat = fights.position, fights.seat
    if not board(position).sides[seat].kinds & OPENS:
        return None
    for one, other in _partners(position, seat):
        whole = joined(one, other)
        casts = "spell_cast" in all_keywords(whole.unit)
        better = (
            _casts_more(position, hand, one, other, whole)
            if casts
            else one.area == BATTLEGROUND and _fights_better(fights, one, other, whole)
        )
        if better:
            names = sorted([one.unit.name, other.unit.name], key=number_order)
            return Move("join", names=tuple(names))
    return None


def _partners(position: Position, seat: int) -> Iterator[tuple[Spot, Spot]]:
    """Cards of one area that may be joined; while attacks may come, as drained as each other."""
    found = [
        spot
        for spot in spots(position, seat)
        if spot.unit.name and spot.area in (WANDER, BATTLEGROUND)
    ]
    for one, other in combinations(found, 2):
        unequal = one.unit.drained != other.unit.drained and not position.declared
        if one.area != other.area or unequal:
            continue
        if joinable([member.card for spot in (one, other) for member in spot.unit.members]):
            yield one, other


def _casts_more(
    position: Position, hand: Sequence[Card], one: Spot, other: Spot, whole: Spot
) -> bool:
    """Whether a Spell of the hand comes within reach, or a bullet counts for more."""
    before = max(power(position, one), power(position, other))
    after = power(position, whole)
    return any(
        [IS_SPELL[card] and (before < SU[card] <= after or SU[card] == BULLET) for card in hand]
    )


def _fights_better(fights: Fights, one: Spot, other: Spot, whole: Spot) -> bool:
    """Whether the one card beats, or withstands, something that neither does alone."""
    position = fights.position
    have = keywords(position, whole)
    if any([(keywords(position, spot) - have) & LOST for spot in (one, other)]):
        return False
    foes = [
        spot
        for seat in opponents(position, fights.seat)
        for spot in spots(position, seat)
        if spot.unit.name and spot.area == BATTLEGROUND
    ]
    gained = 0
    for role, against in (("attacking", "defending"), ("defending", "attacking")):
        met = [strength(position, foe, against) for foe in foes]
        apart = max([strength(position, spot, role) for spot in (one, other)])
        together = strength(position, whole, role)
        gained += sum([apart <= points < together for points in met])
    return gained > 0
