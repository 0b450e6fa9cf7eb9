"""Slips in a lesson's files: one clear sentence each, in both languages, and nothing half read."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tabletop_kit.engine.problem import Problem
from tabletop_kit.games import find_game
from tabletop_kit.teaching import load_course

LESSONS = Path(str(find_game("tempus").folder / "lessons"))

SLIPS: list[tuple[str, str, str, str]] = [
    ("course.toml", 'game = "tempus"', 'game = "vortex"', "vortex"),
    ("course.toml", '"strength",', '"strength", "strength",', "twice"),
    ("course.toml", '"strength",', '"../secret",', "../secret"),
    ("course.toml", '"strength",', '"nowhere",', "nowhere.toml"),
    ("course.toml", "alike = [", 'alike = [["TP-77"],', "TP-77"),
    ("course.toml", "alike = [", "alike = [3,", "alike"),
    ("course.toml", 'event = "counted"', 'events = "counted"', "no goal"),
    ("strength.toml", 'id = "strength"', 'id = "force"', "force"),
    ("strength.toml", 'needs = ["first-die"]', 'needs = ["decks"]', "decks"),
    ("strength.toml", "minutes = 0.8", 'minutes = "soon"', "minutes"),
    ("strength.toml", "minutes = 0.8", "minutes = 0", "minutes"),
    ("strength.toml", 'kind = "guess"', 'kind = "riddle"', "kind"),
    ("strength.toml", 'kind = "guess"', 'knd = "guess"', "knd"),
    ("strength.toml", 'teaches = ["TP-6", "TP-9"]', 'teaches = ["TP-66"]', "TP-66"),
    ("strength.toml", 'teaches = ["TP-6", "TP-9"]', "teaches = [6]", "teaches"),
    ("strength.toml", 'id = "ahead"', 'id = "sum"', "twice"),
    ("strength.toml", 'id = "ahead"', 'id = "Ahead!"', "Ahead!"),
    ("strength.toml", 'id = "ahead"', 'id = "other"', "other"),
    ("strength.toml", 'id = "short"', 'id = "early"', "twice"),
    ("strength.toml", 'solution = ["lay d8:7"]', "", "solution"),
    (
        "strength.toml",
        'solution = ["lay d8:7"]',
        'solution = ["lay d8:7"]\npar = 2\nmost = 1',
        "par",
    ),
    ("strength.toml", "pass = 1", "pass = 5", "pass"),
    ("strength.toml", 'play = ["pass"]', "play = []", "play"),
    ("strength.toml", "above =", "over =", "no goal"),
    ("strength.toml", "[[step]]", "[[step", "TOML"),
    ("first-die.toml", '{ move = "pass" }', "{ }", "move"),
    ("first-die.toml", "position = {", "place = {", "place"),
    ("decks.toml", 'id = "eleven", options', 'id = "standard", options', "twice"),
    ("beginning.toml", 'solution = ["harpers"]', 'solution = ["order-of"]', "solution"),
    ("text/en.toml", "[lesson.strength.ahead]", "[lesson.strength.aside]", "lesson.strength.ahead"),
    ("text/de.toml", "[lesson.strength.ahead]", "[lesson.strength.aside]", "lesson.strength.ahead"),
]

TOMES = Path(str(find_game("tomes").folder / "lessons"))

TOMES_SLIPS: list[tuple[str, str, str, str]] = [
    ("course.toml", 'events = ["warded"], ', "", "events"),
    ("course.toml", 'events = ["warded"]', 'events = "warded"', "events"),
    ("course.toml", 'fact = "strike"', 'facts = "strike"', "facts"),
    ("puzzles.toml", 'goal = { event = "expunged", seat = 0 }', "", "goal"),
    ("puzzles.toml", "games = 2000", "games = 0", "games"),
    ("puzzles.toml", 'asks = { path = "phase", is = "turn" }', 'asks = "turn"', "asks"),
    ("puzzles.toml", 'asks = { path = "phase", is = "turn" }', "asks = { turn = 1 }", "no goal"),
    ("paying.toml", 'best = "paid", fact = "waste"', 'best = "paid"', "no goal"),
    ("coach.toml", 'advised = "expunge"', "advised = 1", "no goal"),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(LESSONS, tmp_path / "lessons"))


@pytest.mark.parametrize(("name", "old", "new", "told"), TOMES_SLIPS)
def test_slip_in_a_puzzle_or_a_number(
    tmp_path: Path, name: str, old: str, new: str, told: str
) -> None:
    path = Path(shutil.copytree(TOMES, tmp_path / "lessons")) / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(Problem) as caught:
        load_course("tomes", "en", tmp_path / "lessons")
    assert told in caught.value.tell("en") and caught.value.tell("de")


def test_what_goes_on_after_a_puzzle_needs_a_table_of_its_own(tmp_path: Path) -> None:
    path = Path(shutil.copytree(TOMES, tmp_path / "lessons")) / "puzzles.toml"
    step = '[[step]]\nid = "on"\nkind = "watch"\nplay = ["concede"]\n\n'
    text = path.read_text(encoding="utf-8").replace(
        '[[step]]\nid = "ace"', step + '[[step]]\nid = "ace"'
    )
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Problem) as caught:
        load_course("tomes", "en", tmp_path / "lessons")
    assert "position" in caught.value.tell("en")


def test_a_folder_of_ones_own_is_read(folder: Path) -> None:
    assert load_course("tempus", "de", folder).lessons == load_course("tempus").lessons


@pytest.mark.parametrize(("name", "old", "new", "told"), SLIPS)
def test_slip(folder: Path, name: str, old: str, new: str, told: str) -> None:
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(Problem) as caught:
        load_course("tempus", "en", folder)
    assert told in caught.value.tell("en")
    assert caught.value.tell("de") != caught.value.tell("en")
    assert "\n" not in caught.value.tell("en")


@pytest.mark.parametrize("name", ["course.toml", "strength.toml", "text/en.toml"])
def test_a_missing_file_is_told(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(Problem) as caught:
        load_course("tempus", "en", folder)
    assert name in str(caught.value)


def test_a_course_in_one_language_is_read(folder: Path) -> None:
    """Whoever writes a course of their own needs not write it twice."""
    (folder / "text" / "de.toml").unlink()
    course = load_course("tempus", "de", folder)
    assert course.title("strength", "de") == "Strength"


def test_a_file_that_is_no_text_is_told(folder: Path) -> None:
    (folder / "strength.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(Problem):
        load_course("tempus", "en", folder)


def test_an_unknown_game_is_told() -> None:
    with pytest.raises(Problem):
        load_course("chess")


def test_an_unknown_lesson_is_told() -> None:
    with pytest.raises(Problem) as caught:
        load_course("tempus").lesson("x" * 5000)
    assert len(str(caught.value)) < 400
