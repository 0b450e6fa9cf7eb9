"""What a run of the conformance suite carries along, and how it says what is wrong."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any
from weakref import WeakKeyDictionary

from tabletop_kit.engine.event import Event
from tabletop_kit.engine.game import Game
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.ruling import Json, Prompt, Ruling, Seat
from tabletop_kit.engine.text import LANGUAGES, Texts

_SETTLED: WeakKeyDictionary[Game[Any, Any], tuple[set[object], set[object]]] = WeakKeyDictionary()
"""What holds for a game whatever the match: sentences that have words, moves that read back."""


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
class Look:
    """How one position looks from each side, worked out once, because many checks ask for it."""

    game: Game[Any, Any]
    position: Any
    _views: dict[Seat | None, dict[str, Json]] = field(default_factory=dict)
    _words: dict[Seat | None, frozenset[str]] = field(default_factory=dict)
    _dump: dict[str, Json] | None = None
    _everything: frozenset[str] | None = None

    def view(self, reader: Seat | None) -> dict[str, Json]:
        """The position keys as a reader may know them."""
        if reader not in self._views:
            self._views[reader] = self.game.view(self.position, reader)
        return self._views[reader]

    def words(self, reader: Seat | None) -> frozenset[str]:
        """The words that stand in that view."""
        if reader not in self._words:
            self._words[reader] = frozenset(words_of(self.view(reader)))
        return self._words[reader]

    @property
    def dump(self) -> dict[str, Json]:
        """All position keys."""
        if self._dump is None:
            self._dump = self.game.dump(self.position)
        return self._dump

    @property
    def everything(self) -> frozenset[str]:
        """The words that stand in all position keys."""
        if self._everything is None:
            self._everything = frozenset(words_of(self.dump))
        return self._everything


@dataclass(slots=True)
class Checker:
    """One game being checked: where it stands, and what was found so far.

    ``picture`` is how the position looked when it was reached: nothing may change it. ``hidden``
    are the seats that met something hidden, ``dealt`` those for which a re-deal ever differed from
    the real position. ``worded`` and ``spoken`` are the sentences and moves that need no second
    look, whatever match of the game they are met in. ``names`` are those of the result. ``every``
    so many positions one is looked at closely.
    """

    game: Game[Any, Any]
    match: Match[Any, Any]
    seed: int
    report: Report = field(default_factory=Report)
    seats: range = range(0)
    hidden: set[Seat] = field(default_factory=set)
    dealt: set[Seat] = field(default_factory=set)
    worded: set[object] = field(init=False)
    spoken: set[object] = field(init=False)
    looks: tuple[Look, ...] = ()
    names: tuple[str, ...] | None = None
    texts: tuple[Texts, ...] = ()
    picture: str = ""
    every: int = 1

    def __post_init__(self) -> None:
        self.worded, self.spoken = _SETTLED.setdefault(self.game, (set(), set()))
        self.seats = range(self.game.seat_count(self.match.position))
        self.texts = tuple(self.game.texts(language) for language in LANGUAGES)
        self.picture = repr(self.match.position)

    @property
    def close(self) -> bool:
        """Whether the position now is one of those that are looked at closely."""
        return (self.match.ply + self.seed) % self.every == 0

    @property
    def turn(self) -> int:
        """The number of the position among those looked at closely: what costs much takes turns."""
        return self.match.ply // self.every

    def shows(self, seat: Seat) -> bool:
        """Whether scenes of the position are made for this seat, which cost more than the rest."""
        return self.every == 1 or seat == self.turn % len(self.seats)

    def reached(self) -> None:
        """Remember how the position now looks, where it is going to be looked at closely."""
        if self.close or not self.match.prompts:
            self.picture = repr(self.match.position)

    def look(self, position: Any) -> Look:
        """How a position looks; the last two are kept."""
        for look in self.looks:
            if look.position is position:
                return look
        look = Look(self.game, position)
        self.looks = (look, *self.looks[:1])
        return look

    def demand(self, check: str, good: bool, sentence: str, *about: object) -> None:
        """Count the check; raise :class:`Nonconformance` where it is not good.

        ``about`` fills the braces of the sentence, which is written out for a fault only.
        """
        self.report.made[check] += 1
        if good:
            return
        if about:
            sentence = sentence.format(*about)
        moves = [self.game.write(step.move) for step in self.match.steps()[1:]]
        where = f"{self.game.id}, seed {self.seed}, options {self.match.options}, after {moves}"
        raise Nonconformance(check, f"{where}: {check}: {sentence}")

    def demand_unchanged(self, what: str) -> None:
        """The position still looks as it did when it was reached."""
        good = repr(self.match.position) == self.picture
        self.demand("pure", good, f"{what} changed the position it was handed")

    def cite(self, rule: str) -> None:
        """Note a rule id that was cited; it has to be one of the rulebook."""
        known = rule in self.report.cited or rule in self.game.rulebook
        self.demand("known", known, "the rule {} is not in the rulebook", rule)
        self.report.cited[rule] += 1

    def check_told(self, event: Event, readers: Iterable[Seat | None]) -> None:
        """An event has words in each language for each reader; once for equal events."""
        key = (event.kind, event.seat, event.seen_by, repr(event.facts), repr(event.secret))
        readers = tuple(readers)
        if (key, readers) in self.worded:
            self.report.made["words"] += 1
            return
        self.worded.add((key, readers))
        for reader in readers:
            for texts in self.texts:
                self._check_words(partial(texts.narrate, event, reader), "the event", event.kind)

    def check_invited(self, prompt: Prompt) -> None:
        """What is asked for has words, for the seat that is asked and for others."""
        for reader in (None, prompt.seat):
            for texts in self.texts:
                self._check_words(partial(texts.invite, prompt, reader), "the ask", prompt.ask)

    def check_explained(self, ruling: Ruling, seat: Seat) -> None:
        """A refusal has its reason in words, for the seat and for others; once for equal facts."""
        key = (ruling.rule, ruling.why, repr(ruling.facts), seat)
        if key in self.worded:
            self.report.made["words"] += 1
            return
        self.worded.add(key)
        for reader in (None, seat):
            for texts in self.texts:
                self._check_words(partial(texts.explain, ruling, reader), "the reason", ruling.why)

    def _check_words(self, say: Callable[[], str], what: str, name: str) -> None:
        try:
            text = say()
        except KeyError as missing:
            self.demand("words", False, f"{what} {name} has no words: {missing}")
            return
        good = bool(text.strip()) and "{" not in text and "}" not in text
        self.demand(
            "words", good, "{} {} has no words, or some left unfilled: {!r}", what, name, text
        )


_WORD = re.compile(r"[^\s(),+@]+")


def words_of(data: Json) -> set[str]:
    """The words in all texts of some plain data, keys left out.

    >>> sorted(words_of({"a": ["B01 -F04", 7], "b": "d8:5"}))
    ['B01', 'F04', 'd8:5']
    """
    found: set[str] = set()
    layer = [data]
    while layer:
        item = layer.pop()
        if isinstance(item, str):
            found.update(_words_in(item))
        elif isinstance(item, list | tuple):
            layer += item
        elif isinstance(item, dict):
            layer += item.values()
    return found


@lru_cache(maxsize=20_000)
def _words_in(text: str) -> tuple[str, ...]:
    return tuple(word.lstrip("-") for word in _WORD.findall(text))
