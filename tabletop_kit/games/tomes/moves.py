"""What can be said in Tomes of Power. Parsed leniently, written canonically."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from tabletop_kit.engine.problem import shortened
from tabletop_kit.engine.ruling import BadNotation, refusal
from tabletop_kit.games.tomes.position import CARD, SUITS, TEXT, Card, Cards


@dataclass(frozen=True, slots=True)
class Play:
    """An Invoke: one card, a Symbiont and another, or a Ritual (TM-2). Cards are sorted."""

    cards: Cards

    def __str__(self) -> str:
        return "play " + " ".join([TEXT[card] for card in self.cards])


@dataclass(frozen=True, slots=True)
class Rite:
    """A Dream Rite; the first card is the lead (TM-19)."""

    cards: Cards

    def __str__(self) -> str:
        return "rite " + " ".join([TEXT[card] for card in self.cards])


@dataclass(frozen=True, slots=True)
class Heretic:
    """Play a Heretic and name the seat that goes next (TM-10, TM-14)."""

    seat: int

    def __str__(self) -> str:
        return f"heretic {self.seat}"


@dataclass(frozen=True, slots=True)
class Pay:
    """Commit cards of the hand in step 4 (TM-6). Cards are sorted."""

    cards: Cards

    def __str__(self) -> str:
        return " ".join(["pay", *[TEXT[card] for card in self.cards]])


@dataclass(frozen=True, slots=True)
class Break:
    """Break a Bloodstone of this worth (TM-20)."""

    value: int

    def __str__(self) -> str:
        return f"break {self.value}"


@dataclass(frozen=True, slots=True)
class Redress:
    """Spend a Beckon on a debt: the Owed entity is revealed next (TM-22)."""

    card: Card

    def __str__(self) -> str:
        return f"redress {TEXT[self.card]}"


@dataclass(frozen=True, slots=True)
class Recall:
    """Spend a Beckon on an Expunged entity: it comes into the hand (TM-22)."""

    card: Card

    def __str__(self) -> str:
        return f"recall {TEXT[self.card]}"


@dataclass(frozen=True, slots=True)
class Reach:
    """Take a card that an open channel shows (TM-18)."""

    card: Card

    def __str__(self) -> str:
        return f"reach {TEXT[self.card]}"


@dataclass(frozen=True, slots=True)
class Endure:
    """Play nothing and go to step 4 (TM-5)."""

    def __str__(self) -> str:
        return "endure"


@dataclass(frozen=True, slots=True)
class Echo:
    """Spend an Echo: the whole hand to the Grave, and a fresh one (TM-16)."""

    def __str__(self) -> str:
        return "echo"


@dataclass(frozen=True, slots=True)
class Concede:
    """The whole table gives up (TM-24)."""

    def __str__(self) -> str:
        return "concede"


Move: TypeAlias = (
    Play | Rite | Heretic | Endure | Pay | Echo | Break | Redress | Recall | Reach | Concede
)

ENDURE, ECHO, CONCEDE = Endure(), Echo(), Concede()
HERETICS_TO: tuple[Heretic, ...] = tuple(Heretic(seat) for seat in range(4))
SINGLES: tuple[Play, ...] = tuple(Play((card,)) for card in range(len(TEXT)))
"""The play of each card alone, by card."""

_CARD = re.compile(rf"(10|[1-9AJQKE])([{SUITS}])|X")
_BARE: dict[str, Move] = {"endure": ENDURE, "echo": ECHO, "concede": CONCEDE}
_ONE: dict[str, Callable[[Card], Move]] = {"redress": Redress, "recall": Recall, "reach": Reach}
MOST_CARDS = 20
"""More cards than any move can name."""


def parse_card(text: str) -> Card | None:
    """A card from text such as ``10d`` or ``AS``; ``None`` when it is none.

    >>> parse_card("1s") == CARD["AS"], parse_card("11H"), parse_card("x")
    (True, None, 0)
    """
    word = text.strip().upper()
    if not _CARD.fullmatch(word):
        return None
    return CARD.get("A" + word[1:] if word[0] == "1" and word[1:2] != "0" else word)


def parse_move(text: str) -> Move:
    """A move from a line of text. Raises ``BadNotation`` (TM-N1).

    >>> str(parse_move("PLAY 8s, as")), str(parse_move("rite 8C 8H")), str(parse_move("Echo"))
    ('play AS 8S', 'rite 8C 8H', 'echo')
    """
    word, *rest = text.replace(",", " ").lower().split()[: MOST_CARDS + 2] or [""]
    if word in _BARE and not rest:
        return _BARE[word]
    if word in ("heretic", "break") and len(rest) == 1 and re.fullmatch(r"[0-9]{1,4}", rest[0]):
        number = int(rest[0])
        return Heretic(number) if word == "heretic" else Break(number)
    cards = [parse_card(part) for part in rest]
    if word in ("play", "rite", "pay", *_ONE) and len(cards) <= MOST_CARDS:
        read = tuple([card for card in cards if card is not None])
        if len(read) == len(cards):
            if word in _ONE and len(read) == 1:
                return _ONE[word](read[0])
            if word == "rite":
                return Rite(read)
            if word in ("play", "pay"):
                return Play(tuple(sorted(read))) if word == "play" else Pay(tuple(sorted(read)))
        else:
            unread = rest[cards.index(None)]
            raise BadNotation(refusal("TM-N1", "no-card", text=shortened(unread)), text)
    raise BadNotation(refusal("TM-N1", "no-move", text=shortened(text)), text)
