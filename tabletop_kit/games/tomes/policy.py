"""A quick and sensible way to play Tomes, for playouts and as a player of its own."""

from __future__ import annotations

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tomes.appraisal import (
    cards_of,
    finishing,
    options_of,
    payment,
    scores,
    sets,
    tables,
)
from tabletop_kit.games.tomes.legal import may_endure, moves, reachable, recallable
from tabletop_kit.games.tomes.moves import (
    ECHO,
    ENDURE,
    HERETICS_TO,
    Break,
    Move,
    Pay,
    Play,
    Reach,
    Recall,
    Redress,
    Rite,
)
from tabletop_kit.games.tomes.position import (
    DREAM,
    EMPYREANS,
    HERETIC,
    SUIT,
    SWARM,
    VALUE,
    VOID,
    Card,
    Cards,
    Position,
    total,
)

DEEP, SHALLOW = 10, 4
"""A stone is broken where fewer lie in the Gathering: for its full worth, or for anything."""


def quick(position: Position, seat: Seat, draw: int) -> Move:
    """The move that looks best one step ahead, from what the seat knows."""
    helped = _stone(position, seat) or _beckon(position, seat)
    if helped is not None:
        return helped
    hand = tuple(sorted(position.hands[seat]))
    if position.phase == "pay":
        return _pay(position, seat, hand)
    found = options_of(position, seat, hand)
    best, move = float("-inf"), None
    if found:
        judged = scores(position, hand, found)
        best = max(judged)
        move = found[judged.index(best)].move
    if position.seats > 1:
        other = _instead(position, seat, hand, best)
        if other is not None:
            return other
    elif position.echoes and best < tables(True).weights.echo_below:
        return ECHO
    return move or moves(position, seat)[0]


def _pay(position: Position, seat: Seat, hand: Cards) -> Move:
    due = position.due
    worth = total(hand)
    if worth >= due:
        return payment(position, seat, hand)
    if position.channels:
        seen = reachable(position, seat)
        card = max(seen, key=VALUE.__getitem__, default=HERETIC)
        if seen and (worth + VALUE[card] >= due or not position.echoes):
            return Reach(card)
    return ECHO


def _stone(position: Position, seat: Seat) -> Move | None:
    """A Bloodstone is broken when the Gathering runs low (TM-20)."""
    held, grave = position.stones[seat], len(position.grave)
    if held and grave:
        gathering = len(position.gathering)
        if gathering < SHALLOW:
            return Break(held[-1])
        if gathering < DEEP and grave >= held[0]:
            return Break(held[0])
    return None


def _beckon(position: Position, seat: Seat) -> Move | None:
    """A Beckon settles a debt in Terror; alone it calls the strongest into the hand (TM-22)."""
    if not position.beckons or position.phase != "turn":
        return None
    if position.terror:
        if position.owed and position.entity not in EMPYREANS:
            return Redress(position.owed[0])
        return None
    cards = recallable(position, seat)
    return Recall(max(cards, key=lambda card: _call_order(position, card))) if cards else None


def _call_order(position: Position, card: Card) -> tuple[int, bool]:
    return VALUE[card], SUIT[card] != SUIT[position.entity]


def _instead(position: Position, seat: Seat, hand: Cards, best: float) -> Move | None:
    """At a table: a Heretic, Endure, an Echo or a Reach instead of a poor play; else ``None``."""
    weights = tables(False).weights
    if hand and hand[0] == HERETIC and best < weights.heretic + _gain_of_breaking(position):
        return HERETICS_TO[fullest_hand(position, seat)]
    if may_endure(position.seats, position.endured, seat):
        due = position.strike
        worth = total(hand)
        short = weights.uncovered if worth < due else 0.0
        if weights.endure + weights.due * due + short > best:
            return ENDURE
    if position.echoes and best < weights.echo_below:
        return ECHO
    if not hand:
        seen = reachable(position, seat)
        return Reach(seen[0]) if seen else None
    return None


def _gain_of_breaking(position: Position) -> float:
    """What a Heretic would bring: a Force that comes back, and wards that were withheld (TM-10)."""
    gain = 3.0 if position.denied in (DREAM, SWARM, VOID) else 0.0
    return gain + (6.0 if position.withheld else 0.0)


def fullest_hand(position: Position, seat: Seat) -> Seat:
    """The seat with the most cards once ``seat`` has played one; of equals the first."""
    counts = [len(cards) for cards in position.hands]
    counts[seat] -= 1
    return counts.index(max(counts))


# -- for those who look further -----------------------------------------------------------------


def plays_worth_it(position: Position, seat: Seat, most: int) -> list[Play | Rite]:
    """The plays that score best, best first."""
    hand = tuple(sorted(position.hands[seat]))
    found = options_of(position, seat, hand)
    judged = scores(position, hand, found)
    order = sorted(range(len(found)), key=judged.__getitem__, reverse=True)
    return [found[place].move for place in order[:most]]


def payments_worth_it(position: Position, seat: Seat, most: int) -> list[Pay]:
    """The payments that no card can be taken from, those first that are missed least."""
    hand = tuple(sorted(position.hands[seat]))
    due = position.due
    sums, costs = sets(position, hand)
    keep = tables(position.seats == 1).weights.keep_finisher
    wanted = finishing(position, seat, hand)
    values = [VALUE[card] or due for card in hand]
    found = []
    for number, paid in enumerate(sums):
        spare = paid - due
        if spare < 0 or any(
            [value <= spare for place, value in enumerate(values) if number >> place & 1]
        ):
            continue
        kept = any([not bits & number for bits in wanted])
        found.append((costs[number] - (keep if kept else 0.0), number))
    return [Pay(cards_of(hand, number)) for _cost, number in sorted(found)[:most]]
