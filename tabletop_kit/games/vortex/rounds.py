"""How a round goes on by itself: Locations, turns, windows and Refill (4.2 of the rules page)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.engine.tuples import put
from tabletop_kit.games.vortex.cards import (
    EFFECTS,
    IS_DEVOTEE,
    LASTS,
    ORDER,
    TEXT,
    Card,
    Cards,
    by_card,
)
from tabletop_kit.games.vortex.draft import Draft
from tabletop_kit.games.vortex.effects import STEPS, reveal_of
from tabletop_kit.games.vortex.legal import extra_frenzy, turn_moves
from tabletop_kit.games.vortex.moves import PASS
from tabletop_kit.games.vortex.performing import perform, strip
from tabletop_kit.games.vortex.position import (
    HAND,
    InForce,
    Question,
    Window,
    half_points,
    limit,
    refill_to,
)

_DRAWS = by_card("draw")


def run(draft: Draft) -> None:
    """Carry out what is still to happen, up to where somebody is asked, or the end."""
    while draft.asked is None and draft.agenda:
        step = draft.agenda[-1]
        draft.agenda = draft.agenda[:-1]
        _STEPS[step[0]](draft, *step[1:])


def turn_order(colours: tuple[int, ...], location: Card) -> tuple[Seat, ...]:
    """The seats in the order that a Location gives; absent colours are skipped (VX-R59)."""
    return tuple([colours.index(colour) for colour in ORDER[location] if colour in colours])


# -- phase 1: the Location -----------------------------------------------------------------------


def begin_round(draft: Draft) -> None:
    """L0 to L2: lasting Rogations end, a Location is revealed and does what it does at once."""
    for one in draft.rogations:
        if LASTS[one.card] == "lasting":
            draft.end_rogation(one)
            draft.tell("rogation-ended", "VX-R44", one.seat, card=TEXT[one.card])
    if draft.round:
        draft.used = (*draft.used, draft.location)
    draft.location, draft.locations = draft.locations[0], draft.locations[1:]
    draft.round += 1
    none = (0,) * draft.seats
    draft.acted, draft.played = (False,) * draft.seats, none
    draft.declared, draft.engaged = 0, ()
    draft.order = turn_order(draft.colours, draft.location)
    draft.tell(
        "location",
        "VX-R48",
        None,
        card=TEXT[draft.location],
        round=draft.round,
        left=len(draft.locations),
        order=list(draft.order),
        reveals=True,
    )
    draft.then([("site_order",), ("sites",), ("window", "location")])


def _site_order(draft: Draft) -> None:
    """The first player may turn the order round, before the rest (VX-D14)."""
    for effect in EFFECTS[draft.site] if draft.site >= 0 else ():
        if effect.op == "turn_order":
            rule, first = TEXT[draft.site], draft.order[0]
            draft.ask(Question("reverse", first, rule, ("reverse",), optional=effect.optional))


def _sites(draft: Draft) -> None:
    """What the Location does at once, player by player in turn order (VX-D14)."""
    if draft.site >= 0 and any(effect.when == "now" for effect in EFFECTS[draft.site]):
        draft.then([("site", seat) for seat in draft.order])


def _site(draft: Draft, seat: Seat) -> None:
    rule = TEXT[draft.site]
    discarded = 0
    for effect in EFFECTS[draft.site]:
        if effect.op == "discard" and effect.n == "hand":
            discarded = len(draft.hands[seat])
            draft.discard_from_hand(seat, draft.hands[seat], rule)
        elif effect.op == "discard":
            draft.then([("discard", seat, effect.n, rule)])
        elif effect.op == "draw":
            draft.draw_cards(seat, discarded if effect.n == "discarded" else effect.n, rule)
        elif effect.op == "recall":
            draft.then([("recall_choice", seat, True, effect.optional, rule)])
        elif effect.op == "reveal":
            reveal_of(draft, seat, rule)
        elif effect.op == "strip":
            for unit in draft.field[seat]:
                if unit.attached:
                    strip(draft, seat, unit, tuple(range(len(unit.attached))), rule)


# -- windows -------------------------------------------------------------------------------------


def open_window(draft: Draft, window: Window) -> None:
    """Everybody who may play a Rogation is asked, in turn order (VX-R38)."""
    draft.window = window
    ask_in_window(draft, 0)


def ask_in_window(draft: Draft, first: int) -> None:
    """Ask the next one in turn order from this place on, or close the window.

    Asked is who holds a card and has a Rogation left this round: both are public.
    """
    if not draft.no_rogations:
        most = limit(draft, "rogations_per_round", 1)
        for seat in draft.order[first:]:
            if draft.hands[seat] and draft.played[seat] < most:
                draft.phase, draft.to_act = "window", seat
                return
    _close_window(draft)


def _close_window(draft: Draft) -> None:
    window, draft.window = draft.window, ""
    if window != "refill":
        draft.then([("next_turn",)])
    elif draft.locations:
        draft.then([("begin_round",)])
    else:
        draft.phase, draft.to_act = "over", None
        points = half_points(draft)
        winners = [seat for seat, one in enumerate(points) if one == max(points)]
        draft.tell("over", "VX-R58", None, winners=winners, points=[one / 2 for one in points])


def _rogation_over(draft: Draft, one: InForce) -> None:
    """An immediate Rogation goes to the Vortex; then whoever plays one may draw (VX-D13)."""
    if LASTS[one.card] == "immediate":
        draft.end_rogation(one)
    for effect in _DRAWS[draft.site]:
        if effect.when == "on_rogation":
            draft.draw_cards(one.seat, effect.n, TEXT[draft.site])
    draft.then([("window", draft.window)])


# -- phase 2: turns ------------------------------------------------------------------------------


def next_turn(draft: Draft) -> None:
    """The next player in turn order who has not acted, or Refill."""
    for seat in draft.order:
        if not draft.acted[seat]:
            begin_turn(draft, seat)
            return
    draft.then([("begin_refill",)])


def begin_turn(draft: Draft, seat: Seat) -> None:
    """A turn begins; who has to Reinforce and holds no Devotee looks for one (VX-R29 to R31)."""
    draft.phase, draft.to_act, draft.window, draft.done = "turn", seat, "", ()
    if draft.field[seat] or _holds_devotee(draft.hands[seat]):
        return
    piles = (*draft.draw[seat], *draft.discard[seat])
    if not _holds_devotee(piles):
        draft.tell("stranded", "VX-R31", seat)
        draft.then([("turn_over", seat)])
        return
    while not _holds_devotee(draft.hands[seat]):
        count = len(draft.hands[seat])
        draft.tell("no-devotee", "VX-R30", seat, reveals=True, count=count)
        draft.discard_from_hand(seat, draft.hands[seat], "VX-R30")
        draft.draw_cards(seat, HAND, "VX-R30")


def _holds_devotee(cards: Cards) -> bool:
    return any(IS_DEVOTEE[card] for card in cards)


def action_over(draft: Draft, seat: Seat, kind: str, forced: bool) -> None:
    """After an action the turn is over, unless the Location grants another one."""
    if extra_frenzy(draft) and not forced and not draft.done:
        draft.done = (kind,)
        stand_open(draft, seat)
    else:
        turn_over(draft, seat)


def stand_open(draft: Draft, seat: Seat) -> None:
    """After the first action of a turn another is asked for, while one is possible."""
    if extra_frenzy(draft) and any(move != PASS for move in turn_moves(draft, seat)):
        draft.phase, draft.to_act, draft.window = "turn", seat, ""
    else:
        turn_over(draft, seat)


def turn_over(draft: Draft, seat: Seat) -> None:
    """A player has had the turn; a window follows (VX-R38)."""
    draft.acted = put(draft.acted, seat, True)
    draft.done = ()
    draft.then([("window", "turn")])


# -- phase 3: Refill -----------------------------------------------------------------------------


def begin_refill(draft: Draft) -> None:
    """F1: everybody chooses in secret; an empty hand has chosen from the start (VX-R35)."""
    draft.phase, draft.window = "refill", ""
    draft.sealed = tuple([None if hand else () for hand in draft.hands])
    go_on_sealing(draft)


def go_on_sealing(draft: Draft) -> None:
    """Wait for the next choice, or carry all of them out."""
    waiting = [seat for seat in draft.order if draft.sealed[seat] is None]
    draft.to_act = waiting[0] if waiting else None
    if not waiting:
        draft.then([("refill",)])


def _refill(draft: Draft) -> None:
    """F1 and F2: discards together, then everybody refills in turn order (VX-D11)."""
    sealed, draft.sealed = draft.sealed, ()
    for seat in draft.order:
        draft.discard_from_hand(seat, sealed[seat] or (), "VX-R34")
    for seat in draft.order:
        if not sealed[seat]:
            _refill_hand(draft, seat)
    draft.bonus = (0,) * draft.seats
    draft.then([("window", "refill")])


def _refill_hand(draft: Draft, seat: Seat) -> None:
    draft.draw_cards(seat, refill_to(draft) - len(draft.hands[seat]), "VX-R33")
    draft.draw_cards(seat, draft.bonus[seat], "VX-R11")
    for unit in draft.field[seat]:
        for effect in _DRAWS[unit.card]:
            if effect.when == "refill" and draft.declared and unit.card not in draft.engaged:
                draft.draw_cards(seat, effect.n, TEXT[unit.card])


_STEPS: dict[str, Callable[..., Any]] = {
    **STEPS,
    "begin_round": begin_round,
    "site_order": _site_order,
    "sites": _sites,
    "site": _site,
    "window": open_window,
    "perform": perform,
    "rogation_over": _rogation_over,
    "next_turn": next_turn,
    "action_over": action_over,
    "turn_over": turn_over,
    "begin_refill": begin_refill,
    "begin_turn": begin_turn,
    "stand_open": stand_open,
    "ask_in_window": ask_in_window,
    "go_on_sealing": go_on_sealing,
    "refill": _refill,
}
