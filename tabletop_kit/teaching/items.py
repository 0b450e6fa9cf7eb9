"""Questions of a mastery check as values, and where in a game one was found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tabletop_kit.engine.event import Event
from tabletop_kit.engine.ruling import Ruling
from tabletop_kit.engine.save import AnyMatch, canonical

ItemKind = Literal["refused", "why", "next", "which"]


@dataclass(frozen=True, slots=True)
class ItemChoice:
    """One answer: its label, whether the engine calls it right, and the rule behind it."""

    id: str
    label: str
    right: bool
    reply: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """One question. ``match`` is the position to look at, ``after`` what followed (maybe same).

    ``move`` is what is asked about, in a question why it is not possible.
    """

    kind: ItemKind
    rule: str
    question: str
    choices: tuple[ItemChoice, ...]
    match: AnyMatch | None
    after: AnyMatch | None = None
    events: tuple[Event, ...] = ()
    move: str = ""

    @property
    def key(self) -> str:
        """Equal for questions that look the same."""
        shown = self.match.view(None) if self.match else {}
        labels = sorted(choice.label for choice in self.choices)
        return canonical([self.kind, self.rule, self.question, labels, shown])

    def choice(self, ident: str) -> ItemChoice | None:
        """The choice with this id."""
        return next((choice for choice in self.choices if choice.id == ident), None)


@dataclass(frozen=True, slots=True)
class Find:
    """Where a rule showed itself: at a ply of a game, by an event or by refusing a move."""

    rule: str
    match: AnyMatch
    event: Event | None = None
    move: str = ""
    ruling: Ruling | None = None
