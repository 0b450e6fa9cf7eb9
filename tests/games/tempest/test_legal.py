"""Listed moves: the same as of a list made the slow way, and made when they are asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import Any

from hypothesis import given

from tabletop_kit.engine.luck import mix
from tabletop_kit.engine.match import Match
from tabletop_kit.games.tempest import GAME
from tabletop_kit.games.tempest.cards import IS_SPELL, SU, TEXT
from tabletop_kit.games.tempest.legal import moves
from tabletop_kit.games.tempest.menu import Menu
from tabletop_kit.games.tempest.moves import PASS, Move, number_order
from tabletop_kit.games.tempest.names import names_in_play, relic_name, relics, spot_name
from tabletop_kit.games.tempest.position import Position, spots
from tabletop_kit.table.windows import Windows
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


def answers(position: Position, seat: int) -> Iterator[Move]:
    """What could be an answer if it were allowed: any card of the hand, any ability, any Relic."""
    areas = {spot_name(position, spot): spot.area for spot in spots(position, seat)}
    everybody = [spot_name(position, spot) for one in range(position.seats) for spot in
                 spots(position, one)]  # fmt: skip
    held = [
        relic_name(position, one) for at in range(position.seats) for one in relics(position, at)
    ]
    targets = [(), *[(name,) for name in dict.fromkeys([*names_in_play(position), *everybody])]]
    pools = [(by, tuple(sorted({one for one in areas if areas[one] == areas[by]} - {by},
                               key=number_order))) for by in areas]  # fmt: skip
    paying = [(by, rest) for by, every in pools for rest in {(), every, every[:1], every[1:]}]
    for card in set(position.hands[seat]):
        verb = "cast" if IS_SPELL[card] else "summon"
        for (by, rest), at in product(paying, targets):
            for x in (0,) if SU[card] >= 0 else (1, 2):
                yield Move(verb, TEXT[card], by, rest, x=x, at=at)
        yield from (Move(verb, TEXT[card], by, rest, at_seat=one) for by, rest in paying
                    for one in range(position.seats))  # fmt: skip
    for name in dict.fromkeys([*areas, *held]):
        yield from (Move("use", name, at=at, cost=cost) for at in targets for cost in ("", *areas))
        yield from (Move("cast", f"{name}/spell", at=at) for at in targets)
        yield from (Move("reveal", name, by, rest) for by, rest in paying if "/" in name)


def windows(seed: int, most: int) -> Iterator[tuple[Position, int]]:
    """So many windows of games of the quick policy in which a seat is asked for an answer."""
    policy, found = GAME.policy(), 0
    while found < most:
        match: Match[Any, Any] = Match.begin(GAME, {"seats": 3, "opening_redraw": True}, seed)
        while match.outcome is None and found < most:
            position, seat = match.position, match.to_act or 0
            if position.phase == "window":
                found += 1
                yield position, seat
            match.play(policy(position, seat, mix(seed, match.ply)))
        seed += 1


def test_where_an_answer_is_possible_one_is_listed() -> None:
    """A table passes for a person who could answer nothing: it goes by the list."""
    silent = 0
    for position, seat in windows(0, 150):
        alone = len(GAME.moves(position, seat)) == 1
        silent += alone
        passes = Windows(GAME, [seat]).declining(position, "possible")
        assert passes == (PASS if alone else None)
        assert Windows(GAME, [0, 1, 2]).declining(position, "possible") is None
        if alone and silent % 6 == 0:
            assert not [one for one in answers(position, seat) if GAME.ruling(position, seat, one)]
    assert silent > 20
