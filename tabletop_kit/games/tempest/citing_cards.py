"""Which rules stand behind what is printed on a card of Tempest (see ``citing.py``)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, TypeAlias

from tabletop_kit.engine.ruling import Json, Seat
from tabletop_kit.games.tempest.cards import (
    BULLET,
    CARD,
    COUNTED,
    FORMS,
    OCCUPATION,
    PANTHEON,
    PRINTED_KEYWORDS,
    ST,
    STATICS,
    SU,
    Card,
)

if TYPE_CHECKING:
    from tabletop_kit.games.tempest.draft import Draft

Facts: TypeAlias = Mapping[str, Json]
Citing: TypeAlias = Callable[["Draft", str, "Seat | None", Facts], Iterator[str]]

KEYWORD_RULES = dict(
    zip(
        (
            *("flying", "missile", "sneak", "ambush", "tunneling", "water", "bypass_temple"),
            *("enters_undrained", "cannot_attack", "cannot_block", "spell_cast", "familiar"),
            *("rider", "mount"),
        ),
        (*[f"TG-K{number}" for number in range(1, 14)], "TG-K13"),
        strict=True,
    )
)
STANDING = {
    "defends_at": "TG-X1",
    "st_bonus": "TG-X2",
    "ft_bonus": "TG-X3",
    "cast_bonus": "TG-X4",
    "hand_size": "TG-X5",
    "extra_block": "TG-X6",
    "grant": "TG-X7",
    "protect": "TG-X8",
    "forbid": "TG-X9",
    "attack_from": "TG-X10",
    "spell_pool": "TG-X11",
    "no_reset": "TG-X12",
    "pack": "TG-K14",
    "st_mod": "TG-E11",
    "set_st": "TG-E11",
}
_OCCUPATIONS = {
    "Follower": "TG-B7",
    "Priest": "TG-B8",
    "Guardian": "TG-B9",
    "Champion": "TG-B9",
    "Temple": "TG-B10",
    "Relic": "TG-B11",
    "Spell": "TG-B12",
    "Miracle": "TG-B13",
    "Demi-god": "TG-B14",
    "Deity": "TG-B14",
}
PLACES = {"water": "TG-P1", "sky": "TG-P2", "underground": "TG-P3"}


def card_named(name: str) -> Card:
    """The card of a name, of a card in play or out of it; -1 for a word that is none."""
    return CARD.get(name.partition("#")[0].partition("/")[0], -1)


def printed(card: Card) -> Iterator[str]:
    """The rules behind what is printed on a card: occupation, Pantheon, keywords, standing text."""
    yield _OCCUPATIONS[OCCUPATION[card]]
    if PANTHEON[card] != "Neutral":
        yield "TG-B2"
    for keyword in PRINTED_KEYWORDS[card]:
        yield KEYWORD_RULES[keyword]
    for static in STATICS[card]:
        yield "TG-H1"
        yield "TG-K15" if static.keyword == "lethal" else STANDING.get(static.do, "TG-H1")
    if ST[card] == BULLET or SU[card] == BULLET:
        yield "TG-B4"
    if COUNTED[card] is not None:
        yield "TG-H7"
    if FORMS[card]:
        yield from ("TG-H5", "TG-A72")
