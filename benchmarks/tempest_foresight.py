"""Fits what the coach of Tempest makes of a position, and measures how often that is right.

    python benchmarks/tempest_foresight.py [--games 600] [--seed 0] [--workers 2] [--measure]

The quick policy plays ``--games`` whole games at each number of seats, with decks drawn anew for
each; as every turn begins the features of each seat are kept. The weights are fitted to how those
games ended and written to ``foresight.toml`` of the game. Then, and alone with ``--measure``, half
as many games with other luck are played, and each chance is held against what came of it: the table
that is printed stands in ``docs/coach.md``. Needs numpy.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tabletop_kit.engine.luck import mix
from tabletop_kit.games.tempest import GAME
from tabletop_kit.games.tempest.decks import DECKS
from tabletop_kit.games.tempest.foresight import FEATURES, SEATS, chances, features

TARGET = Path(__file__).parents[1] / "tabletop_kit" / "games" / "tempest" / "foresight.toml"
AHEAD = {2: 4, 3: 3, 4: 4}
"""So many turns a playout goes; what a core can do in a second decides."""
MOST_STEPS = 6_000
STEPS, RATE, RIDGE = 1_200, 0.02, 1e-2
BANDS = (0.0, 0.1, 0.25, 0.4, 0.6, 0.75, 0.9, 1.0)


class Moment(NamedTuple):
    """The start of a turn: features of the seats, who was in, how it ended, the chances told."""

    seen: list[list[float]]
    inside: list[bool]
    scores: tuple[float, ...]
    told: list[float]


def moments(seats: int, measured: bool, seed: int) -> list[Moment]:
    """The starts of all turns of one game; ``measured``: with the chances as they are told."""
    draw = random.Random(seed)
    decks = [draw.choice(list(DECKS)) for _ in range(seats)]
    options = {"seats": seats, "deck_lists": decks, "opening_redraw": True, "round_cap": 60}
    position, choose = GAME.setup(options, GAME.luck(seed)), GAME.policy()
    last, step, found = 0, 0, []
    while (seat := GAME.to_act(position)) is not None and step < MOST_STEPS:
        if sum(position.turns) != last and position.phase == "main":
            last = sum(position.turns)
            seen = [[float(one) for one in features(position, one)] for one in range(seats)]
            told = chances(position) if measured else []
            found.append((seen, [one not in position.out for one in range(seats)], told))
        position = GAME.apply(position, seat, choose(position, seat, mix(seed, step)))
        step += 1
    outcome = GAME.outcome(position)
    scores = (1 / seats,) * seats if outcome is None else outcome.scores
    return [Moment(seen, inside, scores, told) for seen, inside, told in found]


def played(seats: int, first: int, count: int, workers: int, measured: bool) -> list[Moment]:
    """The moments of many games."""
    with ProcessPoolExecutor(workers) as pool:
        games = pool.map(
            partial(moments, seats, measured), range(first, first + count), chunksize=4
        )
        return [moment for game in games for moment in game]


# -- fitting -------------------------------------------------------------------------------------


def fitted(found: Sequence[Moment]) -> list[float]:
    """Weights that make the ends of these games as likely as they can, by gradient descent."""
    seen = np.array([one.seen for one in found])
    inside = np.array([one.inside for one in found])
    scores = np.array([one.scores for one in found])
    spread = seen.reshape(-1, seen.shape[2]).std(axis=0) + 1e-9
    scaled = seen / spread
    weights = np.zeros(seen.shape[2])
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        hopes = np.where(inside, scaled @ weights, -1e9)
        raised = np.exp(hopes - hopes.max(axis=1, keepdims=True))
        error = raised / raised.sum(axis=1, keepdims=True) - scores
        slope = np.einsum("ns,nsf->f", error, scaled) / len(found) + RIDGE * weights
        mean = 0.9 * mean + 0.1 * slope
        square = 0.999 * square + 0.001 * slope * slope
        pace = RATE * min(1.0, 2 * (1 - step / STEPS) + 0.02)
        weights -= pace * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return [float(one) for one in weights / spread]


def written(models: dict[int, list[float]], games: int) -> str:
    """The models as the file of the game."""
    lines = [
        "# What the coach of Tempest makes of a position (foresight.py): fitted by",
        f"# benchmarks/tempest_foresight.py to {games} games of the quick policy at each number of",
        "# seats, with decks drawn anew for each.",
    ]
    for seats, weights in models.items():
        lines += ["", f"[{SEATS[seats]}]", f"ahead = {AHEAD[seats]}", f"[{SEATS[seats]}.weights]"]
        lines += [f"{name} = {one:.4f}" for name, one in zip(FEATURES, weights, strict=True)]
    return "\n".join(lines) + "\n"


# -- measuring -----------------------------------------------------------------------------------


def told_and_came(found: Sequence[Moment]) -> list[tuple[float, float]]:
    """Pairs of the chance told and what came of it, of everybody who was still in."""
    return [
        (told, score)
        for one in found
        for told, score, inside in zip(one.told, one.scores, one.inside, strict=True)
        if inside
    ]


def calibration(found: Sequence[Moment]) -> Iterator[tuple[str, int, float, float]]:
    """By bands of the chance told: how many there were, the mean told, the mean that came true."""
    for low, high in pairwise(BANDS):
        here = [
            pair for pair in told_and_came(found) if low <= pair[0] < high or pair[0] == high == 1.0
        ]
        if here:
            told, came = (sum(part) / len(here) for part in zip(*here, strict=True))
            yield f"{low:.0%} to {high:.0%}", len(here), told, came


def skill(found: Sequence[Moment], seats: int) -> tuple[float, float]:
    """The mean squared error of the chances told, and that of telling everybody the same."""
    pairs = told_and_came(found)
    error = sum((told - score) ** 2 for told, score in pairs) / len(pairs)
    plain = sum((1 / seats - score) ** 2 for _told, score in pairs) / len(pairs)
    return error, plain


def main() -> None:
    """Fit and measure, as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--measure", action="store_true", help="only measure what is there")
    given = parser.parse_args()
    if not given.measure:
        models = {
            seats: fitted(played(seats, given.seed, given.games, given.workers, False))
            for seats in AHEAD
        }
        TARGET.write_text(written(models, given.games), encoding="utf-8")
    for seats in AHEAD:
        first, count = given.seed + 1_000_000, given.games // 2
        found = played(seats, first, count, given.workers, True)
        error, plain = skill(found, seats)
        print(
            f"\n{seats} seats, {count} games: squared error {error:.3f}, of no idea {plain:.3f}\n"
        )
        print("| told | so often | told on average | came true |\n|---|---|---|---|")
        for band, number, told, came in calibration(found):
            print(f"| {band} | {number} | {told:.1%} | {came:.1%} |")


if __name__ == "__main__":
    main()
