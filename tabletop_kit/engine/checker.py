"""What a run of the conformance suite carries along, and how it says what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from tabletop_kit.engine.event import Event
from tabletop_kit.engine.game import Game
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.ruling import Prompt, Ruling, Seat
from tabletop_kit.engine.text import LANGUAGES, Texts


class Nonconformance(AssertionError):
    """A game does not keep what every game must keep; ``check`` names the check that failed."""

    def __init__(self, check: str, message: str) -> None:
        """``message`` tells where it happened and what is wrong."""
        super().__init__(message)
        self.check = check


@dataclass(slots=True)
class Report:
    """What a checked game showed: the rule ids cited, and how often each check was made."""

    cited: Counter[str] = field(default_factory=Counter)
    made: Counter[str] = field(default_factory=Counter)
    moves: int = 0


@dataclass(slots=True)
class Checker:
    """One game being checked: where it stands, and what was found so far.

    ``picture`` is how the position looked when it was reached: nothing may change it. ``hidden``
    are the seats that met something hidden, ``dealt`` those for which a re-deal ever differed from
    the real position.
    """

    game: Game[Any, Any]
    match: Match[Any, Any]
    seed: int
    report: Report = field(default_factory=Report)
    seats: range = range(0)
    hidden: set[Seat] = field(default_factory=set)
    dealt: set[Seat] = field(default_factory=set)
    worded: set[object] = field(default_factory=set)
    texts: tuple[Texts, ...] = ()
    picture: str = ""

    def __post_init__(self) -> None:
        self.seats = range(self.game.seat_count(self.match.position))
        self.texts = tuple(self.game.texts(language) for language in LANGUAGES)
        self.picture = repr(self.match.position)

    def demand(self, check: str, good: bool, sentence: str) -> None:
        """Count the check; raise :class:`Nonconformance` where it is not good."""
        self.report.made[check] += 1
        if good:
            return
        moves = [self.game.write(step.move) for step in self.match.steps()[1:]]
        where = f"{self.game.id}, seed {self.seed}, options {self.match.options}, after {moves}"
        raise Nonconformance(check, f"{where}: {check}: {sentence}")

    def demand_unchanged(self, what: str) -> None:
        """The position still looks as it did when it was reached."""
        good = repr(self.match.position) == self.picture
        self.demand("pure", good, f"{what} changed the position it was handed")

    def cite(self, rule: str) -> None:
        """Note a rule id that was cited; it has to be one of the rulebook."""
        self.report.cited[rule] += 1
        self.demand("known", rule in self.game.rulebook, f"the rule {rule} is not in the rulebook")

    def check_told(self, event: Event, readers: Iterable[Seat | None]) -> None:
        """An event has words in each language for each reader."""
        for reader in readers:
            for texts in self.texts:
                self._check_words(partial(texts.narrate, event, reader), f"the event {event.kind}")

    def check_invited(self, prompt: Prompt) -> None:
        """What is asked for has words, for the seat that is asked and for others."""
        for reader in (None, prompt.seat):
            for texts in self.texts:
                self._check_words(partial(texts.invite, prompt, reader), f"the ask {prompt.ask}")

    def check_explained(self, ruling: Ruling, seat: Seat) -> None:
        """A refusal has its reason in words, for the seat and for others; once for equal facts."""
        facts = tuple(sorted((name, repr(value)) for name, value in ruling.facts.items()))
        key = (ruling.rule, ruling.why, facts, seat)
        if key in self.worded:
            self.report.made["words"] += 1
            return
        self.worded.add(key)
        for reader in (None, seat):
            for texts in self.texts:
                self._check_words(
                    partial(texts.explain, ruling, reader), f"the reason {ruling.why}"
                )

    def _check_words(self, say: Callable[[], str], what: str) -> None:
        try:
            text = say()
        except KeyError as missing:
            self.demand("words", False, f"{what} has no words: {missing}")
            return
        good = bool(text.strip()) and "{" not in text and "}" not in text
        self.demand("words", good, f"{what} has no words, or words left unfilled: {text!r}")
