"""What a seat may answer: in Refill, where there can be thousands of answers, and inside a move."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import prod
from typing import overload

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.vortex.cards import IS_DEVOTEE, Card, Cards
from tabletop_kit.games.vortex.moves import REFILL, Move
from tabletop_kit.games.vortex.position import Position, colour_name, most_in_play


class Refills(Sequence[Move]):
    """What a seat may seal in Refill: to refill, or to discard any of its cards.

    There are thousands for a large hand, so each is made when it is asked for: number 0 is
    refilling, the others count through how many of each kind of card are discarded.
    """

    __slots__ = ("_counts", "_kinds", "_size")

    def __init__(self, hand: Cards) -> None:
        self._kinds = tuple(dict.fromkeys(hand))
        self._counts = tuple([hand.count(card) + 1 for card in self._kinds])
        self._size = prod(self._counts)

    def __len__(self) -> int:
        """How many there are."""
        return self._size

    @overload
    def __getitem__(self, index: int) -> Move: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...

    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        """One of them, or several."""
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(self._size))]
        if index < 0:
            index += self._size
        if not 0 <= index < self._size:
            raise IndexError(index)
        return self._move(index)

    def _move(self, index: int) -> Move:
        if not index:
            return REFILL
        cards: list[Card] = []
        for card, count in zip(self._kinds, self._counts, strict=True):
            index, taken = divmod(index, count)
            cards += [card] * taken
        return Move("discard", tuple(cards))

    def __contains__(self, move: object) -> bool:
        """Whether a move is one of them, without going through all."""
        if move == REFILL:
            return True
        if not isinstance(move, Move) or move.verb != "discard" or not move.cards:
            return False
        most = dict(zip(self._kinds, self._counts, strict=True))
        ascending = tuple(sorted(move.cards)) == move.cards
        return (
            ascending
            and move == Move("discard", move.cards)
            and all(move.cards.count(card) < most.get(card, 1) for card in set(move.cards))
        )

    def __eq__(self, other: object) -> bool:
        """Equal where the same moves are possible."""
        if not isinstance(other, Refills):
            return NotImplemented
        return (self._kinds, self._counts) == (other._kinds, other._counts)

    def __hash__(self) -> int:
        """As the cards that it is made of."""
        return hash((self._kinds, self._counts))


# -- choices -------------------------------------------------------------------------------------


def choice_moves(position: Position, seat: Seat) -> list[Move]:
    """The possible answers to what a seat is asked."""
    asked = position.asked
    if asked is None or asked.seat != seat:
        return []
    if asked.kind == "reward":
        return _rewards(position, seat, bool(asked.about))
    if asked.kind == "discard":
        return _discards(position.hands[seat], asked.number)
    if asked.kind == "confess":
        return _discards(position.hands[asked.about[0]], 1)
    found = [_answer(position, asked.kind, option) for option in asked.options]
    return [*found, Move("choose", word="none")] if asked.optional else found


def _answer(position: Position, kind: str, option: object) -> Move:
    if kind == "reveal":
        assert isinstance(option, tuple)
        return Move("choose", (option[0],), option[1])
    if kind == "player":
        assert isinstance(option, int)
        return Move("choose", word=colour_name(position, option))
    if isinstance(option, str):
        return Move("choose", word=option)
    assert isinstance(option, int)
    return Move("choose", (option,))


def _rewards(position: Position, seat: Seat, both: bool) -> list[Move]:
    """The rewards for repelling Fire that are open (VX-R10)."""
    found = [] if both else [Move("reward", word="cards")]
    if most_in_play(position, seat) > len(position.field[seat]):
        devotees = [card for card in position.hands[seat] if IS_DEVOTEE[card]]
        found += [Move("reward", (card,)) for card in devotees]
    return [*found, Move("reward", word="none")]


def _discards(hand: Cards, count: int) -> list[Move]:
    """Every choice of so many cards of a hand; equal cards are not told apart."""
    chosen = dict.fromkeys(combinations(hand, count))
    return [Move("choose", cards) for cards in chosen]
