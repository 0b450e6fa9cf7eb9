"""One game a day, the same for everyone: its seed, its options, and how it went in a few marks.

A game that has such a thing hands it out as :attr:`Game.daily`. What is told of a day's game must
not give away what is still hidden for those who play it later: marks are made from what everybody
at the table saw happen, and the check is a fingerprint that only the moves themselves can answer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any

from tabletop_kit.engine.event import Event
from tabletop_kit.engine.luck import SEEDS
from tabletop_kit.engine.ruling import Json, Outcome
from tabletop_kit.engine.text import Texts

if TYPE_CHECKING:
    from tabletop_kit.engine.match import Match

CHECK_DIGITS = 12


@dataclass(frozen=True)
class Daily:
    """The game of the day of one game: the ``options`` it is always played with.

    A game may make its own kind of it, with marks and a line that tell more.
    """

    options: Mapping[str, Json] = field(default_factory=dict)

    def marks(self, events: Iterable[Event]) -> str:
        """How it went as a row of marks, from what a spectator saw; empty: no row."""
        return ""

    def line(self, won: bool, result: Mapping[str, Json], texts: Texts) -> str:
        """How it ended in a few words, from ``Game.result``; empty: the table says won or lost."""
        key = "daily.won" if won else "daily.lost"
        return texts(key, **result) if key in texts else ""

    def score(self, outcome: Outcome, result: Mapping[str, Json]) -> int:
        """A number by which days are compared: the higher, the better."""
        return round(100 * outcome.scores[0])


def daily_seed(game: str, day: date) -> int:
    """The seed of a game on a day, the same everywhere.

    >>> daily_seed("tempus", date(2026, 7, 1)) == daily_seed("tempus", date(2026, 7, 1))
    True
    >>> daily_seed("tempus", date(2026, 7, 1)) == daily_seed("tempus", date(2026, 7, 2))
    False
    """
    text = f"tabletop-kit daily {game} {day.isoformat()}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") % SEEDS


def daily_check(match: Match[Any, Any], day: date) -> str:
    """A fingerprint of the moves of a day's game: three groups of four hexadecimal digits.

    Whoever is shown the match later can work it out again; from the digits alone nothing follows.
    """
    moves = ";".join(f"{step.seat} {match.game.write(step.move)}" for step in match.steps()[1:])
    text = f"{match.game.id} {match.game.rules_version} {day.isoformat()} {match.seed} {moves}"
    digits = hashlib.sha256(text.encode()).hexdigest()[:CHECK_DIGITS]
    return "-".join(digits[start : start + 4] for start in range(0, CHECK_DIGITS, 4))


def checks(text: str, match: Match[Any, Any], day: date) -> bool:
    """Whether a text that was passed on is that of this very match, played on that day."""
    return daily_check(match, day) in text and match.seed == daily_seed(match.game.id, day)
