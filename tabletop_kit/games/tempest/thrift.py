"""A move with no more of one's cards drained for it than it needs, and with the least of them.

What is listed names for each summoner the payment of fewest cards, and for a bullet all or next to
nothing. Here payers are left out, or changed for lesser ones, as long as the move does as much.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.cards import BULLET, CARD, SU
from tabletop_kit.games.tempest.judging import ruling
from tabletop_kit.games.tempest.moves import Move, number_order
from tabletop_kit.games.tempest.names import spot_name, spot_named
from tabletop_kit.games.tempest.numbers import faith
from tabletop_kit.games.tempest.paying import Payment, doubled, faith_paid, find_payment
from tabletop_kit.games.tempest.position import BATTLEGROUND, Position, spots

PAYS = ("summon", "reveal", "power")
SLACK = 1e-9


def drained_faith(position: Position, move: Move) -> int:
    """The FT of all that a move drains as payment."""
    found = [spot_named(position, name) for name in (move.by, *move.payers) if name]
    return sum([faith(position, spot) for spot in found if spot is not None])


def thrifty(
    position: Position, seat: Seat, move: Move, worth: Callable[[Move], float]
) -> tuple[Move, float]:
    """The same move for less, and what it is worth; ``worth`` weighs a legal move."""
    best = worth(move)
    if move.verb not in PAYS or not move.payers:
        return move, best
    for make in (_without, _with_lesser):
        changed = True
        while changed:
            changed = False
            for cheaper in make(position, seat, move):
                if ruling(position, seat, cheaper).legal and worth(cheaper) >= best - SLACK:
                    move, best, changed = cheaper, worth(cheaper), True
                    break
    return move, best


def _without(position: Position, seat: Seat, move: Move) -> Iterator[Move]:
    """The move with one payer fewer, the least first."""
    for name in sorted(move.payers, key=lambda one: _points(position, one)):
        left = tuple([one for one in move.payers if one != name])
        if name not in move.inside and (left or move.verb != "power"):
            yield _lowered(position, seat, move._replace(payers=left))


def _with_lesser(position: Position, seat: Seat, move: Move) -> Iterator[Move]:
    """The move with one payer changed for one of less FT, the least first."""
    spare = [
        (faith(position, spot), spot_name(position, spot))
        for spot in spots(position, seat)
        if not spot.unit.drained and spot.area != BATTLEGROUND
    ]
    for name in move.payers:
        points = _points(position, name)
        for less, other in sorted(spare):
            if not 0 < less < points or other in (move.by, move.what, *move.payers):
                continue
            if name not in move.inside:
                changed = (*[one for one in move.payers if one != name], other)
                payers = tuple(sorted(changed, key=number_order))
                yield _lowered(position, seat, move._replace(payers=payers))


def _points(position: Position, name: str) -> int:
    spot = spot_named(position, name)
    return 0 if spot is None else faith(position, spot)


def _lowered(position: Position, seat: Seat, move: Move) -> Move:
    """A bullet's X as far as what is paid still reaches."""
    if move.verb != "summon" or SU[CARD[move.what]] != BULLET:
        return move
    payment = find_payment(position, seat, move)
    if not isinstance(payment, Payment):
        return move
    half = 2 if doubled(position, CARD[move.what], payment.all) else 1
    return move._replace(x=min(move.x, faith_paid(position, payment) // half))
