"""The commands that the documentation shows print what it says."""

from __future__ import annotations

import doctest
import re
import shlex
import textwrap
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tabletop_kit.engine.case import read_cases, run_case
from tabletop_kit.games import find_game

DOCS = Path(__file__).parents[2] / "docs"
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def shown() -> list[Any]:
    """Each command in the documentation, with the output below it."""
    found = []
    for path in sorted(DOCS.glob("*.md")):
        for block in re.findall(r"(?:^    .*\n)+", path.read_text(encoding="utf-8"), re.MULTILINE):
            for part in re.split(r"^\$ ", textwrap.dedent(block), flags=re.MULTILINE)[1:]:
                words, _, output = part.partition("\n")
                if words.startswith("tabletop-kit "):
                    found.append(pytest.param(words, output, id=f"{path.stem}-{len(found)}"))
    return found


@pytest.mark.parametrize(("words", "output"), shown())
def test_a_shown_command_prints_what_is_shown(words: str, output: str, run: Any) -> None:
    result = run(*shlex.split(words)[1:])
    assert result.code == 0 and result.err == ""
    checker, example = doctest.OutputChecker(), doctest.Example("", output)
    assert checker.check_output(output, result.out, FLAGS), checker.output_difference(
        example, result.out, FLAGS
    )


def test_there_are_shown_commands() -> None:
    assert len(shown()) >= 4


def test_the_case_and_the_position_of_the_pages_work(run: Any, tmp_path: Path) -> None:
    blocks = {
        name: re.findall(r"```toml\n(.*?)```", (DOCS / name).read_text(encoding="utf-8"), re.DOTALL)
        for name in ("rule-cases.md", "command-line.md")
    }
    (tmp_path / "case.toml").write_text(blocks["rule-cases.md"][0], encoding="utf-8")
    (case,) = read_cases(tmp_path / "case.toml", find_game)
    assert run_case(case, find_game("tempus")).faults == ()
    example = (DOCS / "examples" / "position.toml").read_text(encoding="utf-8")
    assert tomllib.loads(blocks["command-line.md"][0]) == tomllib.loads(example)


def test_every_command_has_its_line() -> None:
    from tabletop_kit.cli.parser import build_parser

    text = (DOCS / "command-line.md").read_text(encoding="utf-8")
    (group,) = build_parser()._subparsers._group_actions  # type: ignore[union-attr]
    for name in group.choices:  # type: ignore[union-attr]
        assert re.search(rf"^\| `{name}[ `]", text, re.MULTILINE)
