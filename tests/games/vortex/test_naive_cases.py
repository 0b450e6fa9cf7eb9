"""Every rule case holds in the second reading of the rules as well: no case rests on one engine."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.games.vortex.naive_cases import run

FOLDER = Path(__file__).parents[2] / "cases" / "vortex"
FILES = sorted(FOLDER.glob("*.toml"))


def read(path: Path) -> list[dict[str, Any]]:
    return list(tomllib.loads(path.read_text("utf-8"))["case"])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_cases_of_a_file_hold(path: Path) -> None:
    assert {case["id"]: faults for case in read(path) if (faults := run(case))} == {}


def test_ids_are_unique_over_all_files() -> None:
    ids = [case["id"] for path in FILES for case in read(path)]
    assert len(ids) == len(set(ids))
