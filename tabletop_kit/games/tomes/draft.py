"""A position while one move is carried out on it, and what can be done with cards.

Rules change a :class:`Draft` step by step and freeze it into a position once. Every method here
moves cards and tells it; none decides whether it may.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from tabletop_kit.engine.event import Log
from tabletop_kit.engine.luck import Luck
from tabletop_kit.engine.ruling import Seat
from tabletop_kit.engine.telling import Telling
from tabletop_kit.engine.tuples import without
from tabletop_kit.games.tomes.position import (
    CARD,
    DOMINION,
    LIMITS,
    STRIKE,
    TEXT,
    Card,
    Cards,
    Phase,
    Position,
    Reading,
    written,
)


class Draft(Telling):
    """A position in the making. ``before`` is the one it came from; the rest are its fields."""

    __slots__ = ("__dict__", "before", "log")

    before: Position
    log: Log | None
    readings: tuple[Reading, ...]
    descent: int
    hands: list[Cards]
    gathering: Cards
    grave: Cards
    table: Cards
    pantheon: Cards
    owed: Cards
    entity: Card
    ruin: int
    ward: int
    withheld: int
    broken: bool
    phase: Phase
    to_act: int | None
    endured: tuple[bool, ...]
    echoes: int
    stones: tuple[tuple[int, ...], ...]
    channels: int
    run: int
    beckons: int
    mustered: bool
    expunged: Cards
    subdued: Cards
    worn: tuple[int, ...]
    fired: tuple[int, int, int, int]
    result: Literal["", "won", "lost"]
    why: str
    known: int
    under: int
    mixed: int
    luck: Luck

    def __init__(self, before: Position, log: Log | None) -> None:
        self.before = before
        self.log = log
        # All fields at once, those that never change among them: every step of a playout drafts.
        self.__dict__ = vars(before).copy()
        self.hands = list(before.hands)

    def freeze(self) -> Position:
        """The position that the draft has become."""
        fields = self.__dict__.copy()
        fields["hands"] = tuple(self.hands)
        return Position.of(fields)

    @property
    def strike(self) -> int:
        """What the entity strikes for once the ward is taken off (TM-11)."""
        return max(0, STRIKE[self.entity] - self.ward) if self.entity >= 0 else 0

    # -- cards -------------------------------------------------------------------------------

    def take(self, seat: Seat, cards: Sequence[Card]) -> None:
        """Cards leave the hand; the others keep their order."""
        self.hands[seat] = without(self.hands[seat], cards)

    def bury(self, cards: Cards) -> None:
        """Cards go to the Grave, the last on top."""
        self.grave = (*self.grave, *cards)

    def deal(self, seat: Seat, count: int) -> Cards:
        """Cards from the top of the Gathering become the newest of a hand; which they were."""
        cards = self.gathering[:count]
        if cards:
            self.hands[seat] = (*self.hands[seat], *cards)
            self.gathering = self.gathering[count:]
            self.known = max(0, self.known - len(cards))
            self.under = min(self.under, len(self.gathering))
        return cards

    def room(self, seat: Seat) -> int:
        """How many cards the hand still takes (TM-T2)."""
        return LIMITS[self.before.seats] - len(self.hands[seat])

    def lay_on_top(self, card: Card) -> None:
        """An entity goes face down on the Gathering; everybody saw which (TM-7)."""
        self.gathering = (card, *self.gathering)
        self.known += 1

    def recover(self, count: int) -> int:
        """So many random cards of the Grave go face down under the Gathering; how many did.

        Nobody sees which (TM-13): from now on the rest of the Grave is mixed.
        """
        count = min(count, len(self.grave))
        if not count:
            return 0
        taken = self._sample(self.grave, count)
        self.grave = without(self.grave, taken)
        self.mixed = len(self.grave)
        self.gathering = (*self.gathering, *taken)
        self.under += count
        return count

    def _sample(self, cards: Cards, count: int) -> Cards:
        """Cards drawn at random; scripted ones are given by name."""
        if self.luck.script:
            drawn, self.luck = self.luck.sample("blood", written(cards), count)
            return tuple([CARD[text] for text in drawn])
        taken, self.luck = self.luck.sample("blood", cards, count)
        return taken

    def round_of_draws(self, seat: Seat, count: int) -> None:
        """Cards are drawn round the table, one at a time from ``seat``, up to the limits (TM-12).

        Full hands are passed over; it stops when all are full or the Gathering is empty.
        """
        seats = self.before.seats
        if seats == 1:
            drawn = {seat: list(self.deal(seat, min(count, self.room(seat))))}
        else:
            drawn = {(seat + step) % seats: [] for step in range(seats)}
            self._deal_round(list(drawn), count, drawn)
        if self.log is None:
            return
        for one, cards in drawn.items():
            if cards:
                secret = {"cards": written(cards)}
                left = len(self.gathering)
                self.tell("drew", "TM-12", one, secret, True, count=len(cards), left=left)
        if not any(drawn.values()):
            self.tell("drew-none", "TM-12", seat, left=len(self.gathering))

    def _deal_round(self, order: list[Seat], count: int, drawn: dict[Seat, list[Card]]) -> None:
        while count and self.gathering:
            open_hands = [one for one in order if self.room(one) > 0]
            if not open_hands:
                return
            for one in open_hands[:count]:
                drawn[one] += self.deal(one, 1)
            count -= min(count, len(open_hands))

    # -- the end -----------------------------------------------------------------------------

    def end(self, won: bool, rule: str) -> None:
        """It is over for everybody (TM-24)."""
        self.phase, self.to_act = "over", None
        self.result, self.why = ("won" if won else "lost"), rule
        self.tell(self.result, rule, None, marooned=len(self.expunged) + len(self.subdued))

    def tell_entity(self, kind: str, rule: str) -> None:
        """Tell who is in front now, with Dominion and Strike (TM-T1)."""
        dominion, strike = DOMINION[self.entity], STRIKE[self.entity]
        entity = self.name_entity()
        self.tell(kind, rule, None, reveals=True, entity=entity, dominion=dominion, strike=strike)

    def name_entity(self) -> str:
        """The entity in front, as text."""
        return TEXT[self.entity]
