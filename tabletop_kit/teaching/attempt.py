"""One attempt at one step: what the learner may do in it, and what each try is answered with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tabletop_kit.engine.event import Event
from tabletop_kit.engine.luck import mix
from tabletop_kit.engine.ruling import Json, Ruling
from tabletop_kit.engine.save import AnyMatch
from tabletop_kit.engine.text import Texts
from tabletop_kit.teaching.answer import Answer, AnswerKind, last_rule, rule_of
from tabletop_kit.teaching.course import Candidate, Course, Feedback, Lesson, Step
from tabletop_kit.teaching.items import Item
from tabletop_kit.teaching.mastery import Quiz
from tabletop_kit.teaching.puzzles import posed
from tabletop_kit.teaching.reader import canonical_move
from tabletop_kit.teaching.trial import (
    Trial,
    chosen,
    continued,
    first_trial,
    judged,
    narrated,
    way_to_goal,
)
from tabletop_kit.teaching.words import runner_words


@dataclass(slots=True)
class Attempt:
    """The state of a step while it is being worked at. Made anew whenever a step is entered.

    ``start`` is the table as the learner left it in the step before; ``anew`` says that the step
    could not go on from there and has set its own. A puzzle is posed, and is a step to do then.
    """

    course: Course
    lesson: Lesson
    step: Step
    language: str
    names: tuple[str, ...]
    seed: int
    start: AnyMatch | None = None
    trial: Trial | None = field(init=False)
    anew: bool = field(init=False, default=False)
    before: list[Trial] = field(init=False, default_factory=list)
    shown: Trial | None = field(init=False, default=None)
    done: bool = field(init=False, default=False)
    cost: int = field(init=False, default=0)
    watched: int = field(init=False, default=0)
    picked: str = field(init=False, default="")
    items: list[Item] = field(init=False, default_factory=list)
    at_item: int = field(init=False, default=0)
    item_right: int = field(init=False, default=0)
    results: list[tuple[str, bool]] = field(init=False, default_factory=list)
    round: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        if self.step.kind == "puzzle":
            self.step, self.start = posed(self.course, self.lesson, self.step, self.seed)
        # Where a set-up is to be chosen there is no table yet.
        self.trial = None if self.step.kind == "choose" else self._begun()
        self.done = self.step.kind == "say"
        if self.step.kind == "check":
            self._new_items()

    def _begun(self) -> Trial | None:
        """From the learner's own table where the step goes on from it, else from its own."""
        if self.start is not None:
            trial = continued(self.course, self.lesson, self.step, self.start)
            if trial is not None:
                return trial
        trial = first_trial(self.course, self.lesson, self.step)
        if trial is not None and self.start is not None and self.step.deal is None:
            self.anew = True
        return trial

    # -- looking -----------------------------------------------------------------------------

    @property
    def words(self) -> Texts:
        """The runner's own words."""
        return runner_words(self.language)

    @property
    def game_texts(self) -> Texts:
        """The game's texts with the names of the seats."""
        return self.course.game.texts(self.language, self.names)

    @property
    def course_texts(self) -> Texts:
        """The course's texts with the names of the seats."""
        return self.course.texts(self.language).named(self.names)

    def why_not(self, ruling: Ruling) -> str:
        """The reason of a refusal, said to the learner."""
        return self.game_texts.explain(ruling, self.lesson.seat)

    @property
    def key(self) -> str:
        """The key of the step's texts."""
        return f"lesson.{self.lesson.id}.{self.step.id}"

    @property
    def item(self) -> Item | None:
        """The question now, in a check."""
        return self.items[self.at_item] if self.at_item < len(self.items) else None

    @property
    def match(self) -> AnyMatch | None:
        """The match whose position is to be seen now."""
        if self.shown is not None:
            return self.shown.match
        if self.item is not None:
            return self.item.after if self.picked and self.item.after else self.item.match
        return self.trial.match if self.trial else None

    @property
    def waits(self) -> bool:
        """Whether the learner is to do or answer something now."""
        return not (self.done or self.shown or self.picked) and self.step.kind != "watch"

    def told(self, events: Sequence[Event]) -> tuple[dict[str, str], ...]:
        """Events as lines."""
        lines = narrated(events, self.lesson.seat, self.game_texts, self.course_texts)
        return tuple(lines)

    # -- trying ------------------------------------------------------------------------------

    def try_move(self, text: str) -> Answer:
        """The learner says a move, by touching the table or by writing it."""
        if self.shown is not None:
            return self.take_back()
        move = canonical_move(self.course.game, text)
        if self.step.kind == "do" and not self.done:
            return self._try(move)
        if self.step.kind == "spot":
            entry = next((entry for entry in self.step.candidates if entry.move == move), None)
            return self.answer(entry.id) if entry else self._elsewhere()
        if self.item is not None and self.item.choice(move) and not self.picked:
            return self.answer(move)
        return Answer("elsewhere", self.words("say.done" if self.done else "say.move-first"))

    def _try(self, move: str) -> Answer:
        trial, step = self.trial, self.step
        assert trial is not None
        ruling = trial.match.ruling(move, trial.seat)
        if ruling.legal and not step.offers(move):
            return self._elsewhere()
        before = trial.branch()
        count = len(trial.events)
        trial.learner_says(move, step)
        lines = self.told(trial.events[count:])
        if not ruling.legal:
            why = self.why_not(ruling)
            if trial.met(step):
                return self._finish(self.words("say.refused", why=why), ruling.rule)
            return Answer("refused", why, ruling.rule)
        self.before.append(before)
        if trial.met(step):
            self.cost += max(0, trial.played - step.par)
            return self._finish("", rule_of(lines, step), lines)
        comment = self._feedback(trial)
        if self._way(trial) is not None:
            new = comment if comment and not comment.when.holds(before.seen()) else None
            text = self._feedback_text(new) if new else self.words("say.on")
            return Answer("on", text, "", lines)
        return self._missed(trial, comment, count)

    def _missed(self, trial: Trial, comment: Feedback | None, count: int) -> Answer:
        """A legal move that misses the goal: played on, told, and kept to be taken back."""
        self.cost += 1
        for text in comment.show if comment else ():
            trial.say(text)
        self.shown = trial
        text = self._feedback_text(comment) if comment else self.words("say.wrong")
        lines = self.told(trial.events[count:])
        return Answer("wrong", text, last_rule(lines), lines)

    def take_back(self) -> Answer:
        """Take back what was shown, to where the goal can still be reached."""
        self.shown = None
        self.picked = ""
        if self.before:
            trial = self.before.pop()
            while (
                self.before and way_to_goal(trial, self.step, self.step.most - trial.played) is None
            ):
                trial = self.before.pop()
            self.trial = trial
        return Answer("taken-back", self.words("say.taken-back"))

    def _way(self, trial: Trial) -> tuple[str, ...] | None:
        return way_to_goal(trial, self.step, self.step.most - trial.played)

    def _feedback(self, trial: Trial) -> Feedback | None:
        seen = trial.seen()
        return next((entry for entry in self.step.feedback if entry.when.holds(seen)), None)

    def _feedback_text(self, entry: Feedback) -> str:
        return self.course_texts(f"{self.key}.feedback.{entry.id}")

    def _elsewhere(self) -> Answer:
        if self.step.kind == "spot":
            return Answer("elsewhere", self.words("say.move-first"))
        return Answer("elsewhere", self.words("say.elsewhere"))

    def _finish(self, text: str, rule: str = "", lines: tuple[dict[str, str], ...] = ()) -> Answer:
        """The step is done; its own last word is said where it has one."""
        self.done = True
        if self.step.kind != "check":
            self.results = [(name, self.cost == 0) for name in self.step.teaches]
        parts = (text, self._last_word())
        said = " ".join(part for part in parts if part) or self.words("say.right")
        return Answer("right", said, rule, lines)

    def _last_word(self) -> str:
        """What the step itself says at its end; empty where it says nothing."""
        key = f"{self.key}.done"
        return self.course_texts(key) if key in self.course.texts() else ""

    # -- answering ---------------------------------------------------------------------------

    def answer(self, choice: str) -> Answer:
        """The learner picks one of the choices."""
        if self.shown is not None:
            return self.take_back()
        if self.done or self.picked:
            return Answer("elsewhere", self.words("say.done"))
        if self.step.kind == "check":
            return self._answer_item(choice)
        if self.step.kind == "guess":
            return self._guess(choice)
        entry = next((entry for entry in self.step.candidates if entry.id == choice), None)
        if entry is None:
            return Answer("elsewhere", self.words("say.no-choice", text=choice))
        return self._choose(entry) if self.step.kind == "choose" else self._spot(entry)

    def _choose(self, entry: Candidate) -> Answer:
        trial = chosen(self.course, self.lesson, self.step, entry.id)
        if trial is None:
            ruling = judged(self.course.game, None, entry)
            return Answer("refused", self.why_not(ruling), ruling.rule)
        lines = self.told(trial.events)
        if trial.met(self.step):
            self.trial, self.picked = trial, entry.id
            return self._finish("", rule_of(lines, self.step), lines)
        self.cost += 1
        self.shown = trial
        return Answer("wrong", self.words("say.wrong"), last_rule(lines), lines)

    def _spot(self, entry: Candidate) -> Answer:
        ruling = judged(self.course.game, self.trial, entry)
        right = ruling.legal == (self.step.ask == "allowed")
        if ruling.legal:
            return self._spot_allowed(entry, right)
        why = self.why_not(ruling)
        if right:
            self.picked = entry.id
            return self._finish(self.words("say.refused-found", why=why), ruling.rule)
        self.cost += 1
        return Answer("refused", self.words("say.allowed-not", why=why), ruling.rule)

    def _spot_allowed(self, entry: Candidate, right: bool) -> Answer:
        after = self._carried_out(entry)
        lines = self.told(after.events)
        if right:
            self.trial, self.picked = after, entry.id
            return self._finish(self.words("say.allowed-found"), last_rule(lines), lines)
        self.cost += 1
        return Answer("wrong", self.words("say.allowed-yes"), last_rule(lines))

    def _carried_out(self, entry: Candidate) -> Trial:
        if entry.deal is not None:
            trial = chosen(self.course, self.lesson, self.step, entry.id)
            assert trial is not None
            return trial
        assert self.trial is not None
        after = Trial(self.trial.match.branch(), self.lesson.seat)
        after.say(entry.move, self.lesson.seat)
        return after

    def _guess(self, choice: str) -> Answer:
        picked = next((entry for entry in self.step.choices if entry.id == choice), None)
        if picked is None or self.trial is None:
            return Answer("elsewhere", self.words("say.no-choice", text=choice))
        self.picked = choice
        count = len(self.trial.events)
        for text in self.step.play:
            self.trial.say(text)
        lines = self.told(self.trial.events[count:])
        right = picked.when.holds(self.trial.seen())
        self.cost += not right
        said = self._finish(
            self.words("say.guessed" if right else "say.not-so"), rule_of(lines, self.step), lines
        )
        return said if right else Answer("wrong", said.text, said.rule, lines)

    def _answer_item(self, choice: str) -> Answer:
        item = self.item
        picked = item.choice(choice) if item else None
        if item is None or picked is None:
            return Answer("elsewhere", self.words("say.no-choice", text=choice))
        self.picked = choice
        self.results.append((item.rule, picked.right))
        self.item_right += picked.right
        self.cost += not picked.right
        right = next(entry for entry in item.choices if entry.right)
        if picked.right:
            said = [self.words("say.right"), right.reply]
        else:
            said = [picked.reply if picked.reply != right.reply else ""]
            said += [self.words("item.answer", what=right.label), right.reply]
        self.done = self.at_item + 1 == len(self.items) and self._enough()
        if self.done:
            said += [self._result() if len(self.items) > 1 else "", self._last_word()]
        kind: AnswerKind = "right" if picked.right else "wrong"
        text = " ".join(part for part in said if part)
        return Answer(kind, text, item.rule, self.told(item.events))

    def _enough(self) -> bool:
        """Whether enough questions of the check were answered rightly."""
        assert self.step.check is not None
        return self.item_right >= min(self.step.check.passing, len(self.items))

    def _result(self) -> str:
        assert self.step.check is not None
        count = len(self.items)
        facts: dict[str, Json] = {
            "right": self.item_right,
            "count": count,
            "passing": min(self.step.check.passing, count),
        }
        return self.words("say.passed" if self._enough() else "say.failed", **facts)

    # -- going on ----------------------------------------------------------------------------

    def go_on(self) -> Answer | None:
        """Within the step: take back, watch the next move, the next question. ``None``: done."""
        if self.shown is not None:
            return self.take_back()
        if self.step.kind == "watch" and not self.done:
            return self._watch()
        if self.step.kind == "check" and not self.done:
            return self._next_item() if self.picked else self._first("say.answer-first")
        if self.done:
            return None
        return self._first("say.act-first" if self.step.kind == "do" else "say.answer-first")

    def _first(self, key: str) -> Answer:
        return Answer("told", self.words(key))

    def _watch(self) -> Answer:
        assert self.trial is not None
        count = len(self.trial.events)
        play, along = self.step.play, self.step.along
        self.trial.say(play[self.watched])
        self.watched += 1
        while self.watched < len(play) and play[self.watched] in along:
            self.trial.say(play[self.watched])
            self.watched += 1
        lines = self.told(self.trial.events[count:])
        if self.watched < len(self.step.play):
            return Answer("told", "", last_rule(lines), lines)
        finished = self._finish("", rule_of(lines, self.step), lines)
        own = f"{self.key}.done" in self.course.texts()
        return Answer("told", finished.text if own else "", finished.rule, lines)

    def _next_item(self) -> Answer:
        self.picked = ""
        if self.at_item + 1 < len(self.items):
            self.at_item += 1
            return Answer("told", "")
        result = self._result()
        self.round += 1
        self._new_items()
        return Answer("told", result)

    def _new_items(self) -> None:
        assert self.step.check is not None
        quiz = Quiz(
            self.course,
            mix(self.seed, self.round) >> 11,
            self.language,
            self.lesson.seat,
            self.names,
        )
        self.items = quiz.items(self.step.check)
        self.at_item = self.item_right = 0

    # -- hinting -----------------------------------------------------------------------------

    def way(self) -> str:
        """The next move or choice that is right; empty where there is none to name."""
        if not self.waits:
            return ""
        if self.step.kind == "do" and self.trial is not None:
            return (self._way(self.trial) or self.step.solution)[0]
        if self.step.kind == "choose":
            return self.step.solution[0]
        if self.step.kind == "guess":
            return next((entry.id for entry in self.step.choices if self._would_hold(entry.id)), "")
        if self.step.kind == "spot":
            wanted = self.step.ask == "allowed"
            rulings = ((entry, self._judged(entry)) for entry in self.step.candidates)
            return next((entry.id for entry, ruling in rulings if ruling.legal == wanted), "")
        return ""

    def _judged(self, entry: Candidate) -> Ruling:
        return judged(self.course.game, self.trial, entry)

    def _would_hold(self, choice: str) -> bool:
        assert self.trial is not None
        after = self.trial.branch()
        for text in self.step.play:
            after.say(text)
        entry = next(entry for entry in self.step.choices if entry.id == choice)
        return entry.when.holds(after.seen())
