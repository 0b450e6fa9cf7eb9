"""What a selection can mean: the moves that are put together by touching what lies on the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.vortex import listing
from tabletop_kit.games.vortex.cards import CARD, IS_DEVOTEE, IS_ROGATION, MODES, TEXT, Card
from tabletop_kit.games.vortex.invoking import OBJECT
from tabletop_kit.games.vortex.moves import NOWHERE, Move
from tabletop_kit.games.vortex.position import Position, most_in_play

Attached = tuple[Card, int]


@dataclass(frozen=True, slots=True)
class Selection:
    """What was selected, by where it lies, each in the order of choosing.

    ``hand`` and ``own`` are one's own cards, ``theirs`` cards in play of others; ``attached`` are
    attached cards, one's own or not. ``words`` are all of them as moves name them.
    """

    words: tuple[str, ...]
    hand: tuple[Card, ...] = ()
    own: tuple[Card, ...] = ()
    theirs: tuple[Card, ...] = ()
    attached: tuple[Attached, ...] = ()


def read_selection(position: Position, seat: Seat, words: Sequence[str]) -> Selection | None:
    """The things that these words name on the table; ``None`` where one names nothing there."""
    hand, own, theirs, attached = [], [], [], []
    mine = {unit.card for unit in position.field[seat]}
    others = {
        unit.card for other, field in enumerate(position.field) if other != seat for unit in field
    }
    left = list(position.hands[seat])
    for word in words:
        bearer, slash, place = word.partition("/")
        card = CARD.get(bearer, NOWHERE)
        if slash and place.isdigit() and card in mine | others:
            attached.append((card, int(place)))
        elif slash or card == NOWHERE:
            return None
        elif card in mine:
            own.append(card)
        elif card in others:
            theirs.append(card)
        elif card in left:
            left.remove(card)
            hand.append(card)
        else:
            return None
    return Selection(tuple(words), tuple(hand), tuple(own), tuple(theirs), tuple(attached))


def needed(move: Move) -> tuple[str, ...]:
    """The words of what has to be selected on the table for a move, in its order.

    >>> from tabletop_kit.games.vortex.moves import parse_move
    >>> needed(parse_move("rogation P13 B01/0 sacrifice B02"))
    ('P13', 'B01/0', 'B02')
    """
    cards = move.cards
    if move.verb == "rogation":
        words = _objects(move)
        return words if move.sacrifice == NOWHERE else (*words, TEXT[move.sacrifice])
    if move.place != NOWHERE:
        return (f"{TEXT[cards[0]]}/{move.place}", *[TEXT[card] for card in cards[1:]])
    return tuple([TEXT[card] for card in cards])


def _objects(move: Move) -> tuple[str, ...]:
    card = move.cards[0]
    kind = OBJECT[card]
    if kind == "attached" and len(move.cards) > 1:
        return (TEXT[card], f"{TEXT[move.cards[1]]}/{move.place}")
    if kind in ("pile", "colour"):
        return (TEXT[card],)
    return tuple([TEXT[one] for one in move.cards])


@dataclass(frozen=True, slots=True)
class Meaning:
    """The legal moves that a selection is whole for, and those that it could still become."""

    whole: tuple[Move, ...]
    further: tuple[Move, ...]


def meaning(position: Position, seat: Seat, chosen: Selection) -> Meaning:
    """What a selection is, or could become, among the legal moves of the seat."""
    wanted = sorted(chosen.words)
    whole, further = [], []
    for move in listing.moves(position, seat):
        words = needed(move)
        if len(words) < len(wanted) or not all([word in words for word in wanted]):
            continue
        if len(words) == len(wanted) and sorted(words) == wanted:
            whole.append(move)
        elif len(words) > len(wanted):
            further.append(move)
    return Meaning(tuple(whole), tuple(further))


def tried(position: Position, seat: Seat, chosen: Selection) -> Iterator[Move]:
    """The moves that a selection is meant as, legal or not, the likeliest first."""
    if position.phase == "refill":
        yield Move("discard", tuple(sorted(chosen.hand)))
    elif position.phase == "window":
        yield from _rogations(chosen)
    else:
        yield from _actions(position, seat, chosen)


def _actions(position: Position, seat: Seat, chosen: Selection) -> Iterator[Move]:
    hand, own = chosen.hand, chosen.own
    if chosen.attached:
        bearer, place = chosen.attached[0]
        if hand:
            yield Move("frenzy", (bearer, hand[0]), place)
        yield Move("frenzy", (bearer,), place, "discard")
    if own and chosen.theirs:
        yield from [Move("crusade", (own[0], chosen.theirs[0]), -1, mode) for mode in MODES]
    if own and hand:
        pairs = sorted(zip(own, hand, strict=False))
        yield Move("frenzy", tuple([card for pair in pairs for card in pair]))
    if hand and not own and all(IS_DEVOTEE[card] for card in hand):
        yield Move("reinforce", tuple(sorted(hand)))
    if own and len(position.field[seat]) >= most_in_play(position, seat):
        yield Move("withdraw", tuple(sorted(own)))
    if hand and IS_ROGATION[hand[0]]:
        yield Move("rogation", hand[:1])


def _rogations(chosen: Selection) -> Iterator[Move]:
    """The first Rogation chosen, with the rest as what it names; or the last of it as sacrifice."""
    first = next((card for card in chosen.hand if IS_ROGATION[card]), None)
    if first is None:
        return
    rest = [word for word in chosen.words if word != TEXT[first]]
    for objects, sacrifice in ((rest, NOWHERE), (rest[:-1], _devotee(rest[-1:]))):
        if sacrifice == NOWHERE and objects is not rest:
            continue
        attached = [word for word in objects if "/" in word]
        if attached:
            bearer, _slash, place = attached[0].partition("/")
            yield Move("rogation", (first, CARD[bearer]), int(place), "", sacrifice)
        else:
            cards = sorted([CARD[word] for word in objects])
            yield Move("rogation", (first, *cards), -1, "", sacrifice)


def _devotee(words: Sequence[str]) -> Card:
    card = CARD.get(words[0], NOWHERE) if words else NOWHERE
    return card if card != NOWHERE and IS_DEVOTEE[card] else NOWHERE
