"""What a learner has done in a course: plain data to keep, export and take in again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date

from tabletop_kit.engine.problem import shortened
from tabletop_kit.engine.ruling import Json
from tabletop_kit.teaching.leitner import Leitner
from tabletop_kit.teaching.words import CourseProblem

VERSION = 1
_KNOWN = ("version", "game", "stars", "now", "leitner")


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress in the course of a game, as a value.

    ``stars`` of the lessons done; ``now`` is where the learner is (``Runner.state()``), or
    ``None``; ``extra`` are keys of a later version, kept as they came.
    """

    game: str
    stars: Mapping[str, int] = field(default_factory=dict)
    now: Mapping[str, Json] | None = None
    leitner: Leitner = field(default_factory=Leitner)
    extra: Mapping[str, Json] = field(default_factory=dict)

    @property
    def done(self) -> frozenset[str]:
        """The ids of the lessons done."""
        return frozenset(self.stars)

    def at(self, state: Mapping[str, Json] | None) -> Progress:
        """The learner is here now."""
        return replace(self, now=state)

    def finished(
        self, lesson: str, stars: int, results: Iterable[tuple[str, bool]], today: date
    ) -> Progress:
        """A lesson was finished: the best stars count, and its rules go into their boxes.

        A rule asked more than once counts as known only where every answer was right.
        """
        known: dict[str, bool] = {}
        for rule, right in results:
            known[rule] = known.get(rule, True) and right
        boxes = self.leitner
        for rule, right in known.items():
            boxes = boxes.answered(rule, right, today)
        best = {**self.stars, lesson: max(stars, self.stars.get(lesson, 0))}
        return replace(self, stars=best, now=None, leitner=boxes)

    def reviewed(self, results: Iterable[tuple[str, bool]], today: date) -> Progress:
        """Rules that were due have been asked again."""
        boxes = self.leitner
        for rule, right in results:
            boxes = boxes.answered(rule, right, today)
        return replace(self, leitner=boxes)

    def data(self) -> dict[str, Json]:
        """Plain data."""
        return {
            **self.extra,
            "version": VERSION,
            "game": self.game,
            "stars": dict(self.stars),
            "now": dict(self.now) if self.now is not None else None,
            "leitner": self.leitner.data(),
        }

    def text(self) -> str:
        """The text of a file."""
        return json.dumps(self.data(), indent=1, ensure_ascii=False) + "\n"

    @classmethod
    def from_data(cls, data: Json, game: str = "") -> Progress:
        """The progress that plain data describes; unknown keys are kept.

        Raises :class:`CourseProblem` on anything else, and where ``game`` is another.
        """
        if not isinstance(data, Mapping):
            raise CourseProblem("progress", field=shortened(data))
        version = data.get("version")
        if type(version) is not int or version < 1:
            raise CourseProblem("progress", field="version")
        if version > VERSION:
            raise CourseProblem("progress-future", version=version, known=VERSION)
        found, now = data.get("game"), data.get("now")
        if not isinstance(found, str):
            raise CourseProblem("progress", field="game")
        if game and found != game:
            raise CourseProblem("progress-other", found=shortened(found), wanted=game)
        if now is not None and not isinstance(now, Mapping):
            raise CourseProblem("progress", field="now")
        stars = _stars(data.get("stars"))
        extra = {key: value for key, value in data.items() if key not in _KNOWN}
        return cls(found, stars, now, Leitner.from_data(data.get("leitner")), extra)

    @classmethod
    def from_text(cls, text: str, game: str = "") -> Progress:
        """The progress in the text of a file. Raises :class:`CourseProblem`."""
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            raise CourseProblem("progress", field=shortened(text, 24)) from None
        return cls.from_data(data, game)


def _stars(data: Json) -> dict[str, int]:
    if not isinstance(data, Mapping):
        raise CourseProblem("progress", field="stars")
    for lesson, stars in data.items():
        if type(stars) is not int or not 0 <= stars <= 3:
            raise CourseProblem("progress", field=f"stars.{shortened(lesson, 24)}")
    return dict(data)
