"""Progress: running and finished matches, courses, collections, settings, kept in one store."""

from tabletop_kit.progress.base import Finished, Store
from tabletop_kit.progress.browser import BrowserStore
from tabletop_kit.progress.memory import MemoryStore
from tabletop_kit.progress.opening import open_store
from tabletop_kit.progress.store import FileStore

__all__ = ["BrowserStore", "FileStore", "Finished", "MemoryStore", "Store", "open_store"]
