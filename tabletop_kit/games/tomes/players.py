"""The kit's players of Tomes, weakest first."""

from __future__ import annotations

from collections.abc import Mapping

from tabletop_kit.engine.player import Player
from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tomes.legal import moves
from tabletop_kit.games.tomes.moves import Move
from tabletop_kit.games.tomes.position import Position
from tabletop_kit.players.basic import RandomPlayer


def quick(position: Position, seat: Seat, draw: int) -> Move:
    """Any legal move but giving up, each as likely as the other."""
    legal = moves(position, seat)
    return legal[(draw * max(1, len(legal) - 1)) >> 64]


PLAYERS: Mapping[str, Player] = {"random": RandomPlayer("random")}
