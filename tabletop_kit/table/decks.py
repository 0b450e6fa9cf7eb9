"""A page of its own for deck building, as the drawer at the table has it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from ipywidgets import Dropdown

from tabletop_kit.engine.game import Game
from tabletop_kit.engine.problem import Problem
from tabletop_kit.engine.text import LANGUAGES
from tabletop_kit.progress import Store
from tabletop_kit.table.board import Board
from tabletop_kit.table.building import BuilderDrawer
from tabletop_kit.table.campaign import Campaign
from tabletop_kit.table.drawers import LANGUAGE_NAMES
from tabletop_kit.table.keeping import STORE_NAME, Keeping, kept_preferences
from tabletop_kit.table.language import table_texts
from tabletop_kit.table.parts import close_all, column, show, style


class DecksPanel:
    """Deck building of one game; ``box`` is an ordinary ipywidgets container.

    Decks are kept in ``store``, where the tables of the game find them. Raises ``Problem`` for a
    game without deck building.
    """

    def __init__(self, game: Game[Any, Any], store: Store) -> None:
        self.store = store
        self.preferences = kept_preferences(store)
        self.campaign = Campaign(game, store)
        if self.campaign.builder("en") is None:
            raise Problem("no-decks", game=game.id)
        options = [(LANGUAGE_NAMES[language], language) for language in LANGUAGES]
        self.language = Dropdown(options=options, value=self.preferences.language)
        self.language.add_class("tk-short")
        self.language.observe(lambda _change: self._prefer(), names="value")
        self.builder = BuilderDrawer(self.campaign, self._keep)
        self.builder.open()
        self.keeping = Keeping(store)
        self.board = Board(self.do, store=STORE_NAME)
        show(self.board, False)
        self.box = column([style(), self.language, self.builder.box, self.board], "tk-panel")
        self.speak()

    def do(self, intent: Mapping[str, Any]) -> None:
        """The hidden board only brings what the visitor's own browser has kept."""
        if intent["do"] == "ready" and self.keeping.adopt(intent):
            self.preferences = kept_preferences(self.store)
            self.language.value = self.preferences.language
            self.speak()

    def speak(self) -> None:
        """Say everything in the chosen language."""
        language = self.preferences.language
        self.language.description = table_texts(language)("settings.language")
        self.builder.speak(language)
        self._keep()

    def _keep(self) -> None:
        """Hand over to the visitor's browser what is to be kept there."""
        language = self.preferences.language
        self.board.show({"rev": 0, "language": language, **self.keeping.picture()})

    def _prefer(self) -> None:
        if self.language.value == self.preferences.language:
            return
        self.preferences = replace(self.preferences, language=self.language.value)
        self.store.put("settings", asdict(self.preferences))
        self.speak()

    def show(self) -> None:
        """Display the page in a notebook."""
        from IPython.display import display

        display(self.box)  # type: ignore[no-untyped-call]

    def close(self) -> None:
        """Close every widget."""
        close_all(self.box)
