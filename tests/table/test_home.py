"""The tiles of the home page."""

from __future__ import annotations

import pytest

from tabletop_kit.games import GAMES
from tabletop_kit.table.home import EMBLEMS
from tabletop_kit.table.shapes import glyphs


@pytest.mark.parametrize("game", GAMES)
def test_an_emblem_shows_pieces_of_its_game(game: str) -> None:
    """Four pieces that can be drawn; a number never stands alone on a card that has a sign."""
    pieces = EMBLEMS[game]
    assert len(pieces) == len(set(pieces)) == 4
    for _shape, mark, sign in pieces:
        assert mark or sign
        assert not sign or sign in glyphs()
