"""The Binder set-up is sound, small enough, and shows the app through a hosted server."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.support import family, fetch, free_port, survivors

ROOT = Path(__file__).resolve().parents[2]
BINDER = ROOT / "binder"
LIMIT_MB = 400
TEST_TOOLS = {"pytest", "nbval", "playwright", "hypothesis", "mypy", "ruff"}


def pins(path: Path) -> dict[str, str]:
    """Return the exact versions in a requirements file; anything else in it is a fault."""
    lines = [line.split("#")[0].split(";")[0].strip() for line in path.read_text().splitlines()]
    return dict(line.split("==") for line in lines if line)


def test_versions_are_those_of_the_tests() -> None:
    tested = pins(ROOT / "constraints.txt")
    for name, version in pins(BINDER / "requirements.txt").items():
        assert tested[name] == version, name


def test_what_the_kit_needs_is_there_and_no_test_tools() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = [*project["dependencies"], *project["optional-dependencies"]["data"]]
    needed += ["ipykernel", "voila"]
    names = {re.split(r"[<>=!~\[; ]", line)[0] for line in needed}
    assert set(pins(BINDER / "requirements.txt")) == names
    assert not names & TEST_TOOLS


def test_python_is_one_that_the_kit_runs_on() -> None:
    version = (BINDER / "runtime.txt").read_text().strip()
    assert re.fullmatch(r"python-3\.1[1-4]", version)


def test_last_step_is_a_sound_program() -> None:
    step = BINDER / "postBuild"
    assert os.access(step, os.X_OK)
    assert step.read_bytes().startswith(b"#!/bin/bash\n")
    assert subprocess.run(["bash", "-n", str(step)], check=False).returncode == 0


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment made the way the host makes it, from a copy of the repository."""
    place = tmp_path_factory.mktemp("binder")
    copy = place / "repository"
    left_out = shutil.ignore_patterns(".venv", ".git", ".*cache", "__pycache__", "screenshots")
    shutil.copytree(ROOT, copy, ignore=left_out, symlinks=True)
    prefix = place / "environment"
    subprocess.run([sys.executable, "-m", "venv", str(prefix)], check=True)
    search = {**os.environ, "PATH": f"{prefix / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    search.pop("PYTHONDONTWRITEBYTECODE", None)
    requirements = ["-r", "binder/requirements.txt"]
    uv = shutil.which("uv") or shutil.which("uv", path=str(Path(sys.executable).parent))
    install = ["pip", "install", "-q"]
    if uv:
        install = [uv, "pip", "install", "-q", "--compile-bytecode", "--python", str(prefix)]
    subprocess.run([*install, *requirements], cwd=copy, env=search, check=True)
    subprocess.run(["binder/postBuild"], cwd=copy, env=search, check=True)
    return place


@pytest.mark.binder
def test_size(environment: Path) -> None:
    files = (path for path in (environment / "environment").rglob("*") if not path.is_symlink())
    size = sum(path.stat().st_blocks * 512 for path in files) / 1e6
    print(f"Binder set-up: {size:.0f} MB")
    assert size <= LIMIT_MB


@pytest.fixture
def host(environment: Path) -> Iterator[str]:
    """A hosted Jupyter server at the top of the repository, below a prefix as on Binder."""
    port = free_port()
    python = environment / "environment" / "bin" / "python"
    options = [f"--port={port}", "--ServerApp.base_url=/user/somebody/", "--no-browser"]
    options += ["--IdentityProvider.token=", "--allow-root", "--ServerApp.port_retries=0"]
    clean = {name: value for name, value in os.environ.items() if "JUPYTER" not in name}
    process = subprocess.Popen(
        [str(python), "-m", "jupyter_server", *options],
        cwd=environment / "repository",
        env={**clean, "TABLETOP_KIT_HOME": str(environment / "home")},
        start_new_session=True,
    )
    try:
        yield wait_for(f"http://127.0.0.1:{port}/user/somebody/", process)
    finally:
        everything = family(process.pid)
        process.terminate()
        process.wait(30)
        assert not survivors(everything)


def wait_for(url: str, process: subprocess.Popen[bytes]) -> str:
    """Return the address once it answers."""
    for _ in range(300):
        assert process.poll() is None
        try:
            fetch(f"{url}api", seconds=5)
        except OSError:
            subprocess.run(["sleep", "0.2"], check=True)
        else:
            return url
    raise AssertionError("the hosted server did not answer")


@pytest.mark.binder
def test_hosted_server_shows_every_notebook_as_an_app(host: str) -> None:
    names = sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb"))
    if not names:
        pytest.skip("no notebooks yet")
    for name in names:
        status, page = fetch(f"{host}voila/render/notebooks/{name}?template=reveal")
        assert status == 200, name
        assert 'setAttribute("role", "main")' in page, "the kit's own page"
        assert "jp-RenderedError" not in page and "Traceback" not in page
        assert 'path=" + "/user/somebody/"' in page
