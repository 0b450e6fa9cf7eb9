"""A Crusade from its declaration to the last thing that follows from it (4.3 of the rules page)."""

from __future__ import annotations

from dataclasses import dataclass, field

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.engine.tuples import put
from tabletop_kit.games.vortex.cards import (
    MODES,
    TEXT,
    TRIGGER,
    Card,
    Cards,
    Effect,
    by_card,
)
from tabletop_kit.games.vortex.deaths import REDIRECTS, die, killed_tasks, plundered
from tabletop_kit.games.vortex.draft import Draft
from tabletop_kit.games.vortex.figures import (
    COMPARES,
    Side,
    Verdict,
    active,
    compare,
    figures,
    may_turn_up,
    protected,
)
from tabletop_kit.games.vortex.legal import crusade_bar
from tabletop_kit.games.vortex.position import (
    InForce,
    Question,
    Task,
    Unit,
    controller,
    unit_at,
)

DRAWS, DISCARDS, RECALLS = by_card("draw"), by_card("discard"), by_card("recall")
KILLS, REWARDS, CANCELS = by_card("kill"), by_card("reward"), by_card("cancel")
_OUTCOMES = {
    ("reason", "convert"): "reason",
    ("fire", "convert"): "fire_convert",
    ("fire", "kill"): "fire_kill",
    ("kill", "kill"): "kill",
}


def declare(draft: Draft, seat: Seat, offence: Card, target: Card, mode: str) -> None:
    """C0 to C2: the Crusade is declared; it may be called off, or its mode chosen by the other."""
    defender = controller(draft, target)
    assert defender is not None
    draft.declared += 1
    draft.tell("declared", "VX-R14", seat, card=TEXT[offence], target=TEXT[target], mode=mode)
    cancelling = next(
        (one for one in draft.rogations if one.seat == defender and CANCELS[one.card]), None
    )
    if cancelling is not None:
        draft.end_rogation(cancelling)
        draft.tell("called-off", "VX-D2", defender, card=TEXT[cancelling.card])
        return
    modes = _modes_of_the_defender(draft, seat, offence, target)
    if len(modes) > 1:
        about = (seat, offence, target)
        draft.ask(Question("mode", defender, "VX-D1", modes, about=about))
    else:
        draft.then([("resolve", seat, offence, target, modes[0] if modes else mode)])


def _modes_of_the_defender(
    draft: Draft, seat: Seat, offence: Card, target: Card
) -> tuple[str, ...]:
    """Modes among which the defending player chooses; none where the attacker's holds (VX-D1)."""
    if not any(one.rule == "defender_chooses_mode" for one in COMPARES[offence]):
        return ()
    return tuple([mode for mode in MODES if not crusade_bar(draft, seat, offence, target, mode)])


@dataclass(slots=True)
class Fate:
    """What becomes of one engaged card, as C6 and C7 find it.

    ``outcome`` is ``""``, ``convert``, ``kill`` or ``taken`` (what would have killed it takes it
    instead); ``zone`` is where a converted card goes; ``spared``: the Rogation that sends it to
    the Vortex instead.
    """

    side: Side
    other: Side
    outcome: str = ""
    zone: str = ""
    rule: str = ""
    spared: InForce | None = None

    @property
    def converted(self) -> bool:
        """Whether it changes hands."""
        return self.outcome in ("convert", "taken") and self.spared is None


@dataclass(slots=True)
class Clash:
    """A Crusade that is being resolved."""

    mode: str
    fates: tuple[Fate, Fate]
    verdict: Verdict
    served: list[InForce] = field(default_factory=list)


def resolve(draft: Draft, seat: Seat, offence: Card, target: Card, mode: str) -> None:
    """C3 to C8, and C9 as steps that are still to happen."""
    defender = controller(draft, target)
    assert defender is not None
    draft.engaged = tuple(sorted({*draft.engaged, offence, target}))
    _turn_up(draft, seat, offence)
    _turn_up(draft, defender, target)
    attack = Side(seat, _unit(draft, seat, offence), "attack")
    defence = Side(defender, _unit(draft, defender, target), "defend")
    clash = _judged(draft, mode, attack, defence)
    clash.served += [
        one for one in draft.rogations if one.seat == defender and TRIGGER[one.card] == "you_defend"
    ]
    for fate in clash.fates:
        _find_fate(draft, clash, fate)
    deaths: list[Task] = []
    for fate in clash.fates:
        deaths += _carry_out(draft, clash, fate)
    draft.then(_aftermath(draft, clash, deaths))


def _unit(draft: Draft, seat: Seat, card: Card) -> Unit:
    unit = unit_at(draft.field[seat], card)
    assert unit is not None
    return unit


def _turn_up(draft: Draft, seat: Seat, card: Card) -> None:
    """C3: what is attached face down is turned up, and does what it does when turned up."""
    unit = _unit(draft, seat, card)
    places = [place for place, code in enumerate(unit.attached) if not code & 1]
    if places and may_turn_up(draft):
        turned_up(draft, seat, draft.turn_up(seat, card, places, "VX-R16"))


def turned_up(draft: Draft, seat: Seat, cards: Cards) -> None:
    """What turned-up cards do at once: a Frenzy that has its effect may draw."""
    suppressed = not active(draft, Unit(0, tuple([2 * card + 1 for card in cards])))
    for card in cards:
        for effect in () if suppressed else DRAWS[card]:
            if effect.when == "on_reveal":
                draft.draw_cards(seat, effect.n, TEXT[card])


def _judged(draft: Draft, mode: str, attack: Side, defence: Side) -> Clash:
    """C4 to C6: the comparison, told for all to see."""
    both = figures(draft, attack, defence)
    verdict = compare(draft, mode, attack, defence, both)
    draft.tell(
        "compared",
        verdict.rule,
        attack.seat,
        card=TEXT[attack.unit.card],
        target=TEXT[defence.unit.card],
        defender=defence.seat,
        mode=mode,
        mine=verdict.mine,
        theirs=verdict.theirs,
        lead=verdict.lead,
        result=_result(verdict),
    )
    fates = (
        Fate(attack, defence, verdict.attacker, rule=verdict.rule),
        Fate(defence, attack, verdict.defender, rule=verdict.rule),
    )
    return Clash(mode, fates, verdict)


def _result(verdict: Verdict) -> str:
    if verdict.repelled:
        return "repelled"
    if verdict.attacker and verdict.defender:
        return "both-killed"
    if verdict.attacker:
        return "attacker-converted" if verdict.attacker == "convert" else "attacker-killed"
    return {"convert": "converted", "kill": "killed", "": "nothing"}[verdict.defender]


def _find_fate(draft: Draft, clash: Clash, fate: Fate) -> None:
    """C7: what protects the card, and what takes it instead of killing it."""
    if not fate.outcome:
        return
    guard = protected(draft, fate.side.unit, _OUTCOMES[clash.mode, fate.outcome])
    if guard is not None:
        fate.outcome = ""
        card = TEXT[fate.side.unit.card]
        draft.tell("protected", TEXT[guard], fate.side.seat, card=card, by=TEXT[guard])
        return
    fate.zone = "own_fearful" if clash.mode == "fire" else "own_discard"
    taking = _redirect(fate.other.unit.card, "kills")
    if fate.outcome == "kill" and taking is not None:
        fate.outcome, fate.zone, fate.rule = "taken", taking.to, TEXT[fate.other.unit.card]
    if fate.outcome != "kill":
        spared = [
            one
            for one in draft.rogations
            if one.seat == fate.side.seat and _redirect(one.card, "converted")
        ]
        clash.served += spared
        fate.spared = spared[0] if spared else None


def _redirect(card: Card, event: str) -> Effect | None:
    return next((effect for effect in REDIRECTS[card] if effect.event == event), None)


def _carry_out(draft: Draft, clash: Clash, fate: Fate) -> list[Task]:
    """C8: the card goes where its fate takes it; returns what a death leads to."""
    if not fate.outcome:
        return []
    seat, unit = fate.side.seat, fate.side.unit
    if fate.outcome == "kill":
        clash.served += die(draft, seat, unit.card, fate.rule, fate.other)
        return killed_tasks(draft, seat, unit, fate.other)
    draft.leave(seat, unit.card)
    if fate.spared is not None:
        attached = tuple([code >> 1 for code in unit.attached])
        draft.bury((unit.card, *attached))
        rule = TEXT[fate.spared.card]
        draft.tell("spared", rule, seat, card=TEXT[unit.card], by=rule)
        return []
    _change_hands(draft, fate)
    return []


def _change_hands(draft: Draft, fate: Fate) -> None:
    """A converted card comes to its taker; what was attached goes back, or to a Pirateship."""
    seat, taker, unit = fate.side.seat, fate.other.seat, fate.side.unit
    if not plundered(draft, unit, fate.other):
        draft.shed(seat, unit)
    card = TEXT[unit.card]
    if fate.zone == "own_fearful":
        draft.fearful = put(draft.fearful, taker, (*draft.fearful[taker], unit.card))
        draft.tell("frightened", fate.rule, taker, card=card, victim=seat)
    else:
        draft.to_discard(taker, (unit.card,))
        draft.tell("converted", fate.rule, taker, card=card, victim=seat)


# -- what follows (C9) ---------------------------------------------------------------------------


def _aftermath(draft: Draft, clash: Clash, deaths: list[Task]) -> list[Task]:
    """Everything that follows, trigger by trigger, the attacker's card first within each."""
    tasks: list[Task] = []
    for fate in clash.fates:
        if fate.converted:
            tasks += _on_converted(fate)
    tasks += [task for task in deaths if task[0] != "any_killed"]
    for fate in clash.fates:
        if fate.converted:
            tasks += _on_convert(fate)
    # The attacker's card is the killer where the defender's is dead.
    killers = [fate.other for fate in reversed(clash.fates) if fate.outcome == "kill"]
    tasks += [("on_kill", killer.seat, killer.unit.card) for killer in killers]
    tasks += [task for task in deaths if task[0] == "any_killed"]
    tasks += [("any_kill", killer.seat, killer.unit.card) for killer in killers]
    if clash.verdict.repelled:
        tasks += _on_repel(draft, clash.fates[1])
    for fate in clash.fates:
        if any(effect.when == "after_crusade" for effect in KILLS[fate.side.unit.card]):
            tasks.append(("after_crusade", fate.side.seat, fate.side.unit.card))
    if clash.served:
        tasks.append(("serve", tuple(clash.served)))
    return tasks


def _on_converted(fate: Fate) -> list[Task]:
    card = fate.side.unit.card
    return [
        ("discard", fate.other.seat, effect.n, TEXT[card])
        for effect in DISCARDS[card]
        if effect.when == "on_converted"
    ]


def _on_convert(fate: Fate) -> list[Task]:
    """What the winner's card does when it converts."""
    card = fate.other.unit.card
    tasks: list[Task] = [
        ("draw", fate.other.seat, effect.n, TEXT[card])
        for effect in DRAWS[card]
        if effect.when == "on_convert"
    ]
    tasks += [
        ("discard", fate.side.seat, effect.n, TEXT[card])
        for effect in DISCARDS[card]
        if effect.when == "on_convert"
    ]
    return tasks


def _on_repel(draft: Draft, fate: Fate) -> list[Task]:
    """Fire is repelled: what the card does to the attacker, then the reward (VX-D4)."""
    side, other = fate.side, fate.other
    cards = (side.unit.card, *active(draft, side.unit))
    tasks: list[Task] = [
        ("send_back", other.seat, other.unit.card, TEXT[card])
        for card in cards
        for effect in RECALLS[card]
        if effect.when == "on_repel"
    ]
    both = next((card for card in (*cards, draft.site) if REWARDS[card]), None)
    tasks.append(("reward", side.seat, "" if both is None else TEXT[both]))
    return tasks
