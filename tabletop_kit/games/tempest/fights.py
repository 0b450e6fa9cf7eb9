"""Attacks carried out one by one: order, block, target, comparison (3.9, TG-A45 to A51)."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.cards import IS_TEMPLE, ST
from tabletop_kit.games.tempest.draft import Draft
from tabletop_kit.games.tempest.moves import Move
from tabletop_kit.games.tempest.names import card_of, spot_named, temple_named
from tabletop_kit.games.tempest.numbers import keywords, strength
from tabletop_kit.games.tempest.position import (
    Attack,
    Doomed,
    Fight,
    Question,
    Spot,
    Table,
    Temple,
    Unit,
)
from tabletop_kit.games.tempest.reach import able_blockers, attackers, picked


def declare(draft: Draft, seat: Seat, move: Move) -> None:
    """The one declaration of the turn: all attackers drain (TG-A45)."""
    draft.declared, draft.stirred = True, True
    found = [Attack(names, at, tunnel) for names, tunnel, at in move.attacks]
    for attack in found:
        for name in attack.names:
            spot = spot_named(draft, name)
            assert spot is not None
            unit = spot.unit._replace(drained=True, tunneling=attack.tunnel)
            draft.change(spot, unit)
            draft.attacked = (*draft.attacked, name)
        draft.tell(
            "attack", "TG-A45", seat, names=list(attack.names), on=attack.seat, tunnel=attack.tunnel
        )
    draft.attacks = tuple(found)
    draft.then([("attacks",), ("ask", "open", 0)])


def step_attacks(draft: Draft) -> None:
    """The next declared attack begins; where there are several, the attacker says which."""
    draft.attacks = tuple([one for one in draft.attacks if _stands(draft, one)])
    if not draft.attacks:
        return
    draft.then([("attacks",)])
    if len(draft.attacks) == 1:
        begin(draft, draft.attacks[0])
    else:
        draft.phase, draft.window, draft.to_act = "order", "", draft.turn


def _stands(draft: Draft, attack: Attack) -> bool:
    """Whether an attack can still be carried out: its attackers in play, and one's own."""
    found = attackers(draft, attack.names)
    return attack.seat not in draft.out and any(spot.seat == draft.turn for spot in found)


def begin(draft: Draft, attack: Attack) -> None:
    """An attack is carried out: its window, block, target, window, comparison."""
    draft.attacks = tuple([one for one in draft.attacks if one is not attack])
    own = [spot.unit.name for spot in attackers(draft, attack.names) if spot.seat == draft.turn]
    draft.fight = Fight(tuple(own), draft.turn, attack.seat, attack.tunnel)
    draft.tell("fight-begun", "TG-A45", draft.turn, names=own, on=attack.seat)
    draft.then([("ask", "attack", 0), *FROM_BLOCK])


FROM_COMPARE = [("compare",), ("attack_over",)]
FROM_FIGHT = [("ask", "fight", 0), *FROM_COMPARE]
FROM_TARGET = [("target",), *FROM_FIGHT]
FROM_BLOCK = [("block",), *FROM_TARGET]
"""What is still to happen of an attack, from each of its steps on."""


def step_block(draft: Draft) -> None:
    """The defender names his blocker, where he has an able one (TG-A46)."""
    fight = draft.fight
    if fight is None or fight.defender or fight.seat in draft.out:
        return
    if able_blockers(draft, attackers(draft, fight.names), fight.tunnel, fight.seat):
        draft.phase, draft.window, draft.to_act = "block", "", fight.seat


def block(draft: Draft, name: str) -> None:
    """A card blocks; each can do so once a turn if nothing else is said (TG-A47)."""
    assert draft.fight is not None
    draft.fight = draft.fight._replace(blocker=name)
    draft.blocked = (*draft.blocked, name)
    draft.tell("blocked", "TG-A46", draft.fight.seat, name=name, names=list(draft.fight.names))


def step_target(draft: Draft) -> None:
    """An attacker that nobody blocks picks its target (TG-A48); with none it attacks nothing."""
    fight = draft.fight
    if fight is None or fight.defender:
        return
    if fight.seat in draft.out or not picked(draft, fight):
        draft.tell("attack-in-vain", "TG-A48", fight.by, names=list(fight.names))
        draft.end_fight()
        return
    draft.phase, draft.window, draft.to_act = "target", "", fight.by


def aim(draft: Draft, name: str) -> None:
    """The attacker picks a target; a face-down one is turned up."""
    assert draft.fight is not None
    spot = spot_named(draft, name)
    name = name if spot is None else draft.turn_up(spot).unit.name
    draft.fight = draft.fight._replace(target=name)
    draft.tell("target", "TG-A48", draft.fight.by, name=name, names=list(draft.fight.names))


# -- the comparison ------------------------------------------------------------------------------


def both(found: Sequence[Spot]) -> Unit:
    """Two attackers as one card, for what counts only against a certain kind of card."""
    if len(found) == 1:
        return found[0].unit
    return Unit(found[0].unit.name, tuple([one for spot in found for one in spot.unit.members]))


def totals(table: Table, fight: Fight) -> tuple[int, int]:
    """The fight values of attacker and defender (3.8)."""
    found = attackers(table, fight.names)
    temple, spot = temple_named(table, fight.defender), spot_named(table, fight.defender)
    defender = temple[1] if temple is not None else spot
    if defender is None:
        return sum([strength(table, one, "attacking") for one in found]), 0
    return sums(table, found, defender)


def sums(table: Table, found: Sequence[Spot], defender: Spot | Temple) -> tuple[int, int]:
    """The fight values of these attackers and of what they would attack (3.8)."""
    foe = defender if isinstance(defender, Temple) else defender.unit
    attack = sum([strength(table, one, "attacking", foe) for one in found])
    if isinstance(defender, Temple):
        lent = sum([mod.points for mod in table.mods if mod.name == defender.name])
        return attack, ST[defender.card] + lent
    return attack, strength(table, defender, "defending", both(found)) if found else 0


def step_compare(draft: Draft) -> None:
    """Both sides are compared: the lower is destroyed, in a tie both (TG-A50 to A52)."""
    fight = draft.fight
    if fight is None or not fight.defender:
        return
    attack, defence = totals(draft, fight)
    temple = IS_TEMPLE[card_of(fight.defender)]
    nought = "TG-A52" if 0 in (attack, defence) else "TG-F5"
    draft.tell(
        "compared",
        "TG-F6" if temple else nought,
        fight.by,
        names=list(fight.names),
        name=fight.defender,
        attack=attack,
        defence=defence,
        temple=temple,
    )
    doomed = _losers(draft, fight, attack, defence)
    if attack > defence and len(fight.names) == 2:
        draft.then([("pair", doomed)])
    elif doomed:
        draft.then([("doom", doomed)])


def _losers(draft: Draft, fight: Fight, attack: int, defence: int) -> tuple[Doomed, ...]:
    """Who is doomed by a comparison, each with the rule it is doomed by."""
    found = attackers(draft, fight.names)
    spot = spot_named(draft, fight.defender)
    rule = "TG-F6" if spot is None else "TG-A50" if len(fight.names) == 2 else "TG-F5"
    lost = []
    lethal = spot is not None and any("lethal" in keywords(draft, one) for one in found)
    if attack >= defence or lethal:
        lost.append(Doomed(fight.defender, fight.by, rule))
    if attack <= defence or (spot is not None and "lethal" in keywords(draft, spot)):
        low = "TG-A51" if spot is None and attack < defence else rule
        lost += [Doomed(name, fight.seat, low) for name in fight.names]
    return tuple(lost)


def step_pair(draft: Draft, doomed: tuple[Doomed, ...]) -> None:
    """Of a victorious pair the attacker gives one up, by his choice (TG-A50)."""
    fight = draft.fight
    if fight is None:
        return
    draft.then([("doom", doomed)])
    names = tuple([name for name in fight.names if name not in [one.name for one in doomed]])
    if len(names) == 2:
        draft.ask(Question("pair", fight.by, "TG-A50", names))


def step_attack_over(draft: Draft) -> None:
    """The attack is over."""
    if draft.fight is not None:
        draft.end_fight()


def end_attack(draft: Draft, rule: str) -> None:
    """The attack in progress ends with no fight."""
    if draft.fight is not None:
        names = list(draft.fight.names)
        draft.end_fight()
        draft.tell("attack-ended", rule, None, names=names)


def turn_attack(draft: Draft, name: str, by: Seat, rule: str, alone: str = "") -> None:
    """The attack in progress is turned on another card; ``alone``: the one attacker it goes on."""
    fight, spot, temple = draft.fight, spot_named(draft, name), temple_named(draft, name)
    if fight is None or (spot is None and temple is None):
        return
    seat = spot.seat if spot is not None else temple[0] if temple is not None else fight.seat
    names = (alone,) if alone else fight.names
    draft.fight = fight._replace(names=names, by=by, seat=seat, blocker="", target=name)
    draft.tell("attack-turned", rule, by, names=list(names), name=name, on=seat)


def special(draft: Draft, attacker: Spot, name: str, reach: str, areas: frozenset[str]) -> None:
    """A Teleport or Gate attack into one of these areas: straight to the fight, no block (3.10)."""
    temple, spot = temple_named(draft, name), spot_named(draft, name)
    if temple is None and spot is None:
        return
    seat = temple[0] if temple is not None else spot.seat if spot is not None else 0
    by, own = attacker.seat, attacker.unit.name
    draft.stirred = True
    draft.attacked = (*draft.attacked, own)
    draft.fight = Fight((own,), by, seat, target=name, reach=reach, areas=areas)
    draft.tell(
        "special-attack",
        "TG-P4" if reach == "teleport" else "TG-P5",
        by,
        names=[own],
        name=name,
        on=seat,
        reach=reach,
    )
    draft.then(FROM_FIGHT)
