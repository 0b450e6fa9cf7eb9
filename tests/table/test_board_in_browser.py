"""The board in a real browser, served by Voila: hands, keys, eyes and ears."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.table.demo.look import ARGS, open_board, voila

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
OWN = '[data-zone="hand0"] .tk-token'
LAID = '[data-zone="row0"] .tk-token'
ACTIVE = "document.activeElement.dataset.id || document.activeElement.textContent"


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with voila() as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip("no Chrome or Chromium here")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=ARGS)
        yield started
        started.close()


@pytest.fixture
def page(browser: Browser, url: str) -> Iterator[Page]:
    opened = open_board(browser, url)
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    yield opened
    opened.close()
    assert errors == []


def count(page: Page, selector: str, number: int) -> None:
    """Wait until there are so many."""
    script = "([selector, number]) => document.querySelectorAll(selector).length === number"
    page.wait_for_function(script, arg=[selector, number], timeout=4000)


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
    browser: Browser, url: str, number: int, told: str
) -> None:
    page = open_board(browser, url, 375, name="window")
    buttons = page.locator(".tk-curtain button:visible")
    assert buttons.count() == 3
    for button in buttons.all():
        box = button.bounding_box()
        assert box and box["height"] >= 44 and box["x"] >= 0 and box["x"] + box["width"] <= 375
    buttons.nth(number).click()
    page.locator(".tk-curtain").wait_for(state="hidden")
    assert f"Passed by: {told}." in page.locator(".tk-board .tk-heard").inner_text()
    page.close()


def test_a_curtain_of_a_turn_has_one_button(browser: Browser, url: str) -> None:
    page = open_board(browser, url, name="curtain")
    assert page.locator(".tk-curtain button:visible").count() == 1
    page.close()


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


@pytest.mark.parametrize(
    "name", ["", "refusal", "hint", "card", "curtain", "window", "end", "tempest"]
)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(browser: Browser, url: str, theme: str, name: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    page = open_board(browser, url, theme=theme, name=name)
    found = axe.Axe().run(page, context=".tk-board").response["violations"]
    page.close()
    assert [one["id"] for one in found if one["impact"] in ("critical", "serious")] == []


@pytest.mark.parametrize("name", ["middle", "refusal", "hint", "real"])
def test_on_a_phone_there_is_one_column_with_large_targets(
    browser: Browser, url: str, name: str
) -> None:
    page = open_board(browser, url, 375, name=name)
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    small: list[Any] = page.evaluate(
        """() => [...document.querySelectorAll(
            '.tk-board button, .tk-board summary, .tk-token[data-able]')]
        .filter(one => one.offsetParent && Math.min(one.offsetWidth, one.offsetHeight) < 43.5)
        .map(one => one.textContent)"""
    )
    page.close()
    assert small == []


@pytest.mark.parametrize("name", ["middle", "hint", "card", "end", "real"])
def test_on_a_desk_nothing_scrolls(browser: Browser, url: str, name: str) -> None:
    page = open_board(browser, url, name=name)
    height = page.evaluate("document.querySelector('.tk-board').getBoundingClientRect().bottom")
    page.close()
    assert height <= 800


def test_silence_is_told_and_an_answer_heals_it(page: Page) -> None:
    page.evaluate(
        "() => { window.realSend = WebSocket.prototype.send; WebSocket.prototype.send = () => {}; }"
    )
    page.locator(OWN).nth(4).click()
    page.locator('.tk-notice[data-kind="ended"]').wait_for(timeout=8000)
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
    page.wait_for_function("localStorage.getItem('tabletop-kit:demo:rev') === '0'", timeout=4000)


def test_markup_in_names_is_text(browser: Browser, url: str) -> None:
    page = open_board(browser, url, name="markup")
    assert page.locator(".tk-board img").count() == 0
    assert "<img" in page.locator(".tk-ask").inner_text()
    assert "<img" in str(page.locator(OWN).first.get_attribute("aria-label"))
    assert page.evaluate("window.harmed") is None
    page.close()


def test_without_motion_nothing_moves(browser: Browser, url: str) -> None:
    context = browser.new_context(reduced_motion="reduce", viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(url)
    page.locator(OWN).nth(4).click(timeout=40_000)
    count(page, LAID, 1)
    moved = page.evaluate(
        """document.getAnimations().filter(
            one => one.effect.getKeyframes().some(frame => frame.transform)).length"""
    )
    context.close()
    assert moved == 0


def test_forced_colours_still_show_what_can_be_played(browser: Browser, url: str) -> None:
    context = browser.new_context(forced_colors="active", viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(url)
    page.locator(OWN).first.wait_for(timeout=40_000)
    edges = page.evaluate(
        """selector => [...document.querySelectorAll('.tk-token .tk-edge')].map(
        edge => getComputedStyle(edge).stroke)"""
    )
    context.close()
    assert len(set(edges)) == 2
