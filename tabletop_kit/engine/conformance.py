"""The conformance suite: what every game must keep, checked at every position of random games.

A game takes it in three lines of its own tests::

    @pytest.mark.parametrize("seed", range(20))
    def test_conforms(seed):
        check(GAME, seed, {"factions": ["harpers", "enclave"]})

Each check has a letter and a sentence; a failure names both, the seed and the moves so far.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, TypeVar

from tabletop_kit.engine.game import Game
from tabletop_kit.engine.luck import SEEDS, mix
from tabletop_kit.engine.match import Match, Step
from tabletop_kit.engine.playout import LIMIT
from tabletop_kit.engine.ruling import Json, Seat
from tabletop_kit.engine.save import canonical, load_text, save_text
from tabletop_kit.engine.text import LANGUAGES

P = TypeVar("P")
M = TypeVar("M")

WORLDS = 3
"""How many imagined positions each check of secrecy looks at."""


class Nonconformance(AssertionError):
    """A game does not keep what every game must keep."""


@dataclass(slots=True)
class Report:
    """What a checked game showed: the rule ids cited, and how often each check was made."""

    cited: Counter[str] = field(default_factory=Counter)
    made: Counter[str] = field(default_factory=Counter)
    moves: int = 0


@dataclass(slots=True)
class _Checker:
    game: Game[Any, Any]
    match: Match[Any, Any]
    seed: int
    report: Report = field(default_factory=Report)
    seats: range = range(0)

    def demand(self, check: str, good: bool, sentence: str) -> None:
        self.report.made[check] += 1
        if not good:
            moves = [self.game.write(step.move) for step in self.match.steps()[1:]]
            raise Nonconformance(
                f"{self.game.id}, seed {self.seed}, options {self.match.options}, "
                f"after {moves}: {check} {sentence}"
            )


def check(
    game: Game[P, M], seed: int, options: Mapping[str, Json] | None = None, limit: int = LIMIT
) -> Report:
    """Play one random game and check everything on the way. Raises :class:`Nonconformance`.

    ``seed`` decides luck and moves; the report counts the rule ids that were cited.
    """
    match = Match.new(game, seed, **(options or {}))
    checker = _Checker(game, match, seed)
    checker.seats = range(_seat_count(checker))
    _check_events(checker, match.last)
    _check_position(checker)
    while (seat := _seat_to_move(checker)) is not None:
        checker.demand("ends", match.ply < limit, f"no end within {limit} moves")
        legal = game.moves(match.position, seat)
        _play_checked(checker, seat, legal[mix(seed, match.ply) % len(legal)])
        _check_position(checker)
    _check_whole(checker, options or {})
    checker.report.moves = match.ply
    return checker.report


def _seat_count(checker: _Checker) -> int:
    return int(checker.match.options.get("seats", checker.game.seats.start))


def _seat_to_move(checker: _Checker) -> Seat | None:
    """One of the seats that are asked; together-prompts are answered in any order."""
    asked = [prompt.seat for prompt in checker.match.prompts]
    return asked[mix(checker.seed + 1, checker.match.ply) % len(asked)] if asked else None


# -- one move ------------------------------------------------------------------------------------


def _play_checked(checker: _Checker, seat: Seat, move: Any) -> None:
    game, match = checker.game, checker.match
    before = match.position
    picture = canonical(game.dump(before))
    ruling = game.ruling(before, seat, move)
    checker.report.cited[ruling.rule] += 1
    random.seed(match.ply)
    match.play(move, seat)
    checker.demand("pure", canonical(game.dump(before)) == picture, "apply changed its input")
    random.seed(match.ply + 99_991)
    again = game.apply(before, seat, move)
    checker.demand("lucky", again == match.position, "global random numbers changed the game")
    checker.demand("told", bool(match.last.events), "a move happened without any event")
    _check_events(checker, match.last)
    after = match.last
    match.undo()
    checker.demand("undo", match.position == before, "undo did not restore the position")
    match.redo()
    checker.demand("undo", match.last is after, "redo did not restore the step")


def _check_events(checker: _Checker, step: Step[Any, Any]) -> None:
    game = checker.game
    for event in step.events:
        checker.report.cited[event.rule] += 1
        checker.demand("known", event.rule in game.rulebook, f"unknown rule {event.rule}")
        checker.demand(
            "secret",
            not (event.facts.keys() & event.secret.keys())
            and bool(event.secret) <= bool(event.seen_by),
            f"the secret of {event.kind} is public, or nobody's",
        )
        for reader in (None, *checker.seats):
            seen = event.seen_from(reader)
            own = reader in event.seen_by
            checker.demand("secret", own or seen.facts == event.facts, f"{event.kind} leaks")
            for language in LANGUAGES:
                text = game.texts(language).narrate(event, reader)
                checker.demand("words", bool(text.strip()), f"{event.kind} has no words")


# -- one position --------------------------------------------------------------------------------


def _check_position(checker: _Checker) -> None:
    game, match = checker.game, checker.match
    position = match.position
    for breach in game.breaches(position):
        checker.demand("whole", False, breach)
    asked = [prompt.seat for prompt in match.prompts]
    over = game.outcome(position) is not None
    checker.demand("asked", bool(asked) != over, "somebody is asked exactly while it goes on")
    checker.demand("asked", game.to_act(position) == (asked[0] if asked else None), "to_act")
    for seat in checker.seats:
        legal = game.moves(position, seat)
        checker.demand("asked", bool(legal) == (seat in asked), "asked exactly when able to move")
        _check_rulings(checker, seat, legal)
        _check_secrecy(checker, seat)
    _check_dump(checker)
    _check_commuting(checker)


def _check_rulings(checker: _Checker, seat: Seat, legal: tuple[Any, ...]) -> None:
    game, position = checker.game, checker.match.position
    checker.demand("agree", len(set(legal)) == len(legal), "a legal move is listed twice")
    for move in {*legal, *game.candidates(position, seat)}:
        text = game.write(move)
        ruling = game.ruling(position, seat, move)
        if ruling.legal:
            checker.demand("agree", move in legal, f"{text} is legal but not listed")
            checker.demand("spoken", game.parse(text) == move, f"{text} reads as another move")
            continue
        checker.demand("agree", move not in legal, f"{text} is listed but refused")
        checker.report.cited[ruling.rule] += 1
        checker.demand("known", ruling.rule in game.rulebook, f"unknown rule {ruling.rule}")
        for language in LANGUAGES:
            why = game.texts(language).explain(ruling)
            checker.demand("words", bool(why.strip()), f"no reason for {ruling.why}")


def _check_secrecy(checker: _Checker, seat: Seat) -> None:
    game, position = checker.game, checker.match.position
    known = _knowledge(game, position, seat)
    for world in range(WORLDS):
        seed = mix(checker.seed, 1_000 + world) % SEEDS
        other = game.imagine(position, seat, seed)
        checker.demand("fair", _knowledge(game, other, seat) == known, "a view tells a secret")
        again = game.imagine(other, seat, seed)
        checker.demand("fair", again == other, "a re-deal depends on what it may not see")
        for breach in game.breaches(other):
            checker.demand("fair", False, f"a re-deal cannot be: {breach}")


def _knowledge(game: Game[Any, Any], position: Any, seat: Seat) -> str:
    """All that reaches a seat: view, prompts, own legal moves, scene."""
    prompts = [
        (prompt.seat, prompt.ask, prompt.rule, prompt.mode) for prompt in game.prompts(position)
    ]
    return canonical(
        [
            game.view(position, seat),
            prompts,
            [game.write(move) for move in game.moves(position, seat)],
            game.scene(position, seat, game.texts()).data(),
        ]
    )


def _check_dump(checker: _Checker) -> None:
    game, position = checker.game, checker.match.position
    data = game.dump(position)
    plain = json.loads(json.dumps(data))
    checker.demand("plain", plain == data, "the position keys are not plain JSON")
    if any(prompt.mode == "response" for prompt in checker.match.prompts):
        return
    again = game.dump(game.load(plain, game.luck(checker.seed)))
    checker.demand("plain", again == data, "load and dump are not each other's inverse")


def _check_commuting(checker: _Checker) -> None:
    """Sealed choices: in whatever order two seats choose, the position is the same."""
    game, position = checker.game, checker.match.position
    together = [prompt.seat for prompt in checker.match.prompts if prompt.mode == "together"]
    for one, other in pairwise(together):
        first, second = game.moves(position, one)[0], game.moves(position, other)[0]
        this = game.apply(game.apply(position, one, first), other, second)
        that = game.apply(game.apply(position, other, second), one, first)
        checker.demand("sealed", this == that, "the order of sealed choices matters")


# -- the whole game ------------------------------------------------------------------------------


def _check_whole(checker: _Checker, options: Mapping[str, Json]) -> None:
    game, match = checker.game, checker.match
    loaded = load_text(save_text(match), lambda _: game)
    checker.demand("saved", loaded.position == match.position, "a save replays differently")
    steps = match.steps()
    for step in reversed(steps):
        checker.demand("undo", match.last is step, "undo did not come to the former step")
        match.undo()
    while match.redo():
        pass
    checker.demand("undo", match.last is steps[-1], "redo did not come back to the end")
    twin = Match.new(game, checker.seed, **options)
    checker.demand("seeded", twin.position == steps[0].position, "one seed, two set-ups")
    outcome = game.outcome(match.position)
    assert outcome is not None
    good = outcome.rule in game.rulebook and all(0 <= score <= 1 for score in outcome.scores)
    checker.demand("scored", good, "the outcome has an unknown rule or a score beyond 0..1")


def check_player(
    game: Game[P, M], choose: Callable[[P, Seat, int], M], seed: int, **options: Json
) -> int:
    """Play one game with a kit player and check that it never peeks; returns the moves looked at.

    In every position its choice must be legal, and the same in worlds it cannot tell apart.
    Raises :class:`Nonconformance`.
    """
    match = Match.new(game, seed, **options)
    checker = _Checker(game, match, seed)
    while (seat := match.to_act) is not None:
        number = mix(seed, match.ply) % SEEDS
        move = choose(match.position, seat, number)
        checker.demand("plays", move in game.moves(match.position, seat), "an illegal choice")
        for world in _worlds(game, match.position, seat, seed):
            same = choose(world, seat, number) == move
            checker.demand("peeks", same, f"seat {seat} chooses by what it cannot see")
        match.play(move, seat)
    return match.ply


def _worlds(game: Game[P, M], position: P, seat: Seat, seed: int) -> Iterator[P]:
    for world in range(WORLDS - 1):
        yield game.imagine(position, seat, mix(seed, 5_000 + world) % SEEDS)
