"""Saving, loading and sharing a match: a file, a code, a link."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any
from urllib.parse import quote

from ipywidgets import FileUpload, Text, Textarea

from tabletop_kit.engine.match import Match
from tabletop_kit.engine.problem import Problem, shortened
from tabletop_kit.engine.save import code, load_code, load_text, save_text
from tabletop_kit.games import find_game
from tabletop_kit.table.language import table_texts
from tabletop_kit.table.parts import button, column, control, row, say, words

ADDRESS = "match="
"""What the part of an address after # starts with when it carries a match."""


class Share:
    """A drawer that shows a match as file, code and link, and opens the like.

    ``on_open`` gets a match that was loaded; until then nothing has changed.
    """

    def __init__(self, game: str, on_open: Callable[[Match[Any, Any]], None]) -> None:
        self.game = game
        self.on_open = on_open
        self.language = "en"
        self._result = ""
        self.heading = words()
        self.links = words()
        self.code = control(Textarea, width="100%", rows=3)
        self.about = words()
        self.upload = control(FileUpload, accept=".json,.txt", multiple=False)
        self.upload.observe(lambda _change: self._uploaded(), names="value")
        self.paste = control(Text, width="100%")
        self.open = button(self._pasted)
        self.result = words()
        parts = [self.heading, self.links, self.code, self.about, self.upload]
        self.box = column([*parts, self.paste, row([self.open]), self.result], "tk-drawer")

    def speak(self, language: str) -> None:
        """Say everything in a language."""
        self.language = language
        tell = table_texts(language)
        say(self.heading, f"<h2>{escape(tell('share.title'))}</h2>", markup=True)
        say(self.about, tell("share.code-about"))
        self.code.description = tell("share.code")
        self.upload.description = tell("share.load-file")
        self.paste.description = tell("share.load-code")
        self.open.description = tell("share.open")

    def show(self, match: Match[Any, Any]) -> None:
        """Show a match as it is now."""
        tell = table_texts(self.language)
        self.code.value, why = self._code(match)
        name = tell("share.filename", game=match.game.id, seed=match.seed)
        data = f"data:application/json;charset=utf-8,{quote(save_text(match))}"
        file = f'<a class="tk-door" download="{escape(name)}" href="{data}">'
        links = f"{file}{escape(tell('share.file'))}</a>"
        if self.code.value:
            link = f'<a class="tk-door" href="#{ADDRESS}{self.code.value}">'
            links += f" · {link}{escape(tell('share.link'))}</a>"
        say(self.links, links, markup=True)
        say(self.result, why)

    def _code(self, match: Match[Any, Any]) -> tuple[str, str]:
        """The code, or why there is none: a very long match is passed on as a file."""
        try:
            return code(match), ""
        except Problem as problem:
            return "", problem.tell(self.language)

    def read(self, text: str, what: str, *, file: bool = False) -> Match[Any, Any] | None:
        """The match in a text (a save file or a code); ``None`` with the reason shown."""
        try:
            match = self._read(text, what, file or text.lstrip().startswith("{"))
        except Problem as problem:
            why = problem.tell(self.language)
            self._tell_result(table_texts(self.language)("share.failed", why=why))
            return None
        self._tell_result(table_texts(self.language)("share.loaded"))
        return match

    def _tell_result(self, sentence: str) -> None:
        self._result = sentence
        say(self.result, sentence)

    def _read(self, text: str, what: str, whole: bool) -> Match[Any, Any]:
        match: Match[Any, Any] = (
            load_text(text, find_game, what) if whole else load_code(text, find_game)
        )
        if match.game.id != self.game:
            names = [
                find_game(game).texts(self.language)("title") for game in (match.game.id, self.game)
            ]
            raise Problem("other-game", found=names[0], wanted=names[1])
        return match

    @property
    def result_text(self) -> str:
        """What came of the last thing that was opened, in one sentence."""
        return self._result

    def _pasted(self) -> None:
        text = self.paste.value.strip()
        if ADDRESS in text and not text.startswith("{"):
            text = text.rsplit(ADDRESS, 1)[1]
        match = self.read(text, shortened(text, 24))
        if match is not None:
            self.paste.value = ""
            self.on_open(match)

    def _uploaded(self) -> None:
        if not self.upload.value:
            return
        file = self.upload.value[0]
        self.upload.value = ()
        text = bytes(file["content"]).decode("utf-8", "replace").lstrip("\ufeff")
        match = self.read(text, shortened(file["name"], 40), file=True)
        if match is not None:
            self.on_open(match)
