"""The cards of Vortex as entries of its rulebook, and their names and texts in both languages.

What a card says in English stands in ``cards/*.toml``, beside its figures and effects; what it
says in German in ``cards/de.toml``. Everything else that is to be read of a card is made of these
here: its heading, its figures in words, and what of it is found, inferred, or made for this kit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from tabletop_kit.engine.rulebook import Rule, Status
from tabletop_kit.engine.ruling import Json
from tabletop_kit.engine.text import LANGUAGES, read_toml
from tabletop_kit.games.vortex.cards import ATTRIBUTES

_FOLDER = files("tabletop_kit.games.vortex")
_FILES = {"devotee": "devotees", "frenzy": "frenzies", "location": "locations"}
_KINDS = (*_FILES, "rogation")
_OF_THE_KIT = "this kit"


@cache
def card_tables() -> dict[str, dict[str, Any]]:
    """Every card's table of the data by its id, in ascending order, with its kind as ``is``."""
    found = {
        table["id"]: {**table, "is": kind}
        for kind in _KINDS
        for table in read_toml(_FOLDER / "cards" / f"{_FILES.get(kind, 'rogations')}.toml")[kind]
    }
    return dict(sorted(found.items()))


def card_rules() -> Iterator[Rule]:
    """A card of the rulebook for every card: what refusals and events cite by its id alone.

    A card whose name is attested is derived from its source (what else is attested stands in its
    ruling), one that is made for this kit is a house ruling throughout.
    """
    for card, table in card_tables().items():
        attested = table["source"] == "found"
        status: Status = "derived" if attested else "house"
        source = str(table["url"]).partition("//")[2] or table["url"] or _OF_THE_KIT
        yield Rule(card, source, status, core=False, card=True)


@cache
def card_texts(language: str) -> Mapping[str, Json]:
    """Tables ``card`` (``name``, ``text``) and ``rule`` (``title``, ``text``, ``ruling``)."""
    words = _Words(language)
    return {
        "card": {
            card: {"name": words.name(card), "text": words.text(card)} for card in card_tables()
        },
        "rule": {card: words.entry(card) for card in card_tables()},
    }


class _Words:
    """What cards say in one language: its own words, and sentences from the game's texts."""

    def __init__(self, language: str) -> None:
        self.forms = read_toml(_FOLDER / "text" / f"{language}.toml")["card-form"]
        own = language != LANGUAGES[0]
        self.own = read_toml(_FOLDER / "cards" / f"{language}.toml") if own else {}

    def name(self, card: str) -> str:
        """A card's name."""
        return str((self.own["card"] if self.own else card_tables())[card]["name"])

    def text(self, card: str) -> str:
        """What is printed on a card besides figures; empty where nothing is."""
        return str((self.own["card"] if self.own else card_tables())[card]["text"])

    def entry(self, card: str) -> dict[str, str]:
        """A card as the rulebook shows it: heading and text, and where they come from."""
        table = card_tables()[card]
        parts = [getattr(self, f"_{table['is']}")(table), self.text(card)]
        if table.get("red_text"):
            parts.append(self.forms["red-text"])
        return {
            "title": self.name(card),
            "text": " ".join([part for part in parts if part]),
            "ruling": self._origin(card, table),
        }

    def _said(self, form: str, **facts: Json) -> str:
        return str(self.forms[form]).format(**facts)

    def _devotee(self, table: Mapping[str, Any]) -> str:
        figures = {name: table[name] for name in ATTRIBUTES}
        return self._said("devotee", colour=self.forms["colour"][table["color"]], **figures)

    def _frenzy(self, table: Mapping[str, Any]) -> str:
        changes = [
            f"{self.forms['attribute'][name]} {table[name]:+d}"
            for name in ATTRIBUTES
            if table[name]
        ]
        return self._said("frenzy" if changes else "frenzy-plain", changes=", ".join(changes))

    def _location(self, table: Mapping[str, Any]) -> str:
        order = [self.forms["colour"][colour] for colour in table["order"]]
        return self._said("location", order=", ".join(order))

    def _rogation(self, table: Mapping[str, Any]) -> str:
        needs = table["requirement"]
        said = str(self.forms["needs"][needs["type"]]).format(count=needs.get("n", 0))
        return self._said("rogation", lasts=self.forms["lasts"][table["kind"]], needs=said)

    def _origin(self, card: str, table: Mapping[str, Any]) -> str:
        """What is found and inferred of a card, what is this kit's, and what is to be noted."""
        parts = [
            self._said(kind, marks=", ".join(self._marks(table[kind])))
            for kind in ("found", "inferred")
            if table[kind]
        ]
        parts.append(self.forms["rest" if table["found"] else "kit"])
        note = self.own["note"][card] if self.own and "note" in table else table.get("note", "")
        return " ".join([part for part in (*parts, note) if part])

    def _marks(self, marks: Sequence[str]) -> list[str]:
        return [self.own["mark"][mark] if self.own else mark for mark in marks]
