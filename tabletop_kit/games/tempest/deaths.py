"""Destruction, and the checks made whenever something has happened (3.9, TG-A52 to A68)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.engine.tuples import put
from tabletop_kit.games.tempest.areas import OWNED, WEAK
from tabletop_kit.games.tempest.board import board
from tabletop_kit.games.tempest.cards import OCCUPATION, ST, TEXT
from tabletop_kit.games.tempest.draft import Draft, swapped
from tabletop_kit.games.tempest.names import relics, spot_name, spot_named, temple_named
from tabletop_kit.games.tempest.numbers import outside, strength, worn_down
from tabletop_kit.games.tempest.position import (
    BATTLEGROUND,
    WANDER,
    Attached,
    Doomed,
    Spot,
    Table,
    Temple,
    Unit,
    all_spots,
    partners,
    spots,
    units,
)
from tabletop_kit.games.tempest.scopes import controllers

_IN_FIGHTS = ("TG-F5", "TG-F6", "TG-A50", "TG-A51")
"""The rules by which a comparison destroys."""


def doom(draft: Draft, names: Iterable[str], by: Seat, rule: str) -> None:
    """Cards would be destroyed, all at one moment: first there is a window to save them."""
    doomed = tuple([Doomed(name, by, rule) for name in names])
    if doomed:
        draft.then([("doom", doomed)])


def step_doom(draft: Draft, doomed: tuple[Doomed, ...]) -> None:
    """The window ``destroy`` opens on those that are in play; who lies face down is turned up."""
    still = [one for one in doomed if _in_play(draft, one.name)]
    found = [spot_named(draft, one.name) for one in still]
    for at, spot in enumerate(found):
        if spot is not None and not spot.unit.name:
            still[at] = still[at]._replace(name=draft.turn_up(spot).unit.name)
    if still:
        before = draft.doomed
        draft.doomed = tuple(still)
        draft.then([("ask", "destroy", 0), ("perish",), ("doomed", before)])


def _in_play(draft: Draft, name: str) -> bool:
    return spot_named(draft, name) is not None or temple_named(draft, name) is not None


def step_doomed(draft: Draft, doomed: tuple[Doomed, ...]) -> None:
    """Back to those that were doomed before the others."""
    draft.doomed = tuple([one for one in doomed if _in_play(draft, one.name)])


def step_perish(draft: Draft) -> None:
    """Those that nobody has saved are destroyed, all at one moment."""
    gone = [(one, spot_named(draft, one.name)) for one in draft.doomed]
    weights = [_weight(draft, spot, one.rule) if spot else 0 for one, spot in gone]
    draft.doomed = ()
    for (one, _), weight in zip(gone, weights, strict=True):
        spot, temple = spot_named(draft, one.name), temple_named(draft, one.name)
        if spot is not None:
            _credit(draft, one.by, spot.seat, weight)
            bury(draft, spot, one.by, one.rule)
        elif temple is not None:
            _credit(draft, one.by, temple[0], ST[temple[1].card])
            raze(draft, temple[0], temple[1], one.by, one.rule)


def _weight(draft: Draft, spot: Spot, rule: str) -> int:
    """The ST of a card at this moment; 0 is 0 in a fight and 1 everywhere else (TG-A52)."""
    return strength(draft, spot) if rule in _IN_FIGHTS else outside(draft, spot)


def _credit(draft: Draft, by: Seat, seat: Seat, weight: int) -> None:
    """ST destroyed counts for ``win_by_strength``; one's own and a partner's cards do not."""
    draft.stirred = True
    if draft.choices.win_by_strength and by >= 0 and by not in partners(draft, seat):
        draft.harvest = put(draft.harvest, by, draft.harvest[by] + weight)


def bury(draft: Draft, spot: Spot, by: Seat, rule: str) -> None:
    """A Character leaves play for its owner's discard pile, its Relics and Spells with theirs."""
    name = spot_name(draft, spot)
    cards = [TEXT[member.card] for member in spot.unit.members]
    draft.stirred = True
    draft.leave(spot)
    draft.tell(
        "destroyed", rule, spot.seat, reveals=True, name=name, cards=cards, area=spot.area, by=by
    )


def raze(draft: Draft, seat: Seat, temple: Temple, by: Seat, rule: str) -> None:
    """A Temple leaves play with its own Relics; its occupants go to Wander as they are."""
    for unit in temple.inside:
        spot = draft.turn_up(Spot(unit, seat, temple.name))
        draft.shift(spot, seat, WANDER)
    found = temple_named(draft, temple.name)
    assert found is not None
    for relic in found[1].relics:
        draft.to_discard(relic.owner, (relic.card,))
        draft.forget(relic.name)
    draft.set_temple(seat, found[1], None)
    draft.to_discard(seat, (temple.card,))
    draft.forget(temple.name)
    card = TEXT[temple.card]
    draft.tell("razed", rule, seat, reveals=True, name=temple.name, card=card, by=by)


def spare(draft: Draft, name: str, rule: str) -> None:
    """A doomed card stays where it is, drained; what would have destroyed it is over for it."""
    draft.doomed = tuple([one for one in draft.doomed if one.name != name])
    spot = spot_named(draft, name)
    if spot is not None:
        draft.drain(spot)
        draft.tell("saved", rule, spot.seat, name=name)


# -- state checks --------------------------------------------------------------------------------


def check(draft: Draft) -> bool:
    """Make the state checks; whether something is to happen first because of them.

    What was found quiet is kept: as long as nothing has changed that counts, it still is.
    """
    if draft.outcome is not None:
        return False
    fields = draft.__dict__
    counts = _what_counts(fields)
    if fields.get("_quiet") == counts:
        return False
    if any(draft.protected):
        _expose(draft)
    if (draft.mods or board(draft).kinds & WEAK) and (worn := _worn(draft)):
        step_doom(draft, (*draft.doomed, *worn))
        return True
    fallen = [
        side.seat
        for side in board(draft).sides
        if not side.kinds & OWNED and _is_out(draft, side.seat)
    ]
    for seat in fallen:
        fall(draft, seat, "TG-A66")
    for spot in [spot for seat in fallen for spot in spots(draft, seat)]:
        draft.leave(spot)
    _decide(draft)
    if fallen:
        return draft.outcome is None
    fields["_quiet"] = _what_counts(fields)
    return False


_what_counts = itemgetter(
    "wander",
    "battleground",
    "temples",
    "lasting",
    "mods",
    "doomed",
    "protected",
    "turn",
    "turns",
    "out",
    "harvest",
)
"""Of the fields of a draft all that the state checks look at."""


def _worn(draft: Draft) -> list[Doomed]:
    """The cards whose ST is reduced to nothing and that are not about to be destroyed yet."""
    found: list[Doomed] = []
    for spot in all_spots(draft):
        name = spot_name(draft, spot)
        if worn_down(draft, spot) and not _doomed(draft, name):
            spells = [one for member in spot.unit.members for one in member.spells]
            by = [one.owner for one in spells if _cursed(one)]
            found.append(Doomed(name, by[0] if by else -1, "TG-A53"))
    return found


def _doomed(draft: Draft, name: str) -> bool:
    return any([one.name == name for one in draft.doomed])


def _cursed(spell: Attached) -> bool:
    return TEXT[spell.card] == "curse-of-weakness"


def _expose(draft: Draft) -> None:
    """A face-up Priest, or a card in the Battleground, ends a player's protection (TG-A10)."""
    for seat, against in enumerate(draft.protected):
        if against and (draft.battleground[seat] or _has_priest(draft, seat)):
            draft.protected = put(draft.protected, seat, ())
            draft.tell("exposed", "TG-A10", seat)


def _has_priest(draft: Draft, seat: Seat) -> bool:
    return any(
        unit.name and OCCUPATION[member.card] == "Priest"
        for unit in units(draft, seat)
        for member in unit.members
    )


def first_turn_over(table: Table, seat: Seat) -> bool:
    """Whether a player's own first turn is over."""
    return table.turns[seat] > 1 or (table.turns[seat] == 1 and table.turn != seat)


def _is_out(draft: Draft, seat: Seat) -> bool:
    """Neither Character nor Temple after one's own first turn (TG-A66, A67)."""
    if seat in draft.out or draft.temples[seat] or not first_turn_over(draft, seat):
        return False
    side = board(draft).sides[seat]
    if not side.areas or side.kinds & OWNED:
        return not side.areas
    holders = [spot.seat for spot in all_spots(draft) if spot.unit.members[0].owner == seat]
    return bool(holders) and seat not in holders


def fall(draft: Draft, seat: Seat, rule: str) -> None:
    """A player is out; his lasting Spells and Miracles end (TG-A66)."""
    if seat in draft.out:
        return
    draft.out = (*draft.out, seat)
    draft.extra = tuple([one for one in draft.extra if one != seat])
    draft.tell("out", rule, seat)
    for lasting in draft.lasting:
        if lasting.seat == seat:
            draft.to_discard(seat, (lasting.card,))
            draft.forget(lasting.name)
    draft.lasting = tuple([one for one in draft.lasting if one.seat != seat])
    for spot in list(all_spots(draft)):
        _shed_spells_of(draft, spot, seat)


def _shed_spells_of(draft: Draft, spot: Spot, seat: Seat) -> None:
    """Spells of a player who is out come off a card; where one controlled it, it goes home."""
    for member in spot.unit.members:
        for spell in member.spells:
            if spell.owner == seat and spell.name:
                left = swapped(member.spells, spell, None)
                spot = draft.set_member(spot, member, member._replace(spells=left))
                member = next(one for one in spot.unit.members if one.name == member.name)
                draft.to_discard(seat, (spell.card,))
                draft.forget(spell.name)
    holder = _holder(spot.unit)
    if spot.seat == seat and holder != seat:
        go_home(draft, spot, holder)


def go_home(draft: Draft, spot: Spot, holder: Seat) -> None:
    """A card to the like area of whose it is again; with one who is out it leaves (TG-A64, A66)."""
    if holder in draft.out:
        draft.leave(spot)
    else:
        draft.shift(spot, holder, spot.area if spot.area == BATTLEGROUND else WANDER)


def _holder(unit: Unit) -> Seat:
    """Whose a card is: who took control of it last, or its owner where nobody did (TG-A64)."""
    holders = [seat for member in unit.members for seat in controllers(member)]
    return holders[-1] if holders else unit.members[0].owner


def leave_table(draft: Draft, seat: Seat, rule: str = "TG-A66") -> None:
    """A player who is out with cards in play: his leave it, and what he controls goes home."""
    if seat in draft.out:
        return
    fall(draft, seat, rule)
    for spot in list(all_spots(draft)):
        if spot.unit.members[0].owner == seat:
            draft.leave(spot)
    for spot in list(spots(draft, seat)):
        go_home(draft, spot, spot.unit.members[0].owner)
    for temple in draft.temples[seat]:
        for relic in temple.relics:
            draft.to_discard(relic.owner, (relic.card,))
            draft.forget(relic.name)
        draft.to_discard(seat, (temple.card,))
        draft.forget(temple.name)
    draft.temples = put(draft.temples, seat, ())
    for other in range(draft.seats):
        for held in list(relics(draft, other)):
            if held.relic.owner == seat:
                draft.drop_relic(held)
    for play in draft.stack:
        if play.seat == seat and play.kind != "ability":
            draft.to_discard(play.pile, (play.card,))
    draft.stack = tuple([play for play in draft.stack if play.seat != seat])


# -- how it ends ---------------------------------------------------------------------------------


def _decide(draft: Draft) -> None:
    """The game ends with the last one in, or by the ST destroyed (TG-A68, ``win_by_strength``)."""
    if draft.outcome is not None:
        return
    goal = draft.choices.win_by_strength
    if goal:
        winners = {
            one
            for seat, sum_ in enumerate(draft.harvest)
            if sum_ >= goal
            for one in partners(draft, seat)
        }
        if winners:
            win(draft, tuple(winners), "strength", "TG-O10")
            return
    if not draft.out:
        return
    left = [seat for seat in range(draft.seats) if seat not in draft.out]
    if not left:
        win(draft, (), "draw", "TG-A68")
    elif all(seat in partners(draft, left[0]) for seat in left):
        win(draft, partners(draft, left[0]), "last", "TG-A68")


def win(draft: Draft, seats: Sequence[Seat], why: str, rule: str) -> None:
    """The game is over: these seats have won, none in a draw."""
    draft.outcome, draft.why = tuple(sorted(seats)), why
    draft.tell("over", rule, None, winners=list(draft.outcome), why=why)
