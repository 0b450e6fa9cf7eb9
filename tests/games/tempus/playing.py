"""How Tempus is played at random."""

from __future__ import annotations

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from tabletop_kit.engine.match import Match
from tabletop_kit.games.tempus.position import FACTIONS, SIZES
from tests.games.tempus.naive import STANDARD

PAIR = st.tuples(st.sampled_from(FACTIONS), st.sampled_from(FACTIONS)).map(list)
DECK = st.lists(st.sampled_from([f"d{size}" for size in SIZES]), min_size=10, max_size=10)
DECKS = st.one_of(st.just([STANDARD, STANDARD]), st.tuples(DECK, DECK).map(list))

FEW = WHOLE = settings(deadline=None, max_examples=40)
FAR = 30
SEEDS_PICKED = 24


def options() -> st.SearchStrategy[dict[str, Any]]:
    """Any two factions with any two decks."""
    return st.fixed_dictionaries({"factions": PAIR, "decks": DECKS})


short = options


def picked(seed: int) -> dict[str, Any]:
    """Every faction against every other."""
    return {"factions": [FACTIONS[seed % 4], FACTIONS[seed // 4 % 4]]}


def chosen(match: Match[Any, Any], number: int, bias: int = 3) -> Any:
    """A move: mostly a die, so that rows grow; the smaller ``bias``, the more passes."""
    moves = match.moves
    if number % (bias + 1) == 0:
        return moves[-1]
    return moves[(number >> 8) % max(1, len(moves) - 1)]
