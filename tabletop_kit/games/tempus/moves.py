"""What can be said in Tempus: lay a die, pass, begin. Parsed leniently, written canonically."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from tabletop_kit.engine.problem import shortened
from tabletop_kit.engine.ruling import BadNotation, refusal
from tabletop_kit.games.tempus.position import DICE, Die


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a die at the right-hand end of one's row (TP-5). ``None``: a die one cannot see."""

    die: Die | None

    def __str__(self) -> str:
        return f"lay {self.die or '?'}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Pass: be out for this round (TP-7)."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Begin:
    """Decide which seat begins round 1 (TP-F3)."""

    seat: int

    def __str__(self) -> str:
        return f"begin {self.seat}"


Move: TypeAlias = Lay | Pass | Begin

LAY: dict[Die, Lay] = {die: Lay(die) for die in DICE.values()}
PASS = Pass()
BEGIN = (Begin(0), Begin(1))

_DIE = re.compile(r"[dw]\s*(\d{1,9})\s*[:=]\s*(-?\d{1,9})", re.ASCII)


def parse_die(text: str) -> Die | None:
    """A die from text such as ``d8:5`` (or ``W8 : 5``); ``None`` when it is no die.

    >>> parse_die("d8:5"), parse_die("d8")
    (Die(size=8, value=5), None)
    """
    found = _DIE.fullmatch(text.strip().lower())
    if not found:
        return None
    size, value = int(found[1]), int(found[2])
    return DICE.get((size, value), Die(size, value))


def parse_move(text: str) -> Move:
    """A move from a line of text. Raises ``BadNotation`` (TP-N1).

    >>> parse_move("  LAY d8 : 5 "), parse_move("Pass"), parse_move("begin 1")
    (Lay(die=Die(size=8, value=5)), Pass(), Begin(seat=1))
    """
    word, rest = [*text.lower().split(maxsplit=1), "", ""][:2]
    rest = rest.strip()
    if word == "pass" and not rest:
        return PASS
    if word == "begin" and rest.isascii() and rest.isdigit() and len(rest) < 4:
        return Begin(int(rest))
    if word == "lay":
        die = parse_die(rest)
        if die:
            return LAY.get(die, Lay(die))
        if rest == "?":
            return Lay(None)
    raise BadNotation(refusal("TP-N1", "no-move", text=shortened(text)), text)
