"""The command line with games of one seat, of many, and of all against the game."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tabletop_kit.cli.option import read_changes
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.save import code, save_text
from tabletop_kit.games import find_game
from tabletop_kit.lab import simulate
from tests.engine.lanterns import LANTERNS

WORDS = ("simulate", "lanterns", "--games", "30", "--players", "careful", "--option", "seats=1")


def counted(data: Any) -> Any:
    """What is the same each time: everything but the speed of this machine."""
    return {key: value for key, value in data.items() if key != "speed"}


@pytest.fixture(autouse=True)
def _with_lanterns(lanterns: str) -> None:
    """Each test here knows the toy."""


def test_a_game_alone(run: Any) -> None:
    report = simulate(LANTERNS, 30, ["careful"], options={"seats": 1})
    assert counted(run(*WORDS, "--json").data) == counted(json.loads(json.dumps(report.data())))
    out = run(*WORDS).out
    wins = sum(bool(row.winners) for row in report.rows)
    assert f"Won together: {wins} games, {report.won.share:.1%} (95%: " in out
    assert re.search(r"│ Medal +│ ", out) and re.search(r"│ Silver +│ +\d+ │", out)
    assert "draw" not in out and "moves first" not in out
    assert re.search(r"Lit: \d\.\d\d on average \(\d to \d\)\.", out)
    assert re.search(r"careful │ The careful one +│ +\d+ │ +0\.\d{4} │ +0\.\d{4} │", out)
    german = run(*WORDS, "--language", "de").out
    assert f"Gemeinsam gewonnen: {wins} Partien" in german and "Medaille" in german


def test_one_player_for_all_seats_or_one_for_each(run: Any) -> None:
    words = ("simulate", "lanterns", "--games", "5", "--json", "--players")
    assert run(*words, "careful").data["players"] == ["careful"]
    data = run(*words, "careful,random,random").data
    assert data["options"] == {"seats": 3}
    assert [one["player"] for one in data["speed"]["thinking"]] == ["careful", "random", "random"]
    result = run(*words, "careful,random", "--option", "seats=3")
    assert result.code == 2 and "2 players were named" in result.sentence


def test_options_of_every_kind(run: Any) -> None:
    words = [*WORDS[:-2], "--json", "--option", "colours=green,red", "--option", "wind=storm"]
    assert run(*words).data["options"] == {"colours": ["green", "red"], "wind": "storm"}
    alone = run(*WORDS, "--option", "colours=blue", "--json").data
    assert alone["options"] == {"seats": 1, "colours": ["blue"]}
    result = run(*WORDS[:-2], "--option", "colours=red,red")
    assert result.code == 2 and "Name 2 different colours." in result.sentence
    result = run(*WORDS, "--option", "wind=gale")
    assert result.code == 2 and "--option: The wind “gale” cannot be here." in result.sentence


def test_parts_are_the_whole(run: Any, tmp_path: Path) -> None:
    tables = []
    for number, words in enumerate((("30", "0"), ("18", "0"), ("12", "18"))):
        path = tmp_path / f"{number}.csv"
        games, begin = words
        more = ("--games", games, "--from", begin, "--table", path, "--json")
        assert run(*WORDS, *more).data["begin"] == int(begin)
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        tables.append([{k: v for k, v in row.items() if "seconds" not in k} for row in rows])
    whole, *parts = tables
    assert whole == [*parts[0], *parts[1]]
    assert [row["game"] for row in whole] == [str(number) for number in range(30)]
    assert {row["won"] for row in whole} == {"True", "False"} and {"medal", "lit"} <= {*whole[0]}


def test_the_first_position_can_be_changed(run: Any) -> None:
    shares = [
        run(*WORDS, "--set", f"left={left}", "--json").data["won"]["share"] for left in (1, 4, 9)
    ]
    assert shares[0] < shares[1] < shares[2] == 1.0
    assert run(*WORDS, "--json").data["won"]["share"] == shares[1]
    gone = run(*WORDS, "--option", "wind=storm", "--set", "wind=null", "--json").data
    assert gone["changes"] == {"wind": None}
    result = run(*WORDS, "--set", "weather=rain")
    assert result.code == 2 and "--option, --set: There is no key “weather”." in result.sentence


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("echoes=0", {"echoes": 0}),
        ("edition=false", {"edition": False}),
        ('hands=[["AS"]]', {"hands": [["AS"]]}),
        (" entity = JH", {"entity": "JH"}),
        ("rung=null", {"rung": None}),
    ],
)
def test_how_a_change_is_read(text: str, value: Any) -> None:
    assert read_changes(LANTERNS, [text]) == value


def test_what_changes_nothing(run: Any) -> None:
    for words in (["--set", "left"], ["--set", "=3"], ["--set", "left=1", "--set", "left=2"]):
        result = run(*WORDS, *words)
        assert result.code == 2 and "Write --set key=value" in result.sentence


POSITION = 'hands = [["1", "9"]]\ndraw = ["5"]\nleft = 1\n'


def test_games_begin_at_a_position(run: Any, tmp_path: Path) -> None:
    words = ("simulate", "lanterns", "--games", "4", "--players", "careful", "--json", "--position")
    path = tmp_path / "position.toml"
    path.write_text(f'game = "lanterns"\n[position]\n{POSITION}', encoding="utf-8")
    for given in (POSITION, path, '{"hands": [["1", "9"]], "draw": ["5"], "left": 1}'):
        data = run(*words, given).data
        assert data["start"] == {"hands": [["1", "9"]], "draw": ["5"], "left": 1}
        assert (data["won"]["share"], data["mean_moves"]) == (1.0, 3.0)
    match = Match.begin(LANTERNS, {"seats": 3}, 7)
    match.play(match.moves[0])
    saved = tmp_path / "match.json"
    saved.write_text(save_text(match), encoding="utf-8")
    for given in (saved, code(match)):
        assert run(*words, given).data["start"] == LANTERNS.dump(match.position)
    path.write_text('game = "lanterns"\n[options]\nseats = 3\n', encoding="utf-8")
    data = run(*words, path).data
    assert (data["start"], data["options"]) == (None, {"seats": 3})


def test_positions_that_cannot_be(run: Any, tmp_path: Path) -> None:
    words = ("simulate", "lanterns", "--games", "4", "--players", "careful", "--position")
    assert (
        "is of tempus, and the games are of lanterns"
        in run(*words, "docs/examples/match.json").sentence
    )
    for given, sentence in (
        ("hands = [", "--position is not valid TOML"),
        ("weather = 3", "--position: There is no key “weather”."),
        ("nowhere.toml", "There is no file nowhere.toml"),
        (tmp_path, "cannot be read"),
    ):
        result = run(*words, given)
        assert result.code == 2 and sentence in result.sentence


def test_a_table_that_cannot_be_written(run: Any, tmp_path: Path) -> None:
    result = run(*WORDS, "--table", tmp_path / "no" / "where.csv")
    assert (result.code, result.out) == (2, "") and "cannot be written" in result.sentence


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_saved_matches_of_any_number_of_seats(seats: int, run: Any, tmp_path: Path) -> None:
    match = Match.begin(LANTERNS, {"seats": seats}, 3)
    path = tmp_path / "match.json"
    for _ in range(3):
        match.play(match.moves[0])
    path.write_text(save_text(match), encoding="utf-8")
    data = run("moves", path, "--json").data
    assert [ask["seat"] for ask in data["asked"]] == [match.to_act]
    assert data["asked"][0]["moves"] == [LANTERNS.write(move) for move in match.moves]
    for seat in range(seats):
        view = run("replay", path, "--seat", seat, "--json").data["position"]
        assert view == match.view(seat)
    result = run("replay", path, "--seat", seats)
    assert result.code == 2 and f"There is no seat {seats}" in result.sentence
    match.play("concede")
    path.write_text(save_text(match), encoding="utf-8")
    data = run("replay", path, "--json").data
    assert data["outcome"] == {"winners": [], "rule": "LN-3", "scores": [0.0] * seats}
    assert data["result"] == {
        "lit": len(match.position.lit),
        "out": len(match.position.out),
        "medal": None,
    }
    assert run("moves", path).code == 0


def test_the_rulebook_of_a_cooperative_game(run: Any) -> None:
    assert run("rules", "lanterns").out.startswith("# Lanterns\n")


def test_a_game_of_the_kit_that_is_for_one_or_many(run: Any) -> None:
    game = find_game("tomes")
    player = next(iter(game.players()))
    words = ("simulate", "tomes", "--games", "3", "--players", player, "--json")
    for seats in game.seats:
        data = run(*words, "--option", f"seats={seats}", "--option", "edition=false").data
        assert data["games"] == 3 and data["options"] == {"seats": seats, "edition": False}
    data = run(*words, "--option", "rung=waking", "--option", "readings=void").data
    assert data["options"] == {"rung": "waking", "readings": ["void"]}
    data = run(*words, "--set", "echoes=0").data
    assert data["changes"] == {"echoes": 0}
