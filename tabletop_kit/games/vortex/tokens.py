"""How a card of Vortex looks: its four figures in their corners, its colour, and its words."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.engine.scene import Stat, Token
from tabletop_kit.engine.text import Texts
from tabletop_kit.games.vortex.cards import (
    ATTRIBUTES,
    COLOUR,
    COLOURS,
    IS_DEVOTEE,
    IS_FRENZY,
    KIND,
    LASTS,
    NEEDS,
    NO_TEXT,
    PRINTED,
    TEXT,
    Card,
    Figures,
)
from tabletop_kit.games.vortex.figures import SWAPS, Side, active, summed
from tabletop_kit.games.vortex.position import Position, Unit

SIGNS = ("reason", "flame", "waves", "sword")
"""The signs of Reason, Fire, Water and Sword: told apart by their shape, each in its corner."""
SECTS = ("hollow", "endless", "solid", "noise")
"""The signs of Blue, Green, Yellow and Red."""
KIND_SIGNS = {"frenzy": "bolt", "rogation": "scroll", "location": "planet"}


def card_name(card: Card, texts: Texts) -> str:
    """What a card is called."""
    return texts(f"card.{TEXT[card]}.name")


def card_words(card: Card, texts: Texts) -> str:
    """All that stands on a card, figures in words before its text."""
    return texts(f"rule.{TEXT[card]}.text")


def colour_word(colour: int, texts: Texts) -> str:
    """What a colour is called."""
    return texts(f"word.colour.{COLOURS[colour]}")


def tint(card: Card) -> str:
    """The colour of a Devotee, the kind of any other card."""
    return COLOURS[COLOUR[card]] if IS_DEVOTEE[card] else KIND[card]


def sign(card: Card) -> str:
    """The sign of a card: its sect, or its kind."""
    return SECTS[COLOUR[card]] if IS_DEVOTEE[card] else KIND_SIGNS[KIND[card]]


# -- figures ---------------------------------------------------------------------------------------

_LONE = (Unit(NO_TEXT), Unit(NO_TEXT, (1,)))
"""In place of an opposing card that is not known yet: a Devotee, and a Zealot."""


def standing(position: Position, seat: Seat, unit: Unit) -> tuple[Figures, Figures]:
    """The figures of a card whatever it meets: against a Devotee, and against a Zealot.

    What holds in one role only (attacking, defending), and what an opposing card would change, is
    not counted: nobody knows it before a Crusade is declared.
    """
    swaps = [*SWAPS[position.site]]
    for card in (unit.card, *active(position, unit)):
        swaps += SWAPS[card]
    told = []
    for lone in _LONE:
        values = summed(position, Side(seat, unit, ""), Side(seat, lone, ""))
        for swap in swaps:
            values[swap.a], values[swap.b] = values[swap.b], values[swap.a]
        told.append((values[0], values[1], values[2], values[3]))
    return told[0], told[1]


def unit_stats(position: Position, seat: Seat, unit: Unit) -> tuple[Stat, ...]:
    """The four figures of a card in play, each with the printed one where it differs."""
    one, other = standing(position, seat, unit)
    stats = []
    for attribute, printed in enumerate(PRINTED[unit.card]):
        low, high = one[attribute], other[attribute]
        value = str(low) if low == high else f"{low}/{high}"
        was = "" if value == str(printed) else str(printed)
        stats.append(Stat(SIGNS[attribute], value, was))
    return tuple(stats)


@lru_cache(maxsize=256)
def printed_stats(card: Card) -> tuple[Stat, ...]:
    """What is printed in the corners of a card; what a Frenzy leaves alone stays empty."""
    figures = PRINTED[card]
    if IS_DEVOTEE[card]:
        return tuple([Stat(name, str(value)) for name, value in zip(SIGNS, figures, strict=True)])
    if not any(figures):
        return ()
    pairs = zip(SIGNS, figures, strict=True)
    return tuple([Stat(name, f"{value:+d}" if value else "") for name, value in pairs])


def figures_in_words(stats: tuple[Stat, ...], texts: Texts) -> str:
    """The four figures as a screen reader says them, with what is printed where it differs."""
    said = []
    for name, stat in zip(ATTRIBUTES, stats, strict=False):
        if stat.value:
            facts = {"attribute": texts(f"word.attribute.{name}"), "value": stat.value}
            key = "table.figure-changed" if stat.was else "table.figure"
            said.append(texts(key, was=stat.was, **facts))
    return ", ".join(said)


# -- cards -----------------------------------------------------------------------------------------


def hand_token(ident: str, card: Card, texts: Texts, **more: Any) -> Token:
    """A card of a hand, face up: any kind."""
    stats = printed_stats(card)
    name = card_name(card, texts)
    marks = () if IS_DEVOTEE[card] or IS_FRENZY[card] else rogation_marks(card, texts)
    return Token(
        id=ident,
        kind="card",
        label=_label(name, card, stats, texts),
        shape="leaf",
        name=name,
        glyph=sign(card),
        stats=stats,
        tint=tint(card),
        marks=marks,
        text=card_words(card, texts),
        rule=TEXT[card],
        **more,
    )


def _label(name: str, card: Card, stats: tuple[Stat, ...], texts: Texts) -> str:
    kind = texts(f"word.kind.{KIND[card]}")
    if IS_DEVOTEE[card]:
        kind = texts("table.devotee-of", colour=colour_word(COLOUR[card], texts))
    figures = figures_in_words(stats, texts)
    return f"{name}, {kind}: {figures}" if figures else f"{name}, {kind}"


def rogation_marks(card: Card, texts: Texts) -> tuple[str, ...]:
    """What a Rogation requires, in as few words as can be, and how long it stays."""
    need, count = NEEDS[card]
    return (texts(f"table.needs.{need}", number=count), texts(f"table.lasts.{LASTS[card]}"))


def unit_token(position: Position, seat: Seat, unit: Unit, texts: Texts, **more: Any) -> Token:
    """A Devotee or Zealot in play; a True Convert says whose it was."""
    card = unit.card
    stats = unit_stats(position, seat, unit)
    name = card_name(card, texts)
    foreign = COLOUR[card] != position.colours[seat]
    marks = [texts("table.convert", colour=colour_word(COLOUR[card], texts))] if foreign else []
    kind = texts(f"word.kind.{'zealot' if unit.attached else 'devotee'}")
    figures = figures_in_words(stats, texts)
    return Token(
        id=TEXT[card],
        kind="card",
        label=texts("table.in-play", card=name, kind=kind, figures=figures),
        shape="leaf",
        name=name,
        glyph=sign(card),
        stats=stats,
        tint=tint(card),
        marks=tuple(marks),
        seat=seat,
        text=card_words(card, texts),
        rule=TEXT[card],
        **more,
    )


def attached_token(
    bearer: Card, place: int, code: int, own: bool, texts: Texts, **more: Any
) -> Token:
    """A card attached to another: a Frenzy, a bluff, or a back that could be anything (VX-R23).

    The owner sees what lies there face down, and that it does.
    """
    card, up = code >> 1, code & 1
    ident = f"{TEXT[bearer]}/{place}"
    if not up and not own:
        label = texts("table.back-on", card=card_name(bearer, texts))
        return Token(
            id=ident,
            kind="card",
            label=label,
            shape="leaf",
            name=texts("table.face-down"),
            glyph="whirl",
            hidden=True,
            on=TEXT[bearer],
            **more,
        )
    name, bluff = card_name(card, texts), not IS_FRENZY[card]
    key = ("bluff" if bluff else "frenzy") if up else ("bluff-down" if bluff else "frenzy-down")
    shown = texts(f"table.attached.{key}", card=name)
    return Token(
        id=ident,
        kind="card",
        label=texts("table.attached-to", what=shown, card=card_name(bearer, texts)),
        shape="leaf",
        name=name,
        glyph=sign(card),
        tint=tint(card),
        marks=(texts(f"table.attached-mark.{key}"),),
        power="held" if not up else "off" if bluff else "",
        on=TEXT[bearer],
        text=card_words(card, texts),
        rule=TEXT[card],
        **more,
    )
