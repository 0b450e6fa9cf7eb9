"""What the coach of Tempest says is true: each figure and sentence is found again another way."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tabletop_kit.engine.coach import Line
from tabletop_kit.engine.luck import mix
from tabletop_kit.games.tempest import GAME
from tabletop_kit.games.tempest.cards import CARD, TABLES
from tabletop_kit.games.tempest.position import Position
from tests.games.tempest import auditing
from tests.games.tempest.auditing import pieces

NAMES = ("Ada", "Bo", "Cy", "Di")
DECKS = ("good", "evil", "chaos", "mixed")
OPTIONS: Mapping[str, dict[str, Any]] = {
    "plain": {},
    "deity_from_any_area": {"deity_from_any_area": True},
    "no_deity_win": {"no_deity_win": True},
    "ignore_pantheon": {"ignore_pantheon": True},
    "win_by_faith": {"win_by_faith": 20},
    "win_by_strength": {"win_by_strength": 20},
    "teams": {"seats": 4, "teams": [[0, 2], [1, 3]]},
    "unique_gods": {"unique_gods": True, "no_deity_win": True},
    "lose": {"exhaustion": "lose", "no_su0_limit": True, "seats": 3},
    "reshuffle": {"exhaustion": "reshuffle", "seats": 3, "priests_undrained": True},
    "starting": {"start_cards": {"followers": 2, "priests": 1, "temples": 1}},
}
TOLD = ("faith", "pool", "shrine", "army", "threat")


class Auditor:
    """Checks lines and counts which sentences it has met."""

    def __init__(self) -> None:
        self.met: Counter[str] = Counter()
        self.faults: list[str] = []

    def check(self, position: Position, seat: int) -> None:
        advice = GAME.advice(position, seat)
        for line in advice or ():
            self.met[line.why] += 1
            for fault in _faults(position, seat, line):
                where = f"{line.priority} {GAME.write(line.move)} {line.why} {dict(line.facts)}"
                self.faults.append(f"{fault}: {where} in {GAME.dump(position)}")


def _faults(position: Position, seat: int, line: Line) -> list[str]:
    assert GAME.ruling(position, seat, line.move).legal
    found = [*_in_words(line), *_wasteful(position, seat, line)]
    if position.choices.no_deity_win and (line.priority == "deity" or "shrine" in line.leaves):
        found.append("a race that nobody wins")
    if line.why in CARDS:
        return found + CARDS[line.why](position, seat, line)
    reached = _reached(position, seat, line)
    if reached is None:
        return found
    checks = [_of(position, seat, line, one) for one in reached]
    return found + min(checks, key=len)


def _reached(position: Position, seat: int, line: Line) -> list[Position] | None:
    """Where the move may lead; with ``end`` nowhere, unless the turn's end itself is told."""
    if line.move.verb == "end":
        if line.why == "wins":
            return [auditing.goes_on(position, seat)]
        return [position]
    return auditing.ends(position, seat, line.move)


def _of(position: Position, seat: int, line: Line, later: Position) -> list[str]:
    """What is wrong with a line if the move has led there."""
    found = _figures(line, later, seat)
    facts = line.facts
    foes = [one for one in range(position.seats) if one not in _side(position, seat)]
    foes = [one for one in foes if one not in position.out]
    if list(facts["lost"]) != auditing.lost(position, later, [seat]):
        found.append(f"lost {auditing.lost(position, later, [seat])}")
    if list(facts["taken"]) != auditing.lost(position, later, foes):
        found.append(f"taken {auditing.lost(position, later, foes)}")
    said = SAID.get(line.why)
    if said is not None and not said(position, later, seat, line):
        found.append("not so")
    return found


def _side(position: Position, seat: int) -> tuple[int, ...]:
    teams = [team for team in position.choices.teams if seat in team]
    return tuple(teams[0]) if teams else (seat,)


def _figures(line: Line, later: Position, seat: int) -> list[str]:
    """The numbers that a move leaves, each found another way."""
    leaves = dict(line.leaves)
    if "faith-goal" in leaves:
        leaves["faith"], goal = leaves["faith-goal"]
        assert goal == later.choices.win_by_faith
    if GAME.to_act(later) is None:
        return []
    true = {
        "faith": auditing.faith_in_play(later, seat),
        "pool": auditing.largest_pool(later, seat),
        "army": auditing.army(later, seat),
        "threat": auditing.threat(later, seat),
        "hand": len(GAME.dump(later)["hands"][seat]),
    }
    found = [
        f"{key} is {value}"
        for key, value in true.items()
        if value is not None and leaves[key] != value
    ]
    found += [
        f"{key} told"
        for key in ("faith", "pool", "army", "threat")
        if line.facts[key] != leaves[key]
    ]
    if "shrine" in leaves:
        found += _gathering(line, later, seat)
    return found


def _gathering(line: Line, later: Position, seat: int) -> list[str]:
    """That so much lies there for that Deity, and that no other place is nearer to one."""
    true = auditing.gathered(later, seat)
    if true is None:
        return []
    points, area = line.facts["gathered"]
    god, cost = line.facts["asks"]
    found = [] if points == line.leaves["shrine"] else ["shrine told"]
    if god and god not in GAME.dump(later)["hands"][seat]:
        found.append("no such Deity")
    if points and not any(one[:2] == (area, points) for one in true):
        found.append(f"gathered {true}")
    share = max((min(one[1] / one[2], 1) for one in true if one[2] and one[3]), default=0.0)
    led = any(one[:2] == (area, points) and one[3] for one in true)
    own = min((points if led else points // 2) / int(cost), 1)
    if share > own + 1e-9:
        found.append(f"a better place {true}")
    if led != {"deity-gathers": True, "deity-unled": False}.get(line.why, led):
        found.append(f"led {led}")
    return found


# -- sentences -----------------------------------------------------------------------------------


def _grows(what: Any) -> Any:
    return lambda before, later, seat, line: what(later, seat) > what(before, seat)


def _no_worse(before: Position, later: Position, seat: int, line: Line) -> bool:
    return True


def _outcome(later: Position) -> Any:
    return GAME.dump(later).get("outcome")


def _home(position: Position, seat: int) -> int:
    found = [one for one in pieces(GAME.dump(position), seat) if one.area != "battleground"]
    return sum(auditing.faith_of(position, one) for one in found)


def _answers(position: Position, seat: int) -> bool:
    """Whether a Channeller or a caster stands face up and undrained."""
    found = [one for one in pieces(GAME.dump(position), seat) if not one.drained and not one.down]
    casts = any("spell_cast" in one.get("keywords", ()) for it in found for one in it.tables())
    return casts or any(auditing.is_a(one, auditing.LEADERS) for one in found)


def _every_way_loses(before: Position, seat: int, but: str) -> bool:
    """Whether no move keeps a game from ending; ``but``: as a draw or lost."""
    for move in GAME.moves(before, seat):
        reached = auditing.ends(before, seat, move)
        if reached is not None and move.verb != "end":
            ended = [_outcome(one) for one in reached]
            if all(one is None or set(one) & {*_side(before, seat)} for one in ended):
                return False
    return True


SAID: Mapping[str, Any] = {
    "wins": lambda before, later, seat, line: seat in (_outcome(later) or ()),
    "draws": lambda before, later, seat, line: (
        _outcome(later) == [] and _every_way_loses(before, seat, "draw")
    ),
    "no-escape": lambda before, later, seat, line: (
        _outcome(later) is not None
        and seat not in _outcome(later)
        and _every_way_loses(before, seat, "loss")
    ),
    "takes": lambda before, later, seat, line: (
        any(line.facts["taken"]) and not any(line.facts["lost"])
    ),
    "trades": lambda before, later, seat, line: (
        any(line.facts["taken"]) and any(line.facts["lost"])
    ),
    "loses": lambda before, later, seat, line: (
        not any(line.facts["taken"]) and any(line.facts["lost"])
    ),
    "faith-pools": lambda before, later, seat, line: (
        auditing.largest_pool(before, seat) == line.facts["before"] < line.facts["pool"]
        and any(auditing.is_a(one, auditing.LEADERS) for one in pieces(GAME.dump(later), seat))
    ),
    "faith-alone": lambda before, later, seat, line: (
        auditing.largest_pool(before, seat) == line.facts["before"] < line.facts["pool"]
        and line.facts["pool"]
        in [auditing.faith_of(later, one) for one in pieces(GAME.dump(later), seat)]
    ),
    "faith-grows": _grows(auditing.faith_in_play),
    "faith-field": _grows(auditing.faith_in_play),
    "faith-home": _grows(_home),
    "faith-watches": lambda before, later, seat, line: _answers(before, seat),
    "faith-spares": lambda before, later, seat, line: _answers(before, seat),
    "board-forward": lambda before, later, seat, line: _more_army(before, later, seat),
    "board-braced": lambda before, later, seat, line: (
        _more_army(before, later, seat) and "st=" in str(GAME.dump(later)["battleground"][seat])
    ),
    "board-home": lambda before, later, seat, line: _behind(later, seat) > _behind(before, seat),
    "deity-prepares": _grows(auditing.faith_in_play),
    "deity-closer": lambda before, later, seat, line: (
        0
        < line.facts["near"]
        <= sum(
            auditing.faith_of(later, one)
            for one in pieces(GAME.dump(later), seat)
            if one.area not in (line.facts["area"], "battleground")
        )
    ),
}


def _more_army(before: Position, later: Position, seat: int) -> bool:
    now, then = auditing.army(later, seat), auditing.army(before, seat)
    return now is None or then is None or now > then


def _behind(position: Position, seat: int) -> int:
    """The ST behind the lines that is there to stay."""
    return sum(
        max(auditing.fighting(position, one))
        for one in pieces(GAME.dump(position), seat)
        if one.area != "battleground"
        and not one.down
        and "st=" not in one.text
        and auditing.is_a(one, auditing.FIGHTERS)
    )


# -- cards out of play ---------------------------------------------------------------------------


def _drawn(position: Position, seat: int, move: Any) -> int | None:
    """How many cards a seat draws after that, played out; ``None`` where it goes on in hiding."""
    later = GAME.apply(position, seat, move)
    if GAME.dump(later)["phase"] == "excess":
        return 0
    kept = len(GAME.dump(position)["hands"][seat]) - len(move.names)
    return len(GAME.dump(later)["hands"][seat]) - kept


def _discards(position: Position, seat: int, line: Line) -> list[str]:
    found = []
    if line.facts["drawn"] != _drawn(position, seat, line.move):
        found.append("drawn")
    if line.facts["kept"] != _drawn(position, seat, GAME.parse("keep")):
        found.append("kept")
    if line.facts["count"] != len(line.move.names) or line.facts["drawn"] <= line.facts["kept"]:
        found.append("nothing is won by it")
    return found


def _keeps(position: Position, seat: int, line: Line) -> list[str]:
    return [] if line.move.verb == "keep" else ["it is not kept"]


def _picks(position: Position, seat: int, line: Line) -> list[str]:
    return [] if line.move.names and line.facts["count"] == len(line.move.names) else ["none"]


CARDS = {
    "discards": _discards,
    "keeps": _keeps,
    "keeps-bare": _keeps,
    "parts": _picks,
    "recovers": _picks,
}


# -- words and payment -----------------------------------------------------------------------------


def _in_words(line: Line) -> list[str]:
    """Both languages say the same numbers and names."""
    told = []
    for language in ("en", "de"):
        texts = GAME.texts(language, NAMES)
        said = texts(f"coach.why.{line.why}", "you", **line.facts)
        for one in TABLES:
            said = said.replace(texts(f"card.{one['id']}.name"), f"<{CARD[one['id']]}>")
        told.append(sorted(re.findall(r"<?\d+>?", said)))
        for key, value in line.leaves.items():
            assert texts(f"coach.leaves.{key}")
            if key != "hand":
                assert texts(f"coach.value.{key}", value=value)
    return [] if told[0] == told[1] else [f"the languages differ {told}"]


def _wasteful(position: Position, seat: int, line: Line) -> list[str]:
    """Whether one of the payers could be left out, and the move would do as much."""
    move = line.move
    for name in move.payers if move.verb in ("summon", "power") else ():
        rest = move._replace(payers=tuple(one for one in move.payers if one != name))
        if name not in move.inside and _does_as_much(position, seat, move, rest):
            return [f"{name} could be left out"]
    return []


def _does_as_much(position: Position, seat: int, move: Any, less: Any) -> bool:
    if move.verb == "power":
        return not _beats_more(position, seat, move, less)
    for x in range(move.x, 0, -1) if move.x else (0,):
        lesser = less._replace(x=x)
        if GAME.ruling(position, seat, lesser).legal:
            return not move.x or _struck(position, seat, lesser) == _struck(position, seat, move)
    return False


def _struck(position: Position, seat: int, move: Any) -> list[list[int]]:
    """What everybody loses by a move, wherever it leads."""
    found = auditing.ends(position, seat, move) or []
    return [auditing.lost(position, one, list(range(position.seats))) for one in found]


def _beats_more(position: Position, seat: int, move: Any, less: Any) -> bool:
    """Whether a bullet beats somebody with all of its payers whom it does not beat with fewer."""
    own = [_grown(position, seat, one) for one in (less, move)]
    foes = [one for one in range(position.seats) if one not in _side(position, seat)]
    met = {int(table["st"]) for foe in foes for table in _temples(position, foe)}
    for foe in foes:
        for piece in pieces(GAME.dump(position), foe):
            met |= set() if piece.down else set(auditing.fighting(position, piece))
    return any(own[0] <= one < own[1] for one in met)


def _grown(position: Position, seat: int, move: Any) -> int:
    """The ST of a bullet in defence or attack once it is powered."""
    later = GAME.apply(position, seat, move) if move.payers else position
    piece = next(one for one in pieces(GAME.dump(later), seat) if one.name == move.what)
    return max(auditing.fighting(later, piece))


def _temples(position: Position, seat: int) -> list[Any]:
    return [auditing.table(one["card"]) for one in GAME.dump(position)["temples"][seat]]


# -- whole games -----------------------------------------------------------------------------------


def audited(auditor: Auditor, options: dict[str, Any], seed: int, rarely: int, plies: int) -> None:
    """A game half by chance, half by the policy, in which some decisions are looked at."""
    seats = options.get("seats", 2)
    given = {"seats": seats, "deck_lists": [DECKS[(seed + one) % 4] for one in range(seats)]}
    position = GAME.setup(
        {**given, "opening_redraw": True, "round_cap": 25, **options}, GAME.luck(seed)
    )
    policy = GAME.policy()
    for step in range(plies):
        seat = GAME.to_act(position)
        if seat is None:
            break
        if mix(seed, step) % rarely == 0:
            auditor.check(position, seat)
        moves = GAME.moves(position, seat)
        chance = mix(seed + 77, step)
        by_chance = chance % 3 == 0
        move = moves[(chance >> 8) % len(moves)] if by_chance else policy(position, seat, 0)
        position = GAME.apply(position, seat, move)


MADE: Mapping[str, dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "coached.toml").read_text(encoding="utf-8")
)
"""Positions in which something rare is said."""


def made(auditor: Auditor, name: str) -> set[str]:
    """What the coach says in one of them, audited on the way."""
    keys = dict(MADE[name])
    moves, _ = keys.pop("moves", []), keys.pop("says")
    position = GAME.load(keys, GAME.luck(1))
    for move in moves:
        seat = GAME.to_act(position)
        assert seat is not None
        position = GAME.apply(position, seat, GAME.parse(move))
    while (seat := GAME.to_act(position)) is not None and GAME.advice(position, seat) is None:
        position = GAME.apply(position, seat, GAME.moves(position, seat)[0])
    assert seat is not None
    auditor.check(position, seat)
    return set(auditor.met)


@pytest.mark.parametrize("name", MADE)
def test_what_is_rarely_said_is_said_and_true(name: str) -> None:
    auditor = Auditor()
    assert MADE[name]["says"] in made(auditor, name)
    assert not auditor.faults, auditor.faults[0]


@pytest.mark.parametrize("name", OPTIONS)
def test_all_that_the_coach_says_holds_with_every_option(name: str) -> None:
    auditor = Auditor()
    for seed in range(2, 5):
        audited(auditor, OPTIONS[name], seed, 14, 120)
    assert not auditor.faults, auditor.faults[0]
    assert auditor.met.total() > 12


def test_every_sentence_is_audited() -> None:
    auditor = Auditor()
    for name in MADE:
        made(auditor, name)
    for seed in range(2, 5):
        audited(auditor, OPTIONS["plain"], seed, 6, 150)
    assert set(auditor.met) == set(GAME.texts("en").tables["coach"]["why"])
