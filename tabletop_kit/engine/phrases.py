"""Formats that games with cards share: things in a row, large first letters, counts.

They use words of the game's own texts: ``word.and`` (with ``first`` and ``last``),
``word.nothing``, and ``word.count.<noun>`` with the forms ``none``, ``one`` and ``other``.
"""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_kit.engine.ruling import Json
from tabletop_kit.engine.text import Format, Texts


def in_a_row(texts: Texts, told: Sequence[str]) -> str:
    """Things in a row, the last with "and"; the word for nothing where there are none."""
    if not told:
        return texts("word.nothing")
    if len(told) == 1:
        return told[0]
    return texts("word.and", first=", ".join(told[:-1]), last=told[-1])


def each(told: Format) -> Format:
    """Of a format for one thing, that for many inside a sentence: Guardians and Reed Hermits."""
    return lambda texts, values: in_a_row(texts, [told(texts, value) for value in values])


def listed(told: Format) -> Format:
    """Of a format for one thing, that for many by themselves: Guardians, Reed Hermits."""
    return lambda texts, values: (
        ", ".join([told(texts, value) for value in values]) or texts("word.nothing")
    )


def first_large(text: str) -> str:
    """A text as a sentence begins with it.

    >>> first_large("the 8 of Swarm")
    'The 8 of Swarm'
    """
    return text[:1].upper() + text[1:]


def begun(told: Format) -> Format:
    """The same format at the beginning of a sentence."""
    return lambda texts, value: first_large(told(texts, value))


def counted(noun: str) -> Format:
    """So many of a thing in words: no card, one card, 3 cards."""

    def told(texts: Texts, count: Json) -> str:
        return texts(f"word.count.{noun}", "other" if count else "none", count=count)

    return told


def rule_title(texts: Texts, rule: Json) -> str:
    """A rule by its title."""
    return texts(f"rule.{rule}.title")
