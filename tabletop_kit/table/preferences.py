"""How a person likes to play."""

from __future__ import annotations

from dataclasses import dataclass

from tabletop_kit.table.windows import When


@dataclass(frozen=True, slots=True)
class Preferences:
    """How a person likes to play.

    ``auto``: forced moves play themselves; ``pause``: what a headline tells (a round was won) is
    shown until one goes on; ``fair_undo``: never back past something new; ``plain``: buttons
    in place of the board; ``coach``: the coach speaks after each move; ``windows``: when to ask
    for an answer out of turn.
    """

    language: str = "en"
    motion: bool = True
    auto: bool = True
    pause: bool = True
    fair_undo: bool = False
    plain: bool = False
    coach: bool = True
    windows: When = "possible"
