"""Deck building as a person finds it: the page, the drawer at a table, the lobby, the files."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tabletop_kit.cli import main
from tabletop_kit.engine.text import LANGUAGES
from tabletop_kit.games import find_game
from tabletop_kit.progress import BrowserStore, MemoryStore
from tabletop_kit.progress.store import FileStore
from tabletop_kit.table import open as pages
from tabletop_kit.table.building import BuilderDrawer
from tabletop_kit.table.decks import DecksPanel
from tabletop_kit.table.play import PlayPanel

ROOT = Path(__file__).parents[2]
RECORD = "collection/tempest"


@pytest.fixture(autouse=True)
def _faults_are_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETOP_KIT_TEST", "1")


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def page(store: MemoryStore) -> DecksPanel:
    return DecksPanel(find_game("tempest"), store)


def said(widget: Any) -> str:
    """What a line of text says, without markup."""
    return re.sub(r"<[^>]+>", " ", str(widget.value)).replace("&#x27;", "'")


def labels(control: Any) -> list[str]:
    return [label for label, _ in control.options]


def look_at(drawer: BuilderDrawer, card: str) -> None:
    """Choose a card of the collection, which is looked through for nothing in particular."""
    drawer.search.value = ""
    drawer.found.value = card
    assert drawer.at == card


# -- the collection ------------------------------------------------------------------------------


def test_the_collection_is_looked_through(page: DecksPanel) -> None:
    drawer = page.builder
    assert said(drawer.counted).split() == ["140", "cards", "of", "140."]
    drawer.search.value = "spell cast"
    casters = len(drawer.found.options)
    assert 5 < casters < 30
    drawer.facets["pantheon"].value = "Chaos"
    assert 0 < len(drawer.found.options) < casters
    drawer.search.value = "xyzzy"
    assert drawer.found.options == () and "0 cards of 140" in said(drawer.counted)
    drawer.search.value, drawer.facets["pantheon"].value = "", ""
    assert len(drawer.found.options) == 140


def test_a_card_is_read_and_its_kit_figures_are_named(page: DecksPanel) -> None:
    drawer = page.builder
    assert all(made.disabled for made in drawer.steps.values())
    look_at(drawer, "beggar")
    assert not any(made.disabled for made in drawer.steps.values())
    for part in ("Beggar", "Follower", "SU 0", "no source gives it: ST", "3 of at most 4"):
        assert part in said(drawer.card), part
    assert drawer.used.value == "beggar"
    drawer.used.value = "pilgrim"
    assert drawer.found.value == "pilgrim" and "Pilgrim" in said(drawer.card)


# -- building ------------------------------------------------------------------------------------


def test_a_deck_is_changed_and_kept(page: DecksPanel, store: MemoryStore) -> None:
    drawer = page.builder
    look_at(drawer, "seraph")
    drawer.steps["put"].click()
    assert labels(drawer.deck)[-1] == "Dawn over Thale, changed (61)"
    drawer.steps["fill"].click()
    assert store.get(RECORD)["decks"][0]["cards"]["seraph"] == 4
    before = store.get(RECORD)
    drawer.steps["put"].click()
    assert "(TG-D1)" in said(drawer.result) and store.get(RECORD) == before
    drawer.steps["clear"].click()
    assert "seraph" not in store.get(RECORD)["decks"][0]["cards"]
    assert drawer.used.value is None and drawer.found.value == "seraph"
    drawer.steps["take"].click()
    assert said(drawer.result) == "" and "0 of at most 4" in said(drawer.card)


def test_what_the_rules_say_follows_every_change(page: DecksPanel) -> None:
    drawer = page.builder
    assert "It can be played." in said(drawer.remarks)
    drawer.deeds["begin"].click()
    assert drawer.deck.value == "own-0" and "one fault" in said(drawer.remarks)
    assert "(TG-A1)" in said(drawer.remarks) and drawer.tables.value == ""
    drawer.trial.click()
    assert "not tried" in said(drawer.tried)
    drawer.deck.value = "good"
    assert "(TG-A1)" not in said(drawer.remarks) and "77.6 %" in said(drawer.tables)
    assert said(drawer.tried) == ""


def test_the_option_for_small_decks_changes_what_is_checked(page: DecksPanel) -> None:
    drawer = page.builder
    for card in ("peasant", "beggar", "pilgrim"):
        look_at(drawer, card)
        drawer.steps["clear"].click()
    assert "The deck has 50 cards" in said(drawer.remarks)
    drawer.switches.children[0].value = True
    assert "The deck has 50 cards" not in said(drawer.remarks)


def test_decks_are_named_copied_and_deleted(page: DecksPanel) -> None:
    drawer = page.builder
    assert drawer.deeds["rename"].disabled and drawer.deeds["drop"].disabled
    drawer.name.value = "Ada's"
    drawer.deeds["copy"].click()
    assert labels(drawer.deck)[-1] == "Ada's (60)" and drawer.name.value == "Ada's"
    drawer.name.value = "<b>Ben's</b>"
    drawer.deeds["rename"].click()
    assert drawer.used.description == "<b>Ben's</b>: 60 cards"
    drawer.deeds["drop"].click()
    assert len(drawer.deck.options) == 4 and drawer.deck.value == "good"


def test_a_deck_is_tried_alone(page: DecksPanel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabletop_kit.table.building.TRIALS", 3)
    drawer = page.builder
    drawer.trial.click()
    assert "Means of 3 games" in said(drawer.tried) and "<table>" in drawer.tried.value
    drawer.solo.click()
    assert "Hand, with the first card drawn" in said(drawer.tried)


# -- text ----------------------------------------------------------------------------------------


def test_decks_come_from_text_or_every_fault_is_named(page: DecksPanel, store: MemoryStore) -> None:
    part = page.builder.text
    part.as_list.click()
    assert part.area.value.startswith("# Dawn over Thale (60)")
    assert 'download="deck.txt"' in part.links.value
    part.take.click()
    assert said(part.result).strip() == "Read in: Dawn over Thale 2."
    before = store.get(RECORD)
    part.area.value = "5 Peasant\nnobody\n<script>"
    part.take.click()
    for line in ("Line 1", "Line 2", "Line 3", "TG-A1"):
        assert line in said(part.result)
    assert "<script>" not in part.result.value and store.get(RECORD) == before


def test_a_file_is_read_in(page: DecksPanel, store: MemoryStore) -> None:
    part = page.builder.text
    content = (ROOT / "docs" / "examples" / "deck.toml").read_bytes()
    file = {"name": "deck.toml", "type": "", "size": len(content), "content": memoryview(content)}
    part.upload.value = ({**file, "last_modified": datetime.now(UTC)},)
    assert store.get(RECORD)["decks"][0]["name"] == "A deck to check"
    assert part.upload.value == ()


# -- the lobby -----------------------------------------------------------------------------------


def test_ones_own_decks_are_offered_at_every_seat(store: MemoryStore) -> None:
    panel = PlayPanel(find_game("tempest"), store)
    seats = [chair.choices["deck_lists"].control for chair in panel.lobby.seats]
    assert [seat.value for seat in seats] == ["good", "evil", "chaos", "mixed"]
    assert panel.builder is not None and "builder" in panel.bar.drawers
    assert not panel.builder.box.children  # a table is quicker there without
    panel.toggle("builder")
    look_at(panel.builder, "avatar")
    panel.builder.steps["put"].click()
    for seat in seats:
        assert len(seat.options) == 5 and labels(seat)[-1] == "Dawn over Thale, changed"
    assert panel.lobby.options() == {"opening_redraw": True}
    seats[1].value = seats[1].options[-1][1]
    panel.builder.steps["put"].click()
    assert seats[1].label == "Dawn over Thale, changed" and len(seats[1].value) == 62
    match = panel.lobby.make()
    decks = match.options["deck_lists"]
    assert decks[0] == "good" and len(decks[1]) == 62
    assert len(match.position.decks[1]) + len(match.position.hands[1]) == 62


def test_a_deck_that_lacks_cards_is_not_offered(store: MemoryStore) -> None:
    panel = PlayPanel(find_game("tempest"), store)
    assert panel.builder is not None
    panel.toggle("builder")
    panel.builder.deeds["begin"].click()
    assert len(panel.lobby.seats[0].choices["deck_lists"].control.options) == 4


def test_games_without_deck_building_have_no_such_drawer(store: MemoryStore) -> None:
    panel = PlayPanel(find_game("tempus"), store)
    assert panel.builder is None and "workshop" in panel.bar.drawers
    assert "builder" not in panel.bar.drawers


# -- keeping and speaking ------------------------------------------------------------------------


def test_decks_are_there_again(tmp_path: Path) -> None:
    file = tmp_path / "progress.sqlite3"
    first = FileStore(file)
    page = DecksPanel(find_game("tempest"), first)
    page.builder.deeds["copy"].click()
    first.close()
    again = FileStore(file)
    assert labels(DecksPanel(find_game("tempest"), again).builder.deck)[-1].endswith("2 (60)")
    again.put(RECORD, {"decks": 7})
    assert len(DecksPanel(find_game("tempest"), again).builder.deck.options) == 4
    again.close()


def test_the_visitors_own_browser_keeps_decks_on_a_public_host(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, pictures = BrowserStore(), []
    page = DecksPanel(find_game("tempest"), first)
    monkeypatch.setattr(page.board, "show", lambda picture: pictures.append(picture))
    page.do({"do": "ready", "kept": {}})
    page.builder.deeds["copy"].click()
    [kept] = pictures[-1]["keep"]
    assert RECORD in kept["key"] and "Dawn over Thale 2" in kept["value"]
    later = DecksPanel(find_game("tempest"), BrowserStore())
    assert len(later.builder.deck.options) == 4
    later.do({"do": "ready", "kept": {kept["key"]: kept["value"]}})
    assert labels(later.builder.deck)[-1] == "Dawn over Thale 2 (60)"


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_said_in_the_chosen_language(language: str, page: DecksPanel) -> None:
    page.language.value = language
    drawer = page.builder
    look_at(drawer, "beggar")
    assert ("Bettler" in said(drawer.card)) == (language == "de")
    assert (
        drawer.steps["put"].description == {"en": "Put one in", "de": "Eine hineinlegen"}[language]
    )
    assert drawer.facets["occupation"].value == ""


def test_a_page_for_a_game_without_decks_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Any] = []
    monkeypatch.setattr(pages, "open_store", MemoryStore)
    monkeypatch.setattr("IPython.display.display", shown.append)
    pages.decks("tempus")
    assert "no deck building" in said(shown[0])


def test_closing_the_page_closes_every_widget(page: DecksPanel) -> None:
    page.close()
    assert page.builder.found.comm is None and page.board.comm is None


# -- files on the command line -------------------------------------------------------------------


def test_a_deck_file_is_checked_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = ROOT / "docs" / "examples" / "deck.toml"
    assert main(["check", str(good)]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"
    bad = tmp_path / "bad.toml"
    bad.write_text(good.read_text().replace("peasant = 2", "peasant = 7\nchess = 1\nflood = 2"))
    assert main(["check", str(good), str(bad)]) == 1
    *faults, last = capsys.readouterr().out.splitlines()
    assert last == "1 passed, 1 failed"
    first = bad.read_text().splitlines().index("peasant = 7") + 1
    assert [re.sub(r".*bad.toml: Line (\d+).*", r"\1", one) for one in faults] == [
        str(first + number) for number in range(3)
    ]


def test_a_deck_file_of_a_game_without_decks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "deck.toml"
    path.write_text('game = "tempus"\n[[deck]]\nname = "x"\n[deck.cards]\nd4 = 3\n')
    assert main(["check", str(path)]) == 2
    assert "no deck building" in capsys.readouterr().err
