"""What the abilities of cards in play would bring a seat in its own main part."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_kit.games.tempest.cards import ACTIVATED, OCCUPATION, SU, TEXT
from tabletop_kit.games.tempest.chanting import GATE, through
from tabletop_kit.games.tempest.clashing import Fights
from tabletop_kit.games.tempest.harming import EVERYWHERE, Aim, Harm, aimed, at_best
from tabletop_kit.games.tempest.laying import host
from tabletop_kit.games.tempest.moves import Move
from tabletop_kit.games.tempest.names import Held, relics, spot_name
from tabletop_kit.games.tempest.numbers import faith
from tabletop_kit.games.tempest.position import BATTLEGROUND, WANDER, Spot, spots
from tabletop_kit.games.tempest.reach import same_area
from tabletop_kit.games.tempest.worths import USE

FREE_GATE = 0.8
"""A Gate that stands open is used for so much less than what is paid for."""


class Skills:
    """The abilities of one seat, with what is known of fights and of harm."""

    def __init__(self, fights: Fights, harm: Harm) -> None:
        self.fights, self.harm = fights, harm
        self.position, self.seat = fights.position, fights.seat

    def uses(self, gates: bool) -> Iterator[tuple[float, Move]]:
        """What abilities bring; ``gates``: those of Gates that stand open, too."""
        for spot in spots(self.position, self.seat):
            if not spot.unit.name or spot.unit.drained:
                continue
            for member in spot.unit.members:
                ability = ACTIVATED[member.card]
                if ability is not None and ability.timing == "own_turn":
                    found = self._use(spot, TEXT[member.card])
                    if found is not None:
                        yield found
        for held in relics(self.position, self.seat):
            if held.relic.name and held.bearer is not None and not held.bearer.drained:
                yield from self._sent(held)
        if gates:
            yield from self._gates()

    def _sent(self, held: Held) -> Iterator[tuple[float, Move]]:
        """The bearer of a Relic sent by Teleport or Gate."""
        assert held.bearer is not None
        text, user = TEXT[held.relic.card], Spot(held.bearer, self.seat, held.area)
        if text == "teleport-stone" and user.unit.name:
            aim = self.harm.sent(EVERYWHERE, user)
            yield aim.worth + USE[text], aimed(Move("use", held.relic.name), aim)
        elif text == "gate-key" and user.unit.name and user.area != BATTLEGROUND:
            aim = self.harm.sent(GATE, user)
            yield aim.worth, aimed(Move("use", held.relic.name), aim)

    def _gates(self) -> Iterator[tuple[float, Move]]:
        """Own Wander cards sent through Gates that stand open (Bronze Gate)."""
        for gate in self.position.lasting:
            if gate.seat != self.seat or gate.at < 0 or gate.name in self.position.used:
                continue
            for value, name, at in through(self.harm, gate.at):
                yield value + FREE_GATE, Move("use", gate.name, name, at=(at,))

    def _use(self, spot: Spot, text: str) -> tuple[float, Move] | None:
        """What the ability of a card brings; ``None`` where it finds nothing to be used on."""
        move = Move("use", spot.unit.name)
        if text == "phase-cat":
            return _at(move, self.harm.sent(EVERYWHERE, spot))
        if text == "whirlwind-priestess":
            found = [
                (self.fights.worth(one), one.unit.name)
                for other in self.harm.foes
                for one in spots(self.position, other)
                if one.area in (WANDER, BATTLEGROUND) and SU[one.unit.card] <= 3
            ]
            return _at(move, at_best(found, USE["whirlwind"]))
        if text == "thief":
            return self._steal(move)
        if text == "plague-bearer":
            return self._infect(move, spot)
        if text == "minstrel":
            return self._sing(move, spot)
        return (USE[text], move) if text == "crossroads-oracle" else None

    def _steal(self, move: Move) -> tuple[float, Move] | None:
        """The first open Relic of another that an own card could bear."""
        for other in self.harm.foes:
            for held in relics(self.position, other):
                if held.relic.name:
                    value, name = host(self.position, self.seat, held.relic.card)
                    if name:
                        return value + USE["thief"], move._replace(at=(held.relic.name,), on=name)
        return None

    def _infect(self, move: Move, spot: Spot) -> tuple[float, Move] | None:
        """The best Follower of another in the same area."""
        if spot.area != BATTLEGROUND:
            return None
        found = [
            (self.fights.worth(one), one.unit.name)
            for other in self.harm.foes
            for one in spots(self.position, other)
            if OCCUPATION[one.unit.card] == "Follower"
            and one.unit.name
            and same_area(self.position, spot, one)
        ]
        return _at(move, at_best(found))

    def _sing(self, move: Move, spot: Spot) -> tuple[float, Move] | None:
        """The drained Follower in the own area with most FT, to be used again."""
        found = [
            (faith(self.position, one), spot_name(self.position, one))
            for one in spots(self.position, self.seat)
            if one.area == spot.area
            and one.unit.drained
            and OCCUPATION[one.unit.card] == "Follower"
        ]
        points, name = max(found, default=(0, ""))
        return (USE["minstrel"] * points, move._replace(at=(name,))) if points > 1 else None


def _at(move: Move, aim: Aim) -> tuple[float, Move] | None:
    """A move with its target, and what that brings; ``None`` where there is none."""
    return (aim.worth, aimed(move, aim)) if aim.at else None
