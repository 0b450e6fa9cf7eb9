"""The middle of the table: the Location, the turn order, Rogations in force, the Vortex itself."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.engine.scene import Counter, Token, Zone
from tabletop_kit.games.vortex.cards import COLOURS, LASTS, ORDER, TEXT
from tabletop_kit.games.vortex.eyes import Eyes
from tabletop_kit.games.vortex.position import InForce, colour_name
from tabletop_kit.games.vortex.quarters import open_pile
from tabletop_kit.games.vortex.tokens import (
    SECTS,
    card_name,
    card_words,
    colour_word,
    rogation_marks,
)


def whirl(eyes: Eyes) -> Iterator[Zone]:
    """The Location with the turn order it gives, then what is in force, then the piles of all."""
    yield _location(eyes)
    yield _rogations(eyes)
    yield _vortex(eyes)


def _location(eyes: Eyes) -> Zone:
    """The Location in words: which rules it changes, and who has the turn in which order."""
    position, texts = eyes.position, eyes.texts
    card = position.location
    said = texts(f"card.{TEXT[card]}.text")
    if position.plain_locations:
        said = texts("table.location-ignored")
    first = COLOURS[ORDER[card][0]]
    return Zone(
        id="location",
        label=card_name(card, texts),
        layout="plate",
        place="middle",
        tokens=tuple([_place(eyes, number, seat) for number, seat in enumerate(position.order)]),
        counters=(
            Counter("round", texts("table.round"), position.round, position.length, "number"),
        ),
        note=said or texts("table.location-plain"),
        glyph="planet",
        tint=first,
    )


def _place(eyes: Eyes, number: int, seat: Seat) -> Token:
    """A player in the turn order: has acted, acts now, or is still to come."""
    position, texts = eyes.position, eyes.texts
    colour = position.colours[seat]
    now = position.phase == "turn" and position.to_act == seat
    state = "now" if now else "acted" if position.acted[seat] else "comes"
    name = colour_word(colour, texts)
    move = eyes.moves.get(colour_name(position, seat), "")
    return Token(
        id=f"order-{seat}",
        kind="marker",
        label=texts("table.order", number=number + 1, colour=name, seat=seat),
        shape="chip",
        face=str(number + 1),
        name=name,
        glyph=SECTS[colour],
        tint=colour_name(position, seat),
        marks=(texts(f"table.order-mark.{state}"),),
        seat=seat,
        dim=state == "acted",
        power="held" if now else "",
        move=move,
        able=bool(move),
    )


def _rogations(eyes: Eyes) -> Zone:
    position, texts = eyes.position, eyes.texts
    tokens = [_in_force(eyes, place, one) for place, one in enumerate(position.rogations)]
    return Zone(
        id="rogations",
        label=texts("table.rogations"),
        layout="plate",
        place="middle",
        tokens=tuple(tokens),
        empty=texts("table.no-rogations" if position.no_rogations else "table.rogations-none"),
        glyph="scroll",
    )


def _in_force(eyes: Eyes, place: int, one: InForce) -> Token:
    position, texts = eyes.position, eyes.texts
    whose = colour_word(position.colours[one.seat], texts)
    others = [colour_word(position.colours[seat], texts) for seat in one.others]
    marks = [texts("table.by", colour=whose)]
    if others:
        marks.append(texts("table.concerns", colours=", ".join(others)))
    if one.paid:
        marks.append(texts("table.paid"))
    marks.append(rogation_marks(one.card, texts)[1])
    source, beat = eyes.came.get(TEXT[one.card], ("", 0))
    return Token(
        id=f"force-{place}-{TEXT[one.card]}",
        kind="card",
        label=card_name(one.card, texts),
        shape="leaf",
        name=card_name(one.card, texts),
        glyph="scroll",
        tint=colour_name(position, one.seat),
        marks=tuple(marks),
        seat=one.seat,
        power="held" if LASTS[one.card] == "conditional" else "",
        text=card_words(one.card, texts),
        rule=TEXT[one.card],
        came_from=source,
        beat=beat,
    )


def _vortex(eyes: Eyes) -> Zone:
    position, texts = eyes.position, eyes.texts
    left = Token(
        id="locations",
        kind="marker",
        label=texts("table.pile.locations.label", number=len(position.locations)),
        shape="chip",
        face=str(len(position.locations)),
        name=texts("table.pile.locations.name"),
        text=_used(eyes),
    )
    return Zone(
        id="vortex",
        label=texts("table.vortex"),
        layout="chips",
        place="middle",
        tokens=(open_pile(eyes, "vortex", "vortex", position.vortex), left),
    )


def _used(eyes: Eyes) -> str:
    names = ", ".join([card_name(card, eyes.texts) for card in eyes.position.used])
    left = eyes.texts("table.locations-left", number=len(eyes.position.locations))
    return f"{left} {eyes.texts('table.locations-used', names=names)}" if names else left
