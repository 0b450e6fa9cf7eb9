"""What a goal of a lesson can ask about: small predicates on what a step has seen so far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import Protocol

from tabletop_kit.engine.event import Event
from tabletop_kit.engine.rulebook import matches
from tabletop_kit.engine.ruling import Json, Ruling, Seat
from tabletop_kit.engine.save import AnyGame, AnyMatch

_MISSING = object()


@dataclass(frozen=True, slots=True)
class Seen:
    """What a step has seen so far: the match now, what happened, what was refused and tried."""

    match: AnyMatch
    events: Sequence[Event] = ()
    refusals: Sequence[Ruling] = ()
    tries: Sequence[str] = ()
    played: int = 0


class Goal(Protocol):
    """Something that holds or not."""

    def holds(self, seen: Seen) -> bool:
        """Whether it holds now."""


@dataclass(frozen=True, slots=True)
class Happened:
    """An event of this kind, seat, rule and facts is among what happened."""

    kind: str
    seat: Seat | None = None
    rule: str = ""
    facts: Mapping[str, Json] = field(default_factory=dict)

    def holds(self, seen: Seen) -> bool:
        """Whether such an event has happened."""
        return any(self._is(event) for event in seen.events)

    def _is(self, event: Event) -> bool:
        known = {**event.facts, **event.secret}
        return (
            event.kind == self.kind
            and self.seat in (None, event.seat)
            and (not self.rule or self.rule in event.rules)
            and all(known.get(name) == value for name, value in self.facts.items())
        )


@dataclass(frozen=True, slots=True)
class RefusedBy:
    """A try was refused by this rule (empty: by any)."""

    rule: str = ""

    def holds(self, seen: Seen) -> bool:
        """Whether such a refusal was given."""
        return any(not self.rule or matches(self.rule, no.rule) for no in seen.refusals)


@dataclass(frozen=True, slots=True)
class Tried:
    """The last move tried is this one, or begins with this word."""

    text: str

    def holds(self, seen: Seen) -> bool:
        """Whether it was the last try."""
        last = seen.tries[-1] if seen.tries else ""
        return said(self.text, last)


@dataclass(frozen=True, slots=True)
class Stands:
    """What stands at a path of the position keys compares so with ``value``."""

    path: str
    comparison: str
    value: Json
    view: Seat | None = None
    rule: str = ""

    def holds(self, seen: Seen) -> bool:
        """Whether the comparison is true now; false where there is nothing at the path."""
        match = seen.match
        found = self._found(match, self.path)
        other = self.value
        if self.comparison in ("above", "below"):
            other = self._found(match, self.value)
        if found is _MISSING or other is _MISSING:
            return False
        if self.comparison == "is":
            return match.game.same(self.path, other, found)
        if self.comparison == "has":
            return _is_list(found) and any(fnmatchcase(str(entry), other) for entry in found)
        return _compared(self.comparison, found, other)

    def _found(self, match: AnyMatch, path: str) -> Json:
        game, position = match.game, match.position
        data = game.dump(position) if self.view is None else match.view(self.view)
        found = at_path(data, path)
        name, _, rest = path.partition(".")
        if found is not _MISSING or name in data:
            return found
        for asked, inside in ((path, ""), (name, rest)):
            try:
                answer = game.question(position, asked, self.view)
            except KeyError:
                continue
            return at_path(answer, inside) if inside else answer
        return _MISSING


def _is_list(value: Json) -> bool:
    return isinstance(value, list | tuple)


def _compared(comparison: str, found: Json, other: Json) -> bool:
    """Two numbers compared; a list counts by its length."""
    one, two = (len(value) if _is_list(value) else value for value in (found, other))
    if not isinstance(one, int | float) or not isinstance(two, int | float):
        return False
    if comparison in ("least", "above"):
        return one >= two if comparison == "least" else one > two
    return one <= two if comparison == "most" else one < two


@dataclass(frozen=True, slots=True)
class Best:
    """No other legal move would have had an event of this kind with a smaller (larger) number."""

    kind: str
    fact: str
    largest: bool = False

    def holds(self, seen: Seen) -> bool:
        """Whether the last move was one of the best."""
        last = seen.match.last
        if last.before is None or last.seat is None:
            return False
        number = _fact_of(last.events, self.kind, self.fact)
        if number is None:
            return False
        best = _best(seen.match.game, last.before.position, last.seat, self)
        return bool(number == best)


@lru_cache(maxsize=64)
def _best(game: AnyGame, position: Json, seat: Seat, goal: Best) -> Json:
    numbers = []
    for move in game.moves(position, seat):
        log: list[Event] = []
        game.apply(position, seat, move, log)
        number = _fact_of(log, goal.kind, goal.fact)
        if number is not None:
            numbers.append(number)
    return (max if goal.largest else min)(numbers)


def _fact_of(events: Sequence[Event], kind: str, fact: str) -> Json:
    return next((event.facts.get(fact) for event in events if event.kind == kind), None)


@dataclass(frozen=True, slots=True)
class Advised:
    """The last move is the one that this priority of the game's coach would have played."""

    priority: str

    def holds(self, seen: Seen) -> bool:
        """Whether it was."""
        last = seen.match.last
        if last.before is None or last.seat is None:
            return False
        advice = seen.match.game.advice(last.before.position, last.seat)
        return advice is not None and self.priority in advice.matching(last.move)


@dataclass(frozen=True, slots=True)
class Ended:
    """The match is over: won by a seat, drawn, lost by all, or in any way."""

    how: Seat | str

    def holds(self, seen: Seen) -> bool:
        """Whether it has ended so."""
        outcome = seen.match.outcome
        if outcome is None:
            return False
        if self.how in ("draw", "lost"):
            return not outcome.winners and (self.how == "lost") == (not any(outcome.scores))
        return self.how == "over" or self.how in outcome.winners


@dataclass(frozen=True, slots=True)
class Within:
    """The learner has made at most so many moves in the step."""

    moves: int

    def holds(self, seen: Seen) -> bool:
        """Whether it is so."""
        return seen.played <= self.moves


@dataclass(frozen=True, slots=True)
class AllOf:
    """Every one of these holds."""

    goals: tuple[Goal, ...]

    def holds(self, seen: Seen) -> bool:
        """Whether all hold."""
        return all(goal.holds(seen) for goal in self.goals)


@dataclass(frozen=True, slots=True)
class AnyOf:
    """One of these holds."""

    goals: tuple[Goal, ...]

    def holds(self, seen: Seen) -> bool:
        """Whether one holds."""
        return any(goal.holds(seen) for goal in self.goals)


@dataclass(frozen=True, slots=True)
class Not:
    """This does not hold."""

    goal: Goal

    def holds(self, seen: Seen) -> bool:
        """Whether it does not."""
        return not self.goal.holds(seen)


def shown_by(goal: Goal, seen: Seen) -> Iterator[str]:
    """The rules by which things stand as a goal says, as far as it holds now."""
    if isinstance(goal, AllOf | AnyOf):
        for part in goal.goals:
            yield from shown_by(part, seen)
    elif isinstance(goal, Stands) and goal.rule and goal.holds(seen):
        yield goal.rule


def refusals_in(goal: Goal) -> tuple[str, ...]:
    """The rules by which a goal wants something refused; empty text: by any."""
    if isinstance(goal, AllOf | AnyOf):
        return tuple(rule for part in goal.goals for rule in refusals_in(part))
    return (goal.rule,) if isinstance(goal, RefusedBy) else ()


def said(pattern: str, text: str) -> bool:
    """Whether a move is the pattern, or begins with it as whole words.

    >>> said("lay", "lay d8:5"), said("lay d8:5", "lay d8:5"), said("lay d8", "lay d8:5")
    (True, True, False)
    """
    return text == pattern or text.startswith(f"{pattern} ")


def at_path(data: Json, path: str) -> Json:
    """What stands at a dotted path, or a marker that is equal to nothing where nothing does.

    >>> at_path({"strength": [3, 7]}, "strength.1")
    7
    """
    found = data
    for part in str(path).split("."):
        if isinstance(found, Mapping) and part in found:
            found = found[part]
        elif isinstance(found, list | tuple) and part.isdecimal() and int(part) < len(found):
            found = found[int(part)]
        else:
            return _MISSING
    return found
