"""Games of many seats, games alone, and games that all win or lose together."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from tabletop_kit.engine.match import Match
from tabletop_kit.engine.problem import Problem
from tabletop_kit.engine.ruling import BadPosition, refusal
from tabletop_kit.games import find_game
from tabletop_kit.lab import ANY, Report, Thinking, simulate, together, tournament, wilson
from tabletop_kit.lab import bench as bench_module
from tabletop_kit.lab.bench import Plan, bench, plan_of
from tabletop_kit.lab.row import spread
from tabletop_kit.lab.task import drawn_options
from tabletop_kit.players.basic import PolicyPlayer
from tests.engine.lanterns import COLOURS, LANTERNS, Lanterns
from tests.engine.toy import BAZAAR

ALONE = {"seats": 1}


def played(players: list[Any], games: int = 60, **more: Any) -> Report:
    return simulate(LANTERNS, games, players, workers=1, **more)


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_one_player_plays_all_seats(seats: int) -> None:
    report = played(["careful"], options={"seats": seats})
    assert {row.players for row in report.rows} == {(0,) * seats}
    assert report.won == wilson(sum(bool(row.winners) for row in report.rows), 60)
    assert {row.winners for row in report.rows} <= {(), tuple(range(seats))}
    (tally,) = report.tallies
    assert (tally.wins + tally.losses, tally.draws) == (60, 0)
    assert tally.share == report.won
    assert tally.thinking.decisions == sum(row.moves for row in report.rows)


def test_companions_keep_their_seats() -> None:
    report = played(["careful", "random", "random"])
    assert report.options == {"seats": 3}
    assert {row.players for row in report.rows} == {(0, 1, 2)}
    one, two, three = report.tallies
    assert one.wins == two.wins == three.wins
    assert report.thinking[0].decisions > 0
    assert played(["careful"], options={"seats": 3}).won.share > report.won.share


def test_where_they_play_against_each_other_they_move_on() -> None:
    report = simulate(BAZAAR, 12, ["random"] * 3, options={"rounds": ANY}, workers=1)
    assert report.options == {"rounds": ANY, "seats": 3}
    assert [row.players for row in report.rows[:3]] == [(0, 1, 2), (2, 0, 1), (1, 2, 0)]
    for number in range(0, 12, 3):
        assert len({row.options["rounds"] for row in report.rows[number : number + 3]}) == 1
    assert sum(report.share(number).share for number in range(3)) == pytest.approx(1)


def test_the_number_of_seats_may_be_drawn_and_each_seat_has_its_value() -> None:
    colours = played(["careful"], options={"colours": ANY, "seats": ANY, "wind": "breeze"})
    assert {len(row.players) for row in colours.rows} == {1, 2, 3}
    for row in colours.rows:  # two alike are refused, so they are drawn again
        assert len(set(row.options["colours"])) == len(row.players)
    with pytest.raises(BadPosition):
        played(["careful"], options={"colours": ANY, "wind": "gale"})
    report = simulate(BAZAAR, 40, ["random"], options={"seats": ANY}, workers=1)
    assert {len(row.players) for row in report.rows} == {2, 3, 4}
    assert report.share(0).share == pytest.approx(
        sum(1 / len(row.players) for row in report.rows) / 40
    )
    with pytest.raises(Problem, match="2 players were named"):
        simulate(BAZAAR, 40, ["random", "random"], options={"seats": ANY}, workers=1)


def test_a_lone_name_in_a_game_of_two_plays_itself() -> None:
    alone = simulate(find_game("tempus"), 8, ["greedy"], 3, workers=1)
    assert alone == replace(
        simulate(find_game("tempus"), 8, ["greedy", "greedy"], 3, workers=1),
        cpu_seconds=alone.cpu_seconds,
    )


def test_results_are_counted() -> None:
    report = played(["careful"], options=ALONE)
    medals = report.results["medal"]
    rows = [row.result["medal"] for row in report.rows]
    assert medals.counts == {medal: rows.count(medal) for medal in set(rows)}
    assert list(medals.counts.values()) == sorted(medals.counts.values(), reverse=True)
    assert report.where("medal", "gold", "silver") == report.won
    lit = report.results["lit"]
    assert lit.mean == sum(row.result["lit"] for row in report.rows) / 60
    assert list(lit.counts) == sorted(lit.counts)
    assert report.results["rule"].counts == {"LN-3": 60}
    with pytest.raises(KeyError):
        report.where("weather", "rain")


def test_a_spread_says_what_it_holds() -> None:
    assert str(spread("lit", [3, 1, 2])) == "lit: 2.00 on average (1 to 3)"
    assert str(spread("medal", [None, "gold", None])) == "medal: – 2, gold 1"
    mixed = spread("won", [True, False, True])
    assert mixed.mean is None and mixed.counts == {True: 2, False: 1}
    assert json.loads(json.dumps(spread("medal", [None, "gold"]).data()))["mean"] is None
    assert spread("medal", []).games == 0


def test_seconds_of_a_decision() -> None:
    def slow(position: Any, seat: int, draw: int) -> int:
        sum(range(100_000))
        return LANTERNS.moves(position, seat)[0]

    report = played([PolicyPlayer("slow", slow), "random"], 5)
    slow_used, quick = report.thinking
    assert slow_used.mean > 5 * quick.mean
    assert slow_used.worst >= slow_used.mean > 0
    assert slow_used.decisions + quick.decisions == sum(row.moves for row in report.rows)
    assert Thinking(1, 2.0, 2.0) + Thinking(3, 2.0, 1.0) == Thinking(4, 4.0, 2.0)
    assert Thinking().mean == 0.0


def test_parts_are_the_whole() -> None:
    whole = played(["careful"], options=ALONE)
    parts = [played(["careful"], 20, options=ALONE, begin=start) for start in (40, 0, 20)]
    joined = parts[0] + parts[1] + parts[2]
    assert joined.rows == whole.rows
    assert joined.results == whole.results
    assert (joined + parts[0]).games == 60
    assert parts[0].data()["begin"] == 40
    with pytest.raises(ValueError, match="same simulation"):
        whole + played(["random"], options=ALONE)


def test_the_same_result_whatever_the_number_of_workers() -> None:
    one = simulate(LANTERNS, 70, ["careful"], 3, ALONE, workers=1)
    two = simulate(LANTERNS, 70, ["careful"], 3, ALONE, workers=2)
    assert one.rows == two.rows


def test_a_key_of_the_first_position_can_be_changed() -> None:
    plain = played(["careful"], options=ALONE)
    hard = played(["careful"], options=ALONE, changes={"left": 1})
    easy = played(["careful"], options=ALONE, changes={"left": 9})
    assert hard.won.share < plain.won.share < easy.won.share == 1.0
    assert hard.changes == {"left": 1}
    # But for the change it is the same game.
    match = Match.begin(LANTERNS, ALONE, plain.rows[0].seed)
    task_position = LANTERNS.load({**LANTERNS.dump(match.position), "left": 9}, match.position.luck)
    assert replace(task_position, left=match.position.left) == match.position
    with pytest.raises(BadPosition):
        played(["careful"], changes={"weather": "rain"})


def test_games_can_begin_at_a_position() -> None:
    start = {"seats": 1, "hands": [["1", "9"]], "draw": ["5"], "lit": [], "left": 1}
    report = played(["careful"], 4, start=start)
    assert report.won.share == 1.0 and {row.moves for row in report.rows} == {3}
    assert start["hands"] == [["1", "9"]]
    with pytest.raises(Problem, match="2 players were named"):
        played(["careful", "random"], 4, start=start)


def test_the_report_of_a_cooperative_game() -> None:
    report = played(["careful"], options=ALONE)
    data = json.loads(json.dumps(report.data()))
    assert data["won"]["wins"] == sum(bool(row.winners) for row in report.rows)
    assert data["players"] == ["careful"] and "first_mover" not in data
    assert data["speed"]["thinking"][0]["worst_seconds"] > 0
    assert sum(one["games"] for one in data["results"]["medal"]["values"]) == 60
    assert f"won {report.won}" in repr(report) and "first mover" not in repr(report)
    assert "medal: " in repr(report) and "medal" in report._repr_html_()


def test_the_frame_of_a_cooperative_game() -> None:
    pytest.importorskip("pandas")
    frame = played(["careful", "random"]).frame()
    assert list(frame.columns) == [
        *("seed", "seats", "seat_0", "seat_1", "first", "won", "lit", "out", "medal"),
        *("rule", "rounds", "moves", "mean_seconds_careful", "worst_seconds_careful"),
        *("mean_seconds_random", "worst_seconds_random"),
    ]
    assert frame["won"].sum() == (frame["medal"].notna()).sum()


def test_win_shares_by_player_and_seats() -> None:
    table = together(LANTERNS, games=20, seed=4, options={"wind": "breeze"})
    assert (table.players, table.seats) == (("random", "careful"), (1, 2, 3))
    alone = simulate(LANTERNS, 20, ["careful"], 4, {"wind": "breeze", "seats": 3})
    assert table.reports["careful", 3].rows == alone.rows
    assert (
        table.markdown().splitlines()[0] == "|  | 1 seat | 2 seats | 3 seats | mean s | worst s |"
    )
    assert str(alone.won) in table.markdown()
    assert len(json.loads(json.dumps(table.data()))["reports"]) == 6
    assert "<table>" in table._repr_html_() and "lanterns" in repr(table)
    with pytest.raises(Problem, match="nobody plays against another"):
        tournament(LANTERNS)


def test_a_game_is_measured_with_the_options_that_matter(tmp_path: Path) -> None:
    class Measured(Lanterns):
        @property
        def folder(self) -> Any:
            return tmp_path

        def texts(self, language: str = "en", names: Any = ()) -> Any:
            return LANTERNS.texts(language, names)

        @cached_property
        def rulebook(self) -> Any:
            return LANTERNS.rulebook

    (tmp_path / "bars.toml").write_text(
        "bare-steps = 1\n[variant.three]\noptions = { seats = 3 }\nbare-steps = 1e12\n"
        "[strongest]\ngames = 2\n"
    )
    plan = plan_of(Measured())
    assert plan.bars == {"bare-steps": 1, "bare-steps-three": 1e12}
    assert plan.variants == {"-three": {"seats": 3}} and plan.games == 2
    (tmp_path / "bars.toml").unlink()
    assert plan_of(Measured()).bars == {} and plan_of(Measured()).games == 3


def test_the_figures_of_a_variant_have_bars_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan({"bare-steps": 1.0, "bare-steps-three": 1e12}, {"-three": {"seats": 3}}, 1)
    monkeypatch.setattr(bench_module, "plan_of", lambda game: plan)
    found = bench(LANTERNS, seconds=0.01, repeats=1)
    figures = {figure.name: figure for figure in found.figures}
    assert figures["bare-steps"].good and not figures["bare-steps-three"].good
    assert {"match-games-three", "match-steps-three", "save", "strongest-worst"} <= {*figures}
    assert not found.good


def test_what_no_two_seats_may_share_is_drawn_once_only() -> None:
    options = {"seats": 3, "colours": [ANY, "red", ANY]}
    seen = set()
    for number in range(30):
        drawn = drawn_options(LANTERNS, options, number)["colours"]
        assert sorted(drawn) == ["blue", "green", "red"]
        assert drawn[1] == "red"
        seen.add(tuple(drawn))
    assert len(seen) == 2
    assert drawn_options(LANTERNS, {"seats": 1, "colours": ANY}, 5)["colours"][0] in COLOURS


def test_a_key_is_changed_where_the_set_up_ends_inside_a_move() -> None:
    class Inside(Lanterns):
        """Where the first card is odd the set-up stands inside a move, which cannot be loaded."""

        def loadable(self, position: Any) -> bool:
            return bool(position.lit) or position.hands[0][0] % 2 == 0

        def load(self, mapping: Any, luck: Any, log: Any = None) -> Any:
            position = super().load(mapping, luck, log)
            if not self.loadable(position):
                raise BadPosition(refusal("LN-1", "wind", wind="inside"))
            return position

    report = simulate(Inside(), 12, ["random"], 3, workers=1, changes={"left": 1})
    assert len(report.rows) == 12
    again = simulate(Inside(), 12, ["random"], 3, workers=1, changes={"left": 1})
    assert [row.result for row in report.rows] == [row.result for row in again.rows]
    assert max(row.result["out"] for row in report.rows) <= 1
