"""Fits what the coach of Vortex makes of a position, and measures how often that is right.

    python benchmarks/vortex_foresight.py [--games 600] [--seed 0] [--workers 2] [--measure]

The quick policy plays ``--games`` whole games at each number of seats (colours and lengths drawn
anew for each); at the start of every round the features of each seat are kept. The weights are
fitted to how those games ended and written to ``foresight.toml`` of the game. Then, and alone with
``--measure``, half as many games with other luck are played, and each chance is held against what
came of it: the table that is printed stands in ``docs/coach.md``. Needs numpy.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from foresight import Pair, Study, descend, fit_and_measure

from tabletop_kit.engine.luck import mix
from tabletop_kit.games import find_game
from tabletop_kit.games.vortex.cards import COLOURS
from tabletop_kit.games.vortex.foresight import FEATURES, SEATS, chances, features, rounds_left
from tabletop_kit.games.vortex.position import half_points

TARGET = Path(__file__).parents[1] / "tabletop_kit" / "games" / "vortex" / "foresight.toml"
AHEAD = {2: 4, 3: 3, 4: 3}
"""So many rounds a playout goes; what a core can do in two seconds decides."""
STEPS, RATE, RIDGE = 1_500, 0.03, 3e-3


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
    inner = descend(inner, lambda here: _slope(here, left, points, scaled, scores), STEPS, RATE)
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


def written(found: Mapping[int, list[Moment]], games: int) -> str:
    """The file of the game, with models fitted to these moments by number of seats."""
    lines = [
        "# What the coach of Vortex makes of a position (foresight.py): fitted by",
        f"# benchmarks/vortex_foresight.py to {games} games of the quick policy at each number of",
        "# seats. Weights are points to come; colours: points a round beyond Blue.",
    ]
    for seats, moments_there in found.items():
        model = fitted(moments_there)
        lines += ["", f"[{SEATS[seats]}]", f"ahead = {AHEAD[seats]}"]
        lines += [f"{name} = {model[name]:.4f}" for name in ("scale", "soon")]
        for table in ("weights", "colours"):
            lines.append(f"[{SEATS[seats]}.{table}]")
            lines += [f"{name} = {value:.4f}" for name, value in model[table].items()]
    return "\n".join(lines) + "\n"


def told_and_came(moment: Moment) -> list[Pair]:
    """Pairs of the chance told and what came of it, of every seat."""
    return list(zip(moment.told, moment.scores, strict=True))


if __name__ == "__main__":
    fit_and_measure(Study(TARGET, tuple(AHEAD), moments, written, told_and_came), __doc__)
