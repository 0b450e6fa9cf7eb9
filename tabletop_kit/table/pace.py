"""How a table goes on by itself: the next move is found beside the table and played at a pace."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import Any

from tabletop_kit.table.parts import Later
from tabletop_kit.table.session import Session
from tabletop_kit.table.thinking import Thinker

PACE = 0.7
"""Seconds before a kit player's move, so that one sees what happened before it."""
PACE_STILL = 0.15
PACE_BRIEF = 0.1
"""Seconds before a move that answers nothing or stays sealed: there is nothing to be seen."""


class Pacer:
    """Plays what the table plays by itself: the moves of kit players, and the only ones there are.

    ``session`` gives the session of now, ``refresh`` shows it, ``stuck`` is called where a kit
    player fails to choose. Thinking never holds the table up: an answer for a position that is no
    longer the last one is dropped.
    """

    def __init__(
        self,
        session: Callable[[], Session],
        refresh: Callable[[], None],
        stuck: Callable[[], None],
    ) -> None:
        self._session = session
        self._refresh = refresh
        self.later = Later()
        self.thinker = Thinker(stuck)

    def go_on(self) -> None:
        """Have the next move found while one looks at the last, and play it after a pause."""
        session = self._session()
        if not session.by_itself:
            return
        pace = PACE if session.preferences.motion else PACE_STILL
        step, began = session.match.last, monotonic()

        def found(move: Any) -> None:
            now = self._session()
            if step is now.match.last:
                ready = began + (min(pace, PACE_BRIEF) if now.is_brief(move) else pace)
                self.later.run(max(0.0, ready - monotonic()), partial(self._play, step, move))

        self.thinker.ask("move", step, session.chooser(), found)

    def _play(self, step: object, move: Any) -> None:
        """Play what was found, unless the table has moved on or is looked at meanwhile."""
        session = self._session()
        if step is session.match.last and session.by_itself:
            session.play_chosen(move)
            self._refresh()

    def think(
        self,
        what: str,
        step: object,
        choose: Callable[[], Any],
        then: Callable[[Any], None],
    ) -> None:
        """Have something thought for the session, and show what came of it."""

        def thought(answer: Any) -> None:
            then(answer)
            self._refresh()

        self.thinker.ask(what, step, choose, thought)

    def hold(self) -> None:
        """Let nothing be played that was under way."""
        self.later.forget()
        self.thinker.forget()
