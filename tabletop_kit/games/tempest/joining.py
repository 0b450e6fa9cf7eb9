"""Which cards may be joined to one (TG-A56)."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_kit.games.tempest.cards import CARD_NAME, PRINTED_KEYWORDS, Card, by_card

PACKS = by_card("pack")
"""For every card what it says of packs."""


def joinable(cards: Sequence[Card]) -> bool:
    """Whether these cards may be one joined card: a pack, a rider and mount, or familiars.

    >>> from tabletop_kit.games.tempest.cards import CARD
    >>> joinable([CARD["griffon"], CARD["knight-errant"]]), joinable([CARD["vulne"]] * 6)
    (True, False)
    """
    if len(cards) < 2:
        return False
    packs = PACKS[cards[0]]
    if packs and all(CARD_NAME[card] == packs[0].what for card in cards):
        return len(cards) <= 1 + packs[0].n
    words = [PRINTED_KEYWORDS[card] for card in cards]
    if len(cards) == 2:
        one, other = words
        if ("mount" in one and "rider" in other) or ("mount" in other and "rider" in one):
            return True
    casters = [one for one in words if "spell_cast" in one]
    familiars = [one for one in words if "familiar" in one]
    return len(casters) == 1 and len(familiars) == len(cards) - 1
