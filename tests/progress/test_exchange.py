"""Exports and imports: identity, merging, and files that nobody should have handed in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tabletop_kit.engine.problem import Problem
from tabletop_kit.progress import MemoryStore
from tabletop_kit.progress import contents as whole
from tabletop_kit.progress.base import Store
from tests.progress.support import KINDS, a_save, make, ticking

SAVES = [a_save(seed, moves) for seed in (1, 2) for moves in (0, 2)]
LETTERS = st.characters(codec="utf-8", exclude_characters="\x00")
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(LETTERS, max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(LETTERS, max_size=6), inner, max_size=4)
    ),
    max_leaves=12,
)
NAME = st.from_regex(r"[a-z0-9][a-z0-9_.-]{0,8}(/[a-z0-9][a-z0-9_.-]{0,8})?", fullmatch=True)
WRITES = st.lists(
    st.one_of(
        st.tuples(st.just("put"), NAME, JSON),
        st.tuples(st.just("match"), st.sampled_from(["table", "ladder"]), st.sampled_from(SAVES)),
        st.tuples(st.just("finished"), JSON, st.sampled_from(SAVES)),
    ),
    max_size=12,
)


def write(store: Store, writes: Any) -> None:
    for what, one, other in writes:
        if what == "put":
            store.put(one, other)
        elif what == "match":
            store.keep_match("tempus", one, other)
        else:
            store.add_finished(other, ("Ada", "<b>Bo</b>"), one)


@pytest.mark.parametrize("kind", KINDS)
@given(writes=WRITES)
@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30, deadline=None
)
def test_what_was_exported_and_imported_is_exported_the_same(
    kind: str, writes: Any, tmp_path_factory: pytest.TempPathFactory
) -> None:
    one = make(kind, tmp_path_factory.mktemp("one"))
    write(one, writes)
    text = one.export_all()
    for other_kind in KINDS:
        for mode in ("merge", "replace"):
            other = make(other_kind, tmp_path_factory.mktemp("other"), start=50)
            if mode == "replace":
                other.put("settings", "to be forgotten")
            count = other.import_all(text, mode)  # type: ignore[arg-type]
            assert other.export_all() == text
            assert count == len(other.matches()) + len(other.finished()) + len(other.names())
            other.close()
    one.import_all(text)
    assert one.export_all() == text
    one.import_all(text, "replace")
    assert one.export_all() == text
    one.close()


def test_the_file_says_what_it_is(store: Store) -> None:
    store.put("settings", {"name": "Jürgen"})
    data = json.loads(store.export_all())
    assert (data["format"], data["version"]) == ("tabletop-kit progress", 1)
    assert data["records"]["settings"]["value"] == {"name": "Jürgen"}
    assert "Jürgen" in store.export_all()


def test_merging_keeps_of_each_thing_what_was_changed_later(store: Store) -> None:
    other = MemoryStore(ticking(2))
    store.put("settings", "here, early")  # second 0
    other.put("settings", "there, late")  # second 2
    other.put("course/tempus", "there, early")  # second 3
    store.add_finished(a_save(1), ("Ada", "Bo"), "here")  # second 1
    other.add_finished(a_save(1), ("Ada", "Bo"), "there")
    other.add_finished(a_save(2), ("Ada", "Bo"), "there")
    store.keep_match("tempus", "table", a_save(5))  # second 2
    other.keep_match("tempus", "table", a_save(6))
    store.put("course/tempus", "here")  # second 3: equals stay
    assert store.import_all(other.export_all()) == 5
    assert store.get("settings") == "there, late"
    assert store.get("course/tempus") == "here"
    assert {one.save["seed"]: one.outcome for one in store.finished()} == {1: "here", 2: "there"}
    assert store.kept_match("tempus", "table") == a_save(6)


def test_replacing_forgets_what_is_here(store: Store) -> None:
    store.put("settings", 1)
    store.keep_match("tempus", "table", a_save())
    assert store.import_all(MemoryStore().export_all(), "replace") == 0
    assert (store.names(), store.matches()) == ([], [])


def test_an_unknown_mode_changes_nothing(store: Store) -> None:
    store.put("settings", 1)
    with pytest.raises(Problem, match=r"merge.*replace"):
        store.import_all(MemoryStore().export_all(), "append")  # type: ignore[arg-type]
    assert store.get("settings") == 1


AT = "2026-07-01T00:00:00.000Z"


def a_file(**parts: Any) -> str:
    data = {
        "format": "tabletop-kit progress",
        "version": 1,
        "matches": [],
        "finished": [],
        "records": {"settings": {"at": AT, "value": "hostile"}},
    }
    return json.dumps({**data, **parts})


def a_match(**parts: Any) -> dict[str, Any]:
    return {"game": "tempus", "slot": "table", "at": AT, "save": a_save(), **parts}


def a_finished(**parts: Any) -> dict[str, Any]:
    return {"at": AT, "players": ["Ada"], "outcome": None, "save": a_save(), **parts}


def a_record(value: Any, name: str = "course", at: Any = AT) -> dict[str, Any]:
    return {"settings": {"at": AT, "value": 2}, name: {"at": at, "value": value}}


HOSTILE = {
    "nothing": "",
    "no json": "{",
    "cut short": a_file()[:-20],
    "a list": "[]",
    "a number": "7",
    "nested": "[" * 200_000,
    "NaN": a_file().replace('"hostile"', "NaN"),
    "too great a number": a_file().replace('"hostile"', "1e999"),
    "a number of 5000 digits": a_file().replace('"hostile"', "1" * 5_000),
    "half a character": a_file().replace("hostile", "\\ud800"),
    "a pickle": "gASVIAAAAAAAAACMBXBvc2l4lIwGc3lzdGVtlJOUjAVlY2hvlIWUUpQu",
    "code": "__import__('os').system('true')",
    "a match": json.dumps(a_save()),
    "another format": a_file(format="something"),
    "no version": a_file(version=None),
    "version true": a_file(version=True),
    "version 0": a_file(version=0),
    "the future": a_file(version=2),
    "no records": a_file(records=None),
    "records a list": a_file(records=[]),
    "matches a table": a_file(matches={}),
    "a match that is none": a_file(matches=[7]),
    "a match without a save": a_file(matches=[a_match(save=None)]),
    "a save of something else": a_file(matches=[a_match(save={"format": "x"})]),
    "a save of another game": a_file(matches=[a_match(game="tomes")]),
    "a slot that is no slot": a_file(matches=[a_match(slot="../../etc")]),
    "a match with more": a_file(matches=[a_match(more=1)]),
    "a save with seed -1": a_file(matches=[a_match(save={**a_save(), "seed": -1})]),
    "a save with markup for a game": a_file(
        matches=[a_match(game="<b>", save={**a_save(), "game": "<b>"})]
    ),
    "players a text": a_file(finished=[a_finished(players="Ada")]),
    "players numbers": a_file(finished=[a_finished(players=[1])]),
    "a hundred players": a_file(finished=[a_finished(players=["x"] * 100)]),
    "an outcome too large": a_file(finished=[a_finished(outcome="x" * 10_001)]),
    "no time": a_file(finished=[a_finished(at="yesterday")]),
    "the 40th of July": a_file(finished=[a_finished(at=AT.replace("01T", "40T"))]),
    "a time that is a number": a_file(records=a_record(1, at=7)),
    "a name that is none": a_file(records=a_record(1, name="a b")),
    "a record too large": a_file(records=a_record("x" * 200_001)),
    "too many": a_file(matches=[0] * 20_001),
    "too large": " " * 20_000_001,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
@pytest.mark.parametrize("mode", ["merge", "replace"])
def test_hostile_files_change_nothing_and_get_one_sentence(
    store: Store, text: str, mode: Any
) -> None:
    store.put("settings", "mine")
    store.keep_match("tempus", "table", a_save(9))
    before = store.export_all()
    with pytest.raises(Problem) as caught:
        store.import_all(text, mode)
    assert store.export_all() == before
    for language in ("en", "de"):
        sentence = caught.value.tell(language)
        assert 20 < len(sentence) < 400 and sentence[-1] in ".”“)"
        assert "Traceback" not in sentence


@settings(deadline=None)
@given(text=st.text(max_size=60) | JSON.map(json.dumps))
def test_anything_else_is_refused_too(text: str) -> None:
    with pytest.raises(Problem):
        whole.read(text)


@settings(deadline=None)
@given(
    place=st.sampled_from(
        [("matches", 0), ("finished", 0), ("records", "settings"), ("matches", 0, "save"), ()]
    ),
    key=st.sampled_from(
        ["at", "value", "save", "game", "slot", "players", "outcome", "version", "moves", "seed"]
    ),
    value=JSON,
)
def test_one_wrong_value_anywhere_is_refused_or_harmless(place: Any, key: str, value: Any) -> None:
    data = json.loads(a_file(matches=[a_match()], finished=[a_finished()]))
    spot = data
    for part in place:
        spot = spot[part]
    spot[key] = value
    store = MemoryStore(ticking())
    before = store.export_all()
    try:
        store.import_all(json.dumps(data))
    except Problem:
        assert store.export_all() == before
    else:
        assert MemoryStore().import_all(store.export_all()) == 3


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    store = MemoryStore()
    assert store.import_all("\ufeff" + a_file()) == 1
