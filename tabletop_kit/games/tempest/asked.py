"""Who is asked in a window: it follows from what everybody sees (part 0.2, TG-W8, TG-A61)."""

from __future__ import annotations

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.cards import ACTIVATED, IS_CHANNELLER
from tabletop_kit.games.tempest.names import relics, spot_named, temple_named
from tabletop_kit.games.tempest.numbers import all_keywords
from tabletop_kit.games.tempest.position import Table, Unit, after, partners, units

TIMED = {"fight": "fight", "destroy": "destroy"}
"""The windows in which abilities are used, by their timing."""


def channels(unit: Unit) -> bool:
    """Whether a card is a Channeller that lies face up."""
    return bool(unit.name) and any([IS_CHANNELLER[one.card] for one in unit.members])


def has_channeller(table: Table, seat: Seat) -> bool:
    """Whether a player has an undrained Channeller face up in play."""
    return any(channels(unit) and not unit.drained for unit in units(table, seat))


def _could_pay(table: Table, seat: Seat) -> bool:
    """A card in hand, and an undrained Channeller or Spell Cast card in play."""
    if not table.hands[seat]:
        return False
    return any(
        not unit.drained and unit.name and (channels(unit) or "spell_cast" in all_keywords(unit))
        for unit in units(table, seat)
    )


def _could_use(table: Table, seat: Seat, timing: str) -> bool:
    """An undrained card, or a face-up Relic, with an ability for this window.

    One whose cost does not drain it counts drained too: it can be used.
    """
    for unit in units(table, seat):
        for member in unit.members if unit.name else ():
            ability = ACTIVATED[member.card]
            if ability is None or ability.timing != timing:
                continue
            if not unit.drained or "drain_self" not in ability.cost:
                return True
    for held in relics(table, seat):
        ability = ACTIVATED[held.relic.card] if held.relic.name else None
        if ability is not None and ability.timing == timing:
            return True
    return False


def _could_reveal(table: Table, seat: Seat) -> bool:
    """A face-down card on or under a card of one's own, and an undrained Character."""
    if not any(not unit.drained for unit in units(table, seat)):
        return False
    if any(not held.relic.name for held in relics(table, seat)):
        return True
    return any(
        not spell.name
        for unit in units(table, seat)
        for member in unit.members
        for spell in member.spells
    )


def could_answer(table: Table, seat: Seat, window: str) -> bool:
    """Whether a player is one of those who are asked in a window of this kind."""
    if _could_pay(table, seat):
        return True
    if window in TIMED and _could_use(table, seat, TIMED[window]):
        return True
    return _could_reveal(table, seat)


def concerned(table: Table, window: str) -> list[Seat]:
    """The seats a window is open to, in the order in which they are asked.

    In turn order from the next player on, the turn player last. ``open`` is not for the turn
    player, a window on a play not for who made it; ``destroy`` is for those whose cards are
    doomed, and for partners who may save them.
    """
    order = after(table, table.turn)
    if window == "open":
        return [seat for seat in order if seat != table.turn]
    if window in ("summon", "spell", "ability"):
        return [seat for seat in order if seat != table.stack[0].seat]
    if window == "destroy":
        return _savers(table, order)
    return order


def _savers(table: Table, order: list[Seat]) -> list[Seat]:
    owners = set()
    for one in table.doomed:
        spot, temple = spot_named(table, one.name), temple_named(table, one.name)
        if spot is not None:
            owners.add(spot.seat)
        elif temple is not None:
            owners.add(temple[0])
    if table.turn in owners:
        owners.update(partners(table, table.turn))
    return [seat for seat in order if seat in owners]


def next_asked(table: Table, window: str, passed: tuple[Seat, ...]) -> Seat | None:
    """Who is asked next in a window in which these have passed; ``None``: it closes."""
    for seat in concerned(table, window):
        if seat not in passed and could_answer(table, seat, window):
            return seat
    return None
