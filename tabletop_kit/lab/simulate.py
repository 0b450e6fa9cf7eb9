"""Plays many games, on one core or several, with the same result."""

from __future__ import annotations

import os
import pickle
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from time import process_time
from typing import Any, TypeAlias

from tabletop_kit.engine.player import Player
from tabletop_kit.engine.problem import Problem
from tabletop_kit.engine.ruling import Json
from tabletop_kit.games import find_game
from tabletop_kit.lab.report import Report
from tabletop_kit.lab.row import Row
from tabletop_kit.lab.task import ANY, AnyGame, Task, find_player, game_seed, make_task, play_game

__all__ = ["ANY", "AnyGame", "Progress", "find_player", "game_seed", "simulate"]

Progress: TypeAlias = Callable[[int, int], object]
"""Called with the number of games done and the number asked for."""

_CHUNK = 25
_SMALL = 50
_AHEAD = 4
_PARTS = 8
"""So many parts for each worker at least, so that none waits long for the last."""


def simulate(
    game: AnyGame | str,
    games: int,
    players: Sequence[Player | str],
    seed: int = 0,
    options: Mapping[str, Json] | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
    *,
    begin: int = 0,
    start: Mapping[str, Json] | None = None,
    changes: Mapping[str, Json] | None = None,
) -> Report:
    """Play ``games`` games with ``players`` (ids, or players of your own) and count.

    One player plays all seats, several sit one to a seat. Where they play against each other they
    move one seat on from game to game, so with two of them every other game has the seats swapped;
    results are by player. Each game's seed follows from ``seed`` and its number, so the result is
    the same whatever the number of ``workers`` (left out: one for each core, or none for few
    games), and may be had in parts: ``begin`` is the number of the first game, and two reports are
    added with ``+``. ``options`` are those of the set-up; :data:`ANY` draws from an option's
    choices. ``start`` are position keys to begin with in place of a set-up, ``changes`` are keys
    that are changed in the first position.

    Raises ``Problem`` on an unknown game, player or number of seats, ``BadPosition`` on a refused
    option or position.
    """
    found = find_game(game) if isinstance(game, str) else game
    task = make_task(found, players, seed, options, start, changes)
    if games < 0 or begin < 0:
        raise Problem("games", games=min(games, begin))
    count = _worker_count(games, workers)
    rows: list[Row] = []
    seconds = 0.0
    for chunk, used in _chunks(task, range(begin, begin + games), count):
        rows += chunk
        seconds += used
        if progress is not None:
            progress(len(rows), games)
    return Report(
        game=found.id,
        players=tuple(player.id for player in task.players),
        seed=seed,
        options=dict(task.options),
        rows=tuple(rows),
        cpu_seconds=seconds,
        cooperative=found.cooperative,
        start=task.start,
        changes=task.changes,
    )


# -- inner ---------------------------------------------------------------------------------------


def _worker_count(games: int, workers: int | None) -> int:
    if workers is not None:
        return max(1, workers)
    return 1 if games < _SMALL else len(os.sched_getaffinity(0)) if _affinity() else _cores()


def _affinity() -> bool:
    return hasattr(os, "sched_getaffinity")


def _cores() -> int:
    return os.cpu_count() or 1


def _chunks(task: Task, games: range, workers: int) -> Iterator[tuple[list[Row], float]]:
    """The games in order, a chunk at a time, with the CPU seconds of each chunk."""
    size = max(1, min(_CHUNK, len(games) // (workers * _PARTS)))
    jobs = [(task, games[place : place + size]) for place in range(0, len(games), size)]
    if workers == 1 or len(jobs) < 2 or not _travels(task):
        return map(_play_chunk, jobs)
    try:
        return _pooled(jobs, workers)
    except (OSError, ImportError, NotImplementedError):  # no processes here, as in a browser
        return map(_play_chunk, jobs)


def _pooled(jobs: Iterable[tuple[Task, range]], workers: int) -> Iterator[Any]:
    pool = ProcessPoolExecutor(workers, initializer=_ignore_interrupts)
    todo = iter(jobs)
    # Started here, so that a machine without processes is noticed before anything is handed out.
    ahead = deque(pool.submit(_play_chunk, job) for job in islice(todo, workers * _AHEAD))

    def results() -> Iterator[Any]:
        try:
            while ahead:
                result = ahead.popleft().result()
                ahead.extend(pool.submit(_play_chunk, job) for job in islice(todo, 1))
                yield result
        except BaseException:  # stopped by hand, or left before the end: nobody waits for the rest
            _abandon(pool)
            raise
        pool.shutdown()

    return results()


def _ignore_interrupts() -> None:
    """In a worker: Ctrl-C is for the process that asked, and that one ends the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _abandon(pool: ProcessPoolExecutor) -> None:
    for process in list((pool._processes or {}).values()):
        process.terminate()
    # Waited for, or the pool's own thread may complain while the interpreter ends.
    pool.shutdown(cancel_futures=True)


def _travels(task: Task) -> bool:
    """Whether the task can be sent to another process; a player made on the spot cannot."""
    try:
        pickle.dumps(task)
    except Exception:
        return False
    return True


def _play_chunk(job: tuple[Task, range]) -> tuple[list[Row], float]:
    task, numbers = job
    began = process_time()
    rows = [play_game(task, number) for number in numbers]
    return rows, process_time() - began
