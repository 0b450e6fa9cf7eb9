"""A quick and sensible way to play Vortex, for playouts and as a player of its own.

Every action is judged one step ahead: what it brings at once, and how the table then lies: the
best attack that is open next, what the others may take meanwhile, who is left in play.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tabletop_kit.engine.luck import mix
from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.vortex.appraisal import price
from tabletop_kit.games.vortex.beliefs import BY_REASON
from tabletop_kit.games.vortex.cards import (
    COLOUR,
    COLOURS,
    IS_DEVOTEE,
    IS_FRENZY,
    IS_ROGATION,
    MODES,
    PRINTED,
    RED,
    Card,
    by_card,
)
from tabletop_kit.games.vortex.invoking import reached
from tabletop_kit.games.vortex.legal import placed_face_up, turn_moves
from tabletop_kit.games.vortex.listing import moves
from tabletop_kit.games.vortex.moves import NOWHERE, PASS, REFILL, Move
from tabletop_kit.games.vortex.position import Position, Unit, refill_to
from tabletop_kit.games.vortex.sight import NEVER, Bout, Row, Sight
from tabletop_kit.games.vortex.weighing import invocation

QUALITY: tuple[int, ...] = tuple([sum(figures) for figures in PRINTED])
"""The four figures of a card together."""
ENTERING: tuple[int, ...] = tuple(
    [sum([one.n for one in draws if one.when == "on_enter"]) for draws in by_card("draw")]
)
"""Cards drawn when a card enters play."""
USUAL = 9
"""What they come to as a rule."""
MOST, FEW, KEPT = 9, 2, 4
"""A hand of so many cards, or one with fewer Devotees than that, is worth sorting; so many stay."""


def quick(position: Position, seat: Seat, draw: int) -> Move:
    """The move that looks best one step ahead, from what the seat knows."""
    return _PHASES[position.phase](position, seat, draw)


# -- turns ---------------------------------------------------------------------------------------


def _turn(position: Position, seat: Seat, draw: int) -> Move:
    legal = turn_moves(position, seat)
    if len(legal) == 1:
        return legal[0]
    return best_action(Sight(position, seat), legal, draw)[0]


def best_action(sight: Sight, legal: Sequence[Move], draw: int) -> tuple[Move, float]:
    """The action that looks best, and what it is worth against leaving the table as it is.

    A sure gain is taken without a look at the Frenzies; which card is a bluff, and where it goes
    when little hangs on it, is a matter of whim.
    """
    judge = Judge(sight)
    best, chosen = float("-inf"), legal[0]
    whim = sight.weight.whim / 2**64
    frenzies = []
    for number, move in enumerate(legal):
        if move.verb == "frenzy":
            frenzies.append((number, move))
            continue
        worth = judge.worth(move) + whim * mix(draw, number)
        if worth > best:
            best, chosen = worth, move
    usual = judge.base
    extra = bool(sight.position.done) or len(frenzies) == len(legal)
    if frenzies and (extra or chosen.verb != "crusade" or best < usual + sight.weight.enough):
        bluff = _cheapest(sight.position, sight.seat)
        for number, move in frenzies:
            if len(move.cards) > 2 or (
                len(move.cards) == 2 and not IS_FRENZY[move.cards[1]] and move.cards[1] != bluff
            ):
                continue
            worth = judge.worth(move) + whim * mix(draw, number)
            if worth > best:
                best, chosen = worth, move
    return chosen, best - usual


def _cheapest(position: Position, seat: Seat) -> Card:
    """The card of the hand that would serve as a bluff: no Frenzy, and missed least."""
    hand = position.hands[seat]
    devotees = sum([IS_DEVOTEE[card] for card in hand])
    own = position.colours[seat]
    return min(
        [card for card in hand if not IS_FRENZY[card]],
        key=lambda card: keeping(card, devotees) + 0.2 * (COLOUR[card] not in (-1, own)),
        default=NOWHERE,
    )


def keeping(card: Card, devotees: int) -> float:
    """What a card in the hand is worth, where so many of them are Devotees."""
    if IS_DEVOTEE[card]:
        return (1.0 if devotees <= 2 else 0.3) + 0.02 * QUALITY[card]
    return 0.35 if IS_ROGATION[card] else 0.3


class Judge:
    """What each action of a turn is worth, from one look at the table."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.base = sight.outlook(sight.rows)
        self._own = {row.unit.card: place for place, row in enumerate(sight.rows)}
        self._targets = {one.unit.card: place for place, one in enumerate(sight.targets)}
        self._fresh: dict[Card, Row] = {}
        self._after: dict[int, float] = {}

    def worth(self, move: Move) -> float:
        """What the table will be worth, and what the action brings."""
        return _ACTIONS[move.verb](self, move)

    def fresh(self, card: Card) -> Row:
        """A Devotee of the hand as it would stand in play."""
        row = self._fresh.get(card)
        if row is None:
            row = self._fresh[card] = self.sight.row(Unit(card))
        return row

    def without(self, *cards: Card) -> list[Row]:
        """The own cards in play but these."""
        return [row for row in self.sight.rows if row.unit.card not in cards]

    def after(self, target: int) -> float:
        """What the table is worth when a target is gone."""
        value = self._after.get(target)
        if value is None:
            value = self._after[target] = self.sight.outlook(self.sight.rows, target)
        return value

    # -- the actions ---------------------------------------------------------------------------

    def reinforced(self, move: Move) -> float:
        """Devotees placed."""
        sight = self.sight
        rows = [*sight.rows, *map(self.fresh, move.cards)]
        value = sight.outlook(rows)
        weight, own = sight.weight, sight.position.colours[sight.seat]
        for card in move.cards:
            value += weight.quality * (QUALITY[card] - USUAL) - weight.placed
            value += weight.card * ENTERING[card]
            if COLOUR[card] != own:
                value -= weight.convert_in_play
        return value

    def withdrawn(self, move: Move) -> float:
        """Cards taken back."""
        return self.sight.outlook(self.without(*move.cards)) - 0.05 * (move.word != "hand")

    def crusade(self, move: Move) -> float:
        """A Crusade declared; of the modes only the best of the pair is looked at."""
        sight = self.sight
        row = sight.rows[self._own[move.cards[0]]]
        place = self._targets[move.cards[1]]
        bout = row.attacks[place]
        if not bout.chances[0] and sight.lulled(sight.targets[place].seat):
            return self.base + 0.05
        if MODES[bout.mode] != move.word and bout.mode >= 0:
            return NEVER
        if bout.mode < 0:
            return NEVER / 2
        return self.fought(row, place, bout)

    def fought(self, row: Row, place: int, bout: Bout) -> float:
        """What a Crusade brings, and how the table lies after each of its ends."""
        take, kill, cost, _repel = bout.chances
        won = min(1.0, take + kill)
        both = max(0.0, won + cost - 1)
        value = bout.worth + (won - both) * self.after(place)
        if cost:
            rest = self.without(row.unit.card)
            value += (cost - both) * self.sight.outlook(rest)
            if both:
                value += both * self.sight.outlook(rest, place)
        value += (1 - won - cost + both) * self.base
        if row.unit.face_down:
            value -= self.sight.weight.shown
        return value

    def frenzied(self, move: Move) -> float:
        """A card attached, replaced, or a face-up one discarded."""
        sight = self.sight
        row = sight.rows[self._own[move.cards[0]]]
        attached = list(row.unit.attached)
        weight = sight.weight
        if move.word == "discard":
            del attached[move.place]
            value = -0.02
        else:
            card = move.cards[1]
            code = 2 * card + placed_face_up(sight.position, row.unit.card)
            if move.place == NOWHERE:
                attached.append(code)
            else:
                attached[move.place] = code
            value = -(weight.placed_frenzy if IS_FRENZY[card] else weight.placed_bluff)
            if IS_DEVOTEE[card] and COLOUR[card] != sight.position.colours[sight.seat]:
                value -= 0.1
        changed = sight.row(Unit(row.unit.card, tuple(attached)))
        return value + sight.outlook([*self.without(row.unit.card), changed])

    def passed(self, _move: Move) -> float:
        """Nothing done."""
        return self.base


_ACTIONS: dict[str, Callable[[Judge, Move], float]] = {
    "reinforce": Judge.reinforced,
    "withdraw": Judge.withdrawn,
    "crusade": Judge.crusade,
    "frenzy": Judge.frenzied,
    "pass": Judge.passed,
}


# -- out of turn ---------------------------------------------------------------------------------


def _window(position: Position, seat: Seat, _draw: int) -> Move:
    """A Rogation that is worth it, or ``pass``."""
    hand = position.hands[seat]
    if not any([IS_ROGATION[card] for card in hand]):
        return PASS
    if position.window == "turn" and position.seats > 2 and not _beside_own(position, seat):
        return PASS
    return invocation(position, seat)


def _beside_own(position: Position, seat: Seat) -> bool:
    """Whether the seat has just had its turn, or has the next."""
    acted = [one for one in position.order if position.acted[one]]
    waits = [one for one in position.order if not position.acted[one]]
    return seat in (*acted[-1:], *waits[:1])


def _refill(position: Position, seat: Seat, _draw: int) -> Move:
    """Refill; but a full hand without Devotees, or far too full a one, is sorted."""
    hand = position.hands[seat]
    if len(hand) < refill_to(position) or position.bonus[seat]:
        return REFILL
    devotees = sum([IS_DEVOTEE[card] for card in hand])
    if len(hand) < MOST and devotees >= FEW:
        return REFILL
    useless = [
        card
        for card in hand
        if not IS_DEVOTEE[card] and not (IS_ROGATION[card] and reached(position, seat, card))
    ]
    cards = tuple(useless[: max(0, len(hand) - KEPT)])
    return Move("discard", cards) if cards else REFILL


# -- choices -------------------------------------------------------------------------------------


def _choice(position: Position, seat: Seat, draw: int) -> Move:
    legal = moves(position, seat)
    asked = position.asked
    if len(legal) == 1 or asked is None:
        return legal[0]
    return _CHOICES[asked.kind](position, seat, legal)


def _reward(position: Position, seat: Seat, legal: Sequence[Move]) -> Move:
    sight = Sight(position, seat)
    cards = sight.outlook(sight.rows) + 2 * sight.weight.card

    def worth(move: Move) -> float:
        if move.cards:
            return sight.outlook([*sight.rows, sight.row(Unit(move.cards[0]))])
        return cards if move.word == "cards" else cards - 2 * sight.weight.card

    return max(legal, key=worth)


def _mode(position: Position, seat: Seat, legal: Sequence[Move]) -> Move:
    """The mode in which the attack brings its player least."""
    asked = position.asked
    assert asked is not None
    attacker, offence, target = _engaged(position, seat, asked.about)
    sight = Sight(position, seat)
    theirs = next(one for one in sight.targets if one.unit.card == offence)
    mine = next(row for row in sight.rows if row.unit.card == target).fighter
    leads = sight.leads(theirs, mine)
    paid = price(position.colours, attacker, seat, mine.colour)
    own = price(position.colours, seat, attacker, theirs.colour)

    def worth(move: Move) -> float:
        mode = MODES.index(move.word)
        take, kill, cost, repel = sight.chances(theirs, mine, mode, leads)
        lost = cost * (own.lose if mode == BY_REASON else own.die)
        return take * paid.take + kill * paid.kill - lost - repel * sight.weight.repelled

    return min(legal, key=worth)


def _engaged(position: Position, seat: Seat, about: tuple[int, ...]) -> tuple[Seat, Card, Card]:
    """Who attacks with which card, and which own card is the target."""
    own = {unit.card for unit in position.field[seat]}
    target = next(card for card in about if card in own)
    for other, field in enumerate(position.field):
        for unit in field:
            if other != seat and unit.card in about:
                return other, unit.card, target
    raise ValueError(f"no Offensive card among {about}")


def _discard(position: Position, seat: Seat, legal: Sequence[Move]) -> Move:
    devotees = sum([IS_DEVOTEE[card] for card in position.hands[seat]])
    return min(legal, key=lambda move: sum([keeping(card, devotees) for card in move.cards]))


def _confess(_position: Position, _seat: Seat, legal: Sequence[Move]) -> Move:
    def harm(move: Move) -> float:
        card = move.cards[0]
        return 0.1 * QUALITY[card] if IS_DEVOTEE[card] else 1.0 if IS_ROGATION[card] else 0.5

    return max(legal, key=harm)


def _kill(position: Position, seat: Seat, legal: Sequence[Move]) -> Move:
    """The own card that is missed least: a Convert takes its point along."""
    sight = Sight(position, seat)
    own = position.colours[seat]

    def missed(move: Move) -> float:
        card = move.cards[0]
        rows = [row for row in sight.rows if row.unit.card != card]
        point = (COLOUR[card] != own) - 0.5 * (own == RED and COLOUR[card] != RED)
        return sight.outlook(rows) - point

    return max(legal, key=missed)


def _recall(position: Position, seat: Seat, legal: Sequence[Move]) -> Move:
    sight = Sight(position, seat)

    def left(move: Move) -> float:
        rows = [row for row in sight.rows if row.unit.card not in move.cards]
        return sight.outlook(rows) + 0.05 * (not move.cards)

    return max(legal, key=left)


def _reveal(position: Position, seat: Seat, legal: Sequence[Move]) -> Move:
    """The face-down card on the opposing card that would be the best prey but for it."""
    sight = Sight(position, seat)
    places = {one.unit.card: place for place, one in enumerate(sight.targets)}

    def prey(move: Move) -> float:
        place = places[move.cards[0]]
        return max([row.attacks[place].worth for row in sight.rows], default=0.0)

    return max(legal, key=prey)


def _player(position: Position, _seat: Seat, legal: Sequence[Move]) -> Move:
    """The player with the fewest cards in hand feels the loss of one most."""

    def held(move: Move) -> int:
        return len(position.hands[position.colours.index(COLOURS.index(move.word))])

    return min(legal, key=held)


def _reverse(_position: Position, _seat: Seat, legal: Sequence[Move]) -> Move:
    """Who is first stays first."""
    return next(move for move in legal if move.word == "none")


_CHOICES: dict[str, Callable[[Position, Seat, Sequence[Move]], Move]] = {
    "reward": _reward,
    "mode": _mode,
    "discard": _discard,
    "confess": _confess,
    "kill": _kill,
    "recall": _recall,
    "reveal": _reveal,
    "player": _player,
    "reverse": _reverse,
}

_PHASES: dict[str, Callable[[Position, Seat, int], Move]] = {
    "turn": _turn,
    "window": _window,
    "refill": _refill,
    "choice": _choice,
}
