"""How Tomes of Power is played at random."""

from __future__ import annotations

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from tabletop_kit.engine.match import Match
from tabletop_kit.games.tomes.position import READINGS, RUNGS

FEW = WHOLE = settings(deadline=None, max_examples=40)
FAR = 25
SEEDS_PICKED = 24


@st.composite
def options(draw: Any) -> dict[str, Any]:
    """Any options that the rules allow."""
    seats = draw(st.integers(1, 4))
    found: dict[str, Any] = {"seats": seats, "edition": draw(st.booleans())}
    if found["edition"] and draw(st.booleans()):
        found["readings"] = draw(st.permutations(READINGS))[:seats]
    if seats == 1:
        found["rung"] = draw(st.sampled_from([None, *RUNGS]))
    else:
        found["campaign"] = draw(st.sampled_from([None, "terror"]))
    return found


short = options


def picked(seed: int) -> dict[str, Any]:
    """Every number of seats, with and without the edition and Terror."""
    campaign = "terror" if seed % 4 and seed % 5 < 3 else None
    return {"seats": 1 + seed % 4, "edition": seed % 3 > 0, "campaign": campaign}


def chosen(match: Match[Any, Any], number: int) -> Any:
    """A move, giving up only rarely; payments that waste little, so that games last."""
    moves = match.moves
    if number % 97 == 0:
        return moves[-1]
    some = [moves[(number >> shift) % max(1, len(moves) - 1)] for shift in (8, 16, 24, 32)]
    if match.position.phase == "pay":
        return min(some, key=lambda move: len(str(move)) if str(move)[:3] == "pay" else 99)
    return some[0]
