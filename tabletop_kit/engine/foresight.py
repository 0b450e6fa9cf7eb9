"""Looking ahead in games too long to be played out again and again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from tabletop_kit.engine.ruling import Seat

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Foresight(Generic[P]):
    """Where a playout may stop, and the chance of winning there.

    ``until`` gets the position that is thought about and one reached in a playout from it, in which
    somebody is asked; it tells whether the playout stops. ``chance`` is then what the seat may
    expect, 0 to 1, from everything that lies in that position: it is asked in imagined worlds
    only. Its figures should be as often right as they say (``benchmarks/foresight.py``).
    """

    until: Callable[[P, P], bool]
    chance: Callable[[P, Seat], float]
