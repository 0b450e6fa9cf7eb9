"""Who plays Tempest for the kit, weakest first.

Each takes the strategy of its deck (``worths.strategy_of``): it builds toward a Deity with Good
cards, destroys with Evil ones and leaps ahead with Chaos, as the source advises.
"""

from __future__ import annotations

from collections.abc import Mapping

from tabletop_kit.engine.player import Player
from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.buying import Turn
from tabletop_kit.games.tempest.judging import ruling
from tabletop_kit.games.tempest.moves import END, KEEP, PASS, Move
from tabletop_kit.games.tempest.policy import quick
from tabletop_kit.games.tempest.position import Position
from tabletop_kit.players.basic import PolicyPlayer, RandomPlayer

SURE = 1.0
"""A plain player attacks where that much is to be won, whoever blocks."""


def plain(position: Position, seat: Seat, draw: int) -> Move:
    """The plain player: plays what it can pay for, the best first, and attacks where it wins; it
    answers nothing, keeps its hand, and leaves abilities and Spells alone."""
    if position.phase == "window":
        return PASS
    if position.phase == "discard":
        return KEEP
    if position.phase != "main":
        return quick(position, seat, draw)
    turn = Turn(position, seat)
    bought = turn.summons()
    duties = (turn.god(), turn.play(), bought[1] if bought else None, turn.attack(SURE)[1])
    for move in (*duties, turn.step()):
        if move is not None and ruling(position, seat, move).legal:
            return move
    return END


PLAYERS: Mapping[str, Player] = {
    "random": RandomPlayer("random"),
    "novice": PolicyPlayer("novice", plain),
    "adept": PolicyPlayer("adept", quick),
}
"""Weakest first; opponents.toml has them measured."""
