"""What lies on the table in Bazaar, who sees it, and how it may be dealt otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from tabletop_kit.engine.event import Event, Log
from tabletop_kit.engine.luck import Luck
from tabletop_kit.engine.ruling import BadPosition, Json, Seat, refusal

SUITS = ("A", "B")
DECK = (*[f"{suit}{number}" for suit in SUITS for number in (1, 2, 3)] * 2, *"SS", *"NNNN")
HAND = 3
STREAMS = ("wind", "first", "deck", "spy", "imagined")
Cards = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """What is said: a verb, cards in ascending order, whether face down, and perhaps a seat."""

    verb: str
    cards: Cards = ()
    down: bool = False
    seat: int | None = None

    def __str__(self) -> str:
        parts = [self.verb, *self.cards, *(["down"] if self.down else [])]
        return " ".join(parts if self.seat is None else [*parts, str(self.seat)])


PASS, NAY, KEEP = Move("pass"), Move("nay", ("N",)), Move("keep")


@dataclass(frozen=True, slots=True)
class Position:
    """What is on the table. ``stack`` holds (seat, move), the topmost last."""

    hands: tuple[Cards, ...]
    fields: tuple[Cards, ...]
    draw: Cards
    discard: Cards
    round: int
    rounds: int
    wind: str
    phase: str
    turn: int
    done: int
    asked: int | None
    passed: tuple[int, ...]
    stack: tuple[tuple[Seat, Move], ...]
    sealed: tuple[Move | None, ...]
    luck: Luck

    @property
    def seats(self) -> range:
        return range(len(self.hands))


def without(cards: Cards, gone: Iterable[str]) -> Cards:
    rest = list(cards)
    for card in gone:
        rest.remove(card)
    return tuple(rest)


def at(pairs: tuple[Any, ...], seat: Seat, value: Any) -> tuple[Any, ...]:
    return (*pairs[:seat], value, *pairs[seat + 1 :])


def tell(log: Log | None, kind: str, rule: str, seat: Seat | None = None, **more: Any) -> None:
    if log is not None:
        log.append(Event(kind, rule, seat, **more))


def deny(rule: str, why: str, **facts: Json) -> BadPosition:
    return BadPosition(refusal(rule, why, **facts))


def view(position: Position, seat: Seat | None, data: dict[str, Json]) -> dict[str, Json]:
    """The dump ``data`` of a position as a seat may know it."""
    data["draw"] = ["?"] * len(position.draw)
    for other in position.seats:
        if other == seat:
            continue
        data["hands"][other] = ["?"] * len(position.hands[other])
        ups = [card for card in position.fields[other] if not card.startswith("-")]
        hidden = len(position.fields[other]) - len(ups)
        piles = [{"suit": suit, "cards": [c for c in ups if c[0] == suit]} for suit in SUITS]
        data["fields"][other] = [pile for pile in piles if pile["cards"]]
        data["fields"][other] += [{"suit": "?", "cards": ["-?"] * hidden}] if hidden else []
        if position.phase == "refill" and position.sealed[other] and position.hands[other]:
            data["sealed"][other] = "?"
    data["stack"] = [
        f"{owner} {move if owner == seat or not move.down else 'play ? down'}"
        for owner, move in reversed(position.stack)
    ]
    return data


def imagine(position: Position, seat: Seat, seed: int) -> Position:
    """Hands, face-down cards and sealed choices of others, and the pile, all dealt anew."""
    luck = Luck.of(seed, STREAMS)
    others = [other for other in position.seats if other != seat]
    pool = [*position.draw]
    for other in others:
        pool += position.hands[other]
        pool += [card[1:] for card in position.fields[other] if card.startswith("-")]
        pool += [m.cards[0] for owner, m in position.stack if owner == other and m.down]
    dealt, luck = luck.shuffled("imagined", sorted(pool))
    low = [card for card in dealt if card[0] not in SUITS]
    pile = [card for card in dealt if card[0] in SUITS]  # only these may lie face down
    hands, fields, sealed = list(position.hands), list(position.fields), list(position.sealed)
    stack = [
        (owner, Move("play", (pile.pop(),), True) if move.down and owner != seat else move)
        for owner, move in position.stack
    ]
    for other in others:
        fields[other] = tuple(
            sorted(f"-{pile.pop()}" if c.startswith("-") else c for c in fields[other])
        )
    rest, luck = luck.shuffled("imagined", [*pile, *low])
    for other in others:
        count = len(hands[other])
        hands[other], rest = tuple(sorted(rest[:count])), rest[count:]
        if position.phase == "refill" and sealed[other] and count:
            some, luck = luck.below("imagined", count + 1)
            sealed[other] = Move("discard", hands[other][:some]) if some else KEEP
    return replace(
        position,
        hands=tuple(hands),
        fields=tuple(fields),
        sealed=tuple(sealed),
        draw=rest,
        stack=tuple(stack),
        luck=luck,
    )


def breaches(position: Position) -> Iterator[str]:
    cards = [*position.draw, *position.discard]
    cards += [card for hand in position.hands for card in hand]
    cards += [card.lstrip("-") for field in position.fields for card in field]
    cards += [card for _, move in position.stack for card in move.cards]
    if sorted(cards) != sorted(DECK):
        yield "cards are lost or gained"
