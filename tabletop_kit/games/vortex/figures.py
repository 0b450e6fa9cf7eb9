"""What two cards reckon with in a Crusade: step C5 of the rules page, and step C6."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.vortex.cards import (
    COLOURS,
    FIRE,
    IS_FRENZY,
    PRINTED,
    REASON,
    SWORD,
    WATER,
    Card,
    Cards,
    Effect,
    Figures,
    by_card,
)
from tabletop_kit.games.vortex.position import Table, Unit

MODS, SWAPS, WINDOWS = by_card("mod"), by_card("swap_attr"), by_card("window")
COMPARES, PROTECTS, SUPPRESSES = by_card("compare"), by_card("protect"), by_card("suppress")
_REVEALS = by_card("reveal")
USUAL_LEAD = 2
"""The largest lead that converts where nothing says otherwise (VX-R1, VX-R4)."""
KILLING_LEAD = 4
"""The smallest lead by Fire that kills (VX-R6)."""


def active(table: Table, unit: Unit) -> Cards:
    """The Frenzies of a card that have their effect: face up, no bluffs, not suppressed."""
    if not unit.attached or SUPPRESSES[table.site]:
        return ()
    return tuple([code >> 1 for code in unit.attached if code & 1 and IS_FRENZY[code >> 1]])


def may_turn_up(table: Table) -> bool:
    """Whether face-down cards can be turned up at all."""
    return not any(effect.how == "never" for effect in _REVEALS[table.site])


def turned_up(table: Table, unit: Unit) -> Unit:
    """The card as it will be once step C3 has turned up what is attached to it."""
    if not unit.attached or not may_turn_up(table):
        return unit
    return Unit(unit.card, tuple([code | 1 for code in unit.attached]))


class Side(NamedTuple):
    """One of the two engaged cards: whose, which, in which role."""

    seat: Seat
    unit: Unit
    role: str


def figures(table: Table, attack: Side, defence: Side) -> tuple[Figures, Figures]:
    """The effective attributes of both cards, with what lies face up on them (C4, C5).

    Psalms of the defender count. All changes add up, nothing falls below 0 (VX-R13), and then
    attributes change places: by the Location, then by the attacker's cards and the defender's.
    """
    both = (summed(table, attack, defence), summed(table, defence, attack))
    swaps = [*SWAPS[table.site]]
    for side in (attack, defence):
        for card in (side.unit.card, *active(table, side.unit)):
            swaps += SWAPS[card]
    for swap in swaps:
        for values in both:
            values[swap.a], values[swap.b] = values[swap.b], values[swap.a]
    one, other = both
    return (one[0], one[1], one[2], one[3]), (other[0], other[1], other[2], other[3])


def summed(table: Table, side: Side, other: Side) -> list[int]:
    """The attributes of one of two engaged cards before any of them change places."""
    values = list(PRINTED[side.unit.card])
    for card in active(table, side.unit):
        for attribute, change in enumerate(PRINTED[card]):
            values[attribute] += change
    for effect in _mods(table, side, other):
        if _applies(table, effect, side, other):
            values[effect.attr] += effect.k
    return [value if value > 0 else 0 for value in values]


def _mods(table: Table, side: Side, other: Side) -> Iterator[Effect]:
    """Every change that looks at this card; whether it applies is still to be judged."""
    for card in (side.unit.card, *active(table, side.unit)):
        yield from [effect for effect in MODS[card] if effect.subject == "bearer"]
    for unit in table.field[side.seat]:
        if unit.card != side.unit.card and MODS[unit.card]:
            yield from [effect for effect in MODS[unit.card] if effect.subject == "own_others"]
    for card in (other.unit.card, *active(table, other.unit)):
        yield from [effect for effect in MODS[card] if effect.subject == "opposing"]
    for effect in MODS[table.site]:
        if effect.subject == "all" or effect.subject == _player(table, side.seat):
            yield effect
    for one in table.rogations:
        if one.seat == side.seat:
            yield from MODS[one.card]


def _player(table: Table, seat: Seat) -> str:
    return f"player:{COLOURS[table.colours[seat]]}"


def _applies(table: Table, effect: Effect, side: Side, other: Side) -> bool:
    if effect.when not in ("crusade", side.role):
        return False
    if effect.vs and (effect.vs == "zealot") != bool(other.unit.attached):
        return False
    if effect.cond == "bearer_zealot":
        return bool(side.unit.attached)
    if effect.cond == "more_units":
        return len(table.field[side.seat]) > len(table.field[other.seat])
    return True


# -- the comparison ------------------------------------------------------------------------------


class Verdict(NamedTuple):
    """What a comparison means for both cards: ``""``, ``convert`` or ``kill`` (C6).

    ``mine`` and ``theirs`` are the figures compared, the attacker's first; ``lead`` is by how much
    the attacker is ahead (below 0: behind), with what rules of ties and of Paradox make of it;
    ``repelled``: Fire met Water that is equal or greater; ``rule`` is the ruling that decided.
    """

    attacker: str
    defender: str
    mine: int
    theirs: int
    lead: int
    repelled: bool
    rule: str


def compare(
    table: Table, mode: str, attack: Side, defence: Side, both: tuple[Figures, Figures]
) -> Verdict:
    """The comparison of a Crusade by ``reason``, by ``fire`` or to ``kill`` (C6)."""
    return _COMPARISONS[mode](table, attack, defence, both)


def _by_reason(table: Table, attack: Side, defence: Side, both: tuple[Figures, Figures]) -> Verdict:
    mine, theirs = both[0][REASON], both[1][REASON]
    lead = mine - theirs
    if _rule(table, table.site, "reason") == "lower_wins":
        lead = -lead
    elif not lead:
        lead = _breaks_tie(attack, "reason") - _breaks_tie(defence, "reason")
    if 0 < lead <= widest(table, attack, "reason"):
        return Verdict("", "convert", mine, theirs, lead, False, "VX-R1")
    if 0 < -lead <= widest(table, defence, "reason"):
        return Verdict("convert", "", mine, theirs, lead, False, "VX-R3")
    return Verdict("", "", mine, theirs, lead, False, "VX-R2")


def _by_fire(table: Table, attack: Side, defence: Side, both: tuple[Figures, Figures]) -> Verdict:
    mine, theirs = both[0][FIRE], both[1][WATER]
    lead = mine - theirs
    if lead <= 0:
        return Verdict("", "", mine, theirs, lead, True, "VX-R8")
    if lead <= widest(table, attack, "fire"):
        return Verdict("", "convert", mine, theirs, lead, False, "VX-R4")
    if lead >= KILLING_LEAD or table.fire_kills:
        rule = "VX-R6" if lead >= KILLING_LEAD else "VX-R5"
        return Verdict("", "kill", mine, theirs, lead, False, rule)
    return Verdict("", "", mine, theirs, lead, False, "VX-R5")


def _by_sword(table: Table, attack: Side, defence: Side, both: tuple[Figures, Figures]) -> Verdict:
    mine, theirs = both[0][SWORD], both[1][SWORD]
    lead = mine - theirs
    if not lead:
        if _rule(table, table.site, "kill") == "tie_attacker_wins":
            return Verdict("", "kill", mine, theirs, 0, False, "VX-R12")
        lead = _breaks_tie(attack, "kill") - _breaks_tie(defence, "kill")
    beaten = "" if lead > 0 else "kill"
    won = "" if lead < 0 else "kill"
    return Verdict(beaten, won, mine, theirs, lead, False, "VX-R12")


_COMPARISONS = {"reason": _by_reason, "fire": _by_fire, "kill": _by_sword}


def _rule(table: Table, card: Card, mode: str) -> str:
    return next((effect.rule for effect in COMPARES[card] if effect.mode == mode), "")


def _breaks_tie(side: Side, mode: str) -> int:
    return int(
        any(
            effect.mode == mode and effect.rule == "tie_bearer_wins"
            for effect in COMPARES[side.unit.card]
        )
    )


def widest(table: Table, side: Side, mode: str) -> int:
    """The largest lead with which this card converts in this mode (VX-D9)."""
    found = USUAL_LEAD
    for card in (side.unit.card, *active(table, side.unit)):
        for effect in WINDOWS[card]:
            if effect.mode == mode and effect.when in ("", "crusade", side.role):
                found = max(found, effect.max)
    for effect in WINDOWS[table.site]:
        if effect.mode == mode:
            found = max(found, effect.max)
    return found


def protected(table: Table, unit: Unit, outcome: str) -> Card | None:
    """The card that keeps an outcome from a card (C7): of ``reason``, ``fire_convert``,
    ``fire_kill`` and ``kill``; ``None`` where nothing does."""
    for card in (unit.card, *active(table, unit)):
        for effect in PROTECTS[card]:
            if effect.protects_from == outcome:
                return card
    return None
