"""Proving a course: every step is set up, solved, missed and left to chance, by the engine.

What is found out is which rules a step's solution really cites, and what is wrong with the step.
The tests of the kit run this over all lessons; whoever writes a lesson can run it on theirs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tabletop_kit.engine.luck import mix
from tabletop_kit.engine.problem import Problem
from tabletop_kit.engine.rulebook import matches
from tabletop_kit.engine.ruling import Json
from tabletop_kit.engine.save import AnyMatch
from tabletop_kit.teaching.attempt import Attempt
from tabletop_kit.teaching.course import Course, Lesson, Step
from tabletop_kit.teaching.mastery import Quiz
from tabletop_kit.teaching.predicates import shown_by
from tabletop_kit.teaching.puzzles import posed
from tabletop_kit.teaching.trial import Trial, first_trial, judged, legal, solved
from tabletop_kit.teaching.words import runner_words

POSED = 3
"""So many puzzles of a kind are proved."""

CHANCES = 60
"""So many random players try each step with a goal."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong: a text under ``[fault]`` or ``[coverage.gap]``, and its facts."""

    key: str
    facts: dict[str, Json] = field(default_factory=dict)

    def tell(self, language: str = "en") -> str:
        """What is wrong, in one sentence."""
        return runner_words(language)(self.key, **self.facts)


@dataclass(frozen=True, slots=True)
class Proof:
    """What proving a step showed: the rules that its solution cites, and its faults."""

    lesson: str
    step: Step
    cited: frozenset[str]
    faults: tuple[Fault, ...] = ()


def prove(course: Course) -> list[Proof]:
    """A proof of every step of a course, in order."""
    return [prove_step(course, lesson, step) for lesson in course.lessons for step in lesson.steps]


def prove_step(course: Course, lesson: Lesson, step: Step) -> Proof:
    """Set the step up, solve it, miss it. Faults are told, never raised."""
    try:
        provers = list(_provers(course, lesson, step))
        cited = frozenset(rule for prover in provers for rule in prover.cited())
        faults = [fault for prover in provers for fault in prover.faults()]
        faults += provers[0].unshown(cited)
    except Problem as problem:
        return Proof(lesson.id, step, frozenset(), (Fault("fault.problem", {"why": str(problem)}),))
    return Proof(lesson.id, step, cited, tuple(faults))


def _provers(course: Course, lesson: Lesson, step: Step) -> Iterator[_Prover]:
    """One for a step; for a puzzle one for each of a few that are posed."""
    if step.kind != "puzzle":
        yield _Prover(course, lesson, step)
        return
    for seed in range(POSED):
        yield _Prover(course, lesson, *posed(course, lesson, step, seed))


@dataclass(frozen=True, slots=True)
class _Prover:
    course: Course
    lesson: Lesson
    step: Step
    start: AnyMatch | None = None

    def fault(self, key: str, **facts: Json) -> Fault:
        return Fault(f"fault.{key}", {"step": f"{self.lesson.id}.{self.step.id}", **facts})

    def cited(self) -> Iterator[str]:
        """The rules cited by the events and refusals of the solution."""
        step = self.step
        if step.kind == "check":
            yield from (item.rule for item in self.items(0))
        elif step.kind == "spot":
            yield from self._spotted()
        elif step.kind != "say":
            trial = self._solved()
            if trial is not None:
                yield from (rule for event in trial.events for rule in event.rules)
                yield from (ruling.rule for ruling in trial.refusals)
                goals = [step.goal] if step.goal else [choice.when for choice in step.choices]
                for goal in goals:
                    if goal.holds(trial.seen()):
                        yield from shown_by(goal, trial.seen())

    def _solved(self) -> Trial | None:
        if self.start is None:
            return solved(self.course, self.lesson, self.step)
        trial = self._fresh()
        for text in self.step.solution:
            trial.learner_says(text, self.step)
        return trial

    def _spotted(self) -> Iterator[str]:
        attempt = self.attempt()
        answer = attempt.answer(attempt.way())
        yield answer.rule
        yield from (line["rule"] for line in answer.lines)

    def unshown(self, cited: frozenset[str]) -> Iterator[Fault]:
        for rule in self.step.teaches:
            if not any(matches(rule, name) for name in cited):
                yield self.fault("not-cited", rule=rule)

    def faults(self) -> Iterator[Fault]:
        """What is wrong with a step of this kind."""
        yield from self._breaches()
        if self.step.kind == "do":
            yield from self._unsound_goal()
            yield from self._unanswered()
            if self.start is None:  # how easy a puzzle is was counted when it was chosen
                yield from self._too_easy()
        elif self.step.kind == "choose":
            trial = solved(self.course, self.lesson, self.step)
            if trial is None or not trial.met(self.step):
                yield self.fault("not-solved")
        elif self.step.kind == "spot":
            yield from self._not_to_be_spotted()
        elif self.step.kind == "guess":
            yield from self._not_one_answer()
        elif self.step.kind == "check":
            yield from self._too_few_items()

    def _breaches(self) -> Iterator[Fault]:
        """A position from a whole set-up must be whole."""
        deal = self.step.deal
        if deal is None or self.start is not None:
            return
        trial = first_trial(self.course, self.lesson, self.step)
        if deal.position or trial is None:
            return
        for breach in self.course.game.breaches(trial.match.position):
            yield self.fault("breach", breach=breach)

    def attempt(self) -> Attempt:
        """A fresh attempt at the step, in the course's language."""
        course = self.course
        names = course.names()
        return Attempt(course, self.lesson, self.step, course.language, names, 0, self.start)

    # -- do ----------------------------------------------------------------------------------

    def _unsound_goal(self) -> Iterator[Fault]:
        trial = self._fresh()
        if trial.met(self.step):
            yield self.fault("met-at-start")
        for text in self.step.solution:
            if not self.step.offers(text):
                yield self.fault("not-offered", move=text)
            trial.learner_says(text, self.step)
        if not trial.met(self.step):
            yield self.fault("not-solved")
        if trial.played > self.step.par:
            yield self.fault("over-par", moves=trial.played, par=self.step.par)

    def _unanswered(self) -> Iterator[Fault]:
        """Every offered move off the way has a word of its own, or something happens on it."""
        start = self._fresh()
        for text in legal(start, self.step):
            attempt = self.attempt()
            answer = attempt.try_move(text)
            plain = attempt.words("say.wrong")
            if answer.kind == "wrong" and answer.text == plain and len(answer.lines) < 2:
                yield self.fault("unanswered", move=text)

    def _too_easy(self) -> Iterator[Fault]:
        lucky = sum(self._random_player_meets(number) for number in range(CHANCES))
        if lucky > self.step.by_chance * CHANCES:
            share = round(lucky / CHANCES, 2)
            yield self.fault("too-easy", share=share, most=self.step.by_chance)

    def _random_player_meets(self, number: int) -> bool:
        trial = self._fresh()
        for move in range(self.step.most):
            offered = legal(trial, self.step)
            if not offered:
                return False
            trial.learner_says(offered[mix(number, move) % len(offered)], self.step)
            if trial.met(self.step):
                return True
            if trial.missed(self.step):
                return False
        return False

    def _fresh(self) -> Trial:
        if self.start is not None:
            return Trial(self.start.branch(), self.lesson.seat)
        trial = first_trial(self.course, self.lesson, self.step)
        assert trial is not None
        return trial

    # -- the other kinds ---------------------------------------------------------------------

    def _not_to_be_spotted(self) -> Iterator[Fault]:
        trial = first_trial(self.course, self.lesson, self.step)
        rulings = [judged(self.course.game, trial, entry) for entry in self.step.candidates]
        if all(ruling.legal for ruling in rulings) or not any(ruling.legal for ruling in rulings):
            yield self.fault("spot-one-sided")

    def _not_one_answer(self) -> Iterator[Fault]:
        trial = solved(self.course, self.lesson, self.step)
        right = [
            choice for choice in self.step.choices if trial and choice.when.holds(trial.seen())
        ]
        if len(right) != 1:
            yield self.fault("not-one-answer", count=len(right))

    def items(self, seed: int) -> list[Json]:
        """The questions that the check asks with this seed."""
        assert self.step.check is not None
        quiz = Quiz(self.course, seed, "", self.lesson.seat)
        return list(quiz.items(self.step.check))

    def _too_few_items(self) -> Iterator[Fault]:
        assert self.step.check is not None
        check = self.step.check
        items = self.items(0)
        found = {item.key for item in items}
        if len(found) < check.count:
            yield self.fault("too-few", found=len(found), count=check.count)
        asked = {item.rule for item in items}
        if len(check.rules) <= check.count and asked != set(check.rules):
            yield self.fault("not-asked", rules=", ".join(sorted(set(check.rules) - asked)))
