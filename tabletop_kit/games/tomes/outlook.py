"""How a game of Tomes stands: the chance of winning, and the blemishes still to come.

Fitted (``outlook.toml``) to many games that the kit's players played against themselves, at the
moments when a fresh entity was met. Whoever asks it about the real game would look at cards that
nobody may see; it is meant for imagined worlds.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from math import exp
from typing import NamedTuple

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.engine.text import read_toml
from tabletop_kit.games.tomes.position import (
    ECHOES,
    IS_ENTITY,
    MUSTER_AT,
    SUIT,
    VALUE,
    Position,
    total,
)

SEATS = ("", "alone", "two", "three", "four")
WITH_MEDALS, FADING = 3.0, 0.6
"""How much a Silver medal counts beside the win, and what is left of that for each blemish more."""
PROGRESS = 0.3
"""How much getting far counts beside the win."""
_ALL = 12
_LOW_CARD = 3
_FEW = 8


class Model(NamedTuple):
    """The weights of each feature for the logit of winning, and for the blemishes to come."""

    win: tuple[float, ...]
    blemishes: tuple[float, ...]


@cache
def models(seats: int) -> tuple[Model, ...]:
    """The models of the three tiers, Spawns first."""
    data = read_toml(files("tabletop_kit.games.tomes") / "outlook.toml")[SEATS[seats]]
    return tuple([Model(*map(tuple, pair)) for pair in zip(*data.values(), strict=True)])


def features(position: Position) -> list[float]:
    """What the models look at, in the order of ``outlook.toml``; means over the seats."""
    seats, denied = position.seats, position.denied
    counts, values = [0.0] * 4, [0.0] * 4
    cards = entities = symbionts = low = barred = 0
    for hand in position.hands:
        cards += len(hand)
        for card in hand:
            suit, value = SUIT[card], VALUE[card]
            if suit < 0:
                continue
            counts[suit] += 1
            values[suit] += value
            entities += IS_ENTITY[card]
            symbionts += value == 1
            low += value <= _LOW_CARD
            barred += value if suit == denied else 0
    lying, called = [0.0] * 4, 0
    for card in position.gathering:
        if card:
            lying[SUIT[card]] += VALUE[card]
            called += VALUE[card] if IS_ENTITY[card] else 0
    known = total(position.gathering[: position.known])
    gathering, grave, echoes = len(position.gathering), len(position.grave), position.echoes
    stones = sum([sum(held) for held in position.stones])
    share = sum(values) / seats
    return [
        1.0,
        *[count / seats for count in counts],
        *[value / 10 / seats for value in values],
        cards * cards / 10 / seats / seats,
        share * share / 1000,
        entities / seats,
        symbionts / seats,
        barred / 10 / seats,
        gathering / 10,
        min(gathering, _FEW) / 10,
        grave / 10,
        min(grave, _FEW) / 10,
        *[value / 50 for value in lying],
        called / 50,
        known / 10,
        echoes,
        echoes == 2,
        denied == 0,
        denied == 1,
        denied == 2,
        len(position.pantheon) + 1 + len(position.owed),
        counts[1] > 0,
        low / seats,
        position.beckons + 0.3 * position.run,
        len(position.owed),
        position.edition,
        position.debts,
        stones / 10,
        MUSTER_AT.get(position.rung, -1) + 1,
    ]


def chance(position: Position) -> tuple[float, float]:
    """The chance of winning, and the blemishes to be expected of a game that is won."""
    left = len(position.pantheon)
    model = models(position.seats)[2 if left <= 3 else 1 if left <= 7 else 0]
    seen = features(position)
    logit = sum([weight * value for weight, value in zip(model.win, seen, strict=True)])
    more = sum([weight * value for weight, value in zip(model.blemishes, seen, strict=True)])
    return 1 / (1 + exp(-max(-30.0, min(30.0, logit)))), max(0.0, blemishes(position) + more)


def blemishes(position: Position) -> int:
    """Echoes spent and entities Subdued so far (TM-22)."""
    return max(0, ECHOES[position.seats] - position.echoes) + len(position.subdued)


def worth(position: Position, seat: Seat) -> float:
    """How good a position is, 0 to 1: the win most of all, alone a medal too, and progress."""
    left = len(position.pantheon) + len(position.owed) + (position.entity >= 0)
    medals = WITH_MEDALS if position.seats == 1 else 0.0
    if position.phase == "over":
        win, spots = float(position.result == "won"), float(blemishes(position))
    else:
        win, spots = chance(position)
    far = win + (1 - win) * (1 - left / _ALL)
    medal: float = medals * FADING ** max(0.0, spots - 1)
    return (win * (1 + medal) + PROGRESS * far) / (1 + medals + PROGRESS)
