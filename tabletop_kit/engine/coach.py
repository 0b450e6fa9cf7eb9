"""What a coach says of a decision: for each named priority a move, what it leaves, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tabletop_kit.engine.ruling import Facts, Json


@dataclass(frozen=True, slots=True)
class Line:
    """A move as the coach tells it.

    ``priority`` is the id of the priority that would play it (empty: a move of one's own). ``why``
    is a key under ``coach.why`` in the game's texts, ``facts`` what its sentence needs, ``rule``
    the rule it cites. ``leaves`` holds the numbers that matter after the move, by keys whose
    labels are texts under ``coach.leaves``; they are shown in this order.
    """

    priority: str
    move: Any
    why: str
    rule: str
    facts: Facts = field(default_factory=dict, hash=False)
    leaves: Mapping[str, Json] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Advice:
    """What each priority would play in one decision, in the order of ``Game.priorities``.

    One that leads nowhere by the options of the game is left out.
    ``rescue`` is set where no line survives: a key under ``coach.rescue`` in the game's texts that
    says what still would help, or that nothing does.
    """

    lines: tuple[Line, ...]
    rescue: str = ""

    def __iter__(self) -> Iterator[Line]:
        """The lines, in order."""
        return iter(self.lines)

    def moves(self) -> tuple[Any, ...]:
        """The different moves that are advised, in the order of their first priority.

        >>> one, other = (Line(who, "pass", "why", "R1") for who in ("win", "save"))
        >>> Advice((one, other)).moves()
        ('pass',)
        """
        found: list[Any] = []
        for line in self.lines:
            if line.move not in found:
                found.append(line.move)
        return tuple(found)

    def matching(self, move: Any) -> tuple[str, ...]:
        """The priorities that would play ``move``."""
        return tuple(line.priority for line in self.lines if line.move == move)
