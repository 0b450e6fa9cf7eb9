"""How quick the coach of a game is: its advice, and the chances of the lines it shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from tabletop_kit.engine.coach import Advice
from tabletop_kit.engine.game import Game
from tabletop_kit.engine.luck import mix
from tabletop_kit.engine.ruling import Seat
from tabletop_kit.players.chances import Chances

AnyGame = Game[Any, Any]
POSITIONS = 200
"""So many positions are advised on."""
SHARPENED = 7
"""In so many of them, where the priorities disagree most, the chances are sharpened."""


class Asked(NamedTuple):
    """A position in which a coach was asked, by whom, what it said, and in how many seconds."""

    position: Any
    seat: Seat
    advice: Advice
    seconds: float


def coach_times(game: AnyGame, positions: int = POSITIONS) -> Iterator[tuple[str, str, float]]:
    """Name, unit and CPU seconds of each figure of a coach; nothing where the game has none.

    ``advice``: what the priorities would play in a position, the middle one and the worst.
    ``first-chances``: until every line has a chance of winning; ``chances``: until the intervals
    are within plus or minus five points, the middle and the worst of some positions.
    """
    if not game.priorities:
        return
    asked = list(_decisions(game, positions))
    times = [one.seconds for one in asked]
    yield "advice", "ms", median(times)
    yield "advice-worst", "ms", max(times)
    pairs = [_chances_times(game, one) for one in _most_open(asked)]
    yield "first-chances", "s", max(first for first, _whole in pairs)
    yield "chances", "s", median(whole for _first, whole in pairs)
    yield "chances-worst", "s", max(whole for _first, whole in pairs)


def _decisions(game: AnyGame, count: int) -> Iterator[Asked]:
    """Positions of whole games of the game's policy in which the coach speaks."""
    choose, found, seed = game.policy(), 0, 0
    while found < count:
        position, step = game.setup({}, game.luck(seed)), 0
        while (seat := game.to_act(position)) is not None and found < count:
            began = process_time()
            advice = game.advice(position, seat)
            if advice is not None:
                yield Asked(position, seat, advice, process_time() - began)
                found += 1
            position = game.apply(position, seat, choose(position, seat, mix(seed, step)))
            step += 1
        seed += 1


def _most_open(asked: Sequence[Asked]) -> list[Asked]:
    """Those in which most different moves are advised, the earliest of a game first."""
    return sorted(asked, key=lambda one: len(one.advice.moves()), reverse=True)[:SHARPENED]


def _chances_times(game: AnyGame, asked: Asked) -> tuple[float, float]:
    """CPU seconds until every line has a first figure, and until all are sharp."""
    chances = Chances(game, asked.position, asked.seat, asked.advice.moves())
    began = process_time()
    chances.run(1)
    first = process_time() - began
    chances.run()
    return first, process_time() - began
