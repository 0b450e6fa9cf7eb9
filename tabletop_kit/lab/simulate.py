"""Plays many games, on one core or several, with the same result."""

from __future__ import annotations

import os
import pickle
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from time import process_time
from typing import Any, TypeAlias

from tabletop_kit.engine.game import Game
from tabletop_kit.engine.luck import mix
from tabletop_kit.engine.player import Player
from tabletop_kit.engine.playout import LIMIT, EndlessGame
from tabletop_kit.engine.problem import Problem, shortened
from tabletop_kit.engine.ruling import Json
from tabletop_kit.games import find_game
from tabletop_kit.lab.report import Report, Row

AnyGame: TypeAlias = Game[Any, Any]
Progress: TypeAlias = Callable[[int, int], object]
"""Called with the number of games done and the number asked for."""

ANY = "any"
"""As the value of an option (or for one seat of it): drawn anew from its choices.

The two games of a swap share what was drawn, so that every player has it from every seat.
"""

_CHUNK = 25
_SMALL = 50
_AHEAD = 4


@dataclass(frozen=True, slots=True)
class _Task:
    """What a worker has to know."""

    game: AnyGame
    players: tuple[Player, ...]
    seed: int
    options: Mapping[str, Json]


def simulate(
    game: AnyGame | str,
    games: int,
    players: Sequence[Player | str],
    seed: int = 0,
    options: Mapping[str, Json] | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Report:
    """Play ``games`` games between ``players`` (ids, or players of your own) and count.

    The players move one seat on from game to game, so with two of them every other game has the
    seats swapped; results are by player. Each game's seed follows from ``seed`` and its number, so
    the result is the same whatever the number of ``workers`` (left out: one for each core, or none
    for few games). ``options`` are those of the set-up; :data:`ANY` draws from an option's
    choices. Raises ``Problem`` on an unknown game, player or number of seats, ``BadPosition`` on a
    refused option.
    """
    task = _task(game, players, seed, options)
    if games < 0:
        raise Problem("games", games=games)
    count = _worker_count(games, workers)
    rows: list[Row] = []
    seconds = 0.0
    for chunk, used in _chunks(task, games, count):
        rows += chunk
        seconds += used
        if progress is not None:
            progress(len(rows), games)
    ids = tuple(player.id for player in task.players)
    return Report(task.game.id, ids, seed, dict(task.options), tuple(rows), seconds)


def find_player(game: AnyGame, player: Player | str) -> Player:
    """A player of the game by its id, or the player itself. Raises ``Problem``."""
    if not isinstance(player, str):
        return player
    known = game.players()
    if player not in known:
        names = ", ".join(known)
        raise Problem("player", player=shortened(player), game=game.id, players=names)
    return known[player]


def game_seed(seed: int, number: int) -> int:
    """The seed of one game of a simulation, by its number.

    >>> game_seed(0, 0) != game_seed(0, 1), game_seed(0, 1) < 2**53
    (True, True)
    """
    return mix(_key(f"simulate/{seed}"), number) >> 11


def play_game(task: _Task, number: int) -> Row:
    """Play one game of a simulation; nothing but the task and the number matters."""
    game, size = task.game, len(task.players)
    seed = game_seed(task.seed, number)
    seats = tuple((seat - number) % size for seat in range(size))
    seated = [task.players[player] for player in seats]
    options = drawn_options(game, task.options, game_seed(task.seed, number - number % size))
    position = game.setup(options, game.luck(seed))
    keys = [_key(f"player/{seed}/{seat}") for seat in range(size)]
    first = game.to_act(position)
    for moves in range(LIMIT):
        seat = game.to_act(position)
        if seat is None:
            break
        move = seated[seat].choose(game, position, seat, mix(keys[seat], moves) >> 11)
        position = game.apply(position, seat, move)
    else:
        raise EndlessGame(f"{game.id}: no end after {LIMIT} moves")
    outcome = game.outcome(position)
    assert outcome is not None
    rounds = getattr(position, "round", None)
    winners, scores = tuple(outcome.winners), tuple(outcome.scores)
    rule = outcome.rule
    return Row(number, seed, seats, options, first or 0, winners, scores, rule, rounds, moves)


def drawn_options(game: AnyGame, options: Mapping[str, Json], seed: int) -> dict[str, Json]:
    """The options with every :data:`ANY` drawn from the choices. Raises ``Problem``."""
    known = {option.id: option for option in game.options}
    drawn: dict[str, Json] = {}
    for name, value in options.items():
        option = known.get(name)
        many = isinstance(value, list | tuple)
        if ANY not in (value if many else (value,)):
            drawn[name] = value
            continue
        if option is None or not option.choices:
            raise Problem("no-choices", option=name, game=game.id)
        each = list(value) if many else [value] * (game.seats[0] if option.each_seat else 1)
        key = _key(f"option/{seed}/{name}")
        for place, one in enumerate(each):
            if one == ANY:
                each[place] = option.choices[(mix(key, place) * len(option.choices)) >> 64]
        drawn[name] = each if option.each_seat else each[0]
    return drawn


# -- inner ---------------------------------------------------------------------------------------


def _key(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big")


def _task(
    game: AnyGame | str,
    players: Sequence[Player | str],
    seed: int,
    options: Mapping[str, Json] | None,
) -> _Task:
    found = find_game(game) if isinstance(game, str) else game
    seated = tuple(find_player(found, player) for player in players)
    if len(seated) not in found.seats:
        seats = ", ".join(map(str, found.seats))
        raise Problem("seats", game=found.id, seats=seats, given=len(seated))
    task = _Task(found, seated, seed, dict(options or {}))
    # A refused option is told before a worker is started.
    found.setup(drawn_options(found, task.options, 0), found.luck(0))
    return task


def _worker_count(games: int, workers: int | None) -> int:
    if workers is not None:
        return max(1, workers)
    return 1 if games < _SMALL else len(os.sched_getaffinity(0)) if _affinity() else _cores()


def _affinity() -> bool:
    return hasattr(os, "sched_getaffinity")


def _cores() -> int:
    return os.cpu_count() or 1


def _chunks(task: _Task, games: int, workers: int) -> Iterator[tuple[list[Row], float]]:
    """The games in order, a chunk at a time, with the CPU seconds of each chunk."""
    starts = range(0, games, _CHUNK)
    jobs = [(task, start, min(start + _CHUNK, games)) for start in starts]
    if workers == 1 or len(jobs) < 2 or not _travels(task):
        return map(_play_chunk, jobs)
    try:
        return _pooled(jobs, workers)
    except (OSError, ImportError, NotImplementedError):  # no processes here, as in a browser
        return map(_play_chunk, jobs)


def _pooled(jobs: Iterable[tuple[_Task, int, int]], workers: int) -> Iterator[Any]:
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


def _travels(task: _Task) -> bool:
    """Whether the task can be sent to another process; a player made on the spot cannot."""
    try:
        pickle.dumps(task)
    except Exception:
        return False
    return True


def _play_chunk(job: tuple[_Task, int, int]) -> tuple[list[Row], float]:
    task, start, stop = job
    began = process_time()
    rows = [play_game(task, number) for number in range(start, stop)]
    return rows, process_time() - began
