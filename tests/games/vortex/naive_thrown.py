"""Positions thrown together at random: crowded fields, many Rogations in force, every Location."""

from __future__ import annotations

import random
from typing import Any

from tests.games.vortex.naive import COLOURS, DEVOTEES, FRENZIES, LASTING, NEEDS, ORDER

CONDITIONAL = ["P21", "P22", "P23", "P24"]
AT_ONCE = ["L02", "L08", "L17", "L20", "L30", "L34", "L43"]


class Box:
    """All cards of the game, out of which a position takes what it needs."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice
        self.devotees = dice.sample(DEVOTEES, len(DEVOTEES))
        others = [*FRENZIES, *FRENZIES, *NEEDS, *NEEDS]
        self.others = dice.sample(others, len(others))

    def devotee(self) -> str:
        return self.devotees.pop()

    def other(self) -> str:
        return self.others.pop()

    def any(self) -> str:
        return self.devotee() if self.dice.random() < 0.35 else self.other()

    def pile(self, most: int) -> list[str]:
        return [self.any() for _ in range(self.dice.randint(0, most))]

    def rogation(self, kinds: list[str]) -> str:
        found = [card for card in self.others if card in kinds]
        card = self.dice.choice(found)
        self.others.remove(card)
        return card


def thrown(dice: random.Random) -> dict[str, Any]:
    """The keys of a position in which anything may meet anything."""
    box, seats = Box(dice), dice.choice([2, 3, 4, 4])
    colours = dice.sample(COLOURS, seats)
    places = dice.sample(sorted(ORDER), dice.randint(2, 4))
    if dice.random() < 0.4:  # a Location that does something when it is revealed
        places[1] = dice.choice([one for one in AT_ONCE if one not in places])
    used = [one for one in dice.sample(sorted(ORDER), dice.randint(0, 3)) if one not in places]
    keys: dict[str, Any] = {
        "colours": colours,
        "location": places[0],
        "locations": places[1:],
        "used": used,
        "fire_three": dice.choice(["nothing", "kill"]),
        "plain_locations": dice.random() < 0.05,
        "rogations": in_force(box, colours),
        "field": [field(box) for _ in colours],
        "hands": [box.pile(7) for _ in colours],
        "draw": [box.pile(6) for _ in colours],
        "discard": [box.pile(4) for _ in colours],
        "fearful": [[box.devotee() for _ in range(dice.randint(0, 2))] for _ in colours],
        "vortex": box.pile(6),
        "played": [dice.choice([0, 0, 0, 1]) for _ in colours],
        "bonus": [dice.choice([0, 0, 2]) for _ in colours],
    }
    return {**keys, **moment(dice, keys)}


def field(box: Box) -> list[str]:
    """Cards in play, some with one card attached, few with two."""
    found = []
    for _ in range(box.dice.choice([0, 1, 2, 2, 3, 3, 4, 5])):
        card = box.devotee()
        attached: list[str] = []
        if card != "B08" and box.dice.random() < 0.45:
            attached = [box.dice.choice("+-") + box.any()]
            if attached[0] == "+F18" and box.dice.random() < 0.7:
                attached.append(box.dice.choice("+-") + box.any())
        found.append(" ".join([card, *attached]))
    return found


def in_force(box: Box, colours: list[str]) -> list[str]:
    """Some Rogations, lasting and conditional."""
    found = []
    for _ in range(box.dice.choice([0, 0, 1, 2, 3])):
        card, by = box.rogation([*LASTING, *CONDITIONAL]), box.dice.choice(colours)
        others: list[str] = []
        rest = [colour for colour in colours if colour != by]
        if card == "P07":
            others = [box.dice.choice(rest)]
        elif card == "P19":
            others = [colour for colour in rest if box.dice.random() < 0.6] or rest[:1]
        found.append(" ".join([by, card, *others]))
    return found


def moment(dice: random.Random, keys: dict[str, Any]) -> dict[str, Any]:
    """Where in the round it stands."""
    seats = range(len(keys["colours"]))
    stand = dice.choice(["turn", "turn", "turn", "location", "between", "refill", "last", "last"])
    if stand == "turn":
        told: dict[str, Any] = {"phase": "turn", "to_act": dice.choice(list(seats))}
        return {**told, **watched(dice, keys)}
    if stand == "refill":
        return {"phase": "refill", **watched(dice, keys)}
    window = {"location": "location", "between": "turn", "last": "refill"}[stand]
    told = {"phase": "window", "window": window}
    if window == "turn":
        told["acted"] = [dice.random() < 0.5 for _ in seats]
    return told if window == "location" else {**told, **watched(dice, keys)}


def watched(dice: random.Random, keys: dict[str, Any]) -> dict[str, Any]:
    """What this round has seen of Crusades."""
    units = [text.split()[0] for units in keys["field"] for text in units]
    engaged = [unit for unit in units if dice.random() < 0.3]
    return {"declared": dice.randint(0, 2) if not engaged else 2, "engaged": engaged}
