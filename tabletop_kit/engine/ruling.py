"""What a rule says of a move: legal or not, under which rule, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

Json: TypeAlias = Any
Seat: TypeAlias = int
Facts: TypeAlias = Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Ruling:
    """A rule's answer to a move.

    ``rule`` is a rule id of the game's rulebook. ``why`` is a key under ``[reason]`` in the game's
    texts (empty where the move is legal), ``facts`` the values its sentence needs.

    >>> bool(Ruling(True, "TP-5"))
    True
    """

    legal: bool
    rule: str
    why: str = ""
    facts: Facts = field(default_factory=dict)

    def __bool__(self) -> bool:
        """True when the move is legal."""
        return self.legal


def refusal(rule: str, why: str, **facts: Json) -> Ruling:
    """A ruling that says no: by ``rule``, for the reason ``why``, with the facts of the case."""
    return Ruling(False, rule, why, facts)


class Refused(ValueError):
    """Something handed in was refused; nothing was changed. ``ruling`` says by which rule."""

    def __init__(self, ruling: Ruling, what: str = "") -> None:
        """``what`` names the thing that was refused, such as the text of the move."""
        super().__init__(f"{what or 'refused'}: {ruling.rule} {ruling.why} {dict(ruling.facts)}")
        self.ruling = ruling
        self.what = what

    def tell(self, sentence: str) -> None:
        """Say it in words from now on: the sentence and the rule, in place of the bare facts."""
        self.args = (f"{sentence} ({self.ruling.rule})",)


class IllegalMove(Refused):
    """The move is well formed, and a rule forbids it now."""


class BadNotation(Refused):
    """The text is no move of this game."""


class BadPosition(Refused):
    """The mapping is no possible position or option of this game."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """Who may act now, and for what.

    ``ask`` is a key under ``[ask]`` in the game's texts, ``facts`` what its sentence needs beside
    the seat. ``mode`` tells an ordinary turn from an answer out of turn and from a choice that
    stays sealed until all are in.
    """

    seat: Seat
    ask: str
    rule: str
    mode: Literal["turn", "response", "together"] = "turn"
    facts: Facts = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it ended: the winning seats (none: a draw), and the rule that decided it.

    ``scores`` has one number in 0..1 per seat: 1 a win, 0 a loss, a draw shared between.
    """

    winners: tuple[Seat, ...]
    rule: str
    scores: tuple[float, ...]
