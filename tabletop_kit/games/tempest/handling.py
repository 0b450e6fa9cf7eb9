"""What speaks against playing for nothing, moving, joining and powering (TG-A5, A19, A56, A59)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tabletop_kit.engine.ruling import Ruling, Seat
from tabletop_kit.games.tempest.aiming import (
    host_faults,
)
from tabletop_kit.games.tempest.cards import (
    CARD,
    IS_CHARACTER,
    IS_RELIC,
    IS_SPELL,
    OCCUPATION,
    POWERED,
    PRINTED_KEYWORDS,
    SU,
    TEXT,
    Card,
)
from tabletop_kit.games.tempest.joining import joinable
from tabletop_kit.games.tempest.moves import STOLEN, Move
from tabletop_kit.games.tempest.names import (
    spot_named,
    temple_named,
)
from tabletop_kit.games.tempest.numbers import faith
from tabletop_kit.games.tempest.paying import (
    entering_faults,
    no,
)
from tabletop_kit.games.tempest.position import (
    BATTLEGROUND,
    WANDER,
    Member,
    Position,
    Spot,
    Table,
    Unit,
)
from tabletop_kit.games.tempest.turns import on_first_turn


def held(table: Table, seat: Seat, name: str) -> Card:
    """The card of that id in a hand; -1 where it is not there."""
    card = CARD.get(name, -1)
    return card if card in table.hands[seat] else -1


def _play_faults(table: Position, seat: Seat, move: Move) -> Iterator[Ruling]:
    card = held(table, seat, move.what)
    if card < 0:
        yield no("TG-T4", "not-in-hand", name=move.what)
        return
    limit = table.choices.su0_limit
    free = on_first_turn(table, seat) or table.choices.no_su0_limit
    if table.zeros >= limit and not free:
        yield no("TG-A5", "zeros", limit=limit)
    if IS_RELIC[card]:
        yield from _face_down_relic(table, seat, card, move)
    elif IS_SPELL[card]:
        yield from _face_down_spell(table, seat, move)
    elif move.on:
        yield no("TG-N1", "on-for-nothing", card=TEXT[card])
    elif SU[card] != 0 or not IS_CHARACTER[card]:
        yield no("TG-T1", "not-free", card=TEXT[card])
    else:
        yield from _destination_faults(table, seat, card, move.to)


def _face_down_relic(table: Table, seat: Seat, card: Card, move: Move) -> Iterator[Ruling]:
    if not move.on or move.to:
        yield no("TG-N1", "needs-host", card=TEXT[card])
    else:
        yield from host_faults(table, seat, card, move.on)


def _face_down_spell(table: Table, seat: Seat, move: Move) -> Iterator[Ruling]:
    if not move.on or move.to:
        yield no("TG-N1", "needs-host", card=move.what)
        return
    spot = spot_named(table, move.on)
    if spot is None or spot.seat != seat or not spot.unit.name:
        yield no("TG-T4", "not-yours", name=move.on)
        return
    if not any(["spell_cast" in PRINTED_KEYWORDS[one.card] for one in spot.unit.members]):
        yield no("TG-A41", "no-caster", card=move.what, name=move.on)
    if any([not spell.name for one in spot.unit.members for spell in one.spells]):
        yield no("TG-A41", "spell-there", name=move.on)


def _destination_faults(table: Table, seat: Seat, card: Card, to: str) -> Iterator[Ruling]:
    """Where a card of SU 0 may be played to (TG-A19)."""
    if not to or to == WANDER:
        return
    if to == BATTLEGROUND:
        if OCCUPATION[card] not in ("Guardian", "Champion"):
            yield no("TG-A19", "no-fighter", card=TEXT[card])
        return
    found = temple_named(table, to)
    if found is None or found[0] != seat:
        yield no("TG-T4", "not-yours", name=to)
        return
    yield from entering_faults(table, found[1], [_as_spot(card, seat)])


def _as_spot(card: Card, seat: Seat) -> Spot:
    return Spot(Unit("", (Member(card, "", seat),)), seat, WANDER)


def _move_faults(table: Position, seat: Seat, move: Move) -> Iterator[Ruling]:
    spot = spot_named(table, move.what)
    if spot is None or spot.seat != seat:
        yield no("TG-T4", "not-yours", name=move.what)
        return
    if not move.to:
        yield no("TG-N1", "needs-place")
        return
    if spot.unit.drained:
        yield no("TG-A7", "drained", name=move.what)
    if move.to in (WANDER, BATTLEGROUND):
        if spot.area == move.to or (move.to == BATTLEGROUND and spot.area != WANDER):
            yield no("TG-A59", "one-step", name=move.what)
        return
    found = temple_named(table, move.to)
    if found is None or found[0] != seat:
        yield no("TG-T4", "not-yours", name=move.to)
        return
    if spot.area != WANDER:
        yield no("TG-A59", "one-step", name=move.what)
    if spot.area != move.to:
        yield from entering_faults(table, found[1], [spot])


def _join_faults(table: Position, seat: Seat, move: Move) -> Iterator[Ruling]:
    found = [spot_named(table, name) for name in move.names]
    spots = [spot for spot in found if spot is not None and spot.seat == seat and spot.unit.name]
    if len(spots) < 2:
        missing = [name for name, one in zip(move.names, found, strict=True) if one is None]
        yield no("TG-T4", "not-yours", name=(missing or list(move.names))[0])
        return
    if spots[0].area != spots[1].area:
        yield no("TG-A56", "join-areas")
    if not joinable([member.card for spot in spots for member in spot.unit.members]):
        yield no("TG-A56", "no-join", one=move.names[0], other=move.names[1])


def _split_faults(table: Position, seat: Seat, move: Move) -> Iterator[Ruling]:
    spot = spot_named(table, move.what)
    if spot is None or spot.seat != seat:
        yield no("TG-T4", "not-yours", name=move.what)
        return
    if len(spot.unit.members) < 2:
        yield no("TG-A56", "not-joined", name=move.what)
    if spot.unit.drained:
        yield no("TG-A7", "split-drained", name=move.what)


def _power_faults(table: Position, seat: Seat, move: Move) -> Iterator[Ruling]:
    spot = spot_named(table, move.what)
    if spot is None or spot.seat != seat or not spot.unit.name:
        yield no("TG-T4", "not-yours", name=move.what)
        return
    if POWERED[spot.unit.card] is None:
        yield no("TG-T3", "no-bullet", name=move.what)
    if not move.payers or STOLEN in move.payers or move.what in move.payers:
        yield no("TG-N1", "needs-payers")
        return
    for name in move.payers:
        payer = spot_named(table, name)
        if payer is None or payer.seat != seat:
            yield no("TG-T4", "not-yours", name=name)
            continue
        if payer.unit.drained:
            yield no("TG-A7", "drained", name=name)
        if payer.area == BATTLEGROUND:
            yield no("TG-A17", "battleground-pool", card=move.what)
        if faith(table, payer) < 1:
            yield no("TG-A18", "no-faith", name=name)


HANDLING_JUDGES: dict[str, Callable[[Position, Seat, Move], Iterator[Ruling]]] = {
    "play": _play_faults,
    "move": _move_faults,
    "join": _join_faults,
    "split": _split_faults,
    "power": _power_faults,
}
