"""What the dice that somebody laid say of the dice that they still hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempus.position import Die, Position

DOUBT = 0.1
"""How much less likely a hand is for every die in it that would have served better."""


class Laid(NamedTuple):
    """A die that a seat laid, and what it still needed then to win the round."""

    place: int
    die: Die
    need: int


def laid(position: Position, seat: Seat) -> Iterator[Laid]:
    """The dice that ``seat`` laid this round, in order, as everybody saw it.

    Turns alternate from the beginner on; who has no further die in its row had passed (TP-7). A
    die that the Enclave kept (TP-F4) was not laid.
    """
    if position.beginner is None:
        return
    rows = position.rows
    after = position.round > 1
    places = [
        int(after and position.factions[one] == "enclave" and bool(rows[one])) for one in (0, 1)
    ]
    sums = [sum([die.value for die in rows[one][: places[one]]]) for one in (0, 1)]
    own, theirs = (position.factions[one] == "council" for one in (seat, 1 - seat))
    edge = own and not theirs
    turn = position.beginner
    while places[0] < len(rows[0]) or places[1] < len(rows[1]):
        place = places[turn]
        if place < len(rows[turn]):
            die = rows[turn][place]
            if turn == seat:
                yield Laid(place, die, sums[1 - seat] - sums[seat] + (not edge))
            sums[turn] += die.value
            places[turn] += 1
        turn = 1 - turn


def plausible(world: Position, seat: Seat) -> float:
    """How well the other's hand in an imagined world fits what the other laid this round.

    Somebody who lays as little as will do has no die left that would have done with less.
    """
    other = 1 - seat
    hand = [die.value for die in world.hands[other]]
    row = world.rows[other]
    better = 0
    for place, die, need in laid(world, other):
        value = die.value
        held = hand + [later.value for later in row[place + 1 :]]
        if value < need:
            better += sum([one > value for one in held])
        else:
            better += sum([need <= one < value for one in held])
    return DOUBT**better
