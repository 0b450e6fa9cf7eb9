"""How sure a measured share is."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

NORMAL_95 = 1.959963984540054
"""The normal deviate that leaves 2.5% on either side."""


class Interval(NamedTuple):
    """A share in 0..1 (or a difference of two) with the ends of its interval."""

    share: float
    low: float
    high: float

    @property
    def half_width(self) -> float:
        """Half the way from one end to the other: the plus-or-minus of the share."""
        return (self.high - self.low) / 2

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


def mean(scores: Sequence[float], deviate: float = NORMAL_95) -> Interval:
    """The mean of scores anywhere in 0..1 with its interval, by how much they differ.

    Two made-up games, one won and one lost, are added to the spread, so that a few games that
    happen to agree do not look like certainty. No games: the whole range.

    >>> str(mean([0.5, 0.6] * 50))
    '55.0% [53.2%, 56.6%]'
    """
    games = len(scores)
    if not games:
        return Interval(0.5, 0.0, 1.0)
    share, total = sum(scores) / games, games + 2
    centre = (sum(scores) + 1) / total
    spread = max(0.0, (sum([one * one for one in scores]) + 1) / total - centre * centre)
    half = deviate * sqrt(spread / total)
    return Interval(share, max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half)))


def paired(one: Sequence[float], other: Sequence[float], deviate: float = NORMAL_95) -> Interval:
    """How much more ``one`` scored than ``other`` on average, game by game on the same luck.

    Two made-up games, one won by each alone, are added to the spread, so that a few games that
    happen to agree do not look like certainty. No games: the whole range. Raises ``ValueError``
    where the two lists differ in length.

    >>> str(paired([1, 1, 0, 1] * 50, [1, 0, 0, 1] * 50))
    '25.0% [18.6%, 30.9%]'
    """
    differences = [first - second for first, second in zip(one, other, strict=True)]
    games = len(differences)
    if not games:
        return Interval(0.0, -1.0, 1.0)
    mean = sum(differences) / games
    squares = sum([step * step for step in differences]) + 2
    total = games + 2
    centre = sum(differences) / total
    spread = max(0.0, squares / total - centre * centre)
    half = deviate * sqrt(spread / total)
    return Interval(mean, max(-1.0, min(mean, centre - half)), min(1.0, max(mean, centre + half)))
