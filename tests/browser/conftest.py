"""A browser, and the kit's own servers on the notebooks, for tests marked `browser`.

    def test_home(page, voila_server):
        page.goto(voila_server.url("index.ipynb", theme="dark"))

A test asks for another window by `@pytest.mark.viewport(375, 812)`, and for more windows by the
fixture `new_page`. Any error that a page throws fails the test that opened it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlparse

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tabletop_kit.server import launch
from tests.browser.support import READY, AppServer, LabServer, leave, shot
from tests.browser.tables import Store
from tests.server.support import free_port
from tools.chrome import VARIABLE, find_chrome, in_ci

HERE = Path(__file__).parent
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
FAILED = pytest.StashKey[bool]()
NewPage = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder as a browser test."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.timeout(300))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, Any]:
    """Remember a failure, so that the pages can be photographed while they are still open."""
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


@pytest.fixture(scope="module")
def chrome() -> Iterator[Browser]:
    """The browser, started once for each file, which takes less than a second."""
    path = find_chrome()
    if path is None:
        reason = f"no Chrome or Chromium here; set {VARIABLE} to its path"
        if in_ci():
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def kit_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder for progress and saves, so that the player's own are left alone."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TABLETOP_KIT_HOME", str(home))
        patch.setenv("JUPYTERLAB_SETTINGS_DIR", str(home / "lab" / "settings"))
        patch.setenv("JUPYTERLAB_WORKSPACES_DIR", str(home / "lab" / "workspaces"))
        yield home


@pytest.fixture
def store(kit_home: Path) -> Store:
    """What the kit keeps for a person, emptied before each test."""
    kept = Store(kit_home)
    kept.empty()
    return kept


@pytest.fixture(scope="session")
def notebooks() -> Path:
    """The folder of notebooks that the servers show; a test module may give its own."""
    return launch.notebooks_folder()


def first_notebook(folder: Path) -> str:
    """Return the home page, or any notebook where there is none."""
    names = sorted(path.name for path in folder.glob("*.ipynb"))
    if not names:
        pytest.skip(f"no notebooks in {folder.name}/")
    return "index.ipynb" if "index.ipynb" in names else names[0]


@pytest.fixture(scope="session")
def voila_server(kit_home: Path, notebooks: Path) -> Iterator[AppServer]:
    """The web app with the kit's settings, on the notebooks."""
    start = first_notebook(notebooks)
    server = launch.start_app(start, folder=notebooks, port=free_port())
    yield AppServer(server.base_url)
    server.stop()


@pytest.fixture(scope="session")
def lab_server(kit_home: Path, notebooks: Path) -> Iterator[LabServer]:
    """JupyterLab with the kit's settings, on the notebooks."""
    start = first_notebook(notebooks)
    server = launch.start_lab(start, folder=notebooks, port=free_port())
    yield LabServer(server.base_url, parse_qs(urlparse(server.url).query)["token"][0])
    server.stop()


@pytest.fixture
def console() -> list[str]:
    """Console errors of the pages of this test; a note, not a failure."""
    return []


@pytest.fixture
def new_page(
    chrome: Browser, console: list[str], request: pytest.FixtureRequest
) -> Iterator[NewPage]:
    """A function that opens a window of its own: `new_page(width=375, dark=True)`."""
    errors: list[str] = []
    contexts = []

    def open_page(
        width: int = 1280, height: int = 900, *, dark: bool = False, calm: bool = True
    ) -> Page:
        context = chrome.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if calm else "no-preference",
            accept_downloads=True,
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(READY if os.environ.get("CI") else READY / 2)
        page.set_default_navigation_timeout(READY)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: said.type == "error" and console.append(said.text))
        return page

    yield open_page
    failed = request.node.stash.get(FAILED, False)
    for number, context in enumerate(contexts):
        for page in context.pages:
            if failed:
                shot(page, f"failed-{request.node.name}-{number}", full_page=False)
            leave(page)
        context.close()
    assert not errors, "the page threw: " + "; ".join(errors)


@pytest.fixture
def page(new_page: NewPage, request: pytest.FixtureRequest) -> Page:
    """A fresh window; `@pytest.mark.viewport(width, height)` sets its size."""
    marker = request.node.get_closest_marker("viewport")
    return new_page(*(marker.args if marker else ()))
