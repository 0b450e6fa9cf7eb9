"""A game of one to four seats in the web app: lobby, several people, talk, the game of the day."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tabletop_kit.engine.match import Match
from tabletop_kit.games import find_game
from tabletop_kit.games.tomes.position import HERETIC
from tests.browser.conftest import NewPage
from tests.browser.support import READY, AppServer, shot
from tests.browser.tables import WAIT, Store, button, drawer, field, sees
from tests.server.support import write_notebook

TOMES = find_game("tomes")
KIT = next(iter(TOMES.players()))


def holds_heretic(seats: int) -> int:
    """The first seed with which the person at seat 0 begins with a Heretic in hand."""
    seed = 0
    while HERETIC not in Match.new(TOMES, seed, seats=seats).position.hands[0]:
        seed += 1
    return seed


MIXED = f'players=["human", "{KIT}", "human"], names=["Ada", "Kit", "Cleo"]'
PAGES = {
    "mixed": f'kit.play("tomes", {MIXED}, seed={holds_heretic(3)})',
    "day": 'kit.daily("tomes")',
}


@pytest.fixture(scope="module", autouse=True)
def pages(notebooks: Path) -> None:
    """Pages of one line."""
    for name, line in PAGES.items():
        write_notebook(notebooks / f"{name}.ipynb", f"import tabletop_kit as kit\n{line}")


def open_board(page: Page, server: AppServer, name: str, **query: str) -> None:
    page.goto(server.url(f"{name}.ipynb", **query))
    shown = page.locator(".tk-board .tk-bar, .tk-board .tk-curtain").locator("visible=true")
    expect(shown.first).to_be_visible(timeout=READY * 2)


def test_the_lobby_says_at_once_what_excludes_each_other(
    page: Page, voila_server: AppServer, store: Store
) -> None:
    open_board(page, voila_server, "tomes-play")
    drawer(page, "New game")
    expect(field(page, "Campaign")).to_be_disabled()
    field(page, "Players").select_option("Three")
    expect(field(page, "Seat 3")).to_be_visible(timeout=WAIT)
    expect(field(page, "Rung")).to_be_disabled()
    sees(page, re.compile(r"Rungs are for those who play alone.*\(TM-22\)"))
    name = page.locator(".tk-seat .widget-text").locator("visible=true").first
    label, entry = name.locator("label").bounding_box(), name.locator("input").bounding_box()
    assert label and entry
    assert label["x"] + label["width"] <= entry["x"]
    field(page, "Dream Rite edition").select_option("On")
    field(page, "Campaign").select_option("Terror")
    for place in range(3):
        expect(field(page, "Reading", place)).to_be_visible(timeout=WAIT)
        field(page, "Reading", place).select_option("Void")
    sees(page, re.compile(r"\(TM-19\)"))
    expect(button(page, "Start the game")).to_be_disabled()
    shot(page, "tomes-lobby-refused-desk-light")
    for place, reading in enumerate(("Blood", "Dream")):
        field(page, "Reading", place).select_option(reading)
    expect(button(page, "Start the game")).to_be_enabled(timeout=WAIT)
    button(page, "Start the game").click()
    expect(page.locator(".tk-board")).to_contain_text("Terror", timeout=WAIT)


@pytest.mark.viewport(375, 812)
def test_two_people_and_a_companion_share_a_screen_and_talk(
    page: Page, voila_server: AppServer, store: Store
) -> None:
    open_board(page, voila_server, "mixed", theme="dark")
    curtain = page.locator(".tk-curtain")
    expect(curtain).to_contain_text("Ada", timeout=WAIT)
    expect(button(page, "Ask the others first")).to_be_hidden()
    curtain.get_by_role("button").click()
    expect(curtain).to_be_hidden(timeout=WAIT)
    expect(button(page, "I have a good play")).to_be_hidden()
    button(page, "Ask the others first").click()
    sees(page, re.compile("Kit (has a good play|would rather not)"))
    button(page, "I would rather not").locator("visible=true").click()
    sees(page, "Cleo would rather not go next.")
    shot(page, "tomes-talk-phone-dark")


def test_the_game_of_the_day_is_told_without_a_card(
    new_page: NewPage, voila_server: AppServer, store: Store
) -> None:
    page = new_page()
    page.on("dialog", lambda dialog: dialog.accept())
    open_board(page, voila_server, "day")
    concede(page)
    sees(page, "That was today's game.")
    drawer(page, "Game of the day")
    told = page.get_by_label("To pass on").locator("visible=true")
    expect(told).to_have_value(re.compile("Tomes of Power, game of the day"), timeout=WAIT)
    text = told.input_value()
    assert not re.search(r"\b(10|[2-9AJQK])[HDCS]\b|Blood|Dream|Swarm|Void|[Ss]eed", text)
    shot(page, "tomes-day-desk-light")
    record: Any = store.get("daily/tomes")
    (day,) = record.values()
    assert day["check"] in text
    again = new_page()
    open_board(again, voila_server, "tomes-play")
    again.evaluate("location.hash = 'daily'")
    again.reload()
    expect(button(again, "Practise today's game")).to_be_visible(timeout=READY * 2)


def concede(page: Page) -> None:
    """Give up, and say so again where one is asked whether one is sure."""
    button(page, "Concede").first.click()
    over = page.locator(".tk-bar[data-over]")
    for _ in range(3):
        page.wait_for_timeout(500)
        if over.count():
            return
        if button(page, "Concede").count():
            button(page, "Concede").last.click()
    expect(over).to_have_count(1, timeout=WAIT)
