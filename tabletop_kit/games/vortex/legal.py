"""What may be done in a turn: what cards forbid and compel, and every legal action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.vortex.cards import (
    IS_DEVOTEE,
    MODES,
    Card,
    Cards,
    by_card,
)
from tabletop_kit.games.vortex.figures import active
from tabletop_kit.games.vortex.moves import PASS, Move
from tabletop_kit.games.vortex.position import (
    MOST_PLACED,
    Table,
    Unit,
    limit,
    most_in_play,
)

FORBIDS, REQUIRES, ALLOWS = by_card("forbid"), by_card("require"), by_card("allow")
LIMITS, EXTRAS, REVEALS = by_card("limit"), by_card("extra_action"), by_card("reveal")


# -- what cards forbid and compel ----------------------------------------------------------------


def site_forbids(table: Table, action: str) -> bool:
    """Whether the Location forbids an action to everybody."""
    return any(one.action == action and one.who == "all" for one in FORBIDS[table.site])


def closed_to(table: Table, unit: Unit) -> bool:
    """Whether the Location closes a card to targeting."""
    for effect in FORBIDS[table.site]:
        if effect.action == "target" and (effect.cond != "has_face_down" or unit.face_down):
            return True
    return False


def barred_between(table: Table, seat: Seat, other: Seat) -> Card | None:
    """The oldest Rogation that forbids a Crusade of one seat against the other."""
    for one in table.rogations:
        for effect in FORBIDS[one.card]:
            if effect.action != "crusade":
                continue
            if effect.who == "pair" and {seat, other} == {one.seat, *one.others}:
                return one.card
            if effect.who == "each_more" and other == one.seat and seat in one.others:
                return one.card
    return None


def _own_bar(offence: Card, mode: str) -> bool:
    return any(
        effect.action == "attack_with" or (effect.action == mode and effect.by == "self")
        for effect in FORBIDS[offence]
    )


def _target_bar(table: Table, defender: Seat, target: Unit, mode: str) -> Card | None:
    for effect in FORBIDS[target.card]:
        if effect.action == mode and effect.by == "opponents":
            return target.card
    for card in active(table, target):
        for effect in FORBIDS[card]:
            if effect.action == "target" and _other_target(table, defender, target, card):
                return card
    return None


def _other_target(table: Table, defender: Seat, target: Unit, banner: Card) -> bool:
    """Whether another card of that player may be a target (VX-D8)."""
    return any(
        unit.card != target.card
        and banner not in active(table, unit)
        and not closed_to(table, unit)
        for unit in table.field[defender]
    )


def crusade_bar(table: Table, seat: Seat, offence: Card, target: Card, mode: str) -> Card | None:
    """The card that forbids a Crusade, the first of the Location, Rogations, both cards.

    ``None`` where nothing does; the two cards lie where a Crusade needs them.
    """
    defender = next(
        other
        for other, field in enumerate(table.field)
        if other != seat and any(unit.card == target for unit in field)
    )
    unit = next(unit for unit in table.field[defender] if unit.card == target)
    forbidden = site_forbids(table, "crusade") or site_forbids(table, mode)
    if forbidden or closed_to(table, unit):
        return table.site
    barred = barred_between(table, seat, defender)
    if barred is not None:
        return barred
    if _own_bar(offence, mode):
        return offence
    return _target_bar(table, defender, unit, mode)


def crusades(table: Table, seat: Seat) -> list[Move]:
    """Every Crusade that a seat may declare."""
    if site_forbids(table, "crusade"):
        return []
    modes = [mode for mode in MODES if not site_forbids(table, mode)]
    found = []
    targets = _targets(table, seat, modes)
    for unit in table.field[seat]:
        own = modes
        if FORBIDS[unit.card]:
            own = [mode for mode in modes if not _own_bar(unit.card, mode)]
        for target, open_modes in targets:
            cards = (unit.card, target)
            found += [Move("crusade", cards, -1, mode) for mode in own if mode in open_modes]
    return found


def _targets(table: Table, seat: Seat, modes: list[str]) -> list[tuple[Card, list[str]]]:
    """The cards that a seat may attack, and in which modes."""
    found = []
    for other, field in enumerate(table.field):
        if other == seat or (table.rogations and barred_between(table, seat, other) is not None):
            continue
        for unit in field:
            if closed_to(table, unit):
                continue
            open_modes = modes
            if FORBIDS[unit.card] or unit.attached:
                open_modes = [
                    mode for mode in modes if _target_bar(table, other, unit, mode) is None
                ]
            if open_modes:
                found.append((unit.card, open_modes))
    return found


def duty(table: Table, seat: Seat, possible: Sequence[Move]) -> tuple[Card, list[Move]] | None:
    """The card that compels a seat, and the Crusades among which it has to choose.

    ``possible`` are the legal Crusades of the seat. ``None`` where nothing compels.
    """
    if not possible:
        return None
    for unit in table.field[seat]:
        if REQUIRES[unit.card]:
            own = [move for move in possible if move.cards[0] == unit.card]
            if own:
                return unit.card, own
    if REQUIRES[table.site]:
        return table.site, list(possible)
    return None


def extra_frenzy(table: Table) -> bool:
    """Whether the Location grants a Frenzy action besides the ordinary one."""
    return any(effect.action == "frenzy" for effect in EXTRAS[table.site])


# -- Frenzy actions ------------------------------------------------------------------------------


def room_for(table: Table, unit: Unit) -> int:
    """How many more cards may be attached to a card in play (VX-R18)."""
    if any(effect.action == "attach" for effect in FORBIDS[unit.card]):
        return 0
    most = 1
    for card in active(table, unit):
        for effect in LIMITS[card]:
            if effect.key == "frenzies_per_unit":
                most = max(most, int(effect.value))
    return max(0, most - len(unit.attached))


def placed_face_up(table: Table, bearer: Card) -> bool:
    """Whether a card placed on this one lies face up (VX-D6)."""
    return any(effect.how == "face_up" for effect in (*REVEALS[table.site], *REVEALS[bearer]))


def frenzies(table: Table, seat: Seat) -> list[Move]:
    """Every Frenzy action of a seat: placing, replacing, discarding (VX-R18)."""
    hand = tuple(dict.fromkeys(table.hands[seat]))
    found, free = [], []
    for unit in sorted(table.field[seat]):
        if room_for(table, unit):
            free.append(unit.card)
            found += [Move("frenzy", (unit.card, card)) for card in hand]
        for place, code in enumerate(unit.attached):
            if code & 1:
                found.append(Move("frenzy", (unit.card,), place, "discard"))
            else:
                found += [Move("frenzy", (unit.card, card), place) for card in hand]
    if limit(table, "frenzy_places", 1) > 1:
        found += _two_places(free, table.hands[seat], hand)
    return found


def _two_places(free: list[Card], held: Cards, hand: Cards) -> Iterator[Move]:
    for one, other in combinations(free, 2):
        for card in hand:
            for second in hand:
                if card != second or held.count(card) > 1:
                    yield Move("frenzy", (one, card, other, second))


# -- turns ---------------------------------------------------------------------------------------


def reinforcements(table: Table, seat: Seat) -> list[Move]:
    """Every way to place Devotees, to withdraw some, or to take a wanderer back."""
    found = []
    field = table.field[seat]
    room = most_in_play(table, seat) - len(field)
    if room > 0:
        devotees = [card for card in table.hands[seat] if IS_DEVOTEE[card]]
        found += [Move("reinforce", (card,)) for card in devotees]
        if min(room, limit(table, "reinforce_max", MOST_PLACED)) > 1:
            found += [Move("reinforce", pair) for pair in combinations(devotees, 2)]
    else:
        cards = sorted([unit.card for unit in field])
        found += [Move("withdraw", (card,)) for card in cards]
        found += [Move("withdraw", pair) for pair in combinations(cards, 2)]
    for unit in field:
        if any(effect.action == "withdraw" for effect in ALLOWS[unit.card]):
            found.append(Move("withdraw", (unit.card,), -1, "hand"))
    return found


def turn_moves(position: Table, seat: Seat) -> list[Move]:
    """The legal moves of the seat whose turn it is."""
    if not position.field[seat] and not position.done:
        return reinforcements(position, seat)
    extra = extra_frenzy(position)
    if extra and position.done and position.done[0] != "frenzy":
        return [*frenzies(position, seat), PASS]
    possible = crusades(position, seat)
    compelled = duty(position, seat, possible)
    if compelled is not None:
        first = extra and not position.done
        return [*(frenzies(position, seat) if first else ()), *compelled[1]]
    return [*reinforcements(position, seat), *frenzies(position, seat), *possible, PASS]
