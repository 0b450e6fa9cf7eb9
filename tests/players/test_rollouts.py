"""Playing out: the budget, the order, the worlds."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_kit.engine.luck import mix
from tabletop_kit.games import find_game
from tabletop_kit.games.tempus.moves import LAY, PASS
from tabletop_kit.games.tempus.players import distinct
from tabletop_kit.games.tempus.position import DICE
from tabletop_kit.players.basic import PolicyPlayer, RandomPlayer
from tabletop_kit.players.rollouts import RolloutPlayer, weighted

GAME = find_game("tempus")


def position(**keys: Any) -> Any:
    return GAME.load({"factions": ["council", "zhentarim"], **keys}, GAME.luck(0))


def test_a_move_that_wins_the_match_is_found() -> None:
    start = position(
        hands=[["d4:1", "d6:2", "d8:8"], ["d4:2", "d4:3"]],
        rows=[["d6:4"], ["d6:6", "d6:5"]],
        passed=[False, True],
        lost=[1, 1],
        round=3,
        to_act=0,
        beginner=0,
    )
    ranking = RolloutPlayer("r", 60).ranking(GAME, start, 0, 3, GAME.moves(start, 0))
    assert ranking[0].move != PASS
    assert ranking[0].score == 1.0
    assert {one.move: one.score for one in ranking}[PASS] == 0.0


def test_the_only_move_costs_no_playout() -> None:
    def never(position: Any, seat: int, draw: int) -> Any:
        raise AssertionError("no playout is needed")

    start = position(hands=[[], ["d4:2"]], rows=[["d6:4"], []], to_act=0)
    assert RolloutPlayer("r", 60, never).choose(GAME, start, 0, 1) == PASS


def test_the_budget_bounds_the_playouts_and_the_better_half_gets_more() -> None:
    start = GAME.setup({}, GAME.luck(1))
    seat = GAME.to_act(start)
    assert seat is not None
    ranking = RolloutPlayer("r", 400).ranking(GAME, start, seat, 2, GAME.moves(start, seat))
    assert sum(one.worlds for one in ranking) <= 400
    assert ranking[0].worlds > ranking[-1].worlds > 0
    assert [one.worlds for one in ranking] == sorted((one.worlds for one in ranking), reverse=True)


def test_another_seed_is_another_sample() -> None:
    start = GAME.setup({}, GAME.luck(1))
    seat = GAME.to_act(start)
    assert seat is not None
    legal = GAME.moves(start, seat)
    one, same, other = (
        RolloutPlayer("r", 100).ranking(GAME, start, seat, seed, legal) for seed in (2, 2, 3)
    )
    assert one == same and one != other


def test_a_belief_picks_the_worlds_that_fit() -> None:
    """With a belief in high hands the other wins the decider more often."""
    start = position(
        hands=[["d10:7", "d8:5"], ["d10:1", "d8:1", "d6:1"]],
        lost=[1, 1],
        round=3,
        to_act=0,
        beginner=0,
    )

    def high(world: Any, seat: int) -> float:
        return 100.0 ** sum(die.value for die in world.hands[1 - seat])

    legal = GAME.moves(start, 0)
    plain = RolloutPlayer("r", 300).ranking(GAME, start, 0, 1, legal)
    afraid = RolloutPlayer("r", 300, belief=high).ranking(GAME, start, 0, 1, legal)
    assert afraid[0].score < plain[0].score - 0.1


def test_weighted_follows_the_weights() -> None:
    picks = [weighted("abc", [1.0, 0.0, 3.0], mix(5, number)) for number in range(2000)]
    assert picks.count("b") == 0
    assert 0.70 < picks.count("c") / 2000 < 0.80


def test_the_moves_that_are_tried_are_legal_and_differ_in_strength() -> None:
    start = position(hands=[["d4:3", "d6:3", "d8:3", "d8:4"], ["d4:2"]], to_act=0)
    assert distinct(start, 0) == (LAY[DICE[4, 3]], LAY[DICE[8, 4]], PASS)
    assert set(distinct(start, 0)) <= set(GAME.moves(start, 0))


@pytest.mark.parametrize("seed", range(20))
def test_the_random_player_tries_everything(seed: int) -> None:
    start = GAME.setup({}, GAME.luck(seed))
    seat = GAME.to_act(start)
    assert seat is not None
    legal = GAME.moves(start, seat)
    assert {RandomPlayer("r").choose(GAME, start, seat, one) for one in range(300)} == set(legal)


def test_a_policy_player_hands_its_policy_what_it_was_given() -> None:
    start = GAME.setup({}, GAME.luck(2))
    seen = []

    def policy(position: Any, seat: int, draw: int) -> Any:
        seen.append((position is start, seat, draw))
        return PASS

    assert PolicyPlayer("p", policy).choose(GAME, start, 1, 9) == PASS
    assert seen == [(True, 1, mix(9, 0))]
