"""Which cards continuous effects reach, and which Relics and Spells count (3.5, 3.7, TG-A36)."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.board import Source as Source
from tabletop_kit.games.tempest.board import all_keywords as all_keywords
from tabletop_kit.games.tempest.board import board
from tabletop_kit.games.tempest.cards import (
    CARD_NAME,
    OCCUPATION,
    PANTHEON,
    PLAYING,
    STATICS,
    Card,
    Filter,
    Static,
)
from tabletop_kit.games.tempest.moves import number_order
from tabletop_kit.games.tempest.names import relics
from tabletop_kit.games.tempest.position import (
    BATTLEGROUND,
    WANDER,
    Attached,
    Member,
    Spot,
    Table,
    Unit,
)

NEAR = tuple(
    [tuple([static for static in found if static.scope.who == "self"]) for found in STATICS]
)
BEARER = tuple(
    [tuple([static for static in found if static.scope.who == "bearer"]) for found in STATICS]
)
ATTACHED = tuple(
    [tuple([static for static in found if static.scope.who == "attached"]) for found in STATICS]
)
"""Of every card the continuous effects on itself, on its bearer, and on what it lies on."""
_CONTROLS = tuple(
    [
        playing is not None and any([one.do == "take_control" for one in playing.effects])
        for playing in PLAYING
    ]
)
"""Of every card whether it gives control of the card that it lies on."""


def sources(table: Table, do: str) -> tuple[Source, ...]:
    """Every continuous effect in play with this verb that reaches other cards."""
    return board(table).by_verb.get(do, ())


def area_kind(area: str) -> str:
    """``wander``, ``battleground`` or ``temple``."""
    return area if area in (WANDER, BATTLEGROUND) else "temple"


def fits(filter_: Filter, card: Card) -> bool:
    """Whether a card is of the occupation, Pantheon and name that a filter asks for."""
    if filter_.occ and OCCUPATION[card] not in filter_.occ:
        return False
    if filter_.pantheon and PANTHEON[card] not in filter_.pantheon:
        return False
    return not filter_.name or CARD_NAME[card] == filter_.name


def within(filter_: Filter, area: str, spot: Spot) -> bool:
    """Whether a card lies in the areas a filter asks for, seen from a source in ``area``."""
    if filter_.same_area and spot.area != area:
        return False
    if not filter_.area:
        return True
    if "this_temple" in filter_.area:
        return spot.area == area
    return area_kind(spot.area) in filter_.area


def reaches(table: Table, source: Source, spot: Spot) -> bool:
    """Whether a continuous effect reaches a card in play; a joined card once (TG-A56)."""
    scope = source.static.scope
    if scope.who == "mine" and spot.seat != source.seat:
        return False
    if scope.same_area and spot.seat != source.seat and spot.area != BATTLEGROUND:
        return False
    if scope.not_self and spot.unit is source.unit:
        return False
    if not within(scope, source.area, spot):
        return False
    return any([fits(scope, member.card) for member in spot.unit.members])


# -- Relics and Spells on a card -----------------------------------------------------------------


def works(table: Table, relic: Attached, spot: Spot) -> bool:
    """Whether a face-up Relic counts: of equal ones within one Temple only one does (TG-A36)."""
    if not relic.name:
        return False
    if spot.area in (WANDER, BATTLEGROUND):
        return True
    return not outdone(table, relic, spot.seat, spot.area)


def outdone(table: Table, relic: Attached, seat: Seat, area: str) -> bool:
    """Whether an equal Relic of a lower number lies in the same Temple."""
    own = number_order(relic.name)
    return any(
        held.area == area
        and held.relic.card == relic.card
        and held.relic.name
        and number_order(held.relic.name) < own
        for held in relics(table, seat)
    )


def carried(table: Table, spot: Spot, do: str) -> Iterator[tuple[Static, Member]]:
    """What working Relics on a card do for their bearer."""
    for member in spot.unit.members:
        for relic in member.relics:
            if relic.name and BEARER[relic.card] and works(table, relic, spot):
                for static in BEARER[relic.card]:
                    if static.do == do:
                        yield static, member


def laid_on(unit: Unit, do: str) -> Iterator[Static]:
    """What Spells attached to a card do to it."""
    for member in unit.members:
        for spell in member.spells:
            if spell.name:
                for static in ATTACHED[spell.card]:
                    if static.do == do:
                        yield static


def gives_control(spell: Attached) -> bool:
    """Whether a Spell gives its player control of the card that it lies on."""
    return _CONTROLS[spell.card]


def controllers(member: Member) -> list[Seat]:
    """Those whose Spells on a card give them control of it, the latest last (TG-A64)."""
    return [one.owner for one in member.spells if one.name and gives_control(one)]
