"""What stands beside a lesson: its stars, the lesson that asks again, and a state that is whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tabletop_kit.engine.luck import SEEDS
from tabletop_kit.engine.problem import shortened
from tabletop_kit.engine.ruling import Json
from tabletop_kit.teaching.course import Check, Course, Lesson, Step
from tabletop_kit.teaching.words import CourseProblem

REVIEW = "review"
"""The id of the lesson that asks again what is due."""


def stars_for(cost: int, steps: int) -> int:
    """1 to 3 stars: a hint, a wrong move or answer and a move above par cost a point each.

    Three stars at no more than one point, two at no more than one point a step.

    >>> stars_for(0, 5), stars_for(5, 5), stars_for(6, 5)
    (3, 2, 1)
    """
    if cost <= 1:
        return 3
    return 2 if cost <= steps else 1


def review_lesson(course: Course, rules: Sequence[str]) -> Lesson:
    """A lesson of one check, with one question on each of the rules."""
    known = tuple(rule for rule in dict.fromkeys(rules) if rule in course.game.rulebook)
    steps = tuple(_review_step(course, rule) for rule in known)
    if not steps:
        raise CourseProblem("none", lesson=REVIEW, game=course.game.id, known="")
    return Lesson(REVIEW, steps, minutes=1)


def _review_step(course: Course, rule: str) -> Step:
    """The check of a lesson that asks for this rule, cut to one question; else a plain one."""
    for lesson in course.lessons:
        for step in lesson.steps:
            if step.check and rule in step.check.rules:
                check = replace(step.check, rules=(rule,), count=1, passing=1)
                return Step(rule.lower(), "check", check=check)
    return Step(rule.lower(), "check", check=Check((rule,), 1, 1))


def check_state(state: Json) -> None:
    """Raises :class:`CourseProblem` where this cannot be what ``Runner.state()`` gave."""
    fields: dict[str, type] = {
        **{"lesson": str, "step": str, "seed": int, "costs": dict, "results": list},
        "finished": bool,
    }
    if not isinstance(state, Mapping):
        raise CourseProblem("progress", field=shortened(state))
    for name, kind in fields.items():
        if not isinstance(state.get(name), kind):
            raise CourseProblem("progress", field=name)
    if not all(type(cost) is int for cost in state["costs"].values()):
        raise CourseProblem("progress", field="costs")
    if not all(
        isinstance(entry, list | tuple) and [type(item) for item in entry] == [str, bool]
        for entry in state["results"]
    ):
        raise CourseProblem("progress", field="results")
    _check_ways(state.get("ways", {}))
    if not 0 <= state["seed"] < SEEDS:
        raise CourseProblem("progress", field="seed")


def _check_ways(ways: Json) -> None:
    if not isinstance(ways, Mapping) or not all(
        isinstance(way, list | tuple) and all(isinstance(text, str) for text in way)
        for way in ways.values()
    ):
        raise CourseProblem("progress", field="ways")
