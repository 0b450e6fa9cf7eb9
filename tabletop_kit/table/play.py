"""A table to play at: the board, and ordinary widgets around it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from datetime import date
from typing import Any

from tabletop_kit.engine.game import Game
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.problem import Problem
from tabletop_kit.progress import Store
from tabletop_kit.table.campaign import RUNG
from tabletop_kit.table.daily import DAILY
from tabletop_kit.table.desk import SLOT, Desk, uncounted
from tabletop_kit.table.dressing import AGAIN, dressed
from tabletop_kit.table.furniture import Furniture
from tabletop_kit.table.keeping import kept_preferences
from tabletop_kit.table.language import table_texts
from tabletop_kit.table.lobby_drawer import usual_match
from tabletop_kit.table.pace import Pacer
from tabletop_kit.table.parts import close_all, show
from tabletop_kit.table.picture import GO_ON
from tabletop_kit.table.seating import seated
from tabletop_kit.table.session import Preferences, Session
from tabletop_kit.table.share import ADDRESS
from tabletop_kit.table.weighing import weighing
from tabletop_kit.table.windows import PASSING

__all__ = ["SLOT", "PlayPanel"]


class PlayPanel(Furniture):
    """A table of one game that is played at. It keeps the running match in ``store``."""

    def __init__(
        self,
        game: Game[Any, Any],
        store: Store,
        match: Match[Any, Any] | None = None,
        slot: str = SLOT,
    ) -> None:
        """``match`` is played on where it is given; else the kept one, else a fresh one."""
        self.desk = Desk(game, store, slot)
        self.waiting: Match[Any, Any] | None = None
        super().__init__(game, store)
        self.pacer = Pacer(lambda: self.session, self.refresh, self._stuck)
        self.later = self.pacer.later
        self.session = self._session(match or self._resumed() or self.fresh())
        self.speak()
        self.refresh()

    # -- matches -----------------------------------------------------------------------------

    @property
    def match(self) -> Match[Any, Any]:
        """The match that is played here."""
        return self.session.match

    @property
    def running(self) -> bool:
        """Whether a match is under way that somebody would miss."""
        return self.match.ply > 0 and self.match.outcome is None

    def fresh(self) -> Match[Any, Any]:
        """A match with the lobby's defaults: a person, and kit players at the other seats."""
        return usual_match(self.game, self.preferences.language)

    def begin(self, match: Match[Any, Any], kept: bool = True) -> None:
        """Play this match from now on.

        One that is not ``kept`` is there to be looked at, as a notebook shows it whenever it is
        opened: it takes the place of the match before it once somebody plays on in it.
        """
        self.pacer.hold()
        self.notice = self.news = ""
        self.waiting = None if kept else self.waiting or self.match
        if kept:
            self.desk.make_room(self.match, match)
        revision = self.session.revision + 1
        self.session = self._session(match)
        self.session.revision = revision
        self._keep()
        self.bar.close()
        self.refresh()

    def back_to_former(self) -> None:
        """Go back to the running match that this one has taken the place of."""
        try:
            match = self.desk.former()
        except Problem as problem:
            self.notice = problem.tell(self.preferences.language)
            self.refresh()
            return
        if match is not None:
            self.begin(match)

    def rematch(self) -> None:
        """Play the same pairing with the same options once more, on a fresh seed.

        After a match of the tournament the next step is chosen there.
        """
        if RUNG in self.match.extra:
            self.toggle("tournament")
            return
        self.begin(self.desk.again(self.match))

    def open(self, match: Match[Any, Any]) -> None:
        """Play a match that was loaded; it counts for nothing beyond itself."""
        match.extra = uncounted(match)
        self.begin(match)
        self.notice = table_texts(self.preferences.language)("notice.opened")
        self.refresh()

    def _session(self, match: Match[Any, Any]) -> Session:
        strict = {RUNG: "tournament.strict", DAILY: "daily.strict"}
        session = Session(match, seated(self.game, match), self.preferences, self._keep)
        session.strict = next((strict[key] for key in match.extra if key in strict), "")
        session.think = self.pacer.think
        return session

    def _resumed(self) -> Match[Any, Any] | None:
        match, self.notice = self.desk.kept(self.preferences.language)
        return match

    def _keep(self) -> None:
        """Keep the match after every change, and count it where it is over and counts.

        What the table has played by itself and goes on from is not kept: it would play it again.
        """
        session = self.session
        if session.people and session.by_itself and not session.decided(self.match.last):
            return
        if self.waiting is not None:
            if not session.decided(self.match.last):
                return
            self.desk.make_room(self.waiting, self.match)
            self.waiting = None
        language = self.preferences.language
        data = self.desk.keep(self.match)
        if self.match.outcome is None:
            return
        if self.daily is not None and self.daily.book.record(self.match):
            self.news = table_texts(language)("daily.over")
            self.daily.speak(language)
        news = self.campaign.record(self.match, data, language)
        if news:
            self.news = news
            self.tournament.speak(language)
            self.workshop.speak(language)

    def under_way(self, day: date) -> Match[Any, Any] | None:
        """The game of a day that is under way, here or kept."""
        return self.desk.daily(self.match, day)

    def begin_day(self, match: Match[Any, Any]) -> None:
        """Play the game of a day; a match that does not count is said to be practice."""
        self.begin(match)
        if DAILY not in match.extra:
            self.notice = table_texts(self.preferences.language)("daily.practice")
            self.refresh()

    def show_daily(self) -> None:
        """Today's game: begun, gone on with, or, where it was played, how it went."""
        if self.daily is None:
            return
        if self.daily.playable:
            self.daily.play()
        elif self.bar.open != DAILY:
            self.toggle(DAILY)

    # -- what a person does ------------------------------------------------------------------

    def do(self, intent: Mapping[str, Any]) -> None:
        """Carry out an intent of the board (see ``docs/table.md``) and show what came of it."""
        doing: dict[str, Callable[[], object]] = {
            "move": lambda: self._move(intent["text"], intent["at"]),
            "rule": lambda: self.session.open_card(intent["id"]),
            "close": self._closed,
            "hint": self.session.ask_hint,
            "undo": self._undo,
            "redo": self._redo,
            "lift": self.session.lift,
            "ready": lambda: self._ready(intent),
            "look": lambda: self.look(intent["ply"]),
        }
        doing[intent["do"]]()
        self.refresh()

    def weigh(self, words: list[str]) -> Mapping[str, Any] | None:
        """What a selection would do, before anything is committed."""
        self.talk.prepare(words)
        return weighing(self.session, words)

    def _move(self, text: str, at: str) -> None:
        self.notice = ""
        if at == GO_ON:
            self.session.go_on()
            return
        if at in PASSING:
            self.session.say_of_windows(at)
            return
        if at == AGAIN and self.match.outcome is not None:
            self.rematch()
            return
        self.session.try_move(text, at)

    def _closed(self) -> None:
        self.session.close()
        self.notice = ""

    def _undo(self) -> None:
        self.pacer.hold()
        self.session.undo()

    def _redo(self) -> None:
        self.pacer.hold()
        self.session.redo()

    def look(self, ply: int | None) -> None:
        """Look at an earlier position; ``None`` or the last one: come back."""
        self.session.look_at(ply)
        self.refresh()

    def branch(self) -> None:
        """A new match from the position looked at; the running one stays among the finished."""
        look = self.session.look
        if look is None:
            return
        match = self.match.branch()
        match.last, match.extra = look, uncounted(match)
        self.begin(match)

    def _ready(self, intent: Mapping[str, Any]) -> None:
        """A page has come: take in what its browser kept, and open what its address names."""
        self.patience.forget()
        show(self.plain_table.widget, self.preferences.plain)
        if self.keeping.adopt(intent):
            self._take_preferences()
            kept = None if self.match.ply else self._resumed()
            if kept is not None:
                self.session = self._session(kept)
                self.session.revision += 1
        address = str(intent["address"]).lstrip("#")
        if address.startswith(ADDRESS):
            match = self.share.read(address.removeprefix(ADDRESS), "#")
            if match is not None:
                self.open(match)
            else:
                self.notice = self.share.result_text
        if address == DAILY and self.bar.open != DAILY and self.daily is not None:
            self.toggle(DAILY)

    def _take_preferences(self) -> None:
        """What was kept may have been chosen on another page of the visitor's."""
        kept = kept_preferences(self.store)
        if kept != self.preferences:
            self.preferences = self.session.preferences = kept
            self.settings.follow(kept)
        self.speak()

    def prefer(self, preferences: Preferences) -> None:
        """Take over a person's preferences and keep them."""
        show(self.board, not preferences.plain)
        show(self.plain_table.widget, preferences.plain)
        spoken = preferences.language != self.preferences.language
        self.preferences = self.session.preferences = preferences
        self.store.put("settings", asdict(preferences))
        if spoken:
            self.speak()
        self.refresh()

    # -- showing -----------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the session, and let the kit play where it is to move."""
        self.coach.hush()
        self.replay.show(self.session)
        self.talk.show(self.session)
        drawn = self.picture()
        self.board.show(drawn)
        if self.preferences.plain or self.plain_table.widget.layout.display != "none":
            self.plain_table.show(drawn)
        self.coach.follow(self.session)
        if not self.keeping.awaited:
            self.pacer.go_on()

    def _opened(self, name: str) -> None:
        if name == "share":
            self.share.show(self.session.match)
        if name == "rules":
            self.rules.open()
        if name == "builder" and self.builder is not None:
            self.builder.open()
        if name == "new":
            self.lobby.set_running(self.running)
            self.lobby.offer_former(self.desk.former_moves())
        if name == DAILY and self.daily is not None:
            self.daily.speak(self.preferences.language)
        if name != "replay" and self.session.look is not None:
            self.session.look_at(None)
        self.refresh()

    def _stuck(self) -> None:
        self.notice = table_texts(self.preferences.language)("notice.stuck")
        self.board.show(self.picture())

    def picture(self) -> dict[str, Any]:
        """The session's picture with what the panel adds: tools, slider, notice."""
        said = {"ended_what": self.ended_what, "notice": self.notice, "news": self.news}
        replay = self.bar.open == "replay"
        return dressed(self.session, said, replay=replay, keep=self.keeping.picture())

    def close(self) -> None:
        """Close every widget of the table; the match stays kept."""
        self.pacer.hold()
        self.coach.rest()
        self.patience.forget()
        self.plain_table.close()
        close_all(self.box)
