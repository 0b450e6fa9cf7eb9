"""Rogations: what each requires, what it can be played on, and what contradicts it (VX-R38 to R45).

Nothing here knows a card by its id: objects and contradictions follow from the verbs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.vortex.cards import (
    COLOUR,
    EFFECTS,
    IS_DEVOTEE,
    IS_ROGATION,
    LASTS,
    LOCATIONS,
    NEEDS,
    NO_TEXT,
    TEXT,
    Card,
    Cards,
    Effect,
)
from tabletop_kit.games.vortex.legal import FORBIDS, LIMITS, REQUIRES, REVEALS
from tabletop_kit.games.vortex.moves import NOWHERE, Move
from tabletop_kit.games.vortex.position import (
    Position,
    Unit,
    colour_name,
    most_in_play,
)


def reached(position: Position, seat: Seat, card: Card) -> tuple[Seat, ...]:
    """The opponents against whom the requirement holds, in turn order (VX-R41, VX-R42, VX-D7).

    All of them for a Rogation that compares with nobody and whose number in play is reached.
    """
    need, number = NEEDS[card]
    fields = position.field
    mine = len(fields[seat])
    others = [other for other in position.order if other != seat]
    if need == "fewer":
        return tuple([other for other in others if len(fields[other]) > mine])
    if need == "more":
        return tuple([other for other in others if len(fields[other]) < mine])
    if need == "shared_min":
        return tuple([one for one in others if mine and 0 < len(fields[one]) >= number - mine])
    return tuple(others) if mine >= number else ()


def _object_of(card: Card) -> str:
    """What the player of a Rogation has to name: the shape of what stands behind it."""
    for effect in EFFECTS[card]:
        if effect.op == "retrieve":
            return "pile"
        if effect.who == "pair" or effect.who.startswith("chosen"):
            return "colour"
        if effect.op == "recall" and effect.subject == "own_choice":
            return "units"
        if effect.op == "place":
            return "hand"
        if effect.op == "strip":
            return "attached"
        if effect.op == "swap_attach":
            return "two"
    return ""


OBJECT: tuple[str, ...] = tuple(
    _object_of(card) if IS_ROGATION[card] else "" for card in range(len(TEXT))
)
"""What has to be named with a Rogation: ``pile`` (a card of a pile), ``colour``, ``units`` (one or
two of one's own in play), ``hand`` (one or two Devotees of the hand), ``attached``, ``two`` (of
one's own in play), or nothing."""


def objects(position: Position, seat: Seat, card: Card) -> list[Move]:
    """The Rogation with each object that it could be played on; empty where it can do nothing.

    What it requires in play, and a sacrifice, are not looked at (VX-R43).
    """
    kind = OBJECT[card]
    if not kind:
        able = LASTS[card] != "immediate" or _does_something(position, seat, card)
        return [Move("rogation", (card,))] if able else []
    return list(_OBJECTS[kind](position, seat, card))


def _does_something(position: Position, seat: Seat, card: Card) -> bool:
    effect = EFFECTS[card][0]
    if effect.op == "draw":
        return bool(position.draw[seat] or position.discard[seat])
    if effect.op == "discard":
        return any(len(hand) > (one == seat) for one, hand in enumerate(position.hands))
    if effect.op == "reveal":
        fields = [field for other, field in enumerate(position.field) if other != seat]
        return any(unit.face_down for field in fields for unit in field)
    if effect.op == "turn_order":
        return position.acted.count(False) > 1
    return True


def pile_of(position: Position, seat: Seat, effect: Effect) -> Cards:
    """The cards that a ``retrieve`` could take."""
    if effect.zone == "own_discard":
        cards: Cards = position.discard[seat]
    elif effect.zone == "vortex":
        cards = position.vortex
    else:
        piles = [pile for other, pile in enumerate(position.fearful) if other != seat]
        cards = tuple([card for pile in piles for card in pile])
    if effect.filter == "own_color_devotee":
        own = position.colours[seat]
        cards = tuple([card for card in cards if COLOUR[card] == own])
    return cards


def _from_pile(position: Position, seat: Seat, card: Card) -> Iterator[Move]:
    for one in sorted(set(pile_of(position, seat, EFFECTS[card][0]))):
        yield Move("rogation", (card, one))


def _colours(position: Position, seat: Seat, card: Card) -> Iterator[Move]:
    for other in reached(position, seat, card):
        if EFFECTS[card][0].op != "discard" or position.hands[other]:
            yield Move("rogation", (card,), -1, colour_name(position, other))


def _units(position: Position, seat: Seat, card: Card) -> Iterator[Move]:
    units = sorted([unit.card for unit in position.field[seat]])
    for count in range(1, EFFECTS[card][0].n + 1):
        for chosen in combinations(units, count):
            yield Move("rogation", (card, *chosen))


def _hand(position: Position, seat: Seat, card: Card) -> Iterator[Move]:
    room = most_in_play(position, seat) - len(position.field[seat])
    devotees = [one for one in position.hands[seat] if IS_DEVOTEE[one]]
    for count in range(1, min(room, EFFECTS[card][0].n) + 1):
        for chosen in combinations(devotees, count):
            yield Move("rogation", (card, *chosen))


def _attached(position: Position, _seat: Seat, card: Card) -> Iterator[Move]:
    for field in position.field:
        for unit in field:
            for place in range(len(unit.attached)):
                yield Move("rogation", (card, unit.card), place)


def _two(position: Position, seat: Seat, card: Card) -> Iterator[Move]:
    for one, other in combinations(sorted(position.field[seat]), 2):
        if exchangeable(one, other):
            yield Move("rogation", (card, one.card, other.card))


def exchangeable(one: Unit, other: Unit) -> bool:
    """Whether two cards can exchange what is attached: something is, and both may carry it."""
    if not one.attached and not other.attached:
        return False
    return not (_bare(one.card) and other.attached) and not (_bare(other.card) and one.attached)


def _bare(card: Card) -> bool:
    return any(effect.action == "attach" for effect in FORBIDS[card])


_OBJECTS = {
    "pile": _from_pile,
    "colour": _colours,
    "units": _units,
    "hand": _hand,
    "attached": _attached,
    "two": _two,
}


# -- contradictions and the sacrifice --------------------------------------------------------------


def _contradicts(location: Card, rogation: Card) -> bool:
    """Whether a Location contradicts a Rogation (4.4)."""
    if any(effect.action == "rogation" for effect in FORBIDS[location]):
        return True
    for effect in EFFECTS[rogation]:
        if effect.op == "retrieve" and effect.zone == "vortex":
            if any(one.action == "leave_vortex" for one in FORBIDS[location]):
                return True
        elif effect.op == "limit":
            same = [one for one in LIMITS[location] if one.key == effect.key]
            if any(one.value != effect.value for one in same):
                return True
        elif effect.op == "reveal" and effect.how == "now":
            if any(one.how == "never" for one in REVEALS[location]):
                return True
        elif effect.op == "forbid" and effect.action == "crusade" and REQUIRES[location]:
            return True
    return False


_AGAINST: dict[Card, frozenset[Card]] = {
    location: frozenset(
        card for card in range(len(TEXT)) if IS_ROGATION[card] and _contradicts(location, card)
    )
    for location in LOCATIONS
}
_AGAINST[NO_TEXT] = frozenset()


def contradicted(position: Position, card: Card) -> bool:
    """Whether the Location contradicts a Rogation, so that it costs a sacrifice (VX-R45)."""
    return card in _AGAINST[position.site]


def sacrifices(position: Position, seat: Seat, move: Move) -> list[Card]:
    """The Devotees that may be paid for a Rogation: of the hand and in play, none it names."""
    held = [card for card in position.hands[seat] if IS_DEVOTEE[card]]
    held += [unit.card for unit in position.field[seat]]
    return sorted([card for card in held if card not in move.cards])


def paid(move: Move, cards: Iterable[Card]) -> list[Move]:
    """The move with each of these cards as its sacrifice."""
    return [move._replace(sacrifice=card) for card in cards]


def rogations(position: Position, seat: Seat) -> list[Move]:
    """Every Rogation that a seat may play in a window, in every way."""
    found: list[Move] = []
    last = NOWHERE
    for card in position.hands[seat]:
        if card == last or not IS_ROGATION[card]:
            continue
        last = card
        if NEEDS[card][0] != "none" and not reached(position, seat, card):
            continue
        for move in objects(position, seat, card):
            if contradicted(position, card):
                found += paid(move, sacrifices(position, seat, move))
            else:
                found.append(move)
    return found
