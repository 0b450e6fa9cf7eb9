"""Every command explains itself, and the example in its help does what it says."""

from __future__ import annotations

import doctest
import re
import shlex
from collections.abc import Iterator
from typing import Any

import pytest

from tabletop_kit.cli.parser import build_parser
from tabletop_kit.lab import bench
from tabletop_kit.server import launch

COMMANDS = ("play", "lab", "check", "rules", "replay", "moves", "simulate", "bench")


def help_texts() -> Iterator[tuple[str, str]]:
    parser = build_parser()
    yield "", parser.format_help()
    for action in parser._subparsers._group_actions:  # type: ignore[union-attr]
        for name, command in action.choices.items():  # type: ignore[union-attr]
            yield name, command.format_help()


def examples() -> Iterator[Any]:
    """The examples: the words of each command, and what it is said to print."""
    for name, text in help_texts():
        found = re.findall(r"^  \$ tabletop-kit (.+)\n((?:  (?!\$).*\n?)*)", text, re.MULTILINE)
        for words, shown in found:
            yield pytest.param(words, re.sub(r"^  ", "", shown, flags=re.M), id=name or "main")


def test_there_are_these_commands_and_each_has_an_example() -> None:
    texts = dict(help_texts())
    assert set(texts) == {"", *COMMANDS}
    assert all("Example:\n  $ tabletop-kit " in text for text in texts.values())
    assert len(list(examples())) >= len(texts)


def weakest_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the benchmark time the quickest player, for one game: the strongest takes a minute."""
    thinking = bench._thinking

    def quick(game: Any, _player: Any, _games: int) -> Any:
        return thinking(game, next(iter(game.players().values())), 1)

    monkeypatch.setattr(bench, "_thinking", quick)


@pytest.mark.parametrize(("words", "shown"), list(examples()))
def test_each_example_runs(
    words: str, shown: str, run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("play", "lab"):
        monkeypatch.setattr(launch, name, lambda *args, **options: 0)
    weakest_thinks(monkeypatch)
    result = run(*shlex.split(words))
    # How fast this machine is now is no matter of this test.
    assert result.code == 0 or (words.startswith("bench") and result.code == 1), result.err
    assert result.err == ""
    if shown:
        flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
        checker, example = doctest.OutputChecker(), doctest.Example("", shown)
        assert checker.check_output(shown, result.out, flags), checker.output_difference(
            example, result.out, flags
        )


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_ends_with_0_and_goes_to_stdout(command: str, run: Any) -> None:
    result = run(*command.split(), "--help")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("usage: tabletop-kit")
    assert "Exit codes: 0" in result.out or command in ("play", "lab")


def test_the_version(run: Any) -> None:
    result = run("--version")
    assert (result.code, result.out) == (0, "tabletop-kit 0.1.0\n")


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["fly"],
        ["check"],
        ["replay"],
        ["moves", "a", "b"],
        ["simulate", "tempus"],
        ["simulate", "tempus", "--games", "many", "--players", "random,random"],
        ["replay", "a", "--seat", "first"],
        ["check", "--jsn", "a"],
    ],
)
def test_a_command_line_that_cannot_be_understood_ends_with_2(words: list[str], run: Any) -> None:
    result = run(*words)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("usage: ")
    assert "error: " in result.err


@pytest.mark.parametrize("name", ["play", "lab"])
def test_play_and_lab_start_the_servers(
    name: str, run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Any] = []

    def start(notebook: str, **options: Any) -> int:
        seen.append((notebook, options))
        return 1

    monkeypatch.setattr(launch, name, start)
    assert run(name).code == 1
    words = ("tempus-learn.ipynb", "--port", "9000", "--language", "de", "--no-browser")
    assert run(name, *words).code == 1
    plain = {"port": None, "open_browser": True, "language": None}
    wished = {"port": 9000, "open_browser": False, "language": "de"}
    assert seen == [("index.ipynb", plain), ("tempus-learn.ipynb", wished)]
    assert run(name, "--language", "fr").code == 2 and len(seen) == 2


def test_a_server_that_cannot_start_says_why(run: Any) -> None:
    result = run("play", "no-such.ipynb", "--no-browser")
    assert result.code == 1
    assert "There is no notebook named no-such.ipynb" in result.sentence
