"""The game of the day: played once for the record, told in a text that gives nothing away.

See ``docs/daily.md``. What the day's game is follows from the game and the date in UTC alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from html import escape
from typing import Any, TypeAlias

from ipywidgets import Textarea

from tabletop_kit.engine.daily import Daily, daily_check, daily_seed
from tabletop_kit.engine.game import Game
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.ruling import Json
from tabletop_kit.progress.base import Store
from tabletop_kit.table.chairs import seat_names
from tabletop_kit.table.language import table_texts
from tabletop_kit.table.parts import button, column, control, row, say, show, words
from tabletop_kit.table.seating import HUMAN

AnyMatch: TypeAlias = Match[Any, Any]
DAILY = "daily"
"""The key under which a match that counts for the record remembers its day."""
DAILY_SLOT = "daily"
MOST_DAYS = 400
"""How many days a record remembers; the oldest go."""


def today() -> date:
    """The day it is in UTC: the same day for everyone."""
    return datetime.now(UTC).date()


@dataclass(frozen=True, slots=True)
class Standing:
    """What a record comes to: days played and won, days in a row, and the best day."""

    played: int
    won: int
    streak: int
    best: str


class DailyBook:
    """The record of one game's days in a store, under ``daily/<game>``.

    Each day has ``begun`` (that its game was begun) and, once it is over, ``won``, ``score``,
    ``result``, ``marks``, ``moves`` and ``check``.
    """

    def __init__(self, game: Game[Any, Any], daily: Daily, store: Store) -> None:
        self.game, self.daily, self.store = game, daily, store

    @property
    def name(self) -> str:
        """The name of the record in the store."""
        return f"daily/{self.game.id}"

    def days(self) -> dict[str, dict[str, Json]]:
        """All days by date as text; what is damaged is passed over."""
        kept = self.store.get(self.name)
        kept = kept if isinstance(kept, dict) else {}
        return {day: told for day, told in kept.items() if _is_day(day, told)}

    def match(self, day: date, language: str = "en") -> AnyMatch:
        """A fresh match of that day, its seats named as at any table.

        The first one counts; the later ones are practice.
        """
        match = Match.begin(self.game, self.daily.options, daily_seed(self.game.id, day))
        usual = list(self.game.players())
        companions = [usual[min(1, len(usual) - 1)]] * (self.game.seat_count(match.position) - 1)
        match.extra = {"players": [HUMAN, *companions]}
        match.names = tuple(seat_names(self.game, [HUMAN, *companions], language))
        if day.isoformat() not in self.days():
            match.extra[DAILY] = day.isoformat()
        return match

    def begin(self, match: AnyMatch) -> None:
        """Note that the game of a day was begun: from now on another one is practice."""
        day = match.extra.get(DAILY)
        if isinstance(day, str) and day not in self.days():
            self._note(day, {"begun": True})

    def record(self, match: AnyMatch) -> bool:
        """Note how a day's game ended, once. Returns whether there was something to note."""
        day, outcome = match.extra.get(DAILY), match.outcome
        if outcome is None or not isinstance(day, str) or not _is_day(day, {}):
            return False
        told = self.days().get(day)
        if told is None or "check" in told or not self._is_of(match, date.fromisoformat(day)):
            return False
        result = self.game.result(match.position)
        won = bool(outcome.winners) and 0 in outcome.winners
        self._note(
            day,
            {
                "begun": True,
                "won": won,
                "score": self.daily.score(outcome, result),
                "result": result,
                "marks": self.daily.marks(match.events(None)),
                "moves": match.ply,
                "check": daily_check(match, date.fromisoformat(day)),
            },
        )
        return True

    def _is_of(self, match: AnyMatch, day: date) -> bool:
        """Whether this is the whole game of that day, and no other with its name on it."""
        seed, options = daily_seed(self.game.id, day), dict(self.daily.options)
        return match.seed == seed and match.options == options and match.start is None

    def _note(self, day: str, told: dict[str, Json]) -> None:
        def change(kept: Json) -> Json:
            days = kept if isinstance(kept, dict) else {}
            return dict(sorted({**days, day: told}.items())[-MOST_DAYS:])

        self.store.update(self.name, change)

    def standing(self, day: date) -> Standing:
        """What the record comes to on a day: a streak lasts while no day in it was left out."""
        over = {name: told for name, told in self.days().items() if "check" in told}
        last = day if day.isoformat() in over else day - timedelta(days=1)
        streak = 0
        while (last - timedelta(days=streak)).isoformat() in over:
            streak += 1
        best = max(over, key=lambda name: (over[name]["score"], name), default="")
        won = sum(told["won"] is True for told in over.values())
        return Standing(len(over), won, streak, best)

    def text(self, day: date, language: str) -> str:
        """What is passed on of a day: title, line, marks, check. Empty before it is over.

        There is no card and no seed in it.
        """
        told = self.days().get(day.isoformat(), {})
        if "check" not in told:
            return ""
        tell = table_texts(language)
        title = self.game.texts(language)("title")
        lines = [
            tell("daily.share-title", game=title, day=day.isoformat()),
            self.line(told, language),
            str(told["marks"]),
            tell("daily.share-check", check=told["check"], count=told["moves"]),
        ]
        return "\n".join(line for line in lines if line)

    def line(self, told: Mapping[str, Json], language: str) -> str:
        """How a day ended, in a few words."""
        won, result = told["won"] is True, told["result"]
        try:
            said = self.daily.line(won, result, self.game.texts(language))
        except LookupError:  # a result of an older kit, or changed by hand
            said = ""
        return said or table_texts(language)("daily.won" if won else "daily.lost")


def _is_day(day: str, told: Json) -> bool:
    """Whether this is an entry of a record: a store may have been changed by hand."""
    kinds = {"won": bool, "score": int, "result": dict, "marks": str, "moves": int, "check": str}
    try:
        date.fromisoformat(day)
    except ValueError:
        return False
    if not isinstance(told, dict):
        return False
    return "check" not in told or all(type(told.get(key)) is kind for key, kind in kinds.items())


class DailyDrawer:
    """A drawer with the game of the day; ``on_start`` gets its match, ``on_resume`` goes on."""

    def __init__(
        self,
        book: DailyBook,
        on_start: Callable[[AnyMatch], None],
        running: Callable[[date], AnyMatch | None],
        clock: Callable[[], date] = today,
    ) -> None:
        """``running`` gives the match of a day that is under way, if there is one."""
        self.book, self.on_start, self.running, self.clock = book, on_start, running, clock
        self.language = "en"
        self.heading = words()
        self.standing = words()
        self.start = button(self.play, "primary")
        self.about = words()
        self.result = control(Textarea, width="100%", rows=4, disabled=False)
        self.result_about = words()
        parts = [self.heading, self.about, row([self.start]), self.standing]
        self.box = column([*parts, self.result, self.result_about], "tk-drawer")

    def speak(self, language: str) -> None:
        """Say everything in a language, as the record is now."""
        self.language = language
        tell, day = table_texts(language), self.clock()
        title = tell("daily.title", day=day.isoformat())
        say(self.heading, f"<h2>{escape(title)}</h2>", markup=True)
        told = self.book.days().get(day.isoformat())
        state = self._state(told)
        say(self.about, f"{tell('daily.about')} {self._options()} {tell(f'daily.state.{state}')}")
        self.start.description = tell(f"daily.start.{state}")
        say(self.standing, self._standing(day))
        text = self.book.text(day, language)
        show(self.result, bool(text))
        self.result.value = text
        self.result.description = tell("daily.share")
        say(self.result_about, tell("daily.share-about") if text else "")

    def play(self) -> None:
        """Begin the game of the day, or go on with it; once it was played, a practice game."""
        match = self.running(self.clock())
        if match is None:
            match = self.book.match(self.clock(), self.language)
            self.book.begin(match)
        self.on_start(match)
        self.speak(self.language)

    @property
    def playable(self) -> bool:
        """Whether today's game still counts: it was not begun, or is under way."""
        told = self.book.days().get(self.clock().isoformat())
        return self._state(told) in ("new", "running")

    def _state(self, told: Mapping[str, Json] | None) -> str:
        if told is None:
            return "new"
        if "check" in told:
            return "over"
        return "running" if self.running(self.clock()) is not None else "begun"

    def _options(self) -> str:
        """What the game of the day is played with, in words."""
        texts = self.book.game.texts(self.language)
        said = []
        for option, value in self.book.daily.options.items():
            key = f"choice.{option}.{str(value).lower()}.title"
            if key in texts:
                said.append(f"{texts(f'option.{option}.title')}: {texts(key)}")
        return f"{'; '.join(said)}." if said else ""

    def _standing(self, day: date) -> str:
        tell, standing = table_texts(self.language), self.book.standing(day)
        if not standing.played:
            return ""
        best = self.book.line(self.book.days()[standing.best], self.language)
        facts = {"played": standing.played, "won": standing.won, "streak": standing.streak}
        return tell("daily.standing", best=best.rstrip("."), day=standing.best, **facts)
