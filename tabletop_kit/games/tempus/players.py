"""Who plays Tempus for the kit: a quick policy for playouts, and the named opponents."""

from __future__ import annotations

from collections.abc import Mapping

from tabletop_kit.engine.player import Player
from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempus.moves import Move
from tabletop_kit.games.tempus.position import Position
from tabletop_kit.games.tempus.rules import moves
from tabletop_kit.players.basic import RandomPlayer


def quick(position: Position, seat: Seat, draw: int) -> Move:
    """Any legal move, by the random number ``draw``."""
    legal = moves(position, seat)
    return legal[(draw * len(legal)) >> 64]


PLAYERS: Mapping[str, Player] = {"random": RandomPlayer("random")}
