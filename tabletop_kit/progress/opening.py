"""Which store, and where: chosen from the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from tabletop_kit.engine.problem import Problem, shortened
from tabletop_kit.progress.base import Store
from tabletop_kit.progress.browser import BrowserStore
from tabletop_kit.progress.memory import MemoryStore
from tabletop_kit.progress.store import FileStore

FILE = "progress.sqlite3"
PUBLIC = (
    *("BINDER_SERVICE_HOST", "BINDER_LAUNCH_HOST", "BINDER_REQUEST", "BINDER_REPO_URL"),
    *("JUPYTERHUB_API_TOKEN", "JUPYTERHUB_SERVICE_PREFIX"),
)
"""Variables that only a host which serves strangers sets."""


def is_public(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether this server is shared by strangers, or forgets its disk: Binder, a hub, or told so.

    ``TABLETOP_KIT_PUBLIC`` says so outright: 1 for yes, 0 for no.

    >>> is_public({"BINDER_LAUNCH_HOST": "https://mybinder.org/"}), is_public({})
    (True, False)
    """
    told = environment.get("TABLETOP_KIT_PUBLIC", "")
    if told:
        return told != "0"
    return any(environment.get(name) for name in PUBLIC)


def home(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder of the progress file: ``TABLETOP_KIT_HOME``, else where the system wants it."""
    named = environment.get("TABLETOP_KIT_HOME")
    if named:
        return Path(named).expanduser()
    from platformdirs import user_data_path

    return user_data_path("tabletop_kit", appauthor=False)


def open_store(environment: Mapping[str, str] = os.environ) -> Store:
    """The store for this place. Never raises on account of the file.

    ``TABLETOP_KIT_STORE`` says ``file``, ``browser`` or ``memory``; left out, a public host keeps
    things in the visitor's browser, any other in the file. Where the file cannot be used, a store
    in memory says so in its notices. Raises :class:`Problem` on any other kind of store.
    """
    kind = environment.get("TABLETOP_KIT_STORE") or (
        "browser" if is_public(environment) else "file"
    )
    if kind == "browser":
        return BrowserStore()
    if kind == "memory":
        return MemoryStore()
    if kind != "file":
        raise Problem("store-kind", kind=shortened(kind))
    try:
        return FileStore(home(environment) / FILE)
    except Problem as problem:
        return MemoryStore(notices=[problem])
