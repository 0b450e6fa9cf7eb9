"""Leitner boxes: a rule known comes back later and later, a rule missed comes back tomorrow.

Dates are always handed in, never read from a clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta

from tabletop_kit.engine.ruling import Json
from tabletop_kit.teaching.words import CourseProblem

INTERVALS = (1, 2, 4, 8, 16, 32)
"""Days until a rule in each box is asked again."""


@dataclass(frozen=True, slots=True)
class Card:
    """Where a rule stands: its box from 0, and the day on which it is due."""

    box: int
    due: date


@dataclass(frozen=True, slots=True)
class Leitner:
    """The boxes of all rules met so far, as a value.

    >>> boxes = Leitner().answered("TP-5", True, date(2024, 1, 1))
    >>> boxes.cards["TP-5"]
    Card(box=1, due=datetime.date(2024, 1, 3))
    >>> boxes.due(date(2024, 1, 2)), boxes.due(date(2024, 1, 3))
    ([], ['TP-5'])
    """

    cards: Mapping[str, Card] = field(default_factory=dict)

    def answered(self, rule: str, right: bool, today: date) -> Leitner:
        """After an answer: one box up, or back to the first."""
        card = self.cards.get(rule)
        box = min((card.box if card else 0) + 1, len(INTERVALS) - 1) if right else 0
        moved = Card(box, today + timedelta(days=INTERVALS[box]))
        return Leitner({**self.cards, rule: moved})

    def due(self, today: date, most: int | None = None) -> list[str]:
        """The rules due, longest overdue first, then those known least; at most ``most``."""
        ready = [rule for rule, card in self.cards.items() if card.due <= today]
        ready.sort(key=lambda rule: (self.cards[rule].due, self.cards[rule].box, rule))
        return ready[:most]

    def without(self, known: Iterable[str]) -> Leitner:
        """Only the rules that are ``known``: others have left the rulebook."""
        kept = set(known)
        return Leitner({rule: card for rule, card in self.cards.items() if rule in kept})

    def data(self) -> dict[str, Json]:
        """Plain data: rule to box and due day."""
        return {
            rule: {"box": card.box, "due": card.due.isoformat()}
            for rule, card in sorted(self.cards.items())
        }

    @classmethod
    def from_data(cls, data: Json) -> Leitner:
        """The boxes that plain data describes. Raises :class:`CourseProblem`."""
        if not isinstance(data, Mapping):
            raise CourseProblem("progress", field="leitner")
        return cls({str(rule): _card(str(rule), entry) for rule, entry in data.items()})


def _card(rule: str, entry: Json) -> Card:
    try:
        box, due = entry["box"], date.fromisoformat(entry["due"])
    except (TypeError, KeyError, ValueError):
        raise CourseProblem("progress", field=f"leitner.{rule}") from None
    if type(box) is not int or not 0 <= box < len(INTERVALS):
        raise CourseProblem("progress", field=f"leitner.{rule}")
    return Card(box, due)
