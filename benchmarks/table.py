"""Measures the table as a person meets it: in a real browser, through a real server, on loopback.

    python benchmarks/table.py [--json] [--clicks 100] [--loads 5] [--out FILE]

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

from tabletop_kit.server import launch  # noqa: E402
from tools.chrome import find_chrome  # noqa: E402

FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync")
WAIT = 120_000
KERNELSPEC = {"name": "python3", "display_name": "Python 3", "language": "python"}

ALONE = """
from tabletop_kit.engine.match import Match
from tabletop_kit.games import find_game
from tabletop_kit.progress import MemoryStore
from tabletop_kit.table.play import PlayPanel

game = find_game("tempus")
hand = ["d4:1", "d4:2", "d4:3", "d6:1", "d6:2", "d6:3", "d8:1", "d8:2", "d8:3", "d10:1"]
match = Match.at(game, {
    "factions": ["council", "harpers"], "hands": [hand, ["d10:9", "d8:8"]],
    "rows": [[], ["d10:10", "d8:8"]], "passed": [False, True], "to_act": 0,
}, seed=1)
match.names = ("Ada", "The kit")
match.extra = {"players": ["human", "greedy"]}
panel = PlayPanel(game, MemoryStore(), match)
panel.box
"""
"""The kit has passed, so that each click of the person is one move and no answer follows."""

BUTTON = """
import ipywidgets
ipywidgets.Button(description="A single button")
"""

ECHO = '''
import anywidget, traitlets
class Echo(anywidget.AnyWidget):
    _esm = """
    export default { render({ model, el }) {
      const button = document.createElement("button");
      button.className = "echo";
      const show = () => { button.dataset.count = model.get("count"); };
      button.onclick = () => model.send({});
      model.on("change:count", show); show(); el.append(button);
    } }
    """
    count = traitlets.Int(0).tag(sync=True)
echo = Echo()
echo.on_msg(lambda *_message: setattr(echo, "count", echo.count + 1))
echo
'''
"""The least that can be: a click that only counts up."""

BURST = """
import gc, json, os
import ipywidgets, psutil
from ipywidgets.widgets import widget as registry
from tabletop_kit.engine.match import Match
from tabletop_kit.games import find_game
from tabletop_kit.progress import MemoryStore
from tabletop_kit.table.play import PlayPanel

game = find_game("tempus")

def fresh(seed):
    match = Match.new(game, seed)
    match.names = ("One", "Two")
    match.extra = {"players": ["random", "random"]}
    return match

# A game of people is shown until the burst begins: nobody moves by themselves.
waiting = fresh(0)
waiting.extra = {"players": ["human", "greedy"]}
panel = PlayPanel(game, MemoryStore(), waiting)
panel.later.run = lambda seconds, action: None
told = ipywidgets.HTML()

def moves(count, seed):
    for _ in range(count):
        if panel.match.outcome is not None:
            seed += 1
            panel.begin(fresh(seed))
        panel.session.play_by_itself()
        panel.refresh()

def games(count, seed):
    for number in range(count):
        panel.begin(fresh(seed + number))

def size():
    gc.collect()
    memory = psutil.Process(os.getpid()).memory_info()
    return {"rss": memory.rss, "widgets": len(registry._instances)}

def run(_button):
    panel.begin(fresh(1))
    moves(200, 1)
    games(20, 5_000)
    before = size()
    seq = panel.board.state["seq"]
    panel.begin(fresh(9))
    moves(1_000, 100)
    after_moves = size()
    sent = panel.board.state["seq"] - seq
    games(100, 10_000)
    after_games = size()
    panel.begin(fresh(77))
    moves(6, 77)
    rows = [[die.value for die in row] for row in panel.match.position.rows]
    told.value = "<pre class='told'>" + json.dumps({"before": before, "after_moves": after_moves,
        "after_games": after_games, "sent": sent, "rows": rows, "ply": panel.match.ply}) + "</pre>"

go = ipywidgets.Button(description="Run the burst")
go.on_click(run)
ipywidgets.VBox([panel.box, go, told])
"""

SOURCES = {"alone": ALONE, "button": BUTTON, "echo": ECHO, "burst": BURST}

CLICKS = """async count => {
  const rest = ms => new Promise(done => setTimeout(done, ms));
  const row = () => document.querySelector('[data-zone="row-0"]');
  const tools = [...document.querySelectorAll('.tk-tools button')];
  const undo = tools.find(button => button.textContent === 'Undo');
  const change = click => new Promise(done => {
    const before = row().dataset.count;
    const begun = performance.now();
    const watch = new MutationObserver(() => {
      if (row().dataset.count === before) return;
      watch.disconnect();
      done(performance.now() - begun);
    });
    watch.observe(document.querySelector('.tk-board'),
      { attributes: true, childList: true, subtree: true });
    click();
  });
  const times = [];
  for (let turn = 0; turn < count; turn += 1) {
    await rest(100);
    const dice = document.querySelectorAll('[data-zone="hand-0"] .tk-token');
    times.push(await change(() => dice[turn % dice.length].click()));
    await rest(100);
    await change(() => undo.click());
  }
  return times;
}"""
"""From the click to the changed row; each die is taken back before the next is laid."""

ECHOES = """async count => {
  const button = document.querySelector('.echo');
  const times = [];
  for (let turn = 0; turn < count; turn += 1) {
    await new Promise(done => setTimeout(done, 100));
    times.push(await new Promise(done => {
      const begun = performance.now();
      const watch = new MutationObserver(() => {
        watch.disconnect();
        done(performance.now() - begun);
      });
      watch.observe(button, { attributes: true });
      button.click();
    }));
  }
  return times;
}"""

LAY = """async () => {
  const row = document.querySelector('[data-zone="row-0"]');
  const before = row.dataset.count;
  document.querySelector('[data-zone="hand-0"] .tk-token').click();
  while (row.dataset.count === before) await new Promise(done => setTimeout(done, 5));
  await new Promise(done => setTimeout(done, 250));
}"""


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
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--clicks", type=int, default=100)
    parser.add_argument("--loads", type=int, default=5, help="page loads of each kind")
    parser.add_argument("--out", type=Path, help="write the JSON to this file, too")
    options = parser.parse_args()
    path = find_chrome()
    if path is None:
        print("There is no Chrome or Chromium here: install one and try again.", file=sys.stderr)
        return 2
    figures = measured(path, options.clicks, options.loads)
    data = {
        "load": [round(load, 2) for load in os.getloadavg()],
        "figures": [{**asdict(figure), "good": figure.good} for figure in figures],
    }
    if options.out:
        options.out.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(data, indent=1) if options.json else table(figures))
    return 0 if all(figure.good for figure in figures) else 1


def measured(path: str, clicks: int, loads: int) -> list[Figure]:
    """All figures, one server after the other."""
    with folder() as notebooks, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        try:
            with kit_server(notebooks) as base:
                figures = [
                    *latency(browser, base, clicks, "kit", 15, 30),
                    *messages(browser, base),
                    *first_board(browser, base, loads),
                    *burst(browser, base),
                ]
            with stock_server(notebooks) as base:
                figures += latency(browser, base, clicks, "stock", None, 70)
        finally:
            browser.close()
    return figures


@contextmanager
def folder() -> Iterator[Path]:
    """A folder with the notebooks that are measured, and a place for progress."""
    with tempfile.TemporaryDirectory(prefix="table-bench-") as name:
        place = Path(name)
        os.environ["TABLETOP_KIT_HOME"] = str(place / "home")
        # A stock server of Voila has no package path of its own.
        os.environ["PYTHONPATH"] = str(ROOT)
        notebooks = place / "notebooks"
        notebooks.mkdir()
        for stem, source in SOURCES.items():
            write_notebook(notebooks / f"{stem}.ipynb", source)
        shutil.copy(ROOT / "notebooks" / "tempus-play.ipynb", notebooks / "play.ipynb")
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


OWN = '[data-zone="hand-0"] .tk-token[data-able]'


def latency(
    browser: Browser, base: str, clicks: int, server: str, p50: float | None, p95: float
) -> list[Figure]:
    """Milliseconds from a click in the page to the changed board."""
    with opened(browser, base, "alone", OWN) as page:
        page.evaluate(CLICKS, 5)
        times = sorted(page.evaluate(CLICKS, clicks))
    with opened(browser, base, "echo", ".echo") as page:
        page.evaluate(ECHOES, 5)
        least = sorted(page.evaluate(ECHOES, clicks))
    load = f"load {os.getloadavg()[0]:.1f}"
    name = f"click to changed board, {server} server"
    lone = f"a lone counter, {server} server"
    return [
        Figure(f"{name}, p50", round(statistics.median(times), 1), "ms", p50, load),
        Figure(f"{name}, p95", round(late(times), 1), "ms", p95, load),
        Figure(f"{lone}, p50", round(statistics.median(least), 1), "ms", None, load),
        Figure(f"{lone}, p95", round(late(least), 1), "ms", None, load),
    ]


def late(times: Sequence[float]) -> float:
    """The time that 95 of 100 do not exceed."""
    return times[min(len(times) - 1, int(len(times) * 0.95))]


def messages(browser: Browser, base: str, moves: int = 8) -> list[Figure]:
    """How many states a move sends, and how large the largest one is."""
    frames: list[str] = []
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(WAIT)
    page.on(
        "websocket", lambda socket: socket.on("framereceived", lambda raw: frames.append(text(raw)))
    )
    page.goto(f"{base}voila/render/alone.ipynb")
    page.locator(OWN).first.wait_for()
    page.wait_for_timeout(500)
    counts, sizes, whole = [], [], []
    for _ in range(moves):
        frames.clear()
        page.evaluate(LAY)
        found = states(frames)
        counts.append(len(found))
        sizes += [len(frame.encode()) for frame, _state in found]
        whole += [len(json.dumps(state).encode()) for _frame, state in found]
    context.close()
    return [
        Figure("state messages of a move", max(counts), "", 1),
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


SAME_ROWS = """want => JSON.stringify([0, 1].map(seat => [...document.querySelectorAll(
  `[data-zone="row-${seat}"] .tk-face`)].map(face => Number(face.textContent))))
  === JSON.stringify(JSON.parse(want))"""


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
