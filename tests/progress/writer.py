"""Run as a process of its own by the tests of the file: it writes until it is done, or killed."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from tabletop_kit.progress import FileStore
from tests.progress.support import a_save


def write_on(store: FileStore, life: int) -> None:
    """Write without end, and say how far each write that was kept has come."""
    count = 0
    while True:
        count += 1
        store.keep_match("tempus", "table", a_save(moves=1, life=life))
        store.put(f"life/{life}", {"count": count, "padding": "x" * (count % 7 * 3_000)})
        print(count, flush=True)


def count(store: FileStore, most: int) -> None:
    """Count one number up together with other processes."""
    for number in range(most):
        store.update("course/tempus", lambda value: {"count": value["count"] + 1}, {"count": 0})
        store.put(f"each/p{os.getpid()}", number)
    print("done", flush=True)


def import_and_hang(store: FileStore) -> None:
    """Stop within the transaction, all changes in the log on the disk, none committed."""
    store._database.execute("PRAGMA cache_size = 2")
    with store._writing() as database:
        database.execute("DELETE FROM finished")
        database.execute("UPDATE record SET value = '{}', crc = 0")
        for number in range(200):
            store.put(f"course/n{number}", "x" * 5_000)
        print("written, not committed", flush=True)
        time.sleep(60)


def main() -> None:
    path, what, *more = sys.argv[1:]
    store = FileStore(Path(path))
    if what == "write-on":
        write_on(store, int(more[0]))
    elif what == "count":
        count(store, int(more[0]))
    else:
        import_and_hang(store)


if __name__ == "__main__":
    main()
