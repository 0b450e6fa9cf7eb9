"""What a position in the making tells of itself, for the games that change one step by step."""

from __future__ import annotations

from collections.abc import Mapping

from tabletop_kit.engine.event import Event, Log
from tabletop_kit.engine.ruling import Json, Seat


class Telling:
    """A draft of a position with a ``log``; ``None`` where nobody listens."""

    __slots__ = ()

    log: Log | None

    def cites(
        self, kind: str, rule: str, seat: Seat | None, facts: Mapping[str, Json]
    ) -> tuple[str, ...]:
        """The ids of the rules and cards behind an event beside ``rule``; none, if not said."""
        return ()

    def tell(
        self,
        kind: str,
        rule: str,
        seat: Seat | None = None,
        secret: dict[str, Json] | None = None,
        reveals: bool = False,
        **facts: Json,
    ) -> None:
        """Log an event; ``secret`` is for ``seat`` alone."""
        if self.log is not None:
            seen_by = (seat,) if secret and seat is not None else ()
            cited = self.cites(kind, rule, seat, facts)
            self.log.append(Event(kind, rule, seat, facts, secret or {}, seen_by, reveals, cited))
