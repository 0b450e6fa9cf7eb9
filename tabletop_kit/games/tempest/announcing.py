"""Paying for what is announced: payers drain, the card leaves the hand, answers are asked for.

Everything a move names that lies face down is turned up at that moment (part 0.1), so what waits
on the stack holds names as they are from then on.
"""

from __future__ import annotations

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.engine.tuples import put
from tabletop_kit.games.tempest.aiming import (
    aims_at_player,
    effects_of,
)
from tabletop_kit.games.tempest.asked import channels
from tabletop_kit.games.tempest.cards import (
    ACTIVATED,
    CARD,
    IS_MIRACLE,
    TEXT,
    Card,
    Effect,
)
from tabletop_kit.games.tempest.deaths import bury
from tabletop_kit.games.tempest.draft import Draft, swapped
from tabletop_kit.games.tempest.flow import announce, opens_window
from tabletop_kit.games.tempest.moves import STOLEN, Move
from tabletop_kit.games.tempest.names import (
    card_of,
    free_name,
    relic_named,
    spell_under,
    spot_named,
    temple_named,
)
from tabletop_kit.games.tempest.paying import Payment, faith_paid, find_payment, strength_paid
from tabletop_kit.games.tempest.position import Attached, Play, Pool, Spot, partners
from tabletop_kit.games.tempest.sending import whom_else
from tabletop_kit.games.tempest.targets import aimed_at
from tabletop_kit.games.tempest.using import User, find_user, gate_effect


def pay(draft: Draft, seat: Seat, move: Move, summons: bool) -> tuple[Payment, list[str], int]:
    """Drain who pays; the payment, the names of the payers now, and all the FT put in."""
    payment = find_payment(draft, seat, move)
    assert isinstance(payment, Payment)
    paid = faith_paid(draft, payment) if summons else strength_paid(draft, payment)
    names = []
    for spot in payment.all:
        up = draft.turn_up(spot)
        draft.drain(up)
        names.append(up.unit.name)
    if summons:
        _spend_pools(draft, seat, payment, names[0])
    return payment, names, paid


def _spend_pools(draft: Draft, seat: Seat, payment: Payment, first: str) -> None:
    """What was added to the summoner's FT, and what was taken from others if it was used."""
    area = payment.first.area
    draft.pools = tuple(
        [
            pool
            for pool in draft.pools
            if not _spent(draft, pool, first, area, seat, payment.stolen > 0)
        ]
    )


def _spent(draft: Draft, pool: Pool, first: str, area: str, seat: Seat, stolen: bool) -> bool:
    if pool.name == STOLEN:
        return stolen
    spot = spot_named(draft, pool.name)
    if spot is None or TEXT[spot.unit.card] != "false-prophet":
        return pool.name == first
    return stolen and spot.area == area and spot.seat == seat


# -- targets -------------------------------------------------------------------------------------


def _all_face_up(draft: Draft, names: tuple[str, ...]) -> tuple[str, ...]:
    """The names of cards that are picked, each turned up if it lay face down."""
    found = [spot_named(draft, name) for name in names]
    return tuple(
        [
            name if spot is None else draft.turn_up(spot).unit.name
            for name, spot in zip(names, found, strict=True)
        ]
    )


def _seats_of(draft: Draft, names: tuple[str, ...]) -> set[Seat]:
    seats = set()
    for name in names:
        spot, temple, held = (
            spot_named(draft, name),
            temple_named(draft, name),
            relic_named(draft, name),
        )
        if spot is not None:
            seats.add(spot.seat)
        elif temple is not None:
            seats.add(temple[0])
        elif held is not None:
            seats.add(held.seat)
    return seats


def strike_out(draft: Draft, seat: Seat, others: set[Seat]) -> None:
    """Whoever attacks a player in any manner is no longer protected from him (TG-A10)."""
    for other in sorted(others):
        if other != seat and other not in partners(draft, seat) and other in draft.protected[seat]:
            left = tuple([one for one in draft.protected[seat] if one != other])
            draft.protected = put(draft.protected, seat, left)
            draft.tell("exposed-to", "TG-A10", seat, on=other)


def _aimed(draft: Draft, seat: Seat, move: Move, effects: tuple[Effect, ...]) -> None:
    others = _seats_of(draft, move.at) if not _answers(effects) else set()
    if move.at_seat >= 0 and aims_at_player(effects):
        others.add(move.at_seat)
    strike_out(draft, seat, others)


def _answers(effects: tuple[Effect, ...]) -> bool:
    return any([effect.do in ("cancel", "prevent_destroy") for effect in effects])


# -- summoning -----------------------------------------------------------------------------------


def summon(draft: Draft, seat: Seat, move: Move) -> None:
    """A card is summoned: paid for, and open to answers (TG-C10)."""
    card = CARD[move.what]
    if draft.before.phase == "main":
        draft.then([("ask", "open", 0)])
    draft.asked = None
    summoner = spot_named(draft, move.by)
    assert summoner is not None
    inside = [(name, spot_named(draft, name)) for name in move.inside]
    effects = effects_of(card)
    if IS_MIRACLE[card]:
        _aimed(draft, seat, move, effects)
    payment, names, paid = pay(draft, seat, move, True)
    by_old = dict(zip([id(spot.unit) for spot in payment.all], names, strict=True))
    placed = tuple([by_old[id(spot.unit)] for _, spot in inside if spot is not None])
    targets = _all_face_up(draft, aimed_at(draft, seat, move, effects))
    draft.from_hand(seat, (card,))
    first = spot_named(draft, names[0])
    assert first is not None
    play = Play(
        seat,
        move,
        opens_window(card),
        card,
        "",
        paid,
        summoner.area,
        names[0],
        channels(first.unit),
        targets,
        placed or _all_face_up(draft, whom_else(draft, move, effects, None)),
    )
    draft.stirred = True
    draft.tell(
        "summons",
        "TG-L3" if len(names) > 1 else "TG-L2",
        seat,
        reveals=True,
        card=move.what,
        names=names,
        paid=paid,
        x=move.x,
        at=list(targets),
        on=move.at_seat,
    )
    announce(draft, play)


def cast(draft: Draft, seat: Seat, move: Move) -> None:
    """A Spell is cast, from the hand or from under its caster."""
    if draft.before.phase == "main":
        draft.then([("ask", "open", 0)])
    full, owner = move, -1
    if "/" in move.what:
        under = spell_under(draft, move.what)
        assert under is not None
        spot, member, spell = under
        owner = -1 if spell.owner == seat else spell.owner
        card, full = spell.card, move._replace(by=spot.unit.name)
        left = swapped(member.spells, spell, None)
        draft.set_member(spot, member, member._replace(spells=left))
    else:
        card = CARD[move.what]
        draft.from_hand(seat, (card,))
    effects = effects_of(card)
    _aimed(draft, seat, move, effects)
    payment, names, paid = pay(draft, seat, full, False)
    targets = _all_face_up(draft, move.at)
    about = _all_face_up(draft, whom_else(draft, move, effects, None))
    draft.tell(
        "casts",
        "TG-A39",
        seat,
        reveals=True,
        card=TEXT[card],
        names=names,
        paid=paid,
        x=move.x,
        at=list(targets),
        on=move.at_seat,
    )
    area = payment.first.area
    announce(
        draft,
        Play(
            seat, move, "spell", card, "", paid, area, names[0], False, targets, about, owner=owner
        ),
    )


# -- abilities -----------------------------------------------------------------------------------


def use(draft: Draft, seat: Seat, move: Move) -> None:
    """An ability is announced and its cost paid."""
    if draft.before.phase == "main":
        draft.then([("ask", "open", 0)])
    found = find_user(draft.before, seat, move.what)
    if isinstance(found, User):
        _use_ability(draft, seat, move, found)
    else:
        _use_gate(draft, seat, move)


def _use_ability(draft: Draft, seat: Seat, move: Move, user: User) -> None:
    card, ability, spot = user
    _aimed(draft, seat, move, ability.effects)
    if spot is not None and not spot.unit.name:
        spot = draft.turn_up(spot)
    source = move.what if "/" not in move.what else "" if spot is None else spot.unit.name
    about = _all_face_up(draft, whom_else(draft, move, ability.effects, spot))
    if ability.per_turn:
        draft.used = (*draft.used, source)
    if spot is not None and ("drain_self" in ability.cost or "drain_bearer" in ability.cost):
        spot = draft.drain(spot)
    targets = _all_face_up(draft, aimed_at(draft, seat, move, ability.effects))
    names = [] if spot is None else [spot.unit.name]
    draft.tell("uses", TEXT[card], seat, reveals=True, name=source, names=names, at=list(targets))
    _pay_cost(draft, seat, move, card, source)
    area = "" if spot is None else spot.area
    play = Play(seat, move, "ability", card, source, 0, area, targets=targets, inside=about)
    announce(draft, play)


def _pay_cost(draft: Draft, seat: Seat, move: Move, card: Card, source: str) -> None:
    ability = ACTIVATED[card]
    assert ability is not None
    if "discard_this" in ability.cost:
        held = relic_named(draft, source)
        if held is not None:
            draft.drop_relic(held)
    if move.cost:
        given = spot_named(draft, move.cost)
        if given is not None:
            bury(draft, given, seat, TEXT[card])


def _use_gate(draft: Draft, seat: Seat, move: Move) -> None:
    card = card_of(move.what)
    effect = gate_effect(card)
    assert effect is not None
    strike_out(draft, seat, _seats_of(draft, move.at))
    spot = spot_named(draft, move.by)
    assert spot is not None
    draft.drain(spot)
    draft.used = (*draft.used, move.what)
    targets = _all_face_up(draft, move.at)
    draft.tell("uses", TEXT[card], seat, name=move.what, names=[spot.unit.name], at=list(targets))
    play = Play(
        seat,
        move,
        "ability",
        card,
        move.what,
        0,
        spot.area,
        targets=targets,
        inside=(spot.unit.name,),
    )
    announce(draft, play)


# -- turning up a Relic --------------------------------------------------------------------------


def reveal(draft: Draft, seat: Seat, move: Move) -> None:
    """A face-down Relic is paid for and turned up, for good (TG-A34)."""
    if draft.before.phase == "main":
        draft.then([("ask", "open", 0)])
    _, names, paid = pay(draft, seat, move, True)
    held = relic_named(draft, move.what)
    assert held is not None
    relic = held.relic
    up = Attached(relic.card, free_name(draft, relic.card), relic.owner)
    if held.bearer is None:
        temple = temple_named(draft, held.area)
        assert temple is not None
        new = temple[1]._replace(relics=swapped(temple[1].relics, relic, up))
        draft.set_temple(seat, temple[1], new)
    else:
        spot = Spot(held.bearer, held.seat, held.area)
        member = next(one for one in held.bearer.members if one.name == held.host)
        relics = swapped(member.relics, relic, up)
        draft.set_member(spot, member, member._replace(relics=relics))
    draft.passed = ()
    draft.tell(
        "revealed", "TG-A34", seat, reveals=True, name=up.name, on=held.host, names=names, paid=paid
    )
