"""The rules of play: prompts, apply, outcome. One function for each kind of move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tabletop_kit.engine.event import Log
from tabletop_kit.engine.ruling import IllegalMove, Outcome, Prompt, Seat
from tabletop_kit.engine.tuples import without
from tabletop_kit.games.tomes.draft import Draft
from tabletop_kit.games.tomes.fight import maroon
from tabletop_kit.games.tomes.forces import Effect, effect
from tabletop_kit.games.tomes.judging import ruling
from tabletop_kit.games.tomes.legal import covers, may_endure, recallable
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
from tabletop_kit.games.tomes.position import (
    DOMINION,
    HERETIC,
    MUSTER,
    MUSTER_AT,
    READINGS,
    SUIT,
    SUITS,
    TEXT,
    VALUE,
    VOID,
    Position,
    total,
    written,
)

_TURN = tuple([Prompt(seat, "turn", "TM-1") for seat in range(4)])
_EMPTY = tuple([Prompt(seat, "turn-empty", "TM-1") for seat in range(4)])


def prompts(position: Position) -> tuple[Prompt, ...]:
    """Who may act: the seat whose turn it is, or nobody when it is over (TM-1)."""
    seat = position.to_act
    if seat is None:
        return ()
    if position.phase == "turn":
        return (_TURN[seat] if position.hands[seat] else _EMPTY[seat],)
    due = position.due
    # At a table nobody may learn from the question what the hand is worth.
    able = position.seats > 1 or covers(position.hands[seat], due)
    ask = "pay" if able else "rescue"
    return (Prompt(seat, ask, "TM-6", facts={"due": due}),)


# -- playing --------------------------------------------------------------------------------------


def apply(position: Position, seat: Seat, move: Move, log: Log | None = None) -> Position:
    """The position after a legal move. Raises ``IllegalMove`` with its ruling otherwise."""
    verdict = ruling(position, seat, move)
    if not verdict.legal:
        raise IllegalMove(verdict, str(move))
    first = 0 if log is None else len(log)
    after = carry_out(position, seat, move, log)
    if log is not None and position.channels and _turned_over(position, after):
        log[first] = replace(log[first], reveals=True)
    return after


def _turned_over(position: Position, after: Position) -> bool:
    """Whether a channel shows a card that it did not show before (TM-17)."""
    for old, new in zip(position.hands, after.hands, strict=True):
        if any([card not in old[: position.channels] for card in new[: after.channels]]):
            return True
    return False


def carry_out(position: Position, seat: Seat, move: Move, log: Log | None = None) -> Position:
    """The position after a move that is known to be legal: it is not judged again."""
    draft = Draft(position, log)
    _CARRIERS[type(move)](draft, seat, move)
    return draft.freeze()


def _carry_invoke(draft: Draft, seat: Seat, move: Play | Rite) -> None:
    """Steps 1 to 3: cards to the table, Forces in order, Ruin (TM-1)."""
    done = effect(draft.before, seat, move)
    draft.take(seat, move.cards)
    draft.table = (*draft.table, *move.cards)
    if draft.endured[seat]:
        _endured(draft, seat, False)
    if draft.log is not None:
        _tell_invoke(draft, seat, move, done)
    if draft.before.terror:
        _count_fired(draft, done.fired)
    if done.denied >= 0:
        _deny(draft, seat, done.denied, done.withheld)
    if done.blood:
        count = draft.recover(done.blood)
        left = len(draft.grave)
        draft.tell("blood", "TM-13", seat, reveals=count > 0, count=count, grave=left)
    if done.dream:
        draft.round_of_draws(seat, done.dream)
    if done.ward:
        draft.ward += done.ward
        draft.tell("warded", "TM-11", seat, amount=done.ward, strike=draft.strike)
    _land(draft, seat, done.total, done.ruin)


def _tell_invoke(draft: Draft, seat: Seat, move: Play | Rite, done: Effect) -> None:
    cards, total = written(move.cards), done.total
    if isinstance(move, Rite):
        reading = draft.readings[seat]
        draft.tell("rite", "TM-19", seat, cards=cards, lead=cards[0], reading=reading, total=total)
        if READINGS.index(reading) not in done.fired:
            draft.tell("read", "TM-T6", seat, reading=reading)
    elif len(cards) == 1:
        draft.tell("played", "TM-2", seat, card=cards[0], total=total)
    elif VALUE[move.cards[0]] == 1:
        draft.tell("bound", "TM-3", seat, cards=cards, total=total)
    else:
        draft.tell("ritual", "TM-2", seat, cards=cards, total=total)


def _count_fired(draft: Draft, fired: tuple[int, ...]) -> None:
    counts = list(draft.fired)
    for suit in fired:
        counts[suit] += 1
    draft.fired = (counts[0], counts[1], counts[2], counts[3])


def _deny(draft: Draft, seat: Seat, suit: int, withheld: int) -> None:
    entity = draft.name_entity()
    if withheld:
        draft.withheld += withheld
        draft.tell("withheld", "TM-T4", seat, amount=withheld, entity=entity)
    else:
        draft.tell("denied", "TM-10", seat, force=SUITS[suit], entity=entity)


def _land(draft: Draft, seat: Seat, total: int, ruin: int) -> None:
    """Step 3: the Ruin lands, and is checked against the Dominion."""
    fresh = draft.ruin == 0
    draft.ruin += ruin
    dominion = DOMINION[draft.entity]
    if draft.log is not None:
        if ruin > total:
            draft.tell("doubled", "TM-T3", seat, ruin=ruin)
        draft.tell("landed", "TM-1", seat, ruin=ruin, sum=draft.ruin, dominion=dominion)
    if draft.ruin < dominion:
        _manifest(draft, seat)
        return
    maroon(draft, seat, fresh)
    if draft.phase != "over":
        assert draft.to_act is not None
        draft.tell("fresh-turn", "TM-9", draft.to_act)
        open_turn(draft, draft.to_act)


def _manifest(draft: Draft, seat: Seat) -> None:
    """Step 4: what the Strike asks; with nothing due it passes by itself (TM-6)."""
    due = draft.strike
    if draft.log is not None:
        draft.tell("due" if due else "nothing-due", "TM-6", seat, due=due)
    if due:
        draft.phase = "pay"
        _test_payment(draft, seat)
    else:
        _pass_on(draft, seat)


def _test_payment(draft: Draft, seat: Seat) -> None:
    """TM-6: lost where the hand cannot cover the due and neither Echo nor Reach is legal."""
    hand, due = draft.hands[seat], draft.strike
    if covers(hand, due) or draft.echoes or _may_reach(draft, seat):
        return
    draft.tell("cannot-pay", "TM-6", seat, reveals=True, due=due)
    draft.end(False, "TM-6")


def _may_reach(draft: Draft, seat: Seat) -> bool:
    return bool(draft.channels and draft.hands[1 - seat] and draft.room(seat) > 0)


def _pass_on(draft: Draft, seat: Seat) -> None:
    open_turn(draft, (seat + 1) % draft.before.seats)


def open_turn(draft: Draft, seat: Seat) -> None:
    """A turn opens: Muster where it is due, then the test whether it can be begun (TM-1)."""
    draft.phase, draft.to_act = "turn", seat
    most = MUSTER_AT.get(draft.before.rung, -1)
    if len(draft.hands[seat]) <= most and not draft.mustered:
        draft.mustered = True
        cards = draft.deal(seat, min(MUSTER, draft.room(seat)))
        secret = {"cards": written(cards)}
        draft.tell("mustered", "TM-T9", seat, secret, True, count=len(cards))
    _test_turn(draft, seat)


def _test_turn(draft: Draft, seat: Seat) -> None:
    """TM-1: lost where there is no card, no Endure, and neither Echo, Recall nor Reach is legal."""
    if draft.hands[seat] or draft.echoes:
        return
    seats = draft.before.seats
    if may_endure(seats, draft.endured, seat) or _may_reach(draft, seat):
        return
    if seats == 1 and draft.beckons and recallable(draft.freeze(), seat):
        return
    draft.tell("cannot-begin", "TM-1", seat)
    draft.end(False, "TM-1")


def _test_again(draft: Draft, seat: Seat) -> None:
    """After every move of a window the turn or the payment is tested again (TM-1, TM-6)."""
    if draft.phase == "pay":
        _test_payment(draft, seat)
    else:
        _test_turn(draft, seat)


def _endured(draft: Draft, seat: Seat, flag: bool) -> None:
    if draft.endured[seat] != flag:
        draft.endured = tuple(
            [flag if one == seat else old for one, old in enumerate(draft.endured)]
        )


def _carry_heretic(draft: Draft, seat: Seat, move: Heretic) -> None:
    """The domain breaks, wards come into force, steps 3 and 4 are skipped (TM-10, TM-14)."""
    draft.take(seat, (HERETIC,))
    draft.table = (*draft.table, HERETIC)
    _endured(draft, seat, False)
    draft.tell("heretic", "TM-14", seat, named=move.seat)
    if not draft.broken:
        draft.broken = True
        draft.tell("broken", "TM-10", seat, entity=draft.name_entity())
    if draft.withheld:
        draft.ward += draft.withheld
        draft.tell("released", "TM-10", seat, amount=draft.withheld, strike=draft.strike)
        draft.withheld = 0
    open_turn(draft, move.seat)


def _carry_endure(draft: Draft, seat: Seat, _move: Endure) -> None:
    _endured(draft, seat, True)
    draft.tell("endured", "TM-5", seat)
    _manifest(draft, seat)


def _carry_pay(draft: Draft, seat: Seat, move: Pay) -> None:
    due = draft.strike
    draft.take(seat, move.cards)
    draft.bury(move.cards)
    if draft.log is not None:
        paid, left = total(move.cards), len(draft.hands[seat])
        cards = written(move.cards)
        draft.tell(
            "paid", "TM-6", seat, cards=cards, total=paid, due=due, waste=paid - due, left=left
        )
    _pass_on(draft, seat)


def _carry_echo(draft: Draft, seat: Seat, _move: Echo) -> None:
    """The whole hand goes to the Grave, openly, and the Gathering fills it again (TM-16)."""
    hand = draft.hands[seat]
    draft.bury(hand)
    draft.hands[seat] = ()
    draft.echoes -= 1
    cards = draft.deal(seat, draft.before.limit)
    if draft.log is not None:
        secret = {"cards": written(cards)}
        facts = {"gone": written(hand), "buried": len(hand), "count": len(cards)}
        draft.tell("echo", "TM-16", seat, secret, True, **facts, echoes=draft.echoes)
    _test_again(draft, seat)


def _carry_break(draft: Draft, seat: Seat, move: Break) -> None:
    held = without(draft.stones[seat], (move.value,))
    draft.stones = tuple([held if one == seat else old for one, old in enumerate(draft.stones)])
    count = draft.recover(move.value)
    left = len(draft.grave)
    draft.tell(
        "broke-stone", "TM-20", seat, None, count > 0, value=move.value, count=count, grave=left
    )
    _test_again(draft, seat)


def _carry_redress(draft: Draft, seat: Seat, move: Redress) -> None:
    draft.owed = without(draft.owed, (move.card,))
    draft.pantheon = (move.card, *draft.pantheon)
    draft.beckons -= 1
    draft.tell("redressed", "TM-T8", seat, entity=TEXT[move.card], beckons=draft.beckons)
    _test_again(draft, seat)


def _carry_recall(draft: Draft, seat: Seat, move: Recall) -> None:
    """The entity comes into the hand; the other cards keep their order (TM-22)."""
    card = move.card
    if card in draft.gathering:
        place = draft.gathering.index(card)
        if place < draft.known:
            draft.known -= 1
        elif place >= len(draft.gathering) - draft.under:
            draft.under -= 1
        draft.gathering = without(draft.gathering, (card,))
    else:
        if draft.grave.index(card) < draft.mixed:
            draft.mixed -= 1
        draft.grave = without(draft.grave, (card,))
    draft.hands[seat] = (*draft.hands[seat], card)
    draft.beckons -= 1
    draft.tell("recalled", "TM-T8", seat, entity=TEXT[card], beckons=draft.beckons)
    _test_again(draft, seat)


def _carry_reach(draft: Draft, seat: Seat, move: Reach) -> None:
    """The card becomes one's newest, and the channel closes both ways (TM-18)."""
    partner = 1 - seat
    draft.take(partner, (move.card,))
    draft.hands[seat] = (*draft.hands[seat], move.card)
    draft.channels -= 1
    card, left = TEXT[move.card], len(draft.hands[partner])
    channels = draft.channels
    draft.tell("reached", "TM-18", seat, card=card, partner=partner, left=left, channels=channels)
    _test_again(draft, seat)


def _carry_concede(draft: Draft, seat: Seat, _move: Concede) -> None:
    draft.tell("conceded", "TM-24", seat)
    draft.end(False, "TM-24")


_CARRIERS: dict[type[Any], Callable[[Draft, Seat, Any], None]] = {
    Play: _carry_invoke,
    Rite: _carry_invoke,
    Heretic: _carry_heretic,
    Endure: _carry_endure,
    Pay: _carry_pay,
    Echo: _carry_echo,
    Break: _carry_break,
    Redress: _carry_redress,
    Recall: _carry_recall,
    Reach: _carry_reach,
    Concede: _carry_concede,
}


def settled(position: Position, log: Log | None = None) -> Position:
    """A position that was set up, with what happens by itself in it (TM-1, TM-6)."""
    seat = position.to_act
    if seat is None:
        return position
    draft = Draft(position, log)
    if position.phase == "turn":
        _test_turn(draft, seat)
    elif position.due:
        _test_payment(draft, seat)
    else:
        _pass_on(draft, seat)
    return draft.freeze()


# -- looking --------------------------------------------------------------------------------------


def marks(position: Position, seat: Seat) -> dict[str, str]:
    """The mark of each card in hand that carries one: denied or latent (TM-T4)."""
    denied = position.denied
    if denied < 0:
        return {}
    latent = denied == VOID and position.heretics > 0
    mark = "latent" if latent else "denied"
    return {TEXT[card]: mark for card in position.hands[seat] if SUIT[card] == denied}


def outcome(position: Position) -> Outcome | None:
    """How it ended: everybody has won, or everybody has lost (TM-24)."""
    if position.phase != "over":
        return None
    if position.result == "won":
        return Outcome(tuple(range(position.seats)), position.why, (1.0,) * position.seats)
    return Outcome((), position.why, (0.0,) * position.seats)
