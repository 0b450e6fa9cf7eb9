"""The table without the board: plain buttons with words, for front ends that cannot draw it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

import ipywidgets
from ipywidgets import Layout

from .patch import without_nothing
from .words import fixed_words, table_in_words, token_in_words, weighing_in_words

Weigh = Callable[[list[str]], Mapping[str, Any] | None]
Do = tuple[str, str, str]
"""What a button does: ``("move", text, at)``, ``("select", token, "")``, ``("rule", id, "")`` …"""


class PlainTable:
    """The same pictures and the same intents as the board, as text and buttons.

    ``widget`` is what is displayed. Buttons are made once and changed in place, and share their
    layout; those that are not needed are hidden. Intents have ``n`` 0: nothing waits for them.
    ``weigh`` tells what a selection would do, as for the board.
    """

    def __init__(
        self, on_intent: Callable[[Mapping[str, Any]], None], weigh: Weigh | None = None
    ) -> None:
        self._on_intent = on_intent
        self._weigh = weigh
        self._told: Mapping[str, Any] = {}
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
            self._selected, self._asked, self._told = [], "", {}
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
        told = weighing_in_words(self._told, self._picture.get("cards"))
        text = escape("\n".join(filter(None, [table_in_words(self._picture), told])))
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
        choices = [*self._tokens(scene, words), *self._offers(), *self._verbs(scene)]
        for name in ("refusal", "hint"):
            rule = picture.get(name, {}).get("rule")
            if rule:
                card = picture.get("cards", {}).get(rule)
                choices.append((card or f"{words['rule']} {rule}", ("rule", rule, "")))
        for doing, able in picture.get("tools", {}).items():
            if able and doing in words:
                choices.append((words[doing], (doing, "", "")))
        if any(name in picture for name in ("refusal", "hint", "card")):
            choices.append((words["close"], ("close", "", "")))
        return choices

    def _tokens(self, scene: Mapping[str, Any], words: Mapping[str, str]) -> list[tuple[str, Do]]:
        selecting = bool(scene.get("weighs") and scene.get("composes"))
        selecting = selecting or any(verb.get("most") for verb in scene.get("verbs", {}).values())
        choices: dict[str, tuple[str, Do]] = {}
        for ident, token in scene.get("tokens", {}).items():
            label = token_in_words(token, words)
            if selecting and token.get("word"):
                chosen = f" ({words['chosen']})" if ident in self._selected else ""
                choices[ident] = (label + chosen, ("select", ident, ""))
            elif token.get("able") and token.get("move"):
                choices.setdefault(token["move"], self._said(token, label, token["move"], ident))
        return list(choices.values())

    def _offers(self) -> list[tuple[str, Do]]:
        """What the selection can mean, each with what it would bring."""
        choices: list[tuple[str, Do]] = []
        for offer in self._told.get("offers", ()):
            if offer.get("able"):
                parts = [offer.get(name, "") for name in ("label", "aside", "note")]
                label = ": ".join([part for part in parts if part])
                choices.append(self._said(offer, label, offer["move"], offer["id"]))
        return choices

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

    def _select(self, chosen: list[str]) -> None:
        """Select these tokens, and hear what they would do."""
        self._selected, self._asked, self._told = chosen, "", {}
        scene = self._picture.get("scene", {})
        if chosen and self._weigh is not None and scene.get("weighs"):
            tokens = scene.get("tokens", {})
            self._told = self._weigh([tokens[one].get("word", "") for one in chosen]) or {}
        self._paint()

    def _press(self, place: int) -> None:
        if place >= len(self._doings):
            return
        do, first, second = self._doings[place]
        if do == "ask":
            self._asked = first
            self._paint()
            return
        if do == "pick":
            self._select(list(self._picture["scene"]["verbs"][first]["picks"]))
            return
        if do == "select":
            self._select(toggled(self._selected, first, self._picture["scene"]))
            return
        intent: dict[str, Any] = {"do": do, "rev": self._picture.get("rev", 0), "n": 0}
        if do == "move":
            intent |= {"text": first, "at": second}
        elif do == "rule":
            intent["id"] = first
        self._on_intent(intent)


def toggled(chosen: list[str], ident: str, scene: Mapping[str, Any]) -> list[str]:
    """The selection after a token was touched: of its zone, or of the zone's group, only so many
    stay as the zone allows, the latest."""
    if ident in chosen:
        return [other for other in chosen if other != ident]
    zones = scene.get("zones", {})
    homes = {token: name for name, zone in zones.items() for token in zone.get("tokens", ())}
    home = zones.get(homes.get(ident), {})
    most, group = home.get("most", 0), home.get("group", "")
    if not most:
        return [*chosen, ident]
    alike = {name for name, zone in zones.items() if group and zone.get("group") == group}
    alike.add(homes[ident])
    rivals = [other for other in chosen if homes.get(other) in alike]
    leaving = rivals[: max(0, len(rivals) + 1 - most)]
    return [*[other for other in chosen if other not in leaving], ident]
