"""The combinations of a game's options that are worth trying out, each once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations, product
from math import prod
from typing import Any

from tabletop_kit.engine.game import Game, Option
from tabletop_kit.engine.ruling import Json, Refused

MOST_PRODUCT = 16
"""Up to so many ways of giving each seat a choice, all are tried; beyond, each choice is given to
each seat once, and once to all (not where no two seats may have the same)."""

MOST_COMBINED = 400
"""Up to so many combinations of what is common to all seats, all are tried; beyond, each choice of
each option alone, each with each choice of the first option, and the last choices of all."""

_SEEDS = (1, 2)
_ABSENT = object()


def option_sets(game: Game[Any, Any], without: Sequence[str] = ()) -> Iterator[dict[str, Json]]:
    """Combinations of the choices of ``game.options``, each of which leads to a match of its own.

    All of them, up to :data:`MOST_COMBINED`.

    An option for each seat is left out, too, and so is one whose default is none of its choices;
    those without choices and those in ``without`` are never given. What ``setup`` refuses is not a
    combination; of several that give the same match only the first counts, such as those of an
    option that the position does not know.

    >>> from tabletop_kit.games import find_game
    >>> sets = list(option_sets(find_game("tempus")))
    >>> len(sets), sets[0], sets[1]
    (16, {}, {'factions': ['council', 'council']})
    """
    found: list[list[Any]] = []
    for options in _combined(game, without):
        try:
            starts = [game.setup(options, game.luck(seed)) for seed in _SEEDS]
        except Refused:
            continue
        if starts not in found:
            found.append(starts)
            yield options


def _combined(game: Game[Any, Any], without: Sequence[str]) -> Iterator[dict[str, Json]]:
    options = [option for option in game.options if option.choices and option.id not in without]
    shared = [option for option in options if not option.each_seat]
    for values in _shared_values([_values(option) for option in shared]):
        common = _given(shared, values)
        seats = game.seats_for(common)
        each = [option for option in options if option.each_seat]
        for lists in product(*(_lists(option, seats) for option in each)):
            yield {**common, **_given(each, lists)}


def _shared_values(choices: Sequence[list[Any]]) -> Iterator[tuple[Any, ...]]:
    """Every way to choose one of each, or those that are worth it where these are too many."""
    if prod([len(values) for values in choices]) <= MOST_COMBINED:
        yield from product(*choices)
        return
    plain = tuple([values[0] for values in choices])
    for first in choices[0]:
        yield (first, *plain[1:])
        for place, values in enumerate(choices[1:], 1):
            for value in values[1:]:
                yield (first, *plain[1:place], value, *plain[place + 1 :])
    yield tuple([values[-1] for values in choices])


def _given(options: Sequence[Option], values: Sequence[Json]) -> dict[str, Json]:
    pairs = zip(options, values, strict=True)
    return {option.id: value for option, value in pairs if value is not _ABSENT}


def _values(option: Option) -> list[Json]:
    """The choices; before them nothing at all where that is something else."""
    absent = [] if option.default in option.choices else [_ABSENT]
    return [*absent, *option.choices]


def _lists(option: Option, seats: int) -> list[Json]:
    """Nothing at all, and one choice for each seat in the ways that are worth it."""
    choices, count = option.choices, len(option.choices)
    if count**seats <= MOST_PRODUCT:
        ways = permutations(choices, seats) if option.distinct else product(choices, repeat=seats)
        return [_ABSENT, *map(list, ways)]
    turns = [[choices[(first + seat) % count] for seat in range(seats)] for first in range(count)]
    if option.distinct:
        return [_ABSENT, *turns]
    return [_ABSENT, *turns, *([choice] * seats for choice in choices)]
