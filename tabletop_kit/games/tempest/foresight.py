"""How a game of Tempest stands: each seat's chance of winning, judged some turns ahead.

Fitted (``foresight.toml``, by ``benchmarks/tempest_foresight.py``) to whole games that the quick
policy played against itself. Hands count by their number and by the Deity that lies in them, so
whoever asks about the real game would look at what nobody may see; it is meant for imagined worlds.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from math import exp
from typing import NamedTuple

from tabletop_kit.engine.foresight import Foresight
from tabletop_kit.engine.ruling import Seat
from tabletop_kit.engine.text import read_toml
from tabletop_kit.games.tempest.cards import OCCUPATION
from tabletop_kit.games.tempest.position import Position, partners
from tabletop_kit.games.tempest.standing import GOD_COST, god_cost, standing

SEATS = ("", "", "two", "three", "four")
FEATURES = (
    *("faith", "pool", "shrine", "near", "ready", "army", "home", "walls", "cards", "thin"),
    *("hand", "deity"),
)
"""What is looked at for each seat that is still in:

the figures of ``standing.py``; ``ready``: how much of a Deity's cost lies in one Temple already,
squared and as a share of it; ``thin``: whether three cards or fewer are in play; ``hand``: how many
cards it holds, without the one just drawn; ``deity``: whether one of them is a Deity.
"""
_THIN = 3


class Model(NamedTuple):
    """The fitted figures for one number of seats; ``ahead``: so many turns a playout goes."""

    weights: tuple[float, ...]
    ahead: int


@cache
def model(seats: int) -> Model:
    """The model for so many seats."""
    data = read_toml(files("tabletop_kit.games.tempest") / "foresight.toml")[SEATS[seats]]
    return Model(tuple([data["weights"][name] for name in FEATURES]), data["ahead"])


def features(position: Position, seat: Seat) -> list[float]:
    """What is looked at of one seat, in the order of :data:`FEATURES`."""
    # Where any area will do, the pool says it already: counted twice it tells less (TG-O4).
    found = standing(position, seat, anywhere=False)
    hand = position.hands[seat]
    share = min(found.shrine / god_cost(position, seat), 1.0)
    return [
        found.faith,
        found.pool,
        min(found.shrine, GOD_COST),
        min(found.near, GOD_COST),
        share * share,
        found.army,
        found.home,
        found.walls,
        found.cards,
        found.cards <= _THIN,
        len(hand) - (position.turn == seat),
        any([OCCUPATION[card] == "Deity" for card in hand]),
    ]


def chances(position: Position) -> list[float]:
    """Each seat's chance of winning; together they are 1, in teams each partner has the team's."""
    fitted = model(position.seats)
    hopes: list[float | None] = []
    for seat in range(position.seats):
        if seat in position.out:
            hopes.append(None)
            continue
        seen = features(position, seat)
        hopes.append(sum([w * value for w, value in zip(fitted.weights, seen, strict=True)]))
    most = max([hope for hope in hopes if hope is not None], default=0.0)
    parts = [0.0 if hope is None else exp(hope - most) for hope in hopes]
    whole = sum(parts) or 1.0
    own = [part / whole for part in parts]
    return [sum([own[one] for one in partners(position, seat)]) for seat in range(position.seats)]


def chance(position: Position, seat: Seat) -> float:
    """One seat's chance of winning."""
    return chances(position)[seat]


def until(start: Position, reached: Position) -> bool:
    """Whether a playout from ``start`` has come far enough: so many turns have begun since."""
    return (
        reached.phase == "main"
        and sum(reached.turns) >= sum(start.turns) + model(start.seats).ahead
    )


FORESIGHT: Foresight[Position] = Foresight(until, chance)
