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
- ``advised = "expunge"``: the last move is what this priority of the game's coach would play;
- ``outcome = 0`` (this seat has won), ``"draw"``, ``"lost"`` (by all together) or ``"over"``;
- ``within = 2``: the learner has made at most so many moves;
- ``all = [...]``, ``any = [...]``, ``not = {...}``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from tabletop_kit.engine.problem import Problem, shortened
from tabletop_kit.engine.ruling import Json
from tabletop_kit.teaching.predicates import (
    Advised,
    AllOf,
    AnyOf,
    Best,
    Ended,
    Goal,
    Happened,
    Not,
    RefusedBy,
    Stands,
    Tried,
    Within,
)
from tabletop_kit.teaching.words import CourseProblem

KINDS = (
    *("event", "refused", "move", "path", "best", "advised", "outcome", "within"),
    *("all", "any", "not"),
)
_COMPARISONS = ("is", "least", "most", "above", "below", "has")

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


def _read_advised(value: Json, rest: Mapping[str, Json], fault: _Fault) -> Goal:
    if rest or not isinstance(value, str):
        raise fault()
    return Advised(value)


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
    "advised": _read_advised,
    "outcome": _read_outcome,
    "within": _read_within,
}
