"""Luck: seeded, named streams of random numbers that live in the position.

The numbers come from a mixer of our own (the finaliser of SplitMix64), because Python promises
stable numbers across versions for ``random.random`` only. Each stream has a key of its own, so the
n-th roll of one stream says nothing about another's, and is the same in every branch of a game.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from struct import Struct
from typing import TypeVar

from tabletop_kit.engine.ruling import Json

T = TypeVar("T")

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15
SEEDS = 1 << 53
"""Seeds are whole numbers below this, so that any JSON reader keeps them exactly."""


class ScriptError(ValueError):
    """A scripted result of chance is not one that this roll or shuffle can have."""


def mix(key: int, count: int) -> int:
    """The ``count``-th 64-bit number of the stream with this ``key``.

    >>> mix(1, 0) == mix(1, 0), mix(1, 0) == mix(1, 1), mix(1, 0) < 2**64
    (True, False, True)
    """
    z = (key + count * _STEP) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


def mixes(key: int, first: int, count: int) -> list[int]:
    """So many numbers of a stream from the ``first`` on; quicker than as many calls of ``mix``.

    Python's whole numbers may be of any length, so all are mixed at once: each in a lane of its own
    of 128 bits of one long number. A lane holds its product of 64 by 64 bits without overflow, and
    the mask clears its upper half of what was multiplied or shifted into it.

    >>> mixes(1, 5, 2) == [mix(1, 5), mix(1, 6)]
    True
    """
    ones, steps, mask, reader = _lanes(count)
    z = (((key + first * _STEP) & _MASK) * ones + steps) & mask
    z = (((z ^ (z >> 30)) & mask) * 0xBF58476D1CE4E5B9) & mask
    z = (((z ^ (z >> 27)) & mask) * 0x94D049BB133111EB) & mask
    return list(reader.unpack((z ^ (z >> 31)).to_bytes(reader.size, "little")))


@lru_cache(maxsize=256)
def _lanes(count: int) -> tuple[int, int, int, Struct]:
    """For so many lanes: a one in each, its step, its mask, and what reads their lower halves."""
    ones = sum([1 << 128 * lane for lane in range(count)])
    steps = sum([(lane * _STEP & _MASK) << 128 * lane for lane in range(count)])
    return ones, steps, _MASK * ones, Struct("<" + "Q8x" * count)


@lru_cache(maxsize=4096)
def _keys(seed: int, streams: tuple[str, ...]) -> tuple[int, ...]:
    digests = (hashlib.sha256(f"{seed}/{name}".encode()).digest() for name in streams)
    return tuple(int.from_bytes(digest[:8], "big") for digest in digests)


@dataclass(frozen=True, slots=True)
class Luck:
    """Random numbers as a value: drawing returns the result and the luck that is left.

    >>> luck = Luck.of(7, ("coin", "dice"))
    >>> face, luck = luck.roll("dice", 6)
    >>> 1 <= face <= 6
    True
    """

    streams: tuple[str, ...]
    keys: tuple[int, ...]
    counts: tuple[int, ...]
    script: tuple[Json, ...] = ()

    @classmethod
    def of(cls, seed: int, streams: Sequence[str], script: Sequence[Json] = ()) -> Luck:
        """Luck from a seed in 0..2**53; results in ``script`` are used up first, in order."""
        names = tuple(streams)
        return cls(names, _keys(seed, names), (0,) * len(names), tuple(script))

    def below(self, stream: str, bound: int) -> tuple[int, Luck]:
        """A number in 0..bound-1. Raises :class:`ScriptError` on an impossible scripted one."""
        if self.script:
            return self._scripted_int(0, bound - 1)
        place = self.streams.index(stream)
        count = self.counts[place]
        return (mix(self.keys[place], count) * bound) >> 64, self._moved(place, count + 1)

    def roll(self, stream: str, sides: int) -> tuple[int, Luck]:
        """The face of a die with ``sides`` sides, 1..sides."""
        if self.script:
            return self._scripted_int(1, sides)
        face, luck = self.below(stream, sides)
        return face + 1, luck

    def rolls(self, stream: str, sides: Sequence[int]) -> tuple[tuple[int, ...], Luck]:
        """The faces of several dice, one for each entry of ``sides``, in order."""
        if self.script:
            return self._scripted_rolls(stream, sides)
        place = self.streams.index(stream)
        key, count = self.keys[place], self.counts[place]
        numbers = mixes(key, count, len(sides))
        faces = tuple(
            [((number * size) >> 64) + 1 for number, size in zip(numbers, sides, strict=True)]
        )
        return faces, self._moved(place, count + len(sides))

    def shuffled(self, stream: str, items: Sequence[T]) -> tuple[tuple[T, ...], Luck]:
        """The items in random order. A scripted order must hold exactly these items.

        Nothing to shuffle uses no luck, and nothing of the script.
        """
        if not items:
            return (), self
        if self.script:
            order = self.script[0]
            if not isinstance(order, list | tuple) or not same_items(order, items):
                raise ScriptError(f"{order!r} is no order of {list(items)!r}")
            return tuple(order), self._after_script()
        pile, last = list(items), len(items) - 1
        place = self.streams.index(stream)
        key, count = self.keys[place], self.counts[place]
        left = last
        for number in mixes(key, count, last):
            other = (number * (left + 1)) >> 64
            pile[left], pile[other] = pile[other], pile[left]
            left -= 1
        return tuple(pile), self._moved(place, count + last)

    def sample(self, stream: str, items: Sequence[T], count: int) -> tuple[tuple[T, ...], Luck]:
        """``count`` of the items, in the random order in which they are drawn.

        A scripted draw is a list of so many of these items. To draw none uses no luck, and nothing
        of the script. Raises ``ValueError`` where there are not so many items.

        >>> drawn, luck = Luck.of(7, ("deck",), [["b", "a"]]).sample("deck", "aabc", 2)
        >>> drawn, luck.script
        (('b', 'a'), ())
        """
        if not 0 <= count <= len(items):
            raise ValueError(f"{count} of {len(items)} items cannot be drawn")
        if not count:
            return (), self
        if self.script:
            drawn = self.script[0]
            if not isinstance(drawn, list | tuple) or not _holds(items, drawn, count):
                raise ScriptError(f"{drawn!r} are not {count} of {list(items)!r}")
            return tuple(drawn), self._after_script()
        pile, size = list(items), len(items)
        place = self.streams.index(stream)
        key, used = self.keys[place], self.counts[place]
        for step, number in enumerate(mixes(key, used, count)):
            other = step + ((number * (size - step)) >> 64)
            pile[step], pile[other] = pile[other], pile[step]
        return tuple(pile[:count]), self._moved(place, used + count)

    def choice(self, stream: str, items: Sequence[T]) -> tuple[T, Luck]:
        """One of the items. A scripted choice names the item itself."""
        if self.script:
            if self.script[0] not in items:
                raise ScriptError(f"{self.script[0]!r} is none of {list(items)!r}")
            return items[items.index(self.script[0])], self._after_script()
        place, luck = self.below(stream, len(items))
        return items[place], luck

    def _moved(self, place: int, count: int) -> Luck:
        counts = self.counts
        return Luck(self.streams, self.keys, (*counts[:place], count, *counts[place + 1 :]))

    def _after_script(self) -> Luck:
        return Luck(self.streams, self.keys, self.counts, self.script[1:])

    def _scripted_int(self, least: int, most: int) -> tuple[int, Luck]:
        value = self.script[0]
        if type(value) is not int or not least <= value <= most:
            raise ScriptError(f"chance gives {value!r}, but {least} to {most} is possible here")
        return value, self._after_script()

    def _scripted_rolls(self, stream: str, sides: Sequence[int]) -> tuple[tuple[int, ...], Luck]:
        faces, luck = [], self
        for size in sides:
            face, luck = luck.roll(stream, size)
            faces.append(face)
        return tuple(faces), luck


def _holds(items: Sequence[Json], drawn: Sequence[Json], count: int) -> bool:
    rest = list(items)
    for item in drawn:
        if item not in rest:
            return False
        rest.remove(item)
    return len(drawn) == count


def same_items(one: Sequence[Json], other: Sequence[Json]) -> bool:
    """Whether two lists hold the same items as often, in any order (items may be unhashable).

    >>> same_items([1, 2, 1], (2, 1, 1)), same_items([1], [1, 1])
    (True, False)
    """
    rest = list(other)
    for item in one:
        if item not in rest:
            return False
        rest.remove(item)
    return not rest
