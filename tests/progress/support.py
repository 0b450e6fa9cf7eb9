"""What the tests of the stores share: saves, clocks, stores of every kind."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tabletop_kit as kit
from tabletop_kit.engine.save import save
from tabletop_kit.progress import BrowserStore, FileStore, MemoryStore
from tabletop_kit.progress.base import Store

KINDS = ("file", "memory", "browser")


def a_save(seed: int = 7, moves: int = 1, **extra: Any) -> dict[str, Any]:
    """The save of a match of Tempus with some moves played."""
    match = kit.new("tempus", seed=seed)
    for _ in range(moves):
        match.play(match.moves[0])
    match.names = ("Ada", "Bo")
    match.extra = extra
    return save(match)


def ticking(start: int = 0) -> Any:
    """A clock that goes on by a second each time it is asked."""

    def moments() -> Iterator[str]:
        for second in range(start, 100_000):
            yield (f"2026-07-01T{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}.000Z")

    return moments().__next__


def make(kind: str, folder: Path, start: int = 0) -> Store:
    """An empty store of a kind, in a folder where it needs one."""
    if kind == "file":
        return FileStore(folder / "progress.sqlite3", ticking(start))
    return (MemoryStore if kind == "memory" else BrowserStore)(ticking(start))
