"""Finding cards by their names, and naming what comes into play (part 0.1 of the rules page)."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.areas import make_spot
from tabletop_kit.games.tempest.board import Held as Held
from tabletop_kit.games.tempest.board import board
from tabletop_kit.games.tempest.cards import CARD, Card
from tabletop_kit.games.tempest.position import (
    Attached,
    Lasting,
    Member,
    Spot,
    Table,
    Temple,
    Unit,
    all_spots,
    name_of,
)


def down_name(temple: Temple, unit: Unit) -> str:
    """The name of a face-down occupant: by its place, oldest first."""
    down = [one for one in temple.inside if not one.name]
    # Two of them may be equal: it is the very card that is meant.
    place = next((at for at, one in enumerate(down) if one is unit), None)
    place = down.index(unit) if place is None else place
    return f"{temple.name}/down" + (f"#{place + 1}" if place else "")


def spot_name(table: Table, spot: Spot) -> str:
    """How a card in play is named, face up or down."""
    if spot.unit.name:
        return spot.unit.name
    temple = temple_named(table, spot.area)
    assert temple is not None
    return down_name(temple[1], spot.unit)


def spot_named(table: Table, name: str) -> Spot | None:
    """The card in play that is so named; a joined card by its first member only."""
    if "/" in name:
        return _down_named(table, name)
    for side in board(table).sides:
        for area in side.areas:
            unit = area.named.get(name)
            if unit is not None:
                return make_spot((unit, side.seat, area.name))
    return None


def _down_named(table: Table, name: str) -> Spot | None:
    host, _, rest = name.partition("/")
    place = place_number(rest, "down")
    found = temple_named(table, host) if place else None
    if found is None:
        return None
    seat, temple = found
    down = [unit for unit in temple.inside if not unit.name]
    return Spot(down[place - 1], seat, temple.name) if place <= len(down) else None


def place_number(text: str, word: str) -> int:
    """Which of several face-down ones is meant, from 1; 0 where the text is no such place.

    >>> place_number("relic", "relic"), place_number("relic#2", "relic"), place_number("x", "relic")
    (1, 2, 0)
    """
    if text == word:
        return 1
    found, _, number = text.partition("#")
    return int(number) if found == word and number.isdigit() and int(number) > 1 else 0


def temple_named(table: Table, name: str) -> tuple[Seat, Temple] | None:
    """The Temple of that name, and whose it is."""
    for seat, temples in enumerate(table.temples):
        for temple in temples:
            if temple.name == name:
                return seat, temple
    return None


def member_named(table: Table, name: str) -> tuple[Spot, Member] | None:
    """The card in play that holds a member of that name, and the member."""
    for spot in all_spots(table):
        for member in spot.unit.members:
            if member.name == name and spot.unit.name:
                return spot, member
    return None


def relics(table: Table, seat: Seat) -> tuple[Held, ...]:
    """Every Relic on a player's cards, face up or down."""
    return board(table).sides[seat].relics


def relic_named(table: Table, name: str) -> Held | None:
    """The Relic of that name, or the face-down one at that place (``garrison/relic``)."""
    host, slash, rest = name.partition("/")
    place = place_number(rest, "relic") if slash else 0
    if slash and not place:
        return None
    for seat in range(table.seats):
        for held in relics(table, seat):
            if not slash and held.relic.name == name:
                return held
            if slash and held.host == host and not held.relic.name:
                place -= 1
                if not place:
                    return held
    return None


def relic_name(table: Table, held: Held) -> str:
    """How a Relic is named: its own name, or its place while it lies face down."""
    if held.relic.name:
        return held.relic.name
    down = [one for one in relics(table, held.seat) if one.host == held.host and not one.relic.name]
    place = next((at for at, one in enumerate(down) if one.relic is held.relic), 0)
    return f"{held.host}/relic" + (f"#{place + 1}" if place else "")


def spell_under(table: Table, name: str) -> tuple[Spot, Member, Attached] | None:
    """The face-down Spell at that place (``warlock/spell``), and its caster."""
    host, _, rest = name.partition("/")
    found = member_named(table, host) if rest == "spell" else None
    for spell in found[1].spells if found else ():
        if not spell.name and found:
            return found[0], found[1], spell
    return None


def lasting_named(table: Table, name: str) -> Lasting | None:
    """The Spell or Miracle that stays, of that name."""
    return next((one for one in table.lasting if one.name == name), None)


def names_in_play(table: Table) -> Iterator[str]:
    """The name of every card in play that lies face up."""
    for spot in all_spots(table):
        for member in spot.unit.members:
            if member.name:
                yield member.name
            for one in (*member.relics, *member.spells):
                if one.name:
                    yield one.name
    for seat in range(table.seats):
        for temple in table.temples[seat]:
            yield temple.name
            for one in temple.relics:
                if one.name:
                    yield one.name
    for lasting in table.lasting:
        yield lasting.name


def free_name(table: Table, card: Card) -> str:
    """The name that the next card of its id gets: the lowest number no other has (0.1)."""
    sides = board(table).sides
    lasting = [one.name for one in table.lasting]
    number = 1
    while (name := name_of(card, number)) in lasting or any([one.has_name(name) for one in sides]):
        number += 1
    return name


def card_of(name: str) -> Card:
    """The card that a name is of. Raises ``KeyError`` for a place."""
    return CARD[name.partition("#")[0]]
