"""The kit's players of Tomes: legal, fair at every table, and the better ones better."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tabletop_kit.engine.conformance import check_player
from tabletop_kit.games.tomes import GAME
from tabletop_kit.games.tomes.coach import advice
from tabletop_kit.games.tomes.moves import ECHO, Pay
from tabletop_kit.games.tomes.players import advised
from tabletop_kit.lab import simulate
from tabletop_kit.players.rollouts import RolloutPlayer

TABLES: tuple[dict[str, Any], ...] = (
    {"edition": False},
    {"seats": 1, "rung": "stirring"},
    {"seats": 2},
    {"seats": 3, "edition": True},
    {"seats": 4},
    {"seats": 2, "campaign": "terror"},
)


def lighter(player: Any) -> Any:
    """The same player with fewer playouts: the same code in less time."""
    return replace(player, playouts=16) if isinstance(player, RolloutPlayer) else player


@pytest.mark.parametrize("options", TABLES, ids=str)
@pytest.mark.parametrize("name", list(GAME.players()))
def test_nobody_looks_at_what_is_face_down(name: str, options: dict[str, Any]) -> None:
    player = lighter(GAME.players()[name])

    def choose(position: Any, seat: int, number: int) -> Any:
        return player.choose(GAME, position, seat, number)

    assert check_player(GAME, choose, 3, **options) > 2


def test_each_player_comes_further_than_the_one_before() -> None:
    """Entities put down alone, on average; the gaps were measured far wider (opponents.toml)."""
    games = {"random": 60, "striker": 60, "keeper": 60, "warden": 6}
    means = []
    for name, count in games.items():
        options = {"edition": False}
        report = simulate("tomes", count, [name], 4, options, workers=1)
        mean = report.results["marooned"].mean
        assert mean is not None
        means.append(mean)
    assert means == sorted(means)
    assert means[-1] - means[0] > 4


def test_who_follows_the_coach_plays_what_the_panel_shows() -> None:
    position = GAME.setup({"edition": False}, GAME.luck(8))
    told = advice(position, 0)
    assert told is not None
    shown = advised(position, 0)
    assert set(told.moves()) <= set(shown)
    assert len(shown) <= len(told.moves()) + 1


def test_where_no_line_survives_the_rescue_is_among_what_is_followed() -> None:
    start = {
        "seats": 1,
        "edition": False,
        "entity": "KS",
        "hands": [["2H", "3D"]],
        "gathering": ["9C", "9D", "9H", "9S"],
        "pantheon": ["KH"],
        "echoes": 1,
    }
    position = GAME.load(start, GAME.luck(0))
    told = advice(position, 0)
    assert told is not None and told.rescue == "echo"
    assert ECHO in advised(position, 0)


def test_a_payment_is_the_ordinary_one() -> None:
    start = {
        "seats": 1,
        "edition": False,
        "entity": "JS",
        "phase": "pay",
        "hands": [["2H", "3D", "10C", "8D"]],
        "pantheon": ["KH"],
    }
    position = GAME.load(start, GAME.luck(0))
    (move,) = advised(position, 0)
    assert isinstance(move, Pay)
    assert GAME.ruling(position, 0, move).legal
