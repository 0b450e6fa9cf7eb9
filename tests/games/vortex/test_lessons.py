"""The course of Vortex: its questions and figures are true, and rules come in a good order."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tabletop_kit.engine.text import LANGUAGES
from tabletop_kit.games.vortex.cards import CARD, PRINTED
from tabletop_kit.teaching import Runner, load_course
from tabletop_kit.teaching.course import Check, Lesson, Step
from tabletop_kit.teaching.items import Item
from tabletop_kit.teaching.mastery import Quiz
from tabletop_kit.teaching.trial import solved

COURSE = load_course("vortex")
GAME = COURSE.game
STEPS = [(lesson, step) for lesson in COURSE.lessons for step in lesson.steps]
CHECKS = [(lesson, step) for lesson, step in STEPS if step.check is not None]
PLAIN = {"colours": ["green", "yellow"], "plain_locations": True, "no_rogations": True}
OWN_LEADS = {"G06", "G14", "Y14", "F22", "F23", "R06"}
"""Cards that say something else of leads and equal figures."""
LEARNT_FIRST = [
    *("VX-R29", "VX-R32", "VX-R26", "VX-R1", "VX-R2", "VX-R3", "VX-R49", "VX-R4", "VX-R5"),
    *("VX-R6", "VX-R8", "VX-R11", "VX-R12", "VX-R18", "VX-R16", "VX-R17", "VX-R21", "VX-R27"),
    *("VX-R33", "VX-R34", "VX-R58", "VX-R60", "VX-R61", "VX-R62", "VX-R48", "VX-R38", "VX-R44"),
    *("VX-R42", "VX-R45", "VX-R53", "VX-D1", "VX-N1"),
]


def asked(rules: tuple[str, ...], seed: int) -> list[Item]:
    check = Check(rules, 6, 6, games=60, options=({**PLAIN, "length": 12},))
    return Quiz(COURSE, seed).items(check)


@pytest.mark.parametrize("pair", CHECKS, ids=lambda pair: f"{pair[0].id}-{pair[1].id}")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_has_one_answer_and_asks_what_was_taught(
    pair: tuple[Lesson, Step], language: str
) -> None:
    lesson, step = pair
    assert step.check is not None
    for item in Quiz(COURSE, 7, language, lesson.seat).items(step.check):
        labels = [choice.label for choice in item.choices]
        assert sum(choice.right for choice in item.choices) == 1
        assert 2 <= len(labels) <= 4 and len(set(labels)) == len(labels)
        assert item.rule in COURSE.taught_until(lesson.id)


def expected(mode: str, mine: int, theirs: int) -> str:
    """What a comparison does by the rules alone, as the questions call it."""
    lead = mine - theirs
    if mode == "reason":
        return "nothing" if lead == 0 or abs(lead) > 2 else "target" if lead > 0 else "attacker"
    if mode == "fire":
        return (
            "repelled" if lead <= 0 else "takes" if lead < 3 else "dies" if lead > 3 else "nothing"
        )
    return "both" if lead == 0 else "target" if lead > 0 else "attacker"


@pytest.mark.parametrize("seed", range(3))
def test_what_a_crusade_will_do_is_what_its_figures_say(seed: int) -> None:
    judged = 0
    for item in asked(("VX-R1", "VX-R3", "VX-R4", "VX-R8", "VX-R12"), seed):
        assert item.match is not None and item.after is not None
        move = str(item.after.last.move).split()
        right = next(choice.id for choice in item.choices if choice.right)
        if move[0] != "crusade" or right == "right":
            continue
        _, card, target, mode = move
        attack, defence = GAME.question(item.match.position, f"figures.{card}.{target}")
        places = {"reason": (0, 0), "fire": (1, 2), "kill": (3, 3)}[mode]
        on_table = json.dumps(GAME.dump(item.match.position)["field"])
        if not any(own in on_table for own in OWN_LEADS):
            assert right == expected(mode, attack[places[0]], defence[places[1]])
            judged += 1
    assert judged >= 2


AGAINST = re.compile(r"\b(\d) (?:against|gegen) (?:Water |Wasser )?(\d)\b")


def compared(step: Step, lesson: Lesson) -> tuple[int, int] | None:
    """The two figures of the first comparison of a step's solution."""
    if step.kind not in ("do", "guess") or step.deal is None:
        return None
    trial = solved(COURSE, lesson, step)
    events = trial.events if trial else []
    found = next((event.facts for event in events if event.kind == "compared"), None)
    return None if found is None else (found["mine"], found["theirs"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_figures_that_a_text_states_are_those_of_the_crusade(language: str) -> None:
    """Where it says "4 against 3", the answer, or the text of a card behind it, is 4 against 3."""
    texts, seen = COURSE.texts(language), 0
    for lesson, step in STEPS:
        figures = compared(step, lesson)
        key = f"lesson.{lesson.id}.{step.id}"
        said = " ".join(texts(one) for one in texts.keys(key) if ".feedback." not in one)
        stated = {(int(one), int(other)) for one, other in AGAINST.findall(said)}
        if figures is not None and stated:
            assert figures in stated or figures[::-1] in stated, (key, figures, stated)
            seen += 1
    assert seen >= 12


ATTRIBUTES = ("Reason", "Fire", "Water", "Sword")
STATED = re.compile(r"\b(Reason|Fire|Water|Sword) (\d)\b")


def test_attributes_that_a_text_states_are_on_the_cards() -> None:
    """Where it says "Water 3", a card in play has Water 3 (or what lies on it makes it so)."""
    texts, seen = COURSE.texts("en"), 0
    for lesson, step in STEPS:
        if step.deal is None or not step.deal.position:
            continue
        key = f"lesson.{lesson.id}.{step.id}"
        said = " ".join(texts(one) for one in texts.keys(key) if not one.endswith(".done"))
        cards = re.findall(r"[BGYR]\d\d", json.dumps(step.deal.position["field"]))
        for attribute, figure in STATED.findall(said):
            place = ATTRIBUTES.index(attribute)
            assert int(figure) in {PRINTED[CARD[card]][place] for card in cards}, (key, figure)
            seen += 1
    assert seen >= 20


def test_cards_that_a_text_names_are_on_the_table() -> None:
    texts, cards = COURSE.texts("en"), GAME.texts("en")
    names = {cards(key): key.split(".")[1] for key in cards.keys("card") if key.endswith(".name")}
    common = {"Paradox", "Returned", "Flesh", "Earth", "Holiday"}
    seen = 0
    for lesson, step in STEPS:
        if step.deal is None or not step.deal.position:
            continue
        lies = json.dumps([dict(step.deal.position), step.play, step.solution])
        text = texts(f"lesson.{lesson.id}.{step.id}.text")
        for name in set(names) - common:
            if re.search(rf"\b{re.escape(name)}\b", text):
                assert names[name] in lies, (lesson.id, step.id, name)
                seen += 1
    assert seen >= 60


def test_what_one_needs_is_learnt_without_three_things() -> None:
    """The core of the course follows the source's three suggestions for beginners."""
    core = {rule for lesson in COURSE.lessons if lesson.core for rule in lesson.teaches}
    assert {rule for rule in GAME.rulebook if GAME.rulebook[rule].core} <= core
    for lesson, step in STEPS:
        if lesson.core and step.deal is not None:
            given: dict[str, Any] = {**step.deal.options, **step.deal.position}
            assert given["plain_locations"] is True and given["no_rogations"] is True
            assert "red" not in given["colours"]


def test_rules_come_in_a_good_order() -> None:
    places = [COURSE.teaches.index(rule) for rule in LEARNT_FIRST]
    assert places == sorted(places)


def test_the_rest_of_the_game_comes_in_turn() -> None:
    """Locations, then Rogations, then Red."""
    order = [lesson.id for lesson in COURSE.lessons]
    first = {key: len(order) for key in ("site", "rogation", "red")}
    for lesson, step in STEPS:
        given = {**step.deal.options, **step.deal.position} if step.deal else {}
        met = {
            "site": bool(given) and not given.get("plain_locations"),
            "rogation": bool(given) and not given.get("no_rogations"),
            "red": given.get("colours", [""])[0] == "red",
        }
        for key, holds in met.items():
            if holds:
                first[key] = min(first[key], order.index(lesson.id))
    assert first["site"] < first["rogation"] < first["red"] < len(order)


@pytest.mark.parametrize("language", LANGUAGES)
def test_own_sentences_name_no_seat_in_a_wrong_case(language: str) -> None:
    """The learner is called "you", and a sentence of the course may name cards of the game."""
    lesson = COURSE.lesson("reason")
    step = lesson.steps[lesson.place("own")]
    trial = solved(COURSE, lesson, step)
    assert trial is not None
    texts = GAME.texts(language, COURSE.called(language))
    event = next(one for one in trial.events if one.kind == "converted")
    form = "other" if event.seat else "you"
    told = texts.lend(COURSE.texts(language), "told.converted", form, seat=1, **event.facts)
    assert "{" not in told and "Ilsa" in told
    assert texts("card.G12.name") in told and not re.search(r"\b(dich|from you)\b", told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_hints_tell_moves_in_words(language: str) -> None:
    """No hint says a card by its id, though moves are composed from selections."""
    seen = 0
    for lesson, step in STEPS:
        if step.kind not in ("do", "spot") or step.write or step.id == "position":
            continue
        state = {**Runner(COURSE, lesson.id, language, seed=5).state(), "step": step.id}
        runner = Runner.resume(COURSE, state, language)
        while runner.picture()["can_hint"]:
            runner.hint()
        hint = runner.current_hint
        assert hint is not None and not re.search(r"\b[BGYRFPL]\d\d\b", hint["text"]), hint
        seen += bool(hint["tokens"] or hint["verbs"])
    assert seen >= 30
