"""Cards that come into play: drained or not, numbered, with their forms and triggers (TG-A19)."""

from __future__ import annotations

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.board import MOST_RELICS as MOST_RELICS
from tabletop_kit.games.tempest.board import relics_on as relics_on
from tabletop_kit.games.tempest.cards import (
    ABILITIES,
    FORMS,
    HOLDS,
    IS_CHARACTER,
    OCCUPATION,
    PANTHEON,
    PRINTED_KEYWORDS,
    STATICS,
    TEXT,
    Card,
)
from tabletop_kit.games.tempest.draft import Draft
from tabletop_kit.games.tempest.names import free_name, spot_named, temple_named
from tabletop_kit.games.tempest.numbers import area_kind, shielded, sources
from tabletop_kit.games.tempest.position import (
    BATTLEGROUND,
    Attached,
    Member,
    Question,
    Spot,
    Table,
    Temple,
    Unit,
    partners,
    spots,
)

# -- Temples -------------------------------------------------------------------------------------


_CLOSED = tuple(
    [
        tuple([own != other and "Neutral" not in (own, other) for other in PANTHEON])
        for own in PANTHEON
    ]
)
"""Of every Temple the cards to which its Pantheon closes it; of other cards it means nothing."""


def closed_to(table: Table, temple_card: Card, card: Card) -> bool:
    """Whether a Temple is closed to a card by its Pantheon (TG-A25)."""
    return _CLOSED[temple_card][card] and not table.choices.ignore_pantheon


_BARS_ITSELF = tuple(
    [
        any([static.do == "forbid" and static.scope.who == "self" for static in found])
        for found in STATICS
    ]
)
"""Of every card whether it enters no Temple."""


def barred(table: Table, card: Card, spot: Spot | None = None) -> str:
    """The id of the card that keeps a card out of every Temple; empty where none does (TG-X9).

    ``spot``: where it stands, if it is in play; what shields it there from opponents keeps
    theirs from barring it (TG-X8).
    """
    if _BARS_ITSELF[card]:
        return TEXT[card]
    for lasting in table.lasting:
        if not any([static.do == "forbid" for static in STATICS[lasting.card]]):
            continue
        if spot is None or not shielded(table, spot, "miracle", lasting.seat):
            return TEXT[lasting.card]
    return ""


def relics_of(unit: Unit) -> int:
    """How many Relics a card carries."""
    return sum([len(member.relics) for member in unit.members])


def room(temple: Temple) -> int:
    """How many more Characters a Temple holds; a joined card takes a place for each member."""
    left = HOLDS[temple.card]
    for unit in temple.inside:
        left -= len(unit.members)
    return left


def fits_inside(table: Table, temple: Temple, spot: Spot) -> bool:
    """Whether a card with all its members and Relics may enter a Temple (TG-A25, A35, T2, T3)."""
    members = spot.unit.members
    if len(members) > room(temple):
        return False
    closed, coming = _CLOSED[temple.card], 0
    for member in members:
        card = member.card
        if closed[card] and closed_to(table, temple.card, card):
            return False
        if (_BARS_ITSELF[card] or table.lasting) and barred(table, card, spot):
            return False
        coming += len(member.relics)
    return not coming or relics_on(temple) + coming <= MOST_RELICS


def takes(table: Table, temple: Temple, card: Card) -> bool:
    """Whether a Temple has room for a card and is open to it."""
    return room(temple) > 0 and not closed_to(table, temple.card, card) and not barred(table, card)


def lands(table: Table, summoner: str, card: Card) -> str:
    """The name of the Temple to which a Character goes by itself, if it does (TG-A19)."""
    spot = spot_named(table, summoner)
    found = None if spot is None else temple_named(table, spot.area)
    inside = found is not None and IS_CHARACTER[card] and takes(table, found[1], card)
    return found[1].name if found is not None and inside else ""


# -- coming into play ----------------------------------------------------------------------------


def arrives_drained(table: Table, card: Card, area: str) -> bool:
    """Whether a card comes into play drained (TG-L5, with the options TG-O1 and TG-O2)."""
    if "enters_undrained" in PRINTED_KEYWORDS[card]:
        return False
    if table.choices.bg_summons_undrained and area == BATTLEGROUND:
        return False
    return not (table.choices.priests_undrained and OCCUPATION[card] == "Priest")


def enter(draft: Draft, seat: Seat, card: Card, area: str, drained: bool | None = None) -> Spot:
    """A Character comes into play face up; what happens thereupon is scheduled."""
    name = free_name(draft, card)
    if drained is None:
        drained = arrives_drained(draft, card, area)
    unit = Unit(name, (Member(card, name, seat),), drained)
    spot = draft.place(unit, seat, area)
    draft.stirred = True
    draft.tell("entered", "TG-A19", seat, reveals=True, name=name, area=area, drained=drained)
    tasks: list[tuple[object, ...]] = [("form", name)] if FORMS[card] else []
    if OCCUPATION[card] == "Deity" and not draft.choices.no_deity_win:
        tasks.append(("win", partners(draft, seat), "deity", "TG-A32"))
    for ability in ABILITIES[card]:
        if ability.on == "enter":
            tasks.append(("enter_trigger", name, card, seat))
    draft.then(tasks)
    return spot


def enter_temple(draft: Draft, seat: Seat, card: Card) -> Temple:
    """A Temple comes into play."""
    temple = Temple(card, free_name(draft, card))
    draft.temples = (
        *draft.temples[:seat],
        (*draft.temples[seat], temple),
        *draft.temples[seat + 1 :],
    )
    draft.stirred = True
    draft.tell("temple-entered", "TG-A21", seat, reveals=True, name=temple.name)
    return temple


def put_inside(draft: Draft, names: tuple[str, ...], temple: str, seat: Seat) -> None:
    """Who paid for a Temple and is to be inside goes there, as it is (TG-A21, A22)."""
    for name in names:
        spot = spot_named(draft, name)
        found = temple_named(draft, temple)
        if spot is None or found is None or spot.seat != seat:
            continue
        if fits_inside(draft, found[1], spot):
            draft.shift(spot, seat, temple)


def put_relic(draft: Draft, host: str, relic: Attached, seat: Seat) -> bool:
    """A Relic is put on a member of one's card, or on one's Temple; whether the host is there."""
    found = temple_named(draft, host)
    if found is not None and found[0] == seat:
        new = found[1]._replace(relics=(*found[1].relics, relic))
        draft.set_temple(seat, found[1], new)
        return True
    for spot in list(spots(draft, seat)):
        for member in spot.unit.members:
            if member.name == host:
                draft.attach(spot, member, relic)
                return True
    return False


def step_form(draft: Draft, name: str) -> None:
    """The controller picks a form (3.3, ``forms``; TG-H5)."""
    spot = spot_named(draft, name)
    if spot is not None:
        card = spot.unit.card
        words = tuple([form.name for form in FORMS[card]])
        draft.ask(Question("form", spot.seat, TEXT[card], words, about=(name,)))


def frozen(table: Table, spot: Spot) -> bool:
    """Whether a card does not reset (``no_reset``, TG-X11)."""
    return any(
        [
            area_kind(spot.area) in source.static.scope.area
            and not shielded(table, spot, "miracle", source.seat)
            for source in sources(table, "no_reset")
        ]
    )
