"""A server starts, shows a notebook, and leaves no process behind."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletop_kit.server import launch, settings
from tests.server.support import family, fetch, free_port, survivors, write_notebook

PLAY = """
import sys
from tabletop_kit.server import launch
launch.notebooks_folder = lambda: __import__("pathlib").Path(sys.argv[1])
raise SystemExit(launch.play(port=int(sys.argv[2]), open_browser=False))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_notebook(tmp_path / "index.ipynb", "import os\nprint('seen', 6 * 7)", title="A <title>")
    return tmp_path


@pytest.fixture
def app(folder: Path) -> Iterator[launch.Server]:
    server = launch.start_app(folder=folder, port=free_port(), language="de")
    yield server
    server.stop()


@pytest.mark.slow
def test_app_shows_a_notebook_and_leaves_nothing(app: launch.Server) -> None:
    status, page = fetch(app.url)
    assert (status, "seen 42" in page) == (200, True)
    assert '<html lang="de">' in page
    assert "A &lt;title&gt;" in page
    assert "cdn.jsdelivr" not in page
    processes = family(app.process.pid)
    assert len(processes) >= 2, "the server and a kernel"
    work = app.work
    app.stop()
    assert not survivors(processes)
    assert not work.exists()


@pytest.mark.slow
def test_app_refuses_another_template_and_files(app: launch.Server) -> None:
    _, page = fetch(f"{app.url}?template=reveal")
    assert "reveal" not in page
    assert fetch(f"{app.base_url}voila/files/index.ipynb")[0] in (403, 404)
    status, tree = fetch(app.base_url)
    assert (status, "font-awesome" in tree) == (200, False)


@pytest.mark.slow
def test_play_ends_on_request(folder: Path) -> None:
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-c", PLAY, str(folder), str(port)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout
    assert process.stdout.readline() == "Starting ...\n"
    address = process.stdout.readline().split()[-1]
    assert address == f"http://127.0.0.1:{port}/voila/render/index.ipynb"
    assert fetch(address)[0] == 200
    processes = family(process.pid)[1:]
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=30)
    assert process.returncode == 0, rest
    assert "Traceback" not in rest
    assert not survivors(processes)


@pytest.mark.slow
def test_play_says_when_the_server_dies(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    server = launch.start_app(folder=folder, port=free_port())
    os.kill(server.process.pid, signal.SIGKILL)
    server.process.wait()
    assert launch._run(lambda: server, open_browser=False) == 1
    assert "ended by itself" in capsys.readouterr().err
    assert not server.work.exists()


@pytest.mark.slow
def test_idle_kernel_without_a_page_is_stopped(folder: Path) -> None:
    extra: settings.Settings = {
        "MappingKernelManager": {"cull_idle_timeout": 5, "cull_interval": 1}
    }
    server = launch.start_app(folder=folder, port=free_port(), extra_settings=extra)
    try:
        assert fetch(server.url)[0] == 200
        processes = family(server.process.pid)[1:]
        assert processes
        assert not survivors(processes, seconds=30)
    finally:
        server.stop()


@pytest.mark.slow
def test_lab_starts_and_leaves_nothing(folder: Path) -> None:
    server = launch.start_lab(folder=folder, port=free_port())
    try:
        assert fetch(server.url)[0] == 200
        assert fetch(f"{server.base_url}api/kernels")[0] == 403, "a stranger needs the token"
        processes = family(server.process.pid)
    finally:
        server.stop()
    assert not survivors(processes)


def test_missing_notebook_is_one_sentence(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(launch, "notebooks_folder", lambda: folder)
    for name in ("nothing.ipynb", "../index.ipynb", ".."):
        assert launch.play(name, open_browser=False) == 1
        assert capsys.readouterr().err == (
            f"There is no notebook named {name} here. The notebooks are: index.ipynb\n"
        )


def test_missing_extra_is_named(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(launch.importlib.util, "find_spec", lambda name: None)
    assert launch.play(open_browser=False) == 1
    assert 'pip install "tabletop-kit[app]"' in capsys.readouterr().err


def test_wanted_port_in_use() -> None:
    with socket.socket() as taken:
        taken.bind((launch.HOST, 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(launch.LaunchError, match=f"Port {port} is in use"):
            launch.choose_port(port, launch.FIRST_PORT)
        assert launch.choose_port(None, port) > port


def test_port_out_of_range() -> None:
    with pytest.raises(launch.LaunchError, match="Port 99999"):
        launch.choose_port(99999, launch.FIRST_PORT)


def test_server_that_never_answers_is_given_up(tmp_path: Path) -> None:
    sleeper = [sys.executable, "-c", "import time; time.sleep(60)"]
    process = subprocess.Popen(sleeper, start_new_session=True)
    port = free_port()
    server = launch.Server("", f"http://127.0.0.1:{port}/", process, tmp_path / "work")
    started = time.monotonic()
    with pytest.raises(launch.LaunchError, match="did not answer"):
        server.wait(seconds=0.3)
    server.stop()
    assert time.monotonic() - started < 10
    assert not server.alive


def test_jupyterlab_works_on_copies_that_follow_their_originals_until_they_are_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packaged = write_notebook(tmp_path / "_notebooks" / "index.ipynb", "1").parent
    monkeypatch.setattr(launch, "notebooks_folder", lambda: packaged)
    monkeypatch.setenv("TABLETOP_KIT_HOME", str(tmp_path / "home"))
    copied = launch.writable_notebooks() / "index.ipynb"
    original = packaged / "index.ipynb"
    original.write_text(original.read_text() + " ")
    launch.writable_notebooks()
    assert copied.read_text() == original.read_text()
    copied.write_text("changed by hand")
    assert launch.writable_notebooks() == copied.parent == tmp_path / "home" / "notebooks"
    assert copied.read_text() == "changed by hand"
