"""Reading a course from its folder: every slip is one clear sentence, and nothing is half read.

The folder holds ``course.toml`` (the order of the lessons, the questions of the mastery check),
one ``<lesson>.toml`` for each lesson, and ``text/en.toml``, ``text/de.toml``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources.abc import Traversable
from typing import Any

from tabletop_kit.engine.problem import Problem, shortened
from tabletop_kit.engine.ruling import Json
from tabletop_kit.engine.save import AnyGame
from tabletop_kit.engine.text import LANGUAGES
from tabletop_kit.teaching.course import (
    STEP_KINDS,
    Candidate,
    Check,
    Choice,
    Course,
    Feedback,
    Lesson,
    Number,
    Puzzle,
    Question,
    Reason,
    Step,
)
from tabletop_kit.teaching.reader import (
    LIST,
    NUMBER,
    TABLE,
    TABLES,
    TEXT,
    TEXTS,
    WHOLE,
    YES,
    Reader,
    canonical_move,
)
from tabletop_kit.teaching.words import CourseProblem

_COURSE = {"game": TEXT, "lessons": TEXTS, "alike": LIST, "question": TABLES}
_COURSE |= {"draw": TABLES, "reason": TABLES, "again": TEXT}
_LESSON = {
    **{"id": TEXT, "needs": TEXTS, "core": YES, "minutes": NUMBER, "seat": WHOLE},
    "step": TABLES,
}
_DEAL = {"options": TABLE, "position": TABLE, "chance": LIST, "seed": WHOLE}
_STEP = {
    **{"id": TEXT, "kind": TEXT, "teaches": TEXTS, **_DEAL},
    **{
        "offer": TEXTS,
        "replies": TEXTS,
        "play": TEXTS,
        "along": TEXTS,
        "goal": TABLE,
        "solution": TEXTS,
    },
    **{
        "par": WHOLE,
        "most": WHOLE,
        "by-chance": NUMBER,
        "wait": YES,
        "write": YES,
        "through": YES,
        "candidates": TABLES,
        "ask": TEXT,
    },
    **{"choices": TABLES, "feedback": TABLES, "rules": TEXTS, "count": WHOLE},
    **{"pass": WHOLE, "games": WHOLE, "draw": TABLES, "asks": TABLE},
}
_CANDIDATE = {"id": TEXT, "move": TEXT, **_DEAL}
_CHOICE = {"id": TEXT, "when": TABLE}
_FEEDBACK = {"id": TEXT, "when": TABLE, "show": TEXTS}
_REASON = {"id": TEXT, "why": TEXTS, "rule": TEXT, "holds": TABLE}
_QUESTION = {"id": TEXT, "rules": TEXTS, "asks": TABLE, "choices": TABLES, "number": TABLE}
_NUMBER = {"events": TEXTS, "fact": TEXT}

_NEEDED = {
    "say": (),
    "watch": ("play",),
    "do": ("goal", "solution"),
    "choose": ("candidates", "goal", "solution"),
    "spot": ("candidates",),
    "guess": ("play", "choices"),
    "check": ("rules",),
    "puzzle": ("goal",),
}


def read_course(game: AnyGame, folder: Traversable, language: str) -> Course:
    """The course in a folder. Raises :class:`Problem`."""
    top = Reader(game, "course.toml")
    data = top.table(_toml(folder, "course.toml"), _COURSE, "course", ("game", "lessons"))
    if data["game"] != game.id:
        raise Problem("other-game", found=shortened(data["game"]), wanted=game.id)
    top.once(list(data["lessons"]), "course")
    lessons = tuple(_read_lesson(game, folder, name) for name in data["lessons"])
    questions = tuple(_questions(top, data.get("question", [])))
    words = {name: _toml(folder / "text", f"{name}.toml") for name in _languages(folder)}
    reasons = tuple(_reasons(top, data.get("reason", [])))
    draw = tuple(data.get("draw", ()))
    again = data.get("again", "games")
    if again not in ("games", "steps"):
        raise top.problem("shape", "course", key="again", kind="games / steps")
    alike = _alike(top, data)
    course = Course(game, lessons, questions, words, alike, language, reasons, draw, again)
    _check_needs(top, lessons)
    for name in words:
        _check_texts(course, name)
    return course


def _languages(folder: Traversable) -> list[str]:
    """The first language always (a missing file is then told), the others where they are."""
    there = [name for name in LANGUAGES if (folder / "text" / f"{name}.toml").is_file()]
    return there if LANGUAGES[0] in there else [LANGUAGES[0], *there]


def _toml(folder: Traversable, name: str) -> dict[str, Any]:
    path = folder / name
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError:
        raise Problem("no-file", what=str(path)) from None
    except UnicodeDecodeError:
        raise Problem("no-text", what=str(path)) from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise Problem("toml", what=str(path), why=str(error).rstrip(".")) from None


def _read_lesson(game: AnyGame, folder: Traversable, name: str) -> Lesson:
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
        raise CourseProblem("id", what="course.toml", place="lessons", id=shortened(name))
    reader = Reader(game, f"{name}.toml")
    data = reader.table(_toml(folder, f"{name}.toml"), _LESSON, "lesson", ("id", "step"))
    if data["id"] != name:
        raise reader.problem("other-id", "lesson", id=shortened(data["id"]), wanted=name)
    steps = tuple(
        _read_step(reader, name, entry, place) for place, entry in enumerate(data["step"], 1)
    )
    reader.once([step.id for step in steps], "lesson")
    for before, step in zip((None, *steps), steps, strict=False):
        nowhere = before is None or before.kind == "puzzle"
        if nowhere and step.deal is None and _needs_table(step):
            raise reader.problem("missing", f"step “{step.id}”", key="position")
    minutes = data.get("minutes", 1)
    if not 0 < minutes <= 60:
        raise reader.problem("shape", "lesson", key="minutes", kind="a number up to 60")
    seat = data.get("seat", 0)
    return Lesson(
        name, steps, tuple(data.get("needs", ())), data.get("core", True), float(minutes), seat
    )


def _needs_table(step: Step) -> bool:
    """Whether a step makes moves, so that there must be a position."""
    moves = any(entry.move for entry in step.candidates)
    return step.kind in ("watch", "do", "guess") or (step.kind == "spot" and moves)


def _read_step(reader: Reader, lesson: str, entry: Json, number: int) -> Step:
    place = f"step {number}"
    data = reader.table(entry, _STEP, place, ("id", "kind"))
    ident = reader.ident(data, place)
    place, kind = f"step “{ident}”", data["kind"]
    if kind not in STEP_KINDS:
        raise reader.problem("shape", place, key="kind", kind=" / ".join(STEP_KINDS))
    reader.table(data, _STEP, place, _NEEDED[kind])
    solution = data.get("solution", [])
    candidates = tuple(_candidates(reader, data.get("candidates", []), place))
    _check_solution(reader, kind, solution, candidates, place)
    par: int = data.get("par", len(solution) or 1)
    most: int = data.get("most", par)
    if not 1 <= par <= most or not 0 <= data.get("by-chance", 0.5) <= 1:
        raise reader.problem("shape", place, key="par, most, by-chance", kind="1 <= par <= most")
    return Step(
        id=ident,
        kind=kind,
        teaches=reader.rules(data.get("teaches", []), place),
        deal=reader.deal(data, place),
        offer=tuple(data.get("offer", ())),
        replies=reader.moves(data.get("replies", []), place),
        play=reader.moves(data.get("play", []), place),
        along=reader.moves(data.get("along", []), place),
        goal=reader.goal(data["goal"], place) if "goal" in data else None,
        solution=tuple(solution) if kind == "choose" else reader.moves(solution, place),
        par=par,
        most=most,
        by_chance=float(data.get("by-chance", 0.5)),
        wait=data.get("wait", False),
        write=data.get("write", False),
        through=data.get("through", False),
        candidates=candidates,
        ask=_ask(reader, data, place),
        choices=_choices(reader, data.get("choices", []), place),
        feedback=_feedback(reader, data.get("feedback", []), place),
        check=_check(reader, data, candidates, place, lesson) if kind == "check" else None,
        puzzle=_puzzle(reader, data, place) if kind == "puzzle" else None,
    )


def _check_solution(
    reader: Reader, kind: str, solution: list[str], candidates: tuple[Candidate, ...], place: str
) -> None:
    if kind != "choose":
        return
    known = [entry.id for entry in candidates]
    if len(solution) != 1 or solution[0] not in known or any(entry.move for entry in candidates):
        raise reader.problem("shape", place, key="solution", kind=" / ".join(known))


def _ask(reader: Reader, data: Mapping[str, Json], place: str) -> Any:
    ask = data.get("ask", "refused")
    if ask not in ("refused", "allowed"):
        raise reader.problem("shape", place, key="ask", kind="refused / allowed")
    return ask


def _candidates(reader: Reader, entries: list[Json], place: str) -> Iterator[Candidate]:
    idents = []
    for number, entry in enumerate(entries, 1):
        where = f"{place}, candidate {number}"
        data = reader.table(entry, _CANDIDATE, where)
        move, deal = data.get("move", ""), reader.deal(data, where)
        if bool(move) == (deal is not None):
            raise reader.problem("missing", where, key="move / options / position")
        ident = reader.ident(data, where) if deal or "id" in data else str(number)
        idents.append(ident)
        yield Candidate(ident, canonical_move(reader.game, move) if move else "", deal)
    reader.once(idents, place)


def _choices(reader: Reader, entries: list[Json], place: str) -> tuple[Choice, ...]:
    found = []
    for number, entry in enumerate(entries, 1):
        where = f"{place}, choice {number}"
        data = reader.table(entry, _CHOICE, where, ("id", "when"))
        found.append(Choice(reader.ident(data, where), reader.goal(data["when"], where)))
    reader.once([choice.id for choice in found], place)
    return tuple(found)


def _feedback(reader: Reader, entries: list[Json], place: str) -> tuple[Feedback, ...]:
    found = []
    for number, entry in enumerate(entries, 1):
        where = f"{place}, feedback {number}"
        data = reader.table(entry, _FEEDBACK, where, ("id", "when"))
        show = reader.moves(data.get("show", []), where)
        ident = reader.ident(data, where)
        found.append(Feedback(ident, reader.goal(data["when"], where), show))
    reader.once([entry.id for entry in found], place)
    return tuple(found)


def _check(
    reader: Reader,
    data: Mapping[str, Json],
    pool: tuple[Candidate, ...],
    place: str,
    lesson: str,
) -> Check:
    count = data.get("count", 3)
    passing, games = data.get("pass", count), data.get("games", 60)
    if not 1 <= passing <= count <= 50 or not 1 <= games <= 2000:
        raise reader.problem("shape", place, key="count, pass, games", kind="1 <= pass <= count")
    rules = reader.rules(data["rules"], place)
    key = f"lesson.{lesson}.{data['id']}"
    return Check(rules, count, passing, games, tuple(data.get("draw", ())), pool, key, lesson)


def _puzzle(reader: Reader, data: Mapping[str, Json], place: str) -> Puzzle:
    games = data.get("games", 60)
    if not 1 <= games <= 2000:
        raise reader.problem("shape", place, key="games", kind="a whole number up to 2000")
    asks = reader.goal(data["asks"], place) if "asks" in data else None
    return Puzzle(asks, games, tuple(data.get("draw", ())))


def _alike(reader: Reader, data: Mapping[str, Json]) -> tuple[tuple[str, ...], ...]:
    groups = data.get("alike", [])
    for group in groups:
        reader.check_kind(group, TEXTS, "course", "alike")
    return tuple(reader.rules(group, "alike") for group in groups)


def _questions(reader: Reader, entries: list[Json]) -> Iterator[Question]:
    idents = []
    for number, entry in enumerate(entries, 1):
        place = f"question {number}"
        answers = "number" if "number" in entry else "choices"
        data = reader.table(entry, _QUESTION, place, ("id", "rules", "asks", answers))
        ident = reader.ident(data, place)
        idents.append(ident)
        yield Question(
            ident,
            reader.rules(data["rules"], place),
            reader.goal(data["asks"], place),
            _choices(reader, data.get("choices", []), place),
            _number(reader, data["number"], place) if "number" in data else None,
        )
    reader.once(idents, "course")


def _number(reader: Reader, entry: Json, place: str) -> Number:
    data = reader.table(entry, _NUMBER, f"{place}, number", ("events", "fact"))
    return Number(tuple(data["events"]), data["fact"])


def _reasons(reader: Reader, entries: list[Json]) -> Iterator[Reason]:
    idents = []
    for number, entry in enumerate(entries, 1):
        place = f"reason {number}"
        data = reader.table(entry, _REASON, place, ("id",))
        ident = reader.ident(data, place)
        idents.append(ident)
        rule = data.get("rule", "")
        reader.rules([rule] if rule else [], place)
        holds = reader.goal(data["holds"], place) if "holds" in data else None
        yield Reason(ident, tuple(data.get("why", ())), rule, holds)
    reader.once(idents, "course")


def _check_needs(reader: Reader, lessons: tuple[Lesson, ...]) -> None:
    """Every need is a lesson that stands before: so there is no circle, and all can be reached."""
    before: set[str] = set()
    for lesson in lessons:
        for need in lesson.needs:
            if need not in before:
                name = shortened(need)
                raise CourseProblem("needs", what=f"{lesson.id}.toml", need=name)
        before.add(lesson.id)


def needed_texts(course: Course) -> Iterator[str]:
    """The keys of all texts that a course must have."""
    yield from ("title", "about", *[f"name.{seat}" for seat in range(course.game.seats[0])])
    for lesson in course.lessons:
        yield from (f"lesson.{lesson.id}.title", f"lesson.{lesson.id}.about")
        for step in lesson.steps:
            key = f"lesson.{lesson.id}.{step.id}"
            yield f"{key}.text"
            yield from (f"{key}.{name}" for name in step.feedback_keys())
    yield from (f"reason.{reason.id}" for reason in course.reasons)
    for question in course.questions:
        yield f"question.{question.id}.text"
        yield from (f"question.{question.id}.choice.{choice.id}" for choice in question.choices)


def _check_texts(course: Course, language: str) -> None:
    texts = course.texts(language)
    for key in needed_texts(course):
        if key not in texts:
            raise CourseProblem("text", key=key, language=language)
