"""Decks: the kit's own, and what the rules say of one that somebody built (TG-A1, TG-D1 to D4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tabletop_kit.engine.problem import shortened
from tabletop_kit.engine.ruling import Json, Ruling, refusal
from tabletop_kit.games.tempest.cards import CARD, DECK_TABLES, LIMIT, SU, TEXT, Cards

DECKS: Mapping[str, Cards] = {
    table["id"]: tuple([CARD[text] for text, count in table["cards"].items() for _ in range(count)])
    for table in DECK_TABLES
}
"""The kit's four decks by their ids, every card as often as it is in."""
LEAST = 55
"""Cards of a deck at least, so that fifty are left after the deal (TG-A1)."""
LEAST_LOOSE = 50
"""The same with the option Loose deck size (TG-A1)."""
MOST = 500
"""A set-up with more is refused: nobody plays so large a deck, and a file could bring any."""
SHARES = ((0, 25), (1, 10))
"""What the source advises: the share of cards of SU 0 and SU 1, in percent."""


def deck_faults(names: Sequence[Json], loose: bool = False) -> list[Ruling]:
    """Every fault of a deck at once: unknown cards, too many copies, too few cards.

    ``names`` are card ids, each as often as it is in the deck; ``loose`` is the option
    ``loose_deck_size``. The rules are TG-A1 (size) and TG-D1, TG-D2 (copies, tournament list).

    >>> [fault.why for fault in deck_faults(["peasant"] * 5 + ["chess-king"])]
    ['deck-copies', 'deck-unknown', 'deck-size']
    """
    faults = []
    counts = Counter([name if isinstance(name, str) else shortened(name) for name in names])
    for name, count in counts.items():
        if name not in CARD:
            faults.append(refusal("TG-N2", "deck-unknown", card=shortened(name)))
        elif count > LIMIT[CARD[name]]:
            rule = "TG-D2" if LIMIT[CARD[name]] == 1 else "TG-D1"
            faults.append(
                refusal(rule, "deck-copies", card=name, count=count, limit=LIMIT[CARD[name]])
            )
    least = LEAST_LOOSE if loose else LEAST
    if not least <= len(names) <= MOST:
        faults.append(refusal("TG-A1", "deck-size", count=len(names), least=least, most=MOST))
    return faults


def advice_shares(cards: Cards) -> list[tuple[int, int, float]]:
    """For SU 0 and SU 1: the SU, the share that is advised and the deck's own, in percent."""
    size = max(len(cards), 1)
    return [
        (su, share, 100.0 * sum([SU[card] == su for card in cards]) / size) for su, share in SHARES
    ]


def as_list(cards: Cards) -> list[str]:
    """A deck as the ids of its cards, ascending."""
    return sorted([TEXT[card] for card in cards])
