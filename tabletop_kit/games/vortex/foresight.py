"""How a game of Vortex stands: each seat's chance of winning, judged at the start of a round.

Fitted (``foresight.toml``, by ``benchmarks/foresight.py``) to whole games that the quick policy
played against itself. Whoever asks it about the real game would look at cards that nobody may see;
it is meant for imagined worlds.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from math import exp, sqrt
from typing import NamedTuple

from tabletop_kit.engine.foresight import Foresight
from tabletop_kit.engine.ruling import Seat
from tabletop_kit.engine.text import read_toml
from tabletop_kit.games.vortex.cards import COLOUR, COLOURS, IS_DEVOTEE, IS_FRENZY, PRINTED
from tabletop_kit.games.vortex.position import Position, converts, half_points

SEATS = ("", "", "two", "three", "four")
FEATURES = (
    "some",
    "two",
    "three",
    "quality",
    "zealots",
    "hand",
    "devotees",
    "frenzies",
    "unsafe",
    "supply",
)
"""What is looked at besides the points, for each seat:

``some`` to ``three``: whether that many cards are in play (a fourth is too rare to tell);
``quality``: their printed figures, above 9 each; ``zealots`` among them; cards in ``hand``,
``devotees`` and ``frenzies`` among these; ``unsafe``: Converts that may still be lost, all but
those in the Fearful Pile; ``supply``: Devotees left in hand, piles and field, in tens, where there
are fewer than twenty.
"""
_USUAL, _ENOUGH = 9, 20


class Model(NamedTuple):
    """The fitted figures for one number of seats.

    ``weights`` turn features into points to come, ``colours`` are points that each colour gains a
    round beyond Blue. ``scale`` and ``soon`` say how much a point tells with so many rounds left:
    ``scale / sqrt(rounds + soon)``. ``ahead``: so many rounds a playout goes.
    """

    weights: tuple[float, ...]
    colours: tuple[float, ...]
    scale: float
    soon: float
    ahead: int


@cache
def model(seats: int) -> Model:
    """The model for so many seats."""
    data = read_toml(files("tabletop_kit.games.vortex") / "foresight.toml")[SEATS[seats]]
    return Model(
        tuple([data["weights"][name] for name in FEATURES]),
        tuple([data["colours"][name] for name in COLOURS]),
        data["scale"],
        data["soon"],
        data["ahead"],
    )


def features(position: Position, seat: Seat) -> list[float]:
    """What is looked at of one seat, in the order of :data:`FEATURES`."""
    field, hand = position.field[seat], position.hands[seat]
    count, own = len(field), position.colours[seat]
    devotees = sum([IS_DEVOTEE[card] for card in hand])
    unsafe = converts(position, seat)
    unsafe -= sum([COLOUR[card] != own for card in position.fearful[seat]])
    piles = (*position.draw[seat], *position.discard[seat])
    supply = count + devotees + sum([IS_DEVOTEE[card] for card in piles])
    return [
        count > 0,
        count > 1,
        count > 2,
        sum([sum(PRINTED[unit.card]) - _USUAL for unit in field]),
        sum([bool(unit.attached) for unit in field]),
        len(hand),
        devotees,
        sum([IS_FRENZY[card] for card in hand]),
        unsafe,
        min(0, supply - _ENOUGH) / 10,
    ]


def rounds_left(position: Position) -> int:
    """Rounds that are still to be played, the one that has begun among them."""
    return len(position.locations) + 1


def chances(position: Position) -> list[float]:
    """Each seat's chance of winning, as the round begins; together they are 1."""
    fitted, left = model(position.seats), rounds_left(position)
    sharp = fitted.scale / sqrt(left + fitted.soon)
    hopes = []
    for seat, half in enumerate(half_points(position)):
        seen = features(position, seat)
        points = half / 2 + left * fitted.colours[position.colours[seat]]
        points += sum([weight * value for weight, value in zip(fitted.weights, seen, strict=True)])
        hopes.append(sharp * points)
    most = max(hopes)
    parts = [exp(hope - most) for hope in hopes]
    whole = sum(parts)
    return [part / whole for part in parts]


def chance(position: Position, seat: Seat) -> float:
    """One seat's chance of winning."""
    return chances(position)[seat]


def until(start: Position, reached: Position) -> bool:
    """Whether a playout from ``start`` has come far enough: so many rounds have begun since.

    What was decided in Refill shows in the round after it only, so one more is played then.
    """
    late = start.phase == "refill" or start.window == "refill"
    return reached.round >= start.round + model(start.seats).ahead + late


FORESIGHT: Foresight[Position] = Foresight(until, chance)
