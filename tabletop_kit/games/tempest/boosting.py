"""Faith from elsewhere: the Blood Priest's and the False Prophet's, for a card out of reach."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tabletop_kit.games.tempest.cards import CARD, OCCUPATION
from tabletop_kit.games.tempest.clashing import Fights
from tabletop_kit.games.tempest.funding import Payer, Purses, taken
from tabletop_kit.games.tempest.harming import Harm
from tabletop_kit.games.tempest.moves import Move
from tabletop_kit.games.tempest.names import spot_name
from tabletop_kit.games.tempest.numbers import faith
from tabletop_kit.games.tempest.position import BATTLEGROUND, Spot, spots
from tabletop_kit.games.tempest.worths import USE

BLOOD_PRIEST, FALSE_PROPHET = CARD["blood-priest"], CARD["false-prophet"]
BLOOD = 3
"""The FT that a Follower is given up for."""
Gain = Callable[[Purses], float]
"""What the best card is worth that other purses than the own could pay for."""


def boosts(fights: Fights, harm: Harm, purses: Purses, gain: Gain) -> Iterator[tuple[float, Move]]:
    """What giving up or taking a Follower brings: a card that could not be paid for else."""
    for area, group in purses.items():
        if area == BATTLEGROUND:
            continue
        for payer in group:
            card = payer.spot.unit.card
            if len(payer.spot.unit.members) > 1 or not payer.spot.unit.name:
                continue
            if card == BLOOD_PRIEST and payer.name not in fights.position.used:
                yield from _bled(fights, purses, gain, payer)
            elif card == FALSE_PROPHET:
                yield from _stolen(harm, purses, gain, payer)


def _without(purses: Purses, area: str, *names: str) -> Purses:
    return {**purses, area: [one for one in purses[area] if one.name not in names]}


def _bled(
    fights: Fights, purses: Purses, gain: Gain, priest: Payer
) -> Iterator[tuple[float, Move]]:
    """Each Follower in the Blood Priest's area, given up for the summons it would pay."""
    position, area = fights.position, priest.spot.area
    richer = priest._replace(given=priest.given + BLOOD)
    for spot in spots(position, fights.seat):
        if spot.area != area or OCCUPATION[spot.unit.card] != "Follower":
            continue
        name = spot_name(position, spot)
        other = _without(purses, area, name, priest.name)
        other[area] = sorted([*other[area], richer], key=lambda one: -one.faith)
        value = gain(other) - fights.worth(spot)
        if value > 0:
            yield value, Move("use", priest.name, cost=name)


def _stolen(harm: Harm, purses: Purses, gain: Gain, prophet: Payer) -> Iterator[tuple[float, Move]]:
    """The undrained Follower with most FT that another player has, put into a summons."""
    best = _richest(harm)
    if best is None:
        return
    points, name = best
    area = prophet.spot.area
    other = _without(purses, area, prophet.name)
    other[area] = sorted([*other[area], taken(prophet.spot, points)], key=lambda one: -one.faith)
    value = gain(other) + USE["false-prophet"] * points
    if value > 0:
        yield value, Move("use", prophet.name, at=(name,))


def _richest(harm: Harm) -> tuple[int, str] | None:
    position = harm.position
    found: list[tuple[int, str]] = []
    for seat in harm.foes:
        for spot in spots(position, seat):
            if not spot.unit.drained and _follows(spot):
                found.append((faith(position, spot), spot_name(position, spot)))
    return max(found, default=None)


def _follows(spot: Spot) -> bool:
    return bool(spot.unit.name) and OCCUPATION[spot.unit.card] == "Follower"
