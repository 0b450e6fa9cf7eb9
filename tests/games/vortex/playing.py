"""How Vortex is played at random."""

from __future__ import annotations

from functools import partial
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from tabletop_kit.engine.match import Match
from tabletop_kit.games.vortex.cards import COLOURS

FEW = settings(deadline=None, max_examples=30)
WHOLE = settings(deadline=None, max_examples=12)
FAR = 160
SEEDS_PICKED = 6


@st.composite
def options(draw: Any, length: int | None = None) -> dict[str, Any]:
    """Any options that the rules allow; short games, so that there can be many."""
    no_red = draw(st.booleans())
    colours = [colour for colour in COLOURS if colour != "red" or not no_red]
    seats = draw(st.integers(2, len(colours)))
    return {
        "colours": list(draw(st.permutations(colours)))[:seats],
        "no_red": no_red,
        "plain_locations": draw(st.integers(0, 4)) == 0,
        "no_rogations": draw(st.integers(0, 4)) == 0,
        "fire_three": draw(st.sampled_from(["nothing", "kill"])),
        "length": length or draw(st.sampled_from([12, 12, 24])),
    }


short = partial(options, 12)


def picked(seed: int) -> dict[str, Any]:
    """Every number of seats, with and without Rogations."""
    return {"seats": 2 + seed % 3, "length": 12, "no_rogations": seed % 4 == 3}


def chosen(match: Match[Any, Any], number: int) -> Any:
    """A move; passing only sometimes, so that much happens."""
    moves = match.moves
    if len(moves) > 1 and number % 4 and str(moves[0]) == "pass":
        return moves[1 + (number >> 8) % (len(moves) - 1)]
    if len(moves) > 1 and number % 4 and str(moves[-1]) == "pass":
        return moves[(number >> 8) % (len(moves) - 1)]
    if match.position.phase == "refill" and number % 3:
        return moves[0]
    return moves[(number >> 8) % len(moves)]
