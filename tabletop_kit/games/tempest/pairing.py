"""Two attackers on one target: what a pair wins and what it gives up (TG-A49, A50)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.clashing import NO_TARGET, Fights
from tabletop_kit.games.tempest.declaring import pairs_allowed
from tabletop_kit.games.tempest.moves import Declared, number_order
from tabletop_kit.games.tempest.names import spot_named, temple_named
from tabletop_kit.games.tempest.position import Spot, Temple
from tabletop_kit.games.tempest.reach import able_blockers, unblocked_targets
from tabletop_kit.games.tempest.worths import HARM, temple_worth


def paired(
    fights: Fights,
    able: Sequence[Spot],
    declared: Sequence[Declared],
    left: Sequence[Spot],
    felled: Collection[str],
    other: Seat,
) -> tuple[float, list[Declared]]:
    """The pairs among those that attack not alone, as long as each wins something.

    ``left`` are the blockers that nobody attacked alone uses up, ``felled`` what is gone already.
    """
    taken = {one[0][0] for one in declared}
    alone = [spot for spot in able if spot.unit.name in taken]
    rest = [spot for spot in able if spot.unit.name not in taken]
    found: list[Declared] = []
    total, gone = 0.0, set(felled)
    blockers = list(left)
    while len(rest) > 1:
        best = max(
            [_met(fights, pair, blockers, gone, other) for pair in combinations(rest, 2)],
            key=lambda one: one[0],
        )
        value, pair, target = best
        alone = [*alone, *pair]
        allowed = pairs_allowed(fights.position, alone, False, other)
        if value <= 0.0 or len(found) >= allowed:
            break
        total += value
        gone.add(target)
        blockers = [one for one in blockers if one.unit.name != target]
        names = sorted([spot.unit.name for spot in pair], key=number_order)
        found.append((tuple(names), False, other))
        rest = [spot for spot in rest if spot not in pair]
    return total, found


def _met(
    fights: Fights,
    pair: tuple[Spot, Spot],
    left: Sequence[Spot],
    gone: Collection[str],
    other: Seat,
) -> tuple[float, tuple[Spot, Spot], str]:
    """What a pair wins where the defender picks the blocker that suits him best."""
    position = fights.position
    able = {spot.unit.name for spot in able_blockers(position, list(pair), False, other)}
    there = [spot for spot in left if spot.unit.name in able]
    if there:
        found = [(_joint(fights, pair, spot), spot.unit.name) for spot in there]
        value, name = min(found)
        return value, pair, name
    best = (NO_TARGET, "")
    for name in unblocked_targets(position, list(pair), False, other):
        spot, temple = spot_named(position, name), temple_named(position, name)
        if name not in gone and (spot is not None or temple is not None):
            aim = spot if spot is not None else temple[1] if temple is not None else None
            assert aim is not None
            best = max(best, (_joint(fights, pair, aim), name))
    return best[0], pair, best[1]


def _joint(fights: Fights, pair: tuple[Spot, Spot], aim: Spot | Temple) -> float:
    """What a pair's fight is worth: the winner gives up the lesser of its two (TG-A50)."""
    worths = [fights.worth(one) for one in pair]
    attack, defence = fights.totals(pair, aim)
    if isinstance(aim, Temple):
        lethal, prize = False, temple_worth(aim, fights.strategy) * HARM[fights.strategy]
    else:
        lethal = "lethal" in fights.keywords(aim)
        prize = fights.worth(aim)
    if attack < defence:
        return -sum(worths)
    if attack == defence or lethal:
        return prize - sum(worths)
    return prize - min(worths)
