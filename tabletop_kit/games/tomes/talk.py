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
        where it can play a card, pay the Strike, and keep at least half of what its hand is worth.
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
    for card in hand:
        value = VALUE[card]
        ruin = 2 * value if SUIT[card] == SWARM else value
        due = max(0, strike - (value if SUIT[card] == VOID else 0))
        if ruin >= left or 2 * (worth - value - due) >= worth:
            return card != HERETIC
    return False


TALK = HereticTalk()
