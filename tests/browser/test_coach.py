"""The coach below the table, in the web app: after a move, before one, and after the match."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewPage
from tests.browser.support import WINDOWS, AppServer, fits, serious
from tests.browser.tables import (
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
    settled,
    solo,
    table,
)

PLAY = "tempus-play.ipynb"
SEED = person_begins(5)
FIGURE = re.compile(r"\d+ % to win \(\d+ to \d+\)")


def cards(page: Page) -> Locator:
    """The visible lines of the coach."""
    return page.locator(".tk-coach .tk-line").locator("visible=true")


def lines(page: Page) -> list[str]:
    """What they say, the own move first."""
    return cards(page).all_inner_texts()


def figures(page: Page) -> None:
    """Wait until everything is said: the line for whom the chances hold comes last."""
    whom = page.locator(".tk-coach").get_by_text("an ordinary player who goes on from here")
    expect(whom.locator("visible=true").last).to_be_visible(timeout=WAIT)


def test_after_a_move_it_tells_what_the_priorities_would_have_played(
    page: Page, voila_server: AppServer, store: Store
) -> None:
    store.keep(solo(SEED))
    open_table(page, voila_server.url(PLAY))
    assert lines(page) == []
    act(page, page.locator(OWN).first)
    figures(page)
    told = [line for line in lines(page) if not line.startswith("An ordinary player")]
    assert 2 <= len(told) <= 4
    assert told[0].startswith("You played")
    names = ("Take the round", "Save your dice", "Make them pay")
    # Priorities that say the very same share a card.
    for name in names:
        found = [one for one in told[1:] if name in one]
        assert found, told
        assert FIGURE.search(found[0]), found[0]
    coach = page.locator(".tk-coach")
    expect(coach).to_contain_text("an ordinary player who goes on from here", timeout=WAIT)
    before = table(page)
    rule = coach.get_by_role("button", name=re.compile("Rule TP-")).locator("visible=true").first
    rule.click()
    expect(coach.locator(".tk-rule")).to_contain_text("TP-", timeout=WAIT)
    rule.click()
    expect(coach.locator(".tk-rule")).to_have_count(0, timeout=WAIT)
    assert table(page) == before
    assert not serious(page)


def test_it_folds_away_and_is_silent_when_told_so(
    page: Page, voila_server: AppServer, store: Store
) -> None:
    store.keep(solo(SEED))
    open_table(page, voila_server.url(PLAY))
    act(page, page.locator(OWN).first)
    figures(page)
    button(page, "Fold the coach away").click()
    expect(cards(page)).to_have_count(0, timeout=WAIT)
    button(page, "Open the coach").click()
    expect(cards(page)).to_have_count(4, timeout=WAIT)
    drawer(page, "Settings")
    page.get_by_label("The coach speaks after each of my moves").uncheck()
    expect(cards(page)).to_have_count(0, timeout=WAIT)
    assert store.get("settings")["coach"] is False


def test_before_a_move_it_answers_in_three_steps(
    page: Page, voila_server: AppServer, store: Store
) -> None:
    store.keep(solo(SEED))
    open_table(page, voila_server.url(PLAY))
    before = table(page)
    coach = page.locator(".tk-coach")
    button(page, "Ask before you move").click()
    expect(coach).to_contain_text("What matters here", timeout=WAIT)
    assert lines(page) == []
    button(page, "Tell me more").click()
    expect(coach).to_contain_text("Raise the price of the round", timeout=WAIT)
    assert lines(page) == []
    button(page, "Tell me more").click()
    figures(page)
    assert len(lines(page)) == 3
    assert table(page) == before
    assert store.match().ply == 0


def test_another_person_at_the_screen_sees_nothing_of_it(
    page: Page, voila_server: AppServer, store: Store
) -> None:
    store.keep(duel(SEED))
    page.goto(voila_server.url(PLAY))
    page.get_by_role("button", name=re.compile("I am Ada")).click()
    page.wait_for_function(f"document.querySelectorAll('{OWN}').length === 10", timeout=WAIT)
    page.locator(OWN).first.click()
    page.get_by_role("button", name=re.compile("I am Bo")).wait_for(timeout=WAIT)
    assert lines(page) == []
    page.get_by_role("button", name=re.compile("I am Bo")).click()
    page.locator('.tk-board [data-zone="hand-1"] .tk-token[data-able]').first.click()
    page.get_by_role("button", name=re.compile("I am Ada")).click()
    figures(page)
    assert len(lines(page)) == 4


@pytest.mark.parametrize(("window", "theme"), [("desk", "light"), ("phone", "dark")])
def test_after_the_match_one_goes_back_and_tries_again(
    new_page: NewPage, voila_server: AppServer, store: Store, window: str, theme: str
) -> None:
    store.keep(solo(SEED))
    page = new_page(*WINDOWS[window], dark=theme == "dark")
    open_table(page, voila_server.url(PLAY, theme=theme))
    act(page, page.locator(OWN).last)
    figures(page)
    expect(page.locator(".tk-coach")).to_contain_text("as good as any", timeout=WAIT)
    fits(page, "coach-move", theme)
    play_on(page)
    again = page.get_by_role("button", name=re.compile("Go back to move")).locator("visible=true")
    expect(again.first).to_be_visible(timeout=2 * WAIT)
    expect(page.locator(".tk-coach .tk-plot")).to_be_visible()
    fits(page, "coach-review", theme)
    ply = int(str(again.first.inner_text()).split("move ")[1].split()[0]) - 1
    again.first.click()
    expect(page.locator(".tk-coach")).to_contain_text("try something else", timeout=WAIT)
    settled(page)
    assert store.match().ply == ply
    act(page, page.locator('[data-verb="pass"]'))
    verdict = re.compile("Better than|Worse than|no clear difference|what you played before")
    expect(page.locator(".tk-coach")).to_contain_text(verdict, timeout=WAIT)
    fits(page, "coach-again", theme)
