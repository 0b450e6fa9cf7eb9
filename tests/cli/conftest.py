"""Running the command line within the test, and the files it is given."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

import pytest

from tabletop_kit import games
from tabletop_kit.cli import main
from tests.engine.lanterns import LANTERNS

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Result:
    """What a command did: its exit code, what it wrote, and what it wrote beside that."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """What it wrote, read as JSON."""
        return json.loads(self.out)

    @property
    def sentence(self) -> str:
        """The one line that it wrote to stderr."""
        (line,) = self.err.splitlines()
        assert "Traceback" not in line
        return line


Run: TypeAlias = Callable[..., Result]


@pytest.fixture(autouse=True)
def _english_at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TABLETOP_KIT_LANG", raising=False)
    monkeypatch.chdir(ROOT)


@pytest.fixture
def lanterns(monkeypatch: pytest.MonkeyPatch) -> str:
    """The cooperative toy among the games of the kit; its id."""
    room = ModuleType("tabletop_kit.games.lanterns")
    room.GAME = LANTERNS  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, room.__name__, room)
    monkeypatch.setattr(games, "GAMES", (*games.GAMES, "lanterns"))
    return "lanterns"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command line with some words; each a text or a path."""

    def command(*words: str | Path) -> Result:
        capsys.readouterr()
        try:
            code = main([str(word) for word in words])
        except SystemExit as end:
            code = int(end.code or 0)
        return Result(code, *capsys.readouterr())

    return command
