"""Letting a kit player think without holding up the table.

Positions are values, so a thought needs no lock: it runs in a thread of its own, and its answer is
taken back on the event loop. Where there is no loop the thought is thought at once.
"""

from __future__ import annotations

import asyncio
import contextvars
import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import Lock, Thread
from typing import Any

from tabletop_kit.table.parts import guarded

_log = logging.getLogger(__name__)

BRISK = 0.0005
"""Seconds after which a thinking thread lets others run: a click need not wait for long."""


@dataclass(slots=True)
class Thought:
    """Something being thought about: ``what`` for which ``step``, and who waits for the answer."""

    what: str
    step: object
    then: Callable[[Any], None]
    done: bool = False
    answer: Any = None


class Thinker:
    """Thinks one thought at a time; a new one takes the place of the former, whose answer is lost.

    ``failed`` is called where a thought ends in a fault, which is logged.
    """

    def __init__(self, failed: Callable[[], None] = lambda: None) -> None:
        self._failed = failed
        self._thought: Thought | None = None

    @property
    def busy(self) -> bool:
        """Whether a thought is being thought."""
        return self._thought is not None and not self._thought.done

    def ask(
        self, what: str, step: object, choose: Callable[[], Any], then: Callable[[Any], None]
    ) -> None:
        """Have ``choose`` thought, and call ``then`` with its answer.

        The same ``what`` for the same ``step`` is thought once: while it lasts a further call only
        says who waits now, and afterwards it is answered at once.
        """
        thought = self._thought
        if thought is not None and thought.what == what and thought.step is step:
            thought.then = then
            if thought.done:
                then(thought.answer)
            return
        thought = self._thought = Thought(what, step, then)
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self._think_now(thought, choose)
            return
        # A callback that comes from a thread would have none of the context of the page.
        context = contextvars.copy_context()

        def answered(answer: Any, fault: BaseException | None) -> None:
            with suppress(RuntimeError):  # the loop has ended meanwhile
                loop.call_soon_threadsafe(self._answered, thought, answer, fault, context=context)

        Thread(target=_think, args=(choose, answered), daemon=True, name="tk-thought").start()

    def forget(self) -> None:
        """Forget the thought; whatever it comes to is lost."""
        self._thought = None

    def _think_now(self, thought: Thought, choose: Callable[[], Any]) -> None:
        def now() -> None:
            thought.answer = choose()
            thought.done = True

        if guarded(now):
            thought.then(thought.answer)
        else:
            self._lost(thought)

    def _answered(self, thought: Thought, answer: Any, fault: BaseException | None) -> None:
        if thought is not self._thought:
            return
        if fault is not None:
            _log.error("a kit player could not choose", exc_info=fault)
            self._lost(thought)
            return
        thought.done, thought.answer = True, answer
        guarded(lambda: thought.then(answer))

    def _lost(self, thought: Thought) -> None:
        if thought is self._thought:
            self._thought = None
        self._failed()


def _think(
    choose: Callable[[], Any], answered: Callable[[Any, BaseException | None], None]
) -> None:
    """What the thread does. Whatever goes wrong is handed over, never left in the thread."""
    answer, fault = None, None
    try:
        with _brisk():
            answer = choose()
    except BaseException as error:
        fault = error
    answered(answer, fault)


_lock = Lock()
_thinking = 0
_usual = 0.0


@contextmanager
def _brisk() -> Iterator[None]:
    """Have threads take turns quickly while any thought lasts, so that clicks are answered."""
    global _thinking, _usual
    with _lock:
        _thinking += 1
        if _thinking == 1:
            _usual = sys.getswitchinterval()
            sys.setswitchinterval(min(_usual, BRISK))
    try:
        yield
    finally:
        with _lock:
            _thinking -= 1
            if not _thinking:
                sys.setswitchinterval(_usual)
