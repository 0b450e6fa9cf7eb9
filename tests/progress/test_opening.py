"""Which store is opened where."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tabletop_kit.engine.problem import Problem
from tabletop_kit.progress import BrowserStore, FileStore, MemoryStore, open_store
from tabletop_kit.progress.opening import home, is_public


def test_at_home_it_is_a_file(tmp_path: Path) -> None:
    store = open_store({"TABLETOP_KIT_HOME": str(tmp_path / "new")})
    assert isinstance(store, FileStore)
    assert store.place == str(tmp_path / "new" / "progress.sqlite3")
    store.close()
    assert (tmp_path / "new").stat().st_mode & 0o077 == 0


def test_without_a_word_it_lies_where_the_system_wants_it() -> None:
    assert "tabletop_kit" in home({}).parts
    assert home({}).is_absolute()


@pytest.mark.parametrize(
    "name",
    ["BINDER_SERVICE_HOST", "BINDER_LAUNCH_HOST", "BINDER_REQUEST", "JUPYTERHUB_API_TOKEN"],
)
def test_on_a_public_host_it_is_the_browser(name: str, tmp_path: Path) -> None:
    environment = {name: "anything", "TABLETOP_KIT_HOME": str(tmp_path / "never")}
    assert is_public(environment)
    assert isinstance(open_store(environment), BrowserStore)
    assert not (tmp_path / "never").exists()


def test_a_host_can_say_so_itself(tmp_path: Path) -> None:
    assert isinstance(open_store({"TABLETOP_KIT_PUBLIC": "1"}), BrowserStore)
    told = {"TABLETOP_KIT_PUBLIC": "0", "JUPYTERHUB_API_TOKEN": "x"}
    assert not is_public(told)
    told = {"TABLETOP_KIT_STORE": "file", "BINDER_REQUEST": "x", "TABLETOP_KIT_HOME": str(tmp_path)}
    store = open_store(told)
    assert isinstance(store, FileStore)
    store.close()
    assert type(open_store({"TABLETOP_KIT_STORE": "memory"})) is MemoryStore
    assert isinstance(open_store({"TABLETOP_KIT_STORE": "browser"}), BrowserStore)


def test_an_unknown_kind_of_store_is_told() -> None:
    with pytest.raises(Problem, match=r"cloud.*file, browser or memory"):
        open_store({"TABLETOP_KIT_STORE": "cloud"})


def test_a_file_that_cannot_be_used_does_not_end_the_game(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file where the folder should be")
    store = open_store({"TABLETOP_KIT_HOME": str(tmp_path / "taken")})
    assert type(store) is MemoryStore
    [notice] = store.notices
    assert notice.key == "store-closed" and "lasts only as long" in str(notice)
    store.put("settings", 1)
    assert store.get("settings") == 1


def test_opening_a_store_loads_no_widget() -> None:
    asked = (
        "import sys; from tabletop_kit.progress import open_store; open_store();"
        "print([name for name in ('ipywidgets', 'numpy', 'pandas') if name in sys.modules])"
    )
    environment = {**os.environ, "TABLETOP_KIT_STORE": "memory"}
    done = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, env=environment, check=True
    )
    assert done.stdout.strip() == "[]"
