"""A store in one SQLite file: every write is one transaction, and survives a killed process."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
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
from tabletop_kit.progress.database import open_database, roll_back, why

_KEEP_MATCH = "INSERT OR REPLACE INTO match VALUES (?, ?, ?, ?, ?)"
_KEEP_RECORD = "INSERT OR REPLACE INTO record VALUES (?, ?, ?, ?)"
_ADD_FINISHED = "INSERT OR IGNORE INTO finished VALUES (?, ?, ?, ?, ?)"


class FileStore:
    """A :class:`~tabletop_kit.progress.base.Store` in a file that several processes may share.

    Each row carries a checksum; a row that does not match it is left out and told once.
    """

    def __init__(self, path: Path, clock: Clock = now) -> None:
        """Open the file, or begin it.

        A damaged file is moved aside and told in :attr:`notices`. Raises :class:`Problem` where
        the file is of a newer schema or not of this kit (it is left alone), or cannot be opened.
        """
        self.path = path
        self.notices: list[Problem] = []
        self._clock = clock
        self._lock = RLock()
        self._told: set[str] = set()
        self._database = open_database(path, self.notices)

    @property
    def place(self) -> str:
        """The path of the file."""
        return str(self.path)

    # -- matches ---------------------------------------------------------------------------------

    def keep_match(self, game: str, slot: str, save: Json) -> None:
        """Keep the running match of a table. Raises ``Problem``."""
        good_table(game, slot)
        text = good_save(save, "The match", game)
        with self._writing() as database:
            database.execute(_KEEP_MATCH, (game, slot, self._clock(), text, _sum(text)))

    def kept_match(self, game: str, slot: str) -> Json | None:
        """The save of the running match of a table, or ``None``."""
        asked = "SELECT save, crc FROM match WHERE game = ? AND slot = ?"
        rows = self._read(asked, good_table(game, slot))
        return next((self._value(row, f"{game} {slot}") for row in rows), None)

    def drop_match(self, game: str, slot: str) -> None:
        """Forget the running match of a table."""
        with self._writing() as database:
            table = good_table(game, slot)
            database.execute("DELETE FROM match WHERE game = ? AND slot = ?", table)

    def matches(self, game: str | None = None) -> list[tuple[str, str]]:
        """Game and slot of the running matches, last changed first."""
        asked = "SELECT game, slot FROM match WHERE ?1 IN ('', game) ORDER BY at DESC, game, slot"
        return self._read(asked, (game or "",))

    def add_finished(self, save: Json, players: Sequence[str], outcome: Json) -> Finished:
        """Keep a finished match once. Raises ``Problem``."""
        one = good_finished(save, players, outcome, self._clock())
        with self._writing() as database:
            database.execute(_ADD_FINISHED, _finished_row(one))
            asked = "SELECT at, body, crc FROM finished WHERE id = ?"
            rows = database.execute(asked, (one.id,)).fetchall()
        return next((kept for row in rows if (kept := self._one(*row))), one)

    def finished(self, game: str | None = None, most: int | None = None) -> list[Finished]:
        """The finished matches, latest first."""
        asked = (
            "SELECT at, body, crc FROM finished WHERE ?1 IN ('', game)"
            " ORDER BY at DESC, id DESC LIMIT ?2"
        )
        rows = self._read(asked, (game or "", -1 if most is None else most))
        return [one for row in rows if (one := self._one(*row))]

    # -- records ---------------------------------------------------------------------------------

    def get(self, name: str, default: Json = None) -> Json:
        """The record of that name, or ``default``."""
        asked = "SELECT value, crc FROM record WHERE name = ?"
        rows = self._read(asked, (good_name(name),))
        found = next((self._value(row, name) for row in rows), None)
        return default if found is None else found

    def put(self, name: str, value: Json) -> None:
        """Keep a record; ``None`` removes it. Raises ``Problem``."""
        self.update(name, lambda _: value)

    def update(self, name: str, change: Change, default: Json = None) -> Json:
        """Replace a record by what ``change`` makes of it. Raises ``Problem``."""
        with self._writing() as database:
            value = change(self.get(name, default))
            text = plain(value, MOST_RECORD, name)
            if value is None:
                database.execute("DELETE FROM record WHERE name = ?", (name,))
            else:
                database.execute(_KEEP_RECORD, (name, self._clock(), text, _sum(text)))
        return json.loads(text)

    def names(self, family: str = "") -> list[str]:
        """The names of the records, sorted."""
        found = [str(row[0]) for row in self._read("SELECT name FROM record ORDER BY name")]
        return [name for name in found if not family or name.partition("/")[0] == family]

    # -- everything ------------------------------------------------------------------------------

    def export_all(self) -> str:
        """Everything as the text of one file."""
        with self._writing():
            return whole.write(self._everything())

    def import_all(self, text: str, mode: Mode = "merge") -> int:
        """Take in an exported file. Raises ``Problem``, and then nothing is changed."""
        others = whole.read(text)
        with self._writing() as database:
            new = whole.taken_in(self._everything(), others, mode)
            self._become(database, new)
        return len(others)

    def clear(self) -> None:
        """Forget everything."""
        with self._writing() as database:
            self._become(database, Contents())

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._database.close()

    # -- inner -----------------------------------------------------------------------------------

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction, alone among all processes; on any error nothing of it remains."""
        with self._lock, self._told_as_problem():
            if self._database.in_transaction:  # an update inside an update: part of the outer one
                yield self._database
                return
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield self._database
                self._database.execute("COMMIT")
            except BaseException:
                roll_back(self._database)
                raise

    @contextmanager
    def _told_as_problem(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise Problem("store-write", path=self.place, why=why(error)) from None

    def _read(self, asked: str, values: Sequence[Json] = ()) -> list[tuple[Json, ...]]:
        with self._lock, self._told_as_problem():
            return self._database.execute(asked, values).fetchall()

    def _value(self, row: Sequence[Json], name: str) -> Json:
        """A value, or ``None`` (and a notice) where it is not what was once written."""
        text, crc = row
        if isinstance(text, str) and _sum(text) == crc:
            return json.loads(text)
        if name not in self._told:
            self._told.add(name)
            self.notices.append(Problem("store-row", name=name))
        return None

    def _one(self, at: str, body: Json, crc: Json) -> Finished | None:
        value = self._value((body, crc), f"match of {at}")
        return value and Finished(value["save"], tuple(value["players"]), value["outcome"], at)

    def _everything(self) -> Contents:
        found = Contents({}, {one.id: one for one in self.finished()})
        for game, slot, at, *row in self._read("SELECT * FROM match"):
            if (save := self._value(row, f"{game} {slot}")) is not None:
                found.matches[game, slot] = Row(save, at)
        for name, at, *row in self._read("SELECT * FROM record"):
            if (value := self._value(row, name)) is not None:
                found.records[name] = Row(value, at)
        return found

    def _become(self, database: sqlite3.Connection, new: Contents) -> None:
        for table in ("match", "finished", "record"):
            database.execute(f"DELETE FROM {table}")
        for (game, slot), row in new.matches.items():
            text = good_save(row.value, "The match", game)
            database.execute(_KEEP_MATCH, (game, slot, row.at, text, _sum(text)))
        database.executemany(_ADD_FINISHED, map(_finished_row, new.finished.values()))
        for name, row in new.records.items():
            text = plain(row.value, MOST_RECORD, name)
            database.execute(_KEEP_RECORD, (name, row.at, text, _sum(text)))


def _finished_row(one: Finished) -> tuple[Json, ...]:
    body = {"save": one.save, "players": one.players, "outcome": one.outcome}
    text = plain(body, whole.MOST_CHARACTERS, "A finished match")
    return one.id, one.game, one.at, text, _sum(text)


def _sum(text: str) -> int:
    return zlib.crc32(text.encode())
