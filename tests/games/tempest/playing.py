"""How Tempest is played at random."""

from __future__ import annotations

from functools import partial
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from tabletop_kit.engine.match import Match
from tabletop_kit.games.tempest.decks import DECKS

FEW = settings(deadline=None, max_examples=20)
WHOLE = settings(deadline=None, max_examples=8)
FAR = 160
SEEDS_PICKED = 6
FLAGS = (
    *("bg_summons_undrained", "priests_undrained", "no_su0_limit", "deity_from_any_area"),
    *("no_discard_step", "no_deity_win", "ignore_pantheon", "unique_gods"),
)


@st.composite
def options(draw: Any, cap: int | None = None) -> dict[str, Any]:
    """Any options that the rules allow; few rounds, so that there can be many games."""
    seats = draw(st.integers(2, 4))
    found: dict[str, Any] = {
        "seats": seats,
        "deck_lists": [draw(st.sampled_from(list(DECKS))) for _ in range(seats)],
        "opening_redraw": draw(st.integers(0, 3)) > 0,
        "exhaustion": draw(st.sampled_from(["none", "none", "reshuffle", "lose"])),
        "round_cap": cap or draw(st.sampled_from([6, 10, 15])),
    }
    for flag in FLAGS:
        if draw(st.integers(0, 5)) == 0:
            found[flag] = True
    if draw(st.integers(0, 3)) == 0:
        found["start_cards"] = {"followers": 2, "priests": 1, "temples": 1}
    if seats == 4 and draw(st.booleans()):
        found["teams"] = [[0, 2], [1, 3]]
    if draw(st.integers(0, 5)) == 0:
        found["win_by_faith"] = 20
    if draw(st.integers(0, 5)) == 0:
        found["win_by_strength"] = 20
    return found


short = partial(options, 5)


def picked(seed: int) -> dict[str, Any]:
    """Every number of seats, with decks that turn."""
    seats, names = 2 + seed % 3, list(DECKS)
    return {
        "seats": seats,
        "deck_lists": [names[(seed + seat) % len(names)] for seat in range(seats)],
        "opening_redraw": True,
        "round_cap": 6,
    }


def chosen(match: Match[Any, Any], number: int) -> Any:
    """A move; ending and passing only sometimes, so that much happens."""
    moves = match.moves
    if len(moves) > 1 and number % 5 and str(moves[0]) in ("pass", "end"):
        return moves[1 + (number >> 8) % (len(moves) - 1)]
    return moves[(number >> 8) % len(moves)]
