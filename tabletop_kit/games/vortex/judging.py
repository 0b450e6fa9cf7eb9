"""What the rules of Vortex say of one move: legal, or refused by which rule and why.

Where several rules refuse a move, the first of this list counts: it is no move here (VX-N1,
VX-R38); a forced Reinforce (VX-R29); the rulings for the kind of move, in ascending order; the
Location; Rogations; the Offensive card; the target; what is compelled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from tabletop_kit.engine.ruling import Json, Ruling, Seat, refusal
from tabletop_kit.games.vortex.answers import Refills, choice_moves
from tabletop_kit.games.vortex.cards import (
    COLOURS,
    IS_DEVOTEE,
    IS_ROGATION,
    NEEDS,
    TEXT,
    Card,
    Cards,
)
from tabletop_kit.games.vortex.invoking import (
    OBJECT,
    contradicted,
    objects,
    reached,
    sacrifices,
)
from tabletop_kit.games.vortex.legal import (
    ALLOWS,
    FORBIDS,
    crusade_bar,
    crusades,
    duty,
    extra_frenzy,
    room_for,
)
from tabletop_kit.games.vortex.moves import NOWHERE, Move, in_order
from tabletop_kit.games.vortex.position import (
    MOST_PLACED,
    Position,
    Unit,
    limit,
    most_in_play,
    unit_at,
)

_PHASES = {
    "reinforce": "turn",
    "withdraw": "turn",
    "frenzy": "turn",
    "crusade": "turn",
    "rogation": "window",
    "refill": "refill",
    "discard": "refill",
    "reward": "choice",
    "choose": "choice",
}


def ruling(position: Position, seat: Seat, move: Move) -> Ruling:
    """What the rules say of a move. Never raises."""
    found = _misplaced(position, seat, move)
    if found is None:
        found = _JUDGES[move.verb](position, seat, move)
    return _LEGAL[move.verb] if found is None else found


_LEGAL = {
    verb: Ruling(True, rule)
    for verb, rule in {
        "reinforce": "VX-R26",
        "withdraw": "VX-R27",
        "frenzy": "VX-R18",
        "crusade": "VX-R14",
        "pass": "VX-R32",
        "rogation": "VX-R38",
        "refill": "VX-R33",
        "discard": "VX-R34",
        "reward": "VX-R10",
        "choose": "VX-N1",
    }.items()
}


def _no(why: str, **facts: Json) -> Ruling:
    return refusal("VX-N1", why, **facts)


def _misplaced(position: Position, seat: Seat, move: Move) -> Ruling | None:
    """Not the moment for such a move, or not the seat's (VX-N1, VX-R38)."""
    if position.phase == "over":
        return _no("over")
    if not in_order(move):
        return _no("out-of-order")
    phase = _PHASES.get(move.verb, position.phase)
    if move.verb == "rogation" and position.phase != "window":
        return refusal("VX-R38", "no-window")
    if move.verb == "pass" and position.phase not in ("turn", "window"):
        return _no("wrong-phase", verb=move.verb)
    if phase != position.phase:
        return _no("wrong-phase", verb=move.verb)
    if position.phase == "refill":
        sealed = position.sealed[seat] if 0 <= seat < position.seats else ()
        return None if sealed is None else _no("sealed-already")
    return None if seat == position.to_act else _no("not-asked")


# -- turns ---------------------------------------------------------------------------------------


def _in_hand(position: Position, seat: Seat, cards: Cards) -> Ruling | None:
    held = Counter(position.hands[seat])
    for card in cards:
        held[card] -= 1
        if held[card] < 0:
            return _no("not-in-hand", card=TEXT[card])
    return None


def _in_play(position: Position, seat: Seat, cards: Cards) -> Ruling | None:
    for card in cards:
        if unit_at(position.field[seat], card) is None:
            return _no("not-in-play", card=TEXT[card])
    return None


def _ordinary(position: Position, seat: Seat, move: Move) -> Ruling | None:
    """After the ordinary action only a Frenzy action is left, where the Location grants it."""
    if position.done and position.done[0] != "frenzy" and move.verb != "frenzy":
        return refusal(TEXT[position.site], "only-frenzy-left")
    return None


def _compelled(position: Position, seat: Seat, move: Move) -> Ruling | None:
    """What a card compels (Addicts, Drumfall); an extra Frenzy action may come first (VX-D10)."""
    if position.done and position.done[0] != "frenzy":
        return None
    if move.verb == "frenzy" and extra_frenzy(position) and not position.done:
        return None
    found = duty(position, seat, crusades(position, seat))
    if found is None or move in found[1]:
        return None
    return refusal(TEXT[found[0]], "compelled", card=TEXT[found[0]])


def _reinforce(position: Position, seat: Seat, move: Move) -> Ruling | None:
    if not all([IS_DEVOTEE[card] for card in move.cards]):
        return _no("unreadable", text=str(move))
    found = _in_hand(position, seat, move.cards)
    if found is not None:
        return found
    most = most_in_play(position, seat)
    count, room = len(move.cards), most - len(position.field[seat])
    if count > MOST_PLACED:
        return refusal("VX-R26", "too-many-placed", count=count, most=MOST_PLACED)
    if count > room:
        return refusal("VX-R26", "field-full", room=max(0, room), most=most)
    if count > limit(position, "reinforce_max", MOST_PLACED):
        return refusal(TEXT[position.site], "site-places-fewer", count=count)
    late = _ordinary(position, seat, move)
    return _compelled(position, seat, move) if late is None else late


def _withdraw(position: Position, seat: Seat, move: Move) -> Ruling | None:
    found = _in_play(position, seat, move.cards)
    if found is not None:
        return found
    most = most_in_play(position, seat)
    if move.word == "hand":
        if len(move.cards) > 1 or not _wanders(move.cards[0]):
            return refusal("VX-R27", "no-wanderer", card=TEXT[move.cards[0]])
    elif len(move.cards) > MOST_PLACED:
        return refusal("VX-R27", "too-many-withdrawn", most=MOST_PLACED)
    elif len(position.field[seat]) < most:
        return refusal("VX-R28", "not-full", most=most)
    late = _ordinary(position, seat, move)
    return _compelled(position, seat, move) if late is None else late


def _wanders(card: Card) -> bool:
    return any(effect.action == "withdraw" for effect in ALLOWS[card])


def _frenzy(position: Position, seat: Seat, move: Move) -> Ruling | None:
    bearers, cards = move.cards[::2], move.cards[1::2]
    found = _in_play(position, seat, bearers)
    if found is None:
        found = _in_hand(position, seat, cards)
    if found is not None:
        return found
    units = [unit for unit in position.field[seat] if unit.card in bearers]
    if move.place != NOWHERE and move.place >= len(units[0].attached):
        return _no("no-attached", card=TEXT[bearers[0]], place=move.place)
    if len(bearers) > limit(position, "frenzy_places", 1):
        return refusal("VX-R18", "one-place")
    changing = move.place != NOWHERE
    found = _changing(units[0], move) if changing else _placing(position, units)
    return _compelled(position, seat, move) if found is None else found


def _placing(position: Position, units: list[Unit]) -> Ruling | None:
    for unit in sorted(units):
        if unit.attached and not room_for(position, unit):
            return refusal("VX-R18", "no-room", card=TEXT[unit.card])
    for unit in sorted(units):
        if any(effect.action == "attach" for effect in FORBIDS[unit.card]):
            return refusal(TEXT[unit.card], "nothing-attached", card=TEXT[unit.card])
    return None


def _changing(unit: Unit, move: Move) -> Ruling | None:
    up = bool(unit.attached[move.place] & 1)
    if move.word == "discard" and not up:
        return refusal("VX-R18", "only-face-up-discarded", card=TEXT[unit.card])
    if move.word != "discard" and up:
        return refusal("VX-R18", "only-face-down-replaced", card=TEXT[unit.card])
    return None


def _crusade(position: Position, seat: Seat, move: Move) -> Ruling | None:
    offence, target = move.cards
    found = _in_play(position, seat, (offence,))
    if found is not None:
        return found
    others = [field for other, field in enumerate(position.field) if other != seat]
    if all(unit_at(field, target) is None for field in others):
        return _no("no-target", card=TEXT[target])
    late = _ordinary(position, seat, move)
    if late is not None:
        return late
    bar = crusade_bar(position, seat, offence, target, move.word)
    if bar is not None:
        return refusal(TEXT[bar], "crusade-forbidden", card=TEXT[bar], mode=move.word)
    return _compelled(position, seat, move)


def _pass(position: Position, seat: Seat, move: Move) -> Ruling | None:
    if position.phase == "window":
        return None
    if not position.field[seat] and not position.done:
        return refusal("VX-R29", "must-reinforce")
    return _compelled(position, seat, move)


# -- windows -------------------------------------------------------------------------------------


def _rogation(position: Position, seat: Seat, move: Move) -> Ruling | None:
    card = move.cards[0]
    if not IS_ROGATION[card]:
        return _no("unreadable", text=str(move))
    found = _in_hand(position, seat, (card,))
    if found is None:
        found = _shape(position, seat, move)
    if found is None:
        found = _requirement(position, seat, move)
    if found is None:
        found = _object(position, seat, move)
    return _sacrifice(position, seat, move) if found is None else found


def _named(move: Move) -> str:
    """The shape of what a move names behind the Rogation."""
    if move.word:
        return "colour"
    if move.place != NOWHERE:
        return "attached"
    return "cards" if len(move.cards) > 1 else ""


def _shape(position: Position, seat: Seat, move: Move) -> Ruling | None:
    """A Rogation names just what it needs; where there is nothing to name, it can do nothing."""
    card = move.cards[0]
    kind = OBJECT[card]
    named = _named(move)
    wanted = kind if kind in ("", "colour", "attached") else "cards"
    counts = {"pile": (1,), "units": (1, 2), "hand": (1, 2), "two": (2,)}.get(kind)
    fits = named == wanted and (counts is None or len(move.cards) - 1 in counts)
    if fits or (not named and not objects(position, seat, card)):
        return None
    return _no("names-what", card=TEXT[card])


def _requirement(position: Position, seat: Seat, move: Move) -> Ruling | None:
    """What is required in play (VX-R41, VX-R42)."""
    card = move.cards[0]
    need, number = NEEDS[card]
    if need == "none":
        return None
    open_to = reached(position, seat, card)
    rule = "VX-R42" if need in ("fewer", "more") else "VX-R41"
    if not open_to:
        return refusal(rule, f"requires-{need.replace('_', '-')}", card=TEXT[card], count=number)
    other = _seat_named(position, move)
    if move.word and other is not None and other != seat and other not in open_to:
        return refusal(rule, "not-reached", card=TEXT[card], count=number)
    return None


def _seat_named(position: Position, move: Move) -> Seat | None:
    colour = COLOURS.index(move.word) if move.word else -1
    return position.colours.index(colour) if colour in position.colours else None


def _object(position: Position, seat: Seat, move: Move) -> Ruling | None:
    """It can do something, and what it names is there and allowed (VX-R43)."""
    bare = move._replace(sacrifice=NOWHERE)
    possible = objects(position, seat, move.cards[0])
    if bare in possible:
        return None
    card = TEXT[move.cards[0]]
    return refusal("VX-R43", "no-such-object" if possible else "does-nothing", card=card)


def _sacrifice(position: Position, seat: Seat, move: Move) -> Ruling | None:
    """A sacrifice is paid exactly where the Location contradicts the Rogation (VX-R45)."""
    card = TEXT[move.cards[0]]
    against = contradicted(position, move.cards[0])
    if move.sacrifice == NOWHERE:
        if not against:
            return None
        return refusal("VX-R45", "sacrifice-missing", card=card, location=TEXT[position.site])
    if not against:
        return refusal("VX-R45", "sacrifice-superfluous", card=card)
    if move.sacrifice not in sacrifices(position, seat, move):
        return refusal("VX-R45", "sacrifice-impossible", card=TEXT[move.sacrifice])
    return None


# -- Refill and choices --------------------------------------------------------------------------


def _refill(_position: Position, _seat: Seat, _move: Move) -> Ruling | None:
    return None


def _discard(position: Position, seat: Seat, move: Move) -> Ruling | None:
    found = _in_hand(position, seat, move.cards)
    if found is None and move not in Refills(position.hands[seat]):
        found = refusal("VX-R34", "discards-nothing")
    return found


def _reward(position: Position, seat: Seat, move: Move) -> Ruling | None:
    asked = position.asked
    if asked is None or asked.kind != "reward":
        return _no("asked-otherwise")
    possible = choice_moves(position, seat)
    if move in possible:
        return None
    if move.cards and move.cards[0] not in position.hands[seat]:
        return _no("not-in-hand", card=TEXT[move.cards[0]])
    if move.word == "cards":
        return refusal("VX-R10", "cards-credited")
    return refusal("VX-R10", "reward-full")


def _choose(position: Position, seat: Seat, move: Move) -> Ruling | None:
    return None if move in choice_moves(position, seat) else _no("not-offered")


_JUDGES: dict[str, Callable[[Position, Seat, Move], Ruling | None]] = {
    "reinforce": _reinforce,
    "withdraw": _withdraw,
    "frenzy": _frenzy,
    "crusade": _crusade,
    "pass": _pass,
    "rogation": _rogation,
    "refill": _refill,
    "discard": _discard,
    "reward": _reward,
    "choose": _choose,
}
