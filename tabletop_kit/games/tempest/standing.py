"""How a seat stands in Tempest, in a few figures that everybody can see: Faith, board, Temple.

The coach, the foresight and whoever else judges positions start from these. Hidden cards count as
nothing here, so the figures are the same in any two positions that a seat cannot tell apart; of a
hand only its owner may ask (:func:`gods_in_hand`).
"""

from __future__ import annotations

from typing import NamedTuple

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.asked import channels
from tabletop_kit.games.tempest.cards import HOLDS, OCCUPATION, ST, SU, Card
from tabletop_kit.games.tempest.declaring import attacks_from
from tabletop_kit.games.tempest.numbers import faith, keywords, strength
from tabletop_kit.games.tempest.position import (
    BATTLEGROUND,
    WANDER,
    Spot,
    Table,
    opponents,
    spots,
)

GOD_COST = 15
"""What the dearest Deity costs: more Faith in one place than that brings nothing more."""
FIGHTERS = ("Guardian", "Champion", "Demi-god", "Deity")


class Standing(NamedTuple):
    """The figures of one seat.

    ``faith``: FT of all its Characters, those in the Battleground at half; ``pool``: the most FT
    that one area can put together once all have reset; ``shrine``: the most FT with a Channeller
    in one place where a Deity may be summoned; ``near``: FT that one step brings there; ``army``:
    ST of its fighters in the Battleground; ``home``: ST of those behind it; ``walls``: ST of its
    Temples; ``cards``: Characters and Temples in play.
    """

    faith: float
    pool: int
    shrine: int
    near: int
    army: int
    home: int
    walls: int
    cards: int


def standing(table: Table, seat: Seat, anywhere: bool = True) -> Standing:
    """How a seat stands; ``anywhere``: a Deity may be summoned wherever the options say so."""
    by_area: dict[str, list[Spot]] = {}
    for spot in spots(table, seat):
        if spot.unit.name:
            by_area.setdefault(spot.area, []).append(spot)
    given = {area: sum([faith(table, spot) for spot in found]) for area, found in by_area.items()}
    led = [
        total
        for area, total in given.items()
        if area != BATTLEGROUND and any([channels(spot.unit) for spot in by_area[area]])
    ]
    alone = [
        faith(table, spot)
        for area, found in by_area.items()
        for spot in found
        if area != BATTLEGROUND
    ]
    shrine, near = _shrine(
        table, seat, by_area, given, anywhere and table.choices.deity_from_any_area
    )
    return Standing(
        faith=sum(given.values()) - given.get(BATTLEGROUND, 0) / 2,
        pool=max([*led, *alone], default=0),
        shrine=shrine,
        near=near,
        army=_strength_of(table, by_area.get(BATTLEGROUND, [])),
        home=sum(
            [_strength_of(table, found) for area, found in by_area.items() if area != BATTLEGROUND]
        ),
        walls=sum([ST[temple.card] for temple in table.temples[seat]]),
        cards=sum([len(found) for found in by_area.values()]) + len(table.temples[seat]),
    )


def _strength_of(table: Table, found: list[Spot]) -> int:
    """The ST of fighters, in defence or as they are, whichever is more."""
    return sum(
        [
            max(strength(table, spot), strength(table, spot, "defending"))
            for spot in found
            if any([OCCUPATION[member.card] in FIGHTERS for member in spot.unit.members])
        ]
    )


def _shrine(
    table: Table,
    seat: Seat,
    by_area: dict[str, list[Spot]],
    given: dict[str, int],
    anywhere: bool,
) -> tuple[int, int]:
    """The best place for a god: FT there with a Channeller, and what could still go there.

    That is a Temple; the Wander Area too where a Demi-god stands (TG-A29), or if the game says so
    (TG-O4).
    """
    best = (0, 0)
    wandering = by_area.get(WANDER, [])
    if anywhere or any([_is_demigod(spot) for spot in wandering]):
        led = any([channels(spot.unit) for spot in wandering])
        total = given.get(WANDER, 0) if led else given.get(WANDER, 0) // 2
        housed = [given.get(temple.name, 0) for temple in table.temples[seat]]
        best = total, sum(housed)
    wander = sorted([faith(table, spot) for spot in wandering], reverse=True)
    for temple in table.temples[seat]:
        inside = by_area.get(temple.name, [])
        room = HOLDS[temple.card] - sum([len(unit.members) for unit in temple.inside])
        led = any([channels(spot.unit) for spot in inside])
        total = given.get(temple.name, 0) if led else given.get(temple.name, 0) // 2
        best = max(best, (total, sum(wander[:room])))
    return best


def _is_demigod(spot: Spot) -> bool:
    return any([OCCUPATION[one.card] == "Demi-god" for one in spot.unit.members])


def could_attack(table: Table, seat: Seat) -> list[Spot]:
    """The cards that could be declared to attack a seat, as all stand now.

    Drained cards will have reset; opponents against whom it is protected attack nobody (TG-A10).
    """
    return [
        spot
        for other in opponents(table, seat)
        if other not in table.protected[seat]
        for spot in spots(table, other)
        if spot.unit.name and attacks_from(spot) and "cannot_attack" not in keywords(table, spot)
    ]


def strongest(table: Table, seat: Seat) -> int:
    """The ST of the strongest card that could be declared to attack a seat."""
    found = [strength(table, spot, "attacking") for spot in could_attack(table, seat)]
    return max(found, default=0)


def gods_in_hand(table: Table, seat: Seat) -> list[Card]:
    """The Demi-gods and Deities in a hand: only for its owner."""
    return [card for card in table.hands[seat] if OCCUPATION[card] in ("Demi-god", "Deity")]


def god_cost(table: Table, seat: Seat) -> int:
    """The FT that the cheapest Deity in hand asks for; that of the dearest where there is none."""
    costs = [SU[card] for card in table.hands[seat] if OCCUPATION[card] == "Deity"]
    return min(costs, default=GOD_COST)
