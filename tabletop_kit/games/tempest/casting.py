"""Who casts: the kit's players take the weakest caster that reaches a Spell, and few helpers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.board import CASTS, LADEN, board
from tabletop_kit.games.tempest.cards import BULLET, PANTHEON, SU, TEXT, Card
from tabletop_kit.games.tempest.funding import Payer, doubles, filled, may_pay, payer
from tabletop_kit.games.tempest.moves import Move, number_order
from tabletop_kit.games.tempest.numbers import all_keywords, faith, power
from tabletop_kit.games.tempest.paying import admitted, pooling
from tabletop_kit.games.tempest.position import Position, Spot, spots


class Caster(NamedTuple):
    """An undrained card with Spell Cast, what it casts with, and the Followers an Orb admits."""

    own: Payer
    helpers: tuple[Payer, ...]

    @property
    def name(self) -> str:
        """The caster's name."""
        return self.own.name

    def of(self, position: Position, card: Card) -> int:
        """All the ST that could go into a card; nothing where the Pantheon forbids it."""
        free = position.choices.ignore_pantheon
        if not free and not may_pay(card, self.own):
            return 0
        total = self.own.faith + sum([one.faith for one in self.able(position, card)])
        return total // 2 if self._doubled(position, card) else total

    def able(self, position: Position, card: Card) -> list[Payer]:
        """The helpers who may pay for a card without doubling what it costs."""
        if position.choices.ignore_pantheon:
            return list(self.helpers)
        chaos = PANTHEON[card] == "Chaos"
        return [one for one in self.helpers if may_pay(card, one) and not (chaos and doubles(one))]

    def _doubled(self, position: Position, card: Card) -> bool:
        chaos = PANTHEON[card] == "Chaos" and not position.choices.ignore_pantheon
        return chaos and doubles(self.own)

    def cast(self, position: Position, card: Card, x: int = 0) -> Move | None:
        """The casting, ``x`` being what a bullet is to be worth."""
        cost = x if SU[card] == BULLET else SU[card]
        missing = cost * (2 if self._doubled(position, card) else 1) - self.own.faith
        helpers = filled(self.able(position, card), missing) if missing > 0 else []
        if helpers is None:
            return None
        names = sorted([one.name for one in helpers], key=number_order)
        return Move("cast", TEXT[card], self.name, tuple(names), x=x)


def casters(position: Position, seat: Seat, orbs: bool = True) -> list[Caster]:
    """The casters of a seat, the weakest first; ``orbs``: with what an Orb admits."""
    kinds = board(position).sides[seat].kinds
    if not kinds & CASTS:
        return []
    found = [
        Caster(payer(spot, spot.unit.name, power(position, spot)), _helpers(position, spot))
        if orbs and kinds & LADEN
        else Caster(payer(spot, spot.unit.name, power(position, spot)), ())
        for spot in spots(position, seat)
        if spot.unit.name and not spot.unit.drained and "spell_cast" in all_keywords(spot.unit)
    ]
    return sorted(found, key=lambda one: (bool(one.helpers), one.own.faith, one.name))


def _helpers(position: Position, caster: Spot) -> tuple[Payer, ...]:
    if not pooling(position, caster):
        return ()
    found = [
        payer(spot, spot.unit.name, faith(position, spot))
        for spot in admitted(position, caster)
        if spot.unit.name and not spot.unit.drained
    ]
    return tuple(sorted(found, key=lambda one: -one.faith))


def weakest(
    position: Position, card: Card, found: Sequence[Caster], least: int = 0
) -> Caster | None:
    """The weakest caster that reaches a card; of a bullet the strongest, from ``least`` on."""
    if SU[card] == BULLET:
        able = [one for one in found if one.of(position, card) >= max(least, 1)]
        return max(able, key=lambda one: (one.of(position, card), one.name), default=None)
    return next((one for one in found if one.of(position, card) >= SU[card]), None)
