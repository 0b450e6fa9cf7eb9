"""Fits what the coach of Tempest makes of a position, and measures how often that is right.

    python benchmarks/tempest_foresight.py [--games 600] [--seed 0] [--workers 2] [--measure]

The quick policy plays ``--games`` whole games at each number of seats, with decks drawn anew for
each; as every turn begins the features of each seat are kept. The weights are fitted to how those
games ended and written to ``foresight.toml`` of the game. Then, and alone with ``--measure``, half
as many games with other luck are played, and each chance is held against what came of it: the table
that is printed stands in ``docs/coach.md``. Needs numpy.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from foresight import Pair, Study, descend, fit_and_measure

from tabletop_kit.engine.luck import mix
from tabletop_kit.games.tempest import GAME
from tabletop_kit.games.tempest.decks import DECKS
from tabletop_kit.games.tempest.foresight import FEATURES, SEATS, chances, features

TARGET = Path(__file__).parents[1] / "tabletop_kit" / "games" / "tempest" / "foresight.toml"
AHEAD = {2: 4, 3: 3, 4: 4}
"""So many turns a playout goes; what a core can do in a second decides."""
MOST_STEPS = 6_000
STEPS, RATE, RIDGE = 1_200, 0.02, 1e-2


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


# -- fitting -------------------------------------------------------------------------------------


def fitted(found: Sequence[Moment]) -> list[float]:
    """Weights that make the ends of these games as likely as they can, by gradient descent."""
    seen = np.array([one.seen for one in found])
    inside = np.array([one.inside for one in found])
    scores = np.array([one.scores for one in found])
    spread = seen.reshape(-1, seen.shape[2]).std(axis=0) + 1e-9
    scaled = seen / spread

    def slope(weights: Any) -> Any:
        hopes = np.where(inside, scaled @ weights, -1e9)
        raised = np.exp(hopes - hopes.max(axis=1, keepdims=True))
        error = raised / raised.sum(axis=1, keepdims=True) - scores
        return np.einsum("ns,nsf->f", error, scaled) / len(found) + RIDGE * weights

    weights = descend(np.zeros(seen.shape[2]), slope, STEPS, RATE)
    return [float(one) for one in weights / spread]


def written(found: Mapping[int, list[Moment]], games: int) -> str:
    """The file of the game, with weights fitted to these moments by number of seats."""
    lines = [
        "# What the coach of Tempest makes of a position (foresight.py): fitted by",
        f"# benchmarks/tempest_foresight.py to {games} games of the quick policy at each number of",
        "# seats, with decks drawn anew for each.",
    ]
    for seats, moments_there in found.items():
        weights = fitted(moments_there)
        lines += ["", f"[{SEATS[seats]}]", f"ahead = {AHEAD[seats]}", f"[{SEATS[seats]}.weights]"]
        lines += [f"{name} = {one:.4f}" for name, one in zip(FEATURES, weights, strict=True)]
    return "\n".join(lines) + "\n"


def told_and_came(moment: Moment) -> list[Pair]:
    """Pairs of the chance told and what came of it, of everybody who was still in."""
    return [
        (told, score)
        for told, score, inside in zip(moment.told, moment.scores, moment.inside, strict=True)
        if inside
    ]


if __name__ == "__main__":
    fit_and_measure(Study(TARGET, tuple(AHEAD), moments, written, told_and_came), __doc__)
