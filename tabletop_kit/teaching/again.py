"""Asking again what a step of a course has taught, without searching games for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tabletop_kit.engine.text import Texts
from tabletop_kit.teaching.course import Course, Lesson, Step
from tabletop_kit.teaching.items import Item, ItemChoice
from tabletop_kit.teaching.labels import in_words
from tabletop_kit.teaching.predicates import refusals_in
from tabletop_kit.teaching.trial import Trial, first_trial, solved
from tabletop_kit.teaching.words import runner_words

Answers = Callable[[str, Sequence[str]], tuple[ItemChoice, ...]]
"""The answers to which rule it was: the right one, and the rules that may not stand beside it."""


def item_of_steps(
    course: Course, rule: str, language: str, names: Sequence[str], answers: Answers
) -> Item | None:
    """A question on a rule from the step that taught it; ``None`` where no step did.

    A step that asked what would happen asks it again; of one that let something be tried that is
    refused is asked why, of any other which rule was behind it.
    """
    taught = [
        (lesson, step)
        for lesson in course.lessons
        for step in lesson.steps
        if rule in step.teaches and step.kind not in ("check", "puzzle")
    ]
    if not taught:
        return None
    lesson, step = min(taught, key=lambda pair: pair[1].kind != "guess")
    texts = course.texts(language).named(tuple(names))
    if step.kind == "guess":
        return _guessed(course, lesson, step, rule, texts)
    return _behind(course, lesson, step, rule, language, texts, answers)


def _guessed(course: Course, lesson: Lesson, step: Step, rule: str, texts: Texts) -> Item | None:
    before, after = first_trial(course, lesson, step), solved(course, lesson, step)
    if before is None or after is None:
        return None
    key, seen = f"lesson.{lesson.id}.{step.id}", after.seen()
    reply = _said(texts, f"{key}.done")
    choices = tuple(
        ItemChoice(one.id, texts(f"{key}.choice.{one.id}"), one.when.holds(seen), reply, rule)
        for one in step.choices
    )
    question = texts(f"{key}.text")
    events = tuple(after.events)
    return Item("next", rule, question, choices, before.match, after.match, events)


def _behind(
    course: Course,
    lesson: Lesson,
    step: Step,
    rule: str,
    language: str,
    texts: Texts,
    answers: Answers,
) -> Item:
    trial = solved(course, lesson, step)
    key = f"lesson.{lesson.id}.{step.id}"
    match = trial.match if trial is not None else None
    if match is not None and step.solution and step.goal and refusals_in(step.goal):
        game_texts = course.game.texts(language, texts.names)
        tried = in_words(match, lesson.seat, game_texts)(step.solution[-1])
        question = runner_words(language)("item.why", what=tried)
    else:
        what = _said(texts, f"{key}.done") or texts(f"{key}.text")
        question = runner_words(language)("item.which", what=what)
    return Item("which", rule, question, answers(rule, _cited(step, trial)), match)


def _cited(step: Step, trial: Trial | None) -> list[str]:
    events = trial.events if trial is not None else []
    refusals = trial.refusals if trial is not None else []
    cited = [rule for event in events for rule in event.rules]
    return [*step.teaches, *cited, *(ruling.rule for ruling in refusals)]


def _said(texts: Texts, key: str) -> str:
    return texts(key) if key in texts else ""
