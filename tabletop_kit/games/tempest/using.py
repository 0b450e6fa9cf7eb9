"""Whether an ability may be used now, and what speaks against it (TG-H2, 3.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tabletop_kit.engine.ruling import Ruling, Seat
from tabletop_kit.games.tempest.aiming import aim_faults, special_faults
from tabletop_kit.games.tempest.cards import (
    ACTIVATED,
    OCCUPATION,
    PLAYING,
    TEXT,
    Ability,
    Card,
    Effect,
)
from tabletop_kit.games.tempest.moves import Move
from tabletop_kit.games.tempest.names import (
    lasting_named,
    relic_named,
    spot_name,
    spot_named,
)
from tabletop_kit.games.tempest.numbers import area_kind
from tabletop_kit.games.tempest.paying import no
from tabletop_kit.games.tempest.position import Lasting, Position, Spot


class User(NamedTuple):
    """What is used: its card, its ability, and the Character that uses it."""

    card: Card
    ability: Ability
    spot: Spot | None


def find_user(table: Position, seat: Seat, name: str) -> User | Lasting | Ruling:
    """The card of one's own that is used, by its name; a refusal where there is none."""
    spot, held = spot_named(table, name), relic_named(table, name)
    lasting = lasting_named(table, name)
    if lasting is not None and lasting.seat == seat:
        return lasting
    card, bearer = -1, None
    if spot is not None and spot.seat == seat:
        card, bearer = spot.unit.card, spot
    elif held is not None and held.seat == seat and held.relic.name:
        card = held.relic.card
        bearer = None if held.bearer is None else Spot(held.bearer, seat, held.area)
    if card < 0:
        return no("TG-T4", "not-yours", name=name)
    ability = ACTIVATED[card]
    if ability is None:
        return no("TG-T3", "no-ability", name=name)
    return User(card, ability, bearer)


def use_faults(table: Position, seat: Seat, move: Move) -> Iterator[Ruling]:
    """Everything that speaks against using an ability."""
    user = find_user(table, seat, move.what)
    if isinstance(user, Ruling):
        yield user
        return
    if isinstance(user, Lasting):
        yield from _gate_faults(table, seat, user, move)
        return
    if move.by:
        yield no("TG-N1", "by-for-nothing", name=move.what)
    yield from ready_faults(table, seat, user, move)
    takes_relic = any([effect.do == "take_relic" for effect in user.ability.effects])
    if move.on and not takes_relic:
        yield no("TG-N1", "on-for-nothing", card=TEXT[user.card])
    yield from aim_faults(table, seat, user.card, user.ability.effects, move, user.spot)


def ready_faults(table: Position, seat: Seat, user: User, move: Move) -> Iterator[Ruling]:
    """What speaks against using an ability now and for that cost, whatever it is aimed at."""
    card, ability, spot = user
    yield from _moment_faults(table, seat, ability, TEXT[card])
    if spot is not None and spot.unit.drained and drains(ability):
        yield no("TG-A7", "drained", name=spot_name(table, spot))
    if spot is not None and area_kind(spot.area) not in ability.from_areas:
        yield no("TG-T3", "not-from-here", name=move.what)
    if ability.per_turn and move.what in table.used:
        yield no("TG-T3", "used", name=move.what)
    yield from _cost_faults(table, seat, ability, move, spot)
    yield from _defender_faults(table, seat, ability, move, spot)
    yield from _savable_faults(table, ability, move, spot)


def drains(ability: Ability) -> bool:
    """Whether using an ability drains the card, or the bearer of the Relic."""
    return "drain_self" in ability.cost or "drain_bearer" in ability.cost


def _moment_faults(table: Position, seat: Seat, ability: Ability, card: str) -> Iterator[Ruling]:
    """When an ability may be used (TG-A44, A62)."""
    if ability.timing == "own_turn":
        if seat != table.turn or table.phase != "main":
            yield no("TG-A44", "own-turn", card=card)
    elif table.phase != "window" or table.window != ability.timing:
        yield no("TG-A62", "window-closed", card=card, window=ability.timing)


def _cost_faults(
    table: Position, seat: Seat, ability: Ability, move: Move, spot: Spot | None
) -> Iterator[Ruling]:
    """Who is given up (``sacrifice_follower_...``)."""
    kinds = [cost for cost in ability.cost if cost.startswith("sacrifice")]
    if not kinds:
        if move.cost:
            yield no("TG-N1", "cost-for-nothing", name=move.what)
        return
    if not move.cost:
        yield no("TG-T5", "needs-cost", name=move.what)
        return
    given = spot_named(table, move.cost)
    if given is None or given.seat != seat:
        yield no("TG-T4", "not-yours", name=move.cost)
        return
    if not any([OCCUPATION[member.card] == "Follower" for member in given.unit.members]):
        yield no("TG-T5", "no-follower", name=move.cost)
    if "same_area" in kinds[0] and spot is not None and given.area != spot.area:
        yield no("TG-T5", "wrong-area", name=move.cost, card=TEXT[spot.unit.card])


def _defender_faults(
    table: Position, seat: Seat, ability: Ability, move: Move, spot: Spot | None
) -> Iterator[Ruling]:
    """Whether a card of one's own in the same area is about to fight as defender (Trickster)."""
    if not ability.defender:
        return
    fight = table.fight
    defender = spot_named(table, fight.defender) if fight is not None and fight.defender else None
    near = defender is not None and spot is not None and defender.area == spot.area
    if defender is None or defender.seat != seat or not near:
        yield no("TG-T3", "no-defender", name=move.what)


def _savable_faults(
    table: Position, ability: Ability, move: Move, spot: Spot | None
) -> Iterator[Ruling]:
    """Whether the card that saves itself, or its bearer, is about to be destroyed."""
    for effect in ability.effects:
        if effect.do != "prevent_destroy" or effect.target is None or spot is None:
            continue
        if effect.target.who in ("self", "bearer"):
            name = spot_name(table, spot)
            if not any([one.name == name for one in table.doomed]):
                yield no("TG-T5", "not-doomed", name=name)


def gate_effect(card: Card) -> Effect | None:
    """The Gate that a Spell or Miracle in play opens."""
    playing = PLAYING[card]
    for effect in playing.effects if playing is not None else ():
        if effect.do == "gate":
            return effect
    return None


def _gate_faults(table: Position, seat: Seat, lasting: Lasting, move: Move) -> Iterator[Ruling]:
    """A Gate that stays in play, used by one of one's Characters (Bronze Gate)."""
    effect = gate_effect(lasting.card)
    if effect is None:
        yield no("TG-T3", "no-ability", name=move.what)
        return
    if not move.by:
        yield no("TG-N1", "needs-user", name=move.what)
        return
    if seat != table.turn or table.phase != "main":
        yield no("TG-A44", "own-turn", card=TEXT[lasting.card])
    if effect.per_turn and move.what in table.used:
        yield no("TG-T3", "used", name=move.what)
    if move.on or move.cost or move.turn or move.at_seat >= 0:
        yield no("TG-N1", "on-for-nothing", card=TEXT[lasting.card])
    yield from special_faults(table, seat, effect, move, None)
