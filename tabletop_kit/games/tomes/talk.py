"""The talk that is allowed after a Heretic (TM-15): keen or unkeen, before a seat is named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tabletop_kit.engine.ruling import Json, Seat
from tabletop_kit.games.tomes.moves import parse_card
from tabletop_kit.games.tomes.position import (
    DOMINION,
    HERETIC,
    STRIKE,
    SUIT,
    SWARM,
    TEXT,
    VALUE,
    VOID,
    Position,
)

KEEN, UNKEEN = "keen", "unkeen"
HERETIC_WORD = "heretic"


class HereticTalk:
    """Once a Heretic is chosen the other seats may show whether they would like to go next."""

    words = (HERETIC_WORD,)
    kinds = (KEEN, UNKEEN)

    def prepared(self, selected: Sequence[str]) -> str:
        """A Heretic that is chosen, and nothing else, is about to be played (TM-14)."""
        return HERETIC_WORD if list(selected) == [TEXT[HERETIC]] else ""

    def signs(self, position: Position, seat: Seat, word: str) -> tuple[str, ...]:
        """Keen and unkeen, while ``seat`` has a Heretic in hand and is to play; else none."""
        if word != HERETIC_WORD or position.seats < 2:
            return ()
        asked = position.to_act == seat and position.phase == "turn"
        return (KEEN, UNKEEN) if asked and HERETIC in position.hands[seat] else ()

    def shows(self, view: Mapping[str, Json], seat: Seat, word: str) -> str:
        """What a companion of the kit shows, from its own hand and what lies open.

        Keen where one card of its hand maroons the entity, whose domain the Heretic breaks, or
        where what the card does and what the hand keeps after the Strike add up to a whole: the
        share of the Ruin still lacking, and the share of the hand's worth that is left.
        """
        hand = [card for text in view["hands"][seat] if (card := parse_card(text)) is not None]
        entity = parse_card(str(view.get("entity", "")))
        if entity is None or not hand:
            return UNKEEN
        left = DOMINION[entity] - view["ruin"]
        strike = STRIKE[entity] - view["ward"] - view.get("withheld", 0)
        return KEEN if _can(hand, left, strike) else UNKEEN


def _can(hand: Sequence[int], left: int, strike: int) -> bool:
    worth = sum(VALUE[card] for card in hand)
    return any(_does(card, worth, left, strike) for card in hand if card != HERETIC)


def _does(card: int, worth: int, left: int, strike: int) -> bool:
    """Whether this card maroons, or does much and leaves much (in shares, compared as a whole)."""
    value = VALUE[card]
    ruin = 2 * value if SUIT[card] == SWARM else value
    due = max(0, strike - (value if SUIT[card] == VOID else 0))
    kept = worth - value - due
    return ruin >= left or (kept >= 0 and ruin * worth + kept * left >= left * worth)


TALK = HereticTalk()
