"""A board with a made-up duel behind it, for looking and for browser tests."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import anywidget

from tabletop_kit.table.board import Board

from .scenes import PICTURES, Duel, picture

ROOT = Path(__file__).resolve().parents[3]
SOURCE = f"""import sys
sys.path.insert(0, {str(ROOT)!r})
from IPython.display import display
from tests.table.demo.play import Chooser, Demo
demo = Demo()
display(demo.board, Chooser(demo))"""
"""The one cell of a notebook with the demo; `#show=NAME` in its address shows a picture."""


class Chooser(anywidget.AnyWidget):
    """Unseen, it lets the page ask for another picture: `choosePicture("hint")`."""

    _esm = """
    export default { render({ model }) { window.choosePicture = (name) => model.send(name); } }
    """

    def __init__(self, demo: Demo) -> None:
        super().__init__()
        self.on_msg(lambda widget, name, buffers: demo.choose(name))


class Demo:
    """Plays just enough of a duel that every part of the board can be tried."""

    def __init__(self, store: str = "demo") -> None:
        self.duel, self.rev, self.lines, self.over = Duel(), 0, {}, False
        self.extra: dict[str, Any] = {}
        self.intents: list[Mapping[str, Any]] = []
        self.board = Board(self.on_intent, store=store)
        self.show()

    def show(self, text: str = "The dice are rolled.") -> None:
        """Send the duel as it is."""
        if text:
            self.lines[str(len(self.lines))] = {"text": text, "rule": "TP-5"}
        said = {"n": len(self.lines), "text": text}
        scene = self.duel.scene("Your turn: lay a die, or pass.")
        tools = {"hint": True, "undo": False, "redo": False}
        self.board.show(
            picture(scene, self.rev, say=said, log=dict(self.lines), tools=tools) | self.extra
        )

    def choose(self, name: str) -> None:
        """Show a made-up picture, with its name below it."""
        self.board.show(PICTURES[name]() | {"foot": name}, whole=True)

    def on_intent(self, intent: Mapping[str, Any]) -> None:
        """Answer as a panel would."""
        self.intents.append(intent)
        self.extra = {"keep": {"key": "rev", "value": str(self.rev)}}
        do = intent["do"]
        if do == "ready" and intent["address"].startswith("show="):
            self.choose(intent["address"][5:])
        elif do == "move":
            self.move(intent)
        elif do == "rule":
            self.extra["card"] = {"rule": intent["id"], "title": "Turns", "text": "One die a turn."}
            self.show("")
        elif do == "hint":
            first = next(iter(self.duel.scene("").data()["zones"]["hand0"]["tokens"]))
            self.extra["hint"] = {"step": 1, "text": "Keep the large ones.", "tokens": [first]}
            self.show("")
        elif do == "close":
            self.show("")

    def move(self, intent: Mapping[str, Any]) -> None:
        """Lay the die; a die showing 1 is refused, so that a refusal can be seen."""
        if intent["text"] == "break":
            raise RuntimeError("broken on purpose")
        if intent["text"].endswith(":1") or intent["text"] == "pass":
            self.extra["refusal"] = {
                "at": intent["at"],
                "text": "Not this one; it is wanted later.",
                "rule": "TP-5",
            }
            return self.show("")
        if intent["at"] in ("unseen", "nobody"):
            self.rev += 1
            return self.show(f"Passed by: {intent['text']}.")
        hand = self.duel.hands[0]
        size, value = intent["text"].removeprefix("lay d").split(":")
        self.duel.lay(0, hand.index((int(size), int(value))))
        self.rev += 1
        self.show(f"Ilse laid a d{size} showing {value}.")
