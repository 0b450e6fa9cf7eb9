"""Vortex once more, written from the rules page alone: slow, plain, and sharing nothing.

Cards are texts, piles are lists. What a card says is written here by hand, from the sentence on it;
only figures, turn orders and requirements are read from the data of the cards. This half knows the
table: what lies where, what a Crusade compares, what may be declared, and what has been scored.
"""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

import tabletop_kit.games.vortex as room

COLOURS = ["blue", "green", "yellow", "red"]
LETTER = {"B": "blue", "G": "green", "Y": "yellow", "R": "red"}
FIGURES = ["reason", "fire", "water", "sword"]
MODES = ["reason", "fire", "kill"]
LASTING = ["P07", "P15", "P16", "P17", "P18", "P19"]
CONDITIONAL = ["P21", "P22", "P23", "P24"]


def _read(name: str) -> list[dict[str, Any]]:
    path = Path(room.__file__).parent / "cards" / f"{name}s.toml"
    text = path if path.is_file() else path.with_name(f"{name[:-1]}ies.toml")
    return list(tomllib.loads(text.read_text("utf-8"))[name])


PRINTED = {
    card["id"]: {name: int(card[name]) for name in FIGURES}
    for card in (*_read("devotee"), *_read("frenzy"))
}
ORDER = {card["id"]: card["order"] for card in _read("location")}
NEEDS = {card["id"]: card["requirement"] for card in _read("rogation")}
DEVOTEES = [card for card in PRINTED if card[0] in LETTER]
FRENZIES = [card for card in PRINTED if card[0] == "F"]

# Red text: your other cards ... while attacking, while defending, or in either role.
BANNERS = {
    "B18": [("water", 1, "defend")],
    "G02": [("reason", -1, "both"), ("sword", 1, "both")],
    "G17": [("reason", 1, "defend")],
    "Y06": [("fire", 1, "attack")],
    "Y13": [("sword", 1, "defend")],
    "R02": [("water", -1, "both")],
    "R05": [("reason", 1, "both")],
    "R13": [("sword", 1, "attack")],
}
# A Location that changes figures: of every card, or of the cards of one player.
PLACES = {
    "L05": [("water", 1, "both", None)],
    "L10": [("water", 1, "defend", "blue")],
    "L13": [("reason", 1, "defend", None)],
    "L15": [("sword", 1, "attack", "green")],
    "L31": [("fire", -1, "both", None)],
    "L32": [("fire", 1, "attack", "yellow")],
    "L40": [("sword", 1, "attack", "red")],
    "L41": [("water", -1, "both", None)],
}
# Love Potion and its like: -1 against a Devotee, +3 against a Zealot.
POTIONS = {"F09": "water", "F10": "reason", "F11": "fire", "F12": "sword"}
CURSES = {"F13": ["water", "sword"], "F14": ["reason", "fire"]}


class Unit:
    """A Devotee in play, and what is attached to it: pairs of card and whether it lies face up."""

    def __init__(self, card: str, attached: list[list[Any]] | None = None) -> None:
        self.card, self.attached = card, attached or []

    @classmethod
    def read(cls, text: str) -> Unit:
        card, *rest = text.split()
        return cls(card, [[one[1:], one[0] == "+"] for one in rest])

    def text(self) -> str:
        return " ".join([self.card, *[("+" if up else "-") + one for one, up in self.attached]])

    @property
    def hidden(self) -> bool:
        return any(not up for _card, up in self.attached)


class Table:
    """All that lies on the table, as the position keys tell it."""

    def __init__(self, keys: dict[str, Any]) -> None:
        seats = len(keys.get("colours", COLOURS))
        self.seats = list(range(seats))
        self.colours = list(keys.get("colours", COLOURS))
        self.plain = bool(keys.get("plain_locations"))
        self.silent = bool(keys.get("no_rogations"))
        self.no_red = bool(keys.get("no_red"))
        self.fire_three = keys.get("fire_three", "nothing")
        self.length, self.round = keys.get("length", 48), keys.get("round", 1)
        self.location = keys["location"]
        self.locations = list(keys.get("locations", []))
        self.used = list(keys.get("used", []))
        self.draw, self.hands, self.discard, self.fearful = (
            [list(pile) for pile in keys.get(name) or [[] for _ in self.seats]]
            for name in ("draw", "hands", "discard", "fearful")
        )
        self.field = [
            [Unit.read(text) for text in units]
            for units in keys.get("field") or [[] for _ in self.seats]
        ]
        self.rogations = [self.read_rogation(text) for text in keys.get("rogations", [])]
        self.vortex = list(keys.get("vortex", []))
        self.played = list(keys.get("played") or [0] * seats)
        self.bonus = list(keys.get("bonus") or [0] * seats)
        self.declared, self.engaged = keys.get("declared", 0), list(keys.get("engaged", []))
        named = keys.get("order") or ORDER[self.location]
        self.order = [self.colours.index(one) for one in named if one in self.colours]
        self.acted = [False] * seats
        self.sealed = [""] * seats
        self.done: list[str] = list(keys.get("done", []))
        self.chance: list[Any] = []
        self.script: list[Any] = []
        self.dice = random.Random(0)

    def read_rogation(self, text: str) -> dict[str, Any]:
        colour, card, *rest = text.split()
        paid = "!" in rest
        others = [self.colours.index(one) for one in rest if one != "!"]
        return {"by": self.colours.index(colour), "card": card, "others": others, "paid": paid}

    # -- piles ---------------------------------------------------------------------------------

    def shuffle(self, cards: list[str]) -> list[str]:
        if self.script:
            order = list(self.script.pop(0))
            assert sorted(order) == sorted(cards), (order, cards)
        else:
            order = list(cards)
            self.dice.shuffle(order)
        self.chance.append(list(order))
        return order

    def take(self, seat: int, count: int) -> None:
        """Draw; the discard pile is shuffled when a card is needed and none is left."""
        for _ in range(count):
            if not self.draw[seat]:
                if not self.discard[seat]:
                    return
                self.draw[seat] = self.shuffle(self.discard[seat])
                self.discard[seat] = []
            self.hands[seat].append(self.draw[seat].pop(0))

    def throw(self, seat: int, cards: list[str]) -> None:
        for card in cards:
            self.hands[seat].remove(card)
            self.discard[seat].append(card)

    # -- who and what --------------------------------------------------------------------------

    def at(self, location: str) -> bool:
        return self.location == location and not self.plain

    def owner(self, unit: Unit) -> int:
        return next(seat for seat in self.seats if unit in self.field[seat])

    def unit(self, card: str) -> Unit | None:
        return next((one for units in self.field for one in units if one.card == card), None)

    def in_play(self, unit: Unit) -> bool:
        return any(unit in units for units in self.field)

    def frenzies(self, unit: Unit) -> list[str]:
        """The Frenzies on a card that have an effect: face up, and not in Yellow Fields."""
        if self.at("L25"):
            return []
        return [card for card, up in unit.attached if up and card[0] == "F"]

    def count(self, seat: int) -> int:
        return len(self.field[seat])

    def most(self, seat: int) -> int:
        return 5 if any(unit.card == "G04" for unit in self.field[seat]) else 4

    def room(self, unit: Unit) -> bool:
        return len(unit.attached) < (2 if "F18" in self.frenzies(unit) else 1)

    def in_force(self, card: str, seat: int | None = None) -> list[dict[str, Any]]:
        return [
            one
            for one in self.rogations
            if one["card"] == card and (seat is None or one["by"] == seat)
        ]

    def devotees(self, cards: list[str]) -> list[str]:
        return [card for card in cards if card[0] in LETTER]

    def opponents(self, seat: int) -> list[int]:
        return [other for other in self.order if other != seat]

    # -- what a Crusade compares ---------------------------------------------------------------

    def figures(self, offensive: Unit, target: Unit) -> list[dict[str, int]]:
        """Both cards' figures as step C5 reckons them, with face-down cards turned up."""
        before = [[list(one) for one in unit.attached] for unit in (offensive, target)]
        if not self.at("L28"):
            for unit in (offensive, target):
                for one in unit.attached:
                    one[1] = True
        both = [
            self.changed(offensive, target, "attack"),
            self.changed(target, offensive, "defend"),
        ]
        for figures in both:
            for name in FIGURES:
                figures[name] = max(0, figures[name])
        if self.at("L42"):
            for figures in both:
                figures["fire"], figures["sword"] = figures["sword"], figures["fire"]
        for _ in range([*self.frenzies(offensive), *self.frenzies(target)].count("F16")):
            for figures in both:
                figures["reason"], figures["sword"] = figures["sword"], figures["reason"]
        offensive.attached, target.attached = before
        return both

    def changed(self, me: Unit, foe: Unit, role: str) -> dict[str, int]:
        figures = dict(PRINTED[me.card])
        changes = [
            *self.by_itself(me, foe, role),
            *self.by_frenzies(me, foe),
            *self.by_comrades(me, role),
            *self.by_place(me, foe, role),
            *self.by_rogations(me, role),
        ]
        for name, number in changes:
            figures[name] += number
        return figures

    def by_itself(self, me: Unit, foe: Unit, role: str) -> list[tuple[str, int]]:
        attacking, zealot = role == "attack", bool(foe.attached)
        if me.card in ("B11", "G19") and not attacking:
            return [("reason", 1)]
        if me.card == "G11" and attacking and zealot:
            return [("reason", 1)]
        if me.card == "R21" and attacking and zealot:
            return [("sword", 2)]
        if me.card == "Y04" and attacking and not zealot:
            return [("fire", 1), ("sword", 1)]
        if me.card == "Y02" and me.attached:
            return [("fire", 1), ("water", 1)]
        return []

    def by_frenzies(self, me: Unit, foe: Unit) -> list[tuple[str, int]]:
        found: list[tuple[str, int]] = []
        for frenzy in self.frenzies(me):
            found += PRINTED[frenzy].items()
            if frenzy in POTIONS:
                found.append((POTIONS[frenzy], 3 if foe.attached else -1))
        for frenzy in self.frenzies(foe):
            found += [(name, -1) for name in CURSES.get(frenzy, [])]
        return found

    def by_comrades(self, me: Unit, role: str) -> list[tuple[str, int]]:
        return [
            (name, number)
            for other in self.field[self.owner(me)]
            if other is not me
            for name, number, when in BANNERS.get(other.card, [])
            if when in ("both", role)
        ]

    def by_place(self, me: Unit, foe: Unit, role: str) -> list[tuple[str, int]]:
        if self.plain:
            return []
        mine, theirs = self.owner(me), self.owner(foe)
        if self.location == "L16":
            return [("reason", 1)] if self.count(mine) > self.count(theirs) else []
        return [
            (name, number)
            for name, number, when, whose in PLACES.get(self.location, [])
            if when in ("both", role) and whose in (None, self.colours[mine])
        ]

    def by_rogations(self, me: Unit, role: str) -> list[tuple[str, int]]:
        mine = self.owner(me)
        if role == "attack":
            return [("fire", 1), ("sword", 1)] * len(self.in_force("P18", mine))
        return [("reason", 2), ("water", 2)] * len(self.in_force("P21", mine))

    # -- how it is compared --------------------------------------------------------------------

    def by_reason(self, offensive: Unit, target: Unit) -> list[tuple[str, Unit, Unit]]:
        """Who is converted by whom: triples of what happens, to whom, by whom."""
        one, other = [figures["reason"] for figures in self.figures(offensive, target)]
        lead = one - other
        if self.at("L18"):
            lead = -lead
        elif lead == 0:
            lead = (offensive.card == "G06") - (target.card == "G06")
        winner, loser = (offensive, target) if lead > 0 else (target, offensive)
        if lead == 0 or abs(lead) > self.widest(winner, "reason", winner is offensive):
            return []
        if loser.card == "G01" or "F20" in self.frenzies(loser):
            return []
        return [("converted", loser, winner)]

    def widest(self, unit: Unit, mode: str, attacking: bool) -> int:
        """The largest lead that still converts."""
        found = [2]
        if self.at({"reason": "L21", "fire": "L33"}[mode]):
            found.append(3)
        if attacking and unit.card == {"reason": "G14", "fire": "Y14"}[mode]:
            found.append(3)
        if attacking and mode == "reason" and "F22" in self.frenzies(unit):
            found.append(4)
        if attacking and mode == "fire" and "F23" in self.frenzies(unit):
            found.append(99)
        return max(found)

    def by_fire(self, offensive: Unit, target: Unit) -> list[tuple[str, Unit, Unit]]:
        one, other = self.figures(offensive, target)
        lead = one["fire"] - other["water"]
        if lead <= 0:
            return [("repelled", offensive, target)]
        shielded = "F21" in self.frenzies(target)
        if lead <= self.widest(offensive, "fire", True):
            safe = shielded or target.card == "Y23"
            return [] if safe else [("feared", target, offensive)]
        if shielded or (lead == 3 and self.fire_three == "nothing"):
            return []
        return [("killed", target, offensive)]

    def by_sword(self, offensive: Unit, target: Unit) -> list[tuple[str, Unit, Unit]]:
        one, other = [figures["sword"] for figures in self.figures(offensive, target)]
        first = [("killed", offensive, target)] if one < other else []
        second = [("killed", target, offensive)] if one > other else []
        if one == other:
            keeps = self.at("L45") or offensive.card == "R06"
            lives = target.card == "R06" and not self.at("L45")
            first = [] if keeps else [("killed", offensive, target)]
            second = [] if lives else [("killed", target, offensive)]
        return first + second

    # -- what may be declared ------------------------------------------------------------------

    def barred(self, seat: int, offensive: Unit, target: Unit, mode: str) -> str | None:
        """The card that forbids this Crusade, the Location's first."""
        foe = self.owner(target)
        mode_barred = {"reason": "L26", "fire": "L07", "kill": "L01"}[mode]
        tests = [
            ("L27", self.at("L27")),
            (mode_barred, self.at(mode_barred)),
            ("L09", self.at("L09") and target.hidden),
            *[(one["card"], self.keeps_apart(one, seat, foe)) for one in self.rogations],
            (offensive.card, offensive.card in ("B05", "Y18")),
            (offensive.card, offensive.card == "G24" and mode != "reason"),
            ("B21", target.card == "B21" and mode == "kill"),
            ("F25", self.sheltered(target)),
        ]
        return next((card for card, true in tests if true), None)

    def keeps_apart(self, rogation: dict[str, Any], seat: int, foe: int) -> bool:
        """Whether a Wedding or a Sanctuary forbids this seat to attack that one."""
        by, others = rogation["by"], rogation["others"]
        if rogation["card"] == "P07":
            return {by, *others} == {seat, foe}
        return rogation["card"] == "P19" and by == foe and seat in others

    def sheltered(self, target: Unit) -> bool:
        if "F25" not in self.frenzies(target):
            return False
        return any(
            "F25" not in self.frenzies(other) and not (self.at("L09") and other.hidden)
            for other in self.field[self.owner(target)]
            if other is not target
        )

    def crusades(self, seat: int) -> list[tuple[Unit, Unit, str]]:
        return [
            (offensive, target, mode)
            for offensive in self.field[seat]
            for foe in self.opponents(seat)
            for target in self.field[foe]
            for mode in MODES
            if self.barred(seat, offensive, target, mode) is None
        ]

    # -- points --------------------------------------------------------------------------------

    def score(self) -> list[float]:
        return [self.points(seat) for seat in self.seats]

    def points(self, seat: int) -> float:
        colour = self.colours[seat]
        held = [*self.draw[seat], *self.hands[seat], *self.discard[seat], *self.fearful[seat]]
        for unit in self.field[seat]:
            held += [unit.card, *[card for card, _up in unit.attached]]
        found: float = sum(LETTER[card[0]] != colour for card in self.devotees(held))
        if colour == "red":
            found += sum(card[0] != "R" for card in self.devotees(self.vortex)) / 2
        return int(found) if found == int(found) else found

    def refill_to(self) -> int:
        """The first Rogation played holds; a Location yields only to one that was paid for."""
        toll = self.at("L36")
        for one in self.rogations:
            if one["card"] in ("P16", "P17") and (one["paid"] or not toll):
                return 5 if one["card"] == "P16" else 9
        return 6 if toll else 7
