"""Each player's part of the table: what is known of the player, Wander, Temples, the hand."""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Iterator
from typing import Any

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.engine.scene import Place, Token, Zone
from tabletop_kit.games.tempest.cards import TEXT, Cards
from tabletop_kit.games.tempest.eyes import Eyes, hand_ids
from tabletop_kit.games.tempest.moves import number_order
from tabletop_kit.games.tempest.names import spot_name
from tabletop_kit.games.tempest.numbers import hand_size
from tabletop_kit.games.tempest.position import (
    BATTLEGROUND,
    WANDER,
    Attached,
    Spot,
    Temple,
    Unit,
    partners,
    spots,
)
from tabletop_kit.games.tempest.reasons import counted
from tabletop_kit.games.tempest.tokens import (
    attached_token,
    card_name,
    hand_token,
    temple_token,
    unit_token,
)

HAND_VERBS = "play+summon+cast"
"""The moves that mean the card of the hand, where one in play has the same name."""


def homelands(eyes: Eyes) -> Iterator[Zone]:
    """Every player's Homeland, those of the others first, one's own last."""
    count = eyes.position.seats
    for step in (*range(1, count), 0):
        seat = (eyes.first + step) % count
        place: Place = "near" if step == 0 else "far"
        yield _realm(eyes, seat, place)
        yield _wander(eyes, seat, place)
        for temple in eyes.position.temples[seat]:
            yield _temple(eyes, seat, temple, place)


# -- the player ------------------------------------------------------------------------------------


def _called(eyes: Eyes, seat: Seat) -> str:
    """Whose Homeland it is; in a lesson the own seat is called "You" already."""
    name = eyes.texts("table.seat", "other", seat=seat)
    if seat != eyes.seat or name == eyes.texts("table.camp", "you", seat=seat):
        return name
    return eyes.texts("table.seat", "you", seat=seat)


def _realm(eyes: Eyes, seat: Seat, place: Place) -> Zone:
    return Zone(
        id=f"realm-{seat}",
        label=_called(eyes, seat),
        layout="realm",
        place=place,
        seat=seat,
        tokens=tuple(_chips(eyes, seat)),
        note=_note(eyes, seat),
        badge=_badge(eyes, seat),
        turn=eyes.position.to_act == seat,
    )


def _badge(eyes: Eyes, seat: Seat) -> str:
    """Whose turn it is, who is out, and who is one's partner."""
    position, texts = eyes.position, eyes.texts
    told = []
    if seat in position.out:
        told.append(texts("table.out"))
    if eyes.seat is not None and seat != eyes.seat and seat in partners(position, eyes.seat):
        told.append(texts("table.partner"))
    elif eyes.seat is None and position.choices.teams:
        team = next(at for at, found in enumerate(position.choices.teams) if seat in found)
        told.append(texts("table.team", number=team + 1))
    if position.turn == seat and position.phase != "over":
        told.append(texts("table.has-turn"))
    return " · ".join(told)


def _note(eyes: Eyes, seat: Seat) -> str:
    """The phase, what has been put down this turn, and whether one may not be attacked."""
    position, texts = eyes.position, eyes.texts
    told = []
    if position.protected[seat] and seat not in position.out:
        told.append(texts("table.protected"))
    if position.turn == seat and position.phase != "over":
        first = position.turns[seat] <= 1
        if first:
            told.append(texts("table.first-turn"))
        if not first and not position.choices.no_su0_limit:
            limit = position.choices.su0_limit
            told.append(texts("table.zeros", count=position.zeros, most=limit))
        if position.declared:
            told.append(texts("table.declared"))
    return " · ".join(told)


def _chips(eyes: Eyes, seat: Seat) -> Iterator[Token]:
    position = eyes.position
    # What lies face down in a Temple of somebody else gives no Faith away.
    found = [one for one in spots(position, seat) if one.unit.name or seat == eyes.seat]
    ready = sum([counted(position, one).faith for one in found if not one.unit.drained])
    every = sum([counted(position, one).faith for one in found])
    texts = eyes.texts
    yield Token(
        id=f"faith-{seat}",
        kind="marker",
        label=texts("table.pile.faith.label", ready=ready, every=every),
        shape="chip",
        face=f"{ready}/{every}",
        name=texts("table.pile.faith.name"),
        seat=seat,
        glyph="flame",
        text=texts("table.pile.faith.text", ready=ready, every=every),
    )
    if seat == eyes.seat:
        yield _closed(eyes, seat, "deck", len(position.decks[seat]))
    else:
        yield _closed(eyes, seat, "hand", len(position.hands[seat]))
    yield _discard(eyes, seat, position.discard[seat])


def _closed(eyes: Eyes, seat: Seat, kind: str, count: int) -> Token:
    """One's own deck; the hand of another player, and how many he has to draw."""
    texts, deck = eyes.texts, len(eyes.position.decks[seat])
    return Token(
        id=f"{kind}-{seat}",
        kind="marker",
        label=texts(f"table.pile.{kind}.label", number=count, deck=deck),
        shape="chip",
        face=str(count),
        name=texts(f"table.pile.{kind}.name"),
        seat=seat,
        text=texts(f"table.pile.{kind}.text", number=count, seat=seat, deck=deck),
    )


def _discard(eyes: Eyes, seat: Seat, cards: Cards) -> Token:
    """The discard pile, which everybody may look through."""
    texts = eyes.texts
    counted = Count([card_name(card, texts) for card in cards])
    names = [f"{name} × {count}" if count > 1 else name for name, count in counted.items()]
    return Token(
        id=f"discard-{seat}",
        kind="marker",
        label=texts("table.pile.discard.label", number=len(cards)),
        shape="chip",
        face=str(len(cards)),
        name=texts("table.pile.discard.name"),
        seat=seat,
        text=", ".join(names) or texts("table.pile-empty"),
    )


# -- cards that stand together ---------------------------------------------------------------------


def _wander(eyes: Eyes, seat: Seat, place: Place) -> Zone:
    texts = eyes.texts
    return Zone(
        id=f"wander-{seat}",
        label=texts("table.wander"),
        layout="camp",
        place=place,
        seat=seat,
        tokens=tuple(units_tokens(eyes, seat, WANDER, eyes.position.wander[seat])),
        empty=texts("table.wander-empty"),
        within=f"realm-{seat}",
    )


def _temple(eyes: Eyes, seat: Seat, temple: Temple, place: Place) -> Zone:
    tokens = [
        temple_token(eyes, seat, temple, **touch(eyes, temple.name), **eyes.origin(temple.name))
    ]
    tokens += _attached(eyes, temple.relics, temple.name, temple.name, seat, "relic")
    tokens += units_tokens(eyes, seat, temple.name, temple.inside)
    return Zone(
        id=f"temple-{temple.name}",
        label=card_name(temple.card, eyes.texts),
        layout="camp",
        place=place,
        seat=seat,
        tokens=tuple(tokens),
        glyph="temple",
        tint="walls",
        within=f"realm-{seat}",
    )


def units_tokens(eyes: Eyes, seat: Seat, area: str, found: tuple[Unit, ...]) -> Iterator[Token]:
    """The Characters of an area, each with what is on it; undrained ones first."""
    standing = [Spot(unit, seat, area) for unit in found]
    if area in (WANDER, BATTLEGROUND):
        standing.sort(key=lambda spot: (spot.unit.drained, number_order(spot.unit.name)))
    for spot in standing:
        yield from unit_tokens(eyes, spot)


def unit_tokens(eyes: Eyes, spot: Spot) -> Iterator[Token]:
    """A Character and what is on it: Relics and Spells of all its members."""
    name = spot_name(eyes.position, spot)
    yield unit_token(eyes, spot, **touch(eyes, name), **eyes.origin(name))
    for member in spot.unit.members if spot.unit.name else ():
        yield from _attached(eyes, member.relics, member.name, name, spot.seat, "relic")
        yield from _attached(eyes, member.spells, member.name, name, spot.seat, "spell")


def _attached(
    eyes: Eyes, found: tuple[Attached, ...], host: str, on: str, seat: Seat, kind: str
) -> Iterator[Token]:
    down = 0
    for one in found:
        name = one.name
        if not name:
            down += 1
            name = f"{host}/{kind}" + (f"#{down}" if down > 1 else "")
        yield attached_token(eyes, name, one, on, seat, **touch(eyes, name), **eyes.origin(name))


def touch(eyes: Eyes, name: str) -> dict[str, Any]:
    """What touching a thing of this name does: it answers, or it is selected."""
    if name in eyes.moves:
        return {"move": eyes.moves[name], "able": True}
    if not eyes.selecting or eyes.position.phase in ("discard", "excess"):
        return {}
    return {"word": name, "dim": eyes.within is not None and name not in eyes.within}


# -- the hand --------------------------------------------------------------------------------------


def own_hand(eyes: Eyes, seat: Seat) -> Zone:
    """One's own hand, every card face up."""
    position, texts = eyes.position, eyes.texts
    hand = position.hands[seat]
    asked = position.asked
    tokens = []
    for ident, card in zip(hand_ids(hand), hand, strict=True):
        text, more = TEXT[card], dict[str, Any]()
        if asked is not None and asked.kind == "discard" and text in eyes.moves:
            more = {"move": eyes.moves[text], "able": True}
        elif eyes.selecting and position.phase in ("discard", "excess"):
            more = {"word": text}
        elif eyes.selecting and position.phase not in ("block", "target"):
            more = {"word": f"{text}@{HAND_VERBS}"}
        tokens.append(hand_token(ident, card, texts, seat=seat, **more, **eyes.origin(ident)))
    return Zone(
        id=f"hand-{seat}",
        label=texts("table.hand", "you", count=len(hand), size=hand_size(position, seat)),
        layout="hand",
        place="near",
        seat=seat,
        tokens=tuple(tokens),
        empty=texts("table.hand-empty"),
        most=_most(eyes),
    )


def _most(eyes: Eyes) -> int:
    """How many cards of the hand can be selected: one that is played, some that are discarded."""
    position = eyes.position
    if position.phase == "discard":
        return 3
    if position.phase == "excess":
        return 0
    return 1
