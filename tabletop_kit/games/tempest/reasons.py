"""Why a card in play counts what it counts: printed figures and all that changes them, in words."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_kit.engine.text import Texts
from tabletop_kit.games.tempest.cards import CARD_NAME, FT, TEXT
from tabletop_kit.games.tempest.names import Held, relics
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


def reasons(table: Table, spot: Spot, texts: Texts) -> str:
    """Current Strength and Faith of a card in play, each with what makes it up."""
    told = [_strength(table, spot, texts), _faith(table, spot, texts)]
    casting = power(table, spot)
    if casting:
        told.append(texts("table.why.power", number=casting))
    return " ".join(told)


def _strength(table: Table, spot: Spot, texts: Texts) -> str:
    parts = strength_parts(table, spot)
    value = strength(table, spot)
    own = texts("table.why.own", number=base(table, spot))
    why = ", ".join([own, *[_part(part, texts) for part in parts]])
    told = texts("table.why.st", "other" if parts else "plain", number=value, why=why)
    roles = [(role, strength(table, spot, role)) for role in ("attacking", "defending")]
    others = [
        texts(f"table.why.{role}", number=number) for role, number in roles if number != value
    ]
    return " ".join([told, *others])


def _faith(table: Table, spot: Spot, texts: Texts) -> str:
    value = faith(table, spot)
    printed = sum([max(FT[member.card], 0) for member in spot.unit.members])
    form = "plain" if value == printed else "other"
    return texts("table.why.ft", form, number=value, printed=printed, more=f"{value - printed:+d}")


def _part(part: Part, texts: Texts) -> str:
    ident = _BY_NAME.get(part.card)
    if ident is not None:
        name = texts(f"card.{ident}.name")
    else:
        name = texts(f"word.until.{part.card}") if part.card else texts("table.why.else")
    return texts("table.why.part", points=f"{part.points:+d}", name=name)


def keyword_words(table: Table, spot: Spot, texts: Texts) -> Iterator[str]:
    """The keywords of a card in play, what matters most in a fight first."""
    found = keywords(table, spot) if spot.unit.name else frozenset()
    for word in KEYWORDS_SHOWN:
        if word in found:
            yield texts(f"word.keyword.{word}")


def temple_relics(table: Table, name: str, seat: int) -> list[Held]:
    """The Relics that lie on a Temple itself."""
    return [held for held in relics(table, seat) if held.host == name]
