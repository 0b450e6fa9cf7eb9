"""How the games are played at random, for what must hold in every one of them.

Each game says its own in ``tests/games/<id>/playing.py``:

* ``options()`` and ``short()``: strategies for options that the rules allow; those of ``short``
  make games that end soon,
* ``chosen(match, number)``: a move, such that much happens and games last long enough,
* ``picked(seed)``: options that a handful of seeds should meet between them, and ``SEEDS_PICKED``,
  how many seeds that is,
* ``FEW`` and ``WHOLE``: how often a property is tried, where games go on to anywhere and where
  they are played to their end.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from tabletop_kit.engine.luck import SEEDS, mix
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.save import code, digest
from tabletop_kit.games import GAMES, find_game

Playing = Any
"""The module ``playing`` of a game."""

SEED = st.integers(0, SEEDS - 1)
FOLDER = Path(__file__).parent


def playing(game: str) -> Playing:
    """How a game is played in these tests."""
    return import_module(f"tests.games.{game}.playing")


def described() -> list[str]:
    """The games that say how they are played."""
    return [game for game in GAMES if (FOLDER / game / "playing.py").is_file()]


def at_random(game: str, options: dict[str, Any], seed: int, limit: int = 9999) -> Match[Any, Any]:
    """A game from a seed, played on at random: to its end, or so far."""
    match = Match.begin(find_game(game), options, seed)
    choose = playing(game).chosen
    while match.to_act is not None and match.ply < limit:
        match.play(choose(match, mix(match.seed, match.ply)))
    return match


@st.composite
def games(draw: Any, game: str, whole: bool = False, most: int = 0) -> Match[Any, Any]:
    """A game that has got to its end, or to anywhere within ``most`` plies."""
    how = playing(game)
    options = draw(how.short() if whole else how.options())
    limit = 9999 if whole else draw(st.integers(0, most or how.FAR))
    return at_random(game, options, draw(SEED), limit)


def many_digests(game: str) -> str:
    """What comes of a handful of games: positions and stories, the same in every process."""
    how, found = playing(game), []
    for seed in range(how.SEEDS_PICKED):
        match = at_random(game, how.picked(seed), seed)
        story = "".join(match.story(0) + match.story(None, "de"))
        found.append(f"{digest(match.game, match.position)} {len(story)} {code(match)}")
    return "\n".join(found)
