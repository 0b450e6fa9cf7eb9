"""The home page: the games, what is there, and where one left off."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ipywidgets import Box, Dropdown, FileUpload

from tabletop_kit.engine.problem import Problem, shortened
from tabletop_kit.engine.save import load
from tabletop_kit.engine.scene import Shape
from tabletop_kit.engine.text import LANGUAGES
from tabletop_kit.games import GAMES, find_game
from tabletop_kit.progress.base import Store
from tabletop_kit.server.launch import notebooks_folder
from tabletop_kit.table.board import Board
from tabletop_kit.table.daily import DAILY, DailyBook, today
from tabletop_kit.table.desk import SLOT
from tabletop_kit.table.drawers import LANGUAGE_NAMES
from tabletop_kit.table.keeping import STORE_NAME, Keeping, kept_preferences
from tabletop_kit.table.language import table_texts
from tabletop_kit.table.parts import close_all, column, say, show, style, words
from tabletop_kit.table.shapes import shape_svg

EMBLEMS: dict[str, tuple[tuple[Shape, str, str], ...]] = {
    "tempus": (
        ("triangle", "4", ""),
        ("square", "6", ""),
        ("diamond", "8", ""),
        ("kite", "10", ""),
    ),
    "tomes": (
        ("card", "A", "drop"),
        ("card", "8", "crescent"),
        ("card", "10", "hexes"),
        ("card", "K", "ring"),
    ),
    "vortex": (
        ("leaf", "", "hollow"),
        ("leaf", "", "endless"),
        ("leaf", "", "solid"),
        ("leaf", "", "noise"),
    ),
    "tempest": (
        ("page", "", "kneeler"),
        ("page", "", "staff"),
        ("page", "", "temple"),
        ("page", "", "crown"),
    ),
}
"""Shape, mark and sign of each piece in a game's emblem."""

PAGES = ("learn", "play", "decks", "coach", "lab")
"""The notebooks that a game may have, in the order of their doors."""

EXPORT_NAME = "tabletop-kit-progress.json"


class HomePanel:
    """The home page of the kit; ``box`` is an ordinary ipywidgets container."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.preferences = kept_preferences(store)
        options = [(LANGUAGE_NAMES[language], language) for language in LANGUAGES]
        self.about = words()
        self.language = Dropdown(options=options, value=self.preferences.language)
        self.language.add_class("tk-short")
        self.language.observe(lambda _change: self._prefer(), names="value")
        self.games = {game: words() for game in GAMES}
        self.kept = words()
        self.upload = FileUpload(accept=".json", multiple=False)
        self.upload.observe(lambda _change: self._uploaded(), names="value")
        self.result = words()
        self.keeping = Keeping(store)
        self.board = Board(self.do, store=STORE_NAME)
        show(self.board, False)
        kept = column([self.kept, self.upload, self.result], "tk-drawer")
        cards = Box(list(self.games.values()))
        cards.add_class("tk-tiles")
        self.box = column([style(), self.about, self.language, cards, kept, self.board], "tk-panel")
        self.speak()

    def do(self, intent: Mapping[str, Any]) -> None:
        """The hidden board only brings what the visitor's own browser has kept."""
        if intent["do"] == "ready" and self.keeping.adopt(intent):
            self.language.value = kept_preferences(self.store).language
            self.speak()

    def speak(self) -> None:
        """Say everything in the chosen language."""
        tell = table_texts(self.preferences.language)
        self.language.description = tell("settings.language")
        say(self.about, tell("home.about"))
        for game, card in self.games.items():
            say(card, self._card(game), markup=True)
        self.upload.description = tell("home.import")
        data = f"data:application/json;charset=utf-8,{quote(self.store.export_all())}"
        link = f'<a class="tk-door" download="{EXPORT_NAME}" href="{data}">'
        where = (
            tell("home.kept-file", place=self.store.place)
            if self.store.place
            else tell("home.kept-browser")
        )
        title = f"<h2>{escape(tell('home.kept'))}</h2><p>{escape(where)}</p>"
        say(self.kept, f"{title}{link}{escape(tell('home.export'))}</a>", markup=True)
        self.board.show({"rev": 0, "language": self.preferences.language, **self.keeping.picture()})

    def _card(self, game: str) -> str:
        """What one game is, its doors, and where one left off."""
        tell = table_texts(self.preferences.language)
        texts = find_game(game).texts(self.preferences.language)
        doors = [
            f'<a class="tk-door" href="{game}-{page}.ipynb">{escape(tell(f"home.{page}"))}</a>'
            for page in PAGES
            if _notebook(game, page)
        ]
        if find_game(game).daily is not None and _notebook(game, "play"):
            daily = f'<a class="tk-door" href="{game}-play.ipynb#{DAILY}">'
            doors.append(f"{daily}{escape(tell('home.daily'))}</a>")
        lines = [f"<p>{escape(texts('about'))}</p>"]
        lines += [f'<p class="tk-kept-line">{escape(line)}</p>' for line in self._left_off(game)]
        lines += [f'<p class="tk-doors">{"".join(doors)}</p>']
        return _tile(game, texts("title"), "".join(lines))

    def _left_off(self, game: str) -> list[str]:
        tell = table_texts(self.preferences.language)
        said = []
        kept: Any = self.store.kept_match(game, SLOT)
        if kept and kept["moves"] and _goes_on(kept):
            said.append(tell("home.running", count=len(kept["moves"])))
        daily = find_game(game).daily
        if daily is not None:
            said += self._days(DailyBook(find_game(game), daily, self.store))
        finished = self.store.finished(game)
        if finished:
            said.append(tell("home.finished", count=len(finished)))
        return said

    def _days(self, book: DailyBook) -> list[str]:
        """How the game of the day went so far, in a line."""
        standing = book.standing(today())
        if not standing.played:
            return []
        facts = {"played": standing.played, "won": standing.won, "streak": standing.streak}
        return [table_texts(self.preferences.language)("home.days", **facts)]

    def _prefer(self) -> None:
        self.preferences = replace(self.preferences, language=self.language.value)
        self.store.put("settings", asdict(self.preferences))
        self.speak()

    def _uploaded(self) -> None:
        if not self.upload.value:
            return
        file = self.upload.value[0]
        self.upload.value = ()
        tell = table_texts(self.preferences.language)
        try:
            count = self.store.import_all(bytes(file["content"]).decode("utf-8", "replace"))
        except Problem as problem:
            why = problem.tell(self.preferences.language)
            say(self.result, tell("home.import-failed", name=shortened(file["name"], 40), why=why))
            return
        say(self.result, tell("home.imported", count=count))
        self.preferences = kept_preferences(self.store)
        self.speak()

    def show(self) -> None:
        """Display the page in a notebook."""
        from IPython.display import display

        display(self.box)  # type: ignore[no-untyped-call]

    def close(self) -> None:
        """Close every widget of the page."""
        close_all(self.box)

    def __repr__(self) -> str:
        return f"<home page: {', '.join(GAMES)}>"


def _goes_on(kept: Any) -> bool:
    """Whether a kept match can be gone on with: it is whole, and not over."""
    try:
        return load(kept, find_game).outcome is None
    except Problem:
        return False


def _notebook(game: str, page: str) -> bool:
    """Whether there is such a page, beside the notebook that is open or among the kit's own."""
    name = f"{game}-{page}.ipynb"
    return any((folder / name).is_file() for folder in (Path.cwd(), notebooks_folder()))


def _tile(game: str, title: str, inside: str) -> str:
    """A tile in the mood of a game, with its emblem."""
    emblem = "".join(shape_svg(shape, face, 38, glyph) for shape, face, glyph in EMBLEMS[game])
    return (
        f'<div class="tk-tile tk-{game}"><div aria-hidden="true">{emblem}</div>'
        f"<h2>{escape(title)}</h2>{inside}</div>"
    )
