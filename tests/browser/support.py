"""Helpers for tests in a real browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Error, Page, TimeoutError, WebSocket

ROOT = Path(__file__).resolve().parents[2]
SCREENSHOTS = ROOT / "screenshots"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
READY = 60_000
"""Milliseconds to the first board: a cold start on a busy machine is slow."""


def shot(page: Page, name: str, *, full_page: bool = True) -> Path:
    """Write a screenshot to `screenshots/NAME.png`, a folder that is not committed.

    A page of the app scrolls inside its window, so for a full page the window grows for a moment.
    """
    path = SCREENSHOTS / (re.sub(r"[^\w.-]+", "-", name) + ".png")
    path.parent.mkdir(parents=True, exist_ok=True)
    size = page.viewport_size
    inner = "Math.min(8000, document.getElementById('rendered_cells')?.scrollHeight ?? 0)"
    height = int(page.evaluate(inner)) if full_page and size else 0
    if size and height > size["height"]:
        page.set_viewport_size({"width": size["width"], "height": height})
    page.screenshot(path=str(path), full_page=full_page)
    if size:
        page.set_viewport_size(size)
    return path


WINDOWS = {"desk": (1280, 800), "phone": (375, 740)}
"""Sizes in which pages are looked at; the theme is chosen when a page is opened."""


def windows(page: Page) -> Iterator[str]:
    """Give an open page each of the sizes in turn, and then its own again."""
    own = page.viewport_size
    for name, (width, height) in WINDOWS.items():
        page.set_viewport_size({"width": width, "height": height})
        yield name
    if own:
        page.set_viewport_size(own)


def fits(page: Page, name: str, theme: str) -> None:
    """Photograph a page in a wide and in a narrow window: nothing reaches out of either."""
    for window in windows(page):
        shot(page, f"{name}-{window}-{theme}")
        wide = """Math.max(document.documentElement.scrollWidth, document.body.scrollWidth,
            document.getElementById('rendered_cells').scrollWidth) - innerWidth"""
        assert page.evaluate(wide) <= 0, f"{name} {window}"


@dataclass(frozen=True)
class AppServer:
    """Where the web app answers."""

    base_url: str

    def url(self, notebook: str = "index.ipynb", **query: str) -> str:
        """Return the address of a notebook as an app, for example with `theme="dark"`."""
        asked = f"?{urlencode(query)}" if query else ""
        return f"{self.base_url}voila/render/{notebook}{asked}"


@dataclass(frozen=True)
class LabServer:
    """Where JupyterLab answers, and the word that lets one in."""

    base_url: str
    token: str

    def url(self, notebook: str = "index.ipynb") -> str:
        """Return the address of a notebook in JupyterLab, in a fresh workspace."""
        query = f"token={self.token}&reset"
        return f"{self.base_url}lab/tree/{notebook}?{query}"


@dataclass
class Frames:
    """Every message on the page's connections to the kernel, as text, in order."""

    sent: list[str] = field(default_factory=list)
    received: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, page: Page) -> Frames:
        """Record from now on; to be called before the page is opened."""
        frames = cls()
        page.on("websocket", frames._listen)
        return frames

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda data: self.sent.append(_text(data)))
        socket.on("framereceived", lambda data: self.received.append(_text(data)))

    def clear(self) -> None:
        """Forget what was recorded so far."""
        self.sent.clear()
        self.received.clear()

    def holding(self, word: str) -> list[str]:
        """Return the received messages in which a word occurs."""
        return [frame for frame in self.received if word in frame]

    def kinds(self) -> list[str]:
        """Return the message type of each received message, as far as it names one."""
        return [kind for frame in self.received if (kind := message_type(frame))]


def message_type(frame: str) -> str:
    """Return the Jupyter message type named in a frame.

    >>> message_type('..."msg_type": "comm_msg", "version": "5.4"...')
    'comm_msg'
    """
    _, found, rest = frame.partition('"msg_type":')
    return str(json.JSONDecoder().raw_decode(rest.lstrip())[0]) if found else ""


def _text(data: str | bytes) -> str:
    return data if isinstance(data, str) else data.decode("utf-8", errors="replace")


def serious(page: Page, within: str | None = None) -> list[dict[str, Any]]:
    """Return the critical and serious accessibility faults that axe finds in the page."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page, context=within).response["violations"]
    return [fault for fault in found if fault["impact"] in ("critical", "serious")]


def run_all(page: Page) -> None:
    """In JupyterLab: run every cell of the open notebook."""
    page.locator(".jp-Notebook .jp-Cell").first.wait_for(timeout=READY)
    page.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]').wait_for(timeout=READY)
    page.get_by_text(re.compile(r"\| Idle")).first.wait_for(timeout=READY)
    for _ in range(3):
        page.locator(".lm-MenuBar-itemLabel", has_text="Run").click(timeout=READY)
        page.locator(".lm-Menu-itemLabel", has_text="Run All Cells").first.click()
        try:  # a notebook that is not quite ready asks for its kernel instead of running
            page.locator(".jp-Dialog .jp-mod-accept").click(timeout=1000)
        except TimeoutError:
            return


def leave(page: Page) -> None:
    """Close a page as a person does, so that it takes its kernel along."""
    page.on("dialog", lambda dialog: dialog.accept())
    with suppress(Error), page.expect_event("close", timeout=3000):
        page.close(run_before_unload=True)
