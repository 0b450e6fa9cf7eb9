"""A table of Tomes of Power in the browser: weighing before playing, paying, a narrow window."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.support import READY, AppServer, Frames, serious
from tests.server.support import write_notebook

POSITION = """dict(
    edition=True, rung="waking", entity="QD", ruin=12, ward=4, table=["8S", "4S"],
    hands=[["AS", "3H", "5D", "6C", "8H", "9S", "KH", "8D"]], grave=["2D", "4H", "7C", "7H"],
    gathering=["5S", "7S", "9D", "10C", "AD", "2C"], pantheon=["QC", "QS", "KD", "KC", "KS"],
    expunged=["JH", "JS", "JC"], subdued=["JD", "QH"], owed=["JD", "QH"], echoes=1,
    stones=[[10]], run=1, beckons=1)"""
CODE = f"""import tabletop_kit as kit
from tabletop_kit.engine.match import Match
from tabletop_kit.games import find_game
kit.play("tomes", match=Match.at(find_game("tomes"), {POSITION}, 5))"""
TERROR = """import tabletop_kit as kit
kit.play("tomes", seed=11, players=["human", "striker", "striker", "striker"],
    seats=4, campaign="terror")"""


@pytest.fixture(scope="module")
def app(voila_server: AppServer, notebooks: Path) -> AppServer:
    """The web app, with pages of a position alone and of a Terror of four."""
    for name, code in (("tomes", CODE), ("terror", TERROR)):
        write_notebook(notebooks / f"{name}.ipynb", code)
    return voila_server


def open_tomes(page: Page, app: AppServer, name: str = "tomes") -> None:
    page.goto(app.url(f"{name}.ipynb"))
    page.locator('.tk-board[data-mood="tomes"]').wait_for(timeout=READY)
    page.locator(".tk-bar[data-asked]").wait_for(timeout=READY)


def card(page: Page, ident: str) -> None:
    page.locator(f'.tk-own [data-id="{ident}"]').click()


def marks_cover_no_word(page: Page) -> None:
    marked = page.locator(".tk-own .tk-token:has(.tk-mark)")
    assert marked.count() > 0
    for one in marked.all():
        name = one.locator(".tk-name").bounding_box()
        mark = one.locator(".tk-mark").bounding_box()
        assert name and mark
        assert name["y"] + name["height"] <= mark["y"] + 1


def verb(page: Page, ident: str) -> str:
    return f'.tk-board [data-verb="{ident}"]'


def test_a_selection_is_weighed_before_it_is_played(page: Page, app: AppServer) -> None:
    frames = Frames.of(page)
    open_tomes(page, app)
    frames.clear()
    card(page, "AS")
    said = page.locator(".tk-weigh-text")
    expect(said).to_have_text(re.compile(r"^1 Ruin, 17 left"))
    card(page, "8H")
    expect(said).to_have_text("9 Ruin, 9 left. 2 due: your hand can pay.")
    asked = [frame for frame in frames.sent if '"do":"weigh"' in frame]
    assert len(asked) == 2
    assert page.locator(".tk-fang[data-eaten]").count() == 9
    expect(page.locator(".tk-level")).to_have_text("12 → 21 / 30")
    chosen, leave = (
        page.locator(".tk-own .tk-token[data-selected]"),
        page.locator(".tk-weigh-leave"),
    )
    expect(leave).to_have_text("Leave all out")
    leave.click()
    expect(chosen).to_have_count(0)
    card(page, "AS")
    expect(leave).to_be_hidden()
    card(page, "8H")
    expect(chosen).to_have_count(2)
    page.keyboard.press("Escape")
    expect(chosen).to_have_count(0)
    expect(page.locator(".tk-ask")).to_be_visible()
    card(page, "AS")
    card(page, "8H")
    expect(page.locator(verb(page, "play"))).not_to_have_attribute("aria-disabled", "true")
    page.keyboard.press("p")
    expect(page.locator(".tk-ask")).to_contain_text("2 is due")
    expect(page.locator('[data-zone="table"] .tk-token')).to_have_count(4)
    expect(page.locator(".tk-level")).to_have_text("21 / 30")
    page.keyboard.press("c")
    expect(page.locator(".tk-own .tk-token[data-selected]")).to_have_count(1)
    expect(said).to_contain_text("Pays 3 for 2, 1 wasted")
    page.keyboard.press("p")
    expect(page.locator(".tk-ask")).to_contain_text("Your turn")


def test_a_rite_is_called_by_its_cards_and_led_by_the_first(page: Page, app: AppServer) -> None:
    open_tomes(page, app)
    rite = page.locator(verb(page, "rite"))
    expect(rite).to_have_count(0)
    card(page, "8H")
    card(page, "8D")
    expect(rite).to_be_visible()
    expect(page.locator(verb(page, "play"))).to_have_count(0)
    ticks = [page.locator(f'[data-id="{one}"] .tk-tick').inner_text() for one in ("8H", "8D")]
    assert ticks == ["1", "2"]
    rite.click()
    expect(page.locator('[data-zone="table"] .tk-token')).to_have_count(4)


def test_no_legal_play_says_why_and_what_is_grave_is_asked_twice(
    page: Page, app: AppServer
) -> None:
    open_tomes(page, app)
    card(page, "5D")
    card(page, "9S")
    weigh = page.locator(".tk-weigh[data-refused]")
    expect(weigh).to_contain_text("not of one number")
    weigh.get_by_role("button", name="Rule TM-2").click()
    expect(page.locator(".tk-card")).to_contain_text("TM-2")
    page.keyboard.press("Escape")
    page.locator(verb(page, "concede")).click()
    bubble = page.locator(".tk-bubble")
    expect(bubble).to_contain_text("lost for the whole table")
    page.keyboard.press("Escape")
    expect(bubble).to_be_hidden()
    expect(page.locator(".tk-bar[data-over]")).to_have_count(0)


@pytest.mark.parametrize("dark", [False, True])
def test_no_serious_accessibility_fault(new_page: NewPage, app: AppServer, dark: bool) -> None:
    page = new_page(dark=dark)
    open_tomes(page, app)
    page.locator(".tk-board .tk-fold").click()
    card(page, "3H")
    page.locator(".tk-weigh-text").wait_for()
    faults = [fault for fault in serious(page) if any("tk-" in n["html"] for n in fault["nodes"])]
    assert [(fault["id"], fault["nodes"][0]["html"]) for fault in faults] == []


def test_a_table_for_the_thumb(new_page: NewPage, app: AppServer) -> None:
    page = new_page(375, 740)
    open_tomes(page, app)
    card(page, "3H")
    page.locator(".tk-weigh-text").wait_for()
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 375
    boxes = [
        one.bounding_box() for one in page.locator(".tk-own .tk-token, .tk-own .tk-verb").all()
    ]
    assert all(box and box["width"] >= 44 and box["height"] >= 44 for box in boxes)
    lowest = max(box["y"] + box["height"] for box in boxes if box)
    assert lowest <= 740
    marks_cover_no_word(page)


def test_on_a_phone_with_text_twice_as_large_no_word_is_broken(
    new_page: NewPage, app: AppServer
) -> None:
    page = new_page(375, 740)
    open_tomes(page, app)
    columns = "getComputedStyle(document.querySelector('.tk-own .tk-list')).gridTemplateColumns"
    assert len(page.evaluate(columns).split()) == 4
    page.add_style_tag(content="html { font-size: 200% }")
    card(page, "8H")
    page.locator(".tk-weigh-text").wait_for()
    assert len(page.evaluate(columns).split()) == 2
    lines = "all => all.map(one => Math.round(one.offsetHeight / parseFloat("
    lines += "getComputedStyle(one).lineHeight)))"
    assert set(page.locator(".tk-own .tk-name").evaluate_all(lines)) == {1}
    marks_cover_no_word(page)
    stage, level = (
        page.locator(one).bounding_box() for one in ('[data-layout="stage"]', ".tk-level")
    )
    assert stage and level
    assert level["x"] + level["width"] <= stage["x"] + stage["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 375


@pytest.mark.parametrize(("name", "own"), [("tomes", "3H"), ("terror", "10C")])
def test_a_wide_table_needs_no_scrolling(
    new_page: NewPage, app: AppServer, name: str, own: str
) -> None:
    page = new_page(1280, 800)
    open_tomes(page, app, name)
    card(page, own)
    page.locator(".tk-weigh-text").wait_for()
    bottom = page.locator(".tk-surface").bounding_box()
    assert bottom
    assert bottom["y"] + bottom["height"] <= 800
