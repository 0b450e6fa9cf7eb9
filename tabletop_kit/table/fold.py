"""A part of a panel that is folded away until somebody wants it; its heading says what is in it."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from tabletop_kit.table.parts import button, column, row, say, show, words


class Fold:
    """A heading with a sentence that always shows, and a button that opens and closes the rest."""

    def __init__(self, inside: Any) -> None:
        """``inside`` is the widget that is folded away at first; it keeps its own display."""
        self.inside = column([inside], "tk-column")
        self.open = False
        self._labels = ("", "")
        self.heading, self.summary = words(), words()
        self.turn = button(self.toggle)
        self.box = column([row([self.heading, self.turn]), self.summary, self.inside], "tk-fold")
        show(self.inside, False)

    def speak(self, title: str, opens: str, closes: str) -> None:
        """Heading, and what the button says while the part is closed and while it is open."""
        say(self.heading, f"<h3>{escape(title)}</h3>", markup=True)
        self._labels = (opens, closes)
        self.turn.description = self._labels[self.open]

    def tell(self, summary: str, lines: Sequence[str] = ()) -> None:
        """The sentence below the heading, and what it is about, a line each."""
        items = "".join(f"<li>{escape(line)}</li>" for line in lines)
        listed = f"<ul>{items}</ul>" if items else ""
        say(self.summary, f"{escape(summary)}{listed}", markup=True)

    def toggle(self) -> None:
        """Open it, or fold it away again."""
        self.open = not self.open
        show(self.inside, self.open)
        self.turn.description = self._labels[self.open]
