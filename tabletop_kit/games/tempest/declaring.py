"""What speaks against attacks, blocks and targets (TG-A45 to A57)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tabletop_kit.engine.ruling import Ruling, Seat
from tabletop_kit.games.tempest.cards import by_card
from tabletop_kit.games.tempest.moves import Move
from tabletop_kit.games.tempest.names import spot_named, temple_named
from tabletop_kit.games.tempest.numbers import keywords
from tabletop_kit.games.tempest.paying import no
from tabletop_kit.games.tempest.position import (
    BATTLEGROUND,
    Position,
    Spot,
    Table,
    partners,
)
from tabletop_kit.games.tempest.reach import (
    attackers,
    bars_target,
    bars_temple,
    could_block,
    defences_left,
    may_block,
    picked,
)
from tabletop_kit.games.tempest.turns import on_first_turn

_ATTACK_FROM = by_card("attack_from")


def attacks_from(spot: Spot) -> bool:
    """Whether a card may be declared as attacker from where it is."""
    if spot.area == BATTLEGROUND:
        return True
    for member in spot.unit.members:
        for static in _ATTACK_FROM[member.card]:
            if spot.area in static.areas:
                return True
    return False


def attack_faults(table: Position, seat: Seat, move: Move) -> Iterator[Ruling]:
    """Everything that speaks against a declaration of attacks."""
    if table.declared:
        yield no("TG-A45", "declared")
    if on_first_turn(table, seat):
        yield no("TG-A4", "first-turn")
    for names, tunnel, at in move.attacks:
        if not 0 <= at < table.seats or at in table.out or at == seat:
            yield no("TG-T5", "no-opponent", seat=at)
            continue
        if at in partners(table, seat):
            yield no("TG-T3", "partner", seat=at)
        if seat in table.protected[at]:
            yield no("TG-A10", "protected", seat=at)
        for name in names:
            yield from _attacker_faults(table, seat, name, tunnel)
    yield from _pair_faults(table, seat, move)


def _attacker_faults(table: Position, seat: Seat, name: str, tunnel: bool) -> Iterator[Ruling]:
    spot = spot_named(table, name)
    if spot is None or spot.seat != seat or not spot.unit.name:
        yield no("TG-T4", "not-yours", name=name)
        return
    if not attacks_from(spot):
        yield no("TG-T4", "not-in-battleground", name=name)
    if spot.unit.drained:
        yield no("TG-A7", "drained", name=name)
    words = keywords(table, spot)
    if tunnel and "tunneling" not in words:
        yield no("TG-A57", "no-tunnel", name=name)
    if "cannot_attack" in words:
        yield no("TG-T3", "cannot-attack", name=name)


def pairs_allowed(table: Table, found: list[Spot], tunnel: bool, seat: Seat) -> int:
    """How many pairs may attack a player: attacking cards less his able blockers (TG-A49)."""
    return len(found) - len(could_block(table, found, tunnel, seat))


def _pair_faults(table: Position, seat: Seat, move: Move) -> Iterator[Ruling]:
    for at in range(table.seats):
        mine = [one for one in move.attacks if one[2] == at]
        pairs = sum([len(names) == 2 for names, _, _ in mine])
        found = attackers(table, tuple([name for names, _, _ in mine for name in names]))
        if not pairs or at == seat:
            continue
        tunnel = all(one[1] for one in mine)
        if pairs > pairs_allowed(table, found, tunnel, at):
            yield no("TG-A49", "pairs", seat=at)


def fight_faults(table: Position, _seat: Seat, move: Move) -> Iterator[Ruling]:
    """Whether a declared attack is of that name."""
    if not any([move.what in one.names[:1] for one in table.attacks]):
        yield no("TG-T4", "no-attack", name=move.what)


def block_faults(table: Position, seat: Seat, move: Move) -> Iterator[Ruling]:
    """Whether a card is an able blocker (TG-A46, A47)."""
    fight = table.fight
    assert fight is not None
    spot = spot_named(table, move.what)
    if spot is None or spot.seat != seat:
        yield no("TG-T4", "not-yours", name=move.what)
        return
    found = attackers(table, fight.names)
    if spot.area != BATTLEGROUND or not all(
        [may_block(table, spot, one, fight.tunnel) for one in found]
    ):
        yield no("TG-A46", "not-able", name=move.what)
    elif not defences_left(table, spot):
        yield no("TG-A47", "blocked-already", name=move.what)


def pass_faults(table: Position, _seat: Seat, _move: Move) -> Iterator[Ruling]:
    """Who has an able blocker must block (TG-A46); in a window everybody may pass."""
    if table.phase == "block":
        yield no("TG-A46", "must-block")


def target_faults(table: Position, _seat: Seat, move: Move) -> Iterator[Ruling]:
    """Whether an unblocked attack may pick that card (TG-A43, A48, A54 to A57)."""
    fight = table.fight
    assert fight is not None
    if move.what in picked(table, fight):
        return
    spot, temple = spot_named(table, move.what), temple_named(table, move.what)
    owner = spot.seat if spot is not None else temple[0] if temple is not None else -1
    if owner < 0:
        yield no("TG-T4", "not-there", name=move.what)
        return
    if owner != fight.seat:
        yield no("TG-T5", "other-player", name=move.what)
        return
    for one in attackers(table, fight.names):
        rule = ""
        if temple is not None:
            rule = bars_temple(table, one, temple[1], fight.tunnel)
        elif spot is not None:
            rule = bars_target(table, one, spot, fight.tunnel)
        if rule:
            yield no(rule, "no-target", name=move.what)


FIGHT_JUDGES: dict[str, Callable[[Position, Seat, Move], Iterator[Ruling]]] = {
    "attack": attack_faults,
    "fight": fight_faults,
    "block": block_faults,
    "pass": pass_faults,
    "target": target_faults,
}
