"""What effects do to attacks, to what they answer, to hands and to turns (3.6)."""

from __future__ import annotations

from tabletop_kit.games.tempest.cards import (
    CARD,
    TEXT,
    Effect,
    written,
)
from tabletop_kit.games.tempest.draft import Draft
from tabletop_kit.games.tempest.fights import end_attack, special, turn_attack
from tabletop_kit.games.tempest.names import (
    spot_named,
)
from tabletop_kit.games.tempest.picks import chosen, comes_to_nothing, is_on, rule_of
from tabletop_kit.games.tempest.position import (
    Play,
    after,
)
from tabletop_kit.games.tempest.reach import ANYWHERE, anywhere, turned_on

# -- attacks -------------------------------------------------------------------------------------


def redirect(draft: Draft, play: Play, effect: Effect, _answered: Play | None) -> None:
    """The attack in progress is turned on another card (TG-E7)."""
    fight, name = draft.fight, play.inside[-1] if play.move.turn else ""
    if fight is None:
        return
    if not name:
        if effect.if_none == "end_attack":
            end_attack(draft, rule_of(play))
        return
    if effect.condition == "target_is_attacking":
        spot = spot_named(draft, play.targets[0])
        if spot is None or spot.unit.name not in fight.names or not is_on(spot, play):
            return
        if name in turned_on(draft, [spot], spot.seat):
            turn_attack(draft, name, spot.seat, rule_of(play), alone=spot.unit.name)
    elif name not in play.gone:
        turn_attack(draft, name, fight.by, rule_of(play))


def cancel(draft: Draft, play: Play, effect: Effect, answered: Play | None) -> None:
    """What is answered is undone, or the attack ends."""
    if effect.what == "attack":
        end_attack(draft, rule_of(play))
        return
    if answered is None or not draft.stack or draft.stack[0] is not answered:
        return
    draft.stack = draft.stack[1:]
    if effect.to == "hand":
        draft.to_hand(answered.seat, (answered.card,))
    else:
        draft.to_discard(answered.pile, (answered.card,))
    card = TEXT[answered.card]
    draft.tell("cancelled", rule_of(play), answered.seat, reveals=True, card=card, to=effect.to)


def send(draft: Draft, play: Play, effect: Effect, _answered: Play | None) -> None:
    """A Teleport or Gate attack (3.10), by a card that is still one's own.

    Whom a Spell sends drains only now, and has to be undrained still; an ability has drained it.
    """
    name = play.inside[0] if play.inside else ""
    attacker = spot_named(draft, name)
    if attacker is None or name in play.gone or not play.targets or play.targets[0] in play.gone:
        return
    sent = effect.attacker is not None and effect.attacker.who == "mine"
    if attacker.seat != play.seat or (sent and attacker.unit.drained):
        comes_to_nothing(draft, play)
        return
    areas = effect.reach or ANYWHERE
    for seat in range(draft.seats):
        if seat != attacker.seat and play.targets[0] in anywhere(draft, attacker, areas, seat):
            attacker = draft.drain(attacker) if sent else attacker
            reach = "teleport" if effect.do == "teleport_attack" else "gate"
            special(draft, attacker, play.targets[0], reach, areas)
            return


# -- hands ---------------------------------------------------------------------------------------


def draw(draft: Draft, play: Play, effect: Effect, _answered: Play | None) -> None:
    """Cards are drawn."""
    draft.draw_cards(play.seat, effect.n, rule_of(play))


def discard(draft: Draft, play: Play, effect: Effect, _answered: Play | None) -> None:
    """Cards of a hand are discarded at random."""
    seat = chosen(draft, play)
    hand = draft.hands[seat]
    count = min(effect.n, len(hand))
    if count:
        texts, draft.luck = draft.luck.sample("discard", written(hand), count)
        draft.discard_from_hand(seat, tuple([CARD[text] for text in texts]), rule_of(play))


def redraw(draft: Draft, play: Play, _effect: Effect, _answered: Play | None) -> None:
    """Every hand is discarded and drawn anew."""
    counts = {seat: len(draft.hands[seat]) for seat in range(draft.seats)}
    order = [play.seat, *[seat for seat in after(draft, play.seat) if seat != play.seat]]
    for seat in order:
        draft.discard_from_hand(seat, draft.hands[seat], rule_of(play))
    for seat in order:
        if counts[seat]:
            draft.draw_cards(seat, counts[seat], rule_of(play))


def extra_turn(draft: Draft, play: Play, _effect: Effect, _answered: Play | None) -> None:
    """One more turn after this one; on another's turn it costs nobody who comes next his own."""
    following = next(iter(after(draft, draft.turn)))
    back = next(iter(after(draft, play.seat)))
    resumed = () if play.seat == draft.turn or back == following else (following,)
    draft.extra = (*draft.extra, play.seat, *resumed)
    draft.tell("extra-turn", rule_of(play), play.seat)
