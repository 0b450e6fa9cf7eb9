"""A rule that is broken makes a rule case fail that names it: the cases prove what they say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tabletop_kit.engine.case import Case, read_cases, run_case
from tabletop_kit.engine.luck import Luck
from tabletop_kit.engine.rulebook import matches
from tabletop_kit.games import find_game
from tabletop_kit.games.tempus import game as tempus_game
from tabletop_kit.games.tempus import moves, position, rules, setup, view
from tabletop_kit.teaching.coverage import case_folder

GAME = find_game("tempus")
CASES = [
    case
    for path in sorted(case_folder("tempus").glob("*.toml"))
    for case in read_cases(path, find_game)
]
Break = Callable[[pytest.MonkeyPatch], None]


def _after(name: str, change: Callable[..., Any]) -> Break:
    """Break a function of the rules by changing what it returns, given what it was handed."""
    original = getattr(rules, name)

    def broken(*given: Any) -> Any:
        return change(original(*given), *given)

    return lambda patch: patch.setattr(rules, name, broken)


def _set(module: Any, name: str, value: Any) -> Break:
    return lambda patch: patch.setattr(module, name, value)


def _lenient(why: str) -> Break:
    """The refusal for this reason is not given: the rules and the set-up let it pass."""

    def apply(patch: pytest.MonkeyPatch) -> None:
        ruling = rules.ruling

        def permissive(*given: Any) -> Any:
            verdict = ruling(*given)
            return replace(verdict, legal=True) if verdict.why == why else verdict

        patch.setattr(rules, "ruling", permissive)

    return apply


def _other_rule(why: str) -> Break:
    """The refusal for this reason cites another rule."""

    def apply(patch: pytest.MonkeyPatch) -> None:
        def renamed(rule: str, reason: str, **facts: Any) -> Any:
            return setup_refuse("TP-0" if reason == why else rule, reason, **facts)

        patch.setattr(setup, "refuse", renamed)

    setup_refuse = setup.refuse
    return apply


def _left_end(after: Any, before: Any, seat: int, *rest: Any) -> Any:
    rows = list(after.rows)
    rows[seat] = (rows[seat][-1], *rows[seat][:-1])
    return replace(after, rows=tuple(rows))


def _same_seat_again(after: Any, before: Any, seat: int, *rest: Any) -> Any:
    return replace(after, to_act=seat)


def _never_alone(after: Any, before: Any, seat: int, *rest: Any) -> Any:
    return replace(after, to_act=1 - seat)


def _all_equal_dice(after: Any, before: Any, seat: int, die: Any, *rest: Any) -> Any:
    hands = list(after.hands)
    hands[seat] = tuple(held for held in hands[seat] if held != die)
    return replace(after, hands=tuple(hands))


def _winner(choose: Callable[[Any], tuple[int | None, str]]) -> Break:
    original = rules.round_winner

    def broken(now: Any) -> tuple[int | None, str]:
        return choose(now) or original(now)

    return _set(rules, "round_winner", broken)


def _longest_row(now: Any) -> Any:
    one, other = (len(row) for row in now.rows)
    return None if one == other else ((0 if one > other else 1), "TP-9")


def _tie_to_seat_0(now: Any) -> Any:
    return (0, "TP-9") if now.strength[0] == now.strength[1] else None


def _tie_to_nobody(now: Any) -> Any:
    return (None, "TP-10") if now.strength[0] == now.strength[1] else None


def _first_council(now: Any) -> Any:
    tied = now.strength[0] == now.strength[1]
    return (now.factions.index("council"), "TP-F1") if tied and "council" in now.factions else None


def _council_at_minus_one(now: Any) -> Any:
    one, other = now.strength
    return (0, "TP-F1") if now.factions[0] == "council" and one == other - 1 else None


def _lower(now: Any) -> Any:
    one, other = now.strength
    return None if one == other else ((0 if one < other else 1), "TP-9")


def _no_harpers(result: Any, now: Any, *rest: Any) -> Any:
    return now.hands, now.luck


def _no_enclave(result: Any, now: Any, *rest: Any) -> Any:
    return (rules._NOBODY, rules._NOBODY), now.luck


def _round(change: Callable[[Any, Any], Any]) -> Break:
    return _after("_end_round", lambda after, before, *rest: change(after, before))


def _dice_stay(after: Any, before: Any) -> Any:
    return after if after.phase == "over" else replace(after, rows=before.rows)


def _refill(after: Any, before: Any) -> Any:
    hands = [(*hand, position.DICE[4, 1]) for hand in after.hands]
    return replace(after, hands=tuple(hands))


def _winner_begins(after: Any, before: Any) -> Any:
    seat = 0 if after.won[0] > before.won[0] else 1
    return after if after.phase == "over" else replace(after, beginner=seat, to_act=seat)


def _beginner_stays(after: Any, before: Any) -> Any:
    seat = before.beginner
    return after if after.phase == "over" else replace(after, beginner=seat, to_act=seat)


def _harpers_even_at_the_end(patch: pytest.MonkeyPatch) -> None:
    end = rules._end_match

    def broken(now: Any, lost: Any, won: Any, log: Any) -> Any:
        winner = 0 if won[0] > now.won[0] else 1 if won[1] > now.won[1] else None
        hands, luck = rules._harpers_gain(now, winner, log)
        return replace(end(now, lost, won, log), hands=hands, luck=luck)

    patch.setattr(rules, "_end_match", broken)


def _enclave_even_at_the_end(patch: pytest.MonkeyPatch) -> None:
    end = rules._end_match

    def broken(now: Any, lost: Any, won: Any, log: Any) -> Any:
        rows, luck = rules._enclave_keeps(now, now.luck, log)
        return replace(end(now, lost, won, log), rows=rows, luck=luck)

    patch.setattr(rules, "_end_match", broken)


def _enclave_first(patch: pytest.MonkeyPatch) -> None:
    harpers, enclave, rolled = rules._harpers_gain, rules._enclave_keeps, {}

    def early(now: Any, winner: Any, log: Any) -> Any:
        rolled["rows"], luck = enclave(now, now.luck, log)
        hands, rolled["luck"] = harpers(replace(now, luck=luck), winner, log)
        return hands, rolled["luck"]

    patch.setattr(rules, "_harpers_gain", early)
    patch.setattr(rules, "_enclave_keeps", lambda now, luck, log: (rolled["rows"], rolled["luck"]))


def _gained_without_winning(result: Any, now: Any, winner: Any, log: Any) -> Any:
    hands = list(result[0])
    if winner is None and "harpers" in now.factions:
        seat = now.factions.index("harpers")
        hands[seat] = tuple(sorted((*hands[seat], position.DICE[6, 1])))
    return tuple(hands), result[1]


def _loser_gains(result: Any, now: Any, winner: Any, log: Any) -> Any:
    hands = list(now.hands)
    if winner is not None and now.factions[1 - winner] == "harpers":
        hands[1 - winner] = tuple(sorted((*hands[1 - winner], position.DICE[6, 2])))
    return (tuple(hands) if hands != list(now.hands) else result[0]), result[1]


def _rolls_for_empty_rows(result: Any, now: Any, luck: Luck, log: Any) -> Any:
    for seat in (0, 1):
        if now.factions[seat] == "enclave" and not now.rows[seat]:
            _, luck = luck.roll(f"enclave-{seat}", 10)
            return rules_enclave(now, luck, log)
    return result


rules_enclave = rules._enclave_keeps


def _counted_from_right(result: Any, now: Any, luck: Luck, log: Any) -> Any:
    mirrored = replace(now, rows=tuple(row[::-1] for row in now.rows))
    return rules_enclave(mirrored, luck, log)


def _clamped(result: Any, now: Any, luck: Luck, log: Any) -> Any:
    rows = [(), ()]
    for seat in (0, 1):
        if now.factions[seat] == "enclave" and now.rows[seat]:
            place, luck = luck.roll(f"enclave-{seat}", 10)
            rows[seat] = (now.rows[seat][min(place, len(now.rows[seat])) - 1],)
    return tuple(rows), luck


def _only_winner_keeps(result: Any, now: Any, luck: Luck, log: Any) -> Any:
    winner, _ = rules.round_winner(now)
    return tuple(row if seat == winner else () for seat, row in enumerate(result[0])), result[1]


def _any_size(given: Any) -> Any:
    return tuple(sorted(int(str(item).lstrip("d")) for item in given))


def _ten_sizes_unchecked(given: Any) -> Any:
    """Ten dice, of whatever size."""
    deck = _any_size(given)
    if len(deck) != 10:
        raise setup.refuse("TP-D1", "ten-dice", count=len(deck))
    return deck


def _any_count(given: Any) -> Any:
    """Dice of the five sizes, however many."""
    deck = _any_size(given)
    if not set(deck) <= set(position.SIZES):
        raise setup.refuse("TP-D1", "no-size", text="?")
    return deck


def _unparsed(text: str) -> Any:
    try:
        return parse(text)
    except Exception:
        return moves.PASS


parse = moves.parse_move

BROKEN: dict[str, tuple[str, Break]] = {
    "any faction will do": (
        "TP-1",
        _set(
            setup, "_factions", lambda given: tuple(given.get("factions", ("council", "harpers")))
        ),
    ),
    "a value is not looked at": (
        "TP-2",
        _set(setup, "_read_die", lambda text, key: moves.parse_die(text)),
    ),
    "dice are not rolled but placed": (
        "TP-2",
        _set(Luck, "rolls", lambda self, stream, sides: (tuple(1 for _ in sides), self)),
    ),
    "hands are refilled": ("TP-11", _round(_refill)),
    "hands are rolled again": ("TP-2", _round(_refill)),
    "hands are open": ("TP-3", _set(view, "view", lambda now, seat: setup.dump(now))),
    "own hands are hidden too": (
        "TP-3",
        _set(
            view,
            "view",
            lambda now, seat: {
                **setup.dump(now),
                "hands": [["?"] * len(hand) for hand in now.hands],
            },
        ),
    ),
    "hidden dice may be laid": (
        "TP-3",
        _after("_ruling_on_lay", lambda verdict, *given: replace(verdict, rule="TP-5")),
    ),
    "the coin always says seat 0": (
        "TP-4",
        _set(Luck, "below", lambda self, stream, bound: (0, self)),
    ),
    "the winner begins": ("TP-4", _round(_winner_begins)),
    "the beginner stays": ("TP-4", _round(_beginner_stays)),
    "laid at the left": ("TP-5", _after("_lay", _left_end)),
    "the same seat goes on": ("TP-5", _after("_lay", _same_seat_again)),
    "all equal dice are laid": ("TP-5", _after("_lay", _all_equal_dice)),
    "a die of a row may be laid": (
        "TP-5",
        _after(
            "_ruling_on_lay",
            lambda verdict, *given: verdict if verdict else replace(verdict, rule="TP-9"),
        ),
    ),
    "strength is the largest die": (
        "TP-6",
        _winner(
            lambda now: (
                None
                if max((0, *[d.value for d in now.rows[0]]))
                == max((0, *[d.value for d in now.rows[1]]))
                else (
                    (
                        0
                        if max((0, *[d.value for d in now.rows[0]]))
                        > max((0, *[d.value for d in now.rows[1]]))
                        else 1
                    ),
                    "TP-9",
                )
            )
        ),
    ),
    "the longest row wins": ("TP-9", _winner(_longest_row)),
    "who has passed is asked again": ("TP-7", _after("_lay", _never_alone)),
    "the first pass ends the round": (
        "TP-7",
        _set(rules, "_pass", lambda now, seat, verdict, log: rules._end_round(now, log)),
    ),
    "both may have passed": ("TP-7", _other_rule("both-passed")),
    "a passed seat may be to act": ("TP-7", _other_rule("has-passed")),
    "an empty hand may lay": (
        "TP-8",
        _after(
            "_ruling_on_lay",
            lambda verdict, *given: (
                replace(verdict, rule="TP-5") if verdict.why == "empty-hand" else verdict
            ),
        ),
    ),
    "an empty hand passes by itself": (
        "TP-8",
        _after(
            "_lay",
            lambda after, before, seat, *rest: (
                replace(after, passed=(True, True)) if not after.hands[seat] else after
            ),
        ),
    ),
    "the lower strength wins": ("TP-9", _winner(_lower)),
    "a tie goes to seat 0": ("TP-10", _winner(_tie_to_seat_0)),
    "dice stay": ("TP-11", _round(_dice_stay)),
    "rows stay after the last round": (
        "TP-11",
        _after("_end_match", lambda after, now, *rest: replace(after, rows=now.rows)),
    ),
    "one lost round is the end": ("TP-12", _set(rules, "ROUNDS_TO_LOSE", 1)),
    "three lost rounds are the end": ("TP-12", _set(rules, "ROUNDS_TO_LOSE", 3)),
    "the round is raised at the end": (
        "TP-12",
        _after("_end_match", lambda after, *rest: replace(after, round=after.round + 1)),
    ),
    "passed is taken back at the end": (
        "TP-12",
        _after("_end_match", lambda after, *rest: replace(after, passed=(False, False))),
    ),
    "moves go on after the end": ("TP-12", _lenient("over")),
    "over and not over": ("TP-12", _other_rule("over-or-not")),
    "no Council": ("TP-F1", _winner(_tie_to_nobody)),
    "two Councils: the first wins": ("TP-F1", _winner(_first_council)),
    "the Council wins one behind": ("TP-F1", _winner(_council_at_minus_one)),
    "no Harpers": ("TP-F2", _after("_harpers_gain", _no_harpers)),
    "Harpers gain on a tie": ("TP-F2", _after("_harpers_gain", _gained_without_winning)),
    "Harpers gain when they lose": ("TP-F2", _after("_harpers_gain", _loser_gains)),
    "Harpers gain after the last round": ("TP-F2", _harpers_even_at_the_end),
    "Harpers roll a d8": ("TP-F2", _set(rules, "HARPERS_DIE", 8)),
    "the Enclave rolls before the Harpers": ("TP-F2", _enclave_first),
    "the coin in spite of Zhentarim": (
        "TP-F3",
        _set(setup, "chooses_beginner", lambda factions: None),
    ),
    "two Zhentarim: the first chooses": (
        "TP-F3",
        _set(
            setup,
            "chooses_beginner",
            lambda factions: factions.index("zhentarim") if "zhentarim" in factions else None,
        ),
    ),
    "the choice is the other seat's": (
        "TP-F3",
        _after(
            "_begin",
            lambda after, now, seat, move, log: replace(
                after, beginner=1 - move.seat, to_act=1 - move.seat
            ),
        ),
    ),
    "laying before the choice": ("TP-F3", _lenient("begin-first")),
    "choosing in a round": ("TP-F3", _lenient("has-begun")),
    "seat 2 begins": ("TP-F3", _lenient("no-beginner")),
    "a choice without Zhentarim": ("TP-F3", _other_rule("nobody-chooses")),
    "no Enclave": ("TP-F4", _after("_enclave_keeps", _no_enclave)),
    "the Enclave counts from the right": ("TP-F4", _after("_enclave_keeps", _counted_from_right)),
    "a roll beyond keeps the last die": ("TP-F4", _after("_enclave_keeps", _clamped)),
    "only a winning Enclave keeps": ("TP-F4", _after("_enclave_keeps", _only_winner_keeps)),
    "an empty row is rolled for": ("TP-F4", _after("_enclave_keeps", _rolls_for_empty_rows)),
    "the Enclave keeps after the last round": ("TP-F4", _enclave_even_at_the_end),
    "the Enclave rolls a d4": ("TP-F4", _set(rules, "ENCLAVE_DIE", 4)),
    "any size of die": ("TP-D1", _set(setup, "read_deck", _ten_sizes_unchecked)),
    "any number of dice": ("TP-D1", _set(setup, "read_deck", _any_count)),
    "no d12": ("TP-D1", _set(setup, "SIZES", (4, 6, 8, 10))),
    "own decks are not told": ("TP-D2", _set(setup, "_tell_choices", lambda *given: None)),
    "both roll the standard deck": (
        "TP-D2",
        _set(setup, "_decks", lambda given: (position.STANDARD_DECK, position.STANDARD_DECK)),
    ),
    "anything is a move": ("TP-N1", _set(moves, "parse_move", _unparsed)),
    "any key is a key": ("TP-N2", _set(setup, "KEYS", (*setup.KEYS, "dice"))),
}


def _fails(case: Case) -> bool:
    """Whether a case fails; a rule so broken that the game cannot go on counts as a failure."""
    try:
        verdict = run_case(case, GAME)
    except Exception:
        return True
    if not verdict.passed:
        return True
    named = [rule for rule in case.rules if any(matches(rule, cited) for cited in verdict.cited)]
    return named != _NAMED.get(case.id, named)


_NAMED: dict[str, list[str]] = {}


@pytest.fixture(scope="module", autouse=True)
def _cited_when_whole() -> None:
    for case in CASES:
        cited = run_case(case, GAME).cited
        _NAMED[case.id] = [
            rule for rule in case.rules if any(matches(rule, name) for name in cited)
        ]


def test_all_cases_pass_while_the_rules_are_whole() -> None:
    assert [case.id for case in CASES if _fails(case)] == []


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_rule_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rule, break_it = BROKEN[name]
    break_it(monkeypatch)
    failing = [case.id for case in CASES if rule in case.rules and _fails(case)]
    assert failing, f"{rule} is broken ({name}), and no case that names it fails"


def test_every_rule_is_broken_once() -> None:
    assert {rule for rule, _ in BROKEN.values()} == set(GAME.rulebook)
    assert tempus_game.rules is rules
