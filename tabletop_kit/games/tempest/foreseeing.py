"""What a move comes to if nobody answers it: played out to where the seat is asked again.

Only for judging. Everybody passes in windows; whoever blocks or picks a target does what leaves
him best, by the figures of ``standing.py``. What is drawn on the way is looked at by nobody.
"""

from __future__ import annotations

from collections.abc import Callable

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.legal import moves
from tabletop_kit.games.tempest.moves import KEEP, NONE, PASS, Move
from tabletop_kit.games.tempest.position import Position, partners
from tabletop_kit.games.tempest.rules import carry_out

MOST_STEPS = 60
MOST_TRIED = 6
"""So many blockers or targets are tried; there are rarely more."""
Judge = Callable[[Position, Seat], float]


def settled(position: Position, seat: Seat, judge: Judge, steps: int = MOST_STEPS) -> Position:
    """The position once everything that was begun has come to rest.

    That is where the main part of a turn goes on, a hand is to be discarded, or it is over.
    """
    while position.phase not in ("main", "discard", "excess", "over") and steps > 0:
        actor = position.to_act
        assert actor is not None
        move = _next(position, actor, judge, steps)
        position = carry_out(position, actor, move)
        steps -= 1
    return position


def _next(position: Position, actor: Seat, judge: Judge, steps: int) -> Move:
    if position.phase == "window":
        return PASS
    legal = moves(position, actor)
    if position.phase in ("block", "target", "choice") and len(legal) > 1 and steps > 12:
        tried = legal[:MOST_TRIED]
        return max(
            tried,
            key=lambda move: judge(
                settled(carry_out(position, actor, move), actor, judge, 10), actor
            ),
        )
    return legal[0] if legal else KEEP if position.phase == "discard" else NONE


def after(position: Position, seat: Seat, move: Move, judge: Judge) -> Position:
    """The position that a legal move leads to if nobody answers it.

    ``end`` leads nowhere: what is drawn then is not to be seen, and what the others do neither.
    """
    if move.verb in ("end", "keep", "discard", "concede"):
        return position
    return settled(carry_out(position, seat, move), seat, judge)


def won(position: Position, seat: Seat) -> bool | None:
    """Whether a seat has won; ``None`` while it goes on."""
    if position.outcome is None:
        return None
    return any([one in partners(position, seat) for one in position.outcome])
