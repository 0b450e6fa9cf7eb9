"""Leitner boxes: up when right, back to the first when wrong, due by handed-in dates only."""

from __future__ import annotations

import json
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_kit.engine.problem import Problem
from tabletop_kit.teaching.leitner import INTERVALS, Leitner

DAY = date(2024, 2, 28)
ANSWERS = st.lists(
    st.tuples(st.sampled_from(["TP-1", "TP-5", "TP-F1"]), st.booleans(), st.integers(0, 9)),
    max_size=30,
)


def played(answers: list[tuple[str, bool, int]]) -> tuple[Leitner, date]:
    boxes, today = Leitner(), DAY
    for rule, right, days in answers:
        today += timedelta(days=days)
        boxes = boxes.answered(rule, right, today)
    return boxes, today


def test_right_answers_climb_and_come_back_later_and_later() -> None:
    boxes, today, waits = Leitner(), DAY, []
    for _ in range(8):
        boxes = boxes.answered("TP-5", True, today)
        waits.append((boxes.cards["TP-5"].due - today).days)
        today = boxes.cards["TP-5"].due
    assert waits == [2, 4, 8, 16, 32, 32, 32, 32]


def test_a_wrong_answer_starts_again_tomorrow() -> None:
    boxes, today = played([("TP-5", True, 0), ("TP-5", True, 0), ("TP-5", False, 0)])
    assert boxes.cards["TP-5"].box == 0
    assert boxes.due(today) == []
    assert boxes.due(today + timedelta(days=1)) == ["TP-5"]


def test_the_longest_overdue_comes_first() -> None:
    boxes = Leitner().answered("TP-5", False, DAY).answered("TP-1", False, DAY - timedelta(days=3))
    boxes = boxes.answered("TP-F1", True, DAY - timedelta(days=1))
    assert boxes.due(DAY + timedelta(days=1)) == ["TP-1", "TP-5", "TP-F1"], (
        "equal days: least known"
    )
    assert boxes.due(DAY + timedelta(days=1), 1) == ["TP-1"]


@given(ANSWERS)
def test_a_card_is_due_exactly_when_its_interval_is_over(
    answers: list[tuple[str, bool, int]],
) -> None:
    boxes, _ = played(answers)
    for rule, card in boxes.cards.items():
        assert rule in boxes.due(card.due)
        assert rule not in boxes.due(card.due - timedelta(days=1))
        assert 0 <= card.box < len(INTERVALS)


@given(ANSWERS)
def test_the_box_counts_right_answers_since_the_last_wrong_one(
    answers: list[tuple[str, bool, int]],
) -> None:
    boxes, _ = played(answers)
    for rule, card in boxes.cards.items():
        run = 0
        for name, right, _days in answers:
            if name == rule:
                run = run + 1 if right else 0
        assert card.box == min(run, len(INTERVALS) - 1)


@given(ANSWERS)
def test_plain_data_and_back(answers: list[tuple[str, bool, int]]) -> None:
    boxes, _ = played(answers)
    assert Leitner.from_data(json.loads(json.dumps(boxes.data()))) == boxes


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {"TP-5": 3},
        {"TP-5": {"box": 1}},
        {"TP-5": {"box": 99, "due": "2024-01-01"}},
        {"TP-5": {"box": -1, "due": "2024-01-01"}},
        {"TP-5": {"box": True, "due": "2024-01-01"}},
        {"TP-5": {"box": 1, "due": "tomorrow"}},
        {"TP-5": {"box": 1, "due": 20240101}},
    ],
)
def test_garbage_is_told(data: object) -> None:
    with pytest.raises(Problem):
        Leitner.from_data(data)


def test_rules_that_are_gone_can_be_dropped() -> None:
    boxes, _ = played([("TP-5", True, 0), ("TP-1", True, 0)])
    assert set(boxes.without(["TP-1"]).cards) == {"TP-1"}
