"""The course of Vortex in the web app: moves are composed, weighed and said; refusals are tried."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tabletop_kit.teaching import Progress, Runner, load_course
from tests.browser.support import AppServer, shot
from tests.browser.tables import WAIT, Store, button, open_lesson, sees, verb

LEARN = "vortex-learn.ipynb"
COURSE = load_course("vortex")


def at(store: Store, lesson: str, step: str) -> None:
    """Keep that the learner is at a step of the course."""
    state = {**Runner(COURSE, lesson, seed=5).state(), "step": step}
    store.put("course/vortex", Progress("vortex").at(state).data())


def touch(page: Page, *cards: str) -> None:
    for card in cards:
        page.locator(f'.tk-board [data-id="{card}"]').locator("visible=true").first.click(
            timeout=WAIT
        )


def test_the_first_devotees_come_into_play(
    page: Page, voila_server: AppServer, store: Store
) -> None:
    open_lesson(page, voila_server.url(LEARN), "Seven cards in your hand")
    touch(page, "G12", "G20")
    verb(page, "reinforce")
    sees(page, "Only who stands on the field can act")
    button(page, "Next").click(timeout=WAIT)
    sees(page, "A turn is one action")


def test_a_wrong_mode_is_shown_and_taken_back_and_the_right_one_converts(
    page: Page, voila_server: AppServer, store: Store
) -> None:
    at(store, "reason", "convert")
    open_lesson(page, voila_server.url(LEARN), "the two cards compare their Reason")
    touch(page, "G09", "Y09")
    verb(page, "crusade-fire")
    sees(page, "That was another mode.")
    button(page, "Take it back").click(timeout=WAIT)
    sees(page, "Taken back.")
    touch(page, "G09", "Y09")
    verb(page, "crusade-reason")
    sees(page, "Gilded Inquisitors are in your discard pile")
    shot(page, "vortex-learn-converted-desk-light")


@pytest.mark.parametrize("width", [1280, 375])
def test_what_the_rules_refuse_can_be_tried_where_a_step_asks_for_it(
    page: Page, voila_server: AppServer, store: Store, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 780})
    at(store, "field", "full")
    open_lesson(page, voila_server.url(LEARN), "Try to put in two more.")
    touch(page, "G15", "G22")
    verb(page, "try")
    sees(page, "what the rules do not allow is never carried out")
    wide = "document.documentElement.scrollWidth > innerWidth + 1"
    assert not page.evaluate(wide), "nothing reaches out of the page"
    shot(page, f"vortex-learn-refused-{width}")
