"""``tabletop-kit check``: one line for each failing case, a count at the end, exit codes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

GIVEN = "tests/cases/tempus/rules.toml"
CASE = """game = "tempus"
[[case]]
id = "{id}"
position = {{ hands = [["d4:3"], ["d6:3"]] }}
do = ["lay d4:3"]
expect = {{ "to_act" = {to_act}, "round" = {round} }}
"""


def case(folder: Path, name: str, to_act: int = 1, number: int = 1) -> Path:
    path = folder / f"{name}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(CASE.format(id=name, to_act=to_act, round=number), encoding="utf-8")
    return path


def test_all_pass(run: Any) -> None:
    result = run("check", GIVEN)
    assert (result.code, result.out, result.err) == (0, "12 passed, 0 failed\n", "")


def test_each_failing_case_gets_one_line(run: Any, tmp_path: Path) -> None:
    good, bad = case(tmp_path, "good"), case(tmp_path, "bad", to_act=0, number=2)
    result = run("check", good, bad)
    assert result.code == 1
    assert result.out.splitlines() == [
        "bad: to_act: expected 0, found 1; round: expected 2, found 1",
        "1 passed, 1 failed",
    ]


def test_folders_are_searched_and_a_file_named_twice_runs_once(run: Any, tmp_path: Path) -> None:
    path = case(tmp_path / "a", "one")
    case(tmp_path / "b" / "c", "two")
    (tmp_path / "notes.txt").write_text("not a case")
    assert run("check", tmp_path).out == "2 passed, 0 failed\n"
    assert run("check", path, path).out == "1 passed, 0 failed\n"
    assert run("check", path, tmp_path).out == "2 passed, 0 failed\n"


def test_an_empty_folder(run: Any, tmp_path: Path) -> None:
    result = run("check", tmp_path)
    assert result.code == 2
    assert result.sentence.startswith("There is no .toml file in the folder ")


def test_json(run: Any, tmp_path: Path) -> None:
    bad = case(tmp_path, "bad", to_act=0)
    result = run("check", "--json", GIVEN, bad, tmp_path / "missing.toml")
    assert result.code == 2
    data = result.data
    assert (data["passed"], data["failed"]) == (12, 1)
    last = data["cases"][-1]
    assert (last["id"], last["file"], last["passed"]) == ("bad", str(bad), False)
    assert last["faults"] == ["to_act: expected 0, found 1"]
    assert "TP-5" in last["rules"]
    assert data["problems"] == [
        {"file": str(tmp_path / "missing.toml"), "problem": result.sentence}
    ]


SLIPS = {
    "key": CASE.replace("expect =", "expct ="),
    "rule": CASE.replace("[[case]]", '[[case]]\nrules = ["TP-99"]'),
    "refuse": CASE.replace("[[case]]", '[[case]]\nrefuse = "TP-99"'),
    "toml": CASE.replace("[[case]]", "[[case]"),
    "kind": CASE.replace('["lay d4:3"]', '"lay d4:3"'),
    "game": CASE.replace('"tempus"', '"chess"'),
    "empty": "",
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_file_with_a_slip_gets_one_sentence_and_the_others_are_run(
    slip: str, run: Any, tmp_path: Path
) -> None:
    path = tmp_path / "slip.toml"
    path.write_text(SLIPS[slip].format(id="one", to_act=1, round=1))
    result = run("check", path, GIVEN)
    assert (result.code, result.out) == (2, "12 passed, 0 failed\n")
    assert "slip.toml" in result.sentence or slip == "game"


def test_files_that_cannot_be_read(run: Any, tmp_path: Path) -> None:
    (tmp_path / "binary.toml").write_bytes(bytes(range(256)))
    for name in ("binary.toml", "missing.toml", "x" * 5000):
        result = run("check", tmp_path / name)
        assert (result.code, result.out) == (2, "0 passed, 0 failed\n")
        assert len(result.sentence) < 350
    assert run("check", "a\0b").code == 2


def test_a_failing_case_cannot_steer_the_terminal(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "case.toml"
    text = CASE.format(id="one", to_act=1, round=1).replace('"one"', r'"\u001b[31mone\nfoo"')
    path.write_text(text.replace('"round" = 1', '"round" = 2'))
    result = run("check", path)
    assert result.code == 1
    assert len(result.out.splitlines()) == 2
    assert "\x1b" not in result.out


def test_the_language_of_the_environment(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLETOP_KIT_LANG", "de_DE.UTF-8")
    assert "gibt es nicht" in run("check", tmp_path / "missing.toml").sentence
