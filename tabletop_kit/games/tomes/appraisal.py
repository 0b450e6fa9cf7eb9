"""What a play and a payment are worth, one step ahead and from what the seat knows.

Every play is scored by what it brings and what it costs; a payment gives away what is missed
least. The weights were fitted by playing hundreds of thousands of games (``policy.toml``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple, TypeAlias

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.engine.text import read_toml
from tabletop_kit.games.tomes.forces import play_effect, rite_effect
from tabletop_kit.games.tomes.moves import Pay, Play, Rite
from tabletop_kit.games.tomes.position import (
    DOMINION,
    EMPYREANS,
    HERETIC,
    IS_ENTITY,
    LIMITS,
    READINGS,
    STRIKE,
    SUIT,
    VALUE,
    Cards,
    Position,
    must_be_expunged,
    total,
)
from tabletop_kit.games.tomes.shapes import plays, rites

WON, LOST, ALONE_WITH_NOTHING = 500.0, -1000.0, -60.0
"""What a play is worth that wins, that loses, and that empties the hand with no help left."""
THIN = 3
"""A hand of fewer cards is thin."""
BLOW = 12
"""The Ruin that a turn is taken to bring; it tells how often a ward will still count."""
_RESTS = (2, 5, 10, 13, 20, 30)


@dataclass(frozen=True, slots=True)
class Weights:
    """What the policy thinks of everything; ``policy.toml`` says what each weight is for."""

    draw: float
    recover: float
    point: float
    kill: float
    exact: float
    exact_worth: float
    ruin: float
    ward: float
    ward_turns: float
    due: float
    uncovered: float
    drawn_worth: float
    finisher: float
    thin_hand: float
    keep: tuple[float, ...]
    keep_point: float
    keep_entity: float
    keep_denied: float
    keep_symbiont: float
    keep_finisher: float
    spend_kept: float
    echo_below: float
    endure: float
    heretic: float
    rest: tuple[float, ...]


class Tables(NamedTuple):
    """The weights, and by denied Force (the last: none) what a card costs to play and to pay."""

    weights: Weights
    spend: tuple[tuple[float, ...], ...]
    pay: tuple[tuple[float, ...], ...]
    rest: tuple[float, ...]


class Option(NamedTuple):
    """A play: what it asks for, and which cards it takes, as bits by card."""

    move: Play | Rite
    ruin: int
    blood: int
    dream: int
    ward: int
    points: int
    size: int
    price: float
    bits: int


Finishers: TypeAlias = dict[int, list[Option]]
"""The plays of a hand by the Ruin that they land."""


@cache
def tables(alone: bool) -> Tables:
    """The policy's tables, alone or at a table."""
    data = read_toml(files("tabletop_kit.games.tomes") / "policy.toml")
    entries = data["alone" if alone else "table"]
    weights = Weights(**{key: _numbers(value) for key, value in entries.items()})
    denials = (0, 1, 2, 3, -1)
    spend = tuple([_by_card(weights, denied, paying=False) for denied in denials])
    pay = tuple([_by_card(weights, denied, paying=True) for denied in denials])
    rest = tuple([_rest_weight(weights, left) for left in range(51)])
    return Tables(weights, spend, pay, rest)


def _numbers(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _rest_weight(weights: Weights, left: int) -> float:
    """What it means that so much Ruin is missing: some rests are easier to hit exactly."""
    place = sum([left > edge for edge in _RESTS])
    odd = place == 4 and left % 2
    return weights.rest[place + (place > 4 or bool(odd))]


def _by_card(weights: Weights, denied: int, paying: bool) -> tuple[float, ...]:
    """What each card costs: to pay with it, or (negative) to play it."""
    costs = []
    for card, value in enumerate(VALUE):
        if card == HERETIC:
            costs.append(weights.heretic if paying else 0.0)
            continue
        kept = weights.keep[SUIT[card]] * (weights.keep_entity if IS_ENTITY[card] else 1.0)
        kept += weights.keep_denied if SUIT[card] == denied else 0.0
        kept += weights.keep_symbiont if value == 1 else 0.0
        if paying:
            costs.append(weights.keep_point * value + kept)
        else:
            costs.append(weights.point * value - weights.spend_kept * kept)
    return tuple(costs)


# -- the plays of a hand -------------------------------------------------------------------------


@cache
def _book(denied: int, reading: int, alone: bool) -> dict[Cards, Option]:
    """Every play that has been looked at so far, by its cards."""
    return {}


def _option(move: Play | Rite, denied: int, reading: int, alone: bool) -> Option:
    cards = move.cards
    if type(move) is Play:
        done = play_effect(cards, denied, False)
    else:
        done = rite_effect(cards, denied, reading, False)
    points = total(cards)
    spend = tables(alone).spend[denied]
    price = sum([spend[card] for card in cards])
    bits = sum([1 << card for card in set(cards)])
    return Option(
        move, done.ruin, done.blood, done.dream, done.ward, points, len(cards), price, bits
    )


def options(hand: Cards, denied: int, reading: int, alone: bool) -> list[Option]:
    """Every play of a sorted hand.

    ``denied`` is the Force that the entity denies (-1: none), ``reading`` the one in force (-1:
    the edition is off).
    """
    book = _book(denied, reading, alone)
    shapes: Sequence[Play | Rite] = plays(hand)
    if reading >= 0:
        shapes = (*shapes, *rites(hand))
    found = []
    for move in shapes:
        option = book.get(move.cards)
        if option is None:
            option = book[move.cards] = _option(move, denied, reading, alone)
        found.append(option)
    return found


def options_of(position: Position, seat: Seat, hand: Cards) -> list[Option]:
    """The same for the sorted hand of a seat, as the entity in front and the reading have it."""
    reading = READINGS.index(position.readings[seat]) if position.edition else -1
    return options(hand, position.denied, reading, position.seats == 1)


def _wins_by_kill(position: Position) -> bool:
    """Whether the entity in front is the last of all, or of its descent."""
    if position.pantheon or (position.terror and position.entity not in EMPYREANS):
        return False
    return position.terror or not (position.debts and position.owed)


def scores(position: Position, hand: Cards, found: Sequence[Option]) -> list[float]:
    """How good each play of the sorted hand looks one step ahead; higher is better."""
    seats = position.seats
    weights, _spend, _pay, rests = tables(seats == 1)
    grave, gathering = len(position.grave), len(position.gathering)
    held, limit = len(hand), LIMITS[seats]
    worth = total(hand)
    room = limit - held
    open_room = limit * seats - sum([len(cards) for cards in position.hands])
    missing = DOMINION[position.entity] - position.ruin
    strike = max(0, STRIKE[position.entity] - position.ward)
    wins, strict = _wins_by_kill(position), must_be_expunged(position)
    exact_weight = weights.exact + weights.exact_worth * STRIKE[position.entity]
    draw_weight, recover_weight, ward_weight = weights.draw, weights.recover, weights.ward
    finishers: Finishers = {}
    for option in found:
        finishers.setdefault(option.ruin, []).append(option)
    judged = []
    for _move, ruin, blood, dream, ward, points, size, score, bits in found:
        recovered = blood if blood < grave else grave
        own = 0
        if dream:
            drawn = own = min(dream, open_room + size, gathering + recovered)
            score += draw_weight * drawn
            if seats > 1:
                own = min(room + size, -(-drawn // seats))
        score += recover_weight * recovered
        if ruin >= missing:
            score += weights.kill
            score += exact_weight if ruin == missing else LOST if strict else 0.0
            stay = held - size + own
            if wins:
                score += WON
            elif stay < THIN:
                score += weights.thin_hand * (THIN - stay)
                score += 0.0 if stay or position.echoes else ALONE_WITH_NOTHING
        else:
            rest, left = missing - ruin, worth - points
            useful = ward if ward < strike else strike
            due = strike - useful
            score += weights.ruin * ruin + weights.due * due + rests[rest]
            score += ward_weight * useful * (1 + (rest - 1) // BLOW + weights.ward_turns)
            if left + weights.drawn_worth * own < due:
                score += weights.uncovered
            for other in finishers.get(rest, ()):
                if not other.bits & bits and left - other.points >= due:
                    score += weights.finisher
                    break
        judged.append(score)
    return judged


# -- payments ------------------------------------------------------------------------------------


def payment(position: Position, seat: Seat, hand: Cards) -> Pay:
    """The payment that a sorted hand misses least; it has to cover the due.

    A play that lands the missing Ruin exactly is kept together where that costs little.
    """
    sums, costs = sets(position, hand)
    due = position.due
    covering = [number for number, total in enumerate(sums) if total >= due]
    chosen = min(covering, key=costs.__getitem__)
    kept = [
        number
        for bits in finishing(position, seat, hand)
        for number in covering
        if not bits & number
    ]
    if kept:
        other = min(kept, key=costs.__getitem__)
        if costs[other] - tables(position.seats == 1).weights.keep_finisher < costs[chosen]:
            chosen = other
    return Pay(cards_of(hand, chosen))


def finishing(position: Position, seat: Seat, hand: Cards) -> list[int]:
    """The plays that land the missing Ruin exactly, as bits by place in the hand."""
    missing = DOMINION[position.entity] - position.ruin
    return [
        sum([1 << hand.index(card) for card in set(option.move.cards)])
        for option in options_of(position, seat, hand)
        if option.ruin == missing
    ]


def sets(position: Position, hand: Cards) -> tuple[list[int], list[float]]:
    """Value and cost of every set of cards of a hand, by the bits of their places."""
    pay = tables(position.seats == 1).pay[position.denied]
    sums, costs = [0], [0.0]
    for card in hand:
        value, price = VALUE[card], pay[card]
        sums += [total + value for total in sums]
        costs += [cost + price for cost in costs]
    return sums, costs


def cards_of(hand: Cards, number: int) -> Cards:
    """The cards of a set, by the bits of their places in the hand."""
    return tuple([card for place, card in enumerate(hand) if number >> place & 1])
