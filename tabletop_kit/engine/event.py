"""What happened, as typed facts: the source from which log, lesson, coach and screen narrate."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from tabletop_kit.engine.ruling import Facts, Seat


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened, under the rule that made it so.

    ``kind`` is a key under ``[event]`` in the game's texts. ``facts`` are public. ``secret`` is
    known to the seats in ``seen_by`` only. ``reveals`` is true when somebody learnt something
    that could not be known before (a die rolled, a card turned up): a fair undo stops there.
    ``also``: further rules that applied, as all who read the event may know.
    """

    kind: str
    rule: str
    seat: Seat | None = None
    facts: Facts = field(default_factory=dict)
    secret: Facts = field(default_factory=dict)
    seen_by: tuple[Seat, ...] = ()
    reveals: bool = False
    also: tuple[str, ...] = ()

    @property
    def rules(self) -> tuple[str, ...]:
        """Every rule that the event cites, the one that made it so first."""
        return (self.rule, *self.also)

    def seen_from(self, seat: Seat | None) -> Event:
        """The event as ``seat`` knows it (``None``: as a spectator does), secrets merged or gone.

        >>> rolled = Event("rolled", "TP-2", 0, {"count": 1}, {"dice": ["d4:3"]}, (0,))
        >>> rolled.seen_from(0).facts
        {'count': 1, 'dice': ['d4:3']}
        >>> rolled.seen_from(1).facts
        {'count': 1}
        """
        if not self.secret:
            return self
        if seat is not None and seat in self.seen_by:
            facts = {**self.facts, **self.secret}
            own = (seat,)
            return Event(self.kind, self.rule, self.seat, facts, {}, own, self.reveals, self.also)
        return Event(self.kind, self.rule, self.seat, self.facts, {}, (), self.reveals, self.also)


Log: TypeAlias = list[Event]


def seen_from(events: Iterable[Event], seat: Seat | None) -> tuple[Event, ...]:
    """Each event as ``seat`` knows it."""
    return tuple(event.seen_from(seat) for event in events)
