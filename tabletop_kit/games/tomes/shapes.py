"""The legal shapes of an Invoke, listed and judged (TM-2, TM-3, TM-4, TM-19)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations, permutations

from tabletop_kit.engine.ruling import Ruling, Seat, refusal
from tabletop_kit.games.tomes.moves import SINGLES, Play, Rite
from tabletop_kit.games.tomes.position import (
    HERETIC,
    IS_ENTITY,
    RANK,
    RITUAL_MOST,
    SYMBIONTS,
    TEXT,
    VALUE,
    Card,
    Cards,
    Position,
    total,
    written,
)

MAY_PLAY, MAY_BIND, MAY_RITUAL = Ruling(True, "TM-2"), Ruling(True, "TM-3"), Ruling(True, "TM-2")
MAY_RITE = Ruling(True, "TM-19")
_RITUAL_RANKS = 5
_KEPT_HANDS = 1 << 14


@lru_cache(maxsize=_KEPT_HANDS)
def plays(hand: Cards) -> tuple[Play, ...]:
    """Every play of a sorted hand: single cards, Symbionts bound, Rituals (TM-2, TM-3)."""
    found = [SINGLES[card] for card in hand if card != HERETIC]
    low: dict[int, Cards] = {}
    for place, card in enumerate(hand):
        value = VALUE[card]
        if value == 1:
            found += [_BOUND[card, other] for other in hand[place + 1 :]]
        elif value > _RITUAL_RANKS:
            break
        elif value:
            low[value] = (*low.get(value, ()), card)
    for cards in low.values():
        if len(cards) > 1:
            found += _rituals_of(cards)
    return tuple(found) if len(set(hand)) == len(hand) else tuple(dict.fromkeys(found))


_BOUND: dict[Cards, Play] = {
    (one, other): Play((one, other)) for one in SYMBIONTS for other in range(one + 1, len(TEXT))
}
"""The play of each Symbiont with each card that follows it in canonical order."""


@cache
def _rituals_of(cards: Cards) -> tuple[Play, ...]:
    """The Rituals of cards of one number (TM-2)."""
    most = min(len(cards), RITUAL_MOST // VALUE[cards[0]])
    return tuple([Play(some) for size in range(2, most + 1) for some in combinations(cards, size)])


@lru_cache(maxsize=_KEPT_HANDS)
def rites(hand: Cards) -> tuple[Rite, ...]:
    """Every Dream Rite of a sorted hand, each card of a pair as lead (TM-19)."""
    high: dict[str, Cards] = {}
    for card in hand:
        if VALUE[card] > _RITUAL_RANKS:
            rank = RANK[card]
            high[rank] = (*high.get(rank, ()), card)
    if len(high) == len(hand):
        return ()
    return tuple([rite for cards in high.values() if len(cards) > 1 for rite in _rites_of(cards)])


@cache
def _rites_of(cards: Cards) -> tuple[Rite, ...]:
    """The Rites of cards of one rank (TM-19)."""
    return tuple([Rite(pair) for pair in dict.fromkeys(permutations(cards, 2))])


def missing(hand: Sequence[Card], cards: Sequence[Card]) -> Card | None:
    """The first of the cards that the hand does not hold, or not so often; ``None`` if all."""
    rest = list(hand)
    for card in cards:
        if card not in rest:
            return card
        rest.remove(card)
    return None


def not_in_hand(rule: str, hand: Sequence[Card], cards: Sequence[Card]) -> Ruling | None:
    """The refusal of cards that the hand does not hold; ``None`` where it holds them."""
    card = missing(hand, cards)
    if card is None:
        return None
    why = "card-twice" if card in hand else "not-in-hand"
    return refusal(rule, why, card=TEXT[card])


def ruling_on_play(position: Position, seat: Seat, cards: Cards) -> Ruling:
    """Whether these cards are one of the three shapes (TM-2, TM-3, TM-4)."""
    if not cards:
        return refusal("TM-2", "no-cards")
    absent = not_in_hand("TM-2", position.hands[seat], cards)
    if absent is not None:
        return absent
    symbionts = sum([VALUE[card] == 1 for card in cards])
    if HERETIC in cards:
        if len(cards) == 1:
            return refusal("TM-14", "name-a-seat")
        return refusal("TM-3" if symbionts else "TM-14", "heretic-alone")
    if len(cards) == 1:
        return MAY_PLAY
    if symbionts:
        return MAY_BIND if len(cards) == 2 else refusal("TM-3", "binds-one", count=len(cards))
    return _ruling_on_ritual(position, cards)


def _ruling_on_ritual(position: Position, cards: Cards) -> Ruling:
    worth = total(cards)
    alike = len({RANK[card] for card in cards}) == 1
    if alike and worth <= RITUAL_MOST:
        return MAY_RITUAL
    if alike and position.edition and len(cards) == 2:
        return refusal("TM-2", "write-rite", cards=written(cards))
    if any([IS_ENTITY[card] for card in cards]):
        return refusal("TM-4", "entity-ritual", cards=written(cards))
    if alike:
        return refusal("TM-2", "past-ten", total=worth, cards=written(cards))
    return refusal("TM-2", "not-one-number", cards=written(cards))


def ruling_on_rite(position: Position, seat: Seat, cards: Cards) -> Ruling:
    """Whether these cards are a Dream Rite (TM-19)."""
    if not position.edition:
        return refusal("TM-19", "no-edition")
    if len(cards) != 2:
        return refusal("TM-19", "rite-of-two", count=len(cards))
    absent = not_in_hand("TM-19", position.hands[seat], cards)
    if absent is not None:
        return absent
    if HERETIC in cards:
        return refusal("TM-19", "rite-heretic")
    if any([VALUE[card] == 1 for card in cards]):
        return refusal("TM-19", "rite-symbiont")
    if RANK[cards[0]] != RANK[cards[1]]:
        return refusal("TM-19", "rite-one-rank", cards=written(cards))
    if VALUE[cards[0]] <= _RITUAL_RANKS:
        return refusal("TM-19", "rite-is-ritual", cards=written(cards))
    return MAY_RITE
