"""The table as one seat sees it: who could do what to whom, and what that is worth.

Own face-down cards count as what they are, those of others as what they may be
(``beliefs.py``). Where a card's text reaches further than figures, the rules are asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.vortex import figures as reckoning
from tabletop_kit.games.vortex.appraisal import Fighter, Price, fighter, known, prices, weights
from tabletop_kit.games.vortex.beliefs import (
    BY_FIRE,
    BY_REASON,
    FARTHEST,
    NOTHING,
    TO_KILL,
    Chances,
    Terms,
    believed,
    certain,
)
from tabletop_kit.games.vortex.cards import MODES, NO_TEXT, TRIGGER, Card, by_card
from tabletop_kit.games.vortex.figures import COMPARES, MODS, SWAPS, Side
from tabletop_kit.games.vortex.legal import FORBIDS, barred_between, crusade_bar, site_forbids
from tabletop_kit.games.vortex.position import Position, Unit

_REDIRECTS, _KILLS = by_card("redirect"), by_card("kill")
NEVER = -1e9
"""What an attack is worth that may not be declared."""
FULL = 4
"""More cards in play than this are worth no more."""


class Bout(NamedTuple):
    """The best attack of one card on another: its worth, its mode, its chances."""

    worth: float
    mode: int
    chances: Chances


_NONE = Bout(NEVER, -1, NOTHING)


class Sight:
    """The table as one seat sees it: who could do what to whom.

    ``rows`` are the own cards, ``targets`` all others; a row knows its attack on each target and
    what an attack of that target would cost.
    """

    __slots__ = (
        "acts",
        "bars",
        "bouts",
        "calm",
        "modes",
        "odd",
        "position",
        "prices",
        "rivals",
        "rows",
        "seat",
        "share",
        "shut",
        "tables",
        "targets",
        "terms",
        "weight",
    )

    def __init__(self, position: Position, seat: Seat) -> None:
        self.position, self.seat = position, seat
        seats = len(position.colours)
        self.weight = weights(seats)
        self.prices = prices(position.colours)
        # Not everybody will turn on the same player.
        self.share = 1.0 if seats == 2 else 1 - self.weight.shared * (seats - 2) / (seats - 1)
        self.rivals = [other for other in range(len(position.colours)) if other != seat]
        site = position.site
        back = reckoning.widest(position, Side(seat, Unit(NO_TEXT), "defend"), "reason")
        self.terms = Terms(back=back, fire_kills=position.fire_kills)
        self.tables = _tables(self.terms, self.weight.bluff)
        self.shut = self._shut()
        self.calm = frozenset(
            [one.seat for one in position.rogations if TRIGGER[one.card] == "crusade_against_you"]
        )
        self.odd = bool(SWAPS[site] or COMPARES[site])
        self.odd = self.odd or any(effect.cond for effect in MODS[site])
        closed = site_forbids(position, "crusade")
        self.modes = [
            mode for mode, word in enumerate(MODES) if not (closed or site_forbids(position, word))
        ]
        self.bouts = _bouts(self.terms, self.weight.bluff, tuple(self.modes))
        self.targets = [
            fighter(position, other, unit, unit.face_down, seat)
            for other in self.rivals
            for unit in position.field[other]
        ]
        self.bars = {
            other: (self._barred(seat, other), self._barred(other, seat)) for other in self.rivals
        }
        self.acts = self._acts()
        self.rows = [self.row(unit) for unit in position.field[seat]]

    def _barred(self, one: Seat, other: Seat) -> bool:
        position = self.position
        return bool(position.rogations) and barred_between(position, one, other) is not None

    def _acts(self) -> list[float]:
        """How many turns each rival is expected to have before the next of one's own."""
        position, later = self.position, self.weight.later
        acts = [later + (not acted) for acted in position.acted]
        for other in self.rivals:
            if self.bars[other][1]:
                acts[other] = later
        if self.lulled(self.seat):
            acts = [0.3 * number for number in acts]
        return acts

    def lulled(self, seat: Seat) -> bool:
        """Whether the next Crusade against a seat will be called off."""
        return seat in self.calm

    # -- own cards against all others ----------------------------------------------------------

    def row(self, unit: Unit) -> Row:
        """An own card, in play or about to be, against each of the others."""
        position, seat = self.position, self.seat
        rival = self.rivals[0]
        true = fighter(position, seat, known(unit), False, rival)
        shown = true
        if unit.face_down:
            shown = fighter(position, seat, unit, True, rival)
        attacks = [self.attack(true, target) for target in self.targets]
        dangers = [self._danger(true, shown, target) for target in self.targets]
        return Row(unit, true, attacks, dangers)

    def attack(self, one: Fighter, target: Fighter) -> Bout:
        """The best attack of an own card on a target, as far as Rogations let it."""
        if self.bars[target.seat][0]:
            return _NONE
        if self.lulled(target.seat):
            return Bout(0.0, BY_REASON, NOTHING)
        return self.bout(one, target)

    def _danger(self, true: Fighter, shown: Fighter, target: Fighter) -> float:
        """What an attack by the target would cost: it is chosen by what shows, and ends truly."""
        found = self.bout(target, shown)
        if found.mode < 0:
            return 0.0
        paid = self.prices[target.seat][self.seat][true.colour]
        take, kill, _cost, _repel = found.chances
        looks = take * paid.lose + kill * paid.die
        if shown is true:
            cost = self._cost(found.chances, found.mode, paid, target)
        else:
            truly = self.chances(target, true, found.mode, self.leads(target, true))
            cost = self._cost(truly, found.mode, paid, target)
        seen = self.weight.seen
        danger = seen * looks + (1 - seen) * cost
        return min(0.0, danger) if found.worth <= 0.05 else danger

    def _cost(self, chances: Chances, mode: int, paid: Price, target: Fighter) -> float:
        take, kill, cost, repel = chances
        danger = take * paid.lose + kill * paid.die - 0.15 * repel
        if cost:
            won = self.prices[self.seat][target.seat][target.colour]
            danger -= cost * (won.take if mode == BY_REASON else won.kill)
        return danger

    def bared(self, target: Fighter) -> Fighter:
        """A target without anything attached."""
        return fighter(self.position, target.seat, Unit(target.unit.card), False, self.seat)

    # -- all of them -----------------------------------------------------------------------------

    def outlook(self, rows: Sequence[Row], gone: int = -1) -> float:
        """What the table is worth with these own cards in play, and without the target ``gone``.

        The best attack that is open next counts, a part of the second best, what each of the
        others may take meanwhile, and how many are in play.
        """
        weight = self.weight
        best = second = 0.0
        worst, next_worst = [0.0] * len(self.acts), [0.0] * len(self.acts)
        for place, target in enumerate(self.targets):
            if place == gone:
                continue
            most, other = 0.0, target.seat
            for row in rows:
                worth = row.attacks[place].worth
                if worth > most:
                    most = worth
                danger = row.dangers[place]
                if danger > worst[other]:
                    worst[other], next_worst[other] = danger, worst[other]
                elif danger > next_worst[other]:
                    next_worst[other] = danger
            if most > best:
                best, second = most, best
            elif most > second:
                second = most
        value = weight.units[min(len(rows), FULL)] + weight.threat * (best + weight.second * second)
        danger_weight = weight.danger * self.share
        for other in self.rivals:
            cost = worst[other] + weight.second * next_worst[other]
            value -= danger_weight * self.acts[other] * cost
        return value

    # -- one pair ------------------------------------------------------------------------------

    def bout(self, one: Fighter, other: Fighter) -> Bout:
        """The attack of one card on another that promises its player most."""
        if self.odd:
            return self._fought(one, other)
        key = (one.number, other.number, other.unit.card in self.shut)
        found = self.bouts.get(key)
        if found is None:
            if len(self.bouts) >= _MOST_BOUTS:
                self.bouts.clear()
            found = self.bouts[key] = self._fought(one, other)
        return found

    def _fought(self, one: Fighter, other: Fighter) -> Bout:
        paid = self.prices[one.seat][other.seat][other.colour]
        own = self.prices[other.seat][one.seat][one.colour]
        weight = self.weight
        leads = self.leads(one, other)
        best = _NONE
        chooses = one.quirk and _lets_choose(one.unit.card)
        open_modes = self.modes
        if other.zealot or FORBIDS[one.unit.card] or FORBIDS[other.unit.card]:
            open_modes = self._open(one, other)
        for mode in open_modes:
            chances = self.chances(one, other, mode, leads)
            take, kill, cost, repel = chances
            worth = take * paid.take + kill * paid.kill - repel * weight.repelled
            if mode == BY_FIRE:
                worth += take * weight.by_fire
            if cost:
                worth -= cost * (own.lose if mode == BY_REASON else own.die)
            if best.mode < 0 or (worth < best.worth if chooses else worth > best.worth):
                best = Bout(worth, mode, chances)
        if one.quirk and best.mode >= 0 and _dies_after(one.unit.card):
            best = best._replace(worth=best.worth - 0.8 * own.die)
        return best

    def _open(self, one: Fighter, other: Fighter) -> list[int]:
        """The modes in which one card may attack the other."""
        card, target = one.unit.card, other.unit.card
        if target in self.shut:
            return []
        return [mode for mode in self.modes if not _closed(card, target, mode)]

    def _shut(self) -> frozenset[Card]:
        """The cards in play that the Location or a Frenzy closes to every attack."""
        table, found = self.position, []
        for seat, field in enumerate(table.field):
            for unit in field:
                if unit.attached:
                    attacker = self.seat if seat != self.seat else self.rivals[0]
                    bar = crusade_bar(table, attacker, NO_TEXT, unit.card, "")
                    if bar is not None and bar != barred_between(table, attacker, seat):
                        found.append(unit.card)
        return frozenset(found)

    def leads(self, one: Fighter, other: Fighter) -> tuple[int, int, int]:
        """By how much one card is ahead of the other that it attacks, by mode."""
        if one.odd or other.odd or self.odd:
            attack, defence = _sides(one, other)
            mine, theirs = reckoning.figures(self.position, attack, defence)
            sign = -1 if _lower_wins(self.position.site) else 1
            return sign * (mine[0] - theirs[0]), mine[1] - theirs[2], mine[3] - theirs[3]
        mine, theirs = one.attack[other.zealot], other.defence[one.zealot]
        return mine[0] - theirs[0], mine[1] - theirs[2], mine[3] - theirs[3]

    def chances(self, one: Fighter, other: Fighter, mode: int, leads: Sequence[int]) -> Chances:
        """How an attack in this mode is likely to end."""
        key = (mode, one.widths[mode] if mode < TO_KILL else 0, one.zealot and other.unseen)
        table = self.tables[other.unseen].get(key)
        if table is None:
            table = self.tables[other.unseen][key] = self._table(*key, other.unseen)
        found = table[FARTHEST + leads[mode]]
        if one.quirk or other.quirk or self.odd:
            return self._quirks(one, other, mode, leads[mode], found)
        return found

    def _table(self, mode: int, width: int, zealot: bool, unseen: bool) -> tuple[Chances, ...]:
        """The chances of all leads."""
        terms = self.terms._replace(width=width) if mode < TO_KILL else self.terms
        if unseen:
            return believed(mode, terms, zealot, self.weight.bluff)
        return certain(mode, terms)

    def _quirks(
        self, one: Fighter, other: Fighter, mode: int, lead: int, found: Chances
    ) -> Chances:
        """What texts make of a comparison: ties, protection, taking instead of killing."""
        table = self.position
        take, kill, cost, repel = found
        if not other.unseen and mode != BY_FIRE and not lead:
            attack, defence = _sides(one, other)
            both = reckoning.figures(table, attack, defence)
            told = reckoning.compare(table, MODES[mode], attack, defence, both)
            take, kill = float(told.defender == "convert"), float(told.defender == "kill")
            cost = float(bool(told.attacker))
        if take and _spared(table, other, "fire_convert" if mode == BY_FIRE else "reason"):
            take = 0.0
        if kill and mode == BY_FIRE and _spared(table, other, "fire_kill"):
            kill = 0.0
        if cost and mode == BY_REASON and _spared(table, one, "reason"):
            cost = 0.0
        if kill and _takes(one.unit.card):
            take, kill = take + kill, 0.0
        return take, kill, cost, repel


class Row(NamedTuple):
    """An own card against all others: its attack on each, and what an attack of each costs."""

    unit: Unit
    fighter: Fighter
    attacks: list[Bout]
    dangers: list[float]


def _sides(one: Fighter, other: Fighter) -> tuple[Side, Side]:
    return Side(one.seat, one.unit, "attack"), Side(other.seat, other.unit, "defend")


def _spared(table: Position, one: Fighter, outcome: str) -> bool:
    return reckoning.protected(table, one.unit, outcome) is not None


_MOST_BOUTS = 100_000


@cache
def _bouts(
    _terms: Terms, _bluff: float, _modes: tuple[int, ...]
) -> dict[tuple[int, int, bool], Bout]:
    """What was found out of pairs so far, by their numbers and whether the target is shut."""
    return {}


Tables = tuple[dict[tuple[int, int, bool], tuple[Chances, ...]], ...]


@cache
def _tables(_terms: Terms, _bluff: float) -> Tables:
    """The tables of chances that were needed so far: of open targets, of those with a secret."""
    return {}, {}


@cache
def _closed(card: Card, target: Card, mode: int) -> bool:
    """Whether the texts of two cards forbid a Crusade of one against the other in this mode."""
    word = MODES[mode]
    return any(
        effect.action == "attack_with" or (effect.action == word and effect.by == "self")
        for effect in FORBIDS[card]
    ) or any(effect.action == word and effect.by == "opponents" for effect in FORBIDS[target])


@cache
def _lets_choose(card: Card) -> bool:
    return any(effect.rule == "defender_chooses_mode" for effect in COMPARES[card])


@cache
def _lower_wins(site: Card) -> bool:
    return any(effect.rule == "lower_wins" for effect in COMPARES[site])


@cache
def _dies_after(card: Card) -> bool:
    return any(effect.when == "after_crusade" for effect in _KILLS[card])


@cache
def _takes(card: Card) -> bool:
    return any(effect.event == "kills" for effect in _REDIRECTS[card])
