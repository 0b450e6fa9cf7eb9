"""Vortex in the web app: colours that change seats, and windows that are waved by unseen."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support import READY, AppServer, shot
from tests.browser.tables import WAIT, Store, button, drawer, field, sees
from tests.server.support import write_notebook

POSITION = """dict(
    round=7, location="L20", locations=["L21", "L22"], colours=["green", "red", "blue"],
    phase="window", window="location",
    hands=[["B04", "P03", "P16"], ["G03", "P03"], ["Y03", "F01"]],
    field=[["G01", "G02"], ["R01", "R02"], ["B01", "B02"]],
    draw=[["G05", "G06"], ["R04"], ["B05"]])"""
CODE = f"""import tabletop_kit as kit
from tabletop_kit.engine.match import Match
from tabletop_kit.games import find_game
match = Match.at(find_game("vortex"), {POSITION}, 5)
people = ["human", "human", "human"]
kit.play("vortex", match=match, players=people, names=["Ada", "Bo", "Cleo"])"""


@pytest.fixture(scope="module", autouse=True)
def pages(notebooks: Path) -> None:
    """A page with a table of three people in a window."""
    write_notebook(notebooks / "window.ipynb", CODE)


@pytest.mark.viewport(375, 812)
def test_a_window_is_waved_by_and_then_nobody_is_asked(
    page: Page, voila_server: AppServer, store: Store
) -> None:
    page.goto(voila_server.url("window.ipynb", theme="dark"))
    curtain = page.locator(".tk-curtain")
    expect(curtain).to_be_visible(timeout=READY * 2)
    expect(curtain).to_contain_text("is asked whether to answer")
    expect(button(page, "Nobody at this screen answers")).to_be_visible()
    shot(page, "vortex-window-curtain-phone-dark")
    first = curtain.locator("button").first.inner_text()
    curtain.get_by_role("button", name="lets it pass, unseen").click()
    expect(curtain.locator("button").first).not_to_have_text(first, timeout=WAIT)
    button(page, "Nobody at this screen answers").click()
    expect(curtain).to_contain_text("It is the turn of", timeout=WAIT)
    drawer(page, "Settings")
    field(page, "Ask for an answer out of turn").select_option("Only when I asked for it")
    sees(page, "it never depends on what they hold")
    curtain.locator(".tk-main-button").click()
    expect(button(page, "Ask me at the next chance")).to_be_visible(timeout=WAIT)
    before = page.locator(".tk-log-line").last.inner_text()
    page.locator('.tk-board [data-verb="pass"]').click()
    expect(curtain).to_contain_text("It is the turn of", timeout=WAIT)
    curtain.locator(".tk-main-button").click()
    expect(page.locator(".tk-log-line").last).not_to_have_text(before, timeout=WAIT)
    button(page, "Ask me at the next chance").click()
    taken = button(page, "You will be asked at the next chance (take back)")
    expect(taken).to_be_visible(timeout=WAIT)
    page.locator('.tk-board [data-verb="pass"]').click()
    expect(curtain).to_contain_text("is asked whether to answer", timeout=WAIT)


def test_who_takes_a_colour_gives_the_own_for_it(
    page: Page, voila_server: AppServer, store: Store
) -> None:
    page.goto(voila_server.url("window.ipynb"))
    expect(page.locator(".tk-curtain")).to_be_visible(timeout=READY * 2)
    drawer(page, "New game")
    chosen = [field(page, "Colour", place) for place in range(4)]
    expect(chosen[3].locator("option:checked")).to_have_text("Red", timeout=WAIT)
    chosen[0].select_option("Red")
    expect(chosen[3].locator("option:checked")).to_have_text("Blue", timeout=WAIT)
    field(page, "Players").select_option("Two")
    expect(field(page, "Seat 3")).to_be_hidden(timeout=WAIT)
    shot(page, "vortex-lobby-colours")
    button(page, "Start the new game").or_(button(page, "Start the game")).first.click()
    expect(page.locator(".tk-board .tk-bar")).to_be_visible(timeout=WAIT)
    expect(page.locator(".tk-board")).to_contain_text("Red", timeout=WAIT)
