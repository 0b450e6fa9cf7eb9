"""When a bullet is powered: to win an attack, or to stand as a blocker with FT left over."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.board import GROWS, board
from tabletop_kit.games.tempest.cards import POWERED, ST
from tabletop_kit.games.tempest.clashing import Fights
from tabletop_kit.games.tempest.fighting import met
from tabletop_kit.games.tempest.funding import Payer, Purses, filled
from tabletop_kit.games.tempest.moves import STOLEN, Move, number_order
from tabletop_kit.games.tempest.numbers import strength
from tabletop_kit.games.tempest.position import BATTLEGROUND, Spot, opponents, spots
from tabletop_kit.games.tempest.reach import able_blockers
from tabletop_kit.games.tempest.turns import on_first_turn

DEAR = 0.25
"""What a point of FT must win in an attack to be put into a bullet."""


def bullets(fights: Fights) -> Iterator[Spot]:
    """The own bullets in the Battleground that FT may power."""
    position, seat = fights.position, fights.seat
    if not board(position).sides[seat].kinds & GROWS:
        return
    for spot in spots(position, seat):
        if spot.area == BATTLEGROUND and spot.unit.name and POWERED[spot.unit.card] is not None:
            yield spot


def _payers(purses: Purses) -> list[Payer]:
    """Who could pay: the undrained cards of the Homeland, those with most FT first."""
    found = [
        one
        for area, group in purses.items()
        for one in group
        if area != BATTLEGROUND and one.faith > 0 and one.name != STOLEN
    ]
    return sorted(found, key=lambda one: -one.faith)


def powered(fights: Fights, purses: Purses, bold: float) -> Move | None:
    """A bullet powered just so far that it wins an attack."""
    position, seat = fights.position, fights.seat
    if position.declared or on_first_turn(position, seat):
        return None
    for spot in bullets(fights):
        payers = [] if spot.unit.drained else _payers(purses)
        most = sum([one.faith for one in payers])
        best: tuple[float, int] | None = None
        for other in opponents(position, seat) if most else ():
            if seat in position.protected[other]:
                continue
            for points in _steps(fights, spot, other, most):
                value = _won(fights, spot, other, points) - DEAR * points
                if value > bold and (best is None or value > best[0]):
                    best = value, points
        if best is not None and _won(fights, spot, -1, 0) <= bold:
            return _power(spot, payers, best[1])
    return None


def _steps(fights: Fights, spot: Spot, other: Seat, most: int) -> list[int]:
    """So much FT that the bullet just beats one of a player's cards or Temples."""
    position = fights.position
    have = strength(position, spot, "attacking")
    met_ = [strength(position, foe, "defending") for foe in spots(position, other)]
    met_ += [ST[temple.card] for temple in position.temples[other]]
    return sorted({points + 1 - have for points in met_ if have <= points < have + most})


def _won(fights: Fights, spot: Spot, other: Seat, points: int) -> float:
    """What the bullet wins with so much more ST; without more, against whomever."""
    position, seat = fights.position, fights.seat
    grown = spot._replace(unit=spot.unit._replace(power=spot.unit.power + points))
    anew = Fights(position, seat, fights.strategy)
    found = [
        met(anew, grown, able_blockers(position, [grown], False, one), one, set(), False).value
        for one in ([other] if other >= 0 else opponents(position, seat))
    ]
    return max(found, default=0.0)


def _power(spot: Spot, payers: list[Payer], points: int) -> Move:
    found = filled(payers, points) or payers
    return Move(
        "power",
        spot.unit.name,
        payers=tuple(sorted([one.name for one in found], key=number_order)),
    )


def braced(fights: Fights, purses: Purses) -> Move | None:
    """A bullet powered as a blocker, as far as the strongest attacker of the others asks."""
    position = fights.position
    for spot in bullets(fights):
        payers = _payers(purses)
        threats = [
            strength(position, foe, "attacking")
            for seat in opponents(position, fights.seat)
            for foe in spots(position, seat)
            if foe.area == BATTLEGROUND and foe.unit.name
        ]
        wanted = max(threats, default=-1) + 1 - strength(position, spot, "defending")
        points = min(wanted, sum([one.faith for one in payers]))
        if points > 0:
            return _power(spot, payers, points)
    return None
