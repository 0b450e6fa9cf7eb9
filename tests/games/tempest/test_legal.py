"""Listed moves: the same as of a list made the slow way, and made when they are asked for."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

from hypothesis import given

from tabletop_kit.engine.luck import mix
from tabletop_kit.engine.match import Match
from tabletop_kit.games.tempest import GAME
from tabletop_kit.games.tempest.legal import moves
from tabletop_kit.games.tempest.menu import Menu
from tabletop_kit.games.tempest.moves import PASS, Move
from tests.games.playing import games as games_of
from tests.games.tempest import naive_legal
from tests.games.tempest.playing import FEW

games = partial(games_of, "tempest")


def walked(match: Match[Any, Any], every: int) -> list[Any]:
    """Some of the positions of a match in which somebody is asked."""
    steps = [step for step in match.steps() if step.position.to_act is not None]
    return [step.position for step in steps[mix(match.seed, 1) % every :: every]]


@given(games())
@FEW
def test_the_same_moves_are_listed_as_the_judge_lets_pass(match: Match[Any, Any]) -> None:
    for position in walked(match, 3):
        seat = position.to_act
        listed = list(GAME.moves(position, seat))
        assert Counter(listed) == Counter(set(naive_legal.moves(position, seat)))
        for move in listed:
            assert GAME.ruling(position, seat, move).legal, move
            assert GAME.parse(GAME.write(move)) == move


@given(games())
@FEW
def test_nobody_else_has_moves(match: Match[Any, Any]) -> None:
    for position in walked(match, 7):
        for seat in range(position.seats):
            assert bool(GAME.moves(position, seat)) == (seat == position.to_act)


@given(games())
@FEW
def test_a_move_of_the_list_and_one_like_it_lead_to_the_same(match: Match[Any, Any]) -> None:
    """The list knows what it has handed out; what only looks alike is judged."""
    for position in walked(match, 9):
        seat, menu = position.to_act, moves(position, position.to_act)
        for place in {0, len(menu) // 2, len(menu) - 1}:
            given_, alike = menu[place], Move(*menu.parts[place])
            assert menu.gave(given_) and not menu.gave(alike)
            logs: list[list[Any]] = [[], []]
            ends = [
                GAME.apply(position, seat, move, log)
                for move, log in zip((given_, alike), logs, strict=True)
            ]
            assert ends[0] == ends[1] and logs[0] == logs[1]


def test_a_menu_is_a_sequence_of_moves() -> None:
    parts: list[tuple[Any, ...]] = [("pass",), ("move", "garrison", "", (), "wander")]
    menu, move = Menu(parts), Move("move", "garrison", to="wander")
    assert len(menu) == 2 and menu[1] == move and menu[-2] == PASS
    assert move in menu and Move("move", "garrison") not in menu
    assert menu[:1] == [PASS] and list(menu) == [PASS, move] == menu
    assert move in menu and Move("end") not in menu
    assert menu[0] is menu[0], "once somebody has gone through them, they stay the same"
