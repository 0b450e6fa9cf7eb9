"""What attacks are worth to the kit's players: declarations, blockers, targets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.clashing import NO_TARGET, Fights
from tabletop_kit.games.tempest.declaring import attacks_from
from tabletop_kit.games.tempest.moves import Declared, Move, number_order
from tabletop_kit.games.tempest.names import spot_named
from tabletop_kit.games.tempest.numbers import keywords, strength
from tabletop_kit.games.tempest.pairing import paired
from tabletop_kit.games.tempest.position import Position, Spot, opponents, spots
from tabletop_kit.games.tempest.reach import able_blockers, could_block, unblocked_targets

# -- declaring -----------------------------------------------------------------------------------


def able_attackers(position: Position, seat: Seat) -> list[Spot]:
    """The cards of a seat that may be declared as attackers."""
    found = [spot for spot in spots(position, seat) if spot.unit.name and not spot.unit.drained]
    return [
        spot
        for spot in found
        if attacks_from(spot) and "cannot_attack" not in keywords(position, spot)
    ]


def best_attacks(fights: Fights, able: Sequence[Spot], bold: float, pairs: bool) -> Move | None:
    """The declaration that wins most, where that is more than ``bold``; ``pairs``: two on one."""
    position, seat = fights.position, fights.seat
    best, chosen = bold, None
    for other in opponents(position, seat):
        if seat in position.protected[other]:
            continue
        value, declared = _against(fights, able, other, pairs)
        if declared and value > best:
            best, chosen = value, declared
    if chosen is None:
        return None
    chosen.sort(key=lambda one: number_order(one[0][0]))
    return Move("attack", attacks=tuple(chosen))


def _against(
    fights: Fights, able: Sequence[Spot], other: Seat, pairs: bool
) -> tuple[float, list[Declared]]:
    """The attackers, strongest first, as long as each wins something against an able defender."""
    position = fights.position
    blockers = could_block(position, list(able), False, other)
    order = sorted(able, key=lambda spot: -strength(position, spot, "attacking"))
    left, total = list(blockers), 0.0
    declared: list[Declared] = []
    felled: set[str] = set()
    for attacker in order:
        tunnel = "tunneling" in fights.keywords(attacker)
        found = met(fights, attacker, left, other, felled, tunnel)
        if found.value <= 0.0:
            continue
        total += found.value
        declared.append(((attacker.unit.name,), found.tunnel, other))
        if found.blocker is not None:
            left.remove(found.blocker)
            felled.add(found.blocker.unit.name)
        felled.add(found.target)
    if pairs and len(able) - len(declared) > 1:
        more, joint = paired(fights, able, declared, left, felled, other)
        total, declared = total + more, [*declared, *joint]
    return total, declared


class Meeting(NamedTuple):
    """What an attack is worth, and what it meets: a blocker, or else a target by its name.

    ``tunnel``: it goes below ground.
    """

    value: float
    blocker: Spot | None = None
    target: str = ""
    tunnel: bool = False


def met(
    fights: Fights,
    attacker: Spot,
    left: Sequence[Spot],
    other: Seat,
    felled: set[str],
    tunnel: bool,
) -> Meeting:
    """One attack where the defender picks the blocker that suits him best.

    ``left`` are the blockers that are not used up, ``felled`` what is gone already; ``tunnel``:
    the attacker may go below ground.
    """
    position, best = fights.position, Meeting(NO_TARGET)
    for through in (False, True) if tunnel else (False,):
        able = {spot.unit.name for spot in able_blockers(position, [attacker], through, other)}
        there = [spot for spot in left if spot.unit.name in able]
        if there:
            value, blocker = min(
                [(fights.clash(attacker, spot), spot) for spot in there], key=lambda one: one[0]
            )
            found = Meeting(value, blocker, tunnel=through)
        else:
            names = unblocked_targets(position, [attacker], through, other)
            value, name = fights.best(attacker, [one for one in names if one not in felled])
            found = Meeting(value, None, name, through)
        if found.value > best.value:
            best = found
    return best


# -- during an attack ----------------------------------------------------------------------------


def best_order(fights: Fights) -> Move:
    """Which declared attack comes next: the strongest."""
    position = fights.position

    def might(names: tuple[str, ...]) -> int:
        found = [spot_named(position, name) for name in names]
        return sum([strength(position, spot, "attacking") for spot in found if spot])

    best = max(position.attacks, key=lambda one: (might(one.names), one.names))
    return Move("fight", best.names[0])


def best_block(fights: Fights) -> Move:
    """The blocker that comes off best."""
    position, fight = fights.position, fights.position.fight
    assert fight is not None
    found = [spot for spot in (spot_named(position, name) for name in fight.names) if spot]
    able = able_blockers(position, found, fight.tunnel, fight.seat)
    best = max(able, key=lambda spot: sum([fights.clash(one, spot) for one in found]))
    return Move("block", best.unit.name)


def best_target(fights: Fights, names: Sequence[str]) -> Move:
    """The target that brings most."""
    position, fight = fights.position, fights.position.fight
    assert fight is not None
    found = spot_named(position, fight.names[0])
    if found is None:
        return Move("target", names[0])
    return Move("target", fights.best(found, names)[1])
