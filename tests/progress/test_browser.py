"""The browser's store: what it tells the browser, and what it takes back from a hostile one."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_kit.engine.save import code, load, load_code
from tabletop_kit.games import find_game
from tabletop_kit.progress import BrowserStore
from tabletop_kit.progress.browser import MOST_FINISHED, MOST_KEPT
from tests.progress.support import a_save, ticking

SENT = "2026-07-01T00:00:00.000Z"


class Browser:
    """What a visitor's browser keeps: texts under keys, as localStorage does."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}
        self.messages: list[tuple[str, str | None]] = []

    def __call__(self, key: str, value: str | None) -> None:
        self.messages.append((key, value))
        if value is None:
            self.kept.pop(key, None)
        else:
            self.kept[key] = value


@pytest.fixture
def browser() -> Browser:
    return Browser()


def connected(browser: Browser, start: int = 0) -> BrowserStore:
    store = BrowserStore(ticking(start))
    store.on_change(browser)
    store.adopt(dict(browser.kept))
    return store


def test_a_new_kernel_finds_everything_in_the_browser(browser: Browser) -> None:
    first = connected(browser)
    first.keep_match("tempus", "table", a_save(moves=3))
    first.add_finished(a_save(2), ("Ada", "Bo ö"), {"winners": []})
    first.put("settings", {"language": "de", "text": "a b  c"})
    second = connected(browser, 50)
    assert second.export_all() == first.export_all()
    assert load(second.kept_match("tempus", "table"), find_game).ply == 3
    assert list(second.notices) == []


def test_nothing_is_written_to_the_disk(
    browser: Browser, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TABLETOP_KIT_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    store = connected(browser)
    store.keep_match("tempus", "table", a_save())
    store.export_all()
    assert store.place == ""
    assert list(tmp_path.iterdir()) == []


def test_two_visitors_share_nothing() -> None:
    ada, bo = Browser(), Browser()
    one, other = connected(ada), connected(bo)
    one.put("settings", "Ada's")
    assert (other.get("settings"), bo.messages) == (None, [])


def test_one_write_is_one_short_message(browser: Browser) -> None:
    store = connected(browser)
    store.keep_match("tempus", "table", a_save(moves=12))
    [(key, value)] = browser.messages
    assert key == "v1/match/tempus/table"
    assert value is not None and len(value) < 400
    match = load_code(value.split(" ")[1], find_game)
    assert match.ply == 12 and code(match) in value


def test_what_is_removed_is_removed_there(browser: Browser) -> None:
    store = connected(browser)
    store.keep_match("tempus", "table", a_save())
    store.put("settings", 1)
    store.put("settings", None)
    store.drop_match("tempus", "table")
    store.drop_match("tempus", "table")
    assert browser.kept == {}
    assert [value for _, value in browser.messages[2:]] == [None, None]


def test_what_changed_while_nobody_listened_is_told_at_once(browser: Browser) -> None:
    store = BrowserStore(ticking())
    store.put("settings", 1)
    store.put("settings", 2)
    store.put("course", 3)
    store.put("course", None)
    store.on_change(browser)
    assert browser.kept == {"v1/record/settings": f"{SENT[:-5]}.000Z 2".replace(":00.", ":01.")}
    assert len(browser.messages) == 2
    late = Browser()
    store.on_change(late)
    assert late.messages == []


def test_listening_can_end(browser: Browser) -> None:
    store = BrowserStore()
    end = store.on_change(browser)
    end()
    end()
    store.put("settings", 1)
    assert browser.messages == []


def test_the_later_version_counts_whichever_side_it_is_on(browser: Browser) -> None:
    connected(browser, 10).put("settings", "in the browser, second 10")
    early = BrowserStore(ticking(5))
    early.put("settings", "in the kernel, second 5")
    assert early.adopt(browser.kept) == 1
    assert early.get("settings") == "in the browser, second 10"
    late = BrowserStore(ticking(20))
    late.put("settings", "in the kernel, second 20")
    assert late.adopt(browser.kept) == 0
    assert late.get("settings") == "in the kernel, second 20"


def test_it_knows_whether_the_browser_has_spoken(browser: Browser) -> None:
    store = BrowserStore()
    assert not store.adopted
    store.adopt({})
    assert store.adopted


def test_an_import_reaches_the_browser(browser: Browser) -> None:
    store = connected(browser)
    store.put("course", 1)
    store.put("settings", 1)
    other = BrowserStore(ticking(50))
    other.put("settings", 2)
    other.keep_match("tempus", "table", a_save())
    browser.messages.clear()
    store.import_all(other.export_all(), "replace")
    assert sorted(key for key, _ in browser.messages) == [
        "v1/match/tempus/table",
        "v1/record/course",
        "v1/record/settings",
    ]
    assert browser.kept == store.values()
    store.clear()
    assert browser.kept == {}


def test_only_the_latest_finished_matches_are_kept(browser: Browser) -> None:
    store = connected(browser)
    for seed in range(MOST_FINISHED + 3):
        store.add_finished(a_save(seed, 0), ("Ada", "Bo"), None)
    assert len(store.finished()) == MOST_FINISHED == len(browser.kept)
    assert min(one.save["seed"] for one in store.finished()) == 3
    assert sum(map(len, browser.kept.values())) < 100_000


GOOD = {"v1/record/settings": f'{SENT} {{"language":"de"}}'}
BAD: dict[str, dict[Any, Any]] = {
    "no moment": {"v1/record/settings": "{}"},
    "no json": {"v1/record/settings": f"{SENT} {{"},
    "NaN": {"v1/record/settings": f"{SENT} NaN"},
    "infinite": {"v1/record/settings": f"{SENT} 1e999"},
    "half a character": {"v1/record/settings": f'{SENT} "\\ud800"'},
    "nested": {"v1/record/settings": f"{SENT} {'[' * 90_000}"},
    "null": {"v1/record/settings": f"{SENT} null"},
    "no text": {"v1/record/settings": 7},
    "nothing": {"v1/record/settings": None},
    "too large": {"v1/record/settings": f'{SENT} "{"x" * 200_000}"'},
    "a path": {"v1/record/../../etc/passwd": f"{SENT} 1"},
    "markup": {"v1/record/<script>": f"{SENT} 1"},
    "a long key": {"v1/record/" + "x" * 5_000: f"{SENT} 1"},
    "an unknown family": {"v1/pickle/x": f"{SENT} gASVIAAAAAAAAACMBXBvc2l4lIwGc3lzdGVtlJOU"},
    "no code": {"v1/match/tempus/table": f"{SENT} hello"},
    "a code cut short": {"v1/match/tempus/table": f"{SENT} tempus-1-izbUMdaprtUxAMLo"},
    "a code of the future": {"v1/match/tempus/table": f"{SENT} tempus-9-izbUMdaprtUxAMLo"},
    "no slot": {"v1/match/tempus": f"{SENT} tempus-1-izbUMdaprtUxAMLo"},
    "another game": {"v1/match/tomes/table": f"{SENT} tempus-1-izbUMdaprtUxAMLo"},
    "finished under another id": {},
}


def a_finished_text() -> str:
    browser = Browser()
    connected(browser).add_finished(a_save(), ("Ada", "Bo"), None)
    return next(iter(browser.kept.values()))


BAD["finished under another id"] = {f"v1/finished/{'0' * 24}": a_finished_text()}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD.keys())
def test_what_is_bad_is_left_out_and_told_once(bad: dict[Any, Any]) -> None:
    store = BrowserStore()
    good = {"v1/record/course": f"{SENT} 3"}
    assert store.adopt({**good, **bad}) == 1
    assert store.get("course") == 3
    assert store.names() == ["course"] and store.matches() == [] and store.finished() == []
    store.adopt(bad)
    assert [notice.key for notice in store.notices] == ["store-browser"]
    assert "browser had kept" in str(store.notices[0])
    assert "Browser" in store.notices[0].tell("de")


def test_keys_of_others_are_none_of_ours() -> None:
    store = BrowserStore()
    assert store.adopt({"v2/record/settings": "?", "theme": "dark", **GOOD, 7: "x"}) == 1  # type: ignore[dict-item]
    assert list(store.notices) == []


def test_there_is_an_end_to_what_is_taken() -> None:
    store = BrowserStore()
    padding = "x" * 150_000
    many = {f"v1/record/n{number}": f'{SENT} "{padding}"' for number in range(100)}
    assert store.adopt(many) == MOST_KEPT // len(f'{SENT} "{padding}"')
    assert [notice.key for notice in store.notices] == ["store-browser"]
    keys = {f"v1/record/n{number}": f"{SENT} 1" for number in range(5_000)}
    assert BrowserStore().adopt(keys) == 1_000


@settings(deadline=None)
@given(
    st.dictionaries(
        st.one_of(
            st.text(max_size=20),
            st.sampled_from(
                [
                    "v1/record/settings",
                    "v1/match/tempus/table",
                    "v1/finished/0",
                    "v1/",
                    "v1/record/",
                ]
            ),
        ),
        st.one_of(
            st.text(max_size=40),
            st.text(max_size=40).map(lambda text: f"{SENT} {text}"),
            st.integers(),
            st.none(),
        ),
        max_size=6,
    )
)
def test_whatever_a_browser_hands_in_the_store_stays_sound(kept: Any) -> None:
    store = BrowserStore()
    store.adopt(kept)
    text = store.export_all()
    assert BrowserStore().import_all(text) == len(store.names())
    json.loads(text)
