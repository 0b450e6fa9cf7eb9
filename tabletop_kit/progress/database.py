"""The SQLite file of a store: found, opened, checked, brought up to date, moved aside if damaged.

The journal is SQLite's write-ahead log with ``synchronous=NORMAL``: a killed process loses nothing
that was committed, and a power cut can cost the last moves but never the file. Where the log is
not to be had (some network folders), the classic journal is used, synced in full.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from tabletop_kit.engine.problem import Problem

APPLICATION = 0x7AB1E70B
"""Written in the file's header, so that no other program's database is taken for ours."""
SCHEMA = 1
BUSY_SECONDS = 5.0
LEAST_BYTES = 512
"""The smallest page of a database, and so the smallest file that can be one."""

_TABLES = """
CREATE TABLE match (
    game TEXT NOT NULL, slot TEXT NOT NULL, at TEXT NOT NULL, save TEXT NOT NULL, crc INTEGER,
    PRIMARY KEY (game, slot)
) WITHOUT ROWID;
CREATE TABLE finished (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, at TEXT NOT NULL, body TEXT NOT NULL, crc INTEGER
) WITHOUT ROWID;
CREATE INDEX finished_at ON finished (at);
CREATE TABLE record (
    name TEXT PRIMARY KEY, at TEXT NOT NULL, value TEXT NOT NULL, crc INTEGER
) WITHOUT ROWID;
"""
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class Damaged(Exception):
    """The file is no sound database."""


def open_database(path: Path, notices: list[Problem]) -> sqlite3.Connection:
    """A connection to the file, which is made where there is none.

    What a person should know is added to ``notices``. Raises :class:`Problem` where the file must
    be left alone or cannot be opened.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            return _sound(path)
        except Damaged:
            return _begun_anew(path, notices)
    except (sqlite3.Error, OSError) as error:
        raise Problem("store-closed", path=str(path), why=why(error)) from None


def _begun_anew(path: Path, notices: list[Problem]) -> sqlite3.Connection:
    """Move the damaged file aside, unless another process has done so meanwhile."""
    with _alone(path.with_suffix(".lock")):
        try:
            return _sound(path)
        except Damaged:
            aside = _move_aside(path)
            notices.append(Problem("store-damaged", aside=aside.name))
            return _sound(path)


def _sound(path: Path) -> sqlite3.Connection:
    """A connection to a file that was checked. Raises :class:`Damaged`."""
    if path.exists() and 0 < path.stat().st_size < LEAST_BYTES:  # SQLite would begin it anew
        raise Damaged
    database = _connect(path)
    try:
        _check(database, path)
    except BaseException as error:
        database.close()
        if isinstance(error, sqlite3.DatabaseError) and _code(error) in _DAMAGE:
            raise Damaged from None
        raise
    return database


def _connect(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(
        path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )
    # A damaged row may hold half a character; its checksum tells.
    database.text_factory = lambda raw: raw.decode("utf-8", "replace")
    return database


def _check(database: sqlite3.Connection, path: Path) -> None:
    database.execute("BEGIN")  # or another process could begin the file between two questions
    try:
        _recognise(database, path)
    finally:
        roll_back(database)
    _journal(database)
    if database.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise Damaged
    database.execute("BEGIN IMMEDIATE")  # two processes may begin the same file
    try:
        if _recognise(database, path) == 0:
            for statement in filter(str.strip, _TABLES.split(";")):
                database.execute(statement)
            database.execute(f"PRAGMA application_id = {APPLICATION}")
            database.execute(f"PRAGMA user_version = {SCHEMA}")
        _prove(database)
        database.execute("COMMIT")
    except BaseException:
        roll_back(database)
        raise


def _recognise(database: sqlite3.Connection, path: Path) -> int:
    """The schema of the file, 0 for an empty one. Raises :class:`Problem` where it is not ours."""
    kind = _number(database, "PRAGMA application_id")
    schema = _number(database, "PRAGMA user_version")
    if kind == APPLICATION:
        if schema > SCHEMA:
            raise Problem("store-future", path=str(path), version=schema, known=SCHEMA)
        return schema
    if kind or _number(database, "SELECT count(*) FROM sqlite_master"):
        raise Problem("store-foreign", path=str(path))
    return 0


def _number(database: sqlite3.Connection, asked: str) -> int:
    return int(database.execute(asked).fetchone()[0])


def _prove(database: sqlite3.Connection) -> None:
    """Raise :class:`Damaged` where the tables are not what they must be."""
    for table, columns in (("match", 5), ("finished", 5), ("record", 4)):
        try:
            found = database.execute(f"SELECT * FROM {table} LIMIT 1").description
        except sqlite3.OperationalError as error:
            if _code(error) == sqlite3.SQLITE_ERROR:  # no such table
                raise Damaged from None
            raise
        if len(found) != columns:
            raise Damaged


def _journal(database: sqlite3.Connection) -> None:
    """Turn the write-ahead log on; another process that does the same is waited for."""
    until = time.monotonic() + BUSY_SECONDS
    mode = ""
    while not mode:
        try:
            mode = str(database.execute("PRAGMA journal_mode = WAL").fetchone()[0])
        except sqlite3.OperationalError as error:
            if _code(error) != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.01)
    database.execute(f"PRAGMA synchronous = {'NORMAL' if mode == 'wal' else 'FULL'}")


def _move_aside(path: Path) -> Path:
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    aside = path.with_name(f"{path.stem}.damaged-{stamp}{path.suffix}")
    path.rename(aside)
    for tail in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            Path(f"{path}{tail}").rename(f"{aside}{tail}")
    return aside


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Only one process at a time is in here; a lock of SQLite's own, which no crash can leave."""
    with closing(sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        try:
            yield
        finally:
            lock.execute("ROLLBACK")


def roll_back(database: sqlite3.Connection) -> None:
    """End a transaction without its changes; nothing happens where SQLite has done so itself."""
    if database.in_transaction:
        database.execute("ROLLBACK")


def _code(error: sqlite3.Error) -> int:
    """SQLite's primary result code of an error."""
    return int(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) or 0) & 0xFF


def why(error: Exception) -> str:
    """The cause of an error, for a sentence that people read."""
    if isinstance(error, OSError):
        return error.strerror or type(error).__name__
    return str(error) or type(error).__name__
