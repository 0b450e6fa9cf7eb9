"""The course runner's own words, and its problems with files from outside."""

from __future__ import annotations

from importlib.resources import files

from tabletop_kit.engine.problem import Problem
from tabletop_kit.engine.text import Texts, read_texts


def runner_words(language: str = "en") -> Texts:
    """What the runner itself says: prompts, replies, buttons, problems."""
    return read_texts(files("tabletop_kit.teaching") / "text", language)


class CourseProblem(Problem):
    """A lesson, a course or kept progress cannot be used; nothing was changed.

    ``key`` is a text under ``[problem]`` in the texts of this folder.
    """

    def tell(self, language: str = "en") -> str:
        """What is wrong and what to do, in one sentence."""
        return runner_words(language)(f"problem.{self.key}", **self.facts)
