"""What a seat may know, a fair re-deal of what it may not, and what must never be broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from tabletop_kit.engine.luck import Luck
from tabletop_kit.engine.ruling import Json, Seat
from tabletop_kit.games.tomes.legal import covers, reachable, seen_through
from tabletop_kit.games.tomes.position import (
    DOMINION,
    ENTITIES,
    HERETIC,
    IS_ENTITY,
    NUMBERS,
    RANK,
    TEXT,
    VALUE,
    Card,
    Cards,
    Position,
)
from tabletop_kit.games.tomes.setup import dump

STREAMS = ("deal", "blood", "empyrean")
_IMAGINED = (*STREAMS, "unseen", "mixed", "tiers")
HIDDEN = "?"
_DRAWS = 40
"""So many re-deals are tried before a hand that has to pay is helped to what it must hold."""


def view(position: Position, seat: Seat | None) -> dict[str, Json]:
    """The position keys as ``seat`` may know them (TM-15, TM-17).

    Face down are the hands of the others, but for the partner's oldest cards where channels are
    open, the Gathering, the Pantheon, and the Grave below its top.
    """
    data = dump(position)
    hands: list[Json] = []
    for other, hand in enumerate(data["hands"]):
        shown = len(hand) if other == seat else position.channels if seat is not None else 0
        hands.append([*hand[:shown], *[HIDDEN] * len(hand[shown:])])
    data["hands"] = hands
    for pile in ("gathering", "pantheon"):
        data[pile] = [HIDDEN] * len(data[pile])
    data["grave"] = [*[HIDDEN] * len(data["grave"][:-1]), *data["grave"][-1:]]
    del data["memory"]
    return data


def imagine(position: Position, seat: Seat, seed: int) -> Position:
    """Another position that the seat cannot tell from the real one, with luck of its own.

    What everybody saw is remembered: Expunged entities on top of the Gathering, and the Grave
    until Blood takes cards from it unseen. Never-spent cards are dealt anew to the others' hands
    and the Gathering; cards that Blood has put under it are dealt anew with those of the Grave
    that they were drawn from. Once the never-spent part of the Gathering is used up both are one.
    The face-down Pantheon is dealt anew within each tier.

    A seat that has to pay and is not lost can pay, unless an Echo or a Reach may help it (TM-6):
    hands in which it could not are drawn again, and from some point on helped.
    """
    luck = Luck.of(seed, _IMAGINED)
    for _ in range(_DRAWS):
        found, luck = _imagined(position, seat, luck)
        if _can_be(found, seat):
            return found
    return _helped(found)


def _can_be(position: Position, seat: Seat) -> bool:
    """Whether the seat that has to pay could have been asked with this hand (TM-6)."""
    payer = position.to_act
    if payer is None or payer == seat or position.phase != "pay":
        return True
    return covers(position.hands[payer], position.due) or not must_cover(position, payer)


def must_cover(position: Position, payer: Seat) -> bool:
    """Whether nothing but its hand can save a seat that has to pay (TM-6)."""
    if position.echoes:
        return False
    return not (position.channels and reachable(position, payer))


def _helped(position: Position) -> Position:
    """The hand that has to pay changes its lowest cards for the highest of the Gathering."""
    payer = position.to_act
    assert payer is not None
    hand, pile = list(position.hands[payer]), list(position.gathering)
    first, last = position.known, len(pile) - position.under
    first, last = (first, last) if first < last else (position.known, len(pile))
    for _ in hand:
        if covers(tuple(hand), position.due) or first >= last:
            break
        low = min(range(len(hand)), key=lambda place: VALUE[hand[place]])
        high = max(range(first, last), key=lambda place: VALUE[pile[place]])
        hand[low], pile[high] = pile[high], hand[low]
    hands = tuple(
        [tuple(hand) if one == payer else held for one, held in enumerate(position.hands)]
    )
    return replace(position, hands=hands, gathering=tuple(pile))


def _imagined(position: Position, seat: Seat, luck: Luck) -> tuple[Position, Luck]:
    """One re-deal, and the luck after it."""
    gathering, known, under = position.gathering, position.known, position.under
    top, bottom = gathering[:known], gathering[len(gathering) - under :]
    middle = gathering[known : len(gathering) - under]
    mixed = min(position.mixed, max(0, len(position.grave) - 1))
    hidden_hands = _hidden_hands(position, seat)
    unseen = [card for cards in hidden_hands for card in cards]
    if middle or not unseen:
        unseen, luck = _anew((*unseen, *middle), luck, "unseen")
        lower, luck = _anew((*bottom, *position.grave[:mixed]), luck, "mixed")
    else:
        count = len(unseen)
        pool, luck = _anew((*unseen, *bottom, *position.grave[:mixed]), luck, "mixed")
        unseen, lower = pool[:count], pool[count:]
    hands = _redealt(position, seat, unseen)
    middle = tuple(unseen[len(unseen) - len(middle) :]) if middle else ()
    pantheon, luck = _tiers_anew(position, luck)
    found = replace(
        position,
        hands=hands,
        gathering=(*top, *middle, *lower[:under]),
        grave=(*lower[under:], *position.grave[mixed:]),
        pantheon=pantheon,
        luck=luck,
    )
    return found, luck


def _anew(cards: Cards, luck: Luck, stream: str) -> tuple[list[Card], Luck]:
    """The cards in random order; which order they lay in before leaves no trace."""
    order, luck = luck.shuffled(stream, sorted(cards))
    return list(order), luck


def _shown(position: Position, seat: Seat, other: Seat) -> int:
    """How many of another hand's oldest cards the seat sees (TM-17)."""
    if position.channels and other == 1 - seat:
        return len(seen_through(position, seat))
    return 0


def _hidden_hands(position: Position, seat: Seat) -> list[Cards]:
    return [
        hand[_shown(position, seat, other) :]
        for other, hand in enumerate(position.hands)
        if other != seat
    ]


def _redealt(position: Position, seat: Seat, cards: list[Card]) -> tuple[Cards, ...]:
    hands, start = [], 0
    for other, hand in enumerate(position.hands):
        if other == seat:
            hands.append(hand)
            continue
        shown = _shown(position, seat, other)
        end = start + len(hand) - shown
        hands.append((*hand[:shown], *cards[start:end]))
        start = end
    return tuple(hands)


def _tiers_anew(position: Position, luck: Luck) -> tuple[Cards, Luck]:
    """The face-down entities, shuffled within each tier; a redressed debt stays on top.

    A debt on top is known to everybody: it is one of those that were Subdued and not Expunged.
    """
    debts = 0
    if position.debts:
        fought = Counter(position.subdued) - Counter(position.owed)
        fought[position.entity] -= 1
        while debts < len(position.pantheon) and fought[position.pantheon[debts]] > 0:
            fought[position.pantheon[debts]] -= 1
            debts += 1
    tiers: list[Card] = list(position.pantheon[:debts])
    rest = position.pantheon[debts:]
    for rank in dict.fromkeys([RANK[card] for card in rest]):
        tier, luck = _anew(tuple([card for card in rest if RANK[card] == rank]), luck, "tiers")
        tiers += tier
    return tuple(tiers), luck


# -- what must never be broken -------------------------------------------------------------------


def breaches(position: Position) -> Iterator[str]:
    """What must never be broken and is, in a match that began with a set-up: one sentence each."""
    over = position.phase == "over"
    if (position.to_act is None) != over or bool(position.result) != over:
        yield "a seat is asked exactly while nobody has won or lost"
    if position.entity >= 0 and position.ruin >= DOMINION[position.entity]:
        yield "an entity stands that has all the Ruin it bears (TM-1)"
    if any(len(hand) > position.limit for hand in position.hands):
        yield "a hand is above the limit (TM-T2)"
    if position.known + position.under > len(position.gathering):
        yield "more of the Gathering is remembered than lies there"
    if position.mixed > len(position.grave):
        yield "more of the Grave is mixed than lies there"
    if position.withheld and (position.broken or not position.heretics):
        yield "a ward is withheld though nothing withholds it (TM-10)"
    yield from _card_breaches(position)


def _card_breaches(position: Position) -> Iterator[str]:
    """Cards are conserved: the forty and the Heretics always, the twelve outside Terror."""
    piles = (*position.hands, position.gathering, position.grave, position.table)
    lying = Counter(card for pile in piles for card in pile)
    numbers = {card: count for card, count in lying.items() if not IS_ENTITY[card]}
    expected = {card: 1 for card in NUMBERS}
    if position.heretics:
        expected[HERETIC] = position.heretics
    if numbers != expected:
        wrong = {
            TEXT[card] for card in {*numbers, *expected} if numbers.get(card) != expected.get(card)
        }
        yield f"the cards of the Gathering are not conserved: {sorted(wrong)} (TM-T2)"
    entities = Counter(card for card in lying.elements() if IS_ENTITY[card])
    entities.update((*position.pantheon, *position.owed))
    if position.entity >= 0:
        entities[position.entity] += 1
    if not position.terror and entities != Counter(ENTITIES):
        yield "the twelve are not conserved (TM-T1)"
    if len(position.expunged) + len(position.subdued) > 12 * position.descent:
        yield "more are marooned than were met"
