"""Rule coverage: whole for every game, and honest about what is missing."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from copy import copy
from pathlib import Path

import pytest

from tabletop_kit.engine.rulebook import Passage, Rule
from tabletop_kit.games import GAMES, find_game
from tabletop_kit.teaching.coverage import Coverage, _Survey, case_folder, coverage


@pytest.fixture(scope="module")
def tempus() -> Coverage:
    return coverage("tempus")


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> _Survey:
    """The survey of Tempus without any rule case."""
    return _Survey(find_game("tempus"), tmp_path_factory.mktemp("no-cases"))


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_sourced_proved_taught_and_explained(game: str) -> None:
    found = coverage(game)
    assert found.data()["faults"] == []
    assert {
        row.rule: found.data()["rows"][place]["gaps"]
        for place, row in enumerate(found.rows)
        if row.gaps
    } == {}
    assert all(row.taught or row.card for row in found.rows)
    for column in ("sourced", "proved", "explained"):
        assert found.share(column) == 1.0
    assert [row.rule for row in found.rows] == list(find_game(game).rulebook)


def test_random_play_reaches_most_rules(tempus: Coverage) -> None:
    assert tempus.reach >= 0.8


def test_the_table_is_whole(tempus: Coverage) -> None:
    for language in ("en", "de"):
        text = tempus.markdown(language)
        assert text.count("\n| TP-") == len(tempus.rows)
        assert "100%" in text and "·" not in text
    assert json.loads(json.dumps(tempus.data()))["whole"] is True


def gaps(survey: _Survey, rule: str) -> set[str]:
    return {gap.key.rpartition(".")[2] for gap in survey.row(survey.game.rulebook[rule]).gaps}


def test_without_cases_nothing_is_proved(bare: _Survey) -> None:
    rows = [bare.row(rule) for rule in bare.game.rulebook.values()]
    assert not any(row.proved for row in rows)
    assert "no-cases" in gaps(bare, "TP-5")
    assert gaps(bare, "TP-N1") == {"no-cases"}, "a lesson shows it"
    untaught = copy(bare)
    untaught.proofs = []
    assert "never-met" in gaps(untaught, "TP-N1"), "random play never writes nonsense"


CASE = """game = "tempus"
[[case]]
id = "one"
rules = ["{rule}"]
position = {{ factions = ["council", "zhentarim"], hands = [["d4:3"], ["d6:3"]], to_act = 0 }}
do = ["{move}"]
{more}
"""


@pytest.mark.parametrize(
    ("rule", "move", "more", "expected"),
    [
        ("TP-5", "lay d4:3", "", {"not-refused"}),
        ("TP-5", "lay d4:4", 'refuse = "TP-5"', {"not-allowed"}),
        ("TP-9", "lay d4:3", "", {"not-cited"}),
        ("TP-5", "lay d4:3", "expect = { round = 7 }", {"failing", "not-cited", "not-refused"}),
    ],
)
def test_what_a_case_does_not_prove(
    tmp_path: Path, rule: str, move: str, more: str, expected: set[str]
) -> None:
    (tmp_path / "one.toml").write_text(CASE.format(rule=rule, move=move, more=more))
    survey = _Survey(find_game("tempus"), tmp_path)
    assert gaps(survey, rule) == expected
    assert "no-case" in gaps(survey, "TP-12")


def test_a_case_file_with_a_slip_is_told(tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text("game = 3")
    assert coverage("tempus", tmp_path).faults


def test_sources_are_held_against_the_passages(bare: _Survey) -> None:
    def found(source: str) -> set[str]:
        rule = Rule("TP-5", source, "printed", True)
        return {gap.key.rpartition(".")[2] for gap in bare.unsourced(rule)}

    assert found("line 4, sentence 3; line 5, sentence 1") == set()
    assert found("line 4, sentences 2-3") == {"other-passage"}
    assert found("") == {"no-source"}
    unmapped = Rule("TP-0", "line 4, sentence 3", "printed", True)
    assert {gap.key.rpartition(".")[2] for gap in bare.unsourced(unmapped)} == {
        "no-passage",
        "other-passage",
    }


def test_passages_left_out_are_told() -> None:
    from tabletop_kit.teaching.coverage import _unmapped

    passages = (Passage(1, 1, ()), Passage(1, 3, ("TP-5",)), Passage(3, 1, ("TP-0",)))
    told = [
        (fault.key.rpartition(".")[2], fault.facts.get("line"))
        for fault in _unmapped(passages, {"TP-5"})
    ]
    assert told == [("unmapped", 1), ("unmapped", 2), ("unknown", 3)]


def test_every_case_names_a_rule() -> None:
    """Cases that were given, numbered by their ids, may name none; they stand as they are."""
    from tabletop_kit.engine.case import read_cases

    for game in GAMES:
        for path in case_folder(game).glob("*.toml"):
            for case in read_cases(path, find_game):
                given = re.fullmatch(rf"{game}-([a-z]+-?)?[0-9]{{1,3}}[a-z]?", case.id)
                assert case.about and (case.rules or given), case.id


def test_teaching_loads_no_widgets() -> None:
    code = (
        "import sys, tabletop_kit.teaching, tabletop_kit.teaching.coverage; "
        "heavy = {'ipywidgets', 'anywidget', 'numpy', 'pandas'}; print(heavy & sys.modules.keys())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
