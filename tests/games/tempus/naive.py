"""Tempus once more, written from the rules page alone: slow, plain, and with nothing shared.

It throws its own dice and keeps what fell, so that the engine can be given the same script and
must then come to the same position after every move, with no result left over.
"""

from __future__ import annotations

import random
from typing import Any

STANDARD = ["d4"] * 3 + ["d6"] * 3 + ["d8"] * 3 + ["d10"]


def size_of(die: str) -> int:
    return int(die.split(":")[0][1:])


def value_of(die: str) -> int:
    return int(die.split(":")[1])


class Naive:
    """A match in plain lists. ``chance`` holds every result in the order in which it fell."""

    def __init__(self, dice: random.Random, factions: list[str], decks: list[list[str]]) -> None:
        self.dice = dice
        self.chance: list[int] = []
        self.factions = factions
        self.decks = [sorted(deck, key=size_of) for deck in decks]
        self.rows: list[list[str]] = [[], []]
        self.passed = [False, False]
        self.lost, self.won = [0, 0], [0, 0]
        self.round = 1
        self.phase = "round"
        self.beginner: int | None = None
        self.to_act: int | None = None
        alone = [seat for seat in (0, 1) if factions[seat] == "zhentarim"]
        if len(alone) != 1:
            self.beginner = self.to_act = self.throw(0, 1)
        self.hands = [
            [f"{die}:{self.throw(1, size_of(die))}" for die in deck] for deck in self.decks
        ]
        if len(alone) == 1:
            self.phase, self.to_act = "choose-beginner", alone[0]

    def throw(self, least: int, most: int) -> int:
        self.chance.append(self.dice.randint(least, most))
        return self.chance[-1]

    def moves(self) -> list[str]:
        if self.phase == "over":
            return []
        if self.phase == "choose-beginner":
            return ["begin 0", "begin 1"]
        assert self.to_act is not None
        return [f"lay {die}" for die in set(self.hands[self.to_act])] + ["pass"]

    def play(self, move: str) -> None:
        seat = self.to_act
        assert seat is not None
        if move.startswith("begin"):
            self.phase = "round"
            self.beginner = self.to_act = int(move[-1])
        elif move == "pass":
            self.passed[seat] = True
            self.to_act = 1 - seat
            if all(self.passed):
                self.end_round()
        else:
            die = move.split()[1]
            self.hands[seat].remove(die)
            self.rows[seat].append(die)
            if not self.passed[1 - seat]:
                self.to_act = 1 - seat

    def strength(self) -> list[int]:
        return [sum(value_of(die) for die in row) for row in self.rows]

    def end_round(self) -> None:
        one, other = self.strength()
        winners = [one > other, other > one]
        if one == other and self.factions.count("council") == 1:
            winners[self.factions.index("council")] = True
        for seat in (0, 1):
            self.won[seat] += winners[seat]
            self.lost[seat] += not winners[seat]
        if 2 in self.lost:
            self.rows = [[], []]
            self.phase, self.to_act = "over", None
            return
        for seat in (0, 1):
            if winners[seat] and self.factions[seat] == "harpers":
                self.hands[seat].append(f"d6:{self.throw(1, 6)}")
        kept: list[list[str]] = [[], []]
        for seat in (0, 1):
            if self.factions[seat] == "enclave" and self.rows[seat]:
                while not kept[seat]:
                    place = self.throw(1, 10)
                    kept[seat] = self.rows[seat][place - 1 : place]
        self.rows = kept
        self.passed = [False, False]
        self.round += 1
        assert self.beginner is not None
        self.beginner = self.to_act = 1 - self.beginner

    def keys(self) -> dict[str, Any]:
        """The position keys that the rules page names, hands sorted."""
        data: dict[str, Any] = {
            "factions": self.factions,
            "decks": self.decks,
            "hands": [sorted(hand) for hand in self.hands],
            "rows": self.rows,
            "passed": self.passed,
            "lost": self.lost,
            "won": self.won,
            "round": self.round,
            "phase": self.phase,
            "strength": self.strength(),
        }
        if self.beginner is not None:
            data["beginner"] = self.beginner
        if self.to_act is not None:
            data["to_act"] = self.to_act
        if self.phase == "over":
            beaten = [seat for seat in (0, 1) if self.lost[seat] == 2]
            data["outcome"] = "draw" if len(beaten) == 2 else 1 - beaten[0]
        return data
