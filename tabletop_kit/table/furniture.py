"""The furniture of a table: the board, and ordinary widgets around it, with what they say."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from datetime import date
from functools import partial
from typing import Any

from tabletop_kit.engine.game import Game
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.ruling import Json
from tabletop_kit.progress import Store
from tabletop_kit.table.board import Board
from tabletop_kit.table.building import BuilderDrawer
from tabletop_kit.table.campaign import Campaign, Tournament, WorkshopDrawer
from tabletop_kit.table.coach import CoachPanel
from tabletop_kit.table.daily import DAILY, DailyBook, DailyDrawer
from tabletop_kit.table.drawers import DrawerBar, Replay, Rules, Settings
from tabletop_kit.table.keeping import STORE_NAME, Keeping, kept_preferences
from tabletop_kit.table.language import table_texts
from tabletop_kit.table.lobby import Lobby
from tabletop_kit.table.lobby_drawer import LobbyDrawer
from tabletop_kit.table.parts import Later, column, guarded, show, style
from tabletop_kit.table.plain import PlainTable
from tabletop_kit.table.preferences import Preferences
from tabletop_kit.table.share import Share
from tabletop_kit.table.talk import TalkStrip
from tabletop_kit.table.windows import ASK_ME, has_windows

PATIENCE = 20.0
"""Seconds after which a front end that has drawn no board gets the plain table."""


class Furniture(ABC):
    """The widgets of a table of one game: board, buttons, drawers. What they do, a panel says.

    ``show()`` displays it; ``box`` is an ordinary ipywidgets container to be put anywhere. What is
    abstract here is what the widgets call when a person uses them.
    """

    def __init__(self, game: Game[Any, Any], store: Store) -> None:
        """All widgets, not yet speaking; preferences and progress are those of ``store``."""
        self.game, self.store = game, store
        self.preferences = kept_preferences(store)
        self.ended_what = ""
        self.notice = self.news = ""
        self.plain_table = PlainTable(self._do_plainly, self.weigh)
        self.patience = Later()
        self.board = Board(self.do, store=STORE_NAME, weigh=self.weigh, standing={ASK_ME})
        self.keeping = Keeping(store)
        to_daily = None if game.daily is None else partial(self.toggle, DAILY)
        begin, former = self.begin, self.back_to_former
        self.new = LobbyDrawer(lambda box: Lobby(game, begin, former, to_daily, box))
        self.share = Share(game.id, self.open)
        self.replay = Replay(self.look, self.branch)
        self.rules = Rules(game)
        self.campaign = Campaign(game, store)
        self.tournament = Tournament(self.campaign, self.begin)
        self.workshop = WorkshopDrawer(self.campaign, self.speak)
        builds = self.campaign.builder("en") is not None
        self.builder = BuilderDrawer(self.campaign, self._offer) if builds else None
        self.settings = Settings(self.preferences, self.prefer, windows=has_windows(game))
        self.daily, self.talk = self._daily(), TalkStrip(game, self.refresh)
        self.coach = CoachPanel(game, self.begin)
        self.bar = DrawerBar(self._drawers(), self._opened)
        self.box = self._box()

    # -- what is done with them --------------------------------------------------------------

    @abstractmethod
    def do(self, intent: Mapping[str, Any]) -> None:
        """Carry out an intent of the board."""

    @abstractmethod
    def weigh(self, words: list[str]) -> Mapping[str, Any] | None:
        """What a selection would do, before anything is committed."""

    @abstractmethod
    def begin(self, match: Match[Any, Any]) -> None:
        """Play this match from now on."""

    @abstractmethod
    def back_to_former(self) -> None:
        """Go back to the running match that this one has taken the place of."""

    @abstractmethod
    def open(self, match: Match[Any, Any]) -> None:
        """Play a match that was loaded."""

    @abstractmethod
    def look(self, ply: int | None) -> None:
        """Look at an earlier position."""

    @abstractmethod
    def branch(self) -> None:
        """A new match from the position looked at."""

    @abstractmethod
    def prefer(self, preferences: Preferences) -> None:
        """Take over a person's preferences."""

    @abstractmethod
    def refresh(self) -> None:
        """Show how things stand."""

    @abstractmethod
    def begin_day(self, match: Match[Any, Any]) -> None:
        """Play the game of a day, or practise it."""

    @abstractmethod
    def under_way(self, day: date) -> Match[Any, Any] | None:
        """The game of a day that is under way."""

    @abstractmethod
    def _opened(self, name: str) -> None:
        """A drawer was opened (or none)."""

    @property
    def lobby(self) -> Lobby:
        """Where a new match is made; its widgets are made once somebody asks for them."""
        return self.new.lobby

    # -- widgets -----------------------------------------------------------------------------

    def _drawers(self) -> dict[str, Any]:
        more: dict[str, Any] = {} if self.daily is None else {DAILY: self.daily}
        if self.campaign.ladder("en") is not None:
            more["tournament"] = self.tournament
        if self.campaign.workshop("en") is not None:
            more["workshop"] = self.workshop
        if self.builder is not None:
            more["builder"] = self.builder
        return {
            "new": self.new,
            **more,
            "replay": self.replay,
            "share": self.share,
            "rules": self.rules,
            "settings": self.settings,
        }

    def _daily(self) -> DailyDrawer | None:
        if self.game.daily is None:
            return None
        book = DailyBook(self.game, self.game.daily, self.store)
        return DailyDrawer(book, self.begin_day, self.under_way)

    def _box(self) -> Any:
        drawers = [drawer.box for drawer in self.bar.drawers.values()]
        show(self.board, not self.preferences.plain)
        show(self.plain_table.widget, self.preferences.plain)
        table = [self.board, self.plain_table.widget, self.talk.box, self.coach.box]
        return column([style(), self.bar.box, *drawers, *table], "tk-panel")

    def speak(self) -> None:
        """Say everything in the chosen language."""
        language = self.preferences.language
        tell = table_texts(language)
        self.ended_what = tell("notice.ended-file" if self.store.place else "notice.ended-browser")
        self.bar.speak(language)
        self.new.speak(language, self._presets)
        self.coach.speak(language)
        for name, drawer in self.bar.drawers.items():
            if name != "new":
                drawer.speak(language)

    def _presets(self) -> dict[str, list[tuple[str, Json]]]:
        """Values beside the fixed choices of options: the game's own, and one's own decks."""
        language = self.preferences.language
        texts = self.game.texts(language)
        found = {
            option.id: list(self.game.presets(option.id, texts)) for option in self.game.options
        }
        workshop = self.campaign.workshop(language)
        if workshop is not None:
            own = (table_texts(language)("lobby.own-deck"), workshop.deck())
            found.setdefault(workshop.option, []).append(own)
        builder = self.campaign.builder(language)
        if builder is not None:
            found.setdefault(builder.option, []).extend(builder.values())
        return found

    def _offer(self) -> None:
        """Offer one's decks in the lobby as they are now, and let the browser keep them."""
        self.new.speak(self.preferences.language, self._presets)
        self.refresh()

    def toggle(self, name: str) -> None:
        """Open a drawer, or close it if it is open; one is open at a time."""
        self.bar.toggle(name)

    def show(self) -> None:
        """Display the table in a notebook."""
        from IPython.display import display

        display(self.box)  # type: ignore[no-untyped-call]
        self.wait_for_board()

    def wait_for_board(self) -> None:
        """Where no board reports in time, show the plain table until one does."""
        if self.patience.live:
            self.patience.run(PATIENCE, self._no_board)

    def _no_board(self) -> None:
        if not self.board.ready:
            self.keeping.awaited = False
            show(self.plain_table.widget, True)
            self.refresh()

    def _do_plainly(self, intent: Mapping[str, Any]) -> None:
        guarded(partial(self.do, intent))

    def __repr__(self) -> str:
        return f"<table of {self.game.id}, {self.board!r}>"
