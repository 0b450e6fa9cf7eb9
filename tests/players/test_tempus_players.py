"""What the players of Tempus reckon, and that each is stronger than the one before."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_kit.engine.luck import mix
from tabletop_kit.engine.playout import random_policy
from tabletop_kit.games import find_game
from tabletop_kit.games.tempus.belief import DOUBT, laid, plausible
from tabletop_kit.games.tempus.moves import BEGIN, LAY, PASS, Lay
from tabletop_kit.games.tempus.players import greedy, sound
from tabletop_kit.games.tempus.position import DICE, STANDARD_DECK
from tabletop_kit.games.tempus.reckon import cheapest, count, hidden_sum, largest_towards
from tabletop_kit.games.tempus.view import unknown_sizes
from tabletop_kit.lab import ANY, simulate
from tabletop_kit.players.rollouts import RolloutPlayer

GAME = find_game("tempus")
DRAWN = {"factions": ANY}
HANDS = st.lists(st.sampled_from(list(DICE.values())), max_size=7)


def position(**keys: Any) -> Any:
    return GAME.load({"factions": ["zhentarim", "zhentarim"], **keys}, GAME.luck(0))


@given(HANDS, st.integers(-3, 60))
@settings(max_examples=150, deadline=None)
def test_the_cheapest_way_is_the_cheapest(hand: list[Any], need: int) -> None:
    sums = {
        sum(die.value for die in some)
        for size in range(len(hand) + 1)
        for some in combinations(hand, size)
    }
    best = min((one for one in sums if one >= max(0, need)), default=None)
    assert cheapest(hand, need) == best
    if best:
        die = largest_towards(hand, best)
        rest = list(hand)
        rest.remove(die)
        assert die.value == best or cheapest(rest, best - die.value) == best - die.value


def test_a_total_that_no_dice_make_is_refused() -> None:
    with pytest.raises(ValueError, match="no dice make 3"):
        largest_towards([DICE[4, 2]], 3)


@pytest.mark.parametrize("seed", range(25))
def test_the_hidden_hand_is_reckoned_from_the_sizes_not_seen(seed: int) -> None:
    state = GAME.setup({"factions": ["harpers", "harpers"]}, GAME.luck(seed))
    choose = random_policy(GAME)
    step = 0
    while (seat := state.to_act) is not None:
        other = 1 - seat
        sizes = unknown_sizes(state, other)
        assert len(sizes) == len(state.hands[other])
        assert hidden_sum(state, other) == pytest.approx(sum((size + 1) / 2 for size in sizes))
        state = GAME.apply(state, seat, choose(state, seat, mix(seed, step)))
        step += 1


def test_a_tie_is_enough_for_the_council() -> None:
    keys = {"hands": [["d8:5"], ["d4:2"]], "rows": [[], ["d6:4"]], "to_act": 0}
    assert count(position(**keys), 0).need == 5
    assert count(position(**keys, factions=["council", "harpers"]), 0).need == 4
    assert count(position(**keys, factions=["council", "council"]), 0).need == 5


@pytest.mark.parametrize("seed", range(40))
def test_what_was_laid_is_read_off_the_rows(seed: int) -> None:
    """The order of the dice laid this round, and what each was needed for, as it really was."""
    factions = [["enclave", "harpers"], ["council", "enclave"], ["zhentarim", "council"]][seed % 3]
    state = GAME.setup({"factions": factions}, GAME.luck(seed))
    choose = random_policy(GAME)
    step, number, rows_before, happened = 0, 1, state.rows, []
    while (seat := state.to_act) is not None:
        if state.round != number:
            kept_nothing = any(
                state.factions[one] == "enclave" and not rows_before[one] for one in (0, 1)
            )
            if kept_nothing:
                return
            number, happened = state.round, []
        for one in (0, 1):
            found = [(each.die, each.need) for each in laid(state, one)]
            assert found == [(die, need) for who, die, need in happened if who == one]
        move = choose(state, seat, mix(seed, step))
        if isinstance(move, Lay):
            happened.append((seat, move.die, count(state, seat).need))
        rows_before = state.rows
        state = GAME.apply(state, seat, move)
        step += 1


def test_a_hand_that_would_have_laid_less_is_doubted() -> None:
    start = {"rows": [["d6:3"], ["d8:6"]], "to_act": 0, "beginner": 0}
    fits = position(hands=[["d4:2"], ["d8:8", "d4:2"]], **start)
    better = position(hands=[["d4:2"], ["d8:5", "d6:4"]], **start)
    assert plausible(fits, 0) == 1.0
    assert plausible(better, 0) == pytest.approx(DOUBT**2)


@pytest.mark.parametrize(
    ("keys", "move"),
    [
        # The other has passed: the cheapest dice that win, largest first.
        ({"hands": [["d4:1", "d4:2", "d8:8"], ["d4:2"]], "rows": [[], ["d4:2"]],
          "passed": [False, True], "to_act": 0}, LAY[DICE[4, 2]]),
        # Too dear a round is given up while one may be lost, and never after that.
        ({"hands": [["d10:10", "d8:8"], ["d4:2"]], "rows": [[], ["d8:7", "d8:6"]],
          "passed": [False, True], "to_act": 0}, PASS),
        ({"hands": [["d10:10", "d8:8"], ["d4:2"]], "rows": [[], ["d8:7", "d8:6"]],
          "passed": [False, True], "to_act": 0, "lost": [1, 0], "round": 2}, LAY[DICE[10, 10]]),
        # What is won already costs nothing more.
        ({"hands": [["d10:10"], ["d4:2"]], "rows": [["d8:8"], ["d8:7"]],
          "passed": [False, True], "to_act": 0}, PASS),
        # The smallest die that takes the lead.
        ({"hands": [["d4:2", "d6:5", "d8:8"], ["d4:2", "d8:6", "d10:4", "d8:3"]],
          "rows": [[], ["d4:3"]], "to_act": 0}, LAY[DICE[6, 5]]),
        # Far behind a seat that has spent much, with much more in hand: the round is let go.
        ({"hands": [["d8:8", "d8:7", "d10:9", "d8:6"], ["d4:2", "d4:1"]],
          "rows": [[], ["d8:8", "d10:9"]], "to_act": 0}, PASS),
    ],
)  # fmt: skip
def test_the_sound_player(keys: dict[str, Any], move: Any) -> None:
    assert sound(position(**keys), 0, 0) == move


def test_beginning() -> None:
    start = GAME.setup({"factions": ["zhentarim", "council"]}, GAME.luck(1))
    assert sound(start, 0, 0) == BEGIN[1]
    assert greedy(start, 0, 0) == BEGIN[0]


def test_the_beginner_throws_the_largest_and_passes_when_ahead() -> None:
    keys = {"hands": [["d4:2", "d8:8"], ["d4:2"]], "to_act": 0}
    assert greedy(position(rows=[["d6:1"], ["d6:4"]], **keys), 0, 0) == LAY[DICE[8, 8]]
    assert greedy(position(rows=[["d6:5"], ["d6:4"]], **keys), 0, 0) == PASS


def test_everybody_plays_with_any_deck() -> None:
    decks = [["d4"] * 5 + ["d12"] * 5, [f"d{size}" for size in STANDARD_DECK]]
    for player in GAME.players().values():
        light = replace(player, playouts=20) if isinstance(player, RolloutPlayer) else player
        assert simulate(GAME, 2, [light, "sound"], options={"decks": decks}, workers=1).games == 2


@pytest.mark.parametrize(
    ("stronger", "weaker", "least"),
    [("greedy", "random", 0.62), ("sound", "greedy", 0.75), ("sound", "random", 0.80)],
)
def test_each_is_stronger_than_the_one_before(stronger: str, weaker: str, least: float) -> None:
    """A fixed seed: the same 200 games in every run."""
    report = simulate(GAME, 200, [stronger, weaker], seed=1, options=DRAWN, workers=1)
    assert report.share(stronger).share >= least


def test_thinking_pays() -> None:
    light = replace(GAME.players()["redealer"], playouts=100)
    report = simulate(GAME, 40, [light, "greedy"], seed=1, options=DRAWN, workers=1)
    assert report.share(0).share >= 0.6
