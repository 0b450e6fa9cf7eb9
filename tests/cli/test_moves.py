"""``tabletop-kit moves``: of saved matches, of positions, and of what is neither."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tabletop_kit.engine import save
from tabletop_kit.engine.match import Match
from tabletop_kit.games import find_game

TEMPUS = find_game("tempus")
POSITION = 'game = "tempus"\n[position]\nhands = [["d4:2"], ["d6:6", "d6:1"]]\nto_act = 1\n'
MOVES = ["lay d6:1", "lay d6:6", "pass"]


def write(folder: Path, text: str, name: str = "position.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_position_in_toml_and_in_json(run: Any, tmp_path: Path) -> None:
    result = run("moves", write(tmp_path, POSITION))
    assert (result.code, result.err) == (0, "")
    assert result.out.splitlines() == [
        "Seat 2 is to lay a die or pass.",
        *(f"  {move}" for move in MOVES),
    ]
    keys = {"hands": [["d4:2"], ["d6:6", "d6:1"]], "to_act": 1}
    text = json.dumps({"game": "tempus", "position": keys})
    found = run("moves", write(tmp_path, text, "position.json"), "--json").data
    ask = {"seat": 1, "ask": "turn", "rule": "TP-5", "mode": "turn", "moves": MOVES}
    assert found == {"game": "tempus", "asked": [ask], "outcome": None}


def test_a_saved_match_and_a_code(run: Any, tmp_path: Path) -> None:
    match = Match.new(TEMPUS, 3)
    match.play("pass")
    wanted = [TEMPUS.write(move) for move in match.moves]
    for source in (write(tmp_path, save.save_text(match), "match.json"), save.code(match)):
        (ask,) = run("moves", source, "--json").data["asked"]
        assert (ask["moves"], ask["ask"], ask["rule"]) == (wanted, "alone", "TP-7")


def test_a_match_that_is_over_has_no_moves(run: Any) -> None:
    result = run("moves", "docs/examples/match.json")
    assert (result.code, result.out) == (0, "")
    found = run("moves", "docs/examples/match.json", "--json").data
    assert found["asked"] == [] and found["outcome"]["winners"] == [1]


def test_options_seed_and_chance(run: Any, tmp_path: Path) -> None:
    text = 'game = "tempus"\nseed = {}\nchance = {}\n[options]\nfactions = ["council", "council"]'
    faces = [1, 2, 3, 4, 4, 4, 5, 5, 5, 10]
    scripted = run("moves", write(tmp_path, text.format(3, [0, *faces])), "--json").data
    assert scripted["asked"][0]["seat"] == 0
    expected = ["d4:1", "d4:2", "d4:3", "d6:4", "d8:5", "d10:10"]
    assert scripted["asked"][0]["moves"] == [*(f"lay {die}" for die in expected), "pass"]
    seeded = run("moves", write(tmp_path, text.format(3, [])), "--json").data
    match = Match.new(TEMPUS, 3, factions=["council", "council"])
    assert seeded["asked"][0]["moves"] == [TEMPUS.write(move) for move in match.moves]


def test_options_and_position_together(run: Any, tmp_path: Path) -> None:
    chooses = POSITION.replace("[position]", "[position]\nphase = 'choose-beginner'").replace(
        "to_act = 1", "to_act = 1\n[options]\nfactions = ['council', 'zhentarim']"
    )
    (ask,) = run("moves", write(tmp_path, chooses), "--json").data["asked"]
    assert ask["moves"] == ["begin 0", "begin 1"]
    both = POSITION + "[options]\nto_act = 0\n"
    assert (
        "gives “to_act” in [position] and in [options]"
        in run("moves", write(tmp_path, both)).sentence
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "holds neither a saved match nor a position"),
        ("[position]\nround = 1", "holds neither a saved match nor a position"),
        ('game = "tempus"\n[[case]]\nid = "one"', "holds neither a saved match nor a position"),
        ("[1, 2]", "is not valid TOML"),
        ("{", "is not valid JSON"),
        ('{"game": "tempus", "position": ' + "[" * 100_000, "is not valid JSON"),
        ('{"game": "tempus", "position": {"round": NaN}}', "a giant or endless number"),
        ('{"game": "tempus", "position": {"round": ' + "[" * 90 + "]" * 90 + "}}", "too deep"),
        (POSITION + "passed = [true", "is not valid TOML"),
        (POSITION + "round = 2026-01-01", "holds a date"),
        (POSITION.replace("tempus", "chess"), "There is no game called “chess”"),
        (POSITION.replace('"tempus"', "3"), "“game” must be a text"),
        (POSITION.replace("[position]", "[positoin]"), "has the unknown key “positoin”"),
        (POSITION.replace("hands", "hnads"), "There is no position key “hnads” in Tempus"),
        (POSITION.replace("d6:6", "d6:7"), "d6:7 cannot be: a d6 shows 1 to 6"),
        (POSITION.replace("d6:6", "d20:7"), "“d20” is no die for a deck"),
        ("seed = -1\n" + POSITION, "“seed” must be a whole number"),
        ("chance = 5\n" + POSITION, "“chance” must be a list"),
        ('game = "tempus"\nposition = 3', "“position” must be a table"),
        ('game = "tempus"\nchance = [5]', "chance gives 5, but 0 to 1 is possible here"),
        ('game = "tempus"\n[options]\ncolour = 1', "There is no option “colour” in Tempus"),
        ('game = "tempus"\n[options]\nself = 1', "There is no option “self” in Tempus"),
        ('{"format": "tabletop-kit match"}', "its part “version” is missing"),
    ],
)
def test_a_file_that_cannot_be_used(text: str, words: str, run: Any, tmp_path: Path) -> None:
    path = write(tmp_path, text)
    for option in ((), ("--json",), ("--language", "de")):
        result = run("moves", path, *option)
        assert (result.code, result.out) == (2, "")
        assert "de" in option or words in result.sentence
        assert len(result.sentence) < 400


def test_a_refusal_is_told_in_german(run: Any, tmp_path: Path) -> None:
    path = write(tmp_path, POSITION.replace("d6:6", "d6:7"))
    sentence = run("moves", path, "--language", "de").sentence
    assert "W6" in sentence or "w6" in sentence or "zeigt" in sentence
