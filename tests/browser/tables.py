"""A person at the kit's own pages: what they see and touch, and what the store really holds.

The pages are found by roles, names and the board's data attributes, never by where things lie.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tabletop_kit.engine.match import Match
from tabletop_kit.engine.save import load, save
from tabletop_kit.games import find_game
from tabletop_kit.progress import FileStore
from tests.browser.support import READY

FILE = "progress.sqlite3"
WAIT = 30_000
"""Milliseconds for an answer of the kernel on a busy machine."""
OWN = '.tk-board [data-zone="hand-0"] .tk-token'
OTHER = '.tk-board [data-zone="hand-1"] .tk-token'
ROWS = ('.tk-board [data-zone="row-0"] .tk-token', '.tk-board [data-zone="row-1"] .tk-token')
ABLE = ".tk-board .tk-token[data-able], .tk-board .tk-verb[data-able]"
MARKUP = "<img src=x onerror=alert(1)>"

STILL = {"language": "en", "motion": False, "auto": True, "pause": False, "fair_undo": False}

SETTLED = """() => {
  const board = document.querySelector('.tk-board');
  const bar = board?.querySelector('.tk-bar');
  if (!bar || 'pending' in board.dataset) return false;
  const curtain = board.querySelector('.tk-curtain');
  if (curtain && curtain.offsetParent) return true;
  if ('over' in bar.dataset) return true;
  const asked = 'asked' in bar.dataset && !board.querySelector('.tk-busy').textContent;
  const own = board.querySelectorAll('.tk-token[data-able]').length;
  const begin = board.querySelectorAll('[data-verb^="begin"][data-able]').length;
  return asked && own + begin > 0;
}"""
"""The table waits for a person: nobody thinks, no forced pass is coming, or all is over."""

STORY = "() => [...document.querySelectorAll('.tk-log-line')].map(line => line.textContent).join()"


class Store:
    """What the kit has kept in a folder, opened afresh for each look."""

    def __init__(self, home: Path) -> None:
        self.path = home / FILE

    def empty(self, **settings: Any) -> None:
        """Keep nothing but the settings of a person who wants no movement."""
        for path in self.path.parent.glob("progress*"):
            path.unlink()
        self.put("settings", STILL | settings)

    def put(self, name: str, value: Any) -> None:
        store = FileStore(self.path)
        store.put(name, value)
        store.close()

    def get(self, name: str) -> Any:
        store = FileStore(self.path)
        value = store.get(name)
        store.close()
        return value

    def keep(self, match: Match[Any, Any]) -> None:
        """Keep a match as the one that the table goes on with."""
        store = FileStore(self.path)
        store.keep_match("tempus", "table", save(match))
        store.close()

    def match(self) -> Match[Any, Any]:
        """The match that the table keeps, replayed."""
        store = FileStore(self.path)
        data = store.kept_match("tempus", "table")
        store.close()
        return load(data, find_game)

    def finished(self) -> list[Any]:
        store = FileStore(self.path)
        found = store.finished("tempus")
        store.close()
        return found


def solo(seed: int, player: str = "greedy", plies: Iterable[str] = (), **options: Any) -> Any:
    """A match of a person against a kit player, as far as `plies`."""
    match = Match.new(find_game("tempus"), seed, **options)
    match.names = ("Ada", "The kit")
    match.extra = {"players": ["human", player]}
    for move in plies:
        match.play(move)
    return match


def duel(seed: int, **options: Any) -> Any:
    """A match of two people at one screen."""
    match = solo(seed, "human", **options)
    match.names = ("Ada", "Bo")
    return match


def person_begins(seed: int, **options: Any) -> int:
    """The first seed from `seed` on with which seat 0 is asked first."""
    game = find_game("tempus")
    while Match.new(game, seed, **options).to_act != 0:
        seed += 1
    return seed


def open_table(page: Page, url: str) -> None:
    """Open a page with a board and wait until it can be played."""
    page.goto(url)
    settled(page, READY * 2)


def settled(page: Page, timeout: float = WAIT) -> None:
    """Wait until the table waits for a person."""
    page.wait_for_function(SETTLED, timeout=timeout)


def act(page: Page, what: Locator | str) -> None:
    """Touch something that is a move, and wait until the table waits for a person again."""
    before = page.evaluate(STORY)
    if isinstance(what, str):
        page.keyboard.press(what)
    else:
        what.click()
    page.wait_for_function(
        f"before => ({STORY})() !== before || document.querySelector('.tk-curtain')?.offsetParent",
        arg=before,
        timeout=WAIT,
    )
    settled(page)


def button(page: Page, name: str) -> Locator:
    """A button anywhere on the page by its exact name."""
    return page.get_by_role("button", name=name, exact=True)


def is_over(page: Page) -> bool:
    return page.locator(".tk-bar[data-over]").count() > 0


def strength(page: Page, seat: int) -> int:
    """The number that the screen reader hears for a row."""
    told = page.locator(f'[data-zone="row-{seat}"] .tk-counter .tk-told').inner_text()
    found = re.search(r"-?\d+", told)
    assert found, told
    return int(found[0])


def faces(page: Page, seat: int) -> list[int]:
    """The values of the dice in a row, left to right."""
    return [int(text) for text in page.locator(f"{ROWS[seat]} .tk-face").all_inner_texts()]


def hand(page: Page, seat: int = 0) -> list[str]:
    """The ids of the dice of a hand as the page shows them."""
    tokens = page.locator(f'.tk-board [data-zone="hand-{seat}"] .tk-token')
    return [str(ident) for ident in tokens.evaluate_all("all => all.map(one => one.dataset.id)")]


def table(page: Page) -> dict[str, Any]:
    """All that can be told of a position by looking: hands, rows, scores, whose turn."""
    found: dict[str, Any] = page.evaluate(
        """() => ({
          tokens: [...document.querySelectorAll('.tk-board .tk-token')].map(one => one.dataset.id
            + ' ' + (one.getAttribute('aria-label') || '')),
          counters: [...document.querySelectorAll('.tk-board .tk-counter .tk-told')].map(
            one => one.textContent),
          ask: document.querySelector('.tk-ask').textContent,
        })"""
    )
    return found


def matches(page: Page, match: Match[Any, Any], seat: int = 0) -> bool:
    """Whether the page shows the position of a match, as a seat may see it."""
    position: Any = match.position
    shown_rows = [faces(page, each) for each in (0, 1)]
    rows = [[die.value for die in row] for row in position.rows]
    return shown_rows == rows and sorted(_dice(hand(page, seat))) == sorted(
        str(die) for die in position.hands[seat]
    )


def _dice(ids: list[str]) -> list[str]:
    return [ident.split("-")[1] for ident in ids]


def play_on(page: Page, limit: int = 60) -> None:
    """Play to the end with the mouse: lay until ahead of one who has passed, then pass."""
    for _ in range(limit):
        if is_over(page):
            return
        act(page, wise(page))
    raise AssertionError("the game does not end")


def wise(page: Page) -> Locator:
    """The button of a move that brings the game on."""
    begin = page.locator('[data-verb="begin-0"][data-able]')
    if begin.count():
        return begin
    dice = page.locator(".tk-board .tk-token[data-able]")
    ahead = strength(page, 0) > strength(page, 1)
    passed = "passed" in page.locator('[data-zone="row-1"] .tk-note').inner_text()
    if not dice.count() or (ahead and (passed or strength(page, 0) > 12)):
        return page.locator('[data-verb="pass"]')
    return dice.last


def drawer(page: Page, name: str) -> None:
    """Open a drawer of the table."""
    button(page, name).click()


def fill(page: Page, label: str, text: str, place: int = 0) -> None:
    """Write into a field and leave it, so that the kernel hears of it."""
    found = field(page, label, place)
    found.fill(text)
    found.blur()


def field(page: Page, label: str, place: int = 0) -> Locator:
    """A field that is shown, by its label, the first of those that share it."""
    return page.get_by_label(label, exact=True).locator("visible=true").nth(place)


def verb(page: Page, name: str) -> None:
    """Press one of the board's buttons, by the id of what it does."""
    page.locator(f'.tk-board [data-verb="{name}"]').click(timeout=WAIT)


def open_lesson(page: Page, url: str, sentence: str) -> None:
    """Open a course at a step that says something, and wait for its board."""
    page.goto(url)
    expect(page.get_by_text(sentence).locator("visible=true").first).to_be_visible(timeout=READY)
    expect(page.locator(".tk-board .tk-token").first).to_be_visible(timeout=READY)


def notice(page: Page) -> Locator:
    return page.locator(".tk-notice .tk-notice-text")


def tell_no_harm(page: Page) -> list[str]:
    """Collect the dialogs that a page opens: markup that came alive would open one."""
    seen: list[str] = []

    def note(dialog: Any) -> None:
        if dialog.type == "alert":
            seen.append(dialog.message)
        dialog.accept()

    page.on("dialog", note)
    return seen


def board_messages(frames: list[str]) -> list[dict[str, Any]]:
    """The states of boards among the received messages, in order."""
    found = []
    for frame in frames:
        for match in re.finditer(r'"state":\s*(\{"state":)', frame):
            state = json.JSONDecoder().raw_decode(frame[match.start(1) :])[0]["state"]
            if {"seq", "base", "data"} <= state.keys():
                found.append(state)
    return found


def sees(page: Page, sentence: str | re.Pattern[str]) -> None:
    """Wait until a sentence stands somewhere on the page, visible."""
    expect(page.get_by_text(sentence).locator("visible=true").first).to_be_visible(timeout=WAIT)
