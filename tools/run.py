"""Set everything up, then do one thing: `python3 tools/run.py play|lab|test|bench|setup|clean`.

This file and its neighbour use the standard library alone and run on any Python 3.8 or newer; the
kit itself gets a Python of 3.11 or newer in `.venv`.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tools import chrome  # noqa: E402

VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
OLDEST = (3, 11)
EXTRAS = {"app": "app,data", "test": "app,data,test"}
STEPS = ("lint", "format", "types", "unit", "notebooks", "browser", "binder")
NO_TESTS = 5  # what pytest returns where it found none
PYTHONS = ("python3.14", "python3.13", "python3.12", "python3.11", "python3", "python")
NO_VENV = """Python is here, but it cannot make virtual environments: its venv package is missing.
On Debian and Ubuntu, install it with:  sudo apt-get install python3-venv"""


class SetupError(Exception):
    """Something is missing; the message says what to do."""


def child_environment(**extra: str) -> dict[str, str]:
    """Return the environment for commands; compiled files are kept for quick starts."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, **extra}


def run(command: list[str], quiet: bool = False, **extra: str) -> int:
    """Run a command in the repository, with extra environment, and return its exit code."""
    errors = subprocess.DEVNULL if quiet else None
    return subprocess.call(command, cwd=str(ROOT), env=child_environment(**extra), stderr=errors)


def main() -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("what", choices=["play", "lab", "test", "bench", "setup", "clean"])
    parser.add_argument("--only", default="", help="test: these steps alone, with commas between")
    options, rest = parser.parse_known_args()
    if rest and options.what not in ("play", "lab", "bench"):
        parser.error("not known: " + " ".join(rest))
    try:
        if options.what == "clean":
            return clean()
        set_up("test" if options.what in ("test", "setup") else "app")
        if options.what == "test":
            return test([step for step in options.only.split(",") if step])
        if options.what == "setup":
            return 0
        return run_kit([options.what, *rest])
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def run_kit(arguments: list[str]) -> int:
    """Become the kit's own command, so that Ctrl-C reaches it alone."""
    command = [str(BIN / "tabletop-kit"), *arguments]
    if os.name == "nt":
        return run(command)
    os.chdir(str(ROOT))
    os.execve(command[0], command, child_environment())


# ---- setting up -------------------------------------------------------------------------------


def set_up(profile: str) -> None:
    """Bring `.venv` up to date; nothing to do where its stamp fits this checkout."""
    mark = fingerprint()
    if any(read_stamp(name) == mark for name in EXTRAS if name in (profile, "test")):
        return
    started = time.time()
    if not works(str(PYTHON)):
        make_venv()
    print("Setting up .venv ...", flush=True)
    install(profile)
    stamp(profile).write_text(mark, encoding="utf-8")
    print(f"Set up in {time.time() - started:.0f} s.", flush=True)


def stamp(profile: str) -> Path:
    """Return the file that says what was set up."""
    return VENV / (".set-up-" + profile)


def read_stamp(profile: str) -> str:
    """Return what was set up, or nothing."""
    path = stamp(profile)
    return path.read_text(encoding="utf-8") if path.is_file() and PYTHON.exists() else ""


def fingerprint() -> str:
    """Return a mark that changes with whatever the set-up depends on."""
    digest = hashlib.sha256(str(ROOT).encode())
    for name in ("pyproject.toml", "constraints.txt"):
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


def version_of(python: str, need: str = "") -> tuple[int, ...]:
    """Return the version of a Python that can import what is needed, or an empty one."""
    code = need + "\nimport sys; print(*sys.version_info[:2])"
    try:
        text = subprocess.check_output([python, "-c", code], stderr=subprocess.DEVNULL)
    except (OSError, subprocess.CalledProcessError):
        return ()
    return tuple(int(part) for part in text.split())


def works(python: str) -> bool:
    """Tell whether this Python is there and new enough."""
    return version_of(python) >= OLDEST


def choose_python(need: str = "") -> str | None:
    """Return the newest Python known to run the kit that can import what is needed."""
    found = [path for path in map(shutil.which, PYTHONS) if path]
    return next(
        (path for path in [*found, sys.executable] if version_of(path, need) >= OLDEST), None
    )


def make_venv() -> None:
    """Make a fresh `.venv`, by the standard library or by uv."""
    if not choose_python():
        raise SetupError(
            "tabletop_kit needs Python 3.11 or newer, and none was found. Install one from your "
            "system's packages or from python.org, then try again."
        )
    python = choose_python("import ensurepip, venv")
    if not python and not shutil.which("uv") and chrome.can_install():
        print("Installing Debian's python3-venv ...", flush=True)
        chrome.apt_install("python3-venv")
        python = choose_python("import ensurepip, venv")
    if python:
        print(f"Making .venv with {python} ...", flush=True)
        failed = run([python, "-m", "venv", "--clear", str(VENV)])
    elif shutil.which("uv"):
        failed = run(["uv", "venv", "-q", "--clear", "--python", str(choose_python()), str(VENV)])
    else:
        raise SetupError(NO_VENV)
    if failed:
        raise SetupError("The virtual environment could not be made; see the lines above.")


def install(profile: str) -> None:
    """Install the kit, editable, with its pinned packages: by uv where it is to be had, or pip."""
    what = ["-c", "constraints.txt", "-e", f".[{EXTRAS[profile]}]"]
    uv = find_uv()
    if uv and run([uv, "pip", "install", "-q", "--python", str(PYTHON), *what]) == 0:
        return
    if run([str(PYTHON), "-m", "pip", "install", "-q", *what]):
        raise SetupError("The packages could not be installed; see the lines above.")


def find_uv() -> str | None:
    """Return uv, which installs several times faster than pip, or None."""
    found = shutil.which("uv")
    if found:
        return found
    here = BIN / ("uv.exe" if os.name == "nt" else "uv")
    if not here.exists():
        run([str(PYTHON), "-m", "pip", "install", "-q", "uv"], quiet=True)
    return str(here) if here.exists() else None


def clean() -> int:
    """Remove what was made here: the environment, caches, builds and screenshots."""
    caches = (".pytest_cache", ".mypy_cache", ".ruff_cache", ".hypothesis")
    for name in (".venv", "build", "dist", "screenshots", *caches):
        shutil.rmtree(str(ROOT / name), ignore_errors=True)
    for top in ("tabletop_kit", "tests", "tools", "benchmarks"):
        for path in list((ROOT / top).rglob("__pycache__")):
            shutil.rmtree(str(path), ignore_errors=True)
    return 0


# ---- testing ----------------------------------------------------------------------------------


def test(only: list[str]) -> int:
    """Run every step, go on after a failure, and end with a summary."""
    unknown = set(only) - set(STEPS)
    if unknown:
        raise SetupError("No such step: {}. Steps: {}".format(", ".join(unknown), ", ".join(STEPS)))
    results = []
    with tempfile.TemporaryDirectory(prefix="tabletop-kit-") as home:
        for name in only or STEPS:
            print(f"\n== {name} ==", flush=True)
            started = time.time()
            outcome = one_step(name, home)
            results.append((name, outcome, time.time() - started))
    return summary(results)


def one_step(name: str, home: str) -> str:
    """Run one step; return "passed", "FAILED", or why it was left out."""
    if name == "notebooks" and not notebooks():
        return "left out: there are none"
    if name == "browser" and not chrome.chrome_or_install():
        return f"left out: no Chrome or Chromium here (set {chrome.VARIABLE})"
    code = run(command_of(name), TABLETOP_KIT_HOME=home, TABLETOP_KIT_TEST="1")
    if code == NO_TESTS and name == "browser":
        return "left out: there are none"
    return "FAILED" if code else "passed"


def notebooks() -> list[str]:
    """Return the notebooks of this checkout."""
    return [str(path.relative_to(ROOT)) for path in sorted(ROOT.glob("notebooks/*.ipynb"))]


def command_of(name: str) -> list[str]:
    """Return the command of a step."""
    python = str(PYTHON)
    pytest = [python, "-m", "pytest", "-q"]
    commands = {
        "lint": [python, "-m", "ruff", "check", "."],
        "format": [python, "-m", "ruff", "format", "--check", "."],
        "types": [python, "-m", "mypy"],
        "unit": [*pytest, "-n", "2", "-m", "not browser and not binder"],
        "notebooks": [
            *pytest,
            "--nbval-lax",
            "--nbval-current-env",
            "--nbval-cell-timeout=60",
            *notebooks(),
        ],
        "browser": [*pytest, "-n", "2", "--dist", "loadfile", "--timeout=300", "tests/browser"],
        "binder": [*pytest, "-m", "binder", "--timeout=600", "tests/server"],
    }
    return commands[name]


def summary(results: list[tuple[str, str, float]]) -> int:
    """Print what ran and what was left out; return the exit code."""
    print("\n== summary ==")
    for name, outcome, seconds in results:
        print(f"{name:10} {seconds:6.1f} s  {outcome}")
    left_out = [name for name, outcome, _ in results if outcome.startswith("left out")]
    failed = [name for name, outcome, _ in results if outcome == "FAILED"]
    if left_out and chrome.in_ci():
        print("In CI, leaving tests out is a failure: " + ", ".join(left_out))
        return 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
