"""The file: crashes, damage, newer and foreign files, several processes at once."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tabletop_kit.engine.problem import Problem
from tabletop_kit.engine.save import load
from tabletop_kit.games import find_game
from tabletop_kit.progress import FileStore, database
from tabletop_kit.progress.database import APPLICATION, SCHEMA
from tests.progress.support import a_save

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "progress.sqlite3"


def child(path: Path, what: str, *more: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(HERE / "writer.py"), str(path), what, *more],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def filled(path: Path) -> None:
    store = FileStore(path)
    for seed in range(40):
        store.add_finished(a_save(seed), ("Ada", "Bo"), {"winners": [0]})
    store.keep_match("tempus", "table", a_save())
    store.put("settings", {"language": "de", "text": "x" * 20_000})
    store.close()


def test_another_process_finds_everything(path: Path) -> None:
    filled(path)
    store = FileStore(path)
    assert len(store.finished()) == 40
    assert store.kept_match("tempus", "table") == a_save()
    assert store.place == str(path)
    assert [file.name for file in path.parent.iterdir()] == ["progress.sqlite3"] or {
        file.name for file in path.parent.iterdir()
    } == {"progress.sqlite3", "progress.sqlite3-wal", "progress.sqlite3-shm"}
    store.close()


def test_one_file_is_all_that_remains(path: Path) -> None:
    filled(path)
    assert [file.name for file in path.parent.iterdir()] == ["progress.sqlite3"]


def test_killed_in_the_middle_of_writing_nothing_said_to_be_kept_is_lost(path: Path) -> None:
    chance = random.Random(1)
    for life in range(12):
        process = child(path, "write-on", str(life))
        assert process.stdout
        said = process.stdout.readline()  # it is at work
        time.sleep(chance.uniform(0, 0.12))
        process.send_signal(signal.SIGKILL)
        rest = process.stdout.read()
        process.wait()
        lines = (said + rest).split("\n")[:-1]  # a last line without its end was cut off
        promised = int(lines[-1])
        store = FileStore(path)
        assert list(store.notices) == []
        kept = store.get(f"life/{life}")
        assert promised <= kept["count"] <= promised + 1
        assert len(kept["padding"]) == kept["count"] % 7 * 3_000
        match = store.kept_match("tempus", "table")
        assert match is not None
        assert load(match, find_game).extra["life"] in (life, life - 1)
        assert promised >= 1
        store.close()


def test_a_transaction_that_was_cut_off_leaves_no_half(path: Path) -> None:
    """The import of a file is one transaction: a kill within it leaves the former contents."""
    filled(path)
    process = child(path, "import-and-hang")
    assert process.stdout
    assert process.stdout.readline() == "written, not committed\n"
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    assert Path(f"{path}-wal").stat().st_size > 500_000
    store = FileStore(path)
    assert (len(store.finished()), store.get("settings")["language"]) == (40, "de")
    store.close()


def test_two_processes_at_once_lose_no_update(path: Path) -> None:
    processes = [child(path, "count", "150") for _ in range(3)]
    for process in processes:
        assert process.communicate()[0].split() == ["done"]
        assert process.returncode == 0
    store = FileStore(path)
    assert store.get("course/tempus") == {"count": 450}
    assert len(store.names("each")) == 3
    store.close()


def test_threads_share_a_store(path: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor

    store = FileStore(path)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: store.update("settings", lambda n: n + 1, 0), range(200)))
    assert store.get("settings") == 200
    store.close()


def test_a_file_that_is_locked_too_long_is_told(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tabletop_kit.progress.database.BUSY_SECONDS", 0.05)
    store = FileStore(path)
    store.put("settings", 1)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Problem, match=r"could not be kept .*locked.*what was kept before is safe"):
        store.put("settings", 2)
    other.execute("ROLLBACK")
    other.close()
    store.put("settings", 3)
    assert store.get("settings") == 3
    store.close()


def test_a_full_disk_is_told_and_nothing_is_half_kept(path: Path) -> None:
    store = FileStore(path)
    store.put("settings", "small")
    store._database.execute("PRAGMA max_page_count = 12")
    with pytest.raises(Problem, match="full"):
        for number in range(50):
            store.put(f"course/n{number}", "x" * 3_000)
    assert store.get("settings") == "small"
    store._database.execute("PRAGMA max_page_count = 100000")
    store.put("settings", "more")
    store.close()


# -- damage ---------------------------------------------------------------------------------------

JUNK = {
    "text": b"this is no database, and longer than a header is" * 50,
    "zeros": bytes(8192),
    "short": b"SQLite format 3\x00" + b"\xff" * 20,
    "one byte": b"x",
}


@pytest.mark.parametrize("junk", JUNK.values(), ids=JUNK.keys())
def test_a_damaged_file_is_put_aside_and_told(path: Path, junk: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(junk)
    store = FileStore(path)
    [notice] = store.notices
    [aside] = path.parent.glob("progress.damaged-*.sqlite3")
    assert aside.read_bytes() == junk
    assert aside.name in str(notice) and aside.name in notice.tell("de")
    store.put("settings", 1)
    store.close()
    again = FileStore(path)
    assert (list(again.notices), again.get("settings")) == ([], 1)
    again.close()


def test_an_empty_file_is_begun(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    store = FileStore(path)
    assert list(store.notices) == []
    store.close()


def test_a_file_without_its_tables_is_damaged(path: Path) -> None:
    filled(path)
    opened = sqlite3.connect(path)
    opened.execute("DROP TABLE record")
    opened.commit()
    opened.close()
    store = FileStore(path)
    assert [notice.key for notice in store.notices] == ["store-damaged"]
    assert store.finished() == []
    store.close()


def test_whatever_is_damaged_the_store_opens_and_says_so_or_has_all(
    path: Path, tmp_path: Path
) -> None:
    """Cut the file anywhere, or turn bytes over: never a traceback, never a wrong value."""
    filled(path)
    sound = path.read_bytes()
    chance = random.Random(5)
    told = 0
    for number in range(60):
        place = tmp_path / str(number) / "progress.sqlite3"
        place.parent.mkdir()
        raw = bytearray(sound)
        if number % 3 == 0:
            del raw[chance.randrange(1, len(raw)) :]
        else:
            for _ in range(number % 3 * 4):
                raw[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)
        place.write_bytes(raw)
        try:
            store = FileStore(place)
        except Problem as problem:  # the header says that it is foreign, or newer
            assert problem.key in ("store-foreign", "store-future")
            assert place.read_bytes() == raw
            told += 1
            continue
        found = store.finished()
        assert all(one.save == a_save(one.save["seed"]) for one in found)
        assert store.get("settings") in (None, {"language": "de", "text": "x" * 20_000})
        assert store.kept_match("tempus", "table") in (None, a_save())
        whole = len(found) == 40 and store.get("settings") and store.matches()
        assert whole or store.notices
        told += bool(store.notices)
        store.put("settings", number)
        assert store.get("settings") == number
        store.close()
        shutil.rmtree(place.parent)
    assert told > 30


def test_a_damaged_row_is_left_out_and_told_once(path: Path) -> None:
    filled(path)
    opened = sqlite3.connect(path)
    opened.execute("UPDATE record SET value = '{}'")
    opened.execute("UPDATE match SET save = x'ff00ff'")
    opened.commit()
    opened.close()
    store = FileStore(path)
    for _ in range(2):
        assert store.get("settings") is None
        assert store.kept_match("tempus", "table") is None
    assert len(store.export_all()) > 1_000
    assert [notice.key for notice in store.notices] == ["store-row", "store-row"]
    assert len(store.finished()) == 40
    store.put("settings", 2)
    assert store.get("settings") == 2
    store.close()


def test_many_processes_meet_a_damaged_file_and_one_puts_it_aside(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"junk" * 5_000)
    processes = [child(path, "count", "20") for _ in range(4)]
    for process in processes:
        assert process.communicate()[0].split() == ["done"]
    assert len(list(path.parent.glob("progress.damaged-*.sqlite3"))) == 1
    store = FileStore(path)
    assert store.get("course/tempus") == {"count": 80}
    store.close()


def test_only_one_at_a_time_puts_aside_and_the_next_looks_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes saw the same damage: the second must not put the first one's new file aside."""
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.05)
    path.parent.mkdir()
    path.write_bytes(b"junk" * 5_000)
    with database._alone(path.with_suffix(".lock")), pytest.raises(Problem, match="locked"):
        FileStore(path)
    assert path.read_bytes() == b"junk" * 5_000
    first = FileStore(path)
    first.put("settings", "new")
    second = database._begun_anew(path, notices := [])
    assert notices == []
    assert second.execute("SELECT value FROM record").fetchone() == ('"new"',)
    second.close()
    first.close()


# -- files that are left alone --------------------------------------------------------------------


def test_a_newer_file_is_left_alone(path: Path) -> None:
    filled(path)
    opened = sqlite3.connect(path)
    opened.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    opened.close()
    before = path.read_bytes()
    with pytest.raises(Problem, match=r"newer version.*Update the kit") as caught:
        FileStore(path)
    assert "neueren Fassung" in caught.value.tell("de")
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == ["progress.sqlite3"]


@pytest.mark.parametrize("application", [0, 42])
def test_a_database_of_something_else_is_left_alone(path: Path, application: int) -> None:
    assert application != APPLICATION
    path.parent.mkdir()
    opened = sqlite3.connect(path)
    opened.execute("CREATE TABLE cookies (name)")
    opened.execute(f"PRAGMA application_id = {application}")
    opened.commit()
    opened.close()
    before = path.read_bytes()
    with pytest.raises(Problem, match="not a progress file of this kit"):
        FileStore(path)
    assert path.read_bytes() == before


def test_a_folder_where_the_file_should_be(path: Path) -> None:
    path.mkdir(parents=True)
    with pytest.raises(Problem, match="Nothing can be kept in"):
        FileStore(path)


def test_a_file_where_the_folder_should_be(path: Path) -> None:
    path.parent.write_text("here I am")
    with pytest.raises(Problem, match="Nothing can be kept in"):
        FileStore(path)


def test_a_closed_store_says_so(path: Path) -> None:
    store = FileStore(path)
    store.close()
    with pytest.raises(Problem, match="closed"):
        store.put("settings", 1)
    with pytest.raises(Problem, match="closed"):
        store.get("settings")
