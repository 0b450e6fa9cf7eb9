"""What a summons, a Spell or a face-down Relic costs, and who may pay it (TG-A13 to A30, A39).

Functions named ``..._faults`` yield every refusal they know of; ``judging.py`` takes the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tabletop_kit.engine.ruling import Json, Ruling, Seat, refusal
from tabletop_kit.games.tempest.asked import channels
from tabletop_kit.games.tempest.cards import (
    BULLET,
    IS_CHANNELLER,
    IS_MIRACLE,
    IS_TEMPLE,
    OCCUPATION,
    PANTHEON,
    SIDED,
    STATICS,
    SU,
    TEXT,
    Card,
    Static,
)
from tabletop_kit.games.tempest.entering import barred, closed_to, relics_of, room
from tabletop_kit.games.tempest.moves import STOLEN, Move, ascending, number_order
from tabletop_kit.games.tempest.names import spot_named
from tabletop_kit.games.tempest.numbers import all_keywords, faith, fits, power, works
from tabletop_kit.games.tempest.position import (
    BATTLEGROUND,
    WANDER,
    Spot,
    Table,
    Temple,
    spots,
)

GODS = ("Demi-god", "Deity")
HOSTILE = {"Good": "Evil", "Evil": "Good"}


def no(rule: str, why: str, **facts: Json) -> Ruling:
    """A refusal by a rule of Tempest."""
    return refusal(rule, why, **facts)


class Payment(NamedTuple):
    """Who pays: the summoner or caster, the others, and FT taken from other players."""

    first: Spot
    others: tuple[Spot, ...]
    stolen: int = 0

    @property
    def all(self) -> tuple[Spot, ...]:
        """Everybody who is drained."""
        return (self.first, *self.others)


def stolen_faith(table: Table, seat: Seat, area: str) -> int:
    """FT taken from other players that may go into a summons in an area of one's own."""
    total = 0
    for pool in table.pools:
        if pool.name == STOLEN:
            total += pool.points if table.phase == "choice" else 0
            continue
        spot = spot_named(table, pool.name)
        if spot is not None and spot.seat == seat and spot.area == area:
            total += pool.points if TEXT[spot.unit.card] == "false-prophet" else 0
    return total


def given_faith(table: Table, spot: Spot) -> int:
    """FT added to what this card summons next (Blood Priest)."""
    return sum(
        [
            pool.points
            for pool in table.pools
            if pool.name == spot.unit.name and TEXT[spot.unit.card] != "false-prophet"
        ]
    )


def find_payment(table: Table, seat: Seat, move: Move) -> Payment | Ruling:
    """The cards a move names as payers; a refusal where one is not there, or not one's own."""
    found = []
    for name in (move.by, *move.payers):
        if name == STOLEN:
            continue
        spot = spot_named(table, name)
        if spot is None or spot.seat != seat:
            return no("TG-T4", "not-yours", name=name)
        found.append(spot)
    if move.by in move.payers:
        return no("TG-N1", "pays-twice", name=move.by)
    stolen = 0
    if STOLEN in move.payers:
        stolen = stolen_faith(table, seat, found[0].area)
        if not stolen:
            return no("TG-T4", "nothing-stolen")
    return Payment(found[0], tuple(found[1:]), stolen)


def doubled(table: Table, card: Card, found: tuple[Spot, ...]) -> bool:
    """Whether a card costs twice its face: Chaos, with Good or Evil among the payers (TG-A24)."""
    if PANTHEON[card] != "Chaos" or table.choices.ignore_pantheon:
        return False
    return any(PANTHEON[member.card] in SIDED for spot in found for member in spot.unit.members)


def faith_paid(table: Table, payment: Payment) -> int:
    """All the FT that a payment puts in."""
    own = sum([faith(table, spot) for spot in payment.all])
    return own + payment.stolen + given_faith(table, payment.first)


def cost_of(table: Table, card: Card, payment: Payment, x: int) -> int:
    """The cost of a card for these payers; of a bullet with X so high."""
    face = x if SU[card] == BULLET else SU[card]
    return 2 * face if doubled(table, card, payment.all) else face


# -- who may pay ---------------------------------------------------------------------------------


def payment_faults(table: Table, card: Card, payment: Payment, move: Move) -> Iterator[Ruling]:
    """What speaks against these payers for a summons, or for turning up a Relic."""
    for spot in payment.all:
        if spot.unit.drained:
            yield no("TG-A7", "drained", name=_called(spot, payment, move))
    yield from _channel_faults(card, payment, move)
    yield from _area_faults(card, payment)
    for spot, name in zip(payment.all, (move.by, *move.payers), strict=False):
        if faith(table, spot) < 1:
            yield no("TG-A18", "no-faith", name=name)
    yield from pantheon_faults(table, card, payment.all)
    yield from god_faults(table, card, payment)


def _called(spot: Spot, payment: Payment, move: Move) -> str:
    names = (move.by, *[name for name in move.payers if name != STOLEN])
    return dict(zip([id(one) for one in payment.all], names, strict=True)).get(id(spot), move.by)


def _channel_faults(card: Card, payment: Payment, move: Move) -> Iterator[Ruling]:
    """Who may summon what (TG-A13)."""
    if leads(payment.first):
        return
    occupation = OCCUPATION[card]
    if occupation in (*GODS, "Temple", "Miracle"):
        yield no("TG-A13", "needs-channeller", card=TEXT[card], name=move.by)
    elif move.payers and occupation != "Priest":
        yield no("TG-A13", "no-channeller", card=TEXT[card], name=move.by)
    elif payment.others and number_order(move.by) > number_order(move.payers[0]):
        yield no("TG-N1", "first-payer", name=move.payers[0])


def leads(spot: Spot) -> bool:
    """Whether a card may lead a pool: a Channeller, face down or up."""
    if spot.unit.name:
        return channels(spot.unit)
    return IS_CHANNELLER[spot.unit.card]


def _area_faults(card: Card, payment: Payment) -> Iterator[Ruling]:
    """All payers in one area of the Homeland (TG-A16, A17)."""
    first = payment.first
    if first.area == BATTLEGROUND:
        if not IS_MIRACLE[card]:
            yield no("TG-A17", "battleground-summons", card=TEXT[card])
        elif payment.others or payment.stolen:
            yield no("TG-A17", "battleground-pool", card=TEXT[card])
    if any([spot.area != first.area for spot in payment.others]):
        yield no("TG-A16", "two-areas")


def opposed(pantheon: str, payers: Iterable[str]) -> bool:
    """Whether one of these Pantheons may not pay for a card of that one (TG-A23).

    >>> opposed("Good", ("Neutral", "Evil")), opposed("Chaos", ("Good",))
    (True, False)
    """
    return any(
        [HOSTILE.get(own) == pantheon or (own == "Chaos" and pantheon != "Chaos") for own in payers]
    )


def pantheon_faults(table: Table, card: Card, found: tuple[Spot, ...]) -> Iterator[Ruling]:
    """Which Pantheons may summon a card (TG-A23)."""
    if table.choices.ignore_pantheon or PANTHEON[card] == "Neutral":
        return
    for spot in found:
        for member in spot.unit.members:
            if opposed(PANTHEON[card], (PANTHEON[member.card],)):
                yield no("TG-A23", "pantheon", card=TEXT[card], payer=TEXT[member.card])


def god_faults(table: Table, card: Card, payment: Payment) -> Iterator[Ruling]:
    """Demi-gods and Deities are summoned in a Temple, or by a Demi-god anywhere (TG-A28, A30)."""
    if OCCUPATION[card] not in GODS or table.choices.deity_from_any_area:
        return
    if any([OCCUPATION[one.card] == "Demi-god" for one in payment.first.unit.members]):
        return
    rule = "TG-A28" if OCCUPATION[card] == "Deity" else "TG-A30"
    area = payment.first.area
    if area in (WANDER, BATTLEGROUND) or any([spot.area != area for spot in payment.others]):
        yield no(rule, "not-in-one-temple", card=TEXT[card])


def amount_faults(table: Table, card: Card, payment: Payment, move: Move) -> Iterator[Ruling]:
    """Whether the FT reaches the cost (TG-T1, A24, A26)."""
    yield from x_faults(card, move)
    paid, cost = faith_paid(table, payment), cost_of(table, card, payment, move.x)
    if paid < cost:
        why = "faith-doubled" if doubled(table, card, payment.all) else "faith"
        yield no("TG-T1", why, paid=paid, cost=cost, card=TEXT[card])


def x_faults(card: Card, move: Move) -> Iterator[Ruling]:
    """A bullet needs its X, other cards have none (TG-A26)."""
    if SU[card] == BULLET and not move.x:
        yield no("TG-N1", "x-missing", card=TEXT[card])
    elif SU[card] != BULLET and move.x:
        yield no("TG-N1", "x-for-nothing", card=TEXT[card])


# -- Temples -------------------------------------------------------------------------------------


def inside_faults(table: Table, card: Card, payment: Payment, move: Move) -> Iterator[Ruling]:
    """Who of the payers may be put inside a new Temple (TG-A21, A25, A35, T2, T3)."""
    if not move.inside:
        return
    if not IS_TEMPLE[card]:
        yield no("TG-N1", "inside-for-nothing", card=TEXT[card])
        return
    paying = (move.by, *move.payers)
    late = move.inside[0] != move.by and not _kept_out(table, card, payment.first)
    first = move.inside if move.by not in move.inside else move.inside[1:]
    if late or not ascending(first) or any([name not in paying for name in move.inside]):
        yield no("TG-A21", "inside", card=TEXT[card])
        return
    found = [spot for spot in (spot_named(table, name) for name in move.inside) if spot]
    yield from entering_faults(table, Temple(card, ""), found)


def _kept_out(table: Table, card: Card, summoner: Spot) -> bool:
    """Whether a summoner may not enter the Temple it summons, so that others go in without it."""
    cards = [member.card for member in summoner.unit.members]
    return any([closed_to(table, card, one) or bool(barred(table, one, summoner)) for one in cards])


def entering_faults(table: Table, temple: Temple, found: list[Spot]) -> Iterator[Ruling]:
    """What keeps cards from entering a Temple together."""
    name = temple.name or TEXT[temple.card]
    for spot in found:
        for member in spot.unit.members:
            if closed_to(table, temple.card, member.card):
                yield no("TG-A25", "temple-pantheon", temple=name, card=TEXT[member.card])
            if by := barred(table, member.card, spot):
                yield no("TG-T3", "barred", temple=name, card=TEXT[member.card], by=by)
    carried_ = [len(one.relics) for unit in temple.inside for one in unit.members]
    there = len(temple.relics) + sum(carried_)
    coming = sum([relics_of(spot.unit) for spot in found])
    if coming and there + coming > 2:
        yield no("TG-A35", "temple-relics", temple=name)
    if sum([len(spot.unit.members) for spot in found]) > room(temple):
        yield no("TG-T2", "full", temple=name)


# -- Spells --------------------------------------------------------------------------------------


def pooling(table: Table, caster: Spot) -> list[Static]:
    """What lets castings of this card take FT of others (``spell_pool``)."""
    return [
        static
        for member in caster.unit.members
        for relic in member.relics
        if works(table, relic, caster)
        for static in STATICS[relic.card]
        if static.do == "spell_pool"
    ]


def admitted(table: Table, caster: Spot) -> list[Spot]:
    """The Followers whose FT an Orb of Communion lets a casting take (``spell_pool``)."""
    orbs = pooling(table, caster)
    return [
        spot
        for spot in spots(table, caster.seat)
        if spot.area == caster.area
        and spot.unit is not caster.unit
        and any([fits(orb.scope, one.card) for orb in orbs for one in spot.unit.members])
    ]


def strength_paid(table: Table, payment: Payment) -> int:
    """What a casting puts in: the caster's power, and FT that an Orb admits (TG-A39)."""
    own = power(table, payment.first)
    return own + sum([faith(table, spot) for spot in payment.others])


def casting_faults(table: Table, card: Card, payment: Payment, move: Move) -> Iterator[Ruling]:
    """What speaks against this caster and those who help it (TG-A39, A23, A24)."""
    for spot in payment.all:
        if spot.unit.drained:
            yield no("TG-A7", "drained", name=_called(spot, payment, move) or move.what)
    if "spell_cast" not in all_keywords(payment.first.unit):
        yield no("TG-A13", "no-caster", card=TEXT[card], name=move.by)
        return
    allowed = [spot.unit for spot in admitted(table, payment.first)]
    orbs = pooling(table, payment.first)
    for spot, name in zip(payment.others, move.payers, strict=True):
        if orbs and spot.area != payment.first.area:
            yield no("TG-A16", "two-areas")
        elif not any([spot.unit is unit for unit in allowed]):
            yield no("TG-A39", "no-helper", name=name)
        if faith(table, spot) < 1:
            yield no("TG-A18", "no-faith", name=name)
    yield from pantheon_faults(table, card, payment.all)
    yield from x_faults(card, move)
    paid, cost = strength_paid(table, payment), cost_of(table, card, payment, move.x)
    if paid < cost:
        why = "power-doubled" if doubled(table, card, payment.all) else "power"
        yield no("TG-A39", why, paid=paid, cost=cost, card=TEXT[card])
