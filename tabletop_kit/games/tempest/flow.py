"""What happens by itself: windows, the stack, turns (3.9). A list of steps still to be done.

A step is a name and what it needs; :func:`run` carries out the last one until somebody is asked.
``("ask", kind, depth)`` opens a window, ``("resolve", depth)`` resolves the topmost play: both
belong to a stack of that depth, and are passed over once what they were about was undone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.asked import next_asked
from tabletop_kit.games.tempest.cards import (
    ABILITIES,
    ACTIVATED,
    IS_MIRACLE,
    IS_RELIC,
    IS_SPELL,
    IS_TEMPLE,
    PLAYING,
    TEXT,
    Card,
    Effect,
)
from tabletop_kit.games.tempest.deaths import (
    check,
    leave_table,
    step_doom,
    step_doomed,
    step_perish,
    win,
)
from tabletop_kit.games.tempest.draft import Draft
from tabletop_kit.games.tempest.effects import carry_out, stay, step_stolen
from tabletop_kit.games.tempest.entering import (
    enter,
    enter_temple,
    put_inside,
    put_relic,
    step_form,
    takes,
)
from tabletop_kit.games.tempest.fights import (
    step_attack_over,
    step_attacks,
    step_block,
    step_compare,
    step_pair,
    step_target,
)
from tabletop_kit.games.tempest.names import temple_named
from tabletop_kit.games.tempest.position import (
    BATTLEGROUND,
    WANDER,
    Play,
    Question,
    after,
)
from tabletop_kit.games.tempest.turns import TURN_STEPS, cut_short


def run(draft: Draft) -> None:
    """Carry out what is still to happen, up to where somebody is asked, or the end."""
    draft.phase, draft.window, draft.to_act = "", "", None
    while draft.asked is None and not draft.phase:
        if draft.outcome is not None:
            _stop(draft)
        elif check(draft):
            continue
        elif draft.outcome is None and not _step(draft):
            draft.phase, draft.to_act = "main", draft.turn


def _step(draft: Draft) -> bool:
    """Carry out the next step; ``False`` where none is left and the turn player is to act."""
    if draft.agenda:
        step = draft.agenda[-1]
        draft.agenda = draft.agenda[:-1]
        _STEPS[step[0]](draft, *step[1:])
        return True
    if draft.turn in draft.out:
        cut_short(draft)
        return True
    return False


def _stop(draft: Draft) -> None:
    draft.phase, draft.window, draft.to_act = "over", "", None
    draft.agenda, draft.asked, draft.passed, draft.doomed = (), None, (), ()


# -- windows -------------------------------------------------------------------------------------


def step_ask(draft: Draft, window: str, depth: int) -> None:
    """A window: whoever is next is asked; with nobody left it closes (TG-A61, A62)."""
    if _is_past(draft, window, depth):
        draft.passed = ()
        return
    seat = next_asked(draft, window, draft.passed)
    if seat is None:
        draft.passed = ()
        return
    draft.then([("ask", window, depth)])
    draft.phase, draft.window, draft.to_act = "window", window, seat


def _is_past(draft: Draft, window: str, depth: int) -> bool:
    """Whether what a window was about is there no more."""
    if window in ("attack", "fight"):
        return draft.fight is None
    if window == "destroy":
        return not draft.doomed
    return len(draft.stack) < depth


def announce(draft: Draft, play: Play) -> None:
    """Something is announced and paid for: answers are asked for, then it resolves."""
    draft.passed = ()
    draft.stack = (play, *draft.stack)
    depth = len(draft.stack)
    draft.then([("ask", play.kind, depth), ("resolve", depth)])


def step_resolve(draft: Draft, depth: int) -> None:
    """The topmost play resolves, last in, first out."""
    if len(draft.stack) < depth:
        return
    play, draft.stack = draft.stack[0], draft.stack[1:]
    if play.kind == "summon":
        _arrive(draft, play)
    elif play.kind == "spell":
        _take_effect(draft, play)
    else:
        effects = _effects_of_ability(play)
        draft.then([("effect", play, effect, None) for effect in effects])


def _effects_of_ability(play: Play) -> tuple[Effect, ...]:
    ability, playing = ACTIVATED[play.card], PLAYING[play.card]
    if ability is not None:
        return ability.effects
    return playing.effects if playing is not None else ()


def _arrive(draft: Draft, play: Play) -> None:
    """A summoned card comes into play: in its summoner's area, or where it was sent (TG-A19)."""
    card, seat = play.card, play.seat
    if play.summoner in play.gone:
        draft.tell("comes-still", "TG-A27", seat, reveals=True, card=TEXT[card])
    if seat in draft.out:
        draft.to_discard(seat, (card,))
    elif IS_TEMPLE[card]:
        temple = enter_temple(draft, seat, card)
        put_inside(draft, play.inside, temple.name, seat)
    elif IS_RELIC[card]:
        _arrive_relic(draft, play)
    else:
        enter(draft, seat, card, _where(draft, play))


def _arrive_relic(draft: Draft, play: Play) -> None:
    relic = draft.name_relic(play.card, play.seat)
    if play.move.on not in play.gone and put_relic(draft, play.move.on, relic, play.seat):
        draft.stirred = True
        draft.tell(
            "relic-entered", "TG-L7", play.seat, reveals=True, name=relic.name, on=play.move.on
        )
    else:
        draft.to_discard(play.seat, (play.card,))
        draft.tell("no-effect", "TG-L7", play.seat, card=TEXT[play.card])


def _where(draft: Draft, play: Play) -> str:
    """Where a Character goes: Wander where its summoner's Temple is full, closed or gone."""
    area = play.move.to or play.area
    if area in (WANDER, BATTLEGROUND):
        return BATTLEGROUND if play.move.to == BATTLEGROUND else WANDER
    found = temple_named(draft, area)
    if found is None or found[0] != play.seat or not takes(draft, found[1], play.card):
        return WANDER
    return area


def _take_effect(draft: Draft, play: Play) -> None:
    """A Spell or Miracle does what it says; it is discarded if it does not stay (TG-A42)."""
    playing = PLAYING[play.card]
    assert playing is not None
    answered = draft.stack[0] if draft.stack else None
    attaches = any([effect.do == "attach" for effect in playing.effects])
    draft.tell("resolves", TEXT[play.card], play.seat, card=TEXT[play.card])
    if not playing.stays:
        draft.to_discard(play.pile, (play.card,))
    elif play.seat in draft.out:
        draft.to_discard(play.pile, (play.card,))
        draft.tell("no-effect", "TG-A66", play.seat, card=TEXT[play.card])
        return
    elif not attaches:
        stay(draft, play, playing.lasts)
        return
    draft.then([("effect", play, effect, answered) for effect in playing.effects])


def step_effect(draft: Draft, play: Play, effect: Effect, answered: Play | None) -> None:
    """One effect of a play."""
    carry_out(draft, play, effect, answered)


def step_enter_trigger(draft: Draft, _name: str, card: Card, _seat: Seat) -> None:
    """What a card does as it comes into play: every player discards one card (Reveller)."""
    for ability in ABILITIES[card]:
        if ability.on == "enter":
            rule = TEXT[card]
            order = [draft.turn, *[seat for seat in after(draft, draft.turn) if seat != draft.turn]]
            draft.then([("discard_one", seat, rule) for seat in order])


def step_discard_one(draft: Draft, seat: Seat, rule: str) -> None:
    """A player discards one card of his choice."""
    if draft.hands[seat] and seat not in draft.out:
        options = tuple(sorted({TEXT[card] for card in draft.hands[seat]}))
        draft.ask(Question("discard", seat, rule, options))


def step_fall(draft: Draft, seat: Seat, rule: str) -> None:
    """A player is out by a rule for which cards in play do not count."""
    leave_table(draft, seat, rule)


def step_win(draft: Draft, seats: tuple[Seat, ...], why: str, rule: str) -> None:
    """The game is decided."""
    win(draft, seats, why, rule)


def opens_window(card: Card) -> str:
    """The window that opens on a card that is summoned or cast."""
    return "spell" if IS_SPELL[card] or IS_MIRACLE[card] else "summon"


_STEPS: dict[str, Callable[..., Any]] = {
    "ask": step_ask,
    "resolve": step_resolve,
    "effect": step_effect,
    "doom": step_doom,
    "perish": step_perish,
    "doomed": step_doomed,
    "attacks": step_attacks,
    "block": step_block,
    "target": step_target,
    "compare": step_compare,
    "pair": step_pair,
    "attack_over": step_attack_over,
    "form": step_form,
    "enter_trigger": step_enter_trigger,
    "discard_one": step_discard_one,
    "stolen": step_stolen,
    "fall": step_fall,
    "win": step_win,
    **TURN_STEPS,
}
