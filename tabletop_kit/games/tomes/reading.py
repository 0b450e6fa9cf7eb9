"""Options and positions as they are given: read, and refused where they cannot be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NoReturn, cast

from tabletop_kit.engine.problem import shortened
from tabletop_kit.engine.ruling import BadPosition, Json, refusal
from tabletop_kit.games.tomes.moves import parse_card
from tabletop_kit.games.tomes.position import (
    DOMINION,
    ECHOES,
    EMPYREANS,
    ENTITIES,
    HERETIC,
    IS_ENTITY,
    NOBODY,
    READINGS,
    RUN_PRICE,
    RUNGS,
    SUITS,
    TERROR_PRICE,
    TEXT,
    Card,
    Cards,
    Phase,
    Position,
    Reading,
    Rung,
)

KEYS = (
    *("seats", "edition", "rung", "readings", "campaign", "descent", "hands", "gathering"),
    *("grave", "table", "pantheon", "owed", "entity", "ruin", "ward", "withheld", "domain"),
    *("phase", "due", "to_act", "endured", "echoes", "stones", "channels", "run", "beckons"),
    *("mustered", "expunged", "subdued", "worn", "fired", "outcome", "why", "medal", "limit"),
    *("memory", "inoculation"),
)
MOST_LISTED = 120
"""How many cards one list of a position may hold: far more than a game can bring."""
MOST_NUMBER = 9999
_STONES = (10, 15, 20)


@dataclass(frozen=True, slots=True)
class Choices:
    """The options of a game, read. ``readings`` are empty where they are still to be dealt."""

    seats: int
    edition: bool
    readings: tuple[Reading, ...]
    rung: Rung
    terror: bool


def refuse(rule: str, why: str, **facts: Json) -> NoReturn:
    """Refuse a position or option: raises ``BadPosition``."""
    raise BadPosition(refusal(rule, why, **facts))


# -- options -------------------------------------------------------------------------------------


def read_choices(given: Mapping[str, Json], known: Sequence[str], dealt: bool) -> Choices:
    """The options in a mapping. ``known``: the keys that are allowed (none: all position keys).

    ``dealt``: readings that are left out at a table will be dealt; else they are Blood, Dream,
    Swarm, Void by seat. Raises ``BadPosition``.
    """
    for key in given:
        if known and key not in known:
            refuse("TM-N2", "no-option", key=shortened(key), known=", ".join(known))
        if key not in KEYS:
            refuse("TM-N2", "no-key", key=shortened(key), known=", ".join(KEYS))
    seats = _seats(given)
    edition = _flag(given, "edition", seats == 1)
    terror = _campaign(given, seats)
    rung = _rung(given, seats, terror)
    if _flag(given, "inoculation", False) and seats > 1:
        refuse("TM-22", "inoculation-alone", seats=seats)
    return Choices(seats, edition, _readings(given, seats, edition, dealt), rung, terror)


def _seats(given: Mapping[str, Json]) -> int:
    seats = given.get("seats", 1)
    if type(seats) is not int or not 1 <= seats <= 4:
        refuse("TM-25", "seats", number=shortened(seats))
    return seats


def _flag(given: Mapping[str, Json], key: str, default: bool) -> bool:
    value = given.get(key, default)
    if type(value) is not bool:
        refuse("TM-N2", "no-flag", key=key, text=shortened(value))
    return value


def _campaign(given: Mapping[str, Json], seats: int) -> bool:
    campaign = given.get("campaign")
    if campaign in (None, ""):
        return False
    if campaign != "terror":
        refuse("TM-23", "no-campaign", text=shortened(campaign))
    if seats == 1:
        refuse("TM-23", "terror-alone")
    return True


def _rung(given: Mapping[str, Json], seats: int, terror: bool) -> Rung:
    rung = given.get("rung")
    if rung in (None, ""):
        return ""
    if rung not in RUNGS:
        refuse("TM-22", "no-rung", text=shortened(rung), known=", ".join(RUNGS))
    if seats > 1:
        refuse("TM-22", "rung-alone", seats=seats)
    return cast("Rung", rung)


def _readings(
    given: Mapping[str, Json], seats: int, edition: bool, dealt: bool
) -> tuple[Reading, ...]:
    readings = given.get("readings")
    if not readings and readings != "":
        if not edition or (dealt and seats > 1):
            return ()
        return READINGS[:seats]
    if not edition:
        refuse("TM-19", "readings-without-edition")
    if not isinstance(readings, list | tuple):
        refuse("TM-19", "no-readings", text=shortened(readings))
    for reading in readings:
        if reading not in READINGS:
            known = ", ".join(READINGS)
            refuse("TM-19", "no-reading", text=shortened(reading), known=known)
    if len(readings) != seats:
        refuse("TM-19", "readings-count", count=len(readings), seats=seats)
    if len(set(readings)) < len(readings):
        refuse("TM-19", "readings-alike")
    return tuple(readings)


# -- positions -----------------------------------------------------------------------------------


def read_position(given: Mapping[str, Json], blank: Position) -> Position:
    """The position that a mapping describes over a blank one. Raises ``BadPosition``."""
    phase, result = _phase_and_result(given)
    entity = _entity(given, blank, phase)
    found = replace(
        blank,
        descent=_descent(given, blank),
        hands=_hands(given, blank),
        gathering=_cards(given, "gathering"),
        grave=_cards(given, "grave"),
        table=_cards(given, "table"),
        pantheon=_entities(given, "pantheon"),
        owed=_entities(given, "owed"),
        entity=entity,
        ruin=_number(given, "ruin"),
        ward=_number(given, "ward"),
        withheld=_number(given, "withheld"),
        broken=_domain(given),
        phase=phase,
        to_act=None if phase == "over" else _seat(given, blank.seats),
        endured=_flags(given, blank.seats),
        echoes=_number(given, "echoes", blank.echoes),
        stones=_stones(given, blank.seats),
        channels=_number(given, "channels"),
        run=_number(given, "run"),
        beckons=_number(given, "beckons"),
        mustered=_flag(given, "mustered", False),
        expunged=_entities(given, "expunged"),
        subdued=_entities(given, "subdued"),
        worn=_worn(given, blank, entity),
        fired=_fired(given, blank),
        result=result,
        why=_why(given, result),
    )
    _check(found)
    return _remembering(given, found)


def _number(given: Mapping[str, Json], key: str, default: int = 0) -> int:
    value = given.get(key, default)
    if type(value) is not int or not 0 <= value <= MOST_NUMBER:
        refuse("TM-N2", "no-number", key=key, text=shortened(value))
    return value


def _list(given: Mapping[str, Json], key: str) -> Sequence[Json]:
    value = given.get(key, ())
    if not isinstance(value, list | tuple):
        refuse("TM-N2", "no-list", key=key, text=shortened(value))
    if len(value) > MOST_LISTED:
        refuse("TM-N2", "too-many-listed", key=key, count=len(value), most=MOST_LISTED)
    return value


def _card(text: Json, key: str) -> Card:
    card = parse_card(text) if isinstance(text, str) else None
    if card is None:
        refuse("TM-N2", "no-such-card", text=shortened(text), key=key)
    return card


def _read_cards(texts: Iterable[Json], key: str) -> Cards:
    cards = tuple([_card(text, key) for text in texts])
    for card in cards:
        if card in EMPYREANS:
            refuse("TM-23", "empyrean-no-card", card=TEXT[card])
    return cards


def _cards(given: Mapping[str, Json], key: str) -> Cards:
    return _read_cards(_list(given, key), key)


def _entities(given: Mapping[str, Json], key: str) -> Cards:
    cards = _cards(given, key)
    for card in cards:
        if card not in ENTITIES:
            refuse("TM-T1", "no-entity", card=TEXT[card], key=key)
    return cards


def _hands(given: Mapping[str, Json], blank: Position) -> tuple[Cards, ...]:
    hands = _list(given, "hands") or [()] * blank.seats
    if len(hands) != blank.seats or not all(isinstance(hand, list | tuple) for hand in hands):
        refuse("TM-N2", "a-hand-each", seats=blank.seats)
    read = tuple([_read_cards(hand[:MOST_LISTED], "hands") for hand in hands])
    for hand in read:
        if len(hand) > blank.limit:
            refuse("TM-T2", "above-limit", count=len(hand), limit=blank.limit)
    return read


def _entity(given: Mapping[str, Json], blank: Position, phase: Phase) -> Card:
    if given.get("entity") is None:
        if phase == "over":
            return NOBODY
        refuse("TM-T1", "entity-missing")
    entity = _card(given["entity"], "entity")
    if not IS_ENTITY[entity]:
        refuse("TM-T1", "no-entity", card=TEXT[entity], key="entity")
    if entity in EMPYREANS and not blank.terror:
        refuse("TM-23", "empyrean-outside", card=TEXT[entity])
    return entity


def _descent(given: Mapping[str, Json], blank: Position) -> int:
    descent = given.get("descent", 1)
    if type(descent) is not int or not 1 <= descent <= 3:
        refuse("TM-23", "no-descent", text=shortened(descent))
    if descent != 1 and not blank.terror:
        refuse("TM-23", "descent-outside")
    return descent


def _domain(given: Mapping[str, Json]) -> bool:
    domain = given.get("domain", "whole")
    if domain not in ("whole", "broken"):
        refuse("TM-10", "no-domain", text=shortened(domain))
    return bool(domain == "broken")


def _phase_and_result(given: Mapping[str, Json]) -> tuple[Phase, Any]:
    result = given.get("outcome") or ""
    if result not in ("", "won", "lost"):
        refuse("TM-24", "no-outcome", text=shortened(result))
    phase = given.get("phase", "over" if result else "turn")
    if phase not in ("turn", "pay", "over"):
        refuse("TM-N2", "no-phase", text=shortened(phase))
    if (phase == "over") != bool(result):
        refuse("TM-24", "over-or-not")
    return phase, result


def _why(given: Mapping[str, Json], result: str) -> str:
    why = given.get("why") or ""
    if not isinstance(why, str) or len(why) > 9:
        refuse("TM-24", "no-why", text=shortened(why))
    return (why or "TM-24") if result else ""


def _seat(given: Mapping[str, Json], seats: int) -> int:
    seat = given.get("to_act", 0)
    if type(seat) is not int or not 0 <= seat < seats:
        refuse("TM-25", "no-seat", number=shortened(seat), seats=seats)
    return seat


def _flags(given: Mapping[str, Json], seats: int) -> tuple[bool, ...]:
    flags = _list(given, "endured") or [False] * seats
    if len(flags) != seats or not all(type(flag) is bool for flag in flags):
        refuse("TM-5", "a-flag-each", seats=seats)
    return tuple(flags)


def _stones(given: Mapping[str, Json], seats: int) -> tuple[tuple[int, ...], ...]:
    stones = _list(given, "stones") or [()] * seats
    if len(stones) != seats or not all(isinstance(held, list | tuple) for held in stones):
        refuse("TM-20", "stones-each", seats=seats)
    for held in stones:
        for value in held[:MOST_LISTED]:
            if value not in _STONES or type(value) is not int:
                refuse("TM-20", "no-stone-value", text=shortened(value))
    return tuple([tuple(held[:MOST_LISTED]) for held in stones])


def _suit(letter: Json, key: str) -> int:
    if not isinstance(letter, str) or len(letter) != 1 or letter.upper() not in SUITS:
        refuse("TM-23", "no-force", text=shortened(letter), key=key, known=", ".join(SUITS))
    return SUITS.index(letter.upper())


def _worn(given: Mapping[str, Json], blank: Position, entity: Card) -> tuple[int, ...]:
    """The Forces worn; the Empyrean in front wears its own, said or not."""
    worn = tuple([_suit(letter, "worn") for letter in _list(given, "worn")])
    if worn and not blank.terror:
        refuse("TM-23", "terror-only", key="worn")
    if len(set(worn)) < len(worn):
        refuse("TM-23", "worn-twice")
    if entity in EMPYREANS and EMPYREANS.index(entity) not in worn:
        worn = (*worn, EMPYREANS.index(entity))
    return worn


def _fired(given: Mapping[str, Json], blank: Position) -> tuple[int, int, int, int]:
    fired = given.get("fired", {})
    if not isinstance(fired, Mapping):
        refuse("TM-23", "no-fired", text=shortened(fired))
    if any(fired.values()) and not blank.terror:
        refuse("TM-23", "terror-only", key="fired")
    counts = [0, 0, 0, 0]
    for letter in fired:
        counts[_suit(letter, "fired")] = _number(fired, letter)
    return counts[0], counts[1], counts[2], counts[3]


# -- what cannot be ------------------------------------------------------------------------------


def _check(position: Position) -> None:
    """Refuse what no game can come to."""
    if position.entity >= 0 and position.ruin >= DOMINION[position.entity]:
        dominion, entity = DOMINION[position.entity], TEXT[position.entity]
        refuse("TM-T1", "ruin-full", ruin=position.ruin, dominion=dominion, entity=entity)
    if position.echoes > ECHOES[position.seats]:
        most = ECHOES[position.seats]
        refuse("TM-16", "too-many-echoes", count=position.echoes, most=most, seats=position.seats)
    if position.channels and position.seats != 2:
        refuse("TM-17", "channels-of-two", seats=position.seats)
    if position.withheld and (position.broken or not position.heretics):
        refuse("TM-10", "nothing-withheld", withheld=position.withheld)
    if position.owed and not position.debts:
        refuse("TM-21", "no-debts-here")
    _check_earned(position)
    _check_cards(position)


def _check_earned(position: Position) -> None:
    price = TERROR_PRICE if position.terror else RUN_PRICE.get(position.rung, 0)
    if not price and (position.run or position.beckons):
        refuse("TM-22", "nothing-earned")
    if price and position.run >= price:
        refuse("TM-22", "run-earned", run=position.run, price=price)


def _check_cards(position: Position) -> None:
    """No card lies in two places, but for entities in Terror (TM-23), and Heretics are counted."""
    piles = (*position.hands, position.gathering, position.grave, position.table)
    lying = Counter(card for pile in (*piles, position.pantheon, position.owed) for card in pile)
    if position.entity >= 0:
        lying[position.entity] += 1
    heretics = lying.pop(HERETIC, 0)
    if heretics > position.heretics:
        refuse("TM-14", "too-many-heretics", count=heretics, most=position.heretics)
    for card, count in sorted(lying.items()):
        if count > 1 and not (position.terror and IS_ENTITY[card]):
            refuse("TM-25", "card-lies-twice", card=TEXT[card], count=count)


def _remembering(given: Mapping[str, Json], position: Position) -> Position:
    """With what is remembered of the piles, for a fair re-deal."""
    memory = _list(given, "memory") or (0, 0, 0)
    if len(memory) != 3 or not all(type(count) is int and count >= 0 for count in memory):
        refuse("TM-N2", "no-memory", text=shortened(memory))
    known, under, mixed = memory
    if known + under > len(position.gathering) or mixed > len(position.grave):
        refuse("TM-N2", "no-memory", text=shortened(memory))
    return replace(position, known=known, under=under, mixed=mixed)
