"""What players have lost of their cards in play between two positions: Characters and Temples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.cards import Card
from tabletop_kit.games.tempest.names import card_of
from tabletop_kit.games.tempest.position import Table, spots


class Lost(NamedTuple):
    """How many of each; a joined card counts for each of its members."""

    characters: int
    temples: int


def lost(before: Table, later: Table, seats: Iterable[Seat]) -> Lost:
    """What these players had in play, face down or up, and have not any more.

    What went back to a hand or to another player's side counts too.
    """
    characters = temples = 0
    for seat in seats:
        had, has = _names(before, seat), _names(later, seat)
        characters += len(had - has)
        turned_up = Counter([card_of(name) for name in has - had])
        characters += (_down(before, seat) - _down(later, seat) - turned_up).total()
        still = {temple.name for temple in later.temples[seat]}
        temples += len({temple.name for temple in before.temples[seat]} - still)
    return Lost(characters, temples)


def _names(table: Table, seat: Seat) -> set[str]:
    """The names of all that lie face up, members of joined cards one by one."""
    units = [spot.unit for spot in spots(table, seat) if spot.unit.name]
    return {member.name for unit in units for member in unit.members}


def _down(table: Table, seat: Seat) -> Counter[Card]:
    """What lies face down."""
    units = [spot.unit for spot in spots(table, seat) if not spot.unit.name]
    return Counter([member.card for unit in units for member in unit.members])
