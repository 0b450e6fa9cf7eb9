"""Every setting of the kit's servers, in one place.

`tabletop-kit play` and `tabletop-kit lab` hand these settings to the server they start. A host that
runs its own Jupyter server (Binder does) installs them into its environment once:

    python -m tabletop_kit.server.settings
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from tabletop_kit.progress.opening import is_public

Settings = dict[str, dict[str, object]]
"""Settings as Jupyter reads them from JSON: class name, then setting, then value."""

SHARE = Path(__file__).parent / "share"
"""Data files that a Jupyter server looks for, in the layout of `share/jupyter`."""

CONNECTION = "tabletop_kit.server.nodelay.NoDelayConnection"
TEMPLATE = "tabletop"
FRONT_END_PARTS = (
    "@voila-dashboards/widgets-manager8",  # connects the page to the kernel
    "@jupyter-widgets/jupyterlab-manager",  # the stock widgets themselves
    "anywidget",  # the board
)
IDLE_SECONDS = 900
CHECK_SECONDS = 60


def kernels(*, public: bool) -> dict[str, object]:
    """Stop kernels that nobody uses.

    A closed page asks the server to stop its kernel; one that is killed cannot ask, so an idle
    kernel without a page is stopped too. On somebody's own machine an open page keeps its kernel,
    however long the player thinks. On a public host memory is shared by strangers: there an open
    page that was left alone loses its kernel as well, says so, and resumes from its last move.
    """
    return {
        "cull_idle_timeout": IDLE_SECONDS,
        "cull_interval": CHECK_SECONDS,
        "cull_connected": public,
        "cull_busy": False,
    }


def connection() -> dict[str, object]:
    """Room for bursts: the stock limits drop messages without a word in the page."""
    return {"iopub_msg_rate_limit": 10_000, "iopub_data_rate_limit": 10_000_000}


def app_page() -> dict[str, object]:
    """How a notebook is shown as an app.

    Only the front-end parts that widgets need are loaded: others are built for a newer JupyterLab
    and may break the page. A visitor may choose light or dark, but not the template. No kernel is
    started ahead: it would not see the address, which carries a shared position.
    """
    return {
        "template": TEMPLATE,
        "allow_template_override": "NO",
        "allow_theme_override": "YES",
        "extension_allowlist": list(FRONT_END_PARTS),
        "preheat_kernel": False,
        "show_tracebacks": False,
        "strip_sources": True,
    }


def app_settings(*, public: bool | None = None, language: str | None = None) -> Settings:
    """Return the settings of the stand-alone app server.

    >>> app_settings(public=True)["MappingKernelManager"]["cull_connected"]
    True
    """
    shared = is_public() if public is None else public
    return {
        "Voila": {"kernel_websocket_connection_class": CONNECTION},
        "VoilaConfiguration": app_page(),
        "MappingKernelManager": kernels(public=shared),
        "ZMQChannelsWebsocketConnection": connection(),
        "HTMLExporter": {"language_code": language or "en"},
    }


def lab_settings() -> Settings:
    """Return the settings of JupyterLab on somebody's own machine.

    Kernels are left alone there: a notebook may compute for hours while its page is closed. Nothing
    is fetched from elsewhere: no news, no look for updates.
    """
    return {
        "LabApp": {
            "news_url": None,
            "check_for_updates_class": "jupyterlab.handlers.announcements.NeverCheckForUpdate",
        },
        "ServerApp": {"kernel_websocket_connection_class": CONNECTION},
        "VoilaConfiguration": app_page(),
        "ZMQChannelsWebsocketConnection": connection(),
    }


def lab_preferences() -> Settings:
    """Return what JupyterLab's own preferences start with: it does not ask to fetch news."""
    return {"@jupyterlab/apputils-extension:notification": {"fetchNews": "false"}}


def host_settings() -> Settings:
    """Return the settings of a hosted Jupyter server that shows both: JupyterLab and the app.

    Each visitor of Binder has a machine of their own, so open pages keep their kernels; Binder
    itself stops a machine that nobody looks at.
    """
    shared = lab_settings() | {"MappingKernelManager": kernels(public=False)}
    del shared["LabApp"]  # the host's own choice
    return shared


def write(settings: Settings, path: Path) -> None:
    """Write settings to a JSON file that Jupyter reads; others already in it are kept."""
    path.parent.mkdir(parents=True, exist_ok=True)
    there: Settings = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    both = there | {name: there.get(name, {}) | values for name, values in settings.items()}
    path.write_text(json.dumps(both, indent=2) + "\n", encoding="utf-8")


def install(prefix: Path) -> list[Path]:
    """Put the host's settings and the page template into an environment; return their paths.

    The first file is for a Jupyter server, the second for the app server, alone or within that one.
    """
    config = prefix / "etc" / "jupyter"
    written = [config / "jupyter_server_config.json", config / "voila.json"]
    write(host_settings(), written[0])
    write(app_settings(public=True), written[1])
    template = prefix / "share" / "jupyter" / "voila" / "templates" / TEMPLATE
    shutil.copytree(SHARE / "voila" / "templates" / TEMPLATE, template, dirs_exist_ok=True)
    return [*written, template]


def main(arguments: Sequence[str] | None = None) -> int:
    """Install the settings into an environment and say where they went."""
    parser = argparse.ArgumentParser(
        prog="python -m tabletop_kit.server.settings",
        description="Install the kit's server settings and page template into an environment.",
    )
    parser.add_argument(
        "--prefix", type=Path, default=Path(sys.prefix), help="the environment (default: this one)"
    )
    for path in install(parser.parse_args(arguments).prefix):
        print(path)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
