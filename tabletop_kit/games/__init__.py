"""The games of the kit. A further game is one folder beside these and one line here."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from tabletop_kit.engine.game import Game
from tabletop_kit.engine.problem import Problem, shortened

GAMES = ("tempus", "tomes", "vortex", "tempest")
"""The ids of the games, each the name of its folder."""


def find_game(game: str) -> Game[Any, Any]:
    """The game with this id. Raises :class:`~tabletop_kit.engine.problem.Problem`.

    >>> find_game("tempus")
    <game tempus>
    """
    if game not in GAMES:
        raise Problem("unknown-game", game=shortened(game), games=", ".join(GAMES))
    found: Game[Any, Any] = import_module(f"tabletop_kit.games.{game}").GAME
    return found
