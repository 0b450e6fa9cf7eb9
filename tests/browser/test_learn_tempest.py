"""The course of Tempest in the web app: cards, tries, wrong moves, the example taken over."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

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


def offer(page: Page, words: str) -> None:
    """Press the first button that is there for the selection and says these words."""
    page.locator(".tk-board .tk-verb", has_text=words).first.click(timeout=WAIT)


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


def test_a_lesson_is_played_from_step_to_step(
    page: Page, voila_server: AppServer, store: Store
) -> None:
    """Put down, answer, summon; then a hint in three steps, each saying more."""
    at(store, "paying", "full")
    open_lesson(page, voila_server.url(LEARN), "Get the Minstrel (SU 1) inside.")
    for said in ("When the Temple is full", "Look at", "Do this: Move"):
        button(page, "Hint").click(timeout=WAIT)
        sees(page, re.compile(said))
    touch(page, "garrison")
    offer(page, "Move Garrison")
    sees(page, "Good so far. Go on.")
    touch(page, "hand:minstrel", "alms-priest")
    offer(page, "paid by Alms Priest")
    sees(page, "There was room again, so it came to its summoner.")
    button(page, "Next").click(timeout=WAIT)
    sees(page, "Those in one Temple who pay for another")
    shot(page, "tempest-learn-paying-desk-light")


def test_a_wrong_blocker_is_shown_and_taken_back(
    page: Page, voila_server: AppServer, store: Store
) -> None:
    at(store, "clashes", "poison")
    open_lesson(page, voila_server.url(LEARN), "Rid yourself of the Steward.")
    verb(page, "block-0")
    sees(page, "3 against 4: the Garrison is lost, and the Steward lives.")
    button(page, "Take it back").click(timeout=WAIT)
    verb(page, "block-1")
    sees(page, "A Peasant for a knight.")


@pytest.mark.parametrize("width", [1280, 375])
def test_what_the_rules_refuse_can_be_tried(
    page: Page, voila_server: AppServer, store: Store, width: int
) -> None:
    """A summons that is too dear, beside nothing else; an attack, beside those that are allowed."""
    page.set_viewport_size({"width": width, "height": 812})
    at(store, "blocking", "must")
    open_lesson(page, voila_server.url(LEARN), "Try not to block.")
    verb(page, "try")
    sees(page, "It must, even if it will lose.")
    at(store, "variants", "partner")
    open_lesson(page, voila_server.url(LEARN), "Try to attack him.")
    touch(page, "steward")
    verb(page, "try")
    sees(page, "Your team is out only when both of you are.")
    shot(page, f"tempest-learn-refused-{width}")


@pytest.mark.viewport(375, 740)
def test_on_a_phone_a_lesson_begins_at_its_top_with_its_answers_in_view(
    page: Page, voila_server: AppServer, store: Store
) -> None:
    at(store, "followers", "first")
    open_lesson(page, voila_server.url(LEARN), "Every card shows Strength")
    button(page, "Lessons").click(timeout=WAIT)
    button(page, "9. Blocking").click(timeout=WAIT)
    sees(page, "attacks you")
    expect(page.locator(".tk-step h2")).to_be_in_viewport(ratio=1, timeout=WAIT)
    for answer in page.locator(".tk-board .tk-verb").all():
        expect(answer).to_be_in_viewport(ratio=1)


def test_in_a_lesson_the_hand_stays_where_it_is_and_cards_go_by_their_names(
    page: Page, voila_server: AppServer, store: Store
) -> None:
    at(store, "followers", "first")
    open_lesson(page, voila_server.url(LEARN), "Every card shows Strength")
    hand = page.locator('.tk-board [data-zone="hand-0"]')
    before = hand.bounding_box()
    touch(page, "hand:peasant")
    expect(page.locator(".tk-board .tk-verb", has_text="Put down Peasant")).to_be_visible()
    assert hand.bounding_box() == before
    button(page, "More about this card").click(timeout=WAIT)
    expect(page.locator(".tk-card .tk-card-title")).to_have_text("Peasant")
