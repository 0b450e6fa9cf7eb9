"""Screenshots of every made-up picture, to be looked at: ``python -m tests.table.demo.look``.

Serves the demo with the kit's own server and writes to ``screenshots/board/``.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tabletop_kit.server import launch
from tests.browser.support import FLAGS, SCREENSHOTS, AppServer
from tests.server.support import free_port, write_notebook
from tests.table.demo.play import SOURCE
from tools.chrome import find_chrome

NAMES = ["start", "middle", "waiting", "refusal", "hint", "card", "curtain", "end"]
NAMES += ["tempest", "tomes", "vortex"]


def main() -> None:
    """Write the screenshots."""
    folder = SCREENSHOTS / "board"
    folder.mkdir(parents=True, exist_ok=True)
    names = sys.argv[1:] or NAMES
    with tempfile.TemporaryDirectory() as work, sync_playwright() as playwright:
        write_notebook(Path(work) / "board.ipynb", SOURCE)
        server = launch.start_app("board.ipynb", folder=Path(work), port=free_port())
        browser = playwright.chromium.launch(executable_path=find_chrome(), args=list(FLAGS))
        try:
            for theme in ("light", "dark"):
                address = AppServer(server.base_url).url("board.ipynb", theme=theme)
                for width in (1280, 375):
                    page = browser.new_page(
                        viewport={"width": width, "height": 800 if width > 500 else 740}
                    )
                    for name in names:
                        page.goto(f"{address}#show={name}")
                        page.reload()
                        page.locator(".tk-foot", has_text=name).wait_for(timeout=40_000)
                        path = folder / f"{name}-{width}-{theme}.png"
                        page.screenshot(path=path, full_page=True, animations="disabled")
                    page.close()
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
