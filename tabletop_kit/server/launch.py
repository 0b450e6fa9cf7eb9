"""Start the web app or JupyterLab, say where it is, and end it cleanly.

The server runs as a child process in a session of its own, so that Ctrl-C reaches this process
alone, which then asks the server to stop and takes every kernel with it.
"""

from __future__ import annotations

import importlib.util
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.parse import quote

from tabletop_kit.progress.opening import home
from tabletop_kit.server import settings

HOST = "127.0.0.1"
FIRST_PORT = 8866
LAB_PORT = 8888
START_SECONDS = 90.0
STOP_SECONDS = 15.0
EXTRA = 'pip install "tabletop-kit[app]"'


class LaunchError(Exception):
    """The server cannot be started; the message is one sentence for the person who asked."""


@dataclass
class Server:
    """A running server: its address, its process, and the folder it was given to work in."""

    url: str
    base_url: str
    process: subprocess.Popen[bytes]
    work: Path

    @property
    def log(self) -> Path:
        """Where the server writes what it does; gone once it has stopped."""
        return self.work / "server.log"

    @property
    def alive(self) -> bool:
        """Whether the server is still running."""
        return self.process.poll() is None

    def wait(self, seconds: float = START_SECONDS) -> None:
        """Wait until the server answers; raise `LaunchError` where it ends or never does."""
        limit = time.monotonic() + seconds
        while not _answers(f"{self.base_url}api"):
            if not self.alive:
                raise LaunchError(f"The server ended while it was starting. {self.last_words()}")
            if time.monotonic() > limit:
                raise LaunchError(f"The server did not answer within {seconds:.0f} seconds.")
            time.sleep(0.1)

    def last_words(self, lines: int = 5) -> str:
        """Return the end of the server's log, for an error message."""
        try:
            text = self.log.read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""
        return "It said:\n" + "\n".join(text.strip().splitlines()[-lines:])

    def watch(self) -> None:
        """Wait as long as the server runs; raise `LaunchError` where it ends by itself."""
        while self.alive:
            time.sleep(0.2)
        raise LaunchError(f"The server ended by itself. {self.last_words()}")

    def stop(self) -> None:
        """Stop the server and its kernels, and remove its working folder."""
        if self.alive:
            self.process.terminate()
            try:
                self.process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self._kill()
        shutil.rmtree(self.work, ignore_errors=True)

    def _kill(self) -> None:
        if hasattr(os, "killpg"):
            os.killpg(self.process.pid, signal.SIGKILL)
        else:
            self.process.kill()
        self.process.wait()


def play(
    notebook: str = "index.ipynb",
    port: int | None = None,
    open_browser: bool = True,
    language: str | None = None,
) -> int:
    """Show a notebook as a web app until Ctrl-C; return the exit code."""
    return _run(lambda: start_app(notebook, port=port, language=language), open_browser)


def lab(
    notebook: str = "index.ipynb",
    port: int | None = None,
    open_browser: bool = True,
    language: str | None = None,
) -> int:
    """Open the notebooks in JupyterLab until Ctrl-C; return the exit code."""
    return _run(lambda: start_lab(notebook, port=port, language=language), open_browser)


def start_app(
    notebook: str = "index.ipynb",
    *,
    folder: Path | None = None,
    port: int | None = None,
    language: str | None = None,
    public: bool | None = None,
    extra_settings: settings.Settings | None = None,
) -> Server:
    """Start the web app on a folder of notebooks and return the running server."""
    _need("voila", "The web app needs Voila")
    root = _folder_with(notebook, folder or notebooks_folder())
    number = choose_port(port, FIRST_PORT)
    command = [sys.executable, "-m", "voila", str(root), "--no-browser", f"--port={number}"]
    command += [f"--Voila.ip={HOST}", "--Voila.port_retries=0"]
    base = f"http://{HOST}:{number}/"
    url = f"{base}voila/render/{quote(notebook)}"
    config = _merged(settings.app_settings(public=public, language=language), extra_settings or {})
    return _start(command, url, base, {"voila": config}, root, language)


def start_lab(
    notebook: str = "index.ipynb",
    *,
    folder: Path | None = None,
    port: int | None = None,
    language: str | None = None,
    extra_settings: settings.Settings | None = None,
) -> Server:
    """Start JupyterLab on a folder of notebooks and return the running server."""
    _need("jupyterlab", "This needs JupyterLab")
    root = _folder_with(notebook, folder or writable_notebooks())
    number = choose_port(port, LAB_PORT)
    token = secrets.token_urlsafe(16)
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", f"--port={number}"]
    command += [f"--ServerApp.ip={HOST}", "--ServerApp.port_retries=0"]
    command += [f"--ServerApp.root_dir={root}", *_as_root()]
    base = f"http://{HOST}:{number}/"
    url = f"{base}lab/tree/{quote(notebook)}?token={token}"
    config = _merged(settings.lab_settings(), extra_settings or {})
    configs = {
        "jupyter_server_config": config,
        "jupyter_lab_config": config,
        "labconfig/default_setting_overrides": settings.lab_preferences(),
    }
    return _start(command, url, base, configs, root, language, {"JUPYTER_TOKEN": token})


def notebooks_folder() -> Path:
    """Return the notebooks: those of the checkout, or those that came with the package."""
    package = Path(__file__).resolve().parents[1]
    checkout = package.parent
    if (checkout / "pyproject.toml").is_file() and (checkout / "notebooks").is_dir():
        return checkout / "notebooks"
    return package / "_notebooks"


def writable_notebooks() -> Path:
    """Return notebooks that can be edited, in the kit's own folder at home.

    The web app shows the originals, so that no experiment can break it. A copy that nobody has
    changed follows its original; a changed one is kept as it is.
    """
    source, target = notebooks_folder(), home() / "notebooks"
    (target / ".original").mkdir(parents=True, exist_ok=True)
    for path in source.glob("*.ipynb"):
        copy, original = target / path.name, target / ".original" / path.name
        untouched = original.exists() and copy.exists() and _same(copy, original)
        if untouched or not copy.exists():
            shutil.copyfile(path, copy)
            shutil.copyfile(path, original)
    return target


def _same(one: Path, other: Path) -> bool:
    return one.read_bytes() == other.read_bytes()


def choose_port(wanted: int | None, first: int) -> int:
    """Return the wanted port where it is free; without a wish, the first free one from `first`."""
    if wanted is not None:
        if _free(wanted):
            return wanted
        raise LaunchError(f"Port {wanted} is in use: choose another one, or leave the port out.")
    for port in range(first, first + 10):
        if _free(port):
            return port
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def _free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except (OSError, OverflowError):
            return False
    return True


def _need(module: str, sentence: str) -> None:
    if importlib.util.find_spec(module) is None:
        raise LaunchError(f"{sentence}, which is not installed. Install it with: {EXTRA}")


def _folder_with(notebook: str, folder: Path) -> Path:
    root = folder.resolve()
    path = (root / notebook).resolve()
    if not path.is_relative_to(root) or not path.is_file():
        there = ", ".join(sorted(item.name for item in root.glob("*.ipynb"))) or "none"
        raise LaunchError(f"There is no notebook named {notebook} here. The notebooks are: {there}")
    return root


def _as_root() -> list[str]:
    is_root = getattr(os, "geteuid", lambda: 1)() == 0
    return ["--allow-root"] if is_root else []


def _merged(base: settings.Settings, extra: settings.Settings) -> settings.Settings:
    return {name: base.get(name, {}) | extra.get(name, {}) for name in base | extra}


def _start(
    command: Sequence[str],
    url: str,
    base_url: str,
    configs: Mapping[str, settings.Settings],
    root: Path,
    language: str | None,
    extra_environment: Mapping[str, str] | None = None,
) -> Server:
    work = Path(tempfile.mkdtemp(prefix="tabletop-kit-"))
    for name, config in configs.items():
        settings.write(config, work / "config" / f"{name}.json")
    environment = _environment(work / "config", language) | dict(extra_environment or {})
    with (work / "server.log").open("wb") as log:
        process = subprocess.Popen(
            command,
            cwd=root,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    server = Server(url, base_url, process, work)
    try:
        server.wait()
    except BaseException:
        server.stop()
        raise
    return server


def _environment(config: Path, language: str | None) -> dict[str, str]:
    environment = dict(os.environ)
    for name, path in (("JUPYTER_CONFIG_PATH", config), ("JUPYTER_PATH", settings.SHARE)):
        environment[name] = os.pathsep.join(filter(None, [str(path), environment.get(name)]))
    if language:
        environment["TABLETOP_KIT_LANG"] = language
    return environment


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5):
            return True
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False


def _run(start: Callable[[], Server], open_browser: bool) -> int:
    server: Server | None = None
    code = 0
    try:
        with _signals(signal.default_int_handler):
            print("Starting ...", flush=True)
            server = start()
            print(f"tabletop_kit is at {server.url}\nPress Ctrl-C to end it.", flush=True)
            if open_browser:
                _open(server.url)
            server.watch()
    except KeyboardInterrupt:
        print("\nEnding ...", flush=True)
    except LaunchError as error:
        print(error, file=sys.stderr)
        code = 1
    finally:
        if server:
            with _signals(signal.SIG_IGN):
                server.stop()
    return code


@contextmanager
def _signals(
    handler: Callable[[int, FrameType | None], object] | signal.Handlers,
) -> Iterator[None]:
    """Let every polite request to end do what `handler` says, for a while."""
    previous: dict[int, Any] = {}
    if threading.current_thread() is threading.main_thread():
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            if hasattr(signal, name):
                number = getattr(signal, name)
                previous[number] = signal.signal(number, handler)
    try:
        yield
    finally:
        for number, former in previous.items():
            signal.signal(number, former)


def _open(url: str) -> None:
    # Without a screen, the standard library would start a text browser in this very terminal.
    screens = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    if sys.platform.startswith("linux") and not any(os.environ.get(name) for name in screens):
        return
    webbrowser.open(url)
