"""What a seat of Tempest may know, a fair re-deal of what it may not, and what must never break."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from tabletop_kit.engine.luck import Luck
from tabletop_kit.engine.ruling import Json, Seat
from tabletop_kit.games.tempest.cards import (
    HOLDS,
    HOSTS,
    IS_CHARACTER,
    IS_RELIC,
    IS_SPELL,
    STATICS,
    SU,
    Card,
    Cards,
    written,
)
from tabletop_kit.games.tempest.entering import MOST_RELICS, closed_to, relics_on
from tabletop_kit.games.tempest.names import names_in_play
from tabletop_kit.games.tempest.piece_reading import temple_table, unit_text
from tabletop_kit.games.tempest.position import (
    Attached,
    Member,
    Position,
    Temple,
    Unit,
)
from tabletop_kit.games.tempest.setup import dump

STREAMS = ("start", "deck", "discard", "shuffle")
HIDDEN = "?"


def view(position: Position, seat: Seat | None) -> dict[str, Json]:
    """The position keys as a seat may know them (0.5): ``?`` for every card it may not see."""
    data = dump(position)
    for other in range(position.seats):
        data["decks"][other] = [HIDDEN] * len(position.decks[other])
        if other == seat:
            continue
        data["hands"][other] = [HIDDEN] * len(position.hands[other])
        data["wander"][other] = _texts(position.wander[other], other)
        data["battleground"][other] = _texts(position.battleground[other], other)
        data["temples"][other] = [
            temple_table(temple, other, True) for temple in position.temples[other]
        ]
    return data


def _texts(units: tuple[Unit, ...], seat: Seat) -> list[str]:
    return [unit_text(unit, seat, True) for unit in units]


# -- a fair re-deal ------------------------------------------------------------------------------


class _Deal:
    """The cards of one owner that a seat cannot see, dealt anew into their places."""

    def __init__(self, position: Position, owner: Seat, seat: Seat, luck: Luck) -> None:
        self.position, self.owner, self.luck = position, owner, luck
        self.pool: list[Card] = list(position.decks[owner])
        if owner != seat:
            self.pool += position.hands[owner]
            self.pool += _hidden_cards(position, owner, seat)
        self.pool.sort()

    def one(self, kinds: Cards) -> Card:
        """One of the unseen cards that may lie there; which is drawn by chance."""
        found = [card for card in self.pool if card in kinds]
        place, self.luck = self.luck.below("deck", len(found))
        self.pool.remove(found[place])
        return found[place]

    def rest(self) -> list[Card]:
        """All that are left, in random order."""
        cards, self.luck = self.luck.shuffled("deck", tuple(self.pool))
        return list(cards)


def _hidden_cards(position: Position, owner: Seat, eyes: Seat) -> list[Card]:
    """The face-down cards that an owner has in play, but for those under what ``eyes`` controls."""
    found = []
    for seat in range(position.seats):
        if seat == eyes:
            continue
        for unit in _all_units(position, seat):
            for member in unit.members:
                if not unit.name and member.owner == owner:
                    found.append(member.card)
                laid = (*member.relics, *member.spells)
                found += [one.card for one in laid if not one.name and one.owner == owner]
        for temple in position.temples[seat]:
            found += [one.card for one in temple.relics if not one.name and one.owner == owner]
    return found


def _all_units(position: Position, seat: Seat) -> Iterator[Unit]:
    yield from position.wander[seat]
    yield from position.battleground[seat]
    for temple in position.temples[seat]:
        yield from temple.inside


def imagine(position: Position, seat: Seat, seed: int) -> Position:
    """Another full position that this seat cannot tell from the real one, fairly drawn.

    What may lie face down where is kept: Relics on hosts, Spells under casters, cards of SU 0 in
    Temples that take them. The luck is new.
    """
    luck = Luck.of(seed, STREAMS)
    hands, decks = list(position.hands), list(position.decks)
    deals = {}
    for owner in range(position.seats):
        deals[owner] = _Deal(position, owner, seat, Luck.of(seed + owner + 1, STREAMS))
    found = replace(position, luck=luck)
    found = _redealt(found, seat, deals)
    for owner, deal in deals.items():
        rest = deal.rest()
        if owner != seat:
            count = len(position.hands[owner])
            hands[owner], rest = tuple(sorted(rest[:count])), rest[count:]
        decks[owner] = tuple(rest)
    fields = {name: value for name, value in vars(found).items() if not name.startswith("_")}
    asked = found.asked
    if asked is not None and asked.kind == "discard":
        fields["asked"] = asked._replace(options=tuple(written(sorted(set(hands[asked.seat])))))
    return Position.of({**fields, "hands": tuple(hands), "decks": tuple(decks)})


def _redealt(position: Position, seat: Seat, deals: dict[Seat, _Deal]) -> Position:
    """The face-down cards of all others, dealt anew where they lie.

    Whoever controls a card sees what lies face down on or under it, whosever that is.
    """

    def unit(one: Unit, temple: Temple | None) -> Unit:
        members = tuple([_member(member, one, temple) for member in one.members])
        return one if members == one.members else one._replace(members=members)

    def _member(member: Member, one: Unit, temple: Temple | None) -> Member:
        if not one.name and member.owner != seat and temple is not None:
            return member._replace(card=deals[member.owner].one(_occupants(position, temple)))
        return member._replace(
            relics=tuple([_laid(relic, "character") for relic in member.relics]),
            spells=tuple([_laid(spell, "spell") for spell in member.spells]),
        )

    def _laid(one: Attached, kind: str) -> Attached:
        if one.name or one.owner == seat:
            return one
        return one._replace(card=deals[one.owner].one(_LYING[kind]))

    def area(controller: Seat, found: tuple[Unit, ...]) -> tuple[Unit, ...]:
        return found if controller == seat else tuple([unit(one, None) for one in found])

    wander = tuple([area(at, found) for at, found in enumerate(position.wander)])
    field = tuple([area(at, found) for at, found in enumerate(position.battleground)])
    temples = tuple(
        [
            found
            if at == seat
            else tuple(
                [
                    temple._replace(
                        relics=tuple([_laid(relic, "temple") for relic in temple.relics]),
                        inside=tuple([unit(one, temple) for one in temple.inside]),
                    )
                    for temple in found
                ]
            )
            for at, found in enumerate(position.temples)
        ]
    )
    return replace(position, wander=wander, battleground=field, temples=temples)


_LYING: dict[str, Cards] = {
    "character": tuple(
        [card for card in range(len(SU)) if IS_RELIC[card] and "character" in HOSTS[card]]
    ),
    "temple": tuple(
        [card for card in range(len(SU)) if IS_RELIC[card] and "temple" in HOSTS[card]]
    ),
    "spell": tuple([card for card in range(len(SU)) if IS_SPELL[card]]),
}


def _occupants(position: Position, temple: Temple) -> Cards:
    """What may lie face down in a Temple: Characters of SU 0 that it takes."""
    return tuple(
        [
            card
            for card in range(len(SU))
            if IS_CHARACTER[card]
            and SU[card] == 0
            and not closed_to(position, temple.card, card)
            and not any([static.do == "forbid" for static in STATICS[card]])
        ]
    )


# -- what must never be broken -------------------------------------------------------------------


def breaches(position: Position) -> Iterator[str]:
    """What must never be broken and is, one sentence each."""
    for name, count in Counter(names_in_play(position)).items():
        if count > 1:
            yield f"{name} is on the table {count} times"
    for seat in range(position.seats):
        for temple in position.temples[seat]:
            members = sum([len(unit.members) for unit in temple.inside])
            if members > HOLDS[temple.card]:
                yield f"{temple.name} holds {members}, more than it may"
            if relics_on(temple) > MOST_RELICS:
                yield f"{temple.name} has more than two Relics"
        for unit in _all_units(position, seat):
            if any([len(member.relics) > 1 for member in unit.members]):
                yield f"{unit.name} carries more than one Relic"
        for pile in (position.hands[seat], position.discard[seat]):
            if tuple(sorted(pile)) != pile:
                yield f"a pile of seat {seat} is out of order: {written(pile)}"
    if (position.outcome is None) == (position.phase == "over"):
        yield "the end and its outcome do not go together"
