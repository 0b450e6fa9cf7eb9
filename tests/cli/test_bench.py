"""``tabletop-kit bench``: figures, their bars, and the comparison with what was stored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tabletop_kit.lab import bench as lab_bench
from tabletop_kit.lab.bench import Bench, Figure

STORED = {"tempus": {"bare-steps": 1000.0, "undo": 0.0001}}


@pytest.fixture
def figures(monkeypatch: pytest.MonkeyPatch) -> list[Figure]:
    """The figures that the measurement finds; 1,250 bare steps in a calibration of 12.5 ms."""
    found = [
        Figure("bare-steps", 100_000.0, "steps/s", 1250.0, 90_000.0),
        Figure("undo", 1.25, "µs", 0.0001, 2.0),
    ]

    def measured(game: str, seconds: float, repeats: int, progress: Any) -> Bench:
        for name in ("bare", "match", "undo", "player"):
            progress(name)
        assert (seconds, repeats) == (1.0, 5)
        return Bench(game, 0.0125, tuple(found))

    monkeypatch.setattr(lab_bench, "bench", measured)
    return found


def write(folder: Path, text: str) -> Path:
    path = folder / "baseline.json"
    path.write_text(text, encoding="utf-8")
    return path


def test_every_bar_is_met(run: Any, figures: list[Figure]) -> None:
    result = run("bench")
    assert (result.code, result.err) == (0, "")
    assert "bare-steps" in result.out and "100,000 steps/s" in result.out
    data = run("bench", "tempus", "tempus", "--json").data
    (game,) = data["games"]
    assert game["game"] == "tempus" and game["slower"] == []
    assert [figure["name"] for figure in game["figures"]] == ["bare-steps", "undo"]


def test_a_missed_bar_ends_with_1(run: Any, figures: list[Figure]) -> None:
    figures[0] = Figure("bare-steps", 80_000.0, "steps/s", 1000.0, 90_000.0)
    result = run("bench")
    assert result.code == 1
    assert "below the bar" in result.out


def test_a_figure_that_fell_behind_ends_with_1(
    run: Any, figures: list[Figure], tmp_path: Path
) -> None:
    path = write(tmp_path, json.dumps(STORED))
    words = ("bench", "--compare", "--baseline", path)
    result = run(*words)
    assert (result.code, result.err) == (0, "")
    assert "+25%" in result.out
    figures[1] = Figure("undo", 1.9, "µs", 0.00015, 2.0)
    result = run(*words, "--json")
    assert result.code == 1
    assert result.sentence == "tempus: undo is more than 30% slower than stored."
    assert result.data["games"][0]["slower"] == ["undo"]
    assert run("bench").code == 0


@pytest.mark.parametrize(
    "text", ["", "[]", '{"tempus": 3}', '{"tempus": {"undo": "x"}}', '{"tempus": {"undo": 0}}']
)
def test_nothing_stored(text: str, run: Any, figures: list[Figure], tmp_path: Path) -> None:
    for path in (write(tmp_path, text), tmp_path / "missing.json", tmp_path):
        result = run("bench", "--compare", "--baseline", path)
        assert (result.code, result.out) == (2, "")
        assert result.sentence.startswith(f"There are no stored figures in {path}.")


@pytest.mark.parametrize(
    "words", [["chess"], ["--seconds", "0"], ["--seconds", "nan"], ["--repeats", "0"]]
)
def test_what_cannot_be_measured(words: list[str], run: Any, figures: list[Figure]) -> None:
    result = run("bench", *words)
    assert (result.code, result.out) == (2, "")
    assert result.sentence
