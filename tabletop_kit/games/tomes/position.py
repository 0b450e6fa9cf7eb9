"""What is on the table in Tomes of Power: cards, hands, piles, and the entity in front.

A card is a small number; the numbers ascend in the canonical order of the rules page: by value
(a Heretic is 0), then Blood, Dream, Swarm, Void, then the number before the entity. Sorting cards
is sorting numbers, and the tables below say everything else about them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from tabletop_kit.engine.luck import Luck

Card = int
Cards = tuple[Card, ...]
Phase = Literal["turn", "pay", "over"]
Reading = Literal["blood", "dream", "swarm", "void"]
Rung = Literal["", "slumbering", "stirring", "waking", "ravenous", "quietus"]

SUITS = "HDCS"
"""Blood, Dream, Swarm and Void, as their letters; a suit is its place in this line."""
BLOOD, DREAM, SWARM, VOID = range(4)
READINGS: tuple[Reading, ...] = ("blood", "dream", "swarm", "void")
RUNGS: tuple[Rung, ...] = ("slumbering", "stirring", "waking", "ravenous", "quietus")

HERETIC: Card = 0
_LETTERS = {1: "A", 10: "J", 15: "Q", 20: "K", 25: "E"}


def _all_cards() -> list[tuple[int, int, str]]:
    """Value, suit and text of every card, in canonical order."""
    cards = [(0, -1, "X")]
    for value in (*range(1, 11), 15, 20, 25):
        for suit, letter in enumerate(SUITS):
            if value == 10:
                cards.append((10, suit, f"10{letter}"))
            cards.append((value, suit, _LETTERS.get(value, str(value)) + letter))
    return cards


_CARDS = _all_cards()
VALUE: tuple[int, ...] = tuple(value for value, _suit, _text in _CARDS)
"""What a card is worth in a play and in a payment (TM-T1, TM-6)."""
SUIT: tuple[int, ...] = tuple(suit for _value, suit, _text in _CARDS)
"""The Force of a card; -1 for a Heretic."""
TEXT: tuple[str, ...] = tuple(text for _value, _suit, text in _CARDS)
"""How a card is written, such as ``10D`` or ``JH``."""
CARD: dict[str, Card] = {text: card for card, text in enumerate(TEXT)}
"""The card that a text names."""
RANK: tuple[str, ...] = tuple(text.rstrip(SUITS) for text in TEXT)
"""A card without its suit: ``10`` and ``J`` differ (TM-4)."""

SYMBIONTS: Cards = tuple(CARD["A" + suit] for suit in SUITS)
SPAWNS, HERALDS, ANCIENTS, EMPYREANS = (
    tuple(CARD[rank + suit] for suit in SUITS) for rank in "JQKE"
)
ENTITIES: Cards = (*SPAWNS, *HERALDS, *ANCIENTS)
NUMBERS: Cards = tuple(card for card in range(1, len(TEXT)) if card not in (*ENTITIES, *EMPYREANS))
"""The forty cards of the Gathering, Symbionts included (TM-T2)."""
IS_ENTITY: tuple[bool, ...] = tuple(rank in tuple("JQKE") for rank in RANK)
DOMINION: tuple[int, ...] = tuple(
    2 * value if entity else 0 for value, entity in zip(VALUE, IS_ENTITY, strict=True)
)
"""How much Ruin an entity bears (TM-T1)."""
STRIKE: tuple[int, ...] = tuple(
    value if entity else 0 for value, entity in zip(VALUE, IS_ENTITY, strict=True)
)
"""What an entity strikes for; also the worth of its Bloodstone (TM-T1, TM-20)."""

LIMITS = (0, 8, 7, 6, 5)
"""Cards in a hand by the number of seats (TM-T2)."""
HERETICS = (0, 0, 0, 1, 2)
"""Heretics in the Gathering by the number of seats (TM-14)."""
TERROR_HERETICS = (0, 0, 1, 1, 2)
"""The same in Terror (TM-23)."""
ECHOES = (0, 2, 2, 0, 0)
"""Echoes by the number of seats (TM-16)."""

RUN_PRICE: dict[str, int] = {"slumbering": 2, "stirring": 2, "waking": 3, "ravenous": 4}
"""Clean ends in a row that earn a Beckon, by rung (TM-T9)."""
MUSTER_AT: dict[str, int] = {"slumbering": 3, "stirring": 2, "waking": 1, "ravenous": 1}
"""With at most so many cards a turn opens with a Muster, by rung (TM-T9)."""
MUSTER = 2
"""Cards that a Muster draws (TM-22)."""
TERROR_PRICE = 3
"""Expunges that earn the table a Beckon in Terror (TM-23)."""
RITUAL_MOST = 10
"""A Ritual totals at most this (TM-2), and a Rite more than this (TM-19)."""
DREAM_READING = 2
"""Cards that the Dream reading draws (TM-T6)."""
LAST_DESCENT = 3
"""Terror has so many descents (TM-23)."""
NOBODY: Card = -1
"""In place of an entity where none is in front."""


@dataclass(frozen=True)
class Position:
    """A position of Tomes of Power; lists by seat where there is one for each.

    ``hands`` run from the oldest card to the newest; ``gathering`` from the top down; the last of
    ``grave`` is its top. ``entity`` is ``NOBODY`` when none is in front. ``to_act`` is ``None``
    when it is over, and then ``result`` is ``"won"`` or ``"lost"`` and ``why`` the rule behind it.

    The last three count what everybody at the table can remember, so that a fair re-deal may use
    it: how many cards on top of the Gathering are ``known`` (Expunged and not drawn), how many at
    its bottom came from ``under`` the Grave by Blood or a stone, and how many of the oldest cards
    of the Grave are ``mixed`` (Blood has taken others from among them, nobody saw which).
    """

    seats: int
    edition: bool
    rung: Rung
    readings: tuple[Reading, ...]
    terror: bool
    descent: int
    hands: tuple[Cards, ...]
    gathering: Cards
    grave: Cards
    table: Cards
    pantheon: Cards
    owed: Cards
    entity: Card
    ruin: int
    ward: int
    withheld: int
    broken: bool
    phase: Phase
    to_act: int | None
    endured: tuple[bool, ...]
    echoes: int
    stones: tuple[tuple[int, ...], ...]
    channels: int
    run: int
    beckons: int
    mustered: bool
    expunged: Cards
    subdued: Cards
    worn: tuple[int, ...]
    fired: tuple[int, int, int, int]
    result: Literal["", "won", "lost"]
    why: str
    known: int
    under: int
    mixed: int
    luck: Luck

    @classmethod
    def of(cls, fields: dict[str, Any]) -> Position:
        """The position with all of these fields; the mapping is its own from now on.

        The constructor of a frozen dataclass sets 35 fields one by one, each through
        ``object.__setattr__``: that takes nine times as long, in every step of every playout.
        """
        position = object.__new__(cls)
        object.__setattr__(position, "__dict__", fields)
        return position

    @property
    def limit(self) -> int:
        """The most cards a hand may hold (TM-T2)."""
        return LIMITS[self.seats]

    @property
    def strike(self) -> int:
        """What the entity strikes for once the ward is taken off (TM-11)."""
        return max(0, STRIKE[self.entity] - self.ward) if self.entity >= 0 else 0

    @property
    def due(self) -> int:
        """What step 4 asks; 0 in every other phase (TM-6)."""
        return self.strike if self.phase == "pay" else 0

    @property
    def denied(self) -> int:
        """The Force that the entity denies now; -1 where its domain is broken (TM-10)."""
        return -1 if self.broken or self.entity < 0 else SUIT[self.entity]

    @property
    def heretics(self) -> int:
        """How many Heretics this game holds, wherever they lie (TM-14, TM-23)."""
        return (TERROR_HERETICS if self.terror else HERETICS)[self.seats]

    @property
    def debts(self) -> bool:
        """Whether a Subdued entity is owed: on a rung below Quietus, and in Terror (TM-21)."""
        return self.terror or self.rung in RUN_PRICE

    def _repr_html_(self) -> str:
        from tabletop_kit.games import find_game
        from tabletop_kit.table.still import position_html

        return position_html(find_game("tomes"), self)


def must_be_expunged(position: Position) -> bool:
    """Whether a spill over the one in front loses: nothing remains to reveal (TM-21, TM-23)."""
    if position.terror:
        return position.descent == LAST_DESCENT and position.entity in EMPYREANS
    return position.debts and not position.pantheon


def is_last(position: Position) -> bool:
    """Whether nothing is left to fight once the one in front is Expunged (TM-24)."""
    if position.pantheon or position.owed:
        return False
    return not position.terror or must_be_expunged(position)


def total(cards: Iterable[Card]) -> int:
    """What cards are worth, in a play and in a payment (TM-T1, TM-6).

    >>> total((CARD["10D"], CARD["JH"], HERETIC))
    20
    """
    return sum([VALUE[card] for card in cards])


def written(cards: Iterable[Card]) -> list[str]:
    """Cards as they are written.

    >>> written((CARD["10D"], CARD["JH"], HERETIC))
    ['10D', 'JH', 'X']
    """
    return [TEXT[card] for card in cards]
