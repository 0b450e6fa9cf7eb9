"""The kit's players of Vortex: legal, fair at every table, the better ones better."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_kit.engine.conformance import check_player
from tabletop_kit.engine.luck import mix
from tabletop_kit.games import find_game
from tabletop_kit.games.vortex.beliefs import (
    BY_FIRE,
    BY_REASON,
    FARTHEST,
    TO_KILL,
    Terms,
    believed,
    certain,
)
from tabletop_kit.games.vortex.cards import CARD, IS_FRENZY, MODES
from tabletop_kit.games.vortex.figures import Side, compare, figures, turned_up
from tabletop_kit.games.vortex.moves import Move
from tabletop_kit.games.vortex.policy import quick
from tabletop_kit.games.vortex.position import Position
from tabletop_kit.games.vortex.sight import Sight
from tabletop_kit.lab import simulate

GAME = find_game("vortex")
TABLES: tuple[dict[str, Any], ...] = (
    {"seats": 2},
    {"seats": 3, "length": 12},
    {"seats": 4, "length": 12},
    {"colours": ["red", "blue"], "no_rogations": True},
    {"seats": 3, "plain_locations": True, "length": 24},
)


def loaded(**keys: Any) -> Position:
    """A position from its keys."""
    position = GAME.load(keys, GAME.luck(1))
    assert isinstance(position, Position)
    return position


@pytest.mark.parametrize("options", TABLES, ids=str)
@pytest.mark.parametrize("name", list(GAME.players()))
def test_nobody_looks_at_what_is_hidden(name: str, options: dict[str, Any]) -> None:
    player = GAME.players()[name]

    def choose(position: Any, seat: int, number: int) -> Any:
        return player.choose(GAME, position, seat, number)

    assert check_player(GAME, choose, 3, **options) > 2


@pytest.mark.parametrize(
    ("better", "worse"), [("zealot", "random"), ("sound", "zealot"), ("prophet", "sound")]
)
def test_each_player_is_better_than_the_one_before(better: str, worse: str) -> None:
    """The gaps were measured far wider than what these few games have to show."""
    report = simulate("vortex", 60, [better, worse], 11, workers=1)
    assert report.share(0).share > 0.55


def test_a_sure_convert_is_taken() -> None:
    position = loaded(location="L23", to_act=1, field=[["B19"], ["G09"], [], []])
    assert str(quick(position, 1, 5)) == "crusade G09 B19 reason"


def test_an_attack_that_would_cost_the_attacker_is_left() -> None:
    position = loaded(
        location="L23", to_act=1, field=[["B13"], ["G12"], [], []], hands=[[], ["G08"], [], []]
    )
    assert quick(position, 1, 5).verb != "crusade"


def test_bluffs_and_frenzies_are_both_placed_and_not_always_the_same() -> None:
    placed: set[bool] = set()
    for seed in range(3, 9):
        placed |= placed_in_a_game(seed)
    assert placed == {True, False}


def placed_in_a_game(seed: int) -> set[bool]:
    """Whether Frenzies (``True``) and bluffs were placed in a game."""
    placed: set[bool] = set()
    position = GAME.setup({"seats": 4}, GAME.luck(seed))
    for number in range(2000):
        seat = GAME.to_act(position)
        if seat is None:
            break
        move = quick(position, seat, mix(seed, number))
        if move.verb == "frenzy" and len(move.cards) == 2:
            placed.add(IS_FRENZY[move.cards[1]])
        position = GAME.apply(position, seat, move)
    return placed


def test_where_little_hangs_on_it_whim_decides() -> None:
    position = loaded(
        location="L27",
        to_act=1,
        field=[["B02", "B19"], ["G09", "G20"], ["Y08"], []],
        hands=[[], ["F03", "F05", "P13", "P14"], [], []],
    )
    assert len({quick(position, 1, mix(1, number)) for number in range(60)}) > 1


@pytest.mark.parametrize("mode", [BY_REASON, BY_FIRE, TO_KILL])
def test_what_is_believed_lies_between_the_certain_ends(mode: int) -> None:
    for zealot in (False, True):
        for lead in range(-8, 9):
            take, kill, cost, repel = believed(mode, Terms(), zealot, 0.4)[FARTHEST + lead]
            assert all(0 <= chance <= 1 + 1e-9 for chance in (take, kill, cost, repel))
            assert take + kill <= 1 + 1e-9
        bluffed = believed(mode, Terms(), zealot, 1.0)
        assert bluffed == certain(mode, Terms())


def test_sight_agrees_with_the_rules_where_all_lies_open() -> None:
    """Each own attack that is looked at ends as the comparison of the rules says."""
    looked = 0
    for seed in range(6):
        position = GAME.setup({"seats": 4, "length": 12}, GAME.luck(seed))
        for number in range(500):
            seat = GAME.to_act(position)
            if seat is None:
                break
            if position.phase == "turn":
                looked += _agrees(position, seat)
            position = GAME.apply(position, seat, quick(position, seat, mix(seed, number)))
    assert looked > 300


def _agrees(position: Position, seat: int) -> int:
    sight = Sight(position, seat)
    looked = 0
    for row in sight.rows:
        for place, target in enumerate(sight.targets):
            bout = row.attacks[place]
            special = row.fighter.quirk or target.quirk
            if bout.mode < 0 or target.unseen or special or sight.lulled(target.seat):
                continue
            attack = Side(seat, turned_up(position, row.unit), "attack")
            defence = Side(target.seat, target.unit, "defend")
            both = figures(position, attack, defence)
            told = compare(position, MODES[bout.mode], attack, defence, both)
            assert bout.chances == (
                float(told.defender == "convert"),
                float(told.defender == "kill"),
                float(bool(told.attacker)),
                float(told.repelled),
            )
            assert Move("crusade", (row.unit.card, target.unit.card), -1, MODES[bout.mode]) in (
                GAME.moves(position, seat)
                if position.field[seat] and not _bound(position, seat)
                else [Move("crusade", (row.unit.card, target.unit.card), -1, MODES[bout.mode])]
            )
            looked += 1
    return looked


def _bound(position: Position, seat: int) -> bool:
    """Whether something compels the seat, or its turn is half over: then not all is legal."""
    return CARD["R04"] in [unit.card for unit in position.field[seat]] or bool(position.done)
