"""Tomes of Power keeps what every game must keep, with every combination of its options.

``benchmarks/conformance.py --game tomes`` does the same with twenty seeds, and takes the time.
"""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_kit.engine.combinations import option_sets
from tabletop_kit.engine.conformance import check
from tabletop_kit.games.tomes import GAME

SETS = list(option_sets(GAME))


@pytest.mark.parametrize("options", SETS, ids=str)
def test_every_combination_of_options_conforms(options: dict[str, Any]) -> None:
    for seed in (0, 1):
        check(GAME, seed, options)
    check(GAME, 2, options, choose=GAME.policy())


def test_the_combinations_are_what_the_rules_allow() -> None:
    """One to four seats; rungs alone only, Terror at a table only, no two readings alike."""
    assert {options["seats"] for options in SETS} == {1, 2, 3, 4}
    assert {options["rung"] for options in SETS if options["seats"] == 1} == {
        *(None, "slumbering", "stirring", "waking", "ravenous", "quietus")
    }
    for options in SETS:
        assert options["seats"] == 1 or options["rung"] is None
        assert options["seats"] > 1 or options["campaign"] is None
        readings = options.get("readings", [])
        assert len(set(readings)) == len(readings)
    plain = {(one["seats"], one["campaign"]) for one in SETS if one.get("edition") is False}
    assert plain == {(1, None), *((seats, way) for seats in (2, 3, 4) for way in (None, "terror"))}
