"""Deck building in the browser: looked through, built, refused, read in, kept; wide and narrow."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.support import READY, AppServer, fits, serious
from tests.browser.tables import MARKUP, WAIT, Store
from tests.server.support import write_notebook

PAGE = "decks-alone.ipynb"
CODE = """import tabletop_kit as kit
kit.decks("tempest")"""
RECORD = "collection/tempest"


@pytest.fixture(scope="module")
def app(voila_server: AppServer, notebooks: Path) -> AppServer:
    """The web app, with a page of deck building alone."""
    write_notebook(notebooks / PAGE, CODE)
    return voila_server


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def sees(page: Page, text: str) -> None:
    expect(page.locator(".tk-panel").get_by_text(text).first).to_be_visible(timeout=WAIT)


def test_a_deck_is_built_and_kept(page: Page, app: AppServer, store: Store) -> None:
    page.goto(app.url(PAGE))
    expect(page.get_by_role("heading", name="Your decks")).to_be_visible(timeout=READY)
    page.get_by_label("Search", exact=True).fill("flying")
    page.get_by_label("Pantheon", exact=True).select_option(label="Good")
    sees(page, "3 cards of 140.")
    collection = page.locator(".tk-building .tk-main .widget-select select")
    collection.select_option("1× Seraph · SU 8 · ST 6 · FT 2 · Guardian · Good")
    sees(page, "In the deck: 1 of at most 4.")
    press(page, "Put in as many as may be")
    sees(page, "In the deck: 4 of at most 4.")
    assert store.get(RECORD)["decks"][0]["cards"]["seraph"] == 4
    before = store.get(RECORD)
    press(page, "Put one in")
    sees(page, "(TG-D1)")
    assert store.get(RECORD) == before
    page.get_by_label("Deck", exact=True).last.fill(f"5 Peasant\n{MARKUP}\n2 Garison")
    press(page, "Read in what stands here")
    for part in ("Line 1: Peasant", "Line 2: there is no card", "Perhaps “Garrison” is meant"):
        sees(page, part)
    assert store.get(RECORD) == before
    assert serious(page) == []
    page.reload()
    kept = page.get_by_label("Deck", exact=True).first
    expect(kept).to_have_value("Dawn over Thale, changed (63)", timeout=READY)
    sees(page, "It can be played.")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_deck_building_fits_the_page(
    new_page: NewPage, app: AppServer, store: Store, theme: str
) -> None:
    store.empty(language="de")
    page = new_page(dark=theme == "dark")
    page.goto(app.url(PAGE, theme=theme))
    expect(page.get_by_role("heading", name="Deine Decks")).to_be_visible(timeout=READY)
    press(page, "Eine Partie allein, Zug für Zug")
    sees(page, "Hand, mit der ersten gezogenen Karte")
    for summary in page.locator(".tk-figures summary").all():
        summary.click()
    fits(page, "decks", theme)
    assert serious(page) == []
