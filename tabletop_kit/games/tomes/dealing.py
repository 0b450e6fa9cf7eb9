"""The beginning of a descent: readings, Pantheon, Gathering, hands (TM-T2, TM-19, TM-25)."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tomes.draft import Draft
from tabletop_kit.games.tomes.position import (
    ANCIENTS,
    CARD,
    HERALDS,
    HERETIC,
    NUMBERS,
    READINGS,
    SPAWNS,
    Card,
    Cards,
    written,
)

DEAL = "deal"
"""The stream of luck that a descent is set up with, in this order (TM-25)."""


def begin_descent(
    draft: Draft, first: Seat, carried: Sequence[Card | None], deal_readings: bool = True
) -> None:
    """Set a descent up: what was chosen by chance before is chosen again (TM-23, TM-25).

    ``carried`` are the entities that open the hands, one for each seat or none. At a table with
    the edition the readings are dealt unless ``deal_readings`` is false (they were chosen).
    """
    if draft.before.edition and draft.before.seats > 1 and deal_readings:
        _deal_readings(draft)
    spawns, heralds, ancients = (_shuffled(draft, tier) for tier in (SPAWNS, HERALDS, ANCIENTS))
    heretics = (HERETIC,) * draft.before.heretics
    draft.gathering = _shuffled(draft, (*NUMBERS, *heretics))
    draft.pantheon = (*spawns[1:], *heralds, *ancients)
    draft.grave = draft.table = ()
    draft.known = draft.under = draft.mixed = 0
    draft.fired = (0, 0, 0, 0)
    draft.endured = (False,) * draft.before.seats
    draft.entity = spawns[0]
    draft.phase, draft.to_act = "turn", first
    _deal_hands(draft, first, carried)
    draft.tell("descent", "TM-T2", first, descent=draft.descent, left=len(draft.gathering))
    draft.tell_entity("revealed", "TM-T1")


def _deal_readings(draft: Draft) -> None:
    dealt, draft.luck = draft.luck.shuffled(DEAL, READINGS)
    draft.readings = dealt[: draft.before.seats]
    draft.tell("readings", "TM-19", None, reveals=True, readings=list(draft.readings))


def _shuffled(draft: Draft, cards: Cards) -> Cards:
    """The cards in random order; a scripted order names them."""
    if draft.luck.script:
        order, draft.luck = draft.luck.shuffled(DEAL, written(cards))
        return tuple([CARD[text] for text in order])
    shuffled, draft.luck = draft.luck.shuffled(DEAL, cards)
    return shuffled


def _deal_hands(draft: Draft, first: Seat, carried: Sequence[Card | None]) -> None:
    """One card at a time round the table until all hands are full (TM-25)."""
    seats, limit = draft.before.seats, draft.before.limit
    hands: list[list[Card]] = [[] if card is None else [card] for card in carried]
    order = [(first + step) % seats for step in range(seats)]
    dealt = 0
    for _ in range(limit):
        for seat in order:
            if len(hands[seat]) < limit:
                hands[seat].append(draft.gathering[dealt])
                dealt += 1
    draft.hands = [tuple(hand) for hand in hands]
    draft.gathering = draft.gathering[dealt:]
    if draft.log is None:
        return
    for seat in order:
        secret = {"cards": written(draft.hands[seat])}
        draft.tell("dealt", "TM-15", seat, secret, True, count=limit)
