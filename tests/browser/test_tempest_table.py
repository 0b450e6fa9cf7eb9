"""A table of Tempest in the browser: payers, a fight, the stack of answers, forty cards in play."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.support import READY, AppServer, serious, shot
from tests.browser.tables import Store
from tests.server.support import write_notebook

CODE = """import tabletop_kit as kit
from tabletop_kit.engine.match import Match
from tabletop_kit.games import find_game
kit.play("tempest", match=Match.at(find_game("tempest"), {position}, 5))"""
MAIN = """dict(
    turns=[3, 3], hands=[["garrison", "peasant", "southton-abbey", "tower-shield"], []],
    wander=[["alms-priest", "beggar drained", "farmer", "peasant"], ["novice drained"]],
    battleground=[["steward"], ["skeletal-host(-strong-bow) drained"]],
    temples=[[dict(card="wayshrine", relics=["great-library"])],
        [dict(card="sunken-crypt", **{"in": ["necromancer drained", "-cultist"]})]],
    decks=[["peasant"] * 9, ["peasant"] * 9])"""
BLOCK = """dict(
    seats=3, turn=1, turns=[3, 3, 3], phase="block", to_act=0,
    hands=[["divine-intervention"], [], []],
    wander=[["alms-priest"], ["novice drained"], ["imp drained"]],
    battleground=[["darkwalker(enchanted-blade)", "elivari-bowmen drained"],
        ["steward(tower-shield) drained"], []],
    decks=[["peasant"] * 9] * 3, attacked=["steward"], declared=True,
    fight=dict(attacker="steward", seat=0))"""
STACK = """dict(
    turn=1, turns=[3, 3], phase="window", window="spell", to_act=0,
    stack=["1 cast fireball by warlock x 2 at garrison", "1 summon imp by druine"],
    hands=[["divine-intervention"], []],
    wander=[["alms-priest", "garrison", "novice"], ["druine drained"]],
    battleground=[[], ["warlock drained"]], decks=[["peasant"] * 9] * 2)"""
FORTY = """dict(
    seats=4, turns=[4, 4, 3, 3],
    hands=[["fireball", "garrison", "peasant", "southton-abbey", "tower-shield"], [], [], []],
    wander=[["alms-priest", "beggar drained", "farmer", "novice", "peasant", "pilgrim drained"],
        ["minstrel", "novice#2", "peasant#2", "woodland-drue drained"],
        ["cultist", "druine", "imp drained", "thrall"],
        ["beggar#2", "blood-priest", "thrall#2 drained"]],
    battleground=[["garrison(-enchanted-blade)", "steward(tower-shield)", "unicorn drained"],
        ["darkwalker(enchanted-blade)", "elivari-bowmen drained"],
        ["bone-jackal", "vulne+vulne#2", "warlock(-fireball)"],
        ["black-knight", "griffon", "raider-band drained"]],
    temples=[[dict(card="wayshrine", relics=["great-library"], **{"in": ["abbess-of-thale"]}),
            dict(card="isle-of-mists", **{"in": ["pilgrim#2 drained"]})],
        [dict(card="rose-ossuary", **{"in": ["archprelate", "-beggar", "farmer#3 drained"]})],
        [dict(card="the-dead-wood", relics=["-great-library"], **{"in": ["high-druine"]})],
        [dict(card="sunken-crypt", **{"in": ["necromancer drained", "-cultist"]})]],
    decks=[["peasant"] * 9] * 4, discard=[["unicorn"], [], [], ["imp"]])"""
PAGES = {"main": MAIN, "block": BLOCK, "stack": STACK, "forty": FORTY}
OVERLAPS = """() => {
  const all = document.querySelectorAll('.tk-board :is([data-shape=page], [data-shape=chip])');
  const boxes = [...all].filter(one => one.offsetParent && !one.closest('.tk-own'))
    .map(one => [one.dataset.id, one.getBoundingClientRect()]);
  const bad = [];
  for (const [id, a] of boxes) for (const [other, b] of boxes) {
    if (id >= other) continue;
    const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (width > 2 && height > 2) bad.push([id, other]);
  }
  return bad;
}"""
"""Pairs of things on the table that lie on each other."""
CUT = """() => [...document.querySelectorAll(".tk-board [data-shape=page]")].filter(one => {
  const box = one.getBoundingClientRect();
  return [...one.querySelectorAll('.tk-name, .tk-stat, .tk-face, .tk-marks')].some(part => {
    const inner = part.getBoundingClientRect();
    return inner.width && (inner.left < box.left - 1 || inner.right > box.right + 1
      || inner.top < box.top - 1 || inner.bottom > box.bottom + 1);
  });
}).map(one => one.dataset.id)"""
"""Cards out of which something sticks."""
SMALL = """() => [...document.querySelectorAll('.tk-board [data-touch], .tk-board .tk-verb')]
  .filter(one => one.offsetParent).map(one => [one.dataset.id, one.getBoundingClientRect()])
  .filter(([, box]) => box.height < 43.5 || box.width < 43.5).map(([id]) => id)"""
"""What is too small for a thumb."""


@pytest.fixture(scope="module")
def app(voila_server: AppServer, notebooks: Path) -> AppServer:
    """The web app, with a page for each position of Tempest."""
    for name, position in PAGES.items():
        write_notebook(notebooks / f"tempest-{name}.ipynb", CODE.format(position=position))
    return voila_server


@pytest.fixture(autouse=True)
def unmoved(store: Store) -> None:
    """A person who wants no movement and is asked whenever something can be answered."""
    store.empty()


def open_page(page: Page, app: AppServer, name: str) -> None:
    page.goto(app.url(f"tempest-{name}.ipynb"))
    page.locator('.tk-board[data-mood="tempest"]').wait_for(timeout=READY)
    page.locator(".tk-bar[data-asked]").wait_for(timeout=READY)


def thing(page: Page, ident: str) -> None:
    page.locator(f'.tk-board [data-id="{ident}"]').first.click()


def offer(page: Page, text: str | re.Pattern[str]) -> None:
    page.locator(".tk-board .tk-offers .tk-verb", has_text=text).first.click()


def test_payers_are_picked_and_what_they_pay_is_shown(page: Page, app: AppServer) -> None:
    open_page(page, app, "main")
    weigh = page.locator(".tk-weigh")
    thing(page, "hand:garrison")
    expect(weigh).to_contain_text("choose who pays")
    thing(page, "alms-priest")
    expect(page.locator('.tk-part[data-tone="bad"]')).to_have_text(re.compile("1 / 2"))
    thing(page, "peasant")
    expect(page.locator('.tk-part[data-tone="good"]')).to_have_text(re.compile("2 / 2"))
    offer(page, re.compile("to the Battleground"))
    camp = page.locator('.tk-board [data-zone="ground-0"]')
    garrison = camp.locator('[data-id="garrison"]')
    expect(garrison).to_have_attribute("data-laid", "")
    expect(garrison).to_have_attribute("aria-label", re.compile("drained"))
    assert camp.evaluate("one => one.parentElement.closest('section').dataset.zone") == (
        "battleground"
    )
    turned = garrison.bounding_box()
    upright = camp.locator('[data-id="steward"]').bounding_box()
    assert turned and upright and turned["width"] > turned["height"]
    assert turned["width"] > upright["width"] and turned["height"] < upright["height"]
    page.locator('.tk-board [data-id="farmer"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator(".tk-offers")).to_contain_text("Move Farmer into Wayshrine")
    page.locator('.tk-board [data-id="steward"]').hover()
    expect(page.locator(".tk-aside .tk-read")).to_contain_text("ST 4, as printed or set.")
    markup = page.locator(".tk-board").inner_html()
    assert [name for name in ("Strong Bow", "Cultist") if name in markup] == []
    assert serious(page) == []


def test_a_fight_is_a_line_and_totals_and_is_weighed(page: Page, app: AppServer) -> None:
    open_page(page, app, "block")
    attack = page.locator('.tk-lines .tk-line[data-kind="attack"]')
    expect(attack).to_have_count(1)
    ends = attack.evaluate("""path => {
      const home = path.ownerSVGElement.getBoundingClientRect();
      const at = length => path.getPointAtLength(length);
      const box = id => document.querySelector(`.tk-board ${id}`).getBoundingClientRect();
      const near = (point, {left, top, right, bottom}) => point.x + home.left > left - 3
        && point.x + home.left < right + 3 && point.y + home.top > top - 3
        && point.y + home.top < bottom + 3;
      return [near(at(0), box('[data-id="steward"]')),
        near(at(path.getTotalLength()), box('[data-zone="ground-0"] > .tk-zone-head'))];
    }""")
    assert ends == [True, True]
    verbs = page.locator(".tk-board .tk-verbs:not(.tk-offers) .tk-verb")
    expect(verbs.nth(0)).to_contain_text("4 against 4")
    expect(verbs.nth(0)).to_contain_text("Both would fall.")
    thing(page, "elivari-bowmen")
    expect(page.locator(".tk-weigh-text")).to_contain_text("4 against 2. The defender would fall.")
    verbs.nth(1).click()
    expect(attack).to_have_count(0)


def test_the_stack_is_read_top_first_and_answers_are_lines(page: Page, app: AppServer) -> None:
    open_page(page, app, "stack")
    waiting = page.locator('.tk-board [data-zone="stack"] .tk-token')
    expect(waiting).to_have_count(2)
    expect(waiting.nth(0)).to_contain_text("Cast Fireball")
    expect(waiting.nth(0)).to_contain_text("happens first")
    expect(page.locator('.tk-lines .tk-line[data-kind="answer"]')).to_have_count(1)
    expect(page.locator(".tk-ask")).to_contain_text("announced Fireball")
    thing(page, "hand:divine-intervention")
    expect(page.locator(".tk-weigh")).to_contain_text("Divine Intervention")
    page.locator('.tk-board [data-verb="pass"]').click()
    expect(page.locator(".tk-lines .tk-line")).to_have_count(0)


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (375, True)])
def test_forty_cards_stay_clear(new_page: NewPage, app: AppServer, width: int, dark: bool) -> None:
    page = new_page(width, 800 if width > 500 else 740, dark=dark)
    open_page(page, app, "forty")
    assert page.locator('.tk-board [data-shape="page"]:not(.tk-own *)').count() >= 44
    thing(page, "hand:garrison")
    expect(page.locator(".tk-weigh")).to_contain_text("choose who pays")
    shot(page, f"tempest-forty-{width}", full_page=False)
    assert page.evaluate(OVERLAPS) == []
    assert page.evaluate(CUT) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if width < 500:
        assert page.evaluate(SMALL) == []
    hand = page.locator('.tk-board [data-id="hand:garrison"]').bounding_box()
    assert hand and hand["y"] + hand["height"] <= (800 if width > 500 else 740)
    assert page.locator('.tk-board [data-verb="end"]').is_visible()
    assert serious(page) == []
