"""The match: what it hands out and takes in cannot be changed behind its back."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_kit.engine.luck import SEEDS
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.problem import Problem
from tabletop_kit.engine.ruling import BadNotation, IllegalMove
from tabletop_kit.engine.save import load, save
from tabletop_kit.games import find_game

GAME = find_game("tempus")


def small(**more: Any) -> Match[Any, Any]:
    keys = {"factions": ["council", "zhentarim"], "hands": [["d4:1", "d8:7"], ["d6:3"]]}
    return Match.at(GAME, {**keys, "to_act": 0, **more}, 3)


@pytest.mark.parametrize("seed", [-1, SEEDS, 1.0, True, "7", None, [1]])
def test_a_seed_that_no_save_could_keep_is_refused(seed: Any) -> None:
    for begin, given in ((Match.begin, {}), (Match.at, {"hands": [[], []]})):
        with pytest.raises(Problem) as caught:
            begin(GAME, given, seed)
        assert caught.value.key == "seed" and caught.value.tell("de") != caught.value.tell()


def test_options_and_positions_are_copied() -> None:
    decks = [["d4"] * 10, ["d12"] * 10]
    match = Match.new(GAME, 5, decks=decks)
    decks[0][0] = "d20"
    decks.pop()
    assert load(save(match), find_game).position == match.position
    keys: dict[str, Any] = {"hands": [["d4:1"], ["d6:2"]], "rows": [[], []]}
    match = Match.at(GAME, keys, 5)
    keys["hands"][0].append("d20:1")
    assert load(save(match), find_game).position == match.position


def test_a_branch_is_on_its_own() -> None:
    match = small()
    match.extra, match.names = {"players": 1}, ("Ada", "Bo")
    match.play("lay d8:7")
    match.undo()
    branch = match.branch()
    assert branch.redo() is None and match.undone
    branch.play("pass")
    branch.extra["players"] = 2
    branch.names = ()
    assert match.ply == 0 and match.extra == {"players": 1} and match.names == ("Ada", "Bo")
    assert match.redo() is not None and match.position.rows[0]
    assert branch.position.rows == ((), ())


def test_a_new_move_ends_what_could_be_played_again() -> None:
    match = small()
    match.play("lay d8:7")
    match.play("lay d6:3")
    match.undo()
    match.undo()
    for refused in ("lay d8:8", "hop"):
        with pytest.raises((IllegalMove, BadNotation)):
            match.play(refused)
        assert len(match.undone) == 2
    match.play("lay d4:1")
    assert match.redo() is None and match.ply == 1


def test_ruling_never_raises_whatever_is_handed_in() -> None:
    match = small()
    for move in (
        "lay d8:7",
        "",
        "\0",
        "lay d8:7" * 99,
        None,
        5,
        object(),
        ("lay", "d8:7"),
        b"pass",
    ):
        for seat in (None, 0, 1, 2, -1, 10**9):
            ruling = match.ruling(move, seat)
            assert bool(ruling) == (move == "lay d8:7" and seat in (None, 0))
            if not ruling:
                assert ruling.rule in GAME.rulebook and GAME.texts("de").explain(ruling)
    for move in (None, 5, object()):
        with pytest.raises(IllegalMove):
            match.play(move)
    assert match.ply == 0


def test_after_the_end_nothing_is_played() -> None:
    match = small(lost=[0, 1], won=[1, 0], round=2)
    match.play("pass")
    match.play("pass")
    assert match.outcome and match.outcome.winners == (0,) and match.moves == ()
    last = match.last
    for move in ("pass", "lay d4:1", "begin 0"):
        assert match.ruling(move).rule == "TP-12"
        with pytest.raises(IllegalMove):
            match.play(move)
    assert match.last is last and "over" in repr(match)


def test_events_since_a_ply() -> None:
    match = small()
    for move in ("lay d8:7", "lay d6:3", "pass"):
        match.play(move)
    kinds = [[event.kind for event in match.events(0, since)] for since in range(5)]
    assert kinds[1:] == [["laid", "laid", "passed"], ["laid", "passed"], ["passed"], []]
    assert kinds[0] == ["factions", *kinds[1]]
    assert match.story(1, "de")[-1] == "Platz 1 hat gepasst."
