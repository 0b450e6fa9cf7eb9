"""Fits what the coach of Vortex makes of a position, and measures how often that is right.

    python benchmarks/vortex_foresight.py [--games 600] [--seed 0] [--workers 2] [--measure]

The quick policy plays ``--games`` whole games at each number of seats (colours and lengths drawn
anew for each); at the start of every round the features of each seat are kept. The weights are
fitted to how those games ended and written to ``foresight.toml`` of the game. Then, and alone with
``--measure``, half as many games with other luck are played, and each chance is held against what
came of it: the table that is printed stands in ``docs/coach.md``. Needs numpy.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tabletop_kit.engine.luck import mix
from tabletop_kit.games import find_game
from tabletop_kit.games.vortex.cards import COLOURS
from tabletop_kit.games.vortex.foresight import FEATURES, SEATS, chances, features, rounds_left
from tabletop_kit.games.vortex.position import half_points

TARGET = Path(__file__).parents[1] / "tabletop_kit" / "games" / "vortex" / "foresight.toml"
AHEAD = {2: 4, 3: 3, 4: 3}
"""So many rounds a playout goes; what a core can do in two seconds decides."""
STEPS, RATE, RIDGE = 1_500, 0.03, 3e-3
BANDS = (0.0, 0.1, 0.25, 0.4, 0.6, 0.75, 0.9, 1.0)


class Moment(NamedTuple):
    """The start of a round: rounds left, points, colours and features of the seats, the end."""

    left: int
    points: list[float]
    colours: list[int]
    seen: list[list[float]]
    scores: tuple[float, ...]
    told: list[float]


def moments(seats: int, measured: bool, seed: int) -> list[Moment]:
    """The starts of all rounds of one game; ``measured``: with the chances as they are told."""
    game, draw = find_game("vortex"), random.Random(seed)
    options = {"colours": draw.sample(COLOURS, seats), "length": draw.choice((48, 48, 24, 12))}
    position, choose = game.setup(options, game.luck(seed)), game.policy()
    last, step, found = 0, 0, []
    while (seat := game.to_act(position)) is not None:
        if position.round != last:
            last = position.round
            points = [half / 2 for half in half_points(position)]
            seen = [[float(one) for one in features(position, one)] for one in range(seats)]
            told = chances(position) if measured else []
            found.append((rounds_left(position), points, list(position.colours), seen, told))
        position = game.apply(position, seat, choose(position, seat, mix(seed, step)))
        step += 1
    outcome = game.outcome(position)
    assert outcome is not None
    return [Moment(*one[:4], outcome.scores, one[4]) for one in found]


def played(seats: int, first: int, count: int, workers: int, measured: bool) -> list[Moment]:
    """The moments of many games."""
    with ProcessPoolExecutor(workers) as pool:
        games = pool.map(
            partial(moments, seats, measured), range(first, first + count), chunksize=8
        )
        return [moment for game in games for moment in game]


# -- fitting -------------------------------------------------------------------------------------


def fitted(found: Sequence[Moment]) -> dict[str, Any]:
    """Weights that make the ends of these games as likely as they can, by gradient descent."""
    left = np.array([one.left for one in found], float)
    points = np.array([one.points for one in found])
    colours = np.eye(4)[np.array([one.colours for one in found])] * left[:, None, None]
    seen = np.concatenate([np.array([one.seen for one in found]), colours], axis=2)
    scores = np.array([one.scores for one in found])
    spread = seen.reshape(-1, seen.shape[2]).std(axis=0) + 1e-9
    scaled = seen / spread
    inner = np.zeros(seen.shape[2] + 2)
    inner[-2], inner[-1] = 0.5, 1.0
    mean, square = np.zeros_like(inner), np.zeros_like(inner)
    for step in range(1, STEPS + 1):
        slope = _slope(inner, left, points, scaled, scores)
        mean = 0.9 * mean + 0.1 * slope
        square = 0.999 * square + 0.001 * slope * slope
        pace = RATE * min(1.0, 2 * (1 - step / STEPS) + 0.02)
        inner -= pace * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    weights = inner[:-2] / spread
    count = len(FEATURES)
    return {
        "scale": float(np.exp(inner[-2])),
        "soon": float(np.exp(inner[-1])),
        "weights": dict(zip(FEATURES, weights[:count].tolist(), strict=True)),
        "colours": dict(zip(COLOURS, (weights[count:] - weights[count]).tolist(), strict=True)),
    }


def _slope(inner: Any, left: Any, points: Any, scaled: Any, scores: Any) -> Any:
    """How the loss (the cross entropy of the ends) changes with each parameter."""
    weights, scale, soon = inner[:-2], np.exp(inner[-2]), np.exp(inner[-1])
    sharp = scale / np.sqrt(left + soon)
    hopes = points + scaled @ weights
    raised = np.exp(sharp[:, None] * (hopes - hopes.max(axis=1, keepdims=True)))
    error = raised / raised.sum(axis=1, keepdims=True) - scores
    number = len(left)
    slope = np.empty_like(inner)
    slope[:-2] = np.einsum("ns,nsf->f", sharp[:, None] * error, scaled) / number
    slope[:-2] += RIDGE * weights
    pull = (error * hopes).sum(axis=1) * sharp
    slope[-2] = pull.mean()
    slope[-1] = (pull * -0.5 * soon / (left + soon)).mean()
    return slope


def written(models: dict[int, dict[str, Any]], games: int) -> str:
    """The models as the file of the game."""
    lines = [
        "# What the coach of Vortex makes of a position (foresight.py): fitted by",
        f"# benchmarks/vortex_foresight.py to {games} games of the quick policy at each number of",
        "# seats. Weights are points to come; colours: points a round beyond Blue.",
    ]
    for seats, model in models.items():
        lines += ["", f"[{SEATS[seats]}]", f"ahead = {AHEAD[seats]}"]
        lines += [f"{name} = {model[name]:.4f}" for name in ("scale", "soon")]
        for table in ("weights", "colours"):
            lines.append(f"[{SEATS[seats]}.{table}]")
            lines += [f"{name} = {value:.4f}" for name, value in model[table].items()]
    return "\n".join(lines) + "\n"


# -- measuring -----------------------------------------------------------------------------------


def calibration(found: Sequence[Moment]) -> Iterator[tuple[str, int, float, float]]:
    """By bands of the chance told: how many there were, the mean told, the mean that came true."""
    pairs = [
        (told, score) for one in found for told, score in zip(one.told, one.scores, strict=True)
    ]
    for low, high in pairwise(BANDS):
        here = [pair for pair in pairs if low <= pair[0] < high or pair[0] == high == 1.0]
        if here:
            told, came = (sum(part) / len(here) for part in zip(*here, strict=True))
            yield f"{low:.0%} to {high:.0%}", len(here), told, came


def skill(found: Sequence[Moment]) -> tuple[float, float]:
    """The mean squared error of the chances told, and that of telling everybody the same."""
    seats = len(found[0].points)
    pairs = [
        (told, score) for one in found for told, score in zip(one.told, one.scores, strict=True)
    ]
    error = sum((told - score) ** 2 for told, score in pairs) / len(pairs)
    plain = sum((1 / seats - score) ** 2 for _told, score in pairs) / len(pairs)
    return error, plain


def main() -> None:
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
        error, plain = skill(found)
        print(
            f"\n{seats} seats, {count} games: squared error {error:.3f}, of no idea {plain:.3f}\n"
        )
        print("| told | so often | told on average | came true |\n|---|---|---|---|")
        for band, number, told, came in calibration(found):
            print(f"| {band} | {number} | {told:.1%} | {came:.1%} |")


if __name__ == "__main__":
    main()
