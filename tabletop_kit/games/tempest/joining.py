"""Which cards may be joined to one, and what they are then (TG-A56)."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_kit.games.tempest.cards import CARD_NAME, PRINTED_KEYWORDS, Card, by_card
from tabletop_kit.games.tempest.moves import number_order
from tabletop_kit.games.tempest.pieces import Unit

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


def joined(parts: Sequence[Unit]) -> Unit:
    """Cards as the one card they are when joined (TG-A56): its first member has all the Spells."""
    members = sorted(
        [member for unit in parts for member in unit.members],
        key=lambda member: number_order(member.name),
    )
    spells = tuple([spell for member in members for spell in member.spells])
    bare = [member._replace(spells=()) for member in members]
    return Unit(
        members[0].name,
        (bare[0]._replace(spells=spells), *bare[1:]),
        any([unit.drained for unit in parts]),
        any([unit.tunneling for unit in parts]),
    )
