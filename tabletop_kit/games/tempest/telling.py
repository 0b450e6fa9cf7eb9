"""A move told to the seat that makes it, with what it knows of the position."""

from __future__ import annotations

from typing import Any

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.engine.text import Texts
from tabletop_kit.games.tempest.cards import CARD, TEXT
from tabletop_kit.games.tempest.entering import lands
from tabletop_kit.games.tempest.formats import tell_move
from tabletop_kit.games.tempest.moves import Move
from tabletop_kit.games.tempest.names import spot_named
from tabletop_kit.games.tempest.position import Position

_ONES = ("what", "by", "on", "turn", "cost")
_ROWS = ("payers", "inside", "at", "names")


def tell(position: Position, seat: Seat, move: Move, texts: Texts) -> str:
    """A move in a few words, as its own seat would have it.

    A choice says what it is about, a summons where its card goes though the move does not say it,
    and the seat's own face-down cards are named.
    """
    asked = "" if position.asked is None else position.asked.kind
    silent = move.verb == "summon" and not move.to
    goes = lands(position, move.by, CARD[move.what]) if silent else ""
    return tell_move(texts, _known(position, seat, move), asked, goes)


def _known(position: Position, seat: Seat, move: Move) -> Move:
    """The move with the seat's own face-down occupants by what they are: ``beggar/known``."""
    if "/down" not in str(move):
        return move
    known: dict[str, Any] = {key: _named(position, seat, getattr(move, key)) for key in _ONES}
    for key in _ROWS:
        known[key] = tuple([_named(position, seat, one) for one in getattr(move, key)])
    return move._replace(**known)


def _named(position: Position, seat: Seat, name: str) -> str:
    spot = spot_named(position, name) if "/down" in name else None
    if spot is None or spot.seat != seat or spot.unit.name:
        return name
    return f"{TEXT[spot.unit.members[0].card]}/known"
