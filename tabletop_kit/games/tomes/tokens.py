"""How a card of Tomes of Power looks: its sign, its figure, and what it is called."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.engine.scene import Token
from tabletop_kit.engine.text import Texts
from tabletop_kit.games.tomes.position import (
    HERETIC,
    IS_ENTITY,
    RANK,
    SUIT,
    SUITS,
    TEXT,
    VALUE,
    Card,
)

SIGNS = ("drop", "crescent", "hexes", "ring")
"""The signs of Blood, Dream, Swarm and Void: told apart by their shape."""
TIERS = {"J": "spawn", "Q": "herald", "K": "ancient", "E": "empyrean"}


def sign(card: Card) -> str:
    """The sign of a card's Force; a Heretic has its own."""
    return "heretic" if card == HERETIC else SIGNS[SUIT[card]]


@lru_cache(maxsize=1024)
def force_name(suit: int, texts: Texts) -> str:
    """What a Force is called."""
    return texts(f"word.suit.{SUITS[suit]}")


@lru_cache(maxsize=1024)
def tier_name(card: Card, texts: Texts) -> str:
    """What a tier is called, such as Herald."""
    return texts(f"word.rank.{RANK[card]}")


@lru_cache(maxsize=1024)
def card_name(card: Card, texts: Texts) -> str:
    """A card in words, such as ``8 of Blood`` or ``Herald of Void``."""
    if card == HERETIC:
        return texts("word.heretic-label")
    rank, letter = RANK[card], SUITS[SUIT[card]]
    if IS_ENTITY[card]:
        return texts(
            "word.entity-label", rank=tier_name(card, texts), of=texts(f"word.of.{letter}")
        )
    rank = texts("word.rank.A") if rank == "A" else rank
    return texts("word.label", rank=rank, suit=texts(f"word.suit.{letter}"))


def card_short(card: Card, texts: Texts) -> str:
    """A card in as few letters as can be, such as ``8 Blood``."""
    if card == HERETIC:
        return texts("word.heretic-label")
    return texts("table.short", rank=RANK[card], force=force_name(SUIT[card], texts))


def card_token(ident: str, card: Card, texts: Texts, **more: Any) -> Token:
    """A card face up."""
    worth = VALUE[card]
    plain = worth > 1 and not IS_ENTITY[card]
    return Token(
        id=ident,
        kind="card",
        label=_label(card, texts),
        shape="card",
        face=RANK[card] if card != HERETIC else "",
        corner="" if plain else str(worth),
        glyph=sign(card),
        figure=_figure(card),
        name=_short(card, texts),
        **more,
    )


def _label(card: Card, texts: Texts) -> str:
    """A card for a screen reader: with its worth, where its rank does not tell it."""
    name, worth = card_name(card, texts), VALUE[card]
    if worth == 1:
        return texts("table.symbiont", card=name)
    if worth == 0 or IS_ENTITY[card]:
        return texts("table.worth", card=name, worth=worth)
    return name


def _figure(card: Card) -> str:
    if card == HERETIC:
        return "heretic"
    if IS_ENTITY[card]:
        return TIERS[RANK[card]]
    return "symbiont" if VALUE[card] == 1 else ""


def _short(card: Card, texts: Texts) -> str:
    if card == HERETIC:
        return texts("word.heretic-label")
    return force_name(SUIT[card], texts)


@lru_cache(maxsize=1024)
def back_token(ident: str, texts: Texts, seat: Seat | None = None) -> Token:
    """A card face down, in a seat's hand or nobody's: it tells nothing."""
    return Token(
        id=ident, kind="card", label=texts("table.back"), shape="card", seat=seat, hidden=True
    )


def card_ids(cards: Iterable[Card], taken: dict[Card, int]) -> list[str]:
    """An id for each card that stays the same wherever it lies, so that it is seen to glide.

    Equal cards (two Heretics, a carried entity and the fresh one) are told apart by a number;
    ``taken`` counts those that have an id already.
    """
    ids = []
    for card in cards:
        number = taken.get(card, 0)
        taken[card] = number + 1
        ids.append(f"{TEXT[card]}-{number}" if number else TEXT[card])
    return ids
