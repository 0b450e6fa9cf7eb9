"""Texts that people read, from TOML, in more than one language."""

from __future__ import annotations

import string
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.resources.abc import Traversable
from typing import Any

from tabletop_kit.engine.event import Event
from tabletop_kit.engine.ruling import Json, Prompt, Refused, Ruling, Seat

LANGUAGES = ("en", "de")
"""The languages of the kit; the first is what a missing text falls back to."""

Format = Callable[["Texts", Json], str]


class MissingText(KeyError):
    """A text that no language has: a fault in the kit, found by its tests."""


@lru_cache(maxsize=4096)
def _parts(template: str) -> tuple[tuple[str, str | None, str], ...]:
    """A template as pieces: the letters before a fact, its name (``None``: none), its format."""
    pieces = string.Formatter().parse(template)
    return tuple((letters, name, form or "") for letters, name, form, _ in pieces)


class Texts:
    """The texts of one game or panel in one language, looked up by dotted keys.

    A text may be a table of forms: ``one``/``other`` chosen by the fact ``count``; ``you``/
    ``other`` chosen by whether the event's seat is the reader's own; ``you-one`` for both.
    """

    def __init__(
        self,
        tables: Mapping[str, Json],
        language: str,
        fallback: Texts | None = None,
        formats: Mapping[str, Format] | None = None,
    ) -> None:
        """``tables`` is nested text; ``formats`` the kinds that ``{name:kind}`` may use."""
        self.tables = tables
        self.language = language
        self.fallback = fallback
        self.names: Sequence[str] = ()
        self.formats: dict[str, Format] = {"name": _name, "list": _list, **(formats or {})}
        self._found: dict[str, Json] = {}
        self._plain: dict[str, str] = {}

    def named(self, names: Sequence[str]) -> Texts:
        """The same texts with the names of the seats, used by ``{seat:name}``."""
        twin = Texts(self.tables, self.language, self.fallback, self.formats)
        twin.names = tuple(names)
        twin._found, twin._plain = self._found, self._plain
        return twin

    def __contains__(self, key: str) -> bool:
        """Whether this very language has a text under the dotted ``key``."""
        return self._find(key) is not None

    def __call__(self, key: str, form: str = "other", /, **facts: Json) -> str:
        """The text under the dotted ``key``, filled with ``facts``.

        Raises :class:`MissingText` where neither this language nor the fallback has it.
        """
        plain = self._plain.get(key)
        if plain is not None:
            return plain
        entry = self._find(key)
        if entry is None:
            if self.fallback is None:
                raise MissingText(key)
            return self.fallback.named(self.names)(key, form, **facts)
        if isinstance(entry, dict):
            if facts.get("count") == 1:
                form = next((one for one in (f"{form}-one", "one") if one in entry), form)
            return self._filled(str(entry.get(form, entry["other"])), facts)
        text = self._filled(str(entry), facts)
        if all(name is None for _, name, _ in _parts(str(entry))):
            self._plain[key] = text
        return text

    def lend(self, other: Texts, key: str, form: str = "other", /, **facts: Json) -> str:
        """A text of ``other`` that is filled with the words and formats of these texts.

        Raises :class:`MissingText` where ``other`` has none under ``key`` in its own language.
        """
        entry = other._find(key)
        if entry is None:
            raise MissingText(key)
        if isinstance(entry, dict):
            entry = entry.get(form, entry["other"])
        return self._filled(str(entry), facts)

    def _filled(self, template: str, facts: Mapping[str, Json]) -> str:
        """``{name:kind}`` filled from the facts, ``kind`` being one of the formats of the texts.

        Only plain names stand in braces, so that no text can reach into an object, and what a fact
        holds is never read as a template.
        """
        parts, filled = _parts(template), []
        if len(parts) == 1 and parts[0][1] is None:
            return parts[0][0]
        for letters, name, form in parts:
            filled.append(letters)
            if name is not None:
                value = facts[name]
                filled.append(self.formats[form](self, value) if form else str(value))
        return "".join(filled)

    def keys(self, under: str = "") -> Iterator[str]:
        """The dotted keys of all texts of this language below ``under``."""
        start = self._find(under) if under else self.tables
        yield from _walk(start, under) if isinstance(start, Mapping) else ()

    def narrate(self, event: Event, reader: Seat | None = None) -> str:
        """What happened in one sentence, as ``reader`` may know it."""
        event = event.seen_from(reader)
        own = reader is not None and event.seat == reader
        known = f"event.{event.kind}.known" if reader in event.seen_by else ""
        key = known if known and known in self else f"event.{event.kind}"
        return self(key, "you" if own else "other", **{"seat": event.seat, **event.facts})

    def invite(self, prompt: Prompt, reader: Seat | None = None) -> str:
        """What is asked for, in one sentence; the form ``you`` speaks to the seat that is asked."""
        own = reader is not None and prompt.seat == reader
        facts = {"seat": prompt.seat, **prompt.facts}
        return self(f"ask.{prompt.ask}", "you" if own else "other", **facts)

    def explain(self, ruling: Ruling | Refused, reader: Seat | None = None) -> str:
        """Why not, in one sentence that starts with the fact.

        Where the fact ``seat`` is ``reader``, a text with the form ``you`` speaks to them.
        """
        if isinstance(ruling, Refused):
            ruling = ruling.ruling
        own = reader is not None and ruling.facts.get("seat") == reader
        return self(f"reason.{ruling.why}", "you" if own else "other", **ruling.facts)

    def _find(self, key: str) -> Json:
        """What stands under a key, ``None`` where nothing does; found ones are kept."""
        entry = self._found.get(key)
        if entry is not None:
            return entry
        entry = self.tables
        for part in key.split("."):
            if not isinstance(entry, Mapping) or part not in entry:
                return None
            entry = entry[part]
        self._found[key] = entry
        return entry


def _walk(entry: Mapping[str, Json], prefix: str) -> Iterator[str]:
    for key, value in entry.items():
        path = f"{prefix}.{key}" if prefix else key
        if isinstance(value, Mapping) and "other" not in value:
            yield from _walk(value, path)
        else:
            yield path


def _name(texts: Texts, seat: Json) -> str:
    if isinstance(seat, int) and 0 <= seat < len(texts.names):
        return texts.names[seat]
    return texts("word.seat", number=int(seat) + 1) if seat is not None else "?"


def _list(texts: Texts, items: Json) -> str:
    return ", ".join(str(item) for item in items)


_READ: dict[Traversable, dict[str, Any]] = {}


def read_toml(path: Traversable) -> dict[str, Any]:
    """A TOML file of the package, read once."""
    if path not in _READ:
        _READ[path] = tomllib.loads(path.read_text(encoding="utf-8"))
    return _READ[path]


def read_texts(
    folder: Traversable,
    language: str,
    formats: Mapping[str, Format] | None = None,
    more: Callable[[str], Mapping[str, Json]] | None = None,
) -> Texts:
    """The texts in ``folder``: ``en.toml`` and the like, falling back to the first language.

    ``more`` gives tables of a language that stand in no file of texts: they are laid over those
    of the file, table by table.
    """

    def tables(name: str) -> Mapping[str, Json]:
        read = read_toml(folder / f"{name}.toml")
        return _laid_over(read, more(name)) if more else read

    if language not in LANGUAGES:
        language = LANGUAGES[0]
    first = Texts(tables(LANGUAGES[0]), LANGUAGES[0], None, formats)
    if language == LANGUAGES[0]:
        return first
    return Texts(tables(language), language, first, formats)


def _laid_over(below: Mapping[str, Json], above: Mapping[str, Json]) -> dict[str, Json]:
    """Two tables as one; where both have a table under a key, these are one table too."""
    merged = dict(below)
    for key, value in above.items():
        under = merged.get(key)
        if isinstance(under, Mapping) and isinstance(value, Mapping):
            value = _laid_over(under, value)
        merged[key] = value
    return merged
