"""How even a game is: tables, lines that are kept, shares with their intervals."""

from __future__ import annotations

import pytest

from tabletop_kit.engine.problem import Problem
from tabletop_kit.games import find_game
from tabletop_kit.lab.balance import (
    Line,
    measure_balance,
    parse_balance,
    read_balance,
    shares,
    write_balance,
)

VORTEX = find_game("vortex")


def test_every_set_is_played_in_every_rotation_and_read_again() -> None:
    found = list(measure_balance(VORTEX, "colours", "random", {2: 1, 4: 1}, seed=3, workers=1))
    lines = [line for table in found for line in table]
    rest = measure_balance(VORTEX, "colours", "random", {2: 1, 4: 1}, seed=3, workers=1, skip=15)
    assert list(rest) == found[15:]
    assert len(lines) == 6 * 2 * 2 + 4 * 4
    for table in {(line.seats, line.table) for line in lines}:
        members = [line for line in lines if (line.seats, line.table) == table]
        assert sum(line.won for line in members) == pytest.approx(table[0])
        assert {line.seat for line in members} == set(range(table[0]))
        places = {(line.seat, line.choice) for line in members}
        assert len(places) == len(members) == table[0] ** 2
    assert any(line.points for line in lines)
    again = parse_balance(write_balance(lines))
    assert [line.choice for line in again] == [line.choice for line in lines]
    assert sum(line.won for line in again) == pytest.approx(
        sum(line.won for line in lines), abs=1e-2
    )


def test_shares_are_put_together_by_seats_and_name() -> None:
    lines = [
        Line(2, "blue red", 0, "red", 10, 7.0, 100.0),
        Line(2, "blue red", 1, "blue", 10, 3.0, 80.0),
        Line(2, "blue red", 1, "red", 10, 6.0, 90.0),
        Line(3, "blue green red", 0, "red", 9, 3.0, 0.0),
    ]
    found = shares(lines, "colour")
    assert found[2, "red"].won.share == pytest.approx(13 / 20)
    assert found[2, "red"].games == 20
    assert found[2, "red"].off == pytest.approx(15)
    assert found[2, "red"].points == pytest.approx(9.5)
    assert found[3, "red"].off == pytest.approx(0)
    assert found.farthest == pytest.approx(20)
    assert "<td>65.0% [" in found._repr_html_()
    by_seat = shares(lines, "seat", lambda line: str(line.seat))
    assert by_seat[2, "1"].games == 20
    with pytest.raises(KeyError):
        found[4, "red"]


def test_an_option_that_no_seat_chooses_is_refused() -> None:
    with pytest.raises(Problem):
        next(measure_balance(VORTEX, "length", "random", {2: 1}))


def test_a_game_that_nobody_measured_has_no_lines() -> None:
    assert read_balance(find_game("tempus")) == []
