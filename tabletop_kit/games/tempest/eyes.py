"""A pair of eyes at the table of Tempest: what they may see, and what the last move showed them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.engine.scene import Line, Passage
from tabletop_kit.engine.text import Texts
from tabletop_kit.games.tempest.cards import TEXT, Card
from tabletop_kit.games.tempest.position import Position

COMPOSED = ("main", "window", "discard", "excess", "block", "target")
"""The phases in which a move is put together by selecting what lies on the table."""


@dataclass(slots=True)
class Eyes:
    """One pair of eyes at the table.

    ``came`` tells from which token or zone a card came in the last move, and in which beat;
    ``moves`` are the moves that touching one thing says, by its name; ``fighting`` what takes part
    in the fight or is attacked, ``doomed`` what is about to be destroyed; ``within`` are the only
    cards that can be picked now, ``None`` where any could be a part of a move.
    """

    position: Position
    seat: Seat | None
    texts: Texts
    came: dict[str, tuple[str, int]] = field(default_factory=dict)
    passages: list[Passage] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    moves: dict[str, str] = field(default_factory=dict)
    marks: dict[str, str] = field(default_factory=dict)
    within: frozenset[str] | None = None

    @property
    def asked(self) -> bool:
        """Whether the one that looks is asked now."""
        return self.seat is not None and self.position.to_act == self.seat

    @property
    def spending(self) -> bool:
        """Whether the one that looks may summon inside a move, with FT taken from somebody."""
        asked = self.position.asked
        return self.asked and asked is not None and asked.kind == "stolen"

    @property
    def selecting(self) -> bool:
        """Whether a move is put together by selecting what lies on the table."""
        return self.asked and (self.position.phase in COMPOSED or self.spending)

    @property
    def first(self) -> Seat:
        """The seat that lies nearest."""
        return 0 if self.seat is None else self.seat

    def knows(self, owner: Seat) -> bool:
        """Whether the one that looks knows what a face-down card of that owner is."""
        return owner == self.seat

    def origin(self, name: str) -> dict[str, Any]:
        """Where a card came from in the last move, as fields of its token."""
        source, beat = self.came.get(name, ("", 0))
        return {"came_from": source, "beat": beat} if source else {}


def hand_ids(cards: Iterable[Card]) -> list[str]:
    """An id for each card of a hand: equal ones are told apart by a number.

    >>> from tabletop_kit.games.tempest.cards import CARD
    >>> hand_ids([CARD["beggar"], CARD["peasant"], CARD["peasant"]])
    ['hand:beggar', 'hand:peasant', 'hand:peasant:1']
    """
    taken: dict[Card, int] = {}
    ids = []
    for card in cards:
        number = taken.get(card, 0)
        taken[card] = number + 1
        ids.append(f"hand:{TEXT[card]}:{number}" if number else f"hand:{TEXT[card]}")
    return ids
