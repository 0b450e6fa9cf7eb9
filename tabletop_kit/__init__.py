"""Learn, play and study tabletop games, rule by rule.

>>> import tabletop_kit as kit
>>> match = kit.new("tempus", seed=7)
>>> match.play("pass")[0].kind
'passed'
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tabletop_kit.engine.game import Game
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.rulebook import Rules
from tabletop_kit.engine.ruling import Json, Refused
from tabletop_kit.games import GAMES, find_game

if TYPE_CHECKING:
    from tabletop_kit.players.review import Review

__version__ = "0.1.0"
__all__ = [
    "GAMES",
    "Game",
    "Match",
    "coach",
    "daily",
    "decks",
    "find_game",
    "home",
    "learn",
    "load",
    "new",
    "play",
    "position",
    "rulebook",
]

_PAGES = ("daily", "decks", "home", "learn", "play")


def __getattr__(name: str) -> Any:
    """The pages bring the widgets when they are first asked for."""
    if name in _PAGES:
        from tabletop_kit.table import open as pages

        return getattr(pages, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def rulebook(game: str = "tempus", language: str = "en") -> Rules:
    """The rulebook of a game; it shows itself in a notebook. Raises ``Problem``."""
    return Rules(find_game(game), language)


def new(game: str = "tempus", seed: int | None = None, **options: Json) -> Match[Any, Any]:
    """A new match; without a ``seed`` one is drawn, and the match shows it.

    Raises ``Problem`` on an unknown game, ``BadPosition`` on a refused option.
    """
    from secrets import randbelow

    described = find_game(game)
    with _told(described):
        return Match.new(described, randbelow(1_000_000) if seed is None else seed, **options)


def position(game: str, seed: int = 0, **keys: Json) -> Match[Any, Any]:
    """A match that starts from a position given by its keys (see the game's rules page).

    >>> position("tempus", hands=[["d8:5"], ["d4:2"]]).moves
    (Lay(die=Die(size=8, value=5)), Pass())
    """
    described = find_game(game)
    with _told(described):
        return Match.at(described, keys, seed)


@contextmanager
def _told(game: Game[Any, Any]) -> Iterator[None]:
    """A refusal leaves as a sentence, for whoever reads the last line of a traceback."""
    try:
        yield
    except Refused as refused:
        refused.tell(game.texts().explain(refused))
        raise


def coach(
    match: Match[Any, Any], seat: int | None = None, *, seed: int = 0, aim: float = 0.05
) -> Review:
    """A match looked through by the coach, finished or running; it shows itself in a notebook.

    ``seat`` is left out for the first person's. ``aim`` is the half width that a chance of winning
    is sharpened to. Raises ``Problem``.
    """
    from tabletop_kit.players.review import Review

    return Review(match, seat, seed=seed, aim=aim)


def load(text: str) -> Match[Any, Any]:
    """A match from a share code, or from the text of a saved file. Raises ``Problem``."""
    from tabletop_kit.engine import save

    reader = save.load_text if text.lstrip().startswith("{") else save.load_code
    return reader(text, find_game)
