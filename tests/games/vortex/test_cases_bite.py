"""A rule of Vortex that is broken makes a rule case fail that names it: the cases prove their rules.

Three kinds of slips: every card loses each of its effects, figures, needs and its turn order, one
after the other; each entry of ``BROKEN`` changes a line of one function for the time of a test;
and each reason of a refusal is kept silent.
"""

# ruff: noqa: E501
from __future__ import annotations

import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

import pytest

from tabletop_kit.engine.case import Case, read_cases, run_case
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.ruling import Refused
from tabletop_kit.games.vortex import (
    GAME,
    answers,
    cards,
    crusade,
    deaths,
    draft,
    effects,
    figures,
    invoking,
    judging,
    legal,
    moves,
    performing,
    position,
    reading,
    rounds,
    rules,
    setup,
    view,
)
from tabletop_kit.teaching.coverage import case_folder

CASES = [
    case
    for path in sorted(case_folder("vortex").glob("*.toml"))
    for case in read_cases(path, lambda _game: GAME)
]
NAMING: dict[str, list[Case]] = {}
for _case in CASES:
    for _rule in _case.rules:
        NAMING.setdefault(_rule, []).append(_case)


def _fails(case: Case) -> bool:
    """Whether a case fails; a rule so broken that the game cannot go on counts as a failure."""
    try:
        return not run_case(case, GAME).passed
    except Exception:
        return True


def _bitten(rule: str) -> bool:
    return any(_fails(case) for case in NAMING.get(rule, ()))


def test_all_cases_pass_while_the_rules_are_whole() -> None:
    assert [case.id for case in CASES if _fails(case)] == []


def _rooms() -> list[ModuleType]:
    return [
        module
        for name, module in list(sys.modules.items())
        if name.startswith("tabletop_kit.games.vortex") and module is not None
    ]


# -- every card ------------------------------------------------------------------------------------


def _tables() -> Iterator[tuple[ModuleType, str, tuple[Any, ...]]]:
    """Every table of the rules that has an entry for each card."""
    for module in _rooms():
        for name, held in list(vars(module).items()):
            if isinstance(held, tuple) and len(held) - len(cards.TEXT) in (0, 1):
                yield module, name, held


def _without(patch: pytest.MonkeyPatch, card: int, effect: cards.Effect) -> None:
    """Take one effect from a card, in every table in which it stands."""
    for module, name, held in _tables():
        entry = held[card]
        if isinstance(entry, tuple) and any(one is effect for one in entry):
            rest = tuple(one for one in entry if one is not effect)
            patch.setattr(module, name, (*held[:card], rest, *held[card + 1 :]))
    against = {
        location: frozenset(
            one
            for one in range(len(cards.TEXT))
            if cards.IS_ROGATION[one] and invoking._contradicts(location, one)
        )
        for location in cards.LOCATIONS
    }
    patch.setattr(invoking, "_AGAINST", {**against, cards.NO_TEXT: frozenset()})
    objects = [
        invoking._object_of(one) if cards.IS_ROGATION[one] else "" for one in range(len(cards.TEXT))
    ]
    for module in (invoking, judging):
        patch.setattr(module, "OBJECT", tuple(objects))


def _entry(patch: pytest.MonkeyPatch, table: str, card: int, value: Any) -> None:
    """Put another value in a table of the cards, wherever the rules hold it."""
    original = getattr(cards, table)
    for module, name, held in _tables():
        if held is original:
            patch.setattr(module, name, (*held[:card], value, *held[card + 1 :]))


EFFECTS = [
    (card, place) for card in range(len(cards.TEXT)) for place in range(len(cards.EFFECTS[card]))
]


@pytest.mark.parametrize(
    ("card", "place"), EFFECTS, ids=[f"{cards.TEXT[card]}-{place}" for card, place in EFFECTS]
)
def test_an_effect_that_a_card_has_lost_is_noticed(
    card: int, place: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    _without(monkeypatch, card, cards.EFFECTS[card][place])
    assert _bitten(cards.TEXT[card])


PRINTED = [
    (card, place)
    for card in range(len(cards.TEXT))
    if cards.IS_DEVOTEE[card] or any(cards.PRINTED[card])
    for place in range(4)
]


def test_a_figure_that_is_printed_otherwise_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    unnoticed = []
    for card, place in PRINTED:
        with monkeypatch.context() as patch:
            printed = list(cards.PRINTED[card])
            printed[place] += 1
            _entry(patch, "PRINTED", card, tuple(printed))
            if not _bitten(cards.TEXT[card]):
                unnoticed.append((cards.TEXT[card], cards.ATTRIBUTES[place]))
    assert unnoticed == []


def test_another_turn_order_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    for card in cards.LOCATIONS:
        one, other, *rest = cards.ORDER[card]
        for order in ((other, one, *rest), (one, other, *reversed(rest))):
            with monkeypatch.context() as patch:
                _entry(patch, "ORDER", card, order)
                assert _bitten(cards.TEXT[card]), cards.TEXT[card]


def test_another_requirement_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    unnoticed = []
    for card in dict.fromkeys(cards.ROGATIONS):
        need, number = cards.NEEDS[card]
        others = [("none", 0)] if need != "none" else [("min", 1)]
        if need in ("min", "shared_min"):
            others += [(need, number - 1), (need, number + 1)]
        elif need in ("fewer", "more"):
            others.append(({"fewer": "more", "more": "fewer"}[need], 0))
        for other in others:
            with monkeypatch.context() as patch:
                _entry(patch, "NEEDS", card, other)
                if not _bitten(cards.TEXT[card]):
                    unnoticed.append((cards.TEXT[card], other))
    assert unnoticed == []


def test_another_stay_of_a_rogation_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    unnoticed = []
    for card in dict.fromkeys(cards.ROGATIONS):
        for stay in {"immediate", "lasting", "conditional"} - {cards.LASTS[card]}:
            with monkeypatch.context() as patch:
                _entry(patch, "LASTS", card, stay)
                if not _bitten(cards.TEXT[card]):
                    unnoticed.append((cards.TEXT[card], stay))
    assert unnoticed == []


# -- the rules themselves --------------------------------------------------------------------------

BROKEN: dict[str, tuple[str, Any, str, str, str]] = {
    "Reason with any lead": ("VX-R2", figures, "_by_reason", '<= widest(table, attack, "reason")', "< 9"),
    "a tie converts": ("VX-R2", figures, "_by_reason", "0 < lead", "0 <= lead"),
    "the attacker never loses": ("VX-R3", figures, "_by_reason", "0 < -lead <= widest", "99 < -lead <= widest"),
    "the defender's window is the attacker's": ("L21", figures, "_by_reason", "-lead <= widest(table, defence", "-lead <= 2 * widest(table, defence"),
    "Paradox breaks ties": ("VX-D9", figures, "_by_reason", "elif not lead", "if not lead"),
    "Fire with 3 kills": ("VX-R5", figures, "_by_fire", "or table.fire_kills", "or True"),
    "the house option does nothing": ("VX-R5", figures, "_by_fire", "or table.fire_kills", ""),
    "Fire kills from 3 on": ("VX-R6", figures, "_by_fire", "lead >= KILLING_LEAD or", "lead >= 5 or"),
    "equal Water does not repel": ("VX-R8", figures, "_by_fire", "lead <= 0", "lead < 0"),
    "the lower Sword wins": ("VX-R12", figures, "_by_sword", 'beaten = "" if lead > 0', 'beaten = "" if lead < 0'),
    "equal Swords kill nobody": ("VX-R12", figures, "_by_sword", "if not lead:", 'if not lead: return Verdict("", "", 0, 0, 0, False, "VX-R12")\n    if not lead:'),
    "figures fall below 0": ("VX-R13", figures, "summed", "value if value > 0 else 0", "value"),
    "the floor for each change": ("VX-R13", figures, "summed", "values[effect.attr] += effect.k", "values[effect.attr] = max(0, values[effect.attr] + effect.k)"),
    "the mode turns with the figures": ("VX-R14", figures, "compare", "_COMPARISONS[mode]", '_COMPARISONS["reason" if mode == "fire" and both[0][0] > 0 else mode]'),
    "swaps before additions": ("L42", figures, "summed", "values = list(PRINTED[side.unit.card])", "values = list(PRINTED[side.unit.card]); values[1], values[3] = (values[3], values[1]) if SWAPS[table.site] else (values[1], values[3])"),
    "the defender's cards swap first": ("F16", figures, "figures", "for side in (attack, defence):", "swaps = []\n    for side in (attack, defence):"),
    "face-down Frenzies work": ("VX-R16", figures, "active", "if code & 1 and IS_FRENZY", "if IS_FRENZY"),
    "bluffs work": ("VX-R22", position, "most_in_play", "for unit in position.field[seat]:", "for unit in [Unit(c >> 1) for u in position.field[seat] for c in u.attached] + list(position.field[seat]):"),
    "nothing is turned up": ("VX-R16", crusade, "_turn_up", "if places and may_turn_up(draft)", "if False"),
    "Mirage lets the attacker see": ("L28", figures, "may_turn_up", "not any(", "True or not any("),
    "what is turned up goes": ("VX-R17", crusade, "_change_hands", "draft.shed(seat, unit)", "draft.bury([code >> 1 for code in unit.attached])"),
    "a converted bearer keeps its cards": ("VX-R24", crusade, "_change_hands", "if not plundered(draft, unit, fate.other):", "if False:"),
    "attached cards go to the taker": ("VX-R24", crusade, "_change_hands", "draft.shed(seat, unit)", "draft.shed(taker, unit)"),
    "Fire into the discard pile": ("VX-R4", crusade, "_find_fate", 'if clash.mode == "fire"', "if False"),
    "the dead lie in the discard pile": ("VX-R6", deaths, "_bury", "draft.bury((unit.card,))", "draft.to_discard(0, (unit.card,))"),
    "attached cards of the dead are saved": ("VX-R6", deaths, "_bury", "draft.bury(attached)", "draft.to_discard(0, attached)"),
    "Penance stays": ("VX-R44", deaths, "die", "if TRIGGER[one.card]]", "if False]"),
    "Burial Rites are used up": ("VX-R54", deaths, "die", "if TRIGGER[one.card]]", "]"),
    "the youngest redirect counts": ("VX-T4", deaths, "_rescue", "*[one.card for one in bound], unit.card, *active(draft, unit)", "*active(draft, unit), unit.card, *[one.card for one in bound]"),
    "a rescued card is no death": ("VX-T4", crusade, "_carry_out", "return killed_tasks(draft, seat, unit, fate.other)", "return killed_tasks(draft, seat, unit, fate.other) if unit.card in draft.vortex else []"),
    "what is taken has died": ("VX-D5", crusade, "_aftermath", 'if fate.outcome == "kill"]', 'if fate.outcome in ("kill", "taken")]'),
    "what protects does not": ("VX-T4", crusade, "_find_fate", "if guard is not None", "if False"),
    "protection repels": ("VX-R8", crusade, "_find_fate", 'fate.outcome = ""\n', 'fate.outcome = ""; clash.verdict = clash.verdict._replace(repelled=True)\n'),
    "Anathema after a death": ("VX-D3", crusade, "_find_fate", 'if fate.outcome != "kill"', "if True"),
    "Psalms stay": ("VX-R44", crusade, "resolve", 'TRIGGER[one.card] == "you_defend"', "False"),
    "all Lullabies at once": ("VX-D2", crusade, "declare", "draft.end_rogation(cancelling)", "[draft.end_rogation(one) for one in draft.rogations if CANCELS[one.card]]"),
    "called off, it is not counted": ("VX-D2", crusade, "declare", "draft.declared += 1", "draft.declared += not any(CANCELS[one.card] for one in draft.rogations)"),
    "called off, the cards took part": ("VX-D2", crusade, "declare", "if cancelling is not None:", "draft.engaged = (offence, target) if cancelling else draft.engaged\n    if cancelling is not None:"),
    "The Cursed's player chooses": ("VX-D1", crusade, "declare", 'Question("mode", defender', 'Question("mode", seat'),
    "forbidden modes are offered": ("VX-D1", crusade, "_modes_of_the_defender", "if not crusade_bar(draft, seat, offence, target, mode)", ""),
    "the reward before the sending back": ("VX-D4", crusade, "_on_repel", 'tasks.append(("reward"', 'tasks.insert(0, ("reward"'),
    "draws before the discards": ("VX-D4", crusade, "_aftermath", "tasks += _on_converted(fate)", "tasks += [*_on_convert(fate), *_on_converted(fate)]"),
    "the dead Knife Garden draws": ("R19", effects, "_on_kill", "is None", "is ..."),
    "the dead killer draws in The Red Choir": ("L46", effects, "_any_kill", "is None", "is ..."),
    "a reward of one card": ("VX-R11", effects, "credit", "+ REWARD", "+ 1"),
    "a full field takes a reward": ("VX-R10", answers, "_rewards", "if most_in_play(position, seat) > len(position.field[seat])", "if True"),
    "no declining": ("VX-R10", answers, "_rewards", '[*found, Move("reward", word="none")]', "found"),
    "both rewards are asked for": ("VX-R10", effects, "_reward", "if not room or not any(", "if False and not any("),
    "extra cards come back next round": ("VX-R11", rounds, "_refill", "draft.bonus = (0,) * draft.seats", "None"),
    "extra cards with a discard": ("VX-R11", rounds, "_refill", "if not sealed[seat]:", "if True:"),
    "refilling beyond seven": ("VX-R33", rounds, "_refill_hand", "refill_to(draft) - len(draft.hands[seat])", "refill_to(draft)"),
    "Fasting and Jubilee: the later": ("VX-T3", position, "refill_to", "for one in position.rogations:", "for one in position.rogations[::-1]:"),
    "Toll Station yields": ("L36", position, "refill_to", "and (one.paid or not site)", ""),
    "Respectators sleep": ("B04", rounds, "_refill_hand", "and draft.declared", ""),
    "Respectators draw engaged": ("B04", rounds, "_refill_hand", "and unit.card not in draft.engaged", ""),
    "no card to shuffle": ("VX-R36", draft, "deal", "not self.reshuffle(seat)", "True"),
    "shuffled too early": ("VX-R36", draft, "deal", "while count > 0:", "self.draw[seat] or self.reshuffle(seat)\n    while count > 0:"),
    "the discard pile stays": ("VX-R36", draft, "reshuffle", "self.discard = put(self.discard, seat, ())", "None"),
    "the replaced card comes back": ("VX-R19", rules, "_attach", "draft.to_discard(seat, (old,))", "draft.to_hand(seat, (old,))"),
    "placed at the end": ("VX-R19", rules, "_attach", "len(attached) if place_ == NOWHERE else place_", "len(attached) if place_ == NOWHERE else 0"),
    "Carnival turns up": ("VX-D6", rules, "_attach", "fresh = 2 * card + up", "fresh = 2 * card"),
    "two cards anywhere": ("VX-R18", judging, "_frenzy", "len(bearers) > limit(position", "2 > 3 and len(bearers) > limit(position"),
    "any card has room": ("VX-R18", judging, "_placing", "not room_for(position, unit)", "False"),
    "face-up cards are replaced": ("VX-R20", judging, "_changing", 'move.word != "discard" and up', "False"),
    "face-down cards are discarded": ("VX-R18", judging, "_changing", 'move.word == "discard" and not up', "False"),
    "five in play": ("VX-R26", position, "most_in_play", "return MOST_IN_PLAY", "return 5"),
    "three at once": ("VX-R26", judging, "_reinforce", "count > MOST_PLACED", "False"),
    "withdrawing at leisure": ("VX-R28", judging, "_withdraw", "len(position.field[seat]) < most", "False"),
    "withdrawing three": ("VX-R27", judging, "_withdraw", "len(move.cards) > MOST_PLACED", "False"),
    "Withdrawn to the hand": ("VX-R27", rules, "_withdraw", 'to_hand = move.word == "hand"', "to_hand = True"),
    "recalled with its cards": ("VX-R25", effects, "recall", "draft.shed(seat, unit)", "draft.bury([code >> 1 for code in unit.attached])"),
    "nobody is forced": ("VX-R29", judging, "_pass", "not position.field[seat] and not position.done", "False"),
    "forced, one has Dreamscape too": ("VX-R29", rounds, "action_over", "and not forced", ""),
    "a forced player keeps the hand": ("VX-R30", rounds, "begin_turn", 'draft.discard_from_hand(seat, draft.hands[seat], "VX-R30")', "None"),
    "six are drawn": ("VX-R30", rounds, "begin_turn", "HAND, ", "HAND - 1, "),
    "stranded with a Devotee in the discard pile": ("VX-R31", rounds, "begin_turn", "(*draft.draw[seat], *draft.discard[seat])", "draft.draw[seat]"),
    "the stranded acts": ("VX-R31", rounds, "begin_turn", 'draft.then([("turn_over", seat)])', "None"),
    "no window after a turn": ("VX-R38", rounds, "turn_over", '[("window", "turn")]', '[("next_turn",)]'),
    "no window after the Location": ("VX-R38", rounds, "begin_round", '("window", "location")', '("next_turn",)'),
    "no window after Refill": ("VX-R38", rounds, "_refill", '[("window", "refill")]', '[("begin_round",)] if draft.locations else [("window", "refill")]'),
    "who holds nothing is asked": ("VX-R38", rounds, "ask_in_window", "draft.hands[seat] and", ""),
    "who has played is asked": ("VX-R39", rounds, "ask_in_window", "and draft.played[seat] < most", ""),
    "plays are not counted": ("VX-R39", performing, "play_rogation", "draft.played[seat] + 1", "draft.played[seat]"),
    "plays count on": ("VX-R39", rounds, "begin_round", "draft.acted, draft.played = (False,) * draft.seats, none", "draft.acted = (False,) * draft.seats"),
    "the asking goes on behind": ("VX-R40", rounds, "_rogation_over", 'draft.then([("window", draft.window)])', 'draft.then([("ask_in_window", draft.order.index(one.seat) + 1)])'),
    "the asking begins behind the passer": ("VX-R40", rules, "_pass", "draft.order.index(seat) + 1", "0"),
    "a number does not matter": ("VX-R41", invoking, "reached", "if mine >= number", "if True"),
    "one side may be empty": ("VX-R41", invoking, "reached", "if mine and 0 < len(fields[one])", "if 0 <= len(fields[one])"),
    "as many are fewer": ("VX-R42", invoking, "reached", "len(fields[other]) > mine", "len(fields[other]) >= mine"),
    "as many are more": ("VX-R42", invoking, "reached", "len(fields[other]) < mine", "len(fields[other]) <= mine"),
    "reached after the sacrifice": ("VX-D7", performing, "play_rogation", "opponents = reached(draft.before, seat, card)", "opponents = reached(__import__('types').SimpleNamespace(field=tuple(tuple(unit for unit in field if unit.card != move.sacrifice) for field in draft.field), order=draft.order), seat, card)"),
    "Rally with nothing": ("VX-D15", invoking, "_does_something", "bool(position.draw[seat] or position.discard[seat])", "True"),
    "Pestilence on nobody": ("VX-R43", invoking, "_does_something", "len(hand) > (one == seat)", "True"),
    "Reformation with one": ("VX-R43", invoking, "_does_something", "> 1", "> 0"),
    "any colour is raised": ("VX-R43", invoking, "pile_of", "if COLOUR[card] == own]", "]"),
    "nothing contradicts": ("VX-R45", invoking, "contradicted", "card in _AGAINST[position.site]", "False"),
    "the first of a tie wins": ("VX-R57", setup, "_sometimes", "if one == max(points)]", "if one == max(points)][:1]"),
    "one Location more": ("VX-R58", rounds, "_close_window", "elif draft.locations:", "elif True:"),
    "Reformation turns nothing": ("P20", performing, "_turn_order", "reverse = iter(reversed(waiting))", "reverse = iter(waiting)"),
    "Reformation from the first on": ("P20", performing, "_turn_order", "one if draft.acted[one] else next(reverse)", "next(reverse, one)"),
    "the object is the sacrifice": ("VX-D13", invoking, "sacrifices", "if card not in move.cards]", "]"),
    "a sacrifice dies": ("VX-R45", performing, "_sacrifice", "unit = draft.leave(seat, card)", "__import__('tabletop_kit.games.vortex.effects', fromlist=['kill']).kill(draft, seat, card, 'VX-R45'); return"),
    "a sacrificed card leaves its cards": ("VX-R45", performing, "_sacrifice", "draft.bury((card, *[code >> 1 for code in unit.attached]))", "draft.bury((card,)); draft.shed(seat, unit)"),
    "Rogations stay out of the Vortex": ("VX-R47", draft, "end_rogation", "self.bury((one.card,))", "None"),
    "the Rogation before its effect": ("VX-D13", rounds, "_rogation_over", 'if LASTS[one.card] == "immediate":', "if False:"),
    "lasting Rogations last": ("VX-R44", rounds, "begin_round", '== "lasting"', '== "immediate"'),
    "conditional ones end with the round": ("VX-R44", rounds, "begin_round", 'LASTS[one.card] == "lasting"', "True"),
    "the Location after the window": ("VX-R48", rounds, "begin_round", '("sites",), ("window", "location")', '("window", "location"), ("sites",)'),
    "the Location in seat order": ("VX-D14", rounds, "_sites", "for seat in draft.order]", "for seat in range(draft.seats)]"),
    "Refill in seat order": ("VX-D11", rounds, "_refill", "    for seat in draft.order:\n        if not sealed", "    for seat in range(draft.seats):\n        if not sealed"),
    "own cards are Converts": ("VX-R51", position, "converts", "and COLOUR[card] != own", ""),
    "bluffs are no Converts": ("VX-R49", position, "_held", "yield code >> 1", "yield from ()"),
    "the Fearful do not count": ("VX-R49", position, "_held", "position.discard, position.fearful", "position.discard"),
    "hands do not count": ("VX-R49", position, "_held", "position.hands, ", ""),
    "every dead Devotee is Red's": ("VX-R54", position, "half_points", "and COLOUR[card] != RED]", "]"),
    "whole points for Red": ("VX-R53", position, "half_points", "+= len(dead)", "+= 2 * len(dead)"),
    "half points for the first seat": ("VX-R56", position, "half_points", "if RED in position.colours", "if True"),
    "halves are rounded": ("VX-R55", position, "score", "half / 2 for half", "half // 2 for half"),
    "absent colours have turns": ("VX-R59", rounds, "turn_order", "for colour in ORDER[location] if colour in colours", "for colour in sorted(colours)"),
    "plain Locations speak": ("VX-R60", draft.Draft, "site", "NO_TEXT if self.plain_locations else self.location", "self.location"),
    "windows without Rogations": ("VX-R61", rounds, "ask_in_window", "if not draft.no_rogations", "if True"),
    "Rogations are dealt": ("VX-R61", setup, "setup", "() if choices.no_rogations else", ""),
    "red with no_red": ("VX-R62", reading, "_colours", "if no_red and RED in colours", "if False"),
    "ten Frenzies each": ("VX-R63", setup, "_sampled", "taken, draft.luck = draft.luck.sample(stream, cards, count)", "taken, draft.luck = draft.luck.sample(stream, cards, count - 1)"),
    "six cards at first": ("VX-R65", setup, "setup", "HAND, ", "HAND - 1, "),
    "always 48 Locations": ("VX-R64", setup, "setup", "_locations(draft, choices.length)", "_locations(draft, 48)"),
    "opponents' Fearful Piles and one's own": ("P10", invoking, "pile_of", "if other != seat]", "]"),
    "Wedding holds one side": ("P07", legal, "barred_between", "{seat, other} == {one.seat, *one.others}", "seat in one.others"),
    "Sanctuary holds its player": ("P19", legal, "barred_between", "other == one.seat and seat in one.others", "seat == one.seat or (other == one.seat and seat in one.others)"),
    "False Banners shelter each other": ("VX-D8", legal, "_other_target", "and banner not in active(table, unit)", ""),
    "Hiding does not matter to a banner": ("VX-D8", legal, "_other_target", "and not closed_to(table, unit)", ""),
    "Addicts before the Frenzy": ("VX-D10", judging, "_compelled", 'if move.verb == "frenzy" and extra_frenzy(position) and not position.done', "if False"),
    "Addicts are free": ("R04", judging, "_compelled", "if found is None or move in found[1]", "if True"),
    "Drumfall binds after the action": ("L04", judging, "_ordinary", 'position.done and position.done[0] != "frenzy" and move.verb != "frenzy"', "False"),
    "one enters after the other": ("VX-D12", effects, "place", "for card in cards:\n        draft.enter(seat, card)", "for card in cards[:1]:\n        draft.enter(seat, card)"),
    "an empty hand is chosen": ("VX-D12", effects, "_enter_discard", "and draft.hands[other]]", "]"),
    "Watchtower sees all": ("Y24", effects, "_enter_reveal", "and any(unit.face_down for unit in draft.field[other])", ""),
    "Exodus to the discard pile": ("P08", performing, "_recall", "recall(draft, seat, card, True, rule)", "recall(draft, seat, card, False, rule)"),
    "hands are open": ("VX-R37", view, "view", "if other in (seat, shown)", "if True"),
    "Draw Piles are open": ("VX-R37", view, "view", '[[HIDDEN] * len(pile) for pile in data["draw"]]', 'data["draw"]'),
    "Locations to come are open": ("VX-R37", view, "view", '[HIDDEN] * len(data["locations"])', 'data["locations"]'),
    "face-down cards are open": ("VX-R23", view, "_closed", '"-?" if token[0] == "-" else token', "token"),
    "sealed choices are open": ("VX-R35", view, "view", "else HIDDEN\n            for", "else text\n            for"),
    "Confession shows the hand to all": ("P09", view, "_shown_hand", 'asked.kind != "confess" or asked.seat != seat', 'asked.kind != "confess"'),
    "Confession shows nothing": ("VX-R42", view, "_shown_hand", "other: Seat = asked.about[0]\n    return other", "return None"),
}  # fmt: skip


def _put(patch: pytest.MonkeyPatch, old: Any, new: Any) -> None:
    """Put a function in another's place wherever Vortex holds it."""
    for module in _rooms():
        for name, held in list(vars(module).items()):
            if held is old:
                patch.setattr(module, name, new)
            elif isinstance(held, dict):
                for key in [key for key, value in held.items() if value is old]:
                    patch.setitem(held, key, new)


def _changed(holder: Any, name: str, old: str, new: str) -> tuple[Any, Any, Any]:
    """The holder of a function, the function, and the same with one bit of its text changed."""
    holder = holder if hasattr(holder, name) else draft.Draft
    original = vars(holder)[name]
    plain = original.fget if isinstance(original, property) else original
    text = textwrap.dedent(inspect.getsource(plain))
    assert old in text, f"{name} reads otherwise now; say anew how it is to be broken"
    text = text.replace("@property\n", "").replace(old, new)
    space: dict[str, Any] = dict(plain.__globals__)
    exec(compile("from __future__ import annotations\n" + text, name, "exec"), space)
    code = space[name].__code__
    broken: Any = FunctionType(code, plain.__globals__, name, plain.__defaults__)
    return holder, original, property(broken) if isinstance(original, property) else broken


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_rule_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rule, module, function, old, new = BROKEN[name]
    holder, original, broken = _changed(module, function, old, new)
    if holder is draft.Draft:
        monkeypatch.setattr(holder, function, broken)
    else:
        _put(monkeypatch, original, broken)
    assert _bitten(rule), f"{rule} is broken ({name}), and no case that names it fails"


# -- every refusal ---------------------------------------------------------------------------------

REFUSED = sorted(
    {
        (rule, why)
        for module in (judging, reading)
        for rule, why in re.findall(
            r'refus(?:al|e)\(\s*"(VX-\w+)",\s*"([\w-]+)"', inspect.getsource(module)
        )
    }
    | {("VX-N1", why) for why in re.findall(r'_no\(\s*"([\w-]+)"', inspect.getsource(judging))}
    | {("VX-N2", why) for why in re.findall(r'refuse\(\s*"([\w-]+)"', inspect.getsource(reading))}
)
_NEVER_BY_A_CASE = {"not-asked", "sealed-already", "out-of-order"}
"""Reasons that no case can meet: it is whoever is to act that moves, by a line of text."""


@pytest.mark.parametrize(
    ("rule", "why"), [entry for entry in REFUSED if entry[1] not in _NEVER_BY_A_CASE]
)
def test_a_refusal_is_met_by_a_case(rule: str, why: str) -> None:
    assert why in MET[rule]


def _met() -> dict[str, set[str]]:
    """The reasons with which moves and positions of cases are refused, by the rule cited."""
    found: dict[str, set[str]] = {}

    def note(refused: Refused) -> None:
        found.setdefault(refused.ruling.rule, set()).add(refused.ruling.why)

    for case in CASES:
        if not case.refuse:
            continue
        try:
            if case.position:
                match = Match.at(GAME, {**case.options, **case.position}, 0, case.chance)
            else:
                match = Match.begin(GAME, case.options, 0, case.chance)
            for move in case.do:
                match.play(move)
        except Refused as refused:
            note(refused)
    return found


MET = _met()


def test_what_no_case_can_meet_is_refused() -> None:
    keys = {"location": "L12", "phase": "refill", "hands": [["F01"], ["F02"], [], []]}
    position = GAME.load(keys, GAME.luck(1))
    sealed = GAME.apply(position, 0, GAME.parse("refill"))
    assert GAME.ruling(sealed, 0, GAME.parse("refill")).why == "sealed-already"
    turn = GAME.load({"location": "L12", "field": [["B01"], ["G09"], [], []]}, GAME.luck(1))
    assert GAME.ruling(turn, 1, GAME.parse("pass")).why == "not-asked"
    backwards = moves.Move("reinforce", (cards.CARD["B13"], cards.CARD["B02"]))
    assert GAME.ruling(turn, 0, backwards).why == "out-of-order"
