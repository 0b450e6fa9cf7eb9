"""Payment that can be spared: a card of SU 0 need not be summoned where it may be put down."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.cards import CARD, SU
from tabletop_kit.games.tempest.entering import lands
from tabletop_kit.games.tempest.judging import ruling
from tabletop_kit.games.tempest.moves import Move
from tabletop_kit.games.tempest.position import BATTLEGROUND, Position


def for_nothing(position: Position, seat: Seat, move: Move) -> Move | None:
    """What brings the card of a summons to the same place without payment (TG-L1), if it may."""
    if move.verb != "summon" or SU[CARD[move.what]] != 0 or move.at:
        return None
    if not move.to and lands(position, move.by, CARD[move.what]):
        return None
    free = Move("play", move.what, to=BATTLEGROUND if move.to == BATTLEGROUND else "")
    return free if ruling(position, seat, free) else None


def spared(position: Position, seat: Seat, moves: Sequence[Move]) -> tuple[list[Move], list[Move]]:
    """What comes for nothing in place of some of these moves, and those that pay for something."""
    paid, free = [], []
    for move in moves:
        one = for_nothing(position, seat, move)
        if one is None:
            paid.append(move)
        elif one not in free:
            free.append(one)
    return free, paid
