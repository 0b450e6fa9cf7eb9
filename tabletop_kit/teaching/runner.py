"""The one controller that runs every lesson: where the learner is, and how it looks and reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tabletop_kit.engine.luck import SEEDS
from tabletop_kit.engine.match import looking_back
from tabletop_kit.engine.ruling import Json
from tabletop_kit.engine.scene import Scene, Token, Verb
from tabletop_kit.teaching.answer import Answer
from tabletop_kit.teaching.aside import can_be_taken_over, taken_over
from tabletop_kit.teaching.attempt import Attempt
from tabletop_kit.teaching.course import Course, Lesson, Step
from tabletop_kit.teaching.hints import LEVELS, hint_at, plain_scene
from tabletop_kit.teaching.labels import in_words, label_of
from tabletop_kit.teaching.left import left_before
from tabletop_kit.teaching.review import REVIEW, check_state, review_lesson, stars_for
from tabletop_kit.teaching.trial import legal
from tabletop_kit.teaching.tries import lone_tries, to_be_tried, with_tries
from tabletop_kit.teaching.words import runner_words


class Runner:
    """Runs one lesson for one learner.

    ``seed`` makes the questions of its mastery check; ``names`` are those of the seats (left out:
    the course's own). A panel draws :meth:`picture` and calls :meth:`try_move`, :meth:`answer`,
    :meth:`hint`, :meth:`next` and :meth:`back`.
    """

    def __init__(
        self,
        course: Course,
        lesson: str | Lesson,
        language: str = "",
        seed: int = 0,
        names: Sequence[str] = (),
    ) -> None:
        """Begins the lesson. Raises ``CourseProblem`` where there is no such lesson."""
        self.course = course
        self.lesson = course.lesson(lesson) if isinstance(lesson, str) else lesson
        self.language = language or course.language
        self.seed = seed
        self._names = tuple(names)
        self.costs: dict[str, int] = {}
        self.results: list[tuple[str, bool]] = []
        self.ways: dict[str, list[str]] = {}
        self.finished = False
        self.said: Answer | None = None
        self.current_hint: dict[str, Json] | None = None
        self.aside: Attempt | None = None
        self._enter(0)

    @classmethod
    def review(
        cls, course: Course, rules: Sequence[str], language: str = "", seed: int = 0
    ) -> Runner:
        """A runner that asks one question on each of these rules (those that are due)."""
        return cls(course, review_lesson(course, rules), language, seed)

    @classmethod
    def resume(cls, course: Course, state: Json, language: str = "") -> Runner:
        """The runner that :meth:`state` described, at the beginning of its step.

        Raises ``CourseProblem`` where the state is damaged or its lesson is gone.
        """
        check_state(state)
        runner = cls(course, state["lesson"], language, state["seed"])
        runner.costs = dict(state["costs"])
        runner.results = [(rule, right) for rule, right in state["results"]]
        runner.finished = state["finished"]
        runner.ways = {step: list(way) for step, way in state.get("ways", {}).items()}
        runner._enter(runner.lesson.place(state["step"]))
        return runner

    # -- where we are ------------------------------------------------------------------------

    @property
    def step(self) -> Step:
        """The step now; a puzzle as the step that it has become."""
        return self.attempt.step

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called."""
        return self._names or self.course.names(self.language)

    @property
    def called(self) -> tuple[str, ...]:
        """What they are called inside a sentence."""
        return self._names or self.course.called(self.language)

    @property
    def stars(self) -> int:
        """0 until the lesson is done, then 1 to 3: see :func:`stars_for`."""
        return stars_for(sum(self.costs.values()), len(self.lesson.steps)) if self.finished else 0

    def state(self) -> dict[str, Json]:
        """Where the learner is, as plain data; :meth:`resume` goes on from there."""
        return {
            "lesson": self.lesson.id,
            "step": self.step.id,
            "seed": self.seed,
            "costs": dict(self.costs),
            "results": [list(result) for result in self.results],
            "finished": self.finished,
            "ways": {step: list(way) for step, way in self.ways.items()},
        }

    def speak(self, language: str) -> None:
        """Change the language; the step begins anew unless it is done."""
        self.language = language
        if self.attempt.done:
            self.attempt.language, self.attempt.names = language, self.called
            self.said = None
        else:
            self._enter(self.index)

    # -- acting ------------------------------------------------------------------------------

    def try_move(self, text: str) -> Answer:
        """The learner makes a move: any text, legal or not."""
        return self._say(self.attempt.try_move(text))

    def answer(self, choice: str) -> Answer:
        """The learner picks the choice with this id."""
        return self._say(self.attempt.answer(choice))

    def next(self) -> Answer | None:
        """Go on: take back what was shown, watch on, the next question or step.

        ``None`` when another step was entered or the lesson is finished.
        """
        if self.aside is not None:
            self.attempt, self.aside = self.aside, None
            return self._say(Answer("told", runner_words(self.language)("say.back-to-it")))
        answer = self.attempt.go_on()
        if answer is not None:
            return self._say(answer)
        self._note()
        if self.index + 1 < len(self.lesson.steps):
            self._enter(self.index + 1)
        else:
            self.finished = True
        return None

    def take_over(self) -> None:
        """Play on from what is watched now; :meth:`next` goes back to it. Else nothing happens."""
        if can_be_taken_over(self.attempt):
            self.aside = self.attempt
            self.attempt = taken_over(self.attempt)
            self.said = None

    def back(self) -> None:
        """Go to the step before, or begin the first again; what was done stays done."""
        self._note()
        self._enter(max(0, self.index - 1))

    def hint(self) -> dict[str, Json] | None:
        """One hint more: the rule, then where to look, then what to do; each costs a point.

        ``None`` where there is nothing to hint at.
        """
        labels = {choice["id"]: choice["label"] for choice in self._choices()}
        while self.hinted < len(LEVELS):
            hint = hint_at(self.attempt, LEVELS[self.hinted], labels)
            self.hinted += 1
            if hint is not None:
                self.attempt.cost += 1
                self.current_hint = {"step": self.hinted, **hint}
                return self.current_hint
        return None

    # -- how it looks ------------------------------------------------------------------------

    def words(self) -> str:
        """What the step says; in a check, the question."""
        item = self.attempt.item
        if item is not None:
            return item.question
        if self.lesson.id == REVIEW:
            return runner_words(self.language)("review.text")
        if self.aside is not None:
            return runner_words(self.language)("say.take-over")
        texts = self.attempt.course_texts
        text = texts(f"lesson.{self.lesson.id}.{self.step.id}.text")
        return f"{self.attempt.words('say.anew')} {text}" if self.attempt.anew else text

    def title(self) -> str:
        """What the lesson is called."""
        if self.lesson.id == REVIEW:
            return runner_words(self.language)("review.title")
        return self.course.title(self.lesson.id, self.language)

    def scene(self) -> Scene | None:
        """The table with the learner's eyes; only what the step allows is able. ``None``: none.

        The table invites to a move, and has buttons for it, only where the step wants one.
        """
        match = self.attempt.match
        if match is None:
            return None
        texts = self.course.game.texts(self.language, self.names)
        scene = match.game.scene(match.position, self.lesson.seat, texts, match.last.events)
        zones = tuple(
            replace(zone, tokens=tuple(self._limited(token) for token in zone.tokens))
            for zone in scene.zones
        )
        if self.step.kind != "do" or not self.attempt.waits:
            return replace(scene, zones=zones, verbs=(), ask="", weighs=False, composes=False)
        verbs = tuple(self._limited(verb) for verb in scene.verbs if self._may_say(verb))
        free = not (self.step.offer or self.step.wait)
        label = runner_words(self.language)("label.try")
        lone = lone_tries(self.step, match, self.lesson.seat, scene, label)
        return replace(scene, zones=zones, verbs=(*verbs, *lone), ask=scene.ask if free else "")

    def weigh(self, words: Sequence[str]) -> dict[str, Json] | None:
        """What a selection would do, told before the learner commits it; ``None``: nothing."""
        match = self.attempt.match
        if match is None or self.step.kind != "do" or not self.attempt.waits:
            return None
        texts = self.course.game.texts(self.language, self.names)
        told = match.game.weigh(match.position, self.lesson.seat, words, texts)
        if told is None:
            return None
        label = runner_words(self.language)("label.try")
        return with_tries(told.data(), self.step, match, self.lesson.seat, words, label, texts)

    def picture(self) -> dict[str, Json]:
        """Everything a panel draws, as plain data (see ``docs/teaching.md``)."""
        scene = self.scene()
        return {
            "lesson": self.lesson.id,
            "title": self.title(),
            "step": self.index + 1,
            "steps": len(self.lesson.steps),
            "kind": self.step.kind,
            "text": self.words(),
            "progress": self._progress(),
            "scene": scene.data() if scene else None,
            "comparison": self._comparison(),
            "names": {str(seat): name for seat, name in enumerate(self.names)},
            "choices": self._choices(),
            "feedback": self._feedback(),
            "narration": list(self.said.lines) if self.said else [],
            "hint": self.current_hint,
            "write": self.step.write and not self.attempt.done,
            "can_hint": self.hinted < len(LEVELS) and bool(self.attempt.way()),
            "can_back": self.index > 0,
            "can_take_over": can_be_taken_over(self.attempt),
            "next": self._next_label(),
            "done": self.attempt.done,
            "finished": self.finished,
            "stars": self.stars,
            "rules": list(self.step.teaches),
        }

    # -- inner -------------------------------------------------------------------------------

    def _comparison(self) -> Json:
        match, seat = self.attempt.match, self.lesson.seat
        if match is None:
            return None
        texts = self.course.game.texts(self.language, self.names)
        told = match.game.comparison(looking_back(match.last, seat), seat, texts)
        return None if told is None else told.data()

    def _enter(self, index: int) -> None:
        self.index = index
        seed = (self.seed + 7919 * index) % SEEDS
        step, left = self.lesson.steps[index], left_before(self, index)
        self.aside = None
        self.attempt = Attempt(
            self.course, self.lesson, step, self.language, self.called, seed, left
        )
        self.said = None
        self.hinted = 0
        self.current_hint = None

    def _say(self, answer: Answer) -> Answer:
        if answer.kind == "elsewhere" and self.said and (self.attempt.done or self.attempt.picked):
            return answer
        self.said = answer
        if answer.kind not in ("refused", "elsewhere", "told"):
            self.current_hint = None
            self.hinted = 0 if answer.kind == "on" else self.hinted
        return answer

    def _note(self) -> None:
        """What the step cost and showed counts the first time it is done."""
        trial = self.attempt.trial
        posed = self.lesson.steps[self.index].kind == "puzzle"
        doing = self.step.kind == "do" and not posed
        if self.attempt.done and doing and trial is not None:
            self.ways[self.step.id] = list(trial.tries)
        if self.attempt.done and self.step.id not in self.costs:
            self.costs[self.step.id] = self.attempt.cost
            self.results += self.attempt.results

    def _limited(self, thing: Any) -> Any:
        able = (thing.able or self._to_be_tried(thing)) and self._may_touch(thing)
        if isinstance(thing, Token) and thing.word and not self.attempt.waits:
            thing = replace(thing, word="")
        own = f"act.{thing.id}"
        acts = self.attempt.course_texts
        if isinstance(thing, Verb) and own in acts:
            thing = replace(thing, label=acts(own))
        return thing if able == thing.able else replace(thing, able=able)

    def _to_be_tried(self, thing: Token | Verb) -> bool:
        match = self.attempt.match
        if match is None or self.step.kind != "do" or not self.attempt.waits:
            return False
        return to_be_tried(self.step, match, self.lesson.seat, thing.move)

    def _may_touch(self, thing: Token | Verb) -> bool:
        doing = self.step.kind == "do" and self.attempt.waits
        return doing and (not thing.move or self.step.offers(thing.move))

    def _may_say(self, verb: Verb) -> bool:
        """Whether a verb could say something that the step offers; one that only selects, not."""
        offer = self.step.offer
        if not offer or not verb.most:
            return not (offer and verb.picks) and self.step.offers(verb.move)
        first = verb.move.split()[:1]
        return any(pattern.split()[:1] == first for pattern in offer)

    def _choices(self) -> list[dict[str, Json]]:
        """The choices with their labels; once answered, which were picked and right."""
        attempt = self.attempt
        choices: list[tuple[str, str, bool | None]]
        if attempt.item is not None:
            choices = [(entry.id, entry.label, entry.right) for entry in attempt.item.choices]
        elif self.step.kind == "guess":
            key = f"{attempt.key}.choice"
            texts = attempt.course_texts
            seen = attempt.trial.seen() if attempt.trial and attempt.picked else None
            choices = [
                (one.id, texts(f"{key}.{one.id}"), one.when.holds(seen) if seen else None)
                for one in self.step.choices
            ]
        else:
            choices = [(entry.id, self._label(entry.id), None) for entry in self.step.candidates]
        if self.step.kind == "check" and attempt.item is None:
            return []
        return [self._choice(*choice) for choice in choices]

    def _choice(self, ident: str, label: str, right: bool | None) -> dict[str, Json]:
        choice: dict[str, Json] = {"id": ident, "label": label}
        if self.attempt.picked:
            choice["picked"] = ident == self.attempt.picked
            if right is not None:
                choice["right"] = right
        return choice

    def _label(self, ident: str) -> str:
        """What a candidate is called: its own text, or its move as it lies on the table."""
        attempt = self.attempt
        own = f"{attempt.key}.choice.{ident}"
        if own in self.course.texts():
            return attempt.course_texts(own)
        entry = next(entry for entry in self.step.candidates if entry.id == ident)
        scene = plain_scene(attempt)
        if scene is None or attempt.trial is None:
            return entry.move
        said = in_words(attempt.trial.match, self.lesson.seat, attempt.game_texts)
        return label_of(scene, entry.move, attempt.words, attempt.course_texts, said)

    def _feedback(self) -> dict[str, str] | None:
        if self.said is None or not self.said.text:
            return None
        return {"kind": self.said.kind, "text": self.said.text, "rule": self.said.rule}

    def _progress(self) -> str:
        attempt = self.attempt
        if attempt.item is None:
            return ""
        facts: dict[str, Json] = {"number": attempt.at_item + 1, "count": len(attempt.items)}
        return runner_words(self.language)("item.of", **facts)

    def _next_label(self) -> str:
        """What the button that goes on says; empty where the learner has to act first."""
        attempt, words = self.attempt, runner_words(self.language)
        if self.finished:
            return ""
        if self.aside is not None:
            return words("next.aside")
        if attempt.shown is not None:
            return words("next.back")
        if self.step.kind == "watch" and not attempt.done:
            return words("next.watch")
        if self.step.kind == "check" and attempt.picked and not attempt.done:
            last = attempt.at_item + 1 == len(attempt.items)
            return words("next.items" if last else "next.item")
        if not attempt.done:
            return ""
        return words("next.go" if self.index + 1 < len(self.lesson.steps) else "next.done")

    def legal(self) -> list[str]:
        """The learner's legal moves now that the step offers, as text."""
        trial = self.attempt.trial
        waits = self.step.kind == "do" and self.attempt.waits and trial is not None
        return legal(trial, self.step) if waits and trial else []

    def __repr__(self) -> str:
        return f"<lesson {self.lesson.id}, step {self.index + 1} of {len(self.lesson.steps)}>"
