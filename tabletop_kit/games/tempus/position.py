"""What is on the table in Tempus: dice, hands, rows, rounds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from tabletop_kit.engine.luck import Luck

Faction = Literal["council", "harpers", "zhentarim", "enclave"]
Phase = Literal["choose-beginner", "round", "over"]

FACTIONS: tuple[Faction, ...] = ("council", "harpers", "zhentarim", "enclave")
SIZES = (4, 6, 8, 10, 12)
"""The sizes of dice that a deck may hold (TP-D1)."""
DECK_DICE = 10
STANDARD_DECK = (4, 4, 4, 6, 6, 6, 8, 8, 8, 10)
"""3d4 3d6 3d8 1d10 (TP-2)."""
MASTER_DECK = (4, 6, 6, 6, 8, 8, 8, 10, 10, 10)
"""The stronger deck that the source gives a practised opponent (TP-D2)."""
ROUNDS_TO_LOSE = 2
HARPERS_DIE = 6
ENCLAVE_DIE = 10


class Die(NamedTuple):
    """A rolled die: its size and the value it shows, written ``d8:5``."""

    size: int
    value: int

    def __str__(self) -> str:
        return f"d{self.size}:{self.value}"


Dice = tuple[Die, ...]
Two = tuple[int, int]

DICE: dict[tuple[int, int], Die] = {
    (size, value): Die(size, value) for size in SIZES for value in range(1, size + 1)
}
"""Every possible die once, so that equal dice are the same object."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position of Tempus. Pairs are by seat.

    ``hands`` are sorted; ``rows`` run from left to right; ``gone`` are the dice that have left
    the game (everybody saw them go; a view does not repeat them). ``to_act`` is ``None`` when it
    is over.
    """

    factions: tuple[Faction, Faction]
    decks: tuple[tuple[int, ...], tuple[int, ...]]
    hands: tuple[Dice, Dice]
    rows: tuple[Dice, Dice]
    passed: tuple[bool, bool]
    lost: Two
    won: Two
    round: int
    beginner: int | None
    to_act: int | None
    phase: Phase
    gone: tuple[Dice, Dice]
    luck: Luck

    @property
    def strength(self) -> Two:
        """The sums of the two rows (TP-6)."""
        return strength(self.rows[0]), strength(self.rows[1])

    def _repr_html_(self) -> str:
        from tabletop_kit.games import find_game
        from tabletop_kit.table.still import position_html

        return position_html(find_game("tempus"), self)


def strength(row: Iterable[Die]) -> int:
    """The sum of the dice (TP-6).

    >>> strength([Die(8, 5), Die(4, 2)])
    7
    """
    return sum([die.value for die in row])


def deck_text(deck: Sequence[int]) -> str:
    """A deck as it is written, smallest dice first.

    >>> deck_text(MASTER_DECK)
    '1d4 3d6 3d8 3d10'
    """
    return " ".join(f"{deck.count(size)}d{size}" for size in sorted(set(deck)))
