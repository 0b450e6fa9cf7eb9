"""What the games' ``*_foresight.py`` share: many games, the fit, and what came true."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np

BANDS = (0.0, 0.1, 0.25, 0.4, 0.6, 0.75, 0.9, 1.0)
Moment = TypeVar("Moment")
Pair = tuple[float, float]
"""A chance that was told to a seat, and what came of it there (1 won, 0 lost)."""


@dataclass(frozen=True)
class Study(Generic[Moment]):
    """How the foresight of one game is fitted and measured.

    ``moments(seats, measured, seed)`` plays one game; ``written(found by seats, games)`` is
    what goes into ``target``; ``pairs(moment)`` is what was told at one moment and came of it.
    """

    target: Path
    seats: Sequence[int]
    moments: Callable[[int, bool, int], list[Moment]]
    written: Callable[[Mapping[int, list[Moment]], int], str]
    pairs: Callable[[Moment], list[Pair]]

    def played(
        self, seats: int, first: int, count: int, workers: int, measured: bool
    ) -> list[Moment]:
        """The moments of ``count`` games, the first with the seed ``first``."""
        play = partial(self.moments, seats, measured)
        with ProcessPoolExecutor(workers) as pool:
            games = pool.map(play, range(first, first + count), chunksize=4)
            return [moment for game in games for moment in game]


def descend(start: Any, slope: Callable[[Any], Any], steps: int, rate: float) -> Any:
    """The parameters after so many steps of Adam down a slope; ``start`` is left as it is."""
    inner = start.copy()
    mean, square = np.zeros_like(inner), np.zeros_like(inner)
    for step in range(1, steps + 1):
        here = slope(inner)
        mean = 0.9 * mean + 0.1 * here
        square = 0.999 * square + 0.001 * here * here
        pace = rate * min(1.0, 2 * (1 - step / steps) + 0.02)
        inner -= pace * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return inner


def calibration(pairs: Sequence[Pair]) -> Iterator[tuple[str, int, float, float]]:
    """By bands of the chance told: how many there were, the mean told, the mean that came true."""
    for low, high in pairwise(BANDS):
        here = [pair for pair in pairs if low <= pair[0] < high or pair[0] == high == 1.0]
        if here:
            told, came = (sum(part) / len(here) for part in zip(*here, strict=True))
            yield f"{low:.0%} to {high:.0%}", len(here), told, came


def skill(pairs: Sequence[Pair], seats: int) -> Pair:
    """The mean squared error of the chances told, and that of telling everybody the same."""
    error = sum((told - score) ** 2 for told, score in pairs) / len(pairs)
    plain = sum((1 / seats - score) ** 2 for _told, score in pairs) / len(pairs)
    return error, plain


def fit_and_measure(study: Study[Moment], about: str | None) -> None:
    """Fit and measure as the command line says; ``about`` is what its help says."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--measure", action="store_true", help="only measure what is there")
    given = parser.parse_args()
    if not given.measure:
        found = {
            seats: study.played(seats, given.seed, given.games, given.workers, False)
            for seats in study.seats
        }
        study.target.write_text(study.written(found, given.games), encoding="utf-8")
    for seats in study.seats:
        first, count = given.seed + 1_000_000, given.games // 2
        moments = study.played(seats, first, count, given.workers, True)
        pairs = [pair for moment in moments for pair in study.pairs(moment)]
        error, plain = skill(pairs, seats)
        print(
            f"\n{seats} seats, {count} games: squared error {error:.3f}, of no idea {plain:.3f}\n"
        )
        print("| told | so often | told on average | came true |\n|---|---|---|---|")
        for band, number, told, came in calibration(pairs):
            print(f"| {band} | {number} | {told:.1%} | {came:.1%} |")
