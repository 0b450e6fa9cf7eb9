"""The list of lessons: numbered, described, with stars for what is done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from html import escape

from tabletop_kit.table.language import table_texts
from tabletop_kit.table.parts import button, column, row, say, show, words
from tabletop_kit.teaching import Course, Lesson
from tabletop_kit.teaching.words import runner_words

STAR = "★"

LEARN_STYLE = """<style>
.tk-panel.tk-learn .tk-hint { display: none; }
.tk-panel.tk-learn .tk-heard { position: absolute; width: 1px; height: 1px; margin: 0; padding: 0;
  border: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.tk-panel.tk-learn .tk-step { gap: 6px; padding: 10px 14px; }
.tk-panel.tk-learn .tk-step h2, .tk-panel.tk-learn .tk-step p { margin: 2px 0; }
.tk-panel.tk-learn .tk-step h2 { font-size: 17px; }
.tk-panel.tk-learn .tk-step h2 small { font-weight: 400; font-size: 13px; }
.tk-panel.tk-learn .tk-answers button.mod-warning { background: #ffd9a0; color: #2b1a00; }
.tk-panel.tk-learn .tk-answers button.mod-success { background: #1b6e33; color: #fff; }
.tk-panel.tk-learn .tk-step .widget-text { flex: 1 1 200px; }
.tk-panel.tk-learn .tk-lesson { align-items: center; column-gap: 12px; }
.tk-panel.tk-learn .tk-lesson > button.jupyter-button { flex: 0 0 min(100%, 250px);
  text-align: left; }
.tk-panel.tk-learn .tk-lesson > .tk-words { flex: 1 1 240px; min-width: 0; }
</style>"""
"""What the lessons hide of the board is said in the words beside it, once."""


class LessonList:
    """A drawer with every lesson: those that one needs in order to play, then the others."""

    def __init__(
        self, course: Course, begin: Callable[[str], None], review: Callable[[], None]
    ) -> None:
        """``begin`` begins the lesson with an id; ``review`` asks what is due."""
        self.course = course
        self.language = course.language
        self.review = button(review, "info")
        self.core_heading, self.further_heading = words(), words()
        self.buttons = {lesson.id: button(partial(begin, lesson.id)) for lesson in course.lessons}
        self.abouts = {lesson.id: words() for lesson in course.lessons}
        self.parts = {
            lesson.id: words() for lesson in course.lessons if self._part(lesson.id) is not None
        }
        core = column([self._line(lesson) for lesson in course.lessons if lesson.core])
        further = column([self._line(lesson) for lesson in course.lessons if not lesson.core])
        parts = [self.core_heading, self.review, core, self.further_heading, further]
        self.box = column(parts, "tk-drawer")

    def _line(self, lesson: Lesson) -> object:
        line = row([self.buttons[lesson.id], self.abouts[lesson.id]])
        line.add_class("tk-lesson")
        return column([self.parts[lesson.id], line]) if lesson.id in self.parts else line

    def _part(self, lesson: str) -> str | None:
        """The heading over a lesson with which a part of the course begins."""
        texts, key = self.course.texts(self.language), f"part.{lesson}"
        return texts(key) if key in texts else None

    def speak(self, language: str) -> None:
        """Say everything in a language; :meth:`show` says the lessons."""
        self.language = language
        tell, own = table_texts(language), runner_words(language)
        self.review.description = tell("learn.review")
        more = round(sum(entry.minutes for entry in self.course.lessons if not entry.core))
        further = escape(own("panel.further", count=more))
        say(self.further_heading, f"<h3>{further}</h3>" if more else "", markup=True)
        core = escape(own("panel.core", count=round(self.course.minutes)))
        title = f"<h2>{escape(tell('learn.lessons'))}</h2><h3>{core}</h3>"
        say(self.core_heading, title, markup=True)
        for lesson, heading in self.parts.items():
            say(heading, f"<h4>{escape(self._part(lesson) or '')}</h4>", markup=True)

    def show(self, stars: Mapping[str, int], here: str, due: bool) -> None:
        """Mark what is done with its ``stars``, and the lesson that the learner is in."""
        own = runner_words(self.language)
        for number, lesson in enumerate(self.course.lessons, 1):
            won = stars.get(lesson.id, 0)
            title = self.course.title(lesson.id, self.language)
            shown = self.buttons[lesson.id]
            shown.description = f"{number}. {title}  {STAR * won}".strip()
            at = lesson.id == here
            shown.button_style = "primary" if at else "success" if won else ""
            about = f"{self.course.about(lesson.id, self.language)} {self._time(lesson)}"
            say(self.abouts[lesson.id], f"{about} {own('panel.here')}" if at else about)
        show(self.review, due)

    def _time(self, lesson: Lesson) -> str:
        key = "panel.seconds" if lesson.minutes < 1 else "panel.minutes"
        seconds = round(lesson.minutes * 6) * 10
        return runner_words(self.language)(key, seconds=seconds, count=round(lesson.minutes))
