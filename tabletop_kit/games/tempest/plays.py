"""Summons, castings and abilities that are listed: who pays, and what they are aimed at."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.aiming import effects_of
from tabletop_kit.games.tempest.aims import OWN_AIM, aims, hosts, sent, timely
from tabletop_kit.games.tempest.areas import ACTS, make_spot
from tabletop_kit.games.tempest.board import all_keywords, board
from tabletop_kit.games.tempest.cards import (
    ACTIVATED,
    BULLET,
    IS_MIRACLE,
    IS_RELIC,
    IS_TEMPLE,
    OCCUPATION,
    SU,
    TEXT,
    Card,
    Effect,
)
from tabletop_kit.games.tempest.entering import fits_inside
from tabletop_kit.games.tempest.judging import in_play, ruling
from tabletop_kit.games.tempest.menu import Parts
from tabletop_kit.games.tempest.moves import STOLEN, Move, number_order
from tabletop_kit.games.tempest.names import relic_name, relics, spot_name, spot_named
from tabletop_kit.games.tempest.numbers import faith, power
from tabletop_kit.games.tempest.paying import GODS, admitted, doubled, pantheon_faults
from tabletop_kit.games.tempest.position import (
    BATTLEGROUND,
    Position,
    Spot,
    Temple,
    spots,
)
from tabletop_kit.games.tempest.purses import Paid, Purse
from tabletop_kit.games.tempest.using import User, drains, gate_effect, ready_faults

_PLAIN = tuple(
    [not (IS_MIRACLE[card] or IS_RELIC[card] or IS_TEMPLE[card]) for card in range(len(TEXT))]
)
"""Of every card whether its summons says no more than who pays, and perhaps where to."""


def summons(position: Position, seat: Seat, card: Card, purse: Purse) -> list[Parts]:
    """The summonses of a card, for each summoner the cheapest."""
    only_stolen = position.phase == "choice"
    if _PLAIN[card]:
        occupation = OCCUPATION[card]
        if occupation in GODS and position.choices.unique_gods and in_play(position, card):
            return []
        moves = purse.summonses(card)
        return [one for one in moves if STOLEN in one[3]] if only_stolen else moves
    if IS_MIRACLE[card] and not timely(position, seat, card):
        return []
    payments = purse.payments(card)
    if only_stolen:
        payments = [paid for paid in payments if STOLEN in paid.payers]
    if not payments:
        return []
    text = TEXT[card]
    if IS_MIRACLE[card]:
        return _miracles(position, seat, card, payments)
    if IS_RELIC[card]:
        found = hosts(position, seat, card)
        return [
            ("summon", text, paid.by, paid.payers, "", host) for paid in payments for host in found
        ]
    return [_moved_in(position, card, paid) for paid in payments]


def _moved_in(position: Position, card: Card, paid: Paid) -> Parts:
    """A Temple with the summoner and as many of the payers inside as it takes."""
    text = TEXT[card]
    temple = Temple(card, text)
    names: list[str] = []
    for name in (paid.by, *paid.others):
        spot = spot_named(position, name)
        assert spot is not None
        if fits_inside(position, temple, spot):
            temple = temple._replace(inside=(*temple.inside, spot.unit))
            names.append(name)
        elif not names:
            return ("summon", text, paid.by, paid.payers)
    inside = (names[0], *sorted(names[1:], key=number_order))
    return ("summon", text, paid.by, paid.payers, "", "", inside)


def _miracles(position: Position, seat: Seat, card: Card, payments: list[Paid]) -> list[Parts]:
    """A Miracle by each summoner, at each target; those that are alike are looked for once."""
    found: list[Parts] = []
    known: dict[int, list[Move]] = {}
    bullet = SU[card] == BULLET
    for paid in payments:
        x = paid.points // paid.half if bullet else 0
        aimed = known.get(x)
        if aimed is None:
            move = Move("summon", TEXT[card], paid.by, paid.payers, x=x)
            by = spot_named(position, paid.by)
            aimed = aims(position, seat, card, effects_of(card), move, by)
            if not OWN_AIM[card]:
                known[x] = aimed
        head: Parts = ("summon", TEXT[card], paid.by, paid.payers)
        found += [head + tuple(one)[4:] for one in aimed]
    return found


# -- Spells --------------------------------------------------------------------------------------


def casts(position: Position, seat: Seat, card: Card, what: str) -> list[Parts]:
    """The castings of a Spell of the hand, or of one under its caster (``warlock/spell``)."""
    found: list[Parts] = []
    if not timely(position, seat, card):
        return found
    for spot in spots(position, seat):
        unit = spot.unit
        if unit.drained or not unit.name or "spell_cast" not in all_keywords(unit):
            continue
        by = unit.name
        if "/" in what:
            if what.partition("/")[0] not in [one.name for one in unit.members]:
                continue
            by = ""
        for move in _cast_by(position, card, Move("cast", what, by), spot):
            found += aims(position, seat, card, effects_of(card), move, spot)
    return found


def _cast_by(position: Position, card: Card, move: Move, caster: Spot) -> Iterator[Move]:
    """The cheapest casting by this caster, Followers that an Orb admits among the payers."""
    if next(pantheon_faults(position, card, (caster,)), None) is not None:
        return
    half = 2 if doubled(position, card, (caster,)) else 1
    total = power(position, caster)
    face = 1 if SU[card] == BULLET else SU[card]
    helpers = [
        (faith(position, spot), spot)
        for spot in (admitted(position, caster) if total < face * half else ())
        if not spot.unit.drained and next(pantheon_faults(position, card, (spot,)), None) is None
    ]
    helpers.sort(key=lambda one: -one[0])
    payers = []
    for points, spot in helpers:
        if total >= face * half or not points:
            break
        total += points
        half = 2 if doubled(position, card, (spot,)) else half
        payers.append(spot_name(position, spot))
    if total >= face * half:
        x = total // half if SU[card] == BULLET else 0
        yield move._replace(payers=tuple(sorted(payers, key=number_order)), x=x)


def under_casts(position: Position, seat: Seat) -> list[Parts]:
    """The castings of Spells that lie face down under their casters."""
    found: list[Parts] = []
    for spot in spots(position, seat):
        for member in spot.unit.members:
            for spell in member.spells:
                if not spell.name:
                    found += casts(position, seat, spell.card, f"{member.name}/spell")
    return found


# -- face-down Relics and abilities --------------------------------------------------------------


def reveals(position: Position, seat: Seat, purse: Purse) -> list[Parts]:
    """Face-down Relics that are paid for and turned up (TG-A34)."""
    found: list[Parts] = []
    for held in relics(position, seat):
        if held.relic.name:
            continue
        name = relic_name(position, held)
        payments = purse.payments(held.relic.card)
        if held.area == BATTLEGROUND and held.bearer is not None and not held.bearer.drained:
            payments = [*payments, *purse.alone(held.relic.card, held.bearer)]
        found += [("reveal", name, paid.by, paid.payers) for paid in payments]
    return found


def uses(position: Position, seat: Seat) -> list[Parts]:
    """The abilities that can be used now."""
    found: list[Parts] = []
    timing = "own_turn" if position.phase == "main" else position.window
    for area in board(position).sides[seat].areas:
        for unit in area.units if area.kinds & ACTS else ():
            card = unit.members[0].card
            ability = ACTIVATED[card]
            if ability is None or ability.timing != timing or (unit.drained and drains(ability)):
                continue
            spot = make_spot((unit, seat, area.name))
            found += _used(position, seat, User(card, ability, spot), spot_name(position, spot))
    for held in relics(position, seat):
        ability = ACTIVATED[held.relic.card] if held.relic.name else None
        if ability is not None and ability.timing == timing:
            bearer = Spot(held.bearer, seat, held.area) if held.bearer is not None else None
            user = User(held.relic.card, ability, bearer)
            found += _used(position, seat, user, held.relic.name)
    for lasting in position.lasting if position.phase == "main" else ():
        effect = gate_effect(lasting.card) if lasting.seat == seat else None
        if effect is not None:
            found += _gated(position, seat, lasting.name, effect)
    return found


def _gated(position: Position, seat: Seat, name: str, effect: Effect) -> list[Parts]:
    """A Gate that stays in play, used by each of one's Characters."""
    found: list[Move] = []
    for spot in spots(position, seat):
        if not spot.unit.drained:
            move = Move("use", name, by=spot_name(position, spot))
            found += sent(position, seat, move, effect, spot)
    return [move for move in found if ruling(position, seat, move).legal]


def _used(position: Position, seat: Seat, user: User, name: str) -> list[Parts]:
    """An ability, for each thing that may be given up for it, at each target."""
    given = [""]
    if any([one.startswith("sacrifice") for one in user.ability.cost]):
        given = [
            spot_name(position, spot)
            for spot in spots(position, seat)
            if any([OCCUPATION[one.card] == "Follower" for one in spot.unit.members])
        ]
    found: list[Parts] = []
    for cost in given:
        move = Move("use", name, cost=cost)
        if next(ready_faults(position, seat, user, move), None) is None:
            found += aims(position, seat, user.card, user.ability.effects, move, user.spot)
    return found
