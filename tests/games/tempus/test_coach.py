"""The three priorities of Tempus: what each plays, why, and what no line survives."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_kit.engine.luck import mix
from tabletop_kit.engine.match import Match
from tabletop_kit.games import find_game

GAME = find_game("tempus")


def lines(seat: int = 0, **keys: Any) -> dict[str, tuple[str, str, str]]:
    """What each priority would play, with its reason and its rule."""
    position = GAME.load({"to_act": seat, **keys}, GAME.luck(1))
    advice = GAME.advice(position, seat)
    assert advice is not None
    return {line.priority: (GAME.write(line.move), line.why, line.rule) for line in advice}


def test_behind_in_the_first_round() -> None:
    told = lines(hands=[["d4:2", "d6:4", "d8:7"], ["d8:1", "d6:1"]], rows=[[], ["d6:3"]])
    assert told["claim"] == ("lay d6:4", "take-lead", "TP-6")
    assert told["save"] == ("pass", "give-up", "TP-12")
    assert told["drain"][0] == "lay d8:7"


def test_the_other_has_passed_and_the_price_is_known() -> None:
    keys = {"rows": [["d4:1"], ["d6:6"]], "passed": [False, True]}
    told = lines(hands=[["d4:2", "d6:4", "d8:7"], ["d8:1"]], **keys)
    assert told["claim"] == ("lay d6:4", "buy", "TP-7")  # 4 and 2 make the 6 that are needed
    assert told["save"] == ("pass", "give-up", "TP-12")
    assert told["drain"] == ("pass", "too-dear", "TP-11")


def test_a_round_that_is_won_is_not_paid_for_again() -> None:
    told = lines(
        hands=[["d4:2"], ["d8:1"]], rows=[["d6:6"], ["d6:5"]], passed=[False, True], lost=[1, 0]
    )
    assert set(told.values()) == {("pass", "won", "TP-9")}


def test_who_has_lost_once_may_not_let_the_round_go() -> None:
    told = lines(hands=[["d4:2", "d8:7"], ["d8:1", "d6:1"]], rows=[[], ["d6:3"]], lost=[1, 0])
    assert told["save"] == ("lay d4:2", "stay-in", "TP-12")


def test_one_die_of_the_other_shall_not_be_enough() -> None:
    deck = ["d4"] * 10
    keys: dict[str, Any] = {"decks": [["d6"] * 10, deck], "rows": [[], ["d4:1"]]}
    told = lines(hands=[["d6:3", "d6:5", "d6:6"], ["d4:1"] * 3], **keys)
    assert told["drain"] == ("lay d6:5", "two-dice", "TP-5")
    keys["rows"] = [["d6:6"], ["d4:1"]]
    told = lines(hands=[["d6:3", "d6:5"], ["d4:1"] * 3], **keys)
    assert told["drain"] == ("pass", "pay-twice", "TP-7")
    keys["rows"] = [["d6:6", "d6:6", "d6:3"], ["d4:1"]]
    told = lines(hands=[["d6:3", "d6:5"], ["d4:1"] * 3], **keys)
    assert told["claim"] == ("pass", "safe-lead", "TP-9")  # 15 are needed, 12 the very most


@pytest.mark.parametrize(
    ("hand", "theirs", "lost", "factions", "rescue"),
    [
        (["d4:2"], "d6:6", [1, 0], ["harpers", "zhentarim"], "none"),
        (["d6:5"], "d6:5", [1, 1], ["harpers", "zhentarim"], "tie"),
        (["d6:5"], "d6:5", [1, 0], ["harpers", "zhentarim"], "none"),
        (["d6:5"], "d6:5", [1, 1], ["harpers", "council"], "none"),
        (["d6:5"], "d6:5", [1, 1], ["council", "harpers"], ""),
        (["d4:2"], "d6:6", [0, 1], ["harpers", "zhentarim"], ""),
        (["d8:7"], "d6:6", [1, 1], ["harpers", "zhentarim"], ""),
    ],
)
def test_when_no_line_survives_it_says_so_and_names_the_rescue(
    hand: list[str], theirs: str, lost: list[int], factions: list[str], rescue: str
) -> None:
    keys = {
        "hands": [hand, ["d4:1"]],
        "rows": [[], [theirs]],
        "passed": [False, True],
        "lost": lost,
        "factions": factions,
        "round": 1 + sum(lost),
        "to_act": 0,
    }
    position = GAME.load(keys, GAME.luck(1))
    advice = GAME.advice(position, 0)
    assert advice is not None and advice.rescue == rescue
    results = set()
    for first in GAME.moves(position, 0):
        after = GAME.apply(position, 0, first)
        while GAME.to_act(after) == 0:
            after = GAME.apply(after, 0, GAME.parse("pass"))
        outcome = GAME.outcome(after)
        results.add("on" if outcome is None else outcome.scores[0])
    assert (max(map(str, results)) == "0.5") == (rescue == "tie")
    assert (results == {0.0}) == (rescue == "none")
    if rescue == "tie":
        assert {GAME.write(line.move) for line in advice} == {"lay d6:5"}


def test_who_chooses_the_beginner_is_advised_too() -> None:
    match = Match.new(GAME, 3, factions=["zhentarim", "harpers"])
    advice = GAME.advice(match.position, 0)
    assert advice is not None
    told = {line.priority: GAME.write(line.move) for line in advice}
    assert told == {"claim": "begin 1", "save": "begin 0", "drain": "begin 1"}
    assert GAME.advice(match.position, 1) is None


@given(st.integers(0, 100_000), st.integers(0, 15))
@settings(max_examples=60, deadline=None)
def test_every_line_is_legal_cites_a_rule_and_has_its_words(seed: int, sides: int) -> None:
    factions = [("council", "harpers", "zhentarim", "enclave")[n] for n in (sides % 4, sides // 4)]
    match = Match.new(GAME, seed, factions=factions)
    match.names = ("Ada", "Bo")
    texts = [GAME.texts(language, match.names) for language in ("en", "de")]
    step = 0
    while (seat := match.to_act) is not None:
        advice = GAME.advice(match.position, seat)
        legal = match.moves
        assert (advice is None) == (len(legal) == 1)
        for line in advice or ():
            assert GAME.ruling(match.position, seat, line.move).legal
            assert line.rule in GAME.rulebook
            for language in texts:
                said = language(f"coach.why.{line.why}", **line.facts)
                assert "{" not in said
                assert all(language(f"coach.leaves.{key}") for key in line.leaves)
                assert language(f"priority.{line.priority}.name")
        move = legal[mix(seed, step) % len(legal)]
        own = GAME.line(match.position, seat, move)
        assert own is not None
        if "cost" in own.leaves:
            before = sum(die.value for die in match.position.hands[seat])
            after = GAME.apply(match.position, seat, move)
            assert own.leaves["cost"] + own.leaves["hand"] == before
            if after.round == match.position.round and after.phase == "round":
                lead = after.strength[seat] - after.strength[1 - seat]
                assert own.leaves["lead"] == lead
                assert own.leaves["dice"] == len(after.hands[seat])
        match.play(move, seat)
        step += 1


def test_the_priorities_are_three_opinions() -> None:
    different = []
    for seed in range(40):
        match = Match.new(GAME, seed)
        step = 0
        while (seat := match.to_act) is not None:
            advice = GAME.advice(match.position, seat)
            if advice is not None:
                different.append(len(advice.moves()))
            match.play(GAME.policy()(match.position, seat, mix(seed, step)), seat)
            step += 1
    assert sum(different) / len(different) > 1.8
