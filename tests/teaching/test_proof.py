"""The proof of a lesson finds what is wrong with it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tabletop_kit.games import find_game
from tabletop_kit.teaching import load_course
from tabletop_kit.teaching.proof import prove

LESSONS = Path(str(find_game("tempus").folder / "lessons"))

WRONG: list[tuple[str, str, str, str]] = [
    ("first-die", 'teaches = ["TP-3"]', 'teaches = ["TP-9"]', "not-cited"),
    ("strength", 'above = "strength.1"', 'below = "strength.1"', "met-at-start"),
    ("strength", 'solution = ["lay d8:7"]', 'solution = ["lay d4:2"]', "not-solved"),
    (
        "strength",
        'solution = ["lay d8:7"]',
        'solution = ["lay d8:7"]\noffer = ["pass"]',
        "not-offered",
    ),
    (
        "passing",
        'solution = ["lay d8:8", "pass"]',
        'solution = ["lay d8:8", "pass"]\npar = 1',
        "over-par",
    ),
    (
        "zhentarim",
        'id = "self"\nwhen = { move = "begin 0" }',
        'id = "self"\nwhen = { move = "begin 9" }',
        "unanswered",
    ),
    ("first-die", "by-chance = 1.0", "by-chance = 0.2", "too-easy"),
    ("first-die", '{ move = "lay d4:3" }, ', "", "spot-one-sided"),
    (
        "strength",
        '{ event = "round-won", seat = 1 }',
        '{ event = "round-won", seat = 0 }',
        "not-one-answer",
    ),
    ("decks", "count = 2", "count = 9", "too-few"),
    (
        "enclave",
        'rules = ["TP-F4"]\ncount = 1',
        'rules = ["TP-F4", "TP-N1"]\ncount = 2',
        "not-asked",
    ),
    ("strength", 'hands = [["d8:7"]', 'hands = [["d8:9"]', "problem"),
    ("enclave", "chance = [9, 2]", "chance = [11, 2]", "problem"),
]


def test_nothing_is_wrong_with_the_lessons_as_they_are() -> None:
    assert [fault for proof in prove(load_course("tempus")) for fault in proof.faults] == []


@pytest.mark.parametrize(("lesson", "old", "new", "key"), WRONG, ids=[wrong[3] for wrong in WRONG])
def test_what_is_wrong_is_found(tmp_path: Path, lesson: str, old: str, new: str, key: str) -> None:
    folder = Path(shutil.copytree(LESSONS, tmp_path / "lessons"))
    path = folder / f"{lesson}.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    course = load_course("tempus", "en", folder)
    faults = [fault for proof in prove(course) if proof.lesson == lesson for fault in proof.faults]
    assert f"fault.{key}" in {fault.key for fault in faults}
    assert all(fault.tell("de") and fault.tell("en") for fault in faults)
