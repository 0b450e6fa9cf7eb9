"""What a Spell, Miracle or ability may be aimed at: every refusal there is (TG-A43, T3 to T6)."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_kit.engine.ruling import Ruling, Seat
from tabletop_kit.games.tempest.cards import (
    CARD,
    FT,
    HOSTS,
    IS_MIRACLE,
    OCCUPATION,
    PLAYING,
    TEXT,
    Card,
    Effect,
    Filter,
    Playing,
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
from tabletop_kit.games.tempest.numbers import area_kind, shielded
from tabletop_kit.games.tempest.paying import entering_faults, no
from tabletop_kit.games.tempest.position import (
    BATTLEGROUND,
    WANDER,
    Fight,
    Spot,
    Table,
    partners,
)
from tabletop_kit.games.tempest.reach import (
    anywhere,
    attackers,
    bars_target,
    bars_temple,
    legal_targets,
    same_area,
    turned_on,
)
from tabletop_kit.games.tempest.targets import (
    discarded,
    fighters,
    in_area,
    may_suit,
    mine,
    out_of_reach,
    picking,
    play_kind,
    temple_suits,
    total,
    whose,
)

SPECIAL = ("teleport_attack", "gate_attack", "gate")


def moment_faults(table: Table, seat: Seat, card: Card) -> Iterator[Ruling]:
    """Whether a Spell or Miracle may be played now (TG-A44, A62)."""
    playing = PLAYING[card]
    if playing is None:
        return
    if playing.window and (table.phase != "window" or table.window != playing.window):
        yield no("TG-A62", "window-closed", card=TEXT[card], window=playing.window)
    spending = table.phase == "choice"  # Krill Vortex: any card, on another's turn too
    if (
        playing.speed == "own_turn"
        and not spending
        and (seat != table.turn or table.phase == "window")
    ):
        yield no("TG-A44", "own-turn", card=TEXT[card])


def condition_faults(table: Table, seat: Seat, card: Card, playing: Playing) -> Iterator[Ruling]:
    """What the answered play or attack must be like (TG-T3)."""
    if not playing.window or table.window != playing.window:
        return
    top = table.stack[0] if table.stack and playing.window in ("spell", "summon") else None
    fits = True
    if playing.by == "opponent":
        fits = top is not None and top.seat not in partners(table, seat)
    if playing.only == "miracle":
        fits = fits and top is not None and IS_MIRACLE[top.card]
    if playing.summoner_occ:
        fits = fits and top is not None and top.channelled
    fight = table.fight
    if playing.attacked:
        fits = fits and fight is not None and fight.seat == seat
    if playing.defender:
        fits = fits and fight is not None and _defends(table, seat, fight)
    if not fits:
        yield no("TG-T3", "no-answer", card=TEXT[card])


def _defends(table: Table, seat: Seat, fight: Fight) -> bool:
    """Whether a Character of one's own is about to fight as defender outside Temples."""
    spot = spot_named(table, fight.defender) if fight.defender else None
    return spot is not None and mine(table, seat, spot.seat) and spot.area in (WANDER, BATTLEGROUND)


def effects_of(card: Card) -> tuple[Effect, ...]:
    """The effects of a Spell or Miracle as it is played."""
    playing = PLAYING[card]
    return () if playing is None else playing.effects


def aim_faults(
    table: Table, seat: Seat, card: Card, effects: tuple[Effect, ...], move: Move, user: Spot | None
) -> Iterator[Ruling]:
    """Everything that speaks against what a play names."""
    yield from player_faults(table, seat, card, effects, move)
    named = False
    for effect in effects:
        filter_ = picking(effect)
        if effect.do in SPECIAL and move.verb != "gate":
            named = True
            yield from special_faults(table, seat, effect, move, user)
        elif effect.do == "redirect_attack":
            yield from turn_faults(table, seat, effect, move, user)
        elif effect.do == "move" and effect.optional:
            yield from shelter_faults(table, seat, move)
        elif effect.do == "take_relic":
            named = True
            yield from relic_faults(table, seat, move)
        elif filter_ is not None and not (named and filter_ is None):
            named = True
            yield from picked_faults(table, seat, card, effect, filter_, move, user)
    if not named and (move.at or move.points):
        yield no("TG-T5", "aims-at-nothing", card=TEXT[card])
    if move.turn and not any([effect.do == "redirect_attack" for effect in effects]):
        yield no("TG-N1", "turn-for-nothing", card=TEXT[card])
    if move.to and not any([effect.do == "move" and effect.optional for effect in effects]):
        yield no("TG-N1", "to-for-nothing", card=TEXT[card])


def aims_at_player(effects: tuple[Effect, ...]) -> str:
    """Whether a play names a player: ``chosen_player``, ``chosen_opponent``, or empty."""
    for effect in effects:
        if effect.do == "gate":
            return "chosen_opponent"
        who = effect.scope.who if effect.scope is not None else effect.who
        if who in ("chosen_player", "chosen_opponent"):
            return who
    return ""


def player_faults(
    table: Table, seat: Seat, card: Card, effects: tuple[Effect, ...], move: Move
) -> Iterator[Ruling]:
    """Whether a play names a player where it has to, and one it may (TG-A10, T5)."""
    who = aims_at_player(effects) if move.verb != "use" else ""
    at = move.at_seat
    if not who:
        if at >= 0:
            yield no("TG-T5", "no-player", card=TEXT[card])
        return
    if at < 0 or at >= table.seats or at in table.out:
        yield no("TG-T5", "needs-player", card=TEXT[card])
        return
    if who == "chosen_opponent" and at in partners(table, seat):
        yield no("TG-T5", "needs-opponent", card=TEXT[card])
    if seat in table.protected[at]:
        yield no("TG-A10", "protected", seat=at)


def protected_fault(table: Table, seat: Seat, other: Seat) -> Iterator[Ruling]:
    """A player who is still protected is not aimed at (TG-A10)."""
    if other != seat and seat in table.protected[other]:
        yield no("TG-A10", "protected", seat=other)


def picked_faults(
    table: Table,
    seat: Seat,
    card: Card,
    effect: Effect,
    filter_: Filter,
    move: Move,
    user: Spot | None,
) -> Iterator[Ruling]:
    """What speaks against the cards that are picked."""
    if filter_.who == "fighter_mine":
        yield from _fighter_faults(table, seat, move)
        return
    if "discard" in filter_.area:
        yield from _discard_faults(table, seat, card, filter_, move)
        return
    if not move.at:
        if not effect.optional:
            yield no("TG-T5", "needs-target", card=TEXT[card])
        return
    if effect.targets is None and len(move.at) > 1:
        yield no("TG-T5", "one-target", card=TEXT[card])
    if bool(move.points) != effect.split:
        yield no("TG-N1", "points", card=TEXT[card])
    holders = set()
    for name in move.at:
        yield from _one_faults(table, seat, card, filter_, move, name, user)
        spot, temple = spot_named(table, name), temple_named(table, name)
        holders.add(spot.seat if spot else temple[0] if temple else -1)
    yield from _sum_faults(table, seat, card, filter_, move, holders)
    if effect.do == "prevent_destroy":
        for name in move.at:
            if not any([one.name == name for one in table.doomed]):
                yield no("TG-T5", "not-doomed", name=name)


def _sum_faults(
    table: Table, seat: Seat, card: Card, filter_: Filter, move: Move, holders: set[Seat]
) -> Iterator[Ruling]:
    """All of one player, and no more than was paid for (TG-T5)."""
    if filter_.who == "chosen_player" and len(holders) > 1:
        yield no("TG-T5", "several-players", card=TEXT[card])
    if TEXT[card] == "destroying-angel" and holders & set(partners(table, seat)):
        yield no("TG-T5", "needs-opponent", card=TEXT[card])
    if move.points and sum(move.points) > move.x:
        yield no("TG-T5", "sum", sum=sum(move.points), x=move.x)
    if filter_.total_st and total(table, move.at) > move.x:
        yield no("TG-T5", "sum", sum=total(table, move.at), x=move.x)


def _one_faults(
    table: Table, seat: Seat, card: Card, filter_: Filter, move: Move, name: str, user: Spot | None
) -> Iterator[Ruling]:
    """What speaks against one picked card."""
    spot, temple = spot_named(table, name), temple_named(table, name)
    if temple is not None:
        yield from protected_fault(table, seat, temple[0])
        if not temple_suits(filter_, temple[1], move.x) or not whose(
            table, filter_, seat, temple[0]
        ):
            yield no("TG-T5", "wrong-kind", name=name, card=TEXT[card])
        return
    if spot is None:
        yield no("TG-T4", "not-there", name=name)
        return
    yield from protected_fault(table, seat, spot.seat)
    if out_of_reach(filter_, seat, spot):
        yield no("TG-A43", "occupant", name=name, card=TEXT[card])
    elif not in_area(filter_, seat, spot):
        yield no("TG-T5", "wrong-area", name=name, card=TEXT[card])
    if filter_.same_area and user is not None and not _near(table, filter_, user, spot):
        behind = user.area == BATTLEGROUND and spot.area == WANDER and filter_.who != "mine"
        yield no("TG-A58" if behind else "TG-T5", "other-area", name=name, card=TEXT[card])
    if not whose(table, filter_, seat, spot.seat) or not may_suit(
        table, filter_, seat, spot, move.x
    ):
        yield no("TG-T5", "wrong-kind", name=name, card=TEXT[card])
    elif filter_.not_self and user is not None and user.unit is spot.unit:
        yield no("TG-T5", "itself", name=name, card=TEXT[card])
    kinds = [play_kind(card), *(["control"] if TEXT[card] == "domination" else [])]
    if any([shielded(table, spot, kind, seat) for kind in kinds]):
        yield no("TG-T6", "shielded", name=name, card=TEXT[card])


def _near(table: Table, filter_: Filter, user: Spot, spot: Spot) -> bool:
    if filter_.who == "mine":
        return user.area == spot.area
    return same_area(table, user, spot)


def _fighter_faults(table: Table, seat: Seat, move: Move) -> Iterator[Ruling]:
    if len(move.at) != 1:
        yield no("TG-T5", "needs-fighter")
        return
    spot = spot_named(table, move.at[0])
    if spot is None:
        yield no("TG-T4", "not-there", name=move.at[0])
    elif all(one.unit is not spot.unit for one in fighters(table, seat)):
        yield no("TG-T5", "not-fighting", name=move.at[0])


def _discard_faults(
    table: Table, seat: Seat, card: Card, filter_: Filter, move: Move
) -> Iterator[Ruling]:
    if len(move.at) != 1:
        yield no("TG-T5", "one-target", card=TEXT[card])
        return
    picked = CARD.get(move.at[0], -1)
    if picked not in table.discard[seat]:
        yield no("TG-T4", "not-discarded", name=move.at[0])
    elif picked not in discarded(table, filter_, seat):
        yield no("TG-T5", "wrong-kind", name=move.at[0], card=TEXT[card])


# -- Teleports and Gates -------------------------------------------------------------------------


def special_attacker(table: Table, effect: Effect, move: Move, user: Spot | None) -> str:
    """The name of the card that Teleports or goes through a Gate."""
    if effect.do == "gate":
        return move.by
    if effect.attacker is not None and effect.attacker.who == "mine":
        return move.on
    return "" if user is None else spot_name(table, user)


def special_faults(
    table: Table, seat: Seat, effect: Effect, move: Move, user: Spot | None
) -> Iterator[Ruling]:
    """What speaks against a Teleport or Gate attack (3.10)."""
    if effect.do == "gate" and move.verb == "cast":
        return
    name = special_attacker(table, effect, move, user)
    attacker = spot_named(table, name) if name else None
    if attacker is None or attacker.seat != seat:
        yield no("TG-T4", "not-yours", name=name or move.what)
        return
    if attacker.unit.drained:
        yield no("TG-A7", "drained", name=name)
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
    areas = effect.reach or frozenset((WANDER, BATTLEGROUND, "temple"))
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
        return spot is not None and near and mine(table, seat, spot.seat)
    return True


def _turn_bar(table: Table, seat: Seat, effect: Effect, move: Move) -> str:
    """The rule that keeps the attack in progress from a card it is to be turned on."""
    spot, temple, fight = spot_named(table, move.turn), temple_named(table, move.turn), table.fight
    owner = spot.seat if spot is not None else temple[0] if temple is not None else seat
    spared = (seat,) if effect.to != "same_defender" else ()
    if fight is None or owner in spared or owner in partners(table, fight.by):
        return "TG-T5"
    for one in attackers(table, fight.names):
        tunnel = fight.tunnel
        rule = ""
        if temple is not None:
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
    if spot is None or user is None or not mine(table, seat, spot.seat) or spot.area != user.area:
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
