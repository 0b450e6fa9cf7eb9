"""Who plays Tempus for the kit: a quick policy for playouts, and the named opponents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tabletop_kit.engine.player import Player
from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempus.moves import BEGIN, LAY, PASS, Move
from tabletop_kit.games.tempus.position import Dice, Die, Position
from tabletop_kit.games.tempus.reckon import Count, cheapest, count, largest_towards
from tabletop_kit.players.basic import PolicyPlayer, RandomPlayer
from tabletop_kit.players.rollouts import RolloutPlayer


def greedy(position: Position, seat: Seat, draw: int) -> Move:
    """The beginner: the largest die while behind, a pass as soon as ahead; begins if it may."""
    if position.phase == "choose-beginner":
        return BEGIN[seat]
    hand = position.hands[seat]
    table = count(position, seat)
    if not hand or (table.need <= 0 and position.rows[seat]):
        return PASS
    return LAY[max(hand, key=lambda die: die.value)]


@dataclass(frozen=True, slots=True)
class Temper:
    """The numbers of a sound player, all in points of strength.

    ``price``: what winning round 1 may cost. ``chase``: how far behind it still follows in round
    1. ``lead``: how far ahead it lets the other have the last word. ``spare``: how much more than
    the other it must hold back for the decider to let the second round go.
    """

    price: int = 9
    spare: float = 6.0
    open: float = 10.0
    second: bool = True


def sound(position: Position, seat: Seat, draw: int, temper: Temper = Temper()) -> Move:
    """Counts what is needed, lays as little as will do, and knows when to let a round go."""
    if position.phase == "choose-beginner":
        return BEGIN[1 - seat if temper.second else seat]
    hand = position.hands[seat]
    if not hand:
        return PASS
    table = count(position, seat)
    own, theirs = position.lost[seat], position.lost[1 - seat]
    if position.passed[1 - seat]:
        return _answer(position, seat, table, temper)
    if table.need > table.hand:
        return PASS if own == 0 else LAY[hand[-1]]
    if own and theirs:
        return _follow(hand, table)
    if own:
        return _follow(hand, table)
    if theirs:
        return _bleed(position, seat, table, temper)
    return _open(position, seat, table, temper)


def _answer(position: Position, seat: Seat, table: Count, temper: Temper) -> Move:
    """The other has passed: take the round at least cost, or give it up."""
    hand = position.hands[seat]
    cost = cheapest(hand, table.need)
    if not cost:
        return PASS
    if position.lost[seat] == 0 and position.lost[1 - seat] == 0:
        bonus = _bonus(position, seat) + _bonus(position, 1 - seat)
        if cost > temper.price + bonus:
            return PASS
    return LAY[largest_towards(hand, cost)]


def _bonus(position: Position, seat: Seat) -> int:
    return 3 if position.factions[seat] == "harpers" else 0


def _follow(hand: Dice, table: Count) -> Move:
    """The smallest die that takes the lead, or the largest; the smallest when ahead."""
    if table.need <= 0:
        return LAY[min(hand, key=_by_value)]
    enough = [die for die in hand if die.value >= table.need]
    return LAY[min(enough, key=_by_value) if enough else max(hand, key=_by_value)]


def _by_value(die: Die) -> tuple[int, int]:
    return die.value, die.size


def _bleed(position: Position, seat: Seat, table: Count, temper: Temper) -> Move:
    """A round ahead: pass when what is held back wins the decider, else make the other pay."""
    must_pay = max(0, 2 - table.need)
    if table.hand >= table.hidden - must_pay + temper.spare:
        return PASS
    return _follow(position.hands[seat], table)


def _open(position: Position, seat: Seat, table: Count, temper: Temper) -> Move:
    """Round 1: pass once what is held back should win the other two, else follow at least cost."""
    must_pay = max(0, 2 - table.need)
    if table.hand >= table.hidden - must_pay + temper.open:
        return PASS
    return _follow(position.hands[seat], table)


def quick(position: Position, seat: Seat, draw: int) -> Move:
    """The sound policy, for playouts."""
    return sound(position, seat, draw)


PLAYERS: Mapping[str, Player] = {
    "random": RandomPlayer("random"),
    "greedy": PolicyPlayer("greedy", greedy),
    "sound": PolicyPlayer("sound", sound),
    "redealer": RolloutPlayer("redealer", 600, quick),
}
