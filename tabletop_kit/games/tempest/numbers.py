"""What cards in play count: Strength, Faith, keywords, protection (3.4, 3.5, 3.8, TG-A52, A56)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.board import Source as Source
from tabletop_kit.games.tempest.board import all_keywords as all_keywords
from tabletop_kit.games.tempest.cards import (
    BULLET,
    CARD_NAME,
    COUNTED,
    FORMS,
    FT,
    IS_CHANNELLER,
    PANTHEON,
    PRINTED_KEYWORDS,
    ST,
    STATICS,
    Static,
    by_card,
)
from tabletop_kit.games.tempest.names import Held, relics
from tabletop_kit.games.tempest.position import (
    BATTLEGROUND,
    HAND,
    WANDER,
    Attached,
    Member,
    Spot,
    Table,
    Temple,
    Unit,
    partners,
    spots,
)
from tabletop_kit.games.tempest.scopes import ATTACHED, BEARER, NEAR, outdone
from tabletop_kit.games.tempest.scopes import area_kind as area_kind
from tabletop_kit.games.tempest.scopes import carried as carried
from tabletop_kit.games.tempest.scopes import fits as fits
from tabletop_kit.games.tempest.scopes import laid_on as laid_on
from tabletop_kit.games.tempest.scopes import reaches as reaches
from tabletop_kit.games.tempest.scopes import sources as sources
from tabletop_kit.games.tempest.scopes import within as within
from tabletop_kit.games.tempest.scopes import works as works

DEFENDS = tuple([found[0].n if found else 0 for found in by_card("defends_at")])
"""At what a card defends in place of its own ST; 0: at its ST."""
PRINTED_FAITH = tuple([max(points, 0) for points in FT])
"""Of every card its printed FT, a bullet's being 0."""
RIDER_SHARES = frozenset(("missile", "ambush"))
"""The keywords of a rider that its mount shares (TG-A56)."""


# -- Strength ------------------------------------------------------------------------------------


def base(table: Table, spot: Spot, defending: bool = False) -> int:
    """The ST a card starts from: printed, of its form, powered, counted, or what a Spell sets."""
    unit = spot.unit
    fixed = [static.n for static in felt(table, spot, "set_st")]
    total = fixed[0] if fixed else 0
    for member in unit.members:
        at = _defends_at(unit, member) if defending else 0
        if fixed:
            total = at or total
        else:
            total += at or _printed(table, spot, member)
    return total


def _defends_at(unit: Unit, member: Member) -> int:
    if unit.form >= 0:
        return FORMS[member.card][unit.form].defends_at
    return DEFENDS[member.card]


def _printed(table: Table, spot: Spot, member: Member) -> int:
    printed = ST[member.card]
    if printed != BULLET:
        return printed
    if spot.unit.form >= 0:
        return FORMS[member.card][spot.unit.form].st
    counted = COUNTED[member.card]
    if counted is None:
        return spot.unit.power
    return sum(
        [
            any([fits(counted, one.card) for one in other.unit.members])
            for other in spots(table, spot.seat)
            if other.unit.name
        ]
    )


class Part(NamedTuple):
    """One thing that makes up a number: how much, and the card behind it (or what ends it)."""

    points: int
    card: str


def strength_parts(
    table: Table, spot: Spot, role: str = "", foe: Unit | Temple | None = None
) -> list[Part]:
    """What is added to the base of a card: outside a fight, ``attacking`` or ``defending``."""
    parts = [
        part for member in spot.unit.members for part in _of_member(table, spot, member, role, foe)
    ]
    parts += _from_afar(table, spot, role, foe)
    return parts


def _of_member(
    table: Table, spot: Spot, member: Member, role: str, foe: Unit | Temple | None
) -> Iterator[Part]:
    """What a member, its Relics and the Spells on it add."""
    for static in NEAR[member.card]:
        if static.do == "st_bonus" and _counts(static, role, foe):
            yield Part(static.n, CARD_NAME[member.card])
    for relic in member.relics:
        if relic.name and BEARER[relic.card] and works(table, relic, spot):
            for static in BEARER[relic.card]:
                if static.do == "st_bonus" and _counts(static, role, foe):
                    yield Part(static.n, CARD_NAME[relic.card])
    for spell in member.spells:
        for static in _felt(table, spot, spell, "st_mod"):
            yield Part(static.n, CARD_NAME[spell.card])


def _from_afar(table: Table, spot: Spot, role: str, foe: Unit | Temple | None) -> Iterator[Part]:
    """What other cards add, the Temple that is attacked takes away, and changes that end."""
    for source in sources(table, "st_bonus"):
        static = source.static
        if static.scope.who == "attacker_of_this":
            continue
        if _counts(static, role, foe) and reaches(table, source, spot):
            yield Part(static.n, _source_name(table, source))
    if isinstance(foe, Temple) and role == "attacking":
        for static in STATICS[foe.card]:
            if static.scope.who == "attacker_of_this":
                yield Part(static.n, CARD_NAME[foe.card])
    for mod in table.mods:
        if any([member.name == mod.name for member in spot.unit.members]):
            yield Part(mod.points, mod.until)


def _source_name(table: Table, source: Source) -> str:
    for temple in table.temples[source.seat] if source.unit is None else ():
        if temple.name == source.area:
            return CARD_NAME[temple.card]
    for member in source.unit.members if source.unit else ():
        if source.static in STATICS[member.card]:
            return CARD_NAME[member.card]
    return ""


def _counts(static: Static, role: str, foe: Unit | Temple | None) -> bool:
    if static.when != "always" and static.when != role:
        return False
    if not static.versus:
        return True
    if foe is None:
        return False
    cards = [foe.card] if isinstance(foe, Temple) else [one.card for one in foe.members]
    return any([PANTHEON[card] in static.versus for card in cards])


def strength(table: Table, spot: Spot, role: str = "", foe: Unit | Temple | None = None) -> int:
    """The current ST of a card (3.8), 0 at least: outside a fight, or with a part in one."""
    total = base(table, spot, role == "defending")
    for part in strength_parts(table, spot, role, foe):
        total += part.points
    return max(total, 0)


def outside(table: Table, spot: Spot) -> int:
    """The ST that counts outside fights: a Character of ST 0 counts as 1 (TG-A52)."""
    return max(strength(table, spot), 1)


def worn_down(table: Table, spot: Spot) -> bool:
    """Whether reductions have reached the ST of a card, ST 0 counting as 1 (TG-A53)."""
    taken = -sum([static.n for static in felt(table, spot, "st_mod") if static.n < 0])
    for mod in table.mods:
        if mod.points < 0 and any([one.name == mod.name for one in spot.unit.members]):
            taken -= mod.points
    if not taken:
        return False
    total = base(table, spot)
    for part in strength_parts(table, spot):
        total += part.points
    return taken >= max(total + taken, 1)


# -- Faith ---------------------------------------------------------------------------------------


def faith(table: Table, spot: Spot) -> int:
    """The current FT of a card, all members together (3.8)."""
    total = 0
    for member in spot.unit.members:
        total += PRINTED_FAITH[member.card]
        for relic in member.relics:
            if relic.name and BEARER[relic.card] and works(table, relic, spot):
                total += sum([one.n for one in BEARER[relic.card] if one.do == "ft_bonus"])
    for source in sources(table, "ft_bonus"):
        if reaches(table, source, spot):
            total += source.static.n
    return total


def _casting_strength(table: Table, spot: Spot) -> int:
    """The ST a card and those joined to it cast with, each at least 1 (TG-A39)."""
    members = spot.unit.members
    if len(members) == 1 or any(felt(table, spot, "set_st")):
        return max(strength(table, spot), len(members))
    shares = [
        _printed(table, spot, one)
        + sum([part.points for part in _of_member(table, spot, one, "", None)])
        for one in members
    ]
    shares[0] += sum([part.points for part in _from_afar(table, spot, "", None)])
    return sum([max(share, 1) for share in shares])


def power(table: Table, spot: Spot) -> int:
    """What a card could pay for a Spell by itself (TG-A39); 0 for one that casts none."""
    if "spell_cast" not in all_keywords(spot.unit):
        return 0
    total = _casting_strength(table, spot)
    total += sum([static.n for static, _ in carried(table, spot, "cast_bonus")])
    if any(
        [
            IS_CHANNELLER[one.card] and "spell_cast" in PRINTED_KEYWORDS[one.card]
            for one in spot.unit.members
        ]
    ):
        total += faith(table, spot)
    return total


def hand_size(table: Table, seat: Seat) -> int:
    """How many cards a hand is filled up to: five, and what Relics add (TG-A36)."""
    total = HAND
    for held in relics(table, seat):
        for static in STATICS[held.relic.card] if held.relic.name else ():
            if static.do == "hand_size" and not _doubled(table, held):
                total += static.n
    return total


def _doubled(table: Table, held: Held) -> bool:
    inside = held.area not in (WANDER, BATTLEGROUND)
    return inside and outdone(table, held.relic, held.seat, held.area)


# -- keywords and protection ---------------------------------------------------------------------


def _own_keywords(unit: Unit, member: Member) -> frozenset[str]:
    printed = PRINTED_KEYWORDS[member.card]
    if unit.form >= 0 and FORMS[member.card]:
        return printed | FORMS[member.card][unit.form].keywords
    return printed


def keywords(table: Table, spot: Spot) -> frozenset[str]:
    """The keywords a card in play has: its form's and its Relics' too (3.4).

    Joined cards (TG-A56): a pack has those that all members have, a rider and its mount those of
    the mount and the rider's Missile and Ambush, a familiar adds none. A Relic that kills whoever
    fights its bearer does so wherever its bearer is joined.
    """
    unit = spot.unit
    first = unit.members[0]
    if len(unit.members) == 1 and not first.relics:
        return _own_keywords(unit, first) if unit.form >= 0 else PRINTED_KEYWORDS[first.card]
    found = [_with_relics(table, spot, member) for member in unit.members]
    if len(found) == 1:
        return found[0]
    lethal = frozenset(("lethal",)) if any("lethal" in one for one in found) else frozenset()
    kinds = [PRINTED_KEYWORDS[member.card] for member in unit.members]
    if any("mount" in kind for kind in kinds) and any("rider" in kind for kind in kinds):
        mount = next(at for at, kind in enumerate(kinds) if "mount" in kind)
        shared = frozenset().union(*[one & RIDER_SHARES for one in found])
        return found[mount] | shared | lethal
    if any("familiar" in kind for kind in kinds):
        casters = [one for one, kind in zip(found, kinds, strict=True) if "familiar" not in kind]
        return frozenset().union(*casters) | lethal
    return frozenset.intersection(*found) | lethal


def _with_relics(table: Table, spot: Spot, member: Member) -> frozenset[str]:
    own = _own_keywords(spot.unit, member)
    for relic in member.relics:
        for static in BEARER[relic.card] if relic.name else ():
            if static.do == "grant" and works(table, relic, spot):
                own = own | {static.keyword}
    return own


def shielded(table: Table, spot: Spot, kind: str, by: Seat) -> bool:
    """Whether effects of that kind (``spell``, ``miracle``, ``control``) leave a card alone.

    Only those of opponents do (3.5, ``protect``).
    """
    if by in partners(table, spot.seat) or not spot.unit.name:
        return False
    for member in spot.unit.members:
        if any([one.do == "protect" and kind in one.kinds for one in NEAR[member.card]]):
            return True
    if any([kind in static.kinds for static in laid_on(spot.unit, "protect")]):
        return True
    return any(
        [
            kind in source.static.kinds and reaches(table, source, spot)
            for source in sources(table, "protect")
        ]
    )


def felt(table: Table, spot: Spot, do: str) -> Iterator[Static]:
    """What Spells attached to a card do to it, unless it is shielded from them (TG-X8)."""
    for member in spot.unit.members:
        for spell in member.spells:
            yield from _felt(table, spot, spell, do)


def _felt(table: Table, spot: Spot, spell: Attached, do: str) -> Iterator[Static]:
    for static in ATTACHED[spell.card] if spell.name else ():
        if static.do == do and not shielded(table, spot, "spell", spell.owner):
            yield static


def blocks_a_turn(spot: Spot) -> int:
    """How many attacks a card may block in a turn (TG-A47)."""
    extra = [
        static.n
        for member in spot.unit.members
        for static in NEAR[member.card]
        if static.do == "extra_block"
    ]
    return 1 + max(extra, default=0)
