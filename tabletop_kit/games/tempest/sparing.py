"""What need not be offered: payment that can be spared, and moves that differ in too little."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.cards import CARD, SU
from tabletop_kit.games.tempest.entering import lands
from tabletop_kit.games.tempest.judging import ruling
from tabletop_kit.games.tempest.moves import Move
from tabletop_kit.games.tempest.position import BATTLEGROUND, Position

MOST_ALIKE = 4
"""More moves than so many that differ only in what they pick are not offered one by one."""
MOST_LEADS = 2
"""More summons than so many that differ only in who of the payers leads are not offered."""


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


def without_other_leads(moves: list[Move], whole: Sequence[Move]) -> list[Move]:
    """The moves without those that differ from whole ones in who of the payers leads, if many do.

    Who was chosen first leads; so each of them can be had by choosing in another order.
    """
    had = {_paid_alike(move) for move in whole}
    alike = [move for move in moves if _paid_alike(move) in had]
    return [move for move in moves if move not in alike] if len(alike) > MOST_LEADS else moves


def _paid_alike(move: Move) -> Move:
    """The same whoever of the payers leads."""
    return move._replace(by="", payers=tuple(sorted((move.by, *move.payers))))


def without_crowds(moves: Sequence[Move]) -> list[Move]:
    """The moves without those that differ from many others only in what they pick."""
    bases = [
        move._replace(at=(), points=(), turn="", on="", cost="", at_seat=-1, x=0) for move in moves
    ]
    counts = Counter(bases)
    return [move for move, base in zip(moves, bases, strict=True) if counts[base] <= MOST_ALIKE]
