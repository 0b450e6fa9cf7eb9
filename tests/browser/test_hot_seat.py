"""Two people at one screen: the curtain, and that no frame carries what must not be seen."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tabletop_kit.engine.match import Match
from tests.browser.conftest import NewPage
from tests.browser.support import READY, AppServer, Frames, shot
from tests.browser.tables import (
    MARKUP,
    ROWS,
    SETTLED,
    STORY,
    WAIT,
    Store,
    act,
    board_messages,
    button,
    drawer,
    duel,
    fill,
    hand,
    is_over,
    open_table,
    person_begins,
    settled,
    solo,
    wise,
)

PLAY = "tempus-play.ipynb"
SEED = person_begins(40)
EXAMPLE = "d8:5"
"""The die that the rulebook writes as an example; nobody holds it in these tests."""
DIE = re.compile(r"\bd(4|6|8|10|12)(?::| showing )(\d+)")
SECRETS = ('"digest"', "tabletop-kit match", "tempus-1-", '"moves"', '\\"moves\\"')
"""What only a save or a share code has: with it hidden dice could be worked out."""


def curtain(page: Page) -> Any:
    return page.locator(".tk-curtain")


def dice_in(frames: Iterable[str]) -> set[str]:
    """Every die that a frame names by size and value, in ids, moves, labels or stories."""
    return {f"d{size}:{value}" for frame in frames for size, value in DIE.findall(frame)}


def laid(match: Match[Any, Any]) -> set[str]:
    """The dice that everybody has seen laid."""
    return {str(step.move).removeprefix("lay ") for step in match.steps()[1:]} & {
        str(die) for seat in (0, 1) for die in rolled(match, seat)
    }


def rolled(match: Match[Any, Any], seat: int) -> list[Any]:
    """All dice that a seat ever held, as the replayed match tells."""
    return [die for step in match.steps() for die in step.position.hands[seat]]


def names_hidden(frames: Iterable[str], seat: int) -> list[str]:
    """Ids of dice of this seat's hand that tell size and value."""
    return [found for frame in frames for found in re.findall(rf"h{seat}-d\d+:\d+", frame)]


def faces_hidden(frames: list[str], seat: int) -> list[Any]:
    """Tokens of a seat's hand in the board's messages that carry a face, corner or word."""
    found = []
    for message in board_messages(frames):
        scene = message["data"].get("scene") or {}
        for ident, token in (scene.get("tokens") or {}).items():
            if ident.startswith(f"h{seat}-") and token:
                found += [(ident, key) for key in ("face", "corner", "word") if token.get(key)]
    return found


def test_choosing_two_people_in_the_lobby_hangs_the_curtain(
    page: Page, voila_server: AppServer, store: Store
) -> None:
    store.keep(solo(SEED))
    open_table(page, voila_server.url(PLAY))
    drawer(page, "New game")
    page.get_by_label("Seat 2").locator("visible=true").select_option("A person at this screen")
    expect(page.get_by_label("Name", exact=True).locator("visible=true")).to_have_count(2)
    fill(page, "Name", MARKUP, 0)
    fill(page, "Name", "Bo", 1)
    fill(page, "Seed", str(SEED))
    page.get_by_role("button", name=re.compile("Start the game|Give up")).click()
    expect(curtain(page)).to_be_visible(timeout=WAIT)
    expect(curtain(page)).to_contain_text(MARKUP)
    assert not page.locator(".tk-panel img").count()
    assert not page.locator(".tk-board .tk-token").locator("visible=true").count()
    shot(page, "play-curtain-desk-light")
    curtain(page).get_by_role("button").click()
    expect(curtain(page)).to_be_hidden(timeout=WAIT)
    assert len(hand(page)) == 10
    act(page, page.locator(".tk-board .tk-token[data-able]").first)
    expect(curtain(page)).to_contain_text("Bo")


def test_no_frame_of_a_whole_shared_game_shows_a_hand_to_the_other(
    page: Page, voila_server: AppServer, store: Store
) -> None:
    store.keep(without_example())
    frames = Frames.of(page)
    page.goto(voila_server.url(PLAY))
    expect(curtain(page)).to_be_visible(timeout=READY * 2)
    seen_hands = {0: 0, 1: 0}
    check_all(page, frames, store.match(), None)
    passes = 0
    for _ in range(80):
        if is_over(page):
            break
        seat = store.match().to_act
        assert seat is not None
        frames.clear()
        if curtain(page).is_visible():
            curtain(page).get_by_role("button").click()
            expect(curtain(page)).to_be_hidden(timeout=WAIT)
            page.wait_for_function(SETTLED_OR_FORCED, timeout=WAIT)
        check_all(page, frames, store.match(), seat)
        seen_hands[seat] += bool(names_hidden(frames.received, seat))
        calm(page, frames)
        frames.clear()
        passes += move(page, seat)
        check_all(page, frames, store.match(), seat, sent_only=True)
        check_all(page, frames, store.match(), None if curtain(page).is_visible() else seat)
    assert passes >= 3
    match = store.match()
    assert match.outcome is not None
    assert seen_hands[0] > 2 and seen_hands[1] > 2, "the test never saw a hand at all"
    assert not page.locator(".tk-token:not([data-hidden])[data-id^='h']").count()


SETTLED_OR_FORCED = f"""() => ({SETTLED})() || document.querySelector('[data-verb="pass"]')"""


def without_example() -> Any:
    """A match of two people where nobody rolls the die of the rulebook's example."""
    seed = SEED
    while True:
        match = duel(seed, factions=["harpers", "enclave"])
        if not any(str(die) == EXAMPLE for hand in match.position.hands for die in hand):
            return match
        seed += 1


def calm(page: Page, frames: Frames) -> None:
    """Wait until the coach has told this seat all it has to say, so that it is not told later."""
    for _ in range(40):
        count = len(frames.received)
        page.wait_for_timeout(400)
        if len(frames.received) == count:
            return


def move(page: Page, seat: int) -> bool:
    """Lay a die, or pass when ahead with three dice laid; tells whether it was a pass."""
    before = page.evaluate(STORY)
    dice = page.locator(".tk-board .tk-token[data-able]")
    ahead = page.locator(f'[data-zone="row-{seat}"][data-leads]').count()
    stop = bool(ahead) and page.locator(ROWS[seat]).count() >= 3
    if dice.count():
        (page.locator('[data-verb="pass"]') if stop else dice.last).click()
    # With an empty hand there is the pass only, and the table plays it by itself.
    page.wait_for_function(
        f"""before => {{
          const hung = document.querySelector('.tk-curtain')?.offsetParent;
          return hung || (({STORY})() !== before && ({SETTLED})());
        }}""",
        arg=before,
        timeout=WAIT,
    )
    return stop or not dice.count()


def check_all(
    page: Page,
    frames: Frames,
    match: Match[Any, Any],
    seat: int | None,
    *,
    sent_only: bool = False,
) -> None:
    """Nothing beyond what `seat` (`None`: everybody) may know is in any recorded frame."""
    own = set() if seat is None else {str(die) for die in rolled(match, seat)}
    known = laid(match) | own | {EXAMPLE}
    texts = frames.sent if sent_only else frames.received + ([] if seat is None else frames.sent)
    assert dice_in(texts) <= known, f"{dice_in(texts) - known} were told at ply {match.ply}"
    for other in (0, 1):
        if other != seat:
            assert not names_hidden(texts, other)
            assert not faces_hidden(texts, other)
    told = [word for word in SECRETS for frame in frames.received if word in frame]
    assert not told, f"a save was sent to the browser: {told}"
    if not sent_only:
        assert dice_in([page.content()]) <= known


def test_no_frame_of_a_whole_game_shows_a_die_of_the_kit_before_it_is_laid(
    page: Page, voila_server: AppServer, store: Store
) -> None:
    seed = apart()
    store.keep(solo(seed, "sound"))
    frames = Frames.of(page)
    open_table(page, voila_server.url(PLAY))
    check_all(page, frames, store.match(), 0)
    assert names_hidden(frames.received, 0), "the person's own hand was never sent"
    could_be_told = 0
    for _ in range(60):
        if is_over(page):
            break
        frames.clear()
        act(page, wise(page))
        match = store.match()
        check_all(page, frames, match, 0)
        held = {str(die) for die in match.position.hands[1]}
        could_be_told += bool(held - laid(match) - {str(die) for die in rolled(match, 0)})
    assert store.match().outcome is not None
    assert could_be_told >= 5, "there was hardly ever a die that could have been told"
    frames.clear()
    drawer(page, "Replay")
    slider = page.get_by_role("slider")
    slider.focus()
    page.keyboard.press("Home")
    expect(page.locator(".tk-notice")).to_contain_text("after move 0", timeout=WAIT)
    check_all(page, frames, store.match(), 0)


def apart() -> int:
    """A seed where the kit rolls many dice that the person does not have, and is asked second."""
    seed = person_begins(300)
    while True:
        position: Any = solo(seed).position
        own, other = ({str(die) for die in hand} for hand in position.hands)
        if len(other - own) >= 6 and EXAMPLE not in own | other:
            return seed
        seed = person_begins(seed + 1)


def test_a_person_may_not_play_through_the_curtain(
    page: Page, voila_server: AppServer, store: Store
) -> None:
    store.keep(duel(SEED))
    page.goto(voila_server.url(PLAY))
    expect(curtain(page)).to_be_visible(timeout=READY * 2)
    page.keyboard.press("Tab")
    page.locator(".tk-curtain .tk-main-button").focus()
    page.keyboard.press("p")
    button(page, "Rules").click()
    expect(
        page.get_by_role("heading", name="Hidden hands")
        .or_(page.get_by_text("Hands are hidden"))
        .first
    ).to_be_visible(timeout=WAIT)
    assert store.match().ply == 0
    expect(curtain(page)).to_be_visible()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_curtain_on_a_phone(
    new_page: NewPage, voila_server: AppServer, store: Store, dark: bool
) -> None:
    store.keep(duel(SEED))
    page = new_page(375, 740, dark=dark)
    page.goto(voila_server.url(PLAY, theme="dark" if dark else "light"))
    expect(curtain(page)).to_be_visible(timeout=READY * 2)
    shot(page, f"play-curtain-phone-{'dark' if dark else 'light'}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    curtain(page).get_by_role("button").click()
    expect(curtain(page)).to_be_hidden(timeout=WAIT)
    settled(page)
    assert len(hand(page)) == 10


def test_the_log_stands_at_its_end_once_the_curtain_is_lifted(
    page: Page, voila_server: AppServer, store: Store
) -> None:
    match = duel(SEED)
    while match.ply < 16 and match.outcome is None:
        match.play(match.moves[0])
    store.keep(match)
    open_table(page, voila_server.url(PLAY))
    curtain(page).get_by_role("button").first.click()
    expect(page.locator(".tk-log-line").last).to_be_visible(timeout=WAIT)
    below = """() => {
      const list = document.querySelector('.tk-log-list');
      return list.scrollHeight > list.clientHeight + 50
        && list.scrollHeight - list.clientHeight - list.scrollTop < 3;
    }"""
    page.wait_for_function(below, timeout=WAIT)
