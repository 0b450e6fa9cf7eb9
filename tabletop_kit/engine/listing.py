"""Long lists of moves: a seat may have thousands, which nobody goes through one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

M = TypeVar("M")

MOST_MOVES = 200
"""So many moves of a seat are looked at in one position."""


def spread(moves: Sequence[M], most: int = MOST_MOVES) -> tuple[M, ...]:
    """The moves; of more than ``most`` only so many, spread over them, the ends included.

    >>> spread(range(5)), spread(range(4096), 4)
    ((0, 1, 2, 3, 4), (0, 1365, 2730, 4095))
    """
    count = len(moves)
    if count <= most:
        return tuple(moves)
    return tuple(moves[place * (count - 1) // (most - 1)] for place in range(most))
