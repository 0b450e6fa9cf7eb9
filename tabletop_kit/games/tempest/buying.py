"""What the kit's players do in their main part: plays, summonses, Spells, abilities, steps."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.boosting import boosts
from tabletop_kit.games.tempest.cards import (
    BULLET,
    FT,
    HOLDS,
    IS_CHARACTER,
    IS_MIRACLE,
    IS_RELIC,
    IS_SPELL,
    IS_TEMPLE,
    OCCUPATION,
    PRINTED_KEYWORDS,
    ST,
    SU,
    TEXT,
    Card,
)
from tabletop_kit.games.tempest.chanting import WORTH_CASTING, chant, needed
from tabletop_kit.games.tempest.clashing import Fights
from tabletop_kit.games.tempest.entering import fits_inside, room, takes
from tabletop_kit.games.tempest.fighting import able_attackers, best_attacks
from tabletop_kit.games.tempest.funding import Purses, bill, most_faith, purses
from tabletop_kit.games.tempest.harming import (
    PROACTIVE,
    Harm,
    aimed,
)
from tabletop_kit.games.tempest.laying import hidden, host, turned_up
from tabletop_kit.games.tempest.moves import STOLEN, Move, number_order
from tabletop_kit.games.tempest.position import (
    BATTLEGROUND,
    WANDER,
    Position,
    Temple,
)
from tabletop_kit.games.tempest.powering import braced, powered
from tabletop_kit.games.tempest.retorts import ANSWERS
from tabletop_kit.games.tempest.skills import Skills
from tabletop_kit.games.tempest.strengths import MASTER, Strength
from tabletop_kit.games.tempest.turns import on_first_turn
from tabletop_kit.games.tempest.uniting import union
from tabletop_kit.games.tempest.worths import BOLD, FIGHTS, IS_FIGHTER, SPENT, WORTH, strategy_of

WORTH_SUMMONING = 0.4
"""A summons is made that brings more than this beyond its price."""


LARGER, FULL, SPARE = 0.8, 0.55, 0.15
"""What share of its worth a Temple has beside another: a larger one where room is scarce, any where
there is none left, and any where there is."""


class Turn:
    """A seat's own main part, from one look at the table."""

    def __init__(
        self,
        position: Position,
        seat: Seat,
        strategy: int | None = None,
        strength: Strength = MASTER,
    ) -> None:
        self.position, self.seat, self.strength = position, seat, strength
        self.strategy = strategy_of(position, seat) if strategy is None else strategy
        self.worth, self.spent = WORTH[self.strategy], SPENT[self.strategy]
        self.hand = sorted(set(position.hands[seat]))
        self.purses: Purses = purses(position, seat)
        self.fights = Fights(position, seat, self.strategy)
        self.harm = Harm(self.fights)

    # -- gods ------------------------------------------------------------------------------------

    def god(self) -> Move | None:
        """A Deity, where it can be summoned."""
        if self.position.choices.no_deity_win:
            return None
        for card in self.hand:
            if OCCUPATION[card] == "Deity":
                found = bill(self.position, card, self.purses)
                if found is not None:
                    return found.move("summon", TEXT[card])
        return None

    # -- cards of SU 0 ---------------------------------------------------------------------------

    def play(self) -> Move | None:
        """The best card of SU 0, as long as more may be played."""
        if not self.more_zeros():
            return None
        found = [card for card in self.hand if SU[card] == 0 and IS_CHARACTER[card]]
        if not found:
            return None
        card = max(found, key=lambda one: (self.worth[one], one))
        return Move("play", TEXT[card], to=self.place(card))

    def more_zeros(self) -> bool:
        """Whether one more card of SU 0 may be played."""
        position, choices = self.position, self.position.choices
        free = choices.no_su0_limit or on_first_turn(position, self.seat)
        return free or position.zeros < choices.su0_limit

    def place(self, card: Card) -> str:
        """Where a card of SU 0 goes: to the front, into a Temple, or to Wander."""
        if FIGHTS[card] and ST[card] > 0:
            return BATTLEGROUND
        if "enters_undrained" in PRINTED_KEYWORDS[card] or IS_FIGHTER[card]:
            return ""
        for temple in self.roomy():
            if takes(self.position, temple, card) and self.lets_in(temple, FT[card]):
                return temple.name
        return ""

    def roomy(self) -> list[Temple]:
        """Own Temples with room, the largest first."""
        found = [one for one in self.position.temples[self.seat] if room(one) > 0]
        return sorted(found, key=lambda one: (-HOLDS[one.card], one.name))

    def lets_in(self, temple: Temple, points: int) -> bool:
        """Whether so much FT is worth a place: the last ones are kept for more."""
        left = room(temple)
        return points >= 2 or (left >= 3 if points else left >= 6)

    # -- summonses -------------------------------------------------------------------------------

    def summons(self) -> Move | None:
        """The summons that brings most for its FT, or the face-down Relic that is turned up."""
        best: tuple[float, Move] | None = None
        for value, paid, move in turned_up(self.position, self.seat, self.purses):
            if best is None or value - self.spent * paid > best[0]:
                best = value - self.spent * paid, move
        for card in self.hand:
            if IS_SPELL[card] or (SU[card] == 0 and not IS_RELIC[card]):
                continue
            found = self.summon(card)
            if found is not None and (best is None or found[0] > best[0]):
                best = found
        return best[1] if best is not None and best[0] > WORTH_SUMMONING else None

    def summon(self, card: Card) -> tuple[float, Move] | None:
        """One card summoned in the best way, and what that brings."""
        if IS_MIRACLE[card]:
            return self.miracle(card)
        found = bill(self.position, card, self.purses)
        if found is None:
            return None
        worth = self.wanted(card) - self.spent * found.paid
        move = found.move("summon", TEXT[card])
        if IS_RELIC[card]:
            value, name = host(self.position, self.seat, card)
            return (value - self.spent * found.paid, move._replace(on=name)) if name else None
        if IS_TEMPLE[card]:
            return worth, move._replace(inside=self.housed(card, move))
        if FIGHTS[card]:
            move = move._replace(to=BATTLEGROUND)
        return worth, move

    def wanted(self, card: Card) -> float:
        """What a card is worth as the own table stands."""
        value = self.worth[card]
        if not IS_TEMPLE[card]:
            return value
        own = self.position.temples[self.seat]
        if not own:
            return value
        most = max([HOLDS[one.card] for one in own])
        left = sum([room(one) for one in own])
        if HOLDS[card] > most + 1 and left < 3:
            return LARGER * value
        return (FULL if left < 1 else SPARE) * value

    def housed(self, card: Card, move: Move) -> tuple[str, ...]:
        """The payers that go into a new Temple: as many as it takes, the summoner first."""
        temple = Temple(card, TEXT[card])
        by_name = {one.name: one.spot for group in self.purses.values() for one in group}
        taken: list[str] = []
        for name in (move.by, *move.payers):
            if name == STOLEN:
                continue
            if fits_inside(self.position, temple, by_name[name]):
                temple = temple._replace(inside=(*temple.inside, by_name[name].unit))
                taken.append(name)
            elif not taken:
                return ()
        return (*taken[:1], *sorted(taken[1:], key=number_order))

    def miracle(self, card: Card) -> tuple[float, Move] | None:
        """A Miracle at the best it can be aimed at."""
        if card not in PROACTIVE or not self.strength.crafts:
            return None
        x = 0
        if SU[card] == BULLET:
            free = self.position.choices.ignore_pantheon
            most = [
                most_faith(card, group, free)
                for area, group in self.purses.items()
                if area != BATTLEGROUND
            ]
            x = max(most, default=0)
            if x < 1:
                return None
        aim = self.harm.aim(card, x)
        if aim.worth < WORTH_CASTING:
            return None
        x = sum(aim.points) or needed(self.position, card, aim) or x
        found = bill(self.position, card, self.purses, x)
        if found is None:
            return None
        move = found.move("summon", TEXT[card])._replace(x=x if SU[card] == BULLET else 0)
        return aim.worth - self.spent * found.paid, aimed(move, aim)

    def gained(self, other: Purses) -> float:
        """What the best card is worth that only other purses than the own could pay for."""
        best = 0.0
        for card in self.hand:
            if SU[card] < 1 or not (IS_CHARACTER[card] or IS_TEMPLE[card]):
                continue
            if bill(self.position, card, self.purses) is None:
                found = bill(self.position, card, other)
                if found is not None:
                    best = max(best, self.wanted(card) - self.spent * found.paid)
        return best

    # -- Spells ----------------------------------------------------------------------------------

    def casts(self) -> Move | None:
        """The Spell that brings most."""
        return chant(self.harm, self.hand, self.strength)

    # -- abilities -------------------------------------------------------------------------------

    def uses(self) -> Iterator[tuple[float, Move]]:
        """What abilities bring."""
        yield from Skills(self.fights, self.harm).uses(self.strength.tricks)
        if self.strength.tricks:
            yield from boosts(self.fights, self.harm, self.purses, self.gained)

    # -- what takes several cards ----------------------------------------------------------------

    def union(self) -> Move | None:
        """Two cards joined to one."""
        return union(self.fights, self.hand)

    def powered(self) -> Move | None:
        """A bullet powered for an attack."""
        return powered(self.fights, self.purses, self.bold)

    def braced(self) -> Move | None:
        """A bullet powered as a blocker, where the FT is not kept for answers."""
        if any([card in ANSWERS for card in self.hand]):
            return None
        return braced(self.fights, self.purses)

    def hidden(self) -> Move | None:
        """A Relic laid face down, as long as more cards of SU 0 may be played."""
        return hidden(self.position, self.seat) if self.more_zeros() else None

    # -- attack and steps ------------------------------------------------------------------------

    @property
    def bold(self) -> float:
        """What an attack has to win at least."""
        return BOLD[self.strategy] + self.strength.caution

    def attack(self) -> Move | None:
        """The declaration that wins most."""
        position = self.position
        if position.declared or on_first_turn(position, self.seat):
            return None
        able = able_attackers(position, self.seat)
        if not able:
            return None
        return best_attacks(self.fights, able, self.bold, self.strength.tricks)

    def step(self) -> Move | None:
        """Fighters go to the front, payers into Temples."""
        position = self.position
        homes = self.roomy()
        for one in self.purses.get(WANDER, ()):
            unit = one.spot.unit
            if not unit.name:
                continue
            if FIGHTS[unit.card] and ST[unit.card] != 0:
                return Move("move", one.name, to=BATTLEGROUND)
            if IS_FIGHTER[unit.card]:
                continue
            for temple in homes:
                if self.lets_in(temple, one.faith) and fits_inside(position, temple, one.spot):
                    return Move("move", one.name, to=temple.name)
        return None
