"""How the players of a cooperative game are measured: rows that are kept, a page, its commands."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from tabletop_kit.games import GAMES, find_game
from tabletop_kit.lab import simulate
from tabletop_kit.lab.measures import (
    Measure,
    command,
    measure,
    merged,
    read_measures,
    read_rows,
    section,
    written,
)
from tests.engine.lanterns import LANTERNS, Lanterns

MEASURES = """
[[measure]]
id = "alone"
label = "alone"
options = { seats = 1 }

[[measure]]
id = "hard"
label = "alone, one lantern"
options = { seats = 1, colours = ["blue"] }
set = { left = 1 }
players = ["careful"]
"""


class Measured(Lanterns):
    """Lanterns whose files lie elsewhere."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @property
    def folder(self) -> Any:
        return self._folder

    def texts(self, language: str = "en", names: Any = ()) -> Any:
        return LANTERNS.texts(language, names)

    @cached_property
    def rulebook(self) -> Any:
        return LANTERNS.rulebook


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Lanterns]:
    (tmp_path / "measures.toml").write_text(MEASURES, encoding="utf-8")
    yield Measured(tmp_path)


def test_without_a_plan_each_number_of_seats_is_measured() -> None:
    assert [(one.id, one.options) for one in read_measures(LANTERNS)] == [
        (f"seats-{count}", {"seats": count}) for count in (1, 2, 3)
    ]


def test_a_row_is_what_simulate_counts(game: Lanterns) -> None:
    _, hard = read_measures(game)
    assert hard == Measure(
        *("hard", "alone, one lantern", {"seats": 1, "colours": ["blue"]}, {"left": 1}),
        ("careful",),
    )
    row = measure(game, hard, "careful", 30, seed=2, workers=1)
    report = simulate(game, 30, ["careful"], 2, hard.options, 1, changes={"left": 1})
    assert row.won == report.won
    medals = report.results["medal"].counts
    assert row.endings["medal"] == {str(name): n for name, n in medals.items() if name}
    assert row.worst_seconds >= row.mean_seconds > 0


def test_rows_are_kept_and_put_in_order(game: Lanterns) -> None:
    alone, hard = read_measures(game)
    first = measure(game, hard, "careful", 20, workers=1)
    rows = merged(game, [], [first])
    rows = merged(game, rows, [measure(game, alone, "careful", 20, workers=1)])
    rows = merged(game, rows, [measure(game, alone, "random", 20, workers=1)])
    assert [(row.measure, row.player) for row in rows] == [
        *(("alone", "random"), ("alone", "careful"), ("hard", "careful"))
    ]
    again = read_rows(written(rows))
    assert [(row.measure, row.player, row.games, row.seed, row.endings) for row in again] == [
        (row.measure, row.player, row.games, row.seed, row.endings) for row in rows
    ]
    assert again[0].won.share == pytest.approx(rows[0].won.share, abs=1e-4)
    assert written(again) == written(rows)


def test_the_game_tells_how_strong_a_player_was_found_to_be(game: Any, tmp_path: Path) -> None:
    assert game.measured("careful") == {}
    alone, hard = read_measures(game)
    rows = [measure(game, one, "careful", 20, workers=1) for one in (alone, hard)]
    (tmp_path / "opponents.toml").write_text(written(rows), encoding="utf-8")
    found = game.measured("careful")
    assert found["share"] == pytest.approx(rows[0].won.share, abs=1e-4)
    assert (found["games"], found["seed"], "reference" in found) == (20, 0, False)
    assert game.measured("random") == {}
    assert find_game("tempus").measured("greedy")["reference"] == "sound"


def test_the_page_names_players_shares_and_commands(game: Lanterns) -> None:
    _, hard = read_measures(game)
    row = measure(game, hard, "careful", 20, workers=1)
    page = section(game, [row])
    assert page.startswith("## Lanterns\n") and "- `careful`: The careful one." in page
    assert f"| alone, one lantern | `careful` | 20 | {row.won} | " in page
    assert "`random`" not in page
    words = shlex.split(command("lanterns", hard, row))
    assert words[:2] == ["tabletop-kit", "simulate"]
    assert words[-5:] == ["seats=1", "--option", 'colours=["blue"]', "--set", "left=1"]
    assert " ".join(words).replace('["blue"]', "'[\"blue\"]'") in page


@pytest.mark.parametrize("name", GAMES)
def test_what_a_game_of_the_kit_wants_measured_can_be(name: str) -> None:
    game = find_game(name)
    if not game.cooperative:
        return
    player = next(iter(game.players()))
    for what in read_measures(game):
        assert set(what.players) <= set(game.players())
        assert measure(game, what, player, 1, workers=1).games == 1
