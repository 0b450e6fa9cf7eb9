"""A rule of Tomes that is broken makes a rule case fail that names it: the cases prove their rules.

Each entry of ``BROKEN`` changes a line of one function for the time of a test; each reason of a
refusal is kept silent, one after the other.
"""

# ruff: noqa: E501
from __future__ import annotations

import inspect
import re
import sys
import textwrap
from dataclasses import replace
from types import FunctionType, ModuleType
from typing import Any

import pytest

from tabletop_kit.engine.case import Case, read_cases, run_case
from tabletop_kit.engine.ruling import Refused
from tabletop_kit.games import find_game
from tabletop_kit.games.tomes import (
    dealing,
    draft,
    fight,
    forces,
    judging,
    legal,
    position,
    reading,
    rules,
    setup,
    shapes,
    view,
)
from tabletop_kit.games.tomes import game as room
from tabletop_kit.teaching.coverage import case_folder

GAME = find_game("tomes")
CASES = [
    case
    for path in sorted(case_folder("tomes").glob("*.toml"))
    for case in read_cases(path, find_game)
]

BROKEN: dict[str, tuple[str, Any, str, str, str]] = {
    "a turn without a card goes on": ("TM-1", rules, "_test_turn", "draft.end(", "str("),
    "a stone puts the loss off": ("TM-1", rules, "_test_turn", "draft.echoes:", "draft.stones[0]:"),
    "the turn does not pass": ("TM-1", rules, "_pass_on", "(seat + 1)", "(seat + 0)"),
    "it passes to the right": ("TM-1", rules, "_pass_on", "(seat + 1)", "(seat - 1)"),
    "no test after a window": ("TM-1", rules, "_test_again", "_test_turn(draft, seat)", "None"),
    "two cards of one number do": ("TM-2", shapes, "_ruling_on_ritual", "worth <= RITUAL_MOST", "1"),
    "any numbers do": ("TM-2", shapes, "_ruling_on_ritual", "alike and worth", "worth"),
    "a Symbiont binds any number": ("TM-3", shapes, "ruling_on_play", "len(cards) == 2", "True"),
    "one suit twice fires twice": ("TM-3", forces, "play_effect", "worth if VOID", "worth * len(cards) if VOID"),
    "a spent Endure": ("TM-5", legal, "may_endure", "not all(", "not any("),
    "Endure alone": ("TM-5", judging, "_judge_endure", 'refusal("TM-5", "endure-alone")', "_MAY_ENDURE"),
    "Endure sets no flag": ("TM-5", rules, "_carry_endure", "seat, True", "seat, False"),
    "a play keeps the flag": ("TM-5", rules, "_carry_invoke", "if draft.endured[seat]", "if False"),
    "a Heretic keeps the flag": ("TM-5", rules, "_carry_heretic", "_endured(draft, seat, False)", "None"),
    "underpaying": ("TM-6", judging, "_judge_pay", "paid < due", "paid + 1 < due"),
    "paying with the last card is lost": ("TM-6", rules, "_carry_pay", "_pass_on(draft, seat)", "_pass_on(draft, seat) if draft.hands[seat] else draft.end(False, 'TM-6')"),
    "no Echo in step 4": ("TM-6", rules, "_test_payment", "or draft.echoes", ""),
    "no Reach in step 4": ("TM-6", rules, "_test_payment", "or _may_reach(draft, seat)", ""),
    "paid cards lie on the table": ("TM-7", rules, "_carry_pay", "draft.bury(move.cards)", "draft.table += move.cards"),
    "the table is not cleared": ("TM-7", fight, "maroon", "draft.table = ()", "None"),
    "played cards go to the Grave at once": ("TM-7", rules, "_carry_invoke", "draft.table = (*draft.table, *move.cards)", "draft.bury(move.cards)"),
    "spare Ruin is carried": ("TM-8", fight, "maroon", "NOBODY, 0, 0, 0", "NOBODY, max(0, spill), 0, 0"),
    "wards are carried": ("TM-8", fight, "maroon", "NOBODY, 0, 0, 0", "NOBODY, 0, draft.ward, 0"),
    "a broken domain is carried": ("TM-8", fight, "maroon", "draft.broken, draft.mustered = False, False", "draft.mustered = False"),
    "the next seat goes on": ("TM-9", rules, "_land", "open_turn(draft, draft.to_act)", "_pass_on(draft, draft.to_act)"),
    "one pays after a kill": ("TM-9", rules, "_land", "open_turn(draft, draft.to_act)", "_manifest(draft, draft.to_act)"),
    "withheld is lost": ("TM-10", rules, "_carry_heretic", "draft.ward += draft.withheld", "None"),
    "a Heretic doubles earlier Clubs": ("TM-10", rules, "_carry_heretic", "draft.broken = True", "draft.broken = True; draft.ruin *= 2"),
    "a denied suit denies the play": ("TM-10", forces, "play_effect", "if suit != denied]", "if denied not in suits]"),
    "wards replace each other": ("TM-11", rules, "_carry_invoke", "draft.ward += done.ward", "draft.ward = done.ward"),
    "Dream begins on the left": ("TM-12", draft, "round_of_draws", "(seat + step) % seats: []", "(seat + step + 1) % seats: []"),
    "a full hand ends the round": ("TM-12", draft, "_deal_round", "if not open_hands", "if len(open_hands) < len(order)"),
    "Blood on top": ("TM-13", draft, "recover", "(*self.gathering, *taken)", "(*taken, *self.gathering)"),
    "Blood turned round": ("TM-13", draft, "recover", "*taken)", "*taken[::-1])"),
    "a Heretic passes on": ("TM-14", rules, "_carry_heretic", "open_turn(draft, move.seat)", "_pass_on(draft, seat)"),
    "a Heretic deals one": ("TM-14", rules, "_carry_heretic", "draft.take(", "draft.ruin += 1; draft.take("),
    "one Heretic at four": ("TM-14", dealing, "begin_descent", "* draft.before.heretics", "* (draft.before.seats // 3)"),
    "the Grave is open": ("TM-15", view, "view", 'HIDDEN] * len(data["grave"][:-1])', 'HIDDEN] * 0, *data["grave"][:-1]'),
    "hands are open": ("TM-15", view, "view", "if other == seat", "if True"),
    "an Echo keeps the hand drawable": ("TM-16", rules, "_carry_echo", "draft.bury(hand)", "draft.gathering = (*draft.gathering, *hand)"),
    "an Echo draws four": ("TM-16", rules, "_carry_echo", "draft.before.limit", "4"),
    "an Echo when one can pay": ("TM-16", legal, "may_echo", "or not covers(position.hands[seat], position.due)", "or True"),
    "a Subdue closes a channel": ("TM-17", fight, "_subdue", "draft.tell(", "draft.channels = 0; draft.tell("),
    "no channel opens": ("TM-17", fight, "_expunge", "draft.channels += 1", "None"),
    "the newest cards are seen": ("TM-17", view, "view", "*hand[:shown]", "*hand[::-1][:shown]"),
    "a Reach keeps the channel": ("TM-18", rules, "_carry_reach", "draft.channels -= 1", "None"),
    "the card reached is the oldest": ("TM-18", rules, "_carry_reach", "(*draft.hands[seat], move.card)", "(move.card, *draft.hands[seat])"),
    "both Forces of a Rite act": ("TM-19", forces, "rite_effect", "lead = VALUE[cards[0]], SUIT[cards[0]]", "lead = VALUE[cards[0]] * 2, SUIT[cards[0]]"),
    "a reading is denied": ("TM-19", forces, "rite_effect", "return of_reading if suit == reading", "return of_reading if suit == reading != denied"),
    "lead and reading act twice": ("TM-19", forces, "rite_effect", "return value", "return value + (of_reading if suit == reading else 0)"),
    "the Dream reading draws the value": ("TM-T6", forces, "rite_effect", "DREAM_READING", "value"),
    "a stone after Ruin": ("TM-20", rules, "_land", "fresh = draft.ruin == 0", "fresh = True"),
    "no stone": ("TM-20", fight, "_take_stone", "(*held, value)", "held"),
    "a stone with the edition off": ("TM-20", fight, "maroon", "and draft.before.edition", ""),
    "a stone stays": ("TM-20", rules, "_carry_break", "without(draft.stones[seat], (move.value,))", "draft.stones[seat]"),
    "a stone of one worth": ("TM-T7", fight, "maroon", "_take_stone(draft, seat, STRIKE[entity])", "_take_stone(draft, seat, 10)"),
    "a last spill wins": ("TM-21", fight, "maroon", "if spill and last", "if False"),
    "the youngest debt breaches": ("TM-21", fight, "_reveal_next", "draft.owed[0], draft.owed[1:]", "draft.owed[-1], draft.owed[:-1]"),
    "a debtor is counted twice": ("TM-21", fight, "_subdue", "not _is_debtor(draft, entity)", "True"),
    "a debt is never settled": ("TM-21", fight, "_expunge", "if _is_debtor(draft, entity)", "if False"),
    "a spill keeps the run": ("TM-22", fight, "_subdue", "draft.run = 0", "None"),
    "a Beckon at every second": ("TM-22", fight, "_earn", "draft.run >= price", "draft.run >= 2"),
    "Musters come again": ("TM-22", rules, "open_turn", "and not draft.mustered", ""),
    "a Muster fills the hand": ("TM-22", rules, "open_turn", "min(MUSTER, draft.room(seat))", "draft.room(seat)"),
    "an Echo is no blemish": ("TM-22", fight, "medal_of", "ECHOES[1] - echoes", "0"),
    "a table has medals": ("TM-22", fight, "medal_of", "seats > 1", "False"),
    "Redress goes under": ("TM-T8", rules, "_carry_redress", "(move.card, *draft.pantheon)", "(*draft.pantheon, move.card)"),
    "Recall shuffles nothing in": ("TM-T8", rules, "_carry_recall", "(*draft.hands[seat], card)", "draft.hands[seat]"),
    "the Empyrean is owed": ("TM-23", fight, "_subdue", "if entity in EMPYREANS", "if False"),
    "the Empyrean wears anything": ("TM-23", fight, "_reveal_empyrean", "forces_to_wear(draft.worn, draft.fired)", "range(4)"),
    "the leader may come": ("TM-23", fight, "forces_to_wear", "or open_forces", "and open_forces"),
    "denied Forces count": ("TM-23", rules, "_carry_invoke", "_count_fired(draft, done.fired)", "_count_fired(draft, range(4))"),
    "nothing is carried": ("TM-23", fight, "_end_descent", "_worth_most(hand) for", "None for"),
    "the pool is always full again": ("TM-23", fight, "_end_descent", "not draft.owed and", ""),
    "seat 0 begins each descent": ("TM-23", fight, "_end_descent", "begin_descent(draft, seat, carried)", "begin_descent(draft, 0, carried)"),
    "a third Empyrean may be spilled": ("TM-23", position, "must_be_expunged", "position.descent == LAST_DESCENT and", "False and"),
    "debts do not matter": ("TM-23", fight, "_end_descent", "draft.end(not draft.owed", "draft.end(True"),
    "a run in Terror is broken": ("TM-23", fight, "_subdue", "not draft.before.terror and draft.run", "draft.run"),
    "victory after eleven": ("TM-24", fight, "_reveal_next", "if draft.pantheon:", "if len(draft.pantheon) > 1:"),
    "giving up wins": ("TM-24", rules, "_carry_concede", "draft.end(False", "draft.end(True"),
    "hands are dealt one after another": ("TM-25", dealing, "_deal_hands", "for step in range(seats)]", "for step in range(seats)][::-1]"),
    "Ancients above Heralds": ("TM-25", dealing, "begin_descent", "*heralds, *ancients", "*ancients, *heralds"),
    "an exact kill lies at the bottom": ("TM-T5", draft, "lay_on_top", "(card, *self.gathering)", "(*self.gathering, card)"),
    "the entity is drawn by the Dream that killed it": ("TM-T5", fight, "_expunge", "draft.lay_on_top(entity)", "draft.bury((entity,))"),
    "Swarm doubles the ward": ("TM-T3", forces, "play_effect", "worth if VOID in fired", "worth * 2 if SWARM in fired and VOID in fired else worth if VOID in fired"),
    "Swarm does not double": ("TM-T3", forces, "play_effect", "worth * 2 if SWARM in fired else worth", "worth"),
    "no latent marks": ("TM-T4", rules, "marks", "denied == VOID and position.heretics > 0", "False"),
    "marks on a broken domain": ("TM-T4", rules, "marks", "position.denied", "SUIT[position.entity]"),
}  # fmt: skip


def _fails(case: Case) -> bool:
    """Whether a case fails; a rule so broken that the game cannot go on counts as a failure."""
    try:
        return not run_case(case, GAME).passed
    except Exception:
        return True


def _names(case: Case, rule: str) -> bool:
    return rule in case.rules


def _rooms() -> list[ModuleType]:
    return [
        module
        for name, module in list(sys.modules.items())
        if name.startswith("tabletop_kit.games.tomes") and module is not None
    ]


def _put(patch: pytest.MonkeyPatch, old: Any, new: Any) -> None:
    """Put a function in another's place wherever Tomes holds it."""
    for module in _rooms():
        for name, held in list(vars(module).items()):
            if held is old:
                patch.setattr(module, name, new)
            elif isinstance(held, dict) and name in ("_CARRIERS", "_JUDGES"):
                for key in [key for key, value in held.items() if value is old]:
                    patch.setitem(held, key, new)


def _changed(module: ModuleType, name: str, old: str, new: str) -> tuple[Any, Any, Any]:
    """The holder of a function, the function, and the same with one bit of its text changed."""
    holder: Any = module if hasattr(module, name) else draft.Draft
    original = getattr(holder, name)
    plain = inspect.unwrap(original)
    text = textwrap.dedent(inspect.getsource(plain))
    assert old in text, f"{name} reads otherwise now; say anew how it is to be broken"
    text = text.replace(old, new).replace("@cache\n", "")
    assert isinstance(plain, FunctionType)
    space: dict[str, Any] = dict(plain.__globals__)
    exec(compile("from __future__ import annotations\n" + text, name, "exec"), space)
    broken = space[name]
    return (
        holder,
        original,
        FunctionType(broken.__code__, plain.__globals__, name, broken.__defaults__),
    )


def test_all_cases_pass_while_the_rules_are_whole() -> None:
    assert [case.id for case in CASES if _fails(case)] == []


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_rule_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rule, module, function, old, new = BROKEN[name]
    holder, original, broken = _changed(module, function, old, new)
    if holder is draft.Draft:
        monkeypatch.setattr(holder, function, broken)
    else:
        _put(monkeypatch, original, broken)
    failing = [case.id for case in CASES if _names(case, rule) and _fails(case)]
    assert failing, f"{rule} is broken ({name}), and no case that names it fails"


REFUSED = sorted(
    {
        (rule, why)
        for module in (judging, shapes, reading, setup)
        for rule, why in re.findall(
            r'refus(?:al|e)\(\s*"(TM-\w+)",\s*"([\w-]+)"', inspect.getsource(module)
        )
    }
    | {("TM-2", "not-in-hand"), ("TM-2", "card-twice"), ("TM-6", "not-in-hand")}
)
_NEVER_BY_A_CASE = {"not-asked", "no-move", "too-many-listed"}
"""Reasons that no case can meet: it is whoever is to act that moves, by a line of text."""


@pytest.mark.parametrize(
    ("rule", "why"), [entry for entry in REFUSED if entry[1] not in _NEVER_BY_A_CASE]
)
def test_a_refusal_that_is_not_given_is_noticed(
    rule: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruling, refuse = judging.ruling, reading.refuse

    def lenient(*given: Any) -> Any:
        verdict = ruling(*given)
        return replace(verdict, legal=True) if verdict.why == why else verdict

    def silent(its_rule: str, reason: str, **facts: Any) -> None:
        if reason != why:
            refuse(its_rule, reason, **facts)

    _put(monkeypatch, ruling, lenient)
    _put(monkeypatch, refuse, silent)
    failing = [case.id for case in CASES if _names(case, rule) and _fails(case)]
    assert failing, f"{why} is not refused any more, and no case that names {rule} fails"


def test_what_no_case_can_meet_is_refused() -> None:
    keys = {"seats": 2, "entity": "JH", "hands": [["2H"], ["3H"]]}
    two = GAME.load(keys, GAME.luck(1))
    assert (GAME.ruling(two, 1, GAME.parse("play 3H")).why, two.to_act) == ("not-asked", 0)
    assert GAME.ruling(two, 0, "play 2H").why == "no-move"
    with pytest.raises(Refused) as refused:
        GAME.load({**keys, "grave": ["4H"] * 121}, GAME.luck(1))
    assert refused.value.ruling.why == "too-many-listed"


def test_every_rule_is_broken_or_refuses() -> None:
    broken = {entry[0] for entry in BROKEN.values()} | {rule for rule, _why in REFUSED}
    moves_and_tables = {"TM-N1", "TM-T1", "TM-T2", "TM-T9", "TM-4"}
    assert broken | moves_and_tables == set(GAME.rulebook)
    assert room.rules is rules and position.LIMITS == (0, 8, 7, 6, 5)
