"""What a player of Tempus can work out: what is needed, what it costs, what the other may hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempus.position import HARPERS_DIE, Die, Position


class Count(NamedTuple):
    """A seat's own count of the table.

    ``hand`` and ``row`` are the seat's sums, ``facing`` the other's row, ``hidden`` what the
    other's hand is worth on average. ``need`` is what the seat must still lay to win the round as
    the rows lie; one less for whoever wins a tie (TP-F1).
    """

    hand: int
    row: int
    facing: int
    hidden: float
    need: int


def count(position: Position, seat: Seat) -> Count:
    """What the seat counts; only what it may know is used."""
    other = 1 - seat
    factions = position.factions
    own, theirs = factions[seat] == "council", factions[other] == "council"
    edge = own and not theirs
    row = sum([die.value for die in position.rows[seat]])
    facing = sum([die.value for die in position.rows[other]])
    return Count(
        sum([die.value for die in position.hands[seat]]),
        row,
        facing,
        hidden_sum(position, other),
        facing - row + (not edge),
    )


def hidden_sum(position: Position, seat: Seat) -> float:
    """What the hidden hand of ``seat`` is worth on average: the sizes not seen yet, and how many.

    A die is worth half its size and a half; a d6 was gained for each die beyond the deck (TP-F2).
    """
    held = len(position.hands[seat])
    if not held:
        return 0.0
    deck, row, gone = position.decks[seat], position.rows[seat], position.gone[seat]
    seen = len(row) + len(gone)
    gained = held + seen - len(deck)
    sizes = sum(deck) + HARPERS_DIE * gained
    sizes -= sum([die.size for die in row]) + sum([die.size for die in gone])
    # A position that was set up by hand may hold other dice than its deck.
    average = sizes / held if 4 * held <= sizes <= 12 * held else sum(deck) / len(deck)
    return held * (average + 1) / 2


def cheapest(hand: Sequence[Die], need: int) -> int | None:
    """The least sum of some of the dice that is at least ``need``; ``None`` if there is none.

    >>> cheapest([Die(8, 5), Die(6, 4), Die(4, 2)], 3), cheapest([Die(4, 2)], 3)
    (4, None)
    """
    if need <= 0:
        return 0
    sums = 1
    for die in hand:
        sums |= sums << die.value
    reached = sums >> need
    return need + (reached & -reached).bit_length() - 1 if reached else None


def largest_towards(hand: Sequence[Die], total: int) -> Die:
    """The largest die from which some others make exactly ``total``, a sum that the hand has.

    Laying the largest first reaches the total in few dice.

    >>> largest_towards([Die(4, 1), Die(4, 2), Die(6, 4)], 3)
    Die(size=4, value=2)
    """
    for die in sorted(hand, key=lambda die: (-die.value, die.size)):
        rest = total - die.value
        if rest < 0:
            continue
        sums, taken = 1, False
        for other in hand:
            if other is die and not taken:
                taken = True
            else:
                sums |= sums << other.value
        if sums >> rest & 1:
            return die
    raise ValueError(f"no dice make {total}")
