"""A store that lasts as long as the process: for tests, and where nothing else can be kept."""

from __future__ import annotations

import json
from collections.abc import Sequence
from threading import RLock

from tabletop_kit.engine.problem import Problem
from tabletop_kit.engine.ruling import Json
from tabletop_kit.progress import contents as whole
from tabletop_kit.progress.base import (
    MOST_RECORD,
    Change,
    Clock,
    Finished,
    Mode,
    good_finished,
    good_name,
    good_save,
    good_table,
    now,
    plain,
)
from tabletop_kit.progress.contents import Contents, Row


class MemoryStore:
    """A :class:`~tabletop_kit.progress.base.Store` in memory.

    Values are kept as JSON text, so that nothing that was handed in can be changed from outside.
    """

    def __init__(self, clock: Clock = now, notices: Sequence[Problem] = ()) -> None:
        """``clock`` tells the moment; ``notices`` are sentences that a person should see."""
        self.notices: list[Problem] = list(notices)
        self._clock = clock
        self._lock = RLock()
        self._contents = Contents()

    @property
    def place(self) -> str:
        """There is no file."""
        return ""

    # -- matches ---------------------------------------------------------------------------------

    def keep_match(self, game: str, slot: str, save: Json) -> None:
        """Keep the running match of a table. Raises ``Problem``."""
        table = good_table(game, slot)
        row = Row(good_save(save, "The match", game), self._clock())
        with self._lock:
            self._contents.matches[table] = row
            self._match_changed(table)

    def kept_match(self, game: str, slot: str) -> Json | None:
        """The save of the running match of a table, or ``None``."""
        row = self._contents.matches.get(good_table(game, slot))
        return None if row is None else json.loads(row.value)

    def drop_match(self, game: str, slot: str) -> None:
        """Forget the running match of a table."""
        table = good_table(game, slot)
        with self._lock:
            if self._contents.matches.pop(table, None) is not None:
                self._match_changed(table)

    def matches(self, game: str | None = None) -> list[tuple[str, str]]:
        """Game and slot of the running matches, last changed first."""
        rows = [(row.at, table) for table, row in self._contents.matches.items()]
        return [table for _, table in sorted(rows, reverse=True) if game in (None, table[0])]

    def add_finished(self, save: Json, players: Sequence[str], outcome: Json) -> Finished:
        """Keep a finished match once. Raises ``Problem``."""
        one = good_finished(save, players, outcome, self._clock())
        with self._lock:
            if one.id not in self._contents.finished:
                self._contents.finished[one.id] = one
                self._finished_changed(one.id)
            return self._contents.finished[one.id]

    def finished(self, game: str | None = None, most: int | None = None) -> list[Finished]:
        """The finished matches, latest first."""
        found = [one for one in self._contents.finished.values() if game in (None, one.game)]
        return sorted(found, key=lambda one: (one.at, one.id), reverse=True)[:most]

    # -- records ---------------------------------------------------------------------------------

    def get(self, name: str, default: Json = None) -> Json:
        """The record of that name, or ``default``."""
        row = self._contents.records.get(good_name(name))
        return default if row is None else json.loads(row.value)

    def put(self, name: str, value: Json) -> None:
        """Keep a record; ``None`` removes it. Raises ``Problem``."""
        self.update(name, lambda _: value)

    def update(self, name: str, change: Change, default: Json = None) -> Json:
        """Replace a record by what ``change`` makes of it. Raises ``Problem``."""
        with self._lock:
            value = change(self.get(name, default))
            text = plain(value, MOST_RECORD, good_name(name))
            if value is None:
                self._contents.records.pop(name, None)
            else:
                self._contents.records[name] = Row(text, self._clock())
            self._record_changed(name)
            return json.loads(text)

    def names(self, family: str = "") -> list[str]:
        """The names of the records, sorted."""
        found = sorted(self._contents.records)
        return [name for name in found if not family or name.partition("/")[0] == family]

    # -- everything ------------------------------------------------------------------------------

    def export_all(self) -> str:
        """Everything as the text of one file."""
        with self._lock:
            return whole.write(self._opened())

    def import_all(self, text: str, mode: Mode = "merge") -> int:
        """Take in an exported file. Raises ``Problem``, and then nothing is changed."""
        others = whole.read(text)
        with self._lock:
            self._become(whole.taken_in(self._opened(), others, mode))
        return len(others)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._become(Contents())

    def close(self) -> None:
        """Nothing is held."""

    def _opened(self) -> Contents:
        """The contents with values instead of texts."""
        kept = self._contents
        return Contents(
            {table: Row(json.loads(row.value), row.at) for table, row in kept.matches.items()},
            dict(kept.finished),
            {name: Row(json.loads(row.value), row.at) for name, row in kept.records.items()},
        )

    def _become(self, new: Contents) -> None:
        old, self._contents = (
            self._contents,
            Contents(
                {
                    table: Row(good_save(row.value, "The match", table[0]), row.at)
                    for table, row in new.matches.items()
                },
                dict(new.finished),
                {
                    name: Row(plain(row.value, MOST_RECORD, name), row.at)
                    for name, row in new.records.items()
                },
            ),
        )
        self._became(old)

    # -- what the browser's store listens to -----------------------------------------------------

    def _match_changed(self, table: tuple[str, str]) -> None:
        """The match of a table was kept or dropped."""

    def _finished_changed(self, one: str) -> None:
        """A finished match was added."""

    def _record_changed(self, name: str) -> None:
        """A record was put or removed."""

    def _became(self, old: Contents) -> None:
        """All contents were exchanged; ``old`` is what they were."""
