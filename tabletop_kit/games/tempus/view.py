"""What a seat may know, a fair re-deal of what it may not, and what must never be broken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tabletop_kit.engine.luck import Luck
from tabletop_kit.engine.ruling import Json, Seat
from tabletop_kit.games.tempus.position import (
    DICE,
    HARPERS_DIE,
    ROUNDS_TO_LOSE,
    Dice,
    Position,
)
from tabletop_kit.games.tempus.setup import dump

STREAMS = ("coin", "hand-0", "hand-1", "harpers-0", "harpers-1", "enclave-0", "enclave-1")
_IMAGINED = (*STREAMS, "imagined-sizes", "imagined-faces")


def view(position: Position, seat: Seat | None) -> dict[str, Json]:
    """The position keys as ``seat`` may know them: the other hand is only counted (TP-3).

    The dice that have left the game are left out too: everybody saw them go, nobody may look
    them up (the ruling of TP-3).
    """
    data = dump(position)
    data["hands"] = [
        hand if other == seat else ["?"] * len(hand) for other, hand in enumerate(data["hands"])
    ]
    del data["gone"]
    return data


def unknown_sizes(position: Position, seat: Seat) -> list[int]:
    """The sizes that the hidden hand of ``seat`` is drawn from, as an attentive player knows them.

    The deck, and a d6 for every die the Harpers gained, without the dice seen in the row and
    those that have left the game. Of a position that was set up by hand there may be more sizes,
    or fewer, than the hand holds.
    """
    seen = [die.size for die in (*position.rows[seat], *position.gone[seat])]
    gained = len(position.hands[seat]) + len(seen) - len(position.decks[seat])
    sizes = [*position.decks[seat], *[HARPERS_DIE] * max(0, gained)]
    for size in seen:
        if size in sizes:
            sizes.remove(size)
    return sizes


def imagine(position: Position, seat: Seat, seed: int) -> Position:
    """A position with another hidden hand, drawn fairly, and with luck of its own.

    Each hidden die has a size that may still be there and a face rolled anew. Nothing of the real
    hidden hand but its number of dice is used.
    """
    luck = Luck.of(seed, _IMAGINED)
    other = 1 - seat
    count = len(position.hands[other])
    sizes = sorted(unknown_sizes(position, other))
    while len(sizes) < count:
        size, luck = luck.choice("imagined-sizes", position.decks[other])
        sizes.append(size)
    if len(sizes) > count:
        order, luck = luck.shuffled("imagined-sizes", sizes)
        sizes = sorted(order[:count])
    faces, luck = luck.rolls("imagined-faces", sizes)
    hand: Dice = tuple(sorted([DICE[die] for die in zip(sizes, faces, strict=True)]))
    hands = (hand, position.hands[1]) if other == 0 else (position.hands[0], hand)
    return replace(position, hands=hands, luck=luck)


def breaches(position: Position) -> Iterator[str]:
    """What must never be broken and is, in a match that began with a set-up: one sentence each."""
    if position.phase == "over" and max(position.lost) < ROUNDS_TO_LOSE:
        yield "the match is over though nobody is beaten (TP-12)"
    if position.phase != "over" and max(position.lost) >= ROUNDS_TO_LOSE:
        yield "the match goes on though a seat is beaten (TP-12)"
    if (position.to_act is None) != (position.phase == "over"):
        yield "a seat is asked exactly while the match goes on"
    if position.to_act is not None and position.passed[position.to_act]:
        yield "the seat to act has passed (TP-7)"
    if sum(position.won) > position.round:
        yield "more rounds are won than were played"
    for seat in (0, 1):
        yield from _dice_breaches(position, seat)


def _dice_breaches(position: Position, seat: Seat) -> Iterator[str]:
    dice = (*position.hands[seat], *position.rows[seat], *position.gone[seat])
    if any(die not in DICE.values() for die in dice):
        yield f"seat {seat} has a die that cannot be (TP-D1, TP-2)"
    if list(position.hands[seat]) != sorted(position.hands[seat]):
        yield f"the hand of seat {seat} is not sorted"
    gained = position.won[seat] if position.factions[seat] == "harpers" else 0
    # The round that ends the match brings the Harpers no die; a tie may have ended it, too.
    maybe = {gained, gained - 1} if position.phase == "over" and gained else {gained}
    if len(dice) - len(position.decks[seat]) not in maybe:
        yield f"seat {seat} has {len(dice)} dice, not its deck and {gained} gained (TP-2, TP-F2)"
