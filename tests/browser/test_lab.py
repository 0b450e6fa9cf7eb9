"""The same notebooks in JupyterLab: its keys do not eat the game, and a restart loses nothing."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support import READY, LabServer, run_all, shot
from tests.browser.tables import (
    OWN,
    WAIT,
    Store,
    act,
    matches,
    notice,
    person_begins,
    settled,
    solo,
    table,
)

PLAY = "tempus-play.ipynb"
SEED = person_begins(120)
KEYS = ("b", "a", "d", "d", "x", "z", "m", "Shift+Enter", "Control+Enter", "ArrowDown", "c", "v")
KEYS += ("y", "0", "0")


@pytest.fixture
def store(store: Store) -> Store:
    store.keep(solo(SEED))
    return store


@pytest.fixture
def lab(page: Page, lab_server: LabServer, store: Store) -> Page:
    """The notebook, run, with a table that waits for the person."""
    page.goto(lab_server.url(PLAY))
    run_all(page)
    settled(page, READY * 2)
    return page


def test_the_keys_of_the_notebook_leave_the_game_and_the_cells_alone(
    lab: Page, store: Store
) -> None:
    page = lab
    shot(page, "lab-play", full_page=False)
    cells = page.locator(".jp-Notebook .jp-Cell").count()
    sources = page.locator(".jp-Notebook .jp-CodeCell .cm-content").all_inner_texts()
    act(page, page.locator(OWN).nth(2))
    ply, own = store.match().ply, page.locator(OWN).count()
    page.locator(OWN).first.focus()
    for key in KEYS:
        page.keyboard.press(key)
    # The answer to the last key is here when the hint, asked for after it, has come.
    page.locator(".tk-tools").get_by_role("button", name="Hint").click()
    expect(page.locator(".tk-hint")).to_be_visible(timeout=WAIT)
    assert page.locator(".jp-Notebook .jp-Cell").count() == cells
    assert page.locator(".jp-Notebook .jp-CodeCell .cm-content").all_inner_texts() == sources
    assert store.match().ply == ply
    assert page.locator(OWN).count() == own
    assert not page.locator(".jp-Dialog").count()
    act(page, page.locator(OWN).first)
    assert matches(page, store.match())


def test_a_restarted_kernel_goes_on_where_the_game_was(lab: Page, store: Store) -> None:
    page = lab
    for _ in range(2):
        act(page, page.locator(OWN).first)
    ply = store.match().ply
    page.locator(".lm-MenuBar-itemLabel", has_text="Kernel").click()
    page.locator(".lm-Menu-itemLabel", has_text="Restart Kernel and Run All Cells").click()
    page.locator(".jp-Dialog .jp-mod-accept").click()
    expect(notice(page)).to_contain_text(f"(after {ply} moves)", timeout=READY)
    settled(page, READY)
    assert matches(page, store.match())
    act(page, page.locator(OWN).first)
    assert store.match().ply > ply


def test_running_the_cell_again_leaves_one_table(lab: Page, store: Store) -> None:
    page = lab
    act(page, page.locator(OWN).first)
    ply = store.match().ply
    run_all(page)
    expect(notice(page)).to_contain_text(f"(after {ply} moves)", timeout=READY)
    settled(page, READY)
    expect(page.locator(".tk-board")).to_have_count(1)
    act(page, page.locator(OWN).first)
    assert matches(page, store.match())


def test_after_a_reload_of_the_saved_notebook_the_game_is_still_there(
    page: Page, lab_server: LabServer, notebooks: Path, store: Store
) -> None:
    saved = notebooks / "saved.ipynb"
    shutil.copy(notebooks / PLAY, saved)
    page.goto(lab_server.url(saved.name))
    run_all(page)
    settled(page, READY * 2)
    act(page, page.locator(OWN).first)
    before = table(page)
    toolbar = "getComputedStyle(document.querySelector('.jp-NotebookPanel-toolbar')).fontFamily"
    assert "Palatino" not in page.evaluate(toolbar), "the board's look reached the page around it"
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Control+s")
    for _ in range(100):
        if "widget-view" in saved.read_text(encoding="utf-8"):
            break
        page.wait_for_timeout(100)
    page.reload()
    page.locator(OWN).first.wait_for(timeout=READY)
    settled(page)
    assert table(page) == before
    act(page, page.locator(OWN).first)
    assert matches(page, store.match())
