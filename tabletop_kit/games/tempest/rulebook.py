"""The cards of Tempest as entries of its rulebook, and their names and texts in both languages.

What a card says in English stands in ``cards/cards.toml``, beside its figures and abilities; what
it says in German in ``cards/de.toml``, and so with the decks. Everything else that is to be read
of a card is made of these here: its heading, its figures in words, and what of it is named in the
rule text, bounded by it, or made for this kit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from tabletop_kit.engine.rulebook import Rule, Status
from tabletop_kit.engine.ruling import Json
from tabletop_kit.engine.text import LANGUAGES, read_toml
from tabletop_kit.games.tempest.cards import CHARACTERS

_FOLDER = files("tabletop_kit.games.tempest")
_OF_THE_KIT = "this kit"
_BRACKETS = re.compile(r"\([^)]*\)")


@cache
def card_tables() -> dict[str, dict[str, Any]]:
    """Every card's table of the data by its id, in ascending order."""
    tables = read_toml(_FOLDER / "cards" / "cards.toml")["card"]
    return {table["id"]: table for table in sorted(tables, key=lambda one: str(one["id"]))}


@cache
def deck_tables() -> dict[str, dict[str, Any]]:
    """Every ready deck's table of the data by its id."""
    return {table["id"]: table for table in read_toml(_FOLDER / "cards" / "decks.toml")["deck"]}


def card_rules() -> Iterator[Rule]:
    """A card of the rulebook for every card: what refusals and events cite by its id alone.

    A card that the rule text names is derived from the lines that do (what they fix stands in its
    ruling), one that is made for this kit is a house ruling throughout.
    """
    for card, table in card_tables().items():
        named = table["source"] == "seed"
        status: Status = "derived" if named else "house"
        yield Rule(card, _lines(table["evidence"]) if named else _OF_THE_KIT, status, False, True)


def _lines(evidence: str) -> str:
    """The lines that speak of a card, as sources name them.

    >>> _lines("seed 209 (gives 1 FT), 359/361")
    'line 209; line 359; line 361'
    """
    return "; ".join(
        [f"line {line}" for line in re.findall(r"\d+(?![\d-])", _BRACKETS.sub("", evidence))]
    )


@cache
def card_texts(language: str) -> Mapping[str, Json]:
    """Tables ``card`` (``name``, ``text``), ``deck`` (``name``, ``note``) and ``rule``."""
    words = _Words(language)
    return {
        "card": {
            card: {"name": words.said("card", card, "name"), "text": words.said("card", card)}
            for card in card_tables()
        },
        "deck": {
            deck: {key: words.said("deck", deck, key) for key in ("name", "note")}
            for deck in deck_tables()
        },
        "rule": {card: words.entry(card) for card in card_tables()},
    }


class _Words:
    """What cards and decks say in one language, and sentences from the game's texts."""

    def __init__(self, language: str) -> None:
        texts = read_toml(_FOLDER / "text" / f"{language}.toml")
        self.forms, self.words = texts["card-form"], texts["word"]
        own = language != LANGUAGES[0]
        self.own = read_toml(_FOLDER / "cards" / f"{language}.toml") if own else {}

    def said(self, kind: str, name: str, key: str = "text") -> str:
        """What a card or deck says under a key."""
        tables = card_tables() if kind == "card" else deck_tables()
        return str((self.own[kind] if self.own else tables)[name][key])

    def entry(self, card: str) -> dict[str, str]:
        """A card as the rulebook shows it: heading and text, and where they come from."""
        table = card_tables()[card]
        parts = [self._heading(table), self.said("card", card)]
        if "limit" in table:
            parts.append(self.forms["limit"])
        return {
            "title": self.said("card", card, "name"),
            "text": " ".join(parts),
            "ruling": self._origin(table),
        }

    def _heading(self, table: Mapping[str, Any]) -> str:
        occupation = str(table["occupation"])
        kind = "character" if occupation in CHARACTERS else occupation.lower()
        facts = {
            "occupation": self.words["occupation"][occupation],
            "pantheon": self.words["pantheon"][table["pantheon"]],
            "location": self.words["location"][table.get("location", "ground")],
            **{figure: self._figure(table.get(figure, 0)) for figure in ("st", "ft", "su")},
        }
        return str(self.forms[kind]).format(**facts)

    def _figure(self, figure: Json) -> str:
        return str(self.forms["bullet"] if figure == "*" else figure)

    def _origin(self, table: Mapping[str, Any]) -> str:
        """What the rule text fixes of a card and what it bounds, and what is this kit's."""
        if table["source"] != "seed":
            return str(self.forms["kit"])
        parts = [
            str(self.forms[kind]).format(marks="; ".join(self._marks(table[kind])))
            for kind in ("known", "implied")
            if table.get(kind)
        ]
        return " ".join([*(parts or [self.forms["named"]]), self.forms["rest"]])

    def _marks(self, marks: Sequence[str]) -> list[str]:
        return [str(self.forms["mark"][mark]) for mark in marks]
