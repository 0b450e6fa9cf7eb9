"""A browser, and the kit's own servers on the notebooks, for tests marked `browser`.

    def test_home(page, voila_server):
        page.goto(voila_server.url("index.ipynb", theme="dark"))

A test asks for another window by `@pytest.mark.viewport(375, 812)`, and for more windows by the
fixture `new_page`. Any error that a page throws fails the test that opened it.

One folder of notebooks, one app server and one profile of the browser serve all files of a run:
what Chrome has once compiled it need not compile again. A file with notebooks of its own writes
them into the folder of the fixture `notebooks`. What a page keeps in the browser is gone after
each test.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlparse

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from tabletop_kit.server import launch
from tests.browser.support import FLAGS, READY, AppServer, LabServer, leave, shot
from tests.browser.tables import WAIT, Store
from tests.server.support import free_port
from tools.chrome import VARIABLE, find_chrome, in_ci

HERE = Path(__file__).parent
IPC = {"KernelManager": {"transport": "ipc"}} if os.name == "posix" else {}
"""How servers reach kernels: a TCP port chosen ahead may be gone when many start side by side."""

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


def chrome_path() -> str:
    """Where Chrome is; a test that needs it is left out, or fails in CI, where there is none."""
    path = find_chrome()
    if path is None:
        reason = f"no Chrome or Chromium here; set {VARIABLE} to its path"
        if in_ci():
            pytest.fail(reason)
        pytest.skip(reason)
    return path


@pytest.fixture(scope="module")
def driver() -> Iterator[Playwright]:
    """What drives the browser; its event loop must not outlive the file."""
    # A busy machine may need longer than the 5 seconds that Playwright gives by itself.
    expect.set_options(timeout=WAIT)
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def profile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which Chrome keeps compiled scripts from file to file."""
    return tmp_path_factory.mktemp("profile")


@pytest.fixture(scope="module")
def chrome(driver: Playwright, profile: Path) -> Iterator[BrowserContext]:
    """The browser of the person who plays, started once for each file, in less than a second."""
    context = driver.chromium.launch_persistent_context(
        profile, executable_path=chrome_path(), args=list(FLAGS), accept_downloads=True
    )
    yield context
    context.close()


@pytest.fixture(scope="module")
def stranger(driver: Playwright) -> Iterator[Browser]:
    """The browser of somebody else, who has never been here."""
    browser = driver.chromium.launch(executable_path=chrome_path(), args=list(FLAGS))
    yield browser
    browser.close()


def forget(context: BrowserContext, origins: set[str]) -> None:
    """Empty what pages keep in the browser, but not what the browser has compiled."""
    context.clear_cookies()
    session = context.new_cdp_session(context.pages[0])
    kinds = "local_storage,indexeddb,cache_storage,service_workers"
    for origin in origins:
        session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": kinds})
    session.detach()


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
def notebooks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of notebooks that the servers show: copies, to which a file may add its own."""
    folder = tmp_path_factory.mktemp("notebooks")
    for path in launch.notebooks_folder().glob("*.ipynb"):
        shutil.copy(path, folder)
    return folder


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
    server = launch.start_app(start, folder=notebooks, port=free_port(), extra_settings=IPC)
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
    chrome: BrowserContext, console: list[str], request: pytest.FixtureRequest
) -> Iterator[NewPage]:
    """A function that opens a window: `new_page(width=375, dark=True)`.

    All windows of a test share what the browser keeps, but for `new_page(stranger=True)`.
    """
    errors: list[str] = []
    pages: list[Page] = []

    def open_page(
        width: int = 1280,
        height: int = 900,
        *,
        dark: bool = False,
        calm: bool = True,
        stranger: bool = False,
    ) -> Page:
        whose = request.getfixturevalue("stranger") if stranger else chrome
        page: Page = whose.new_page()
        pages.append(page)
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if calm else "no-preference",
        )
        page.set_default_timeout(READY if os.environ.get("CI") else READY / 2)
        page.set_default_navigation_timeout(READY)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: said.type == "error" and console.append(said.text))
        return page

    yield open_page
    failed = request.node.stash.get(FAILED, False)
    origins = {"{0.scheme}://{0.netloc}".format(urlparse(page.url)) for page in pages}
    for number, page in enumerate(pages):
        if failed and not page.is_closed():
            shot(page, f"failed-{request.node.name}-{number}", full_page=False)
        leave(page)
    forget(chrome, {origin for origin in origins if origin.startswith("http")})
    assert not errors, "the page threw: " + "; ".join(errors)


@pytest.fixture
def page(new_page: NewPage, request: pytest.FixtureRequest) -> Page:
    """A fresh window; `@pytest.mark.viewport(width, height)` sets its size."""
    marker = request.node.get_closest_marker("viewport")
    return new_page(*(marker.args if marker else ()))
