"""The conformance suite: what every game must keep, checked at every position of random games.

A game takes it in three lines of its own tests::

    @pytest.mark.parametrize("seed", range(20))
    def test_conforms(seed):
        check(GAME, seed, {"factions": ["harpers", "enclave"]})

Each check has a name and a sentence; a failure tells both, the seed and the moves so far. Checks:

``agree`` (``moves`` and ``ruling``), ``asked``, ``dealt`` (a re-deal is one), ``declined``
(answering nothing is a move of who is asked), ``ends``, ``fair`` (nobody sees what they may
not), ``known`` (rule ids), ``lucky`` (no luck but the position's),
``plain`` (dump and load), ``pure`` (``apply`` and the like change nothing they are handed),
``refused`` (illegal moves), ``saved``, ``scored`` (outcome and result), ``sealed``, ``seated``
(seats by options), ``secret`` (events), ``seeded``, ``spoken`` (parse and write), ``told`` (every
move but a declining one has an event), ``undo``, ``whole`` (breaches), ``words``; of players:
``plays``, ``peeks``.
Which options to try, :func:`~tabletop_kit.engine.combinations.option_sets` tells.

A game that is long is checked at some of its positions only (``every``), at others from seed to
seed; a seat with a great many moves is checked with some of them, spread over the whole.

What the suite cannot find: a re-deal that keeps part of the truth in every world, such as the sizes
of the hidden dice. A game's own tests change the hidden part by hand and compare.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from tabletop_kit.engine.checker import Checker, Nonconformance, Report
from tabletop_kit.engine.event import Event
from tabletop_kit.engine.game import Game
from tabletop_kit.engine.listing import spread
from tabletop_kit.engine.luck import SEEDS, mix
from tabletop_kit.engine.match import Match, Step
from tabletop_kit.engine.playout import LIMIT, Policy
from tabletop_kit.engine.problem import Problem
from tabletop_kit.engine.ruling import IllegalMove, Json, Outcome, Refused, Ruling, Seat
from tabletop_kit.engine.save import (
    AnyMatch,
    canonical,
    code,
    load,
    load_code,
    load_text,
    save,
    save_text,
)
from tabletop_kit.engine.secrecy import (
    WORLDS,
    check_dealt,
    check_event,
    check_events_alike,
    check_mentions,
    check_sealed,
    check_worlds,
    knowledge,
)

__all__ = ["Nonconformance", "Report", "check", "check_player"]

P = TypeVar("P")
M = TypeVar("M")

SAVED = 5
"""Of so many long games that are checked in part, one is saved and loaded."""
MOST_SOUGHT = 5
"""So many candidates are looked for in a long list of moves."""


def check(
    game: Game[P, M],
    seed: int,
    options: Mapping[str, Json] | None = None,
    limit: int = LIMIT,
    choose: Policy[P, M] | None = None,
    every: int = 1,
) -> Report:
    """Play one random game and check everything on the way. Raises :class:`Nonconformance`.

    ``seed`` decides luck and moves; the report counts the rule ids that were cited. A policy in
    ``choose`` picks the moves in place of chance: sensible games get where random ones do not.
    With ``every`` above 1 only every so many positions, and the moves made in them, are checked
    closely: other ones with another seed, so ``every`` seeds one after the other check them all.
    The last position is among them always. Scenes are then made for one seat of a position, and
    one in :data:`SAVED` of such games is saved and loaded, without its trail.
    """
    match = Match.begin(game, options or {}, seed)
    checker = Checker(game, match, seed, every=every)
    twin = Match.begin(game, options or {}, seed)
    checker.demand("seeded", twin.position == match.position, "one seed, two set-ups")
    _check_seats(checker)
    _check_events(checker, None, match.last)
    if checker.close:
        _check_position(checker)
    while (seat := _seat_to_move(checker)) is not None:
        checker.demand("ends", match.ply < limit, f"no end within {limit} moves")
        number = mix(seed, match.ply)
        if choose is None:
            legal = game.moves(match.position, seat)
            move = legal[number % len(legal)]
        else:
            move = choose(match.position, seat, number)
        (_play_checked if checker.close else _play_on)(checker, seat, move)
        if checker.close:
            _check_position(checker)
    if not checker.close:
        _check_position(checker)
    _check_whole(checker)
    checker.report.moves = match.ply
    return checker.report


def _check_seats(checker: Checker) -> None:
    """As many seats play as the options say, and as the game can have."""
    told, count = checker.game.seats_for(checker.match.options), len(checker.seats)
    checker.demand("seated", told == count, "the options say {} seats, {} play", told, count)
    checker.demand("seated", count in checker.game.seats, "{} seats are none of the game's", count)


def _seat_to_move(checker: Checker) -> Seat | None:
    """One of the seats that are asked; together-prompts are answered in any order."""
    asked = [prompt.seat for prompt in checker.match.prompts]
    return asked[mix(checker.seed + 1, checker.match.ply) % len(asked)] if asked else None


# -- one move ------------------------------------------------------------------------------------


def _play_on(checker: Checker, seat: Seat, move: Any) -> None:
    """A move on the way from one position that is checked closely to the next."""
    silent = move == checker.game.decline(checker.match.position, seat)
    checker.match.play(move, seat)
    checker.reached()
    events = checker.match.last.events
    checker.demand("told", silent or bool(events), "a move happened without any event")
    for event in events:
        for rule in event.rules:
            checker.cite(rule)


def _play_checked(checker: Checker, seat: Seat, move: Any) -> None:
    game, match = checker.game, checker.match
    before, picture = match.position, checker.picture
    checker.cite(game.ruling(before, seat, move).rule)
    random.seed(match.ply)
    match.play(move, seat)
    checker.demand("pure", repr(before) == picture, "apply changed its input")
    checker.reached()
    random.seed(match.ply + 99_991)
    again = game.apply(before, seat, move)
    checker.demand("lucky", again == match.position, "something else than the position decided")
    silent = move == game.decline(before, seat)
    told = silent or bool(match.last.events)
    checker.demand("told", told, "a move happened without any event")
    _check_events(checker, before, match.last)
    check_events_alike(checker, before, seat, move)
    after = match.last
    match.undo()
    checker.demand("undo", match.position == before, "undo did not restore the position")
    match.redo()
    checker.demand("undo", match.last is after, "redo did not restore the step")


def _check_events(checker: Checker, before: Any, step: Step[Any, Any]) -> None:
    for event in step.events:
        for rule in event.rules:
            checker.cite(rule)
        check_event(checker, event)
        checker.check_told(event, (None, *checker.seats))
    check_mentions(checker, before, step)


# -- one position --------------------------------------------------------------------------------


def _check_position(checker: Checker) -> None:
    game, match = checker.game, checker.match
    position = match.position
    checker.demand_unchanged("telling what happened")
    breaches = list(game.breaches(position))
    checker.demand("whole", not breaches, " ".join(breaches))
    asked = [prompt.seat for prompt in match.prompts]
    over = game.outcome(position) is not None
    checker.demand("asked", bool(asked) != over, "somebody is asked exactly while it goes on")
    checker.demand("asked", game.to_act(position) == (asked[0] if asked else None), "to_act")
    checker.demand("asked", set(asked) <= {*checker.seats}, "somebody is asked who does not play")
    _check_result(checker)
    for prompt in match.prompts:
        checker.cite(prompt.rule)
        checker.check_invited(prompt)
    public = knowledge(checker, position, None, view=checker.look(position).view(None))
    turn = checker.turn % len(checker.seats)
    for seat in checker.seats:
        legal = game.moves(position, seat)
        checker.demand("asked", bool(legal) == (seat in asked), "asked exactly when able to move")
        _check_rulings(checker, seat, legal)
        _check_declined(checker, seat)
        known = check_worlds(checker, seat, public if seat == turn else None)
        if seat == turn and checker.turn % WORLDS == 0:
            data = known[-1].data()
            plain = json.loads(json.dumps(data)) == data
            checker.demand("plain", plain, "a scene is not plain JSON")
    _check_dump(checker)
    check_sealed(checker)
    checker.demand_unchanged("looking")


def _check_rulings(checker: Checker, seat: Seat, legal: Sequence[Any]) -> None:
    game, position = checker.game, checker.match.position
    some = spread(legal)
    listed = set(some)
    checker.demand("agree", len(listed) == len(some), "a legal move is listed twice")
    # Beyond those looked at, a long list of moves is searched from its beginning: only at times.
    whole = game.lists_all(position, seat) or not legal
    sought = MOST_SOUGHT if len(some) < len(legal) else 0
    refused: list[tuple[Any, Ruling]] = []
    candidates = game.candidates(position, seat)
    for move in {*some, *(spread(candidates) if candidates is legal else candidates)}:
        ruling = game.ruling(position, seat, move)
        checker.cite(ruling.rule)
        if ruling.legal:
            good = move in listed or not whole
            if not good and len(some) < len(legal):
                sought -= 1
                good = sought < 0 or move in legal
            checker.demand("agree", good, "{} is legal but not listed", move)
            good = move in checker.spoken or _read_back(game, move) == move
            checker.demand("spoken", good, "{} reads as another move", move)
            checker.spoken.add(move)
        else:
            checker.demand("agree", move not in listed, "{} is listed but refused", move)
            checker.check_explained(ruling, seat)
            refused.append((move, ruling))
    if refused:
        _check_refused(checker, seat, *refused[checker.match.ply % len(refused)])
    for move in some[:1]:
        stranger = game.ruling(position, len(checker.seats), move)
        checker.demand("agree", not stranger.legal, "a seat that there is not may move")


def _check_declined(checker: Checker, seat: Seat) -> None:
    """A move that answers nothing is legal, and only for who is asked out of turn."""
    game, match = checker.game, checker.match
    move = game.decline(match.position, seat)
    if move is None:
        return
    asked = any(one.seat == seat and one.mode == "response" for one in match.prompts)
    checker.demand("declined", asked, "seat {} declines where it is not asked out of turn", seat)
    legal = game.ruling(match.position, seat, move).legal
    checker.demand("declined", legal, "seat {} may not decline by {}", seat, move)


def _read_back(game: Game[Any, Any], move: Any) -> Any:
    try:
        return game.parse(game.write(move))
    except Refused as refused:
        return refused


def _check_refused(checker: Checker, seat: Seat, move: Any, ruling: Ruling) -> None:
    log: list[Event] = []
    try:
        checker.game.apply(checker.match.position, seat, move, log)
    except IllegalMove as refused:
        checker.demand("refused", refused.ruling == ruling, "apply refuses for another reason")
        checker.demand("refused", not log, "a refused move was told")
    else:
        checker.demand("refused", False, f"apply plays {move}, which ruling refuses")


def _check_dump(checker: Checker) -> None:
    game, position = checker.game, checker.match.position
    data = checker.look(position).dump
    plain = json.loads(json.dumps(data))
    checker.demand("plain", plain == data, "the position keys are not plain JSON")
    if not game.loadable(position):
        return
    try:
        again = game.load(plain, game.luck(checker.seed))
    except Refused as refused:
        checker.demand("plain", False, f"a dump cannot be loaded: {refused}")
    checker.demand("plain", game.dump(again) == data, "load and dump are not each other's inverse")
    if hasattr(position, "luck"):
        same = replace(again, luck=position.luck) == position
        checker.demand("plain", same, "the position keys do not hold the whole position")


# -- the whole game ------------------------------------------------------------------------------


def _check_whole(checker: Checker) -> None:
    game, match = checker.game, checker.match
    check_dealt(checker)
    if checker.every == 1:
        _check_saved(checker, _from_text, _from_code)
    elif checker.seed % SAVED == 0:
        _check_saved(checker, _from_data)
    steps = match.steps()
    for step in reversed(steps):
        checker.demand("undo", match.last is step, "undo did not come to the former step")
        match.undo()
    while match.redo():
        pass
    checker.demand("undo", match.last is steps[-1], "redo did not come back to the end")
    outcome = game.outcome(match.position)
    assert outcome is not None
    checker.cite(outcome.rule)
    good = _is_score(outcome, len(checker.seats), game.cooperative)
    checker.demand("scored", good, "there is no such {}", outcome)


def _check_saved(checker: Checker, *ways: Callable[[AnyMatch], AnyMatch]) -> None:
    game, match = checker.game, checker.match
    moves = canonical([game.write(step.move) for step in match.steps()[1:]])
    checker.demand("saved", ";" not in moves, "a move has a semicolon, which divides moves")
    loaded = []
    for way in ways:
        try:
            loaded.append(way(match))
        except Problem as problem:
            checker.demand("saved", problem.key == "code-long", str(problem))
    for again in loaded:
        checker.demand("saved", again.position == match.position, "a save replays differently")
        alike = [step.events for step in again.steps()] == [step.events for step in match.steps()]
        checker.demand("saved", alike, "a save tells another story")


def _from_text(match: AnyMatch) -> AnyMatch:
    return load_text(save_text(match), lambda _: match.game)


def _from_code(match: AnyMatch) -> AnyMatch:
    return load_code(code(match), lambda _: match.game)


def _from_data(match: AnyMatch) -> AnyMatch:
    return load(save(match), lambda _: match.game)


def _check_result(checker: Checker) -> None:
    """What else is worth knowing is flat, and has the same names all the time."""
    result = checker.game.result(checker.match.position)
    plain = all(type(value) in (str, int, float, bool, type(None)) for value in result.values())
    checker.demand("scored", plain, "the result is not flat: {}", result)
    names = tuple(result)
    checker.names = names if checker.names is None else checker.names
    checker.demand("scored", names == checker.names, "the result has other names now: {}", names)


def _is_score(outcome: Outcome, seats: int, cooperative: bool) -> bool:
    if cooperative:
        ends = [((*range(seats),), (1.0,) * seats), ((), (0.0,) * seats)]
        return (outcome.winners, outcome.scores) in ends
    winners = [0 <= seat < seats for seat in outcome.winners]
    return (
        len(outcome.scores) == seats and all(winners) and all(0 <= s <= 1 for s in outcome.scores)
    )


def check_player(
    game: Game[P, M], choose: Callable[[P, Seat, int], M], seed: int, **options: Json
) -> int:
    """Play one game with a kit player and check that it never peeks; returns the moves looked at.

    In every position its choice must be legal, and the same in worlds it cannot tell apart.
    Raises :class:`Nonconformance`.
    """
    match = Match.begin(game, options, seed)
    checker = Checker(game, match, seed)
    while (seat := match.to_act) is not None:
        number = mix(seed, match.ply) % SEEDS
        move = choose(match.position, seat, number)
        legal = game.ruling(match.position, seat, move).legal
        checker.demand("plays", legal, "an illegal choice")
        for world in _worlds(game, match.position, seat, seed):
            same = choose(world, seat, number) == move
            checker.demand("peeks", same, f"seat {seat} chooses by what it cannot see")
        match.play(move, seat)
    return match.ply


def _worlds(game: Game[P, M], position: P, seat: Seat, seed: int) -> Iterator[P]:
    for world in range(WORLDS - 1):
        yield game.imagine(position, seat, mix(seed, 5_000 + world) % SEEDS)
