"""The smaller drawers of a table: looking back, rules, settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from html import escape
from typing import Any

from ipywidgets import Checkbox, Dropdown

from tabletop_kit.engine.game import Game
from tabletop_kit.engine.text import LANGUAGES
from tabletop_kit.table.language import table_texts
from tabletop_kit.table.parts import button, column, control, row, say, show, words
from tabletop_kit.table.session import Preferences, Session
from tabletop_kit.table.windows import WHEN, declined

LANGUAGE_NAMES = {"en": "English", "de": "Deutsch"}


class DrawerBar:
    """A row of buttons, each of which opens a drawer; one is open at a time.

    ``changed`` is called with the name of the drawer that is open now, or an empty text.
    """

    def __init__(self, drawers: Mapping[str, Any], changed: Callable[[str], None]) -> None:
        self.drawers = drawers
        self.changed = changed
        self.open = ""
        self.buttons = {name: button(partial(self.toggle, name)) for name in drawers}
        self.shut = button(self.close)
        self.box = row([*self.buttons.values(), self.shut])
        self.box.add_class("tk-bar-row")
        self._follow()

    def speak(self, language: str) -> None:
        """Say everything in a language."""
        tell = table_texts(language)
        self.shut.description = tell("panel.close")
        for name, made in self.buttons.items():
            made.description = tell(f"panel.{name}")

    def toggle(self, name: str) -> None:
        """Open a drawer, or close it if it is open."""
        self.open = "" if self.open == name else name
        self._follow()
        self.changed(self.open)

    def close(self) -> None:
        """Close what is open."""
        if self.open:
            self.toggle(self.open)

    def _follow(self) -> None:
        for name, drawer in self.drawers.items():
            show(drawer.box, name == self.open)
        show(self.shut, bool(self.open))


class Replay:
    """A drawer that steps through a match; the slider itself is drawn by the board."""

    def __init__(self, look: Callable[[int | None], None], branch: Callable[[], None]) -> None:
        """``look`` shows the position after that many moves (``None``: the last one);
        ``branch`` makes a new match from the position looked at."""
        self.look = look
        self.heading = words()
        self.about = words()
        self.at = 0
        self.most = 0
        self.first = button(lambda: self._go(0))
        self.previous = button(lambda: self._walk(-1))
        self.next = button(lambda: self._walk(1))
        self._session: Session | None = None
        self.back = button(lambda: self.look(None), "primary")
        self.branch = button(branch)
        steps = row([self.first, self.previous, self.next, self.back, self.branch])
        self.box = column([self.heading, steps, self.about], "tk-drawer")

    def speak(self, language: str) -> None:
        """Say everything in a language."""
        tell = table_texts(language)
        say(self.heading, f"<h2>{escape(tell('replay.title'))}</h2>", markup=True)
        say(self.about, tell("replay.from-here-about"))
        for name in ("first", "previous", "next", "back"):
            getattr(self, name).description = tell(f"replay.{name}")
        self.branch.description = tell("replay.from-here")

    def show(self, session: Session) -> None:
        """Follow the session: where it looks, and how far one may go."""
        self._session = session
        self.most = session.match.ply
        self.at = session.look.ply if session.look else self.most

    def _walk(self, direction: int) -> None:
        """To the next move one way or the other; what answered nothing is passed over."""
        ply, session = self.at + direction, self._session
        if session is not None:
            steps, game = session.match.steps(), session.match.game
            while 0 < ply < self.most and declined(game, steps[ply]):
                ply += direction
        self._go(ply)

    def _go(self, ply: int) -> None:
        ply = max(0, min(ply, self.most))
        self.look(None if ply == self.most else ply)


class Rules:
    """A drawer with the whole rulebook, one card below the other, house rulings marked.

    It is long, and most people never open it: what is in it is written when it is first opened.
    """

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.body = words()
        self.box = column([self.body], "tk-drawer")
        self._language = self._written = ""

    def speak(self, language: str) -> None:
        """Say everything in a language: at once where it was opened before."""
        self._language = language
        if self._written:
            self.open()

    def open(self) -> None:
        """Write what is in it, unless it is there."""
        if self._written != self._language:
            self._written = self._language
            self._write(self._language)

    def _write(self, language: str) -> None:
        texts = self.game.texts(language)
        title = table_texts(language)("rules.title")
        parts = [f"<h2>{escape(texts('title'))}: {escape(title)}</h2>"]
        for rule in self.game.rulebook:
            card = {key: escape(text) for key, text in self.game.rulebook.card(rule, texts).items()}
            parts.append(f"<h3>{rule} · {card['title']}</h3><p>{card['text']}")
            if card["ruling"]:
                parts.append(f"<br><em>{escape(texts('word.ruling'))}:</em> {card['ruling']}")
            parts.append("</p>")
        say(self.body, "".join(parts), markup=True)


class Settings:
    """A drawer with a person's preferences; ``on_change`` gets them whenever one changes."""

    def __init__(
        self,
        preferences: Preferences,
        on_change: Callable[[Preferences], None],
        names: Sequence[str] = ("motion", "auto", "pause", "fair_undo", "plain", "coach"),
        windows: bool = False,
    ) -> None:
        """``names`` are the preferences that are offered beside the language; ``windows``: also
        when to ask for an answer out of turn."""
        self.preferences = preferences
        self.on_change = on_change
        self.heading = words()
        options = [(LANGUAGE_NAMES[language], language) for language in LANGUAGES]
        self.language = control(Dropdown, options=options, value=preferences.language)
        self.boxes = {
            name: control(Checkbox, value=getattr(preferences, name), indent=False)
            for name in names
        }
        self.windows, self.windows_about = control(Dropdown), words()
        self._filling = False
        for field in (self.language, self.windows, *self.boxes.values()):
            field.observe(lambda _change: self._changed(), names="value")
        self.language.add_class("tk-short")
        asking = column([self.windows, self.windows_about])
        show(asking, windows)
        self.box = column([self.heading, self.language, asking, *self.boxes.values()], "tk-drawer")

    def speak(self, language: str) -> None:
        """Say everything in a language."""
        tell = table_texts(language)
        say(self.heading, f"<h2>{escape(tell('settings.title'))}</h2>", markup=True)
        self.language.description = tell("settings.language")
        self.windows.description = tell("settings.windows")
        self._filling = True
        self.windows.options = [(tell(f"settings.windows-{when}"), when) for when in WHEN]
        self.windows.value = self.preferences.windows
        self._filling = False
        say(self.windows_about, tell("settings.windows-about"))
        for name, box in self.boxes.items():
            box.description = tell(f"settings.{name}")

    def follow(self, preferences: Preferences) -> None:
        """Show preferences that came from elsewhere."""
        self.preferences = preferences
        self.language.value = preferences.language
        if self.windows.options:
            self.windows.value = preferences.windows
        for name, box in self.boxes.items():
            box.value = getattr(preferences, name)

    def _changed(self) -> None:
        if self._filling:
            return
        values: dict[str, Any] = {name: box.value for name, box in self.boxes.items()}
        values["windows"] = self.windows.value or self.preferences.windows
        self.preferences = replace(self.preferences, language=self.language.value, **values)
        self.on_change(self.preferences)
