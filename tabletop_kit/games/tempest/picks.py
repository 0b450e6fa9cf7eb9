"""Whom a play is about when it takes effect: what it picked and what is still there (3.7)."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.cards import (
    TEXT,
    Effect,
    Filter,
)
from tabletop_kit.games.tempest.draft import Draft
from tabletop_kit.games.tempest.names import (
    spot_named,
    temple_named,
)
from tabletop_kit.games.tempest.numbers import shielded
from tabletop_kit.games.tempest.position import (
    Play,
    Spot,
)
from tabletop_kit.games.tempest.targets import (
    out_of_reach,
    play_kind,
    scope,
    suits,
    whose,
)


def rule_of(play: Play) -> str:
    """The card behind a play: what its events cite."""
    return TEXT[play.card]


def comes_to_nothing(draft: Draft, play: Play) -> None:
    """Tell that what a play would do cannot be done any more."""
    draft.tell("no-effect", rule_of(play), play.seat, card=rule_of(play))


def chosen(draft: Draft, play: Play) -> Seat:
    """The player a play names, or whose cards it picks; -1 for none."""
    if play.move.at_seat >= 0:
        return play.move.at_seat
    for name in play.targets:
        spot, temple = spot_named(draft, name), temple_named(draft, name)
        if spot is not None:
            return spot.seat
        if temple is not None:
            return temple[0]
    return -1


def targets(draft: Draft, play: Play, filter_: Filter) -> Iterator[Spot]:
    """The Characters a play has picked that are still there, of the kind, and within reach."""
    kind = play_kind(play.card)
    for name in play.targets:
        spot = spot_named(draft, name)
        if name in play.gone or spot is None:
            continue
        if out_of_reach(filter_, play.seat, spot) or shielded(draft, spot, kind, play.seat):
            continue
        if suits(draft, filter_, spot, play.move.x) and whose(draft, filter_, play.seat, spot.seat):
            yield spot


def struck(draft: Draft, play: Play, effect: Effect) -> list[Spot]:
    """The Characters that an effect is for: picked, or all in its scope."""
    if effect.scope is not None:
        found = scope(draft, effect.scope, play.seat, play_kind(play.card), chosen(draft, play))
        return list(found)
    return list(targets(draft, play, effect.targets or effect.target or Filter()))


def is_on(spot: Spot, play: Play) -> bool:
    """Whether the Spell of a play lies on a card."""
    return any(
        spell.card == play.card and spell.owner == play.seat and spell.name
        for member in spot.unit.members
        for spell in member.spells
    )
