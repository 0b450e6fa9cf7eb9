"""Hints: first the rule, then where to look, then what to do."""

from __future__ import annotations

from tabletop_kit.engine.ruling import Json
from tabletop_kit.engine.scene import Scene
from tabletop_kit.teaching.attempt import Attempt
from tabletop_kit.teaching.labels import in_words, label_of
from tabletop_kit.teaching.trial import spots

LEVELS = ("rule", "where", "what")


def hint_at(attempt: Attempt, level: str, labels: dict[str, str]) -> dict[str, Json] | None:
    """The hint of a level; ``None`` where there is none to give.

    ``labels`` are those of the choices by id. The marks (``tokens``, ``zones``, ``verbs``) are
    the ids of what the hint points at on the table.
    """
    way = attempt.way()
    if not way:
        return None
    if level == "rule":
        return _rule(attempt)
    move = _move(attempt, way)
    scene = plain_scene(attempt)
    if level == "where":
        return _where(attempt, scene, move) if scene else None
    return _what(attempt, scene, way, move, labels)


def plain_scene(attempt: Attempt) -> Scene | None:
    """The table of the attempt with the learner's eyes, nothing limited; ``None``: no table."""
    trial = attempt.trial
    if trial is None:
        return None
    match, names = trial.match, attempt.course.names(attempt.language)
    texts = match.game.texts(attempt.language, names)
    return match.game.scene(match.position, attempt.lesson.seat, texts)


def _rule(attempt: Attempt) -> dict[str, Json] | None:
    if not attempt.step.teaches:
        return None
    rule = attempt.step.teaches[0]
    card = attempt.course.game.rulebook.card(rule, attempt.game_texts)
    text = attempt.words("hint.rule", title=card["title"], text=card["text"])
    return {"text": text, "rule": rule, "tokens": [], "zones": [], "verbs": []}


def _where(attempt: Attempt, scene: Scene, move: str) -> dict[str, Json] | None:
    marks = spots(scene, move)
    # What a label adds behind a comma, such as a count, is no part of the place's name.
    places = [zone.label.partition(",")[0] for zone in scene.zones if zone.id in marks["zones"]]
    places += [verb.label for verb in scene.verbs if verb.id in marks["verbs"]]
    if not places:
        return None
    words = attempt.words
    text = words("hint.where", where=words("hint.and").join(places))
    return {"text": text, "rule": "", **marks, "tokens": []}


def _what(
    attempt: Attempt, scene: Scene | None, way: str, move: str, labels: dict[str, str]
) -> dict[str, Json]:
    words = attempt.words
    if attempt.step.kind == "do":
        text = words("hint.what", what=_called(attempt, scene, move))
    else:
        text = words("hint.answer", what=labels[way])
    nowhere: dict[str, list[str]] = {"tokens": [], "zones": [], "verbs": []}
    return {"text": text, "rule": "", **(spots(scene, move) if scene else nowhere)}


def _called(attempt: Attempt, scene: Scene | None, move: str) -> str:
    if scene is None or attempt.trial is None:
        return move
    said = in_words(attempt.trial.match, attempt.lesson.seat, attempt.game_texts)
    return label_of(scene, move, attempt.words, attempt.course_texts, said)


def _move(attempt: Attempt, way: str) -> str:
    """The move behind a way: itself, or that of the candidate; empty for a plain answer."""
    if attempt.step.kind == "do":
        return way
    return next((entry.move for entry in attempt.step.candidates if entry.id == way), "")
