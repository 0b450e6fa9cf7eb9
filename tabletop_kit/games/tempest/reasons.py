"""Why a card in play counts what it counts: printed figures and all that changes them, in words."""

from __future__ import annotations

from typing import Any, NamedTuple

from tabletop_kit.engine.text import Texts
from tabletop_kit.games.tempest.board import board
from tabletop_kit.games.tempest.cards import CARD_NAME, FT, TEXT
from tabletop_kit.games.tempest.numbers import (
    Part,
    base,
    faith,
    keywords,
    power,
    strength,
    strength_parts,
)
from tabletop_kit.games.tempest.position import Spot, Table

_BY_NAME = {name: TEXT[card] for card, name in enumerate(CARD_NAME)}
KEYWORDS_SHOWN = (
    *("flying", "sneak", "ambush", "missile", "tunneling", "water", "bypass_temple"),
    *("cannot_attack", "cannot_block", "spell_cast", "lethal", "mount", "rider", "familiar"),
)
"""The keywords that say something of a card in play, what matters most in a fight first."""


class Counted(NamedTuple):
    """What a card in play counts now: its own ST and what is added to it, FT, keywords."""

    own: int
    parts: tuple[Part, ...]
    strength: int
    attacking: int
    defending: int
    faith: int
    printed: int
    power: int
    keywords: tuple[str, ...]


def counted(table: Table, spot: Spot) -> Counted:
    """What a card counts; found once for as long as all cards in play lie as they do."""
    key = (id(spot.unit), spot.area, table.mods)
    kept = _kept(table)
    if key not in kept:
        kept[key] = _count(table, spot)
    found: Counted = kept[key]
    return found


def _kept(table: Table) -> dict[Any, Any]:
    """What was found for these very cards in play, which the board keeps alive."""
    kept: dict[Any, Any] = board(table).__dict__.setdefault("_counted", {})
    return kept


def _count(table: Table, spot: Spot) -> Counted:
    own, parts = base(table, spot), strength_parts(table, spot)
    found = keywords(table, spot) if spot.unit.name else frozenset()
    return Counted(
        own=own,
        parts=tuple(parts),
        strength=max(own + sum([part.points for part in parts]), 0),
        attacking=strength(table, spot, "attacking"),
        defending=strength(table, spot, "defending"),
        faith=faith(table, spot),
        printed=sum([max(FT[member.card], 0) for member in spot.unit.members]),
        power=power(table, spot),
        keywords=tuple([word for word in KEYWORDS_SHOWN if word in found]),
    )


# -- in words --------------------------------------------------------------------------------------


def reasons(table: Table, spot: Spot, texts: Texts) -> str:
    """Current Strength and Faith of a card in play, each with what makes it up."""
    key = (id(spot.unit), spot.area, table.mods, texts.language)
    kept = _kept(table)
    if key not in kept:
        kept[key] = _reasons(counted(table, spot), texts)
    told: str = kept[key]
    return told


def _reasons(found: Counted, texts: Texts) -> str:
    told = [_strength(found, texts), _faith(found, texts)]
    if found.power:
        told.append(texts("table.why.power", number=found.power))
    return " ".join(told)


def _strength(found: Counted, texts: Texts) -> str:
    value = found.strength
    own = texts("table.why.own", number=found.own)
    why = ", ".join([own, *[_part(part, texts) for part in found.parts]])
    told = texts("table.why.st", "other" if found.parts else "plain", number=value, why=why)
    roles = (("attacking", found.attacking), ("defending", found.defending))
    others = [texts(f"table.why.{role}", number=one) for role, one in roles if one != value]
    return " ".join([told, *others])


def _faith(found: Counted, texts: Texts) -> str:
    more = found.faith - found.printed
    form = "other" if more else "plain"
    printed = found.printed
    return texts("table.why.ft", form, number=found.faith, printed=printed, more=f"{more:+d}")


def _part(part: Part, texts: Texts) -> str:
    ident = _BY_NAME.get(part.card)
    if ident is not None:
        name = texts(f"card.{ident}.name")
    else:
        name = texts(f"word.until.{part.card}") if part.card else texts("table.why.else")
    return texts("table.why.part", points=f"{part.points:+d}", name=name)
