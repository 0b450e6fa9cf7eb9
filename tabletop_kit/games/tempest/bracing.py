"""What the ST is good for that a bullet is powered with: it is gone by the next own turn.

So it counts only as far as it beats somebody until then: who could attack its player, or, while
it can still be sent itself, what would stand against it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.cards import ST
from tabletop_kit.games.tempest.names import spot_named, temple_named
from tabletop_kit.games.tempest.numbers import keywords, strength
from tabletop_kit.games.tempest.position import BATTLEGROUND, Position, Spot, opponents, spots
from tabletop_kit.games.tempest.reach import able_blockers, may_block, unblocked_targets
from tabletop_kit.games.tempest.standing import could_attack
from tabletop_kit.games.tempest.turns import on_first_turn


class Powered(NamedTuple):
    """ST of a seat's cards that ends with its next turn.

    ``front``: what they have of it in the Battleground, ``used`` how much of that beats somebody,
    ``behind`` what they have of it elsewhere.
    """

    front: int
    used: int
    behind: int


def powered(position: Position, seat: Seat) -> Powered:
    """The ST that was paid for with FT."""
    front = used = behind = 0
    for spot in spots(position, seat):
        power = spot.unit.power
        if power and spot.area == BATTLEGROUND:
            front += power
            needed = {*_to_hold(position, spot), *_to_win(position, spot)}
            used += max([points for points in needed if 0 < points <= power], default=0)
        else:
            behind += power
    return Powered(front, used, behind)


def _to_hold(position: Position, spot: Spot) -> Iterator[int]:
    """So much power lets a card beat one of those that could attack its player, as a blocker."""
    if "cannot_block" in keywords(position, spot):
        return
    for foe in could_attack(position, spot.seat):
        if may_block(position, spot, foe, False):
            own = strength(position, spot, "defending", foe.unit) - spot.unit.power
            yield strength(position, foe, "attacking", spot.unit) + 1 - own


def _to_win(position: Position, spot: Spot) -> Iterator[int]:
    """So much lets it beat the strongest blocker of a player, or without any a target."""
    seat = spot.seat
    if spot.unit.drained or position.declared or position.turn != seat:
        return
    if on_first_turn(position, seat) or "cannot_attack" in keywords(position, spot):
        return
    for other in opponents(position, seat):
        if seat in position.protected[other]:
            continue
        blockers = able_blockers(position, [spot], False, other)
        if blockers:
            yield max([_to_beat(position, spot, blocker) for blocker in blockers])
            continue
        for name in unblocked_targets(position, [spot], False, other):
            temple, foe = temple_named(position, name), spot_named(position, name)
            if temple is not None:
                own = strength(position, spot, "attacking", temple[1]) - spot.unit.power
                yield ST[temple[1].card] + 1 - own
            elif foe is not None:
                yield _to_beat(position, spot, foe)


def _to_beat(position: Position, spot: Spot, foe: Spot) -> int:
    own = strength(position, spot, "attacking", foe.unit) - spot.unit.power
    return strength(position, foe, "defending", spot.unit) + 1 - own
