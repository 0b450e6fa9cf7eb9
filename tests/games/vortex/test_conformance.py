"""Vortex keeps what every game must keep, at two, three and four seats, with every option.

``benchmarks/conformance.py --game vortex`` does the same with twenty seeds at full length, and
takes the time.
"""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_kit.engine.combinations import option_sets
from tabletop_kit.engine.conformance import check
from tabletop_kit.games.vortex import GAME

SETS = list(option_sets(GAME, without=("colours", "fire_three", "length")))
"""Two to four seats with every combination of the three options for beginners."""


@pytest.mark.parametrize("options", SETS, ids=str)
def test_every_beginners_option_conforms(options: dict[str, Any]) -> None:
    """A short game looked at closely, and one of full length here and there."""
    seed = SETS.index(options)
    check(GAME, seed, {**options, "length": 12}, every=8)
    check(GAME, seed + 100, options, every=150)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_sensible_game_conforms(seats: int) -> None:
    options = {"seats": seats, "length": 12, "fire_three": "kill"}
    check(GAME, seats, options, choose=GAME.policy(), every=8)


@pytest.mark.parametrize("seed", range(4))
def test_any_colours_conform(seed: int) -> None:
    """Also where seat and colour do not go together."""
    colours = [["red", "blue"], ["yellow", "red", "green"], ["green", "red"]]
    colours.append(["red", "yellow", "green", "blue"])
    check(GAME, seed, {"colours": colours[seed], "length": 24}, every=20)


def test_every_position_of_one_game_conforms() -> None:
    check(GAME, 3, {"seats": 2, "length": 12})


def test_the_combinations_are_what_the_rules_allow() -> None:
    """Four players without Red there are not; all else goes with all."""
    starts = [GAME.dump(GAME.setup(options, GAME.luck(1))) for options in SETS]
    names = ("plain_locations", "no_rogations", "no_red")
    found = {(len(start["colours"]), *(start[name] for name in names)) for start in starts}
    flags = (False, True)
    assert found == {
        (seats, plain, silent, no_red)
        for seats in (2, 3, 4)
        for plain in flags
        for silent in flags
        for no_red in flags
        if seats < 4 or not no_red
    }
