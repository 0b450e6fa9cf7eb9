"""Thinking by playing out: fair worlds, common luck, and more of it for the better moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, log2
from typing import Any, NamedTuple, TypeAlias

from tabletop_kit.engine.game import Game
from tabletop_kit.engine.luck import mix
from tabletop_kit.engine.playout import LIMIT, EndlessGame, Policy
from tabletop_kit.engine.ruling import Seat

Narrow: TypeAlias = Callable[[Any, Seat], Sequence[Any]]
"""The legal moves that are worth a thought; only what the seat may know counts."""

Belief: TypeAlias = Callable[[Any, Seat], float]
"""From an imagined position and the seat that imagines it: how well what everybody saw fits it."""

Worth: TypeAlias = Callable[[Any, Seat], float]
"""What a position is worth to a seat, 0 to 1; it is asked where a playout stops."""

Until: TypeAlias = Callable[[Any, Any], bool]
"""From the position that is thought about and one reached in a playout: whether it may stop there.

It is not asked before somebody is to act again, nor when the game is over.
"""

_WORLDS, _LUCK, _PICK = 1, 2, 3


class Tried(NamedTuple):
    """A move, its mean score (0..1) for the seat, and in how many worlds it was played out."""

    move: Any
    score: float
    worlds: int


@dataclass(frozen=True, slots=True)
class RolloutPlayer:
    """Plays each move out in worlds that the seat cannot tell from the real one; takes the best.

    All moves are tried in the same worlds with the same luck; after each share of the ``playouts``
    the worse half of the moves is dropped. ``policy`` plays the seat's own moves in the playouts
    (left out: the game's), ``others`` everybody else's (left out: the same). ``narrow`` may leave
    moves out that differ in nothing. With a ``belief``, each world is chosen from ``draws``
    imagined ones, the likelier the better it fits.

    Playouts go to the end and count its score, unless ``worth`` says what the last position is
    worth; with it, ``until`` may stop a playout early.

    ``playouts`` is a count, never a time, so the choice follows from what the seat knows and the
    seed alone.
    """

    id: str
    playouts: int
    policy: Policy[Any, Any] | None = None
    others: Policy[Any, Any] | None = None
    narrow: Narrow | None = None
    belief: Belief | None = None
    draws: int = 6
    worth: Worth | None = None
    until: Until | None = None

    def choose(self, game: Game[Any, Any], position: Any, seat: Seat, seed: int) -> Any:
        """The move that did best for ``seat``."""
        legal = (self.narrow or game.moves)(position, seat)
        if len(legal) == 1:
            return legal[0]
        return self.ranking(game, position, seat, seed, legal)[0].move

    def ranking(
        self, game: Game[Any, Any], position: Any, seat: Seat, seed: int, legal: Sequence[Any]
    ) -> list[Tried]:
        """The moves, best first; those dropped earlier stand behind those tried longer."""
        totals, tried = [0.0] * len(legal), [0] * len(legal)
        order = list(range(len(legal)))
        stages = max(1, ceil(log2(len(legal))))
        number, alive = 0, len(legal)
        for _ in range(stages):
            for _ in range(max(1, self.playouts // (stages * alive))):
                world = self._world(game, position, seat, seed, number)
                luck = mix(mix(seed, _LUCK), number)
                number += 1
                for place in order[:alive]:
                    reached = game.apply(world, seat, legal[place])
                    totals[place] += self._score(game, position, reached, seat, luck)
                    tried[place] += 1
            order[:alive] = sorted(order[:alive], key=lambda one: (-totals[one] / tried[one], one))
            alive = ceil(alive / 2)
        return [Tried(legal[one], totals[one] / tried[one], tried[one]) for one in order]

    def _world(
        self, game: Game[Any, Any], position: Any, seat: Seat, seed: int, number: int
    ) -> Any:
        """The ``number``-th world; with a belief, fitting ones are the likelier."""
        key = mix(mix(seed, _WORLDS), number)
        if self.belief is None:
            return game.imagine(position, seat, key >> 11)
        seeds = [mix(key, draw) >> 11 for draw in range(self.draws)]
        worlds = [game.imagine(position, seat, one) for one in seeds]
        weights = [self.belief(world, seat) for world in worlds]
        return weighted(worlds, weights, mix(mix(seed, _PICK), number))

    def _score(
        self, game: Game[Any, Any], start: Any, position: Any, seat: Seat, luck: int
    ) -> float:
        """What the seat gets when the position is played out, or as far as it needs to be."""
        own = self.policy or game.policy()
        others = self.others or own
        to_act, apply, until = game.to_act, game.apply, self.until
        for step in range(LIMIT):
            asked = to_act(position)
            if asked is None:
                return self._final(game, position, seat)
            if until is not None and self.worth is not None and until(start, position):
                return self.worth(position, seat)
            policy = own if asked == seat else others
            position = apply(position, asked, policy(position, asked, mix(luck, step)))
        raise EndlessGame(f"{game.id}: no end after {LIMIT} moves")

    def _final(self, game: Game[Any, Any], position: Any, seat: Seat) -> float:
        """What the end of a game is worth."""
        if self.worth is not None:
            return self.worth(position, seat)
        outcome = game.outcome(position)
        assert outcome is not None
        return outcome.scores[seat]


def weighted(items: Sequence[Any], weights: Sequence[float], draw: int) -> Any:
    """One of the items, each as likely as its weight, by a random 64-bit number.

    >>> weighted("abc", [0, 1, 0], 2**63), weighted("ab", [0, 0], 5)
    ('b', 'a')
    """
    mark = draw / 2**64 * sum(weights)
    for item, weight in zip(items, weights, strict=True):
        mark -= weight
        if mark < 0:
            return item
    return items[0]
