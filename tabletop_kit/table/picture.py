"""A session as a picture: the plain data that a board draws (see ``docs/table.md``)."""

from __future__ import annotations

from typing import Any, TypeAlias

from tabletop_kit.engine.event import Event
from tabletop_kit.engine.match import Step, looking_back
from tabletop_kit.engine.ruling import Seat
from tabletop_kit.engine.scene import Scene
from tabletop_kit.table.session import Session
from tabletop_kit.table.windows import DECLINE, DECLINE_ALL, declined
from tabletop_kit.teaching.trial import spots

LOG_LINES = 60
CURTAIN_LINES = 8
"""So many of the last lines are told on a curtain."""
GO_ON = "go-on"
"""The id of the button that goes on after a round; it is no move of any game."""


def picture(session: Session) -> dict[str, Any]:
    """What the browser may know of a session now, and nothing else."""
    match, viewer = session.match, session.viewer
    shown = session.look or match.last
    drawn: dict[str, Any] = {
        "rev": session.revision,
        "language": session.preferences.language,
        "motion": session.preferences.motion,
        "names": {str(seat): session.name(seat) for seat in range(len(session.sitting))},
        "say": {"n": session.said, "text": session.say},
        "log": log(session, shown, viewer),
    }
    cards = match.game.rulebook.card_names(session.texts())
    if cards:
        drawn["cards"] = cards
    if session.curtain is not None:
        return {**drawn, **_curtain(session)}
    if session.ended is not None:
        return {**drawn, **_ended(session, session.ended)}
    events = shown.events if session.look else session.fresh
    scene = match.game.scene(shown.position, viewer, session.texts(), events)
    drawn["scene"] = scene.data()
    drawn.update(_comparison(session, shown))
    if session.look is not None:
        _only_look(drawn["scene"])
    drawn.update(_spoken(session, scene))
    drawn.update(_banner(session, shown))
    return drawn


Line: TypeAlias = dict[str, str]


def log(session: Session, last: Step[Any, Any], reader: Seat | None) -> dict[str, Line]:
    """The last lines of the story up to a step, as ``reader`` may know them.

    Numbers grow with the match and stay the same, so that a new line is a small patch. What
    answers nothing, one seat after the other, is one line.
    """
    lines: list[tuple[str, Line]] = []
    run: list[Line] = []
    after = 0
    step: Step[Any, Any] | None = last
    while step is not None and len(lines) < LOG_LINES:
        told, folds = _told(session, step, reader)
        start = int(folds)
        if run and (not folds or len(told) > 1):
            lines.append(_one_line(after, run))
            run = []
        for place in range(len(told) - 1, start - 1, -1):
            lines.append((str(step.ply * 100 + place), told[place]))
        if folds:
            run.append(told[0])
            after = step.ply
        step = step.before
    if run:
        lines.append(_one_line(after, run))
    return dict(reversed(lines))


def _one_line(ply: int, run: list[Line]) -> tuple[str, Line]:
    """Lines of one seat after the other, the latest first, as one line of the first one's move."""
    text = " ".join(line["text"] for line in reversed(run))
    return str(ply * 100), {"text": text, "rule": run[-1]["rule"]}


def _told(session: Session, step: Step[Any, Any], reader: Seat | None) -> tuple[list[Line], bool]:
    """The lines of a step, and whether the first of them may be joined with others like it."""
    language, key = session.preferences.language, (step.ply, reader)
    known = session.told.get(key)
    if known is None or known[0] is not step or known[1] != language:
        texts = session.texts()
        lines = [{"text": texts.narrate(one, reader), "rule": one.rule} for one in step.events]
        folds = bool(lines) and declined(session.match.game, step)
        known = session.told[key] = (step, language, lines, folds)
    return known[2], known[3]


def _curtain(session: Session) -> dict[str, Any]:
    """Nothing of the table is in a picture with a curtain: only what everybody heard."""
    assert session.curtain is not None
    name = session.name(session.curtain)
    texts = session.texts()
    open_ = session.windows.is_open(session.match.position)
    text = session.words("session.curtain-window" if open_ else "session.curtain", name=name)
    mood = session.match.game.scene(session.match.position, None, texts).mood
    curtain: dict[str, Any] = {
        "text": text,
        "button": session.words("session.lift", name=name),
        "mood": mood,
    }
    told = _since_looked(session, session.curtain)
    if told:
        curtain["told"] = told
    if open_:
        curtain["others"] = _ways_by(session, name)
    return {
        "curtain": curtain,
        "log": log(session, session.match.last, None),
        "say": {"n": session.said, "text": text},
    }


def _since_looked(session: Session, seat: Seat) -> list[str]:
    """What has happened since a person last decided something, as the log tells it to everybody.

    Of much the last lines, after one that says how many there were before. That somebody answered
    nothing is left out, and what every turn has (``Game.routine``).
    """
    routine = session.match.game.routine
    lines: list[str] = []
    step: Step[Any, Any] | None = session.match.last
    while step is not None and step.before is not None:
        if session.looked(step, seat):
            break
        told, folds = _told(session, step, None)
        news = list(zip(step.events, told, strict=True))[int(folds) :]
        lines[:0] = [line["text"] for event, line in news if event.kind not in routine]
        step = step.before
    missed = len(lines) - CURTAIN_LINES
    if missed <= 0:
        return lines
    return [session.words("session.curtain-earlier", count=missed), *lines[-CURTAIN_LINES:]]


def _ways_by(session: Session, name: str) -> list[dict[str, str]]:
    """The buttons by which people answer nothing without looking: everybody sees that alike."""
    found = [{"label": session.words("windows.decline", name=name), "move": DECLINE}]
    if len(session.windows.remaining(session.match.position)) > 1:
        found.append({"label": session.words("windows.decline-all"), "move": DECLINE_ALL})
    return found


def _ended(session: Session, step: Step[Any, Any]) -> dict[str, Any]:
    """The table as it lay when the round ended, and what that means; nothing can be moved."""
    assert step.before is not None
    game, texts = session.match.game, session.texts()
    scene = game.scene(step.before.position, session.viewer, texts).data()
    _only_look(scene)
    large = [event for event in step.events if event.kind in game.headlines]
    scene["ask"] = " ".join(texts.narrate(event, session.viewer) for event in large)
    scene["turn"] = session.viewer
    label = session.words("session.go-on")
    scene["verbs"] = {GO_ON: {"label": label, "move": GO_ON, "able": True, "key": "g"}}
    return {"scene": scene, **_comparison(session, step)}


def _comparison(session: Session, shown: Step[Any, Any]) -> dict[str, Any]:
    """The comparison that is still to be read, as the one at the screen may know it."""
    texts = session.texts()
    told = session.match.game.comparison(looking_back(shown, session.viewer), session.viewer, texts)
    return {} if told is None else {"comparison": told.data()}


def _only_look(scene: dict[str, Any]) -> None:
    """A position that is only looked at offers nothing."""
    scene["verbs"] = {}
    scene.pop("composes", None)
    for token in scene["tokens"].values():
        token.pop("move", None)
        token.pop("able", None)


def _spoken(session: Session, scene: Scene) -> dict[str, Any]:
    """Refusal, rule card, hint, and who is thinking."""
    spoken: dict[str, Any] = {}
    if session.refusal is not None:
        refusal = session.refusal
        spoken["refusal"] = {"at": refusal.at, "text": refusal.text, "rule": refusal.rule}
    if session.card:
        spoken["card"] = session.match.game.rulebook.card(session.card, session.texts())
    if session.hint_step:
        spoken["hint"] = _hint(session, scene)
    if session.thinking is not None and session.look is None and session.match.to_act is not None:
        spoken["busy"] = session.words("session.thinking", name=session.name(session.match.to_act))
    return spoken


def _hint(session: Session, scene: Scene) -> dict[str, Any]:
    """The hint ladder: first the rule, then where to look, then what to play."""
    game, step = session.match.game, session.hint_step
    prompt = session.match.prompts[0]
    title = session.texts()(f"rule.{prompt.rule}.title")
    hint: dict[str, Any] = {"step": step, "rule": prompt.rule, "text": title}
    if step == 1:
        hint["text"] = session.words("session.hint-rule", title=title)
        return hint
    if session.advice is None:
        hint["text"] = session.words("session.hint-thinking")
        return hint
    move = game.write(session.advice)
    marks = spots(scene, move)
    if step == 2:
        places = [zone.label for zone in scene.zones if zone.id in marks["zones"]]
        place = (places or [session.words("session.buttons")])[0]
        hint["text"] = session.words("session.hint-where", place=place)
        hint["zones"] = marks["zones"]
        hint["verbs"] = [] if places else [verb.id for verb in scene.verbs]
        return hint
    what = game.tell_move(session.match.position, prompt.seat, session.advice, session.texts())
    adviser = list(game.players())[-1]
    name = session.texts()(f"player.{adviser}.name")
    hint["text"] = session.words("session.hint-what", name=name, what=what)
    hint["tokens"], hint["verbs"] = marks["tokens"], marks["verbs"]
    return hint


def _banner(session: Session, shown: Step[Any, Any]) -> dict[str, Any]:
    """A notice above the table for what is too large to be a line of the log only."""
    texts, game = session.texts(), session.match.game
    banners = game.headlines if game.banners is None else game.banners
    recent = _since_last_decision(session, shown)
    large = [event for event in recent if event.kind in banners]
    if session.look is not None:
        steps = len(session.match.steps()) - 1
        text = session.words("session.looking", ply=shown.ply, count=steps)
        return {"notice": {"text": text, "kind": "info"}}
    if not large:
        return {}
    said = " ".join(texts.narrate(event, session.viewer) for event in large)
    return {"notice": {"text": said, "kind": "info"}}


def _since_last_decision(session: Session, shown: Step[Any, Any]) -> list[Event]:
    """What happened in the last move of a person and in the kit's answers to it."""
    events: list[Event] = []
    step: Step[Any, Any] | None = shown
    while step is not None:
        events = [*step.events, *events]
        if step.seat is None or session.sitting[step.seat] is None:
            break
        step = step.before
    return events
