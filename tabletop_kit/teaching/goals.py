"""Goals of lesson steps: a closed set of small predicates, read from data, joined by all/any/not.

A goal is a TOML table. It is one of

- ``event = "laid"``, with ``seat``, ``rule`` and ``facts`` where they matter: it has happened;
- ``refused = "TP-5"`` (or ``true``): a try was refused, by this rule;
- ``move = "pass"``: the last move tried is this one, or begins with this word;
- ``path = "strength.0"`` with one of ``is``, ``least``, ``most``, ``above``, ``below``, ``has``:
  what stands at a dotted path of the position keys, or what the game answers to a question of this
  name; ``above`` and ``below`` name another path to compare with; a list counts by its length, and
  ``has`` is a pattern (``"A?"``) that some entry of it fits; ``view = 0`` looks with the eyes of a
  seat; ``rule`` is the rule that makes it stand so, which is thereby shown;
- ``best = "paid"`` with ``fact``: in such an event of the last move this number is as small as in
  that of any other legal move (``by = "most"``: as large);
- ``outcome = 0`` (this seat has won), ``"draw"``, ``"lost"`` (by all together) or ``"over"``;
- ``within = 2``: the learner has made at most so many moves;
- ``all = [...]``, ``any = [...]``, ``not = {...}``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import Protocol, TypeAlias

from tabletop_kit.engine.event import Event
from tabletop_kit.engine.problem import Problem, shortened
from tabletop_kit.engine.rulebook import matches
from tabletop_kit.engine.ruling import Json, Ruling, Seat
from tabletop_kit.engine.save import AnyGame, AnyMatch
from tabletop_kit.teaching.words import CourseProblem

KINDS = ("event", "refused", "move", "path", "best", "outcome", "within", "all", "any", "not")
_COMPARISONS = ("is", "least", "most", "above", "below", "has")
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
            and self.rule in ("", event.rule)
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
        try:
            answer = game.question(position, name, self.view)
        except KeyError:
            return _MISSING
        return at_path(answer, rest) if rest else answer


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


# -- reading -------------------------------------------------------------------------------------

_Fault: TypeAlias = Callable[[], Problem]


def read_goal(data: Json, what: str, place: str) -> Goal:
    """The goal that a table describes. Raises :class:`Problem`.

    ``what`` names the file, ``place`` the step, in the sentence of a problem.

    >>> read_goal({"event": "laid", "seat": 0}, "file", "step")
    Happened(kind='laid', seat=0, rule='', facts={})
    """

    def fault() -> Problem:
        text = shortened(data)
        return CourseProblem("goal", what=what, place=place, text=text, known=", ".join(KINDS))

    if not isinstance(data, Mapping):
        raise fault()
    kinds = [kind for kind in KINDS if kind in data]
    if len(kinds) != 1:
        raise fault()
    rest = {key: value for key, value in data.items() if key != kinds[0]}
    value = data[kinds[0]]
    if kinds[0] in ("all", "any", "not"):
        return _read_joined(kinds[0], value, rest, what, place, fault)
    return _READERS[kinds[0]](value, rest, fault)


def _read_joined(
    kind: str, value: Json, rest: Mapping[str, Json], what: str, place: str, fault: _Fault
) -> Goal:
    if rest:
        raise fault()
    if kind == "not":
        return Not(read_goal(value, what, place))
    if not isinstance(value, list) or not value:
        raise fault()
    goals = tuple(read_goal(entry, what, place) for entry in value)
    return AllOf(goals) if kind == "all" else AnyOf(goals)


def _read_event(value: Json, rest: Mapping[str, Json], fault: _Fault) -> Goal:
    seat, rule, facts = rest.get("seat"), rest.get("rule", ""), rest.get("facts", {})
    good = isinstance(value, str) and isinstance(rule, str) and isinstance(facts, Mapping)
    if not good or not (seat is None or type(seat) is int) or rest.keys() - _EVENT_KEYS:
        raise fault()
    return Happened(value, seat, rule, facts)


_EVENT_KEYS = {"seat", "rule", "facts"}


def _read_refused(value: Json, rest: Mapping[str, Json], fault: _Fault) -> Goal:
    if rest or not (value is True or isinstance(value, str)):
        raise fault()
    return RefusedBy("" if value is True else value)


def _read_move(value: Json, rest: Mapping[str, Json], fault: _Fault) -> Goal:
    if rest or not isinstance(value, str) or not value.strip():
        raise fault()
    return Tried(value)


def _read_path(value: Json, rest: Mapping[str, Json], fault: _Fault) -> Goal:
    found = [name for name in _COMPARISONS if name in rest]
    view, rule = rest.get("view"), rest.get("rule", "")
    if len(found) != 1 or rest.keys() - {found[0], "view", "rule"} or not isinstance(value, str):
        raise fault()
    if (view is not None and type(view) is not int) or not isinstance(rule, str):
        raise fault()
    if found[0] in ("above", "below", "has") and not isinstance(rest[found[0]], str):
        raise fault()
    return Stands(value, found[0], rest[found[0]], view, rule)


def _read_best(value: Json, rest: Mapping[str, Json], fault: _Fault) -> Goal:
    fact, by = rest.get("fact"), rest.get("by", "least")
    if not isinstance(value, str) or not isinstance(fact, str) or rest.keys() - {"fact", "by"}:
        raise fault()
    if by not in ("least", "most"):
        raise fault()
    return Best(value, fact, by == "most")


def _read_outcome(value: Json, rest: Mapping[str, Json], fault: _Fault) -> Goal:
    if rest or not (type(value) is int or value in ("draw", "lost", "over")):
        raise fault()
    return Ended(value)


def _read_within(value: Json, rest: Mapping[str, Json], fault: _Fault) -> Goal:
    if rest or type(value) is not int or value < 1:
        raise fault()
    return Within(value)


_READERS: dict[str, Callable[[Json, Mapping[str, Json], _Fault], Goal]] = {
    "event": _read_event,
    "refused": _read_refused,
    "move": _read_move,
    "path": _read_path,
    "best": _read_best,
    "outcome": _read_outcome,
    "within": _read_within,
}


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
