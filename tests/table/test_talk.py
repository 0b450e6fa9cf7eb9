"""The talk across the table: when signs may be shown, and who shows them."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_kit.engine.match import Match
from tabletop_kit.engine.save import save
from tabletop_kit.progress import MemoryStore
from tabletop_kit.table import desk
from tabletop_kit.table.play import PlayPanel
from tabletop_kit.table.seating import HUMAN
from tests.table.fair import FAIR

HANDS = [["A1", "N"], ["S"], ["B1"]]


@pytest.fixture(autouse=True)
def settled_world(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETOP_KIT_TEST", "1")
    monkeypatch.setattr(desk, "find_game", lambda _game: FAIR)


def table(*players: str, hands: Any = HANDS, turn: int = 0) -> PlayPanel:
    match = Match.at(FAIR, {"hands": hands, "turn": turn, "to_act": turn})
    match.names = ("Ada", "Bo", "Cleo")
    match.extra = {"players": list(players)}
    return PlayPanel(FAIR, MemoryStore(), match)


def is_shown(widget: Any) -> bool:
    return bool(widget.layout.display != "none")


def open_talk(panel: PlayPanel) -> None:
    panel.talk.openings["nay"].click()


def test_nobody_speaks_before_the_move_is_chosen() -> None:
    panel = table(HUMAN, "random", "random")
    assert is_shown(panel.talk.openings["nay"])
    assert not any(map(is_shown, panel.talk.rows))
    assert panel.talk.shown == {}


def test_companions_show_theirs_from_their_own_hand() -> None:
    panel = table(HUMAN, "random", "random")
    open_talk(panel)
    assert panel.talk.shown == {1: "glad", 2: "sad"}
    assert [is_shown(row) for row in panel.talk.rows] == [False, True, True, False]
    assert "Bo is glad." in panel.talk.lines[1].value
    assert "Cleo is sad." in panel.picture()["say"]["text"]
    assert not any(is_shown(pressed) for pressed in panel.talk.buttons[1].values())


def test_people_at_the_screen_press_theirs() -> None:
    panel = table(HUMAN, HUMAN, "random")
    panel.do({"do": "lift"})
    open_talk(panel)
    assert panel.talk.shown == {2: "sad"}
    panel.talk.buttons[1]["sad"].click()
    assert "Bo is sad." in panel.talk.lines[1].value
    panel.talk.buttons[1]["glad"].click()
    assert panel.talk.shown == {1: "glad", 2: "sad"}


def test_it_ends_with_the_position_it_was_about() -> None:
    panel = table(HUMAN, HUMAN, "random")
    panel.do({"do": "lift"})
    open_talk(panel)
    panel.do({"do": "move", "text": "play A1", "at": ""})
    assert panel.talk.shown == {}
    assert not is_shown(panel.talk.box)
    panel.talk.buttons[1]["glad"].click()
    assert panel.talk.shown == {}


def test_without_the_card_or_behind_the_curtain_there_is_no_talk() -> None:
    assert not is_shown(table(HUMAN, "random", "random", hands=[["A1"], ["S"], ["N"]]).talk.box)
    panel = table(HUMAN, HUMAN, "random")
    assert panel.session.curtain == 0
    assert not is_shown(panel.talk.box)
    open_talk(panel)
    assert panel.talk.word == ""


def test_the_card_that_is_selected_opens_it() -> None:
    panel = table(HUMAN, "random", "random")
    panel.talk.prepare(["A1"])
    assert panel.talk.word == ""
    panel.talk.prepare(["N"])
    assert panel.talk.word == "nay"
    assert panel.talk.shown == {1: "glad", 2: "sad"}
    panel.talk.prepare([])
    assert panel.talk.word == ""
    assert panel.talk.shown == {}


def test_nothing_of_it_is_in_the_match() -> None:
    panel = table(HUMAN, "random", "random")
    before, last = save(panel.match), panel.match.last
    open_talk(panel)
    assert panel.match.last is last
    assert save(panel.match) == before
