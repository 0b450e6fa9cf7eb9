"""Files, codes and links: what goes out comes in again, and what is bad changes nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tabletop_kit.engine.save import code, load_text, save_text
from tabletop_kit.games import find_game
from tabletop_kit.table.language import table_texts
from tests.browser.support import AppServer, shot
from tests.browser.tables import (
    MARKUP,
    WAIT,
    Store,
    act,
    button,
    drawer,
    fill,
    matches,
    notice,
    open_table,
    person_begins,
    sees,
    settled,
    solo,
    table,
    tell_no_harm,
    wise,
)

PLAY = "tempus-play.ipynb"
SEED = person_begins(20)
UNTOUCHED = table_texts("en")("share.failed", why="").strip()


@pytest.fixture
def sharing(page: Page, voila_server: AppServer, store: Store) -> Page:
    """A table after a move, with the drawer for sharing open."""
    store.keep(solo(SEED))
    open_table(page, voila_server.url(PLAY))
    act(page, wise(page))
    drawer(page, "Save and share")
    expect(page.get_by_role("link", name="Link to this game")).to_be_visible(timeout=WAIT)
    return page


def give_file(page: Page, name: str, text: str | bytes) -> None:
    """Hand a file to the page as a person does."""
    body = text if isinstance(text, bytes) else text.encode()
    with page.expect_file_chooser() as waiting:
        page.get_by_role("button", name="Load a saved file").click()
    waiting.value.set_files({"name": name, "mimeType": "application/json", "buffer": body})


def test_a_game_is_saved_to_a_file_and_loaded_again(
    sharing: Page, store: Store, tmp_path: Path
) -> None:
    page = sharing
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Save this game to a file").click()
    download = waiting.value
    assert download.suggested_filename == f"tempus-{SEED}.json"
    path = tmp_path / "saved.json"
    download.save_as(path)
    text = path.read_text(encoding="utf-8")
    saved = load_text(text, find_game)
    assert saved.position == store.match().position
    drawer(page, "Save and share")
    act(page, wise(page))
    assert store.match().ply > saved.ply
    drawer(page, "Save and share")
    give_file(page, "saved.json", text)
    sees(page, "The shared game was opened.")
    settled(page)
    assert store.match().position == saved.position
    assert matches(page, saved)


def test_a_code_is_pasted_and_opens_its_game(sharing: Page, store: Store) -> None:
    page = sharing
    wanted = solo(SEED + 100)
    wanted.play(wanted.moves[0])
    fill(page, "Paste a code here", f"  {code(wanted)} ")
    button(page, "Open").click()
    sees(page, "The shared game was opened.")
    settled(page)
    kept = store.match()
    assert kept.seed == wanted.seed
    assert kept.steps()[1].move == wanted.steps()[1].move


def test_the_code_on_the_page_is_the_game(sharing: Page, store: Store) -> None:
    shown = sharing.get_by_label("Share code", exact=True).input_value()
    assert shown == code(store.match())
    link = sharing.get_by_role("link", name="Link to this game").get_attribute("href")
    assert link == f"#match={shown}"
    shot(sharing, "play-share-desk-light")


def damaged() -> dict[str, tuple[str | bytes, str]]:
    """Bad files by name: their content, and what the sentence has to say."""
    whole = save_text(solo(SEED))
    data = json.loads(whole)
    return {
        "cut.json": (whole[: len(whole) // 2], "damaged, cut short, or something else"),
        "noise.json": (bytes(range(256)), "damaged, cut short, or something else"),
        "foreign.json": ('{"format": "another kit"}', "holds no saved match of this kit"),
        "list.json": ("[1, 2, 3]", "holds no saved match of this kit"),
        "future.json": (json.dumps(data | {"version": 99}), "newer version of the kit"),
        "other.json": (json.dumps(data | {"game": "chess"}), "no game called “chess”"),
        "changed.json": (json.dumps(data | {"digest": "0" * 16}), "changed by hand or by a fault"),
        "moves.json": (json.dumps(data | {"moves": ["lay d10:99"]}), "its part “trail”"),
        "astray.json": (
            json.dumps(data | {"moves": ["lay d10:99"], "trail": [*data["trail"], "0000"]}),
            "stops at move 1",
        ),
        "empty.json": ("", "damaged, cut short, or something else"),
    }


def test_bad_files_get_one_sentence_each_and_change_nothing(sharing: Page, store: Store) -> None:
    page, before, ply = sharing, table(sharing), store.match().ply
    for name, (content, why) in damaged().items():
        give_file(page, name, content)
        said = page.get_by_text(UNTOUCHED).locator("visible=true").first
        expect(said).to_contain_text(why, timeout=WAIT)
        if name != "other.json":
            expect(said).to_contain_text(name)
        assert "Traceback" not in page.content()
        assert table(page) == before
    assert store.match().ply == ply
    act_after(page, store, ply)


def act_after(page: Page, store: Store, ply: int) -> None:
    """The game goes on as if nothing had been handed in."""
    act(page, wise(page))
    assert store.match().ply > ply


def test_bad_codes_get_one_sentence_each_and_change_nothing(sharing: Page, store: Store) -> None:
    page, before, ply = sharing, table(sharing), store.match().ply
    alarms = tell_no_harm(page)
    good = code(solo(SEED))
    bad = {
        good.replace("tempus-", "chess-"): "no game called “chess”",
        "x" * 9000: "is no share code of this kit",
        good + "A" * 9000: "is no share code of this kit",
        MARKUP: "is no share code of this kit",
        good[: len(good) - 9]: "damaged or was cut short",
        good.replace("tempus-1-", "tempus-77-"): "newer version of the kit",
        "": "is no share code of this kit",
    }
    for text, why in bad.items():
        fill(page, "Paste a code here", text)
        button(page, "Open").click()
        said = page.get_by_text(UNTOUCHED).locator("visible=true").first
        expect(said).to_contain_text(why, timeout=WAIT)
        assert len(said.inner_text()) < 400
        assert table(page) == before
    assert not page.locator(".tk-panel img").count()
    assert not alarms
    assert store.match().ply == ply
    act_after(page, store, ply)


def test_a_link_opens_its_game_in_a_fresh_page(
    page: Page, voila_server: AppServer, store: Store
) -> None:
    wanted = solo(SEED + 7)
    while wanted.ply < 4 or wanted.to_act != 0:
        wanted.play(wanted.moves[0])
    open_table(page, f"{voila_server.url(PLAY)}#match={code(wanted)}")
    expect(notice(page)).to_contain_text("The shared game was opened.", timeout=WAIT)
    settled(page)
    assert matches(page, wanted)
    assert store.match().position == wanted.position


@pytest.mark.parametrize("bad", ["tempus-1-AAAA", "%3Cimg%20src=x%3E", "y" * 9000])
def test_a_bad_link_is_told_above_a_table_that_can_be_played(
    page: Page, voila_server: AppServer, store: Store, bad: str
) -> None:
    store.keep(solo(SEED))
    open_table(page, f"{voila_server.url(PLAY)}#match={bad}")
    expect(notice(page)).to_contain_text(UNTOUCHED, timeout=WAIT)
    assert not page.locator(".tk-notice img").count()
    act(page, wise(page))
    assert store.match().seed == SEED
