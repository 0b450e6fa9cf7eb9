"""The game of the day: one for everyone, once for the record, told without giving cards away."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from tabletop_kit.engine.daily import checks, daily_check, daily_seed
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.save import load, save
from tabletop_kit.games import find_game
from tabletop_kit.progress import MemoryStore
from tabletop_kit.table import desk
from tabletop_kit.table.daily import DAILY, MOST_DAYS, DailyBook
from tabletop_kit.table.language import table_texts
from tabletop_kit.table.play import PlayPanel
from tests.table.fair import FAIR

DAY = date(2026, 7, 1)


class Today:
    """The day that it is in these tests."""

    day = DAY


@pytest.fixture(autouse=True)
def settled_world(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETOP_KIT_TEST", "1")
    monkeypatch.setattr(desk, "find_game", lambda _game: FAIR)
    monkeypatch.setattr(Today, "day", DAY)


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


def open_panel(store: MemoryStore) -> PlayPanel:
    panel = PlayPanel(FAIR, store)
    assert panel.daily is not None
    panel.daily.clock = lambda: Today.day
    return panel


def press_start(panel: PlayPanel) -> Match[Any, Any]:
    assert panel.daily is not None
    panel.toggle("daily")
    panel.daily.start.click()
    return panel.match


def play_out(panel: PlayPanel, choice: int = 0) -> None:
    while panel.match.to_act is not None:
        panel.session.lift()
        moves = panel.match.moves
        assert panel.session.try_move(FAIR.write(moves[choice % len(moves)]))
        panel.refresh()


def told(panel: PlayPanel) -> str:
    assert panel.daily is not None
    return str(panel.daily.result.value)


def book(store: MemoryStore) -> DailyBook:
    assert FAIR.daily is not None
    return DailyBook(FAIR, FAIR.daily, store)


def test_a_day_is_the_same_for_everyone_and_another_tomorrow() -> None:
    first, second = (press_start(open_panel(MemoryStore())) for _ in range(2))
    assert first.position == second.position
    assert first.seed == daily_seed("bazaar", DAY)
    Today.day = DAY + timedelta(days=1)
    assert press_start(open_panel(MemoryStore())).seed != first.seed


def test_the_seed_of_a_day_never_changes() -> None:
    assert daily_seed("tomes", date(2026, 7, 1)) == 5576096077902650


def test_the_first_try_counts_and_nothing_is_taken_back_in_it(store: MemoryStore) -> None:
    panel = open_panel(store)
    press_start(panel)
    assert panel.match.extra[DAILY] == DAY.isoformat()
    panel.session.try_move(FAIR.write(panel.match.moves[-1]))
    panel.refresh()
    before = panel.match.last
    panel.do({"do": "undo"})
    assert panel.match.last is before
    assert "game of the day" in panel.picture()["say"]["text"]


def test_a_second_try_is_practice(store: MemoryStore) -> None:
    panel = open_panel(store)
    press_start(panel)
    play_out(panel)
    record = book(store).days()[DAY.isoformat()]
    assert record["check"]
    again = press_start(panel)
    assert DAILY not in again.extra
    assert again.seed == daily_seed("bazaar", DAY)
    assert "Practice" in panel.picture()["notice"]["text"]
    play_out(panel, 1)
    assert book(store).days()[DAY.isoformat()] == record


def test_one_that_was_begun_is_gone_on_with_and_not_dealt_again(store: MemoryStore) -> None:
    panel = open_panel(store)
    match = press_start(panel)
    panel.session.try_move(FAIR.write(match.moves[-1]))
    panel.refresh()
    position = panel.match.position
    panel.lobby.start.click()
    assert DAILY not in panel.match.extra
    resumed = press_start(open_panel(store))
    assert resumed.position == position
    assert resumed.extra[DAILY] == DAY.isoformat()


def test_it_takes_no_place_from_the_running_game(store: MemoryStore) -> None:
    panel = open_panel(store)
    for _ in range(2):
        panel.session.try_move(FAIR.write(panel.match.moves[-1]))
        panel.refresh()
    position = panel.match.position
    press_start(panel)
    play_out(panel)
    assert open_panel(store).match.position == position
    panel.lobby.start.click()
    panel.toggle("new")
    panel.lobby.former.click()
    assert panel.match.position == position


def test_a_page_opened_again_goes_on_with_what_was_played_last(store: MemoryStore) -> None:
    panel = open_panel(store)
    press_start(panel)
    panel.session.try_move(FAIR.write(panel.match.moves[-1]))
    panel.refresh()
    assert open_panel(store).match.extra.get(DAILY) == DAY.isoformat()


def test_what_is_passed_on_names_no_card_and_no_seed(store: MemoryStore) -> None:
    panel = open_panel(store)
    match = press_start(panel)
    play_out(panel)
    panel.toggle("daily")
    text = told(panel)
    title, line, marks, check = text.split("\n")
    assert DAY.isoformat() in title
    assert line in ("Won", "Lost")
    assert set(marks) == {"|"}
    assert daily_check(match, DAY) in check
    assert str(match.seed) not in text
    for card in ("A1", "A2", "A3", "B1", "B2", "B3"):
        assert card not in text
    assert checks(text, match, DAY)


def test_the_check_is_of_these_moves_on_this_day_alone(store: MemoryStore) -> None:
    panel = open_panel(store)
    match = press_start(panel)
    play_out(panel)
    panel.toggle("daily")
    text = told(panel)
    assert checks(text, load(save(match), lambda _game: FAIR), DAY)
    assert not checks(text, match, DAY + timedelta(days=1))
    shorter = match.branch()
    shorter.undo()
    assert not checks(text, shorter, DAY)


def test_a_shared_or_branched_game_of_the_day_counts_for_nothing(store: MemoryStore) -> None:
    panel = open_panel(store)
    match = press_start(panel)
    panel.session.try_move(FAIR.write(match.moves[-1]))
    panel.refresh()
    copy = load(save(panel.match), lambda _game: FAIR)
    panel.open(copy)
    assert DAILY not in panel.match.extra
    play_out(panel)
    assert "check" not in book(store).days()[DAY.isoformat()]


def test_a_game_with_the_day_written_on_it_is_not_that_of_the_day(store: MemoryStore) -> None:
    days = book(store)
    days.begin(days.match(DAY))
    other = Match.begin(FAIR, {"seats": 2, "rounds": 1}, 5)
    other.extra = {DAILY: DAY.isoformat()}
    other.finish(lambda position, seat: FAIR.moves(position, seat)[0])
    assert not days.record(other)


def test_days_in_a_row_and_the_best_of_them(store: MemoryStore) -> None:
    days = book(store)

    def note(back: int, score: int) -> None:
        day = (DAY - timedelta(days=back)).isoformat()
        entry = {"begun": True, "won": score > 5, "score": score, "result": {}, "marks": ""}
        store.update(days.name, lambda kept: {**kept, day: {**entry, "moves": 3, "check": "a"}}, {})

    for back, score in ((1, 4), (2, 9), (3, 6), (5, 7)):
        note(back, score)
    standing = days.standing(DAY)
    assert (standing.played, standing.won, standing.streak) == (4, 3, 3)
    assert standing.best == (DAY - timedelta(days=2)).isoformat()
    note(0, 1)
    assert days.standing(DAY).streak == 4
    assert days.standing(DAY + timedelta(days=2)).streak == 0


def test_a_damaged_record_is_passed_over(store: MemoryStore) -> None:
    days = book(store)
    half = {"check": "x", "won": "yes"}
    store.put(days.name, {"2026-07-01": half, "soon": {}, "2026-06-30": 7, "2026-06-29": {}})
    assert list(days.days()) == ["2026-06-29"]
    store.put(days.name, ["nothing"])
    assert days.days() == {}
    days.begin(days.match(DAY))
    assert list(days.days()) == [DAY.isoformat()]


def test_the_oldest_days_go(store: MemoryStore) -> None:
    days = book(store)
    for number in range(MOST_DAYS + 3):
        days._note((DAY + timedelta(days=number)).isoformat(), {"begun": True})
    kept = list(days.days())
    assert len(kept) == MOST_DAYS
    assert kept[0] == (DAY + timedelta(days=3)).isoformat()


def test_a_game_without_one_has_no_drawer() -> None:
    panel = PlayPanel(find_game("tempus"), MemoryStore())
    assert panel.daily is None
    assert "daily" not in panel.bar.drawers
    assert panel.lobby.daily.layout.display == "none"


def test_one_day_is_told_without_a_plural() -> None:
    for language in ("en", "de"):
        told = table_texts(language)("home.days", played=1, won=0, streak=1)
        assert "1 days" not in told
        assert "1 Tage" not in told
        assert told.endswith(": 1.")


def test_the_seats_of_a_day_are_named_as_at_any_table() -> None:
    tomes = find_game("tomes")
    assert tomes.daily is not None
    days = DailyBook(tomes, tomes.daily, MemoryStore())
    names = {language: days.match(DAY, language).names for language in ("en", "de")}
    assert names == {"en": ("Guest",), "de": ("Gast",)}
