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
    IS_CHANNELLER,
    OCCUPATION,
    PANTHEON,
    SU,
    TEXT,
    Card,
)
from tabletop_kit.games.tempest.moves import STOLEN, number_order
from tabletop_kit.games.tempest.names import spot_name
from tabletop_kit.games.tempest.numbers import PRINTED_FAITH, faith
from tabletop_kit.games.tempest.paying import (
    GODS,
    given_faith,
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


_Able = tuple[list[Payer], list[Payer], int]
"""Who may pay for a card in an area; those with FT, most first; and all their FT."""


class Paid(NamedTuple):
    """A payment: who pays, how much that is, and twice the cost (TG-A24) where ``half`` is 2."""

    by: str
    payers: tuple[str, ...]
    payer: Payer
    others: tuple[Payer, ...]
    points: int
    half: int


def _about(cards: Sequence[Card]) -> tuple[bool, bool, bool, frozenset[str]]:
    """Of cards joined to one: whether it leads a pool, is a Demi-god, Good or Evil; Pantheons."""
    pantheons = frozenset([PANTHEON[card] for card in cards])
    return (
        any([IS_CHANNELLER[card] for card in cards]),
        any([OCCUPATION[card] == "Demi-god" for card in cards]),
        "Good" in pantheons or "Evil" in pantheons,
        pantheons,
    )


_ABOUT = tuple([_about((card,)) for card in range(len(TEXT))])
_ALIKE = {"Follower": "Relic", "Guardian": "Relic", "Champion": "Relic"}
"""Occupations that are paid for in the same way."""


class Purse:
    """All that a player could pay with, by area; found once for all the cards of a hand."""

    def __init__(self, position: Position, seat: Seat) -> None:
        self.position = position
        self.seat = seat
        self.areas: dict[str, list[Payer]] = {}
        lying = board(position)
        more_faith = "ft_bonus" in lying.by_verb
        for spot in lying.sides[seat].spots:
            unit, area = spot.unit, spot.area
            if unit.drained:
                continue
            name = unit.name or spot_name(position, spot)
            first = unit.members[0]
            if len(unit.members) == 1:
                about = _ABOUT[first.card]
                plain = not first.relics and not more_faith
                points = PRINTED_FAITH[first.card] if plain else faith(position, spot)
            else:
                about = _about([member.card for member in unit.members])
                points = faith(position, spot)
            payer = Payer(points, name, spot, *about)
            if area in self.areas:
                self.areas[area].append(payer)
            else:
                self.areas[area] = [payer]
        self._found: dict[tuple[str, str, int], list[Paid]] = {}
        self._able: dict[tuple[str, str], _Able] = {}

    def payments(self, card: Card) -> list[Paid]:
        """The cheapest payments for a card, those that are equal for cards alike found once."""
        kind = OCCUPATION[card]
        key = (PANTHEON[card], _ALIKE.get(kind, kind), SU[card])
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._payments(card)
        return found

    def alone(self, card: Card, bearer: Unit) -> list[Paid]:
        """The payment by the bearer of a Relic alone, for which it may be in the Battleground."""
        found: list[Paid] = []
        for payer in self._who_may(card, BATTLEGROUND)[0]:
            if payer.spot.unit is bearer:
                self._cheapest(card, payer, (), 0, found)
        return found

    def _payments(self, card: Card) -> list[Paid]:
        occupation = OCCUPATION[card]
        god = occupation in GODS and not self.position.choices.deity_from_any_area
        channelled = occupation in CHANNELLED
        pools = self.position.pools
        found: list[Paid] = []
        for area in self.areas:
            field = area == BATTLEGROUND
            if field and occupation != "Miracle":
                continue
            able, ranked, total = self._who_may(card, area)
            if total < SU[card] and not pools:
                continue
            stolen = stolen_faith(self.position, self.seat, area) if pools else 0
            led = False
            for first in able:
                if first.leads:
                    led = True
                    if god and area == WANDER and not first.demigod:
                        continue
                    others, taken = ((), 0) if field else (ranked, stolen)
                    self._cheapest(card, first, others, taken, found)
                elif not channelled:
                    self._cheapest(card, first, (), 0, found)
            if occupation == "Priest" and not led:
                found += self._pool_for_priest(card, ranked)
        return found

    def _who_may(self, card: Card, area: str) -> _Able:
        """Those whose Pantheon lets them pay for a card (TG-A23)."""
        pantheon = PANTHEON[card]
        if self.position.choices.ignore_pantheon:
            pantheon = "Neutral"
        key = pantheon, area
        if key not in self._able:
            able = self.areas.get(area, [])
            if pantheon != "Neutral":
                able = [one for one in able if not opposed(pantheon, one.pantheons)]
            ranked = [one for one in able if one.faith]
            if len(ranked) > 1:
                ranked.sort(key=_most_first)
            self._able[key] = able, ranked, sum([one.faith for one in ranked])
        return self._able[key]

    def doubles(self, card: Card) -> bool:
        """Whether a card costs twice as much with a Good or Evil payer (TG-A24)."""
        return PANTHEON[card] == "Chaos" and not self.position.choices.ignore_pantheon

    def _cheapest(
        self, card: Card, first: Payer, others: Sequence[Payer], stolen: int, found: list[Paid]
    ) -> None:
        """The first payer with as few of the others as it takes, those with most FT first."""
        bullet = SU[card] == BULLET
        face = 1 if bullet else SU[card]
        doubles = self.doubles(card)
        half = 2 if doubles and first.sided else 1
        points = first.faith
        if self.position.pools:
            points += given_faith(self.position, first.spot)
        taken = stolen if self.position.phase == "choice" else 0
        points += taken
        if points >= face * half and not bullet:
            found.append(Paid(first.name, (STOLEN,) if taken else (), first, (), points, half))
            return
        if stolen and not taken and points < face * half:
            taken = stolen
            points += stolen
        helpers: list[Payer] = []
        for one in others:
            if points >= face * half:
                break
            if one is not first:
                points += one.faith
                half = 2 if doubles and one.sided else half
                helpers.append(one)
        if points < face * half:
            return
        found.append(_paid(first, helpers, taken, points, half))
        rest = [one for one in others if one is not first][len(helpers) :] if bullet else ()
        if rest:
            points += sum([one.faith for one in rest])
            half = 2 if doubles and any([one.sided for one in rest]) else half
            found.append(_paid(first, [*helpers, *rest], taken, points, half))

    def _pool_for_priest(self, card: Card, ranked: list[Payer]) -> Iterator[Paid]:
        """A pool without a Channeller, which is for a Priest card only (TG-A13)."""
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
