"""The command line as a process of its own: what it loads, and how it ends."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "tabletop_kit.cli"]
GIVEN = "tests/cases/tempus/rules.toml"
LONG = ["simulate", "tempus", "--games", "1000000", "--players", "random,random"]
HEAVY = ("ipywidgets", "anywidget", "pandas", "numpy", "IPython", "rich", "jupyter_server", "voila")


def ended(*words: str, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *words], cwd=ROOT, capture_output=True, text=True, timeout=60, **options
    )


def test_the_installed_script_is_the_same_command() -> None:
    script = Path(sys.executable).with_name("tabletop-kit")
    done = subprocess.run(
        [script, "check", GIVEN], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "12 passed, 0 failed\n", "")


@pytest.mark.parametrize("words", [["check", GIVEN], ["moves", "docs/examples/match.json"]])
def test_a_quick_command_loads_nothing_heavy(words: list[str]) -> None:
    code = (
        "import sys; from tabletop_kit.cli import main; code = main(sys.argv[1:]); "
        f"print(code, [name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *words], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert done.stderr == "0 []\n"


def test_exit_codes_reach_the_shell(tmp_path: Path) -> None:
    text = (ROOT / GIVEN).read_text(encoding="utf-8").replace('"won" = [1, 0]', '"won" = [0, 1]', 1)
    (tmp_path / "bad.toml").write_text(text, encoding="utf-8")
    assert ended("check", GIVEN).returncode == 0
    assert ended("check", str(tmp_path / "bad.toml")).returncode == 1
    assert ended("check", str(tmp_path / "none.toml")).returncode == 2
    assert ended("nonsense").returncode == 2


def _killed(group: int) -> bool:
    """Kill what is left of a process group; whether anything was."""
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("everyone", [True, False], ids=["terminal", "one process"])
def test_ctrl_c_ends_cleanly(workers: str, everyone: bool) -> None:
    process = subprocess.Popen(
        [*COMMAND, *LONG, "--workers", workers],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        time.sleep(2)
        assert process.poll() is None
        if everyone:
            os.killpg(process.pid, signal.SIGINT)
        else:
            process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    finally:
        left = _killed(process.pid)
    assert (process.returncode, out, err) == (130, "", "Stopped.\n")
    assert not left


@pytest.mark.parametrize(
    "words", [["rules", "tempus"], ["replay", "docs/examples/match.json", "--json"]]
)
def test_a_reader_that_goes_away_is_no_fault(words: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    process = subprocess.Popen(
        [*COMMAND, *words], cwd=ROOT, stdout=writer, stderr=subprocess.PIPE, text=True
    )
    os.close(writer)
    _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (141, "")


def test_a_terminal_without_unicode_still_gets_everything() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C"}
    done = ended("rules", "tempus", "--language", "de", env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert "**TP-1 \\xb7 Zwei Fraktionen**" in done.stdout
    table = ended(*LONG[:3], "20", *LONG[4:], env=environment)
    assert (table.returncode, table.stderr) == (0, "")
    assert "Wim the Stable Boy" in table.stdout


def test_long_work_shows_a_bar_on_the_terminal_and_leaves_stdout_alone() -> None:
    master, slave = pty.openpty()
    words = ["simulate", "tempus", "--games", "3000", "--players", "random,random", "--json"]
    process = subprocess.Popen(
        [*COMMAND, *words, "--workers", "1"], cwd=ROOT, stdout=subprocess.PIPE, stderr=slave
    )
    os.close(slave)
    shown = b""
    limit = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < limit:
        if select.select([master], [], [], 0.1)[0]:
            with suppress(OSError):  # the other end is closed
                shown += os.read(master, 65536)
    assert process.stdout is not None
    out = process.stdout.read()
    process.stdout.close()
    os.close(master)
    assert process.wait(5) == 0
    assert b"Games" in shown and b"/3000" in shown
    assert out.startswith(b"{\n") and out.endswith(b"}\n")


def test_colours_stay_out_of_a_pipe() -> None:
    done = ended("simulate", "tempus", "--games", "4", "--players", "random,random")
    assert "\x1b" not in done.stdout + done.stderr
    assert "\x1b" not in ended("rules", "tempus").stdout
