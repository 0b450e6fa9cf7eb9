"""Thinking by playing out: fair worlds, common luck, and more of it for the better moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, log2
from typing import Any, TypeAlias

from tabletop_kit.engine.game import Game
from tabletop_kit.engine.luck import mix
from tabletop_kit.engine.playout import LIMIT, EndlessGame, Policy
from tabletop_kit.engine.ruling import Seat

Appraisal: TypeAlias = Callable[[Any, Any, Seat], float | None]
"""From the position that is thought about, one reached from it, and a seat: the seat's chance
(0..1) if the playout may stop here, ``None`` where it must go on."""


@dataclass(frozen=True, slots=True)
class RolloutPlayer:
    """Plays each move out in worlds that the seat cannot tell from the real one; takes the best.

    All moves are tried in the same worlds with the same luck. After each share of the ``playouts``
    the worse half of the moves is dropped. ``policy`` plays the seat's own moves in the playouts
    and ``others`` everybody else's (left out: the same). ``appraise`` may cut playouts short.
    ``playouts`` is a count, never a time, so the choice follows from what the seat knows and the
    seed alone.
    """

    id: str
    playouts: int
    policy: Policy[Any, Any] | None = None
    others: Policy[Any, Any] | None = None
    appraise: Appraisal | None = None

    def choose(self, game: Game[Any, Any], position: Any, seat: Seat, seed: int) -> Any:
        """The move that did best for ``seat``."""
        legal = game.moves(position, seat)
        if len(legal) < 2:
            return legal[0]
        return self.ranking(game, position, seat, seed, legal)[0][0]

    def ranking(
        self, game: Game[Any, Any], position: Any, seat: Seat, seed: int, legal: Sequence[Any]
    ) -> list[tuple[Any, float, int]]:
        """The moves, best first, each with its mean score and the worlds it was tried in."""
        totals = [0.0] * len(legal)
        tried = [0] * len(legal)
        order = list(range(len(legal)))
        stages = max(1, ceil(log2(len(legal))))
        world = 0
        alive = len(order)
        for _ in range(stages):
            for _ in range(max(1, self.playouts // (stages * alive))):
                imagined = game.imagine(position, seat, mix(seed, world) >> 11)
                luck = mix(seed ^ 0x5DEECE66D, world)
                world += 1
                for place in order[:alive]:
                    reached = game.apply(imagined, seat, legal[place])
                    totals[place] += self._score(game, imagined, reached, seat, luck)
                    tried[place] += 1
            order[:alive] = sorted(order[:alive], key=lambda one: (-totals[one] / tried[one], one))
            alive = max(1, ceil(alive / 2))
        return [(legal[one], totals[one] / tried[one], tried[one]) for one in order]

    def _score(
        self, game: Game[Any, Any], root: Any, position: Any, seat: Seat, luck: int
    ) -> float:
        own = self.policy or game.policy()
        others = self.others or own
        to_act, apply, appraise = game.to_act, game.apply, self.appraise
        for step in range(LIMIT):
            if appraise is not None:
                chance = appraise(root, position, seat)
                if chance is not None:
                    return chance
            asked = to_act(position)
            if asked is None:
                outcome = game.outcome(position)
                assert outcome is not None
                return outcome.scores[seat]
            policy = own if asked == seat else others
            position = apply(position, asked, policy(position, asked, mix(luck, step)))
        raise EndlessGame(f"{game.id}: no end after {LIMIT} moves")
