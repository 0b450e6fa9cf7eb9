"""Who is asked in a window: it follows from what everybody sees (part 0.2, TG-W8, TG-A61)."""

from __future__ import annotations

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.areas import AWAKE, CASTS, DOWN, LEADS
from tabletop_kit.games.tempest.board import board
from tabletop_kit.games.tempest.board import channels as channels
from tabletop_kit.games.tempest.names import spot_named, temple_named
from tabletop_kit.games.tempest.position import Table, after, partners

TIMED = {"fight": "fight", "destroy": "destroy"}
"""The windows in which abilities are used, by their timing."""


def has_channeller(table: Table, seat: Seat) -> bool:
    """Whether a player has an undrained Channeller face up in play."""
    return bool(board(table).sides[seat].kinds & LEADS)


def could_answer(table: Table, seat: Seat, window: str) -> bool:
    """Whether a player is one of those who are asked in a window of this kind (part 0.2).

    A card in hand and an undrained Channeller or Spell Cast card; an ability for this window; or
    a face-down card on or under a card of one's own, and an undrained Character.
    """
    side = board(table).sides[seat]
    kinds = side.kinds
    if kinds & (LEADS | CASTS) and table.hands[seat]:
        return True
    if window in TIMED and TIMED[window] in side.timings:
        return True
    return bool(kinds & AWAKE and kinds & DOWN)


def concerned(table: Table, window: str) -> list[Seat]:
    """The seats a window is open to, in the order in which they are asked.

    In turn order from the next player on, the turn player last. ``open`` is not for the turn
    player, a window on a play not for who made it; ``destroy`` is for those whose cards are
    doomed, and for partners who may save them.
    """
    order = after(table, table.turn)
    if window == "open":
        return [seat for seat in order if seat != table.turn]
    if window in ("summon", "spell", "ability"):
        return [seat for seat in order if seat != table.stack[0].seat]
    if window == "destroy":
        return _savers(table, order)
    return order


def _savers(table: Table, order: list[Seat]) -> list[Seat]:
    owners = set()
    for one in table.doomed:
        spot, temple = spot_named(table, one.name), temple_named(table, one.name)
        if spot is not None:
            owners.add(spot.seat)
        elif temple is not None:
            owners.add(temple[0])
    if table.turn in owners:
        owners.update(partners(table, table.turn))
    return [seat for seat in order if seat in owners]


def next_asked(table: Table, window: str, passed: tuple[Seat, ...]) -> Seat | None:
    """Who is asked next in a window in which these have passed; ``None``: it closes."""
    for seat in concerned(table, window):
        if seat not in passed and could_answer(table, seat, window):
            return seat
    return None
