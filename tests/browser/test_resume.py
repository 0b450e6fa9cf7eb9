"""Nothing that was played is lost: reloads, killed kernels, another place for the app."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import psutil
import pytest
from playwright.sync_api import Page, expect

from tabletop_kit.server import launch
from tests.browser.support import AppServer, shot
from tests.browser.tables import (
    OWN,
    WAIT,
    Store,
    act,
    matches,
    notice,
    open_table,
    person_begins,
    settled,
    solo,
    table,
    wise,
)
from tests.server.support import free_port

PLAY = "tempus-play.ipynb"
SEED = person_begins(60)


@pytest.fixture
def store(store: Store) -> Store:
    store.keep(solo(SEED))
    return store


def kernels() -> list[psutil.Process]:
    """The kernels of all servers that this test run has started, the youngest last."""
    found = []
    for child in psutil.Process().children(recursive=True):
        try:
            if "ipykernel_launcher" in " ".join(child.cmdline()):
                found.append(child)
        except psutil.Error:
            continue
    return sorted(found, key=lambda process: process.create_time())


def played(page: Page, url: str) -> None:
    """A table after two moves of the person."""
    open_table(page, url)
    for _ in range(2):
        act(page, page.locator(OWN).nth(1))


def test_a_reload_brings_back_the_very_position(
    page: Page, voila_server: AppServer, store: Store
) -> None:
    played(page, voila_server.url(PLAY))
    before, ply = table(page), store.match().ply
    page.reload()
    settled(page, WAIT * 3)
    assert table(page) == before
    expect(notice(page)).to_contain_text(f"(after {ply} moves)")
    act(page, wise(page))
    assert store.match().ply > ply
    assert matches(page, store.match())


def test_after_a_killed_kernel_the_table_says_so_and_a_reload_goes_on(
    page: Page, voila_server: AppServer, store: Store
) -> None:
    played(page, voila_server.url(PLAY))
    before, ply = table(page), store.match().ply
    victim = kernels()[-1]
    os.kill(victim.pid, signal.SIGKILL)
    victim.wait(10)
    page.locator(OWN).first.click()
    ended = page.locator('.tk-notice[data-kind="ended"]')
    expect(ended).to_be_visible(timeout=WAIT)
    expect(ended).to_contain_text("The session has ended")
    expect(ended).to_contain_text("reload this page")
    expect(page.locator(".tk-board [role=alert]")).to_contain_text("session has ended")
    assert table(page) == before
    shot(page, "play-ended-desk-light")
    page.reload()
    settled(page, WAIT * 3)
    assert table(page) == before
    assert store.match().ply == ply
    act(page, wise(page))
    assert store.match().ply > ply


def test_a_kernel_killed_while_the_kit_thinks_loses_no_move(
    page: Page, voila_server: AppServer, store: Store
) -> None:
    store.empty(motion=True)
    store.keep(solo(SEED, "redealer"))
    open_table(page, voila_server.url(PLAY))
    page.locator(OWN).nth(2).click()
    page.wait_for_function(f"document.querySelectorAll('{OWN}').length === 9", timeout=WAIT)
    os.kill(kernels()[-1].pid, signal.SIGKILL)
    assert store.match().ply >= 1
    page.reload()
    settled(page, WAIT * 3)
    assert matches(page, store.match())
    assert [str(step.move) for step in store.match().steps() if step.seat == 0]


def test_the_app_works_below_a_path_of_the_host(page: Page, kit_home: Path, store: Store) -> None:
    prefix: dict[str, dict[str, object]] = {"Voila": {"base_url": "/some/prefix/"}}
    server = launch.start_app("index.ipynb", port=free_port(), extra_settings=prefix)
    try:
        base = f"{server.base_url}some/prefix/voila/render/"
        page.goto(f"{base}index.ipynb")
        link = page.get_by_role("link", name="Play", exact=True)
        link.first.click(timeout=WAIT * 2)
        page.wait_for_url("**/some/prefix/voila/render/tempus-play.ipynb*")
        settled(page, WAIT * 3)
        act(page, page.locator(OWN).first)
        assert matches(page, store.match())
        page.get_by_role("link", name="Home").click()
        expect(page.get_by_text("A game is running").first).to_be_visible(timeout=WAIT * 2)
    finally:
        server.stop()
