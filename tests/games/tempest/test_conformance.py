"""Tempest keeps what every game must keep: with each pair of decks, number of seats and option."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

import pytest

from tabletop_kit.engine.conformance import check
from tabletop_kit.games.tempest import GAME
from tabletop_kit.games.tempest.decks import DECKS

PAIRS = list(combinations_with_replacement(DECKS, 2))
TEAMS = [[0, 2], [1, 3]]
OPTIONS = [
    {option.id: value}
    for option in GAME.options
    if option.id not in ("seats", "deck_lists", "teams")
    for value in option.choices
    if value != option.default
]
PLAYED = {"opening_redraw": True, "round_cap": 12}
"""Without a card to begin with many a random game is over at once (TG-A66)."""


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("pair", PAIRS, ids=" ".join)
def test_any_decks_conform(pair: tuple[str, str], seats: int) -> None:
    """Random games, the partners of teams with decks alike, and a sensible one."""
    place = PAIRS.index(pair)
    options: dict[str, Any] = {**PLAYED, "seats": seats}
    options["deck_lists"] = [pair[seat % 2] for seat in range(seats)]
    if seats == 4 and place % 2:
        options["teams"] = TEAMS
    for seed in range(3):
        check(GAME, 100 * seed + place, options, every=10)
    check(GAME, place, options, choose=GAME.policy(), every=30)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("option", OPTIONS, ids=str)
def test_any_option_conforms(option: dict[str, Any], seats: int) -> None:
    seed = OPTIONS.index(option)
    options = {**PLAYED, **option, "seats": seats}
    for more in (0, 50):
        check(GAME, seed + more, options, every=12)
    if seats == 2 + seed % 3:
        check(GAME, seed, options, choose=GAME.policy(), every=60)


@pytest.mark.parametrize("seed", [2, 3])
def test_teams_conform(seed: int) -> None:
    options = {**PLAYED, "seats": 4, "teams": TEAMS, "win_by_strength": 30}
    check(GAME, seed, options, every=10)
    check(GAME, seed, options, choose=GAME.policy(), every=25)


@pytest.mark.parametrize("seed", [1, 2])
def test_every_position_of_a_game_conforms(seed: int) -> None:
    check(GAME, seed, {"opening_redraw": True, "round_cap": 6}, choose=GAME.policy())


def test_a_game_without_an_end_in_sight_ends() -> None:
    """With the discard pile shuffled again only one who is out, or a Deity, ends it."""
    report = check(GAME, 5, {"exhaustion": "reshuffle", "round_cap": 40}, every=40)
    assert report.moves
