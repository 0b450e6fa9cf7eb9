"""Everything a store holds, as one value: merged, written to one file, and read back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, NoReturn, TypeVar

from tabletop_kit.engine.problem import Problem, shortened
from tabletop_kit.engine.ruling import Json
from tabletop_kit.progress.base import (
    MOST_RECORD,
    Finished,
    Mode,
    good_finished,
    good_moment,
    good_name,
    good_save,
    good_table,
    plain,
)

FORMAT = "tabletop-kit progress"
VERSION = 1
MOST_CHARACTERS = 20_000_000
MOST_THINGS = 20_000
_WHAT = "The progress file"
_KINDS: Mapping[str, type] = {"matches": list, "finished": list, "records": dict}


class Row(NamedTuple):
    """A value and when it was last changed."""

    value: Json
    at: str


K = TypeVar("K")


@dataclass(slots=True)
class Contents:
    """Running matches by game and slot, finished matches by id, records by name."""

    matches: dict[tuple[str, str], Row] = field(default_factory=dict)
    finished: dict[str, Finished] = field(default_factory=dict)
    records: dict[str, Row] = field(default_factory=dict)

    def __len__(self) -> int:
        """How many things there are."""
        return len(self.matches) + len(self.finished) + len(self.records)

    def merged(self, others: Contents) -> Contents:
        """What is in either; of two versions the one changed later, of equals one's own."""
        return Contents(
            _later(self.matches, others.matches),
            {**others.finished, **self.finished},
            _later(self.records, others.records),
        )


def _later(mine: dict[K, Row], theirs: dict[K, Row]) -> dict[K, Row]:
    newer = {key: row for key, row in theirs.items() if key not in mine or mine[key].at < row.at}
    return {**mine, **newer}


def taken_in(mine: Contents, others: Contents, mode: Mode) -> Contents:
    """What a store holds after an import. Raises :class:`Problem` on an unknown ``mode``."""
    if mode == "merge":
        return mine.merged(others)
    if mode == "replace":
        return others
    raise Problem("progress-mode", mode=shortened(mode))


def write(contents: Contents) -> str:
    """The text of an export: JSON, readable by a person, one thing a line, in one order."""
    matches = [
        {"game": game, "slot": slot, "at": row.at, "save": row.value}
        for (game, slot), row in sorted(contents.matches.items())
    ]
    finished = [
        {"at": one.at, "players": list(one.players), "outcome": one.outcome, "save": one.save}
        for one in sorted(contents.finished.values(), key=lambda one: (one.at, one.id))
    ]
    records = {
        name: {"at": row.at, "value": row.value} for name, row in sorted(contents.records.items())
    }
    parts = [
        f'"format": {_line(FORMAT)}',
        f'"version": {VERSION}',
        f'"matches": [{_lines(map(_line, matches))}]',
        f'"finished": [{_lines(map(_line, finished))}]',
        f'"records": {{{_lines(f"{_line(name)}: {_line(row)}" for name, row in records.items())}}}',
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _line(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, sort_keys=True)


def _lines(lines: Iterable[str]) -> str:
    joined = ",\n ".join(lines)
    return f"\n {joined}\n" if joined else ""


# -- reading --------------------------------------------------------------------------------------


def read(text: str) -> Contents:
    """What an export holds, checked to the last value. Raises :class:`Problem`."""
    if len(text) > MOST_CHARACTERS:
        raise Problem("progress-too-large", size=len(text), most=MOST_CHARACTERS)
    try:
        data = json.loads(text.removeprefix("\ufeff"), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise Problem("progress-not-json") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Problem("progress-other")
    version = data.get("version")
    if type(version) is not int or version < 1:
        raise _damaged("version")
    if version > VERSION:
        raise Problem("future", what=_WHAT, version=version, known=VERSION)
    for key, kind in _KINDS.items():
        if not isinstance(data.get(key), kind):
            raise _damaged(key)
    if sum(len(data[key]) for key in _KINDS) > MOST_THINGS:
        raise Problem("progress-too-many", most=MOST_THINGS)
    return _contents(data)


def _contents(data: Mapping[str, Json]) -> Contents:
    contents = Contents()
    for entry in data["matches"]:
        _fields(entry, "matches", "game", "slot", "at", "save")
        table = good_table(entry["game"], entry["slot"])
        good_save(entry["save"], "A running match", table[0])
        contents.matches[table] = Row(entry["save"], good_moment(entry["at"]))
    for entry in data["finished"]:
        _fields(entry, "finished", "at", "players", "outcome", "save")
        one = good_finished(entry["save"], entry["players"], entry["outcome"], entry["at"])
        contents.finished[one.id] = one
    for name, entry in data["records"].items():
        _fields(entry, "records", "at", "value")
        plain(entry["value"], MOST_RECORD, good_name(name))
        contents.records[name] = Row(entry["value"], good_moment(entry["at"]))
    return contents


def _fields(entry: Json, part: str, *names: str) -> None:
    if not isinstance(entry, dict) or entry.keys() != set(names):
        raise _damaged(part)


def _damaged(part: str) -> Problem:
    return Problem("progress-damaged", field=part)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)
