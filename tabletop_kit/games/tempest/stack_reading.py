"""Attacks, the fight and the stack as they are given in a position (part 0.3 of the rules page).

What waits on the stack is a seat and a move as it was written; all else about it is found again
on the table: who paid how much, and who stands where.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tabletop_kit.engine.problem import shortened
from tabletop_kit.engine.ruling import BadNotation, Json, Seat
from tabletop_kit.games.tempest.aiming import effects_of
from tabletop_kit.games.tempest.asked import channels
from tabletop_kit.games.tempest.cards import (
    ACTIVATED,
    CARD,
    IS_MIRACLE,
    IS_SPELL,
    PLAYING,
    Card,
)
from tabletop_kit.games.tempest.moves import STOLEN, Move, parse_move
from tabletop_kit.games.tempest.names import relic_named, spot_named, temple_named
from tabletop_kit.games.tempest.numbers import faith, power
from tabletop_kit.games.tempest.piece_reading import refuse
from tabletop_kit.games.tempest.position import Attack, Fight, Play, Position, Spot, Table
from tabletop_kit.games.tempest.sending import whom_else
from tabletop_kit.games.tempest.targets import aimed_at


def read_attack(value: Json, found: Position) -> Attack:
    """A declared attack: ``"steward 1"``, ``"black-knight + raider-band 1"``."""
    try:
        move = parse_move(f"attack {value}" if isinstance(value, str) else "")
    except BadNotation:
        refuse("bad-attack", text=shortened(value))
    if len(move.attacks) != 1 or move.attacks[0][2] >= found.seats:
        refuse("bad-attack", text=shortened(value))
    names, tunnel, seat = move.attacks[0]
    for name in names:
        if spot_named(found, name) is None:
            refuse("bad-attack", text=shortened(value))
    return Attack(names, seat, tunnel)


def attack_text(names: Sequence[str], tunnel: bool = False) -> str:
    """The attackers of an attack as they are written."""
    return " + ".join(names) + (" tunnel" if tunnel else "")


def read_fight(value: Json, found: Position) -> Fight | None:
    """The attack in progress, ``None`` where there is none. Raises ``BadPosition``."""
    if value is None:
        return None
    keys = ("attacker", "seat", "blocker", "target", "totals")
    if not isinstance(value, Mapping) or any([key not in keys for key in value]):
        refuse("bad-fight", text=shortened(value))
    text, seat = value.get("attacker"), value.get("seat")
    if not isinstance(text, str) or type(seat) is not int or not 0 <= seat < found.seats:
        refuse("bad-fight", text=shortened(value))
    names = tuple([name.strip() for name in text.split("+")])
    spots = [spot_named(found, name) for name in names]
    if not 1 <= len(names) <= 2 or any([spot is None for spot in spots]):
        refuse("bad-fight", text=shortened(value))
    sides = []
    for key in ("blocker", "target"):
        name = value.get(key, "")
        there = isinstance(name, str) and (
            not name or spot_named(found, name) or temple_named(found, name)
        )
        if not there:
            refuse("bad-fight", text=shortened(value))
        sides.append(name)
    first = spots[0]
    assert first is not None
    return Fight(names, first.seat, seat, first.unit.tunneling, sides[0], sides[1])


def read_stack(values: Sequence[Json], found: Position) -> tuple[Play, ...]:
    """What waits on the stack, top first. Raises ``BadPosition``."""
    return tuple([_read_play(value, found) for value in values])


def _read_play(value: Json, found: Position) -> Play:
    seat, _, text = value.partition(" ") if isinstance(value, str) else ("", "", "")
    try:
        move = parse_move(text)
    except BadNotation:
        refuse("no-play", text=shortened(value))
    if not seat.isdigit() or len(seat) > 1 or int(seat) >= found.seats:
        refuse("no-play", text=shortened(value))
    play = rebuilt(found, int(seat), move)
    if play is None:
        refuse("no-play", text=shortened(value))
    return play


def rebuilt(table: Table, seat: Seat, move: Move) -> Play | None:
    """A play on the stack as the table tells it; ``None`` where it can be none."""
    card = CARD.get(move.what.partition("#")[0], -1)
    if card < 0 or move.verb not in ("summon", "cast", "use"):
        return None
    if move.verb == "use":
        return _rebuilt_use(table, seat, move, card)
    first = spot_named(table, move.by)
    others = [spot_named(table, name) for name in move.payers if name != STOLEN]
    if first is None or "/" in move.what or IS_SPELL[card] != (move.verb == "cast"):
        return None
    summons = move.verb == "summon"
    paid = faith(table, first) if summons else power(table, first)
    paid += sum([faith(table, spot) for spot in others if spot is not None])
    kind = "spell" if IS_SPELL[card] or IS_MIRACLE[card] else "summon"
    about = move.inside or whom_else(table, move, effects_of(card), None)
    channelled = summons and channels(first.unit)
    name = first.unit.name
    at = aimed_at(table, seat, move, effects_of(card))
    return Play(seat, move, kind, card, "", paid, first.area, name, channelled, at, about)


def _rebuilt_use(table: Table, seat: Seat, move: Move, card: Card) -> Play | None:
    ability, playing = ACTIVATED[card], PLAYING[card]
    if ability is None and playing is None:
        return None
    spot, held = spot_named(table, move.what), relic_named(table, move.what)
    if held is not None and held.bearer is not None:
        spot = Spot(held.bearer, held.seat, held.area)
    if playing is not None:
        user = spot_named(table, move.by)
        area = "" if user is None else user.area
        return Play(
            seat, move, "ability", card, move.what, 0, area, targets=move.at, inside=(move.by,)
        )
    effects = ability.effects if ability is not None else ()
    about = whom_else(table, move, effects, spot)
    area = "" if spot is None else spot.area
    at = aimed_at(table, seat, move, effects)
    return Play(seat, move, "ability", card, move.what, 0, area, targets=at, inside=about)
