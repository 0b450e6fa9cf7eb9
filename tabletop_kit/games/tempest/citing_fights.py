"""Which further rules the events of a fight show at work (see ``citing.py``)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.cards import COUNTED, LOCATION, PRINTED_KEYWORDS, STATICS
from tabletop_kit.games.tempest.citing_cards import (
    KEYWORD_RULES,
    PLACES,
    STANDING,
    Citing,
    Facts,
    card_named,
)
from tabletop_kit.games.tempest.names import spot_named, temple_named
from tabletop_kit.games.tempest.pieces import WANDER

if TYPE_CHECKING:
    from tabletop_kit.games.tempest.draft import Draft


def _attack(draft: Draft, _rule: str, _seat: Seat | None, facts: Facts) -> Iterator[str]:
    yield from ("TG-F1", "TG-B15", "TG-A70")
    if facts["tunnel"]:
        yield from ("TG-K5", "TG-A57")
    if len(facts["names"]) > 1:
        yield "TG-A49"
    for name in facts["names"]:
        spot = spot_named(draft, name)
        if spot is not None and spot.area == WANDER:
            yield "TG-X10"
    if draft.choices.teams:
        yield "TG-O12"


def _blocked(draft: Draft, _rule: str, _seat: Seat | None, facts: Facts) -> Iterator[str]:
    yield from ("TG-F3", "TG-A47")
    if draft.blocked.count(facts["name"]) > 1:
        yield "TG-X6"
    for word in ("flying", "tunneling"):
        if all(
            word in PRINTED_KEYWORDS[card_named(one)] for one in (facts["name"], *facts["names"])
        ):
            yield KEYWORD_RULES[word]


def _target(draft: Draft, _rule: str, _seat: Seat | None, facts: Facts) -> Iterator[str]:
    yield "TG-F4"
    for name in facts["names"]:
        yield from _lent(draft, name)
    words = {word for name in facts["names"] for word in PRINTED_KEYWORDS[card_named(name)]}
    for word in ("flying", "missile", "sneak", "ambush", "tunneling", "water", "bypass_temple"):
        if word in words:
            yield KEYWORD_RULES[word]
    temple = temple_named(draft, facts["name"])
    if temple is not None:
        yield "TG-F6"
        if LOCATION[temple[1].card] in PLACES:
            yield from (PLACES[LOCATION[temple[1].card]], "TG-A55")
    elif "cannot_block" in PRINTED_KEYWORDS[card_named(facts["name"])]:
        yield "TG-K10"


def _lent(draft: Draft, name: str) -> Iterator[str]:
    """A keyword that a card has from a Relic it bears."""
    spot = spot_named(draft, name)
    for member in spot.unit.members if spot is not None else ():
        for relic in member.relics:
            if relic.name and any([static.do == "grant" for static in STATICS[relic.card]]):
                yield "TG-X7"


def _compared(draft: Draft, _rule: str, _seat: Seat | None, facts: Facts) -> Iterator[str]:
    yield from ("TG-F6", "TG-A51") if facts["temple"] else ("TG-F5",)
    yield from ("TG-G1", "TG-G3", "TG-F8", "TG-G4")
    cards = [card_named(name) for name in (*facts["names"], facts["name"])]
    for card in cards:
        for static in STATICS[card]:
            if static.do in ("defends_at", "st_bonus"):
                yield STANDING[static.do]
        if COUNTED[card] is not None:
            yield "TG-H7"
    for name in (*facts["names"], facts["name"]):
        spot = spot_named(draft, name)
        for member in spot.unit.members if spot is not None else ():
            for relic in member.relics:
                if relic.name and any([one.keyword == "lethal" for one in STATICS[relic.card]]):
                    yield "TG-K15"
    for found in draft.temples:
        for temple in found:
            if any([static.do == "st_bonus" for static in STATICS[temple.card]]):
                yield from ("TG-X2", "TG-A60")


FIGHTS: dict[str, Citing] = {
    "attack": _attack,
    "blocked": _blocked,
    "target": _target,
    "compared": _compared,
}
