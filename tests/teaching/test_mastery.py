"""Questions of the mastery check: made by the engine, and true when it is asked again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tabletop_kit.engine.match import Match
from tabletop_kit.engine.text import LANGUAGES
from tabletop_kit.teaching import CourseProblem, load_course
from tabletop_kit.teaching.course import Check
from tabletop_kit.teaching.mastery import Item, Quiz
from tabletop_kit.teaching.words import runner_words
from tests.engine.lanterns import LANTERNS

COURSE = load_course("tempus")
ON_TABLE = [rule for rule in COURSE.teaches if rule not in ("TP-D1", "TP-D2", "TP-N1", "TP-N2")]


FACTIONS = ("TP-F1", "TP-F2", "TP-F3", "TP-F4")
NAMES = ("council", "harpers", "zhentarim", "enclave")
DRAWS = tuple({"factions": [one, other]} for one in NAMES for other in NAMES if one != other)


def items(rule: str, seed: int = 0, count: int = 4, language: str = "en") -> list[Item]:
    check = Check((rule,), count, count, games=300, options=DRAWS if rule in FACTIONS else ())
    return Quiz(COURSE, seed, language).items(check)


@pytest.mark.parametrize("rule", ON_TABLE)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_is_true(rule: str, language: str) -> None:
    for item in items(rule, 5, 4, language):
        right = [choice for choice in item.choices if choice.right]
        assert len(right) == 1 and 2 <= len(item.choices) <= 4
        labels = [choice.label for choice in item.choices]
        assert len(set(labels)) == len(labels)
        _still_true(item)


def _still_true(item: Item) -> None:
    """Ask the engine once more, from the position alone."""
    assert item.match is not None
    game, position = item.match.game, item.match.position
    if item.kind == "refused":
        for choice in item.choices:
            ruling = game.ruling(position, 0, game.parse(choice.id))
            assert ruling.legal is not choice.right
            assert not choice.right or ruling.rule == item.rule
    elif item.kind == "why":
        _still_the_reason(item)
    elif item.kind == "which":
        assert next(choice.id for choice in item.choices if choice.right) == item.rule
        cited = [event.rule for event in item.match.last.events]
        assert item.rule in cited
        wrong = {choice.id for choice in item.choices if not choice.right}
        assert not wrong & set(cited)
    else:
        assert item.after is not None and item.after.last.before is item.match.last
        assert item.rule in {event.rule for event in item.events}


def _still_the_reason(item: Item) -> None:
    assert item.match is not None
    game, position = item.match.game, item.match.position
    ruling = game.ruling(position, 0, game.parse(item.move))
    assert not ruling.legal and ruling.rule == item.rule
    reasons = {reason.id: reason for reason in COURSE.reasons}
    data = game.dump(position)
    for choice in item.choices:
        assert (ruling.why in reasons[choice.id].whys) is choice.right
        assert choice.right or _is_false(choice.id, data, item.move), choice.id


def _is_false(reason: str, data: dict[str, Any], move: str) -> bool:
    """Worked out here from the position: a wrong answer is no reason too."""
    false = {
        "hidden": move != "lay ?",
        "passed": not data["passed"][0],
        "empty": bool(data["hands"][0]),
        "turn": data["to_act"] == 0,
        "begin": data["phase"] != "choose-beginner",
    }
    return false.get(reason, reason in ("small", "same", "ahead"))


@pytest.mark.parametrize("lesson", [entry.id for entry in COURSE.lessons if entry.core])
@pytest.mark.parametrize("seed", range(4))
def test_no_faction_turns_up_before_it_is_taught(lesson: str, seed: int) -> None:
    """Two Councils cancel out: what is seen and asked knows no power of a faction."""
    known = COURSE.taught_until(lesson)
    for step in COURSE.lesson(lesson).steps:
        for item in Quiz(COURSE, seed).items(step.check) if step.check else []:
            assert item.match is not None and item.rule in known
            assert item.match.game.dump(item.match.position)["factions"] == ["council"] * 2
        if step.deal is not None and step.deal.position:
            assert step.deal.position["factions"] == ["council"] * 2


def test_questions_of_lessons_ask_for_acts_and_not_for_titles() -> None:
    titles = {
        Quiz(COURSE, 0, language).texts(f"rule.{rule}.title")
        for language in LANGUAGES
        for rule in COURSE.game.rulebook
    }
    for lesson in COURSE.lessons:
        for step in lesson.steps:
            if step.check is None:
                continue
            for language in LANGUAGES:
                for item in Quiz(COURSE, 3, language).items(step.check):
                    labels = {choice.label for choice in item.choices}
                    assert not labels & titles
                    assert item.kind != "which" or step.check.rules == ("TP-D2",)


@pytest.mark.parametrize("rule", ["TP-9", "TP-10", "TP-F1"])
def test_who_wins_is_what_the_rows_say(rule: str) -> None:
    """Worked out here from the position shown, without the events."""
    for item in items(rule, 8, 6):
        if item.kind != "next":
            continue
        assert item.match is not None
        data = item.match.game.dump(item.match.position)
        one, other = data["strength"]
        councils = [faction == "council" for faction in data["factions"]]
        expected = "yours" if one > other else "them" if other > one else "neither"
        if one == other and councils[0] != councils[1]:
            expected = "yours" if councils[0] else "them"
        assert [choice.id for choice in item.choices if choice.right] == [expected]


def test_the_same_seed_makes_the_same_questions() -> None:
    for rule in ("TP-5", "TP-9"):
        first = [item.key for item in items(rule, 3)]
        assert first == [item.key for item in items(rule, 3)]
        assert first != [item.key for item in items(rule, 4)]


def test_questions_of_one_check_differ() -> None:
    keys = [item.key for item in items("TP-5", 2, 8)]
    assert len(keys) == len(set(keys)) == 8


def test_rules_take_turns() -> None:
    check = Check(("TP-5", "TP-9"), 4, 4, games=60)
    rules = [item.rule for item in Quiz(COURSE, 1).items(check)]
    assert rules.count("TP-5") == rules.count("TP-9") == 2


def test_positions_come_from_games_that_can_be_played() -> None:
    for item in items("TP-9", 6, 4):
        assert isinstance(item.match, Match)
        assert not list(item.match.game.breaches(item.match.position))


def test_near_rules_are_never_wrong_answers() -> None:
    for rule in ON_TABLE:
        for item in items(rule, 7, 6):
            if item.kind == "which":
                offered = {choice.id for choice in item.choices} - {rule}
                for group in COURSE.alike:
                    assert rule not in group or not offered & set(group)


def test_a_hidden_die_is_not_told() -> None:
    """What the learner may not see is in no question, label or reply."""
    for rule in ON_TABLE:
        for item in items(rule, 9, 4):
            assert item.match is not None
            scene = item.match.game.scene(item.match.position, 0, Quiz(COURSE, 0).texts)
            hidden = [token for token in scene.tokens() if token.hidden]
            assert all(token.face == "" for token in hidden)


def test_nothing_to_ask_is_told() -> None:
    with pytest.raises(CourseProblem) as caught:
        Quiz(COURSE, 0).items(Check(("TP-N2",), 1, 1, games=2))
    assert "TP-N2" in caught.value.tell("de")


def test_the_runner_speaks_the_same_keys_in_both_languages() -> None:
    keys = [set(runner_words(language).keys()) for language in LANGUAGES]
    assert keys[0] == keys[1]


def test_questions_come_from_games_of_any_number_of_seats_that_can_be() -> None:
    """No options are drawn that exclude each other, and the learner has a seat."""
    course = replace(COURSE, game=LANTERNS, draw=())
    for seat, seats in ((0, {1, 2, 3}), (1, {2, 3}), (2, {3})):
        found = set()
        for seed in range(40):
            quiz = Quiz(course, seed, seat=seat)
            options = quiz._options(Check(("LN-2",), 1, 1), seed)
            found.add(LANTERNS.seat_count(LANTERNS.setup(options, LANTERNS.luck(seed))))
        assert found == seats


def test_a_refusal_is_found_in_a_cooperative_game_alone() -> None:
    course = replace(COURSE, game=LANTERNS, draw=())
    check = Check(("LN-2", "LN-3"), 2, 2, games=20, options=({"seats": 1},))
    finds = Quiz(course, 1)._finds(check)
    assert {find.rule for entries in finds.values() for find in entries} == {"LN-2", "LN-3"}
