"""Chances of winning by imagined worlds: fair, on common luck, in slices, and repeatable."""

from __future__ import annotations

import random
import time
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_kit.engine.foresight import Foresight
from tabletop_kit.engine.interval import Interval, mean, paired, wilson
from tabletop_kit.engine.luck import mix
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.ruling import Outcome
from tabletop_kit.games import find_game
from tabletop_kit.players.chances import Chances, searching
from tabletop_kit.players.grades import BANDS, Grades, band, loss
from tests.players.advised import ADVISED

TEMPUS = find_game("tempus")


def tempus(**keys: Any) -> Any:
    return TEMPUS.load(keys, TEMPUS.luck(3))


def middle(game: Any, seed: int, plies: int) -> tuple[Any, int]:
    """A position some moves into a game, with a seat that is asked."""
    match = Match.new(game, seed)
    for step in range(plies):
        seat = match.to_act
        legal = match.moves
        if seat is None or len(legal) == 0:
            break
        following = game.apply(match.position, seat, legal[mix(seed, step) % len(legal)])
        if game.to_act(following) is None:
            break
        match.play(legal[mix(seed, step) % len(legal)], seat)
    seat = match.to_act
    assert seat is not None
    return match.position, seat


@given(st.integers(0, 10_000), st.integers(0, 24), st.integers(0, 10_000), st.sampled_from((0, 1)))
@settings(max_examples=40, deadline=None)
def test_worlds_that_a_seat_cannot_tell_apart_give_the_same_figures(
    seed: int, plies: int, other: int, which: int
) -> None:
    game: Any = (TEMPUS, ADVISED)[which]
    position, seat = middle(game, seed, plies)
    twin = game.imagine(position, seat, other)
    moves = game.moves(position, seat)[:3]
    one, two = (Chances(game, where, seat, moves, 5).run(3) for where in (position, twin))
    assert one.scores == two.scores


@given(st.integers(0, 10_000), st.lists(st.floats(0, 0.002), max_size=30))
@settings(max_examples=25, deadline=None)
def test_how_the_work_is_sliced_changes_no_figure(seed: int, slices: list[float]) -> None:
    position, seat = middle(TEMPUS, seed, seed % 12)
    moves = TEMPUS.moves(position, seat)[:3]
    sliced = Chances(TEMPUS, position, seat, moves, seed, most=12)
    for seconds in slices:
        sliced.advance(seconds)
    whole = Chances(TEMPUS, position, seat, moves, seed, most=12).run()
    assert sliced.run().scores == whole.scores


def test_a_sure_win_and_a_sure_loss_are_told() -> None:
    # The other has passed; the d8 wins the last round, a pass loses it.
    position = tempus(
        hands=[["d8:8"], []], rows=[[], ["d4:3"]], passed=[False, True], lost=[1, 1], to_act=0
    )
    lay, stop = TEMPUS.moves(position, 0)
    chances = Chances(TEMPUS, position, 0, [lay, stop]).run()
    assert chances.chance(lay).share == 1 and chances.chance(stop).share == 0
    assert chances.best() == lay
    assert chances.difference(lay, stop).low > 0.8
    assert all(chances.chance(move).half_width <= 0.05 for move in (lay, stop))


def test_a_draw_counts_as_half() -> None:
    position = tempus(
        factions=["harpers", "harpers"],
        hands=[["d4:3"], []],
        rows=[[], ["d4:3"]],
        passed=[False, True],
        lost=[1, 1],
        to_act=0,
    )
    chances = Chances(TEMPUS, position, 0, TEMPUS.moves(position, 0)[:1]).run(40)
    assert chances.chance(chances.moves[0]).share == 0.5


def test_all_moves_meet_the_same_worlds_with_the_same_luck() -> None:
    position, seat = middle(TEMPUS, 11, 4)
    move, other = TEMPUS.moves(position, seat)[:2]
    alone = Chances(TEMPUS, position, seat, [other], 9).run(20)
    beside = Chances(TEMPUS, position, seat, [move, other], 9).run(20)
    assert alone.scores[other] == beside.scores[other]
    twice = Chances(TEMPUS, position, seat, [move, move, other], 9)
    assert twice.moves == (move, other)


def test_slices_are_short_and_first_figures_come_soon() -> None:
    position, seat = middle(TEMPUS, 5, 0)
    chances = Chances(TEMPUS, position, seat, TEMPUS.moves(position, seat)[:3])
    longest, began = 0.0, time.process_time()
    while not chances.worlds:
        start = time.process_time()
        chances.advance(0.004)
        longest = max(longest, time.process_time() - start)
    assert time.process_time() - began < 0.5
    assert longest < 0.05


def test_nothing_is_touched() -> None:
    match = Match.new(TEMPUS, 4)
    before, seat = TEMPUS.dump(match.position), match.to_act
    luck = match.position.luck
    assert seat is not None
    random.seed(1)
    state = random.getstate()
    Chances(TEMPUS, match.position, seat, match.moves).run(5)
    assert TEMPUS.dump(match.position) == before and match.position.luck == luck
    assert random.getstate() == state and match.ply == 0


def test_a_searching_player_does_better_than_the_quick_policy() -> None:
    wins = 0.0
    for seed in range(8):
        position, seat = middle(TEMPUS, seed, 0)
        move = TEMPUS.policy()(position, seat, 0)
        plain = Chances(TEMPUS, position, seat, [move], seed).run(40)
        thoughtful = searching(TEMPUS, worlds=6, most=6)
        clever = Chances(TEMPUS, position, seat, [move], seed, thinker=thoughtful).run(10)
        wins += clever.chance(move).share - plain.chance(move).share
    assert wins > 0


class Together(type(ADVISED)):  # type: ignore[misc]
    """Bazaar as if all won and lost together."""

    cooperative = True

    def outcome(self, position: Any) -> Outcome | None:
        ended = super().outcome(position)
        return None if ended is None else replace(ended, scores=(1.0,) * len(position.seats))


def test_in_a_cooperative_game_everybody_goes_on_like_the_own_seat() -> None:
    asked = set()

    def thinker(position: Any, seat: int, draw: int) -> Any:
        asked.add(seat)
        yield
        return game.moves(position, seat)[0]

    for game in (ADVISED, Together()):
        asked.clear()
        position, seat = middle(game, 3, 2)
        moves = game.moves(position, seat)[:1]
        Chances(game, position, seat, moves, thinker=thinker).run(2)
        assert asked == ({0, 1} if game.cooperative else {seat})


# -- intervals and grades ------------------------------------------------------------------------


def test_the_paired_interval_covers_the_true_difference() -> None:
    rng = random.Random(2)
    held = 0
    for _ in range(400):
        luck = [rng.random() for _ in range(120)]
        one = [float(draw < 0.45) for draw in luck]
        other = [float(draw < 0.35) for draw in luck]
        interval = paired(one, other)
        held += interval.low <= 0.1 <= interval.high
    assert held / 400 >= 0.93
    assert paired([], []) == Interval(0.0, -1.0, 1.0)
    with pytest.raises(ValueError):
        paired([1], [])


def test_common_luck_tells_moves_apart_sooner() -> None:
    rng = random.Random(3)
    luck = [rng.random() for _ in range(200)]
    one, other = ([float(draw < share) for draw in luck] for share in (0.5, 0.4))
    alone = [wilson(sum(scores), 200) for scores in (one, other)]
    assert paired(one, other).low > 0
    assert alone[0].low < alone[1].high


def _figures(game: Any, shares: list[float], rng: random.Random) -> Chances:
    """Chances whose scores are drawn by given shares, on common luck."""
    position, seat = middle(game, 1, 0)
    chances = Chances(game, position, seat, game.moves(position, seat)[: len(shares)])
    for _ in range(1_200):
        draw = rng.random()
        for move, share in zip(chances.moves, shares, strict=True):
            noisy = draw if rng.random() < 0.7 else rng.random()
            chances.scores[move].append(float(noisy < share))
    return chances


def test_grades_do_not_flip_back_and_forth_while_figures_sharpen() -> None:
    rng = random.Random(7)
    flips, returns, wrong = 0, 0, 0
    for shares in ([0.5, 0.46, 0.3], [0.3, 0.29, 0.1], [0.6, 0.53, 0.48], [0.9, 0.88, 0.5]) * 8:
        full = _figures(TEMPUS, shares, rng)
        scores = full.scores
        grades, story = Grades(), {move: [] for move in full.moves}
        for worlds in range(20, 1_200, 40):
            full.scores = {move: scores[move][:worlds] for move in full.moves}
            for move, grade in grades.follow(full).items():
                if grade and (not story[move] or story[move][-1] != grade):
                    story[move].append(grade)
        for told in story.values():
            flips += len(told) - 1
            returns += len(told) - len(set(told))
        wrong += grades[full.moves[2]] == "best"
    assert returns == 0
    assert flips <= 10
    assert wrong == 0


def test_the_best_move_is_called_best_and_a_costly_one_costly() -> None:
    full = _figures(TEMPUS, [0.6, 0.3], random.Random(1))
    best, poor = full.moves
    grades = Grades()
    grades.follow(full)
    assert (grades[best], grades[poor]) == ("best", "costly")
    assert loss(full, best).high < 0 < loss(full, poor).low
    assert [band(low + 0.001) for low, _ in BANDS.values()] == list(BANDS)


def test_few_worlds_give_no_grade_yet() -> None:
    full = _figures(TEMPUS, [0.6, 0.3], random.Random(1))
    full.scores = {move: scores[:8] for move, scores in full.scores.items()}
    grades = Grades()
    grades.follow(full)
    assert set(grades.given.values()) <= {""}


# -- games that are too long to be played out ------------------------------------------------------


class ShortSighted(type(ADVISED)):  # type: ignore[misc]
    """Its playouts stop after three moves, and are judged by how many cards the seat holds."""

    def foresight(self) -> Foresight[Any]:
        def held(position: Any, seat: int) -> float:
            return len(position.hands[seat]) / 100

        return Foresight(lambda start, reached: started(start) - started(reached) >= 3, held)


def started(position: Any) -> int:
    """How many cards are still to be played."""
    return sum(len(hand) for hand in position.hands) + len(position.draw)


def test_a_long_game_is_played_on_for_a_while_and_then_judged() -> None:
    game = ShortSighted()
    position, seat = middle(game, 4, 2)
    looked = Chances(game, position, seat, game.moves(position, seat)[:2], 1).run(40)
    scores = looked.scores[looked.moves[0]]
    assert len(scores) == 40 and all(score in (0.0, 0.5, 1.0) or score < 0.2 for score in scores)
    assert any(0.0 < score < 0.2 for score in scores)
    assert looked.chance(looked.moves[0]) == mean(scores)
    whole = Chances(ADVISED, position, seat, looked.moves, 1).run(40)
    assert all(score in (0.0, 0.5, 1.0) for score in whole.scores[whole.moves[0]])


@given(st.lists(st.floats(0, 1), min_size=1, max_size=60))
def test_the_interval_of_a_mean_holds_it_and_narrows(scores: list[float]) -> None:
    one, more = mean(scores), mean(scores * 4)
    assert 0 <= one.low <= one.share <= one.high <= 1
    assert abs(one.share - sum(scores) / len(scores)) < 1e-9
    assert more.half_width <= one.half_width + 1e-9
    assert mean([]) == Interval(0.5, 0.0, 1.0)
