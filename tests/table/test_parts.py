"""Small parts of a panel: what looks alike shares a layout, and none changes with another."""

from __future__ import annotations

from ipywidgets import Dropdown, Textarea
from ipywidgets.widgets import widget as widgets

from tabletop_kit.table.parts import button, close_all, column, control, row, say, show, words


def test_widgets_that_look_alike_share_a_layout_and_are_hidden_one_by_one() -> None:
    one, other = column([]), column([])
    assert one.layout is other.layout
    show(one, False)
    assert (one.layout.display, other.layout.display) == ("none", "flex")
    assert one.layout.flex_flow == "column"
    show(one, True)
    assert one.layout is other.layout


def test_a_line_without_words_takes_no_room_and_comes_back() -> None:
    line, other = words(), words("Other")
    assert line.layout.display == "none"
    say(line, "a < b")
    assert line.value == '<div class="tk-words">a &lt; b</div>'
    assert line.layout is other.layout
    say(line, "")
    assert (line.value, line.layout.display, other.layout.display) == ("", "none", None)


def test_a_widget_with_a_layout_of_its_own_keeps_it() -> None:
    field = Textarea()
    own = field.layout
    show(field, False)
    assert field.layout is own
    assert own.display == "none"


def test_hidden_buttons_keep_their_measures() -> None:
    made = button(lambda: None)
    show(made, False)
    assert (made.layout.width, made.layout.height) == ("auto", "auto")


def test_closing_a_panel_leaves_what_others_share_open() -> None:
    kept = control(Dropdown)
    panel = column([row([control(Dropdown), words("A line")]), control(Textarea, width="100%")])
    before = len(widgets._instances)
    close_all(panel)
    assert len(widgets._instances) == before - 5
    assert kept.layout.comm is not None
    assert kept.style.comm is not None
