"""What Spells, Miracles and abilities do: one small function for each verb of 3.6.

A verb is carried out for a :class:`Play` that has been answered by nobody who could stop it.
Targets were picked at announcement and are looked at again: one that is gone or out of reach is
left alone (3.7).
"""

from __future__ import annotations

from collections.abc import Callable

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.engine.tuples import put
from tabletop_kit.games.tempest import upsets
from tabletop_kit.games.tempest.asked import has_channeller
from tabletop_kit.games.tempest.cards import (
    CARD,
    ST,
    TEXT,
    Effect,
    Filter,
)
from tabletop_kit.games.tempest.deaths import doom, spare
from tabletop_kit.games.tempest.draft import Draft
from tabletop_kit.games.tempest.entering import enter, frozen, put_relic, takes
from tabletop_kit.games.tempest.names import (
    free_name,
    relic_named,
    relics,
    spot_name,
    spot_named,
    temple_named,
)
from tabletop_kit.games.tempest.numbers import faith, outside, shielded
from tabletop_kit.games.tempest.picks import comes_to_nothing, is_on, rule_of, struck, targets
from tabletop_kit.games.tempest.position import (
    BATTLEGROUND,
    WANDER,
    Attached,
    Lasting,
    Mod,
    Play,
    Pool,
    Question,
)
from tabletop_kit.games.tempest.reach import same_area
from tabletop_kit.games.tempest.sending import relic_faults
from tabletop_kit.games.tempest.targets import (
    discarded,
    fighters,
    out_of_reach,
    play_kind,
    temple_suits,
    total,
    whose,
)

# -- destroying ----------------------------------------------------------------------------------


def _destroy(draft: Draft, play: Play, effect: Effect, answered: Play | None) -> None:
    rule, filter_ = rule_of(play), effect.targets or effect.target
    if effect.scope is not None and "Relic" in effect.scope.occ:
        _shatter(draft, play)
    elif filter_ is not None and filter_.who == "summoner":
        _destroy_summoner(draft, play, filter_, answered)
    elif filter_ is not None and "Temple" in filter_.occ:
        _destroy_temple(draft, play, filter_)
    else:
        found = struck(draft, play, effect)
        if filter_ is not None and filter_.same_area:
            user = spot_named(draft, play.source)
            found = [spot for spot in found if user is None or same_area(draft, user, spot)]
        names = [spot_name(draft, spot) for spot in found]
        if filter_ is not None and filter_.total_st:
            names = _within(draft, names, play.move.x)
        doom(draft, names, play.seat, rule)


def _within(draft: Draft, names: list[str], most: int) -> list[str]:
    """Picked cards whose ST still add up to no more than was paid for; else none is struck."""
    return names if total(draft, tuple(names)) <= most else []


def _shatter(draft: Draft, play: Play) -> None:
    """Every Relic in play is destroyed; nothing saves one."""
    for seat in range(draft.seats):
        while found := relics(draft, seat):
            held = found[0]
            draft.drop_relic(held)
            draft.stirred = True
            card = TEXT[held.relic.card]
            draft.tell("relic-lost", rule_of(play), seat, reveals=True, card=card, host=held.host)


def _destroy_summoner(draft: Draft, play: Play, filter_: Filter, answered: Play | None) -> None:
    name = "" if answered is None else answered.summoner
    spot = spot_named(draft, name) if name and answered and name not in answered.gone else None
    if spot is None or out_of_reach(filter_, play.seat, spot):
        return
    if not shielded(draft, spot, play_kind(play.card), play.seat):
        doom(draft, [name], play.seat, rule_of(play))


def _destroy_temple(draft: Draft, play: Play, filter_: Filter) -> None:
    for name in play.targets:
        found = temple_named(draft, name)
        if found is None or name in play.gone:
            continue
        if temple_suits(filter_, found[1], play.move.x):
            doom(draft, [name], play.seat, rule_of(play))


def _damage(draft: Draft, play: Play, effect: Effect, _answered: Play | None) -> None:
    """All or nothing for each card: it must be given at least its current ST (3.6)."""
    filter_ = effect.targets or effect.target or Filter()
    points = dict(zip(play.targets, play.move.points, strict=True)) if effect.split else {}
    doomed = []
    for spot in targets(draft, play, filter_):
        name = spot_name(draft, spot)
        if points.get(name, play.move.x) >= outside(draft, spot):
            doomed.append(name)
    for name in play.targets:
        found = temple_named(draft, name)
        if found is None or name in play.gone:
            continue
        if points.get(name, play.move.x) >= max(ST[found[1].card], 1):
            doomed.append(name)
    if not doomed:
        comes_to_nothing(draft, play)
    doom(draft, doomed, play.seat, rule_of(play))


def _prevent_destroy(draft: Draft, play: Play, effect: Effect, _answered: Play | None) -> None:
    filter_ = effect.target or Filter()
    names = play.targets
    if filter_.who == "self":
        names = (play.source,)
    elif filter_.who == "bearer":
        names = play.inside
    for name in names:
        spot = spot_named(draft, name)
        own = spot is not None and whose(draft, filter_, play.seat, spot.seat)
        if own and name not in play.gone and any([one.name == name for one in draft.doomed]):
            spare(draft, name, rule_of(play))


# -- moving cards about --------------------------------------------------------------------------


def _return_to_hand(draft: Draft, play: Play, effect: Effect, _answered: Play | None) -> None:
    for spot in struck(draft, play, effect):
        name = spot_name(draft, spot)
        cards = [TEXT[member.card] for member in spot.unit.members]
        draft.leave(spot, to_hand=True)
        draft.tell("returned", rule_of(play), spot.seat, reveals=True, name=name, cards=cards)


def _recover(draft: Draft, play: Play, effect: Effect, _answered: Play | None) -> None:
    for name in play.targets if play.seat not in draft.out else ():
        recover(draft, play.seat, name, effect, rule_of(play))


def recover(draft: Draft, seat: Seat, name: str, effect: Effect, rule: str) -> None:
    """A card comes back from one's discard pile, to the hand or drained to Wander."""
    card = CARD[name]
    if card not in discarded(draft, effect.target or Filter(), seat):
        return
    pile = list(draft.discard[seat])
    pile.remove(card)
    draft.discard = put(draft.discard, seat, tuple(pile))
    draft.tell("recovered", rule, seat, reveals=True, card=name, to=effect.to)
    if effect.to == "hand":
        draft.to_hand(seat, (card,))
    else:
        enter(draft, seat, card, WANDER, drained=True)


def _move(draft: Draft, play: Play, effect: Effect, answered: Play | None) -> None:
    if effect.to == "wander":
        for spot in struck(draft, play, effect):
            draft.shift(spot, spot.seat, WANDER)
            draft.tell("sent-home", rule_of(play), spot.seat, name=spot.unit.name)
        return
    name, temple = (play.inside[0], play.move.to) if play.inside and play.move.to else ("", "")
    sheltered, found = spot_named(draft, name), temple_named(draft, temple)
    if sheltered is None or found is None or name in play.gone or found[0] != sheltered.seat:
        return
    if all(takes(draft, found[1], member.card) for member in sheltered.unit.members):
        draft.shift(sheltered, sheltered.seat, temple)
        draft.tell("sheltered", rule_of(play), sheltered.seat, name=name, temple=temple)


def _take_relic(draft: Draft, play: Play, _effect: Effect, _answered: Play | None) -> None:
    name = play.targets[0] if play.targets else ""
    held = relic_named(draft, name)
    if held is None or name in play.gone or play.move.on in play.gone:
        return
    if next(relic_faults(draft, play.seat, play.move), None) is not None:
        comes_to_nothing(draft, play)
        return
    draft.drop_relic(held, to_discard=False)
    put_relic(draft, play.move.on, held.relic, play.seat)
    draft.tell("relic-taken", rule_of(play), play.seat, name=name, on=play.move.on)


# -- draining, ST, Faith -------------------------------------------------------------------------


def _drain(draft: Draft, play: Play, effect: Effect, _answered: Play | None) -> None:
    for spot in struck(draft, play, effect):
        if not spot.unit.drained:
            draft.drain(spot)
            draft.tell("drained", rule_of(play), spot.seat, name=spot_name(draft, spot))


def _reset(draft: Draft, play: Play, effect: Effect, _answered: Play | None) -> None:
    for spot in struck(draft, play, effect):
        if frozen(draft, spot):
            comes_to_nothing(draft, play)
            continue
        draft.change(spot, spot.unit._replace(drained=False))
        draft.tell("refreshed", rule_of(play), spot.seat, name=spot_name(draft, spot))


def _st_mod(draft: Draft, play: Play, effect: Effect, _answered: Play | None) -> None:
    if effect.until == "while_in_play":
        return
    fighting = fighters(draft, play.seat, play.kind == "ability")
    for name in play.targets:
        if name not in play.gone and name in fighting:
            draft.mods = (*draft.mods, Mod(name, effect.n, "fight"))
            draft.tell("strengthened", rule_of(play), play.seat, name=name, points=effect.n)


def _nothing(_draft: Draft, _play: Play, _effect: Effect, _answered: Play | None) -> None:
    """What holds by itself while its card is in play (``give_static``, ``give_trigger``, ...)."""


def _faith_pool(draft: Draft, play: Play, effect: Effect, _answered: Play | None) -> None:
    if play.source not in play.gone:
        draft.pools = (*draft.pools, Pool(play.source, effect.n))
        draft.tell("faith-added", rule_of(play), play.seat, name=play.source, points=effect.n)


def _steal_faith(draft: Draft, play: Play, effect: Effect, answered: Play | None) -> None:
    if effect.amount == "paid":
        if answered is not None:
            draft.pools = (*draft.pools, Pool("stolen", answered.paid))
            draft.then([("stolen", play.seat)])
        return
    for spot in struck(draft, play, effect):
        points = faith(draft, spot)
        draft.drain(spot)
        name = spot_name(draft, spot)
        draft.tell("faith-stolen", rule_of(play), play.seat, name=name, points=points)
        if play.source not in play.gone:
            draft.pools = (*draft.pools, Pool(play.source, points))


def step_stolen(draft: Draft, seat: Seat) -> None:
    """What Krill Vortex took may be spent at once by whoever has a card and a Channeller for it."""
    if draft.hands[seat] and has_channeller(draft, seat) and seat not in draft.out:
        draft.ask(Question("stolen", seat, "krill-vortex", optional=True))
    else:
        lose_stolen(draft, seat)


def lose_stolen(draft: Draft, seat: Seat) -> None:
    """What Krill Vortex took and nobody has spent is lost."""
    if any([one.name == "stolen" for one in draft.pools]):
        draft.pools = tuple([one for one in draft.pools if one.name != "stolen"])
        draft.tell("faith-lost", "krill-vortex", seat)


# -- Spells that stay ----------------------------------------------------------------------------


def _attach(draft: Draft, play: Play, effect: Effect, _answered: Play | None) -> None:
    for spot in targets(draft, play, effect.target or Filter()):
        member = spot.unit.members[0]
        spell = Attached(play.card, free_name(draft, play.card), play.seat)
        draft.set_member(spot, member, member._replace(spells=(*member.spells, spell)))
        draft.tell("attached", rule_of(play), play.seat, name=spell.name, on=spot.unit.name)
        return
    draft.to_discard(play.pile, (play.card,))
    comes_to_nothing(draft, play)


def _take_control(draft: Draft, play: Play, _effect: Effect, _answered: Play | None) -> None:
    name = play.targets[0]
    spot = spot_named(draft, name)
    if spot is None or name in play.gone or not is_on(spot, play):
        return
    area = spot.area if spot.area == BATTLEGROUND else WANDER
    draft.shift(spot, play.seat, area)
    if draft.fight is not None and name in draft.fight.names:
        draft.fight = draft.fight._replace(by=play.seat)
    draft.tell("controlled", rule_of(play), play.seat, name=name, owner=spot.seat)


def stay(draft: Draft, play: Play, lasts: int) -> None:
    """A Spell or Miracle that is attached to nothing stays in play."""
    name = free_name(draft, play.card)
    one = Lasting(play.card, name, play.seat, lasts, play.move.at_seat)
    draft.lasting = (*draft.lasting, one)
    draft.tell("stays", rule_of(play), play.seat, name=name, left=lasts)


Verb = Callable[[Draft, Play, Effect, "Play | None"], None]
VERBS: dict[str, Verb] = {
    "destroy": _destroy,
    "damage": _damage,
    "prevent_destroy": _prevent_destroy,
    "return_to_hand": _return_to_hand,
    "recover": _recover,
    "move": _move,
    "take_relic": _take_relic,
    "drain": _drain,
    "reset": _reset,
    "st_mod": _st_mod,
    "set_st": _nothing,
    "give_static": _nothing,
    "give_trigger": _nothing,
    "faith_pool": _faith_pool,
    "steal_faith": _steal_faith,
    "attach": _attach,
    "take_control": _take_control,
    "redirect_attack": upsets.redirect,
    "cancel": upsets.cancel,
    "teleport_attack": upsets.send,
    "gate_attack": upsets.send,
    "gate": upsets.send,
    "draw": upsets.draw,
    "discard": upsets.discard,
    "redraw_hand": upsets.redraw,
    "extra_turn": upsets.extra_turn,
}


def carry_out(draft: Draft, play: Play, effect: Effect, answered: Play | None) -> None:
    """One effect of a play."""
    VERBS[effect.do](draft, play, effect, answered)
