"""A list of moves of which each is made when it is asked for.

A move has fifteen parts, and a random playout makes one of twenty that are listed: the list holds
the first parts of each, up to the last that says something.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, overload

from tabletop_kit.games.tempest.moves import Move

Parts = tuple[Any, ...]
"""The first parts of a move, in order; all others are empty."""


class Menu(Sequence[Move]):
    """The moves that these parts are of."""

    __slots__ = ("_given", "parts")

    def __init__(self, parts: list[Parts]) -> None:
        self.parts = parts
        self._given: dict[int, Move] = {}

    def __len__(self) -> int:
        return len(self.parts)

    @overload
    def __getitem__(self, place: int) -> Move: ...

    @overload
    def __getitem__(self, place: slice) -> list[Move]: ...

    def __getitem__(self, place: int | slice) -> Move | list[Move]:
        if isinstance(place, slice):
            return [self._give(parts) for parts in self.parts[place]]
        return self._give(self.parts[place])

    def __iter__(self) -> Iterator[Move]:
        return iter([self._give(parts) for parts in self.parts])

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Move):
            return False
        verb, what = move.verb, move.what
        return any(
            parts[0] == verb and (len(parts) == 1 or parts[1] == what) and Move(*parts) == move
            for parts in self.parts
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(list(self))

    def gave(self, move: Move) -> bool:
        """Whether this very move, and not just one like it, comes from this list."""
        return self._given.get(id(move)) is move

    def _give(self, parts: Parts) -> Move:
        move = Move(*parts)
        self._given[id(move)] = move
        return move
