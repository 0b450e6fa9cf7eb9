"""The board without a browser: patches, bursts, intents, trouble."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Mapping
from typing import Any

import pytest
from ipywidgets.widgets.widget import _instances

from tabletop_kit.table import board as board_module
from tabletop_kit.table.board import Board
from tabletop_kit.table.patch import merge_patch
from tests.table.demo import scenes
from tests.table.demo.play import Demo


class Page:
    """A browser's copy of the picture, kept as the browser keeps it."""

    def __init__(self, board: Board) -> None:
        self.board, self.seq, self.picture, self.messages = board, 0, {}, []
        self.n = 1000
        board.observe(self._on_state, "state")
        self._take(board.state)

    def _on_state(self, change: Mapping[str, Any]) -> None:
        self.messages.append(change["new"])
        self._take(change["new"])

    def _take(self, state: Mapping[str, Any]) -> None:
        if state:
            assert state["base"] in (0, self.seq)
            old = {} if state["base"] == 0 else self.picture
            self.seq, self.picture = state["seq"], merge_patch(old, state["data"])

    def say(self, do: str, **rest: Any) -> None:
        """Send an intent."""
        self.n += 1
        head = {"type": "intent", "rev": self.picture.get("rev", 0), "n": self.n, "do": do}
        self.board.receive(head | rest)


@pytest.fixture
def demo() -> Demo:
    return Demo()


def ready(board: Board) -> Page:
    page = Page(board)
    page.say("ready", kept={}, address="")
    return page


def test_until_a_page_is_ready_every_message_is_whole(demo: Demo) -> None:
    page = Page(demo.board)
    demo.show("Again.")
    assert demo.board.state["base"] == 0
    page.say("ready", kept={}, address="")
    demo.show("And again.")
    assert demo.board.state["base"] == demo.board.state["seq"] - 1


def test_a_move_is_one_small_message_that_carries_its_answer(demo: Demo) -> None:
    page = ready(demo.board)
    page.messages.clear()
    page.say("move", text="lay d8:8", at="h0-d8:8")
    assert len(page.messages) == 1
    assert page.picture["ack"] == page.n
    assert len(json.dumps(page.messages[0])) <= 1200


def test_patches_add_up_to_the_whole(demo: Demo) -> None:
    page = ready(demo.board)
    for text in ("lay d8:8", "lay d10:2", "lay d4:3", "lay d6:1"):
        page.say("move", text=text, at="")
    page.say("rule", id="TP-5")
    page.say("close")
    patched = page.picture
    page.say("whole")
    assert page.messages[-1]["base"] == 0
    assert {**patched, "ack": page.n} == page.picture


def test_an_old_revision_is_not_carried_out(demo: Demo) -> None:
    page = ready(demo.board)
    page.say("move", text="lay d8:8", at="")
    count = len(demo.intents)
    page.n += 1
    old = {"type": "intent", "rev": 0, "n": page.n, "do": "move", "text": "lay d4:3", "at": ""}
    demo.board.receive(old)
    assert len(demo.intents) == count
    assert page.messages[-1]["base"] == 0
    assert page.picture["ack"] == page.n


@pytest.mark.parametrize(
    "message",
    [
        None,
        "pass",
        [],
        {},
        {"type": "intent"},
        {"type": "intent", "rev": "0", "n": 1, "do": "close"},
        {"type": "intent", "rev": 0, "n": True, "do": "close"},
        {"type": "intent", "rev": 0, "n": -1, "do": "close"},
        {"type": "intent", "rev": 0, "n": 1, "do": "explode"},
        {"type": "intent", "rev": 0, "n": 1, "do": ["move"]},
        {"type": "intent", "rev": 0, "n": 1, "do": "move", "text": 5, "at": ""},
        {"type": "intent", "rev": 0, "n": 1, "do": "move", "text": "x" * 5000, "at": ""},
        {"type": "intent", "rev": 0, "n": 1, "do": "rule"},
    ],
)
def test_a_malformed_message_brings_the_whole_picture(demo: Demo, message: Any) -> None:
    page = ready(demo.board)
    before, count = page.picture, len(demo.intents)
    demo.board.receive(message)
    assert len(demo.intents) == count
    assert page.messages[-1]["base"] == 0
    assert page.picture == before


def test_what_a_browser_kept_is_read_with_care(demo: Demo) -> None:
    page = Page(demo.board)
    page.say("ready", kept={"game": "text", "odd": 5, "long": "x" * 600_000}, address="abc")
    assert demo.intents[-1]["kept"] == {"game": "text"}
    assert demo.intents[-1]["address"] == "abc"


def test_trouble_is_told_logged_and_changes_nothing(
    demo: Demo, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TABLETOP_KIT_TEST", raising=False)
    page = ready(demo.board)
    scene = page.picture["scene"]
    with caplog.at_level(logging.ERROR):
        page.say("move", text="break", at="")
    assert "broken on purpose" in caplog.text
    assert "trouble 1" in page.picture["notice"]["text"]
    assert page.picture["scene"] == scene
    assert page.picture["ack"] == page.n
    page.say("move", text="lay d8:8", at="")
    assert "notice" not in page.picture


def test_trouble_is_raised_in_tests(demo: Demo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETOP_KIT_TEST", "1")
    page = ready(demo.board)
    with pytest.raises(RuntimeError, match="broken on purpose"):
        page.say("move", text="break", at="")
    assert page.picture["ack"] == page.n


def test_a_burst_is_joined_and_its_last_picture_leaves(demo: Demo) -> None:
    page = ready(demo.board)

    async def burst() -> int:
        page.messages.clear()
        for rev in range(1000):
            demo.board.show(scenes.middle() | {"rev": rev})
        during = len(page.messages)
        await asyncio.sleep(3 * board_module.PAUSE)
        return during

    asyncio.run(burst())
    assert page.picture["rev"] == 999
    assert len(page.messages) < 60


def test_without_an_event_loop_nothing_waits(demo: Demo) -> None:
    page = ready(demo.board)
    for rev in range(50, 60):
        demo.board.show(scenes.middle() | {"rev": rev})
        assert page.picture["rev"] == rev


def test_a_loop_that_ended_early_does_not_keep_the_last_picture(demo: Demo) -> None:
    page = ready(demo.board)

    async def two() -> None:
        demo.board.show(scenes.middle() | {"rev": 70})
        demo.board.show(scenes.middle() | {"rev": 71})

    asyncio.run(two())
    demo.board.show(scenes.middle() | {"rev": 72})
    assert page.picture["rev"] == 72


def test_keeps_of_joined_pictures_are_all_kept(demo: Demo) -> None:
    page = ready(demo.board)

    async def two() -> None:
        for key in ("first", "second", "third"):
            keep = {"keep": {"key": key, "value": key}}
            demo.board.show(scenes.middle() | {"rev": 80} | keep)
        await asyncio.sleep(3 * board_module.PAUSE)

    asyncio.run(two())
    kept = [message["data"].get("keep") for message in page.messages]
    keys = {
        entry["key"] for keep in kept if keep for entry in (keep if type(keep) is list else [keep])
    }
    assert {"first", "second", "third"} <= keys


def test_a_keep_is_not_lost_when_a_later_picture_without_one_is_joined_to_it(demo: Demo) -> None:
    page = ready(demo.board)

    async def three() -> None:
        demo.board.show(scenes.middle() | {"rev": 90})
        keep = {"keep": [{"key": "match", "value": "a"}]}
        demo.board.show(scenes.middle() | {"rev": 91} | keep)
        demo.board.show(scenes.middle() | {"rev": 92})
        await asyncio.sleep(3 * board_module.PAUSE)

    page.messages.clear()
    asyncio.run(three())
    assert page.picture["rev"] == 92
    assert page.picture["keep"] == {"key": "match", "value": "a"}


def test_several_things_are_kept_by_one_picture(demo: Demo) -> None:
    page = ready(demo.board)
    keeps = [{"key": "match", "value": "a"}, {"key": "old"}]
    demo.board.show(scenes.middle() | {"rev": 93, "keep": keeps})
    assert page.picture["keep"] == keeps


def test_the_same_picture_is_not_sent_twice(demo: Demo) -> None:
    page = ready(demo.board)
    demo.board.show(scenes.middle())
    count = len(page.messages)
    demo.board.show(scenes.middle())
    assert len(page.messages) == count


def test_here_is_only_answered(demo: Demo) -> None:
    page = ready(demo.board)
    count = len(demo.intents)
    page.say("here")
    assert page.messages[-1]["data"] == {"ack": page.n}
    assert len(demo.intents) == count


def test_other_languages_bring_their_words(demo: Demo) -> None:
    demo.board.show(scenes.middle() | {"language": "de"})
    assert demo.board.state["data"]["words"]["close"] == "Schließen"


def test_its_name_is_stable_and_short() -> None:
    board = Board(lambda intent: None)
    assert repr(board) == "Board(nothing yet)"
    board.show(scenes.middle())
    assert repr(board) == "Board(tempus, 20 tokens)"
    board.show(scenes.curtain())
    assert repr(board) == "Board(curtain)"


def test_closing_leaves_nothing_behind() -> None:
    count = len(_instances)
    board = Board(lambda intent: None)
    board.show(scenes.middle())
    board.close()
    assert len(_instances) == count


def test_a_board_makes_no_widgets_while_it_is_played() -> None:
    demo = Demo()
    count = len(_instances)
    for _ in range(200):
        demo.show("Again.")
    assert len(_instances) == count


# -- what a selection would do -------------------------------------------------------------------


class Scales:
    """A board whose selections are weighed, with a picture of one token."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []
        self.intents: list[Mapping[str, Any]] = []
        self.board = Board(self.intents.append, weigh=self.weigh)
        self.board.show({"rev": 3, "scene": {"weighs": True}})

    def weigh(self, words: list[str]) -> dict[str, Any] | None:
        """Says how many words there are; of ``none`` it says nothing."""
        self.asked.append(words)
        return None if words == ["none"] else {"text": f"{len(words)} words"}


def test_a_selection_is_weighed_in_one_small_message_without_a_new_picture() -> None:
    scales = Scales()
    page = ready(scales.board)
    page.messages.clear()
    scales.intents.clear()
    page.say("weigh", words=["8H", "AS"])
    assert page.picture["weighing"] == {"words": ["8H", "AS"], "text": "2 words"}
    (message,) = page.messages
    assert set(message["data"]) == {"weighing", "ack"}
    assert scales.intents == []
    page.say("weigh", words=["none"])
    assert "weighing" not in page.picture


def test_a_weighing_is_gone_with_its_revision_and_none_is_made_of_an_old_one() -> None:
    scales = Scales()
    page = ready(scales.board)
    page.say("weigh", words=["8H"])
    scales.board.show({"rev": 3, "scene": {"weighs": True}, "busy": "thinking"})
    assert page.picture["weighing"]["words"] == ["8H"]
    scales.board.show({"rev": 4, "scene": {"weighs": True}})
    assert "weighing" not in page.picture
    page.picture = {**page.picture, "rev": 3}
    page.say("weigh", words=["9H"])
    assert scales.asked == [["8H"]]
    assert page.picture["ack"] == page.n


def test_a_weighing_that_changes_the_picture_arrives_all_the_same() -> None:
    scales = Scales()
    page = ready(scales.board)
    plain = scales.weigh

    def talkative(words: list[str]) -> dict[str, Any] | None:
        scales.board.show({"rev": 3, "scene": {"weighs": True}, "say": {"n": 1, "text": "Well?"}})
        return plain(words)

    scales.board._weigh = talkative
    page.say("weigh", words=["X"])
    assert page.picture["say"]["text"] == "Well?"
    assert page.picture["weighing"]["words"] == ["X"]


def test_behind_a_curtain_there_is_no_weighing() -> None:
    scales = Scales()
    page = ready(scales.board)
    page.say("weigh", words=["8H"])
    scales.board.show({"rev": 3, "curtain": {"text": "Look away."}})
    assert "weighing" not in page.picture


@pytest.mark.parametrize("words", [None, "8H", [1], ["x"] * 61, ["x" * 201], {"0": "8H"}])
def test_odd_selections_are_malformed(words: Any) -> None:
    scales = Scales()
    page = ready(scales.board)
    page.say("weigh", words=words)
    assert scales.asked == []
    assert page.messages[-1]["base"] == 0


def test_a_board_without_scales_only_answers(demo: Demo) -> None:
    page = ready(demo.board)
    count = len(demo.intents)
    page.say("weigh", words=["8H"])
    assert len(demo.intents) == count
    assert page.picture["ack"] == page.n
    assert "weighing" not in page.picture


def test_a_fault_while_weighing_is_confessed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TABLETOP_KIT_TEST", raising=False)
    board = Board(lambda intent: None, weigh=lambda words: {}[words[0]])
    board.show({"rev": 0, "scene": {"weighs": True}})
    page = ready(board)
    page.say("weigh", words=["8H"])
    assert page.picture["notice"]["kind"] == "warning"
