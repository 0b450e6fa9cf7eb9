"""The servers and the harness themselves, on a small notebook with a board-like widget."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tabletop_kit.server import launch
from tests.browser.conftest import NewPage
from tests.browser.support import READY, AppServer, Frames, LabServer, leave, run_all, serious, shot
from tests.server.support import family, free_port, survivors, write_notebook

WIDGETS = '''
import anywidget, ipywidgets, traitlets
class Counter(anywidget.AnyWidget):
    _esm = """
    export default { render({ model, el }) {
      const button = document.createElement("button");
      const show = () => { button.textContent = `count ${model.get("count")}`; };
      button.onclick = () => model.send({ type: "go" });
      model.on("change:count", show); show(); el.appendChild(button);
    } }
    """
    count = traitlets.Int(0).tag(sync=True)
    def __init__(self):
        super().__init__()
        self.on_msg(lambda widget, message, buffers: setattr(self, "count", self.count + 1))
ipywidgets.VBox([Counter(), ipywidgets.Button(description="A stock button")])
'''
MEASURE = """async () => {
  const button = [...document.querySelectorAll("button")].find((one) =>
    one.textContent.startsWith("count"));
  const times = [];
  for (let i = 0; i < 50; i++) {
    const start = performance.now();
    const changed = new Promise((done) => {
      const watch = new MutationObserver(() => { watch.disconnect(); done(); });
      watch.observe(button, { childList: true, characterData: true, subtree: true });
    });
    button.click();
    await changed;
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[0];
}"""


@pytest.fixture(scope="module")
def trial(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("trial")
    write_notebook(folder / "trial.ipynb", WIDGETS, title="A trial")
    return folder


@pytest.fixture(scope="module")
def app(trial: Path, kit_home: Path) -> Iterator[launch.Server]:
    server = launch.start_app("trial.ipynb", folder=trial, port=free_port())
    yield server
    server.stop()


@pytest.fixture(scope="module")
def lab(trial: Path, kit_home: Path) -> Iterator[launch.Server]:
    server = launch.start_lab("trial.ipynb", folder=trial, port=free_port())
    yield server
    server.stop()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_app_page(page: Page, app: launch.Server, console: list[str], theme: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{app.url}?theme={theme}")
    page.get_by_role("button", name="count 0").click()
    expect(page.get_by_role("button", name="count 1")).to_be_visible()
    expect(page.get_by_role("button", name="A stock button")).to_be_visible()
    expect(page).to_have_title("A trial")
    expect(page.get_by_role("main")).to_be_visible()
    inside = (app.base_url, "data:", "blob:")
    assert not [url for url in asked if not url.startswith(inside)], "a request left the server"
    assert not console
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    levels = [int(part) for part in background.strip("rgba()").split(",")[:3]]
    assert (sum(levels) < 200) == (theme == "dark")
    assert not serious(page)
    shot(page, f"server-trial-{theme}")


def test_no_send_delay(page: Page, app: launch.Server) -> None:
    page.goto(app.url)
    expect(page.get_by_role("button", name="count 0")).to_be_visible(timeout=READY)
    # With the delay even the quickest answer takes 40 ms; without it, a few on any machine.
    assert page.evaluate(MEASURE) < 35


def test_frames_are_recorded(page: Page, app: launch.Server) -> None:
    frames = Frames.of(page)
    page.goto(app.url)
    page.get_by_role("button", name="count 0").click()
    expect(page.get_by_role("button", name="count 1")).to_be_visible()
    assert "comm_msg" in frames.kinds()
    assert frames.holding('"count": 1') or frames.holding('"count":1')
    assert [frame for frame in frames.sent if '"go"' in frame]


def test_closed_and_reloaded_pages_take_their_kernels_along(
    new_page: NewPage, app: launch.Server
) -> None:
    before = set(family(app.process.pid))
    page = new_page()
    page.goto(app.url)
    expect(page.get_by_role("button", name="count 0")).to_be_visible(timeout=READY)
    first = set(family(app.process.pid)) - before
    assert first
    page.reload()
    expect(page.get_by_role("button", name="count 0")).to_be_visible(timeout=READY)
    assert not survivors(list(first))
    second = set(family(app.process.pid)) - before
    assert second
    leave(page)
    assert not survivors(list(second))


@pytest.mark.viewport(375, 812)
def test_narrow_page_does_not_scroll_sideways(page: Page, app: launch.Server) -> None:
    page.goto(app.url)
    expect(page.get_by_role("button", name="count 0")).to_be_visible(timeout=READY)
    assert page.evaluate("document.documentElement.scrollWidth") <= 375


def test_lab_page(page: Page, lab: launch.Server) -> None:
    page.goto(lab.url)
    run_all(page)
    page.get_by_role("button", name="count 0").click()
    expect(page.get_by_role("button", name="count 1")).to_be_visible()
    assert page.evaluate(MEASURE) < 35


def test_app_server_on_the_notebooks(page: Page, voila_server: AppServer) -> None:
    page.goto(voila_server.base_url)
    expect(page.get_by_text(".ipynb").first).to_be_visible()


def test_lab_server_on_the_notebooks(page: Page, lab_server: LabServer) -> None:
    page.goto(f"{lab_server.base_url}lab?token={lab_server.token}")
    expect(page.get_by_role("menuitem", name="Run", exact=True)).to_be_visible()
