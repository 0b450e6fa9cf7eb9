"""Every lesson of every game is set up, solved, missed and left to chance by the engine."""

from __future__ import annotations

import json
import re

import pytest

from tabletop_kit.engine.rulebook import matches
from tabletop_kit.engine.text import LANGUAGES
from tabletop_kit.games import GAMES, find_game
from tabletop_kit.teaching import Course, Runner, load_course
from tabletop_kit.teaching.proof import Proof, prove
from tabletop_kit.teaching.reading import needed_texts

MOST_WORDS = 40
WORDS_A_MINUTE = 200
SECONDS_A_MOVE = 3
SECONDS_AN_ANSWER = 4
SECONDS_A_PUZZLE = 15
MOST_MINUTES = {"tempus": 10, "tomes": 15, "vortex": 13, "tempest": 16}

COURSES = {
    game: load_course(game) for game in GAMES if (find_game(game).folder / "lessons").is_dir()
}
PROOFS = [(course, proof) for course in COURSES.values() for proof in prove(course)]
LESSONS = [(course, lesson) for course in COURSES.values() for lesson in course.lessons]


def _named(pair: tuple[Course, object]) -> str:
    course, thing = pair
    if isinstance(thing, Proof):
        return f"{course.game.id}-{thing.lesson}-{thing.step.id}"
    return f"{course.game.id}-{thing.id}"  # type: ignore[attr-defined]


def test_every_game_has_a_course() -> None:
    assert set(COURSES) == set(GAMES)
    assert len(COURSES["tempus"].lessons) >= 9
    assert len(COURSES["tomes"].lessons) >= 20
    assert len(COURSES["vortex"].lessons) >= 20
    assert len(COURSES["tempest"].lessons) >= 40


@pytest.mark.parametrize("pair", PROOFS, ids=_named)
def test_step_is_sound(pair: tuple[Course, Proof]) -> None:
    """Parses, builds, is solved within par, cites what it teaches, answers every wrong move."""
    _, proof = pair
    assert [fault.tell() for fault in proof.faults] == []
    for rule in proof.step.teaches:
        assert any(matches(rule, cited) for cited in proof.cited), rule
    assert len(proof.step.teaches) <= 2


@pytest.mark.parametrize("pair", LESSONS, ids=_named)
@pytest.mark.parametrize("language", LANGUAGES)
def test_lesson_is_solved_by_its_hints(pair: tuple[Course, object], language: str) -> None:
    """Whoever does what the runner knows to be right gets three stars, in either language."""
    course, lesson = pair
    runner = Runner(course, lesson.id, language, seed=3)  # type: ignore[attr-defined]
    _solve(runner)
    assert runner.finished and runner.stars == 3
    assert all(right for _, right in runner.results)
    taught = {rule for rule, _ in runner.results}
    assert set(runner.lesson.teaches) <= taught


WRONGLY_CALLED = re.compile(
    r"\b(you (has|is|begins|lays)|Novice|Neuling|(du|dich) (hat|ist|beginnt)|für du"
    r"|(hat|ist|von|zu) (du|dich))\b",
    re.I,
)


def _solve(runner: Runner) -> None:
    for _ in range(200):
        said = json.dumps(runner.picture(), ensure_ascii=False)
        book = runner.course.game.rulebook  # a card may be called so
        wrong = [found for found in WRONGLY_CALLED.finditer(said) if found[0].lower() not in book]
        assert wrong == []
        if runner.finished:
            return
        attempt = runner.attempt
        if attempt.waits and attempt.item is not None:
            choice = next(entry for entry in attempt.item.choices if entry.right)
            assert runner.answer(choice.id).kind == "right"
        elif attempt.waits:
            way = attempt.way()
            doing = runner.step.kind == "do"
            answer = runner.try_move(way) if doing else runner.answer(way)
            assert answer.kind in ("right", "on")
        else:
            runner.next()
    raise AssertionError(f"{runner!r} does not end")


@pytest.mark.parametrize("pair", LESSONS, ids=_named)
def test_texts_are_there_and_short(pair: tuple[Course, object]) -> None:
    course, lesson = pair
    prefix = f"lesson.{lesson.id}."  # type: ignore[attr-defined]
    for language in LANGUAGES:
        texts = course.texts(language)
        for key in needed_texts(course):
            assert key in texts, (key, language)
        for key in texts.keys(prefix.rstrip(".")):
            assert 0 < len(texts(key).split()) <= MOST_WORDS, (key, language)


def test_no_text_of_a_lesson_is_left_over() -> None:
    """A text under a lesson belongs to one of its steps: nothing is kept that nobody reads."""
    for course in COURSES.values():
        needed = set(needed_texts(course))
        for language in LANGUAGES:
            for key in course.texts(language).keys("lesson"):
                stem, _, name = key.rpartition(".")
                said_when_done = name == "done" and f"{stem}.text" in needed
                own_label = ".choice." in key
                assert key in needed or said_when_done or own_label, (key, language)


def test_languages_have_the_same_texts() -> None:
    for course in COURSES.values():
        keys = {language: set(course.texts(language).keys()) for language in LANGUAGES}
        assert len(set(map(frozenset, keys.values()))) == 1


@pytest.mark.parametrize("pair", LESSONS, ids=_named)
def test_minutes_are_enough(pair: tuple[Course, object]) -> None:
    """The minutes stated cover reading every text once and making every move and answer."""
    course, lesson = pair
    for language in LANGUAGES:
        assert _minutes(course, lesson.id, language) <= lesson.minutes + 0.05  # type: ignore[attr-defined]


def _minutes(course: Course, lesson: str, language: str) -> float:
    texts = course.texts(language)
    words, seconds = 0, 0
    for step in course.lesson(lesson).steps:
        key = f"lesson.{lesson}.{step.id}"
        said = [f"{key}.text", f"{key}.done"]
        said += [name for name in texts.keys(key) if ".choice." in name and step.kind != "check"]
        words += sum(len(texts(name).split()) for name in said if name in texts)
        seconds += SECONDS_A_MOVE * (len(step.solution) + len(step.play) * (step.kind == "watch"))
        seconds += SECONDS_AN_ANSWER * (step.kind in ("spot", "guess"))
        seconds += SECONDS_A_PUZZLE * (step.kind == "puzzle")
        if step.check:
            seconds += (SECONDS_AN_ANSWER + 4) * step.check.count
    return words / WORDS_A_MINUTE + seconds / 60


def test_what_one_needs_in_order_to_play_is_soon_learnt() -> None:
    for course in COURSES.values():
        assert course.minutes <= MOST_MINUTES[course.game.id]
        assert course.lessons[0].steps[0].kind == "do", "the learner acts at once"


def test_every_lesson_can_be_reached() -> None:
    for course in COURSES.values():
        done: set[str] = set()
        while ready := course.open_lessons(done):
            done |= {lesson.id for lesson in ready}
        assert done == {lesson.id for lesson in course.lessons}


@pytest.mark.parametrize("course", COURSES.values(), ids=list(COURSES))
def test_every_rule_is_taught_and_can_be_asked_again(course: Course) -> None:
    book = course.game.rulebook
    assert set(course.teaches) == {rule for rule in book if not book[rule].card}
    for rule in course.teaches:
        for seed in range(3):
            runner = Runner.review(course, [rule], "de", seed)
            item = runner.attempt.item
            assert item is not None and item.rule == rule
            assert sum(choice.right for choice in item.choices) == 1
