"""Carrying out a move of Vortex: one function for each verb, then what follows by itself."""

from __future__ import annotations

from collections.abc import Callable

from tabletop_kit.engine.event import Log
from tabletop_kit.engine.ruling import IllegalMove, Outcome, Prompt, Seat
from tabletop_kit.engine.tuples import put
from tabletop_kit.games.vortex.cards import COLOURS, IS_FRENZY, TEXT, Card
from tabletop_kit.games.vortex.crusade import declare
from tabletop_kit.games.vortex.draft import Draft
from tabletop_kit.games.vortex.effects import STEPS, credit, kill, place, recall
from tabletop_kit.games.vortex.judging import ruling
from tabletop_kit.games.vortex.legal import placed_face_up
from tabletop_kit.games.vortex.moves import NOWHERE, Move
from tabletop_kit.games.vortex.performing import play_rogation, strip
from tabletop_kit.games.vortex.position import Position, Question, Unit, half_points, unit_at
from tabletop_kit.games.vortex.rounds import ask_in_window, go_on_sealing, run


def apply(position: Position, seat: Seat, move: Move, log: Log | None = None) -> Position:
    """The position after a legal move, and after all that happens by itself.

    What happened is appended to ``log``. Raises ``IllegalMove`` with its ruling, and then nothing
    is logged.
    """
    verdict = ruling(position, seat, move)
    if not verdict.legal:
        raise IllegalMove(verdict, str(move))
    draft = Draft(position, log)
    _VERBS[move.verb](draft, seat, move)
    run(draft)
    return draft.freeze()


# -- turns ---------------------------------------------------------------------------------------


def _reinforce(draft: Draft, seat: Seat, move: Move) -> None:
    forced = not draft.field[seat] and not draft.done
    draft.then([("action_over", seat, "reinforce", forced)])
    place(draft, seat, move.cards, "VX-R29" if forced else "VX-R26")


def _withdraw(draft: Draft, seat: Seat, move: Move) -> None:
    draft.then([("action_over", seat, "reinforce", False)])
    to_hand = move.word == "hand"
    for card in move.cards:
        recall(draft, seat, card, to_hand, TEXT[card] if to_hand else "VX-R27")


def _frenzy(draft: Draft, seat: Seat, move: Move) -> None:
    draft.then([("action_over", seat, "frenzy", False)])
    if move.word == "discard":
        unit = unit_at(draft.field[seat], move.cards[0])
        assert unit is not None
        strip(draft, seat, unit, (move.place,), "VX-R18")
        return
    pairs = zip(move.cards[::2], move.cards[1::2], strict=True)
    for bearer, card in pairs:
        _attach(draft, seat, bearer, card, move.place)


def _attach(draft: Draft, seat: Seat, bearer: Card, card: Card, place_: int) -> None:
    """A card of the hand is attached, in place of a face-down one where there is a place."""
    unit = unit_at(draft.field[seat], bearer)
    assert unit is not None
    attached = unit.attached
    if place_ != NOWHERE:
        old = attached[place_] >> 1
        attached = (*attached[:place_], *attached[place_ + 1 :])
        draft.forget(seat, (old,))
        draft.to_discard(seat, (old,))
        draft.tell("replaced", "VX-R19", seat, card=TEXT[bearer], old=TEXT[old], reveals=True)
    up = placed_face_up(draft, bearer)
    if up:
        draft.show(seat, (card,))
    else:
        draft.take(seat, (card,))
    fresh = 2 * card + up
    spot = len(attached) if place_ == NOWHERE else place_
    attached = (*attached[:spot], fresh, *attached[spot:])
    draft.change(seat, Unit(bearer, attached))
    _tell_attached(draft, seat, bearer, card, up)


def _tell_attached(draft: Draft, seat: Seat, bearer: Card, card: Card, up: bool) -> None:
    if up:
        kind = "attached-frenzy" if IS_FRENZY[card] else "attached-bluff"
        draft.tell(kind, "VX-D6", seat, card=TEXT[bearer], attached=TEXT[card], reveals=True)
    else:
        draft.tell("attached", "VX-R18", seat, {"attached": TEXT[card]}, card=TEXT[bearer])


def _crusade(draft: Draft, seat: Seat, move: Move) -> None:
    draft.then([("action_over", seat, "crusade", False)])
    declare(draft, seat, move.cards[0], move.cards[1], move.word)


def _pass(draft: Draft, seat: Seat, _move: Move) -> None:
    if draft.phase == "window":
        ask_in_window(draft, draft.order.index(seat) + 1)
    else:
        draft.tell("passed", "VX-R32", seat)
        draft.then([("turn_over", seat)])


# -- out of turn ---------------------------------------------------------------------------------


def _seal(draft: Draft, seat: Seat, move: Move) -> None:
    draft.sealed = put(draft.sealed, seat, move.cards)
    texts = [TEXT[card] for card in move.cards]
    draft.tell("sealed", "VX-R35", seat, {"cards": texts})
    go_on_sealing(draft)


def _answer(draft: Draft, seat: Seat, move: Move) -> None:
    """What was asked inside a move is answered, and the move goes on."""
    asked, draft.asked = draft.asked, None
    assert asked is not None
    _ANSWERS[asked.kind](draft, asked, move)


def _answer_reward(draft: Draft, asked: Question, move: Move) -> None:
    if move.cards:
        place(draft, asked.seat, move.cards, "VX-R9")
    elif move.word == "cards":
        credit(draft, asked.seat, "VX-R11")
    else:
        draft.tell("reward-declined", "VX-R10", asked.seat)


def _answer_mode(draft: Draft, asked: Question, move: Move) -> None:
    draft.tell("mode-chosen", "VX-D1", asked.seat, mode=move.word)
    draft.then([("resolve", *asked.about, move.word)])


def _answer_discard(draft: Draft, asked: Question, move: Move) -> None:
    draft.discard_from_hand(asked.seat, move.cards, asked.rule)


def _answer_confess(draft: Draft, asked: Question, move: Move) -> None:
    draft.discard_from_hand(asked.about[0], move.cards, asked.rule)


def _answer_kill(draft: Draft, asked: Question, move: Move) -> None:
    kill(draft, asked.seat, move.cards[0], asked.rule)


def _answer_recall(draft: Draft, asked: Question, move: Move) -> None:
    if move.cards:
        recall(draft, asked.seat, move.cards[0], asked.about == ("hand",), asked.rule)
    else:
        draft.tell("kept", asked.rule, asked.seat)


def _answer_reveal(draft: Draft, asked: Question, move: Move) -> None:
    STEPS["reveal_one"](draft, move.cards[0], move.place, asked.rule)


def _answer_player(draft: Draft, asked: Question, move: Move) -> None:
    seat = draft.colours.index(COLOURS.index(move.word))
    draft.tell("chosen", asked.rule, asked.seat, victim=seat)
    draft.then([(asked.about[0], seat, *asked.about[1:], asked.rule)])


def _answer_reverse(draft: Draft, asked: Question, move: Move) -> None:
    if move.word == "reverse":
        draft.order = tuple(reversed(draft.order))
        draft.tell("reversed", asked.rule, asked.seat, order=list(draft.order))
    else:
        draft.tell("kept", asked.rule, asked.seat)


_ANSWERS: dict[str, Callable[[Draft, Question, Move], None]] = {
    "reward": _answer_reward,
    "mode": _answer_mode,
    "discard": _answer_discard,
    "confess": _answer_confess,
    "kill": _answer_kill,
    "recall": _answer_recall,
    "reveal": _answer_reveal,
    "player": _answer_player,
    "reverse": _answer_reverse,
}

_VERBS: dict[str, Callable[[Draft, Seat, Move], None]] = {
    "reinforce": _reinforce,
    "withdraw": _withdraw,
    "frenzy": _frenzy,
    "crusade": _crusade,
    "pass": _pass,
    "rogation": play_rogation,
    "refill": _seal,
    "discard": _seal,
    "reward": _answer,
    "choose": _answer,
}


# -- who may act, and how it ends ----------------------------------------------------------------


def prompts(position: Position) -> tuple[Prompt, ...]:
    """Who may act now, and for what; empty when it is over."""
    if position.phase == "refill":
        return tuple(
            [
                Prompt(seat, "refill", "VX-R35", "together")
                for seat in position.order
                if position.sealed[seat] is None
            ]
        )
    seat = position.to_act
    if seat is None:
        return ()
    if position.phase == "turn":
        forced = not position.field[seat] and not position.done
        return (Prompt(seat, "reinforce" if forced else "turn", "VX-R29" if forced else "VX-R32"),)
    if position.phase == "window":
        return (Prompt(seat, f"window-{position.window}", "VX-R38", "response"),)
    return (_asked(position, seat),)


def _asked(position: Position, seat: Seat) -> Prompt:
    asked = position.asked
    assert asked is not None
    facts = {"count": asked.number} if asked.kind == "discard" else {}
    return Prompt(seat, f"choice-{asked.kind}", asked.rule, "response", facts)


def outcome(position: Position) -> Outcome | None:
    """How it ended: the most points win, a tie is a shared victory (VX-R57)."""
    if position.phase != "over":
        return None
    points = half_points(position)
    winners = tuple([seat for seat, one in enumerate(points) if one == max(points)])
    share = 1.0 / len(winners)
    scores = tuple([share if seat in winners else 0.0 for seat in range(position.seats)])
    return Outcome(winners, "VX-R57" if len(winners) > 1 else "VX-R58", scores)
