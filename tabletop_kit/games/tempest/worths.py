"""What cards are worth to the kit's players, by strategy: figures from ``policy.toml``.

The strategy is that of the deck (the strategies of the source): Good builds toward a Deity, Evil
destroys, Chaos leaps ahead; a deck of Neutral cards builds.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.engine.text import read_toml
from tabletop_kit.games.tempest.cards import (
    FT,
    HOLDS,
    IS_CHANNELLER,
    IS_CHARACTER,
    IS_RELIC,
    IS_SPELL,
    IS_TEMPLE,
    OCCUPATION,
    PANTHEON,
    PRINTED_KEYWORDS,
    ST,
    TEXT,
    Card,
)
from tabletop_kit.games.tempest.position import Position, Spot, Temple, units

FIGURES: dict[str, Any] = read_toml(files("tabletop_kit.games.tempest") / "policy.toml")
BUILDER, DESTROYER, LEAPER = range(3)
GOD_WORTH = 100.0
"""A Deity wins."""
MOST_WORTH = 20.0
"""No single card in play counts for more, whatever winning with it was worth."""
RELIC_BORNE, TEMPLE_RELIC, OCCUPANT, POWER = 0.6, 0.5, 0.4, 0.5
"""What each Relic on a card and on a Temple adds, each occupant, and each ST put into a bullet."""
PLACE, DEFENCE = 0.2, 0.1
"""What each place and each ST add to a Temple."""
HIDDEN = 1.4
"""What a card is worth of which nobody but its owner knows more than that it is of SU 0."""


def _fighter(card: Card, strategy: dict[str, float]) -> float:
    figures = FIGURES["keyword"]
    keywords: float = sum([figures.get(one, 0.0) for one in sorted(PRINTED_KEYWORDS[card])])
    return strategy["strength"] * max(ST[card], 0) + keywords


def _worth(card: Card, strategy: dict[str, float]) -> float:
    extra = float(FIGURES["extra"].get(TEXT[card], 0.0))
    if OCCUPATION[card] == "Deity":
        return GOD_WORTH
    if IS_CHARACTER[card]:
        total = strategy["faith"] * FT[card] + strategy["card"] + _fighter(card, strategy)
        return total + extra + strategy["channeller"] * IS_CHANNELLER[card]
    if IS_TEMPLE[card]:
        return strategy["temple"] + PLACE * HOLDS[card] + DEFENCE * max(ST[card], 0) + extra
    if IS_SPELL[card]:
        return strategy["spell"] + extra
    return float(FIGURES["hand"]["relic" if IS_RELIC[card] else "miracle"]) + extra


WORTH: tuple[tuple[float, ...], ...] = tuple(
    tuple(_worth(card, strategy) for card in range(len(TEXT)))
    for strategy in FIGURES["strategy"].values()
)
"""For each strategy what a card in play is worth."""
HARM: tuple[float, ...] = tuple(one["harm"] for one in FIGURES["strategy"].values())
BOLD: tuple[float, ...] = tuple(one["bold"] for one in FIGURES["strategy"].values())
"""For each strategy what an attack has to win at least."""
GOD: tuple[float, ...] = tuple(one["god"] for one in FIGURES["strategy"].values())
"""For each strategy what a Deity in the hand is worth keeping at a table of two."""
SPENT: tuple[float, ...] = tuple(one["spent"] for one in FIGURES["strategy"].values())
"""For each strategy what a point of FT that a summons takes is worth elsewhere."""
IS_FIGHTER: tuple[bool, ...] = tuple(occ in ("Guardian", "Champion") for occ in OCCUPATION)
FIGHTS: tuple[bool, ...] = tuple(
    IS_FIGHTER[card] and not PRINTED_KEYWORDS[card] & {"spell_cast", "familiar"}
    for card in range(len(TEXT))
)
"""Guardians and Champions that belong into the Battleground."""
_SIDE = tuple({"Good": 0, "Evil": 1, "Chaos": 2}.get(one, 3) for one in PANTHEON)


USE: Mapping[str, float] = FIGURES["use"]
"""What using a card brings, by its id: a share of its target's worth, or so much for each."""
BORNE: Mapping[str, Mapping[str, float]] = FIGURES["borne"]
"""What a Relic brings on a Character, by its id: where it suits, for each ST, and where not."""
COST: Mapping[str, float] = FIGURES["cost"]
"""What another's play that picks by itself costs, by its card's id."""


def strategy_of(position: Position, seat: Seat) -> int:
    """The strategy of a seat's own deck: of the Pantheon that most of its cards belong to.

    What counts is everything it knows: hand, deck and discard pile, and its cards in play.
    """
    counts = [0, 0, 0, 0]
    for pile in (position.decks[seat], position.hands[seat], position.discard[seat]):
        for card in pile:
            counts[_SIDE[card]] += 1
    for unit in units(position, seat):
        for member in unit.members:
            if member.owner == seat:
                counts[_SIDE[member.card]] += 1
    if max(counts[:3]) <= counts[3] // 2:
        return BUILDER
    return counts.index(max(counts[:3]))


def unit_worth(spot: Spot, strategy: int, own: bool = False) -> float:
    """What a card in play is worth, with what is on it; ``own``: to who may look under it."""
    if not spot.unit.name and not own:
        return HIDDEN
    table = WORTH[strategy]
    total = 0.0
    for member in spot.unit.members:
        total += min(table[member.card], MOST_WORTH) + RELIC_BORNE * len(member.relics)
    return total + POWER * spot.unit.power


def temple_worth(temple: Temple, strategy: int) -> float:
    """What a Temple is worth: itself, and the safety of who is inside."""
    inside, relics = OCCUPANT * len(temple.inside), TEMPLE_RELIC * len(temple.relics)
    return WORTH[strategy][temple.card] + inside + relics
