"""Tempus keeps what every game must keep."""

from __future__ import annotations

from itertools import product

import pytest

from tabletop_kit.engine.conformance import check
from tabletop_kit.games.tempus import GAME
from tabletop_kit.games.tempus.position import FACTIONS

PAIRINGS = list(product(FACTIONS, FACTIONS))


@pytest.mark.parametrize("factions", PAIRINGS, ids="-".join)
def test_every_pairing_of_factions_conforms(factions: tuple[str, str]) -> None:
    cited: set[str] = set()
    for seed in range(4):
        cited |= check(GAME, seed, {"factions": list(factions)}).cited.keys()
    assert {"TP-1", "TP-2", "TP-5", "TP-6", "TP-7", "TP-11", "TP-12"} <= cited


def test_own_decks_conform() -> None:
    decks = [["d12"] * 10, ["d4", *["d6"] * 3, *["d8"] * 3, *["d10"] * 3]]
    for seed in range(6):
        assert "TP-D2" in check(GAME, seed, {"decks": decks}).cited
