"""Carrying a Rogation out, verb by verb (VX-D13)."""

from __future__ import annotations

from collections.abc import Callable

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.engine.tuples import put, without
from tabletop_kit.games.vortex.cards import (
    COLOURS,
    EFFECTS,
    TEXT,
    Card,
    Effect,
    written,
)
from tabletop_kit.games.vortex.draft import Draft
from tabletop_kit.games.vortex.effects import place, recall, reveal_of
from tabletop_kit.games.vortex.invoking import reached
from tabletop_kit.games.vortex.moves import NOWHERE, Move
from tabletop_kit.games.vortex.position import InForce, Unit, unit_at


def play_rogation(draft: Draft, seat: Seat, move: Move) -> None:
    """The Rogation leaves the hand, the sacrifice is paid, the effect is carried out (VX-D13).

    Until it is complete it lies in play, as the source says of all Rogations.
    """
    card = move.cards[0]
    opponents = reached(draft.before, seat, card)
    draft.played = put(draft.played, seat, draft.played[seat] + 1)
    draft.show(seat, (card,))
    one = InForce(seat, card, _named(draft, card, move, opponents), move.sacrifice != NOWHERE)
    draft.rogations = (*draft.rogations, one)
    draft.tell("rogation", "VX-R38", seat, card=TEXT[card], move=str(move), reveals=True)
    if move.sacrifice != NOWHERE:
        _sacrifice(draft, seat, move.sacrifice)
    draft.then([("rogation_over", one)])
    for effect in reversed(EFFECTS[card]):
        perform = _PERFORM.get(effect.op)
        if perform is not None and effect.when == "now":
            draft.then([("perform", seat, move, effect, opponents)])


def _named(draft: Draft, card: Card, move: Move, opponents: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The seats that a lasting Rogation keeps with it (Wedding, Sanctuary)."""
    for effect in EFFECTS[card]:
        if effect.op == "forbid" and effect.who == "pair":
            return (_seat(draft, move),)
        if effect.op == "forbid" and effect.who == "each_more":
            return tuple(sorted(opponents))
    return ()


def _seat(draft: Draft, move: Move) -> Seat:
    return draft.colours.index(COLOURS.index(move.word))


def _sacrifice(draft: Draft, seat: Seat, card: Card) -> None:
    """A Devotee of the hand or in play goes to the Vortex; as no death it sets nothing off
    (VX-R45)."""
    if card in draft.hands[seat]:
        draft.show(seat, (card,))
        draft.bury((card,))
    else:
        unit = draft.leave(seat, card)
        draft.bury((card, *[code >> 1 for code in unit.attached]))
    draft.tell("sacrificed", "VX-R45", seat, card=TEXT[card])


def perform(
    draft: Draft, seat: Seat, move: Move, effect: Effect, opponents: tuple[Seat, ...]
) -> None:
    """One effect of a Rogation."""
    _PERFORM[effect.op](draft, seat, move, effect, opponents)


Performing = Callable[[Draft, Seat, Move, Effect, tuple[Seat, ...]], None]


def _draw(
    draft: Draft, seat: Seat, move: Move, effect: Effect, _opponents: tuple[Seat, ...]
) -> None:
    seats = (seat,) if effect.who == "self" else (seat, _seat(draft, move))
    for one in draft.order:
        if one in seats:
            draft.draw_cards(one, effect.n, TEXT[move.cards[0]])


def _retrieve(
    draft: Draft, seat: Seat, move: Move, effect: Effect, _opponents: tuple[Seat, ...]
) -> None:
    rogation, card = move.cards[:2]
    if effect.zone == "own_discard":
        draft.discard = put(draft.discard, seat, without(draft.discard[seat], (card,)))
    elif effect.zone == "vortex":
        draft.vortex = without(draft.vortex, (card,))
    else:
        holder = next(one for one, pile in enumerate(draft.fearful) if one != seat and card in pile)
        draft.fearful = put(draft.fearful, holder, without(draft.fearful[holder], (card,)))
    if effect.to == "own_hand":
        draft.to_hand(seat, (card,))
    else:
        draft.to_discard(seat, (card,))
    to = "hand" if effect.to == "own_hand" else "discard"
    draft.tell("retrieved", TEXT[rogation], seat, card=TEXT[card], zone=effect.zone, to=to)


def _discard(
    draft: Draft, seat: Seat, move: Move, effect: Effect, _opponents: tuple[Seat, ...]
) -> None:
    rule = TEXT[move.cards[0]]
    if effect.who == "all":
        draft.then([("discard", one, effect.n, rule) for one in draft.order])
    else:
        draft.then([("confess", seat, _seat(draft, move), rule)])


def _kill(
    draft: Draft, seat: Seat, move: Move, effect: Effect, opponents: tuple[Seat, ...]
) -> None:
    draft.then([("kill_choice", other, TEXT[move.cards[0]]) for other in opponents])


def _reveal(
    draft: Draft, seat: Seat, move: Move, _effect: Effect, _opponents: tuple[Seat, ...]
) -> None:
    for other in draft.order:
        if other != seat:
            reveal_of(draft, other, TEXT[move.cards[0]])


def _recall(
    draft: Draft, seat: Seat, move: Move, effect: Effect, _opponents: tuple[Seat, ...]
) -> None:
    rule = TEXT[move.cards[0]]
    if effect.subject == "own_choice":
        for card in move.cards[1:]:
            # The sacrifice cannot be one of them, so all are still there.
            recall(draft, seat, card, True, rule)
    else:
        draft.then([("recall_choice", _seat(draft, move), False, False, rule)])


def _place(
    draft: Draft, seat: Seat, move: Move, _effect: Effect, _opponents: tuple[Seat, ...]
) -> None:
    place(draft, seat, move.cards[1:], TEXT[move.cards[0]])


def _strip(
    draft: Draft, _seat_: Seat, move: Move, _effect: Effect, _opponents: tuple[Seat, ...]
) -> None:
    """One attached card goes to its owner's discard pile."""
    for seat, field in enumerate(draft.field):
        unit = unit_at(field, move.cards[1])
        if unit is not None and move.place < len(unit.attached):
            strip(draft, seat, unit, (move.place,), TEXT[move.cards[0]])


def strip(draft: Draft, seat: Seat, unit: Unit, places: tuple[int, ...], rule: str) -> None:
    """Attached cards go to their owner's discard pile; the bearer stays in play."""
    gone = tuple([unit.attached[place_] >> 1 for place_ in places])
    kept = tuple([code for place_, code in enumerate(unit.attached) if place_ not in places])
    draft.change(seat, Unit(unit.card, kept))
    draft.forget(seat, gone)
    draft.to_discard(seat, gone)
    card = TEXT[unit.card]
    draft.tell("stripped", rule, seat, card=card, cards=written(gone), reveals=True)


def _swap_attach(
    draft: Draft, seat: Seat, move: Move, _effect: Effect, _opponents: tuple[Seat, ...]
) -> None:
    one, other = (unit_at(draft.field[seat], card) for card in move.cards[1:])
    assert one is not None and other is not None
    draft.change(seat, Unit(one.card, other.attached))
    draft.change(seat, Unit(other.card, one.attached))
    rule = TEXT[move.cards[0]]
    draft.tell("exchanged", rule, seat, card=TEXT[one.card], other=TEXT[other.card])


def _turn_order(
    draft: Draft, seat: Seat, move: Move, _effect: Effect, _opponents: tuple[Seat, ...]
) -> None:
    """Who has not acted yet acts in the reverse order; precedence follows."""
    waiting = [one for one in draft.order if not draft.acted[one]]
    reverse = iter(reversed(waiting))
    draft.order = tuple([one if draft.acted[one] else next(reverse) for one in draft.order])
    order = list(draft.order)
    draft.tell("reversed", TEXT[move.cards[0]], seat, order=order)


_PERFORM: dict[str, Performing] = {
    "draw": _draw,
    "retrieve": _retrieve,
    "discard": _discard,
    "kill": _kill,
    "reveal": _reveal,
    "recall": _recall,
    "place": _place,
    "strip": _strip,
    "swap_attach": _swap_attach,
    "turn_order": _turn_order,
}
