"""The cheapest payment: what wastes least, by the fewest cards (section 5 of the rules page)."""

from __future__ import annotations

from functools import lru_cache

from tabletop_kit.games.tomes.legal import payments
from tabletop_kit.games.tomes.position import Cards, total


@lru_cache(maxsize=1 << 12)
def cheapest(hand: Cards, due: int) -> Cards:
    """The cards that cover the due with the least total, then the fewest, then the first written.

    Empty where nothing is due and where the hand cannot cover it.
    """
    if due <= 0:
        return ()
    found = [pay.cards for pay in payments(tuple(sorted(hand)), due)]
    return min(found, key=lambda cards: (total(cards), len(cards), cards), default=())
