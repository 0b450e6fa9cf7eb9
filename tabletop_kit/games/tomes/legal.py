"""Which moves are legal, listed directly, because searching lives on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress
from typing import overload

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tomes.moves import (
    CONCEDE,
    ECHO,
    ENDURE,
    HERETICS_TO,
    Break,
    Heretic,
    Move,
    Pay,
    Play,
    Reach,
    Recall,
    Redress,
    Rite,
)
from tabletop_kit.games.tomes.position import (
    EMPYREANS,
    HERETIC,
    VALUE,
    Card,
    Cards,
    Position,
    total,
)
from tabletop_kit.games.tomes.shapes import plays, rites


def covers(hand: Cards, due: int) -> bool:
    """Whether a hand is worth at least what is due (TM-6)."""
    return total(hand) >= due


def moves(position: Position, seat: Seat) -> Sequence[Move]:
    """The legal moves of a seat; empty when it is not asked."""
    if position.to_act != seat:
        return ()
    hand = tuple(sorted(position.hands[seat]))
    if position.phase == "turn":
        return (*_invokes(position, seat, hand), *_rescues(position, seat), CONCEDE)
    rest = (*_rescues(position, seat), CONCEDE)
    if len(set(hand)) < len(hand):
        return (*payments(hand, position.due), *rest)
    return Payments(hand, position.due, rest)


def _invokes(position: Position, seat: Seat, hand: Cards) -> Sequence[Move]:
    """Step 1: what may be played, a Heretic, and Endure (TM-2, TM-5, TM-14, TM-19)."""
    found: Sequence[Move] = plays(hand)
    if position.edition:
        found = (*found, *rites(hand))
    if position.seats > 1:
        if hand and hand[0] == HERETIC:
            found = (*found, *HERETICS_TO[: position.seats])
        if may_endure(position.seats, position.endured, seat):
            found = (*found, ENDURE)
    return found


def _rescues(position: Position, seat: Seat) -> list[Move]:
    """What the windows allow: Echo, stones, Beckons, the Reach."""
    found: list[Move] = []
    if position.echoes and may_echo(position, seat):
        found.append(ECHO)
    if position.stones[seat]:
        found += breaks(position, seat)
    if position.beckons and position.phase == "turn":
        found += _beckons(position, seat)
    if position.channels:
        found += reaches(position, seat)
    return found


def breaks(position: Position, seat: Seat) -> list[Break]:
    """The stones that the seat may break, each worth once (TM-20)."""
    return [Break(value) for value in dict.fromkeys(position.stones[seat])]


def reaches(position: Position, seat: Seat) -> list[Reach]:
    """The cards that the seat may take by a Reach, as moves (TM-18)."""
    return [Reach(card) for card in dict.fromkeys(reachable(position, seat))]


# The sums of all sets of a hand fit a byte each (eight cards are worth less than 200), so that two
# tables add a card to every sum, and ask of every sum whether it covers a due, at once.
_MORE = tuple([bytes([min(255, worth + value) for worth in range(256)]) for value in range(26)])
_COVERS = tuple([bytes([worth >= due for worth in range(256)]) for due in range(26)])


class Payments(Sequence[Move]):
    """The legal moves of step 4: every set of cards that covers the due, then the rest (TM-6).

    Up to 255 sets can cover a due, and most of them nobody ever looks at: a set is made into a
    move when it is asked for.
    """

    __slots__ = ("hand", "rest", "sets")

    def __init__(self, hand: Cards, due: int, rest: Sequence[Move]) -> None:
        """``hand`` is sorted and holds no card twice; ``rest`` are the further moves."""
        sums = b"\0"
        for card in hand:
            sums += sums.translate(_MORE[VALUE[card]])
        self.hand, self.rest = hand, rest
        self.sets = list(compress(range(len(sums)), sums.translate(_COVERS[due])))

    def __len__(self) -> int:
        return len(self.sets) + len(self.rest)

    @overload
    def __getitem__(self, place: int) -> Move: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, place: int | slice) -> Move | tuple[Move, ...]:
        if isinstance(place, slice):
            return tuple([self[one] for one in range(len(self))[place]])
        if place < 0:
            place += len(self)
        if place >= len(self.sets):
            return self.rest[place - len(self.sets)]
        number = self.sets[place]
        return Pay(tuple([card for bit, card in enumerate(self.hand) if number >> bit & 1]))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))


def payments(hand: Cards, due: int) -> tuple[Pay, ...]:
    """Every set of cards of a sorted hand that covers the due, each once (TM-6)."""
    sets: list[Cards] = [()]
    for card in hand:
        sets += [(*cards, card) for cards in sets]
    covering = [cards for cards in sets if covers(cards, due)]
    return tuple([Pay(cards) for cards in dict.fromkeys(covering)])


def _beckons(position: Position, seat: Seat) -> Iterator[Move]:
    if position.entity not in EMPYREANS:
        yield from (Redress(card) for card in dict.fromkeys(position.owed))
    yield from (Recall(card) for card in recallable(position, seat))


def may_endure(seats: int, endured: tuple[bool, ...], seat: Seat) -> bool:
    """Whether somebody else's last turn was no Endure; alone never (TM-5)."""
    return seats > 1 and not all([flag for one, flag in enumerate(endured) if one != seat])


def may_echo(position: Position, seat: Seat) -> bool:
    """Whether an Echo may be spent now: before step 1, or in step 4 when one cannot pay (TM-16)."""
    if not position.echoes:
        return False
    return position.phase == "turn" or not covers(position.hands[seat], position.due)


def seen_through(position: Position, seat: Seat) -> Cards:
    """The partner's oldest cards, one for each open channel (TM-17)."""
    return position.hands[1 - seat][: position.channels] if position.channels else ()


def reachable(position: Position, seat: Seat) -> Cards:
    """The cards that the seat may take by a Reach (TM-18)."""
    if len(position.hands[seat]) >= position.limit:
        return ()
    return seen_through(position, seat)


def recallable(position: Position, seat: Seat) -> list[Card]:
    """The Expunged entities that a Beckon may call into the hand (TM-22)."""
    if position.seats > 1 or len(position.hands[seat]) >= position.limit:
        return []
    lying = (*position.gathering, *position.grave)
    return [card for card in dict.fromkeys(position.expunged) if card in lying]


def candidates(position: Position, seat: Seat) -> Iterator[Move]:
    """Moves a panel could form, legal or not: what the conformance suite tries."""
    hand = tuple(sorted(position.hands[seat]))
    yield from plays(hand)
    yield from rites(hand)
    yield from (Play(hand[:size]) for size in range(len(hand) + 1))
    yield from (Pay(hand[size:]) for size in range(len(hand) + 1))
    yield from (Rite(hand[size : size + 2]) for size in range(len(hand)))
    yield from (Play((card,)) for card in (HERETIC, position.entity) if card >= 0)
    yield from (Heretic(number) for number in range(5))
    yield from (Break(value) for value in (10, 15, 20, 25))
    yield from (Redress(card) for card in (*position.owed, *position.expunged[:2]))
    yield from (Recall(card) for card in (*position.expunged, *position.subdued))
    if position.seats == 2:
        yield from (Reach(card) for card in (*position.hands[1 - seat][:3], *hand[:1]))
    yield from (ENDURE, ECHO, CONCEDE)
