"""How a turn begins and ends (3.9, TG-C3 to C9)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.areas import ENDS, FORMED, STARTS
from tabletop_kit.games.tempest.board import board
from tabletop_kit.games.tempest.cards import ABILITIES, FORMS, PLAYING, TEXT, Effect, Filter
from tabletop_kit.games.tempest.deaths import doom, first_turn_over, win
from tabletop_kit.games.tempest.draft import Draft, swapped
from tabletop_kit.games.tempest.entering import frozen
from tabletop_kit.games.tempest.moves import number_order
from tabletop_kit.games.tempest.names import lasting_named, spot_name, spot_named, temple_named
from tabletop_kit.games.tempest.numbers import area_kind, faith, hand_size, shielded, sources
from tabletop_kit.games.tempest.position import (
    Lasting,
    Question,
    Spot,
    Table,
    Unit,
    after,
    all_spots,
    partners,
    spots,
)
from tabletop_kit.games.tempest.targets import discarded, suits


def begin_turn(draft: Draft, seat: Seat) -> None:
    """A player's turn begins: reset, forms, triggers, and one card is drawn."""
    draft.turn = seat
    draft.turns = (*draft.turns[:seat], draft.turns[seat] + 1, *draft.turns[seat + 1 :])
    draft.zeros, draft.declared, draft.stirred, draft.ending = 0, False, False, False
    draft.attacked, draft.blocked, draft.used, draft.attacks = (), (), (), ()
    if draft.mods:
        own = {member.name for spot in spots(draft, seat) for member in spot.unit.members}
        draft.mods = tuple([one for one in draft.mods if one.until != "own" or one.name not in own])
    for spot in [one for one in all_spots(draft) if one.unit.power and one.seat != seat]:
        if spot.unit.members[0].owner == seat:
            draft.change(spot, spot.unit._replace(power=0))
    draft.tell("turn-began", "TG-C3", seat, number=draft.turns[seat])
    draft.then([("lasts", seat), ("reset", seat), ("forms", seat), ("triggers", seat)])


def step_lasts(draft: Draft, seat: Seat) -> None:
    """What lasts for so many own turns comes nearer its end."""
    for one in draft.lasting:
        playing = PLAYING[one.card]
        if one.seat == seat and playing is not None and playing.lasts_unit == "own_turn_starts":
            count_down(draft, one)


def count_down(draft: Draft, one: Lasting) -> None:
    """One of its times is over for a card that lasts; with the last it is discarded."""
    if one.left > 1:
        draft.lasting = swapped(draft.lasting, one, one._replace(left=one.left - 1))
        return
    draft.lasting = swapped(draft.lasting, one, None)
    draft.forget(one.name)
    draft.to_discard(one.seat, (one.card,))
    draft.tell("ended", TEXT[one.card], one.seat, name=one.name)


def step_reset(draft: Draft, seat: Seat) -> None:
    """One's own cards reset, if nothing keeps them from it (TG-C2)."""
    cold = bool(sources(draft, "no_reset"))
    for area in board(draft).sides[seat].areas:
        reset = tuple(
            [
                _reset(unit, seat, cold and frozen(draft, Spot(unit, seat, area.name)))
                for unit in area.units
            ]
        )
        # What is the same stays the same: all that is known of it is kept by its identity.
        if reset != area.units:
            draft.refill(seat, area.name, reset)


def _reset(unit: Unit, seat: Seat, keeps: bool) -> Unit:
    """A card as it resets; where something ``keeps`` it from that, it only loses its power.

    A bullet keeps its power until its owner's turn begins (0.4), whoever controls it.
    """
    left = unit.power if unit.members[0].owner != seat else 0
    if keeps or not (unit.drained or unit.tunneling):
        return unit._replace(power=left) if unit.power != left else unit
    return Unit(unit.name, unit.members, False, False, unit.form, left)


def step_forms(draft: Draft, seat: Seat) -> None:
    """Every card with forms takes one anew."""
    if not board(draft).sides[seat].kinds & FORMED:
        return
    names = [
        spot.unit.name for spot in spots(draft, seat) if spot.unit.name and FORMS[spot.unit.card]
    ]
    draft.then([("form", name) for name in sorted(names, key=number_order)])


def step_triggers(draft: Draft, seat: Seat) -> None:
    """What cards do at the start of a turn, one after another by name; then one draws (TG-C4)."""
    names = []
    for spot in spots(draft, seat) if board(draft).sides[seat].kinds & STARTS else ():
        for member in spot.unit.members if spot.unit.name else ():
            if any([ability.on == "own_turn_start" for ability in ABILITIES[member.card]]):
                names.append((member.name, member.card))
    for temple in draft.temples[seat]:
        if any([ability.on == "own_turn_start" for ability in ABILITIES[temple.card]]):
            names.append((temple.name, temple.card))
    names.sort(key=lambda one: number_order(one[0]))
    tasks = [("trigger", name, card, seat) for name, card in names]
    seals = [("seal", one.name) for one in draft.lasting if _each_turn(one)]
    draft.then([*tasks, *seals, ("draw", seat)])


def _each_turn(one: Lasting) -> bool:
    playing = PLAYING[one.card]
    return playing is not None and any([effect.do == "give_trigger" for effect in playing.effects])


def step_trigger(draft: Draft, name: str, card: int, seat: Seat) -> None:
    """One card's trigger at the start of its controller's turn."""
    spot, temple = spot_named(draft, name), temple_named(draft, name)
    if seat in draft.out or (spot is None and temple is None):
        return
    for ability in ABILITIES[card]:
        for effect in ability.effects if ability.on == "own_turn_start" else ():
            if effect.do == "recover":
                _ask_recover(draft, seat, card, effect)
            elif effect.do == "destroy" and spot is not None:
                _ask_destroy(draft, seat, effect, TEXT[card], spot)


def _ask_recover(draft: Draft, seat: Seat, card: int, effect: Effect) -> None:
    found = discarded(draft, effect.target or Filter(), seat)
    if found:
        options = tuple([TEXT[one] for one in found])
        about = (card, ABILITIES[card][0].effects.index(effect))
        draft.ask(Question("recover", seat, TEXT[card], options, True, about))


def _ask_destroy(
    draft: Draft, seat: Seat, effect: Effect, rule: str, source: Spot | None = None, by: Seat = -1
) -> None:
    """A player has to destroy one of his own Characters; with only one it is that.

    ``by`` is whose Miracle it is: one that is shielded from it cannot be picked (TG-X8).
    """
    filter_ = effect.target or Filter()
    found = [
        spot
        for spot in spots(draft, seat)
        if (not filter_.area or area_kind(spot.area) in filter_.area)
        and suits(draft, filter_, spot)
        and not (filter_.not_self and source is not None and spot.unit is source.unit)
        and not (by >= 0 and shielded(draft, spot, "miracle", by))
    ]
    options = sorted([spot_name(draft, spot) for spot in found], key=number_order)
    if len(options) > 1:
        draft.ask(Question("destroy", seat, rule, tuple(options), about=(by,)))
    elif options:
        doom(draft, options, by, rule)
    elif effect.if_none and source is not None:
        doom(draft, [source.unit.name], -1, rule)


def step_seal(draft: Draft, name: str) -> None:
    """A seal breaks: the turn player destroys one of his Characters outside Temples."""
    one = lasting_named(draft, name)
    playing = None if one is None else PLAYING[one.card]
    if one is None or playing is None:
        return
    effect = next(one for one in playing.effects if one.do == "give_trigger").effects[0]
    draft.tell("seal-broken", TEXT[one.card], draft.turn, name=name, left=one.left - 1)
    count_down(draft, one)
    if draft.turn not in draft.out:
        _ask_destroy(draft, draft.turn, effect, TEXT[one.card], by=one.seat)


def step_draw(draft: Draft, seat: Seat) -> None:
    """One card is drawn (TG-C4)."""
    if seat not in draft.out:
        draft.draw_cards(seat, 1, "TG-C4")


# -- the end of a turn ---------------------------------------------------------------------------


def end_main(draft: Draft) -> None:
    """The main part is over: the last window, triggers, discarding, filling the hand."""
    draft.ending = True
    draft.tell("main-ended", "TG-C6", draft.turn)
    draft.then([("ask", "open", 0), *AFTER_MAIN])


AFTER_MAIN = [("end_triggers",), ("discard_phase",), ("refill",), ("turn_over",)]


def step_end_triggers(draft: Draft) -> None:
    """What cards do at the end of their controller's turn (Fire Elemental)."""
    seat = draft.turn
    for spot in spots(draft, seat) if board(draft).sides[seat].kinds & ENDS else ():
        for member in spot.unit.members if spot.unit.name else ():
            for ability in ABILITIES[member.card]:
                if ability.on == "own_turn_end" and member.name in draft.attacked:
                    doom(draft, [spot.unit.name], -1, TEXT[member.card])


def step_discard_phase(draft: Draft) -> None:
    """Up to three cards may be discarded (TG-C7)."""
    seat = draft.turn
    if seat in draft.out or not draft.hands[seat] or draft.choices.no_discard_step:
        return
    draft.phase, draft.window, draft.to_act = "discard", "", seat


def step_refill(draft: Draft) -> None:
    """The hand is filled, or what it holds too many discarded (TG-A8)."""
    seat = draft.turn
    if seat in draft.out:
        return
    missing = hand_size(draft, seat) - len(draft.hands[seat])
    if missing > 0:
        draft.draw_cards(seat, missing, "TG-C8")
    elif missing < 0:
        draft.phase, draft.window, draft.to_act = "excess", "", seat


def step_turn_over(draft: Draft) -> None:
    """The turn is over: what lasts a turn ends, and the next player's turn begins."""
    seat = draft.turn
    _end_what_ends(draft)
    goal = draft.choices.win_by_faith
    own = sum([faith(draft, spot) for spot in spots(draft, seat)]) if goal else 0
    if goal and own >= goal:
        win(draft, partners(draft, seat), "faith", "TG-O9")
        return
    _count_quiet(draft)
    if draft.outcome is None:
        next_turn(draft)


def cut_short(draft: Draft) -> None:
    """The turn of a player who is out is over at once; quiet it was only if nothing happened."""
    _end_what_ends(draft)
    if draft.stirred:
        draft.quiet = 0
    next_turn(draft)


def _end_what_ends(draft: Draft) -> None:
    draft.mods = tuple([one for one in draft.mods if one.until == "own"])
    draft.pools = ()


def _count_quiet(draft: Draft) -> None:
    """With every deck empty, a full round without event is a draw (TG-A9); so is the last round."""
    left = [seat for seat in range(draft.seats) if seat not in draft.out]
    still = not draft.stirred and not any([draft.decks[seat] for seat in left])
    draft.quiet = draft.quiet + 1 if still else 0
    cap = draft.choices.round_cap
    if draft.quiet >= len(left):
        win(draft, (), "draw", "TG-A9")
    elif cap and all(draft.turns[seat] >= cap for seat in left):
        win(draft, (), "draw", "TG-O16")


def next_turn(draft: Draft) -> None:
    """Whose turn comes next: one with an extra turn, else the next player still in."""
    draft.agenda = ()
    if draft.extra:
        seat, draft.extra = draft.extra[0], draft.extra[1:]
        begin_turn(draft, seat)
        return
    for seat in after(draft, draft.turn):
        begin_turn(draft, seat)
        return


def on_first_turn(table: Table, seat: Seat) -> bool:
    """Whether a player's own first turn is not over."""
    return not first_turn_over(table, seat)


TURN_STEPS: dict[str, Callable[..., Any]] = {
    "lasts": step_lasts,
    "reset": step_reset,
    "forms": step_forms,
    "triggers": step_triggers,
    "trigger": step_trigger,
    "seal": step_seal,
    "draw": step_draw,
    "end_triggers": step_end_triggers,
    "discard_phase": step_discard_phase,
    "refill": step_refill,
    "turn_over": step_turn_over,
}
