"""What the rules refuse can be tried where a step asks for that: the buttons to do it with.

A table offers only what is allowed. A step whose goal is a refusal needs the rest, too: verbs that
say its solution are able, and a selection that means the like gets an offer to be said with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tabletop_kit.engine.rulebook import matches
from tabletop_kit.engine.ruling import Json, Seat
from tabletop_kit.engine.save import AnyMatch
from tabletop_kit.engine.scene import Scene, Verb
from tabletop_kit.engine.text import Texts
from tabletop_kit.teaching.course import Step
from tabletop_kit.teaching.labels import in_words
from tabletop_kit.teaching.predicates import refusals_in
from tabletop_kit.teaching.trial import composed


def to_be_tried(step: Step, match: AnyMatch, seat: Seat, move: str) -> bool:
    """Whether this move would be refused just as the step's goal asks for."""
    wanted = refusals_in(step.goal) if step.goal else ()
    if not wanted or not move:
        return False
    ruling = match.ruling(move, seat)
    return not ruling.legal and any(not rule or matches(rule, ruling.rule) for rule in wanted)


def with_tries(
    told: dict[str, Json],
    step: Step,
    match: AnyMatch,
    seat: Seat,
    words: Sequence[str],
    label: str,
    texts: Texts,
) -> dict[str, Json]:
    """A weighing whose offers can be said where the step asks for just that refusal.

    Where a selection (its ``words``) is refused altogether, an offer called ``label`` says it in
    the manner of the step's solution; where moves are composed, whenever it is what the solution
    selects. ``texts`` are the game's, with the names of the seats.
    """
    offers = [
        {**offer, "able": True} if to_be_tried(step, match, seat, offer["move"]) else offer
        for offer in told.get("offers", [])
    ]
    tried, note = "", ""
    if step.goal and refusals_in(step.goal):
        scene = match.game.scene(match.position, seat, texts)
        tried = _selected_so(step, scene, words) if scene.composes else ""
        note = in_words(match, seat, texts)(tried) if tried and offers else ""
    if not (tried or offers or told["verbs"]):
        tried = _like_solution(step, words)
    if to_be_tried(step, match, seat, tried) and tried not in [one["move"] for one in offers]:
        more = {"note": note} if note else {}
        offers.append(
            {"id": "try", "label": label, "move": tried, "able": True, "key": "t", **more}
        )
    return {**told, "offers": offers} if offers else told


def lone_tries(step: Step, match: AnyMatch, seat: Seat, scene: Scene, label: str) -> list[Verb]:
    """A verb for each solution of one word, such as a pass, that nothing on the table says."""
    said = {verb.move for verb in scene.verbs} | {token.move for token in scene.tokens()}
    return [
        Verb("try", label, move, able=True, key="t")
        for move in step.solution
        if " " not in move and move not in said and not step.write
        if to_be_tried(step, match, seat, move)
    ]


def _selected_so(step: Step, scene: Scene, words: Sequence[str]) -> str:
    """The move of the step's solution that selects just these words; empty where none does."""
    for move in step.solution:
        meant = Counter(token.word for token in composed(scene, move))
        if meant and meant == Counter(words):
            return move
    return ""


def _like_solution(step: Step, words: Sequence[str]) -> str:
    """A move of the step's solution with the selected words in it; empty where none fits.

    Words that the solution has, too, keep their places; the others stand where it has others.
    """
    for move in step.solution:
        verb, *parts = move.split()
        others = [word for word in words if word not in parts]
        lacking = [part for part in parts if part not in words]
        if len(parts) == len(words) and len(others) == len(lacking):
            instead = dict(zip(lacking, others, strict=True))
            return " ".join([verb, *[instead.get(part, part) for part in parts]])
    return ""
