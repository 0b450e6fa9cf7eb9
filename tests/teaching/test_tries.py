"""Where a step asks for a refusal, the table lets the learner try just that, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_kit.engine.scene import Token, Verb
from tabletop_kit.games import GAMES
from tabletop_kit.teaching import Runner, load_course
from tabletop_kit.teaching.hints import plain_scene
from tabletop_kit.teaching.trial import selection, spots

COURSE = load_course("vortex")


def at(lesson: str, step: str, language: str = "en") -> Runner:
    state = Runner(COURSE, lesson, language, seed=5).state()
    return Runner.resume(COURSE, {**state, "step": step}, language)


def offers(runner: Runner, *words: str) -> dict[str, Any]:
    told = runner.weigh(words)
    assert told is not None
    return {offer["move"]: offer for offer in told.get("offers", [])}


def test_a_selection_that_is_refused_can_be_said() -> None:
    runner = at("field", "full")
    offer = offers(runner, "G15", "G22")["reinforce G15 G22"]
    assert offer["able"] and offer["label"] == "Try it"
    assert offers(at("field", "full", "de"), "G22", "G15")["reinforce G15 G22"]["label"] != "Try it"
    answer = runner.try_move(offer["move"])
    assert (answer.kind, answer.rule) == ("right", "VX-R26")
    assert not offers_of_tries(runner, "G15", "G22"), "the step is done"


def offers_of_tries(runner: Runner, *words: str) -> list[str]:
    told = runner.weigh(words) or {}
    return [offer["id"] for offer in told.get("offers", []) if offer["id"] == "try"]


def test_another_card_in_its_place_is_tried_with_that_card() -> None:
    assert list(offers(at("bluff", "shown"), "G09/0", "G22")) == ["frenzy G09/0 G22"]


def test_what_is_refused_for_another_reason_is_no_try() -> None:
    assert offers_of_tries(at("bluff", "swap"), "F03", "G22") == []
    assert offers_of_tries(at("reason", "convert"), "G15", "F01") == []
    assert offers_of_tries(at("field", "full"), "F01", "G15", "G22") == []


def test_modes_that_are_forbidden_can_be_declared_where_that_is_asked_for() -> None:
    found = offers(at("texts", "banner"), "G09", "Y09")
    assert found["crusade G09 Y09 reason"]["able"]
    elsewhere = offers(at("reason", "convert"), "G09", "Y09")
    assert elsewhere["crusade G09 Y09 reason"]["able"]


def test_a_verb_that_is_refused_can_be_said_only_where_that_is_asked_for() -> None:
    def passing(lesson: str, step: str) -> Any:
        scene = at(lesson, step).scene()
        assert scene is not None
        return next((verb.able for verb in scene.verbs if verb.move == "pass"), None)

    assert passing("locations", "holiday") is True
    assert passing("field", "first") is None


# -- where moves are composed from a selection -------------------------------------------------

TEMPEST = load_course("tempest")


def tempest(lesson: str, step: str, language: str = "en") -> Runner:
    state = Runner(TEMPEST, lesson, language, seed=5).state()
    return Runner.resume(TEMPEST, {**state, "step": step}, language)


def test_what_the_solution_selects_can_be_tried_beside_what_is_allowed() -> None:
    runner = tempest("variants", "partner")
    found = offers(runner, "steward")
    assert set(found) > {"attack steward 2"} and found["attack steward 2"]["able"]
    assert found["attack steward 2"]["note"], "which of them is tried is said"
    assert offers_of_tries(tempest("fighters", "attack"), "steward") == []
    alone = offers(tempest("followers", "short"), "garrison@play+summon+cast", "peasant")
    assert alone["summon garrison by peasant"]["label"] == "Try it"


def test_a_pass_that_is_refused_has_a_button() -> None:
    scene = tempest("blocking", "must", "de").scene()
    assert scene is not None
    assert [(verb.move, verb.able) for verb in scene.verbs if verb.id == "try"] == [("pass", True)]
    other = tempest("blocking", "choose").scene()
    assert other is not None and not any(verb.id == "try" for verb in other.verbs)


@pytest.mark.parametrize("game", GAMES)
def test_what_a_step_wants_can_be_said_by_touching_the_table(game: str) -> None:
    course, said = load_course(game), 0
    for lesson in course.lessons:
        for step in lesson.steps:
            if step.kind != "do" or step.write:
                continue
            runner = Runner(course, lesson.id, seed=3)
            runner._enter(lesson.place(step.id))
            for move in step.solution:
                if not runner.attempt.done:
                    assert can_be_said(runner, move), (lesson.id, step.id, move)
                    runner.try_move(move)
                    said += 1
    assert said >= 10


def can_be_said(runner: Runner, move: str) -> bool:
    """By a button or a thing, by a selection, or by an offer of what the hint points at."""
    scene, plain = runner.scene(), plain_scene(runner.attempt)
    assert scene is not None and plain is not None
    things: list[Token | Verb] = [*scene.verbs, *scene.tokens()]
    if any(thing.move == move and thing.able for thing in things):
        return True
    if selection(scene, move):
        return True
    word = {token.id: token.word for token in scene.tokens()}
    found = offers(runner, *[word[token] for token in spots(plain, move)["tokens"]])
    return move in found and bool(found[move]["able"])
