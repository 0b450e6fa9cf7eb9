"""A course at a table: the lesson's words, the board to try things on, the answers to choose."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from datetime import date
from functools import partial
from html import escape
from typing import Any

from ipywidgets import HTML, Layout, Text

from tabletop_kit.engine.game import Game
from tabletop_kit.engine.luck import SEEDS, mix
from tabletop_kit.engine.problem import Problem
from tabletop_kit.progress import Store
from tabletop_kit.table.board import Board
from tabletop_kit.table.drawers import Settings
from tabletop_kit.table.keeping import STORE_NAME, Keeping, kept_preferences
from tabletop_kit.table.language import table_texts
from tabletop_kit.table.lessons import LEARN_STYLE, STAR, LessonList
from tabletop_kit.table.parts import (
    Later,
    button,
    close_all,
    column,
    row,
    say,
    show,
    style,
    words,
)
from tabletop_kit.table.session import Preferences
from tabletop_kit.teaching import Progress, Runner, load_course
from tabletop_kit.teaching.review import REVIEW
from tabletop_kit.teaching.words import runner_words

MOST_CHOICES = 12
NO_STAR = "☆"
RIGHT, WRONG = "✓", "✗"
AFTER_ENTER = 0.15
"""Seconds to wait for what was written: the key may be told before the text."""


class LearnPanel:
    """The course of one game; ``box`` is an ordinary ipywidgets container.

    Progress is kept in ``store`` under ``course/<game>`` after every step. ``today`` gives the
    date by which rules become due again.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        store: Store,
        lesson: str = "",
        today: Callable[[], date] = date.today,
    ) -> None:
        """``lesson`` is begun where it is given; else the learner goes on where they were."""
        self.game, self.store, self.today = game, store, today
        self.preferences = kept_preferences(store)
        self.course = load_course(game.id, self.preferences.language)
        self.notice = ""
        self.revision = self.said = self.begun = self.arrivals = 0
        self.say = ""
        self.card = ""
        self.at = ""
        self.drawer = ""
        self.progress = self._kept_progress()
        self.board = Board(self.do, store=STORE_NAME, weigh=lambda words: self.runner.weigh(words))
        self.later = Later()
        self.keeping = Keeping(store)
        self.settings = Settings(self.preferences, self._prefer, ("motion",))
        self._make_widgets()
        self.runner = self._first_runner(lesson)
        self.speak()
        self.refresh()

    # -- widgets -----------------------------------------------------------------------------

    def _make_widgets(self) -> None:
        self.open_lessons = button(partial(self.toggle, "lessons"))
        self.open_settings = button(partial(self.toggle, "settings"))
        self.lessons = LessonList(self.course, self.begin, self._begin_review)
        self.text = words()
        self.feedback = words()
        self.choices = [button(partial(self._choose, place)) for place in range(MOST_CHOICES)]
        self.choice_row = column(self.choices, "tk-answers")
        self.back = button(self._back)
        self.hint = button(self._hint)
        self.next = button(self._next, "primary")
        self.onward = button(self._onward, "success")
        self.take = button(self._take_over)
        self.last_row = row([self.back, self.hint, self.next, self.take, self.onward])
        bar = row([self.open_lessons, self.open_settings])
        bar.add_class("tk-bar-row")
        self.write = Text(continuous_update=False, style={"description_width": "initial"})
        self.story = words()
        self.write.on_msg(self._entered)
        self.say_it = button(self._write, "primary")
        self.write_row = row([self.write, self.say_it])
        parts = [self.text, self.feedback, self.last_row, self.story]
        parts += [self.write_row, self.choice_row]
        step = column(parts, "tk-drawer", "tk-step")
        drawers = [self.lessons.box, self.settings.box]
        self.main = column([self.board], "tk-main")
        step.add_class("tk-aside")
        beside = row([step, self.main])
        beside.add_class("tk-beside")
        own = HTML(LEARN_STYLE, layout=Layout(display="none"))
        self.box = column([style(), own, bar, *drawers, beside], "tk-panel", "tk-learn")

    def speak(self) -> None:
        """Say everything in the chosen language."""
        language = self.preferences.language
        tell = table_texts(language)
        self.open_lessons.description = tell("learn.lessons")
        self.open_settings.description = tell("panel.settings")
        self.back.description = tell("learn.back")
        self.hint.description = tell("panel.hint")
        self.settings.speak(language)
        own = runner_words(language)
        self.write.description = own("panel.write")
        self.say_it.description = own("panel.say")
        self.take.description = own("panel.take-over")
        self.lessons.speak(language)

    def toggle(self, name: str) -> None:
        """Open a drawer, or close it if it is open."""
        self.drawer = "" if self.drawer == name else name
        self.refresh()

    def show(self) -> None:
        """Display the page in a notebook."""
        from IPython.display import display

        display(self.box)  # type: ignore[no-untyped-call]

    def close(self) -> None:
        """Close every widget; progress stays kept."""
        self.later.forget()
        close_all(self.box)

    def __repr__(self) -> str:
        return f"<course of {self.game.id}, {self.runner!r}>"

    # -- lessons -----------------------------------------------------------------------------

    def _kept_progress(self) -> Progress:
        data = self.store.get(f"course/{self.game.id}")
        if data is None:
            return Progress(self.game.id)
        try:
            return Progress.from_data(data, self.game.id)
        except Problem as problem:
            self.notice = problem.tell(self.preferences.language)
            return Progress(self.game.id)

    def _first_runner(self, lesson: str) -> Runner:
        if lesson:
            return self._runner(lesson)
        now = self.progress.now
        if now is not None and now.get("lesson") != REVIEW:
            try:
                return Runner.resume(self.course, dict(now), self.preferences.language)
            except Problem:
                self.notice = table_texts(self.preferences.language)("learn.not-resumed")
        done = self.progress.done
        undone = [lesson.id for lesson in self.course.lessons if lesson.id not in done]
        return self._runner(undone[0] if undone else self.course.lessons[0].id)

    def _runner(self, lesson: str) -> Runner:
        seed = mix(self.today().toordinal(), len(self.progress.done) + 1000 * self.begun) % SEEDS
        self.begun += 1
        return Runner(self.course, lesson, self.preferences.language, seed)

    def begin(self, lesson: str) -> None:
        """Begin a lesson from its first step."""
        self._enter(self._runner(lesson))

    def _begin_review(self) -> None:
        due = self.progress.leitner.due(self.today(), 3)
        if due:
            seed = mix(self.today().toordinal(), 7) % SEEDS
            self._enter(Runner.review(self.course, due, self.preferences.language, seed))

    def _enter(self, runner: Runner) -> None:
        self.runner = runner
        self.arrivals += 1
        self.drawer = ""
        self.notice = ""
        self._changed()

    def _onward(self) -> None:
        order = [lesson.id for lesson in self.course.lessons]
        here = self.runner.lesson.id
        following = order[order.index(here) + 1 :] if here in order else order
        undone = [lesson for lesson in following if lesson not in self.progress.done]
        if undone or following:
            self.begin((undone or following)[0])

    # -- what a learner does -----------------------------------------------------------------

    def do(self, intent: Mapping[str, Any]) -> None:
        """Carry out an intent of the board and show what came of it."""
        self.card = ""
        doing = intent["do"]
        if doing == "move":
            self.at = intent["at"]
            self.runner.try_move(intent["text"])
            self._changed()
            return
        if doing == "rule" and intent["id"] in self.game.rulebook:
            self.card = intent["id"]
        elif doing == "close":
            self.at = self.notice = ""
        elif doing == "hint":
            self.runner.hint()
        elif doing == "ready":
            self._ready(intent)
        self.refresh()

    def _ready(self, intent: Mapping[str, Any]) -> None:
        if self.keeping.adopt(intent) and intent["kept"]:
            self._take_preferences()
            self.progress = self._kept_progress()
            if not self.runner.costs and self.runner.index == 0:
                self.runner = self._first_runner("")

    def _choose(self, place: int) -> None:
        choices = self.runner.picture()["choices"]
        if place < len(choices):
            said = self.runner.answer(choices[place]["id"])
            if said.kind == "taken-back":  # whoever chooses anew need not clear the table first
                self.runner.answer(choices[place]["id"])
            self._changed()

    def _entered(self, _widget: Any, content: Any, _buffers: Any) -> None:
        if isinstance(content, Mapping) and content.get("event") == "submit":
            self.later.run(AFTER_ENTER, self._write)

    def _write(self) -> None:
        """Say what stands in the field; it is emptied for the next."""
        text = self.write.value.strip()
        if text and self.runner.picture()["write"]:
            self.write.value = ""
            self.at = ""
            said = self.runner.try_move(text)
            if said.kind == "taken-back":
                self.runner.try_move(text)
            self._changed()

    def _next(self) -> None:
        before = self.runner.finished
        self.runner.next()
        if self.runner.finished and not before:
            self._finished()
        self._changed()

    def _back(self) -> None:
        self.runner.back()
        self._changed()

    def _take_over(self) -> None:
        self.runner.take_over()
        self._changed()

    def _hint(self) -> None:
        self.runner.hint()
        self.refresh()

    def _finished(self) -> None:
        runner = self.runner
        if runner.lesson.id == REVIEW:
            self.progress = self.progress.reviewed(runner.results, self.today())
        else:
            self.progress = self.progress.finished(
                runner.lesson.id, runner.stars, runner.results, self.today()
            )

    def _changed(self) -> None:
        """The learner got on (or back): keep it, and show it."""
        self.revision += 1
        self.said += 1
        drawn = self.runner.picture()
        self.say = drawn["feedback"]["text"] if drawn["feedback"] else drawn["text"]
        if not self.runner.finished:
            self.progress = self.progress.at(self.runner.state())
        self.store.put(f"course/{self.game.id}", self.progress.data())
        self.refresh()

    def _take_preferences(self) -> None:
        kept = kept_preferences(self.store)
        if kept != self.preferences:
            self.settings.follow(kept)

    def _prefer(self, preferences: Preferences) -> None:
        spoken = preferences.language != self.preferences.language
        self.preferences = preferences
        self.store.put("settings", asdict(preferences))
        if spoken:
            self.course = replace(self.course, language=preferences.language)
            self.runner.speak(preferences.language)
            self.speak()
        self.refresh()

    # -- showing -----------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show where the learner is."""
        drawn = self.runner.picture()
        show(self.lessons.box, self.drawer == "lessons")
        show(self.settings.box, self.drawer == "settings")
        self._show_words(drawn)
        self._show_choices(drawn["choices"], drawn["done"])
        show(self.write_row, drawn["write"] and not drawn["finished"])
        self._show_buttons(drawn)
        due = bool(self.progress.leitner.due(self.today(), 1))
        self.lessons.show(self.progress.stars, self.runner.lesson.id, due)
        show(self.main, bool(drawn["scene"]))
        self.board.show(self.picture(drawn))

    def _show_words(self, drawn: Mapping[str, Any]) -> None:
        tell = table_texts(self.preferences.language)
        step = tell("learn.step", step=drawn["step"], steps=drawn["steps"])
        where = escape(f"{step} {drawn['progress']}".strip())
        head = f"<h2>{escape(drawn['title'])} <small>{where}</small></h2>"
        text = f"<p><strong>{escape(drawn['text'])}</strong></p>"
        if drawn["finished"]:
            stars = STAR * drawn["stars"] + NO_STAR * (3 - drawn["stars"])
            done = tell("learn.done", count=drawn["stars"])
            text = f'<p><strong>{escape(done)}</strong> <span aria-hidden="true">{stars}</span></p>'
        say(self.text, head + text, markup=True)
        lines = []
        if drawn["feedback"] is not None:
            lines.append(f"<p><strong>{escape(drawn['feedback']['text'])}</strong></p>")
        if drawn["hint"] is not None:
            lines.append(f"<p><em>{escape(drawn['hint']['text'])}</em></p>")
        if self.notice:
            lines.append(f"<p>{escape(self.notice)}</p>")
        say(self.feedback, "".join(lines), markup=True)
        # What happened is told beside the board; here only where it is what there is to learn.
        shown = drawn["feedback"] is None or drawn["feedback"]["kind"] == "wrong"
        told = drawn["narration"] if shown and drawn["kind"] != "check" else []
        say(self.story, " ".join(line["text"] for line in told))

    def _show_choices(self, choices: list[dict[str, Any]], done: bool) -> None:
        answered = any("picked" in choice for choice in choices)
        for place, made in enumerate(self.choices):
            show(made, place < len(choices))
            if place < len(choices):
                choice = choices[place]
                picked = choice.get("picked", False)
                # Where the rules judge an answer, the one that ended the step was right.
                found = answered and choice.get("right", picked and done)
                wrong = picked and not found
                made.button_style = "success" if found else "warning" if wrong else ""
                mark = f" {RIGHT}" if found else f" {WRONG}" if wrong else ""
                made.description = choice["label"] + mark
        show(self.choice_row, bool(choices))

    def _show_buttons(self, drawn: Mapping[str, Any]) -> None:
        show(self.back, drawn["can_back"])
        show(self.hint, drawn["can_hint"] and not drawn["done"])
        show(self.next, bool(drawn["next"]))
        self.next.description = drawn["next"] or " "
        show(self.take, drawn["can_take_over"] and not drawn["finished"])
        show(self.onward, drawn["finished"])
        tell = table_texts(self.preferences.language)
        self.onward.description = tell("learn.onward")

    def picture(self, drawn: Mapping[str, Any]) -> dict[str, Any]:
        """The board's picture of a step."""
        narration = {str(place): line for place, line in enumerate(drawn["narration"])}
        shown: dict[str, Any] = {
            "rev": self.revision,
            "language": self.preferences.language,
            "motion": self.preferences.motion,
            "names": drawn["names"],
            "say": {"n": self.said, "text": self.say},
            "log": narration,
            "arrival": self.arrivals,
        }
        if drawn["scene"]:
            shown["scene"] = drawn["scene"]
            if drawn["comparison"]:
                shown["comparison"] = drawn["comparison"]
        texts = self.game.texts(self.preferences.language, self.runner.names)
        cards = self.game.rulebook.card_names(texts)
        if cards:
            shown["cards"] = cards
        feedback = drawn["feedback"]
        if feedback and feedback["kind"] == "refused" and self.at:
            shown["refusal"] = {"at": self.at, "text": feedback["text"], "rule": feedback["rule"]}
        if drawn["hint"] and drawn["scene"]:
            shown["hint"] = drawn["hint"]
        if self.card:
            shown["card"] = self.game.rulebook.card(self.card, texts)
        shown.update(self.keeping.picture())
        return shown
