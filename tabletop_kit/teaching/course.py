"""A course as data: lessons, their steps, and the words of each in every language.

Everything here is read from TOML (:mod:`tabletop_kit.teaching.reading` checks it) and never
changes; :mod:`tabletop_kit.teaching.runner` runs it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

from tabletop_kit.engine.problem import shortened
from tabletop_kit.engine.ruling import Json, Seat
from tabletop_kit.engine.save import AnyGame
from tabletop_kit.engine.text import LANGUAGES, Texts
from tabletop_kit.teaching.predicates import Goal, said
from tabletop_kit.teaching.words import CourseProblem

StepKind: TypeAlias = Literal["say", "watch", "do", "choose", "spot", "guess", "check", "puzzle"]
STEP_KINDS: tuple[str, ...] = get_args(StepKind)


@dataclass(frozen=True, slots=True)
class Deal:
    """How a position comes about: options, position keys, scripted luck, and a seed for the rest.

    Empty options and keys: the game's own set-up with its defaults.
    """

    options: Mapping[str, Json] = field(default_factory=dict)
    position: Mapping[str, Json] = field(default_factory=dict)
    chance: tuple[Json, ...] = ()
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Candidate:
    """One thing to choose: a move, or a set-up (then ``move`` is empty)."""

    id: str
    move: str = ""
    deal: Deal | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question; it is right when ``when`` holds after what is then played."""

    id: str
    when: Goal


@dataclass(frozen=True, slots=True)
class Feedback:
    """What to say to a legal move that misses the goal, and what is then played to show it."""

    id: str
    when: Goal
    show: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """A mastery check: how many questions on which rules, and how many must be right.

    ``games`` random games are searched for positions, their options drawn from ``options``
    (empty: from the game's own choices). A ``pool`` of moves or set-ups is asked about instead of
    the table where there is one; ``key`` is that of the step's texts, for the labels of the pool.
    Only rules taught until ``lesson`` stand among the answers (empty: any).
    """

    rules: tuple[str, ...]
    count: int
    passing: int
    games: int = 60
    options: tuple[Mapping[str, Json], ...] = ()
    pool: tuple[Candidate, ...] = ()
    key: str = ""
    lesson: str = ""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """Where the position of a puzzle comes from.

    At most ``games`` games, their options drawn from ``options`` (empty: from those of the
    course), are searched for one in which ``asks`` holds and the learner is to move.
    """

    asks: Goal | None = None
    games: int = 60
    options: tuple[Mapping[str, Json], ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a lesson. Which fields matter depends on its ``kind``; see ``docs/teaching.md``.

    ``deal`` is ``None`` where the step goes on from the end of the step before it (there played
    by its solution). ``par`` is the number of moves that a good player needs, ``most`` the number
    after which the goal counts as missed; ``by_chance`` the share of random players who may meet
    the goal. With ``wait`` the other seats do not act before the learner has. With ``write`` the
    learner is given a field to write moves into. What is watched goes on over the moves ``along``
    (such as passes) without waiting for the learner. A puzzle becomes a step to do, once a position
    is found in which at most ``by_chance`` of the legal moves lead to its goal. A headline of the
    game, such as the end of a round, ends the step; with ``through`` it goes on.
    """

    id: str
    kind: StepKind
    teaches: tuple[str, ...] = ()
    deal: Deal | None = None
    offer: tuple[str, ...] = ()
    replies: tuple[str, ...] = ()
    play: tuple[str, ...] = ()
    along: tuple[str, ...] = ()
    goal: Goal | None = None
    solution: tuple[str, ...] = ()
    par: int = 0
    most: int = 0
    by_chance: float = 0.5
    wait: bool = False
    write: bool = False
    through: bool = False
    candidates: tuple[Candidate, ...] = ()
    ask: Literal["refused", "allowed"] = "refused"
    choices: tuple[Choice, ...] = ()
    feedback: tuple[Feedback, ...] = ()
    check: Check | None = None
    puzzle: Puzzle | None = None

    def offers(self, move: str) -> bool:
        """Whether the step lets the learner make this move (nothing listed: any)."""
        return not self.offer or any(said(pattern, move) for pattern in self.offer)

    def feedback_keys(self) -> Iterator[str]:
        """The texts that a step needs beside its own, below its key."""
        yield from (f"feedback.{entry.id}" for entry in self.feedback)
        yield from (f"choice.{choice.id}" for choice in self.choices)
        yield from (f"choice.{entry.id}" for entry in self.candidates if not entry.move)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: steps in order, for the learner in ``seat``.

    ``core`` lessons are what a newcomer needs in order to play; ``needs`` names the lessons that
    come before it.
    """

    id: str
    steps: tuple[Step, ...]
    needs: tuple[str, ...] = ()
    core: bool = True
    minutes: float = 1.0
    seat: Seat = 0

    @property
    def teaches(self) -> tuple[str, ...]:
        """The rules of all its steps, each once."""
        return tuple(dict.fromkeys(rule for step in self.steps for rule in step.teaches))

    def place(self, step: str) -> int:
        """The index of the step with this id; 0 where there is none."""
        return next((place for place, entry in enumerate(self.steps) if entry.id == step), 0)


@dataclass(frozen=True, slots=True)
class Number:
    """The answer to a question that is a number: this fact of the first event of these kinds."""

    events: tuple[str, ...]
    fact: str


@dataclass(frozen=True, slots=True)
class Question:
    """A question that the mastery check may ask wherever ``asks`` holds after a move.

    Its answers are ``choices``, or the ``number`` and others near it.
    """

    id: str
    rules: tuple[str, ...]
    asks: Goal
    choices: tuple[Choice, ...] = ()
    number: Number | None = None


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is not allowed, as an answer: its text is under ``reason.<id>``.

    It is the right one where the game gives one of the reasons ``whys``, and may stand as a wrong
    one where ``holds`` does not hold (left out: always, it is a common error), once ``rule`` is
    taught.
    """

    id: str
    whys: tuple[str, ...] = ()
    rule: str = ""
    holds: Goal | None = None


@dataclass(frozen=True, slots=True)
class Course:
    """All lessons of a game, in reading order, and their words.

    ``alike`` are groups of rules so near to each other that none is offered as a wrong answer
    where another of the group is the right one. ``draw`` are the options with which questions are
    drawn from games where a check has none of its own. ``again`` says where a review takes its
    questions from: ``"games"`` are searched for each rule, or the ``"steps"`` that taught it ask.
    """

    game: AnyGame
    lessons: tuple[Lesson, ...]
    questions: tuple[Question, ...]
    words: Mapping[str, Mapping[str, Json]]
    alike: tuple[tuple[str, ...], ...] = ()
    language: str = LANGUAGES[0]
    reasons: tuple[Reason, ...] = ()
    draw: tuple[Mapping[str, Json], ...] = ()
    again: Literal["games", "steps"] = "games"

    def texts(self, language: str = "") -> Texts:
        """The course's own words in a language (left out: that of the course)."""
        return _texts(self.words, language or self.language, self.game)

    def names(self, language: str = "") -> tuple[str, ...]:
        """How the seats are called in lessons, from seat 0 on."""
        texts = self.texts(language)
        found: list[str] = []
        while f"name.{len(found)}" in texts or f"name.{len(found)}" in self.texts(LANGUAGES[0]):
            found.append(texts(f"name.{len(found)}"))
        return tuple(found)

    def called(self, language: str = "") -> tuple[str, ...]:
        """How the seats are called inside a sentence: ``called.<seat>``, else their names."""
        texts = self.texts(language)
        return tuple(
            texts(f"called.{seat}") if f"called.{seat}" in texts else name
            for seat, name in enumerate(self.names(language))
        )

    def lesson(self, lesson: str) -> Lesson:
        """The lesson with this id. Raises :class:`Problem`."""
        for entry in self.lessons:
            if entry.id == lesson:
                return entry
        known = ", ".join(entry.id for entry in self.lessons)
        name = shortened(lesson)
        raise CourseProblem("none", lesson=name, game=self.game.id, known=known)

    def title(self, lesson: str, language: str = "") -> str:
        """What a lesson is called."""
        return self.texts(language)(f"lesson.{lesson}.title")

    def about(self, lesson: str, language: str = "") -> str:
        """What a lesson is about, in one sentence."""
        return self.texts(language)(f"lesson.{lesson}.about")

    @property
    def teaches(self) -> tuple[str, ...]:
        """The rules that some step teaches, each once, in order."""
        return tuple(dict.fromkeys(rule for entry in self.lessons for rule in entry.teaches))

    def taught_until(self, lesson: str) -> frozenset[str]:
        """The rules that a learner has met by the end of a lesson (unknown: all)."""
        order = [entry.id for entry in self.lessons]
        last = order.index(lesson) if lesson in order else len(order)
        return frozenset(rule for entry in self.lessons[: last + 1] for rule in entry.teaches)

    @property
    def minutes(self) -> float:
        """How long the core lessons take together."""
        return sum(entry.minutes for entry in self.lessons if entry.core)

    def open_lessons(self, done: frozenset[str] | set[str]) -> list[Lesson]:
        """The lessons not yet done whose needs are."""
        return [
            entry
            for entry in self.lessons
            if entry.id not in done and all(need in done for need in entry.needs)
        ]

    def __repr__(self) -> str:
        return f"<course of {self.game.id}, {len(self.lessons)} lessons>"


def _texts(words: Mapping[str, Mapping[str, Json]], language: str, game: AnyGame) -> Texts:
    formats = game.formats
    first = Texts(words[LANGUAGES[0]], LANGUAGES[0], None, formats)
    if language not in words or language == LANGUAGES[0]:
        return first
    return Texts(words[language], language, first, formats)
