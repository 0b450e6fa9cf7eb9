"""The home page, the tournament and the workshop in the web app."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.support import READY, WINDOWS, AppServer, fits, shot
from tests.browser.tables import (
    WAIT,
    Store,
    button,
    drawer,
    is_over,
    open_table,
    person_begins,
    play_on,
    sees,
    settled,
    solo,
)

PLAY = "tempus-play.ipynb"
SEED = person_begins(80)


def open_home(page: Page, server: AppServer) -> None:
    page.goto(server.url())
    expect(page.get_by_role("heading", name="Tempus", exact=True)).to_be_visible(timeout=READY)


def test_the_home_page_leads_to_the_games_and_says_where_one_left_off(
    page: Page, voila_server: AppServer, store: Store
) -> None:
    store.keep(solo(SEED, "greedy", ["lay " + str(solo(SEED).position.hands[0][0])]))
    open_home(page, voila_server)
    shot(page, "home-desk-light")
    for title in ("Tempus", "Tomes of Power", "Vortex", "Tempest of the Gods"):
        expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible()
    sees(page, "A game is running: one move so far.")
    assert str(store.path.parent) in page.locator(".tk-panel").inner_text()
    page.get_by_role("link", name="Play", exact=True).first.click()
    settled(page, READY * 2)
    expect(page.locator(".tk-foot")).to_have_text(f"Seed {SEED}")


def test_a_game_that_is_over_is_not_said_to_run(
    page: Page, voila_server: AppServer, store: Store
) -> None:
    match = solo(SEED)
    while match.outcome is None:
        match.play(match.moves[-1])
    store.keep(match)
    open_home(page, voila_server)
    assert not page.get_by_text("A game is running").count()


def test_the_language_is_chosen_at_home_and_holds_on_every_page(
    page: Page, voila_server: AppServer, store: Store
) -> None:
    open_home(page, voila_server)
    page.get_by_label("Language", exact=True).select_option("Deutsch")
    expect(page.get_by_label("Sprache", exact=True)).to_be_visible(timeout=WAIT)
    shot(page, "home-german-desk-light")
    page.get_by_role("link", name="Spielen", exact=True).first.click()
    settled(page, READY * 2)
    expect(page.locator(".tk-board")).to_have_attribute("lang", "de")
    expect(button(page, "Neues Spiel")).to_be_visible()


def test_progress_is_exported_and_taken_in_again(
    page: Page, voila_server: AppServer, store: Store, tmp_path: Path
) -> None:
    store.keep(solo(SEED, "greedy", ["lay " + str(solo(SEED).position.hands[0][0])]))
    open_home(page, voila_server)
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Save everything to a file").click()
    path = tmp_path / "progress.json"
    waiting.value.save_as(path)
    assert json.loads(path.read_text(encoding="utf-8"))["format"] == "tabletop-kit progress"
    store.empty()
    page.reload()
    expect(page.get_by_role("heading", name="Tempus", exact=True)).to_be_visible(timeout=READY)
    assert not page.get_by_text("A game is running").count()
    give(page, "progress.json", path.read_bytes())
    sees(page, re.compile("taken in"))
    sees(page, "A game is running: one move so far.")
    assert store.match().seed == SEED
    for name, content in {
        "cut.json": path.read_bytes()[:-30],
        "foreign.json": b'{"format": "x"}',
        "empty.json": b"",
    }.items():
        give(page, name, content)
        sees(page, f"Nothing was taken in from {name}, and nothing was changed.")
    assert store.match().seed == SEED


def give(page: Page, name: str, content: bytes) -> None:
    with page.expect_file_chooser() as waiting:
        page.get_by_role("button", name="Take in a saved file").click()
    waiting.value.set_files({"name": name, "mimeType": "application/json", "buffer": content})


def test_a_match_of_the_tournament_is_played_and_counted_once(
    page: Page, voila_server: AppServer, store: Store
) -> None:
    open_table(page, voila_server.url(PLAY))
    drawer(page, "Tournament")
    first = page.locator(".tk-panel .jupyter-button", has_text=re.compile("^Play "))
    first = first.locator("visible=true").first
    expect(first).to_be_visible(timeout=WAIT)
    shot(page, "play-tournament-desk-light")
    first.click()
    expect(first).to_be_hidden(timeout=WAIT)
    settled(page)
    assert store.match().extra["rung"] == "mill"
    undo = page.locator(".tk-tools").get_by_role("button", name="Undo")
    expect(undo).to_have_attribute("aria-disabled", "true")
    play_on(page)
    assert is_over(page)
    match = store.match()
    assert match.outcome is not None
    won = tuple(match.outcome.winners) == (0,)
    ladder = store.get("collection/tempus")
    finished = store.finished()
    assert len(finished) == 1
    page.reload()
    settled(page, READY)
    assert store.get("collection/tempus") == ladder, "a reload counted the match again"
    assert len(store.finished()) == 1
    drawer(page, "Tournament")
    line = page.locator(".tk-panel").get_by_text(re.compile(r"Won\.|Won 0 of 1")).first
    expect(line).to_contain_text("Won." if won else "Won 0 of 1", timeout=WAIT)


def test_an_exchange_is_refused_with_its_rule_or_done(
    page: Page, voila_server: AppServer, store: Store
) -> None:
    open_table(page, voila_server.url(PLAY))
    drawer(page, "Your deck")
    shot(page, "play-workshop-desk-light")
    out = page.get_by_label("Out", exact=True).locator("visible=true")
    into = page.get_by_label("In", exact=True).locator("visible=true")
    assert out.count() and into.count()
    before = store.get("collection/tempus")
    into.select_option(label=choice(into, "d12"))
    button(page, "Exchange").click()
    sees(page, re.compile(r"\(TP-D[12]\)"))
    assert store.get("collection/tempus") == before
    into.select_option(label=choice(into, "d4"))
    out.select_option(label=choice(out, "d4"))
    button(page, "Exchange").click()
    sees(page, re.compile("changes nothing"))


def choice(select: object, word: str) -> str:
    """The full label of the option in which a word occurs."""
    labels = select.locator("option").all_inner_texts()  # type: ignore[attr-defined]
    return next(str(label) for label in labels if word in label)


@pytest.mark.parametrize(("window", "theme"), [("desk", "light"), ("phone", "dark")])
def test_the_drawers_fit_the_page(
    new_page: NewPage, voila_server: AppServer, store: Store, window: str, theme: str
) -> None:
    store.keep(solo(SEED))
    page = new_page(*WINDOWS[window], dark=theme == "dark")
    page.goto(voila_server.url(theme=theme))
    expect(page.get_by_role("heading", name="Tempus", exact=True)).to_be_visible(timeout=READY)
    fits(page, "home", theme)
    open_table(page, voila_server.url(PLAY, theme=theme))
    for label in ("New game", "Tournament", "Your deck", "Save and share", "Rules", "Settings"):
        drawer(page, label)
        page.locator(".tk-panel .tk-drawer h2").locator("visible=true").first.wait_for()
        fits(page, f"play-drawer-{label.replace(' ', '-').lower()}", theme)
