"""How a match of Tempus begins, and positions as mappings: read, checked, written."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, cast

from tabletop_kit.engine.event import Event, Log
from tabletop_kit.engine.luck import Luck
from tabletop_kit.engine.problem import shortened
from tabletop_kit.engine.ruling import BadPosition, Json, Seat, refusal
from tabletop_kit.games.tempus.moves import parse_die
from tabletop_kit.games.tempus.position import (
    DECK_DICE,
    DICE,
    FACTIONS,
    ROUNDS_TO_LOSE,
    SIZES,
    STANDARD_DECK,
    Dice,
    Die,
    Faction,
    Phase,
    Position,
    deck_text,
)

Deck: TypeAlias = tuple[int, ...]
KEYS = (
    *("factions", "decks", "hands", "rows", "passed", "lost", "won", "round", "beginner"),
    *("to_act", "phase", "outcome", "strength", "gone"),
)
MOST_LISTED = 99
"""How many dice one list of a position may hold: far more than a match can bring."""
_OPTIONS = ("factions", "decks")
_START: Mapping[str, Json] = {
    "rows": [[], []],
    "passed": [False, False],
    "lost": [0, 0],
    "won": [0, 0],
    "round": 1,
}
_SIZE = re.compile(r"(?:1?[dw])?(\d{1,3})", re.ASCII | re.IGNORECASE)


def refuse(rule: str, why: str, **facts: Json) -> BadPosition:
    """The refusal of a position or option, to be raised."""
    return BadPosition(refusal(rule, why, **facts))


def setup(options: Mapping[str, Json], luck: Luck, log: Log | None = None) -> Position:
    """A match from the start: factions and decks, coin and rolls. Raises ``BadPosition``."""
    for key in options:
        if key not in (*_OPTIONS, "seats"):
            raise refuse("TP-N2", "no-option", key=shortened(key), known=", ".join(_OPTIONS))
    return load(options, luck, log)


def load(mapping: Mapping[str, Json], luck: Luck, log: Log | None = None) -> Position:
    """The position that a mapping describes; what is left out takes its default.

    Hands left out are rolled: the match is then set up, coin and all. Raises ``BadPosition``.
    """
    mapping = _two_seats(mapping)
    for key in mapping:
        if key not in KEYS:
            raise refuse("TP-N2", "no-key", key=shortened(key), known=", ".join(KEYS))
    factions = _factions(mapping)
    decks = _decks(mapping)
    _tell_choices(factions, decks, log)
    if "hands" not in mapping:
        return _dealt(mapping, factions, decks, luck, log)
    hands = _pair_of_dice(mapping, "hands", sort=True)
    return _loaded(mapping, factions, decks, hands, luck)


def _two_seats(mapping: Mapping[str, Json]) -> Mapping[str, Json]:
    """The mapping without the key ``seats``, which may be given and must then be 2 (TP-1)."""
    if "seats" not in mapping:
        return mapping
    if type(mapping["seats"]) is not int or mapping["seats"] != 2:
        raise refuse("TP-1", "two-seats", number=shortened(mapping["seats"]))
    return {key: value for key, value in mapping.items() if key != "seats"}


# -- TP-1 to TP-4, TP-F3: the beginning ----------------------------------------------------------


def _tell_choices(factions: Any, decks: tuple[Deck, Deck], log: Log | None) -> None:
    if log is None:
        return
    log.append(Event("factions", "TP-1", None, {"factions": list(factions)}))
    for seat, deck in enumerate(decks):
        if deck != STANDARD_DECK:
            log.append(Event("own-deck", "TP-D2", seat, {"deck": deck_text(deck)}))


def _dealt(
    mapping: Mapping[str, Json],
    factions: tuple[Faction, Faction],
    decks: tuple[Deck, Deck],
    luck: Luck,
    log: Log | None,
) -> Position:
    """The match set up, coin and all; what the mapping gives of it overrides the coin."""
    given = {key: value for key, value in mapping.items() if value is not None}
    chooser = chooses_beginner(factions)
    begins = _begins(given, chooser)
    coin = 0
    if chooser is None:
        coin, luck = luck.below("coin", 2)
        if begins and log is not None:
            log.append(Event("coin", "TP-4", coin, {"beginner": coin}, reveals=True))
    hands, luck = _rolled(decks, luck, log)
    if chooser is not None and begins:
        given["phase"] = "choose-beginner"
        if log is not None:
            log.append(Event("may-choose", "TP-F3", chooser))
    return _loaded(given, factions, decks, hands, luck, coin)


def _begins(given: Mapping[str, Json], chooser: Seat | None) -> bool:
    """Whether nothing given says that the match is beyond its very beginning."""
    phase = "round" if chooser is None else "choose-beginner"
    start = {**_START, "phase": phase, "to_act": chooser, "beginner": None, "outcome": None}
    return all(given.get(key, value) == value for key, value in start.items())


def chooses_beginner(factions: Sequence[Faction]) -> int | None:
    """The one seat that is Zhentarim; ``None`` where none or both are (TP-F3).

    >>> chooses_beginner(("council", "zhentarim"))
    1
    """
    return factions.index("zhentarim") if factions.count("zhentarim") == 1 else None


def _rolled(
    decks: tuple[Deck, Deck], luck: Luck, log: Log | None
) -> tuple[tuple[Dice, Dice], Luck]:
    hands = []
    for seat, deck in enumerate(decks):
        faces, luck = luck.rolls(f"hand-{seat}", deck)
        hand = sorted([DICE[die] for die in zip(deck, faces, strict=True)])
        hands.append(tuple(hand))
        if log is not None:
            secret = {"dice": [str(die) for die in hand]}
            facts = {"count": len(hand)}
            log.append(Event("rolled", "TP-2", seat, facts, secret, (seat,), reveals=True))
    return (hands[0], hands[1]), luck


# -- reading a mapping ---------------------------------------------------------------------------


def _factions(mapping: Mapping[str, Json]) -> tuple[Faction, Faction]:
    given = mapping.get("factions", ("council", "harpers"))
    if not isinstance(given, list | tuple) or len(given) != 2:
        raise refuse("TP-1", "two-factions", known=", ".join(FACTIONS))
    for faction in given:
        if faction not in FACTIONS:
            raise refuse("TP-1", "no-faction", name=shortened(faction), known=", ".join(FACTIONS))
    return given[0], given[1]


def _decks(mapping: Mapping[str, Json]) -> tuple[Deck, Deck]:
    given = mapping.get("decks")
    if given is None:
        return STANDARD_DECK, STANDARD_DECK
    if not isinstance(given, list | tuple) or len(given) != 2:
        raise refuse("TP-D1", "two-decks")
    return read_deck(given[0]), read_deck(given[1])


def read_deck(given: Json) -> Deck:
    """A deck from a list of sizes (``"d8"`` or 8), smallest first. Raises ``BadPosition`` (TP-D1).

    >>> read_deck(["d4"] * 9 + ["W12"])
    (4, 4, 4, 4, 4, 4, 4, 4, 4, 12)
    """
    if not isinstance(given, list | tuple):
        raise refuse("TP-D1", "no-deck", text=shortened(given))
    deck = []
    for item in given:
        size = item if type(item) is int else 0
        if isinstance(item, str) and (found := _SIZE.fullmatch(item.strip())):
            size = int(found[1])
        if size not in SIZES:
            raise refuse("TP-D1", "no-size", text=shortened(item))
        deck.append(size)
    if len(deck) != DECK_DICE:
        raise refuse("TP-D1", "ten-dice", count=len(deck))
    return tuple(sorted(deck))


def _read_die(text: Json, key: str) -> Die:
    die = parse_die(text) if isinstance(text, str) else None
    if die is None:
        raise refuse("TP-N2", "no-die", text=shortened(text), key=key)
    if die.size not in SIZES:
        raise refuse("TP-D1", "no-size", text=f"d{die.size}")
    if not 1 <= die.value <= die.size:
        raise refuse("TP-2", "no-value", die=str(die), size=die.size)
    return die


def _pair_of_dice(mapping: Mapping[str, Json], key: str, sort: bool = False) -> tuple[Dice, Dice]:
    given = mapping.get(key, ((), ()))
    if (
        not isinstance(given, list | tuple)
        or len(given) != 2
        or not all(isinstance(dice, list | tuple) for dice in given)
    ):
        raise refuse("TP-N2", "two-lists", key=key)
    for dice in given:
        if len(dice) > MOST_LISTED:
            raise refuse("TP-N2", "too-many-listed", key=key, count=len(dice), most=MOST_LISTED)
    pair = [[_read_die(text, key) for text in dice] for dice in given]
    one, other = (tuple(sorted(dice) if sort else dice) for dice in pair)
    return one, other


def _pair(mapping: Mapping[str, Json], key: str, kind: type, default: Json) -> Any:
    given: Any = mapping.get(key, (default, default))
    least: Any = 0
    if (
        not isinstance(given, list | tuple)
        or len(given) != 2
        or not all(type(item) is kind and bool(item >= least) for item in given)
    ):
        raise refuse("TP-N2", "two-values", key=key)
    return tuple(given)


def _seat(mapping: Mapping[str, Json], key: str) -> int | None:
    seat = mapping.get(key)
    if seat is not None and (type(seat) is not int or seat not in (0, 1)):
        raise refuse("TP-1", "no-seat", number=shortened(seat))
    return seat


def _loaded(
    mapping: Mapping[str, Json],
    factions: tuple[Faction, Faction],
    decks: tuple[Deck, Deck],
    hands: tuple[Dice, Dice],
    luck: Luck,
    first: Seat = 0,
) -> Position:
    """The position that a mapping describes; ``first`` acts where it does not say who does."""
    lost = _lost(mapping)
    passed = _pair(mapping, "passed", bool, False)
    phase = _phase(mapping, factions, lost)
    beginner = _seat(mapping, "beginner")
    first = first if beginner is None else beginner
    to_act = None if phase == "over" else _asked(mapping, factions, phase, passed, first)
    if beginner is None and phase == "round":
        beginner = to_act
    if phase == "choose-beginner" and beginner is not None:
        raise refuse("TP-F3", "beginner-open")
    number = mapping.get("round", 1)
    if type(number) is not int or number < 1:
        raise refuse("TP-N2", "no-round", text=shortened(number))
    rows, gone = _pair_of_dice(mapping, "rows"), _pair_of_dice(mapping, "gone")
    won = _pair(mapping, "won", int, 0)
    return Position(
        factions,
        decks,
        hands,
        rows,
        (True, True) if phase == "over" else passed,
        lost,
        won,
        number,
        beginner,
        to_act,
        phase,
        gone,
        luck,
    )


def _lost(mapping: Mapping[str, Json]) -> tuple[int, int]:
    """The lost rounds; where only the outcome is given, those that it needs (TP-12)."""
    outcome = mapping.get("outcome")
    if outcome is None:
        return cast("tuple[int, int]", _pair(mapping, "lost", int, 0))
    if outcome not in (0, 1, "draw") or isinstance(outcome, bool):
        raise refuse("TP-N2", "no-outcome", text=shortened(outcome))
    needed = tuple(0 if outcome == seat else ROUNDS_TO_LOSE for seat in (0, 1))
    lost = _pair(mapping, "lost", int, 0) if "lost" in mapping else needed
    if [count >= ROUNDS_TO_LOSE for count in lost] != [count > 0 for count in needed]:
        raise refuse("TP-12", "other-outcome", lost=list(lost))
    return cast("tuple[int, int]", lost)


def _phase(mapping: Mapping[str, Json], factions: Sequence[Faction], lost: Any) -> Phase:
    beaten = max(lost) >= ROUNDS_TO_LOSE
    phase = mapping.get("phase", "over" if beaten else "round")
    if phase not in ("choose-beginner", "round", "over"):
        raise refuse("TP-N2", "no-phase", text=shortened(phase))
    if (phase == "over") != beaten:
        raise refuse("TP-12", "over-or-not", lost=list(lost))
    if phase == "choose-beginner" and chooses_beginner(factions) is None:
        raise refuse("TP-F3", "nobody-chooses")
    if phase == "choose-beginner" and mapping.get("round", 1) != 1:
        raise refuse("TP-F3", "has-begun")
    return cast("Phase", phase)


def _asked(
    mapping: Mapping[str, Json], factions: Sequence[Faction], phase: Phase, passed: Any, first: Seat
) -> Seat:
    seat = _seat(mapping, "to_act")
    if phase == "choose-beginner":
        chooser = chooses_beginner(factions)
        if any(passed) or (seat is not None and seat != chooser):
            raise refuse("TP-F3", "other-chooses", seat=chooser)
        assert chooser is not None
        return chooser
    if all(passed):
        raise refuse("TP-7", "both-passed")
    if seat is None:
        seat = passed.index(False) if any(passed) else first
    if passed[seat]:
        raise refuse("TP-7", "has-passed", seat=seat)
    return seat


# -- writing a mapping ---------------------------------------------------------------------------


def dump(position: Position) -> dict[str, Json]:
    """All position keys of a position; :func:`load` makes it again."""
    data: dict[str, Json] = {
        "factions": list(position.factions),
        "decks": [deck_list(deck) for deck in position.decks],
        "hands": [written(hand) for hand in position.hands],
        "rows": [written(row) for row in position.rows],
        "passed": list(position.passed),
        "lost": list(position.lost),
        "won": list(position.won),
        "round": position.round,
        "phase": position.phase,
        "strength": list(position.strength),
        "gone": [written(dice) for dice in position.gone],
    }
    if position.beginner is not None:
        data["beginner"] = position.beginner
    if position.to_act is not None:
        data["to_act"] = position.to_act
    if position.phase == "over":
        beaten = [count >= ROUNDS_TO_LOSE for count in position.lost]
        data["outcome"] = "draw" if all(beaten) else int(beaten[0])
    return data


def deck_list(deck: Deck) -> list[str]:
    """A deck as a list of sizes, as the option ``decks`` takes it.

    >>> deck_list((4, 12))
    ['d4', 'd12']
    """
    return [f"d{size}" for size in deck]


def written(dice: Dice) -> list[str]:
    """Dice as they are written.

    >>> written((Die(8, 5),))
    ['d8:5']
    """
    return [str(die) for die in dice]
