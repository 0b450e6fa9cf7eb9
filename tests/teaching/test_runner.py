"""The runner: wrong moves are played out and taken back, refusals cost nothing, hints cost."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tabletop_kit.engine.save import digest
from tabletop_kit.games import find_game
from tabletop_kit.teaching import CourseProblem, Runner, load_course
from tabletop_kit.teaching.review import review_lesson, stars_for
from tabletop_kit.teaching.trial import legal, way_to_goal

COURSE = load_course("tempus")
LESSONS = Path(str(find_game("tempus").folder / "lessons"))


def at(lesson: str, step: str, language: str = "en") -> Runner:
    runner = Runner(COURSE, lesson, language, seed=1)
    runner._enter(runner.lesson.place(step))
    return runner


def fingerprint(runner: Runner) -> str:
    match = runner.attempt.match
    assert match is not None
    return digest(match.game, match.position)


def test_goal_met() -> None:
    runner = at("first-die", "lay")
    answer = runner.try_move("LAY d6 : 5")
    assert (answer.kind, answer.rule) == ("right", "TP-5")
    picture = runner.picture()
    assert picture["done"] and picture["next"] == "Next"
    assert picture["feedback"]["kind"] == "right"
    assert picture["narration"][0]["rule"] == "TP-5"


def test_wrong_but_legal_is_played_out_and_taken_back() -> None:
    runner = at("spent", "thrift")
    before = fingerprint(runner)
    answer = runner.try_move("lay d10:9")
    assert answer.kind == "wrong"
    assert "strong die is gone" in answer.text
    assert [line["rule"] for line in answer.lines][-3:] == ["TP-9", "TP-11", "TP-4"]
    assert fingerprint(runner) != before, "the consequence is shown"
    picture = runner.picture()
    assert picture["next"] == "Take it back"
    assert not any(token.get("able") for token in picture["scene"]["tokens"].values())
    taken = runner.next()
    assert taken is not None and taken.kind == "taken-back"
    assert fingerprint(runner) == before
    assert runner.try_move("lay d6:5").kind == "on"
    assert runner.try_move("pass").kind == "right"
    runner.next()
    assert runner.costs["thrift"] == 1


DOING = [
    (lesson.id, step.id)
    for lesson in COURSE.lessons
    for step in lesson.steps
    if step.kind == "do" and not step.through
]


@pytest.mark.parametrize(("lesson", "step"), DOING)
def test_whatever_ends_a_step_is_its_goal_or_is_taken_back(lesson: str, step: str) -> None:
    """No way strands the learner, and nothing that comes later counts as the goal."""
    ways: list[tuple[str, ...]] = [()]
    for _ in range(150):
        if not ways:
            break
        way = ways.pop(0)
        runner = at(lesson, step)
        answers = [runner.try_move(text) for text in way]
        ways += _looked_at(runner, way, answers[-1].kind if answers else "on")


def _looked_at(runner: Runner, way: tuple[str, ...], kind: str) -> list[tuple[str, ...]]:
    """What is to be tried after a way; checks what the way came to."""
    trial = runner.attempt.trial
    assert trial is not None
    assert kind in ("right", "on", "wrong")
    if kind == "right":
        return []
    if kind == "wrong":
        assert runner.picture()["next"] == "Take it back" and not runner.attempt.done
        taken = runner.next()
        assert taken is not None and taken.kind == "taken-back"
        trial = runner.attempt.trial
        assert trial is not None and not trial.missed(runner.step)
        assert runner.attempt.way() and runner.picture()["feedback"]["kind"] == "taken-back"
        return []
    headlines = trial.match.game.headlines
    assert not [event for event in trial.events if event.kind in headlines]
    return [(*way, text) for text in runner.legal()]


def test_a_round_passed_too_early_is_taken_back() -> None:
    runner = at("passing", "alone")
    assert runner.try_move("pass").kind == "wrong"
    assert runner.picture()["next"] == "Take it back"
    assert runner.try_move("lay d8:8").kind == "taken-back"
    assert runner.try_move("lay d8:8").kind == "on"
    assert runner.try_move("pass").kind == "right"


def test_where_one_is_to_write_the_picture_says_so() -> None:
    runner = at("writing", "no-move")
    assert runner.picture()["write"] is True
    assert runner.try_move("lay d6:5").kind == "elsewhere"
    assert runner.try_move("<img src=x onerror=alert(1)>").kind == "right"
    assert runner.picture()["write"] is False
    assert at("first-die", "lay").picture()["write"] is False


def test_a_touch_while_something_is_shown_takes_it_back() -> None:
    runner = at("spent", "thrift")
    before = fingerprint(runner)
    runner.try_move("pass")
    assert runner.try_move("lay d6:5").kind == "taken-back"
    assert fingerprint(runner) == before


def test_equally_good_moves_are_accepted() -> None:
    """2 and 3 and 4 make more than 11 with the 4 that lies there, as the 8 does."""
    runner = at("passing", "alone")
    for move in ("lay d4:2", "lay d4:3", "lay d6:4"):
        assert runner.try_move(move).kind == "on"
    assert runner.try_move("pass").kind == "right"
    runner.next()
    assert runner.costs["alone"] == 2, "two moves above par"


def test_the_step_is_only_taken_back_as_far_as_needed() -> None:
    runner = at("best-of-three", "decide")
    assert runner.try_move("lay d8:7").kind == "on"
    before = fingerprint(runner)
    assert runner.try_move("pass").kind == "wrong"
    runner.next()
    assert fingerprint(runner) == before


def test_illegal_is_refused_with_its_rule_and_costs_nothing() -> None:
    runner = at("strength", "ahead")
    before = fingerprint(runner)
    answer = runner.try_move("lay d10:9")
    assert (answer.kind, answer.rule) == ("refused", "TP-5")
    assert "lies in a row already" in answer.text
    assert fingerprint(runner) == before and runner.attempt.cost == 0
    assert not runner.attempt.done


def test_no_move_at_all_is_refused_too() -> None:
    answer = at("strength", "ahead").try_move("<b>hello</b>")
    assert (answer.kind, answer.rule) == ("refused", "TP-N1")


def test_legal_but_not_offered_is_told_and_not_played() -> None:
    runner = at("first-die", "lay")
    before = fingerprint(runner)
    answer = runner.try_move("pass")
    assert answer.kind == "elsewhere" and "something else" in answer.text
    assert fingerprint(runner) == before


def test_what_is_not_allowed_can_be_the_goal() -> None:
    runner = at("first-die", "hidden")
    answer = runner.try_move("lay ?")
    assert (answer.kind, answer.rule) == ("right", "TP-3")


def test_refusals_speak_to_the_learner() -> None:
    assert "You have passed" in at("passing", "out").try_move("lay d8:7").text
    assert "Du hast gepasst" in at("passing", "out", "de").try_move("lay d8:7").text


def test_the_others_wait_where_the_step_says_so() -> None:
    runner = at("passing", "out")
    assert runner.attempt.trial is not None
    assert runner.attempt.trial.match.to_act == 1


def test_hints_go_from_rule_to_place_to_move_and_cost() -> None:
    runner = at("strength", "ahead")
    assert runner.picture()["can_hint"]
    where = runner.hint()
    assert where is not None and where["step"] == 2, "no rule is taught here"
    assert where["zones"] == ["hand-0"]
    what = runner.hint()
    assert what is not None and what["tokens"] == ["h0-d8:7-0"]
    assert runner.hint() is None and not runner.picture()["can_hint"]
    runner.try_move("lay d8:7")
    runner.next()
    assert runner.costs["ahead"] == 2


def test_a_hint_names_the_rule_first() -> None:
    runner = at("passing", "alone")
    hint = runner.hint()
    assert hint is not None and (hint["step"], hint["rule"]) == (1, "TP-7")


def test_a_hint_fits_the_position_now() -> None:
    """After another good start the hint finishes from there, not by the written solution."""
    runner = at("passing", "alone")
    for move in ("lay d4:2", "lay d4:3", "lay d6:4"):
        runner.try_move(move)
    runner.hint(), runner.hint()
    what = runner.hint()
    assert what is not None and what["verbs"] == ["pass"]


def test_spotting_the_allowed_is_told_and_plays_nothing() -> None:
    runner = at("first-die", "not-yours")
    before = fingerprint(runner)
    answer = runner.try_move("pass")
    assert answer.kind == "wrong" and "That is allowed" in answer.text
    assert fingerprint(runner) == before
    assert runner.try_move("lay d4:3").kind == "right"
    assert runner.results == []
    runner.next()
    assert runner.results == [("TP-5", False)]


def test_spotting_a_refused_one_where_the_allowed_is_asked() -> None:
    runner = at("ties", "empty")
    answer = runner.answer("1")
    assert (answer.kind, answer.rule) == ("refused", "TP-8")
    assert runner.answer("3").kind == "right"


def test_a_wrong_guess_shows_what_happens_and_goes_on() -> None:
    runner = at("ties", "equal")
    answer = runner.answer("yours")
    assert (answer.kind, answer.rule) == ("wrong", "TP-10")
    marked = {choice["id"]: choice["right"] for choice in runner.picture()["choices"]}
    assert marked == {"yours": False, "them": False, "neither": True}
    assert runner.attempt.done and runner.attempt.results == [("TP-10", False)]


def test_a_set_up_that_is_refused_can_be_tried() -> None:
    runner = at("beginning", "faction")
    assert runner.picture()["scene"] is None
    answer = runner.answer("order")
    assert (answer.kind, answer.rule) == ("refused", "TP-1")
    assert runner.answer("enclave").kind == "right"
    assert runner.picture()["scene"] is not None


def test_the_opponents_dice_stay_hidden_in_lessons() -> None:
    for lesson in COURSE.lessons:
        for step in lesson.steps:
            runner = at(lesson.id, step.id)
            scene = runner.picture()["scene"]
            if scene is None:
                continue
            hand = scene["zones"][f"hand-{1 - lesson.seat}"]["tokens"]
            assert all(scene["tokens"][token].get("hidden") for token in hand)


def test_a_check_is_repeated_until_enough_is_right() -> None:
    runner = at("best-of-three", "know")
    first = [item.key for item in runner.attempt.items]
    for _ in range(2):
        item = runner.attempt.item
        assert item is not None
        runner.answer(next(choice.id for choice in item.choices if not choice.right))
        choices = runner.picture()["choices"]
        assert sum(choice["right"] for choice in choices) == 1
        answer = runner.next()
    assert answer is not None and "new questions" in answer.text
    assert [item.key for item in runner.attempt.items] != first
    assert not runner.attempt.done


def test_state_and_resume() -> None:
    runner = Runner(COURSE, "strength", seed=9)
    runner.answer("yours")
    runner.next()
    state = json.loads(json.dumps(runner.state()))
    again = Runner.resume(COURSE, state, "de")
    assert again.state() == state
    assert again.step.id == "ahead"
    assert again.picture()["text"].startswith("Ilsa führt")


@pytest.mark.parametrize(
    "damage",
    [
        None,
        [],
        {},
        {
            "lesson": "nowhere",
            "step": "x",
            "seed": 1,
            "costs": {},
            "results": [],
            "finished": False,
        },
        {"lesson": "ties", "step": "x", "seed": -1, "costs": {}, "results": [], "finished": False},
        {
            "lesson": "ties",
            "step": "x",
            "seed": 1,
            "costs": {"a": "b"},
            "results": [],
            "finished": False,
        },
        {"lesson": "ties", "step": "x", "seed": 1, "costs": {}, "results": [3], "finished": False},
    ],
)
def test_a_damaged_state_is_told(damage: Any) -> None:
    with pytest.raises(CourseProblem) as caught:
        Runner.resume(COURSE, damage)
    assert caught.value.tell("de") != caught.value.tell("en")


def test_only_where_a_move_is_asked_for_the_table_asks_for_one() -> None:
    for lesson in COURSE.lessons:
        for step in lesson.steps:
            runner = at(lesson.id, step.id)
            scene = runner.picture()["scene"]
            if scene and step.kind != "do":
                assert scene["ask"] == "" and scene["verbs"] == {}
                assert not any(token.get("able") for token in scene["tokens"].values())
    runner = at("best-of-three", "let-go")
    assert runner.picture()["scene"]["ask"] and runner.picture()["scene"]["verbs"]
    runner.try_move("pass")
    assert runner.picture()["scene"]["ask"] == "" and runner.picture()["done"]


def test_an_answer_after_the_end_leaves_what_was_said() -> None:
    runner = at("strength", "sum")
    said = runner.answer("yours").text
    assert runner.answer("them").kind == "elsewhere"
    assert runner.picture()["feedback"]["text"] == said


def test_the_table_of_the_last_question_stays() -> None:
    runner = at("strength", "know")
    while not runner.attempt.done:
        item = runner.attempt.item
        assert item is not None
        runner.answer(next(choice.id for choice in item.choices if choice.right))
        if not runner.attempt.done:
            assert runner.picture()["next"] == "Next question"
            runner.next()
    picture = runner.picture()
    assert picture["next"] == "Finish" and "2 of 2 right" in picture["feedback"]["text"]
    assert item is not None and runner.attempt.match is (item.after or item.match)


def test_back_and_what_is_done_stays_done() -> None:
    runner = Runner(COURSE, "first-die")
    runner.try_move("lay d6:5")
    runner.next()
    runner.back()
    assert runner.step.id == "lay" and not runner.attempt.done
    assert runner.costs == {"lay": 0}


GOING_ON = [
    (lesson.id, place)
    for lesson in COURSE.lessons
    for place, step in enumerate(lesson.steps)
    if place and step.deal is None and step.kind != "check" and lesson.steps[place - 1].kind == "do"
]


@pytest.mark.parametrize(("lesson", "place"), GOING_ON)
def test_a_step_goes_on_from_what_the_learner_did(lesson: str, place: int) -> None:
    """Whatever solved the step before: its table is kept, or the step says that it is not."""
    steps = COURSE.lesson(lesson).steps
    for first in at(lesson, steps[place - 1].id).legal() or steps[place - 1].solution:
        runner = at(lesson, steps[place - 1].id)
        if runner.try_move(first).kind != "right":
            continue
        left = fingerprint(runner)
        rows = runner.attempt.match.view(0)["rows"][0] if runner.attempt.match else None
        runner.next()
        assert runner.attempt.start is not None
        assert digest(runner.course.game, runner.attempt.start.position) == left
        assert runner.attempt.anew is runner.picture()["text"].startswith("The table was set anew")
        if not runner.attempt.anew and runner.attempt.match is not None:
            assert runner.attempt.match.view(0)["rows"][0] == rows
        again = Runner.resume(COURSE, json.loads(json.dumps(runner.state())))
        assert fingerprint(again) == fingerprint(runner), "also after coming back"
        assert runner.attempt.way(), "the step can be done"


def test_the_first_lesson_never_contradicts_the_first_move() -> None:
    for move in at("first-die", "lay").legal():
        runner = at("first-die", "lay")
        runner.try_move(move)
        for _ in range(2):
            runner.next()
            assert not runner.attempt.anew and runner.attempt.match is not None
            assert [f"lay {die}" for die in runner.attempt.match.view(0)["rows"][0]] == [move]
            runner.try_move("lay ?")


def test_a_step_that_cannot_go_on_says_that_the_table_is_set_anew(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(LESSONS, tmp_path / "lessons"))
    path = folder / "first-die.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("lay d8:7", "lay d8:3"), encoding="utf-8")
    course = load_course("tempus", "en", folder)
    for move, anew in (("lay d8:3", True), ("lay d8:7", False)):
        runner = Runner(course, "first-die")
        runner.try_move(move)
        runner.next()
        runner.try_move("lay ?")
        runner.next()
        assert runner.attempt.anew is anew
        assert runner.picture()["text"].startswith("The table was set anew") is anew
        assert runner.try_move("lay d4:3").kind == "right"


def test_language_can_change() -> None:
    runner = Runner(COURSE, "first-die")
    runner.speak("de")
    assert runner.picture()["text"].startswith("Das sind deine zehn Würfel")


def test_names_can_be_given() -> None:
    runner = Runner(COURSE, "first-die", names=("Ada", "Bo"))
    assert runner.picture()["names"] == {"0": "Ada", "1": "Bo"}


def test_going_on_is_refused_until_done() -> None:
    runner = Runner(COURSE, "first-die")
    answer = runner.next()
    assert answer is not None and answer.kind == "told"
    assert runner.step.id == "lay"


def test_an_unknown_choice_is_told() -> None:
    assert at("ties", "equal").answer("nobody-knows").kind == "elsewhere"


def test_stars() -> None:
    assert [stars_for(cost, 3) for cost in (0, 1, 2, 3, 4)] == [3, 3, 2, 2, 1]


def test_a_review_of_nothing_known_is_told() -> None:
    with pytest.raises(CourseProblem):
        review_lesson(COURSE, ["TP-99"])


def test_a_review_asks_one_question_a_rule() -> None:
    runner = Runner.review(COURSE, ["TP-5", "TP-D1"], "en", 4)
    rules = []
    for _ in range(2):
        item = runner.attempt.item
        assert item is not None
        rules.append(item.rule)
        runner.answer(next(choice.id for choice in item.choices if choice.right))
        assert runner.attempt.done, "the last question of a check ends it"
        runner.next()
    assert rules == ["TP-5", "TP-D1"] and runner.finished
    assert runner.results == [("TP-5", True), ("TP-D1", True)]


def test_the_way_to_the_goal_is_really_one() -> None:
    """From every start, what the search finds meets the goal when it is played."""
    for lesson in COURSE.lessons:
        for step in lesson.steps:
            if step.kind != "do":
                continue
            trial = at(lesson.id, step.id).attempt.trial
            assert trial is not None
            way = way_to_goal(trial, step, step.most)
            assert way is not None
            for text in way:
                trial.learner_says(text, step)
            assert trial.met(step)


_ACTS = st.lists(
    st.tuples(
        st.sampled_from(["move", "legal", "choose", "wild", "hint", "next", "back", "speak"]),
        st.integers(0, 40),
    ),
    max_size=25,
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from([lesson.id for lesson in COURSE.lessons]), _ACTS)
def test_whatever_a_learner_does_the_picture_holds(
    lesson: str, acts: list[tuple[str, int]]
) -> None:
    runner = Runner(COURSE, lesson, seed=2)
    for act, number in acts:
        _act(runner, act, number)
        picture = json.loads(json.dumps(runner.picture()))
        assert 1 <= picture["step"] <= picture["steps"]
        assert picture["next"] or not picture["done"] or picture["finished"]
        assert Runner.resume(COURSE, runner.state()).state() == runner.state()


def _act(runner: Runner, act: str, number: int) -> None:
    trial, choices = runner.attempt.trial, runner.picture()["choices"]
    if act == "move":
        runner.try_move(["pass", "lay ?", "lay d8:7", "begin 1", "lay d6:5"][number % 5])
    elif act == "legal" and trial is not None:
        moves = legal(trial)
        runner.try_move(moves[number % len(moves)] if moves else "pass")
    elif act == "choose" and choices:
        runner.answer(choices[number % len(choices)]["id"])
    elif act == "wild":
        runner.answer("\ud83d" * 3), runner.try_move("\x00 lay")
    elif act == "speak":
        runner.speak(["en", "de", "fr"][number % 3])
    elif act in ("hint", "next", "back"):
        getattr(runner, act)()
