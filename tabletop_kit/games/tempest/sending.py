"""What speaks against Teleports, Gates, turned attacks, shelter, and putting Relics on cards."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_kit.engine.ruling import Ruling, Seat
from tabletop_kit.games.tempest.cards import (
    FT,
    HOSTS,
    OCCUPATION,
    TEXT,
    Card,
    Effect,
)
from tabletop_kit.games.tempest.entering import MOST_RELICS, relics_on
from tabletop_kit.games.tempest.moves import Move
from tabletop_kit.games.tempest.names import (
    member_named,
    relic_named,
    spot_name,
    spot_named,
    temple_named,
)
from tabletop_kit.games.tempest.numbers import area_kind, keywords
from tabletop_kit.games.tempest.paying import entering_faults, no
from tabletop_kit.games.tempest.position import (
    Spot,
    Table,
    partners,
)
from tabletop_kit.games.tempest.reach import (
    ANYWHERE,
    anywhere,
    attackers,
    bars_fight,
    bars_target,
    bars_temple,
    legal_targets,
    turned_on,
)
from tabletop_kit.games.tempest.turns import on_first_turn


def protected_fault(table: Table, seat: Seat, other: Seat) -> Iterator[Ruling]:
    """A player who is still protected is not aimed at (TG-A10)."""
    if other != seat and seat in table.protected[other]:
        yield no("TG-A10", "protected", seat=other)


# -- Teleports and Gates -------------------------------------------------------------------------


def special_attacker(table: Table, effect: Effect, move: Move, user: Spot | None) -> str:
    """The name of the card that Teleports or goes through a Gate."""
    if effect.do == "gate":
        return move.by
    if effect.attacker is not None and effect.attacker.who == "mine":
        return move.on
    return "" if user is None else spot_name(table, user)


def whom_else(
    table: Table, move: Move, effects: tuple[Effect, ...], user: Spot | None
) -> tuple[str, ...]:
    """Whom a play is about beside its targets: who Teleports, the sheltered, the new defender."""
    for effect in effects:
        if effect.do in ("teleport_attack", "gate_attack", "gate"):
            name = special_attacker(table, effect, move, user)
            return (name,) if name else ()
        if effect.do == "redirect_attack" and move.turn:
            return (move.turn,)
        if effect.do == "move" and effect.optional and table.fight is not None:
            return (table.fight.defender,)
        if effect.do == "prevent_destroy" and user is not None and not move.at:
            return (user.unit.name,)
    return ()


def special_faults(
    table: Table, seat: Seat, effect: Effect, move: Move, user: Spot | None
) -> Iterator[Ruling]:
    """What speaks against a Teleport or Gate attack (3.10)."""
    if effect.do == "gate" and move.verb == "cast":
        return
    name = special_attacker(table, effect, move, user)
    attacker = spot_named(table, name) if name else None
    if not name:
        yield no("TG-N1", "needs-sent", card=move.what.partition("#")[0])
        return
    if attacker is None or attacker.seat != seat:
        yield no("TG-T4", "not-yours", name=name)
        return
    if attacker.unit.drained:
        yield no("TG-A7", "drained", name=name)
    if "cannot_attack" in keywords(table, attacker):
        yield no("TG-T3", "cannot-attack", name=name)
    paying = move.payers if user is None else (*move.payers, user.unit.name)
    if move.verb == "cast" and name in paying:
        yield no("TG-A7", "pays-itself", name=name)
    if on_first_turn(table, seat):
        yield no("TG-A4", "first-turn")
    if effect.origin and area_kind(attacker.area) not in effect.origin:
        yield no("TG-T5", "wrong-area", name=name, card=move.what.partition("#")[0])
    if len(move.at) != 1 or move.points:
        yield no("TG-T5", "one-target", card=move.what.partition("#")[0])
        return
    yield from _victim_faults(table, seat, effect, move.at[0], attacker, move)


def _victim_faults(
    table: Table, seat: Seat, effect: Effect, name: str, attacker: Spot, move: Move
) -> Iterator[Ruling]:
    spot, temple = spot_named(table, name), temple_named(table, name)
    if spot is None and temple is None:
        yield no("TG-T4", "not-there", name=name)
        return
    other = spot.seat if spot is not None else temple[0] if temple is not None else seat
    yield from protected_fault(table, seat, other)
    card = move.what.partition("#")[0]
    if other in partners(table, seat):
        yield no("TG-T5", "wrong-kind", name=name, card=card)
        return
    if effect.do == "gate":
        gates = [one for one in table.lasting if one.name == move.what]
        if gates and gates[0].at != other:
            yield no("TG-T5", "gate-elsewhere", name=name)
            return
    areas = effect.reach or ANYWHERE
    if spot is not None and area_kind(spot.area) not in areas:
        yield no("TG-T5", "wrong-area", name=name, card=card)
    elif name not in list(anywhere(table, attacker, areas, other)):
        yield no("TG-A57" if spot and spot.unit.tunneling else "TG-A54", "no-fight", name=name)


# -- attacks that are turned, shelter, Relics ----------------------------------------------------


def turn_faults(
    table: Table, seat: Seat, effect: Effect, move: Move, user: Spot | None
) -> Iterator[Ruling]:
    """What speaks against the new target of an attack that is turned (TG-E7)."""
    card = move.what.partition("#")[0].partition("/")[0]
    if not _can_turn(table, seat, effect, user):
        return
    options = turn_options(table, seat, effect, move, user)
    if not move.turn:
        if options and not effect.optional:
            yield no("TG-T5", "needs-turn", card=card)
        if not options and not effect.optional and effect.if_none != "end_attack":
            yield no("TG-T5", "no-turn", card=card)
        return
    if spot_named(table, move.turn) is None and temple_named(table, move.turn) is None:
        yield no("TG-T4", "not-there", name=move.turn)
    elif move.turn not in options:
        yield no(_turn_bar(table, seat, effect, move), "wrong-turn", name=move.turn)


def _can_turn(table: Table, seat: Seat, effect: Effect, user: Spot | None) -> bool:
    """Whether there is an attack that this effect turns: if not, that is what is refused."""
    fight = table.fight
    if fight is None:
        return effect.optional
    if effect.to == "any_other_player":
        return fight.seat == seat
    if effect.to == "same_defender":
        spot = spot_named(table, fight.defender) if fight.defender else None
        near = spot is not None and user is not None and spot.area == user.area
        return spot is not None and near and spot.seat == seat
    return True


def _turn_bar(table: Table, seat: Seat, effect: Effect, move: Move) -> str:
    """The rule that keeps the attack in progress from a card it is to be turned on."""
    spot, temple, fight = spot_named(table, move.turn), temple_named(table, move.turn), table.fight
    owner = spot.seat if spot is not None else temple[0] if temple is not None else seat
    spared = (seat,) if effect.to != "same_defender" else ()
    if fight is None or owner in spared or owner in partners(table, fight.by):
        return "TG-T5"
    attacking = seat if effect.condition == "target_is_attacking" else fight.by
    if attacking in table.protected[owner]:
        return "TG-A10"
    for one in attackers(table, fight.names):
        tunnel = fight.tunnel
        rule = ""
        if fight.reach:
            rule = "" if spot is None else bars_fight(table, one, spot)
        elif temple is not None:
            rule = bars_temple(table, one, temple[1], tunnel)
        elif spot is not None:
            rule = bars_target(table, one, spot, tunnel)
        if rule:
            return rule
    return "TG-T5"


def turn_options(
    table: Table, seat: Seat, effect: Effect, move: Move, user: Spot | None
) -> list[str]:
    """What the attack in progress could be turned on."""
    fight = table.fight
    if fight is None:
        return []
    found = attackers(table, fight.names)
    if effect.condition == "target_is_attacking":
        taken = [spot for spot in found if move.at and spot.unit.name == move.at[0]]
        return turned_on(table, taken, seat) if taken else []
    if effect.to == "any_other_player":
        return turned_on(table, found, fight.by, seat)
    spot = spot_named(table, fight.defender) if fight.defender else None
    if spot is None or user is None or spot.seat != seat or spot.area != user.area:
        return []
    names = legal_targets(table, found, fight.tunnel, fight.seat)
    return [name for name in names if name != fight.defender]


def shelter_faults(table: Table, seat: Seat, move: Move) -> Iterator[Ruling]:
    """Into which Temple a Character may be put that was about to fight (Sanctuary)."""
    if not move.to:
        return
    found = temple_named(table, move.to)
    spot = spot_named(table, table.fight.defender) if table.fight is not None else None
    if found is None or spot is None or found[0] != spot.seat:
        yield no("TG-T4", "not-yours", name=move.to)
        return
    yield from entering_faults(table, found[1], [spot])


def relic_faults(table: Table, seat: Seat, move: Move) -> Iterator[Ruling]:
    """Which Relic may be taken, and onto which card (Thief)."""
    if len(move.at) != 1:
        yield no("TG-T5", "one-target", card=move.what.partition("#")[0])
        return
    held = relic_named(table, move.at[0])
    if held is None:
        yield no("TG-T4", "not-there", name=move.at[0])
        return
    yield from protected_fault(table, seat, held.seat)
    if held.seat in partners(table, seat) or not held.relic.name:
        yield no("TG-T5", "wrong-kind", name=move.at[0], card=move.what.partition("#")[0])
    if not move.on:
        yield no("TG-N1", "needs-host", card=TEXT[held.relic.card])
        return
    yield from host_faults(table, seat, held.relic.card, move.on)


def host_faults(table: Table, seat: Seat, relic: Card, host: str) -> Iterator[Ruling]:
    """On which card a Relic may be put: one's own, of its kind, within the limits (TG-A35)."""
    temple, member = temple_named(table, host), member_named(table, host)
    kind = "temple" if temple is not None else "character"
    seat_of = temple[0] if temple is not None else member[0].seat if member is not None else -1
    if seat_of != seat:
        yield no("TG-T4", "not-yours", name=host)
        return
    if kind not in HOSTS[relic]:
        yield no("TG-T5", "wrong-host", card=TEXT[relic], name=host)
    if member is not None and member[1].relics:
        yield no("TG-A35", "one-relic", name=host)
    area = host if temple is not None else member[0].area if member is not None else ""
    inside = temple_named(table, area)
    if inside is not None and relics_on(inside[1]) >= MOST_RELICS:
        yield no("TG-A35", "temple-relics", temple=area)


def is_follower(card: Card) -> bool:
    """Whether a card is a Follower, with FT or without."""
    return OCCUPATION[card] == "Follower" and FT[card] >= 0
