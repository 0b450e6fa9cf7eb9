"""Puzzles: positions from real games in which a goal is within reach, but not of just any move.

Seeded games are played by the game's quick policy. A position will do where the learner is to
move, what the step asks for holds, and some of the legal moves lead to its goal, but no more than
the share that it states. It is fair: in worlds that the learner cannot tell from this one exactly
the same moves lead there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from tabletop_kit.engine.luck import Luck, mix
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.match import Step as Ply
from tabletop_kit.engine.playout import LIMIT
from tabletop_kit.engine.ruling import Json, Seat
from tabletop_kit.engine.save import AnyMatch
from tabletop_kit.teaching.course import Course, Lesson, Puzzle, Step
from tabletop_kit.teaching.predicates import Seen
from tabletop_kit.teaching.trial import Trial, legal, way_to_goal
from tabletop_kit.teaching.words import CourseProblem

FEWEST, MOST = 4, 150
"""A position with fewer moves is no puzzle; one with more takes too long to look through."""

WORLDS = 2
"""So many other worlds are looked at."""


def posed(course: Course, lesson: Lesson, step: Step, seed: int) -> tuple[Step, AnyMatch]:
    """A puzzle made into a step to do, with its solution, and the match to do it in.

    The same seed gives the same puzzle. Raises :class:`CourseProblem` where none is found.
    """
    assert step.puzzle is not None
    for match in _positions(course, lesson.seat, step.puzzle, seed):
        ways = _fair_ways(match, lesson.seat, step)
        if ways:
            return _to_do(match, lesson.seat, step, ways[0]), match
    rule = ", ".join(step.teaches) or step.id
    raise CourseProblem("items", rule=rule, games=step.puzzle.games)


def _to_do(match: AnyMatch, seat: Seat, step: Step, move: str) -> Step:
    trial = _after(match, seat, step, move)
    rest = () if trial.met(step) else way_to_goal(trial, step, step.most - 1) or ()
    solution = (move, *rest)
    return replace(
        step, kind="do", puzzle=None, solution=solution, par=len(solution), most=step.most
    )


def _positions(course: Course, seat: Seat, puzzle: Puzzle, seed: int) -> Iterator[AnyMatch]:
    """Positions in which the learner is to move and what the puzzle asks for holds."""
    game = course.game
    policy = game.policy()
    for number in range(puzzle.games):
        own = mix(seed, number) >> 11
        match = Match.new(game, own, **_options(course, puzzle, own))
        for step in range(LIMIT):
            to_act = match.to_act
            if to_act is None:
                break
            asked = to_act == seat and mix(own, step) % 2 == 0
            if asked and (puzzle.asks is None or puzzle.asks.holds(Seen(match))):
                yield match.branch()
            match.play(policy(match.position, to_act, mix(own, step)), to_act)


def _options(course: Course, puzzle: Puzzle, seed: int) -> Mapping[str, Json]:
    among = puzzle.options or course.draw or ({},)
    chosen: Mapping[str, Json] = Luck.of(seed, ("options",)).choice("options", among)[0]
    return chosen


def _fair_ways(match: AnyMatch, seat: Seat, step: Step) -> list[str]:
    """The moves that lead to the goal in every world looked at; empty where it is no puzzle."""
    game, position = match.game, match.position
    if not FEWEST <= len(game.moves(position, seat)) <= MOST:
        return []
    offered = legal(Trial(match, seat), step)
    ways = [move for move in offered if _leads(match, seat, step, move)]
    if not 0 < len(ways) <= step.by_chance * len(offered):
        return []
    for number in range(WORLDS):
        world = Match(game, Ply(game.imagine(position, seat, mix(match.seed, number))), match.seed)
        if [move for move in offered if _leads(world, seat, step, move)] != ways:
            return []
    return ways


def _leads(match: AnyMatch, seat: Seat, step: Step, move: str) -> bool:
    trial = _after(match, seat, step, move)
    if trial.met(step):
        return True
    return step.most > 1 and way_to_goal(trial, step, step.most - 1) is not None


def _after(match: AnyMatch, seat: Seat, step: Step, move: str) -> Trial:
    trial = Trial(match.branch(), seat)
    trial.learner_says(move, step)
    return trial
