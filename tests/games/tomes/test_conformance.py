"""Tomes of Power keeps what every game must keep, with every combination of its options.

``benchmarks/conformance.py --game tomes`` does the same with twenty seeds, and takes the time.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from tabletop_kit.engine.combinations import option_sets
from tabletop_kit.engine.conformance import check
from tabletop_kit.games.tomes import GAME

SETS = list(option_sets(GAME))


@pytest.mark.parametrize("options", SETS, ids=str)
def test_every_combination_of_options_conforms(options: dict[str, Any]) -> None:
    check(GAME, SETS.index(options), options)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_sensible_game_conforms(seats: int) -> None:
    check(GAME, seats, {"seats": seats, "edition": True}, choose=GAME.policy())


@pytest.mark.parametrize("edition", [False, True])
def test_a_sensible_campaign_conforms(edition: bool) -> None:
    """Two seats come as far as the next descent, where whole hands are dealt within one move."""
    options = {"seats": 2, "campaign": "terror", "edition": edition}
    check(GAME, 0, options, choose=GAME.policy())


def test_the_combinations_are_what_the_rules_allow() -> None:
    """One to four seats; rungs alone only, Terror at a table only, no two readings alike."""
    starts = [GAME.dump(GAME.setup(options, GAME.luck(1))) for options in SETS]
    rungs = ("slumbering", "stirring", "waking", "ravenous", "quietus")
    found = {
        (start["seats"], start["edition"], start.get("rung"), start.get("campaign"))
        for start in starts
    }
    tables = product((2, 3, 4), (True, False), (None,), (None, "terror"))
    alone = product((1,), (True, False), (None, *rungs), (None,))
    assert found <= {*alone, *tables}
    assert found >= {*product((2, 3, 4), (True, False), (None,), (None, "terror"))}
    assert found >= {(1, True, rung, None) for rung in (None, *rungs)} | {(1, False, None, None)}
    for start in starts:
        readings = start.get("readings", [])
        assert len(readings) == len(set(readings)) == (start["seats"] if start["edition"] else 0)
