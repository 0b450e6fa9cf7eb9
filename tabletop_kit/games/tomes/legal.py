"""Which moves are legal, listed directly, because searching lives on it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tomes.moves import (
    CONCEDE,
    ECHO,
    ENDURE,
    HERETICS_TO,
    Break,
    Heretic,
    Move,
    Pay,
    Play,
    Reach,
    Recall,
    Redress,
    Rite,
)
from tabletop_kit.games.tomes.position import EMPYREANS, HERETIC, VALUE, Card, Cards, Position
from tabletop_kit.games.tomes.shapes import plays, rites


def covers(hand: Cards, due: int) -> bool:
    """Whether a hand is worth at least what is due (TM-6)."""
    return sum([VALUE[card] for card in hand]) >= due


def moves(position: Position, seat: Seat) -> tuple[Move, ...]:
    """The legal moves of a seat; empty when it is not asked."""
    if position.to_act != seat:
        return ()
    hand = position.hands[seat]
    held = tuple(sorted(hand))
    found: list[Move] = []
    if position.phase == "turn":
        found += plays(held)
        if position.edition:
            found += rites(held)
        if held and held[0] == HERETIC:
            found += HERETICS_TO[: position.seats]
        if may_endure(position.seats, position.endured, seat):
            found.append(ENDURE)
    else:
        found += payments(held, position.due)
    if position.echoes and may_echo(position, seat):
        found.append(ECHO)
    if position.stones[seat]:
        found += [Break(value) for value in dict.fromkeys(position.stones[seat])]
    if position.beckons and position.phase == "turn":
        found += _beckons(position, seat)
    if position.channels:
        found += [Reach(card) for card in dict.fromkeys(reachable(position, seat))]
    found.append(CONCEDE)
    return tuple(found)


@lru_cache(maxsize=1 << 13)
def payments(hand: Cards, due: int) -> tuple[Pay, ...]:
    """Every set of cards of a sorted hand that covers the due (TM-6)."""
    sets: list[Cards] = [()]
    sums = [0]
    for card in hand:
        value = VALUE[card]
        sets += [(*cards, card) for cards in sets]
        sums += [total + value for total in sums]
    return tuple([Pay(cards) for cards in dict.fromkeys(_covering(sets, sums, due))])


def _covering(sets: list[Cards], sums: list[int], due: int) -> Iterator[Cards]:
    return (cards for cards, total in zip(sets, sums, strict=True) if total >= due)


def _beckons(position: Position, seat: Seat) -> Iterator[Move]:
    if position.entity not in EMPYREANS:
        yield from (Redress(card) for card in dict.fromkeys(position.owed))
    yield from (Recall(card) for card in recallable(position, seat))


def may_endure(seats: int, endured: tuple[bool, ...], seat: Seat) -> bool:
    """Whether somebody else's last turn was no Endure; alone never (TM-5)."""
    return seats > 1 and not all([flag for one, flag in enumerate(endured) if one != seat])


def may_echo(position: Position, seat: Seat) -> bool:
    """Whether an Echo may be spent now: before step 1, or in step 4 when one cannot pay (TM-16)."""
    if not position.echoes:
        return False
    return position.phase == "turn" or not covers(position.hands[seat], position.due)


def seen_through(position: Position, seat: Seat) -> Cards:
    """The partner's oldest cards, one for each open channel (TM-17)."""
    return position.hands[1 - seat][: position.channels] if position.channels else ()


def reachable(position: Position, seat: Seat) -> Cards:
    """The cards that the seat may take by a Reach (TM-18)."""
    if len(position.hands[seat]) >= position.limit:
        return ()
    return seen_through(position, seat)


def recallable(position: Position, seat: Seat) -> list[Card]:
    """The Expunged entities that a Beckon may call into the hand (TM-22)."""
    if position.seats > 1 or len(position.hands[seat]) >= position.limit:
        return []
    lying = (*position.gathering, *position.grave)
    return [card for card in dict.fromkeys(position.expunged) if card in lying]


def candidates(position: Position, seat: Seat) -> Iterator[Move]:
    """Moves a panel could form, legal or not: what the conformance suite tries."""
    hand = tuple(sorted(position.hands[seat]))
    yield from plays(hand)
    yield from rites(hand)
    yield from (Play(hand[:size]) for size in range(len(hand) + 1))
    yield from (Pay(hand[size:]) for size in range(len(hand) + 1))
    yield from (Rite(hand[size : size + 2]) for size in range(len(hand)))
    yield from (Play((card,)) for card in (HERETIC, position.entity) if card >= 0)
    yield from (Heretic(number) for number in range(5))
    yield from (Break(value) for value in (10, 15, 20, 25))
    yield from (Redress(card) for card in (*position.owed, *position.expunged[:2]))
    yield from (Recall(card) for card in (*position.expunged, *position.subdued))
    if position.seats == 2:
        yield from (Reach(card) for card in (*position.hands[1 - seat][:3], *hand[:1]))
    yield from (ENDURE, ECHO, CONCEDE)
