"""What a visitor's own browser keeps: handed over with the pictures of a page's board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from tabletop_kit.engine.text import LANGUAGES
from tabletop_kit.progress import BrowserStore, Store
from tabletop_kit.table.preferences import Preferences
from tabletop_kit.table.windows import WHEN

STORE_NAME = "tabletop-kit"
"""The name under which all boards of the kit keep things in a visitor's own browser."""


class Keeping:
    """Stands between a store and a board; does nothing where the store has a place of its own."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.awaited = isinstance(store, BrowserStore) and not store.adopted
        """Whether a browser has yet to say what it kept; until then nothing is played over it."""
        self._waiting: dict[str, dict[str, str]] = {}
        if isinstance(store, BrowserStore):
            store.on_change(self._changed)

    def _changed(self, key: str, value: str | None) -> None:
        self._waiting[key] = {"key": key} if value is None else {"key": key, "value": value}

    def adopt(self, intent: Mapping[str, Any]) -> bool:
        """Take in what the browser of a page that is ready has kept; tells whether it was asked."""
        self.awaited = False
        if not isinstance(self.store, BrowserStore):
            return False
        self.store.adopt(intent["kept"])
        return True

    def picture(self) -> dict[str, Any]:
        """What the next picture asks the browser to keep."""
        if not self._waiting:
            return {}
        keeps, self._waiting = list(self._waiting.values()), {}
        return {"keep": keeps}


def kept_preferences(store: Store) -> Preferences:
    """The preferences kept in a store; what is missing or odd takes its default."""
    kept = store.get("settings", {})
    default = Preferences()
    good: dict[str, Any] = {}
    for field in fields(Preferences):
        value = kept.get(field.name) if isinstance(kept, dict) else None
        if type(value) is type(getattr(default, field.name)):
            good[field.name] = value
    if good.get("language") not in LANGUAGES:
        good.pop("language", None)
    if good.get("windows") not in WHEN:
        good.pop("windows", None)
    return Preferences(**good)
