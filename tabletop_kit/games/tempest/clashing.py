"""What single fights are worth to a seat, with what was found out kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.fights import sums
from tabletop_kit.games.tempest.names import spot_named, temple_named
from tabletop_kit.games.tempest.numbers import keywords
from tabletop_kit.games.tempest.position import (
    Position,
    Spot,
    Temple,
    opponents,
    units,
)
from tabletop_kit.games.tempest.reach import anywhere
from tabletop_kit.games.tempest.worths import HARM, temple_worth, unit_worth

LAST_CARD = 50.0
"""What the last card of an opponent is worth: without it he is out."""
SCARCE = 3.0
"""What every card of a player is worth the more, shared among those that are left."""
NO_TARGET = -99.0
"""What an attack counts for that finds nothing: less than any that does."""
UNKNOWN_ST = 1
"""The ST that another player's face-down card is reckoned with: it is of SU 0."""


class Fights:
    """What fights are worth to one seat, with what was found out kept."""

    def __init__(self, position: Position, seat: Seat, strategy: int) -> None:
        self.position, self.seat, self.strategy = position, seat, strategy
        self._values: dict[tuple[str, Seat, str], float] = {}
        self._count: dict[Seat, int] = {}
        self._keywords: dict[str, frozenset[str]] = {}

    def keywords(self, spot: Spot) -> frozenset[str]:
        """The keywords of a card; none are known of one that lies face down."""
        name = spot.unit.name
        if not name:
            return frozenset()
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

    def totals(self, attackers: Sequence[Spot], defender: Spot | Temple) -> tuple[int, int]:
        """Both totals of a fight that is not there yet, as far as this seat can know them."""
        attack, defence = sums(self.position, attackers, defender)
        known = isinstance(defender, Temple) or defender.unit.name or defender.seat == self.seat
        return attack, defence if known else UNKNOWN_ST

    def clash(self, attacker: Spot, defender: Spot) -> float:
        """What a fight of two cards is worth to this seat, whichever is its own."""
        key = (attacker.unit.name, defender.seat, defender.unit.name or defender.area)
        found = self._values.get(key)
        if found is None:
            found = self._values[key] = self._clash(attacker, defender)
        return found

    def _clash(self, attacker: Spot, defender: Spot) -> float:
        attack, defence = self.totals([attacker], defender)
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
        """What an attack of an own card on a Temple is worth; below 0 where the card would fall."""
        attack, stands = self.totals([attacker], temple)
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
        return max(found, key=lambda one: one[0], default=(NO_TARGET, ""))

    def reached(self, attacker: Spot, areas: frozenset[str], seat: Seat = -1) -> tuple[float, str]:
        """The most that a Teleport or Gate of an own card can win, from all players or from one."""
        names = [
            name
            for other in opponents(self.position, self.seat)
            if self.seat not in self.position.protected[other] and seat in (-1, other)
            for name in anywhere(self.position, attacker, areas, other)
        ]
        return self.best(attacker, names)
