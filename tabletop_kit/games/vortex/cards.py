"""The cards of Vortex: read once from the TOML files in ``cards``, then looked up by number.

A card is a small number. The numbers ascend in the order of the ids (``B01`` … ``B24``, ``F01`` …,
``G01`` …, ``L01`` …, ``P01`` …, ``R01`` …, ``Y01`` …), so that sorting cards is sorting numbers,
and the tables below say everything else about them. Two equal Frenzies or Rogations have the same
number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Literal

from tabletop_kit.engine.text import read_toml

Card = int
Cards = tuple[Card, ...]
Kind = Literal["devotee", "frenzy", "rogation", "location"]
Figures = tuple[int, int, int, int]
"""Reason, Fire, Water, Sword, in this order."""

COLOURS = ("blue", "green", "yellow", "red")
"""A colour is its place in this line."""
BLUE, GREEN, YELLOW, RED = range(4)
ATTRIBUTES = ("reason", "fire", "water", "sword")
REASON, FIRE, WATER, SWORD = range(4)
MODES = ("reason", "fire", "kill")
_KINDS: tuple[Kind, ...] = ("devotee", "frenzy", "location", "rogation")
_FILES = {"devotee": "devotees", "frenzy": "frenzies", "location": "locations"}


@dataclass(frozen=True, slots=True)
class Effect:
    """One verb of the vocabulary with its parameters; what a verb does not use is empty.

    ``cards/vocabulary.toml`` says what each means, section 4 of the rules page when it happens.
    """

    op: str
    attr: int = -1
    k: int = 0
    subject: str = ""
    when: str = ""
    vs: str = ""
    cond: str = ""
    a: int = -1
    b: int = -1
    mode: str = ""
    max: int = 0
    rule: str = ""
    protects_from: str = ""
    event: str = ""
    to: str = ""
    self_to: str = ""
    action: str = ""
    who: str = ""
    by: str = ""
    key: str = ""
    value: Any = None
    n: Any = 1
    how: str = ""
    optional: bool = False
    choice: str = ""
    zone: str = ""
    filter: str = ""
    what: str = ""


def _effect(table: Mapping[str, Any]) -> Effect:
    given = dict(table)
    if "from" in given:
        given["protects_from"] = given.pop("from")
    for name in ("attr", "a", "b"):
        if name in given:
            given[name] = ATTRIBUTES.index(given[name])
    return Effect(**given)


def _read() -> list[dict[str, Any]]:
    folder = files("tabletop_kit.games.vortex") / "cards"
    found = []
    for kind in _KINDS:
        data = read_toml(folder / f"{_FILES.get(kind, kind + 's')}.toml")
        found += [{**table, "kind": kind, "lasts": table.get("kind", "")} for table in data[kind]]
    return sorted(found, key=lambda table: str(table["id"]))


_TABLES = _read()

TEXT: tuple[str, ...] = tuple(table["id"] for table in _TABLES)
"""The id of a card, such as ``B01``."""
CARD: dict[str, Card] = {text: card for card, text in enumerate(TEXT)}
"""The card that an id names."""
NAME: tuple[str, ...] = tuple(table["name"] for table in _TABLES)
KIND: tuple[Kind, ...] = tuple(table["kind"] for table in _TABLES)
COLOUR: tuple[int, ...] = tuple(
    COLOURS.index(table["color"]) if "color" in table else -1 for table in _TABLES
)
"""The colour printed on a Devotee; -1 for other cards."""
PRINTED: tuple[Figures, ...] = tuple(
    (table.get("reason", 0), table.get("fire", 0), table.get("water", 0), table.get("sword", 0))
    for table in _TABLES
)
"""What is printed on a card: a Devotee's attributes, or what a Frenzy adds to its bearer's."""
EFFECTS: tuple[tuple[Effect, ...], ...] = tuple(
    tuple(_effect(effect) for effect in table["effects"]) for table in _TABLES
)
ORDER: tuple[tuple[int, ...], ...] = tuple(
    tuple(COLOURS.index(colour) for colour in table.get("order", ())) for table in _TABLES
)
"""The turn order that a Location gives, as colours; empty for other cards."""
LASTS: tuple[str, ...] = tuple(table["lasts"] for table in _TABLES)
"""How long a Rogation stays: ``immediate``, ``lasting`` or ``conditional``."""
TRIGGER: tuple[str, ...] = tuple(table.get("trigger", "") for table in _TABLES)
"""What a conditional Rogation waits for."""
NEEDS: tuple[tuple[str, int], ...] = tuple(
    (table["requirement"]["type"], table["requirement"].get("n", 0))
    if "requirement" in table
    else ("none", 0)
    for table in _TABLES
)
"""What a Rogation requires in play: ``none``, ``min``, ``fewer``, ``more`` or ``shared_min``."""

IS_DEVOTEE: tuple[bool, ...] = tuple(kind == "devotee" for kind in KIND)
IS_FRENZY: tuple[bool, ...] = tuple(kind == "frenzy" for kind in KIND)
IS_ROGATION: tuple[bool, ...] = tuple(kind == "rogation" for kind in KIND)
IS_LOCATION: tuple[bool, ...] = tuple(kind == "location" for kind in KIND)
COPIES: tuple[int, ...] = tuple(table["copies"] for table in _TABLES)
DEVOTEES: tuple[Cards, ...] = tuple(
    tuple(card for card in range(len(TEXT)) if COLOUR[card] == colour) for colour in range(4)
)
"""The twenty-four Devotees of each colour."""
FRENZIES, ROGATIONS, LOCATIONS = (
    tuple(card for card in range(len(TEXT)) if KIND[card] == kind for _ in range(COPIES[card]))
    for kind in ("frenzy", "rogation", "location")
)
"""The whole supply of each, every copy."""


def effects(card: Card, op: str) -> tuple[Effect, ...]:
    """The effects of a card with this verb, in the order printed."""
    return tuple([effect for effect in EFFECTS[card] if effect.op == op])


def by_card(op: str) -> tuple[tuple[Effect, ...], ...]:
    """For every card its effects with this verb: the tables that rules look things up in.

    One more entry at the end is empty: there :data:`NO_TEXT` points to.
    """
    return (*[effects(card, op) for card in range(len(TEXT))], ())


NO_TEXT: Card = -1
"""In place of a Location whose text is ignored."""


def written(cards: Iterable[Card]) -> list[str]:
    """Cards as they are written.

    >>> written((0, CARD["F25"]))
    ['B01', 'F25']
    """
    return [TEXT[card] for card in cards]
