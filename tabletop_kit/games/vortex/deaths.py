"""Killing, in a Crusade and elsewhere: where the dead go, and what their death sets off."""

from __future__ import annotations

from typing import NamedTuple

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.vortex.cards import TEXT, TRIGGER, Card, Effect, by_card, written
from tabletop_kit.games.vortex.draft import Draft
from tabletop_kit.games.vortex.figures import Side, active
from tabletop_kit.games.vortex.position import InForce, Task, Unit

REDIRECTS = by_card("redirect")
_DRAWS, _KILLS = by_card("draw"), by_card("kill")


class Rescue(NamedTuple):
    """What sends the dead somewhere else than to the Vortex: the card that does it, and how."""

    card: Card
    effect: Effect


def die(
    draft: Draft, seat: Seat, card: Card, rule: str, killer: Side | None = None
) -> list[InForce]:
    """A card in play is killed: at most one redirect applies (C7, C8).

    ``killer`` is the opposing card where it dies in a Crusade. Returns the conditional Rogations
    that this death has served, whether theirs was the redirect that applied or not (VX-D3).
    """
    unit = draft.leave(seat, card)
    bound = [
        one
        for one in draft.rogations
        if one.seat == seat and any(effect.event == "killed" for effect in REDIRECTS[one.card])
    ]
    rescue = _rescue(draft, unit, bound)
    draft.tell("killed", rule, seat, card=TEXT[card])
    if rescue is None:
        _bury(draft, unit, killer)
    else:
        _save(draft, seat, unit, rescue, killer)
    return [one for one in bound if TRIGGER[one.card]]


def _rescue(draft: Draft, unit: Unit, bound: list[InForce]) -> Rescue | None:
    cards = (*[one.card for one in bound], unit.card, *active(draft, unit))
    for card in cards:
        for effect in REDIRECTS[card]:
            if effect.event == "killed":
                return Rescue(card, effect)
    return None


def _bury(draft: Draft, unit: Unit, killer: Side | None) -> None:
    draft.bury((unit.card,))
    attached = tuple([code >> 1 for code in unit.attached])
    if not plundered(draft, unit, killer):
        draft.bury(attached)


def _save(draft: Draft, seat: Seat, unit: Unit, rescue: Rescue, killer: Side | None) -> None:
    """The dead go elsewhere; what was attached goes to its owner's discard pile."""
    card = TEXT[unit.card]
    if plundered(draft, unit, killer):
        unit = Unit(unit.card)
    if rescue.effect.self_to == "vortex" and unit.attached:
        spent = next(code for code in unit.attached if code >> 1 == rescue.card and code & 1)
        rest = list(unit.attached)
        rest.remove(spent)
        draft.bury((rescue.card,))
        unit = Unit(unit.card, tuple(rest))
    draft.shed(seat, unit)
    if rescue.effect.to == "own_hand":
        draft.to_hand(seat, (unit.card,))
    else:
        draft.to_discard(seat, (unit.card,))
    to = "hand" if rescue.effect.to == "own_hand" else "discard"
    draft.tell("rescued", TEXT[rescue.card], seat, card=card, by=TEXT[rescue.card], to=to)


def plundered(draft: Draft, unit: Unit, killer: Side | None) -> bool:
    """Whether the opposing card takes what was attached to a card that has left; if so, it does.

    Everybody sees what is taken.
    """
    effects = () if killer is None else REDIRECTS[killer.unit.card]
    if killer is None or not any(effect.event == "attachments" for effect in effects):
        return False
    cards = tuple([code >> 1 for code in unit.attached])
    if cards:
        draft.to_hand(killer.seat, cards)
        texts, rule = written(cards), TEXT[killer.unit.card]
        draft.tell("looted", rule, killer.seat, card=TEXT[unit.card], cards=texts, reveals=True)
    return True


def killed_tasks(draft: Draft, seat: Seat, unit: Unit, killer: Side | None) -> list[Task]:
    """What a death sets off: the card's own text, its Frenzies', then the Location's.

    A death that was redirected counts too (C9).
    """
    tasks: list[Task] = []
    for card in (unit.card, *active(draft, unit)):
        for effect in _DRAWS[card]:
            if effect.when == "on_killed":
                tasks.append(("draw", seat, effect.n, TEXT[card]))
        for effect in _KILLS[card]:
            if effect.when == "on_killed" and killer is not None:
                tasks.append(("kill", killer.seat, killer.unit.card, TEXT[card]))
    for effect in _DRAWS[draft.site]:
        if effect.when == "on_any_killed":
            tasks.append(("any_killed", seat, effect.n, TEXT[draft.site]))
    return tasks
