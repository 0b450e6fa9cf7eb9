"""The talk after a Heretic (case 80), and the descent of the day."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest

from tabletop_kit.engine.daily import daily_seed
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.ruling import Outcome
from tabletop_kit.games import find_game
from tabletop_kit.games.tomes.daily import DAILY, MARKS
from tabletop_kit.games.tomes.talk import KEEN, TALK, UNKEEN

TOMES = find_game("tomes")


def three(**keys: Any) -> Match[Any, Any]:
    hands = [["X", "4H"], ["10C", "9D"], ["AH", "2H"]]
    base = {"seats": 3, "entity": "JD", "hands": hands, "gathering": ["3H", "5H"]}
    return Match.at(TOMES, {**base, "pantheon": ["QH"], **keys})


def test_signs_are_offered_while_a_heretic_is_prepared_and_never_otherwise() -> None:
    match = three()
    assert TALK.signs(match.position, 0, "heretic") == (KEEN, UNKEEN)
    assert TALK.signs(match.position, 1, "heretic") == ()
    assert TALK.signs(match.position, 0, "play") == ()
    assert TALK.prepared(["X"]) == "heretic"
    assert TALK.prepared(["X", "4H"]) == TALK.prepared(["4H"]) == TALK.prepared([]) == ""
    match.play("heretic 1")
    assert match.to_act == 1
    assert all(TALK.signs(match.position, seat, "heretic") == () for seat in range(3))


def test_no_sign_in_step_four_nor_without_the_card() -> None:
    paying = three(phase="pay", table=["2S"])
    assert TALK.signs(paying.position, 0, "heretic") == ()
    assert TALK.signs(three(to_act=1).position, 1, "heretic") == ()


@pytest.mark.parametrize(
    ("hand", "keys", "sign"),
    [
        (["10C", "2H"], {}, KEEN),  # twenty, doubled: the Spawn falls
        (["AH", "2H"], {}, UNKEEN),
        (["AH", "2H"], {"ruin": 18}, KEEN),  # two are enough
        (["10S", "10H"], {}, KEEN),  # half of the Ruin, nothing due, half of the hand
        (["10H", "9D"], {}, UNKEEN),  # half of the Ruin, and the Strike cannot be paid
        ([], {}, UNKEEN),
    ],
)
def test_a_companion_is_keen_where_its_hand_can_do_something(
    hand: list[str], keys: dict[str, Any], sign: str
) -> None:
    match = three(hands=[["X"], hand, ["3D"]], **keys)
    assert TALK.shows(match.view(1), 1, "heretic") == sign


def test_a_companion_tells_no_more_than_it_knows() -> None:
    match = Match.new(TOMES, 3, seats=4)
    for seed in range(5):
        other = TOMES.imagine(match.position, 2, seed)
        told = TALK.shows(TOMES.view(other, 2), 2, "heretic")
        assert told == TALK.shows(match.view(2), 2, "heretic")


def test_the_descent_of_the_day_is_told_in_marks_that_name_no_card() -> None:
    match = Match.begin(TOMES, DAILY.options, daily_seed("tomes", date(2026, 7, 1)))
    policy = TOMES.policy()
    match.finish(lambda position, seat: policy(position, seat, match.ply * 7919 << 40))
    events = match.events(None)
    marks = DAILY.marks(events)
    result = TOMES.result(match.position)
    ends = marks.count(MARKS["expunged"]) + marks.count(MARKS["subdued"])
    assert ends >= result["marooned"]
    assert marks.endswith(MARKS["lost"]) == (not match.outcome.winners if match.outcome else False)
    for language in ("en", "de"):
        line = DAILY.line(False, result, TOMES.texts(language))
        assert str(result["marooned"]) in line
        assert not re.search(r"\b(10|[2-9AJQK])[HDCS]\b", line)


def test_a_win_counts_more_than_any_loss_and_gold_more_than_bronze() -> None:
    won, lost = Outcome((0,), "TM-24", (1.0,)), Outcome((), "TM-6", (0.0,))
    scores = [DAILY.score(lost, {"medal": None, "marooned": 11})]
    scores += [DAILY.score(won, {"medal": medal}) for medal in ("bronze", "silver", "gold")]
    assert scores == sorted(set(scores))
