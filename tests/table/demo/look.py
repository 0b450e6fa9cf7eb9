"""Screenshots of every made-up picture, to be looked at: ``python -m tests.table.demo.look``.

Serves ``demo.ipynb`` with Voila and writes to ``screenshots/board/``.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[3]
ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
NAMES = ["start", "middle", "waiting", "refusal", "hint", "card", "curtain", "end"]
NAMES += ["tempest", "tomes", "vortex"]


@contextmanager
def voila() -> Iterator[str]:
    """A Voila server for the demo notebook; gives its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    notebook = Path(__file__).with_name("demo.ipynb")
    command = [sys.executable, "-m", "voila", str(notebook), "--no-browser", f"--port={port}"]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=os.environ | {"TABLETOP_KIT_ROOT": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for(f"http://127.0.0.1:{port}/voila/static/", process)
        yield f"http://127.0.0.1:{port}/"
    finally:
        process.terminate()
        process.wait(10)


def wait_for(address: str, process: subprocess.Popen[bytes]) -> None:
    """Wait until something answers, whatever it says."""
    for _ in range(150):
        try:
            urlopen(address, timeout=2).close()
            return
        except OSError as error:
            if hasattr(error, "code"):
                return
            if process.poll() is not None:
                raise RuntimeError("the server ended at once") from error
            time.sleep(0.2)
    raise RuntimeError("the server did not start")


def open_board(
    browser: Browser, url: str, width: int = 1280, theme: str = "light", name: str = ""
) -> Page:
    """A page with a board on which can be played, or which shows the picture ``name``."""
    page = browser.new_page(viewport={"width": width, "height": 800 if width > 500 else 740})
    page.goto(f"{url}?theme={theme}" + (f"#show={name}" if name else ""))
    page.wait_for_selector(".tk-board[data-mood]", timeout=40_000)
    page.wait_for_timeout(900)
    return page


def main() -> None:
    """Write the screenshots."""
    folder = ROOT / "screenshots" / "board"
    folder.mkdir(parents=True, exist_ok=True)
    names = sys.argv[1:] or NAMES
    chromium = shutil.which("chromium")
    with voila() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGS)
        for theme in ("light", "dark"):
            for width in (1280, 375):
                for name in names:
                    page = open_board(browser, url, width, theme, name)
                    path = folder / f"{name}-{width}-{theme}.png"
                    page.screenshot(path=path, full_page=True)
                    page.close()


if __name__ == "__main__":
    main()
