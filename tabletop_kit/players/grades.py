"""What a move was worth beside the best one, in a word that does not flip back and forth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tabletop_kit.engine.interval import Interval
from tabletop_kit.players.chances import Chances

BANDS: Mapping[str, tuple[float, float]] = {
    "best": (-1.0, 0.02),
    "good": (0.02, 0.05),
    "inexact": (0.05, 0.12),
    "costly": (0.12, 1.0),
}
"""Grades by what a move loses against the best: from, to, in shares of a win."""
OPEN = ""
"""No grade yet: the figures do not tell enough."""
CAREFUL = 2.9
"""The normal deviate of the intervals behind a grade: sharpening crosses it hardly ever by luck."""
NARROW = 0.11
"""The half width at which a first grade is given."""


def loss(chances: Chances, move: Any, deviate: float = CAREFUL) -> Interval:
    """What ``move`` loses against the best of the others; less than 0: it is the best itself."""
    others = [other for other in chances.moves if other != move]
    if not others:
        return Interval(0.0, 0.0, 0.0)
    rival = max(others, key=lambda other: chances.chance(other).share)
    return chances.difference(rival, move, deviate)


@dataclass(slots=True)
class Grades:
    """The grades of the moves of one decision, followed while their chances sharpen.

    A grade is given once the interval is narrow enough, and changed only when the interval no
    longer touches its band: sharper figures may correct it, noise does not.
    """

    given: dict[Any, str] = field(default_factory=dict)

    def follow(self, chances: Chances) -> Mapping[Any, str]:
        """The grades by the figures as they are now, those given before kept where they hold."""
        for move in chances.moves:
            lost = loss(chances, move)
            grade = self.given.get(move, OPEN)
            if grade == OPEN:
                if lost.half_width <= NARROW or chances.done:
                    self.given[move] = band(lost.share)
                continue
            low, high = BANDS[grade]
            if lost.high < low or lost.low > high:
                self.given[move] = band(lost.share)
        return self.given

    def __getitem__(self, move: Any) -> str:
        """The grade of a move; empty while there is none."""
        return self.given.get(move, OPEN)


def band(lost: float) -> str:
    """The grade of a move that loses so much.

    >>> band(-0.3), band(0.03), band(0.5)
    ('best', 'good', 'costly')
    """
    return next(name for name, (_, high) in BANDS.items() if lost <= high)
