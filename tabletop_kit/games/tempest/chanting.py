"""Which Spell the kit's players cast in their own turn, by whom, and at what."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.cards import BULLET, IS_SPELL, ST, SU, TEXT, Card
from tabletop_kit.games.tempest.casting import Caster, casters, weakest
from tabletop_kit.games.tempest.harming import EVERYWHERE, PROACTIVE, Aim, Harm, aimed
from tabletop_kit.games.tempest.moves import Move
from tabletop_kit.games.tempest.names import spot_named, temple_named
from tabletop_kit.games.tempest.numbers import outside
from tabletop_kit.games.tempest.position import WANDER, Position, Spot, spots
from tabletop_kit.games.tempest.strengths import Strength

WORTH_CASTING = 1.5
"""A Spell or Miracle that brings no more than this is kept."""
CAST, HELPED = 0.3, 0.25
"""What a Spell that is gone from the hand costs, and each helper that drains for it."""
GATE = frozenset((WANDER, "temple"))
"""Where Bronze Gate leads."""
LATER = 1.0
"""What the Gate is worth for the turn after."""


def chant(harm: Harm, hand: Sequence[Card], strength: Strength) -> Move | None:
    """The Spell that brings most, where that is enough."""
    position = harm.position
    found = casters(position, harm.seat, strength.tricks)
    best: tuple[float, Move] | None = None
    for card in hand if found else ():
        if not IS_SPELL[card]:
            continue
        one = _cast(harm, card, found, strength.tricks)
        if one is not None and (best is None or one[0] > best[0]):
            best = one
    return best[1] if best is not None and best[0] > WORTH_CASTING else None


def _cast(
    harm: Harm, card: Card, found: Sequence[Caster], tricks: bool
) -> tuple[float, Move] | None:
    """A Spell by the weakest caster that reaches it; a bullet by the strongest."""
    position = harm.position
    caster = weakest(position, card, found)
    if caster is None:
        return None
    if TEXT[card] == "blink":
        return _blink(harm, card, caster)
    if TEXT[card] == "bronze-gate" and tricks:
        return _gate(harm, card, caster)
    if card not in PROACTIVE:
        return None
    points = caster.of(position, card)
    aim = harm.aim(card, points)
    if not aim.at and aim.seat < 0:
        return None
    x = min(points, needed(position, card, aim) or points) if SU[card] == BULLET else 0
    move = caster.cast(position, card, x)
    if move is None:
        return None
    return aim.worth - CAST - HELPED * len(move.payers), aimed(move, aim)


def needed(position: Position, card: Card, aim: Aim) -> int:
    """How much of a bullet its targets take."""
    if SU[card] != BULLET:
        return 0
    total = 0
    for name in aim.at:
        spot, temple = spot_named(position, name), temple_named(position, name)
        if temple is not None:
            total += ST[temple[1].card]
        elif spot is not None:
            total += outside(position, spot) if spot.unit.name else 1
    return total


def _blink(harm: Harm, card: Card, caster: Caster) -> tuple[float, Move] | None:
    """The best attack that one of the own cards could make anywhere."""
    best: tuple[float, Aim] | None = None
    for spot in spots(harm.position, harm.seat):
        if spot.unit.drained or not spot.unit.name or spot.unit.name == caster.name:
            continue
        aim = harm.sent(EVERYWHERE, spot)
        if aim.at and (best is None or aim.worth > best[0]):
            best = aim.worth, aim._replace(on=spot.unit.name)
    move = caster.cast(harm.position, card)
    return None if best is None or move is None else (best[0], aimed(move, best[1]))


def _gate(harm: Harm, card: Card, caster: Caster) -> tuple[float, Move] | None:
    """A Gate against the player through whose Gate most is to be won."""
    move = caster.cast(harm.position, card)
    best: tuple[float, Move] | None = None
    for seat in harm.foes if move is not None else ():
        value = max([one[0] for one in through(harm, seat, caster.name)], default=0.0)
        if move is not None and value > 0 and (best is None or value + LATER > best[0]):
            best = value + LATER, move._replace(at_seat=seat)
    return best


def through(harm: Harm, seat: Seat, but: str = "") -> list[tuple[float, str, str]]:
    """What own Wander cards win by a Gate to that player's: value, who goes, at what."""
    found = []
    for spot in _walkers(harm.position, harm.seat):
        if spot.unit.name != but:
            aim = harm.sent(GATE, spot, seat)
            if aim.at:
                found.append((aim.worth, spot.unit.name, aim.at[0]))
    return found


def _walkers(position: Position, seat: Seat) -> list[Spot]:
    return [
        spot
        for spot in spots(position, seat)
        if spot.area == WANDER and spot.unit.name and not spot.unit.drained
    ]
