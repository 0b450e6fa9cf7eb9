"""How sure a measured share is."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

NORMAL_95 = 1.959963984540054
"""The normal deviate that leaves 2.5% on either side."""


class Interval(NamedTuple):
    """A share in 0..1 with the ends of its interval."""

    share: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.share:.1%} [{self.low:.1%}, {self.high:.1%}]"


def wilson(score: float, games: int, deviate: float = NORMAL_95) -> Interval:
    """The share ``score / games`` with its Wilson score interval (95% unless told otherwise).

    ``score`` may hold halves: a draw counts half a win. A half varies less than a win or a loss,
    so the interval is then a little wider than it need be, never narrower. No games: the whole
    range. Raises ``ValueError`` when ``score`` is not in 0..``games``.

    >>> str(wilson(8, 10))
    '80.0% [49.0%, 94.3%]'
    """
    if not 0 <= score <= games:
        raise ValueError(f"a score of {score} from {games} games cannot be")
    if games == 0:
        return Interval(0.5, 0.0, 1.0)
    share, square = score / games, deviate * deviate
    centre = share + square / (2 * games)
    half = deviate * sqrt(share * (1 - share) / games + square / (4 * games * games))
    scale = 1 + square / games
    # At the very ends rounding must not leave the range.
    return Interval(share, max(0.0, (centre - half) / scale), min(1.0, (centre + half) / scale))
