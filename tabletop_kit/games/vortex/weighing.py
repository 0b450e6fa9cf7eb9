"""Which Rogation is worth playing now: each is weighed against keeping it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.vortex.appraisal import weights
from tabletop_kit.games.vortex.cards import (
    CARD,
    EFFECTS,
    IS_DEVOTEE,
    IS_ROGATION,
    NEEDS,
    PRINTED,
    RED,
    TEXT,
    Card,
    Effect,
)
from tabletop_kit.games.vortex.invoking import contradicted, pile_of, reached
from tabletop_kit.games.vortex.moves import PASS, Move
from tabletop_kit.games.vortex.position import (
    HAND,
    InForce,
    Position,
    Unit,
    colour_name,
    converts,
    most_in_play,
)
from tabletop_kit.games.vortex.sight import Row, Sight

Weighed = tuple[float, Move]
"""A Rogation with what it is played on, and what that is worth."""


def invocation(position: Position, seat: Seat) -> Move:
    """The Rogation that is worth most, where one is worth more than keeping it; else ``pass``."""
    best, chosen = weights(position.seats).invoke, PASS
    for worth, move in weighed(position, seat):
        if worth > best:
            best, chosen = worth, move
    return chosen


def weighed(position: Position, seat: Seat) -> Iterator[Weighed]:
    """Every Rogation that the seat may play without a sacrifice, with what that is worth."""
    playable = [
        card
        for card in dict.fromkeys(position.hands[seat])
        if IS_ROGATION[card]
        and card in _WEIGH
        and (NEEDS[card][0] == "none" or reached(position, seat, card))
        and not contradicted(position, card)
    ]
    if not playable:
        return
    scales = Scales(position, seat)
    extra = scales.weight.card * any(
        effect.op == "draw" and effect.when == "on_rogation" for effect in _site(position)
    )
    for card in playable:
        factor = scales.weight.rogation.get(TEXT[card], 1.0)
        for worth, move in _WEIGH[card](scales, card):
            yield factor * worth + extra, move


def _site(position: Position) -> Sequence[Effect]:
    return EFFECTS[position.site] if position.site >= 0 else ()


class Scales:
    """What the judgements below share: the table as the seat sees it, looked at when needed."""

    def __init__(self, position: Position, seat: Seat) -> None:
        self.position, self.seat = position, seat
        self.sight = Sight(position, seat)
        self.weight = self.sight.weight
        self.share = self.weight.others / (position.seats - 1)
        self.waits = not position.acted[seat]
        self.late = position.window == "refill"
        self.hand = len(position.hands[seat])
        self.base = self.outlook(self.sight.rows)

    def outlook(self, rows: Sequence[Row]) -> float:
        """What the table is worth with these own cards in play."""
        return self.sight.outlook(rows)

    def danger(self, rival: Seat | None = None, this_round: bool = False) -> float:
        """What the others may take, or one of them, or what may be taken in this round yet."""
        sight = self.sight
        found = 0.0
        for other in sight.rivals:
            if rival not in (None, other):
                continue
            worst = max(
                [
                    row.dangers[place]
                    for place, one in enumerate(sight.targets)
                    if one.seat == other
                    for row in sight.rows
                ],
                default=0.0,
            )
            acts = float(not self.position.acted[other]) if this_round else sight.acts[other]
            found += max(0.0, worst) * acts * sight.share
        return found

    def threat(self, rival: Seat | None = None) -> float:
        """The best attack that is open, on anybody or on one."""
        sight = self.sight
        return max(
            [
                row.attacks[place].worth
                for place, one in enumerate(sight.targets)
                if rival in (None, one.seat)
                for row in sight.rows
            ],
            default=0.0,
        )

    def room(self) -> int:
        """How many more cards may come into play."""
        return most_in_play(self.position, self.seat) - len(self.position.field[self.seat])


def _quality(card: Card) -> int:
    return sum(PRINTED[card])


def _alone(card: Card) -> Move:
    return Move("rogation", (card,))


# -- cards ---------------------------------------------------------------------------------------


def _rally(scales: Scales, card: Card) -> Iterator[Weighed]:
    position, seat = scales.position, scales.seat
    if position.draw[seat] or position.discard[seat]:
        cards = 3.0 if scales.late else 2.5 if scales.hand <= 4 else 1.2
        yield scales.weight.card * cards, _alone(card)


def _prayer(scales: Scales, card: Card) -> Iterator[Weighed]:
    position, seat = scales.position, scales.seat
    devotees = sum([IS_DEVOTEE[one] for one in position.hands[seat]])
    thin = len(position.field[seat]) < 3 and devotees < 2
    for one in set(position.discard[seat]):
        if IS_DEVOTEE[one]:
            yield 0.02 + 0.01 * _quality(one) + 0.3 * thin, Move("rogation", (card, one))
        else:
            yield 0.16 if IS_ROGATION[one] else 0.07, Move("rogation", (card, one))


def _pestilence(scales: Scales, card: Card) -> Iterator[Weighed]:
    lost = [min(2, len(hand)) for hand in scales.position.hands]
    mine = min(2, scales.hand - 1)
    theirs = sum([lost[other] for other in scales.sight.rivals])
    if theirs or mine:
        worth = scales.weight.card * (scales.share * theirs - 0.7 * mine)
        yield worth * (2 if scales.late else 1), _alone(card)


def _fetch(worth: float) -> Callable[[Scales, Card], Iterator[Weighed]]:
    def weigh(scales: Scales, card: Card) -> Iterator[Weighed]:
        cards = pile_of(scales.position, scales.seat, EFFECTS[card][0])
        if cards:
            yield worth, Move("rogation", (card, max(cards, key=_quality)))

    return weigh


def _absolution(scales: Scales, card: Card) -> Iterator[Weighed]:
    cards = pile_of(scales.position, scales.seat, EFFECTS[card][0])
    if cards:
        yield scales.share + 0.1, Move("rogation", (card, max(cards, key=_quality)))


def _confession(scales: Scales, card: Card) -> Iterator[Weighed]:
    position = scales.position
    others = [one for one in reached(position, scales.seat, card) if position.hands[one]]
    if others:
        rival = max(others, key=lambda one: len(position.hands[one]))
        yield 0.13, Move("rogation", (card,), -1, colour_name(position, rival))


def _fasting(scales: Scales, card: Card) -> Iterator[Weighed]:
    if not scales.late:
        hands = scales.position.hands
        theirs = sum([max(0, HAND - max(5, len(hands[one]))) for one in scales.sight.rivals])
        mine = max(0, HAND - max(5, scales.hand - 1))
        yield scales.weight.card * (scales.share * theirs - mine), _alone(card)


def _jubilee(scales: Scales, card: Card) -> Iterator[Weighed]:
    if not scales.late:
        hands = scales.position.hands
        theirs = sum([min(2, max(0, 9 - len(hands[one]))) for one in scales.sight.rivals])
        mine = min(2, max(0, 10 - scales.hand))
        yield scales.weight.card * (mine - 0.8 * scales.share * theirs), _alone(card)


# -- the field -----------------------------------------------------------------------------------


def _miracle(scales: Scales, card: Card) -> Iterator[Weighed]:
    position = scales.position
    worth = (scales.weight.removed + 0.25) / len(scales.sight.rivals)
    if RED in position.colours:
        worth += 0.4 if position.colours[scales.seat] == RED else -0.5 * scales.share
    yield worth * len(reached(position, scales.seat, card)), _alone(card)


def _schism(scales: Scales, card: Card) -> Iterator[Weighed]:
    position = scales.position
    rival = max(reached(position, scales.seat, card), key=lambda one: converts(position, one))
    worth = (scales.weight.removed + 0.15) / len(scales.sight.rivals)
    yield worth, Move("rogation", (card,), -1, colour_name(position, rival))


def _exodus(scales: Scales, card: Card) -> Iterator[Weighed]:
    rows = scales.sight.rows
    for row in rows:
        left = scales.outlook([one for one in rows if one is not row])
        yield left - scales.base - 0.05, Move("rogation", (card, row.unit.card))


def _procession(scales: Scales, card: Card) -> Iterator[Weighed]:
    room = scales.room()
    if room <= 0:
        return
    sight, hand = scales.sight, scales.position.hands[scales.seat]
    fresh = [sight.row(Unit(one)) for one in hand if IS_DEVOTEE[one]]
    for place, row in enumerate(fresh):
        one = row.unit.card
        yield scales.outlook([*sight.rows, row]) - scales.base, Move("rogation", (card, one))
        for other in fresh[place + 1 :] if room > 1 else ():
            worth = scales.outlook([*sight.rows, row, other]) - scales.base
            yield worth, Move("rogation", (card, one, other.unit.card))


def _revelation(scales: Scales, card: Card) -> Iterator[Weighed]:
    hidden = sum([one.unseen for one in scales.sight.targets])
    if hidden:
        yield 0.12 * hidden * (1.0 if scales.waits else 0.3), _alone(card)


def _exorcism(scales: Scales, card: Card) -> Iterator[Weighed]:
    """Free the way to a target that is worth more without what is attached to it."""
    sight = scales.sight
    if not scales.waits:
        return
    usual = 0.9 * scales.threat()
    for place, one in enumerate(sight.targets):
        if one.unit.attached:
            bare = sight.bared(one)
            now = max([row.attacks[place].worth for row in sight.rows], default=0.0)
            then = max([sight.attack(row.fighter, bare).worth for row in sight.rows], default=0.0)
            worth = scales.weight.threat * (then - max(now, usual))
            yield worth, Move("rogation", (card, one.unit.card), 0)


# -- the round -----------------------------------------------------------------------------------


def _wedding(scales: Scales, card: Card) -> Iterator[Weighed]:
    position, weight = scales.position, scales.weight
    crowd = 1.0 if position.seats == 2 else 0.4
    for rival in reached(position, scales.seat, card):
        worth = weight.danger * scales.danger(rival, True)
        if scales.waits:
            worth -= weight.threat * crowd * scales.threat(rival)
        yield worth, Move("rogation", (card,), -1, colour_name(position, rival))


def _holy_war(scales: Scales, card: Card) -> Iterator[Weighed]:
    if scales.waits:
        position = scales.position
        war = (*position.rogations, InForce(scales.seat, card))
        fields = {**vars(position), "rogations": war}
        bolder = Scales(Position.of(fields), scales.seat)
        yield 0.8 * (bolder.threat() - scales.threat()), _alone(card)


def _sanctuary(scales: Scales, card: Card) -> Iterator[Weighed]:
    others = reached(scales.position, scales.seat, card)
    danger = sum([scales.danger(other, True) for other in others])
    yield scales.weight.danger * danger, _alone(card)


def _reformation(scales: Scales, card: Card) -> Iterator[Weighed]:
    """Later turns first: worth it for who would come late."""
    position = scales.position
    waits = [one for one in position.order if not position.acted[one]]
    if len(waits) > 1 and scales.seat in waits[1:]:
        last = len(waits) - 1
        sooner = (2 * waits.index(scales.seat) - last) / last
        stake = scales.threat() + 0.7 * scales.danger(None, True)
        yield 0.3 * stake * sooner - 0.05, _alone(card)


def _guard(worth: float) -> Callable[[Scales, Card], Iterator[Weighed]]:
    """A Rogation that waits until somebody attacks: the likelier, the better."""

    def weigh(scales: Scales, card: Card) -> Iterator[Weighed]:
        yield worth * min(1.0, scales.danger() + 0.2), _alone(card)

    return weigh


def _penance(scales: Scales, card: Card) -> Iterator[Weighed]:
    colours = scales.position.colours
    kills = RED in colours and colours[scales.seat] != RED
    yield 0.13 if kills else 0.05, _alone(card)


_WEIGH: dict[Card, Callable[[Scales, Card], Iterator[Weighed]]] = {
    CARD[text]: weigh
    for text, weigh in {
        "P01": _rally,
        "P02": _prayer,
        "P03": _pestilence,
        "P04": _fetch(0.2),
        "P05": _miracle,
        "P06": _revelation,
        "P07": _wedding,
        "P08": _exodus,
        "P09": _confession,
        "P10": _absolution,
        "P11": _procession,
        "P12": _schism,
        "P13": _exorcism,
        "P15": _penance,
        "P16": _fasting,
        "P17": _jubilee,
        "P18": _holy_war,
        "P19": _sanctuary,
        "P20": _reformation,
        "P21": _guard(1.0),
        "P22": _penance,
        "P23": _guard(1.0),
        "P24": _guard(1.0),
    }.items()
}
"""How each Rogation is weighed; Transfiguration is kept as a bluff."""
