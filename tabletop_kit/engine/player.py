"""What a player of the kit is: a name, a strength, and a choice made from what a seat may know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from tabletop_kit.engine.ruling import Seat

if TYPE_CHECKING:
    from tabletop_kit.engine.game import Game


@runtime_checkable
class Player(Protocol):
    """Somebody who can be asked for a move.

    ``id`` is the key of its name and sentence under ``player.<id>`` in the game's texts.
    """

    @property
    def id(self) -> str:
        """A short id, stable across versions."""

    def choose(self, game: Game[Any, Any], position: Any, seat: Seat, seed: int) -> Any:
        """A legal move for ``seat``; the same for the same seed in any two positions that the
        seat cannot tell apart."""
