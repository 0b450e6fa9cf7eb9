"""The browser's part as text: scoped, self-contained, tested by node."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tabletop_kit.table.board import SCRIPTS, STYLES, lean, static_text
from tabletop_kit.table.words import WORDS

STATIC = Path(__file__).parents[2] / "tabletop_kit" / "table" / "static"
SCRIPT, STYLE = static_text(SCRIPTS), static_text(STYLES)
CONDITIONS = ("@container", "@media", "@supports")


def selectors(style: str) -> list[str]:
    """Every selector of a style sheet."""
    plain = re.sub(r"/\*.*?\*/", "", style, flags=re.S)
    heads = [head.strip() for head in re.findall(r"([^{};]+)\{", plain)]
    return [part for head in heads if not head.startswith(CONDITIONS) for part in split(head)]


def split(head: str) -> list[str]:
    """The parts of a selector list, commas in brackets apart."""
    return [part.strip() for part in re.split(r",(?![^()]*\))", head)]


def test_a_page_loads_the_styles_without_what_only_we_read() -> None:
    page = lean(STYLE)
    assert "/*" not in page and "\n " not in page and len(page) < 0.9 * len(STYLE)
    assert page.count("{") == page.count("}") == re.sub(r"/\*[^*]*\*/", "", STYLE).count("{")
    assert re.findall(r'content: "[^"]*"', page) == re.findall(r'content: "[^"]*"', STYLE)


def test_every_selector_is_within_the_board() -> None:
    found = selectors(STYLE)
    assert len(found) > 100
    assert [one for one in found if not re.match(r"\.tk-board(?![\w-])", one)] == []


def test_every_file_is_used() -> None:
    assert {path.name for path in STATIC.iterdir()} == {*SCRIPTS, *STYLES}


@pytest.mark.parametrize("bad", ["http:", "https:", "url(", "@import", "@font-face", "eval("])
def test_nothing_is_fetched(bad: str) -> None:
    assert bad not in SCRIPT
    assert bad not in STYLE


def test_no_part_imports_another() -> None:
    assert re.findall(r"^\s*import\b|\bimport\(|\brequire\(", SCRIPT, flags=re.M) == []


def test_markup_is_made_in_one_place_from_numbers_only() -> None:
    users = [name for name in SCRIPTS if "innerHTML" in static_text((name,))]
    assert users == ["shapes.js"]
    assert "insertAdjacentHTML" not in SCRIPT
    assert "outerHTML" not in SCRIPT


def test_nothing_loops() -> None:
    assert "setInterval" not in SCRIPT
    assert "@keyframes" not in STYLE
    assert "infinite" not in STYLE + SCRIPT
    assert "iterations" not in SCRIPT


def test_no_text_is_smaller_than_twelve_pixels() -> None:
    sizes = [float(size) for size in re.findall(r"\b(\d*\.?\d+)rem", STYLE)]
    assert min(sizes) >= 0.75
    assert re.findall(r"font(?:-size)?:[^;]*\b(?:[0-9]|1[01])px", STYLE) == []


def test_names_are_not_used_twice() -> None:
    names = re.findall(r"^(?:export )?(?:class|function|const|let) (\w+)", SCRIPT, flags=re.M)
    assert len(names) == len(set(names))


def test_the_english_words_are_the_same_on_both_sides() -> None:
    literal = re.search(r"WORDS = (\{.*?\n\});", SCRIPT, flags=re.S)
    assert literal
    pairs = dict(re.findall(r'^  (\w+): "(.*)",$', literal[1], flags=re.M))
    assert {key: json.loads(f'"{value}"') for key, value in pairs.items()} == WORDS["en"]


def test_both_languages_have_the_same_words_and_blanks() -> None:
    assert list(WORDS["en"]) == list(WORDS["de"])
    for key, text in WORDS["en"].items():
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", WORDS["de"][key]))


def test_the_logic_passes_its_own_tests() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed, so the browser's logic is not tested here")
    files = sorted(str(path) for path in (Path(__file__).parent / "js").glob("*.test.mjs"))
    done = subprocess.run([node, "--test", *files], capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stdout
