"""The course runner: lessons as data, mastery checks, repetition, rule coverage."""

from __future__ import annotations

from importlib.resources.abc import Traversable

from tabletop_kit.engine.text import LANGUAGES
from tabletop_kit.games import find_game
from tabletop_kit.teaching.answer import Answer
from tabletop_kit.teaching.course import Course, Lesson, Step
from tabletop_kit.teaching.leitner import Leitner
from tabletop_kit.teaching.progress import Progress
from tabletop_kit.teaching.reading import read_course
from tabletop_kit.teaching.runner import Runner
from tabletop_kit.teaching.words import CourseProblem

__all__ = [
    "Answer",
    "Course",
    "CourseProblem",
    "Leitner",
    "Lesson",
    "Progress",
    "Runner",
    "Step",
    "load_course",
]


def load_course(
    game: str, language: str = LANGUAGES[0], folder: Traversable | None = None
) -> Course:
    """The course of a game, or the one in a folder of your own.

    Raises :class:`~tabletop_kit.engine.problem.Problem` where something in it is amiss.
    """
    found = find_game(game)
    return read_course(found, folder or found.folder / "lessons", language)
