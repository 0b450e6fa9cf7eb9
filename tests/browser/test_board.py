"""The board in a real browser, with made-up pictures: hands, keys, eyes and ears."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.support import READY, AppServer, serious
from tests.browser.tables import WAIT
from tests.server.support import write_notebook
from tests.table.demo.play import SOURCE

OWN = '[data-zone="hand0"] .tk-token'
LAID = '[data-zone="row0"] .tk-token'
ACTIVE = "document.activeElement.dataset.id || document.activeElement.textContent"
STILL = """() => document.querySelector('.tk-board[data-mood]') && document.getAnimations().every(
  one => one.playState !== 'running' || one.effect.getComputedTiming().iterations === Infinity)"""


@pytest.fixture(scope="module")
def url(voila_server: AppServer, notebooks: Path) -> str:
    write_notebook(notebooks / "board.ipynb", SOURCE)
    return voila_server.url("board.ipynb")


@pytest.fixture
def page(new_page: NewPage, url: str) -> Page:
    """A board on which can be played, on a desk, with movement."""
    page = new_page(1280, 800, calm=False)
    page.goto(url)
    still(page)
    return page


def still(page: Page) -> None:
    """Wait until the board is there and nothing moves."""
    page.wait_for_function(STILL, timeout=READY)


def open_picture(page: Page, url: str, name: str) -> None:
    """Open the page with a picture in its address."""
    page.goto(f"{url}#show={name}")
    expect(page.locator(".tk-foot")).to_have_text(name, timeout=READY)
    still(page)


def choose(page: Page, name: str) -> None:
    """Have another picture shown on a page that is open."""
    page.evaluate("name => window.choosePicture(name)", name)
    expect(page.locator(".tk-foot")).to_have_text(name)
    still(page)


def count(page: Page, selector: str, number: int) -> None:
    """Wait until there are so many."""
    script = "([selector, number]) => document.querySelectorAll(selector).length === number"
    page.wait_for_function(script, arg=[selector, number], timeout=WAIT)


def test_a_touch_lays_a_die_and_a_double_click_lays_one(page: Page) -> None:
    page.locator(OWN).nth(8).dblclick()
    count(page, LAID, 1)
    page.wait_for_timeout(500)
    assert page.locator(LAID).count() == 1
    page.locator(OWN).nth(4).click()
    count(page, LAID, 2)
    assert "Ilse laid" in page.locator(".tk-board .tk-heard").inner_text()


def test_a_refusal_is_said_at_its_spot_and_closes(page: Page) -> None:
    token = page.locator('[data-id="h0-d4:1"]')
    token.click()
    bubble = page.locator(".tk-bubble")
    bubble.wait_for()
    assert "wanted later" in page.locator(".tk-board [role=alert]").inner_text()
    box, spot = bubble.bounding_box(), token.bounding_box()
    assert box and spot
    assert box["y"] + box["height"] <= spot["y"] + 2
    assert box["x"] <= spot["x"] + spot["width"] / 2 <= box["x"] + box["width"]
    page.keyboard.press("Escape")
    bubble.wait_for(state="hidden")
    page.wait_for_timeout(300)
    assert not bubble.is_visible()
    token.click()
    bubble.wait_for()


def test_the_rule_card_takes_and_gives_back_the_focus(page: Page) -> None:
    page.locator('[data-id="h0-d4:1"]').click()
    page.locator(".tk-bubble .tk-link").click()
    page.locator(".tk-card").wait_for()
    assert page.evaluate("document.activeElement.getAttribute('role')") == "dialog"
    page.keyboard.press("Escape")
    page.locator(".tk-card").wait_for(state="hidden")
    assert page.evaluate("document.activeElement.className").startswith("tk-")


@pytest.mark.parametrize(("number", "told"), [(1, "unseen"), (2, "nobody")])
def test_on_the_curtain_one_may_answer_without_looking(
    new_page: NewPage, url: str, number: int, told: str
) -> None:
    page = new_page(375, 740, calm=False)
    open_picture(page, url, "window")
    buttons = page.locator(".tk-curtain button:visible")
    assert buttons.count() == 3
    for button in buttons.all():
        box = button.bounding_box()
        assert box and box["height"] >= 44 and box["x"] >= 0 and box["x"] + box["width"] <= 375
    buttons.nth(number).click()
    page.locator(".tk-curtain").wait_for(state="hidden")
    assert f"Passed by: {told}." in page.locator(".tk-board .tk-heard").inner_text()


def test_a_curtain_of_a_turn_has_one_button(page: Page) -> None:
    choose(page, "curtain")
    assert page.locator(".tk-curtain button:visible").count() == 1


def test_it_can_be_played_by_keyboard_alone(page: Page) -> None:
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('tk-token')"):
            break
    assert page.evaluate(ACTIVE) == "h0-d4:2"
    page.keyboard.press("End")
    assert page.evaluate(ACTIVE) == "h0-d10:2"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    count(page, LAID, 1)
    assert page.evaluate(ACTIVE) == "h0-d8:4"
    page.keyboard.press(" ")
    count(page, LAID, 2)
    assert page.evaluate(ACTIVE) == "h0-d10:2"
    page.keyboard.press("ArrowUp")
    assert page.evaluate(ACTIVE) != "h0-d10:2"
    page.keyboard.press("p")
    page.locator(".tk-bubble").wait_for()
    tab_stops = page.locator('.tk-token[tabindex="0"]')
    assert tab_stops.count() == 1


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(new_page: NewPage, url: str, theme: str) -> None:
    page = new_page(1280, 800, dark=theme == "dark", calm=False)
    page.goto(f"{url}?theme={theme}")
    still(page)
    found = {"begin": serious(page, ".tk-board")}
    for name in ("refusal", "hint", "card", "curtain", "window", "end", "tempest"):
        choose(page, name)
        found[name] = serious(page, ".tk-board")
    assert {name: [one["id"] for one in faults] for name, faults in found.items() if faults} == {}


def test_on_a_phone_there_is_one_column_with_large_targets(new_page: NewPage, url: str) -> None:
    page = new_page(375, 740, calm=False)
    open_picture(page, url, "middle")
    for name in ("middle", "refusal", "hint", "real"):
        choose(page, name)
        assert page.evaluate("document.documentElement.scrollWidth") <= 375, name
        small: list[Any] = page.evaluate(
            """() => [...document.querySelectorAll(
                '.tk-board button, .tk-board summary, .tk-token[data-able]')]
            .filter(one => one.offsetParent && Math.min(one.offsetWidth, one.offsetHeight) < 43.5)
            .map(one => one.textContent)"""
        )
        assert small == [], name


def test_on_a_desk_nothing_scrolls(page: Page) -> None:
    for name in ("middle", "hint", "card", "end", "real"):
        choose(page, name)
        height = page.evaluate("document.querySelector('.tk-board').getBoundingClientRect().bottom")
        assert height <= 800, name


def test_silence_is_told_and_an_answer_heals_it(page: Page) -> None:
    page.evaluate(
        "() => { window.realSend = WebSocket.prototype.send; WebSocket.prototype.send = () => {}; }"
    )
    page.locator(OWN).nth(4).click()
    page.locator('.tk-notice[data-kind="ended"]').wait_for(timeout=WAIT)
    assert "Reload the page" in page.locator(".tk-notice").inner_text()
    assert "session has ended" in page.locator(".tk-board [role=alert]").inner_text()
    page.evaluate("() => { WebSocket.prototype.send = window.realSend; }")
    page.locator(".tk-notice .tk-button").click()
    page.locator(".tk-notice").wait_for(state="hidden")
    page.locator(OWN).nth(4).click()
    count(page, LAID, 1)


def test_what_is_kept_stays_in_the_browser(page: Page) -> None:
    page.locator(OWN).nth(4).click()
    count(page, LAID, 1)
    page.wait_for_function("localStorage.getItem('tabletop-kit:demo:rev') === '0'", timeout=WAIT)


def test_markup_in_names_is_text(page: Page) -> None:
    choose(page, "markup")
    assert page.locator(".tk-board img").count() == 0
    assert "<img" in page.locator(".tk-ask").inner_text()
    assert "<img" in str(page.locator(OWN).first.get_attribute("aria-label"))
    assert page.evaluate("window.harmed") is None


def test_without_motion_nothing_moves(new_page: NewPage, url: str) -> None:
    page = new_page(1280, 800)
    page.goto(url)
    page.locator(OWN).nth(4).click(timeout=READY)
    count(page, LAID, 1)
    moved = page.evaluate(
        """document.getAnimations().filter(
            one => one.effect.getKeyframes().some(frame => frame.transform)).length"""
    )
    assert moved == 0


def test_forced_colours_still_show_what_can_be_played(new_page: NewPage, url: str) -> None:
    page = new_page(1280, 800, calm=False)
    page.emulate_media(forced_colors="active")
    page.goto(url)
    page.locator(OWN).first.wait_for(timeout=READY)
    edges = page.evaluate(
        """selector => [...document.querySelectorAll('.tk-token .tk-edge')].map(
        edge => getComputedStyle(edge).stroke)"""
    )
    assert len(set(edges)) == 2
