"""The course of Tomes: its questions are true, worked out here from the cards; labels; order."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_kit.engine.text import LANGUAGES
from tabletop_kit.teaching import load_course
from tabletop_kit.teaching.course import Check, Step
from tabletop_kit.teaching.items import Item
from tabletop_kit.teaching.labels import label_of
from tabletop_kit.teaching.mastery import Quiz
from tabletop_kit.teaching.trial import on_table, selection, spots
from tabletop_kit.teaching.words import runner_words

COURSE = load_course("tomes")
GAME = COURSE.game
CHECKS = [
    (lesson, step) for lesson in COURSE.lessons for step in lesson.steps if step.check is not None
]
STRIKE = {"J": 10, "Q": 15, "K": 20}
LEARNT_FIRST = [
    *("TM-T1", "TM-6", "TM-T5", "TM-1", "TM-11", "TM-T3", "TM-12", "TM-13", "TM-7", "TM-10"),
    *("TM-T4", "TM-9", "TM-4", "TM-8", "TM-3", "TM-2", "TM-24", "TM-16", "TM-5", "TM-14"),
    *("TM-15", "TM-17", "TM-18", "TM-19", "TM-T6", "TM-20", "TM-21", "TM-22", "TM-23"),
]


def asked(rules: tuple[str, ...], seed: int, language: str = "en", **more: Any) -> list[Item]:
    check = Check(rules, 6, 6, games=200, **more)
    return Quiz(COURSE, seed, language).items(check)


def number(item: Item) -> int:
    return int(next(choice.id for choice in item.choices if choice.right))


def cards(item: Item) -> list[str]:
    assert item.after is not None
    return str(item.after.last.move).split()[1:]


def worth(card: str) -> int:
    return {"A": 1, "J": 10, "Q": 15, "K": 20}.get(card[:-1], 0) or int(card[:-1])


def before(item: Item) -> dict[str, Any]:
    assert item.match is not None
    data: dict[str, Any] = GAME.dump(item.match.position)
    return data


@pytest.mark.parametrize("pair", CHECKS, ids=lambda pair: f"{pair[0].id}-{pair[1].id}")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", range(3))
def test_every_question_has_one_answer_and_asks_what_was_taught(
    pair: tuple[Any, Step], language: str, seed: int
) -> None:
    lesson, step = pair
    assert step.check is not None
    for item in Quiz(COURSE, seed, language, lesson.seat).items(step.check):
        labels = [choice.label for choice in item.choices]
        assert sum(choice.right for choice in item.choices) == 1
        assert 2 <= len(labels) <= 4 and len(set(labels)) == len(labels)
        assert item.rule in COURSE.taught_until(lesson.id)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_refused_is_refused_and_the_rest_is_not(seed: int) -> None:
    found = asked(("TM-2", "TM-3", "TM-16"), seed)
    refused = [item for item in found if item.kind == "refused"]
    assert refused
    for item in refused:
        assert item.match is not None
        for choice in item.choices:
            ruling = GAME.ruling(item.match.position, 0, GAME.parse(choice.id))
            assert ruling.legal is not choice.right


@pytest.mark.parametrize("seed", range(4))
def test_the_strike_left_is_what_the_wards_leave(seed: int) -> None:
    for item in asked(("TM-11",), seed):
        data = before(item)
        strike = STRIKE[data["entity"][0]] - data["ward"] - sum(map(worth, cards(item)))
        assert number(item) == max(0, strike)


@pytest.mark.parametrize("seed", range(4))
def test_doubled_ruin_is_twice_the_cards(seed: int) -> None:
    for item in asked(("TM-T3",), seed):
        assert number(item) == before(item)["ruin"] + 2 * sum(map(worth, cards(item)))


@pytest.mark.parametrize("seed", range(4))
def test_cards_come_back_and_are_drawn_as_far_as_there_are_any(seed: int) -> None:
    for item in asked(("TM-13",), seed):
        assert number(item) == min(sum(map(worth, cards(item))), len(before(item)["grave"]))
    for item in asked(("TM-12",), seed):
        data, total = before(item), sum(map(worth, cards(item)))
        back = min(total, len(data["grave"])) if "blood" in _kinds(item) else 0
        room = data["limit"] - len(data["hands"][0]) + len(cards(item))
        assert number(item) == min(total, room, len(data["gathering"]) + back)


def _kinds(item: Item) -> set[str]:
    return {event.kind for event in item.events}


@pytest.mark.parametrize("seed", range(4))
def test_the_force_denied_is_that_of_the_entity(seed: int) -> None:
    names = {"H": "blood", "D": "dream", "C": "swarm", "S": "void"}
    for item in asked(("TM-10",), seed):
        assert item.kind == "next"
        right = next(choice.id for choice in item.choices if choice.right)
        suit = before(item)["entity"][1]
        assert right == names[suit] and suit in {card[-1] for card in cards(item)}


@pytest.mark.parametrize("seed", range(3))
def test_a_question_does_not_tell_its_answer(seed: int) -> None:
    for rules in (("TM-11",), ("TM-12",), ("TM-13",), ("TM-T3",), ("TM-10",)):
        for item in asked(rules, seed):
            told = item.question.partition("?")[0]
            assert item.match is not None and "drew" not in told and "warded" not in told
            assert "denied the Force" not in told and "returned" not in told


def test_rules_come_in_a_good_order() -> None:
    places = [COURSE.teaches.index(rule) for rule in LEARNT_FIRST]
    assert places == sorted(places)


def test_what_one_needs_alone_is_in_the_core_and_the_table_is_not() -> None:
    core = {rule for lesson in COURSE.lessons if lesson.core for rule in lesson.teaches}
    needed = {rule for rule in GAME.rulebook if GAME.rulebook[rule].core} - {"TM-5", "TM-14"}
    assert needed <= core
    for lesson in COURSE.lessons:
        for step in lesson.steps:
            if lesson.core and step.deal is not None:
                given = {**step.deal.options, **step.deal.position}
                assert given.get("seats", 1) == 1 and given["edition"] is False


def _scene(*hand: str, **more: Any) -> Any:
    keys = {"entity": "JH", "hands": [list(hand)], "pantheon": ["QS"], **more}
    position = GAME.load(keys, GAME.luck(1))
    return GAME.scene(position, 0, GAME.texts("en"))


def test_moves_by_selection_are_formed_named_and_found() -> None:
    scene = _scene("AS", "8S", "8D")
    formed = on_table(scene)
    assert {"play AS", "play AS 8S", "rite 8S 8D", "rite 8D 8S"} <= set(formed)
    words = runner_words("en")
    assert label_of(scene, "play AS 8S", words) == "Play: Symbiont of Void, 8 of Void"
    assert spots(scene, "rite 8D 8S") == {
        "tokens": ["8D", "8S"],
        "zones": ["hand-0"],
        "verbs": ["rite"],
    }
    assert selection(scene, "play 9S") is None
    assert selection(scene, "rite 8D") is None
    assert label_of(scene, "play 9S", words) == "play 9S"


def test_a_selection_takes_each_of_two_equal_cards() -> None:
    scene = _scene("KD", "KD", seats=2, campaign="terror", hands=[["KD", "KD"], ["3C"]])
    picked = selection(scene, "play KD KD")
    assert picked is not None
    first, second = picked[1]
    assert first.id != second.id and first.word == second.word == "KD"
    assert selection(scene, "play KD KD KD") is None


def test_no_priority_wins_by_itself() -> None:
    """What the lesson on the coach says of 200 games (see there), on some of them."""
    for priority in GAME.priorities:
        assert not any(_wins_alone(priority, seed) for seed in range(25))


def _wins_alone(priority: str, seed: int) -> bool:
    """A game alone, two Echoes: always the move of one priority, the cheapest payment."""
    position = GAME.setup({"seats": 1}, GAME.luck(seed))
    while position.to_act is not None:
        position = GAME.apply(position, 0, _chosen(priority, position))
    return bool(position.result == "won")


def _chosen(priority: str, position: Any) -> Any:
    legal = GAME.moves(position, 0)
    if position.phase == "pay":
        paying = [move for move in map(GAME.write, legal) if move.startswith("pay")]
        return GAME.parse(min(paying, key=_cost) if paying else "echo")
    advice = GAME.advice(position, 0)
    if advice is None or (advice.rescue and position.echoes):
        return GAME.parse("echo")
    return next(line.move for line in advice if line.priority == priority)


def _cost(move: str) -> tuple[int, int, str]:
    paid = move.split()[1:]
    return sum(map(worth, paid)), len(paid), move
