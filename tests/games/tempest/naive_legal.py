"""The moves of Tempest listed the slow way: every candidate goes before the judge.

``games/tempest/legal.py`` makes only legal moves, and has to list the same ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.aiming import (
    effects_of,
)
from tabletop_kit.games.tempest.aims import every_aim, sent
from tabletop_kit.games.tempest.cards import (
    ACTIVATED,
    BULLET,
    HOSTS,
    IS_CHARACTER,
    IS_MIRACLE,
    IS_RELIC,
    IS_SPELL,
    IS_TEMPLE,
    OCCUPATION,
    PLAYING,
    POWERED,
    SU,
    TEXT,
    Card,
    Effect,
)
from tabletop_kit.games.tempest.declaring import attacks_from
from tabletop_kit.games.tempest.entering import takes
from tabletop_kit.games.tempest.judging import ruling
from tabletop_kit.games.tempest.moves import (
    END,
    KEEP,
    NONE,
    PASS,
    STOLEN,
    Move,
    number_order,
)
from tabletop_kit.games.tempest.names import relic_name, relics, spot_name
from tabletop_kit.games.tempest.numbers import all_keywords, faith, hand_size, keywords, power
from tabletop_kit.games.tempest.paying import (
    Payment,
    admitted,
    cost_of,
    doubled,
    faith_paid,
    pantheon_faults,
    stolen_faith,
)
from tabletop_kit.games.tempest.paying import (
    leads as leads_,
)
from tabletop_kit.games.tempest.position import (
    BATTLEGROUND,
    MOST_DISCARDED,
    WANDER,
    Position,
    Spot,
    opponents,
    spots,
)
from tabletop_kit.games.tempest.reach import able_blockers, attackers, picked
from tabletop_kit.games.tempest.using import gate_effect


def moves(position: Position, seat: Seat) -> list[Move]:
    """The legal moves of a seat that are listed; empty when it is not asked."""
    if seat != position.to_act:
        return []
    found = _LISTED[position.phase](position, seat)
    return [move for move in found if ruling(position, seat, move).legal]


def lists_all(position: Position, seat: Seat) -> bool:
    """Whether :func:`moves` lists every legal move but giving up."""
    return False


# -- the main part and windows -------------------------------------------------------------------


def _main(position: Position, seat: Seat) -> Iterator[Move]:
    yield END
    for card in sorted(set(position.hands[seat])):
        yield from _plays(position, seat, card)
        yield from _summons(position, seat, card)
        yield from _casts(position, seat, card, TEXT[card])
    yield from _face_down(position, seat)
    yield from _steps(position, seat)
    yield from _uses(position, seat)
    yield from _powers(position, seat)
    if not position.declared:
        yield from _attacks(position, seat)


def _window(position: Position, seat: Seat) -> Iterator[Move]:
    yield PASS
    for card in sorted(set(position.hands[seat])):
        if IS_MIRACLE[card]:
            yield from _summons(position, seat, card)
        elif IS_SPELL[card]:
            yield from _casts(position, seat, card, TEXT[card])
    yield from _face_down(position, seat)
    yield from _uses(position, seat)


def _plays(position: Position, seat: Seat, card: Card) -> Iterator[Move]:
    text = TEXT[card]
    if IS_RELIC[card]:
        for host in _hosts(position, seat, card):
            yield Move("play", text, on=host)
    elif IS_SPELL[card]:
        for spot in spots(position, seat):
            if spot.unit.name and "spell_cast" in all_keywords(spot.unit):
                yield Move("play", text, on=spot.unit.name)
    elif SU[card] == 0 and IS_CHARACTER[card]:
        yield Move("play", text)
        if OCCUPATION[card] in ("Guardian", "Champion"):
            yield Move("play", text, to=BATTLEGROUND)
        for temple in position.temples[seat]:
            if takes(position, temple, card):
                yield Move("play", text, to=temple.name)


def _hosts(position: Position, seat: Seat, relic: Card) -> Iterator[str]:
    if "temple" in HOSTS[relic]:
        for temple in position.temples[seat]:
            yield temple.name
    if "character" in HOSTS[relic]:
        for spot in spots(position, seat):
            for member in spot.unit.members if spot.unit.name else ():
                if not member.relics:
                    yield member.name


def _steps(position: Position, seat: Seat) -> Iterator[Move]:
    """Moves from area to area, and joining."""
    by_area: dict[str, list[Spot]] = {}
    for spot in spots(position, seat):
        if spot.unit.name:
            by_area.setdefault(spot.area, []).append(spot)
        if spot.unit.drained:
            continue
        name = spot_name(position, spot)
        if spot.area != WANDER:
            yield Move("move", name, to=WANDER)
            continue
        yield Move("move", name, to=BATTLEGROUND)
        for temple in position.temples[seat]:
            if all(takes(position, temple, member.card) for member in spot.unit.members):
                yield Move("move", name, to=temple.name)
    for found in by_area.values():
        yield from _joins(found)


_JOINING = frozenset(("familiar", "mount", "rider", "spell_cast"))


def _joins(found: list[Spot]) -> Iterator[Move]:
    joining = [
        spot
        for spot in found
        if TEXT[spot.unit.card] == "vulne" or all_keywords(spot.unit) & _JOINING
    ]
    for one, other in combinations(joining, 2):
        names = sorted((one.unit.name, other.unit.name), key=number_order)
        yield Move("join", names=tuple(names))
    for spot in found:
        if len(spot.unit.members) > 1:
            yield Move("split", spot.unit.name)


# -- paying --------------------------------------------------------------------------------------


def _payments(position: Position, seat: Seat, card: Card) -> Iterator[tuple[Move, Payment]]:
    """For each summoner of a card, the cheapest payment it can lead."""
    by_area: dict[str, list[Spot]] = {}
    for spot in spots(position, seat):
        if not spot.unit.drained:
            by_area.setdefault(spot.area, []).append(spot)
    priest = OCCUPATION[card] == "Priest"
    for area, found in by_area.items():
        if area == BATTLEGROUND and not (IS_MIRACLE[card] or IS_RELIC[card]):
            continue
        able = [
            spot
            for spot in found
            if not any(True for _ in pantheon_faults(position, card, (spot,)))
        ]
        stolen = stolen_faith(position, seat, area)
        for first in able:
            leads = leads_(first)
            others = [spot for spot in able if spot is not first] if leads else []
            if area == BATTLEGROUND:
                others = []
            yield from _cheapest(position, card, first, others, stolen if leads else 0)
        if priest and not any([leads_(spot) for spot in able]):
            yield from _pool_for_priest(position, card, able)


def _cheapest(
    position: Position, card: Card, first: Spot, others: list[Spot], stolen: int
) -> Iterator[tuple[Move, Payment]]:
    """The first payer with as few of the others as it takes, those with most FT first."""
    helpers: list[Spot] = []
    ranked = sorted(others, key=lambda spot: -faith(position, spot))
    use = stolen if position.phase == "choice" else 0
    while True:
        payment = Payment(first, tuple(helpers), use)
        face = 1 if SU[card] == BULLET else SU[card]
        if faith_paid(position, payment) >= cost_of(position, card, payment, face):
            break
        if stolen and not use:
            use = stolen
        elif ranked and faith(position, ranked[0]) > 0:
            helpers.append(ranked.pop(0))
        else:
            return
    yield _paid_by(position, payment), payment
    if SU[card] == BULLET and any(faith(position, s) for s in ranked):
        everybody = Payment(first, (*helpers, *[s for s in ranked if faith(position, s)]), use)
        yield _paid_by(position, everybody), everybody


def _paid_by(position: Position, payment: Payment) -> Move:
    names = sorted([spot_name(position, spot) for spot in payment.others], key=number_order)
    payers = (*names, STOLEN) if payment.stolen else tuple(names)
    return Move("", by=spot_name(position, payment.first), payers=payers)


def _pool_for_priest(
    position: Position, card: Card, able: list[Spot]
) -> Iterator[tuple[Move, Payment]]:
    ranked = sorted(
        [spot for spot in able if faith(position, spot)], key=lambda spot: -faith(position, spot)
    )
    for count in range(2, len(ranked) + 1):
        found = sorted(ranked[:count], key=lambda spot: number_order(spot_name(position, spot)))
        payment = Payment(found[0], tuple(found[1:]), 0)
        if faith_paid(position, payment) >= cost_of(position, card, payment, 0):
            yield _paid_by(position, payment), payment
            return


def _summons(position: Position, seat: Seat, card: Card) -> Iterator[Move]:
    if IS_SPELL[card]:
        return
    for paid, payment in _payments(position, seat, card):
        move = paid._replace(verb="summon", what=TEXT[card])
        if SU[card] == BULLET:
            half = 2 if doubled(position, card, payment.all) else 1
            move = move._replace(x=faith_paid(position, payment) // half)
        if IS_MIRACLE[card]:
            yield from every_aim(position, seat, move, effects_of(card), payment.first)
        elif IS_RELIC[card]:
            for host in _hosts(position, seat, card):
                yield move._replace(on=host)
        elif IS_TEMPLE[card]:
            yield _moved_in(position, card, move, payment)
        else:
            yield move
            if OCCUPATION[card] in ("Guardian", "Champion"):
                yield move._replace(to=BATTLEGROUND)


def _moved_in(position: Position, card: Card, move: Move, payment: Payment) -> Move:
    """A Temple with the summoner and as many of the payers inside as it takes."""
    from tabletop_kit.games.tempest.position import Temple

    temple = Temple(card, TEXT[card])
    names: list[str] = []
    for spot in payment.all:
        if not all(takes(position, temple, member.card) for member in spot.unit.members):
            if not names:
                return move
            continue
        name = spot_name(position, spot)
        temple = temple._replace(inside=(*temple.inside, spot.unit))
        names.append(name)
    rest = sorted(names[1:], key=number_order)
    return move._replace(inside=(*names[:1], *rest))


def _casts(position: Position, seat: Seat, card: Card, what: str) -> Iterator[Move]:
    if not IS_SPELL[card]:
        return
    for spot in spots(position, seat):
        if spot.unit.drained or not spot.unit.name or not power(position, spot):
            continue
        if "/" in what and what.partition("/")[0] not in [one.name for one in spot.unit.members]:
            continue
        by = "" if "/" in what else spot.unit.name
        yield from _cast_by(position, seat, card, Move("cast", what, by), spot)


def _cast_by(
    position: Position, seat: Seat, card: Card, move: Move, caster: Spot
) -> Iterator[Move]:
    half = 2 if doubled(position, card, (caster,)) else 1
    total, payers = power(position, caster), []
    cost = (1 if SU[card] == BULLET else SU[card]) * half
    helpers = [spot for spot in admitted(position, caster) if not spot.unit.drained]
    for spot in sorted(helpers, key=lambda one: -faith(position, one)):
        if total >= cost:
            break
        if faith(position, spot):
            total += faith(position, spot)
            payers.append(spot_name(position, spot))
    if total < cost:
        return
    move = move._replace(payers=tuple(sorted(payers, key=number_order)))
    if SU[card] == BULLET:
        move = move._replace(x=total // half)
    yield from every_aim(position, seat, move, effects_of(card), caster)


# -- abilities and face-down cards ---------------------------------------------------------------


def _face_down(position: Position, seat: Seat) -> Iterator[Move]:
    for held in relics(position, seat):
        if not held.relic.name:
            name = relic_name(position, held)
            for paid, _ in _payments(position, seat, held.relic.card):
                yield paid._replace(verb="reveal", what=name)
    for spot in spots(position, seat):
        for member in spot.unit.members:
            for spell in member.spells:
                if not spell.name:
                    yield from _casts(position, seat, spell.card, f"{member.name}/spell")


def _uses(position: Position, seat: Seat) -> Iterator[Move]:
    for spot in spots(position, seat):
        for member in spot.unit.members:
            ability = ACTIVATED[member.card]
            if ability is not None and not (spot.unit.drained and "drain_self" in ability.cost):
                move = Move("use", spot_name(position, spot))
                yield from _use(position, seat, move, ability.effects, ability.cost, spot)
    for held in relics(position, seat):
        ability = ACTIVATED[held.relic.card] if held.relic.name else None
        if ability is not None:
            bearer = Spot(held.bearer, seat, held.area) if held.bearer is not None else None
            move = Move("use", held.relic.name)
            yield from _use(position, seat, move, ability.effects, ability.cost, bearer)
    for lasting in position.lasting:
        effect = gate_effect(lasting.card) if lasting.seat == seat else None
        if effect is not None and position.phase == "main":
            yield from _gates(position, seat, Move("use", lasting.name), effect)


def _use(
    position: Position,
    seat: Seat,
    move: Move,
    effects: tuple[Effect, ...],
    cost: tuple[str, ...],
    user: Spot | None,
) -> Iterator[Move]:
    given = [""]
    if any([one.startswith("sacrifice") for one in cost]):
        given = [
            spot_name(position, spot)
            for spot in spots(position, seat)
            if any([OCCUPATION[one.card] == "Follower" for one in spot.unit.members])
        ]
    for name in given:
        yield from every_aim(position, seat, move._replace(cost=name), effects, user)


def _gates(position: Position, seat: Seat, move: Move, effect: Effect) -> Iterator[Move]:
    for spot in spots(position, seat):
        if not spot.unit.drained:
            by = move._replace(by=spot_name(position, spot))
            yield from sent(position, seat, by, effect, spot)


def _powers(position: Position, seat: Seat) -> Iterator[Move]:
    """Bullets are powered by one card, or by all that could pay."""
    for spot in spots(position, seat):
        if not spot.unit.name or POWERED[spot.unit.card] is None:
            continue
        payers = [
            spot_name(position, other)
            for other in spots(position, seat)
            if not other.unit.drained
            and other.area != BATTLEGROUND
            and other.unit is not spot.unit
            and faith(position, other)
        ]
        payers.sort(key=number_order)
        for name in payers:
            yield Move("power", spot.unit.name, payers=(name,))
        if len(payers) > 1:
            yield Move("power", spot.unit.name, payers=tuple(payers))


# -- attacks -------------------------------------------------------------------------------------


def _attacks(position: Position, seat: Seat) -> Iterator[Move]:
    """Each card alone, all together, and all but one, against each opponent; pairs; tunnels."""
    able = [
        spot
        for spot in spots(position, seat)
        if spot.unit.name
        and not spot.unit.drained
        and attacks_from(spot)
        and "cannot_attack" not in keywords(position, spot)
    ]
    able.sort(key=lambda spot: number_order(spot.unit.name))
    for other in opponents(position, seat):
        every = tuple([((spot.unit.name,), False, other) for spot in able])
        for one in every:
            yield Move("attack", attacks=(one,))
        if len(every) > 1:
            yield Move("attack", attacks=every)
        for place in range(len(every)) if len(every) > 2 else ():
            yield Move("attack", attacks=(*every[:place], *every[place + 1 :]))
        for spot in able:
            if "tunneling" in keywords(position, spot):
                yield Move("attack", attacks=(((spot.unit.name,), True, other),))
        for one_, two in combinations(able, 2):
            names = (one_.unit.name, two.unit.name)
            yield Move("attack", attacks=((names, False, other),))


def _order(position: Position, _seat: Seat) -> Iterator[Move]:
    for attack in position.attacks:
        yield Move("fight", attack.names[0])


def _block(position: Position, seat: Seat) -> Iterator[Move]:
    fight = position.fight
    assert fight is not None
    found = attackers(position, fight.names)
    for spot in able_blockers(position, found, fight.tunnel, seat):
        yield Move("block", spot.unit.name)


def _target(position: Position, _seat: Seat) -> Iterator[Move]:
    fight = position.fight
    assert fight is not None
    for name in picked(position, fight):
        yield Move("target", name)


# -- choices and the hand ------------------------------------------------------------------------


def _choice(position: Position, seat: Seat) -> Iterator[Move]:
    asked = position.asked
    assert asked is not None
    if asked.kind == "form":
        for word in asked.options:
            yield Move("form", names=(asked.about[0], word))
        return
    for name in asked.options:
        yield Move("choose", names=(name,))
    if asked.optional:
        yield NONE
    if asked.kind == "stolen":
        for card in sorted(set(position.hands[seat])):
            yield from _summons(position, seat, card)


def _discard(position: Position, seat: Seat) -> Iterator[Move]:
    yield KEEP
    hand = [TEXT[card] for card in position.hands[seat]]
    for count in range(1, MOST_DISCARDED + 1):
        for names in sorted(set(combinations(hand, count))):
            yield Move("discard", names=names)


def _excess(position: Position, seat: Seat) -> Iterator[Move]:
    hand = [TEXT[card] for card in position.hands[seat]]
    count = len(hand) - hand_size(position, seat)
    for names in sorted(set(combinations(hand, count))):
        yield Move("discard", names=names)


_LISTED = {
    "main": _main,
    "window": _window,
    "order": _order,
    "block": _block,
    "target": _target,
    "choice": _choice,
    "discard": _discard,
    "excess": _excess,
}

__all__ = ["PLAYING", "lists_all", "moves"]
