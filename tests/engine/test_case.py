"""Rule cases: every form of comparison, every way to fail, and every slip of a file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_kit.engine.case import Case, Verdict, check, read_cases, read_toml_text, run_case
from tabletop_kit.engine.problem import Problem
from tabletop_kit.games import find_game
from tabletop_kit.games.tempus.game import Tempus

CASES = Path(__file__).parents[1] / "cases"
TABLE = """
position = { factions = ["council", "harpers"], hands = [["d4:3", "d8:2", "d8:2"], ["d6:3"]], \
rows = [["d4:1", "d6:6"], ["d10:9"]], to_act = 0 }
"""


def read(path: Path, text: str) -> list[Case]:
    file = path / "cases.toml"
    file.write_text(text, encoding="utf-8")
    return read_cases(file, find_game)


def verdict(path: Path, lines: str, head: str = TABLE) -> Verdict:
    (case,) = read(path, f'game = "tempus"\n[[case]]\nid = "one"\n{head}\n{lines}')
    return run_case(case, find_game("tempus"))


@pytest.mark.parametrize(
    "expect",
    [
        '{ "to_act" = 0, "rows" = [["d4:1", "d6:6"], ["d10:9"]] }',
        '{ "hands" = [["d8:2", "d4:3", "d8:2"], ["d6:3"]] }',
        '{ "hands.0" = ["d8:2", "d8:2", "d4:3"], "hands.0.0" = "d4:3" }',
        '{ "rows.0" = ["d4:1", "d6:6"], "rows.0.1" = "d6:6" }',
        '{ "outcome" = "(absent)", "hands.7" = "(absent)", "nothing.at.all" = "(absent)" }',
        '{ "moves" = ["pass", "lay d8:2", "lay d4:3"] }',
        '{ "moves~" = ["pass"], "moves!" = ["lay d6:3", "begin 0"] }',
        '{ "moves~" = [], "moves!" = [] }',
        '{ "moves#" = 3, "hands#" = 2, "hands.0#" = 3 }',
        '{ "rows.0~" = ["d6:6"], "rows.0!" = ["d10:9"] }',
    ],
)
def test_comparisons_that_hold(tmp_path: Path, expect: str) -> None:
    assert verdict(tmp_path, f"do = []\nexpect = {expect}").faults == ()


@pytest.mark.parametrize(
    ("expect", "fault"),
    [
        ('{ "to_act" = 1 }', "to_act: expected 1, found 0"),
        ('{ "rows.0" = ["d6:6", "d4:1"] }', "found ['d4:1', 'd6:6']"),
        ('{ "hands.0" = ["d4:3", "d8:2"] }', "hands.0: expected ['d4:3', 'd8:2']"),
        ('{ "hands" = [["d6:3"], ["d4:3", "d8:2", "d8:2"]] }', "hands: expected"),
        ('{ "to_act" = "(absent)" }', "to_act: expected '(absent)', found 0"),
        ('{ "outcome" = 0 }', "outcome: expected 0, found '(absent)'"),
        ('{ "moves" = ["pass", "lay d8:2"] }', "moves: expected ['pass', 'lay d8:2']"),
        ('{ "moves" = ["pass", "lay d8:2", "lay d4:3", "lay d4:4"] }', "moves: expected"),
        ('{ "moves~" = ["pass", "begin 0"] }', "moves~: expected"),
        ('{ "moves!" = ["begin 0", "pass"] }', "moves!: expected"),
        ('{ "moves#" = 4 }', "moves#: expected 4, found 3"),
        ('{ "hands.0#" = 2 }', "hands.0#: expected 2, found 3"),
        ('{ "outcome#" = 0 }', "outcome#: expected 0, found '(absent)'"),
        ('{ "rows.0~" = ["d8:1"] }', "rows.0~: expected"),
        ('{ "to_act~" = [0] }', "to_act~: expected [0], found 0"),
        ('{ "hands.0.x" = 1, "hands.-1" = 1, "hands.²" = 1 }', "found '(absent)'"),
    ],
)
def test_comparisons_that_fail(tmp_path: Path, expect: str, fault: str) -> None:
    found = verdict(tmp_path, f"do = []\nexpect = {expect}")
    assert not found.passed
    assert fault in found.faults[0]


def test_every_mismatch_is_told(tmp_path: Path) -> None:
    found = verdict(tmp_path, 'expect = { "to_act" = 1, "round" = 1, "won" = [1, 1] }')
    assert [fault.partition(":")[0] for fault in found.faults] == ["to_act", "won"]


# -- refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize("refuse", ['"TP-5"', "true"])
def test_the_last_move_may_be_refused_and_changes_nothing(tmp_path: Path, refuse: str) -> None:
    lines = 'do = ["lay d8:2", "lay d8:8"]\nrefuse = {}\nexpect = {}'
    expect = '{ "to_act" = 1, "hands.0" = ["d4:3", "d8:2"], "rows.1" = ["d10:9"] }'
    found = verdict(tmp_path, lines.format(refuse, expect))
    assert found.faults == ()
    assert found.cited >= {"TP-5"}


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        (
            'do = ["lay d4:4"]\nrefuse = "TP-8"',
            "move 1 “lay d4:4”: expected refusal by TP-8, found",
        ),
        ('do = ["pass"]\nrefuse = "TP-5"', "expected refusal by TP-5, found it legal"),
        ('do = ["pass"]\nrefuse = true', "expected refusal by True, found it legal"),
        ('do = ["lay d4:4", "pass"]\nrefuse = "TP-5"', "move 1 “lay d4:4”: expected legal, found"),
        ('do = ["lay d4:4"]', "move 1 “lay d4:4”: expected legal, found refusal by TP-5"),
        ('do = ["hop"]', "found refusal by TP-N1"),
        ('refuse = "TP-5"', "set-up: expected refusal by TP-5, found a position"),
    ],
)
def test_refusals_that_are_not_as_expected(tmp_path: Path, lines: str, fault: str) -> None:
    (told,) = verdict(tmp_path, lines).faults
    assert fault in told


def test_a_refused_set_up(tmp_path: Path) -> None:
    nine = 'position = { hands = [["d4:5"], []] }'
    assert verdict(tmp_path, 'refuse = "TP-2"', nine).passed
    assert verdict(tmp_path, "refuse = true", nine).passed
    (told,) = verdict(tmp_path, 'refuse = "TP-5"', nine).faults
    assert told.startswith("set-up: expected refusal by TP-5, found refusal by TP-2 (d4:5 ")
    (told,) = verdict(tmp_path, 'do = ["pass"]\nrefuse = "TP-2"', nine).faults
    assert told.startswith("set-up: expected a set-up, found refusal by TP-2")
    (told,) = verdict(tmp_path, "", 'position = { hnads = [["d4:1"], []] }').faults
    assert "There is no position key “hnads”" in told


class Lettered(Tempus):
    """Tempus with a lettered rule in place of TP-5."""

    def ruling(self, position: Any, seat: int, move: Any) -> Any:
        from dataclasses import replace

        found = super().ruling(position, seat, move)
        return replace(found, rule="TP-5b") if found.rule == "TP-5" else found

    def apply(self, position: Any, seat: int, move: Any, log: Any = None) -> Any:
        self.require(position, seat, move)
        return super().apply(position, seat, move, log)


def test_a_rule_matches_its_lettered_parts(tmp_path: Path) -> None:
    lines = f'game = "tempus"\n[[case]]\nid = "one"\n{TABLE}\ndo = ["lay d4:4"]\nrefuse = "TP-5"'
    (case,) = read(tmp_path, lines)
    assert run_case(case, Lettered()).passed
    (other,) = read(tmp_path, lines.replace('refuse = "TP-5"', 'refuse = "TP-1"'))
    assert not run_case(other, Lettered()).passed


# -- options, chance, view, questions ------------------------------------------------------------


def test_without_a_position_the_game_sets_up_with_the_options(tmp_path: Path) -> None:
    head = 'options = { factions = ["enclave", "zhentarim"] }'
    lines = 'expect = { "phase" = "choose-beginner", "to_act" = 1, "factions.0" = "enclave" }'
    assert verdict(tmp_path, lines, head).passed
    assert verdict(tmp_path, 'expect = { "hands.0#" = 10 }', "position = {}").passed


def test_options_and_position_together(tmp_path: Path) -> None:
    head = 'options = { factions = ["enclave", "council"] }\nposition = { hands = [["d4:1"], []] }'
    lines = 'expect = { "factions" = ["enclave", "council"], "hands" = [["d4:1"], []] }'
    assert verdict(tmp_path, lines, head).passed
    same = head.replace("{ hands", '{ factions = ["enclave", "council"], hands')
    assert verdict(tmp_path, lines, same).passed
    differs = head.replace("{ hands", '{ factions = ["council", "council"], hands')
    with pytest.raises(Problem, match="gives “factions” in position and in options"):
        verdict(tmp_path, lines, differs)


@pytest.mark.parametrize("name", ["seed", "game", "cls", "self", "script"])
def test_an_option_with_an_unlucky_name_is_an_unknown_option(tmp_path: Path, name: str) -> None:
    (told,) = verdict(tmp_path, "", f"options = {{ {name} = 1 }}").faults
    assert f"There is no option “{name}” in Tempus" in told


def test_scripted_chance_is_used_up_in_order_and_then_a_seed_goes_on(tmp_path: Path) -> None:
    faces = [1, 2, 3, 4, 4, 4, 5, 5, 5, 10]
    head = f"chance = {[1, *faces]}"
    hand = ["d4:1", "d4:2", "d4:3", "d6:4", "d6:4", "d6:4", "d8:5", "d8:5", "d8:5", "d10:10"]
    lines = f'expect = {{ "beginner" = 1, "hands.0" = {hand}, "hands.1#" = 10 }}'
    found = verdict(tmp_path, lines.replace("'", '"'), head)
    assert found.faults == ()
    again = verdict(tmp_path, lines.replace("'", '"'), head)
    assert again.case == found.case


def test_a_chance_that_cannot_be(tmp_path: Path) -> None:
    (told,) = verdict(tmp_path, "", "chance = [2]").faults
    assert told == "set-up: chance gives 2, but 0 to 1 is possible here"
    lost = 'do = ["lay d8:2", "pass", "pass"]\nchance = [7]'
    head = TABLE.replace('["council", "harpers"]', '["harpers", "council"]').replace(
        "d10:9", "d4:1"
    )
    (told,) = verdict(tmp_path, lost, head).faults
    assert told == "move 3 “pass”: chance gives 7, but 1 to 6 is possible here"


def test_a_view_hides_what_the_seat_may_not_see(tmp_path: Path) -> None:
    hidden = 'view = {}\nexpect = {{ "hands" = {}, "gone" = "(absent)" }}'
    mine, theirs = '[["d4:3", "d8:2", "d8:2"], ["?"]]', '[["?", "?", "?"], ["d6:3"]]'
    assert verdict(tmp_path, hidden.format(0, mine)).passed
    assert verdict(tmp_path, hidden.format(1, theirs)).passed
    assert not verdict(tmp_path, hidden.format(1, mine)).passed


class Asking(Tempus):
    """Tempus with a question beside its position keys."""

    partial: ClassVar[frozenset[str]] = frozenset({"figures"})

    def question(self, position: Any, name: str, seat: int | None = None) -> Any:
        if name != "figures":
            raise KeyError(name)
        return {"total": sum(position.strength), "seats": 2}


def test_questions_beside_the_position_keys() -> None:
    def faults(expect: Mapping[str, Any]) -> tuple[str, ...]:
        position = tomllib.loads(TABLE)["position"]
        return run_case(Case("tempus", "one", position=position, expect=expect), Asking()).faults

    assert faults({"figures": {"total": 16}}) == ()
    assert faults({"figures": {"total": 16, "seats": 2}, "riddles": "(absent)"}) == ()
    assert faults({"figures": {"total": 15}}) != ()
    assert faults({"figures": {"totl": 16}}) != ()
    assert faults({"riddles": 1}) == ("riddles: expected 1, found '(absent)'",)


def test_the_verdict_names_the_rules_that_were_cited(tmp_path: Path) -> None:
    found = verdict(tmp_path, 'do = ["lay d8:2", "pass", "pass"]')
    assert found.cited >= {"TP-1", "TP-5", "TP-7", "TP-F1"}


def test_the_given_cases_pass() -> None:
    paths = sorted(CASES.glob("*/*.toml"))
    cases = [case for path in paths for case in read_cases(path, find_game)]
    assert len(cases) >= 12
    assert [found.case.id for found in check(cases, find_game) if not found.passed] == []


# -- anything at all -----------------------------------------------------------------------------

ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 1 << 62)
    | st.floats(allow_nan=False)
    | st.sampled_from(["pass", "lay d8:5", "d4:1", "d8:5", "council", "enclave", "?", "begin 1"])
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
SOME_KEYS = st.sampled_from(
    ["factions", "decks", "hands", "rows", "passed", "lost", "won", "round", "to_act", "phase"]
)
PATHS = st.text("hands.rows012#~!x", max_size=9) | st.sampled_from(["moves~", "moves#", "hands.0"])


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "options": st.dictionaries(SOME_KEYS, ANYTHING, max_size=3),
            "position": st.dictionaries(SOME_KEYS, ANYTHING, max_size=3),
            "chance": st.lists(ANYTHING, max_size=4).map(tuple),
            "do": st.lists(st.sampled_from(["pass", "lay d8:5", "begin 0", "hop"]), max_size=4).map(
                tuple
            ),
            "refuse": st.sampled_from(["TP-5", True]),
            "view": st.sampled_from([0, 1]),
            "expect": st.dictionaries(PATHS, st.lists(ANYTHING, max_size=2), max_size=3),
        },
    )
)
def test_a_case_never_raises_whatever_it_says(parts: dict[str, Any]) -> None:
    found = run_case(Case("tempus", "one", **parts), find_game("tempus"))
    assert found.passed == (found.faults == ())
    assert run_case(found.case, find_game("tempus")) == found


# -- slips of a file -----------------------------------------------------------------------------

GOOD = f'game = "tempus"\n[[case]]\nid = "one"\n{TABLE}\ndo = ["pass"]\n'


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            GOOD.replace("do =", "doo ="),
            "case “one” has the unknown key “doo”. Known keys are:",
        ),
        (GOOD + 'rules = ["TP-99"]', "names the rule “TP-99”, which the rulebook of tempus does"),
        (GOOD + 'refuse = "TP-55"', "names the rule “TP-55”, which the rulebook of tempus does"),
        (GOOD + "refuse = false", "“refuse” must be a rule id or true"),
        (GOOD + "refuse = 5", "“refuse” must be a rule id or true"),
        (GOOD + "rules = [1]", "“rules” must be a list of rule ids"),
        (GOOD.replace('["pass"]', '"pass"'), "“do” must be a list of moves"),
        (GOOD.replace('["pass"]', "[7]"), "“do” must be a list of moves"),
        (GOOD + "expect = 3", "“expect” must be a table"),
        (GOOD + 'expect = { "moves" = 3 }', "“expect” must be a table, with lists after moves"),
        (GOOD + 'expect = { "rows.0~" = "x" }', "“expect” must be a table, with lists after"),
        (GOOD + "view = 2", "“view” must be 0 to 1"),
        (GOOD + "view = true", "“view” must be a seat number"),
        (GOOD + "view = -1", "“view” must be a seat number"),
        (GOOD + "chance = 3", "“chance” must be a list"),
        (GOOD.replace('"one"', "1"), "“id” must be a text"),
        (GOOD.replace('id = "one"', ""), "a case has no id"),
        (GOOD + GOOD.partition("\n")[2], "the case id “one” stands there twice"),
        (GOOD.replace("[[case]]", "[[cases]]"), "needs a line like game"),
        (GOOD.replace("[[case]]", "[case]"), "needs a line like game"),
        (GOOD + '[[caes]]\nid = "two"', "“caes” stands outside every case"),
        (GOOD.replace('"tempus"', '"tempsu"', 1), "There is no game called “tempsu”"),
        (GOOD.replace('"tempus"', "3", 1), "needs a line like game"),
        ('game = "tempus"\ncase = [3]', "“case” must be a table"),
        (GOOD.replace("[[case]]", "[[case]"), "is not valid TOML"),
        (GOOD + "about = 'no end", "is not valid TOML"),
        (GOOD + "chance = [2026-01-01]", "holds a date"),
        (GOOD + "chance = [nan]", "holds a date, a giant or endless number"),
        (GOOD + f"chance = [0x{'f' * 9000}]", "holds a date, a giant or endless number"),
        (GOOD + f"chance = [{'9' * 9000}]", "is not valid TOML"),
        (GOOD + f"chance = {'[' * 60}{']' * 60}", "nested too deep"),
        (GOOD + f"chance = {'[' * 5000}{']' * 5000}", "is not valid TOML"),
        ("", "needs a line like game"),
    ],
)
def test_a_slip_gets_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(Problem) as caught:
        read(tmp_path, text)
    told = str(caught.value)
    assert sentence in told
    assert "cases.toml" in told or "There is no game" in told
    assert "\n" not in told and len(told) < 400
    assert caught.value.tell("de") != told


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(Problem, match=r"There is no file .*missing\.toml"):
        read_cases(tmp_path / "missing.toml", find_game)
    with pytest.raises(Problem, match="cannot be read: Is a directory"):
        read_cases(tmp_path, find_game)
    with pytest.raises(Problem, match="cannot be read: File name too long"):
        read_cases(tmp_path / ("x" * 5000), find_game)
    with pytest.raises(Problem, match="cannot be read: embedded null byte"):
        read_cases(Path("a\0b"), find_game)
    (tmp_path / "binary.toml").write_bytes(bytes(range(256)))
    with pytest.raises(Problem, match="is not a text file"):
        read_cases(tmp_path / "binary.toml", find_game)


def test_a_byte_order_mark_is_no_slip(tmp_path: Path) -> None:
    (tmp_path / "marked.toml").write_text(GOOD, encoding="utf-8-sig")
    assert [case.id for case in read_cases(tmp_path / "marked.toml", find_game)] == ["one"]
    assert read_toml_text("a = [1, {b = 2}]", "it") == {"a": [1, {"b": 2}]}
