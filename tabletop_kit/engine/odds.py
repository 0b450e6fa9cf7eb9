"""Exact chances of drawing from a deck without putting back (hypergeometric)."""

from __future__ import annotations

from math import comb


def at_least(size: int, wanted: int, drawn: int, least: int = 1) -> float:
    """The chance that ``drawn`` cards of ``size`` hold at least ``least`` of the ``wanted`` ones.

    More is never drawn than there is. Raises ``ValueError`` where there are more wanted cards than
    cards, or fewer than none of something.

    >>> at_least(60, 15, 5)
    0.776296...
    >>> at_least(5, 2, 9), at_least(60, 0, 5)
    (1.0, 0.0)
    """
    if not 0 <= wanted <= size or drawn < 0:
        raise ValueError(f"no {wanted} wanted cards among {size}, of which {drawn} are drawn")
    drawn = min(drawn, size)
    fewer = range(min(max(least, 0), drawn + 1))
    missed = sum(comb(wanted, hits) * comb(size - wanted, drawn - hits) for hits in fewer)
    return 1.0 - missed / comb(size, drawn)


def both(size: int, one: int, other: int, either: int, drawn: int) -> float:
    """The chance to draw at least one card of each of two kinds.

    ``one`` and ``other`` are how many there are of each, ``either`` how many belong to at least
    one of them: fewer than their sum where a card is of both kinds.

    >>> both(4, 2, 2, 4, 2)
    0.666666...
    """
    chances = [at_least(size, wanted, drawn) for wanted in (one, other, either)]
    return max(0.0, chances[0] + chances[1] - chances[2])


def expected(size: int, wanted: int, drawn: int) -> float:
    """How many of the ``wanted`` cards are drawn on average.

    >>> expected(60, 15, 4)
    1.0
    """
    return min(drawn, size) * wanted / size if size else 0.0
