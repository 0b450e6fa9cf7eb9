"""What a move comes to if nobody answers it: played out to where the seat is asked again.

Only for judging. Everybody passes in windows; whoever blocks or picks a target does what leaves
him best, by the figures of ``standing.py``. What is drawn on the way is looked at by nobody.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.legal import moves
from tabletop_kit.games.tempest.moves import KEEP, NONE, PASS, Move
from tabletop_kit.games.tempest.position import Position, partners
from tabletop_kit.games.tempest.rules import carry_out

MOST_STEPS = 200
MOST_TRIED = 6
"""So many blockers or targets are tried; there are rarely more."""
FEW_STEPS = 12
"""With no more steps than that left, nobody weighs what to choose any more."""
Judge = Callable[[Position, Seat], float]
Result = Literal["won", "lost", "drawn"]


def settled(
    position: Position,
    seat: Seat,
    judge: Judge,
    steps: int = MOST_STEPS,
    chose: list[Seat] | None = None,
) -> Position:
    """The position once everything that was begun has come to rest.

    That is where the main part of a turn goes on, a hand is to be discarded, or it is over. In
    ``chose`` is put who had something to choose on the way.
    """
    while position.phase not in ("main", "discard", "excess", "over") and steps > 0:
        actor = position.to_act
        assert actor is not None
        if chose is not None and position.phase != "window" and len(moves(position, actor)) > 1:
            chose.append(actor)
        move = _next(position, actor, judge, steps)
        position = carry_out(position, actor, move)
        steps -= 1
    return position


def _next(position: Position, actor: Seat, judge: Judge, steps: int) -> Move:
    if position.phase == "window":
        return PASS
    legal = moves(position, actor)
    if position.phase in ("block", "target", "choice") and len(legal) > 1 and steps > FEW_STEPS:
        tried = legal[:MOST_TRIED]
        return max(
            tried,
            key=lambda move: judge(
                settled(carry_out(position, actor, move), actor, judge, FEW_STEPS - 2), actor
            ),
        )
    return legal[0] if legal else KEEP if position.phase == "discard" else NONE


def after(
    position: Position, seat: Seat, move: Move, judge: Judge, chose: list[Seat] | None = None
) -> Position:
    """The position that a legal move leads to if nobody answers it; ``chose`` as above.

    ``end`` leads nowhere: what is drawn then is not to be seen, and what the others do neither;
    unless the game is won with it.
    """
    if move.verb == "end" and position.choices.win_by_faith:
        return _ended(position, seat, judge)
    if move.verb in ("end", "keep", "discard", "concede"):
        return position
    return settled(carry_out(position, seat, move), seat, judge, chose=chose)


def _ended(position: Position, seat: Seat, judge: Judge) -> Position:
    """The game won by the Faith in play at the end of the turn, or the position as it is."""
    reached = settled(carry_out(position, seat, Move("end")), seat, judge)
    while reached.phase in ("discard", "excess") and reached.to_act == seat:
        move = KEEP if reached.phase == "discard" else moves(reached, seat)[0]
        reached = settled(carry_out(reached, seat, move), seat, judge)
    return reached if result(reached, seat) == "won" else position


def result(position: Position, seat: Seat) -> Result | None:
    """How it ended for a seat; ``None`` while it goes on."""
    if position.outcome is None:
        return None
    if not position.outcome:
        return "drawn"
    return "won" if any([one in partners(position, seat) for one in position.outcome]) else "lost"
