"""What a seat may know, a fair re-deal of what it may not, and what must never be broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from tabletop_kit.engine.luck import Luck
from tabletop_kit.engine.ruling import Json, Seat
from tabletop_kit.games.vortex.cards import (
    COPIES,
    DEVOTEES,
    FRENZIES,
    IS_DEVOTEE,
    IS_FRENZY,
    IS_ROGATION,
    LOCATIONS,
    ORDER,
    ROGATIONS,
    TEXT,
    Card,
    Cards,
)
from tabletop_kit.games.vortex.position import Position, Unit, most_in_play
from tabletop_kit.games.vortex.reading import all_cards
from tabletop_kit.games.vortex.setup import DEALT, dump

STREAMS = ("locations", "deal", "shuffle")
_IMAGINED = (*STREAMS, "unseen", "pools")
HIDDEN = "?"


def view(position: Position, seat: Seat | None) -> dict[str, Json]:
    """The position keys as ``seat`` may know them (VX-R23, VX-R35, VX-R37).

    Hidden are the hands of others, all Draw Piles, the Location deck, face-down cards of others
    and what others have sealed. While Confession is carried out its player sees the hand.
    """
    data = dump(position)
    shown = _shown_hand(position, seat)
    data["hands"] = [
        hand if other in (seat, shown) else [HIDDEN] * len(hand)
        for other, hand in enumerate(data["hands"])
    ]
    data["draw"] = [[HIDDEN] * len(pile) for pile in data["draw"]]
    data["locations"] = [HIDDEN] * len(data["locations"])
    data["field"] = [
        field if other == seat else [_closed(text) for text in field]
        for other, field in enumerate(data["field"])
    ]
    if "sealed" in data:
        data["sealed"] = [
            text if other == seat or not text or not position.hands[other] else HIDDEN
            for other, text in enumerate(data["sealed"])
        ]
    del data["known"]
    return data


def _shown_hand(position: Position, seat: Seat | None) -> Seat | None:
    """Whose hand is shown to this seat now (Confession)."""
    asked = position.asked
    if asked is None or asked.kind != "confess" or asked.seat != seat:
        return None
    other: Seat = asked.about[0]
    return other


def _closed(text: str) -> str:
    return " ".join(["-?" if token[0] == "-" else token for token in text.split()])


# -- a fair re-deal --------------------------------------------------------------------------------


def imagine(position: Position, seat: Seat, seed: int) -> Position:
    """Another position that the seat cannot tell from the real one, with luck of its own.

    Everybody knows where each Devotee is held: with its own colour from the start, and each that
    changed hands did so in the open. Frenzies and Rogations that were seen before they went back
    into a Draw Pile or a hand are remembered (the key ``known``); all others are dealt anew, as
    many to each seat as it has, from everything that was never seen, the unused ones among them.
    Then each seat's cards are dealt anew to hand, Draw Pile and face-down places. A seat that has
    to Reinforce is imagined with a Devotee in hand, one that may take a reward as it can.
    """
    luck = Luck.of(seed, _IMAGINED)
    pools = [_pool(position, seat, other) for other in range(position.seats)]
    fresh, luck = _dealt_anew(position, seat, pools, luck)
    changes: dict[str, list[Cards]] = {"hands": [], "draw": []}
    fields = []
    for other in range(position.seats):
        cards, luck = luck.shuffled("pools", sorted(fresh[other]))
        hand, draw, field = _laid_out(position, seat, other, list(cards))
        changes["hands"].append(hand)
        changes["draw"].append(draw)
        fields.append(field)
    locations, luck = _locations_anew(position, luck)
    return replace(
        position,
        hands=tuple(changes["hands"]),
        draw=tuple(changes["draw"]),
        field=tuple(fields),
        locations=locations,
        sealed=_sealed_anew(position, seat, changes["hands"]),
        luck=luck,
    )


def _locations_anew(position: Position, luck: Luck) -> tuple[Cards, Luck]:
    """The Locations to come: any that have not been revealed, as the length allows (VX-R64)."""
    gone = {position.location, *position.used}
    unused = tuple([card for card in LOCATIONS if card not in gone])
    cards, luck = luck.shuffled("locations", unused)
    if position.length == len(set(ORDER) - {()}):
        first = {ORDER[card]: card for card in gone}
        cards = tuple([card for card in cards if first.setdefault(ORDER[card], card) == card])
    return cards[: len(position.locations)], luck


def _pool(position: Position, seat: Seat, other: Seat) -> Cards:
    """The cards of a seat that the looking one does not see."""
    if seat == other:
        return position.draw[other]
    hand = () if _shown_hand(position, seat) == other else position.hands[other]
    return (*position.draw[other], *hand, *_face_down(position, other))


def _face_down(position: Position, seat: Seat) -> Cards:
    return tuple(
        [code >> 1 for unit in position.field[seat] for code in unit.attached if not code & 1]
    )


def _remembered(position: Position, seat: Seat, other: Seat) -> Counter[Card]:
    """What is known to be among the unseen cards of a seat, besides its Devotees."""
    known = Counter(position.known[other])
    if seat == other:
        known -= Counter((*position.hands[other], *_face_down(position, other)))
    elif _shown_hand(position, seat) == other:
        known -= Counter(position.hands[other])
    return known


def _dealt_anew(
    position: Position, seat: Seat, pools: list[Cards], luck: Luck
) -> tuple[list[list[Card]], Luck]:
    """For each seat the cards it may hold unseen."""
    kept: list[list[Card]] = []
    counts: list[tuple[int, int]] = []
    unseen = Counter((*FRENZIES, *ROGATIONS)) - _in_sight(position, pools)
    for other, pool in enumerate(pools):
        known = _remembered(position, seat, other)
        rest = Counter([card for card in pool if not IS_DEVOTEE[card]])
        known &= rest
        rest -= known
        unseen -= known
        kept.append([*[card for card in pool if IS_DEVOTEE[card]], *known.elements()])
        frenzies = sum(count for card, count in rest.items() if IS_FRENZY[card])
        counts.append((frenzies, sum(rest.values()) - frenzies))
    for place, kind in enumerate((IS_FRENZY, IS_ROGATION)):
        supply = sorted([card for card in unseen.elements() if kind[card]])
        needed = sum([count[place] for count in counts])
        dealt, luck = luck.sample("unseen", supply, needed)
        start = 0
        for cards, count in zip(kept, counts, strict=True):
            cards += dealt[start : start + count[place]]
            start += count[place]
    return kept, luck


def _in_sight(position: Position, pools: list[Cards]) -> Counter[Card]:
    """Every card that the looking seat sees somewhere."""
    found = all_cards(position)
    for pool in pools:
        found -= Counter(pool)
    return found


def _laid_out(
    position: Position, seat: Seat, other: Seat, cards: list[Card]
) -> tuple[Cards, Cards, tuple[Unit, ...]]:
    """Unseen cards as hand, Draw Pile and face-down cards of a seat."""
    if seat == other:
        return position.hands[other], tuple(cards), position.field[other]
    if _shown_hand(position, seat) == other:
        hand = position.hands[other]
    else:
        count = len(position.hands[other])
        if _needs_devotee(position, other):
            _devotee_first(cards, count)
        hand, cards = tuple(sorted(cards[:count])), cards[count:]
    hidden = iter(cards)
    field = tuple([_covered(unit, hidden) for unit in position.field[other]])
    return hand, tuple(hidden), field


def _covered(unit: Unit, hidden: Iterator[Card]) -> Unit:
    if not unit.face_down:
        return unit
    codes = [code if code & 1 else 2 * next(hidden) for code in unit.attached]
    return Unit(unit.card, tuple(codes))


def _needs_devotee(position: Position, seat: Seat) -> bool:
    """Whether that the seat is asked shows that it holds a Devotee (VX-R29, VX-R10)."""
    if seat != position.to_act:
        return False
    if position.phase == "turn":
        return not position.field[seat] and not position.done
    asked = position.asked
    both = asked is not None and asked.kind == "reward" and bool(asked.about)
    return both and most_in_play(position, seat) > len(position.field[seat])


def _devotee_first(cards: list[Card], count: int) -> None:
    """Change one of the first cards for a Devotee where there is none among them."""
    if any(IS_DEVOTEE[card] for card in cards[:count]):
        return
    place = next((place for place, card in enumerate(cards) if IS_DEVOTEE[card]), None)
    if place is not None and count:
        cards[0], cards[place] = cards[place], cards[0]


def _sealed_anew(position: Position, seat: Seat, hands: list[Cards]) -> tuple[Cards | None, ...]:
    """What others have sealed is not known: they are taken to refill."""
    return tuple(
        [one if other == seat or one is None else () for other, one in enumerate(position.sealed)]
    )


# -- what must never be broken ---------------------------------------------------------------------


def breaches(position: Position) -> Iterator[str]:
    """What must never be broken and is, in a match that began with a set-up: one sentence each."""
    over = position.phase == "over"
    if (position.to_act is None) != over:
        yield "a seat is asked exactly while the game goes on"
    if (position.asked is None) != (position.phase != "choice"):
        yield "a question stands open exactly inside a move"
    if position.asked is None and position.agenda:
        yield "something is still to happen though nobody was asked"
    if sorted(position.order) != list(range(position.seats)):
        yield "the turn order is no order of the seats (VX-R59)"
    for seat, field in enumerate(position.field):
        cards = [unit.card for unit in field]
        if len(cards) > 5 or not all(IS_DEVOTEE[card] for card in cards):
            yield f"seat {seat} has what cannot be in play (VX-R26)"
    yield from _card_breaches(position)


def _card_breaches(position: Position) -> Iterator[str]:
    """Cards are conserved: every Devotee of the colours, twelve and twelve dealt to each seat."""
    found = all_cards(position)
    for card, count in found.items():
        if count > COPIES[card]:
            yield f"{TEXT[card]} is there {count} times"
    expected = Counter([card for colour in position.colours for card in DEVOTEES[colour]])
    devotees = Counter({card: count for card, count in found.items() if IS_DEVOTEE[card]})
    if devotees != expected:
        yield "the Devotees are not conserved (VX-R63)"
    dealt = DEALT * position.seats
    frenzies = sum(count for card, count in found.items() if IS_FRENZY[card])
    rogations = sum(count for card, count in found.items() if IS_ROGATION[card])
    if frenzies != dealt or rogations != (0 if position.no_rogations else dealt):
        yield "Frenzies and Rogations are not conserved (VX-R63)"
    locations = (*position.locations, *position.used, position.location)
    if len(set(locations)) != position.length or len(locations) != position.length:
        yield "the Locations are not conserved (VX-R64)"
