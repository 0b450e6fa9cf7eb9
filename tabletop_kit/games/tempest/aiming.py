"""What a Spell, Miracle or ability may be aimed at: every refusal there is (TG-A43, T3 to T6)."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_kit.engine.ruling import Ruling, Seat
from tabletop_kit.games.tempest.cards import (
    CARD,
    IS_MIRACLE,
    PLAYING,
    TEXT,
    Card,
    Effect,
    Filter,
    Playing,
)
from tabletop_kit.games.tempest.moves import Move
from tabletop_kit.games.tempest.names import (
    spot_named,
    temple_named,
)
from tabletop_kit.games.tempest.numbers import shielded
from tabletop_kit.games.tempest.paying import no
from tabletop_kit.games.tempest.position import (
    BATTLEGROUND,
    WANDER,
    Fight,
    Spot,
    Table,
    Temple,
    partners,
)
from tabletop_kit.games.tempest.reach import (
    same_area,
)
from tabletop_kit.games.tempest.sending import host_faults as host_faults
from tabletop_kit.games.tempest.sending import is_follower as is_follower
from tabletop_kit.games.tempest.sending import protected_fault as protected_fault
from tabletop_kit.games.tempest.sending import relic_faults as relic_faults
from tabletop_kit.games.tempest.sending import shelter_faults as shelter_faults
from tabletop_kit.games.tempest.sending import special_attacker as special_attacker
from tabletop_kit.games.tempest.sending import special_faults as special_faults
from tabletop_kit.games.tempest.sending import turn_faults as turn_faults
from tabletop_kit.games.tempest.sending import turn_options as turn_options
from tabletop_kit.games.tempest.targets import (
    comes_back,
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
        spot, temple = spot_named(table, name), temple_named(table, name)
        if temple is not None:
            yield from _temple_faults(table, seat, card, filter_, move, temple)
        else:
            yield from _one_faults(table, seat, card, filter_, move, name, spot, user)
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


def _temple_faults(
    table: Table, seat: Seat, card: Card, filter_: Filter, move: Move, picked: tuple[Seat, Temple]
) -> Iterator[Ruling]:
    """What speaks against a picked Temple."""
    holder, temple = picked
    yield from protected_fault(table, seat, holder)
    if not temple_suits(filter_, temple, move.x) or not whose(table, filter_, seat, holder):
        yield no("TG-T5", "wrong-kind", name=temple.name, card=TEXT[card])


def _one_faults(
    table: Table,
    seat: Seat,
    card: Card,
    filter_: Filter,
    move: Move,
    name: str,
    spot: Spot | None,
    user: Spot | None,
) -> Iterator[Ruling]:
    """What speaks against one picked card, which is found there or is not."""
    if spot is None:
        yield no("TG-T4", "not-there", name=name)
        return
    yield from protected_fault(table, seat, spot.seat)
    if out_of_reach(filter_, seat, spot):
        yield no("TG-A43", "occupant", name=name, card=TEXT[card])
    elif not in_area(filter_, seat, spot):
        yield no("TG-T5", "wrong-area", name=name, card=TEXT[card])
    if filter_.same_area and user is not None and not _near(table, filter_, user, spot):
        homeward = spot.area == WANDER and spot.seat not in partners(table, seat)
        behind = user.area == BATTLEGROUND and homeward and filter_.who != "mine"
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
        shared = user.area != WANDER or user.seat == spot.seat
        return user.area == spot.area and shared
    return same_area(table, user, spot)


def _fighter_faults(table: Table, seat: Seat, move: Move) -> Iterator[Ruling]:
    own = fighters(table, seat, move.verb == "use")
    if len(move.at) != 1:
        if move.at or len(own) != 1:
            yield no("TG-T5", "needs-fighter")
        return
    name = move.at[0]
    if spot_named(table, name) is None and temple_named(table, name) is None:
        yield no("TG-T4", "not-there", name=name)
    elif name not in own:
        yield no("TG-T5", "not-fighting", name=name)


def _discard_faults(
    table: Table, seat: Seat, card: Card, filter_: Filter, move: Move
) -> Iterator[Ruling]:
    if len(move.at) != 1:
        yield no("TG-T5", "one-target", card=TEXT[card])
        return
    picked = CARD.get(move.at[0], -1)
    if picked not in table.discard[seat]:
        yield no("TG-T4", "not-discarded", name=move.at[0])
    elif not comes_back(filter_, picked):
        yield no("TG-T5", "wrong-kind", name=move.at[0], card=TEXT[card])
