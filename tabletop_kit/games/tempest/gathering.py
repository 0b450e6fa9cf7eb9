"""How near a seat is to a Deity, by all that it knows: its own hand and face-down cards included.

Faith counts where a Deity may be summoned with it: in one Temple, where a Demi-god stands, or in
any one area if the game says so (TG-A28, TG-A29, TG-O4); and only that of cards whose Pantheon may
pay for it (TG-A23), Chaos at twice its cost where Good or Evil pays (TG-A24).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.cards import OCCUPATION, PANTHEON, SIDED, SU, TEXT, Card
from tabletop_kit.games.tempest.entering import fits_inside, room
from tabletop_kit.games.tempest.judging import in_play
from tabletop_kit.games.tempest.numbers import faith
from tabletop_kit.games.tempest.paying import leads, opposed
from tabletop_kit.games.tempest.position import BATTLEGROUND, WANDER, Spot, Table, spots
from tabletop_kit.games.tempest.standing import GOD_COST


class Gathering(NamedTuple):
    """What lies together for a Deity.

    ``faith``: FT in ``area``, of those that may pay for it; ``led``: whether a Channeller is among
    them that may summon it there; ``near``: FT of others that one step brings there; ``cost``: what
    ``god`` asks of them, the dearest Deity where none is in hand (``god`` and ``area`` are empty
    where there is none).
    """

    faith: int
    area: str
    led: bool
    near: int
    cost: int
    god: str

    @property
    def ready(self) -> int:
        """The FT, half of it as long as nobody can channel it."""
        return self.faith if self.led else self.faith // 2


class _Payer(NamedTuple):
    """A card that could pay: what it brings, whether it leads, and whether it pays Chaos double."""

    spot: Spot
    faith: int
    leads: bool
    demigod: bool
    sided: bool


def summonable(table: Table, seat: Seat) -> list[Card]:
    """The Deities in a hand that may be summoned in this game (TG-O13): only for its owner."""
    gods = [card for card in dict.fromkeys(table.hands[seat]) if OCCUPATION[card] == "Deity"]
    if gods and table.choices.unique_gods:
        return [card for card in gods if not in_play(table, card)]
    return gods


def gathering(table: Table, seat: Seat) -> Gathering:
    """The best place for the Deity that is nearest."""
    by_area: dict[str, list[Spot]] = {}
    for spot in spots(table, seat):
        if spot.area != BATTLEGROUND:
            by_area.setdefault(spot.area, []).append(spot)
    best: Gathering | None = None
    gods: list[Card | None] = [*summonable(table, seat)]
    for god in gods or [None]:
        payers = {area: _payers(table, found, god) for area, found in by_area.items()}
        for found in _places(table, seat, payers, god):
            if best is None or _rank(found) > _rank(best):
                best = found
    assert best is not None
    return best


def _rank(found: Gathering) -> tuple[float, int, int, int]:
    return min(found.ready / found.cost, 1.0), found.ready, found.near, -found.cost


def _payers(table: Table, found: list[Spot], god: Card | None) -> list[_Payer]:
    """Those of an area that may pay for a Deity: of the right Pantheon, and with FT (TG-A18)."""
    free = table.choices.ignore_pantheon or god is None or PANTHEON[god] == "Neutral"
    payers = []
    for spot in found:
        members = spot.unit.members
        pantheons = [PANTHEON[one.card] for one in members]
        points = faith(table, spot)
        if points > 0 and (free or god is None or not opposed(PANTHEON[god], pantheons)):
            demigod = any([OCCUPATION[one.card] == "Demi-god" for one in members])
            sided = not free and any([one in SIDED for one in pantheons])
            payers.append(_Payer(spot, points, leads(spot), demigod, sided))
    return payers


def _places(
    table: Table, seat: Seat, payers: dict[str, list[_Payer]], god: Card | None
) -> Iterator[Gathering]:
    """Every place where it may be summoned; none is the one without an area."""
    text, cost = ("", GOD_COST) if god is None else (TEXT[god], SU[god])
    yield Gathering(0, "", False, 0, cost, text)
    wander = payers.get(WANDER, [])
    anywhere = table.choices.deity_from_any_area
    for temple in table.temples[seat]:
        left, near = room(temple), []
        for one in sorted(wander, key=lambda payer: -payer.faith):
            if len(one.spot.unit.members) <= left and fits_inside(table, temple, one.spot):
                left -= len(one.spot.unit.members)
                near.append(one)
        inside = payers.get(temple.name, [])
        yield from _sums(temple.name, inside, near, [one.leads for one in inside], cost, text, god)
    leading = [one.leads if anywhere else one.demigod for one in wander]
    if anywhere or any(leading):
        near = [one for area, group in payers.items() if area != WANDER for one in group]
        yield from _sums(WANDER, wander, near, leading, cost, text, god)


def _sums(
    area: str,
    inside: list[_Payer],
    near: list[_Payer],
    leading: list[bool],
    cost: int,
    text: str,
    god: Card | None,
) -> Iterator[Gathering]:
    """What lies in an area; where some would pay double, also without them."""

    def summed(sided: bool, factor: int) -> Gathering:
        own = [one for one in inside if sided or not one.sided]
        led = any([able for one, able in zip(inside, leading, strict=True) if one in own and able])
        close = sum([one.faith for one in near if sided or not one.sided])
        return Gathering(sum([one.faith for one in own]), area, led, close, cost * factor, text)

    doubles = god is not None and PANTHEON[god] == "Chaos"
    if doubles and any([one.sided for one in (*inside, *near)]):
        yield summed(False, 1)
        yield summed(True, 2)
    else:
        yield summed(True, 1)
