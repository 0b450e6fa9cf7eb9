"""Measures the table as a person meets it: in a real browser, through a real server, on loopback.

    python benchmarks/table.py [--json] [--clicks 100] [--loads 5] [--out FILE]
    python benchmarks/table.py --game tomes [--coach] [--clicks 100]

With ``--coach`` only clicks are measured, and each falls while the coach is at work on a move.
Exit code 1 when a bar is missed. It starts servers of its own on a folder of its own; nothing of
the player's is touched. Figures of a busy machine mean little: the load is told with them.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, TimeoutError, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from table_pages import (  # noqa: E402
    BURST,
    BUTTON,
    ECHO,
    ECHOES,
    SAME_ROWS,
    SITTINGS,
    Sitting,
)

from tabletop_kit.server import launch  # noqa: E402
from tools.chrome import find_chrome  # noqa: E402

FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync")
WAIT = 120_000
KERNELSPEC = {"name": "python3", "display_name": "Python 3", "language": "python"}


@dataclass
class Figure:
    """One line of the table: what was measured, how much it may be, and whether it holds."""

    name: str
    value: float
    unit: str
    bar: float | None
    at: str = ""

    @property
    def good(self) -> bool:
        return self.bar is None or self.value <= self.bar


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=SITTINGS, default="tempus")
    parser.add_argument("--coach", action="store_true", help="clicks while the coach is at work")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--clicks", type=int, default=100)
    parser.add_argument("--loads", type=int, default=5, help="page loads of each kind, 0 for none")
    parser.add_argument("--out", type=Path, help="write the JSON to this file, too")
    options = parser.parse_args()
    path = find_chrome()
    if path is None:
        print("There is no Chrome or Chromium here: install one and try again.", file=sys.stderr)
        return 2
    figures = measured(path, options.game, options.coach, options.clicks, options.loads)
    data = {
        "load": [round(load, 2) for load in os.getloadavg()],
        "figures": [{**asdict(figure), "good": figure.good} for figure in figures],
    }
    if options.out:
        options.out.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(data, indent=1) if options.json else table(figures))
    return 0 if all(figure.good for figure in figures) else 1


def measured(path: str, game: str, coach: bool, clicks: int, loads: int) -> list[Figure]:
    """All figures, one server after the other; with the coach those of clicks alone."""
    sitting = SITTINGS[game]
    with folder(game, sitting) as notebooks, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        try:
            with kit_server(notebooks) as base:
                if coach:
                    return coached(browser, base, sitting, clicks)
                figures = [
                    *latency(browser, base, sitting, clicks, "kit", *sitting.bars),
                    *messages(browser, base, sitting),
                    *(first_board(browser, base, loads) if loads else []),
                    *(burst(browser, base) if game == "tempus" else []),
                ]
            with stock_server(notebooks) as base:
                figures += latency(browser, base, sitting, clicks, "stock", None, 70)
        finally:
            browser.close()
    return figures


@contextmanager
def folder(game: str, sitting: Sitting) -> Iterator[Path]:
    """A folder with the notebooks that are measured, and a place for progress."""
    with tempfile.TemporaryDirectory(prefix="table-bench-") as name:
        place = Path(name)
        os.environ["TABLETOP_KIT_HOME"] = str(place / "home")
        # A stock server of Voila has no package path of its own.
        os.environ["PYTHONPATH"] = str(ROOT)
        # Compiled modules are kept, as wherever people play: the first load, not counted, does it.
        os.environ["PYTHONPYCACHEPREFIX"] = str(place / "compiled")
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        notebooks = place / "notebooks"
        notebooks.mkdir()
        sources = {"alone": sitting.alone, "coached": sitting.coached}
        for stem, source in {**sources, "button": BUTTON, "echo": ECHO, "burst": BURST}.items():
            write_notebook(notebooks / f"{stem}.ipynb", source)
        shutil.copy(ROOT / "notebooks" / f"{game}-play.ipynb", notebooks / "play.ipynb")
        yield notebooks


def write_notebook(path: Path, source: str) -> None:
    cell: dict[str, Any] = {
        "cell_type": "code",
        "id": "cell-0",
        "metadata": {},
        "outputs": [],
        "execution_count": None,
        "source": source.strip(),
    }
    notebook = {"cells": [cell], "metadata": {"kernelspec": KERNELSPEC}}
    path.write_text(json.dumps({**notebook, "nbformat": 4, "nbformat_minor": 5}), encoding="utf-8")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def kit_server(notebooks: Path) -> Iterator[str]:
    server = launch.start_app("alone.ipynb", folder=notebooks, port=free_port())
    try:
        yield server.base_url
    finally:
        server.stop()


@contextmanager
def stock_server(notebooks: Path) -> Iterator[str]:
    """Voila as it comes: no setting of the kit."""
    port = free_port()
    command = [sys.executable, "-m", "voila", str(notebooks), "--no-browser", f"--port={port}"]
    process = subprocess.Popen(
        command, cwd=notebooks, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    base = f"http://127.0.0.1:{port}/"
    try:
        _wait_for(base, process)
        yield base
    finally:
        process.terminate()
        process.wait(20)


def _wait_for(url: str, process: subprocess.Popen[bytes], seconds: float = 90) -> None:
    limit = time.monotonic() + seconds
    while time.monotonic() < limit and process.poll() is None:
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.2)
    raise RuntimeError("the server did not start")


# -- what is measured ----------------------------------------------------------------------------


@contextmanager
def opened(browser: Browser, base: str, notebook: str, ready: str) -> Iterator[Page]:
    """A window of its own on a notebook, ready to be touched."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(WAIT)
    page.goto(f"{base}voila/render/{notebook}.ipynb")
    page.locator(ready).first.wait_for()
    yield page
    context.close()


PAUSE, COACH_PAUSE = 100, 500
"""Milliseconds before a click: a breath, and so long that the coach has gone to work."""


def latency(
    browser: Browser,
    base: str,
    sitting: Sitting,
    clicks: int,
    server: str,
    p50: float | None,
    p95: float,
) -> list[Figure]:
    """Milliseconds from a click in the page to the changed board."""
    with opened(browser, base, "alone", sitting.ready) as page:
        page.evaluate(sitting.clicks, [5, PAUSE])
        times = page.evaluate(sitting.clicks, [clicks, PAUSE])["times"]
    name = f"click to changed board, {server} server"
    return [
        *both(name, times, p50, p95),
        *least(browser, base, clicks, f"a lone counter, {server} server"),
    ]


def coached(browser: Browser, base: str, sitting: Sitting, clicks: int) -> list[Figure]:
    """The same while the coach is at work, and how often it was not."""
    with opened(browser, base, "coached", sitting.ready) as page:
        page.evaluate(sitting.clicks, [5, COACH_PAUSE])
        told = page.evaluate(sitting.clicks, [clicks, COACH_PAUSE])
    return [
        *both("click to changed board, coach at work", told["times"], 15, 40),
        Figure("clicks that met a silent coach", told["silent"], "", 0),
        *least(browser, base, clicks, "a lone counter, kit server"),
    ]


def least(browser: Browser, base: str, clicks: int, name: str) -> list[Figure]:
    """What server, browser and machine take by themselves: a click that only counts up."""
    with opened(browser, base, "echo", ".echo") as page:
        page.evaluate(ECHOES, 5)
        return both(name, page.evaluate(ECHOES, clicks), None, None)


def both(name: str, times: Sequence[float], p50: float | None, p95: float | None) -> list[Figure]:
    """The median and the late ones of measured times, in milliseconds."""
    load = f"load {os.getloadavg()[0]:.1f}"
    return [
        Figure(f"{name}, p50", round(statistics.median(times), 1), "ms", p50, load),
        Figure(f"{name}, p95", round(late(sorted(times)), 1), "ms", p95, load),
    ]


def late(times: Sequence[float]) -> float:
    """The time that 95 of 100 do not exceed."""
    return times[min(len(times) - 1, int(len(times) * 0.95))]


def messages(browser: Browser, base: str, sitting: Sitting) -> list[Figure]:
    """How many states a move sends, and how large the largest one is."""
    frames: list[str] = []
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(WAIT)
    page.on(
        "websocket", lambda socket: socket.on("framereceived", lambda raw: frames.append(text(raw)))
    )
    page.goto(f"{base}voila/render/alone.ipynb")
    page.locator(sitting.ready).first.wait_for()
    page.wait_for_timeout(500)
    counts, sizes, whole = [], [], []
    for _ in range(sitting.lays):
        frames.clear()
        page.evaluate(sitting.lay)
        found = states(frames)
        counts.append(len(found))
        sizes += [len(frame.encode()) for frame, _state in found]
        whole += [len(json.dumps(state).encode()) for _frame, state in found]
    context.close()
    return [
        Figure("state messages of a move", max(counts), "", sitting.states),
        Figure("bytes of a move's state (largest)", max(whole), "B", 2048),
        Figure("bytes of a move's state (median)", statistics.median(whole), "B", 2048),
        Figure("bytes of the whole frame around it (largest)", max(sizes), "B", None),
    ]


def text(raw: str | bytes) -> str:
    return raw if isinstance(raw, str) else raw.decode("utf-8", errors="replace")


def states(frames: Sequence[str]) -> list[tuple[str, dict[str, Any]]]:
    """The frames that carry a state of a board, each with that state."""
    found = []
    for frame in frames:
        for match in re.finditer(r'"state":\s*(?=\{"state":)', frame):
            state = json.JSONDecoder().raw_decode(frame[match.end() :])[0]["state"]
            if "seq" in state:
                found.append((frame, state))
    return found


def first_board(browser: Browser, base: str, loads: int) -> list[Figure]:
    """Seconds from asking for the page to something that can be played, beside a lone button."""
    boards: list[float] = []
    buttons: list[float] = []
    for turn in range(loads + 1):
        for kind, ready, times in (
            ("button", ".jupyter-button", buttons),
            ("play", ".tk-verb", boards),
        ):
            begun = time.perf_counter()
            with opened(browser, base, kind, ready):
                if turn:
                    times.append(time.perf_counter() - begun)
    ratio = statistics.median(boards) / statistics.median(buttons)
    load = f"load {os.getloadavg()[0]:.1f}"
    return [
        Figure(
            "page to a single button (median)",
            round(statistics.median(buttons), 2),
            "s",
            None,
            load,
        ),
        Figure(
            "page to first playable board (median)",
            round(statistics.median(boards), 2),
            "s",
            None,
            load,
        ),
        Figure("the ratio of both", round(ratio, 2), "x", 1.3, load),
    ]


def burst(browser: Browser, base: str) -> list[Figure]:
    """1,000 moves without a pause: the last state arrives, the next click is answered."""
    with opened(browser, base, "burst", ".tk-verb") as page:
        begun = time.perf_counter()
        page.get_by_role("button", name="Run the burst").click()
        told: dict[str, Any] = json.loads(page.locator("pre.told").inner_text())
        spent = time.perf_counter() - begun
        want = json.dumps(told["rows"])
        missing = not in_time(lambda: page.wait_for_function(SAME_ROWS, arg=want, timeout=10_000))
        page.locator(".tk-log-line .tk-link").last.evaluate("link => link.click()")
        silent = not in_time(lambda: page.get_by_role("dialog").wait_for(timeout=10_000))
    before, after = told["before"], told["after_games"]
    megabytes = (after["rss"] - before["rss"]) / 1e6
    return [
        Figure("1,000 moves and 100 games in one go", round(spent, 1), "s", None),
        Figure("states sent for 1,000 moves in one go", told["sent"], "", None),
        Figure("last state missing after the burst", missing, "", 0),
        Figure("next click unanswered after the burst", silent, "", 0),
        Figure(
            "widgets more after 1,000 moves and 100 games",
            after["widgets"] - before["widgets"],
            "",
            0,
        ),
        Figure("kernel memory more after them", round(megabytes, 2), "MB", 5),
    ]


def in_time(wait: Callable[[], object]) -> bool:
    """Whether what is waited for comes before the patience ends."""
    try:
        wait()
    except TimeoutError:
        return False
    return True


def table(figures: Sequence[Figure]) -> str:
    lines = [f"{'what':58}{'measured':>12}{'at most':>12}"]
    for figure in figures:
        bar = "" if figure.bar is None else f"{figure.bar:g} {figure.unit}".strip()
        value = f"{figure.value:g} {figure.unit}".strip()
        end = "" if figure.good else "   MISSED"
        note = f"   ({figure.at})" if figure.at else ""
        lines.append(f"{figure.name:58}{value:>12}{bar:>12}{end}{note}")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
