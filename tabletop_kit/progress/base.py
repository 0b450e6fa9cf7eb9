"""What a store of progress is: the interface that the file and the browser store share."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal, Protocol, runtime_checkable

from tabletop_kit.engine.problem import Problem, shortened
from tabletop_kit.engine.ruling import Json
from tabletop_kit.engine.save import canonical, check

Mode = Literal["merge", "replace"]
Change = Callable[[Json], Json]
Clock = Callable[[], str]

MOST_RECORD = 200_000
"""The most characters that one named record may have as JSON."""
MOST_SAVE = 500_000
"""The most characters that one match may have as JSON."""

NAME = re.compile(r"[a-z0-9][a-z0-9_.-]{0,39}(/[a-z0-9][a-z0-9_.-]{0,39})?")
WORD = re.compile(r"[a-z0-9][a-z0-9_.-]{0,39}")
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished match: its save, who played (by seat), how it ended, and when.

    ``outcome`` is plain JSON, such as ``{"winners": [0], "rule": "TP-12"}``. ``at`` is a moment in
    UTC. ``id`` is the fingerprint of the save: the same match kept twice is kept once.
    """

    save: Json
    players: tuple[str, ...]
    outcome: Json
    at: str

    @property
    def id(self) -> str:
        """The fingerprint of the save: 24 hexadecimal digits."""
        return fingerprint(self.save)

    @property
    def game(self) -> str:
        """The id of the game that was played."""
        return str(self.save["game"])


@runtime_checkable
class Store(Protocol):
    """Where progress is kept: running and finished matches, and named records of plain JSON.

    A record's name is a family, alone or with a game: ``settings``, ``course/tempus``,
    ``collection/tempus``. Every writing method changes everything it is asked to or nothing, and
    raises :class:`Problem` where it cannot.
    """

    @property
    def notices(self) -> Sequence[Problem]:
        """What a person should be told about the store, one sentence each; usually nothing."""

    @property
    def place(self) -> str:
        """Where things are kept, for people: a path, or an empty text where there is no file."""

    def keep_match(self, game: str, slot: str, save: Json) -> None:
        """Keep the running match of a table (``engine.save.save``), in place of the former."""

    def kept_match(self, game: str, slot: str) -> Json | None:
        """The save of the running match of a table, or ``None``."""

    def drop_match(self, game: str, slot: str) -> None:
        """Forget the running match of a table; nothing happens where there is none."""

    def matches(self, game: str | None = None) -> list[tuple[str, str]]:
        """Game and slot of the running matches (of one game), last changed first."""

    def add_finished(self, save: Json, players: Sequence[str], outcome: Json) -> Finished:
        """Keep a finished match; one that is kept already stays as it is."""

    def finished(self, game: str | None = None, most: int | None = None) -> list[Finished]:
        """The finished matches (of one game), latest first, at most ``most``."""

    def get(self, name: str, default: Json = None) -> Json:
        """The record of that name, or ``default``; a copy that may be changed at will."""

    def put(self, name: str, value: Json) -> None:
        """Keep a record in place of the former; ``None`` removes it."""

    def update(self, name: str, change: Change, default: Json = None) -> Json:
        """Replace a record by what ``change`` makes of it, and return that.

        Nobody else can write between the reading and the writing, so no update is lost.
        """

    def names(self, family: str = "") -> list[str]:
        """The names of the records (of one family), sorted."""

    def export_all(self) -> str:
        """Everything as the text of one file, which :meth:`import_all` reads."""

    def import_all(self, text: str, mode: Mode = "merge") -> int:
        """Take in an exported file and return how many things it held.

        ``merge`` keeps what is here, and of two versions of one thing the one changed later;
        ``replace`` forgets what is here. The file is checked whole before anything is changed.
        """

    def clear(self) -> None:
        """Forget everything."""

    def close(self) -> None:
        """Let go of the file. The store cannot be used afterwards."""


def now() -> str:
    """This moment in UTC, as stores write it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def fingerprint(save: Json) -> str:
    """24 hexadecimal digits that tell one match from any other.

    >>> len(fingerprint({"game": "tempus"}))
    24
    """
    return hashlib.sha256(canonical(save).encode()).hexdigest()[:24]


# -- checking what is handed in -------------------------------------------------------------------


def plain(value: Json, most: int, what: str) -> str:
    """A value as JSON text in one spelling.

    Raises :class:`Problem` where it is no plain JSON (a set, NaN, a key that is no text, half a
    character, a list nested a thousand deep) or longer than ``most`` characters.
    """
    try:
        text = json.dumps(
            value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
        )
        text.encode()
        if not _text_keys(value):
            raise ValueError("a key that is no text")
    except (ValueError, TypeError, RecursionError):
        raise Problem("store-not-plain", what=shortened(what)) from None
    if len(text) > most:
        raise Problem("store-too-large", what=shortened(what), size=len(text), most=most)
    return text


def _text_keys(value: Json) -> bool:
    if isinstance(value, dict):
        return all(isinstance(key, str) and _text_keys(item) for key, item in value.items())
    if not isinstance(value, list | tuple):
        return True
    return all(_text_keys(item) for item in value if type(item) is not str)


def good_name(name: str) -> str:
    """The name of a record as it is. Raises :class:`Problem` where it cannot be one.

    >>> good_name("course/tempus")
    'course/tempus'
    """
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise Problem("store-name", name=shortened(name))
    return name


def good_table(game: str, slot: str) -> tuple[str, str]:
    """Game and slot as they are. Raises :class:`Problem` where they cannot name a table."""
    for word in (game, slot):
        if not isinstance(word, str) or not WORD.fullmatch(word):
            raise Problem("store-name", name=shortened(word))
    return game, slot


def good_save(save: Json, what: str, game: str | None = None) -> str:
    """A save as JSON text. Raises :class:`Problem` where it is none, or of another game."""
    check(save, what)
    if not WORD.fullmatch(save["game"]) or (game is not None and save["game"] != game):
        raise Problem("field", what=what, field="game")
    return plain(save, MOST_SAVE, what)


def good_finished(save: Json, players: Sequence[str], outcome: Json, at: str) -> Finished:
    """A finished match, as it comes back from any store. Raises :class:`Problem`."""
    what = "A finished match"
    text = good_save(save, what)
    names = players if isinstance(players, list | tuple) else None
    if names is None or len(names) > 20 or not all(isinstance(name, str) for name in names):
        raise Problem("field", what=what, field="players")
    ending = plain([list(names), outcome], 10_000, what)
    players, outcome = json.loads(ending)
    return Finished(json.loads(text), tuple(players), outcome, good_moment(at))


def good_moment(at: Json) -> str:
    """A moment in UTC as it is. Raises :class:`Problem` where it is none.

    >>> good_moment("2026-07-01T12:00:00.000Z")
    '2026-07-01T12:00:00.000Z'
    """
    try:
        if isinstance(at, str) and MOMENT.fullmatch(at) and datetime.fromisoformat(at):
            return at
    except ValueError:
        pass
    raise Problem("field", what="The progress", field="time")
