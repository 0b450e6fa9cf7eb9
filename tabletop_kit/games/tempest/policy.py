"""A quick and sensible way to play Tempest, for playouts and as a player of its own.

The main part goes by a fixed order of duties, each with its own reckoning: a Deity at once, cards
of SU 0, abilities and Spells, summonses by what they bring for their Faith, the attack that wins,
steps to the front and into Temples. ``funding.py`` chooses who pays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest import legal
from tabletop_kit.games.tempest.buying import Turn
from tabletop_kit.games.tempest.cards import (
    CARD,
    FORMS,
    IS_CHANNELLER,
    IS_CHARACTER,
    IS_RELIC,
    IS_SPELL,
    IS_TEMPLE,
    OCCUPATION,
    SU,
    TEXT,
    Card,
)
from tabletop_kit.games.tempest.clashing import Fights
from tabletop_kit.games.tempest.fighting import best_block, best_order, best_target
from tabletop_kit.games.tempest.judging import ruling
from tabletop_kit.games.tempest.moves import END, KEEP, NONE, Move
from tabletop_kit.games.tempest.names import spot_named
from tabletop_kit.games.tempest.numbers import faith, hand_size, power
from tabletop_kit.games.tempest.position import BATTLEGROUND, Position, spots
from tabletop_kit.games.tempest.reach import picked
from tabletop_kit.games.tempest.retorts import ANSWERS, answer
from tabletop_kit.games.tempest.strengths import MASTER, Strength
from tabletop_kit.games.tempest.worths import FIGURES, GOD, WORTH, strategy_of

WORTH_USING = 1.0
"""An ability that brings no more than this is not used."""
LATE = 45
"""From that turn on nothing is brought back that would only keep an even game from ending."""
_KEEP: Mapping[str, float] = FIGURES["keep"]


def quick(position: Position, seat: Seat, draw: int) -> Move:
    """The move that the fixed order of duties leads to, from what the seat knows, without luck."""
    return play_by(position, seat, draw)


def play_by(
    position: Position,
    seat: Seat,
    draw: int,
    strategy: int | None = None,
    strength: Strength = MASTER,
) -> Move:
    """The same by a strategy that need not be that of the deck, or with less strength."""
    if strategy is None:
        strategy = strategy_of(position, seat)
    if position.phase == "window":
        return answer(position, seat, strategy, strength)
    if position.phase == "main":
        return _main(position, seat, strategy, strength)
    if position.phase == "discard":
        return _discard(position, seat, strategy, strength.exchanges)
    return _PHASES[position.phase](position, seat, strategy)


# -- the main part -------------------------------------------------------------------------------


def _main(position: Position, seat: Seat, strategy: int, strength: Strength) -> Move:
    turn = Turn(position, seat, strategy, strength)
    if worn_out(position, seat):
        return turn.god() or END
    for move in duties(turn):
        if move is not None and ruling(position, seat, move).legal:
            return move
    return END


def worn_out(position: Position, seat: Seat) -> bool:
    """Whether a game has gone on so long that a seat lets it be drawn (TG-A9)."""
    return position.turns[seat] > LATE


def duties(turn: Turn) -> Iterator[Move | None]:
    """What there is to do, the most urgent first."""
    crafts, tricks = turn.strength.crafts, turn.strength.tricks
    yield turn.god()
    yield turn.play()
    if crafts:
        for value, move in sorted(turn.uses(), key=lambda one: -one[0]):
            if value > WORTH_USING:
                yield move
        yield turn.casts()
    yield turn.summons()
    if tricks:
        yield turn.union()
        yield turn.powered()
    yield turn.attack()
    yield turn.step()
    if tricks:
        yield turn.hidden()
        yield turn.braced()


# -- the hand ------------------------------------------------------------------------------------


def keeping(position: Position, seat: Seat, strategy: int) -> list[tuple[float, Card]]:
    """What each card of the hand is worth keeping, the least first."""
    budget, seen = Budget(position, seat), set()
    found = []
    for card in position.hands[seat]:
        lacking = max(0, SU[card] - budget.of(card))
        value = _kept(position, strategy, card, budget) - _KEEP["gap"] * lacking
        if IS_TEMPLE[card] and position.temples[seat]:
            value -= _KEEP["temple"]
        if card in seen:
            value -= _KEEP["copy"]
        seen.add(card)
        found.append((value, card))
    return sorted(found)


def _kept(position: Position, strategy: int, card: Card, budget: Budget) -> float:
    """What a card would be worth keeping if it could be paid for and were the only one."""
    worth = WORTH[strategy][card]
    if OCCUPATION[card] == "Deity":
        return GOD[strategy] if position.seats == 2 else _KEEP["god-among-many"]
    if card in ANSWERS:
        return _KEEP["answer"]
    if not IS_CHARACTER[card]:
        return worth + _KEEP["other"]
    value = min(worth, _KEEP["most"]) + _KEEP["free"] * (SU[card] == 0)
    return value + _KEEP["led"] * (IS_CHANNELLER[card] and not budget.led)


class Budget:
    """How much a seat can put into a summons of each kind, all its cards undrained."""

    def __init__(self, position: Position, seat: Seat) -> None:
        pools: dict[str, int] = {}
        self.alone = self.cast = 0
        led = False
        for spot in spots(position, seat):
            if spot.area == BATTLEGROUND:
                continue
            own = faith(position, spot)
            pools[spot.area] = pools.get(spot.area, 0) + own
            self.alone = max(self.alone, own)
            led = led or any([IS_CHANNELLER[member.card] for member in spot.unit.members])
            self.cast = max(self.cast, power(position, spot))
        self.pool = max(pools.values(), default=0)
        self.led = self.pool if led else 0

    def of(self, card: Card) -> int:
        """What may go into this card."""
        if IS_SPELL[card]:
            return self.cast
        if OCCUPATION[card] == "Priest":
            return self.pool
        if IS_CHARACTER[card] or IS_RELIC[card]:
            return max(self.alone, self.led)
        return self.led


def _discard(position: Position, seat: Seat, strategy: int, most: int) -> Move:
    """The dead cards go, for they are replaced."""
    if not position.decks[seat] or not most:
        return KEEP
    found = keeping(position, seat, strategy)
    dead = sorted([TEXT[card] for value, card in found[:most] if value < _KEEP["dead"]])
    return Move("discard", names=tuple(dead)) if dead else KEEP


def _excess(position: Position, seat: Seat, strategy: int) -> Move:
    count = len(position.hands[seat]) - hand_size(position, seat)
    found = keeping(position, seat, strategy)
    return Move("discard", names=tuple(sorted([TEXT[card] for _, card in found[:count]])))


# -- fights and choices --------------------------------------------------------------------------


def _order(position: Position, seat: Seat, strategy: int) -> Move:
    return best_order(Fights(position, seat, strategy))


def _block(position: Position, seat: Seat, strategy: int) -> Move:
    return best_block(Fights(position, seat, strategy))


def _target(position: Position, seat: Seat, strategy: int) -> Move:
    assert position.fight is not None
    names = picked(position, position.fight)
    return best_target(Fights(position, seat, strategy), names)


def _choice(position: Position, seat: Seat, strategy: int) -> Move:
    asked = position.asked
    assert asked is not None
    if asked.kind == "form":
        return _form(position, asked.about[0])
    if asked.kind == "stolen":
        return _stolen(position, seat, strategy)
    table = WORTH[strategy]
    if asked.kind == "recover":
        if asked.optional and position.turns[seat] > LATE:
            return NONE
        best = max(asked.options, key=lambda name: (table[_card(name)], name))
        return Move("choose", names=(best,))
    if asked.kind == "discard":
        values = {TEXT[card]: value for value, card in keeping(position, seat, strategy)}
        return Move("choose", names=(min(asked.options, key=lambda one: (values[one], one)),))
    fights = Fights(position, seat, strategy)

    def worth(name: str) -> float:
        spot = spot_named(position, name)
        return fights.worth(spot) if spot is not None else 0.0

    return Move("choose", names=(min(asked.options, key=lambda one: (worth(one), one)),))


def _card(name: str) -> Card:
    return CARD[name.partition("#")[0]]


def _form(position: Position, name: str) -> Move:
    """The strongest form; on the own turn one that is hard to block."""
    spot = spot_named(position, name)
    assert spot is not None

    def value(place: int) -> float:
        form = FORMS[spot.unit.card][place]
        return form.st + 0.2 * form.defends_at + 1.0 * len(form.keywords & {"flying", "ambush"})

    best = max(range(len(FORMS[spot.unit.card])), key=value)
    return Move("form", names=(name, FORMS[spot.unit.card][best].name))


def _stolen(position: Position, seat: Seat, strategy: int) -> Move:
    """The dearest card that what was taken pays for."""
    table = WORTH[strategy]
    found = [move for move in legal.moves(position, seat) if move.verb == "summon"]
    return max(found, key=lambda move: (table[_card(move.what)], str(move)), default=NONE)


_PHASES: dict[str, Callable[[Position, Seat, int], Move]] = {
    "order": _order,
    "block": _block,
    "target": _target,
    "choice": _choice,
    "excess": _excess,
}
