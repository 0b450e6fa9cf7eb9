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


_REST = [tuple(Move(""))[count:] for count in range(len(Move._fields) + 1)]
"""The empty parts behind so many."""


class Menu(Sequence[Move]):
    """The moves that these parts are of."""

    __slots__ = ("_all", "_given", "parts")

    def __init__(self, parts: list[Parts]) -> None:
        self.parts = parts
        self._all: list[Move] | None = None
        self._given: dict[int, Move] = {}

    def __len__(self) -> int:
        return len(self.parts)

    @overload
    def __getitem__(self, place: int) -> Move: ...

    @overload
    def __getitem__(self, place: slice) -> list[Move]: ...

    def __getitem__(self, place: int | slice) -> Move | list[Move]:
        if self._all is not None or isinstance(place, slice):
            return self._made()[place]
        parts = self.parts[place]
        # A playout asks for one move of each list: this takes half as long as the constructor.
        move: Move = tuple.__new__(Move, parts + _REST[len(parts)])
        self._given[id(move)] = move
        return move

    def __iter__(self) -> Iterator[Move]:
        return iter(self._made())

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Move):
            return False
        if self._all is not None:
            return move in self._all
        verb, what = move.verb, move.what
        return any(
            parts[0] == verb and (len(parts) == 1 or parts[1] == what) and Move(*parts) == move
            for parts in self.parts
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._made() == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self._made())

    def gave(self, move: Move) -> bool:
        """Whether this very move, and not just one like it, comes from this list."""
        return self._given.get(id(move)) is move

    def _made(self) -> list[Move]:
        """All of them, once somebody goes through the whole list."""
        if self._all is None:
            self._all = [Move(*parts) for parts in self.parts]
            self._given.update([(id(move), move) for move in self._all])
        return self._all
