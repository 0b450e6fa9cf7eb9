"""Rule cases: a position, moves, and what must then be true. The rules' proof, as data."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tabletop_kit.engine.luck import ScriptError, same_items
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.problem import Problem, shortened
from tabletop_kit.engine.rulebook import matches
from tabletop_kit.engine.ruling import BadNotation, Json, Refused, Ruling, Seat
from tabletop_kit.engine.save import AnyGame, AnyMatch, FindGame, is_plain

ABSENT = "(absent)"

_LISTS = ("moves", "moves~", "moves!")
_SUFFIXES = "#~!"


def _texts(value: Json) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _expectations(value: Json) -> bool:
    return isinstance(value, dict) and all(
        isinstance(value[key], list) for key in value if key in _LISTS or key.endswith(("~", "!"))
    )


_KINDS: dict[str, tuple[Callable[[Json], bool], str]] = {
    "id": (lambda value: isinstance(value, str) and value != "", "a text"),
    "about": (lambda value: isinstance(value, str), "a text"),
    "rules": (_texts, "a list of rule ids"),
    "options": (lambda value: isinstance(value, dict), "a table"),
    "position": (lambda value: isinstance(value, dict), "a table"),
    "chance": (lambda value: isinstance(value, list), "a list"),
    "do": (_texts, "a list of moves"),
    "refuse": (lambda value: isinstance(value, str) or value is True, "a rule id or true"),
    "view": (lambda value: type(value) is int and value >= 0, "a seat number from 0"),
    "expect": (_expectations, "a table, with lists after moves, moves~ and moves!"),
}


@dataclass(frozen=True, slots=True)
class Case:
    """One rule case; the keys are those of the file (see ``docs/rule-cases.md``)."""

    game: str
    id: str
    about: str = ""
    rules: tuple[str, ...] = ()
    options: Mapping[str, Json] = field(default_factory=dict)
    position: Mapping[str, Json] = field(default_factory=dict)
    chance: tuple[Json, ...] = ()
    do: tuple[str, ...] = ()
    refuse: str | bool = False
    view: int | None = None
    expect: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What running a case showed: faults (none: passed), and the rule ids that were cited."""

    case: Case
    faults: tuple[str, ...]
    cited: frozenset[str]

    @property
    def passed(self) -> bool:
        """Whether everything expected was found."""
        return not self.faults


def read_cases(path: Path, find_game: FindGame) -> list[Case]:
    """The cases of a file. Raises :class:`Problem` where it cannot be read or has a slip."""
    what = str(path)
    data = read_toml_file(path)
    entries = data.get("case")
    if not isinstance(data.get("game"), str) or not isinstance(entries, list) or not entries:
        raise Problem("case-top", what=what)
    for key in data:
        if key not in ("game", "case"):
            raise Problem("case-extra", what=what, key=shortened(key))
    game = find_game(data["game"])
    seen: set[str] = set()
    cases = []
    for entry in entries:
        case = _read_case(entry, game, what)
        if case.id in seen:
            raise Problem("case-twice", what=what, case=case.id)
        seen.add(case.id)
        cases.append(case)
    return cases


def read_toml_file(path: Path) -> dict[str, Any]:
    """A TOML file from outside. Raises :class:`Problem` with a sentence."""
    what = str(path)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise Problem("no-file", what=shortened(what, 200)) from None
    except UnicodeDecodeError:
        raise Problem("no-text", what=what) from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise Problem("unreadable", what=shortened(what, 200), why=why) from None
    return read_toml_text(text, what)


def read_toml_text(text: str, what: str) -> dict[str, Any]:
    """TOML from outside, of plain data only. Raises :class:`Problem`; ``what`` names the text."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise Problem("toml", what=what, why=shortened(error, 120).rstrip(".")) from None
    if not is_plain(data):
        raise Problem("not-plain", what=what)
    return data


def _read_case(entry: Json, game: AnyGame, what: str) -> Case:
    name = str(entry.get("id", "?")) if isinstance(entry, dict) else "?"
    if not isinstance(entry, dict):
        raise Problem("case-shape", what=what, case=name, key="case", kind="a table")
    for key, value in entry.items():
        if key not in _KINDS:
            raise Problem("case-key", what=what, case=name, key=key, known=", ".join(_KINDS))
        good, words = _KINDS[key]
        if not good(value):
            raise Problem("case-shape", what=what, case=name, key=key, kind=words)
    if "id" not in entry:
        raise Problem("case-no-id", what=what)
    asked = [entry["refuse"]] if isinstance(entry.get("refuse"), str) else []
    for rule in (*entry.get("rules", ()), *asked):
        if not any(matches(rule, known) for known in game.rulebook):
            raise Problem("case-rule", what=what, case=name, rule=rule, game=game.id)
    if entry.get("view", 0) not in range(max(game.seats)):
        words = f"0 to {max(game.seats) - 1}"
        raise Problem("case-shape", what=what, case=name, key="view", kind=words)
    _check_both(entry, what, name)
    lists = {key: tuple(entry.get(key, ())) for key in ("rules", "chance", "do")}
    return Case(game.id, **{**entry, **lists})


def _check_both(entry: Mapping[str, Json], what: str, name: str) -> None:
    position, options = entry.get("position", {}), entry.get("options", {})
    for key in position.keys() & options.keys():
        if position[key] != options[key]:
            raise Problem("case-both", what=what, case=name, key=key)


def run_case(case: Case, game: AnyGame) -> Verdict:
    """Set the case up, play it, and compare. Never raises on what the case says."""
    cited: set[str] = set()
    try:
        match = _set_up(case, game)
    except Refused as refused:
        return _refused_at_set_up(case, game, refused.ruling)
    except ScriptError as error:
        return Verdict(case, (f"set-up: {error}",), frozenset())
    faults = list(_play(case, match, cited))
    cited.update(rule for step in match.steps() for event in step.events for rule in event.rules)
    if not faults:
        faults = list(_compare(case, match))
    return Verdict(case, tuple(faults), frozenset(cited))


def _set_up(case: Case, game: AnyGame) -> AnyMatch:
    if case.position:
        return Match.at(game, {**case.options, **case.position}, 0, case.chance)
    return Match.begin(game, case.options, 0, case.chance)


def _refused_at_set_up(case: Case, game: AnyGame, ruling: Ruling) -> Verdict:
    cited = frozenset({ruling.rule})
    if not case.do and _is_asked_refusal(case.refuse, ruling):
        return Verdict(case, (), cited)
    wanted = f"refusal by {case.refuse}" if case.refuse and not case.do else "a set-up"
    return Verdict(case, (f"set-up: expected {wanted}, found {_told(game, ruling)}",), cited)


def _play(case: Case, match: AnyMatch, cited: set[str]) -> Iterator[str]:
    if case.refuse and not case.do:
        yield f"set-up: expected refusal by {case.refuse}, found a position"
    for number, text in enumerate(case.do, 1):
        last = number == len(case.do)
        wanted = f"move {number} “{text}”: expected refusal by {case.refuse}"
        try:
            events = match.play(text)
        except Refused as refused:
            cited.add(refused.ruling.rule)
            if last and _is_asked_refusal(case.refuse, refused.ruling):
                return
            expected = wanted if last and case.refuse else f"move {number} “{text}”: expected legal"
            yield f"{expected}, found {_told(match.game, refused.ruling)}"
            return
        except ScriptError as error:
            yield f"move {number} “{text}”: {error}"
            return
        cited.update(rule for event in events for rule in event.rules)
        if last and case.refuse:
            yield f"{wanted}, found it legal"


def _is_asked_refusal(refuse: str | bool, ruling: Ruling) -> bool:
    return refuse is True or (isinstance(refuse, str) and matches(refuse, ruling.rule))


def _told(game: AnyGame, ruling: Ruling) -> str:
    return f"refusal by {ruling.rule} ({game.texts().explain(ruling)})"


def _compare(case: Case, match: AnyMatch) -> Iterator[str]:
    game, position = match.game, match.position
    data = game.dump(position) if case.view is None else game.view(position, case.view)
    for key, expected in case.expect.items():
        found = _find(key.rstrip(_SUFFIXES), data, match, case.view)
        if key in _LISTS:
            found = [*found, *_unlisted(expected, found, match, case.view)]
        fault = _mismatch(key, expected, found, match)
        if fault:
            yield fault


def _find(key: str, data: Mapping[str, Json], match: AnyMatch, view: Seat | None) -> Json:
    if key == "moves":
        seat = match.to_act if view is None else view
        moves = () if seat is None else match.game.moves(match.position, seat)
        return [match.game.write(move) for move in moves]
    parts = key.split(".")
    return _inside(data, parts) if parts[0] in data else _answer(parts, match, view)


def _unlisted(
    expected: Iterable[str], found: Sequence[str], match: AnyMatch, view: Seat | None
) -> Iterator[str]:
    """Those of the expected moves that are legal although the game does not list them."""
    game, position = match.game, match.position
    seat = match.to_act if view is None else view
    if seat is None or seat != match.to_act or game.lists_all(position, seat):
        return
    for text in expected:
        if text in found:
            continue
        try:
            move = game.parse(text)
        except BadNotation:
            continue
        if game.ruling(position, seat, move).legal and game.write(move) == text:
            yield text


def _inside(found: Json, parts: Sequence[str]) -> Json:
    """What lies at a path inside data."""
    for part in parts:
        if isinstance(found, Mapping) and part in found:
            found = found[part]
        elif isinstance(found, list | tuple) and _is_place(part) and int(part) < len(found):
            found = found[int(part)]
        else:
            return ABSENT
    return found


def _is_place(part: str) -> bool:
    return part.isascii() and part.isdigit() and len(part) < 7


def _answer(parts: Sequence[str], match: AnyMatch, view: Seat | None) -> Json:
    """The answer to a question; what stands behind its name may be a path into the answer."""
    for length in range(len(parts), 0, -1):
        try:
            answer = match.game.question(match.position, ".".join(parts[:length]), view)
        except KeyError:
            continue
        return _inside(answer, parts[length:])
    return ABSENT


def _mismatch(key: str, expected: Json, found: Json, match: AnyMatch) -> str:
    bare = key.rstrip(_SUFFIXES)
    if key.endswith("#"):
        found = len(found) if isinstance(found, list | tuple | Mapping) else found
        good = bool(found == expected)
    elif key.endswith("~"):
        good = isinstance(found, list) and all(item in found for item in expected)
    elif key.endswith("!"):
        good = isinstance(found, list) and not any(item in found for item in expected)
    elif key == "moves":
        good = same_items(found, expected)
    else:
        good = match.game.same(bare, expected, found, match.position)
    return "" if good else f"{key}: expected {expected!r}, found {found!r}"


def check(cases: Iterable[Case], find_game: FindGame) -> list[Verdict]:
    """Run many cases; one verdict each, in order."""
    return [run_case(case, find_game(case.game)) for case in cases]
