"""The coach asked before a move: first what matters, then the priorities, then their lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from typing import Any

from tabletop_kit.engine.match import Step
from tabletop_kit.engine.text import Texts
from tabletop_kit.players.coach import Coached
from tabletop_kit.table.coach_lines import LineCards
from tabletop_kit.table.coach_words import rescue_html
from tabletop_kit.table.parts import column, say, show, words

LAST = 3


class HintBox:
    """A part of the coach's panel: a ladder of three steps for one position."""

    def __init__(self, count: int) -> None:
        """``count`` is the number of priorities."""
        self.step = 0
        self.asked: tuple[Step[Any, Any], Coached] | None = None
        self.text, self.rescue = words(), words()
        self.lines = LineCards(count)
        show(self.lines.box, False)
        self.box = column([self.text, self.rescue, self.lines.box], "tk-column")
        show(self.box, False)

    @property
    def coached(self) -> Coached | None:
        """What is to be sharpened: the lines, once they are shown."""
        return self.asked[1] if self.asked is not None and self.step == LAST else None

    def ask(self, step: Step[Any, Any], make: Callable[[], Coached]) -> None:
        """One step further for the position after ``step``; ``make`` looks at it."""
        if self.asked is None or self.asked[0] is not step:
            self.asked, self.step = (step, make()), 0
        # Where no priority speaks there is nothing to climb to: the ordinary move is told at once.
        silent = self.asked[1].advice is None
        self.step = LAST if silent else min(self.step + 1, LAST)

    def follow(self, last: Step[Any, Any]) -> None:
        """Forget a hint for a position that is not the last one any more, and hide it at once."""
        if self.asked is not None and self.asked[0] is not last:
            self.forget()

    def forget(self) -> None:
        """Forget the hint, and hide it at once."""
        if self.asked is not None:
            self.lines.clear()
            say(self.text, "")
        self.asked, self.step = None, 0
        show(self.box, False)

    def show(self, texts: Texts, tell: Texts) -> Iterator[None]:
        """Say it as far as it was asked for, piece by piece."""
        if self.asked is None:
            return
        coached, full = self.asked[1], self.step == LAST
        if coached.advice is None:
            say(self.text, tell("coach.hint.silent"))
        else:
            say(self.text, hint_html(tell, texts, coached, self.step), markup=True)
        say(self.rescue, rescue_html(texts, tell, coached) if full else "", markup=True)
        if full and not self.lines.tell_all(coached):
            yield from self.lines.show(coached, texts, tell)
        show(self.lines.box, full)
        show(self.box, True)


def hint_html(tell: Texts, texts: Texts, coached: Coached, step: int) -> str:
    """The words of the ladder up to a step; the lines themselves follow below."""
    keys = dict.fromkeys(key for line in coached.lines for key in line.leaves)
    rules = dict.fromkeys(line.rule for line in coached.lines)
    numbers = ", ".join(texts(f"coach.leaves.{key}") for key in keys)
    titles = ", ".join(texts(f"rule.{rule}.title") for rule in rules)
    head = f"<h3>{escape(tell('coach.hint.title'))}</h3>"
    key = "coach.hint.matters" if numbers else "coach.hint.rules"
    matters = tell(key, numbers=numbers, rules=titles)
    parts = [head, f"<p>{escape(matters)}</p>"]
    if step > 1:
        parts.append(f"<p>{escape(tell('coach.hint.priorities'))}</p><ul>")
        for line in coached.lines:
            name, about = (texts(f"priority.{line.priority}.{part}") for part in ("name", "about"))
            parts.append(f"<li><b>{escape(name)}</b>: {escape(about)}</li>")
        count = len(dict.fromkeys(line.move for line in coached.lines))
        parts.append(f"</ul><p>{escape(tell('coach.hint.answers', count=count))}</p>")
    return "".join(parts)
