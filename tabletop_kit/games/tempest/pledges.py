"""Who pays for what: payers that are selected, as a summons, a casting, and what it is aimed at."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_kit.engine.ruling import Ruling, Seat
from tabletop_kit.games.tempest.aiming import aims_at_player, effects_of
from tabletop_kit.games.tempest.asked import channels
from tabletop_kit.games.tempest.cards import (
    BULLET,
    CARD,
    IS_MIRACLE,
    IS_SPELL,
    IS_TEMPLE,
    OCCUPATION,
    SU,
    TEXT,
    Card,
    Effect,
)
from tabletop_kit.games.tempest.entering import takes
from tabletop_kit.games.tempest.moves import STOLEN, Move, number_order
from tabletop_kit.games.tempest.names import spell_under, spot_named, temple_named
from tabletop_kit.games.tempest.numbers import all_keywords
from tabletop_kit.games.tempest.paying import (
    Payment,
    cost_of,
    doubled,
    faith_paid,
    find_payment,
    stolen_faith,
    strength_paid,
)
from tabletop_kit.games.tempest.position import BATTLEGROUND, Position, Spot, Temple
from tabletop_kit.games.tempest.targets import must_be_given

Names = tuple[str, ...]
FIGHTERS = ("Guardian", "Champion")


# -- payers ----------------------------------------------------------------------------------------


def paid_by(position: Position, seat: Seat, move: Move, names: Names) -> Move:
    """A move paid for by these: the first Channeller among them summons, and the rest pay."""
    card = CARD.get(move.what.partition("#")[0], -1)
    found = [spot_named(position, name) for name in names]
    leads = [
        name
        for name, spot in zip(names, found, strict=True)
        if spot is not None and channels(spot.unit)
    ]
    ordered = sorted(names, key=number_order)
    by = leads[0] if leads else ordered[0]
    payers = [name for name in ordered if name != by]
    lead = spot_named(position, by)
    if lead is not None and _spends(position, seat, lead, card):
        payers.append(STOLEN)
    return move._replace(by=by, payers=tuple(payers))


def _spends(position: Position, seat: Seat, lead: Spot, card: Card) -> bool:
    """Whether FT taken from others go into it: where they must, or where there are any."""
    if position.phase == "choice":
        return True
    return card >= 0 and channels(lead.unit) and stolen_faith(position, seat, lead.area) > 0


def payment_of(position: Position, seat: Seat, move: Move) -> Payment | None:
    """Who pays for a move; ``None`` where somebody named is not there."""
    if not move.by and "/" in move.what:
        under = spell_under(position, move.what)
        return None if under is None else Payment(under[0], ())
    found = find_payment(position, seat, move)
    return None if isinstance(found, Ruling) else found


def put_in(position: Position, card: Card, payment: Payment) -> int:
    """The FT or, for a Spell, the power that is put in."""
    paid = strength_paid if IS_SPELL[card] else faith_paid
    return paid(position, payment)


def face_cost(position: Position, card: Card, payment: Payment) -> int:
    """What a card costs these payers; of a bullet with the least X."""
    return cost_of(position, card, payment, 1)


def with_x(position: Position, seat: Seat, card: Card, move: Move) -> Move:
    """The same with as high an X as is paid for, where the card costs a bullet."""
    payment = payment_of(position, seat, move)
    if SU[card] != BULLET or payment is None:
        return move
    half = 2 if doubled(position, card, payment.all) else 1
    return move._replace(x=max(1, put_in(position, card, payment) // half))


# -- summoning -------------------------------------------------------------------------------------


def summons_of(
    position: Position, seat: Seat, card: Card, own: Names, aims: Names, seats: tuple[Seat, ...]
) -> Iterator[Move]:
    """A card summoned by the Characters selected; the last of them may be what it picks."""
    if IS_MIRACLE[card]:
        for payers, rest in _shared(own):
            move = paid_by(position, seat, Move("summon", TEXT[card]), payers)
            move = with_x(position, seat, card, move)
            yield from aimed(position, move, effects_of(card), (*aims, *rest), seats)
        return
    move = with_x(position, seat, card, paid_by(position, seat, Move("summon", TEXT[card]), own))
    if IS_TEMPLE[card]:
        yield from _moved_in(position, card, move)
        return
    yield move
    if OCCUPATION[card] in FIGHTERS:
        yield move._replace(to=BATTLEGROUND)
    lead = spot_named(position, move.by)
    if lead is not None and temple_named(position, lead.area) is not None:
        yield move._replace(to="wander")


def _shared(own: Names) -> Iterator[tuple[Names, Names]]:
    """Who pays and what is picked, among one's own: all pay, all but the last, only the first."""
    yield own, ()
    if len(own) > 1:
        yield own[:-1], own[-1:]
    if len(own) > 2:
        yield own[:1], own[1:]


def _moved_in(position: Position, card: Card, move: Move) -> Iterator[Move]:
    """A Temple with as many of the payers inside as it takes, with the summoner only, with none."""
    temple, names = Temple(card, TEXT[card]), list[str]()
    for name in (move.by, *[one for one in move.payers if one != STOLEN]):
        spot = spot_named(position, name)
        if spot is not None and all(takes(position, temple, one.card) for one in spot.unit.members):
            temple = temple._replace(inside=(*temple.inside, spot.unit))
            names.append(name)
        elif name == move.by:
            break
    if len(names) > 1:
        yield move._replace(inside=(names[0], *sorted(names[1:], key=number_order)))
    if names:
        yield move._replace(inside=(names[0],))
    yield move


# -- casting ---------------------------------------------------------------------------------------


def cast_by(position: Position, seat: Seat, move: Move, own: Names, aims: Names) -> Iterator[Move]:
    """A Spell cast by the first that can; who is named after it helps, or is what it picks."""
    if "/" in move.what:
        under = spell_under(position, move.what)
        if under is not None:
            card = under[2].card
            yield from aimed(
                position, with_x(position, seat, card, move), effects_of(card), aims, ()
            )
        return
    card = CARD[move.what]
    casters = [name for name in own if _casts(position, name)]
    by = casters[0] if casters else own[0]
    others = tuple([name for name in own if name != by])
    for helpers, rest in ((others, ()), ((), others)) if others else (((), ()),):
        payers = tuple(sorted(helpers, key=number_order))
        cast = with_x(position, seat, card, move._replace(by=by, payers=payers))
        yield from aimed(position, cast, effects_of(card), (*aims, *rest), ())


def _casts(position: Position, name: str) -> bool:
    spot = spot_named(position, name)
    return spot is not None and "spell_cast" in all_keywords(spot.unit)


# -- aiming ----------------------------------------------------------------------------------------


def aimed(
    position: Position,
    move: Move,
    effects: tuple[Effect, ...],
    names: Names,
    seats: tuple[Seat, ...],
) -> Iterator[Move]:
    """A play aimed at what is selected, in every way in which that can be meant."""
    if aims_at_player(effects):
        given = seats or tuple([seat for seat in range(position.seats) if seat not in position.out])
        yield from [move._replace(at_seat=seat) for seat in given]
        return
    picks = tuple(sorted(names, key=number_order))
    if any([effect.split for effect in effects]) and names:
        yield from [
            move._replace(at=picks, points=points) for points in _shares(position, move, picks)
        ]
    yield move._replace(at=picks)
    if not names:
        return
    if any([effect.do == "redirect_attack" for effect in effects]):
        rest = tuple(sorted(names[:-1], key=number_order))
        yield move._replace(at=rest, turn=names[-1])
    if any([effect.do == "move" and effect.optional for effect in effects]):
        yield move._replace(to=names[0])
    if len(names) == 2:
        yield move._replace(on=names[1], at=names[:1])
        yield move._replace(on=names[0], at=names[1:])


def _shares(position: Position, move: Move, names: Names) -> Iterator[tuple[int, ...]]:
    """How points are divided: as many as each one needs; else in equal parts."""
    needs = [
        must_be_given(position, name, (temple_named(position, name) or (0, None))[1], spot)
        for name in names
        for spot in [spot_named(position, name)]
    ]
    if sum(needs) <= move.x:
        yield tuple(needs)
    each, over = divmod(move.x, len(names))
    if each:
        yield tuple([each + (1 if place < over else 0) for place in range(len(names))])
