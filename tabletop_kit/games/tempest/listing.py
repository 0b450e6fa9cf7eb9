"""The listed moves of a seat as the table asks for them: none where the seat is not asked."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest import legal
from tabletop_kit.games.tempest.moves import Move
from tabletop_kit.games.tempest.position import Position


def listed(position: Position, seat: Seat) -> Sequence[Move]:
    """The listed legal moves of the seat that is asked, kept with the position."""
    return legal.moves(position, seat)
