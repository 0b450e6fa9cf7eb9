"""Many games at once: intervals, seats, seeds, tables."""

from __future__ import annotations

import builtins
import json
import math
from typing import Any

import pytest

from tabletop_kit.engine.match import Match
from tabletop_kit.engine.problem import Problem
from tabletop_kit.engine.ruling import BadPosition
from tabletop_kit.games import find_game
from tabletop_kit.lab import ANY, simulate, tournament, wilson
from tabletop_kit.lab.bench import Bench, Figure
from tabletop_kit.lab.simulate import game_seed
from tabletop_kit.players.basic import PolicyPlayer

GAME = find_game("tempus")


@pytest.mark.parametrize(
    ("score", "games", "low", "high"),
    [
        # Newcombe (1998), method 3, the four cases of his table.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_against_published_values(score: int, games: int, low: float, high: float) -> None:
    found = wilson(score, games)
    assert found.low == pytest.approx(low, abs=5e-5)
    assert found.high == pytest.approx(high, abs=5e-5)
    assert found.share == score / games


@pytest.mark.parametrize("score", [0, 0.5, 7, 19.5, 20])
def test_the_ends_solve_the_score_equation(score: float) -> None:
    """The interval holds just those shares from which the found one is 1.96 deviations or less."""
    games = 20
    found = wilson(score, games)
    for end in (found.low, found.high):
        if 0 < end < 1:
            deviations = abs(found.share - end) / math.sqrt(end * (1 - end) / games)
            assert deviations == pytest.approx(1.959963984540054)
    assert found.low <= found.share <= found.high


def test_wilson_refuses_what_cannot_be() -> None:
    assert wilson(0, 0) == (0.5, 0.0, 1.0)
    for score, games in ((3, 2), (-1, 5)):
        with pytest.raises(ValueError, match="cannot be"):
            wilson(score, games)


def test_the_same_result_whatever_the_number_of_workers() -> None:
    told: list[tuple[int, int]] = []

    def tell(done: int, of: int) -> None:
        told.append((done, of))

    one = simulate(GAME, 130, ["random", "greedy"], 3, {"factions": ANY}, workers=1)
    two = simulate(GAME, 130, ["random", "greedy"], 3, {"factions": ANY}, 2, tell)
    assert one.rows == two.rows
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1] == (130, 130)
    assert simulate(GAME, 130, ["random", "greedy"], 4, {"factions": ANY}, 1).rows != one.rows


def test_fewer_games_are_the_first_of_more() -> None:
    few = simulate(GAME, 10, ["random", "greedy"], 3, workers=1)
    many = simulate(GAME, 30, ["random", "greedy"], 3, workers=1)
    assert few.rows == many.rows[:10]


def test_seats_are_swapped_and_both_games_of_a_swap_have_the_same_options() -> None:
    report = simulate(GAME, 40, ["random", "greedy"], 5, {"factions": ANY}, workers=1)
    assert [row.players for row in report.rows] == [(0, 1), (1, 0)] * 20
    for even, odd in zip(report.rows[::2], report.rows[1::2], strict=True):
        assert even.options == odd.options
        assert even.seed != odd.seed
    assert len({tuple(row.options["factions"]) for row in report.rows}) > 5


def test_results_are_by_player_and_not_by_seat() -> None:
    def gives_up(position: Any, seat: int, draw: int) -> Any:
        return GAME.moves(position, seat)[-1]

    passes = PolicyPlayer("passes", gives_up)
    for players, share in ((["greedy", passes], 1.0), ([passes, "greedy"], 0.0)):
        report = simulate(GAME, 10, players, options={"factions": ["council", "council"]})
        assert report.share(0).share == share
        assert report.tallies[0].wins + report.tallies[0].losses == 10


def test_a_row_can_be_played_again_from_its_seed() -> None:
    row = simulate(GAME, 8, ["greedy", "sound"], 6, {"factions": ANY}, workers=1).rows[5]
    ids = ["greedy", "sound"]
    match = Match.begin(GAME, row.options, row.seed)
    players = GAME.players()
    while (seat := match.to_act) is not None:
        choice = players[ids[row.players[seat]]].choose(GAME, match.position, seat, 0)
        match.play(choice, seat)
    assert match.outcome is not None
    assert (match.ply, match.outcome.winners) == (row.moves, row.winners)
    assert row.rounds == match.position.round
    assert row.seed == game_seed(6, 5)


def test_tallies_add_up() -> None:
    report = simulate(GAME, 60, ["random", "sound"], 1, {"factions": ANY}, workers=1)
    one, other = report.tallies
    assert one.wins == other.losses and one.draws == other.draws
    assert one.share.share + other.share.share == pytest.approx(1)
    assert one.share.share == (one.wins + one.draws / 2) / 60
    assert report.mean_moves == sum(row.moves for row in report.rows) / 60


def test_the_report_is_json_and_says_what_it_holds() -> None:
    report = simulate(GAME, 6, ["random", "greedy"], 2)
    data = json.loads(json.dumps(report.data()))
    assert data["players"][0]["player"] == "random"
    assert data["games"] == 6 and data["speed"]["cpu_seconds"] > 0
    assert "random" in repr(report) and "<table>" in report._repr_html_()


def test_what_a_player_is_called_is_never_markup() -> None:
    villain = PolicyPlayer("<b>x</b>", lambda position, seat, draw: GAME.moves(position, seat)[-1])
    assert "<b>" not in simulate(GAME, 2, [villain, "greedy"])._repr_html_()


def test_the_frame_has_a_line_for_each_game() -> None:
    pytest.importorskip("pandas")
    report = simulate(GAME, 12, ["random", "greedy"], 2, {"factions": ANY})
    frame = report.frame()
    assert list(frame.index) == list(range(12))
    assert frame["score_greedy"].mean() == pytest.approx(report.share("greedy").share)
    assert set(frame["winner"]) <= {"random", "greedy", "draw"}
    assert list(frame["seat_0"][:2]) == ["random", "greedy"]


def test_without_pandas_one_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def missing(name: str, *rest: Any, **named: Any) -> Any:
        if name == "pandas":
            raise ImportError(name)
        return real(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(Problem, match="pip install"):
        simulate(GAME, 2, ["random", "greedy"]).frame()


@pytest.mark.parametrize(
    ("players", "options", "error"),
    [
        (["random", "nobody"], {}, Problem),
        ([], {}, Problem),
        (["random"] * 3, {}, Problem),
        (["random", "random"], {"decks": ANY}, Problem),
        (["random", "random"], {"factions": ["council", "pirates"]}, BadPosition),
        (["random", "random"], {"weather": "rain"}, BadPosition),
    ],
)
def test_what_cannot_be_played_is_refused(
    players: list[Any], options: dict[str, Any], error: type[Exception]
) -> None:
    with pytest.raises(error):
        simulate(GAME, 2, players, options=options)


def test_one_seat_can_be_drawn_and_the_other_given() -> None:
    report = simulate(GAME, 40, ["random", "random"], 1, {"factions": ["council", ANY]})
    drawn = [row.options["factions"] for row in report.rows]
    assert {one[0] for one in drawn} == {"council"}
    assert len({one[1] for one in drawn}) == 4


def test_a_tournament_is_what_simulate_says_of_each_pairing() -> None:
    cross = tournament(GAME, ["random", "greedy", "sound"], 20, 7, {"factions": ANY})
    alone = simulate(GAME, 20, ["random", "sound"], 7, {"factions": ANY})
    assert cross.reports["random", "sound"].rows == alone.rows
    assert cross.share("random", "sound") == alone.share(0)
    assert cross.share("sound", "random") == alone.share(1)
    assert cross.markdown().count("\n") == 5
    assert json.loads(json.dumps(cross.data()))["players"] == ["random", "greedy", "sound"]
    assert "<table>" in cross._repr_html_()


def test_figures_are_compared_in_units_of_the_calibration() -> None:
    speed = Figure("steps", 80_000, "steps/s", 1_000, bar=70_000)
    assert speed.scaled == pytest.approx(80_000) and speed.good
    assert not speed.slower_than(1_400) and speed.slower_than(1_500)
    time = Figure("save", 1.0, "ms", 0.08, bar=0.9)
    assert time.scaled == pytest.approx(1.0) and not time.good
    assert not time.slower_than(0.06) and time.slower_than(0.05)
    found = Bench("tempus", 0.0125, (speed, time))
    assert not found.good
    assert found.slower({"steps": 2_000, "other": 1}) == ["steps"]
    assert "below the bar" in found.table(found.baseline())
    assert json.loads(json.dumps(found.data()))["figures"][0]["good"] is True
