"""Every page for every person: what axe finds, small windows, large targets, one main heading."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tabletop_kit.teaching import load_course
from tests.browser.conftest import NewPage
from tests.browser.support import READY, AppServer, serious, shot
from tests.browser.tables import (
    OTHER,
    OWN,
    WAIT,
    Store,
    act,
    button,
    drawer,
    duel,
    open_table,
    person_begins,
    play_on,
    solo,
)

PLAY, LEARN = "tempus-play.ipynb", "tempus-learn.ipynb"
SEED = person_begins(160)
SMALL = """() => [...document.querySelectorAll(
    '.tk-panel button, .tk-panel a.tk-door, .tk-panel summary, .tk-panel select, '
    + '.tk-panel input:not([type=checkbox]):not([type=file]), .tk-token[data-touch][data-able]')]
  .filter(one => one.offsetParent && !one.closest('.tk-log-line')
    && !one.classList.contains('tk-link'))
  .map(one => [one.textContent || one.getAttribute('aria-label') || one.className,
    Math.round(one.offsetWidth), Math.round(one.offsetHeight)])
  .filter(([, width, height]) => Math.min(width, height) < 43.5)"""
WIDE = """() => Math.max(document.documentElement.scrollWidth,
  document.getElementById('rendered_cells').scrollWidth)"""

Tour = Callable[[Page, AppServer, Store, str], Iterator[str]]
"""Opens a page and goes from screen to screen; gives the name of each while it is shown."""


@pytest.fixture
def store(store: Store) -> Store:
    store.keep(solo(SEED))
    return store


def home(page: Page, server: AppServer, store: Store, theme: str) -> Iterator[str]:
    page.goto(server.url(theme=theme))
    expect(page.get_by_role("heading", name="Tempus", exact=True)).to_be_visible(timeout=READY)
    yield "home"


def open_lesson(page: Page, server: AppServer, theme: str) -> None:
    page.goto(server.url(LEARN, theme=theme))
    text = load_course("tempus").texts("en")("lesson.first-die.lay.text")
    expect(page.get_by_text(text).first).to_be_visible(timeout=READY)


def lesson(page: Page, server: AppServer, store: Store, theme: str) -> Iterator[str]:
    open_lesson(page, server, theme)
    yield "lesson"
    page.locator(OTHER).first.click(force=True)
    expect(page.locator(".tk-bubble")).to_be_visible(timeout=WAIT)
    yield "refused-lesson"


def play(page: Page, server: AppServer, store: Store, theme: str) -> Iterator[str]:
    open_table(page, server.url(PLAY, theme=theme))
    yield "start"
    page.locator(OTHER).nth(3).click(force=True)
    bubble, card = page.locator(".tk-bubble"), page.get_by_role("dialog")
    expect(bubble).to_be_visible(timeout=WAIT)
    yield "refusal"
    bubble.get_by_role("button", name=re.compile("TP-3")).click()
    expect(card).to_be_visible(timeout=WAIT)
    yield "card"
    page.keyboard.press("Escape")
    expect(card).to_be_hidden(timeout=WAIT)
    page.locator(".tk-tools").get_by_role("button", name="Hint").click()
    expect(page.locator(".tk-hint")).to_be_visible(timeout=WAIT)
    yield "hint"


def drawers(page: Page, server: AppServer, store: Store, theme: str) -> Iterator[str]:
    open_table(page, server.url(PLAY, theme=theme))
    act(page, page.locator(OWN).first)
    opened = page.locator(".tk-panel .tk-drawer h2").locator("visible=true")
    for label in DRAWERS:
        drawer(page, label)
        expect(opened.first).to_be_visible(timeout=WAIT)
        yield label
        drawer(page, label)
        expect(opened).to_have_count(0, timeout=WAIT)
    drawer(page, "Settings")
    page.get_by_label("Plain table of buttons").check()
    die = page.locator(".tk-panel .jupyter-button", has_text=re.compile(r"^d\d+ showing")).first
    expect(die).to_be_visible(timeout=WAIT)
    drawer(page, "Settings")
    yield "plain"


def end(page: Page, server: AppServer, store: Store, theme: str) -> Iterator[str]:
    match = solo(SEED)
    while match.outcome is None:
        last = match.branch()
        match.play(match.moves[-1])
    store.keep(last)
    page.goto(server.url(PLAY, theme=theme))
    page.locator('[data-verb="pass"], .tk-bar[data-over]').first.wait_for(timeout=READY)
    play_on(page)
    yield "end"


def curtain(page: Page, server: AppServer, store: Store, theme: str) -> Iterator[str]:
    store.keep(duel(SEED))
    page.goto(server.url(PLAY, theme=theme))
    expect(page.locator(".tk-curtain")).to_be_visible(timeout=READY * 2)
    yield "curtain"


DRAWERS = (
    "New game",
    "Tournament",
    "Your deck",
    "Replay",
    "Save and share",
    "Rules",
    "Settings",
)
TOURS: tuple[Tour, ...] = (home, lesson, play, drawers, end, curtain)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("tour", TOURS)
def test_nobody_is_shut_out(
    new_page: NewPage, voila_server: AppServer, store: Store, tour: Tour, theme: str
) -> None:
    page = new_page(1280, 800, dark=theme == "dark")
    told = []
    for screen in tour(page, voila_server, store, theme):
        shot(page, f"screen-{screen}-desk-{theme}")
        told += [
            (screen, fault["id"], [node["html"][:120] for node in fault["nodes"][:4]])
            for fault in serious(page)
        ]
    assert not told


@pytest.mark.parametrize("tour", TOURS)
def test_on_a_phone_nothing_scrolls_sideways_and_fingers_hit(
    new_page: NewPage, voila_server: AppServer, store: Store, tour: Tour
) -> None:
    page = new_page(375, 740)
    for screen in tour(page, voila_server, store, "light"):
        shot(page, f"screen-{screen}-phone-light")
        assert page.evaluate(WIDE) <= 375, screen
        assert page.evaluate(SMALL) == [], screen


def test_a_lesson_is_done_with_the_keys_alone(
    page: Page, voila_server: AppServer, store: Store
) -> None:
    open_lesson(page, voila_server, "light")
    focused = "document.activeElement.classList.contains('tk-token')"
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate(focused):
            break
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    done = load_course("tempus").texts("en")("lesson.first-die.lay.done")
    expect(page.get_by_text(done).locator("visible=true").first).to_be_visible(timeout=WAIT)
    onward = button(page, "Next")
    for _ in range(40):
        if onward.evaluate("one => one === document.activeElement"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Step 2 of 3.")).to_be_visible(timeout=WAIT)


def test_every_change_is_said_to_a_screen_reader(
    page: Page, voila_server: AppServer, store: Store
) -> None:
    open_table(page, voila_server.url(PLAY))
    page.evaluate(
        """() => {
          window.heard = [];
          const status = document.querySelector('.tk-board .tk-heard');
          new MutationObserver(() => window.heard.push(status.textContent)).observe(status,
            { childList: true, characterData: true, subtree: true });
        }"""
    )
    act(page, page.locator(OWN).first)
    heard = page.evaluate("window.heard")
    assert any("You laid" in line for line in heard)
    assert any("The kit" in line for line in heard), heard
