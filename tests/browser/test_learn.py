"""The course in the web app: right moves, wrong moves, hints, questions, stars, coming back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.support import READY, AppServer, shot
from tests.browser.tables import (
    MARKUP,
    OTHER,
    OWN,
    ROWS,
    WAIT,
    Store,
    button,
    faces,
    sees,
    tell_no_harm,
)

LEARN = "tempus-learn.ipynb"


@pytest.fixture
def learning(page: Page, voila_server: AppServer, store: Store) -> Page:
    page.goto(voila_server.url(LEARN))
    sees_at_first(page, "These ten dice are yours")
    return page


def sees_at_first(page: Page, sentence: str) -> None:
    expect(page.get_by_text(sentence).locator("visible=true").first).to_be_visible(timeout=READY)


def die(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).first.click(timeout=WAIT)


def go_on(page: Page, name: str = "Next") -> None:
    button(page, name).click(timeout=WAIT)


def first_lesson(page: Page) -> None:
    die(page, "d6 showing 5")
    sees(page, "It counts for you now")
    go_on(page)
    sees(page, "Ilsa laid one too.")
    expect(page.locator(ROWS[1])).to_have_count(1, timeout=WAIT)
    page.locator(OTHER).first.click(force=True)
    sees(page, "You may only count them.")
    go_on(page)
    sees(page, "Which of these is not allowed?")


def test_the_first_lesson_is_done_with_the_mouse_and_earns_stars(
    learning: Page, store: Store
) -> None:
    page = learning
    shot(page, "learn-first-step-desk-light")
    first_lesson(page)
    answers = page.locator(".tk-answers button").locator("visible=true")
    expect(answers).to_have_count(3, timeout=WAIT)
    answers.nth(1).click()
    sees(page, "One die of your own hand, or a pass: nothing else.")
    expect(answers.nth(1)).to_have_class(re.compile("mod-success"), timeout=WAIT)
    go_on(page, "Finish")
    sees(page, "Lesson done, with 3 stars.")
    shot(page, "learn-finished-desk-light")
    kept = store.get("course/tempus")
    assert kept["stars"]["first-die"] == 3
    button(page, "Next lesson").click()
    sees(page, "Add up each row.")


def test_wrong_answers_are_told_and_cost_a_star(learning: Page, store: Store) -> None:
    page = learning
    first_lesson(page)
    answers = page.locator(".tk-answers button").locator("visible=true")
    for wrong in (0, 2):
        answers.nth(wrong).click()
        sees(page, "That is allowed. Look for what is not.")
    answers.nth(1).click()
    sees(page, "One die of your own hand, or a pass: nothing else.")
    go_on(page, "Finish")
    sees(page, "Lesson done")
    assert store.get("course/tempus")["stars"]["first-die"] == 2


def test_a_wrong_move_is_played_out_and_taken_back(learning: Page) -> None:
    page = learning
    button(page, "Lessons").click()
    page.get_by_role("button", name="2. Strength").click(timeout=WAIT)
    sees(page, "Add up each row.")
    page.get_by_role("button", name="You, with 7 against 6").click()
    sees(page, "The sum is the strength")
    go_on(page)
    sees(page, "Ilsa leads 9 to 3.")
    die(page, "d4 showing 2")
    sees(page, "Still behind. If both pass now, Ilsa wins.")
    shot(page, "learn-wrong-move-desk-light")
    go_on(page, "Take it back")
    sees(page, "Taken back. Try again.")
    die(page, "d8 showing 7")
    sees(page, "10 against 9: ahead.")


def test_a_refused_move_names_its_rule_at_the_spot(learning: Page) -> None:
    page = learning
    page.locator(OTHER).first.click(force=True)
    bubble = page.locator(".tk-bubble")
    expect(bubble).to_be_visible(timeout=WAIT)
    expect(bubble).to_contain_text("TP-3")
    bubble.get_by_role("button", name="Why? Rule TP-3").click()
    expect(page.get_by_role("dialog")).to_contain_text("Hands are hidden", timeout=WAIT)


def test_hints_go_from_the_rule_to_the_move(learning: Page) -> None:
    page = learning
    hint = page.locator(".tk-panel .jupyter-button", has_text="Hint").locator("visible=true")
    hint.first.click()
    sees(page, "Lay one die, or pass")
    hint.first.click()
    sees(page, "Look at")
    hint.first.click()
    sees(page, "Do this:")
    shot(page, "learn-hint-desk-light")
    expect(page.locator(".tk-board [data-hinted]").first).to_be_visible()


def test_after_a_reload_the_learner_is_where_they_were(learning: Page) -> None:
    page = learning
    die(page, "d6 showing 5")
    go_on(page)
    sees(page, "Step 2 of 3.")
    page.reload()
    sees_at_first(page, "Step 2 of 3.")
    sees(page, "Ilsa laid one too.")
    expect(page.locator(ROWS[1])).to_have_count(1, timeout=WAIT)


def test_the_course_speaks_german(page: Page, voila_server: AppServer, store: Store) -> None:
    store.empty(language="de")
    page.goto(voila_server.url(LEARN))
    sees_at_first(page, "Schritt 1 von 3")
    expect(page.locator(".tk-board")).to_have_attribute("lang", "de")
    words = page.locator(".tk-panel").inner_text()
    assert "Lessons" not in words and "Hint" not in words
    shot(page, "learn-first-step-german-desk-light")


def test_moves_are_written_and_hostile_text_is_only_text(learning: Page) -> None:
    page = learning
    harm = tell_no_harm(page)
    button(page, "Lessons").click()
    page.get_by_role("button", name="13. Write it yourself").click(timeout=WAIT)
    sees(page, "Every move is a line of text.")
    field = page.get_by_label("Your move", exact=True).locator("visible=true")
    field.fill("lay d6:5")
    field.press("Enter")
    sees(page, "Size, colon, value.")
    expect(field).to_have_count(0, timeout=WAIT)
    go_on(page)
    sees(page, "Now write something that is no move")
    expect(field).to_have_value("", timeout=WAIT)
    field.fill(MARKUP)
    button(page, "Say it").click()
    sees(page, "Nothing happened, and the table told you what to write.")
    shot(page, "learn-written-desk-light")
    assert harm == [] and page.locator(".tk-panel img").count() == 0


def test_a_round_passed_too_early_is_taken_back(learning: Page) -> None:
    page = learning
    button(page, "Lessons").click()
    page.get_by_role("button", name="3. Passing").click(timeout=WAIT)
    sees(page, "You have passed this round.")
    page.locator(OWN).first.click(force=True)
    sees(page, "Passing is final until the round ends.")
    go_on(page)
    sees(page, "Ilsa passed with 11.")
    page.locator('[data-verb="pass"]').click()
    sees(page, "Your pass ended the round too soon")
    go_on(page, "Take it back")
    sees(page, "Taken back. Try again.")
    die(page, "d8 showing 8")
    page.locator('[data-verb="pass"]').click()
    sees(page, "The round ended with your pass.")


def test_the_board_goes_on_from_the_first_move(learning: Page) -> None:
    page = learning
    die(page, "d8 showing 3")
    sees(page, "It counts for you now")
    go_on(page)
    sees(page, "Ilsa laid one too.")
    expect(page.locator(ROWS[1])).to_have_count(1, timeout=WAIT)
    assert faces(page, 0) == [3]
    page.locator(OTHER).first.click(force=True)
    sees(page, "You may only count them.")
    go_on(page)
    sees(page, "Which of these is not allowed?")
    assert faces(page, 0) == [3]
    sees(page, "Lay Ilsa's d4 showing 3")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_lesson_on_a_phone(
    new_page: NewPage, voila_server: AppServer, store: Store, dark: bool
) -> None:
    page = new_page(375, 740, dark=dark)
    page.goto(voila_server.url(LEARN, theme="dark" if dark else "light"))
    sees_at_first(page, "These ten dice are yours")
    shot(page, f"learn-first-step-phone-{'dark' if dark else 'light'}")
    die(page, "d6 showing 5")
    sees(page, "It counts for you now")
    go_on(page)
    sees(page, "Step 2 of 3.")
