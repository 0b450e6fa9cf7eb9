"""The board in JupyterLab: its keys are its own, and it comes back after a reload."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, sync_playwright

from tests.table.demo.look import ARGS, ROOT, wait_for

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
OWN = '[data-zone="hand0"] .tk-token'
LAID = '[data-zone="row0"] .tk-token'


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    work = tmp_path_factory.mktemp("lab")
    shutil.copy(Path(__file__).parent / "demo" / "demo.ipynb", work)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", f"--port={port}"]
    command += ["--ServerApp.port_retries=0", f"--ServerApp.root_dir={work}", "--allow-root"]
    command += ["--IdentityProvider.token=", "--ServerApp.password="]
    settings = {
        "TABLETOP_KIT_ROOT": str(ROOT),
        "JUPYTERLAB_SETTINGS_DIR": str(work / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(work / "workspaces"),
    }
    with (work / "server.log").open("wb") as log:
        process = subprocess.Popen(
            command, cwd=work, env=os.environ | settings, stdout=log, stderr=log
        )
    try:
        wait_for(f"http://127.0.0.1:{port}/api", process)
        yield f"http://127.0.0.1:{port}/lab/tree/demo.ipynb"
    finally:
        process.terminate()
        process.wait(20)


@pytest.fixture(scope="module")
def page(url: str) -> Iterator[Page]:
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip("no Chrome or Chromium here")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGS)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(url)
        page.locator(".jp-Notebook .jp-Cell").first.click(timeout=60_000)
        page.wait_for_timeout(1500)
        page.keyboard.press("Shift+Enter")
        page.locator(OWN).first.wait_for(timeout=60_000)
        yield page
        browser.close()


def test_the_keys_of_the_notebook_do_not_reach_it(page: Page) -> None:
    page.locator(OWN).nth(8).click()
    page.wait_for_function(f"document.querySelectorAll('{LAID}').length === 1")
    cells = page.locator(".jp-Cell").count()
    for key in ("b", "a", "d", "d", "x", "z", "m", "Shift+Enter", "Control+Enter", "ArrowDown"):
        page.keyboard.press(key)
    page.wait_for_timeout(1500)
    assert page.locator(".jp-Cell").count() == cells
    assert page.locator(LAID).count() >= 1


def test_after_a_reload_the_game_is_still_there(page: Page) -> None:
    laid = page.locator(LAID).count()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Control+s")
    page.wait_for_timeout(2500)
    page.reload()
    page.locator(OWN).first.wait_for(timeout=30_000)
    assert page.locator(LAID).count() == laid
    page.locator(OWN).nth(4).click()
    page.wait_for_function(f"document.querySelectorAll('{LAID}').length === {laid + 1}")


def test_the_page_around_it_keeps_its_look(page: Page) -> None:
    script = "getComputedStyle(document.querySelector('.jp-NotebookPanel-toolbar')).fontFamily"
    assert "Palatino" not in page.evaluate(script)

    folder = ROOT / "screenshots" / "board"
    folder.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=folder / "lab.png")
