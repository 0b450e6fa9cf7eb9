"""A public host: each visitor's browser keeps what is theirs, and the server keeps nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tabletop_kit.server import launch
from tests.browser.conftest import NewPage
from tests.browser.support import READY, AppServer
from tests.browser.tables import OWN, WAIT, act, settled, table
from tests.server.support import free_port

PLAY, LEARN = "tempus-play.ipynb", "tempus-learn.ipynb"
KEPT = "Object.keys(localStorage).filter(name => name.startsWith('tabletop-kit:'))"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("public-home")


@pytest.fixture(scope="module")
def public(home: Path) -> Iterator[AppServer]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TABLETOP_KIT_HOME", str(home))
        patch.setenv("TABLETOP_KIT_STORE", "browser")
        server = launch.start_app("index.ipynb", port=free_port(), public=True)
    yield AppServer(server.base_url)
    server.stop()


def test_a_match_survives_a_reload_and_is_nobody_elses(
    page: Page, new_page: NewPage, public: AppServer, home: Path
) -> None:
    page.goto(public.url(PLAY))
    settled(page, READY * 2)
    for _ in range(2):
        act(page, page.locator(OWN).first)
    page.wait_for_function(f"{KEPT}.some(name => name.includes('match'))", timeout=WAIT)
    before = table(page)
    page.reload()
    page.wait_for_function(f"document.querySelectorAll('{OWN}').length === 8", timeout=READY)
    settled(page)
    assert table(page) == before
    stranger = new_page(stranger=True)
    stranger.goto(public.url(PLAY))
    settled(stranger, READY * 2)
    assert len(stranger.locator(OWN).all()) == 10
    assert not stranger.locator(".tk-notice", has_text="back at your game").count()
    assert table(stranger) != before
    assert not list(home.rglob("*")), "something was written on a public host"


def test_lessons_are_kept_by_the_browser(page: Page, public: AppServer, home: Path) -> None:
    page.goto(public.url(LEARN))
    die = page.locator(".tk-board .tk-token[data-able]").first
    die.click(timeout=READY)
    page.get_by_role("button", name="Next", exact=True).click(timeout=WAIT)
    expect(page.get_by_text("Step 2 of 3.")).to_be_visible(timeout=WAIT)
    page.wait_for_function(f"{KEPT}.some(name => name.includes('course'))", timeout=WAIT)
    page.reload()
    expect(page.get_by_text("Step 2 of 3.")).to_be_visible(timeout=READY)
    assert not list(home.rglob("*"))


def test_a_language_chosen_at_home_is_kept_by_the_browser(page: Page, public: AppServer) -> None:
    page.goto(public.url())
    language = page.get_by_label("Language", exact=True)
    language.select_option("Deutsch", timeout=READY)
    expect(page.get_by_label("Sprache", exact=True)).to_be_visible(timeout=WAIT)
    page.wait_for_function(f"{KEPT}.some(name => name.includes('settings'))", timeout=WAIT)
    page.reload()
    expect(page.get_by_label("Sprache")).to_be_visible(timeout=READY)


def test_damaged_things_in_the_browser_do_no_harm(page: Page, public: AppServer) -> None:
    page.goto(public.url(PLAY))
    settled(page, READY * 2)
    act(page, page.locator(OWN).first)
    page.wait_for_function(f"{KEPT}.some(name => name.includes('match'))", timeout=WAIT)
    page.evaluate(f"{KEPT}.forEach(name => localStorage.setItem(name, '{{<img src=x>'))")
    page.reload()
    settled(page, READY * 2)
    assert page.locator(OWN).count() == 10
    assert not page.locator(".tk-panel img").count()
    act(page, page.locator(OWN).first)
    assert page.locator(OWN).count() == 9
