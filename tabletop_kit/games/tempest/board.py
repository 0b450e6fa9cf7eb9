"""What follows from where the cards in play lie, and from nothing else: found once, then kept.

A :class:`Side` is kept as long as the cards in play of one player lie as they do, a :class:`Board`
as long as all do: both are found again by the identity of the tuples they were made from, so a
position and the draft that comes from it share them until a card moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.areas import ACTS as ACTS
from tabletop_kit.games.tempest.areas import CASTS as CASTS
from tabletop_kit.games.tempest.areas import DOWN, LEADS, REACHES, Area, Kept
from tabletop_kit.games.tempest.areas import GROWS as GROWS
from tabletop_kit.games.tempest.areas import JOINS as JOINS
from tabletop_kit.games.tempest.areas import KINDS as KINDS
from tabletop_kit.games.tempest.areas import LADEN as LADEN
from tabletop_kit.games.tempest.areas import OPENS as OPENS
from tabletop_kit.games.tempest.areas import Held as Held
from tabletop_kit.games.tempest.areas import Source as Source
from tabletop_kit.games.tempest.areas import Spot as Spot
from tabletop_kit.games.tempest.cards import (
    ACTIVATED,
    FORMS,
    IS_CHANNELLER,
    PRINTED_KEYWORDS,
    STATICS,
)
from tabletop_kit.games.tempest.pieces import (
    BATTLEGROUND,
    WANDER,
    Lasting,
    Temple,
    Unit,
)

Areas = tuple[tuple[Unit, ...], ...]
MOST_RELICS = 2
"""Relics on a Temple, those of its occupants counted (TG-A35)."""
_NO_TIMINGS: frozenset[str] = frozenset()


class Side:
    """The cards in play of one player, as they lie; ``before`` is how they last lay.

    ``kinds`` is what there is among the Characters and on them: ``ACTS`` and the like, added up.
    """

    def __init__(
        self,
        seat: Seat,
        wander: tuple[Unit, ...],
        battleground: tuple[Unit, ...],
        temples: tuple[Temple, ...],
        before: Side | None,
    ) -> None:
        self.seat = seat
        self.wander = wander
        self.battleground = battleground
        self.temples = temples
        self.areas: list[Area] = []
        kept = () if before is None else before.areas
        kinds = 0
        if wander:
            kinds |= self._add(WANDER, wander, kept)
        if battleground:
            kinds |= self._add(BATTLEGROUND, battleground, kept)
        for temple in temples:
            if temple.inside:
                kinds |= self._add(temple.name, temple.inside, kept)
            if temple.relics:
                kinds |= LADEN
                if not all([relic.name for relic in temple.relics]):
                    kinds |= DOWN
            if STATICS[temple.card]:
                kinds |= REACHES
        self.kinds = kinds
        if not kinds & LADEN:
            self.__dict__["relics"] = ()

    def _add(self, name: str, units: tuple[Unit, ...], kept: Sequence[Area]) -> int:
        """An area of the side: the kept one, if the same cards still lie in it."""
        for area in kept:
            if area.units is units and area.name == name:
                break
        else:
            area = Area(self.seat, name, units)
        self.areas.append(area)
        return area.kinds

    @Kept
    def spots(self) -> tuple[Spot, ...]:
        """Every Character, with its place."""
        return tuple([spot for area in self.areas for spot in area.spots])

    @Kept
    def relics(self) -> tuple[Held, ...]:
        """Every Relic on the player's cards, face up or down."""
        found = [held for area in self.areas for held in area.relics]
        for temple in self.temples:
            found += [Held(one, temple.name, self.seat, temple.name, None) for one in temple.relics]
        return tuple(found)

    @Kept
    def sources(self) -> tuple[Source, ...]:
        """The continuous effects of the player's cards that reach other cards."""
        found: list[Source] = []
        if self.kinds & REACHES:
            found += [source for area in self.areas for source in area.sources]
        for temple in self.temples:
            if statics := STATICS[temple.card]:
                found += [Source(static, self.seat, temple.name, None) for static in statics]
        return tuple(found)

    @Kept
    def temple_hosts(self) -> tuple[str, ...]:
        """The Temples that may take one more Relic (TG-A35)."""
        return tuple([one.name for one in self.temples if relics_on(one) < MOST_RELICS])

    @Kept
    def character_hosts(self) -> tuple[str, ...]:
        """The members of face-up cards that may take a Relic (TG-A35)."""
        open_ = (WANDER, BATTLEGROUND, *self.temple_hosts)
        return tuple(
            [host for area in self.areas if area.name in open_ for host in area.character_hosts]
        )

    @Kept
    def spell_hosts(self) -> tuple[str, ...]:
        """The casters under which a Spell may be laid face down (TG-A41)."""
        return tuple([host for area in self.areas for host in area.spell_hosts])

    @property
    def could_pay(self) -> bool:
        """Whether an undrained Channeller, or a card with Spell Cast, lies there face up."""
        return bool(self.kinds & (LEADS | CASTS))

    @Kept
    def timings(self) -> frozenset[str]:
        """The windows for which a card here has an ability that it could be used for.

        One whose cost does not drain it counts drained too.
        """
        found = _NO_TIMINGS
        if self.kinds & ACTS:
            found = found.union(*[area.timings for area in self.areas])
        for held in self.relics:
            ability = ACTIVATED[held.relic.card] if held.relic.name else None
            if ability is not None:
                found = found | {ability.timing}
        return found

    def has_name(self, name: str) -> bool:
        """Whether a card here that lies face up is so named, be it a member, Relic or Spell."""
        for area in self.areas:
            if name in area.names:
                return True
        for temple in self.temples:
            if temple.name == name or name in [relic.name for relic in temple.relics]:
                return True
        return False


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


_NO_SOURCES: dict[str, tuple[Source, ...]] = {}


class Board:
    """All cards in play, as they lie; ``kinds`` is what there is among those of all sides."""

    sides: tuple[Side, ...]

    def __init__(self, table: Laid, before: Board | None) -> None:
        self.wander = table.wander
        self.battleground = table.battleground
        self.temples = table.temples
        self.lasting = table.lasting
        laid = zip(self.wander, self.battleground, self.temples, strict=True)
        if before is None:
            sides = [Side(seat, *found, None) for seat, found in enumerate(laid)]
        else:
            sides = [
                side
                if side.wander is wander and side.battleground is field and side.temples is temples
                else Side(side.seat, wander, field, temples, side)
                for side, (wander, field, temples) in zip(before.sides, laid, strict=True)
            ]
        self.sides = tuple(sides)
        kinds = 0
        for side in sides:
            kinds |= side.kinds
        self.kinds = kinds
        if not (kinds & REACHES or self.lasting):
            self.__dict__["by_verb"] = _NO_SOURCES

    @Kept
    def by_verb(self) -> dict[str, tuple[Source, ...]]:
        """The continuous effects that reach other cards, by what they do."""
        sources = [source for side in self.sides for source in side.sources]
        for lasting in self.lasting:
            sources += [Source(one, lasting.seat, "", None) for one in STATICS[lasting.card]]
        found: dict[str, tuple[Source, ...]] = {}
        for source in sources:
            verb = source.static.do
            found[verb] = (*found[verb], source) if verb in found else (source,)
        return found


def board(table: Laid) -> Board:
    """The board of a position, or of one in the making."""
    # By the mapping: positions and drafts take turns here, and attributes of one class are quick.
    fields = table.__dict__
    kept: Board | None
    try:
        kept = fields["_board"]
    except KeyError:
        kept = None
    else:
        if (
            kept.wander is fields["wander"]
            and kept.battleground is fields["battleground"]
            and kept.temples is fields["temples"]
            and kept.lasting is fields["lasting"]
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
