"""Work in the background of a table, in slices so short that no click has to wait for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import perf_counter

from tabletop_kit.table.parts import guarded

SLICE = 0.003
"""Seconds of work at a time."""
PAUSE = 0.004
"""Seconds between two slices, in which the table answers."""
HOLD = 0.12
"""Seconds of rest after a person did something, so that its answer comes first."""


class Background:
    """Does ``work`` slice by slice on the event loop.

    ``work`` gets the seconds it may take and tells whether it is done. Where no loop runs nothing
    is done in the background.
    """

    def __init__(self, work: Callable[[float], bool]) -> None:
        self._work = work
        self._handle: asyncio.TimerHandle | None = None
        self.longest = 0.0
        """The longest slice so far, in seconds."""

    @property
    def live(self) -> bool:
        """Whether something is waiting to be done."""
        return self._handle is not None

    def start(self, after: float = HOLD) -> None:
        """Go to work after a rest; what was under way rests first, too."""
        self.stop()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        self._handle = loop.call_later(after, self._slice)

    def stop(self) -> None:
        """Do nothing any more until it is started again."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _slice(self) -> None:
        self._handle = None
        begun = perf_counter()
        done = True

        def work() -> None:
            nonlocal done
            done = self._work(SLICE)

        guarded(work)
        self.longest = max(self.longest, perf_counter() - begun)
        if not done and self._handle is None:
            self._handle = asyncio.get_running_loop().call_later(PAUSE, self._slice)
