"""The simplest players: one that plays at random, one that follows a policy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tabletop_kit.engine.game import Game
from tabletop_kit.engine.luck import mix
from tabletop_kit.engine.ruling import Seat


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """Plays any legal move, each as likely as the other."""

    id: str

    def choose(self, game: Game[Any, Any], position: Any, seat: Seat, seed: int) -> Any:
        """A legal move for ``seat``."""
        legal = game.moves(position, seat)
        return legal[(mix(seed, 0) * len(legal)) >> 64]


@dataclass(frozen=True, slots=True)
class PolicyPlayer:
    """Follows a policy: a function from position, seat and a random number to a legal move."""

    id: str
    policy: Callable[[Any, Seat, int], Any]

    def choose(self, game: Game[Any, Any], position: Any, seat: Seat, seed: int) -> Any:
        """The policy's move for ``seat``."""
        return self.policy(position, seat, mix(seed, 0))
