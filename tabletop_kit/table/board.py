"""The board widget: a picture goes out as patches of one trait, intents come in as messages."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import time
from collections.abc import Callable, Collection, Mapping
from functools import cache
from importlib import resources
from typing import Any, TypeAlias

import anywidget
import traitlets
from ipywidgets import Layout

from .intents import read_intent
from .patch import make_patch, merge_patch, without_nothing
from .words import fixed_words, table_in_words

__all__ = ["SCRIPTS", "STYLES", "Board", "make_patch", "merge_patch", "static_text"]

SCRIPTS = (
    "words.js",
    "patch.js",
    "logic.js",
    "dom.js",
    "glyphs.js",
    "shapes.js",
    "tokens.js",
    "zones.js",
    "lines.js",
    "verbs.js",
    "weigh.js",
    "motion.js",
    "side.js",
    "bubble.js",
    "read.js",
    "slider.js",
    "link.js",
    "keys.js",
    "theme.js",
    "dock.js",
    "board.js",
)
"""The parts of the browser's module, in the order in which they are joined."""

STYLES = (
    *("moods.css", "frame.css", "table.css", "sheets.css", "stage.css", "shaft.css"),
    *("leaves.css", "quarters.css", "plates.css", "pages.css", "realms.css", "read.css"),
    *("beside.css", "weigh.css", "dense.css", "narrow.css"),
)

PAUSE = 0.04
"""Seconds between two pictures: at most 25 a second leave the kernel."""

Weigh: TypeAlias = Callable[[list[str]], Mapping[str, Any] | None]

_log = logging.getLogger(__name__)


@cache
def static_text(names: tuple[str, ...]) -> str:
    """The named static files joined into one text.

    Loaded as text, never as a path: a widget whose files are watched cannot be collected.
    """
    folder = resources.files(__package__) / "static"
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in names)


def lean(styles: str) -> str:
    """Styles without comments and indentation: every page has to load them.

    >>> print(lean("/* Red. */\\na {\\n  color: red;\\n}\\n"))
    a {
    color: red;
    }
    """
    bare = re.sub(r"/\*.*?\*/", "", styles, flags=re.DOTALL)
    return "\n".join([line for line in map(str.strip, bare.splitlines()) if line])


class Board(anywidget.AnyWidget):
    """One table in the browser, whatever the game.

    ``on_intent`` is called with each well-formed intent that the board does not answer by itself
    (see ``docs/table.md``); ``store`` is the name under which this board keeps things in the
    visitor's own browser. ``weigh`` tells what a selection would do, by the words of its tokens:
    its answer is added to the picture, which is not made anew. Pictures go in by :meth:`show`.
    """

    _esm = static_text(SCRIPTS)
    _css = lean(static_text(STYLES))
    state = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        on_intent: Callable[[Mapping[str, Any]], None],
        *,
        store: str = "",
        weigh: Weigh | None = None,
        standing: Collection[str] = (),
    ) -> None:
        """``standing`` are the ids of buttons that mean the same on an old picture."""
        self._on_intent = on_intent
        self._weigh = weigh
        self._standing = frozenset(standing)
        self._weighing: dict[str, Any] | None = None
        self._store = store
        self._picture: dict[str, Any] = {}
        self._sent: dict[str, Any] | None = None
        self._seq = 0
        self._ack: int | None = None
        self._acked = True
        self._whole = False
        self._trouble: dict[str, str] | None = None
        self._troubles = 0
        self._keeps: dict[str, dict[str, Any]] = {}
        self._last_sent = float("-inf")
        self._timer: asyncio.TimerHandle | None = None
        self._timer_loop: asyncio.AbstractEventLoop | None = None
        self.ready = False
        # Visible: else what sticks to the page's edge would stick to this box.
        super().__init__(layout=Layout(width="100%", min_width="0", overflow="visible"))
        self.on_msg(lambda _widget, content, _buffers: self.receive(content))

    def __repr__(self) -> str:
        scene = self._picture.get("scene")
        if "curtain" in self._picture:
            return "Board(curtain)"
        if not scene:
            return "Board(nothing yet)"
        return f"Board({scene.get('mood', '')}, {len(scene.get('tokens', {}))} tokens)"

    def text(self) -> str:
        """The table as it is now, in words: for printing and for those who cannot see it."""
        return table_in_words(self._picture)

    def show(self, picture: Mapping[str, Any], *, whole: bool = False) -> None:
        """Take the whole ``picture`` (without ``seq``, ``base``, ``ack``); send what changed.

        Nothing is sent twice: bursts are joined and the last picture always leaves. ``whole``
        sends everything instead of a patch. The picture is copied; it may be changed afterwards.
        """
        if picture.get("rev", 0) != self._picture.get("rev", 0):
            self._weighing = None
        self._picture = without_nothing(picture)
        keep = self._picture.get("keep")
        if keep is not None and self._sent_keep() != keep:
            for one in keep if isinstance(keep, list) else [keep]:
                self._keeps[str(one.get("key", ""))] = one
        self._whole = self._whole or whole
        self._send_soon()

    def receive(self, content: object) -> None:
        """Take one message from the browser: answer it, or hand it to ``on_intent``.

        A malformed one is ignored and the whole picture is sent again. An exception of the
        handler is logged and becomes a notice; under ``TABLETOP_KIT_TEST=1`` it is raised too.
        """
        intent = read_intent(content)
        if intent is None:
            _log.warning("a malformed message was ignored")
            self._whole = True
            self._send_soon()
            return
        self._ack, self._acked = intent["n"], False
        try:
            self._answer(intent)
        finally:
            if not self._acked:
                self._send_soon()

    def close(self) -> None:
        """Close the board and its layout, which would stay alive otherwise."""
        self._forget_timer()
        layout = self.layout
        super().close()
        if layout is not None:
            layout.close()

    def _answer(self, intent: Mapping[str, Any]) -> None:
        if intent["do"] == "here":
            return
        old = intent["rev"] != self._picture.get("rev", 0)
        outdated = intent["do"] == "move" and old and intent["at"] not in self._standing
        if intent["do"] == "whole" or outdated:
            self._whole = True
            return
        if intent["do"] == "weigh" and (old or self._weigh is None):
            return
        if intent["do"] == "ready":
            self.ready = True
        self._trouble = None
        try:
            if intent["do"] == "weigh":
                self._take_weighing(intent["words"])
            else:
                self._on_intent(intent)
        except Exception:
            self._confess(intent)
            if os.environ.get("TABLETOP_KIT_TEST") == "1":
                raise

    def _take_weighing(self, words: list[str]) -> None:
        told = self._weigh(words) if self._weigh else None
        self._weighing = None if told is None else {"words": list(words), **told}
        # Where weighing itself changed the picture, that went out without what was weighed.
        self._acked = False

    def _confess(self, intent: Mapping[str, Any]) -> None:
        """Log the exception at hand and say so above the table, in one sentence."""
        self._troubles += 1
        _log.exception("trouble %d: %r was not carried out", self._troubles, intent["do"])
        words = fixed_words(self._picture.get("language", "en")) | self._picture.get("words", {})
        text = words["trouble"].replace("{number}", str(self._troubles))
        self._trouble = {"text": text, "kind": "warning"}

    def _full(self) -> dict[str, Any]:
        """The picture with all that the board itself adds to it."""
        full = dict(self._picture)
        language = full.get("language", "en")
        if language != "en":
            full["words"] = fixed_words(language) | full.get("words", {})
        if self._store:
            full["store"] = self._store
        if self._ack is not None:
            full["ack"] = self._ack
        if self._trouble is not None:
            full["notice"] = self._trouble
        if self._weighing is not None and "scene" in full:
            full["weighing"] = self._weighing
        if self._keeps:
            keeps = list(self._keeps.values())
            full["keep"] = keeps if len(keeps) > 1 else keeps[0]
        return full

    def _sent_keep(self) -> Any:
        return None if self._sent is None else self._sent.get("keep")

    def _send_soon(self) -> None:
        """Send now if there was a pause, else once at the end of the pause."""
        wait = self._last_sent + PAUSE - time.monotonic()
        loop = _running_loop()
        if wait <= 0 or loop is None:
            self._emit()
        elif self._timer is None or self._timer_loop is not loop:
            self._forget_timer()
            self._timer, self._timer_loop = loop.call_later(wait, self._emit), loop

    def _forget_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._timer_loop = None

    def _emit(self) -> None:
        """Set ``state`` once: a patch if the browser can have the last picture, else the whole."""
        self._forget_timer()
        full = self._full()
        whole = self._sent is None or self._whole or not self.ready
        data = full if whole else make_patch(self._sent or {}, full)
        if not data or (full == self._sent and not self._whole):
            return
        base = 0 if whole else self._seq
        self._seq += 1
        self._sent, self._whole, self._acked = full, False, True
        self._keeps.clear()
        self._last_sent = time.monotonic()
        self.state = {"seq": self._seq, "base": base, "data": data}


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
