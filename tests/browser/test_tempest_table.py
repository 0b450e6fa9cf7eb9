"""A table of Tempest in the browser: payers, a fight, the stack of answers, forty cards in play."""

from __future__ import annotations

import re
from itertools import pairwise
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
kit.play("tempest", match=Match.at(find_game("tempest"), {position}, 5){more})"""
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
PAIR = """dict(
    turn=1, turns=[3, 3], phase="block", to_act=0, hands=[["divine-intervention"], []],
    wander=[["alms-priest", "novice"], ["novice#2 drained"]],
    battleground=[["stone-sentinel", "elivari-bowmen drained"],
        ["black-knight drained", "raider-band drained"]],
    decks=[["peasant"] * 9] * 2, attacked=["black-knight", "raider-band"], declared=True,
    fight=dict(attacker="black-knight + raider-band", seat=0))"""
RAID = """dict(
    turns=[3, 3], hands=[[], []], wander=[["peasant"], ["novice"]],
    battleground=[["black-knight", "griffon", "raider-band", "steward"], ["garrison drained"]],
    decks=[["peasant"] * 9] * 2)"""
GODS = """dict(
    turns=[6, 6], no_deity_win=True, ignore_pantheon=True,
    hands=[["the-shapeless-one"], []], wander=[["peasant"], ["cultist"]],
    temples=[[dict(card="sky-monastery", **{"in": ["abbess-of-thale", "abbess-of-thale#2",
        "abbess-of-thale#3", "archprelate", "high-druine"]})], []],
    decks=[["peasant"] * 9] * 2)"""
AVATAR = GODS.replace("no_deity_win=True, ", "").replace("the-shapeless-one", "avatar")
SHARED = """dict(
    seats=4, turns=[3, 3, 3, 3],
    hands=[["garrison"], ["domination"], ["fireball"], ["divine-intervention"]],
    wander=[["alms-priest", "novice"], ["novice#2"], ["imp drained"], ["alms-priest#2"]],
    battleground=[["steward"], ["warlock"], ["mage-master"], ["griffon"]],
    decks=[["peasant"] * 9] * 4)"""
PEOPLE = ', players=["human"] * 4, names=["Ada", "Ben", "Cem", "Dot"]'
PAGES = {
    "main": MAIN,
    "block": BLOCK,
    "stack": STACK,
    "forty": FORTY,
    "pair": PAIR,
    "raid": RAID,
    "gods": GODS,
    "avatar": AVATAR,
    "shared": SHARED,
}
COVERED = """ids => ids.filter(id => {
  const one = document.querySelector(`.tk-board [data-id="${id}"]`);
  const box = one.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  return box.bottom > innerHeight || !one.contains(document.elementFromPoint(x, y));
})"""
"""Those of these things that something lies over, or that are out of view."""
SHORTENED = """() => [...document.querySelectorAll('.tk-board *')].filter(one => {
  const style = getComputedStyle(one);
  const cuts = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
  const hidden = style.clipPath !== 'none' || !one.offsetParent;
  return cuts && !hidden && (one.scrollWidth > one.clientWidth + 1
    || one.scrollHeight > one.clientHeight + 1);
}).map(one => `${one.className}: ${one.textContent}`)"""
"""Words that end in three dots because there is no room for them."""
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
        more = PEOPLE if name == "shared" else ""
        code = CODE.format(position=position, more=more)
        write_notebook(notebooks / f"tempest-{name}.ipynb", code)
    return voila_server


@pytest.fixture(autouse=True)
def unmoved(store: Store) -> None:
    """A person who wants no movement and is asked only who could answer something."""
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
    # What is chosen while others still answer is nobody's choice.
    expect(page.locator('.tk-board [data-verb="end"]')).to_be_visible(timeout=READY)
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
        near(at(path.getTotalLength()), box('[data-zone="ground-0"]'))];
    }""")
    assert ends == [True, True]
    verbs = page.locator(".tk-board .tk-verbs:not(.tk-offers) .tk-verb")
    expect(verbs.nth(0)).to_contain_text("4 against 4")
    expect(verbs.nth(0)).to_contain_text("Both would fall.")
    thing(page, "elivari-bowmen")
    expect(page.locator(".tk-weigh-text")).to_contain_text("4 against 2. The defender would fall.")
    verbs.nth(1).click()
    expect(attack).to_have_count(0)


def passed(page: Page) -> None:
    page.locator('.tk-board [data-verb="pass"]').click()


def test_a_pair_is_blocked_by_hand_and_the_fight_stays_to_be_read(
    page: Page, app: AppServer, store: Store
) -> None:
    # Nothing could be answered here: who is to see each step has to be asked each time.
    store.empty(windows="always")
    open_page(page, app, "pair")
    expect(page.locator(".tk-ask")).to_contain_text("Black Knight and Raider Band against you.")
    expect(page.locator('.tk-board [data-id="alms-priest"]')).to_have_attribute("data-dim", "")
    expect(page.locator('.tk-board [data-id="stone-sentinel"]')).not_to_have_attribute(
        "data-dim", ""
    )
    thing(page, "alms-priest")
    expect(page.locator(".tk-weigh[data-refused] .tk-weigh-text")).to_contain_text("not able")
    page.locator('.tk-board [data-id="stone-sentinel"]').focus()
    page.keyboard.press("Enter")
    page.locator(".tk-board .tk-verb", has_text="Block with Stone Sentinel").click()
    expect(page.locator('.tk-lines .tk-line[data-kind="block"]')).to_have_count(2)
    expect(page.locator(".tk-compare")).to_be_hidden()
    page.locator('.tk-board [data-verb="pass"]').click()
    fight = page.locator(".tk-flank > .tk-compare")
    expect(fight).to_contain_text("Black Knight + Raider Band")
    expect(fight.locator(".tk-compare-value")).to_have_text(["7", "5"])
    expect(page.locator('.tk-board [data-zone="battleground"]')).to_contain_text(
        "About to be destroyed: Stone Sentinel."
    )
    passed(page)
    expect(fight).to_contain_text("Your Stone Sentinel was destroyed.")
    page.locator('.tk-board [data-verb="rest-until-turn"]').click()
    expect(page.locator('.tk-board [data-verb="end"]')).to_be_visible(timeout=READY)
    expect(fight).to_contain_text("Your Stone Sentinel was destroyed.")


def test_who_has_nothing_to_answer_with_is_not_asked_and_reads_the_fight(
    page: Page, app: AppServer
) -> None:
    open_page(page, app, "pair")
    thing(page, "stone-sentinel")
    page.locator(".tk-board .tk-verb", has_text="Block with Stone Sentinel").click()
    expect(page.locator('.tk-board [data-verb="end"]')).to_be_visible(timeout=READY)
    fight = page.locator(".tk-flank > .tk-compare")
    expect(fight.locator(".tk-compare-value")).to_have_text(["7", "5"])
    expect(fight).to_contain_text("Your Stone Sentinel was destroyed.")


def test_who_attacks_together_is_chosen_with_the_keyboard(page: Page, app: AppServer) -> None:
    open_page(page, app, "raid")
    for name in ("steward", "black-knight", "raider-band", "griffon"):
        page.locator(f'.tk-board [data-id="{name}"]').focus()
        page.keyboard.press("Enter")
    expect(page.locator(".tk-meant[data-old]")).to_have_count(0)
    ticks = page.locator(".tk-board .tk-token[data-selected] > .tk-tick")
    expect(page.locator(".tk-weigh-text")).to_contain_text("1 with 2")
    expect(ticks).to_have_text(["2", "4", "3", "1"])
    pair = page.locator(".tk-offers .tk-verb", has_text="Black Knight and Steward as a pair")
    pair.first.focus()
    page.keyboard.press("Enter")
    expect(page.locator('.tk-lines .tk-line[data-kind="attack"]')).to_have_count(4)
    ends = """all => all.map(one => one.getPointAtLength(one.getTotalLength()).x)"""
    at = sorted(page.locator(".tk-lines .tk-line").evaluate_all(ends))
    assert min(right - left for left, right in pairwise(at)) > 15
    page.locator(".tk-verb", has_text="Griffon attacks now").click()
    expect(page.locator(".tk-ask")).to_contain_text("Griffon against")
    thing(page, "novice")
    offer = page.locator(".tk-board .tk-verb", has_text="Attack Novice")
    expect(offer).to_contain_text("3 against 0")


def test_four_people_answer_behind_the_curtain(page: Page, app: AppServer) -> None:
    page.goto(app.url("tempest-shared.ipynb"))
    curtain = page.locator(".tk-curtain")
    lift = curtain.locator(".tk-main-button")
    expect(curtain).to_contain_text("Ada", timeout=READY)
    lift.click()
    for name in ("hand:garrison", "alms-priest", "novice"):
        thing(page, name)
    offer(page, "Summon Garrison")
    expect(curtain).to_contain_text("Ben is asked whether to answer")
    curtain.locator("button", has_text="Ben lets it pass, unseen").click()
    expect(lift).to_have_text(re.compile("Cem"))
    lift.click()
    for name in ("hand:fireball", "mage-master", "novice#2"):
        thing(page, name)
    offer(page, "Cast Fireball")
    for name in ("Ben", "Dot"):
        expect(lift).to_have_text(re.compile(name))
        lift.click()
        waiting = page.locator('.tk-board [data-zone="stack"] .tk-token')
        expect(waiting.nth(0)).to_contain_text("Cast Fireball")
        expect(waiting.nth(1)).to_contain_text("Summon Garrison")
        expect(page.locator(".tk-lines .tk-line")).to_have_count(1)
        passed(page)
    # Said once, it holds for the destruction and the arrival that follow, which the log tells.
    curtain.locator("button", has_text="Nobody at this screen answers").click()
    expect(lift).to_have_text(re.compile("Ada"), timeout=READY)
    for happened in ("Novice 2 of Ben was destroyed", "Garrison of Ada came into play"):
        expect(page.locator(".tk-log-list")).to_contain_text(happened)
    lift.click()
    expect(page.locator('.tk-board [data-zone="wander-0"] [data-id="garrison"]')).to_be_visible(
        timeout=READY
    )
    assert page.locator('.tk-board [data-id="novice#2"]').count() == 0


def test_a_deity_takes_a_form(page: Page, app: AppServer) -> None:
    open_page(page, app, "gods")
    summon(page, "the-shapeless-one")
    tide = page.locator(".tk-board .tk-verb", has_text="as Tide")
    expect(tide).to_contain_text("ST 8 · Sneak · Water")
    tide.click()
    deity = page.locator('.tk-board [data-id="the-shapeless-one"]')
    expect(deity.locator(".tk-mark")).to_have_text("Tide")
    expect(deity.locator(".tk-sign").nth(1)).to_have_attribute("title", "Sneak")


def summon(page: Page, card: str) -> None:
    """Summon a Deity with all who are in the Temple."""
    inside = ("high-druine", "archprelate", *(f"abbess-of-thale{end}" for end in ("", "#2", "#3")))
    for name in (f"hand:{card}", *inside):
        thing(page, name)
    page.locator(".tk-board .tk-offers .tk-verb").first.click()


@pytest.mark.viewport(375, 812)
def test_a_deity_wins_on_a_phone(page: Page, app: AppServer) -> None:
    open_page(page, app, "avatar")
    summon(page, "avatar")
    expect(page.locator(".tk-bar[data-over]")).to_contain_text(
        "You have won: your Deity Avatar has come into play."
    )
    assert page.evaluate(SHORTENED) == []


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
    for name in ("alms-priest", "novice"):
        thing(page, name)
    offer(page, "Summon Divine Intervention")
    expect(page.locator(".tk-lines .tk-line")).to_have_count(0)
    expect(page.locator(".tk-log-list")).to_contain_text("Fireball of Brother Tam was cancelled")
    expect(page.locator('.tk-board [data-id="garrison"]')).to_be_visible()


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (375, True)])
def test_forty_cards_stay_clear(new_page: NewPage, app: AppServer, width: int, dark: bool) -> None:
    page = new_page(width, 800 if width > 500 else 740, dark=dark)
    open_page(page, app, "forty")
    assert page.locator('.tk-board [data-shape="page"]:not(.tk-own *)').count() >= 44
    thing(page, "hand:garrison")
    expect(page.locator(".tk-weigh")).to_contain_text("choose who pays")
    shot(page, f"tempest-forty-{width}", full_page=False)
    assert serious(page) == []
    thing(page, "alms-priest")
    expect(page.locator(".tk-offers .tk-verb").first).to_contain_text("paid by Alms Priest")
    shot(page, f"tempest-forty-paying-{width}", full_page=False)
    assert page.evaluate(OVERLAPS) == []
    assert page.evaluate(CUT) == []
    assert page.evaluate(SHORTENED) == []
    if width > 500:
        own = '.tk-board [data-zone="realm-0"] [data-touch]'
        payers = page.locator(own).evaluate_all("all => all.map(one => one.dataset.id)")
        assert len(payers) > 9 and page.evaluate(COVERED, payers) == []
        bottom = "document.querySelector('.tk-surface').getBoundingClientRect().bottom"
        assert page.evaluate(bottom) <= 800, "the whole table fits into the window"
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if width < 500:
        assert page.evaluate(SMALL) == []
        lower = page.locator(".tk-own").bounding_box()
        assert lower and lower["height"] <= 0.4 * 740, "who pays is seen above"
    hand = page.locator('.tk-board [data-id="hand:garrison"]').bounding_box()
    assert hand and hand["y"] + hand["height"] <= (800 if width > 500 else 740)
    assert page.locator('.tk-board [data-verb="end"]').is_visible()
    page.locator(".tk-tools button", has_text="Hint").click()
    expect(page.locator(".tk-hint")).to_be_in_viewport(ratio=1, timeout=READY)
