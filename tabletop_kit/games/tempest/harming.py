"""What Spells, Miracles and abilities would bring a seat, and at what they are best aimed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import NamedTuple

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.cards import (
    CARD,
    IS_MIRACLE,
    LOCATION,
    OCCUPATION,
    PLAYING,
    ST,
    SU,
    TEXT,
    Card,
)
from tabletop_kit.games.tempest.clashing import Fights
from tabletop_kit.games.tempest.moves import Move, number_order
from tabletop_kit.games.tempest.names import relics, spot_name
from tabletop_kit.games.tempest.numbers import faith, outside, shielded
from tabletop_kit.games.tempest.position import (
    BATTLEGROUND,
    WANDER,
    Spot,
    opponents,
    spots,
)
from tabletop_kit.games.tempest.worths import USE, WORTH, temple_worth

OUTSIDE = (WANDER, BATTLEGROUND)
"""The areas of Characters outside Temples."""
EVERYWHERE = frozenset((*OUTSIDE, "temple"))
"""Where a Teleport leads."""


class Aim(NamedTuple):
    """What a play brings, at best, and what is to be added to its move."""

    worth: float
    at: tuple[str, ...] = ()
    points: tuple[int, ...] = ()
    seat: Seat = -1
    on: str = ""


NOTHING = Aim(0.0)


def at_best(found: Collection[tuple[float, str]], share: float = 1.0) -> Aim:
    """An aim at the best of these, at that share of its worth; nothing where it has no name."""
    worth, name = max(found, default=(0.0, ""))
    return Aim(share * worth, (name,)) if name else NOTHING


class Harm:
    """What each play of a seat would bring it, from one look at the table."""

    def __init__(self, fights: Fights) -> None:
        self.fights, self.position, self.seat = fights, fights.position, fights.seat
        self.foes = [
            other
            for other in opponents(self.position, self.seat)
            if self.seat not in self.position.protected[other]
        ]

    def open(self, card: Card) -> Iterator[Spot]:
        """The opposing Characters outside Temples that a play can be aimed at."""
        kind = "miracle" if IS_MIRACLE[card] else "spell"
        for other in self.foes:
            yield from self.struck(other, kind)

    def struck(self, other: Seat, kind: str) -> Iterator[Spot]:
        """A player's Characters outside Temples that a mass effect strikes.

        ``kind`` is what shields are asked about: ``spell`` or ``miracle``.
        """
        for spot in spots(self.position, other):
            if spot.area in OUTSIDE and not shielded(self.position, spot, kind, self.seat):
                yield spot

    def lost(self, found: Iterable[Spot]) -> float:
        """What cards are worth together, as losses of whose they are."""
        return sum([self.fights.worth(spot) for spot in found])

    def aim(self, card: Card, x: int) -> Aim:
        """The best use of a play now; ``x`` is what a bullet is paid with."""
        found = _AIMS.get(TEXT[card])
        return NOTHING if found is None else found(self, card, x)

    # -- one card --------------------------------------------------------------------------------

    def whirlwind(self, card: Card, _x: int) -> Aim:
        """Back to the hand: half of it, for it has to be paid again."""
        found = [
            (self.fights.worth(spot), spot_name(self.position, spot)) for spot in self.open(card)
        ]
        return at_best(found, USE["whirlwind"])

    def domination(self, card: Card, _x: int) -> Aim:
        """Taken from the other, and got oneself."""
        found = [
            (self.fights.worth(spot), spot.unit.name)
            for spot in self.open(card)
            if not shielded(self.position, spot, "control", self.seat)
        ]
        return at_best(found, USE["domination"])

    def weakness(self, card: Card, _x: int) -> Aim:
        """Two ST less: a card of ST 2 or less falls."""
        found = []
        for spot in self.open(card):
            share = 1.0 if outside(self.position, spot) <= 2 else USE["curse-of-weakness"]
            found.append((share * self.fights.worth(spot), spot.unit.name))
        return at_best(found)

    def polymorph(self, card: Card, _x: int) -> Aim:
        """ST 1 in place of what it was."""
        found = [(outside(self.position, spot) - 1.0, spot.unit.name) for spot in self.open(card)]
        return at_best(found, USE["polymorph"])

    def fireball(self, card: Card, x: int) -> Aim:
        """The best card or Temple that so many points fell."""
        found = [
            (self.fights.worth(spot), spot.unit.name)
            for spot in self.open(card)
            if outside(self.position, spot) <= x
        ]
        return at_best([*found, *self._temples(x, ())])

    def _temples(self, x: int, spared: tuple[str, ...]) -> list[tuple[float, str]]:
        return [
            (temple_worth(temple, self.fights.strategy), temple.name)
            for other in self.foes
            for temple in self.position.temples[other]
            if ST[temple.card] <= x and LOCATION[temple.card] not in spared
        ]

    # -- several ---------------------------------------------------------------------------------

    def shower(self, card: Card, x: int) -> Aim:
        """So many points, split among one player's cards outside Temples."""
        return self._split(card, x, False)

    def angel(self, card: Card, x: int) -> Aim:
        """Cards of so much ST together, in any area."""
        return self._split(card, x, True)

    def _split(self, card: Card, x: int, inside: bool) -> Aim:
        best, kind = NOTHING, "miracle" if IS_MIRACLE[card] else "spell"
        for other in self.foes:
            found = []
            for spot in spots(self.position, other):
                if not inside and spot.area not in OUTSIDE:
                    continue
                if shielded(self.position, spot, kind, self.seat):
                    continue
                points = outside(self.position, spot) if spot.unit.name else 1
                name = spot_name(self.position, spot)
                found.append((self.fights.worth(spot) / points, points, name, spot))
            found.sort(key=lambda one: (-one[0], one[2]))
            left, worth, taken = x, 0.0, []
            for rate, points, name, _spot in found:
                if points <= left:
                    left -= points
                    worth += rate * points
                    taken.append((name, points))
            if worth > best.worth:
                taken.sort(key=lambda one: number_order(one[0]))
                names = tuple([name for name, _ in taken])
                given = () if inside else tuple([points for _, points in taken])
                best = Aim(worth, names, given)
        return best

    def arrows(self, _card: Card, _x: int) -> Aim:
        """All weak Characters of a player outside Temples."""
        return self._all_of_one("spell", lambda spot: outside(self.position, spot) <= 2)

    def plague(self, _card: Card, _x: int) -> Aim:
        """All Followers in a player's Wander Area."""
        return self._all_of_one(
            "miracle",
            lambda spot: spot.area == WANDER and OCCUPATION[spot.unit.card] == "Follower",
        )

    def _all_of_one(self, kind: str, falls: Callable[[Spot], bool]) -> Aim:
        """The player who loses most, where all such cards of one player fall."""
        best = NOTHING
        for other in self.foes:
            worth = self.lost([spot for spot in self.struck(other, kind) if falls(spot)])
            if worth > best.worth:
                best = Aim(worth, seat=other)
        return best

    def apocalypse(self, _card: Card, _x: int) -> Aim:
        """Everybody's Characters outside Temples."""
        worth = -self.lost(self.struck(self.seat, "miracle"))
        return Aim(worth + sum([self.lost(self.struck(one, "miracle")) for one in self.foes]))

    def seals(self, _card: Card, _x: int) -> Aim:
        """Seven Characters fall, each player's own choice."""
        own = len(list(self.struck(self.seat, "miracle")))
        others = max([len(list(self.struck(one, "miracle"))) for one in self.foes], default=0)
        return Aim(USE["seven-seals-of-doom"] * (min(others, 4) - min(own, 3)) + 0.5)

    def frost(self, _card: Card, _x: int) -> Aim:
        """The others' cards outside Temples stay drained for a turn."""
        worth = 0.0
        for other in self.foes:
            for spot in self.struck(other, "miracle"):
                worth += USE["bitter-frost"] * faith(self.position, spot) * spot.unit.drained
        return Aim(worth)

    def tithe(self, _card: Card, _x: int) -> Aim:
        """Two cards of a hand."""
        best = max([(len(self.position.hands[one]), -one) for one in self.foes], default=(0, 0))
        return Aim(USE["dark-tithe"] * min(best[0], 2), seat=-best[1]) if best[0] else NOTHING

    def tremors(self, _card: Card, x: int) -> Aim:
        """Cards that are tunneling, and a Temple."""
        return at_best(self._temples(x, ("sky",)))

    def sands(self, _card: Card, _x: int) -> Aim:
        """Every Relic in play."""
        own = sum([1 for _ in relics(self.position, self.seat)])
        others = sum([1 for one in self.foes for _ in relics(self.position, one)])
        return Aim(USE["sands-of-the-ages"] * others - own)

    # -- for oneself -----------------------------------------------------------------------------

    def recovered(self, card: Card, _x: int) -> Aim:
        """The best Character that comes back."""
        playing = PLAYING[card]
        wanted = playing.effects[0].target if playing is not None else None
        assert wanted is not None and wanted.max_su is not None
        table = WORTH[self.fights.strategy]
        found = [
            (table[one], TEXT[one])
            for one in set(self.position.discard[self.seat])
            if OCCUPATION[one] in wanted.occ and SU[one] <= wanted.max_su
        ]
        return at_best(found, USE[TEXT[card]])

    def sphere(self, _card: Card, _x: int) -> Aim:
        """Another turn."""
        return Aim(USE["time-sphere"])

    def blessing(self, _card: Card, _x: int) -> Aim:
        """One more FT for Followers in Temples."""
        found = [
            spot
            for spot in spots(self.position, self.seat)
            if spot.area not in OUTSIDE and OCCUPATION[spot.unit.card] == "Follower"
        ]
        return Aim(USE["blessing-of-faith"] * len(found) + 0.5)

    def ward(self, _card: Card, _x: int) -> Aim:
        """The best own card is left alone by Spells and Miracles."""
        own = [
            (self.fights.worth(spot), spot.unit.name)
            for spot in spots(self.position, self.seat)
            if spot.unit.name and not any([member.spells for member in spot.unit.members])
        ]
        return at_best(own, USE["ward-of-light"])

    def storm(self, _card: Card, _x: int) -> Aim:
        """Another hand, for everybody."""
        return Aim(USE["storm-of-change"])

    def sent(self, areas: frozenset[str], user: Spot, seat: Seat = -1) -> Aim:
        """The best attack of a card by Teleport or Gate, on all players or on one."""
        value, name = self.fights.reached(user, areas, seat)
        return Aim(value, (name,)) if name else NOTHING


_AIMS: dict[str, Callable[[Harm, Card, int], Aim]] = {
    "whirlwind": Harm.whirlwind,
    "domination": Harm.domination,
    "curse-of-weakness": Harm.weakness,
    "polymorph": Harm.polymorph,
    "fireball": Harm.fireball,
    "meteor-shower": Harm.shower,
    "destroying-angel": Harm.angel,
    "rain-of-arrows": Harm.arrows,
    "spider-plague": Harm.plague,
    "apocalypse": Harm.apocalypse,
    "seven-seals-of-doom": Harm.seals,
    "bitter-frost": Harm.frost,
    "dark-tithe": Harm.tithe,
    "tremors": Harm.tremors,
    "sands-of-the-ages": Harm.sands,
    "resurrection": Harm.recovered,
    "raise-dead": Harm.recovered,
    "time-sphere": Harm.sphere,
    "blessing-of-faith": Harm.blessing,
    "ward-of-light": Harm.ward,
    "storm-of-change": Harm.storm,
}
PROACTIVE: frozenset[Card] = frozenset([CARD[text] for text in _AIMS])
"""Spells and Miracles that are played in the own turn, without being an answer."""


def aimed(move: Move, aim: Aim) -> Move:
    """A move with what it is aimed at."""
    return move._replace(at=aim.at, points=aim.points, at_seat=aim.seat, on=aim.on or move.on)
