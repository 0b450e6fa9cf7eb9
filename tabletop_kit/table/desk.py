"""The matches of one table, as a store keeps them: the running one, the one before, what is over.

A match that was shared, or that goes on from an earlier position, counts for nothing.
"""

from __future__ import annotations

from datetime import date
from secrets import randbelow
from typing import Any, TypeAlias

from tabletop_kit.engine.game import Game
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.problem import Problem
from tabletop_kit.engine.ruling import Json
from tabletop_kit.engine.save import load, save
from tabletop_kit.games import find_game
from tabletop_kit.progress import Store
from tabletop_kit.table.campaign import RUNG
from tabletop_kit.table.daily import DAILY, DAILY_SLOT
from tabletop_kit.table.language import table_texts
from tabletop_kit.table.lobby import FRESH_SEEDS

AnyMatch: TypeAlias = Match[Any, Any]
SLOT = "table"
BEFORE = "before"
"""The slot of the running match that another one has taken the place of: nothing is lost."""
COUNTED = (RUNG, DAILY)
"""The keys of ``extra`` by which a match counts for something outside itself."""


class Desk:
    """Keeps the matches of a table in ``store``; the running one under ``slot``.

    The game of the day has a slot of its own, so that neither pushes the other away.
    """

    def __init__(self, game: Game[Any, Any], store: Store, slot: str) -> None:
        self.game, self.store, self.slot = game, store, slot

    def kept(self, language: str) -> tuple[AnyMatch | None, str]:
        """The match that was being played here last, and what is to be said of it."""
        latest = [slot for _, slot in self.store.matches(self.game.id) if slot in self._slots][:1]
        notice = ""
        for slot in dict.fromkeys([*latest, self.slot]):
            match, said = self._kept(slot, language)
            if match is not None:
                return match, said
            notice = notice or said
        return None, notice

    def keep(self, match: AnyMatch) -> Json:
        """Keep a match as it is now; one that is over goes to the finished ones. Returns it."""
        data = save(match)
        self.store.keep_match(self.game.id, self._slot(match), data)
        outcome = match.outcome
        if outcome is not None:
            players = [str(who) for who in match.extra.get("players", ())]
            told = {"winners": list(outcome.winners), "rule": outcome.rule}
            self.store.add_finished(data, players, told)
        return data

    def make_room(self, current: AnyMatch, coming: AnyMatch) -> None:
        """Put the running match aside that ``coming`` takes the place of, if there is one."""
        if self._slot(coming) != self.slot:
            return
        former: AnyMatch | None = current
        if self._slot(current) != self.slot:
            former, _ = self._kept(self.slot, "en")
        if former is not None and former.ply and former.outcome is None:
            self.store.keep_match(self.game.id, BEFORE, save(former))

    def former_moves(self) -> int | None:
        """How many moves the match put aside has; ``None``: there is none."""
        kept = self.store.kept_match(self.game.id, BEFORE)
        return None if kept is None else len(kept["moves"])

    def former(self) -> AnyMatch | None:
        """Take the match up again that was put aside. Raises ``Problem`` where it is damaged."""
        data = self.store.kept_match(self.game.id, BEFORE)
        if data is None:
            return None
        match = load(data, find_game)
        self.store.drop_match(self.game.id, BEFORE)
        return match

    def again(self, former: AnyMatch) -> AnyMatch:
        """The same seats, players and options once more, on a fresh seed."""
        if former.start is not None:
            match = Match.at(self.game, former.start, randbelow(FRESH_SEEDS))
        else:
            match = Match.new(self.game, randbelow(FRESH_SEEDS), **former.options)
        match.names, match.extra = former.names, uncounted(former)
        return match

    def daily(self, current: AnyMatch, day: date) -> AnyMatch | None:
        """The game of a day that is under way: the current match, or the one kept."""
        for match in (current, self._kept(DAILY_SLOT, "en")[0]):
            if match is not None and match.extra.get(DAILY) == day.isoformat():
                return None if match.outcome else match
        return None

    @property
    def _slots(self) -> tuple[str, ...]:
        return (self.slot,) if self.game.daily is None else (self.slot, DAILY_SLOT)

    def _slot(self, match: AnyMatch) -> str:
        return DAILY_SLOT if DAILY in match.extra else self.slot

    def _kept(self, slot: str, language: str) -> tuple[AnyMatch | None, str]:
        data = self.store.kept_match(self.game.id, slot)
        if data is None:
            return None, ""
        try:
            match = load(data, find_game)
        except Problem as problem:
            return None, problem.tell(language)
        if match.outcome is not None:
            return None, ""
        said = table_texts(language)("notice.resumed", count=match.ply) if match.ply else ""
        return match, said


def uncounted(match: AnyMatch) -> dict[str, Json]:
    """What a match has with it, without what it would count for."""
    return {key: value for key, value in match.extra.items() if key not in COUNTED}
