"""Taking over what is watched: the learner plays on from there, and comes back to it later."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tabletop_kit.teaching.answer import Answer, last_rule
from tabletop_kit.teaching.attempt import Attempt
from tabletop_kit.teaching.predicates import Ended
from tabletop_kit.teaching.trial import Trial


def can_be_taken_over(attempt: Attempt) -> bool:
    """Whether somebody could play on from here: a match that is watched and not over."""
    match = attempt.match
    return attempt.step.kind == "watch" and match is not None and match.outcome is None


def taken_over(attempt: Attempt) -> PlayedOn:
    """A game from where the watched one stands: the learner's seat is free, the others answer."""
    step = replace(attempt.step, kind="do", goal=Ended("over"), play=(), teaches=(), through=True)
    return PlayedOn(
        attempt.course,
        attempt.lesson,
        step,
        attempt.language,
        attempt.names,
        attempt.seed,
        attempt.match,
    )


@dataclass(slots=True)
class PlayedOn(Attempt):
    """A game that goes on from a watched one: nothing in it is wrong, and nothing costs a point."""

    def _begun(self) -> Trial | None:
        assert self.start is not None
        trial = Trial(self.start.branch(), self.lesson.seat)
        trial.answers(self.step)
        return trial

    def _try(self, move: str) -> Answer:
        trial = self.trial
        assert trial is not None
        count = len(trial.events)
        ruling = trial.learner_says(move, self.step)
        if ruling is not None:
            return Answer("refused", self.why_not(ruling), ruling.rule)
        lines = self.told(trial.events[count:])
        self.done = trial.match.outcome is not None
        text = self.words("say.over") if self.done else ""
        return Answer("right" if self.done else "on", text, last_rule(lines), lines)

    def way(self) -> str:
        """Nothing here is the right move: there are no hints."""
        return ""
