"""The table without the board: plain buttons with words, for front ends that cannot draw it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

import ipywidgets
from ipywidgets import Layout

from .patch import without_nothing
from .words import fixed_words, table_in_words, token_in_words

Do = tuple[str, str, str]
"""What a button does: ``("move", text, at)``, ``("select", token, "")``, ``("rule", id, "")`` …"""


class PlainTable:
    """The same pictures and the same intents as the board, as text and buttons.

    ``widget`` is what is displayed. Buttons are made once and changed in place, and share their
    layout; those that are not needed are hidden. Intents have ``n`` 0: nothing waits for them.
    """

    def __init__(self, on_intent: Callable[[Mapping[str, Any]], None]) -> None:
        self._on_intent = on_intent
        self._picture: dict[str, Any] = {}
        self._selected: list[str] = []
        self._asked = ""
        self._shown = Layout(width="auto", min_height="44px", margin="2px")
        self._hidden = Layout(display="none")
        self._row = Layout(display="flex", flex_flow="row wrap")
        self._text = ipywidgets.HTML()
        self._buttons: list[ipywidgets.Button] = []
        self._doings: list[Do] = []
        self._box = ipywidgets.Box(layout=self._row)
        self.widget = ipywidgets.VBox([self._text, self._box])

    def __repr__(self) -> str:
        scene = self._picture.get("scene", {})
        return f"PlainTable({scene.get('mood', 'nothing yet')}, {len(self._doings)} buttons)"

    def show(self, picture: Mapping[str, Any]) -> None:
        """Take a whole picture, as :meth:`Board.show` does."""
        if picture.get("rev") != self._picture.get("rev"):
            self._selected, self._asked = [], ""
        self._picture = without_nothing(picture)
        self._paint()

    def close(self) -> None:
        """Close everything this view has made."""
        text = [self._text.layout, self._text.style, self._text]
        styles = [button.style for button in self._buttons[:1]]
        layouts = [self.widget.layout, self._shown, self._hidden, self._row]
        for thing in [*styles, *layouts, *text, *self._buttons, self._box, self.widget]:
            thing.close()

    def _paint(self) -> None:
        text = escape(table_in_words(self._picture))
        self._text.value = f'<div style="white-space: pre-line; line-height: 1.5">{text}</div>'
        choices = self._choices()
        self._doings = [doing for _, doing in choices]
        while len(self._buttons) < len(choices):
            self._buttons.append(self._make_button(len(self._buttons)))
        if len(self._box.children) != len(self._buttons):
            self._box.children = tuple(self._buttons)
        for place, button in enumerate(self._buttons):
            needed = place < len(choices)
            button.layout = self._shown if needed else self._hidden
            if needed:
                button.description = choices[place][0]

    def _make_button(self, place: int) -> ipywidgets.Button:
        style = self._buttons[0].style if self._buttons else ipywidgets.ButtonStyle()
        button = ipywidgets.Button(layout=self._shown, style=style)
        button.on_click(lambda _button: self._press(place))
        return button

    def _choices(self) -> list[tuple[str, Do]]:
        """What can be done now, in words."""
        picture = self._picture
        words = fixed_words(picture.get("language", "en")) | picture.get("words", {})
        if "curtain" in picture:
            curtain = picture["curtain"]
            others = [
                (one["label"], ("move", one["move"], one["move"]))
                for one in curtain.get("others", ())
            ]
            return [(curtain.get("button") or words["lift"], ("lift", "", "")), *others]
        scene = picture.get("scene", {})
        choices = [*self._tokens(scene, words), *self._verbs(scene)]
        for name in ("refusal", "hint"):
            rule = picture.get(name, {}).get("rule")
            if rule:
                choices.append((f"{words['rule']} {rule}", ("rule", rule, "")))
        for doing, able in picture.get("tools", {}).items():
            if able and doing in words:
                choices.append((words[doing], (doing, "", "")))
        if any(name in picture for name in ("refusal", "hint", "card")):
            choices.append((words["close"], ("close", "", "")))
        return choices

    def _tokens(self, scene: Mapping[str, Any], words: Mapping[str, str]) -> list[tuple[str, Do]]:
        selecting = any(verb.get("most") for verb in scene.get("verbs", {}).values())
        choices: dict[str, tuple[str, Do]] = {}
        for ident, token in scene.get("tokens", {}).items():
            label = token_in_words(token, words)
            if selecting and token.get("word"):
                chosen = f" ({words['chosen']})" if ident in self._selected else ""
                choices[ident] = (label + chosen, ("select", ident, ""))
            elif token.get("able") and token.get("move"):
                choices.setdefault(token["move"], self._said(token, label, token["move"], ident))
        return list(choices.values())

    def _verbs(self, scene: Mapping[str, Any]) -> list[tuple[str, Do]]:
        tokens = scene.get("tokens", {})
        lying = [ident for ident in tokens if ident in self._selected]
        choices: list[tuple[str, Do]] = []
        for ident, verb in scene.get("verbs", {}).items():
            if verb.get("picks"):
                choices.append((verb.get("label", ""), ("pick", ident, "")))
                continue
            chosen = self._selected if verb.get("ordered") else lying
            said = " ".join(tokens[one].get("word", "") for one in chosen)
            most, least = verb.get("most", 0), verb.get("least", 0)
            fits = least <= len(chosen) <= most if most else verb.get("able", False)
            if fits:
                move = " ".join(verb.get("move", "").replace("{words}", said).split())
                choices.append(self._said(verb, verb.get("label", ""), move, ident))
        return choices

    def _said(self, thing: Mapping[str, Any], label: str, move: str, ident: str) -> tuple[str, Do]:
        """A button for a move; one that wants to be sure asks at the first press."""
        if thing.get("sure") and ident != self._asked:
            return (label, ("ask", ident, ""))
        return (thing.get("sure") or label, ("move", move, ident))

    def _press(self, place: int) -> None:
        if place >= len(self._doings):
            return
        do, first, second = self._doings[place]
        if do == "ask":
            self._asked = first
            self._paint()
            return
        if do == "pick":
            self._selected = list(self._picture["scene"]["verbs"][first]["picks"])
            self._paint()
            return
        if do == "select":
            chosen = self._selected
            self._selected = [*chosen, first] if first not in chosen else _without(chosen, first)
            self._paint()
            return
        intent: dict[str, Any] = {"do": do, "rev": self._picture.get("rev", 0), "n": 0}
        if do == "move":
            intent |= {"text": first, "at": second}
        elif do == "rule":
            intent["id"] = first
        self._on_intent(intent)


def _without(chosen: list[str], ident: str) -> list[str]:
    return [other for other in chosen if other != ident]
