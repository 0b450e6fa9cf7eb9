"""Two thousand moves at one table: a click costs no more than in a short game."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tabletop_kit.engine.luck import mix
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.save import code, digest, load, save
from tabletop_kit.progress import BrowserStore
from tabletop_kit.progress.browser import MOST_VALUE
from tabletop_kit.table import desk, share
from tabletop_kit.table.picture import LOG_LINES
from tabletop_kit.table.play import SLOT, PlayPanel
from tests.engine.toy_table import Move
from tests.table.fair import FAIR, Fair

PLIES = 2_000
KEYS = {
    "seats": 4,
    "hands": [["A1", "A2", "N"], ["B1", "B2", "N"], ["A3", "B3", "N"], ["S", "A1"]],
    "draw": ["A1", "A2", "B1", "B3", "S", "N"],
    "rounds": PLIES,
}


class Counting(Fair):
    """How often the slow things are done."""

    def __init__(self) -> None:
        self.counted = 0

    def write(self, move: Move) -> str:
        self.counted += 1
        return super().write(move)

    def moves(self, position: Any, seat: int) -> tuple[Move, ...]:
        self.counted += 1
        return super().moves(position, seat)

    def dump(self, position: Any) -> dict[str, Any]:
        self.counted += 1
        return super().dump(position)


@pytest.fixture(scope="module")
def played() -> Match[Any, Any]:
    match: Match[Any, Any] = Match.at(FAIR, KEYS, 1)
    while match.ply < PLIES:
        match.play(match.moves[mix(5, match.ply) % len(match.moves)])
    match.extra = {"players": ["human", "random", "random", "random"]}
    return match


def at_table(match: Match[Any, Any], game: Counting, store: BrowserStore) -> PlayPanel:
    own = match.branch()
    own.game = game
    panel = PlayPanel(game, store, own)
    panel.do({"do": "ready", "kept": {}, "address": ""})
    return panel


def test_a_click_does_no_more_after_two_thousand_moves(
    played: Match[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLETOP_KIT_TEST", "1")
    counts, sizes = [], []
    for match in (Match.at(FAIR, KEYS, 1), played):
        match.extra = dict(played.extra)
        game, store = Counting(), BrowserStore()
        store.adopt({})
        panel = at_table(match, game, store)
        sent: list[int] = []
        panel.board.observe(lambda change, sent=sent: sent.append(size_of(change.new)), "state")
        panel.session.try_move(game.write(panel.match.moves[0]), "")
        panel.refresh()
        game.counted = 0
        sent.clear()
        panel.do({"do": "move", "text": game.write(panel.match.moves[0]), "at": ""})
        moves = panel.match.ply
        counts.append(game.counted / max(1, moves - match.ply))
        sizes.append(max(sent))
        assert panel.match.ply > match.ply
        panel.close()
    assert counts[1] < 3 * counts[0] + 20
    assert sizes[1] < 20_000


def size_of(state: dict[str, Any]) -> int:
    return len(json.dumps(state))


def test_it_is_kept_passed_on_and_gone_on_with(
    played: Match[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (desk, share):
        monkeypatch.setattr(module, "find_game", lambda _: FAIR)
    data = save(played)
    assert load(data, lambda _: FAIR).position == played.position
    assert len(code(played)) < 4_000
    store = BrowserStore()
    store.keep_match(FAIR.id, SLOT, data)
    (kept,) = store.values().values()
    assert len(kept) < MOST_VALUE / 20
    browser = BrowserStore()
    assert browser.adopt(store.values()) == 1
    panel = PlayPanel(FAIR, browser)
    assert panel.match.ply >= PLIES
    panel.close()


def test_it_is_looked_back_through_and_taken_back(
    played: Match[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLETOP_KIT_TEST", "1")
    store = BrowserStore()
    store.adopt({})
    panel = at_table(played, Counting(), store)
    panel.toggle("replay")
    panel.look(PLIES // 2)
    shown = panel.picture()
    assert shown["replay"] == {"at": PLIES // 2, "of": panel.match.ply}
    assert len(shown["log"]) <= LOG_LINES + 8
    panel.look(None)
    ply = panel.match.ply
    while panel.session.may_undo and panel.match.ply > PLIES - 40:
        panel.do({"do": "undo"})
    assert panel.match.ply < ply
    panel.close()


def test_what_the_kit_plays_again_anyway_is_not_kept_move_by_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TABLETOP_KIT_TEST", "1")
    for module in (desk, share):
        monkeypatch.setattr(module, "find_game", lambda _: FAIR)
    store = BrowserStore()
    store.adopt({})
    match: Match[Any, Any] = Match.at(FAIR, KEYS, 1)
    match.extra = {"players": ["human", "random", "random", "random"]}
    panel = PlayPanel(FAIR, store, match)
    panel.do({"do": "ready", "kept": {}, "address": ""})
    kept: list[int] = []
    keep = store.keep_match

    def keeps(game: str, slot: str, save: Any) -> None:
        kept.append(len(save["moves"]))
        keep(game, slot, save)

    monkeypatch.setattr(store, "keep_match", keeps)
    before = panel.match.ply
    panel.do({"do": "move", "text": "play A1", "at": ""})
    # The own move at once, and then where the person is asked again.
    assert kept == [before + 1, panel.match.ply]
    assert panel.match.ply > before + 3
    # Whoever comes back to the own move finds what the kit plays then.
    later = panel.match.position
    panel.close()
    data = store.kept_match(FAIR.id, SLOT)
    assert data is not None
    again = BrowserStore()
    again.adopt({})
    again.keep_match(
        FAIR.id,
        SLOT,
        {**data, "moves": data["moves"][: before + 1], "digest": mark(data, before + 1)},
    )
    panel = PlayPanel(FAIR, again)
    panel.refresh()
    assert panel.match.position == later
    panel.close()


def mark(data: dict[str, Any], plies: int) -> str:
    """The digest of a save that is cut off after some moves."""
    match: Match[Any, Any] = Match.at(FAIR, KEYS, data["seed"])
    for text in data["moves"][:plies]:
        match.play(text)
    return digest(FAIR, match.position)
