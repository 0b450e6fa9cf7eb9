"""Where a step asks for a refusal, the table lets the learner try just that, and nothing else."""

from __future__ import annotations

from typing import Any

from tabletop_kit.teaching import Runner, load_course

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
