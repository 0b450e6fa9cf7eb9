"""The settings reach the servers under the names that the servers know."""

from __future__ import annotations

import importlib
import json
from pathlib import Path

import pytest

from tabletop_kit.server import settings

SOURCES = {
    "Voila": "voila.app:Voila",
    "VoilaConfiguration": "voila.configuration:VoilaConfiguration",
    "LabApp": "jupyterlab.labapp:LabApp",
    "ServerApp": "jupyter_server.serverapp:ServerApp",
    "MappingKernelManager": "jupyter_server.services.kernels.kernelmanager:MappingKernelManager",
    "ZMQChannelsWebsocketConnection": (
        "jupyter_server.services.kernels.connection.channels:ZMQChannelsWebsocketConnection"
    ),
    "HTMLExporter": "nbconvert.exporters.html:HTMLExporter",
}


@pytest.mark.parametrize(
    "chosen",
    [
        settings.app_settings(public=False),
        settings.app_settings(public=True, language="de"),
        settings.lab_settings(),
        settings.host_settings(),
    ],
    ids=["app", "public app", "lab", "host"],
)
def test_every_setting_exists(chosen: settings.Settings) -> None:
    for name, values in chosen.items():
        module, _, attribute = SOURCES[name].partition(":")
        known = getattr(importlib.import_module(module), attribute).class_traits(config=True)
        assert set(values) <= set(known), name


def test_connection_class_can_be_imported() -> None:
    module, _, name = settings.CONNECTION.rpartition(".")
    assert getattr(importlib.import_module(module), name)


def test_idle_kernels_are_stopped_and_open_pages_kept_at_home() -> None:
    home = settings.app_settings(public=False)["MappingKernelManager"]
    public = settings.app_settings(public=True)["MappingKernelManager"]
    assert home["cull_idle_timeout"] == public["cull_idle_timeout"] == 900
    assert (home["cull_connected"], public["cull_connected"]) == (False, True)


def test_own_notebooks_in_the_lab_are_never_stopped() -> None:
    assert "MappingKernelManager" not in settings.lab_settings()


def test_public_hosts_are_known_by_their_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETOP_KIT_PUBLIC", "1")
    assert settings.app_settings() == settings.app_settings(public=True)
    monkeypatch.setenv("TABLETOP_KIT_PUBLIC", "0")
    assert settings.app_settings() == settings.app_settings(public=False)


def test_install(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there = tmp_path / "etc" / "jupyter" / "jupyter_server_config.json"
    settings.write({"ServerApp": {"tornado_settings": {}}, "Other": {"kept": True}}, there)
    assert settings.main(["--prefix", str(tmp_path)]) == 0
    server, app, template = map(Path, capsys.readouterr().out.split())
    written = json.loads(server.read_text())
    assert written.pop("Other") == {"kept": True}
    assert written["ServerApp"].pop("tornado_settings") == {}
    assert written == settings.host_settings()
    assert json.loads(app.read_text()) == settings.app_settings(public=True)
    assert (template / "index.html.j2").is_file()


def test_pages_ask_no_other_server() -> None:
    pages = [path for path in settings.SHARE.rglob("*") if path.suffix in (".html", ".j2")]
    assert pages
    assert not [path for path in pages if "//" in path.read_text().replace("// ", "")]
