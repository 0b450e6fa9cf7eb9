"""The coach against a second reading of section 5, and what it must never do (case 78)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tabletop_kit.games import find_game
from tests.games.tomes.naive import Naive
from tests.games.tomes.naive_coach import coach
from tests.games.tomes.naive_play import choose, disturb

GAME = find_game("tomes")
RUNGS = (None, "slumbering", "stirring", "waking", "ravenous", "quietus")


def turns(seed: int) -> Iterator[Naive]:
    """A game alone from somewhere in the middle, standing at each of its turns."""
    dice = random.Random(seed)
    reading = dice.choice(["blood", "dream", "swarm", "void"])
    game = Naive(dice, 1, dice.random() < 0.8, dice.choice(RUNGS), [reading])
    disturb(game)
    if dice.random() < 0.5:
        game.echoes = dice.choice([0, 0, 1])
    if dice.random() < 0.4:
        game.hands[0] = game.hand()[: dice.randint(1, 4)]
    for _ in range(12):
        if game.phase == "turn":
            yield game
        if game.phase == "over":
            return
        game.play(choose(game, 0.6))


@pytest.mark.parametrize("tens", range(5))
def test_a_naive_coach_says_the_same(tens: int) -> None:
    for seed in range(tens * 10, tens * 10 + 10):
        for game in turns(seed):
            position = GAME.load(game.keys(), GAME.luck(1))
            if position.to_act is not None:
                assert GAME.question(position, "coach") == coach(game), game.keys()


def test_the_turns_compared_need_every_rescue() -> None:
    rescues = Counter(
        coach(game).get("rescue", "") for seed in range(60, 130) for game in turns(seed)
    )
    assert set(rescues) == {"", "echo", "bloodstone", "recall", "none"}, rescues


def test_case_78_the_coach_does_not_peek_and_changes_nothing() -> None:
    for seed in range(20):
        for game in turns(seed):
            position = GAME.load(game.keys(), GAME.luck(1))
            if position.to_act is None:
                continue
            picture, said = repr(position), GAME.advice(position, 0)
            turned = replace(
                position,
                gathering=position.gathering[::-1],
                pantheon=position.pantheon[::-1],
                grave=position.grave[::-1],
                luck=GAME.luck(99),
            )
            assert GAME.advice(turned, 0) == said
            assert repr(position) == picture
