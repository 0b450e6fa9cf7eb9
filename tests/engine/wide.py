"""Bazaar with hands of twelve: thousands of ways to discard, listed lazily."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from tests.engine import toy, toy_table
from tests.engine.toy import Bazaar
from tests.engine.toy_table import KEEP, Cards, Move, Position

MOST = 400
"""Whoever asks for more moves of one list than this goes through all of them."""


class Discards(Sequence[Move]):
    """Keeping a hand, and each way of discarding some of it; none is made before it is asked for.

    Going through a long list fails: nobody at a table has the time.
    """

    def __init__(self, hand: Cards) -> None:
        self.counts = sorted(Counter(hand).items())
        self.asked = 0

    def __len__(self) -> int:
        size = 1
        for _, count in self.counts:
            size *= count + 1
        return size

    def __getitem__(self, place: Any) -> Any:
        assert isinstance(place, int), "a lazy list has no slices"
        if not -len(self) <= place < len(self):
            raise IndexError(place)
        self.asked += 1
        assert self.asked <= MOST, "somebody goes through all moves"
        place %= len(self)
        cards: list[str] = []
        for card, count in self.counts:
            place, some = divmod(place, count + 1)
            cards += [card] * some
        return Move("discard", tuple(cards)) if cards else KEEP

    def __iter__(self) -> Iterator[Move]:
        return (self[place] for place in range(len(self)))

    def __contains__(self, move: object) -> bool:
        if move == KEEP:
            return True
        held = dict(self.counts)
        return (
            isinstance(move, Move)
            and move.verb == "discard"
            and bool(move.cards)
            and all(move.cards.count(card) <= held.get(card, 0) for card in move.cards)
        )


class Wide(Bazaar):
    """Bazaar whose discards are listed lazily; :func:`widen` gives it hands of twelve."""

    def moves(self, position: Position, seat: int) -> Any:
        if position.phase == "refill" and position.sealed[seat] is None:
            return Discards(position.hands[seat])
        return super().moves(position, seat)


def widen(monkeypatch: pytest.MonkeyPatch) -> Wide:
    """The game with hands of twelve for two seats, as long as the test lasts."""
    numbered = [f"{suit}{number}" for suit in toy_table.SUITS for number in range(1, 10)]
    deck = (*numbered, *numbered, *"SS", *"NNNN")
    for module in (toy, toy_table):
        monkeypatch.setattr(module, "DECK", deck)
    monkeypatch.setattr(toy, "HAND", 12)
    return Wide()
