"""The panel of the course without a browser: the field to write in, the list, what is said once."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest

from tabletop_kit.games import find_game
from tabletop_kit.progress import MemoryStore
from tabletop_kit.table.learn import LearnPanel

HOSTILE = "<img src=x onerror=alert(1)> {0} \x00"


@pytest.fixture
def panel() -> Iterator[LearnPanel]:
    made = LearnPanel(find_game("tempus"), MemoryStore(), "writing", lambda: date(2026, 1, 2))
    yield made
    made.close()


def write(panel: LearnPanel, text: str) -> None:
    panel.write.value = text
    panel.say_it.click()


def visible(widget: object) -> bool:
    return widget.layout.display != "none"  # type: ignore[attr-defined]


def test_a_move_is_written_and_said(panel: LearnPanel) -> None:
    assert visible(panel.write_row)
    write(panel, "  lay d6:5 ")
    assert panel.runner.attempt.done and panel.write.value == ""
    assert not visible(panel.write_row)


def test_enter_says_it_too(panel: LearnPanel) -> None:
    panel.write.value = "lay d6:5"
    panel._entered(panel.write, {"event": "submit"}, [])
    assert panel.runner.attempt.done


def test_what_is_no_move_is_answered_and_harms_nothing(panel: LearnPanel) -> None:
    write(panel, "lay d6:5")
    panel.next.click()
    assert panel.runner.step.id == "no-move" and visible(panel.write_row)
    write(panel, "")
    assert not panel.runner.attempt.done and panel.runner.said is None
    write(panel, HOSTILE)
    assert panel.runner.attempt.done
    assert "<img" not in panel.feedback.value and "&lt;img" in panel.feedback.value


def test_no_field_where_nothing_is_to_be_written(panel: LearnPanel) -> None:
    panel.begin("first-die")
    assert not visible(panel.write_row)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_list_numbers_describes_and_marks(language: str) -> None:
    store = MemoryStore()
    store.put("settings", {"language": language, "motion": True, "auto": True, "fair_undo": False})
    panel = LearnPanel(find_game("tempus"), store, "strength", lambda: date(2026, 1, 2))
    panel.progress = panel.progress.finished("first-die", 3, [], date(2026, 1, 2))
    panel.refresh()
    for number, lesson in enumerate(panel.course.lessons, 1):
        shown = panel.lessons.buttons[lesson.id]
        assert shown.description.startswith(f"{number}. {panel.course.title(lesson.id, language)}")
        assert panel.course.about(lesson.id, language) in panel.lessons.abouts[lesson.id].value
        assert not any(".0 " in about.value for about in panel.lessons.abouts.values())
    assert panel.lessons.buttons["first-die"].description.endswith("★★★")
    assert panel.lessons.buttons["strength"].button_style == "primary"
    panel.close()


def test_a_refusal_stands_at_the_spot_and_the_rest_in_the_panel(panel: LearnPanel) -> None:
    panel.begin("strength")
    panel.runner._enter(1)
    panel.do({"do": "move", "text": "lay d10:9", "at": "r1-0"})
    assert panel.picture(panel.runner.picture())["refusal"]["rule"] == "TP-5"
    panel.do({"do": "move", "text": "lay d4:2", "at": "h0-d4:2-0"})
    drawn = panel.picture(panel.runner.picture())
    assert "refusal" not in drawn
    assert drawn["say"]["text"] == panel.runner.picture()["feedback"]["text"]
