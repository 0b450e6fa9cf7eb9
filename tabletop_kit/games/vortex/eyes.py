"""A pair of eyes at the table of Vortex: what they may see, and what the last move showed them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.engine.scene import Passage
from tabletop_kit.engine.text import Texts
from tabletop_kit.games.vortex.cards import TEXT, Card
from tabletop_kit.games.vortex.position import Position


@dataclass(slots=True)
class Eyes:
    """One pair of eyes at the table.

    ``came`` tells from which token or zone a card came in the last move, and in which beat;
    ``moves`` are the moves that touching one thing says, by the words of that thing.
    """

    position: Position
    seat: Seat | None
    texts: Texts
    came: dict[str, tuple[str, int]] = field(default_factory=dict)
    passages: list[Passage] = field(default_factory=list)
    moves: dict[str, str] = field(default_factory=dict)

    @property
    def asked(self) -> bool:
        """Whether the one that looks is asked now."""
        position, seat = self.position, self.seat
        if seat is None:
            return False
        if position.phase == "refill":
            return position.sealed[seat] is None
        return position.to_act == seat

    @property
    def selecting(self) -> bool:
        """Whether a move is put together by selecting what lies on the table."""
        return self.asked and self.position.phase in ("turn", "window", "refill")

    @property
    def first(self) -> Seat:
        """The seat that lies nearest."""
        return 0 if self.seat is None else self.seat


def card_ids(cards: Iterable[Card]) -> list[str]:
    """An id for each card of a hand: equal ones are told apart by a number.

    >>> from tabletop_kit.games.vortex.cards import CARD
    >>> card_ids([CARD["B01"], CARD["F04"], CARD["F04"]])
    ['B01', 'F04', 'F04-1']
    """
    taken: dict[Card, int] = {}
    ids = []
    for card in cards:
        number = taken.get(card, 0)
        taken[card] = number + 1
        ids.append(f"{TEXT[card]}-{number}" if number else TEXT[card])
    return ids
