"""Options and positions as they are given: read, and refused where they cannot be (TG-N2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tabletop_kit.engine.problem import shortened
from tabletop_kit.engine.ruling import BadPosition, Json, Seat, refusal
from tabletop_kit.games.tempest.cards import CARD, IS_MIRACLE, IS_SPELL, Card, Cards
from tabletop_kit.games.tempest.decks import DECKS, deck_faults
from tabletop_kit.games.tempest.moves import nearly, number_order
from tabletop_kit.games.tempest.piece_reading import read_temple, read_unit, refuse
from tabletop_kit.games.tempest.position import (
    ZEROS,
    Attack,
    Choices,
    Lasting,
    Mod,
    Pool,
    Position,
    Temple,
    Unit,
)
from tabletop_kit.games.tempest.stack_reading import read_attack, read_fight, read_stack

OPTIONS = (
    *("seats", "deck_lists", "bg_summons_undrained", "priests_undrained", "no_su0_limit"),
    *("deity_from_any_area", "no_discard_step", "su0_limit", "no_deity_win", "ignore_pantheon"),
    *("win_by_faith", "win_by_strength", "start_cards", "teams", "unique_gods"),
    *("loose_deck_size", "exhaustion", "round_cap", "opening_redraw"),
)
KEYS = (
    *OPTIONS,
    *("turn", "turns", "phase", "window", "to_act", "passed", "stack", "hands", "decks"),
    *("discard", "wander", "battleground", "temples", "lasting", "mods", "pools", "attacks"),
    *("fight", "doomed", "zeros", "declared", "attacked", "blocked", "used", "protected"),
    *("extra", "quiet", "harvest", "choice", "out", "outcome", "why", "ending", "stirred"),
)
PHASES = ("main", "order", "block", "target", "window", "choice", "discard", "excess", "over")
WINDOWS = ("summon", "spell", "ability", "attack", "fight", "destroy", "open")
WHYS = ("deity", "last", "faith", "strength", "draw")
EXHAUSTION = ("none", "reshuffle", "lose")
KINDS = ("followers", "priests", "temples")
MOST_LISTED = 500
MOST_NUMBER = 9999
_FLAGS = (
    *("bg_summons_undrained", "priests_undrained", "no_su0_limit", "deity_from_any_area"),
    *("no_discard_step", "no_deity_win", "ignore_pantheon", "unique_gods", "loose_deck_size"),
    "opening_redraw",
)


# -- options -------------------------------------------------------------------------------------


def read_choices(given: Mapping[str, Json], known: Sequence[str]) -> Choices:
    """The options in a mapping. ``known``: the keys that are allowed (none: all position keys).

    Raises ``BadPosition``.
    """
    for key in given:
        near = nearly(key, known or KEYS) if key not in (known or KEYS) else ""
        if near:
            refuse("no-key-near", key=shortened(key), near=near)
        if known and key not in known:
            refuse("no-option", key=shortened(key), known=", ".join(known))
        if key not in KEYS:
            refuse("no-key", key=shortened(key), known=", ".join(KEYS))
    seats = given.get("seats", 2)
    if type(seats) is not int or not 2 <= seats <= 4:
        refuse("seats", number=shortened(seats))
    exhaustion = given.get("exhaustion", "none")
    if exhaustion not in EXHAUSTION:
        refuse("no-exhaustion", text=shortened(exhaustion), known=", ".join(EXHAUSTION))
    flags = {name: _flag(given, name) for name in _FLAGS}
    return Choices(
        seats=seats,
        su0_limit=_between(given, "su0_limit", ZEROS, 1, ZEROS),
        win_by_faith=_between(given, "win_by_faith", 0, 0, MOST_NUMBER),
        win_by_strength=_between(given, "win_by_strength", 0, 0, MOST_NUMBER),
        start_cards=_start_cards(given),
        teams=_teams(given, seats),
        exhaustion=exhaustion,
        round_cap=_between(given, "round_cap", 0, 0, MOST_NUMBER),
        deck_lists=_deck_lists(given, seats, flags["loose_deck_size"]),
        **flags,
    )


def _flag(given: Mapping[str, Json], key: str) -> bool:
    value = given.get(key, False)
    if type(value) is not bool:
        refuse("no-flag", key=key, text=shortened(value))
    return value


def _between(given: Mapping[str, Json], key: str, default: int, least: int, most: int) -> int:
    value = given.get(key, default)
    if type(value) is not int or not least <= value <= most:
        refuse("no-number-between", key=key, text=shortened(value), least=least, most=most)
    return value


def _start_cards(given: Mapping[str, Json]) -> tuple[int, int, int]:
    value = given.get("start_cards", {})
    if not isinstance(value, Mapping) or any([key not in KINDS for key in value]):
        refuse("no-start-cards", text=shortened(value), known=", ".join(KINDS))
    counts = [value.get(kind, 0) for kind in KINDS]
    if any([type(count) is not int or not 0 <= count <= 5 for count in counts]):
        refuse("no-start-cards", text=shortened(value), known=", ".join(KINDS))
    return counts[0], counts[1], counts[2]


def _teams(given: Mapping[str, Json], seats: int) -> tuple[tuple[Seat, ...], ...]:
    value = given.get("teams", ())
    if isinstance(value, list | tuple) and not value:
        return ()
    teams = value if isinstance(value, list | tuple) else ()
    if seats != 4 or [list(one) if isinstance(one, list | tuple) else one for one in teams] != [
        [0, 2],
        [1, 3],
    ]:
        refuse("no-teams", text=shortened(value))
    return (0, 2), (1, 3)


def _deck_lists(given: Mapping[str, Json], seats: int, loose: bool) -> tuple[Cards, ...]:
    """A deck for each seat: one of the kit's by its id, or the ids of its cards (TG-A1)."""
    names = list(DECKS)
    value = given.get("deck_lists")
    if value is None:
        value = names[:seats]
    if not isinstance(value, list | tuple) or len(value) != seats:
        refuse("deck-for-each", seats=seats)
    return tuple([_deck(one, loose) for one in value])


def _deck(value: Json, loose: bool) -> Cards:
    if isinstance(value, str):
        if value not in DECKS:
            refuse("no-deck", text=shortened(value), known=", ".join(DECKS))
        return DECKS[value]
    if not isinstance(value, list | tuple):
        refuse("no-deck", text=shortened(value), known=", ".join(DECKS))
    faults = deck_faults(value, loose)
    if len(faults) == 1:
        raise BadPosition(faults[0])
    if faults:
        listed = [f"{fault.why}: {dict(fault.facts)}" for fault in faults]
        rule = faults[-1].rule if faults[-1].rule == "TG-A1" else faults[0].rule
        raise BadPosition(
            refusal(
                rule,
                "deck-faults",
                count=len(faults),
                faults=[_plain(one) for one in faults],
                text="; ".join(listed),
            )
        )
    return tuple([CARD[name] for name in value])


def _plain(fault: Json) -> dict[str, Json]:
    return {"rule": fault.rule, "why": fault.why, **fault.facts}


# -- positions -----------------------------------------------------------------------------------


def read_position(given: Mapping[str, Json], blank: Position) -> Position:
    """The position that a mapping describes over a blank one. Raises ``BadPosition``."""
    phase = given.get("phase", "main")
    if phase not in PHASES:
        refuse("no-phase", text=shortened(phase), known=", ".join(PHASES))
    if phase == "choice" or _list(given, "doomed"):
        refuse("inside-move")
    found = replace(
        blank,
        phase=phase,
        turn=_seat(given, "turn", blank, 0),
        turns=_numbers(given, "turns", blank, 2),
        hands=tuple([tuple(sorted(one)) for one in _piles(given, "hands", blank)]),
        decks=_piles(given, "decks", blank),
        discard=tuple([tuple(sorted(one)) for one in _piles(given, "discard", blank)]),
        wander=_units(given, "wander", blank),
        battleground=_units(given, "battleground", blank),
        temples=_temples(given, blank),
        lasting=tuple([_lasting(one, blank) for one in _list(given, "lasting")]),
        mods=tuple([_mod(one) for one in _list(given, "mods")]),
        pools=tuple([_pool(one) for one in _list(given, "pools")]),
        zeros=_number(given, "zeros"),
        declared=_flag(given, "declared"),
        attacked=_texts(given, "attacked"),
        blocked=_texts(given, "blocked"),
        used=_texts(given, "used"),
        protected=_seat_lists(given, "protected", blank),
        extra=_seats(given.get("extra", ()), "extra", blank),
        quiet=_number(given, "quiet"),
        harvest=_numbers(given, "harvest", blank, 0),
        out=_seats(given.get("out", ()), "out", blank),
        ending=_flag(given, "ending") or phase in ("discard", "excess"),
        stirred=_flag(given, "stirred"),
    )
    found = _whose_move(given, found)
    found = replace(
        found,
        attacks=_attacks(given, found),
        fight=read_fight(given.get("fight"), found),
    )
    return replace(found, stack=read_stack(_list(given, "stack"), found))


def _list(given: Mapping[str, Json], key: str) -> Sequence[Json]:
    value = given.get(key, ())
    if not isinstance(value, list | tuple):
        refuse("no-list", key=key, text=shortened(value))
    if len(value) > MOST_LISTED:
        refuse("too-many-listed", key=key, count=len(value), most=MOST_LISTED)
    return value


def _number(given: Mapping[str, Json], key: str, default: int = 0) -> int:
    return _between(given, key, default, 0, MOST_NUMBER)


def _numbers(given: Mapping[str, Json], key: str, blank: Position, default: int) -> tuple[int, ...]:
    if key not in given:
        return (default,) * blank.seats
    values = _list(given, key)
    if len(values) != blank.seats or any(
        [type(one) is not int or not 0 <= one <= MOST_NUMBER for one in values]
    ):
        refuse("no-numbers", key=key, text=shortened(values), seats=blank.seats)
    return tuple(values)


def _texts(given: Mapping[str, Json], key: str) -> tuple[str, ...]:
    values = _list(given, key)
    if not all(isinstance(one, str) and len(one) < 200 for one in values):
        refuse("no-texts", key=key, text=shortened(values))
    return tuple(values)


def _seat(given: Mapping[str, Json], key: str, blank: Position, default: int) -> Seat:
    value = given.get(key, default)
    if type(value) is not int or not 0 <= value < blank.seats:
        refuse("no-seat", key=key, text=shortened(value), seats=blank.seats)
    return value


def _seats(value: Json, key: str, blank: Position) -> tuple[Seat, ...]:
    if not isinstance(value, list | tuple) or any(
        [type(one) is not int or not 0 <= one < blank.seats for one in value]
    ):
        refuse("no-seats", key=key, text=shortened(value), seats=blank.seats)
    return tuple(value)


def _seat_lists(
    given: Mapping[str, Json], key: str, blank: Position
) -> tuple[tuple[Seat, ...], ...]:
    return tuple([tuple(sorted(_seats(one, key, blank))) for one in _by_seat(given, key, blank)])


def _by_seat(given: Mapping[str, Json], key: str, blank: Position) -> Sequence[Json]:
    if key not in given:
        return ((),) * blank.seats
    values = _list(given, key)
    if len(values) != blank.seats:
        refuse("list-for-each", key=key, seats=blank.seats)
    return values


def read_cards(value: Json, key: str) -> Cards:
    """A list of card ids."""
    if not isinstance(value, list | tuple) or len(value) > MOST_LISTED:
        refuse("no-list", key=key, text=shortened(value))
    for name in value:
        near = nearly(name, CARD) if isinstance(name, str) and name not in CARD else ""
        if near:
            refuse("no-id-near", text=key, name=shortened(name), near=near)
        if not isinstance(name, str) or name not in CARD:
            refuse("no-card", key=key, text=shortened(name))
    return tuple([CARD[name] for name in value])


def _piles(given: Mapping[str, Json], key: str, blank: Position) -> tuple[Cards, ...]:
    return tuple([read_cards(one, key) for one in _by_seat(given, key, blank)])


def _units(given: Mapping[str, Json], key: str, blank: Position) -> tuple[tuple[Unit, ...], ...]:
    found = []
    for seat, values in enumerate(_by_seat(given, key, blank)):
        if not isinstance(values, list | tuple) or len(values) > MOST_LISTED:
            refuse("no-list", key=key, text=shortened(values))
        found.append(tuple([read_unit(one, seat, blank.seats, False) for one in values]))
    return tuple(found)


def _temples(given: Mapping[str, Json], blank: Position) -> tuple[tuple[Temple, ...], ...]:
    found = []
    for seat, values in enumerate(_by_seat(given, "temples", blank)):
        if not isinstance(values, list | tuple) or len(values) > MOST_LISTED:
            refuse("no-list", key="temples", text=shortened(values))
        found.append(tuple([read_temple(one, seat, blank.choices) for one in values]))
    return tuple(found)


def card_named(name: str) -> Card:
    """The card that a name in play is of. Raises ``BadPosition``."""
    card = CARD.get(name.partition("#")[0], -1)
    number = number_order(name)[1] if "#" in name else 1
    if card < 0 or number < 1 or name == f"{name.partition('#')[0]}#1":
        refuse("no-name", text=shortened(name))
    return card


def _lasting(value: Json, blank: Position) -> Lasting:
    """``"1 wild-lands"``, ``"0 bitter-frost 1"``, ``"0 bronze-gate 2 at 1"``."""
    words = value.split() if isinstance(value, str) else []
    at = -1
    if len(words) >= 2 and words[-2] == "at":
        at, words = _digit(words[-1], blank, value), words[:-2]
    if len(words) not in (2, 3):
        refuse("no-lasting", text=shortened(value))
    card = card_named(words[1])
    left = int(words[2]) if len(words) == 3 and words[2].isdigit() and len(words[2]) < 4 else 0
    if not (IS_SPELL[card] or IS_MIRACLE[card]) or (len(words) == 3 and not left):
        refuse("no-lasting", text=shortened(value))
    return Lasting(card, words[1], _digit(words[0], blank, value), left, at)


def _digit(text: str, blank: Position, value: Json) -> Seat:
    if not text.isdigit() or len(text) > 2 or int(text) >= blank.seats:
        refuse("no-lasting", text=shortened(value))
    return int(text)


def _mod(value: Json) -> Mod:
    """``"darkwalker +1 fight"``."""
    words = value.split() if isinstance(value, str) else []
    signed = len(words) == 3 and words[1][0] in "+-" and words[1][1:].isascii()
    if not signed or not words[1][1:].isdigit() or len(words[1]) > 4 or not int(words[1]):
        refuse("no-mod", text=shortened(value))
    if words[2] not in ("fight", "turn", "own"):
        refuse("no-mod", text=shortened(value))
    return Mod(words[0], int(words[1]), words[2])


def _pool(value: Json) -> Pool:
    """``"blood-priest 3"``."""
    words = value.split() if isinstance(value, str) else []
    if len(words) != 2 or not words[1].isdigit() or len(words[1]) > 4:
        refuse("no-pool", text=shortened(value))
    return Pool(words[0], int(words[1]))


def _attacks(given: Mapping[str, Json], found: Position) -> tuple[Attack, ...]:
    """What is declared, in the order of a declaration, however it was listed."""
    attacks = [read_attack(one, found) for one in _list(given, "attacks")]
    return tuple(sorted(attacks, key=lambda one: number_order(one.names[0])))


def _whose_move(given: Mapping[str, Json], found: Position) -> Position:
    """Who is asked, in which window, and how it ended."""
    window = given.get("window", "") if found.phase == "window" else ""
    if found.phase == "window" and window not in WINDOWS:
        refuse("no-window", text=shortened(window), known=", ".join(WINDOWS))
    if window == "destroy":
        refuse("inside-move")
    if found.phase != "over":
        if "outcome" in given:
            refuse("not-over")
        to_act = _seat(given, "to_act", found, found.turn) if "to_act" in given else None
        passed = _seats(given.get("passed", ()), "passed", found)
        return replace(found, window=window, to_act=to_act, passed=passed)
    why = given.get("why", "draw" if not given.get("outcome", ()) else "last")
    if why not in WHYS:
        refuse("no-why", text=shortened(why), known=", ".join(WHYS))
    winners = _seats(given.get("outcome", ()), "outcome", found)
    return replace(found, window="", to_act=None, outcome=tuple(sorted(winners)), why=why)
