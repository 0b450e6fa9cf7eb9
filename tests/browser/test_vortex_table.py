"""A table of Vortex in the browser: weighing a Crusade, putting moves together, a narrow window."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.support import READY, AppServer, serious
from tests.browser.tables import Store
from tests.server.support import write_notebook

POSITION = """dict(
    round=7, location="L04", locations=["L20", "L21"], acted=[False, True, False, False], to_act=0,
    order=["green", "blue", "yellow", "red"],
    hands=[["B04", "B22", "F01", "F09", "P01", "P04", "P16"], ["G03"], ["Y03", "Y07"], ["R05"]],
    field=[["B01 +F09", "B13", "Y08 -P02"], ["G09 -F04", "G08", "G11"], ["Y05", "Y12 +P09"],
        ["R11", "R02 -F20", "R09", "R12"]],
    draw=[["B05", "B06"], ["G04"], ["Y02"], ["R01"]], rogations=["red P18"], vortex=["B11"])"""
CODE = f"""import tabletop_kit as kit
from tabletop_kit.engine.match import Match
from tabletop_kit.games import find_game
kit.play("vortex", match=Match.at(find_game("vortex"), {POSITION}, 5))"""
OVERLAPS = """() => {
  const all = document.querySelectorAll('.tk-board :is([data-shape=leaf], [data-shape=chip])');
  const boxes = [...all].filter(one => one.offsetParent && !one.closest('.tk-own'))
    .map(one => [one.dataset.id, one.getBoundingClientRect()]);
  const bad = [];
  for (const [id, a] of boxes) for (const [other, b] of boxes) {
    if (id >= other || id.split('/')[0] === other.split('/')[0]) continue;
    const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (width > 2 && height > 2) bad.push([id, other]);
  }
  return bad;
}"""
"""Pairs of things on the table that lie on each other, but for what is attached."""
CUT = """() => {
  const leaves = [...document.querySelectorAll('.tk-board .tk-token[data-shape=leaf]')];
  const sticksOut = (box, inner) => inner.left < box.left - 1 || inner.right > box.right + 1
    || inner.bottom > box.bottom + 1;
  return leaves.filter(one => [...one.querySelectorAll('.tk-stat:not([data-empty])')].some(
    stat => sticksOut(one.getBoundingClientRect(), stat.getBoundingClientRect())))
    .map(one => one.dataset.id);
}"""
"""Cards whose figures stick out."""


@pytest.fixture(scope="module")
def app(voila_server: AppServer, notebooks: Path) -> AppServer:
    """The web app, with a page of one position of Vortex."""
    write_notebook(notebooks / "vortex.ipynb", CODE)
    return voila_server


@pytest.fixture(autouse=True)
def pausing(store: Store) -> None:
    """A comparison stays until one goes on, whatever tests before these preferred."""
    store.empty(pause=True)


def open_vortex(page: Page, app: AppServer) -> None:
    page.goto(app.url("vortex.ipynb"))
    page.locator('.tk-board[data-mood="vortex"]').wait_for(timeout=READY)
    page.locator(".tk-bar[data-asked]").wait_for(timeout=READY)


def thing(page: Page, ident: str) -> None:
    page.locator(f'.tk-board [data-id="{ident}"]').first.click()


def verb(page: Page, ident: str) -> str:
    return f'.tk-board [data-verb="{ident}"]'


def test_a_crusade_is_weighed_declared_and_its_comparison_stays(page: Page, app: AppServer) -> None:
    open_vortex(page, app)
    thing(page, "B13")
    expect(page.locator(".tk-weigh-text")).to_contain_text("choose a target")
    thing(page, "G08")
    reason = page.locator(verb(page, "crusade-reason"))
    expect(reason).to_contain_text("4 : 5 · 1 behind · yours is converted")
    thing(page, "G11")
    expect(reason).to_contain_text("4 : 4 · equal · nothing")
    expect(page.locator('[data-selected][data-id^="G"]')).to_have_count(1)
    page.keyboard.press("k")
    compare = page.locator(".tk-compare")
    expect(compare).to_contain_text("Both fall.")
    expect(page.locator(".tk-compare-value").first).to_have_text("1")
    page.locator(verb(page, "go-on")).click()
    expect(page.locator('.tk-board [data-id="G11"]')).to_have_count(0)
    expect(compare).to_contain_text("Both fall.")


def test_a_frenzy_is_laid_with_the_keyboard_alone(page: Page, app: AppServer) -> None:
    open_vortex(page, app)
    page.locator('.tk-board [data-id="F01"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator(".tk-weigh-text")).to_contain_text("choose the Devotee that bears it")
    page.locator('.tk-board [data-id="B13"]').focus()
    page.keyboard.press(" ")
    expect(page.locator(verb(page, "frenzy"))).to_have_text(re.compile("Attach face down"))
    expect(page.locator(".tk-weigh-parts")).to_contain_text("4 → 6")
    page.keyboard.press("f")
    expect(page.locator('.tk-board [data-id="B13/0"]')).to_have_attribute("data-power", "held")
    expect(page.locator(".tk-offers")).to_be_hidden()


def test_a_card_is_read_closely_and_put_away(page: Page, app: AppServer) -> None:
    open_vortex(page, app)
    page.locator('.tk-board [data-id="R09"]').hover()
    read = page.locator(".tk-read")
    expect(read).to_contain_text("the defending player chooses the mode")
    expect(page.locator(".tk-aside .tk-read")).to_have_count(1)
    page.locator('.tk-board [data-id="G09/0"]').hover()
    expect(read).to_contain_text("The Cursed")
    page.locator('.tk-board [data-id="B13"]').focus()
    page.keyboard.press("Escape")
    expect(read).to_be_hidden()


def test_what_is_hidden_is_not_on_the_page(page: Page, app: AppServer) -> None:
    open_vortex(page, app)
    back = page.locator('.tk-board [data-id="G09/0"]')
    expect(back).to_have_attribute(
        "aria-label", "a card face down on Axiom Wardens, it could be anything"
    )
    markup = page.locator(".tk-board").inner_html()
    assert [name for name in ("Flag", "Stubborn", "Dreamers") if name in markup] == []


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (375, True)])
def test_nothing_overlaps_or_is_cut(
    new_page: NewPage, app: AppServer, width: int, dark: bool
) -> None:
    page = new_page(width, 812, dark=dark)
    open_vortex(page, app)
    thing(page, "B13")
    thing(page, "G09")
    expect(page.locator(verb(page, "crusade-kill"))).to_be_visible()
    assert page.evaluate(OVERLAPS) == []
    assert page.evaluate(CUT) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator(verb(page, "pass")).is_visible()
    assert serious(page) == []
