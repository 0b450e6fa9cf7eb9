"""The course of Tempest in the web app: a first card, and the source's example, taken over."""

from __future__ import annotations

from playwright.sync_api import Page

from tabletop_kit.teaching import Progress, Runner, load_course
from tests.browser.support import AppServer, shot
from tests.browser.tables import WAIT, Store, button, open_lesson, sees, verb

LEARN = "tempest-learn.ipynb"
COURSE = load_course("tempest")


def at(store: Store, lesson: str, step: str) -> None:
    """Keep that the learner is at a step of the course."""
    state = {**Runner(COURSE, lesson, seed=5).state(), "step": step}
    store.put("course/tempest", Progress("tempest").at(state).data())


def touch(page: Page, *cards: str) -> None:
    for card in cards:
        page.locator(f'.tk-board [data-id="{card}"]').locator("visible=true").first.click(
            timeout=WAIT
        )


def test_the_example_is_watched_taken_over_and_gone_back_to(
    page: Page, voila_server: AppServer, store: Store
) -> None:
    at(store, "example", "opening")
    open_lesson(page, voila_server.url(LEARN), "You are Karen and play Good")
    button(page, "Watch").click(timeout=WAIT)
    sees(page, "You put down Peasant, for nothing.")
    button(page, "Take over").click(timeout=WAIT)
    sees(page, "You have taken over")
    verb(page, "end")
    shot(page, "tempest-learn-taken-over-desk-light")
    button(page, "Back to the lesson").click(timeout=WAIT)
    sees(page, "Here you left the lesson.")
    button(page, "Watch").click(timeout=WAIT)
