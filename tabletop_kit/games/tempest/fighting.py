"""What fights are worth to the kit's players: attacks, blockers, targets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.cards import ST
from tabletop_kit.games.tempest.declaring import attacks_from
from tabletop_kit.games.tempest.moves import Declared, Move, number_order
from tabletop_kit.games.tempest.names import spot_named, temple_named
from tabletop_kit.games.tempest.numbers import keywords, strength
from tabletop_kit.games.tempest.position import (
    Position,
    Spot,
    Temple,
    opponents,
    spots,
    units,
)
from tabletop_kit.games.tempest.reach import able_blockers, anywhere, unblocked_targets
from tabletop_kit.games.tempest.worths import HARM, temple_worth, unit_worth

LAST_CARD = 50.0
"""What the last card of an opponent is worth: without it he is out."""
SCARCE = 3.0
"""What every card of a player is worth the more, shared among those that are left."""
UNKNOWN_ST = 1
"""The ST that a card of SU 0 is reckoned with that lies face down."""


class Fights:
    """What fights are worth to one seat, with what was found out kept."""

    def __init__(self, position: Position, seat: Seat, strategy: int) -> None:
        self.position, self.seat, self.strategy = position, seat, strategy
        self._values: dict[tuple[str, str, bool], float] = {}
        self._count: dict[Seat, int] = {}
        self._keywords: dict[str, frozenset[str]] = {}

    def keywords(self, spot: Spot) -> frozenset[str]:
        """The keywords of a card that lies face up."""
        name = spot.unit.name
        found = self._keywords.get(name)
        if found is None:
            found = self._keywords[name] = keywords(self.position, spot)
        return found

    def worth(self, spot: Spot) -> float:
        """What it is worth to this seat that a card is there, whosever it is."""
        own = spot.seat == self.seat
        value = unit_worth(spot, self.strategy, own)
        left = self._left(spot.seat)
        if own:
            return value + SCARCE / left
        value = value * HARM[self.strategy] + SCARCE / left
        return value + (LAST_CARD if left == 1 else 0.0)

    def _left(self, other: Seat) -> int:
        """How far a player is from being out: cards in play, a Temple counting twice."""
        left = self._count.get(other)
        if left is None:
            left = 2 * len(self.position.temples[other])
            left += sum([1 for _ in units(self.position, other)])
            self._count[other] = left
        return max(left, 1)

    def clash(self, attacker: Spot, defender: Spot) -> float:
        """What a fight of two cards is worth to this seat, whichever is its own."""
        key = (attacker.unit.name, defender.unit.name or defender.area, True)
        found = self._values.get(key)
        if found is None:
            found = self._values[key] = self._clash(attacker, defender)
        return found

    def _clash(self, attacker: Spot, defender: Spot) -> float:
        position = self.position
        attack = strength(position, attacker, "attacking", defender.unit)
        if defender.unit.name or defender.seat == self.seat:
            defence = strength(position, defender, "defending", attacker.unit)
        else:
            defence = UNKNOWN_ST
        one, other = self.keywords(attacker), self.keywords(defender)
        value = 0.0
        if attack >= defence or "lethal" in one:
            value += self._lost(defender)
        if defence >= attack or "lethal" in other:
            value += self._lost(attacker)
        return value

    def _lost(self, spot: Spot) -> float:
        return -self.worth(spot) if spot.seat == self.seat else self.worth(spot)

    def siege(self, attacker: Spot, temple: Temple) -> float:
        """What an attack of an own card on a Temple is worth; 0 where it would only fall."""
        attack = strength(self.position, attacker, "attacking", temple)
        stands = ST[temple.card]
        if attack < stands:
            return -self.worth(attacker)
        value = temple_worth(temple, self.strategy) * HARM[self.strategy]
        return value - (self.worth(attacker) if attack == stands else 0.0)

    def at(self, attacker: Spot, name: str) -> float:
        """What an attack of an own card on what is so named is worth."""
        temple = temple_named(self.position, name)
        if temple is not None:
            return self.siege(attacker, temple[1])
        spot = spot_named(self.position, name)
        return self.clash(attacker, spot) if spot is not None else 0.0

    def best(self, attacker: Spot, names: Iterable[str]) -> tuple[float, str]:
        """The most that an own card can win by attacking one of these."""
        found = [(self.at(attacker, name), name) for name in names]
        return max(found, key=lambda one: one[0], default=(-99.0, ""))

    def reached(self, attacker: Spot, areas: frozenset[str]) -> tuple[float, str]:
        """The most that a Teleport or Gate of an own card can win."""
        names = [
            name
            for other in opponents(self.position, self.seat)
            if self.seat not in self.position.protected[other]
            for name in anywhere(self.position, attacker, areas, other)
        ]
        return self.best(attacker, names)


# -- declaring -----------------------------------------------------------------------------------


def able_attackers(position: Position, seat: Seat) -> list[Spot]:
    """The cards of a seat that may be declared as attackers."""
    found = [spot for spot in spots(position, seat) if spot.unit.name and not spot.unit.drained]
    return [
        spot
        for spot in found
        if attacks_from(spot) and "cannot_attack" not in keywords(position, spot)
    ]


def best_attacks(fights: Fights, able: Sequence[Spot], bold: float) -> tuple[float, Move | None]:
    """The declaration that wins most, where that is more than ``bold``."""
    position, seat = fights.position, fights.seat
    best, chosen = bold, None
    for other in opponents(position, seat):
        if seat in position.protected[other]:
            continue
        value, declared = _against(fights, able, other)
        if declared and value > best:
            best, chosen = value, declared
    if chosen is None:
        return 0.0, None
    chosen.sort(key=lambda one: number_order(one[0][0]))
    return best, Move("attack", attacks=tuple(chosen))


def _against(fights: Fights, able: Sequence[Spot], other: Seat) -> tuple[float, list[Declared]]:
    """The attackers, strongest first, as long as each wins something against an able defender."""
    position = fights.position
    blockers = able_blockers(position, list(able), False, other)
    order = sorted(able, key=lambda spot: -strength(position, spot, "attacking"))
    left, total = list(blockers), 0.0
    declared: list[Declared] = []
    felled: set[str] = set()
    for attacker in order:
        tunnel = "tunneling" in fights.keywords(attacker)
        value, used, target, through = _met(fights, attacker, left, other, felled, tunnel)
        if value <= 0.0:
            continue
        total += value
        declared.append(((attacker.unit.name,), through, other))
        if used is not None:
            left.remove(used)
            felled.add(used.unit.name)
        felled.add(target)
    return total, declared


def _met(
    fights: Fights,
    attacker: Spot,
    left: Sequence[Spot],
    other: Seat,
    felled: set[str],
    tunnel: bool,
) -> tuple[float, Spot | None, str, bool]:
    """What one attack is worth where the defender picks the blocker that suits him best."""
    position = fights.position
    best: tuple[float, Spot | None, str, bool] = (-99.0, None, "", False)
    for through in (False, True) if tunnel else (False,):
        able = {spot.unit.name for spot in able_blockers(position, [attacker], through, other)}
        there = [spot for spot in left if spot.unit.name in able]
        if there:
            value, blocker = min(
                [(fights.clash(attacker, spot), spot) for spot in there], key=lambda one: one[0]
            )
            found: tuple[float, Spot | None, str, bool] = (value, blocker, "", through)
        else:
            names = unblocked_targets(position, [attacker], through, other)
            value, name = fights.best(attacker, [one for one in names if one not in felled])
            found = (value, None, name, through)
        if found[0] > best[0]:
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
