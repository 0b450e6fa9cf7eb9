"""Tomes of Power against a second reading of its rules, move by move, on the same chance."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tabletop_kit.engine.match import Match
from tabletop_kit.games import find_game
from tests.games.tomes.naive import Naive
from tests.games.tomes.naive_play import choose, disturb

GAME = find_game("tomes")
RUNGS = (None, "slumbering", "stirring", "waking", "ravenous", "quietus")
MOST_MOVES = 400
SKILLS = (0, 0.7, 1)


def begun(seed: int) -> Naive:
    """A naive game; the number decides how many play, with which options, and all chance."""
    dice = random.Random(seed)
    seats = dice.choice([1, 1, 1, 2, 2, 3, 4])
    edition = dice.random() < 0.6
    readings = None
    if edition and dice.random() < 0.6:
        readings = dice.sample(["blood", "dream", "swarm", "void"], seats)
    rung = dice.choice(RUNGS) if seats == 1 else None
    terror = seats > 1 and dice.random() < 0.6
    return Naive(dice, seats, edition, rung, readings, terror)


def options_of(naive: Naive, dealt: bool) -> dict[str, Any]:
    options: dict[str, Any] = {"seats": naive.seats, "edition": naive.edition}
    if naive.edition and not dealt:
        options["readings"] = naive.readings
    if naive.rung:
        options["rung"] = naive.rung
    if naive.terror:
        options["campaign"] = "terror"
    return options


def picture(position: Any) -> dict[str, Any]:
    """The keys of the engine's position, with unordered lists sorted."""
    data = GAME.dump(position)
    del data["limit"], data["memory"]
    data["grave"], data["table"] = sorted(data["grave"]), sorted(data["table"])
    return data


def played(naive: Naive, skill: float) -> list[tuple[str, dict[str, Any], set[str]]]:
    """Play the naive game to its end; each move with the keys and legal moves after it."""
    told = [("", naive.keys(), naive.moves())]
    while naive.phase != "over":
        move = choose(naive, skill)
        naive.play(move)
        told.append((move, naive.keys(), naive.moves()))
        assert len(told) < MOST_MOVES
    return told


def compare(match: Match[Any, Any], told: list[tuple[str, dict[str, Any], set[str]]]) -> None:
    for move, keys, moves in told:
        if move:
            match.play(move)
        said = [GAME.write(step.move) for step in match.steps()[1:]]
        assert picture(match.position) == keys, said
        legal = [GAME.write(one) for one in match.moves]
        assert set(legal) == moves and len(legal) == len(moves), said
    assert match.position.luck.script == ()


def from_the_start(seed: int, skill: float) -> Naive:
    naive = begun(seed)
    dealt = naive.edition and naive.seats > 1 and len(naive.chance) > 4
    options = options_of(naive, dealt)
    told = played(naive, skill)
    compare(Match.begin(GAME, options, 5, naive.chance), told)
    return naive


def from_the_middle(seed: int, skill: float) -> Naive:
    naive = begun(seed)
    disturb(naive)
    keys = naive.keys()
    told = played(naive, skill)
    compare(Match.at(GAME, keys, 5, naive.chance), told)
    return naive


@pytest.mark.parametrize("tens", range(4))
def test_games_from_the_start(tens: int) -> None:
    for seed in range(tens * 8, tens * 8 + 8):
        from_the_start(seed, SKILLS[seed % 3])


@pytest.mark.parametrize("tens", range(6))
def test_games_from_the_middle(tens: int) -> None:
    for seed in range(tens * 10, tens * 10 + 10):
        from_the_middle(seed, SKILLS[seed % 3])


ENDS = {
    10001: ("lost", "TM-6"),
    10005: ("won", "TM-24"),
    10006: ("lost", "TM-21"),
    10012: ("lost", "TM-24"),
    10018: ("lost", "TM-23"),
    10020: ("lost", "TM-1"),
    10021: ("won", "TM-23"),
    10186: ("won", "TM-21"),
}
"""Games that end in every way that there is, by the number that makes them."""


@pytest.mark.parametrize("seed", ENDS)
def test_every_way_to_end_is_compared(seed: int) -> None:
    naive = from_the_middle(seed, SKILLS[seed % 3])
    assert (naive.outcome, naive.why) == ENDS[seed]


def test_every_kind_of_move_is_compared() -> None:
    said: set[str] = set()
    for seed in range(10001, 10015):
        naive = begun(seed)
        disturb(naive)
        said |= {move.split()[0] for move, _keys, _moves in played(naive, SKILLS[seed % 3]) if move}
    kinds = "play rite heretic endure pay echo break redress recall reach concede"
    assert said == set(kinds.split())
