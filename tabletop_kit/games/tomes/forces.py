"""What a play does, before piles and limits say how much of it is there: Ruin and Forces.

An :class:`Effect` follows from the cards, the Force that the entity denies, and the reading; no
pile is looked at. Rules, coach, preview and players all read it here.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tomes.moves import Play, Rite
from tabletop_kit.games.tomes.position import (
    BLOOD,
    DREAM,
    DREAM_READING,
    READINGS,
    SUIT,
    SWARM,
    VALUE,
    VOID,
    Cards,
    Position,
    total,
)


class Effect(NamedTuple):
    """What a play asks for.

    ``ruin`` lands; ``blood`` cards come out of the Grave, ``dream`` cards are drawn, ``ward`` is
    taken off the Strike, ``withheld`` is remembered (TM-10). ``total`` is what the cards are worth,
    ``fired`` the suits whose Force was not denied, ``denied`` the one that was (-1: none).
    """

    total: int
    ruin: int
    blood: int
    dream: int
    ward: int
    withheld: int
    fired: tuple[int, ...]
    denied: int


def effect(position: Position, seat: Seat, move: Play | Rite) -> Effect:
    """The effect of a legal Invoke by ``seat`` (TM-T3, TM-10, TM-T6)."""
    remembers = position.heretics > 0
    if type(move) is Play:
        return play_effect(move.cards, position.denied, remembers)
    reading = READINGS.index(position.readings[seat])
    return rite_effect(move.cards, position.denied, reading, remembers)


@cache
def play_effect(cards: Cards, denied: int, remembers: bool) -> Effect:
    """Every suit at the combined total; Swarm doubles all of it once (TM-3, TM-T3).

    ``remembers``: whether a withheld ward is remembered, because the game holds a Heretic.
    """
    worth = total(cards)
    suits = sorted({SUIT[card] for card in cards})
    fired = tuple([suit for suit in suits if suit != denied])
    return Effect(
        worth,
        worth * 2 if SWARM in fired else worth,
        worth if BLOOD in fired else 0,
        worth if DREAM in fired else 0,
        worth if VOID in fired else 0,
        worth if remembers and denied == VOID and VOID in suits else 0,
        fired,
        denied if denied in suits else -1,
    )


@cache
def rite_effect(cards: Cards, denied: int, reading: int, remembers: bool) -> Effect:
    """One card's Ruin, the lead's Force, and the reading, which nothing denies (TM-19, TM-T6).

    Where lead and reading are the same Force it acts once: at the lead's value where that is not
    denied, else as the reading says.
    """
    value, lead = VALUE[cards[0]], SUIT[cards[0]]
    fires = lead != denied

    def amount(suit: int, of_reading: int) -> int:
        if suit == lead and fires:
            return value
        return of_reading if suit == reading else 0

    return Effect(
        value,
        value * 2 if amount(SWARM, value) else value,
        amount(BLOOD, value),
        amount(DREAM, DREAM_READING),
        amount(VOID, value),
        value if remembers and not fires and lead == VOID != reading else 0,
        (lead,) if fires else (),
        -1 if fires else lead,
    )


def drawn(position: Position, seat: Seat, rest: Cards, done: Effect, recovered: int) -> int:
    """How many cards Dream would draw, round the table and up to the limits (TM-12).

    ``rest`` is what the play leaves in the seat's hand, ``recovered`` what Blood brings first.
    """
    room = position.limit - len(rest)
    room += sum(
        [position.limit - len(hand) for other, hand in enumerate(position.hands) if other != seat]
    )
    return min(done.dream, len(position.gathering) + recovered, room)
