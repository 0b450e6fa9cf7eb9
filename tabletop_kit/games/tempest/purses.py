"""Who could pay for what: for each summoner of a card the cheapest payment it can lead.

Who pays is a choice among very many sets. Found are, for each summoner, the payers that reach the
cost with the fewest cards, those with most FT first; ``judging.py`` judges all the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.board import board
from tabletop_kit.games.tempest.cards import (
    BULLET,
    IS_MIRACLE,
    OCCUPATION,
    PANTHEON,
    SU,
    Card,
)
from tabletop_kit.games.tempest.moves import STOLEN, number_order
from tabletop_kit.games.tempest.names import spot_name
from tabletop_kit.games.tempest.numbers import faith
from tabletop_kit.games.tempest.paying import (
    GODS,
    given_faith,
    leads,
    opposed,
    stolen_faith,
)
from tabletop_kit.games.tempest.position import BATTLEGROUND, WANDER, Position, Spot, Unit

CHANNELLED = (*GODS, "Temple", "Miracle")
"""What only a Channeller summons (TG-A13)."""


class Payer(NamedTuple):
    """A card that could be drained for a summons: its FT, and whether it may lead a pool."""

    faith: int
    name: str
    spot: Spot
    leads: bool
    demigod: bool
    sided: bool
    pantheons: frozenset[str]


class Paid(NamedTuple):
    """A payment: who pays, how much that is, and twice the cost (TG-A24) where ``half`` is 2."""

    by: str
    payers: tuple[str, ...]
    payer: Payer
    others: tuple[Payer, ...]
    points: int
    half: int


class Purse:
    """All that a player could pay with, by area; found once for all the cards of a hand."""

    def __init__(self, position: Position, seat: Seat) -> None:
        self.position = position
        self.seat = seat
        self.areas: dict[str, list[Payer]] = {}
        for spot in board(position).sides[seat].spots:
            if not spot.unit.drained:
                self.areas.setdefault(spot.area, []).append(self._payer(spot))
        self._found: dict[tuple[str, str, int], list[Paid]] = {}

    def _payer(self, spot: Spot) -> Payer:
        members = spot.unit.members
        pantheons = frozenset([PANTHEON[member.card] for member in members])
        return Payer(
            faith(self.position, spot),
            spot.unit.name or spot_name(self.position, spot),
            spot,
            leads(spot),
            any([OCCUPATION[member.card] == "Demi-god" for member in members]),
            "Good" in pantheons or "Evil" in pantheons,
            pantheons,
        )

    def payments(self, card: Card) -> list[Paid]:
        """The cheapest payments for a card, those that are equal for cards alike found once."""
        kind = OCCUPATION[card]
        if kind in ("Follower", "Guardian", "Champion"):
            kind = "Relic"
        key = (PANTHEON[card], kind, SU[card])
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = list(self._payments(card))
        return found

    def alone(self, card: Card, bearer: Unit) -> list[Paid]:
        """The payment by the bearer of a Relic alone, for which it may be in the Battleground."""
        payers = self.areas.get(BATTLEGROUND, [])
        return [
            paid
            for payer in self._able(card, payers)
            if payer.spot.unit is bearer
            for paid in self._cheapest(card, payer, (), 0)
        ]

    def _payments(self, card: Card) -> Iterator[Paid]:
        god = OCCUPATION[card] in GODS and not self.position.choices.deity_from_any_area
        channelled = OCCUPATION[card] in CHANNELLED
        for area, payers in self.areas.items():
            if area == BATTLEGROUND and not IS_MIRACLE[card]:
                continue
            able = self._able(card, payers)
            stolen = stolen_faith(self.position, self.seat, area) if self.position.pools else 0
            ranked = sorted(able, key=_most_first)
            for first in able:
                if channelled and not first.leads:
                    continue
                if god and area == WANDER and not first.demigod:
                    continue
                alone = area == BATTLEGROUND or not first.leads
                others = () if alone else [one for one in ranked if one is not first and one.faith]
                yield from self._cheapest(card, first, others, 0 if alone else stolen)
            if OCCUPATION[card] == "Priest" and not any([one.leads for one in able]):
                yield from self._pool_for_priest(card, ranked)

    def _able(self, card: Card, payers: list[Payer]) -> list[Payer]:
        """Those whose Pantheon lets them pay for a card (TG-A23)."""
        pantheon = PANTHEON[card]
        if pantheon == "Neutral" or self.position.choices.ignore_pantheon:
            return payers
        return [one for one in payers if not opposed(pantheon, one.pantheons)]

    def doubles(self, card: Card) -> bool:
        """Whether a card costs twice as much with a Good or Evil payer (TG-A24)."""
        return PANTHEON[card] == "Chaos" and not self.position.choices.ignore_pantheon

    def _cheapest(
        self, card: Card, first: Payer, others: Sequence[Payer], stolen: int
    ) -> Iterator[Paid]:
        """The first payer with as few of the others as it takes, those with most FT first."""
        face = 1 if SU[card] == BULLET else SU[card]
        doubles = self.doubles(card)
        half = 2 if doubles and first.sided else 1
        points = first.faith
        if self.position.pools:
            points += given_faith(self.position, first.spot)
        taken = stolen if self.position.phase == "choice" else 0
        points += taken
        count = 0
        while points < face * half:
            if stolen and not taken:
                taken = stolen
                points += stolen
            elif count < len(others):
                points += others[count].faith
                half = 2 if doubles and others[count].sided else half
                count += 1
            else:
                return
        yield _paid(first, others[:count], taken, points, half)
        if SU[card] == BULLET and count < len(others):
            points += sum([one.faith for one in others[count:]])
            half = 2 if doubles and any([one.sided for one in others]) else half
            yield _paid(first, others, taken, points, half)

    def _pool_for_priest(self, card: Card, ranked: list[Payer]) -> Iterator[Paid]:
        """A pool without a Channeller, which is for a Priest card only (TG-A13)."""
        ranked = [one for one in ranked if one.faith]
        for count in range(2, len(ranked) + 1):
            found = sorted(ranked[:count], key=_by_name)
            half = 2 if self.doubles(card) and any([one.sided for one in found]) else 1
            points = sum([one.faith for one in found])
            if self.position.pools:
                points += given_faith(self.position, found[0].spot)
            if points >= SU[card] * half:
                yield _paid(found[0], found[1:], 0, points, half)
                return


def _paid(first: Payer, others: Sequence[Payer], stolen: int, points: int, half: int) -> Paid:
    names = [one.name for one in others]
    if len(names) > 1:
        names.sort(key=number_order)
    payers = (*names, STOLEN) if stolen else tuple(names)
    return Paid(first.name, payers, first, tuple(others), points, half)


def _most_first(payer: Payer) -> int:
    return -payer.faith


def _by_name(payer: Payer) -> tuple[str, int]:
    return number_order(payer.name)
