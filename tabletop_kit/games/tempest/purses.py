"""Who could pay for what: for each summoner of a card the cheapest payment it can lead.

Who pays is a choice among very many sets. Found are, for each summoner, the payers that reach the
cost with the fewest cards, those with most FT first; ``judging.py`` judges all the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.areas import AWAKE, JOINED, LADEN, Area, Source, make_spot
from tabletop_kit.games.tempest.board import board
from tabletop_kit.games.tempest.cards import (
    BULLET,
    IS_CHANNELLER,
    OCCUPATION,
    PANTHEON,
    SU,
    TEXT,
    Card,
    Cards,
)
from tabletop_kit.games.tempest.menu import Parts
from tabletop_kit.games.tempest.moves import STOLEN, number_order
from tabletop_kit.games.tempest.names import card_of, spot_name
from tabletop_kit.games.tempest.numbers import PRINTED_FAITH, faith
from tabletop_kit.games.tempest.paying import (
    GODS,
    given_faith,
    opposed,
    stolen_faith,
)
from tabletop_kit.games.tempest.position import BATTLEGROUND, WANDER, Position, Unit

CHANNELLED = (*GODS, "Temple", "Miracle")
"""What only a Channeller summons (TG-A13)."""
FIGHTING = ("Guardian", "Champion")
"""Who may be summoned to the Battleground (TG-A19)."""
_FUNDS = 1024
"""So many funds are kept: the same few cards come to pay together again and again."""


class Payer(NamedTuple):
    """A card that could be drained for a summons: its FT, and whether it may lead a pool.

    ``given`` is what is added to its FT where it leads.
    """

    faith: int
    name: str
    given: int
    leads: bool
    demigod: bool
    sided: bool
    pantheons: frozenset[str]


_Able = tuple[list[Payer], list[Payer]]
"""Who may pay for a card; and those with FT, most first."""
_Coin = str | tuple[str, int, int, Cards]
"""What makes a payer: its name, FT, what is added where it leads, and its cards.

Of a single card with its printed FT the name says it all.
"""


class Paid(NamedTuple):
    """A payment: who pays, how much that is, and twice the cost (TG-A24) where ``half`` is 2.

    ``others`` are the payers behind the first, those with most FT first.
    """

    by: str
    payers: tuple[str, ...]
    others: tuple[str, ...]
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


_ALIKE = {"Follower": "Relic", "Guardian": "Relic", "Champion": "Relic"}
"""Occupations that are paid for in the same way."""
_KIND = tuple(
    [
        (PANTHEON[card], _ALIKE.get(OCCUPATION[card], OCCUPATION[card]), SU[card])
        for card in range(len(TEXT))
    ]
)
"""Of every card all that its payments hang on."""


@lru_cache(_FUNDS)
def _payer(coin: _Coin) -> Payer:
    if isinstance(coin, str):
        card = card_of(coin)
        return Payer(PRINTED_FAITH[card], coin, 0, *_about((card,)))
    name, points, given, cards = coin
    return Payer(points, name, given, *_about(cards))


class Fund:
    """All that a player could pay with in one area; it is the same whenever these cards pay.

    ``stolen`` is FT taken from other players, and ``forced`` whether it must be among what is paid.
    """

    def __init__(
        self,
        area: str,
        coins: tuple[_Coin, ...],
        stolen: int,
        forced: bool,
        any_pantheon: bool,
        gods_anywhere: bool,
    ) -> None:
        self.area = area
        self.payers = [one for one in map(_payer, coins) if one.faith]
        self.total = sum([one.faith + one.given for one in self.payers]) + stolen
        self.stolen = stolen
        self.forced = forced
        self.any_pantheon = any_pantheon
        self.gods_anywhere = gods_anywhere
        self._found: dict[tuple[str, str, int], list[Paid]] = {}
        self._able: dict[str, _Able] = {}
        self.listed: dict[Card, list[Parts]] = {}

    def payments(self, card: Card) -> list[Paid]:
        """The cheapest payments for a card, those that are equal for cards alike found once."""
        if SU[card] > self.total:
            return []
        kind = _KIND[card]
        found = self._found.get(kind)
        if found is None:
            found = self._found[kind] = self._payments(card)
        return found

    def summonses(self, card: Card) -> list[Parts]:
        """The moves that summon a card by these payments, where that is all they have to say.

        A fighting card also goes straight to the Battleground (TG-A19).
        """
        found = self.listed[card] = []
        fighting = OCCUPATION[card] in FIGHTING
        for paid in self.payments(card):
            found.append(("summon", TEXT[card], paid.by, paid.payers))
            if fighting:
                found.append(("summon", TEXT[card], paid.by, paid.payers, BATTLEGROUND))
        return found

    def alone(self, card: Card, name: str) -> list[Paid]:
        """The payment by one of these cards alone."""
        found: list[Paid] = []
        for payer in self._who_may(card)[0]:
            if payer.name == name:
                self._cheapest(card, payer, (), 0, found)
        return found

    def _payments(self, card: Card) -> list[Paid]:
        occupation = OCCUPATION[card]
        field = self.area == BATTLEGROUND
        found: list[Paid] = []
        if field and occupation != "Miracle":
            return found
        able, ranked = self._who_may(card)
        outside = self.area == WANDER and occupation in GODS and not self.gods_anywhere
        others, stolen = ((), 0) if field else (ranked, self.stolen)
        led = False
        for first in able:
            if first.leads:
                led = True
                if not outside or first.demigod:
                    self._cheapest(card, first, others, stolen, found)
            elif occupation not in CHANNELLED:
                self._cheapest(card, first, (), 0, found)
        if occupation == "Priest" and not led:
            self._pool_for_priest(card, ranked, found)
        return found

    def _who_may(self, card: Card) -> _Able:
        """Those whose Pantheon lets them pay for a card (TG-A23)."""
        pantheon = "Neutral" if self.any_pantheon else PANTHEON[card]
        if pantheon not in self._able:
            able = self.payers
            if pantheon != "Neutral":
                able = [one for one in able if not opposed(pantheon, one.pantheons)]
            ranked = [one for one in able if one.faith]
            if len(ranked) > 1:
                ranked.sort(key=_most_first)
            self._able[pantheon] = able, ranked
        return self._able[pantheon]

    def _doubles(self, card: Card) -> bool:
        """Whether a card costs twice as much with a Good or Evil payer (TG-A24)."""
        return PANTHEON[card] == "Chaos" and not self.any_pantheon

    def _cheapest(
        self, card: Card, first: Payer, others: Sequence[Payer], stolen: int, found: list[Paid]
    ) -> None:
        """The first payer with as few of the others as it takes, those with most FT first."""
        bullet = SU[card] == BULLET
        face = 1 if bullet else SU[card]
        half = 2 if first.sided and self._doubles(card) else 1
        taken = stolen if self.forced else 0
        points = first.faith + first.given + taken
        if points >= face * half and not bullet:
            found.append(Paid(first.name, (STOLEN,) if taken else (), (), points, half))
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
                half = 2 if one.sided and self._doubles(card) else half
                helpers.append(one)
        if points < face * half:
            return
        found.append(_paid(first, helpers, taken, points, half))
        rest = [one for one in others if one is not first][len(helpers) :] if bullet else ()
        if rest:
            points += sum([one.faith for one in rest])
            half = 2 if any([one.sided for one in rest]) and self._doubles(card) else half
            found.append(_paid(first, [*helpers, *rest], taken, points, half))

    def _pool_for_priest(self, card: Card, ranked: list[Payer], found: list[Paid]) -> None:
        """A pool without a Channeller, which is for a Priest card only (TG-A13)."""
        for count in range(2, len(ranked) + 1):
            pool = sorted(ranked[:count], key=_by_name)
            half = 2 if self._doubles(card) and any([one.sided for one in pool]) else 1
            points = sum([one.faith for one in pool]) + pool[0].given
            if points >= SU[card] * half:
                found.append(_paid(pool[0], pool[1:], 0, points, half))
                return


_fund = lru_cache(_FUNDS)(Fund)


class Purse:
    """All that a player could pay with, by area; found once for all the cards of a hand."""

    def __init__(self, position: Position, seat: Seat) -> None:
        lying = board(position)
        bonuses = lying.by_verb.get("ft_bonus", ())
        self.funds = [
            _fund_of(position, area, bonuses)
            for area in lying.sides[seat].areas
            if area.kinds & AWAKE
        ]

    def payments(self, card: Card) -> list[Paid]:
        """The cheapest payments for a card."""
        found: list[Paid] = []
        for fund in self.funds:
            found += fund.payments(card)
        return found

    def summonses(self, card: Card) -> list[Parts]:
        """The moves that summon a card, where they say no more than who pays."""
        found: list[Parts] = []
        for fund in self.funds:
            moves = fund.listed.get(card)
            found += fund.summonses(card) if moves is None else moves
        return found

    def alone(self, card: Card, bearer: Unit) -> list[Paid]:
        """The payment by the bearer of a Relic alone, for which it may be in the Battleground."""
        found: list[Paid] = []
        for fund in self.funds:
            if fund.area == BATTLEGROUND:
                found += fund.alone(card, bearer.name)
        return found


def _fund_of(position: Position, area: Area, bonuses: Sequence[Source]) -> Fund:
    """What the undrained cards of an area could pay with.

    It is kept with the area as long as the same effects reach it: options never change.
    """
    pools, forced = position.pools, position.phase == "choice"
    reached = tuple([one for one in bonuses if _reached(area, one)]) if bonuses else ()
    field = area.name in (WANDER, BATTLEGROUND)
    # In a Temple a Relic counts less beside its like, which may lie on the Temple itself (TG-A36).
    lone = not (pools or forced) and (field or not area.kinds & LADEN)
    kept: tuple[tuple[Source, ...], Fund] | None = area.__dict__.get("fund") if lone else None
    if kept is not None and kept[0] == reached:
        return kept[1]
    helped = bool(pools or reached)
    if helped or area.kinds & (LADEN | JOINED):
        coins = [_coin(position, area, unit, helped) for unit in area.awake]
    else:
        coins = [unit.name or _coin(position, area, unit, helped) for unit in area.awake]
    fund = _fund(
        area.name if field else "",
        tuple(coins),
        stolen_faith(position, area.seat, area.name) if pools else 0,
        forced,
        position.choices.ignore_pantheon,
        position.choices.deity_from_any_area,
    )
    if lone:
        area.__dict__["fund"] = reached, fund
    return fund


def _reached(area: Area, source: Source) -> bool:
    """Whether a continuous effect may reach a card of this area."""
    return source.area == area.name or "this_temple" not in source.static.scope.area


def _coin(position: Position, area: Area, unit: Unit, helped: bool) -> _Coin:
    """What an undrained card brings; ``helped``: perhaps more FT than its own and its Relics'."""
    name, single = unit.name, len(unit.members) == 1
    if name and single and not helped and not unit.members[0].relics:
        return name
    spot = make_spot((unit, area.seat, area.name))
    points = faith(position, spot)
    given = given_faith(position, spot) if position.pools else 0
    if name and single and points == PRINTED_FAITH[unit.card] and not given:
        return name
    cards = tuple([one.card for one in unit.members])
    return name or spot_name(position, spot), points, given, cards


def _paid(first: Payer, others: Sequence[Payer], stolen: int, points: int, half: int) -> Paid:
    names = tuple([one.name for one in others])
    payers = tuple(sorted(names, key=number_order)) if len(names) > 1 else names
    return Paid(first.name, (*payers, STOLEN) if stolen else payers, names, points, half)


def _most_first(payer: Payer) -> int:
    return -payer.faith


def _by_name(payer: Payer) -> tuple[str, int]:
    return number_order(payer.name)
