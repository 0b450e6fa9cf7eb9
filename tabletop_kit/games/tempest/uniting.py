"""When cards are joined to one: packs, a rider on its mount, a familiar with its caster."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.board import OPENS, board
from tabletop_kit.games.tempest.cards import BULLET, IS_SPELL, SU, Card
from tabletop_kit.games.tempest.clashing import Fights
from tabletop_kit.games.tempest.joining import joinable, joined
from tabletop_kit.games.tempest.moves import Move, number_order
from tabletop_kit.games.tempest.numbers import all_keywords, keywords, power, strength
from tabletop_kit.games.tempest.position import (
    BATTLEGROUND,
    WANDER,
    Position,
    Spot,
    opponents,
    spots,
)

LOST = frozenset(("flying", "sneak", "ambush", "lethal"))
"""Keywords that a card does not give up for a stronger one."""


def union(fights: Fights, hand: Sequence[Card]) -> Move | None:
    """The first two cards that are better as one."""
    position, seat = fights.position, fights.seat
    if not board(position).sides[seat].kinds & OPENS:
        return None
    for parts in _groups(position, seat):
        whole = parts[0]._replace(unit=joined([spot.unit for spot in parts]))
        casts = "spell_cast" in all_keywords(whole.unit)
        better = (
            _casts_more(position, hand, parts, whole)
            if casts
            else parts[0].area == BATTLEGROUND and _fights_better(fights, parts, whole)
        )
        if better:
            names = sorted([spot.unit.name for spot in parts[:2]], key=number_order)
            return Move("join", names=tuple(names))
    return None


def _groups(position: Position, seat: Seat) -> Iterator[list[Spot]]:
    """Cards of one area that may be joined, a whole pack at once.

    As long as attacks may come only those that are all drained, or all undrained.
    """
    found = [
        spot
        for spot in spots(position, seat)
        if spot.unit.name and spot.area in (WANDER, BATTLEGROUND)
    ]
    for at, one in enumerate(found):
        parts = [one]
        for other in found[at + 1 :]:
            unequal = one.unit.drained != other.unit.drained and not position.declared
            if one.area == other.area and not unequal and _join([*parts, other]):
                parts.append(other)
        if len(parts) > 1:
            yield parts


def _join(parts: Sequence[Spot]) -> bool:
    return joinable([member.card for spot in parts for member in spot.unit.members])


def _casts_more(
    position: Position, hand: Sequence[Card], parts: Sequence[Spot], whole: Spot
) -> bool:
    """Whether a Spell of the hand comes within reach, or a bullet counts for more."""
    before = max([power(position, spot) for spot in parts])
    after = power(position, whole)
    return any(
        [IS_SPELL[card] and (before < SU[card] <= after or SU[card] == BULLET) for card in hand]
    )


def _fights_better(fights: Fights, parts: Sequence[Spot], whole: Spot) -> bool:
    """Whether the one card beats, or withstands, something that neither does alone."""
    position = fights.position
    have = keywords(position, whole)
    if any([(keywords(position, spot) - have) & LOST for spot in parts]):
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
        apart = max([strength(position, spot, role) for spot in parts])
        together = strength(position, whole, role)
        gained += sum([apart <= points < together for points in met])
    return gained > 0
