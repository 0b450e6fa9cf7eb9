"""Who plays Tempus for the kit: a quick policy for playouts, and the named opponents."""

from __future__ import annotations

from collections.abc import Mapping

from tabletop_kit.engine.player import Player
from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempus.belief import plausible
from tabletop_kit.games.tempus.moves import BEGIN, LAY, PASS, Move
from tabletop_kit.games.tempus.position import Dice, Die, Position
from tabletop_kit.games.tempus.reckon import Count, cheapest, count, largest_towards
from tabletop_kit.players.basic import PolicyPlayer, RandomPlayer
from tabletop_kit.players.rollouts import RolloutPlayer

# The numbers of a sound player, in points of strength: chosen by playing variants against each
# other; around them the result hardly changes.
PRICE = 9
"""What winning the first round may cost once the other has passed."""
HARPERS_BONUS = 3
"""How much more a round is worth for each Harper at the table, who may gain a d6 (TP-F2)."""
OPENING_SPARE = 10
"""How much more than the other one must hold to let the first round go."""
LEADING_SPARE = 14
"""The same for the second round, a round ahead."""


def greedy(position: Position, seat: Seat, draw: int) -> Move:
    """The beginner: the largest die while behind, a pass as soon as ahead; begins if it may."""
    if position.phase == "choose-beginner":
        return BEGIN[seat]
    hand = position.hands[seat]
    table = count(position, seat)
    if not hand or (table.need <= 0 and position.rows[seat]):
        return PASS
    return LAY[max(hand, key=_by_value)]


def sound(position: Position, seat: Seat, draw: int) -> Move:
    """Counts what is needed, lays as little as will do, and knows when to let a round go.

    A round is let go (TP-7) by whoever can afford to lose it and holds enough more than the other,
    what the other has yet to pay for this round taken off.
    """
    if position.phase == "choose-beginner":
        return BEGIN[1 - seat]
    hand = position.hands[seat]
    if not hand:
        return PASS
    table = count(position, seat)
    if position.passed[1 - seat]:
        return _answer(position, seat, table)
    if position.lost[seat]:
        return _follow(hand, table.need)
    if table.need > table.hand:
        return PASS
    to_pay = max(0, 2 - table.need)
    spare = LEADING_SPARE if position.lost[1 - seat] else OPENING_SPARE
    if table.hand >= table.hidden - to_pay + spare:
        return PASS
    return _follow(hand, table.need)


def _answer(position: Position, seat: Seat, table: Count) -> Move:
    """The other has passed: take the round at least cost, or give it up."""
    hand = position.hands[seat]
    cost = cheapest(hand, table.need)
    if not cost:
        return PASS
    price = PRICE + HARPERS_BONUS * position.factions.count("harpers")
    if cost > price and position.lost == (0, 0):
        return PASS
    return LAY[largest_towards(hand, cost)]


def _follow(hand: Dice, need: int) -> Move:
    """The smallest die that takes the lead, or the largest there is; the smallest when ahead."""
    enough = [die for die in hand if die.value >= need]
    return LAY[min(enough, key=_by_value) if enough else max(hand, key=_by_value)]


def _by_value(die: Die) -> tuple[int, int]:
    return die.value, die.size


def distinct(position: Position, seat: Seat) -> tuple[Move, ...]:
    """The moves that differ in strength: of dice that show the same, the smallest, and the pass."""
    if position.phase == "choose-beginner":
        return BEGIN
    first: dict[int, Die] = {}
    for die in position.hands[seat]:
        first.setdefault(die.value, die)
    return (*[LAY[die] for die in first.values()], PASS)


def quick(position: Position, seat: Seat, draw: int) -> Move:
    """The policy for playouts: sound, and quick enough to be asked a thousand times a second."""
    return sound(position, seat, draw)


PLAYERS: Mapping[str, Player] = {
    "random": RandomPlayer("random"),
    "greedy": PolicyPlayer("greedy", greedy),
    "sound": PolicyPlayer("sound", sound),
    "redealer": RolloutPlayer("redealer", 200, quick, narrow=distinct),
    "reader": RolloutPlayer("reader", 1000, quick, narrow=distinct, belief=plausible),
}
"""Weakest first; docs/opponents.md has them measured against each other."""
