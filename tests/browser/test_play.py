"""Tempus against the kit, in the web app: with the mouse, with the keys, with mistakes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tabletop_kit.engine.luck import SEEDS
from tabletop_kit.engine.problem import shortened
from tabletop_kit.table.language import table_texts
from tests.browser.conftest import NewPage
from tests.browser.support import READY, WINDOWS, AppServer, fits, shot
from tests.browser.tables import (
    MARKUP,
    OTHER,
    OWN,
    ROWS,
    WAIT,
    Store,
    act,
    button,
    drawer,
    faces,
    fill,
    hand,
    is_over,
    matches,
    notice,
    open_table,
    person_begins,
    play_on,
    sees,
    settled,
    solo,
    strength,
    table,
    tell_no_harm,
    wise,
)

PLAY = "tempus-play.ipynb"
SEED = person_begins(5)


@pytest.fixture
def playing(page: Page, voila_server: AppServer, store: Store) -> Page:
    """A table at the first move of a game with a known seed, the person's turn."""
    store.keep(solo(SEED))
    open_table(page, voila_server.url(PLAY))
    return page


def test_a_whole_game_is_played_with_the_mouse(
    page: Page, voila_server: AppServer, store: Store
) -> None:
    store.keep(solo(SEED))
    open_table(page, voila_server.url(PLAY))
    shot(page, "play-start-desk-light")
    assert len(hand(page)) == 10
    first = page.locator(OWN).last
    value = int(first.locator(".tk-face").inner_text())
    act(page, first)
    assert faces(page, 0) == [value]
    assert strength(page, 0) == value
    assert len(hand(page)) == 9
    assert matches(page, store.match())
    for _ in range(60):
        if is_over(page):
            break
        act(page, wise(page))
        for seat in (0, 1):
            assert strength(page, seat) == sum(faces(page, seat))
    match = store.match()
    outcome = match.outcome
    assert outcome is not None
    said: dict[tuple[int, ...], str] = {
        (0,): "You have won the match.",
        (1,): "The kit has won the match.",
    }
    drawn = "The match is a draw: both of you have lost two rounds."
    expect(page.locator(".tk-ask")).to_have_text(said.get(tuple(outcome.winners), drawn))
    expect(notice(page)).to_be_visible()
    assert not page.locator(".tk-board .tk-token[data-able]").count()
    assert len(store.finished()) == 1
    shot(page, "play-end-desk-light")
    page.get_by_role("button", name="Play again").click()
    page.wait_for_function(f"document.querySelectorAll('{OWN}').length >= 9", timeout=WAIT)
    settled(page)
    again = store.match()
    assert again.extra["players"] == match.extra["players"] and again.names == match.names
    assert len(store.finished()) == 1


def test_a_whole_game_is_played_with_the_keys_alone(playing: Page, store: Store) -> None:
    page = playing
    focused = "document.activeElement.classList.contains('tk-token')"
    page.evaluate("document.activeElement.blur()")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate(focused):
            break
    assert page.evaluate(focused), "Tab leads to no die"
    here = "document.activeElement.dataset.id"
    before = page.evaluate(here)
    assert str(before).startswith("h0-")
    page.keyboard.press("End")
    assert page.evaluate(here) == hand(page)[-1]
    page.keyboard.press("Home")
    assert page.evaluate(here) == hand(page)[0]
    page.keyboard.press("ArrowRight")
    assert page.evaluate(here) == hand(page)[1]
    laid = 0
    for turn in range(60):
        if is_over(page):
            break
        key = "p" if wise(page).get_attribute("data-verb") == "pass" else "Enter"
        if key == "Enter":
            page.keyboard.press("End" if turn % 2 else "Home")
            assert str(page.evaluate(here)).startswith("h0-"), "the focus left the hand"
            laid += 1
        act(page, key)
    assert is_over(page)
    match = store.match()
    assert match.outcome is not None
    assert (
        sum(1 for step in match.steps() if step.seat == 0 and str(step.move).startswith("lay"))
        == laid
    )


def test_a_new_game_begins_with_a_typed_seed_and_names_stay_text(
    playing: Page, store: Store
) -> None:
    page = playing
    alarms = tell_no_harm(page)
    drawer(page, "New game")
    shot(page, "play-lobby-desk-light")
    fill(page, "Seed", "77")
    fill(page, "Name", MARKUP)
    page.get_by_role("button", name=re.compile("Start the game|Give up")).click()
    sees(page, "Seed 77")
    settled(page)
    match = store.match()
    assert match.seed == 77
    assert match.names[0] == MARKUP
    assert page.locator(".tk-panel img").count() == 0
    assert page.locator(".tk-zone-label", has_text="<img src=x").count() > 0
    assert not alarms
    assert matches(page, solo(77)) or store.match().ply > 0


def test_a_new_game_tells_its_own_beginning_and_not_the_one_before(
    page: Page, voila_server: AppServer, store: Store
) -> None:
    page.goto(voila_server.url("tomes-play.ipynb"))
    heard = page.locator(".tk-heard")
    for seed, dealt in (
        ("7", "You were dealt Blood Symbiont, 4, 7"),
        ("8", "You were dealt Dream Symbiont, 7"),
    ):
        button(page, "New game").click(timeout=READY)
        fill(page, "Seed", seed)
        page.get_by_role("button", name=re.compile("Start the game|Give up")).click()
        expect(heard).to_contain_text(dealt, timeout=WAIT)


def test_a_bad_seed_gets_one_sentence_and_the_table_stays(playing: Page, store: Store) -> None:
    page = playing
    before = table(page)
    drawer(page, "New game")
    for seed in ("-1", "7.5", "seven", "9" * 40, "<b>7</b>", "٣"):
        fill(page, "Seed", seed)
        page.get_by_role("button", name=re.compile("Start the game|Give up")).click()
        why = table_texts("en")("lobby.bad-seed", most=SEEDS - 1, text=shortened(seed, 24))
        sees(page, why)
        assert page.get_by_text("A seed is a whole").locator("visible=true").count() == 1, seed
        assert table(page) == before, seed
        assert store.match().seed == SEED, seed


def test_german_is_chosen_in_the_settings_and_the_table_speaks_it(
    playing: Page, store: Store
) -> None:
    page = playing
    drawer(page, "Settings")
    shot(page, "play-settings-desk-light")
    page.get_by_label("Language", exact=True).locator("visible=true").select_option("Deutsch")
    expect(page.locator('[data-verb="pass"]')).to_contain_text("Passen", timeout=WAIT)
    expect(button(page, "Neues Spiel")).to_be_visible(timeout=WAIT)
    expect(page.locator(".tk-board")).to_have_attribute("lang", "de")
    assert "mit" in str(page.locator(OWN).first.get_attribute("aria-label"))
    assert store.get("settings")["language"] == "de"


def test_a_hidden_die_is_refused_at_its_spot_with_its_rule(playing: Page, store: Store) -> None:
    page = playing
    before = table(page)
    token = page.locator(OTHER).nth(2)
    token.click(force=True)  # it says that it cannot be laid, and answers who tries
    bubble = page.locator(".tk-bubble")
    expect(bubble).to_be_visible(timeout=WAIT)
    expect(bubble).to_contain_text("hidden")
    expect(bubble).to_contain_text("TP-3")
    expect(token).to_have_attribute("data-refused", "")
    box, spot = bubble.bounding_box(), token.bounding_box()
    assert box and spot
    middle = spot["x"] + spot["width"] / 2
    assert box["x"] <= middle <= box["x"] + box["width"]
    gap = max(spot["y"] - box["y"] - box["height"], box["y"] - spot["y"] - spot["height"])
    assert -4 <= gap <= 40
    shot(page, "play-refusal-desk-light")
    token.focus()
    bubble.get_by_role("button", name=re.compile("TP-3")).click()
    card = page.get_by_role("dialog")
    expect(card).to_be_visible(timeout=WAIT)
    expect(card).to_contain_text("Hands are hidden")
    shot(page, "play-rule-card-desk-light")
    page.keyboard.press("Escape")
    expect(card).to_be_hidden(timeout=WAIT)
    assert page.evaluate("document.querySelector('.tk-board').contains(document.activeElement)")
    assert page.evaluate("document.activeElement.className") != ""
    expect(bubble).to_be_hidden(timeout=WAIT)
    assert table(page) == before
    assert store.match().ply == 0


def test_a_click_out_of_turn_is_refused_and_changes_nothing(
    page: Page, voila_server: AppServer, store: Store
) -> None:
    store.empty(motion=True)
    store.keep(solo(SEED, "redealer"))
    open_table(page, voila_server.url(PLAY))
    ids = hand(page)
    # The second click comes as soon as the kit thinks, which it does for a moment at least.
    page.evaluate(
        """([first, second]) => {
          const die = id => document.querySelector(`.tk-token[data-id="${id}"]`);
          new MutationObserver((_, watch) => {
            if (!document.querySelector('.tk-busy').textContent) return;
            watch.disconnect();
            die(second).click();
          }).observe(document.querySelector('.tk-board'), { childList: true, subtree: true,
            characterData: true, attributes: true });
          die(first).click();
        }""",
        [ids[0], ids[5]],
    )
    expect(page.locator(".tk-board [role=alert]")).to_contain_text("turns alternate", timeout=WAIT)
    settled(page)
    laid = [step for step in store.match().steps() if step.seat == 0]
    assert len(laid) == 1
    assert ids[5] in hand(page)


def test_two_clicks_at_once_are_one_move(playing: Page, store: Store) -> None:
    page = playing
    ids = hand(page)
    page.evaluate(
        """ids => ids.forEach(
            id => document.querySelector(`.tk-token[data-id="${id}"]`).click())""",
        [ids[0], ids[4]],
    )
    page.wait_for_function(f"document.querySelectorAll('{OWN}').length < 10", timeout=WAIT)
    settled(page)
    assert len(hand(page)) == 9
    assert sum(1 for step in store.match().steps() if step.seat == 0) == 1
    page.locator(OWN).nth(3).dblclick()
    page.wait_for_function(f"document.querySelectorAll('{OWN}').length < 9", timeout=WAIT)
    settled(page)
    assert len(hand(page)) == 8


def test_a_hint_comes_in_three_steps(playing: Page) -> None:
    page = playing
    page.locator(".tk-tools").get_by_role("button", name="Hint").click()
    hint = page.locator(".tk-hint")
    expect(hint).to_contain_text("is what counts", timeout=WAIT)
    expect(hint.get_by_role("button", name=re.compile("Rule TP-"))).to_be_visible()
    more = hint.get_by_role("button", name="Tell me more")
    more.click()
    expect(hint).to_contain_text("Look here", timeout=WAIT)
    more.click()
    expect(hint).to_contain_text("would choose", timeout=WAIT)
    expect(more).to_be_hidden()
    assert page.locator(".tk-board [data-hinted]").count() >= 1
    shot(page, "play-hint-desk-light")
    page.locator(".tk-token[data-hinted], .tk-verb[data-hinted]").first.click()
    page.wait_for_function("() => !document.querySelector('.tk-hint').offsetParent", timeout=WAIT)
    settled(page)


def test_moves_are_taken_back_and_played_again(playing: Page, store: Store) -> None:
    page = playing
    start = table(page)
    tools = page.locator(".tk-tools")
    undo, redo = (tools.get_by_role("button", name=name) for name in ("Undo", "Redo"))
    expect(undo).to_have_attribute("aria-disabled", "true")
    act(page, page.locator(OWN).nth(1))
    after = table(page)
    assert after != start
    undo.click()
    page.wait_for_function(f"document.querySelectorAll('{OWN}').length === 10", timeout=WAIT)
    settled(page)
    assert table(page) == start
    assert store.match().ply == 0
    redo.click()
    page.wait_for_function(f"document.querySelectorAll('{OWN}').length === 9", timeout=WAIT)
    settled(page)
    assert table(page) == after


def test_the_replay_looks_back_and_one_may_play_on_from_there(playing: Page, store: Store) -> None:
    page = playing
    lines = page.locator(".tk-log-line").count()
    for _ in range(3):
        act(page, page.locator(OWN).first)
    assert page.locator(".tk-log-line").count() > lines
    expect(page.get_by_text(f"Seed {SEED}").first).to_be_visible()
    now, ply = table(page), store.match().ply
    shot(page, "play-middle-desk-light")
    drawer(page, "Replay")
    slider = page.get_by_role("slider")
    expect(slider).to_be_visible(timeout=WAIT)
    assert slider.input_value() == str(ply)
    slider.focus()
    page.keyboard.press("Home")
    page.wait_for_function(f"document.querySelectorAll('{ROWS[0]}').length === 0", timeout=WAIT)
    expect(notice(page)).to_contain_text("Looking back: after move 0")
    assert not page.locator(".tk-board [data-able]").count()
    shot(page, "play-replay-desk-light")
    page.keyboard.press("End")
    page.wait_for_function(f"document.querySelectorAll('{OWN}').length === 7", timeout=WAIT)
    settled(page)
    assert table(page) == now
    assert store.match().ply == ply
    slider.focus()
    for _ in range(ply - 2):
        page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value("2")
    expect(notice(page)).to_contain_text("after move 2 of", timeout=WAIT)
    button(page, "Play on from here").click()
    page.wait_for_function(f"document.querySelectorAll('{OWN}').length === 9", timeout=WAIT)
    settled(page)
    assert store.match().ply == 2
    act(page, page.locator(OWN).nth(2))
    assert matches(page, store.match())


def test_the_plain_table_of_buttons_plays_as_well(playing: Page, store: Store) -> None:
    page = playing
    drawer(page, "Settings")
    page.get_by_label("Plain table of buttons").check()
    die = page.locator(".tk-panel .jupyter-button", has_text=re.compile(r"^d\d+ showing")).first
    expect(die).to_be_visible(timeout=WAIT)
    die.click()
    for _ in range(100):
        if store.match().ply:
            break
        page.wait_for_timeout(100)
    assert [step.seat for step in store.match().steps()][1] == 0


@pytest.mark.parametrize(("window", "theme"), [("desk", "light"), ("phone", "dark")])
def test_the_end_of_a_game_and_its_banner(
    new_page: NewPage, voila_server: AppServer, store: Store, window: str, theme: str
) -> None:
    store.keep(solo(SEED))
    page = new_page(*WINDOWS[window], dark=theme == "dark")
    open_table(page, voila_server.url(PLAY, theme=theme))
    fits(page, "play-start", theme)
    for _ in range(2):
        act(page, wise(page))
    fits(page, "play-middle", theme)
    play_on(page)
    expect(page.locator(".tk-ask")).to_contain_text("match")
    fits(page, "play-end", theme)
