"""Long games are checked in part, and long lists of moves are never gone through."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_kit.engine.checker import Checker
from tabletop_kit.engine.conformance import Nonconformance, check, check_player
from tabletop_kit.engine.listing import MOST_MOVES, spread
from tabletop_kit.engine.match import Match
from tabletop_kit.players.basic import RandomPlayer
from tabletop_kit.players.chances import searching
from tabletop_kit.table.picture import picture
from tabletop_kit.table.session import Session
from tabletop_kit.teaching.trial import Trial, legal
from tests.engine.test_conformance import FirstComeFirstServed, SeesThroughCards
from tests.engine.toy import BAZAAR, Bazaar
from tests.engine.toy_table import PASS, Move
from tests.engine.wide import widen

LONG = {"seats": 4, "rounds": 3}


def test_only_every_so_many_positions_are_looked_at_closely() -> None:
    whole = check(BAZAAR, 3, LONG)
    part = check(BAZAAR, 3, LONG, every=10)
    assert part.moves == whole.moves > 30
    assert part.cited.keys() <= whole.cited.keys()
    assert 0 < part.made["fair"] <= whole.made["fair"] / 5
    assert part.made["told"] == whole.made["told"] == whole.moves
    assert part.made["undo"] >= part.moves


def test_one_seed_after_the_other_looks_at_all_of_them() -> None:
    match = Match.begin(BAZAAR, LONG, 1)
    checkers = [Checker(BAZAAR, match, seed, every=5) for seed in range(5)]
    while match.outcome is None:
        assert [checker.close for checker in checkers].count(True) == 1
        match.play(match.moves[0])


@pytest.mark.parametrize(
    ("broken", "name"), [(FirstComeFirstServed, "sealed"), (SeesThroughCards, "fair")]
)
def test_a_fault_is_found_in_part_of_the_positions_too(broken: type[Bazaar], name: str) -> None:
    with pytest.raises(Nonconformance) as caught:
        for seed in range(40):
            check(broken(), seed, {"seats": 3}, every=6)
    assert caught.value.check == name


def test_one_in_five_of_them_is_saved_and_loaded() -> None:
    made = [check(BAZAAR, seed, LONG, every=9).made["saved"] for seed in range(6)]
    assert [bool(count) for count in made] == [True, False, False, False, False, True]


def test_moves_are_looked_at_spread_over_the_whole() -> None:
    some = spread(range(4095))
    assert len(some) == len(set(some)) == MOST_MOVES
    assert (some[0], some[-1]) == (0, 4094)
    assert spread([7, 8]) == (7, 8)


@pytest.mark.parametrize("every", [1, 4])
def test_thousands_of_moves_are_not_gone_through(
    monkeypatch: pytest.MonkeyPatch, every: int
) -> None:
    game = widen(monkeypatch)
    for seed in range(2):
        report = check(game, seed, {"seats": 2}, every=every)
        assert report.made["sealed"] or every > 1


def test_a_player_of_thousands_of_moves_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    game = widen(monkeypatch)

    def choose(position: Any, seat: int, number: int) -> Any:
        legal = game.moves(position, seat)
        return legal[number % len(legal)]

    assert check_player(game, choose, 2) > 10


# -- a move that answers nothing -----------------------------------------------------------------


class DeclinesOutside(Bazaar):
    """A pass is offered as an answer to nothing where nobody is asked out of turn."""

    def decline(self, position: Any, seat: int) -> Move | None:
        return PASS if position.phase == "turn" and position.turn == seat else None


class DeclinesWrongly(Bazaar):
    """The move that answers nothing is none that is allowed."""

    def decline(self, position: Any, seat: int) -> Move | None:
        return Move("keep") if super().decline(position, seat) else None


class DeclineTells(Bazaar):
    """Only who could have answered may decline: being asked tells what is in the hand."""

    def decline(self, position: Any, seat: int) -> Move | None:
        return super().decline(position, seat) if "N" in position.hands[seat] else None


@pytest.mark.parametrize(
    ("broken", "name"),
    [(DeclinesOutside, "declined"), (DeclinesWrongly, "declined"), (DeclineTells, "fair")],
)
def test_what_is_said_to_answer_nothing_is_looked_at(broken: type[Bazaar], name: str) -> None:
    with pytest.raises(Nonconformance) as caught:
        for seed in range(12):
            check(broken(), seed, {"seats": 3})
    assert caught.value.check == name, str(caught.value)


# -- thousands of moves elsewhere in the kit -----------------------------------------------------


def refill(monkeypatch: pytest.MonkeyPatch) -> Match[Any, Any]:
    """A match of wide hands in which all are to discard."""
    game = widen(monkeypatch)
    match = Match.begin(game, {"seats": 2}, 3)
    while match.position.phase != "refill":
        match.play(match.moves[0])
    assert len(match.moves) > 1_000
    return match


def test_a_table_of_thousands_of_moves_goes_through_none_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = refill(monkeypatch)
    session = Session(match, (None, RandomPlayer("random")))
    assert not session.forced
    picture(session)
    session.ask_hint()
    assert session.try_move(f"discard {' '.join(match.position.hands[0])}")
    assert session.play_by_itself()
    assert match.position.round == 2


def test_a_searching_player_tries_some_of_thousands(monkeypatch: pytest.MonkeyPatch) -> None:
    match = refill(monkeypatch)
    choosing = searching(match.game, worlds=1, most=4)(match.position, 0, 7)
    try:
        while True:
            next(choosing)
    except StopIteration as over:
        assert match.game.ruling(match.position, 0, over.value).legal


def test_a_lesson_offers_some_of_thousands(monkeypatch: pytest.MonkeyPatch) -> None:
    match = refill(monkeypatch)
    offered = legal(Trial(match, 0))
    assert len(offered) == len(set(offered)) == MOST_MOVES
    assert offered[0] == "keep"
