"""Progress: kept as plain data, tolerant of what it does not know, clear about garbage."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_kit.engine.problem import Problem
from tabletop_kit.teaching import Progress, Runner, load_course

DAY = date(2024, 5, 1)


def lived() -> Progress:
    progress = Progress("tempus").finished("first-die", 2, [("TP-5", True), ("TP-5", False)], DAY)
    progress = progress.finished("first-die", 1, [("TP-3", True)], DAY)
    return progress.at(Runner(load_course("tempus"), "strength", seed=4).state())


def test_the_best_stars_count() -> None:
    assert lived().stars == {"first-die": 2} and lived().done == {"first-die"}


def test_a_rule_missed_once_is_not_known() -> None:
    cards = lived().leitner.cards
    assert cards["TP-5"].box == 0 and cards["TP-3"].box == 1


def test_finishing_leaves_no_lesson_open() -> None:
    assert lived().now is not None
    assert lived().finished("strength", 3, [], DAY).now is None


def test_review_answers_move_the_boxes() -> None:
    progress = lived().reviewed([("TP-5", True)], DAY)
    assert progress.leitner.cards["TP-5"].box == 1 and progress.stars == lived().stars


def test_text_and_back() -> None:
    assert Progress.from_text(lived().text(), "tempus") == lived()


def test_where_the_learner_was_can_be_resumed() -> None:
    kept = Progress.from_text(lived().text())
    assert kept.now is not None
    runner = Runner.resume(load_course("tempus"), dict(kept.now))
    assert (runner.lesson.id, runner.seed) == ("strength", 4)


def test_unknown_keys_are_kept() -> None:
    data = {**lived().data(), "badges": ["first win"]}
    assert Progress.from_data(data).data() == data


DAMAGE: list[tuple[str, Any]] = [
    ("version", None),
    ("version", "1"),
    ("version", 0),
    ("version", 99),
    ("version", True),
    ("game", 3),
    ("game", "vortex"),
    ("stars", None),
    ("stars", {"first-die": 9}),
    ("stars", {"first-die": "3"}),
    ("now", "strength"),
    ("leitner", None),
    ("leitner", {"TP-5": {"box": 1}}),
]


@pytest.mark.parametrize(("key", "value"), DAMAGE)
def test_damage_is_told_in_both_languages(key: str, value: Any) -> None:
    with pytest.raises(Problem) as caught:
        Progress.from_data({**lived().data(), key: value}, "tempus")
    assert caught.value.tell("en") != caught.value.tell("de")


@pytest.mark.parametrize("key", ["version", "game", "stars", "leitner"])
def test_a_missing_part_is_told(key: str) -> None:
    data = lived().data()
    del data[key]
    with pytest.raises(Problem):
        Progress.from_data(data)


@pytest.mark.parametrize("text", ["", "{", "null", "[]", "3", "[" * 100_000, "<b>"])
def test_a_text_that_is_no_progress_is_told(text: str) -> None:
    with pytest.raises(Problem):
        Progress.from_text(text)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from(["version", "game", "stars", "now", "leitner", "x"]), _JSON))
def test_anything_is_progress_or_a_problem(changes: dict[str, Any]) -> None:
    try:
        progress = Progress.from_data({**lived().data(), **changes})
    except Problem:
        return
    assert Progress.from_data(json.loads(json.dumps(progress.data()))) == progress
