"""Rule cases run by the naive Vortex, so that the cases are proved before and beside the engine."""

from __future__ import annotations

import random
from typing import Any

from tests.games.vortex.naive import COLOURS, DEVOTEES, FRENZIES, LETTER, NEEDS, ORDER
from tests.games.vortex.naive_play import Naive

UNORDERED = ("hands", "discard", "fearful", "field")


def set_up(options: dict[str, Any], script: list[Any] | None, dice: int) -> dict[str, Any]:
    """The keys of a game that begins, seven drawn, before the first Location is flipped."""
    colours = options.get("colours") or COLOURS[: options.get("seats", 4)]
    chance, number = list(script or []), random.Random(dice)
    told: list[Any] = []

    def fall(cards: list[str], count: int) -> list[str]:
        order = list(chance.pop(0)) if chance else number.sample(cards, count)
        told.append(order)
        return order

    length = options.get("length", 48)
    places = sorted(ORDER)
    if length == 24:  # one of each turn order
        orders = sorted({tuple(order) for order in ORDER.values()})
        places = [
            number.choice([one for one in places if tuple(ORDER[one]) == order]) for order in orders
        ]
    locations = fall(places, length)
    decks = [[card for card in DEVOTEES if LETTER[card[0]] == colour] for colour in colours]
    kinds = [FRENZIES] if options.get("no_rogations") else [FRENZIES, sorted(NEEDS)]
    for cards in kinds:
        dealt = fall(sorted([*cards, *cards]), 12 * len(decks))
        for place, deck in enumerate(decks):
            deck += dealt[12 * place : 12 * place + 12]
    decks = [fall(deck, len(deck)) for deck in decks]
    keys = {key: value for key, value in options.items() if key not in ("seats", "colours")}
    return {
        **keys,
        "colours": colours,
        "locations": locations,
        "draw": [deck[7:] for deck in decks],
        "hands": [deck[:7] for deck in decks],
        "told": told,
        "left": chance,
    }


def begin(options: dict[str, Any], script: list[Any] | None = None, dice: int = 0) -> Naive:
    """A game from its beginning; ``chance`` holds the dealing too."""
    keys = set_up(options, script, dice)
    told, left = keys.pop("told"), keys.pop("left")
    first, *rest = keys["locations"]
    start = {**keys, "location": first, "locations": [first, *rest], "round": 0}
    start |= {"phase": "window", "window": "refill", "played": [9] * len(keys["colours"])}
    naive = Naive(start, left, dice + 1)
    naive.used.pop(0)
    naive.chance = [*told, *naive.chance]
    return naive


def run(case: dict[str, Any]) -> list[str]:
    """What is wrong with a case, as the naive game sees it; nothing where it holds."""
    if case.get("refuse") and not case.get("do"):
        return []  # what is no position, the naive game does not check
    options, script = case.get("options", {}), case.get("chance")
    if case.get("position"):
        naive = Naive({**options, **case["position"]}, script)
    else:
        naive = begin(options, script)
    moves = case.get("do", [])
    for number, move in enumerate(moves, 1):
        why = naive.play(move)
        wanted = case.get("refuse") if number == len(moves) else None
        if (why is None) != (wanted is None) or (wanted not in (None, True) and wanted != why):
            return [f"{move}: expected {wanted}, found {why}"]
    return [
        fault
        for key, value in case.get("expect", {}).items()
        if (fault := differs(naive, key, value, case.get("view")))
    ]


def differs(naive: Naive, key: str, expected: Any, eyes: int | None) -> str:
    bare = key.rstrip("#~!")
    found = look(naive, bare, eyes)
    if key.endswith("#"):
        good = len(found) == expected
    elif key.endswith("~"):
        good = set(expected) <= set(found)
    elif key.endswith("!"):
        good = not set(expected) & set(found)
    else:
        good = same(bare, expected, found)
    return "" if good else f"{key}: expected {expected}, found {found}"


def look(naive: Naive, key: str, eyes: int | None) -> Any:
    name, *parts = key.split(".")
    if name == "moves":
        return sorted(naive.moves()) if eyes in (None, naive.to_act) else []
    if name == "figures":
        both = naive.figures(*[naive.unit(part) for part in parts])  # type: ignore[arg-type]
        return [list(figures.values()) for figures in both]
    keys = naive.keys() if eyes is None else naive.seen(eyes)
    found = keys.get(name, "(absent)")
    for part in parts:
        found = found[int(part)]
    return found


def same(key: str, expected: Any, found: Any) -> bool:
    name, *parts = key.split(".")
    if name == "moves" or name in ("vortex", "engaged"):
        return sorted(expected) == sorted(found)
    if name in UNORDERED and not parts:
        return len(expected) == len(found) and [*map(sorted, expected)] == [*map(sorted, found)]
    if name in UNORDERED and len(parts) == 1:
        return sorted(expected) == sorted(found)
    return bool(expected == found)
