"""What cards out of play are worth to a priority: which to discard, which to bring back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tabletop_kit.engine.ruling import Json, Seat
from tabletop_kit.games.tempest.cards import (
    CARD,
    FT,
    IS_CHARACTER,
    IS_TEMPLE,
    OCCUPATION,
    ST,
    SU,
    Card,
)
from tabletop_kit.games.tempest.moves import Move
from tabletop_kit.games.tempest.numbers import hand_size
from tabletop_kit.games.tempest.position import Position
from tabletop_kit.games.tempest.standing import standing

ENOUGH = 8
"""With so much FT in one pool, more of it is no longer what every plan needs first."""
UNKNOWN = 1.0
"""What a card is worth that nobody knows yet."""
LOSES = 1000.0
"""Whoever cannot draw may be out (TG-A9)."""


def picking(
    position: Position, seat: Seat, priority: str, legal: Sequence[Move]
) -> tuple[Move, str, dict[str, Json]]:
    """What a priority picks, the key of the sentence that says why, and its facts."""
    worths = {
        card: worth(position, seat, card, priority)
        for card in {*position.hands[seat], *position.discard[seat]}
    }
    if position.phase == "discard":
        return _discarding(position, seat, legal, worths)
    recovers = position.asked is not None and position.asked.kind == "recover"

    def gain(move: Move) -> float:
        found = sum([worths[CARD[name]] for name in move.names])
        return found if recovers else -found

    move = max(legal, key=gain)
    why = "recovers" if recovers else "parts"
    return move, why, {"cards": list(move.names), "count": len(move.names)}


def _discarding(
    position: Position, seat: Seat, legal: Sequence[Move], worths: dict[Card, float]
) -> tuple[Move, str, dict[str, Json]]:
    """What is thrown away before the hand is filled up, or cut down to its size (TG-A8)."""

    def left(move: Move) -> float:
        kept = Counter(position.hands[seat]) - Counter([CARD[name] for name in move.names])
        held = sorted([max(worths[card], 0) for card in kept.elements()], reverse=True)
        gone = len(move.names)
        drawn = draws(position, seat, gone)
        if position.choices.exhaustion == "lose" and drawn < missing(position, seat, gone):
            return -LOSES
        return sum(held[: hand_size(position, seat)]) + UNKNOWN * drawn

    move = max(legal, key=left)
    facts: dict[str, Json] = {
        "cards": list(move.names),
        "count": len(move.names),
        "drawn": draws(position, seat, len(move.names)),
        "kept": draws(position, seat, 0),
    }
    if move.names:
        return move, "discards", facts
    least = min([worths[card] for card in position.hands[seat]], default=0.0)
    return move, "keeps" if least > UNKNOWN else "keeps-bare", facts


def missing(position: Position, seat: Seat, discarded: int) -> int:
    """How many cards a seat is to draw at the end of its turn after discarding so many."""
    return hand_size(position, seat) - len(position.hands[seat]) + discarded


def draws(position: Position, seat: Seat, discarded: int) -> int:
    """How many of them there are to draw."""
    there = len(position.decks[seat])
    if position.choices.exhaustion == "reshuffle":
        there += len(position.discard[seat]) + discarded
    return max(0, min(missing(position, seat, discarded), there))


def worth(position: Position, seat: Seat, card: Card, priority: str) -> float:
    """What a card in hand is worth to a priority, 1 being that of an unknown one."""
    own = standing(position, seat)
    reach = max(own.pool, own.shrine, 1)
    late = max(0, SU[card] - reach - 3) / 4
    early = max(0.0, 1 - own.pool / ENOUGH) * 0.4 * max(FT[card], 0)
    value = 0.5 + 0.3 * (SU[card] <= reach) + early
    if priority == "faith":
        value += 0.35 * max(FT[card], 0) + 0.3 * IS_TEMPLE[card]
    elif priority == "board":
        value += 0.22 * max(ST[card], 0) if IS_CHARACTER[card] else 0.3
    else:
        value += 0.25 * max(FT[card], 0) + 0.6 * IS_TEMPLE[card]
        value += 1.5 * (OCCUPATION[card] == "Deity") + 0.8 * (OCCUPATION[card] == "Demi-god")
        late = 0.0 if OCCUPATION[card] == "Deity" else late
    if OCCUPATION[card] == "Priest" and not own.shrine:
        value += 0.5
    copies = position.hands[seat].count(card) - 1
    return value - late - 0.2 * copies
