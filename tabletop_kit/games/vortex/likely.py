"""How a Crusade is likely to end, by the rules, as far as its seat may know.

A face-down card of somebody else may be any Frenzy that the seat does not see elsewhere, or a
bluff; each possibility is turned up, reckoned and compared as the rules would (C3 to C7).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.vortex.appraisal import weights
from tabletop_kit.games.vortex.cards import (
    FRENZIES,
    IS_DEVOTEE,
    IS_FRENZY,
    TEXT,
    TRIGGER,
    Card,
    by_card,
)
from tabletop_kit.games.vortex.figures import (
    Side,
    compare,
    figures,
    may_turn_up,
    protected,
    turned_up,
)
from tabletop_kit.games.vortex.position import Position, Unit

_REDIRECTS = by_card("redirect")
_BLUFF: Card = next(card for card in range(len(TEXT)) if IS_DEVOTEE[card])
_GUARDS = {
    ("reason", "convert"): "reason",
    ("fire", "convert"): "fire_convert",
    ("fire", "kill"): "fire_kill",
    ("kill", "kill"): "kill",
}


class Likely(NamedTuple):
    """How a Crusade may end, as chances: the target taken, killed; the own card lost; repelled.

    ``mine``, ``theirs`` and ``lead`` are the figures compared as the cards lie now, own face-down
    ones turned up; ``rule`` is the ruling that decides then. ``open``: a hidden card may change it.
    """

    take: float
    kill: float
    lose: float
    repel: float
    mine: int
    theirs: int
    lead: int
    rule: str
    open: bool

    @property
    def win(self) -> float:
        """How likely the target leaves its player's field."""
        return self.take + self.kill


def likely(
    position: Position,
    looker: Seat,
    attack: tuple[Seat, Unit],
    defence: tuple[Seat, Unit],
    mode: str,
) -> Likely:
    """How a Crusade may end, as ``looker`` may know it; the cards are in play or about to be.

    Only one of the two can be the looker's, so at most one has something unknown face down.
    """
    sides = []
    for (seat, unit), role in zip((attack, defence), ("attack", "defend"), strict=True):
        shown = turned_up(position, unit) if seat == looker else unit
        sides.append(Side(seat, shown, role))
    mine, theirs = sides
    told = compare(position, mode, mine, theirs, figures(position, mine, theirs))
    if any([one.seat == theirs.seat and _calls_off(one.card) for one in position.rogations]):
        return Likely(0.0, 0.0, 0.0, 0.0, told.mine, told.theirs, told.lead, "VX-D2", False)
    hidden = [one.seat != looker and one.unit.face_down for one in sides]
    hidden = [one and may_turn_up(position) for one in hidden]
    sums = [0.0, 0.0, 0.0, 0.0]
    for weight, pair in _pairs(position, looker, mine, theirs, hidden):
        ends = _ends(position, mode, *pair)
        sums = [one + weight * end for one, end in zip(sums, ends, strict=True)]
    take, kill, lose, repel = [min(1.0, one) for one in sums]
    figure = (told.mine, told.theirs, told.lead, told.rule)
    return Likely(take, kill, lose, repel, *figure, any(hidden))


def _pairs(
    position: Position, looker: Seat, mine: Side, theirs: Side, hidden: list[bool]
) -> Iterator[tuple[float, tuple[Side, Side]]]:
    """The two sides as they may turn out to be, each with its chance."""
    if hidden[0]:
        for weight, unit in _shapes(position, looker, mine.unit):
            yield weight, (mine._replace(unit=unit), theirs)
    elif hidden[1]:
        for weight, unit in _shapes(position, looker, theirs.unit):
            yield weight, (mine, theirs._replace(unit=unit))
    else:
        yield 1.0, (mine, theirs)


def _calls_off(card: Card) -> bool:
    return TRIGGER[card] == "crusade_against_you"


def _shapes(position: Position, seat: Seat, unit: Unit) -> Iterator[tuple[float, Unit]]:
    """What a card with face-down cards may turn out to be, with chances that come to 1."""
    bluff = weights(position.seats).bluff
    unseen = _unseen(position, seat)
    count = sum(unseen.values())
    single = [(bluff if count else 1.0, _BLUFF)]
    single += [((1 - bluff) * copies / count, card) for card, copies in unseen.items()]
    hidden = [place for place, code in enumerate(unit.attached) if not code & 1]
    for chosen in product(single, repeat=len(hidden)):
        weight, attached = 1.0, list(unit.attached)
        for place, (chance, card) in zip(hidden, chosen, strict=True):
            weight *= chance
            attached[place] = 2 * card + 1
        yield weight, Unit(unit.card, tuple(attached))


def _unseen(position: Position, seat: Seat) -> Counter[Card]:
    """The Frenzies that the seat sees nowhere: any of them may lie face down."""
    seen = Counter(position.hands[seat])
    for pile in position.discard:
        seen.update(pile)
    seen.update(position.vortex)
    for other, field in enumerate(position.field):
        for unit in field:
            seen.update([code >> 1 for code in unit.attached if code & 1 or other == seat])
    left = Counter(FRENZIES)
    left.subtract({card: count for card, count in seen.items() if IS_FRENZY[card]})
    return +left


def _ends(position: Position, mode: str, attack: Side, defence: Side) -> tuple[float, ...]:
    """Taken, killed, own card lost, repelled: each 0 or 1."""
    verdict = compare(position, mode, attack, defence, figures(position, attack, defence))
    won = _fate(position, mode, verdict.defender, defence.unit, attack.unit)
    lost = _fate(position, mode, verdict.attacker, attack.unit, defence.unit)
    return (
        float(won == "convert"),
        float(won == "kill"),
        float(bool(lost)),
        float(verdict.repelled),
    )


def _fate(position: Position, mode: str, outcome: str, unit: Unit, other: Unit) -> str:
    """What becomes of a card once texts have had their say (C7)."""
    if not outcome or protected(position, unit, _GUARDS[mode, outcome]) is not None:
        return ""
    taken = any(effect.event == "kills" for effect in _REDIRECTS[other.card])
    return "convert" if outcome == "kill" and taken else outcome
