"""A position while one move is carried out on it, and what can be done with cards.

Rules change a :class:`Draft` step by step and freeze it into a position once. Every method here
moves cards and tells it; none decides whether it may.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from tabletop_kit.engine.event import Log
from tabletop_kit.engine.luck import Luck
from tabletop_kit.engine.ruling import Json, Seat
from tabletop_kit.engine.telling import Telling
from tabletop_kit.engine.tuples import put, without
from tabletop_kit.games.vortex.cards import (
    CARD,
    IS_DEVOTEE,
    NO_TEXT,
    TEXT,
    Card,
    Cards,
    written,
)
from tabletop_kit.games.vortex.citing import also
from tabletop_kit.games.vortex.position import (
    Field,
    InForce,
    Phase,
    Position,
    Question,
    Task,
    Unit,
    Window,
    unit_at,
)

T = TypeVar("T")


class Draft(Telling):
    """A position in the making. ``before`` is the one it came from; the rest are its fields."""

    __slots__ = ("__dict__", "before", "log")

    before: Position
    log: Log | None
    colours: tuple[int, ...]
    plain_locations: bool
    no_rogations: bool
    no_red: bool
    fire_kills: bool
    length: int
    round: int
    location: Card
    locations: Cards
    used: Cards
    order: tuple[Seat, ...]
    acted: tuple[bool, ...]
    phase: Phase
    window: Window
    to_act: Seat | None
    done: tuple[str, ...]
    draw: tuple[Cards, ...]
    hands: tuple[Cards, ...]
    discard: tuple[Cards, ...]
    fearful: tuple[Cards, ...]
    field: tuple[Field, ...]
    rogations: tuple[InForce, ...]
    vortex: Cards
    played: tuple[int, ...]
    bonus: tuple[int, ...]
    declared: int
    engaged: Cards
    sealed: tuple[Cards | None, ...]
    asked: Question | None
    agenda: tuple[Task, ...]
    known: tuple[Cards, ...]
    luck: Luck

    def __init__(self, before: Position, log: Log | None) -> None:
        self.before = before
        self.log = log
        # All fields at once, those that never change among them: every step of a playout drafts.
        self.__dict__ = vars(before).copy()

    def freeze(self) -> Position:
        """The position that the draft has become."""
        return Position.of(self.__dict__.copy())

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.colours)

    @property
    def site(self) -> Card:
        """The Location whose text counts (VX-R60)."""
        return NO_TEXT if self.plain_locations else self.location

    def cites(
        self, kind: str, rule: str, seat: Seat | None, facts: Mapping[str, Json]
    ) -> tuple[str, ...]:
        """What else stands behind an event."""
        return also(self, kind, rule, seat, facts)

    # -- what is still to happen ---------------------------------------------------------------

    def then(self, tasks: Sequence[Task]) -> None:
        """These steps come next, in this order, before whatever else is still to happen."""
        if tasks:
            self.agenda = (*self.agenda, *reversed(tasks))

    def ask(self, question: Question) -> None:
        """A seat is asked; the agenda waits for the answer."""
        self.asked = question
        self.phase, self.to_act = "choice", question.seat

    # -- hands and piles -----------------------------------------------------------------------

    def remember(self, seat: Seat, cards: Iterable[Card]) -> None:
        """Cards that everybody saw go where they cannot be seen; Devotees are known anyway."""
        fresh = [card for card in cards if not IS_DEVOTEE[card]]
        if fresh:
            self.known = put(self.known, seat, tuple(sorted((*self.known[seat], *fresh))))

    def forget(self, seat: Seat, cards: Iterable[Card]) -> None:
        """Cards of a seat have come into the open; there they need no memory."""
        rest = list(self.known[seat])
        for card in cards:
            if card in rest:
                rest.remove(card)
        if len(rest) < len(self.known[seat]):
            self.known = put(self.known, seat, tuple(rest))

    def take(self, seat: Seat, cards: Iterable[Card]) -> None:
        """Cards leave a hand, and stay unseen."""
        self.hands = put(self.hands, seat, without(self.hands[seat], cards))

    def show(self, seat: Seat, cards: Cards) -> None:
        """Cards leave a hand for all to see."""
        self.take(seat, cards)
        self.forget(seat, cards)

    def to_hand(self, seat: Seat, cards: Cards) -> None:
        """Cards that everybody saw come into a hand."""
        self.hands = put(self.hands, seat, tuple(sorted((*self.hands[seat], *cards))))
        self.remember(seat, cards)

    def to_discard(self, seat: Seat, cards: Sequence[Card]) -> None:
        """Cards go to a discard pile, the last on top."""
        self.discard = put(self.discard, seat, (*self.discard[seat], *cards))

    def discard_from_hand(self, seat: Seat, cards: Cards, rule: str) -> None:
        """Cards of a hand go to the discard pile."""
        if cards:
            self.show(seat, cards)
            self.to_discard(seat, cards)
            texts = written(cards)
            self.tell("discarded", rule, seat, reveals=True, cards=texts, count=len(cards))

    def deal(self, seat: Seat, count: int) -> Cards:
        """Cards from the top of the Draw Pile into the hand; which they were.

        Where none is left the discard pile is shuffled; where that is empty too, drawing stops
        (VX-R36).
        """
        drawn: Cards = ()
        while count > 0:
            if not self.draw[seat] and not self.reshuffle(seat):
                break
            cards = self.draw[seat][:count]
            self.draw = put(self.draw, seat, self.draw[seat][count:])
            drawn, count = (*drawn, *cards), count - len(cards)
        if drawn:
            self.hands = put(self.hands, seat, tuple(sorted((*self.hands[seat], *drawn))))
        return drawn

    def draw_cards(self, seat: Seat, count: int, rule: str) -> Cards:
        """Draw so many cards and tell it; which they were."""
        drawn = self.deal(seat, count)
        if drawn and self.log is not None:
            secret = {"cards": written(drawn)}
            left = len(self.draw[seat])
            self.tell("drew", rule, seat, secret, True, count=len(drawn), left=left)
        return drawn

    def reshuffle(self, seat: Seat) -> bool:
        """The discard pile becomes the Draw Pile (VX-R36); ``False`` where there is none."""
        pile = self.discard[seat]
        if not pile:
            return False
        if self.luck.script:
            order, self.luck = self.luck.shuffled("shuffle", written(pile))
            cards = tuple([CARD[text] for text in order])
        else:
            cards, self.luck = self.luck.shuffled("shuffle", pile)
        self.draw = put(self.draw, seat, cards)
        self.discard = put(self.discard, seat, ())
        self.remember(seat, cards)
        self.tell("shuffled", "VX-R36", seat, reveals=True, count=len(cards))
        return True

    # -- the field -----------------------------------------------------------------------------

    def enter(self, seat: Seat, card: Card) -> None:
        """A Devotee comes into play."""
        self.field = put(self.field, seat, (*self.field[seat], Unit(card)))

    def change(self, seat: Seat, unit: Unit) -> None:
        """A card in play becomes what ``unit`` says of it."""
        field = tuple([unit if one.card == unit.card else one for one in self.field[seat]])
        self.field = put(self.field, seat, field)

    def leave(self, seat: Seat, card: Card) -> Unit:
        """A card leaves play and is struck off the engaged ones; with what was attached."""
        unit = unit_at(self.field[seat], card)
        assert unit is not None
        rest = tuple([one for one in self.field[seat] if one.card != card])
        self.field = put(self.field, seat, rest)
        if card in self.engaged:
            self.engaged = without(self.engaged, (card,))
        if unit.attached:
            self.forget(seat, [code >> 1 for code in unit.attached])
        return unit

    def shed(self, seat: Seat, unit: Unit) -> None:
        """What was attached to a card that has left goes to its owner's discard pile (VX-R24)."""
        if unit.attached:
            cards = tuple([code >> 1 for code in unit.attached])
            self.to_discard(seat, cards)
            bearer = TEXT[unit.card]
            self.tell("shed", "VX-R24", seat, card=bearer, cards=written(cards), reveals=True)

    def turn_up(self, seat: Seat, card: Card, places: Sequence[int], rule: str) -> Cards:
        """Face-down cards attached to a card in play are turned up; which they were."""
        unit = unit_at(self.field[seat], card)
        assert unit is not None
        turned = tuple([unit.attached[place] >> 1 for place in places])
        attached = tuple(
            [code | 1 if place in places else code for place, code in enumerate(unit.attached)]
        )
        self.change(seat, Unit(card, attached))
        self.forget(seat, turned)
        self.tell("turned-up", rule, seat, card=TEXT[card], cards=written(turned), reveals=True)
        return turned

    def bury(self, cards: Sequence[Card]) -> None:
        """Cards go to the Vortex."""
        self.vortex = (*self.vortex, *cards)

    # -- Rogations -----------------------------------------------------------------------------

    def end_rogation(self, one: InForce) -> None:
        """A Rogation leaves play for the Vortex (VX-R47)."""
        rest = list(self.rogations)
        rest.remove(one)
        self.rogations = tuple(rest)
        self.bury((one.card,))
