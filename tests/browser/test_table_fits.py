"""What a table shows fits: nothing is cut or touches, and the hand lies beside what it meets."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.support import READY, AppServer
from tests.browser.tables import Store
from tests.server.support import write_notebook

POSITION = """dict(
    round=7, location="L04", locations=["L20", "L21"], acted=[False, True, False, False], to_act=0,
    order=["green", "blue", "yellow", "red"],
    hands=[["B04", "B08", "F08", "F09", "P01", "P07", "P20"], ["G03"], ["Y03", "Y07"], ["R05"]],
    field=[["B01 +F08 -F09", "B13", "Y08 -P02"], ["G09 -F04", "G08", "G11"],
        ["Y05", "Y12 +P09"], ["R11", "R02 -F20", "R09", "R12"]],
    draw=[["B05", "B06"], ["G04"], ["Y02"], ["R01"]], rogations=["red P18"], vortex=["B11"])"""
CODE = f"""import tabletop_kit as kit
from tabletop_kit.engine.match import Match
from tabletop_kit.games import find_game
match = Match.at(find_game("vortex"), {POSITION}, 5)
kit.play("vortex", match=match, language="LANGUAGE")"""
TABLE = '.tk-board[data-mood="{mood}"]'
CUT = """() => [...document.querySelectorAll(
    '.tk-board [data-shape=leaf] > .tk-name, .tk-board [data-shape=leaf] .tk-mark')]
  .filter(one => one.offsetParent && getComputedStyle(one).overflow === 'hidden'
    && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2))
  .map(one => one.textContent)"""
"""Names and marks of cards of which something is not seen."""

TOUCHING = """() => {
  const bad = [];
  for (const card of document.querySelectorAll('.tk-board [data-shape=leaf]')) {
    const shown = [...card.querySelectorAll(':scope > .tk-stats .tk-stat:not([data-empty])')];
    const sign = card.querySelector(':scope > .tk-glyph');
    const things = [...shown, sign].filter(one => one && one.getBoundingClientRect().width);
    const boxes = things.map(one => one.getBoundingClientRect());
    boxes.forEach((one, at) => boxes.slice(at + 1).forEach(other => {
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (wide > -1 && high > 0) bad.push(card.dataset.id);
    }));
  }
  return [...new Set(bad)];
}"""
"""Cards on which two figures, or a figure and the sign of the colour, touch each other."""


@pytest.fixture(scope="module", autouse=True)
def pages(notebooks: Path) -> None:
    """A page of one position of Vortex in each language."""
    for language in ("en", "de"):
        write_notebook(notebooks / f"fits-{language}.ipynb", CODE.replace("LANGUAGE", language))


@pytest.fixture(autouse=True)
def still(store: Store) -> None:
    """Nothing moves, and nothing is kept from before."""
    store.empty()


def opened(page: Page, server: AppServer, notebook: str, mood: str, **query: str) -> None:
    page.goto(server.url(notebook, **query))
    page.locator(TABLE.format(mood=mood)).wait_for(timeout=READY)
    page.locator(".tk-bar[data-asked]").wait_for(timeout=READY)


def edges(page: Page, what: str) -> dict[str, float]:
    found = page.locator(what).first.bounding_box()
    assert found, f"{what} is on the page"
    return {"top": found["y"], "bottom": found["y"] + found["height"]}


@pytest.mark.parametrize("width", [1280, 375])
@pytest.mark.parametrize("language", ["en", "de"])
def test_names_and_figures_are_whole_and_do_not_touch(
    new_page: NewPage, voila_server: AppServer, width: int, language: str
) -> None:
    page = new_page(width, 800)
    opened(page, voila_server, f"fits-{language}.ipynb", "vortex")
    assert page.evaluate(CUT) == []
    assert page.evaluate(TOUCHING) == []
    tools = [one.bounding_box() for one in page.locator(".tk-tool").all()]
    assert len({round(box["y"]) for box in tools if box}) == 1, "the tools stand in one line"


@pytest.mark.parametrize("language", ["en", "de"])
def test_four_seats_fit_and_the_hand_stays_in_view(
    new_page: NewPage, voila_server: AppServer, language: str
) -> None:
    page = new_page(1280, 800)
    opened(page, voila_server, f"fits-{language}.ipynb", "vortex")
    for card in ("B13", "G09"):
        page.locator(f'.tk-board [data-id="{card}"]').first.click()
    expect(page.locator('.tk-board [data-verb="crusade-kill"]')).to_be_visible()
    assert edges(page, ".tk-own [data-layout=hand]")["bottom"] <= 800
    assert edges(page, '.tk-board [data-id="B13"]')["bottom"] <= edges(page, ".tk-own")["top"]


@pytest.mark.parametrize(
    ("game", "against"), [("tomes", '[data-layout="stage"]'), ("vortex", '[data-layout="plate"]')]
)
def test_on_a_low_phone_the_hand_does_not_lie_over_what_it_meets(
    new_page: NewPage, voila_server: AppServer, game: str, against: str
) -> None:
    page = new_page(375, 740, dark=True)
    opened(page, voila_server, f"{game}-play.ipynb", game, theme="dark")
    page.wait_for_timeout(300)
    hand, met = edges(page, ".tk-own"), edges(page, f".tk-board {against}")
    assert met["top"] >= 0 and met["bottom"] <= hand["top"] + 2, "it is seen whole"
    assert abs(hand["bottom"] - 740) <= 2, "the hand reaches the lower edge"
