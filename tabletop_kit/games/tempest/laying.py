"""On what Relics are best laid, open or face down, and when those are turned up (TG-A34, A35)."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.areas import DOWN
from tabletop_kit.games.tempest.board import board
from tabletop_kit.games.tempest.cards import (
    HOSTS,
    IS_CHANNELLER,
    IS_RELIC,
    PRINTED_KEYWORDS,
    ST,
    SU,
    TEXT,
    Card,
)
from tabletop_kit.games.tempest.entering import MOST_RELICS, relics_on
from tabletop_kit.games.tempest.funding import Purses, bill, payer, purses
from tabletop_kit.games.tempest.moves import Move
from tabletop_kit.games.tempest.names import Held, member_named, relic_name, relics
from tabletop_kit.games.tempest.numbers import faith, strength
from tabletop_kit.games.tempest.position import (
    BATTLEGROUND,
    WANDER,
    Position,
    Spot,
    Temple,
    Unit,
    spots,
)
from tabletop_kit.games.tempest.worths import BORNE, FIGHTS

CASTERS_ONLY = ("wand-of-sparks", "orb-of-communion")
SENDING = ("teleport-stone", "gate-key")
"""Relics that send any bearer to an attack."""
IN_TEMPLE = 2.5
"""What a Relic for Temples is worth on one."""
WORTH_HIDING = 0.8
"""A Relic that is worth more is laid face down where it cannot be paid for."""


def host(position: Position, seat: Seat, card: Card) -> tuple[float, str]:
    """On what a Relic is best laid, and what it brings there."""
    if "temple" in HOSTS[card]:
        for temple in position.temples[seat]:
            if relics_on(temple) < MOST_RELICS:
                return IN_TEMPLE, temple.name
        return 0.0, ""
    best = (0.0, "")
    for spot in spots(position, seat):
        if not spot.unit.name or spot.area not in (WANDER, BATTLEGROUND):
            continue
        for member in spot.unit.members:
            value = bears(card, member.card)
            if not member.relics and value > best[0]:
                best = (value, member.name)
    return best


def bears(relic: Card, card: Card) -> float:
    """What a Relic brings on a Character: by whom it suits, and by the ST of who bears it."""
    text, points = TEXT[relic], max(ST[card], 0)
    figures = BORNE.get(text, BORNE["other"])
    if text in CASTERS_ONLY:
        suits = "spell_cast" in PRINTED_KEYWORDS[card]
    elif text == "prayer-beads":
        suits = IS_CHANNELLER[card]
    else:
        suits = FIGHTS[card] or text in SENDING
    return figures["suits"] + figures["strength"] * points if suits else figures["else"]


def hidden(position: Position, seat: Seat) -> Move | None:
    """A Relic that goes face down on its host: it costs nothing, and the hand fills up again."""
    best: tuple[float, Move] | None = None
    for card in dict.fromkeys(position.hands[seat]):
        if not IS_RELIC[card]:
            continue
        value, name = host(position, seat, card)
        if name and value > WORTH_HIDING and (best is None or value > best[0]):
            best = value, Move("play", TEXT[card], on=name)
    return None if best is None else best[1]


def turned_up(position: Position, seat: Seat, found: Purses) -> Iterator[tuple[float, int, Move]]:
    """What turning up a face-down Relic brings, what is paid for it, and the move."""
    if not board(position).sides[seat].kinds & DOWN:
        return
    for held in relics(position, seat):
        if held.relic.name:
            continue
        borne = None if held.bearer is None else member_named(position, held.host)
        value = IN_TEMPLE if borne is None else bears(held.relic.card, borne[1].card)
        paid = bill(position, held.relic.card, found)
        if paid is not None:
            yield value, paid.paid, paid.move("reveal", relic_name(position, held))


def revealing(position: Position, seat: Seat, held: Held) -> Move | None:
    """A face-down Relic turned up: with its bearer's own FT, wherever that is, or as others pay."""
    name, bearer, cost = relic_name(position, held), held.bearer, SU[held.relic.card]
    if bearer is not None and not bearer.drained and bearer.name:
        spot = Spot(bearer, seat, held.area)
        alone = payer(spot, bearer.name, faith(position, spot))
        one = bill(position, held.relic.card, {WANDER: [alone]})
        if one is not None and cost > 0:
            return one.move("reveal", name)
    found = bill(position, held.relic.card, purses(position, seat))
    return None if found is None else found.move("reveal", name)


def helping(position: Position, held: Held, role: str, foe: Unit | Temple | None) -> int:
    """So much more ST a face-down Relic would give its bearer in a fight."""
    bearer = held.bearer
    assert bearer is not None
    shown = held.relic._replace(name=TEXT[held.relic.card])
    members = [
        member._replace(relics=(shown,)) if held.relic in member.relics else member
        for member in bearer.members
    ]
    spot = Spot(bearer, held.seat, held.area)
    after = spot._replace(unit=bearer._replace(members=tuple(members)))
    return strength(position, after, role, foe) - strength(position, spot, role, foe)
