"""Who pays: the kit's players choose payers that leave as much Faith as possible for the rest."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.asked import channels
from tabletop_kit.games.tempest.cards import (
    BULLET,
    IS_MIRACLE,
    OCCUPATION,
    PANTHEON,
    SIDED,
    SU,
    Card,
)
from tabletop_kit.games.tempest.moves import STOLEN, Move, number_order
from tabletop_kit.games.tempest.names import spot_name
from tabletop_kit.games.tempest.numbers import faith
from tabletop_kit.games.tempest.paying import GODS, given_faith, opposed, stolen_faith
from tabletop_kit.games.tempest.position import BATTLEGROUND, WANDER, Position, Spot, spots

SPARED = 0.5
"""What another Channeller among the payers costs, in FT: it could have led a summons itself."""


class Payer(NamedTuple):
    """An undrained card: its FT, what is added where it leads, and whether it channels.

    Named ``stolen``: FT taken from another player, which False Prophet brings to its area.
    """

    spot: Spot
    name: str
    faith: int
    given: int
    leads: bool
    sides: frozenset[str]


def payer(spot: Spot, name: str, points: int, given: int = 0) -> Payer:
    """A card as a payer of so much."""
    sides = frozenset([PANTHEON[member.card] for member in spot.unit.members])
    return Payer(spot, name, points, given, channels(spot.unit), sides)


class Bill(NamedTuple):
    """A way to pay: the first payer, the others, the FT put in, and what that costs the rest."""

    first: Payer
    others: tuple[Payer, ...]
    paid: int
    price: float

    def move(self, verb: str, what: str) -> Move:
        """The move begun: verb, card, payers."""
        names = sorted([one.name for one in self.others], key=_stolen_last)
        return Move(verb, what, self.first.name, tuple(names))


def _stolen_last(name: str) -> tuple[bool, str, int]:
    return (name == STOLEN, *number_order(name))


Purses = dict[str, list[Payer]]


def purses(position: Position, seat: Seat) -> Purses:
    """The undrained cards of a seat, by area, those with most FT first."""
    found: Purses = {}
    pooled = bool(position.pools)
    for spot in spots(position, seat):
        if spot.unit.drained:
            continue
        own = faith(position, spot)
        given = given_faith(position, spot) if pooled else 0
        one = payer(spot, spot_name(position, spot), own, given)
        found.setdefault(spot.area, []).append(one)
    if pooled:
        for area, group in found.items():
            if points := stolen_faith(position, seat, area):
                group.append(taken(group[0].spot, points))
    for group in found.values():
        group.sort(key=lambda one: -one.faith)
    return found


def taken(there: Spot, points: int) -> Payer:
    """FT taken from another player as a payer in the area of a card of one's own."""
    return Payer(there, STOLEN, points, 0, False, frozenset())


def bill(position: Position, card: Card, found: Purses, x: int = 0) -> Bill | None:
    """The way to pay for a card that costs the rest least; ``None`` where there is none.

    ``x`` is what a bullet is to be worth.
    """
    best: Bill | None = None
    cost = x if SU[card] == BULLET else SU[card]
    for area, group in found.items():
        one = _in_area(position, card, cost, area, group)
        if one is not None and (best is None or one.price < best.price):
            best = one
    return best


def _in_area(
    position: Position, card: Card, cost: int, area: str, group: Sequence[Payer]
) -> Bill | None:
    """The cheapest way to pay with the cards of one area (TG-A13, A23, A24, A28)."""
    free = position.choices.ignore_pantheon
    able = group if free else [one for one in group if may_pay(card, one)]
    if area == BATTLEGROUND:
        return (
            _cheapest([one for one in able if one.leads], cost, True) if IS_MIRACLE[card] else None
        )
    god = OCCUPATION[card] in GODS and not position.choices.deity_from_any_area
    if god and area == WANDER:
        leaders = [one for one in able if _is_demigod(one)]
        return _cheapest(able, cost, True, leaders) if leaders else None
    if PANTHEON[card] == "Chaos" and not free:
        plain = [one for one in able if not doubles(one)]
        found = _paid_by(card, plain, cost)
        return found or (_paid_by(card, able, 2 * cost) if len(plain) < len(able) else None)
    return _paid_by(card, able, cost)


def _is_demigod(one: Payer) -> bool:
    return any([OCCUPATION[member.card] == "Demi-god" for member in one.spot.unit.members])


def may_pay(card: Card, one: Payer) -> bool:
    """Whether the Pantheon of a payer may pay for a card (TG-A23)."""
    return _allied(PANTHEON[card], one.sides)


@cache
def _allied(pantheon: str, sides: frozenset[str]) -> bool:
    return pantheon == "Neutral" or not opposed(pantheon, sides)


def doubles(one: Payer) -> bool:
    """Whether a card of Chaos costs twice its SU where this payer is among them (TG-A24)."""
    return not SIDED.isdisjoint(one.sides)


def _paid_by(card: Card, able: Sequence[Payer], cost: int) -> Bill | None:
    found = _cheapest(able, cost, OCCUPATION[card] in (*GODS, "Temple", "Miracle"))
    if OCCUPATION[card] != "Priest":
        return found
    pooled = _unled(able, cost)
    return pooled if pooled and (found is None or pooled.price < found.price) else found


def _cheapest(
    able: Sequence[Payer], cost: int, channelled: bool, leaders: Sequence[Payer] | None = None
) -> Bill | None:
    """One card alone, or a Channeller with others.

    ``channelled``: one alone has to be a Channeller, too; ``leaders``: only one of these leads.
    """
    best: Bill | None = None
    for first in able if leaders is None else leaders:
        if first.name == STOLEN:
            continue
        own = first.faith + first.given
        if own >= cost:
            if channelled and not first.leads:
                continue
            one = Bill(first, (), own, own + SPARED * first.leads)
        elif first.leads:
            others = filled([payer for payer in able if payer is not first], cost - own)
            if others is None:
                continue
            paid = own + sum([payer.faith for payer in others])
            led = 1 + sum([payer.leads for payer in others])
            one = Bill(first, tuple(others), paid, paid + SPARED * led)
        else:
            continue
        if best is None or one.price < best.price:
            best = one
    return best


def _unled(able: Sequence[Payer], cost: int) -> Bill | None:
    """A pool without a Channeller, which may summon a Priest (TG-A13, A14)."""
    found = filled([one for one in able if not one.leads], cost)
    if found is None or len(found) < 2:
        return None
    found.sort(key=lambda one: _stolen_last(one.name))
    paid = sum([one.faith for one in found])
    return Bill(found[0], tuple(found[1:]), paid, float(paid))


def filled(others: Sequence[Payer], missing: int) -> list[Payer] | None:
    """Cards with so much FT together, with little over; ``None`` where there are none."""
    taken: list[Payer] = []
    spare: Payer | None = None
    for one in others:
        if one.faith < 1:
            break
        if one.faith <= missing:
            taken.append(one)
            missing -= one.faith
            if not missing:
                return taken
        else:
            spare = one
    if spare is None:
        return None
    over = spare.faith - missing
    kept = []
    for one in taken:
        if one.faith <= over:
            over -= one.faith
        else:
            kept.append(one)
    return [*kept, spare]


def most_faith(card: Card, group: Sequence[Payer], free: bool) -> int:
    """All the FT that an area could put into a card."""
    able = [one for one in group if free or may_pay(card, one)]
    if not any([one.leads for one in able]):
        return 0
    total = sum([one.faith for one in able]) + max([one.given for one in able if one.leads])
    chaos = PANTHEON[card] == "Chaos" and not free
    return total // 2 if chaos and any([doubles(one) for one in able]) else total
