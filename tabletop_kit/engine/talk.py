"""What may be said across the table while a move is being prepared: signs, and nothing else.

It belongs to the table, not to the rules: no position changes by it. A game that allows such talk
hands it out as :attr:`Game.talk`; names and sentences of signs are texts under ``talk``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from tabletop_kit.engine.ruling import Json, Seat


class Talk(Protocol):
    """When the other seats may show a sign, which ones, and what a companion of the kit shows.

    Texts: ``talk.<word>.open`` (the button that says what one is about to do), ``talk.<word>.ask``
    (what the others may do now), ``talk.<sign>.press`` (the button of a sign) and
    ``talk.<sign>.shown`` (a sentence about the seat that shows it).
    """

    @property
    def words(self) -> tuple[str, ...]:
        """The beginnings of moves that let the others speak, such as ``("heretic",)``."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """Every sign that there is."""

    def prepared(self, selected: Sequence[str]) -> str:
        """Which of the ``words`` a selection of tokens (by their words) prepares; empty: none."""

    def signs(self, position: Any, seat: Seat, word: str) -> tuple[str, ...]:
        """The signs that the others may show while ``seat`` prepares a move that begins so.

        None at all where this seat could not say such a move now, or nobody else is asked.
        """

    def shows(self, view: Mapping[str, Json], seat: Seat, word: str) -> str:
        """The sign of a companion of the kit at ``seat``, from what this seat may know alone."""
