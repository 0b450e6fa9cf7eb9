"""What each action of a turn would leave, as three priorities look at it (``coach.py``).

Everything follows from what the seat may know: own hidden cards as they are, those of others as
what they may be (``beliefs.py``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.vortex.appraisal import Fighter, fighter, price
from tabletop_kit.games.vortex.beliefs import BY_REASON, Chances
from tabletop_kit.games.vortex.cards import (
    COLOUR,
    IS_DEVOTEE,
    IS_FRENZY,
    MODES,
    Card,
    by_card,
)
from tabletop_kit.games.vortex.legal import placed_face_up
from tabletop_kit.games.vortex.moves import NOWHERE, Move
from tabletop_kit.games.vortex.policy import ENTERING, QUALITY, keeping
from tabletop_kit.games.vortex.position import Position, Unit, refill_to
from tabletop_kit.games.vortex.sight import Bout, Row, Sight

CONVERTING: tuple[int, ...] = tuple(
    [sum([one.n for one in draws if one.when == "on_convert"]) for draws in by_card("draw")]
)
"""Cards drawn when a card converts another."""
ENOUGH = 4
"""More cards in play than this are no more tempo."""
DRAWN, FRESH, STRUCK = 0.25, 0.15, 0.6
"""Tempo of a card drawn, of one more drawn in Refill, of an opposing card that leaves play; a card
in play is 1."""
DISCARDED, LOST = 0.3, 4.0
"""What safety takes a card withdrawn to cost, and one lost in a Crusade of its own."""


class Strike(NamedTuple):
    """A Crusade: own card, target, mode, how likely it ends how, and what that is worth in points.

    ``place`` is that of the target in :attr:`Prospects.sight`.
    """

    row: Row
    place: int
    mode: str
    chances: Chances
    worth: float


class After(NamedTuple):
    """The table after an action: own cards in play, and the target that is gone (-1: none)."""

    rows: Sequence[Row]
    gone: int = -1


class Prospects:
    """The actions of a turn of one seat, each with what it leaves."""

    def __init__(self, position: Position, seat: Seat) -> None:
        self.position, self.seat = position, seat
        self.sight = Sight(position, seat)
        self.hand = position.hands[seat]
        self.full = refill_to(position)
        self._rows = {row.unit.card: row for row in self.sight.rows}
        self._places = {one.unit.card: place for place, one in enumerate(self.sight.targets)}
        self._made: dict[Unit, Row] = {row.unit: row for row in self.sight.rows}
        self._dangers: dict[int, float] = {}
        self._exposures: dict[tuple[Unit, int], float] = {}

    def place(self, card: Card) -> int:
        """The place of an opposing card among the targets."""
        return self._places[card]

    # -- the table after a move ------------------------------------------------------------------

    def row(self, unit: Unit) -> Row:
        """An own card as it would stand in play, reckoned once."""
        row = self._made.get(unit)
        if row is None:
            row = self._made[unit] = self.sight.row(unit)
        return row

    def after(self, move: Move) -> After:
        """The table as an action leaves it; a Crusade as it does when it succeeds."""
        rows = self.sight.rows
        if move.verb == "reinforce" or (move.verb == "reward" and move.cards):
            return After([*rows, *[self.row(Unit(card)) for card in move.cards]])
        if move.verb == "withdraw":
            return After([row for row in rows if row.unit.card not in move.cards])
        if move.verb == "crusade":
            return After(rows, self._places[move.cards[1]])
        if move.verb == "frenzy":
            changed = self._changed(move)
            return After([self.row(changed.get(row.unit.card, row.unit)) for row in rows])
        return After(rows)

    def _changed(self, move: Move) -> dict[Card, Unit]:
        """The bearers of a Frenzy action as they are after it."""
        if move.word == "discard" or move.place != NOWHERE:
            bearer = move.cards[0]
            attached = list(self._rows[bearer].unit.attached)
            if move.word == "discard":
                del attached[move.place]
            else:
                attached[move.place] = self._code(bearer, move.cards[1])
            return {bearer: Unit(bearer, tuple(attached))}
        return {
            bearer: Unit(bearer, (*self._rows[bearer].unit.attached, self._code(bearer, card)))
            for bearer, card in zip(move.cards[::2], move.cards[1::2], strict=True)
        }

    def _code(self, bearer: Card, card: Card) -> int:
        return 2 * card + placed_face_up(self.position, bearer)

    # -- converts --------------------------------------------------------------------------------

    def strike(self, move: Move) -> Strike:
        """What a Crusade that may be declared promises."""
        sight, row = self.sight, self._rows[move.cards[0]]
        place, mode = self._places[move.cards[1]], MODES.index(move.word)
        target = sight.targets[place]
        if sight.lulled(target.seat):
            return Strike(row, place, move.word, (0.0, 0.0, 0.0, 0.0), 0.0)
        bout = row.attacks[place]
        if bout.mode == mode:
            chances = bout.chances
        else:
            leads = sight.leads(row.fighter, target)
            chances = sight.chances(row.fighter, target, mode, leads)
        return Strike(row, place, move.word, chances, self._gain(row, target, mode, chances))

    def _gain(self, row: Row, target: Fighter, mode: int, chances: Chances) -> float:
        """Points that a Crusade brings, the others' losses counting by their share."""
        colours = self.position.colours
        paid = price(colours, self.seat, target.seat, target.colour)
        own = price(colours, target.seat, self.seat, row.fighter.colour)
        take, kill, cost, repel = chances
        worth = take * paid.take + kill * paid.kill - repel * self.sight.weight.repelled
        return worth - cost * (own.lose if mode == BY_REASON else own.die)

    def promise(self, after: After) -> float:
        """The best Crusade that would be open next, in points."""
        return max(
            [
                attack.worth
                for row in after.rows
                for place, attack in enumerate(row.attacks)
                if place != after.gone
            ],
            default=0.0,
        )

    def next_strike(self, after: After) -> tuple[Row, int] | None:
        """That Crusade: the own card, and the place of its target; ``None`` where none promises."""
        found = [
            (row.attacks[place].worth, -number, -place)
            for number, row in enumerate(after.rows)
            for place in range(len(row.attacks))
            if place != after.gone and row.attacks[place].mode >= 0
        ]
        best = max(found, default=(0.0, 0, 0))
        return (after.rows[-best[1]], -best[2]) if best[0] > 0 else None

    # -- tempo -----------------------------------------------------------------------------------

    def tempo(self, move: Move) -> float:
        """Cards brought into play, drawn, and taken from play, as one number."""
        count = len(self.sight.rows)
        if move.verb == "crusade":
            take, kill, cost, repel = self.strike(move).chances
            drawn = DRAWN * take * CONVERTING[move.cards[0]]
            return STRUCK * min(1.0, take + kill) - cost + drawn - 2 * DRAWN * repel
        if move.verb == "pass":
            return 0.0
        used = self._used(move)
        placed = min(ENOUGH, count + self._placed(move)) - min(ENOUGH, count)
        drawn = DRAWN * sum([ENTERING[card] for card in move.cards if move.verb == "reinforce"])
        return placed + drawn + FRESH * used

    def _placed(self, move: Move) -> int:
        return {"reinforce": 1, "withdraw": -1}.get(move.verb, 0) * len(move.cards)

    def _used(self, move: Move) -> int:
        """How many more cards Refill will bring, since these have left the hand."""
        after = self.hand_after(move)
        return max(0, self.full - after) - max(0, self.full - len(self.hand))

    def hand_after(self, move: Move) -> int:
        """How many cards the hand holds after an action."""
        count = len(self.hand)
        if move.verb == "reinforce":
            return count - len(move.cards) + sum([ENTERING[card] for card in move.cards])
        if move.verb == "withdraw":
            return count + (move.word == "hand")
        if move.verb == "frenzy" and move.word != "discard":
            return count - len(move.cards) // 2
        return count

    # -- safety ----------------------------------------------------------------------------------

    def danger(self, after: After) -> float:
        """What the others may take before the next own turn, in points: each one's best Crusade."""
        sight = self.sight
        worst = [0.0] * self.position.seats
        for place, target in enumerate(sight.targets):
            if place != after.gone:
                dangers = [row.dangers[place] for row in after.rows]
                worst[target.seat] = max([worst[target.seat], *dangers])
        return sum([worst[other] * sight.acts[other] for other in sight.rivals])

    @property
    def danger_now(self) -> float:
        """The same as the table lies."""
        return self._without(-1)

    def looks(self, row: Row, place: int) -> Bout:
        """The Crusade against an own card that looks best to the player of a target."""
        unit, rival = row.unit, self.sight.rivals[0]
        if not unit.face_down:
            return self.sight.bout(self.sight.targets[place], row.fighter)
        shown = fighter(self.position, self.seat, unit, True, rival)
        return self.sight.bout(self.sight.targets[place], shown)

    def exposure(self, row: Row, place: int) -> float:
        """How likely an own card is lost to a target that attacks as would serve it best."""
        key = (row.unit, place)
        found = self._exposures.get(key)
        if found is None:
            sight = self.sight
            target = sight.targets[place]
            if sight.bars[target.seat][1] or not sight.acts[target.seat]:
                found = 0.0
            else:
                take, kill, _cost, _repel = sight.bout(target, row.fighter).chances
                found = min(1.0, take + kill)
            self._exposures[key] = found
        return found

    def dangers(self, move: Move) -> float:
        """The same for what an action leaves, whether it succeeds or not."""
        after = self.after(move)
        if move.verb != "crusade":
            return self.danger(after) + DISCARDED * len(move.cards) * (move.verb == "withdraw")
        take, kill, cost, _repel = self.strike(move).chances
        won = min(1.0, take + kill)
        lost = min(cost, 1 - won)
        left = [row for row in after.rows if row.unit.card != move.cards[0]]
        # A hidden card that fights is hidden no more.
        shown = DISCARDED / 2 * self._rows[move.cards[0]].unit.face_down
        return (
            won * self._without(after.gone)
            + (1 - won - lost) * self._without(-1)
            + lost * self.danger(After(left))
            + LOST * lost
            + shown
        )

    def _without(self, gone: int) -> float:
        value = self._dangers.get(gone)
        if value is None:
            value = self._dangers[gone] = self.danger(After(self.sight.rows, gone))
        return value

    # -- what is worth a look --------------------------------------------------------------------

    def considered(self, legal: Sequence[Move]) -> list[Move]:
        """The actions worth a look; all where none is.

        Of cards that would serve as a bluff it is only the one missed least, and under The Lattice
        one bearer at a time.
        """
        bluff = self._bluff()
        return [move for move in legal if self._sensible(move, bluff)] or list(legal)

    def _sensible(self, move: Move, bluff: Card) -> bool:
        """Whether an action may do anything, and does not waste a card that another could spare."""
        if move.verb == "crusade":
            take, kill, _cost, _repel = self.strike(move).chances
            return take + kill > 0
        if move.verb != "frenzy" or len(move.cards) == 1:
            return True
        return len(move.cards) == 2 and (IS_FRENZY[move.cards[1]] or move.cards[1] == bluff)

    def _bluff(self) -> Card:
        devotees = sum([IS_DEVOTEE[card] for card in self.hand])
        own = self.position.colours[self.seat]
        return min(
            [card for card in self.hand if not IS_FRENZY[card]],
            key=lambda card: (
                keeping(card, devotees) + 0.2 * (COLOUR[card] not in (-1, own)),
                card,
            ),
            default=NOWHERE,
        )

    def quality(self, move: Move) -> float:
        """What decides between actions that a priority finds equal: how the table then lies."""
        after = self.after(move)
        value = self.sight.outlook(after.rows, after.gone)
        if move.verb == "crusade":
            strike = self.strike(move)
            won = min(1.0, strike.chances[0] + strike.chances[1])
            return strike.worth + won * value + (1 - won) * self.sight.outlook(after.rows)
        if move.verb == "reinforce":
            return value + 0.01 * sum([QUALITY[card] for card in move.cards])
        return value
