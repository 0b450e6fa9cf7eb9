"""Options and positions as they are given: read, and refused where they cannot be (VX-N2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NoReturn, cast

from tabletop_kit.engine.problem import shortened
from tabletop_kit.engine.ruling import BadPosition, Json, Seat, refusal
from tabletop_kit.games.vortex.cards import (
    CARD,
    COLOURS,
    COPIES,
    IS_DEVOTEE,
    IS_LOCATION,
    IS_ROGATION,
    LASTS,
    RED,
    TEXT,
    Card,
    Cards,
)
from tabletop_kit.games.vortex.legal import FORBIDS
from tabletop_kit.games.vortex.position import (
    LENGTHS,
    Field,
    InForce,
    Phase,
    Position,
    Unit,
    Window,
)
from tabletop_kit.games.vortex.rounds import turn_order

KEYS = (
    *("colours", "plain_locations", "no_rogations", "no_red", "fire_three", "length", "round"),
    *("location", "locations", "used", "order", "acted", "phase", "window", "to_act", "done"),
    *("draw", "hands", "discard", "fearful", "field", "rogations", "vortex", "played", "bonus"),
    *("declared", "engaged", "sealed", "choice", "score", "outcome", "known", "seats"),
)
MOST_LISTED = 200
"""How many cards one list of a position may hold: more than the set has."""
MOST_NUMBER = 9999
_PHASES = ("turn", "window", "refill", "choice", "over")
_WINDOWS = ("location", "turn", "refill")
_DONE = ("frenzy", "crusade", "reinforce")


@dataclass(frozen=True, slots=True)
class Choices:
    """The options of a game, read."""

    colours: tuple[int, ...]
    plain_locations: bool
    no_rogations: bool
    no_red: bool
    fire_kills: bool
    length: int


def refuse(why: str, **facts: Json) -> NoReturn:
    """Refuse a position or option: raises ``BadPosition``."""
    raise BadPosition(refusal("VX-N2", why, **facts))


# -- options -------------------------------------------------------------------------------------


def read_choices(given: Mapping[str, Json], known: Sequence[str]) -> Choices:
    """The options in a mapping. ``known``: the keys that are allowed (none: all position keys).

    Raises ``BadPosition``.
    """
    for key in given:
        if known and key not in known:
            refuse("no-option", key=shortened(key), known=", ".join(known))
        if key not in KEYS:
            refuse("no-key", key=shortened(key), known=", ".join(KEYS))
    no_red = _flag(given, "no_red")
    fire_three = given.get("fire_three", "nothing")
    if fire_three not in ("nothing", "kill"):
        refuse("no-fire-three", text=shortened(fire_three))
    length = given.get("length", LENGTHS[0])
    if type(length) is not int or length not in LENGTHS:
        refuse("no-length", text=shortened(length))
    return Choices(
        _colours(given, no_red),
        _flag(given, "plain_locations"),
        _flag(given, "no_rogations"),
        no_red,
        fire_three == "kill",
        length,
    )


def _flag(given: Mapping[str, Json], key: str) -> bool:
    value = given.get(key, False)
    if type(value) is not bool:
        refuse("no-flag", key=key, text=shortened(value))
    return value


def _colours(given: Mapping[str, Json], no_red: bool) -> tuple[int, ...]:
    """Two to four different colours, by seat; the number of seats alone takes the first ones."""
    names, seats = given.get("colours"), given.get("seats")
    if seats is not None and (type(seats) is not int or not 2 <= seats <= 4):
        refuse("seats", number=shortened(seats))
    if names is None:
        names = COLOURS[: seats or 4]
    if not isinstance(names, list | tuple) or not 2 <= len(names) <= 4:
        refuse("colours", text=shortened(names))
    for name in names:
        if name not in COLOURS:
            refuse("no-colour", text=shortened(name), known=", ".join(COLOURS))
    if len(set(names)) < len(names):
        refuse("colours-alike")
    if seats is not None and seats != len(names):
        refuse("seats-and-colours", seats=seats, count=len(names))
    colours = tuple([COLOURS.index(name) for name in names])
    if no_red and RED in colours:
        refuse("no-red")
    return colours


# -- positions -----------------------------------------------------------------------------------


def read_position(given: Mapping[str, Json], blank: Position) -> Position:
    """The position that a mapping describes over a blank one. Raises ``BadPosition``."""
    phase, window = _phase(given)
    location = _location(given)
    found = replace(
        blank,
        round=_number(given, "round", 1),
        location=location,
        locations=_pile(given, "locations", locations=True),
        used=_pile(given, "used", locations=True),
        order=_order(given, blank, location),
        phase=phase,
        window=window,
        draw=_piles(given, "draw", blank),
        hands=tuple([tuple(sorted(hand)) for hand in _piles(given, "hands", blank)]),
        discard=_piles(given, "discard", blank),
        fearful=_piles(given, "fearful", blank),
        field=_fields(given, blank),
        rogations=tuple([_rogation(one, blank) for one in _list(given, "rogations")]),
        vortex=_pile(given, "vortex"),
        played=_numbers(given, "played", blank),
        bonus=_numbers(given, "bonus", blank),
        declared=_number(given, "declared"),
        known=tuple([tuple(sorted(one)) for one in _piles(given, "known", blank)]),
    )
    found = _whose_turn(given, found)
    found = replace(found, engaged=_engaged(given, found), sealed=_sealed(given, found))
    _check(found)
    return found


def _list(given: Mapping[str, Json], key: str) -> Sequence[Json]:
    value = given.get(key, ())
    if not isinstance(value, list | tuple):
        refuse("no-list", key=key, text=shortened(value))
    if len(value) > MOST_LISTED:
        refuse("too-many-listed", key=key, count=len(value), most=MOST_LISTED)
    return value


def _number(given: Mapping[str, Json], key: str, default: int = 0) -> int:
    value = given.get(key, default)
    if type(value) is not int or not 0 <= value <= MOST_NUMBER:
        refuse("no-number", key=key, text=shortened(value))
    return value


def _numbers(given: Mapping[str, Json], key: str, blank: Position) -> tuple[int, ...]:
    values = _each(given, key, blank) or [0] * blank.seats
    for value in values:
        if type(value) is not int or not 0 <= value <= MOST_NUMBER:
            refuse("no-number", key=key, text=shortened(value))
    return tuple(values)


def _each(given: Mapping[str, Json], key: str, blank: Position) -> Sequence[Json]:
    """A list with one entry for each seat, or an empty one."""
    values = _list(given, key)
    if values and len(values) != blank.seats:
        refuse("one-each", key=key, seats=blank.seats, count=len(values))
    return values


def _card(text: Json, key: str, locations: bool = False) -> Card:
    card = CARD.get(text, -1) if isinstance(text, str) else -1
    if card < 0:
        refuse("no-such-card", text=shortened(text), key=key)
    if IS_LOCATION[card] != locations:
        refuse("wrong-kind", card=TEXT[card], key=key)
    return card


def _pile(given: Mapping[str, Json], key: str, locations: bool = False) -> Cards:
    return tuple([_card(text, key, locations) for text in _list(given, key)])


def _piles(given: Mapping[str, Json], key: str, blank: Position) -> tuple[Cards, ...]:
    piles = _each(given, key, blank) or [()] * blank.seats
    return tuple([_pile({key: pile}, key) for pile in piles])


def _location(given: Mapping[str, Json]) -> Card:
    if "location" not in given:
        refuse("location-missing")
    return _card(given["location"], "location", locations=True)


def _phase(given: Mapping[str, Json]) -> tuple[Phase, Window]:
    phase = given.get("phase", "turn")
    if phase not in _PHASES:
        refuse("no-phase", text=shortened(phase), known=", ".join(_PHASES))
    if phase == "choice":
        refuse("inside-a-move")
    window = given.get("window")
    if phase != "window":
        if window is not None:
            refuse("window-outside")
        return cast("Phase", phase), ""
    if window not in _WINDOWS:
        refuse("no-such-window", text=shortened(window), known=", ".join(_WINDOWS))
    if window == "turn" and "acted" not in given:
        refuse("acted-missing")
    return "window", cast("Window", window)


def _seat(colour: Json, blank: Position, key: str) -> Seat:
    if colour not in COLOURS or COLOURS.index(colour) not in blank.colours:
        refuse("no-player", text=shortened(colour), key=key)
    return blank.colours.index(COLOURS.index(colour))


def _order(given: Mapping[str, Json], blank: Position, location: Card) -> tuple[Seat, ...]:
    if not _list(given, "order"):
        return turn_order(blank.colours, location)
    order = tuple([_seat(colour, blank, "order") for colour in given["order"]])
    if sorted(order) != list(range(blank.seats)):
        refuse("order", seats=blank.seats)
    return order


def _whose_turn(given: Mapping[str, Json], found: Position) -> Position:
    """Who is asked and who has acted, each as the other says where it is left out."""
    to_act = given.get("to_act")
    if to_act is not None and (type(to_act) is not int or not 0 <= to_act < found.seats):
        refuse("no-seat", text=shortened(to_act), seats=found.seats)
    flags = _each(given, "acted", found)
    if any(type(flag) is not bool for flag in flags):
        refuse("no-flag", key="acted", text=shortened(list(flags)))
    acted = tuple(flags) or _acted(found, to_act)
    if to_act is None and found.phase == "turn":
        to_act = next((seat for seat in found.order if not acted[seat]), None)
    if to_act is not None and found.phase == "turn" and acted[to_act]:
        refuse("acted-already")
    done = tuple(_list(given, "done"))
    if len(done) > 1 or any(one not in _DONE for one in done):
        refuse("no-done", text=shortened(list(done)), known=", ".join(_DONE))
    if done and found.phase != "turn":
        refuse("done-outside")
    return replace(found, to_act=to_act, acted=acted, done=done)


def _acted(found: Position, to_act: Seat | None) -> tuple[bool, ...]:
    if found.phase == "turn":
        before = found.order[: found.order.index(to_act)] if to_act is not None else ()
        return tuple([seat in before for seat in range(found.seats)])
    nobody = found.phase == "window" and found.window == "location"
    return (not nobody,) * found.seats


def _fields(given: Mapping[str, Json], blank: Position) -> tuple[Field, ...]:
    fields = _each(given, "field", blank) or [()] * blank.seats
    read = []
    for field in fields:
        if not isinstance(field, list | tuple):
            refuse("no-list", key="field", text=shortened(field))
        read.append(tuple([_unit(text) for text in field]))
    return tuple(read)


def _unit(text: Json) -> Unit:
    tokens = text.split() if isinstance(text, str) else []
    if not tokens:
        refuse("no-unit", text=shortened(text))
    card = _card(tokens[0], "field")
    if not IS_DEVOTEE[card]:
        refuse("wrong-kind", card=TEXT[card], key="field")
    attached = []
    for token in tokens[1:]:
        if token[0] not in "+-":
            refuse("no-unit", text=shortened(text))
        attached.append(2 * _card(token[1:], "field") + (token[0] == "+"))
    if attached and any(effect.action == "attach" for effect in FORBIDS[card]):
        refuse("nothing-attached", card=TEXT[card])
    return Unit(card, tuple(attached))


def _rogation(text: Json, blank: Position) -> InForce:
    tokens = text.split() if isinstance(text, str) else []
    paid = bool(tokens) and tokens[-1] == "!"
    if paid:
        tokens = tokens[:-1]
    if len(tokens) < 2:
        refuse("no-rogation", text=shortened(text))
    seat, card = _seat(tokens[0], blank, "rogations"), _card(tokens[1], "rogations")
    if not IS_ROGATION[card] or LASTS[card] == "immediate":
        refuse("no-rogation", text=shortened(text))
    others = tuple([_seat(colour, blank, "rogations") for colour in tokens[2:]])
    wanted = {effect.who for effect in FORBIDS[card]}
    named = len(others) == 1 if "pair" in wanted else not others or "each_more" in wanted
    if not named or seat in others or len(set(others)) < len(others):
        refuse("no-rogation", text=shortened(text))
    return InForce(seat, card, tuple(sorted(others)), paid)


def _engaged(given: Mapping[str, Json], found: Position) -> Cards:
    engaged = _pile(given, "engaged")
    in_play = [unit.card for field in found.field for unit in field]
    for card in engaged:
        if card not in in_play:
            refuse("engaged-elsewhere", card=TEXT[card])
    return tuple(sorted(set(engaged)))


def _sealed(given: Mapping[str, Json], found: Position) -> tuple[Cards | None, ...]:
    texts = _each(given, "sealed", found)
    if found.phase != "refill":
        if any(texts):
            refuse("sealed-outside")
        return ()
    sealed = [_one_sealed(text) for text in texts or [""] * found.seats]
    for cards, hand in zip(sealed, found.hands, strict=True):
        if cards and Counter(cards) - Counter(hand):
            refuse("sealed-not-held")
    return tuple(sealed)


def _one_sealed(text: Json) -> Cards | None:
    if text == "":
        return None
    words = text.split() if isinstance(text, str) else []
    if words == ["refill"]:
        return ()
    if len(words) < 2 or words[0] != "discard":
        refuse("no-sealed", text=shortened(text))
    return tuple(sorted([_card(word, "sealed") for word in words[1:]]))


# -- what there cannot be --------------------------------------------------------------------------


def all_cards(position: Position) -> Counter[Card]:
    """How often each card lies anywhere in a position."""
    found: Counter[Card] = Counter(position.vortex)
    found.update((*position.locations, *position.used, position.location))
    for piles in (position.draw, position.hands, position.discard, position.fearful):
        for pile in piles:
            found.update(pile)
    for field in position.field:
        for unit in field:
            found[unit.card] += 1
            found.update([code >> 1 for code in unit.attached])
    found.update([one.card for one in position.rogations])
    return found


def _check(found: Position) -> None:
    """No card oftener than the set has it, and only Devotees where only they can be."""
    for card, count in all_cards(found).items():
        if count > COPIES[card]:
            refuse("too-often", card=TEXT[card], count=count, most=COPIES[card])
    for pile in found.fearful:
        for card in pile:
            if not IS_DEVOTEE[card]:
                refuse("wrong-kind", card=TEXT[card], key="fearful")
    for seat, cards in enumerate(found.known):
        units = [code >> 1 for unit in found.field[seat] for code in unit.attached]
        hidden = Counter((*found.hands[seat], *found.draw[seat], *units))
        if Counter(cards) - hidden:
            refuse("known-elsewhere")
