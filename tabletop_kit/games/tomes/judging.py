"""What the rules say of a move: one function for each kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tabletop_kit.engine.problem import shortened
from tabletop_kit.engine.ruling import Ruling, Seat, refusal
from tabletop_kit.games.tomes.legal import (
    may_echo,
    may_endure,
    recallable,
    seen_through,
)
from tabletop_kit.games.tomes.moves import (
    Break,
    Concede,
    Echo,
    Endure,
    Heretic,
    Move,
    Pay,
    Play,
    Reach,
    Recall,
    Redress,
    Rite,
)
from tabletop_kit.games.tomes.position import EMPYREANS, HERETIC, TEXT, Position, total
from tabletop_kit.games.tomes.shapes import not_in_hand, ruling_on_play, ruling_on_rite

_MAY_HERETIC = Ruling(True, "TM-14")
_MAY_ENDURE = Ruling(True, "TM-5")
_MAY_PAY = Ruling(True, "TM-6")
_MAY_ECHO = Ruling(True, "TM-16")
_MAY_BREAK = Ruling(True, "TM-20")
_MAY_BECKON = Ruling(True, "TM-22")
_MAY_REACH = Ruling(True, "TM-18")
_MAY_CONCEDE = Ruling(True, "TM-24")


def ruling(position: Position, seat: Seat, move: Move) -> Ruling:
    """What the rules say of a move. Never raises."""
    if position.to_act is None:
        return refusal("TM-24", "over")
    if seat != position.to_act:
        return _not_asked(position, seat)
    judge = _JUDGES.get(type(move))
    if judge is None:
        return refusal("TM-N1", "no-move", text=shortened(move))
    return judge(position, seat, move)


def _not_asked(position: Position, seat: Seat) -> Ruling:
    if not isinstance(seat, int) or not 0 <= seat < position.seats:
        return refusal("TM-25", "no-seat", number=shortened(seat), seats=position.seats)
    return refusal("TM-1", "not-asked", seat=position.to_act)


def _pay_first(position: Position) -> Ruling | None:
    if position.phase == "pay":
        return refusal("TM-1", "pay-first", due=position.due)
    return None


def _judge_play(position: Position, seat: Seat, move: Play) -> Ruling:
    too_late = _pay_first(position)
    return ruling_on_play(position, seat, move.cards) if too_late is None else too_late


def _judge_rite(position: Position, seat: Seat, move: Rite) -> Ruling:
    too_late = _pay_first(position)
    return ruling_on_rite(position, seat, move.cards) if too_late is None else too_late


def _judge_heretic(position: Position, seat: Seat, move: Heretic) -> Ruling:
    too_late = _pay_first(position)
    if too_late is not None:
        return too_late
    if HERETIC not in position.hands[seat]:
        return refusal("TM-14", "no-heretic")
    if not 0 <= move.seat < position.seats:
        return refusal("TM-14", "names-nobody", number=move.seat, seats=position.seats)
    return _MAY_HERETIC


def _judge_endure(position: Position, seat: Seat, _move: Endure) -> Ruling:
    if position.seats == 1:
        return refusal("TM-5", "endure-alone")
    too_late = _pay_first(position)
    if too_late is not None:
        return too_late
    if not may_endure(position.seats, position.endured, seat):
        return refusal("TM-5", "all-endured")
    return _MAY_ENDURE


def _judge_pay(position: Position, seat: Seat, move: Pay) -> Ruling:
    if position.phase != "pay":
        return refusal("TM-6", "nothing-due")
    absent = not_in_hand("TM-6", position.hands[seat], move.cards)
    if absent is not None:
        return absent
    paid, due = total(move.cards), position.due
    if paid < due:
        return refusal("TM-6", "too-little", total=paid, due=due, lacks=due - paid)
    return _MAY_PAY


def _judge_echo(position: Position, seat: Seat, _move: Echo) -> Ruling:
    if position.seats > 2:
        return refusal("TM-16", "no-echo-here", seats=position.seats)
    if not position.echoes:
        return refusal("TM-16", "no-echo-left")
    if not may_echo(position, seat):
        held = total(position.hands[seat])
        return refusal("TM-16", "can-pay", total=held, due=position.due)
    return _MAY_ECHO


def _judge_break(position: Position, seat: Seat, move: Break) -> Ruling:
    if move.value in position.stones[seat]:
        return _MAY_BREAK
    for other, held in enumerate(position.stones):
        if move.value in held:
            return refusal("TM-20", "others-stone", seat=other, value=move.value)
    return refusal("TM-20", "no-stone", value=move.value)


def _no_beckon(position: Position) -> Ruling | None:
    if position.phase == "pay":
        return refusal("TM-22", "beckon-before-step-1", due=position.due)
    return None if position.beckons else refusal("TM-22", "no-beckon")


def _judge_redress(position: Position, _seat: Seat, move: Redress) -> Ruling:
    refused = _no_beckon(position)
    if refused is not None:
        return refused
    if position.entity in EMPYREANS:
        return refusal("TM-23", "no-redress-below")
    if move.card not in position.owed:
        return refusal("TM-22", "not-owed", card=TEXT[move.card])
    return _MAY_BECKON


def _judge_recall(position: Position, seat: Seat, move: Recall) -> Ruling:
    if position.seats > 1:
        return refusal("TM-22", "recall-alone")
    refused = _no_beckon(position)
    if refused is not None:
        return refused
    if len(position.hands[seat]) >= position.limit:
        return refusal("TM-22", "hand-full", limit=position.limit)
    if move.card not in recallable(position, seat):
        return refusal("TM-22", "not-to-recall", card=TEXT[move.card])
    return _MAY_BECKON


def _judge_reach(position: Position, seat: Seat, move: Reach) -> Ruling:
    if position.seats != 2:
        return refusal("TM-18", "reach-of-two", seats=position.seats)
    if not position.channels:
        return refusal("TM-18", "no-channel")
    if len(position.hands[seat]) >= position.limit:
        return refusal("TM-18", "hand-full", limit=position.limit)
    if move.card not in seen_through(position, seat):
        return refusal("TM-18", "not-seen", card=TEXT[move.card])
    return _MAY_REACH


def _judge_concede(_position: Position, _seat: Seat, _move: Concede) -> Ruling:
    return _MAY_CONCEDE


_JUDGES: dict[type[Any], Callable[[Position, Seat, Any], Ruling]] = {
    Play: _judge_play,
    Rite: _judge_rite,
    Heretic: _judge_heretic,
    Endure: _judge_endure,
    Pay: _judge_pay,
    Echo: _judge_echo,
    Break: _judge_break,
    Redress: _judge_redress,
    Recall: _judge_recall,
    Reach: _judge_reach,
    Concede: _judge_concede,
}
