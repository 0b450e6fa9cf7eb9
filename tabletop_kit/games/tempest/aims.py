"""What a play or an ability can be aimed at, as far as it is listed."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.aiming import (
    aim_faults,
    aims_at_player,
    condition_faults,
    effects_of,
    special_attacker,
    turn_options,
)
from tabletop_kit.games.tempest.board import board
from tabletop_kit.games.tempest.cards import ACTIVATED, CARD, HOSTS, PLAYING, TEXT, Card, Effect
from tabletop_kit.games.tempest.moves import Move, number_order
from tabletop_kit.games.tempest.names import spot_name, spot_named
from tabletop_kit.games.tempest.position import (
    BATTLEGROUND,
    WANDER,
    Position,
    Spot,
    all_spots,
    opponents,
    spots,
)
from tabletop_kit.games.tempest.targets import (
    discarded,
    fighters,
    may_suit,
    must_be_paid,
    picking,
    relic_targets,
    whose,
)

_SENDING = ("teleport_attack", "gate_attack", "gate", "redirect_attack")


def _own_aim(effects: tuple[Effect, ...]) -> bool:
    """Whether what may be picked hangs on who pays or casts."""
    for effect in effects:
        filter_ = effect.targets or effect.target
        if effect.do in _SENDING or (filter_ and (filter_.same_area or filter_.not_self)):
            return True
    return False


def _aimless(card: Card) -> bool:
    """Whether using or playing a card names nothing: no card, no player, no new target."""
    ability = ACTIVATED[card]
    effects = effects_of(card) if ability is None else ability.effects
    return not (ability is None and aims_at_player(effects)) and not any(
        [
            effect.do in (*_SENDING, "take_relic")
            or (effect.do == "move" and effect.optional)
            or picking(effect) is not None
            for effect in effects
        ]
    )


AIMLESS = tuple([_aimless(card) for card in range(len(TEXT))])
OWN_AIM = tuple([_own_aim(effects_of(card)) for card in range(len(TEXT))])


def timely(position: Position, seat: Seat, card: Card) -> bool:
    """Whether a Spell or Miracle may be played now (TG-A44, A62, T3)."""
    playing = PLAYING[card]
    if playing is None:
        return False
    if playing.window:
        return position.window == playing.window and (
            next(condition_faults(position, seat, card, playing), None) is None
        )
    if playing.speed == "own_turn":
        return position.phase != "window" and seat == position.turn
    return True


def aims(
    position: Position,
    seat: Seat,
    card: Card,
    effects: tuple[Effect, ...],
    move: Move,
    user: Spot | None,
) -> list[Move]:
    """A play with everything it may be aimed at; ``move`` says all but that."""
    if AIMLESS[card]:
        return [move]
    return [
        aimed
        for aimed in every_aim(position, seat, move, effects, user)
        if next(aim_faults(position, seat, card, effects, aimed, user), None) is None
    ]


def hosts(position: Position, seat: Seat, relic: Card) -> list[str]:
    """On which cards of one's own a Relic may be put (TG-A35)."""
    side = board(position).sides[seat]
    found = list(side.temple_hosts) if "temple" in HOSTS[relic] else []
    return [*found, *side.character_hosts] if "character" in HOSTS[relic] else found


def player_aims(position: Position, seat: Seat, move: Move) -> Iterator[Move]:
    """A play at each player who is in."""
    for other in range(position.seats):
        if other not in position.out:
            yield move._replace(at_seat=other)


def every_aim(
    position: Position, seat: Seat, move: Move, effects: tuple[Effect, ...], user: Spot | None
) -> Iterator[Move]:
    """A play with everything it could be aimed at."""
    if move.verb != "use" and aims_at_player(effects):
        yield from player_aims(position, seat, move)
        return
    for effect in effects:
        if effect.do in ("teleport_attack", "gate_attack"):
            yield from sent(position, seat, move, effect, user)
            return
        if effect.do == "take_relic":
            yield from _taken(position, seat, move)
            return
        if effect.do == "redirect_attack":
            yield move
            for name in turn_options(position, seat, effect, move, user):
                yield move._replace(turn=name)
            return
        if effect.do == "move" and effect.optional:
            yield move
            for temple in position.temples[seat]:
                yield move._replace(to=temple.name)
            return
        if picking(effect) is not None:
            yield from _picked(position, seat, move, effect, effects)
            return
    yield move


def _taken(position: Position, seat: Seat, move: Move) -> Iterator[Move]:
    for name in relic_targets(position, seat):
        for host in hosts(position, seat, CARD[name.partition("#")[0]]):
            yield move._replace(at=(name,), on=host)


def sent(
    position: Position, seat: Seat, move: Move, effect: Effect, user: Spot | None
) -> Iterator[Move]:
    """A Teleport or Gate: who is sent, and against what."""
    if special_attacker(position, effect, move, user):
        senders = [move]
    else:
        senders = [
            move._replace(on=spot_name(position, spot))
            for spot in spots(position, seat)
            if not spot.unit.drained
        ]
    for sender in senders:
        for other in opponents(position, seat):
            for spot in spots(position, other):
                yield sender._replace(at=(spot_name(position, spot),))
            for temple in position.temples[other]:
                yield sender._replace(at=(temple.name,))


def _picked(
    position: Position, seat: Seat, move: Move, effect: Effect, effects: tuple[Effect, ...]
) -> Iterator[Move]:
    filter_ = picking(effect)
    assert filter_ is not None
    if effect.optional:
        yield move
    if filter_.who == "fighter_mine":
        for name in fighters(position, seat, move.verb == "use"):
            yield move._replace(at=(name,))
        return
    if "discard" in filter_.area:
        for card in discarded(position, filter_, seat):
            yield move._replace(at=(TEXT[card],))
        return
    kind = "" if effect.targets is None else "several"
    found = [
        spot_name(position, spot)
        for spot in all_spots(position)
        if whose(position, filter_, seat, spot.seat)
        and may_suit(position, filter_, seat, spot)
        and not (filter_.total_st and must_be_paid(position, spot) > move.x)
    ]
    if effect.do == "prevent_destroy":
        found = [one.name for one in position.doomed]
    temples = [
        temple.name
        for other in range(position.seats)
        for temple in position.temples[other]
        if "Temple" in filter_.occ
    ]
    for name in [*found, *temples]:
        aimed = move._replace(at=(name,))
        if effect.split:
            aimed = aimed._replace(points=(move.x,))
        yield aimed
        redirects = [one for one in effects if one.do == "redirect_attack"]
        for redirect in redirects:
            for turn in turn_options(position, seat, redirect, aimed, None):
                yield aimed._replace(turn=turn)
    if kind:
        yield from _many(position, seat, move, effect, found)


def _many(
    position: Position, seat: Seat, move: Move, effect: Effect, found: list[str]
) -> Iterator[Move]:
    """For each opponent as many of his weakest cards as what is paid for reaches."""
    for other in opponents(position, seat):
        pairs = []
        for name in found:
            spot = spot_named(position, name)
            if spot is not None and spot.seat == other:
                inside = spot.area not in (WANDER, BATTLEGROUND)
                if not (inside and effect.split):
                    pairs.append((must_be_paid(position, spot), name))
        left, taken = move.x, []
        for points, name in sorted(pairs):
            if points <= left:
                taken.append((name, points))
                left -= points
        if len(taken) > 1:
            taken.sort(key=lambda one: number_order(one[0]))
            aimed = move._replace(at=tuple([name for name, _ in taken]))
            if effect.split:
                aimed = aimed._replace(points=tuple([points for _, points in taken]))
            yield aimed
