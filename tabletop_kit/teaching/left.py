"""The table as the learner left it in the step before."""

from __future__ import annotations

from typing import Protocol

from tabletop_kit.engine.save import AnyMatch
from tabletop_kit.teaching.attempt import Attempt
from tabletop_kit.teaching.course import Course, Lesson
from tabletop_kit.teaching.words import CourseProblem


class Learner(Protocol):
    """What is known of somebody in a lesson: where, in which words, and what they did so far."""

    course: Course
    lesson: Lesson
    language: str
    ways: dict[str, list[str]]

    @property
    def called(self) -> tuple[str, ...]:
        """What the seats are called inside a sentence."""


def left_before(learner: Learner, index: int) -> AnyMatch | None:
    """The table as the learner left it before this step; ``None`` where it has its own."""
    lesson, course = learner.lesson, learner.course
    step = lesson.steps[index]
    before = lesson.steps[index - 1] if index else None
    if step.deal is not None or before is None or before.id not in learner.ways:
        return None
    try:
        earlier = left_before(learner, index - 1)
        attempt = Attempt(course, lesson, before, learner.language, learner.called, 0, earlier)
        for text in learner.ways[before.id]:
            attempt.try_move(text)
    except CourseProblem:
        return None
    return attempt.trial.match if attempt.done and attempt.trial else None
