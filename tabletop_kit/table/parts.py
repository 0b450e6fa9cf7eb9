"""Small parts that every panel is made of: ordinary ipywidgets, made once and changed in place."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Sequence
from html import escape
from typing import Any, TypeVar

from ipywidgets import HTML, Box, Button, ButtonStyle, Layout
from ipywidgets.widgets.widget_string import HTMLStyle

S = TypeVar("S")
_log = logging.getLogger(__name__)

PANEL_STYLE = """<style>
.tk-panel { max-width: 1240px; margin: 0 auto; gap: 6px; overflow: visible;
  --jp-widgets-inline-label-width: 96px; }
.tk-panel .tk-row { display: flex; flex-flow: row wrap; gap: 6px; overflow: visible;
  align-items: center; }
.tk-panel button.jupyter-button, .tk-panel .jupyter-button { min-height: 44px; height: auto;
  line-height: 1.2; padding: 8px 14px; width: auto; font-size: 14px; border-radius: 8px;
  white-space: normal; }
.tk-panel button.jupyter-button:focus-visible, .tk-panel a:focus-visible,
.tk-panel input:focus-visible, .tk-panel select:focus-visible,
.tk-panel textarea:focus-visible { outline: 3px solid var(--jp-brand-color1, #1976d2);
  outline-offset: 2px; }
.tk-panel .tk-drawer { border: 1px solid var(--jp-border-color1, #bbb); border-radius: 12px;
  padding: 12px 16px; background: var(--jp-layout-color1, #fff); gap: 8px; overflow: visible; }
.tk-panel .tk-words { font-size: 14px; line-height: 1.5; color: var(--jp-ui-font-color1, #222);
  margin: 0; max-width: 70ch; white-space: normal; }
.tk-panel .tk-words h2, .tk-panel .tk-words h3 { margin: 4px 0; line-height: 1.25; }
.tk-panel .tk-words a { color: var(--jp-content-link-color, #1565c0);
  text-decoration: underline; }
.tk-panel .tk-words a.tk-door { display: inline-flex; align-items: center; min-height: 44px;
  line-height: 1.35; }
[data-jp-theme-light="false"] .tk-panel { color-scheme: dark; }
[data-jp-theme-light="false"] .tk-panel .widget-dropdown select { background-image:
  linear-gradient(45deg, transparent 50%, #ddd 50%),
  linear-gradient(-45deg, transparent 50%, #ddd 50%);
  background-size: 6px 6px; background-repeat: no-repeat;
  background-position: right 14px center, right 8px center; }
.tk-panel .tk-seat { flex: 1 1 280px; gap: 4px; overflow: visible;
  --jp-widgets-inline-label-width: 66px; }
.tk-panel .tk-row.tk-seats { align-items: flex-start; }
.tk-panel .tk-choice { gap: 2px; overflow: visible; }
.tk-panel .tk-lobby { --jp-widgets-inline-label-width: 112px; }
.tk-panel .tk-choice, .tk-panel .tk-choices > *, .tk-panel .tk-seat { min-width: 0; }
.tk-panel .widget-dropdown select, .tk-panel .widget-text input { min-width: 0; max-width: 100%; }
.tk-panel .tk-choices { display: grid; gap: 8px 24px; overflow: visible; align-items: start;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 380px), 1fr)); }
.tk-panel .tk-choice .widget-dropdown, .tk-panel .tk-choice .widget-inline-hbox { width: 100%; }
.tk-panel :is(.tk-choice, .tk-seat) .widget-inline-hbox { flex-wrap: nowrap; }
.tk-panel .tk-refused .tk-words { font-weight: 700; border-left: 4px solid currentColor;
  padding-left: 10px; }
.tk-panel .widget-text input, .tk-panel .widget-dropdown select,
.tk-panel .widget-textarea textarea { min-height: 44px; font-size: 15px; }
.tk-panel .widget-inline-hbox { height: auto; min-height: 44px; flex-wrap: wrap; width: auto; }
.tk-panel .widget-html { min-height: 0; }
.tk-panel .widget-textarea { height: auto; flex-flow: column; align-items: stretch; }
.tk-panel .widget-textarea textarea { width: 100%; box-sizing: border-box; }
.tk-panel .tk-drawer > button.jupyter-button, .tk-panel .tk-rung > button.jupyter-button {
  align-self: flex-start; }
.tk-panel .tk-rung { border: 1px solid var(--jp-border-color1, #bbb); border-radius: 12px;
  padding: 8px 14px 12px; gap: 8px; box-sizing: border-box; overflow: visible; }
.tk-panel .tk-rung > button.jupyter-button { margin-top: auto; }
.tk-panel .widget-label, .tk-panel .widget-inline-hbox > label { font-size: 14px;
  white-space: normal; height: auto; }
@media (max-width: 600px) {
  .tk-panel .tk-bar-row { flex-wrap: nowrap; overflow-x: auto; scrollbar-width: thin; }
  .tk-panel .tk-bar-row > * { flex: none; }
}
.tk-panel .tk-beside { display: flex; flex-flow: row wrap; gap: 10px; align-items: flex-start;
  overflow: visible; }
.tk-panel .tk-beside > .tk-main { flex: 1 1 640px; min-width: min(100%, 320px); order: 2;
  overflow: visible; }
.tk-panel .tk-beside > .tk-aside { flex: 1 1 280px; order: 1; }
.tk-panel .tk-answers { display: flex; flex-flow: column; gap: 6px; overflow: visible; }
.tk-panel .tk-answers button.jupyter-button { text-align: left; width: 100%; }
.tk-panel .tk-tiles { display: grid; gap: 14px; overflow: visible;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 250px), 1fr)); }
.tk-panel .tk-tiles > * { height: 100%; width: auto; margin: 0; }
.tk-panel .tk-tiles .widget-html-content, .tk-panel .tk-tiles .tk-words { height: 100%; }
.tk-panel .tk-tile { display: flex; flex-flow: column; height: 100%; border-radius: 16px;
  box-sizing: border-box; padding: 16px 18px; color: #fff6e3; background: #3a2413;
  border: 2px solid #1d1008; }
.tk-panel .tk-tile h2 { font: 700 22px/1.2 Georgia, "Times New Roman", serif; margin: 8px 0 4px; }
.tk-panel .tk-tile p { margin: 4px 0; }
.tk-panel .tk-tile .tk-doors { margin-top: auto; padding-top: 8px; display: flex;
  flex-flow: row wrap; gap: 8px; }
.tk-panel .tk-words .tk-tile a.tk-door { background: #ffd071; color: #2a1a0c; font-weight: 700;
  border-radius: 10px; padding: 0 16px; text-decoration: none; }
.tk-panel .tk-words .tk-tile a.tk-door:hover { text-decoration: underline; }
.tk-panel .tk-tempus { background: radial-gradient(circle at 30% 0%, #8a5a34, #4a2c17 75%); }
.tk-panel .tk-tomes { background: linear-gradient(#1d3557, #060b16); border-color: #04070d; }
.tk-panel .tk-vortex { background: linear-gradient(rgba(6, 6, 16, 0.72), rgba(6, 6, 16, 0.45)),
  conic-gradient(from 45deg at 50% 55%, #2a5596, #2a7a4f, #9a7714, #93262d, #2a5596);
  border-color: #101018; }
.tk-panel .tk-tempest { background: linear-gradient(135deg, #f2e3bd, #d9bd7b); color: #33230c;
  border-color: #8b6a24; }
.tk-panel .tk-building > .tk-main { order: 1; }
.tk-panel .tk-building > .tk-aside { order: 2; flex: 1 1 380px; min-width: min(100%, 320px); }
.tk-panel .widget-select { height: auto; width: auto; flex-flow: column; align-items: stretch; }
.tk-panel .widget-select select { flex: none; height: 330px; font-size: 15px; width: 100%;
  box-sizing: border-box; }
.tk-panel .widget-select > label { width: auto; text-align: left; }
.tk-panel .tk-words ul.tk-said { list-style: none; padding-left: 0; }
.tk-panel .tk-row.tk-filters { display: grid; align-items: end;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 170px), 1fr)); }
.tk-panel .tk-filters .widget-dropdown { flex-flow: column; align-items: stretch; width: auto; }
.tk-panel .tk-filters .widget-dropdown > label { width: auto; text-align: left; }
.tk-panel .tk-filters .widget-dropdown select { flex: none; }
.tk-panel .widget-select select option { padding: 4px 2px; }
.tk-panel .tk-figures summary { min-height: 44px; line-height: 44px; cursor: pointer;
  font-weight: 700; }
.tk-panel .widget-html-content:has(.tk-figures) { min-width: 0; }
.tk-panel .tk-figures .tk-scroll { overflow-x: auto; }
.tk-panel .tk-figures table { border-collapse: collapse; margin: 4px 0 10px; }
.tk-panel .tk-figures :is(th, td) { border-bottom: 1px solid var(--jp-border-color1, #bbb);
  padding: 4px 12px 4px 0; text-align: right; vertical-align: top; }
.tk-panel .tk-figures :is(th, td):first-child { text-align: left; }
.tk-panel .tk-fold, .tk-panel .tk-fold > .tk-column { gap: 6px; overflow: visible; }
.tk-panel .tk-fold ul { margin: 0 0 4px; padding-left: 22px; }
.tk-panel .tk-short { max-width: 340px; }
.tk-panel .tk-kept-line { font-weight: 700; }
.tk-panel .tk-grow { flex: 1 1 220px; min-width: 0; }
</style>"""
"""The style of all panels; every selector starts with the panel's own class."""


_shared: dict[tuple[type[Any], tuple[tuple[str, str], ...]], Any] = {}
_measures: dict[Any, dict[str, str]] = {}
"""For each style and layout that is shared what it was made with."""


def shared(kind: type[S], **measures: str) -> S:
    """The style or layout that all widgets share for which it would be the same.

    It is never changed itself. Each widget would make one of its own, each is sent to the page and
    kept there, and a page has hundreds of widgets and hardly ten such layouts.
    """
    key = kind, tuple(sorted(measures.items()))
    made = _shared.get(key)
    if made is None or made.comm is None:  # closed with all widgets of the kernel
        _measures.pop(made, None)
        made = _shared[key] = kind(**measures)
        _measures[made] = measures
    return made


def layout(**measures: str) -> Layout:
    """The layout that all widgets with the same measures share."""
    return shared(Layout, **measures)


def display(widget: Any, how: str | None) -> None:
    """Change the ``display`` of a widget, and of no other that shares its layout."""
    measures = _measures.get(widget.layout)
    if measures is None:
        widget.layout.display = how
        return
    if measures.get("display") != how:
        rest = {name: value for name, value in measures.items() if name != "display"}
        widget.layout = layout(**rest) if how is None else layout(**rest, display=how)


def control(kind: type[S], *, width: str = "", **values: Any) -> S:
    """A field of this kind, such as a dropdown, with the style and layout of all of its kind."""
    make: Any = kind
    measures = layout(width=width) if width else layout()
    made: S = make(layout=measures, style=shared(make.class_traits()["style"].klass), **values)
    return made


def words(text: str = "", *, markup: bool = False) -> HTML:
    """A line of text. It is escaped unless ``markup`` says that the kit itself wrote it."""
    value = _line(text, markup)
    measures = layout() if value else layout(display="none")
    return HTML(value, layout=measures, style=shared(HTMLStyle), _dom_classes=("tk-words",))


def say(widget: HTML, text: str, *, markup: bool = False) -> None:
    """Change a line of text in place; an empty one takes no room."""
    value = _line(text, markup)
    if widget.value != value:
        widget.value = value
    display(widget, None if value else "none")


def _line(text: str, markup: bool) -> str:
    value = text if markup else escape(text)
    return f'<div class="tk-words">{value}</div>' if value else ""


def button(on_click: Callable[[], None], style: str = "") -> Button:
    """A button that runs ``on_click`` behind a guard; its words are set when the panel speaks."""
    measures = layout(width="auto", height="auto")
    made = Button(button_style=style, layout=measures, style=shared(ButtonStyle))
    made.on_click(lambda _button: guarded(on_click))
    return made


def guarded(action: Callable[[], None]) -> bool:
    """Run what a person asked for; a fault is logged, never shown as a traceback.

    Returns whether it went well. Under ``TABLETOP_KIT_TEST=1`` the fault is raised.
    """
    try:
        action()
    except Exception:
        _log.exception("an action of a panel failed")
        if os.environ.get("TABLETOP_KIT_TEST") == "1":
            raise
        return False
    return True


def style(sheet: str = PANEL_STYLE) -> HTML:
    """A style, that of all panels unless another is given; it takes no room itself."""
    return HTML(sheet, layout=layout(display="none"), style=shared(HTMLStyle))


def row(children: Sequence[Any]) -> Box:
    """Widgets beside each other that wrap where the page is narrow."""
    return boxed(children, "tk-row")


def boxed(children: Sequence[Any], *classes: str) -> Box:
    """Widgets that lie as the style of these classes says."""
    return Box(list(children), layout=layout(), _dom_classes=classes)


def column(children: Sequence[Any], *classes: str) -> Box:
    """Widgets below each other."""
    measures = layout(display="flex", flex_flow="column")
    return Box(list(children), layout=measures, _dom_classes=classes)


def show(widget: Any, visible: bool) -> None:
    """Show or hide a widget without making it anew."""
    shown = "flex" if isinstance(widget, Box) else None
    display(widget, shown if visible else "none")


def close_all(widget: Any) -> None:
    """Close a widget with all its children, layouts and own styles, which would stay alive."""
    for child in getattr(widget, "children", ()):
        close_all(child)
    for name in ("style", "layout"):
        part: Any = getattr(widget, name, None)
        if hasattr(part, "close") and part not in _measures:
            part.close()
    widget.close()


class Later:
    """Runs one thing after a pause where there is an event loop, at once where there is none."""

    def __init__(self) -> None:
        self._handle: asyncio.TimerHandle | None = None
        self._next: Callable[[], None] | None = None
        self._running = False

    @property
    def live(self) -> bool:
        """Whether there is an event loop that could run something later."""
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return False
        return True

    def run(self, seconds: float, action: Callable[[], None]) -> None:
        """Run ``action`` after ``seconds``; what was waiting is forgotten."""
        self.forget()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self._run_now(action)
            return
        self._handle = loop.call_later(seconds, lambda: guarded(action) and None)

    def _run_now(self, action: Callable[[], None]) -> None:
        """One after the other, however long the chain of actions that call for the next."""
        self._next = action
        if self._running:
            return
        self._running = True
        try:
            while self._next is not None:
                following, self._next = self._next, None
                guarded(following)
        finally:
            self._running = False

    def forget(self) -> None:
        """Forget what is waiting."""
        self._next = None
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
