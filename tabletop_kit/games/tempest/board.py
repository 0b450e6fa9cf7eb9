"""What follows from where the cards in play lie, and from nothing else: found once, then kept.

A :class:`Side` is kept as long as the cards in play of one player lie as they do, a :class:`Board`
as long as all do: both are found again by the identity of the tuples they were made from, so a
position and the draft that comes from it share them until a card moves.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import repeat
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.cards import (
    ACTIVATED,
    FORMS,
    IS_CHANNELLER,
    POWERED,
    PRINTED_KEYWORDS,
    STATICS,
    Static,
)
from tabletop_kit.games.tempest.joining import PACKS
from tabletop_kit.games.tempest.pieces import (
    BATTLEGROUND,
    WANDER,
    Attached,
    Lasting,
    Temple,
    Unit,
)

T = TypeVar("T")
Areas = tuple[tuple[Unit, ...], ...]

FAR = tuple(
    [
        tuple([static for static in found if static.scope.who in ("mine", "any", "opponent")])
        for found in STATICS
    ]
)
"""Of every card the continuous effects that reach other cards."""
ACTS, OPENS, JOINS, GROWS, REACHES, LEADS, CASTS, AWAKE, LADEN = [1 << bit for bit in range(9)]
"""A card with an ability; one to which others can be joined; one that can be joined at all; a
bullet that can be powered; one with a continuous effect on others; an undrained Channeller; an
undrained card with Spell Cast; any undrained card; one on which something lies."""
_JOINING = frozenset(("mount", "rider", "familiar", "spell_cast"))
KINDS = tuple(
    [
        ACTS * (ACTIVATED[card] is not None)
        | OPENS * bool(PACKS[card] or PRINTED_KEYWORDS[card] & {"mount", "familiar"})
        | JOINS * bool(PACKS[card] or PRINTED_KEYWORDS[card] & _JOINING)
        | GROWS * (POWERED[card] is not None)
        | REACHES * bool(FAR[card])
        for card in range(len(STATICS))
    ]
)
WAKING = tuple(
    [
        LEADS * IS_CHANNELLER[card] | CASTS * ("spell_cast" in PRINTED_KEYWORDS[card])
        for card in range(len(STATICS))
    ]
)
"""What a card is while it is undrained and face up; no form casts Spells."""
MOST_RELICS = 2
"""Relics on a Temple, those of its occupants counted (TG-A35)."""
WEAKENS = tuple(
    [
        any([one.do == "st_mod" and one.n < 0 and one.scope.who == "attached" for one in found])
        for found in STATICS
    ]
)
"""Of every card whether it takes ST from the card it lies on."""


class Spot(NamedTuple):
    """A card in play and where: whose, in which area (that of a Temple: its name)."""

    unit: Unit
    seat: Seat
    area: str


_spot: Callable[[tuple[Unit, Seat, str]], Spot] = partial(tuple.__new__, Spot)
"""A spot of its parts: every card that moves makes all of a player's anew."""


class Held(NamedTuple):
    """A Relic in play: on which card (``host``: a member's or Temple's name), whose, and where.

    ``bearer`` is the Character that carries it, ``None`` for a Temple's own.
    """

    relic: Attached
    host: str
    seat: Seat
    area: str
    bearer: Unit | None


class Source(NamedTuple):
    """A continuous effect that reaches other cards, and whose card it is of, where it lies."""

    static: Static
    seat: Seat
    area: str
    unit: Unit | None


class _Kept(Generic[T]):
    """An attribute that is found when it is asked for first; from then on it is a plain one."""

    def __init__(self, find: Callable[[Any], T]) -> None:
        self.find = find
        self.name = find.__name__
        self.__doc__ = find.__doc__

    def __get__(self, one: Any, owner: type) -> T:
        found = one.__dict__[self.name] = self.find(one)
        return found


class Side:
    """The cards in play of one player, as they lie."""

    def __init__(
        self,
        seat: Seat,
        wander: tuple[Unit, ...],
        battleground: tuple[Unit, ...],
        temples: tuple[Temple, ...],
    ) -> None:
        self.seat = seat
        self.wander = wander
        self.battleground = battleground
        self.temples = temples
        found = list(map(_spot, zip(wander, repeat(seat), repeat(WANDER))))
        if battleground:
            found += map(_spot, zip(battleground, repeat(seat), repeat(BATTLEGROUND)))
        for temple in temples:
            found += map(_spot, zip(temple.inside, repeat(seat), repeat(temple.name)))
        self.spots = tuple(found)

    @_Kept
    def named(self) -> dict[str, Spot]:
        """The Characters that lie face up, by name."""
        return {spot.unit.name: spot for spot in self.spots if spot.unit.name}

    @_Kept
    def relics(self) -> tuple[Held, ...]:
        """Every Relic on the player's cards, face up or down."""
        if not self.kinds & LADEN:
            return ()
        found = [
            Held(relic, member.name, self.seat, spot.area, spot.unit)
            for spot in self.spots
            for member in spot.unit.members
            for relic in member.relics
        ]
        for temple in self.temples:
            found += [Held(one, temple.name, self.seat, temple.name, None) for one in temple.relics]
        return tuple(found)

    @_Kept
    def sources(self) -> tuple[Source, ...]:
        """The continuous effects of the player's cards that reach other cards."""
        if not self.temples and not self.kinds & REACHES:
            return ()
        found = [
            Source(static, self.seat, spot.area, spot.unit)
            for spot in self.spots
            if spot.unit.name
            for member in spot.unit.members
            for static in FAR[member.card]
        ]
        for temple in self.temples:
            found += [
                Source(static, self.seat, temple.name, None) for static in STATICS[temple.card]
            ]
        return tuple(found)

    @_Kept
    def kinds(self) -> int:
        """What there is among the Characters and on them: :data:`ACTS` and the like, added up."""
        found = LADEN if any([temple.relics for temple in self.temples]) else 0
        for spot in self.spots:
            unit = spot.unit
            for member in unit.members:
                found |= KINDS[member.card]
                if member.relics or member.spells:
                    found |= LADEN
                if not unit.drained and unit.name:
                    found |= WAKING[member.card]
            if not unit.drained:
                found |= AWAKE
        return found

    @_Kept
    def temple_hosts(self) -> tuple[str, ...]:
        """The Temples that may take one more Relic (TG-A35)."""
        return tuple([one.name for one in self.temples if relics_on(one) < MOST_RELICS])

    @_Kept
    def character_hosts(self) -> tuple[str, ...]:
        """The members of face-up cards that may take a Relic (TG-A35)."""
        open_ = (WANDER, BATTLEGROUND, *self.temple_hosts)
        return tuple(
            [
                member.name
                for spot in self.spots
                if spot.unit.name and spot.area in open_
                for member in spot.unit.members
                if not member.relics
            ]
        )

    @_Kept
    def spell_hosts(self) -> tuple[str, ...]:
        """The casters under which a Spell may be laid face down (TG-A41)."""
        return tuple(
            [
                spot.unit.name
                for spot in self.spots
                if spot.unit.name
                and any(["spell_cast" in PRINTED_KEYWORDS[one.card] for one in spot.unit.members])
                and all([spell.name for one in spot.unit.members for spell in one.spells])
            ]
        )

    @_Kept
    def weakened(self) -> bool:
        """Whether a Spell takes ST from one of these cards."""
        return bool(self.kinds & LADEN) and any(
            spell.name and WEAKENS[spell.card]
            for spot in self.spots
            for member in spot.unit.members
            for spell in member.spells
        )

    @_Kept
    def holds_own(self) -> bool:
        """Whether one of these Characters is the player's own."""
        return self.seat in [spot.unit.members[0].owner for spot in self.spots]

    @property
    def undrained(self) -> bool:
        """Whether one of these Characters is undrained."""
        return bool(self.kinds & AWAKE)

    @property
    def has_channeller(self) -> bool:
        """Whether an undrained Channeller lies there face up."""
        return bool(self.kinds & LEADS)

    @property
    def could_pay(self) -> bool:
        """Whether an undrained Channeller, or a card with Spell Cast, lies there face up."""
        return bool(self.kinds & (LEADS | CASTS))

    @_Kept
    def has_down(self) -> bool:
        """Whether a face-down card lies on or under one of these cards."""
        if not self.kinds & LADEN:
            return False
        if any(
            not laid.name
            for spot in self.spots
            for member in spot.unit.members
            for laid in (*member.relics, *member.spells)
        ):
            return True
        return not all([relic.name for temple in self.temples for relic in temple.relics])

    @_Kept
    def timings(self) -> frozenset[str]:
        """The windows for which a card here has an ability that it could be used for.

        One whose cost does not drain it counts drained too.
        """
        found = set()
        for spot in self.spots:
            for member in spot.unit.members if spot.unit.name else ():
                ability = ACTIVATED[member.card]
                if ability and not (spot.unit.drained and "drain_self" in ability.cost):
                    found.add(ability.timing)
        for held in self.relics:
            ability = ACTIVATED[held.relic.card] if held.relic.name else None
            if ability is not None:
                found.add(ability.timing)
        return frozenset(found)

    @_Kept
    def names(self) -> frozenset[str]:
        """The names of all cards here that lie face up, of members, Relics and Spells too."""
        found = {temple.name for temple in self.temples}
        found.update([held.relic.name for held in self.relics])
        for spot in self.spots:
            for member in spot.unit.members:
                found.add(member.name)
                found.update([spell.name for spell in member.spells])
        return frozenset(found)


class Laid(Protocol):
    """What a board is made from: a position, or one in the making."""

    @property
    def wander(self) -> Areas:
        """Wander Areas."""

    @property
    def battleground(self) -> Areas:
        """The Battleground, by controller."""

    @property
    def temples(self) -> tuple[tuple[Temple, ...], ...]:
        """Temples, oldest first."""

    @property
    def lasting(self) -> tuple[Lasting, ...]:
        """Spells and Miracles that stay."""


class Board:
    """All cards in play, as they lie."""

    def __init__(self, table: Laid, before: Board | None) -> None:
        self.wander = table.wander
        self.battleground = table.battleground
        self.temples = table.temples
        self.lasting = table.lasting
        self.sides: tuple[Side, ...] = ()
        old = (None,) * len(table.wander) if before is None else before.sides
        sides = []
        areas = zip(old, table.wander, table.battleground, table.temples, strict=True)
        for seat, (side, wander, field, temples) in enumerate(areas):
            if (
                side is None
                or side.wander is not wander
                or side.battleground is not field
                or side.temples is not temples
            ):
                side = Side(seat, wander, field, temples)
            sides.append(side)
        self.sides = tuple(sides)

    @_Kept
    def sources(self) -> tuple[Source, ...]:
        """Every continuous effect in play that reaches other cards."""
        found = [source for side in self.sides for source in side.sources]
        for lasting in self.lasting:
            found += [Source(one, lasting.seat, "", None) for one in STATICS[lasting.card]]
        return tuple(found)

    @_Kept
    def by_verb(self) -> dict[str, tuple[Source, ...]]:
        """The continuous effects that reach other cards, by what they do."""
        found: dict[str, tuple[Source, ...]] = {}
        for source in self.sources:
            found[source.static.do] = (*found.get(source.static.do, ()), source)
        return found

    @_Kept
    def weakened(self) -> bool:
        """Whether a Spell takes ST from a card in play."""
        return any([side.weakened for side in self.sides])


def board(table: Laid) -> Board:
    """The board of a position, or of one in the making."""
    fields = table.__dict__
    kept: Board | None = fields.get("_board")
    if (
        kept is not None
        and kept.wander is table.wander
        and kept.battleground is table.battleground
        and kept.temples is table.temples
        and kept.lasting is table.lasting
    ):
        return kept
    made = fields["_board"] = Board(table, kept)
    return made


# -- one card, one Temple --------------------------------------------------------------------------


def channels(unit: Unit) -> bool:
    """Whether a card is a Channeller that lies face up."""
    return bool(unit.name) and any([IS_CHANNELLER[one.card] for one in unit.members])


def all_keywords(unit: Unit) -> frozenset[str]:
    """The keywords of all members, Relics aside."""
    members = unit.members
    if unit.form < 0 and len(members) == 1:
        return PRINTED_KEYWORDS[members[0].card]
    found: frozenset[str] = frozenset()
    for member in members:
        found = found | PRINTED_KEYWORDS[member.card]
        if unit.form >= 0 and FORMS[member.card]:
            found = found | FORMS[member.card][unit.form].keywords
    return found


def relics_on(temple: Temple) -> int:
    """How many Relics a Temple and its occupants hold, face down ones too."""
    carried = [len(one.relics) for unit in temple.inside for one in unit.members]
    return len(temple.relics) + sum(carried)
