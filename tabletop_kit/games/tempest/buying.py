"""What the kit's players do in their main part: plays, summonses, Spells, abilities, steps."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.cards import (
    BULLET,
    FT,
    HOLDS,
    HOSTS,
    IS_CHANNELLER,
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
from tabletop_kit.games.tempest.entering import relics_of, room, takes
from tabletop_kit.games.tempest.fighting import Fights, able_attackers, best_attacks
from tabletop_kit.games.tempest.funding import Purses, bill, most_faith, purses
from tabletop_kit.games.tempest.harming import (
    EVERYWHERE,
    PROACTIVE,
    Aim,
    Harm,
    aimed,
)
from tabletop_kit.games.tempest.moves import Move, number_order
from tabletop_kit.games.tempest.numbers import power
from tabletop_kit.games.tempest.position import (
    BATTLEGROUND,
    WANDER,
    Position,
    Spot,
    Temple,
    spots,
)
from tabletop_kit.games.tempest.skills import Skills
from tabletop_kit.games.tempest.turns import on_first_turn
from tabletop_kit.games.tempest.worths import IS_FIGHTER, WORTH, strategy_of

SPENT = 0.25
"""What a point of FT that a summons takes is worth elsewhere."""
WORTH_CASTING, WORTH_SUMMONING = 1.5, 0.4
FIGHTS = tuple(
    IS_FIGHTER[card]
    and "spell_cast" not in PRINTED_KEYWORDS[card]
    and "familiar" not in PRINTED_KEYWORDS[card]
    for card in range(len(TEXT))
)
"""Guardians and Champions that belong into the Battleground."""


class Turn:
    """A seat's own main part, from one look at the table."""

    def __init__(self, position: Position, seat: Seat, strategy: int | None = None) -> None:
        self.position, self.seat = position, seat
        self.strategy = strategy_of(position, seat) if strategy is None else strategy
        self.worth = WORTH[self.strategy]
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
        position, choices = self.position, self.position.choices
        limited = not on_first_turn(position, self.seat) and not choices.no_su0_limit
        if limited and position.zeros >= choices.su0_limit:
            return None
        found = [card for card in self.hand if SU[card] == 0 and IS_CHARACTER[card]]
        if not found:
            return None
        card = max(found, key=lambda one: (self.worth[one], one))
        return Move("play", TEXT[card], to=self.place(card))

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

    def summons(self) -> tuple[float, Move] | None:
        """The summons that brings most for its FT."""
        best: tuple[float, Move] | None = None
        for card in self.hand:
            if IS_SPELL[card] or (SU[card] == 0 and not IS_RELIC[card]):
                continue
            found = self.summon(card)
            if found is not None and (best is None or found[0] > best[0]):
                best = found
        return best if best is not None and best[0] > WORTH_SUMMONING else None

    def summon(self, card: Card) -> tuple[float, Move] | None:
        """One card summoned in the best way, and what that brings."""
        if IS_MIRACLE[card]:
            return self.miracle(card)
        found = bill(self.position, card, self.purses)
        if found is None:
            return None
        worth = self.wanted(card) - SPENT * found.paid
        move = found.move("summon", TEXT[card])
        if IS_RELIC[card]:
            value, host = self.host(card)
            return (value - SPENT * found.paid, move._replace(on=host)) if host else None
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
            return 0.8 * value
        return (0.55 if left < 1 else 0.15) * value

    def housed(self, card: Card, move: Move) -> tuple[str, ...]:
        """The payers that go into a new Temple: as many as it takes, the summoner first."""
        temple = Temple(card, TEXT[card])
        by_name = {one.name: one.spot for group in self.purses.values() for one in group}
        taken: list[str] = []
        carried = 0
        for name in (move.by, *move.payers):
            spot = by_name[name]
            fits = all([takes(self.position, temple, one.card) for one in spot.unit.members])
            carried += relics_of(spot.unit)
            if not fits or carried > 2:
                if not taken:
                    return ()
                continue
            temple = temple._replace(inside=(*temple.inside, spot.unit))
            taken.append(name)
        return (*taken[:1], *sorted(taken[1:], key=number_order))

    def miracle(self, card: Card) -> tuple[float, Move] | None:
        """A Miracle at the best it can be aimed at."""
        if card not in PROACTIVE:
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
        x = sum(aim.points) or self._needed(card, aim) or x
        found = bill(self.position, card, self.purses, x)
        if found is None:
            return None
        move = found.move("summon", TEXT[card])._replace(x=x if SU[card] == BULLET else 0)
        return aim.worth - SPENT * found.paid, aimed(move, aim)

    def _needed(self, card: Card, aim: Aim) -> int:
        """How much of a bullet its targets take."""
        if SU[card] != BULLET:
            return 0
        from tabletop_kit.games.tempest.names import spot_named, temple_named
        from tabletop_kit.games.tempest.numbers import outside

        total = 0
        for name in aim.at:
            spot, temple = spot_named(self.position, name), temple_named(self.position, name)
            if temple is not None:
                total += ST[temple[1].card]
            elif spot is not None:
                total += outside(self.position, spot) if spot.unit.name else 1
        return total

    # -- relics ----------------------------------------------------------------------------------

    def host(self, card: Card) -> tuple[float, str]:
        """On what a Relic is best laid, and what it brings there."""
        if "temple" in HOSTS[card]:
            for temple in self.position.temples[self.seat]:
                carried = sum([relics_of(unit) for unit in temple.inside])
                if len(temple.relics) + carried < 2:
                    return 2.5, temple.name
            return 0.0, ""
        best = (0.0, "")
        for spot in spots(self.position, self.seat):
            if not spot.unit.name or spot.area not in (WANDER, BATTLEGROUND):
                continue
            for member in spot.unit.members:
                value = self._bears(card, spot, member.card)
                if not member.relics and value > best[0]:
                    best = (value, member.name)
        return best

    def _bears(self, relic: Card, spot: Spot, card: Card) -> float:
        text = TEXT[relic]
        if text in ("wand-of-sparks", "orb-of-communion"):
            casts = "spell_cast" in PRINTED_KEYWORDS[card]
            return (1.2 + 0.1 * max(ST[card], 0)) if casts else 0.0
        if text == "prayer-beads":
            return 1.4 if IS_CHANNELLER[card] else 0.5
        if text in ("teleport-stone", "gate-key"):
            return 0.3 * max(ST[card], 0) + 0.3
        return (0.9 + 0.12 * max(ST[card], 0)) if FIGHTS[card] else 0.2

    # -- Spells ----------------------------------------------------------------------------------

    def casts(self) -> tuple[float, Move] | None:
        """The Spell that brings most."""
        best: tuple[float, Move] | None = None
        casters = [
            (power(self.position, spot), spot)
            for spot in spots(self.position, self.seat)
            if spot.unit.name and not spot.unit.drained and self._may_cast(spot)
        ]
        for card in self.hand if casters else ():
            if not IS_SPELL[card]:
                continue
            found = self._cast(card, casters)
            if found is not None and (best is None or found[0] > best[0]):
                best = found
        return best if best is not None and best[0] > WORTH_CASTING else None

    def _may_cast(self, spot: Spot) -> bool:
        return any(["spell_cast" in PRINTED_KEYWORDS[one.card] for one in spot.unit.members])

    def _cast(self, card: Card, casters: list[tuple[int, Spot]]) -> tuple[float, Move] | None:
        """A Spell by the weakest caster that reaches it; a bullet by the strongest."""
        bullet = SU[card] == BULLET
        cost = 1 if bullet else SU[card]
        able = [(points, spot) for points, spot in casters if points >= cost]
        if not able or not self._allowed(card, able):
            return None
        pick = max if bullet else min
        points, caster = pick(self._allowed(card, able), key=lambda one: (one[0], one[1].unit.name))
        move = Move("cast", TEXT[card], caster.unit.name)
        if TEXT[card] == "blink":
            return self._blink(move)
        if card not in PROACTIVE:
            return None
        aim = self.harm.aim(card, points)
        if bullet:
            move = move._replace(x=min(points, self._needed(card, aim) or points))
        return (aim.worth - 0.3, aimed(move, aim)) if aim.at or aim.seat >= 0 else None

    def _allowed(self, card: Card, able: list[tuple[int, Spot]]) -> list[tuple[int, Spot]]:
        """Those casters whose Pantheon may cast a card, at the cost it then has."""
        from tabletop_kit.games.tempest.paying import doubled, pantheon_faults

        cost = 1 if SU[card] == BULLET else SU[card]
        return [
            (points, spot)
            for points, spot in able
            if not any(pantheon_faults(self.position, card, (spot,)))
            and not (doubled(self.position, card, (spot,)) and points < 2 * cost)
            and not (SU[card] == BULLET and doubled(self.position, card, (spot,)))
        ]

    def _blink(self, move: Move) -> tuple[float, Move] | None:
        best: tuple[float, Move] | None = None
        for spot in spots(self.position, self.seat):
            if spot.unit.drained or not spot.unit.name or spot.unit.name == move.by:
                continue
            aim = self.harm.sent(EVERYWHERE, spot)
            if aim.at and (best is None or aim.worth > best[0]):
                best = aim.worth, aimed(move, aim._replace(on=spot.unit.name))
        return best

    # -- abilities -------------------------------------------------------------------------------

    def uses(self) -> Iterator[tuple[float, Move]]:
        """What abilities bring."""
        return Skills(self.fights, self.harm, self.host).uses()

    # -- attack and steps ------------------------------------------------------------------------

    def attack(self, bold: float) -> tuple[float, Move | None]:
        """The declaration that wins most."""
        position = self.position
        if position.declared or on_first_turn(position, self.seat):
            return 0.0, None
        able = able_attackers(position, self.seat)
        return best_attacks(self.fights, able, bold) if able else (0.0, None)

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
                if not self.lets_in(temple, one.faith) or len(unit.members) > room(temple):
                    continue
                carried = relics_of(unit)
                there = len(temple.relics) + sum([relics_of(other) for other in temple.inside])
                if carried and carried + there > 2:
                    continue
                if all([takes(position, temple, member.card) for member in unit.members]):
                    return Move("move", one.name, to=temple.name)
        return None
