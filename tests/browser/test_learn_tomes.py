"""The course of Tomes in the web app: cards are selected, weighed and committed; puzzles."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tabletop_kit.teaching import Progress, Runner, load_course
from tests.browser.conftest import NewPage
from tests.browser.support import READY, AppServer, shot
from tests.browser.tables import WAIT, Store, button, open_lesson, sees, verb

LEARN = "tomes-learn.ipynb"
COURSE = load_course("tomes")
ANSWERS = ".tk-answers button"


def at(store: Store, lesson: str, step: str = "") -> Runner:
    """Keep that the learner is at a step; the runner that the page will go on with."""
    state = Runner(COURSE, lesson, seed=5).state()
    state["step"] = step or COURSE.lesson(lesson).steps[0].id
    store.put("course/tomes", Progress("tomes").at(state).data())
    return Runner.resume(COURSE, state)


def touch(page: Page, *cards: str) -> None:
    for card in cards:
        own = page.locator('.tk-board [data-zone="hand-0"]')
        own.get_by_role("button", name=re.compile(f"^{card}")).first.click(timeout=WAIT)


def test_the_first_turn_is_weighed_played_and_paid(
    page: Page, voila_server: AppServer, store: Store
) -> None:
    open_lesson(page, voila_server.url(LEARN), "Twelve entities sleep in the Pantheon.")
    shot(page, "tomes-learn-first-desk-light")
    touch(page, "5 of Void")
    expect(page.locator(".tk-weigh").first).to_contain_text("5 Ruin", timeout=WAIT)
    shot(page, "tomes-learn-weighed-desk-light")
    verb(page, "play")
    sees(page, "Its number landed as Ruin.")
    button(page, "Next").click(timeout=WAIT)
    sees(page, "What is due you pay with cards")
    touch(page, "2 of Dream", "3 of Swarm")
    verb(page, "pay")
    sees(page, "Your hand is your life.")
    button(page, "Next").click(timeout=WAIT)
    sees(page, "12 of 20 Ruin.")
    page.locator(ANSWERS).locator("visible=true").nth(1).click()
    sees(page, "At its full Dominion it falls")
    shot(page, "tomes-learn-fallen-desk-light")
    button(page, "Finish").click(timeout=WAIT)
    sees(page, "Lesson done, with 3 stars.")
    assert store.get("course/tomes")["stars"]["awake"] == 3


@pytest.mark.parametrize("language", ["en", "de"])
def test_beside_a_lesson_nothing_is_cut_and_the_hand_lies_in_one_row(
    page: Page, voila_server: AppServer, store: Store, language: str
) -> None:
    store.empty(language=language)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(voila_server.url(LEARN))
    page.locator('.tk-own [data-id="5S"]').click(timeout=READY)
    page.locator(".tk-weigh-text").wait_for()
    shot(page, f"tomes-learn-beside-{language}", full_page=False)
    cards = [one.bounding_box() for one in page.locator(".tk-own .tk-slot").all()]
    assert len(cards) == 8
    assert len({round(box["y"]) for box in cards if box}) == 1
    lines = "all => all.map(one => Math.round(one.offsetHeight / parseFloat("
    lines += "getComputedStyle(one).lineHeight)))"
    assert set(page.locator(".tk-own .tk-name").evaluate_all(lines)) == {1}
    level, mark = page.locator(".tk-level").bounding_box(), page.locator(".tk-mark").first
    expect(page.locator(".tk-level")).to_have_text("0 → 5 / 20")
    denied = mark.bounding_box()
    assert level and denied
    assert denied["y"] + denied["height"] <= level["y"] + 1
    counted = page.locator('[data-zone="gathering"] .tk-drawing').bounding_box()
    pile = page.locator('[data-zone="gathering"] .tk-slot').last.bounding_box()
    assert counted and pile
    assert pile["x"] + pile["width"] <= counted["x"] + 1


def test_too_little_is_refused_and_too_much_is_taken_back(
    page: Page, voila_server: AppServer, store: Store
) -> None:
    at(store, "paying")
    open_lesson(page, voila_server.url(LEARN), "First try it with too little")
    touch(page, "6 of Void", "3 of Void")
    expect(page.locator(".tk-weigh").first).to_contain_text("1 short", timeout=WAIT)
    assert page.locator('[data-verb="cheapest"], [data-verb="concede"]').count() == 0
    shot(page, "tomes-learn-paying-desk-light")
    page.locator('.tk-board [data-verb="pay"]').click(force=True)
    sees(page, "add 1 more")
    button(page, "Next").click(timeout=WAIT)
    sees(page, "Now pay those 10 for real.")
    touch(page, "6 of Void", "9 of Swarm")
    verb(page, "pay")
    sees(page, "Paid, but it could have cost you less.")
    shot(page, "tomes-learn-wasteful-desk-light")
    button(page, "Take it back").click(timeout=WAIT)
    touch(page, "6 of Void", "5 of Dream")
    verb(page, "pay")
    sees(page, "11 for 10")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_puzzle_on_a_phone_in_german(
    new_page: NewPage, voila_server: AppServer, store: Store, theme: str
) -> None:
    store.empty(language="de")
    runner = at(store, "exactly", "end")
    page = new_page(375, 812, dark=theme == "dark")
    open_lesson(page, voila_server.url(LEARN, theme=theme), "Aus einer echten Partie")
    shot(page, f"tomes-learn-puzzle-phone-german-{theme}")
    assert runner.scene() is not None
    cards = runner.attempt.way().split()[1:]
    for card in cards:
        page.locator(f'.tk-board [data-zone="hand-0"] [data-id="{card}"]').first.click()
    verb(page, "play")
    sees(page, "Genau, also getilgt.")
    shot(page, f"tomes-learn-puzzle-solved-phone-german-{theme}")


def test_a_rite_and_a_heretic_are_offered_once_their_cards_are_selected(
    page: Page, voila_server: AppServer, store: Store
) -> None:
    at(store, "rite")
    open_lesson(page, voila_server.url(LEARN), "16 are missing")
    expect(page.locator('[data-verb="rite"]').locator("visible=true")).to_have_count(0)
    touch(page, "8 of Blood", "8 of Dream")
    shot(page, "tomes-learn-rite-desk-light")
    verb(page, "rite")
    sees(page, "The second card gave up its own Force.")
    at(store, "heretic", "break")
    page.goto(voila_server.url(LEARN))
    sees(page, "A Heretic breaks the domain")
    touch(page, "Heretic")
    shot(page, "tomes-learn-heretic-desk-light")
    verb(page, "heretic-1")
    sees(page, "and Ilsa is next")


def test_the_reach_asks_before_it_takes(page: Page, voila_server: AppServer, store: Store) -> None:
    at(store, "reach")
    open_lesson(page, voila_server.url(LEARN), "20 are missing")
    shot(page, "tomes-learn-reach-desk-light")
    other = page.locator('.tk-board [data-zone="hand-1"]')
    other.get_by_role("button", name=re.compile("^10 of Swarm")).click(timeout=WAIT)
    sure = page.locator(".tk-bubble").locator("visible=true").first
    expect(sure).to_contain_text("Ilsa then holds 2 cards", timeout=WAIT)
    shot(page, "tomes-learn-reach-sure-desk-light")
    sure.get_by_role("button").first.click()
    sees(page, "Good so far. Go on.")
    touch(page, "10 of Swarm")
    verb(page, "play")
    sees(page, "the Expunge opened a new one")
