"""Decks as text: a plain list of numbers and names, or a TOML file. Any game, any language.

Reading is forgiving about how something is written (``4 Peasant``, ``4x peasant``, ``Peasant: 4``,
``peasant = 4``) and strict about what: every line that cannot be meant is a fault, and all faults
are named at once, each with its line.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from tabletop_kit.engine.problem import Problem, shortened

MOST_CHARACTERS = 50_000
MOST_COPIES = 99
LONGEST_NAME = 40
_TOML = re.compile(r"^\s*(\[+\s*(deck|cards)\b|(game|schema)\s*=)", re.MULTILINE)
_BULLET = re.compile(r"^[-*•]\s+")
_BEFORE = re.compile(r"^(\d+)\s*(?:[x×*]\s*)?(?=[^\d\s])")
_BEHIND = re.compile(r"^(.*?\S)\s*(?:[x×*=:,(]\s*|\s)(\d+)\s*\)?$")
_TITLE = re.compile(r"^#+\s*(.+?)\s*(?:\(\d+\))?\s*$")
_DECK = re.compile(r"^\s*\[+\s*deck\s*\]", re.MULTILINE)


def spelled(name: str) -> str:
    """A name without anything that people write differently: capitals, signs, accents, umlauts.

    >>> spelled("Drue-Älteste") == spelled("drue aelteste")
    True
    """
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(sign for sign in plain if sign.isalnum())
    return re.sub("([aou])e", r"\1", letters)


class Names:
    """Whatever the cards of a game may be called, each name leading to the id of a card."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        """``pairs`` of name and id; where two cards share a name, the first one has it."""
        self._ids: dict[str, str] = {}
        self._shown: dict[str, str] = {}
        for name, ident in pairs:
            self._ids.setdefault(spelled(name), ident)
            self._shown.setdefault(spelled(name), name)

    def find(self, name: str) -> str | None:
        """The id of the card of that name."""
        return self._ids.get(spelled(name))

    def near(self, name: str) -> str:
        """A name much like this one; empty where there is none."""
        close = get_close_matches(spelled(name), self._shown, 1, 0.8)
        return self._shown[close[0]] if close else ""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a text, and in which of its lines (from 1; 0: with the whole)."""

    line: int
    problem: Problem


@dataclass(frozen=True, slots=True)
class DeckList:
    """A deck as it was read: how often each card is in it, and the line that first names it."""

    name: str
    cards: Mapping[str, int]
    lines: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reading:
    """What came of reading a text: its decks, and every fault."""

    decks: tuple[DeckList, ...]
    faults: tuple[Fault, ...]


def read_decks(text: str, names: Names, game: str, example: str) -> Reading:
    """The decks in a text, TOML or a plain list. Never raises: what is wrong is in ``faults``.

    ``game`` is the id that a TOML file has to name where it names one; ``example`` is a line of a
    list, for the sentences that explain.

    >>> names = Names([("Peasant", "peasant"), ("Bauer", "peasant")])
    >>> read_decks("# Mine\\n4x peasant\\nBauer", names, "any", "4 Peasant").decks[0].cards
    {'peasant': 5}
    """
    reader = _Reader(names, game, example)
    if len(text) > MOST_CHARACTERS:
        reader.add(0, Problem("deck-large", size=len(text), most=MOST_CHARACTERS))
        return Reading((), tuple(reader.faults))
    decks = reader.toml(text) if _TOML.search(text) else [reader.plain_list(text)]
    if not reader.faults and not any(deck.cards for deck in decks):
        reader.add(0, Problem("deck-empty", example=example))
    return Reading(tuple(decks), tuple(sorted(reader.faults, key=lambda one: one.line)))


class _Reader:
    """Reads one text and gathers what is wrong with it."""

    def __init__(self, names: Names, game: str, example: str) -> None:
        self.names, self.game, self.example = names, game, example
        self.faults: list[Fault] = []

    def add(self, line: int, problem: Problem) -> None:
        """One more fault."""
        self.faults.append(Fault(line, problem))

    # -- plain lists -------------------------------------------------------------------------

    def plain_list(self, text: str) -> DeckList:
        """A deck from lines of a number and a name."""
        title = ""
        cards: dict[str, int] = {}
        lines: dict[str, int] = {}
        for number, raw in enumerate(text.splitlines(), 1):
            found = _TITLE.match(raw.strip())
            if found and not title and not cards:
                title = found[1]
            entry = self._entry(number, raw)
            if entry is not None:
                name, count = entry
                self._count(number, name, count, cards, lines)
        return DeckList(title[:LONGEST_NAME], cards, lines)

    def _entry(self, line: int, raw: str) -> tuple[str, int] | None:
        """Name and number of one line; ``None`` where it names no card."""
        text = _BULLET.sub("", raw.partition("#")[0].strip()).rstrip(",;").strip()
        if not text or text.endswith(":") or set(text) <= set("-=_*"):
            return None
        before, behind = _BEFORE.match(text), _BEHIND.match(text)
        if before:
            return text[before.end() :].strip(" \"'"), int(before[1][:9])
        if behind:
            return behind[1].strip(" \"'=:"), int(behind[2][:9])
        if not any(sign.isalpha() for sign in text):
            self.add(
                line, Problem("deck-line", line=line, text=shortened(raw), example=self.example)
            )
            return None
        return text.strip(" \"'"), 1

    def _count(
        self, line: int, name: str, count: int, cards: dict[str, int], lines: dict[str, int]
    ) -> None:
        """Put so many of a card into a deck, or note why not."""
        ident, near = self.names.find(name), self.names.near(name)
        shown = shortened(name, LONGEST_NAME)
        if ident is None and near:
            self.add(line, Problem("deck-near", line=line, name=shown, near=near))
        elif ident is None:
            self.add(line, Problem("deck-unknown", line=line, name=shown))
        if not 1 <= count <= MOST_COPIES:
            self.add(line, Problem("deck-count", line=line, count=count, most=MOST_COPIES))
        elif ident is not None:
            cards[ident] = cards.get(ident, 0) + count
            lines.setdefault(ident, line)

    # -- TOML --------------------------------------------------------------------------------

    def toml(self, text: str) -> list[DeckList]:
        """The decks of a TOML file."""
        try:
            data = tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            found = re.search(r"line (\d+)", str(error))
            line = int(found[1]) if found else 0
            self.add(line, Problem("toml", what="The deck file", why=shortened(error)))
            return []
        if "game" in data and data["game"] != self.game:
            self.add(0, Problem("deck-game", found=shortened(data["game"]), wanted=self.game))
        tables = data.get("deck", data)
        starts = [text.count("\n", 0, one.start()) for one in _DECK.finditer(text)]
        decks = tables if isinstance(tables, list) else [tables]
        rows = text.splitlines()
        return [
            self._table(table, rows, starts[place] if place < len(starts) else 0)
            for place, table in enumerate(decks)
        ]

    def _table(self, table: Any, rows: Sequence[str], start: int) -> DeckList:
        found = table.get("cards") if isinstance(table, Mapping) else None
        if not isinstance(found, Mapping):
            self.add(start + 1, Problem("deck-shape", line=start + 1))
            return DeckList("", {})
        name = table.get("name", "")
        cards: dict[str, int] = {}
        lines: dict[str, int] = {}
        for key, count in found.items():
            line = _line_of(key, rows, start)
            if type(count) is not int:
                facts = {"line": line, "count": shortened(count, 20), "most": MOST_COPIES}
                self.add(line, Problem("deck-count", **facts))
            else:
                self._count(line, key, count, cards, lines)
        return DeckList(shortened(name, LONGEST_NAME), cards, lines)


def _line_of(key: str, rows: Sequence[str], start: int) -> int:
    """The number of the line that begins with a key, from a line on."""
    wanted = re.compile(
        rf"""^\s*["']?{re.escape(key)}["']?\s*=|[{{,]\s*["']?{re.escape(key)}\s*="""
    )
    for number in range(start, len(rows)):
        if wanted.search(rows[number]):
            return number + 1
    return start + 1


# -- writing -------------------------------------------------------------------------------------


def write_list(name: str, groups: Iterable[tuple[str, Sequence[tuple[int, str]]]]) -> str:
    """A deck as a plain list: groups of a heading and its pairs of number and name.

    >>> print(write_list("Mine", [("Followers", [(4, "Peasant")])]), end="")
    # Mine (4)
    <BLANKLINE>
    # Followers (4)
    4 Peasant
    """
    kept = [(heading, pairs) for heading, pairs in groups if pairs]
    parts = [f"# {name} ({sum(count for _, pairs in kept for count, _ in pairs)})"]
    for heading, pairs in kept:
        parts += ["", f"# {heading} ({sum(count for count, _ in pairs)})"]
        parts += [f"{count} {card}" for count, card in pairs]
    return "\n".join(parts) + "\n"


def write_toml(game: str, name: str, cards: Mapping[str, int]) -> str:
    """A deck as a TOML file.

    >>> print(write_toml("tempest", "Mine", {"peasant": 4}), end="")
    game = "tempest"
    <BLANKLINE>
    [[deck]]
    name = "Mine"
    <BLANKLINE>
    [deck.cards]
    peasant = 4
    """
    quoted = "".join(
        {"\\": "\\\\", '"': '\\"'}.get(sign, sign) for sign in name if sign.isprintable()
    )
    head = f'game = "{game}"\n\n[[deck]]\nname = "{quoted}"\n\n[deck.cards]\n'
    return head + "".join([f"{card} = {count}\n" for card, count in cards.items()])
