"""What the coach says of one decision, and of a whole match: fair, repeatable, and adding up."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tabletop_kit as kit
from tabletop_kit.engine.luck import mix
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.problem import Problem
from tabletop_kit.engine.ruling import IllegalMove
from tabletop_kit.engine.save import save
from tabletop_kit.games import find_game
from tabletop_kit.players import review
from tabletop_kit.players.chances import searching
from tabletop_kit.players.coach import Coached
from tabletop_kit.players.review import Review
from tabletop_kit.table.coach_chart import summary_text
from tabletop_kit.table.language import table_texts
from tests.players.advised import ADVISED, PEEKING
from tests.players.test_chances import middle

TEMPUS = find_game("tempus")


def told(coached: Coached) -> Any:
    """Everything that a coach says of a decision."""
    lines = [
        (line.priority, line.move, line.why, line.rule, dict(line.facts), dict(line.leaves))
        for line in coached.lines
    ]
    own = None if coached.own is None else dict(coached.own.leaves)
    rescue = coached.advice.rescue if coached.advice else ""
    return lines, own, rescue, coached.matches, coached.chances.scores, dict(coached.grades.given)


@given(
    st.integers(0, 10_000),
    st.integers(0, 24),
    st.integers(0, 10_000),
    st.sampled_from((TEMPUS, ADVISED, PEEKING)),
    st.integers(0, 50),
)
@settings(max_examples=60, deadline=None)
def test_worlds_that_a_seat_cannot_tell_apart_get_the_same_advice(
    seed: int, plies: int, other: int, game: Any, which: int
) -> None:
    position, seat = middle(game, seed, plies)
    twin = game.imagine(position, seat, other)
    legal = game.moves(position, seat)
    move = legal[which % len(legal)]
    one, two = (Coached(game, where, seat, move).run(2) for where in (position, twin))
    assert told(one) == told(two)


def test_every_line_is_legal_and_says_whom_the_own_move_matches() -> None:
    match = Match.new(ADVISED, 3)
    seat = match.to_act
    assert seat is not None
    legal = match.moves
    coached = Coached(ADVISED, match.position, seat, legal[0])
    assert coached.matches == ("first",)
    assert [line.move for line in coached.lines] == [legal[0], legal[-1]]
    assert set(coached.considered) == {legal[0], legal[-1]}
    wider = Coached(ADVISED, match.position, seat, legal[0], others=[legal[1]])
    assert legal[1] in wider.considered


def test_a_move_that_is_not_legal_is_refused() -> None:
    match = Match.new(TEMPUS, 3)
    assert match.to_act is not None
    with pytest.raises(IllegalMove):
        Coached(TEMPUS, match.position, match.to_act, TEMPUS.parse("lay d12:12"))


# -- a whole match -------------------------------------------------------------------------------


def played(seed: int, one: str = "greedy", other: str = "sound") -> Match[Any, Any]:
    """A match of Tempus that is over, seat 0 being a person's."""
    match = Match.new(TEMPUS, seed)
    who = [TEMPUS.players()[name] for name in (one, other)]
    match.extra = {"players": ["human", other]}
    return match.finish(lambda position, seat: who[seat].choose(TEMPUS, position, seat, 5))


def test_luck_and_decisions_add_up_to_what_came_of_it() -> None:
    for seed in range(4):
        match = played(seed)
        review = Review(match, 0, most=60, aim=0.1).run()
        points = review.descent
        start = points[0].before.share
        end = start + sum(point.luck - point.cost for point in points)
        assert match.outcome is not None
        assert end == pytest.approx(match.outcome.scores[0])
        for point, after in pairwise(points):
            assert point.luck == pytest.approx(after.before.share - point.after.share)
            assert point.cost == pytest.approx(point.before.share - point.after.share)
            assert point.cost >= 0


def test_a_blunder_is_the_costliest_decision_and_taking_it_back_is_better() -> None:
    # The other has passed; the d8 wins the last round, a pass throws the match away.
    keys = {
        "hands": [["d8:8"], ["d4:1"]],
        "rows": [[], ["d4:3"]],
        "passed": [False, True],
        "lost": [1, 1],
        "round": 3,
        "to_act": 0,
    }
    match = Match.at(TEMPUS, keys)
    match.play("pass")
    review = Review(match, 0).run()
    worst = review.costliest()[0]
    assert worst.ply == 0 and worst.cost.share == 1 and worst.coached.grades[worst.step.move]
    assert review.advice(0).grades[worst.step.move] == "costly"
    trial = review.instead(0, "lay d8:8", worlds=60)
    assert trial and trial.verdict == "better" and trial.gain.low > 0.8
    assert repr(trial).startswith("<trial of move 1, lay d8:8 instead of pass: better, +")
    assert review.instead(0, "pass", worlds=5).verdict == "same"
    back = review.back_to(0)
    assert back.ply == 0 and not back.outcome and match.outcome
    back.play("lay d8:8")
    better = Review(back, 0).run()
    assert better.costliest() == []
    assert better.instead(0, "pass", worlds=60).verdict == "worse"


def test_a_review_of_a_running_match_ends_where_the_match_is() -> None:
    match = played(2)
    half = match.branch()
    while half.ply > match.ply // 2:
        half.undo()
    review = Review(half, 0, most=30).run()
    assert len(review) < len(Review(match, 0))
    assert review.descent[-1].luck == 0


def test_a_game_without_a_coach_is_reviewed_as_well() -> None:
    from tests.engine.toy import BAZAAR

    match = Match.new(BAZAAR, 5)
    match.finish(lambda position, seat: BAZAAR.moves(position, seat)[0])
    review = Review(match, 0, most=20).run()
    assert len(review) and all(not one.coached.lines for one in review)
    assert all(0 <= one.after.share <= 1 for one in review)


def test_the_table_of_decisions_has_a_row_for_each_with_its_figures() -> None:
    pytest.importorskip("pandas")
    match = played(1)
    before = json.dumps(save(match))
    review = kit.coach(match, aim=0.1)
    frame = review.decisions
    assert list(frame.index) == [one.ply for one in review]
    assert {"move", "claim", "save", "drain", "matches", "best", "luck", "cost"} <= set(frame)
    assert (frame.before_low <= frame.before).all() and (frame.before <= frame.before_high).all()
    assert ((frame.before - frame.after - frame.cost).abs() < 1e-9).all()
    own = frame[frame.matches.str.contains("drain")]
    assert (own.move == own.drain).all() and len(own)
    assert json.dumps(save(match)) == before


def test_a_searching_player_is_asked_in_the_costliest_decisions_only() -> None:
    review = Review(played(0), 0, most=40, aim=0.1).run()
    costly = review.costliest(2)
    assert costly
    review.think(2, searching(TEMPUS, worlds=2, most=3), most=6)
    while not review.advance(0.05):
        pass
    seconds = [one for one in review if one.coached.second is not None]
    assert {one.ply for one in seconds} == {one.ply for one in costly}
    for one in seconds:
        assert one.coached.second is not None and one.coached.second.worlds == 6
    asked = [row["ply"] for row in review.rows() if row["searching"] is not None]
    assert asked == sorted(one.ply for one in costly)


def test_slices_of_a_review_change_no_figure() -> None:
    match = played(3)
    sliced, whole = Review(match, 0, most=25), Review(match, 0, most=25).run()
    while not sliced.advance(0.001):
        pass
    assert [one.coached.chances.scores for one in sliced] == [
        one.coached.chances.scores for one in whole
    ]


@pytest.mark.parametrize("seat", [2, -1, "one", True])
def test_a_seat_that_is_none_is_told_in_one_sentence(seat: Any) -> None:
    with pytest.raises(Problem, match="from 0 to 1"):
        kit.coach(played(0), seat)


def test_a_ply_without_a_decision_is_told_in_one_sentence() -> None:
    review = kit.coach(played(0))
    with pytest.raises(Problem, match="decisions of this seat came after"):
        review.decision(9_999)
    ply = review.all[0].ply
    with pytest.raises(IllegalMove, match="TP-"):
        review.instead(ply, "lay d12:12")


def test_it_shows_itself_in_a_notebook_with_everything_escaped() -> None:
    match = played(0)
    match.names = ("<b>Ada</b>", "<script>alert(1)</script>")
    shown = Review(match, 0, most=20).run()._repr_html_()
    assert "<script>" not in shown and "<b>Ada" not in shown
    assert "<svg" in shown and "ordinary player" in shown


def test_the_coach_loads_no_pandas_until_the_table_is_asked_for() -> None:
    program = (
        "import sys, tabletop_kit as kit\n"
        "match = kit.new('tempus', seed=1)\n"
        "match.finish(lambda position, seat: match.moves[0])\n"
        "kit.coach(match, aim=0.4).run()\n"
        "print([name for name in ('pandas', 'numpy', 'ipywidgets') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


# -- windows, sealed choices, long matches -------------------------------------------------------


def bazaar(seed: int, seats: int = 3) -> Match[Any, Any]:
    """A whole match of several seats with windows and sealed choices."""
    match = Match.new(ADVISED, seed, seats=seats, rounds=3)
    while match.outcome is None:
        seat = match.to_act
        assert seat is not None
        legal = ADVISED.moves(match.position, seat)
        match.play(legal[mix(seed, match.ply) % len(legal)], seat)
    return match


def test_an_answer_left_unsaid_is_idle_only_where_every_priority_would_leave_it() -> None:
    keys = {"hands": [["N", "A1"], ["N", "B1"]], "phase": "window", "turn": 1, "to_act": 0}
    position = ADVISED.load({**keys, "stack": ["1 play B1"]}, ADVISED.luck(1))
    passing, nay = ADVISED.decline(position, 0), ADVISED.moves(position, 0)[0]
    assert not Coached(ADVISED, position, 0, passing).idle  # one priority would say no
    assert not Coached(ADVISED, position, 0, nay).idle
    none = {**keys, "hands": [["A1"], ["B1"]], "stack": ["1 play B1"]}
    quiet = ADVISED.load(none, ADVISED.luck(1))
    assert Coached(ADVISED, quiet, 0, passing).idle
    turn = ADVISED.load({"hands": [["A1"], ["B1"]]}, ADVISED.luck(1))
    assert not Coached(ADVISED, turn, 0, passing).idle


@pytest.mark.parametrize("seat", [0, 2])
def test_of_a_long_match_some_decisions_are_looked_through(
    seat: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = bazaar(5)
    whole = Review(match, seat)
    assert len(whole) == whole.found > 6
    monkeypatch.setattr(review, "MOST_DECISIONS", 4)
    some = Review(match, seat)
    assert (len(some), some.found) == (4, whole.found)
    plies = [one.ply for one in some]
    assert plies == sorted(set(plies)) and set(plies) < {one.ply for one in whole}
    assert all(one.step.move != ADVISED.decline(one.step.before.position, seat) for one in some.all)
    some.advance(1.0)
    first, outcome = some.descent[0], match.outcome
    assert outcome is not None
    total = first.before.share + sum(point.luck - point.cost for point in some.descent)
    assert total == pytest.approx(outcome.scores[seat])
    assert f"{some.found} decisions" in summary_text(table_texts("en"), some)
    assert "decisions, spread" not in summary_text(table_texts("en"), whole)


def test_a_decision_that_was_left_out_can_be_looked_at_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = bazaar(6)
    plies = [one.ply for one in Review(match, 1)]
    monkeypatch.setattr(review, "MOST_DECISIONS", 2)
    some = Review(match, 1)
    left_out = next(ply for ply in plies if ply not in [one.ply for one in some])
    assert some.decision(left_out) is some.decision(left_out)
    assert some.back_to(left_out).ply == left_out
    assert len(some) == 2
    with pytest.raises(Problem):
        some.decision(max(plies) + 1)


def test_to_answer_nothing_is_a_decision_only_where_a_priority_would_have_answered() -> None:
    game = find_game("vortex")
    sound = game.players()["sound"]
    match: Match[Any, Any] = Match.begin(game, {"seats": 4, "length": 12}, 6)
    while (seat := match.to_act) is not None:
        match.play(sound.choose(game, match.position, seat, match.ply * 77 + 1), seat)
    silent: list[int] = []
    asked: list[int] = []
    for step in match.steps():
        if step.before is None or step.seat != 0 or step.move is None:
            continue
        before = step.before.position
        if step.move == game.decline(before, 0) and len(game.moves(before, 0)) > 1:
            advice = game.advice(before, 0)
            answers = [] if advice is None else [line.move for line in advice.lines]
            (asked if any(move != step.move for move in answers) else silent).append(step.ply - 1)
    review = Review(match, 0)
    assert len(silent) > 3 and asked
    assert [review.decision(ply).ply for ply in asked] == asked
    for ply in silent:
        with pytest.raises(Problem, match=str(ply)):
            review.decision(ply)
