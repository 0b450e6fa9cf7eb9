"""A store for public hosts: kept in memory, mirrored to the visitor's own browser.

Nothing is written to the server's disk, and nothing is shared between visitors: each has a kernel
of their own, and what it knows comes from their browser alone. That makes everything the browser
sends hostile input.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence

from tabletop_kit.engine.problem import Problem
from tabletop_kit.engine.ruling import Json
from tabletop_kit.engine.save import pack, unpack
from tabletop_kit.progress.base import (
    MOST_RECORD,
    Clock,
    Finished,
    good_finished,
    good_moment,
    good_name,
    good_save,
    good_table,
    now,
    plain,
)
from tabletop_kit.progress.contents import Contents, Row
from tabletop_kit.progress.memory import MemoryStore

Callback = Callable[[str, str | None], None]
"""Told of each change: a key, and the text to keep under it (``None``: nothing any more)."""

LAYOUT = "v1/"
"""Every key begins so; keys of another layout belong to another version of the kit."""
MOST_VALUE = 200_000
MOST_KEYS = 1_000
MOST_KEPT = 4_000_000
"""The most characters that one visitor's browser may hand in; browsers keep about five million."""
MOST_FINISHED = 200
"""How many finished matches a browser keeps; the oldest go."""


class BrowserStore(MemoryStore):
    """A :class:`~tabletop_kit.progress.base.Store` whose home is the visitor's browser.

    Each thing is one short text under one key. A match is kept as its share code.
    """

    def __init__(self, clock: Clock = now, notices: Sequence[Problem] = ()) -> None:
        """As :class:`MemoryStore`."""
        super().__init__(clock, notices)
        self.adopted = False
        """Whether the browser has said what it kept; before that, keep nothing over it."""
        self._callbacks: list[Callback] = []
        self._unheard: dict[str, None] = {}
        self._complained = False

    def on_change(self, callback: Callback) -> Callable[[], None]:
        """Call ``callback(key, value)`` for each change; returns what ends that.

        What changed while nobody listened is told at once.
        """
        with self._lock:
            self._callbacks.append(callback)
            unheard, self._unheard = self._unheard, {}
            for key in unheard:
                callback(key, self.value(key))
        return lambda: self._callbacks.remove(callback) if callback in self._callbacks else None

    def value(self, key: str) -> str | None:
        """The text that the browser is to keep under a key, or ``None``."""
        return dict(self._values(self._contents)).get(key)

    def values(self) -> dict[str, str]:
        """All texts that the browser is to keep, by key."""
        return dict(self._values(self._contents))

    def adopt(self, kept: Mapping[str, str]) -> int:
        """Take in what a browser has kept, and return how many things were new to this store.

        Of two versions of one thing the one changed later counts. What is damaged is left out,
        and told once in :attr:`notices`; keys of another layout are left alone.
        """
        found, bad = Contents(), 0
        entries = [item for item in list(kept.items())[:MOST_KEYS] if _is_ours(item[0])]
        room = MOST_KEPT
        for key, value in entries:
            room -= len(value) if isinstance(value, str) else 0
            if room < 0 or not _take(found, key, value):
                bad += 1
        if bad and not self._complained:
            self._complained = True
            self.notices.append(Problem("store-browser", count=bad, all=len(entries)))
        with self._lock:
            self.adopted = True
            return self._adopted(found)

    def _adopted(self, found: Contents) -> int:
        """Take in sound contents; the browser has them already, so it is not told."""
        old = self._contents
        new = old.merged(found)
        self._contents = new
        self._trim()
        fresh = [row for key, row in new.matches.items() if old.matches.get(key) != row]
        fresh += [row for name, row in new.records.items() if old.records.get(name) != row]
        return len(fresh) + len(new.finished.keys() - old.finished.keys())

    # -- telling the browser ---------------------------------------------------------------------

    def _tell(self, key: str, value: str | None) -> None:
        if not self._callbacks:
            self._unheard[key] = None
        for callback in list(self._callbacks):
            callback(key, value)

    def _match_changed(self, table: tuple[str, str]) -> None:
        row = self._contents.matches.get(table)
        self._tell(_match_key(table), None if row is None else _match_text(row))

    def _record_changed(self, name: str) -> None:
        row = self._contents.records.get(name)
        self._tell(_record_key(name), None if row is None else _record_text(row))

    def _finished_changed(self, one: str) -> None:
        self._tell(_finished_key(one), _finished_text(self._contents.finished[one]))
        self._trim()

    def _trim(self) -> None:
        for one in self.finished()[MOST_FINISHED:]:
            del self._contents.finished[one.id]
            self._tell(_finished_key(one.id), None)

    def _became(self, old: Contents) -> None:
        self._trim()
        before, after = dict(self._values(old)), self.values()
        for key in before.keys() - after.keys():
            self._tell(key, None)
        for key, value in after.items():
            if before.get(key) != value:
                self._tell(key, value)

    @staticmethod
    def _values(contents: Contents) -> Iterator[tuple[str, str]]:
        for table, row in contents.matches.items():
            yield _match_key(table), _match_text(row)
        for one in contents.finished.values():
            yield _finished_key(one.id), _finished_text(one)
        for name, row in contents.records.items():
            yield _record_key(name), _record_text(row)


# -- one thing as one text ------------------------------------------------------------------------


def _match_key(table: tuple[str, str]) -> str:
    return f"{LAYOUT}match/{table[0]}/{table[1]}"


def _record_key(name: str) -> str:
    return f"{LAYOUT}record/{name}"


def _finished_key(one: str) -> str:
    return f"{LAYOUT}finished/{one}"


def _match_text(row: Row) -> str:
    return f"{row.at} {pack(json.loads(row.value))}"


def _record_text(row: Row) -> str:
    return f"{row.at} {row.value}"


def _finished_text(one: Finished) -> str:
    rest = plain([list(one.players), one.outcome], MOST_VALUE, "A finished match")
    return f"{one.at} {pack(one.save)} {rest}"


# -- and back -------------------------------------------------------------------------------------


def _is_ours(key: Json) -> bool:
    return isinstance(key, str) and key.startswith(LAYOUT)


def _take(found: Contents, key: str, value: Json) -> bool:
    """Add what one key and text say to ``found``; ``False`` where they are not sound."""
    if not isinstance(value, str) or len(value) > MOST_VALUE or len(key) > 200:
        return False
    family, _, rest = key.removeprefix(LAYOUT).partition("/")
    at, _, text = value.partition(" ")
    try:
        reader = _READERS[family]
        reader(found, rest, good_moment(at), text)
    except (KeyError, ValueError, RecursionError):  # a Problem is a ValueError
        return False
    return True


def _take_match(found: Contents, rest: str, at: str, text: str) -> None:
    game, _, slot = rest.partition("/")
    table = good_table(game, slot)
    found.matches[table] = Row(good_save(unpack(text, MOST_VALUE), "The match", game), at)


def _take_record(found: Contents, name: str, at: str, text: str) -> None:
    value = json.loads(text)
    if value is None:
        raise ValueError("nothing")
    found.records[good_name(name)] = Row(plain(value, MOST_RECORD, name), at)


def _take_finished(found: Contents, one: str, at: str, text: str) -> None:
    code, _, rest = text.partition(" ")
    players, outcome = json.loads(rest)
    finished = good_finished(unpack(code, MOST_VALUE), players, outcome, at)
    if finished.id != one:
        raise ValueError("another match")
    found.finished[one] = finished


_READERS: Mapping[str, Callable[[Contents, str, str, str], None]] = {
    "match": _take_match,
    "record": _take_record,
    "finished": _take_finished,
}
