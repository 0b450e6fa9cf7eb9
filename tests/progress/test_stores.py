"""What every store does, the file's, the browser's and the one in memory."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tabletop_kit.engine.problem import Problem
from tabletop_kit.engine.save import load
from tabletop_kit.games import find_game
from tabletop_kit.progress.base import Store
from tests.progress.support import a_save


def test_every_kind_is_a_store(store: Store) -> None:
    assert isinstance(store, Store)
    assert list(store.notices) == []


def test_a_running_match_comes_back_and_can_be_played_on(store: Store) -> None:
    store.keep_match("tempus", "table", a_save(moves=1))
    store.keep_match("tempus", "table", a_save(moves=3))
    kept = store.kept_match("tempus", "table")
    assert kept == a_save(moves=3)
    assert load(kept, find_game).ply == 3


def test_each_table_has_a_match_of_its_own(store: Store) -> None:
    store.keep_match("tempus", "table", a_save(1))
    store.keep_match("tempus", "ladder", a_save(2))
    store.keep_match("tempus", "table", a_save(3))
    assert store.matches() == [("tempus", "table"), ("tempus", "ladder")]
    assert store.matches("tomes") == []
    store.drop_match("tempus", "table")
    store.drop_match("tempus", "table")
    assert store.kept_match("tempus", "table") is None
    assert store.kept_match("tempus", "ladder") == a_save(2)


def test_finished_matches_latest_first_and_each_once(store: Store) -> None:
    for seed in (1, 2, 3, 2):
        store.add_finished(a_save(seed), ("Ada", "Bo"), {"winners": [seed % 2], "rule": "TP-12"})
    assert [one.save["seed"] for one in store.finished()] == [3, 2, 1]
    assert [one.save["seed"] for one in store.finished("tempus", 2)] == [3, 2]
    assert store.finished("tomes") == []
    first = store.finished()[-1]
    assert (first.players, first.outcome["winners"], first.game) == (("Ada", "Bo"), [1], "tempus")
    again = store.add_finished(a_save(1), ("Somebody", "else"), None)
    assert again == first


def test_records(store: Store) -> None:
    assert store.get("settings") is None
    assert store.get("settings", {"language": "en"}) == {"language": "en"}
    store.put("settings", {"language": "de", "names": ["Ada", "Jürgen 🎲"]})
    store.put("course/tempus", {"step": 3})
    assert store.get("settings") == {"language": "de", "names": ["Ada", "Jürgen 🎲"]}
    assert store.names() == ["course/tempus", "settings"]
    assert store.names("course") == ["course/tempus"]
    store.put("settings", None)
    assert store.names() == ["course/tempus"]


def test_update_starts_from_the_default_and_returns_what_is_kept(store: Store) -> None:
    def counted(value: Any) -> Any:
        return {"count": value["count"] + 1}

    assert store.update("course/tempus", counted, {"count": 0}) == {"count": 1}
    assert store.update("course/tempus", counted, {"count": 0}) == {"count": 2}


def test_a_change_that_fails_changes_nothing_and_the_store_goes_on(store: Store) -> None:
    store.put("settings", {"language": "de"})

    def broken(value: Any) -> Any:
        value["language"] = "??"
        raise RuntimeError("no")

    with pytest.raises(RuntimeError):
        store.update("settings", broken)
    assert store.get("settings") == {"language": "de"}
    store.put("settings", {"language": "en"})
    assert store.get("settings") == {"language": "en"}


def test_what_is_kept_is_a_copy(store: Store) -> None:
    value = {"list": [1]}
    store.put("settings", value)
    value["list"].append(2)
    store.get("settings")["list"].append(3)
    assert store.get("settings") == {"list": [1]}


NOT_PLAIN: list[Any] = [
    {1, 2},
    {"x": math.nan},
    [math.inf],
    {1: "one"},
    "\ud800",
    {"deep": {(1, 2): 3}},
    b"bytes",
    object(),
    10**5000,
]


@pytest.mark.parametrize("value", NOT_PLAIN, ids=lambda value: str(type(value).__name__))
def test_what_json_cannot_hold_is_refused_in_one_sentence(store: Store, value: Any) -> None:
    store.put("settings", 1)
    with pytest.raises(Problem, match=r"settings.* cannot be kept") as caught:
        store.put("settings", value)
    assert "aufbewahren" in caught.value.tell("de")
    assert store.get("settings") == 1


def test_what_is_nested_too_deep_is_refused(store: Store) -> None:
    value: list[Any] = []
    for _ in range(100_000):
        value = [value]
    with pytest.raises(Problem, match="cannot be kept"):
        store.put("settings", value)


def test_what_is_too_large_is_refused(store: Store) -> None:
    with pytest.raises(Problem, match="too large"):
        store.put("settings", "x" * 200_001)
    assert store.names() == []


@pytest.mark.parametrize(
    "name", ["", "Course", "../etc", "a/b/c", "a" * 41, "x'; DROP TABLE", "a/"]
)
def test_names_are_checked(store: Store, name: str) -> None:
    with pytest.raises(Problem, match="cannot name anything"):
        store.put(name, 1)
    with pytest.raises(Problem, match="cannot name anything"):
        store.get(name)
    with pytest.raises(Problem, match="cannot name anything"):
        store.keep_match("tempus", name, a_save())


@pytest.mark.parametrize("save", [None, {}, [], "tempus-1-abc", {"format": "tabletop-kit match"}])
def test_only_saves_are_kept_as_matches(store: Store, save: Any) -> None:
    store.keep_match("tempus", "table", a_save())
    for keep in (
        lambda: store.keep_match("tempus", "table", save),
        lambda: store.add_finished(save, ("Ada",), None),
    ):
        with pytest.raises(Problem):
            keep()
    assert store.kept_match("tempus", "table") == a_save()
    assert store.finished() == []


def test_a_match_of_another_game_is_refused(store: Store) -> None:
    with pytest.raises(Problem, match="game"):
        store.keep_match("tomes", "table", a_save())


def test_players_must_be_a_list_of_names(store: Store) -> None:
    for players in ("Ada", [1, 2], ["x"] * 21, None):
        with pytest.raises(Problem):
            store.add_finished(a_save(), players, None)  # type: ignore[arg-type]
    assert store.finished() == []


def test_clear(store: Store) -> None:
    store.keep_match("tempus", "table", a_save())
    store.add_finished(a_save(), ("Ada", "Bo"), None)
    store.put("settings", 1)
    store.clear()
    assert (store.matches(), store.finished(), store.names()) == ([], [], [])
