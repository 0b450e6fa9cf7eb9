"""What cards do, verb by verb: the steps that a Rogation, a Location or an event sets going.

A step is a name and what it needs; the rules carry out one after the other, and one that asks
somebody waits for the answer. :data:`STEPS` has them all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.engine.tuples import put
from tabletop_kit.games.vortex.cards import (
    EFFECTS,
    IS_DEVOTEE,
    TEXT,
    Card,
    Cards,
    Effect,
    by_card,
    written,
)
from tabletop_kit.games.vortex.crusade import resolve, turned_up
from tabletop_kit.games.vortex.deaths import die, killed_tasks
from tabletop_kit.games.vortex.draft import Draft
from tabletop_kit.games.vortex.figures import may_turn_up
from tabletop_kit.games.vortex.position import (
    REWARD,
    InForce,
    Question,
    Task,
    most_in_play,
    unit_at,
)

_DRAWS = by_card("draw")


def now(draft: Draft, seat: Seat, card: Card, when: str = "now") -> list[Task]:
    """What a card of a player does at this moment, as steps."""
    return [
        ("effect", seat, card, place)
        for place, effect in enumerate(EFFECTS[card])
        if effect.when == when
    ]


def _effect(draft: Draft, seat: Seat, card: Card, place: int) -> None:
    effect = EFFECTS[card][place]
    _ENTERING[effect.op](draft, seat, card, effect)


# -- entering play -------------------------------------------------------------------------------


def place(draft: Draft, seat: Seat, cards: Cards, rule: str) -> None:
    """Devotees come from the hand into play, all of them before the first does something."""
    draft.show(seat, cards)
    for card in cards:
        draft.enter(seat, card)
    draft.tell("placed", rule, seat, cards=written(cards), count=len(cards))
    draft.then([task for card in cards for task in now(draft, seat, card, "on_enter")])


def _enter_draw(draft: Draft, seat: Seat, card: Card, effect: Effect) -> None:
    draft.draw_cards(seat, effect.n, TEXT[card])


def _enter_discard(draft: Draft, seat: Seat, card: Card, effect: Effect) -> None:
    """An opponent of one's choice discards: only who holds cards can be chosen (VX-D12)."""
    seats = [other for other in draft.order if other != seat and draft.hands[other]]
    _one_of_seats(draft, seat, card, seats, ("discard_of", effect.n))


def _enter_reveal(draft: Draft, seat: Seat, card: Card, effect: Effect) -> None:
    """Face-down cards of opponents are turned up: one, or all those of one opponent."""
    if not may_turn_up(draft):
        return
    if effect.subject == "chosen_opponent_each":
        seats = [
            other
            for other in draft.order
            if other != seat and any(unit.face_down for unit in draft.field[other])
        ]
        _one_of_seats(draft, seat, card, seats, ("reveal_of",))
        return
    hidden = sorted(
        (unit.card, place)
        for other, field in enumerate(draft.field)
        if other != seat
        for unit in field
        for place, code in enumerate(unit.attached)
        if not code & 1
    )
    if len(hidden) == 1:
        draft.then([("reveal_one", *hidden[0], TEXT[card])])
    elif hidden:
        draft.ask(Question("reveal", seat, TEXT[card], tuple(hidden)))


def _one_of_seats(
    draft: Draft, seat: Seat, card: Card, seats: list[Seat], then: tuple[Any, ...]
) -> None:
    if len(seats) == 1:
        draft.then([(then[0], seats[0], *then[1:], TEXT[card])])
    elif seats:
        draft.ask(Question("player", seat, TEXT[card], tuple(seats), about=then))


_ENTERING: dict[str, Callable[[Draft, Seat, Card, Effect], None]] = {
    "draw": _enter_draw,
    "discard": _enter_discard,
    "reveal": _enter_reveal,
}


def _reveal_one(draft: Draft, card: Card, place_: int, rule: str) -> None:
    for seat, field in enumerate(draft.field):
        if unit_at(field, card) is not None:
            turned_up(draft, seat, draft.turn_up(seat, card, (place_,), rule))


def reveal_of(draft: Draft, seat: Seat, rule: str) -> None:
    """Every face-down card attached to a player's Zealots is turned up."""
    for unit in draft.field[seat]:
        places = [place_ for place_, code in enumerate(unit.attached) if not code & 1]
        if places:
            turned_up(draft, seat, draft.turn_up(seat, unit.card, places, rule))


# -- drawing and discarding ----------------------------------------------------------------------


def _draw(draft: Draft, seat: Seat, count: int, rule: str) -> None:
    draft.draw_cards(seat, count, rule)


def _discard(draft: Draft, seat: Seat, count: int, rule: str) -> None:
    """A player discards so many cards of own choice, or all where there are no more."""
    hand = draft.hands[seat]
    if not hand:
        return
    if len(hand) <= count or len(set(hand)) == 1:
        draft.discard_from_hand(seat, hand[:count], rule)
    else:
        draft.ask(Question("discard", seat, rule, number=count))


def _confess(draft: Draft, seat: Seat, other: Seat, rule: str) -> None:
    """A hand is shown to one player, who chooses a card of it."""
    hand = draft.hands[other]
    if draft.log is not None:
        secret = {"cards": written(hand)}
        draft.tell("shown", rule, seat, secret, True, victim=other, count=len(hand))
    if len(set(hand)) == 1:
        draft.discard_from_hand(other, hand[:1], rule)
    elif hand:
        # The hand itself is what can be chosen from: nobody else may know it.
        draft.ask(Question("confess", seat, rule, about=(other,)))


def _reward(draft: Draft, seat: Seat, both: str) -> None:
    """Fire was repelled: two cards in Refill or a Reinforcement, or both (VX-R10, VX-R11)."""
    if both:
        credit(draft, seat, both)
        room = most_in_play(draft, seat) > len(draft.field[seat])
        if not room or not any(IS_DEVOTEE[card] for card in draft.hands[seat]):
            return
    draft.ask(Question("reward", seat, both or "VX-R10", about=(both,) if both else ()))


def credit(draft: Draft, seat: Seat, rule: str) -> None:
    """A defender earns two extra cards for Refill (VX-R11)."""
    draft.bonus = put(draft.bonus, seat, draft.bonus[seat] + REWARD)
    draft.tell("reward-cards", rule, seat, count=REWARD, all=draft.bonus[seat])


# -- leaving play --------------------------------------------------------------------------------


def recall(draft: Draft, seat: Seat, card: Card, to_hand: bool, rule: str) -> None:
    """A card in play goes to its controller's hand or discard pile; what was attached, too."""
    unit = draft.leave(seat, card)
    to = "hand" if to_hand else "discard"
    draft.tell("recalled", rule, seat, card=TEXT[card], to=to)
    if to_hand:
        draft.to_hand(seat, (card,))
    else:
        draft.to_discard(seat, (card,))
    draft.shed(seat, unit)


def _send_back(draft: Draft, seat: Seat, card: Card, rule: str) -> None:
    """Nightcaps: the attacking card goes to its controller's discard pile, if it is there still."""
    if unit_at(draft.field[seat], card) is not None:
        recall(draft, seat, card, False, rule)


def kill(draft: Draft, seat: Seat, card: Card, rule: str) -> None:
    """A card in play is killed outside a comparison, with all that follows from it."""
    unit = unit_at(draft.field[seat], card)
    if unit is None:
        return
    for one in die(draft, seat, card, rule):
        draft.end_rogation(one)
        draft.tell("served", TEXT[one.card], seat, card=TEXT[one.card])
    draft.then(killed_tasks(draft, seat, unit, None))


def _kill_choice(draft: Draft, seat: Seat, rule: str) -> None:
    """A player chooses which own card is killed (Miracle)."""
    cards = tuple(sorted([unit.card for unit in draft.field[seat]]))
    if len(cards) == 1:
        kill(draft, seat, cards[0], rule)
    elif cards:
        draft.ask(Question("kill", seat, rule, cards))


def _recall_choice(draft: Draft, seat: Seat, to_hand: bool, optional: bool, rule: str) -> None:
    """A player chooses which own card leaves play."""
    cards = tuple(sorted([unit.card for unit in draft.field[seat]]))
    if len(cards) == 1 and not optional:
        recall(draft, seat, cards[0], to_hand, rule)
    elif cards:
        about = ("hand" if to_hand else "discard",)
        draft.ask(Question("recall", seat, rule, cards, optional=optional, about=about))


# -- after a Crusade -----------------------------------------------------------------------------


def _on_kill(draft: Draft, seat: Seat, card: Card) -> None:
    if unit_at(draft.field[seat], card) is None:
        return
    for effect in _DRAWS[card]:
        if effect.when == "on_kill":
            draft.draw_cards(seat, effect.n, TEXT[card])


def _any_kill(draft: Draft, seat: Seat, card: Card) -> None:
    if unit_at(draft.field[seat], card) is None:
        return
    for effect in _DRAWS[draft.site]:
        if effect.when == "on_any_kill":
            draft.draw_cards(seat, effect.n, TEXT[draft.site])


def _after_crusade(draft: Draft, seat: Seat, card: Card) -> None:
    kill(draft, seat, card, TEXT[card])


def _serve(draft: Draft, ones: tuple[InForce, ...]) -> None:
    """Conditional Rogations that were used go to the Vortex (VX-D3)."""
    for one in ones:
        if one in draft.rogations:
            draft.end_rogation(one)
            draft.tell("served", TEXT[one.card], one.seat, card=TEXT[one.card])


STEPS: dict[str, Callable[..., None]] = {
    "resolve": resolve,
    "effect": _effect,
    "draw": _draw,
    "any_killed": _draw,
    "discard": _discard,
    "discard_of": _discard,
    "reveal_of": reveal_of,
    "reveal_one": _reveal_one,
    "confess": _confess,
    "reward": _reward,
    "send_back": _send_back,
    "kill": kill,
    "kill_choice": _kill_choice,
    "recall_choice": _recall_choice,
    "on_kill": _on_kill,
    "any_kill": _any_kill,
    "after_crusade": _after_crusade,
    "serve": _serve,
}
