"""The set-up program says plainly what is missing, and never leaves tests out in CI unseen."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import chrome, run


@pytest.fixture(autouse=True)
def nothing_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chrome.shutil, "which", lambda name: None)
    monkeypatch.setattr(chrome, "MAC_APPS", ())
    monkeypatch.setattr(chrome, "can_install", lambda: False)
    monkeypatch.delenv(chrome.VARIABLE, raising=False)
    monkeypatch.delenv("CI", raising=False)


def test_browser_from_the_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "browser"
    program.touch()
    monkeypatch.setenv(chrome.VARIABLE, str(program))
    assert chrome.find_chrome() == str(program)
    monkeypatch.setenv(chrome.VARIABLE, "none")
    assert chrome.chrome_or_install() is None


def test_browser_is_installed_where_that_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(chrome, "can_install", lambda: True)
    monkeypatch.setattr(chrome, "apt_install", lambda *names: asked.extend(names) or True)
    assert chrome.chrome_or_install() is None
    assert "chromium" in asked


@pytest.mark.parametrize(("ci", "code"), [("", 0), ("false", 0), ("1", 1), ("true", 1)])
def test_left_out_tests_are_told_and_fail_in_ci(
    ci: str, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CI", ci)
    outcome = run.one_step("browser", "unused")
    assert run.summary([("unit", "passed", 1.0), ("browser", outcome, 0.0)]) == code
    assert "no Chrome or Chromium here" in capsys.readouterr().out


def test_a_failure_fails() -> None:
    assert run.summary([("unit", "FAILED", 1.0)]) == 1
    assert run.summary([("unit", "passed", 1.0)]) == 0


def test_no_python_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "version_of", lambda python, need="": (3, 9))
    with pytest.raises(run.SetupError, match="and none was found"):
        run.make_venv()


def test_python_without_venv_names_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "version_of", lambda python, need="": () if need else (3, 12))
    with pytest.raises(run.SetupError, match="sudo apt-get install python3-venv"):
        run.make_venv()


def test_unknown_step() -> None:
    with pytest.raises(run.SetupError, match="No such step: nonsense"):
        run.test(["nonsense"])


def test_second_set_up_does_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    done: list[str] = []
    (tmp_path / "python").touch()
    monkeypatch.setattr(run, "VENV", tmp_path)
    monkeypatch.setattr(run, "PYTHON", tmp_path / "python")
    monkeypatch.setattr(run, "works", lambda python: True)
    monkeypatch.setattr(run, "install", done.append)
    run.set_up("test")
    run.set_up("test")
    run.set_up("app")
    assert done == ["test"], "what the tests need includes what the app needs"
