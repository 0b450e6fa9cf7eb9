"""The listed moves of a seat, kept for a while: the table asks for them again and again."""

from __future__ import annotations

from collections import deque

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest import legal
from tabletop_kit.games.tempest.moves import Move
from tabletop_kit.games.tempest.position import Position

_KEPT: deque[tuple[Position, list[Move]]] = deque(maxlen=4)
"""The positions that were asked about last, known again by identity, with their moves."""


def listed(position: Position, seat: Seat) -> list[Move]:
    """The listed legal moves of the seat that is asked; empty for another one."""
    if position.to_act != seat:
        return []
    for one, moves in tuple(_KEPT):
        if one is position:
            return moves
    found = legal.moves(position, seat)
    _KEPT.append((position, found))
    return found
