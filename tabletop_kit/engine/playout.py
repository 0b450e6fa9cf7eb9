"""Playing a game out, move by move, without keeping anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from tabletop_kit.engine.game import Game
from tabletop_kit.engine.luck import mix
from tabletop_kit.engine.ruling import Outcome, Seat

P = TypeVar("P")
M = TypeVar("M")

Policy: TypeAlias = Callable[[P, Seat, int], M]
"""Chooses a legal move from a position, the seat asked, and a random 64-bit number."""

LIMIT = 20_000
"""More moves than any game of the kit can have."""


class EndlessGame(RuntimeError):
    """A game went on beyond :data:`LIMIT` moves: a fault in its rules."""


def playout(
    game: Game[P, M], position: P, policy: Policy[P, M], seed: int, limit: int = LIMIT
) -> tuple[Outcome, int]:
    """Play to the end with one policy for all seats; the outcome and the number of moves.

    Raises :class:`EndlessGame` after ``limit`` moves.
    """
    to_act, apply = game.to_act, game.apply
    for step in range(limit):
        seat = to_act(position)
        if seat is None:
            outcome = game.outcome(position)
            assert outcome is not None
            return outcome, step
        position = apply(position, seat, policy(position, seat, mix(seed, step)))
    raise EndlessGame(f"{game.id}: no end after {limit} moves")


def random_policy(game: Game[P, M]) -> Policy[P, M]:
    """Any legal move, each as likely as the other."""
    moves = game.moves

    def choose(position: P, seat: Seat, draw: int) -> M:
        legal = moves(position, seat)
        return legal[(draw * len(legal)) >> 64]

    return choose
