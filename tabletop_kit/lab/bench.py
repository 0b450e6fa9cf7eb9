"""How fast the kit is on this machine, in seconds and in units of a fixed loop.

Every figure is CPU time of one core. A machine's speed is taken out by the *calibration*: a fixed
loop of plain Python, timed before and after each measurement. A result is kept as a ratio to it
(steps in one calibration, or calibrations in one call), so that results of two machines, or of a
quiet and a busy hour, can be compared.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import median
from time import process_time
from typing import Any

from tabletop_kit.engine import save
from tabletop_kit.engine.game import Game
from tabletop_kit.engine.luck import mix
from tabletop_kit.engine.match import Match, Step
from tabletop_kit.engine.player import Player
from tabletop_kit.engine.playout import playout, random_policy
from tabletop_kit.engine.ruling import Json
from tabletop_kit.engine.text import read_toml
from tabletop_kit.games import find_game
from tabletop_kit.lab.coaching import coach_times

AnyGame = Game[Any, Any]
AnyMatch = Match[Any, Any]

QUIET_SECONDS = 0.0125
"""What the calibration loop takes on the machine of the stored bars when nothing else runs."""
TOLERANCE = 0.30
"""How much slower than the stored figure is still taken for the same."""
_TURNS = 120_000
_LONG = 5_000


def calibration_loop(turns: int = _TURNS) -> int:
    """The fixed loop: sums, products and shifts of small numbers, and a list to look into.

    >>> calibration_loop(3)
    43806
    """
    table = list(range(64))
    number, total = 1, 0
    for turn in range(turns):
        number = (number * 1103 + turn) & 0xFFFF
        total += table[number >> 10] + (number ^ turn)
    return total


def calibrate(times: int = 5) -> float:
    """The CPU seconds of the loop: the least of several runs."""
    return min(_timed(calibration_loop) for _ in range(times))


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure.

    ``value`` is in ``unit`` on this machine now; ``ratio`` is the same in calibrations. ``bar`` is
    what the game promises on the machine of the bars, ``scaled`` the value as it would be there.
    """

    name: str
    value: float
    unit: str
    ratio: float
    bar: float | None = None

    @property
    def higher_is_better(self) -> bool:
        """Whether the figure is a speed and not a time."""
        return self.unit.endswith("/s")

    @property
    def scaled(self) -> float:
        """The value on a machine whose calibration takes :data:`QUIET_SECONDS`."""
        if self.higher_is_better:
            return self.ratio / QUIET_SECONDS
        return self.ratio * QUIET_SECONDS * _PER_SECOND[self.unit]

    @property
    def good(self) -> bool:
        """Whether the bar is met; true where there is none."""
        if self.bar is None:
            return True
        return self.scaled >= self.bar if self.higher_is_better else self.scaled <= self.bar

    def slower_than(self, ratio: float, tolerance: float = TOLERANCE) -> bool:
        """Whether this is slower than a stored ratio by more than the tolerance."""
        if self.higher_is_better:
            return self.ratio < ratio * (1 - tolerance)
        return self.ratio > ratio / (1 - tolerance)

    def data(self) -> dict[str, Json]:
        """Plain data, ready for JSON."""
        return {
            "name": self.name,
            "value": self.value,
            "unit": self.unit,
            "ratio": self.ratio,
            "scaled": self.scaled,
            "bar": self.bar,
            "good": self.good,
        }


_PER_SECOND = {"µs": 1e6, "ms": 1e3, "s": 1.0}


@dataclass(frozen=True, slots=True)
class Bench:
    """The figures of one game."""

    game: str
    calibration: float
    figures: tuple[Figure, ...]

    @property
    def good(self) -> bool:
        """Whether every bar is met."""
        return all(figure.good for figure in self.figures)

    def data(self) -> dict[str, Json]:
        """Plain data, ready for JSON."""
        return {
            "game": self.game,
            "calibration_ms": self.calibration * 1e3,
            "python": platform.python_version(),
            "figures": [figure.data() for figure in self.figures],
        }

    def baseline(self) -> dict[str, float]:
        """What is stored to compare with later: the ratios by name."""
        return {figure.name: float(f"{figure.ratio:.4g}") for figure in self.figures}

    def slower(self, baseline: Mapping[str, float], tolerance: float = TOLERANCE) -> list[str]:
        """The names of the figures that fell behind a stored baseline."""
        return [
            figure.name
            for figure in self.figures
            if figure.name in baseline and figure.slower_than(baseline[figure.name], tolerance)
        ]

    def table(self, baseline: Mapping[str, float] | None = None) -> str:
        """The figures as lines of text; with a baseline, also how they compare with it."""
        lines = [
            f"{self.game}: calibration {self.calibration * 1e3:.1f} ms "
            f"(bars are for {QUIET_SECONDS * 1e3:.1f} ms)",
            f"{'':<24}{'here':>14}{'at the bars':>14}{'bar':>12}{'against stored':>16}",
        ]
        for figure in self.figures:
            bar = "" if figure.bar is None else f"{figure.bar:,.10g}"
            stored = (baseline or {}).get(figure.name)
            change = "" if not stored else f"{_gain(figure, stored):+.0%}"
            mark = "" if figure.good else "  below the bar"
            lines.append(
                f"{figure.name:<24}{_shown(figure.value)} {figure.unit:<7}"
                f"{_shown(figure.scaled):>11}{bar:>15}{change:>16}{mark}"
            )
        return "\n".join(lines)


def _shown(value: float) -> str:
    digits = 0 if value >= 1000 else 2 if value >= 0.1 else 4
    return f"{value:>12,.{digits}f}"


def _gain(figure: Figure, stored: float) -> float:
    """How much faster (positive) or slower than what was stored."""
    faster = figure.ratio / stored if figure.higher_is_better else stored / figure.ratio
    return faster - 1


# -- measuring -----------------------------------------------------------------------------------


def bench(
    game: AnyGame | str,
    seconds: float = 1.0,
    repeats: int = 5,
    progress: Callable[[str], object] | None = None,
) -> Bench:
    """Measure a game: ``repeats`` runs of ``seconds`` CPU seconds for each speed.

    Of speeds the median run counts, of single calls the quickest.

    ``progress`` is told the name of each measurement before it begins. Raises ``Problem`` on an
    unknown game.
    """
    found = find_game(game) if isinstance(game, str) else game
    tell = progress or (lambda name: None)
    plan = plan_of(found)
    rulers: list[float] = []
    figures: list[Figure] = []

    def add(name: str, unit: str, value: float, ruler: float) -> None:
        """Take a speed, or a time in seconds, measured while the loop took ``ruler``."""
        rulers.append(ruler)
        per = _PER_SECOND.get(unit)
        ratio = value * ruler if per is None else value / ruler
        figures.append(Figure(name, value * (per or 1), unit, ratio, plan.bars.get(name)))

    for prefix, play in (("bare", _bare_games), ("match", _match_games)):
        tell(prefix)
        for suffix, options in {"": {}, **plan.variants}.items():
            games, steps, ruler = _speed(partial(play, found, options), seconds, repeats)
            add(f"{prefix}-games{suffix}", "games/s", games, ruler)
            add(f"{prefix}-steps{suffix}", "steps/s", steps, ruler)
    tell("undo")
    for name, call in _match_calls(found).items():
        value, ruler = _call_time(call, repeats)
        add(name, "ms" if name in ("save", "load") else "µs", value, ruler)
    tell("coach")
    ruler = calibrate(3)
    for name, unit, value in coach_times(found):
        add(name, unit, value, ruler)
    tell("player")
    for name, value, ruler in _thinking(found, list(found.players().values())[-1], plan.games):
        add(name, "s", value, ruler)
    return Bench(found.id, median(rulers), tuple(figures))


@dataclass(frozen=True, slots=True)
class Plan:
    """How a game is measured: its bars by the name of the figure, and what it is played with.

    ``variants`` are options by a suffix, such as ``-four``: random games are played with each of
    them, too, and their figures have the suffix. ``games`` are those of the strongest player.
    """

    bars: Mapping[str, float]
    variants: Mapping[str, Mapping[str, Json]]
    games: int


def plan_of(game: AnyGame) -> Plan:
    """What a game's ``bars.toml`` says, if it has one.

    Numbers are bars; ``[variant.<id>]`` has ``options`` and bars of its own, ``[strongest]`` the
    number of ``games``.
    """
    path = game.folder / "bars.toml"
    data = dict(read_toml(path)) if path.is_file() else {}
    strongest, variants = data.pop("strongest", {}), data.pop("variant", {})
    options = {f"-{name}": variant["options"] for name, variant in variants.items()}
    for name, variant in variants.items():
        data |= {f"{bar}-{name}": value for bar, value in variant.items() if bar != "options"}
    return Plan(data, options, strongest.get("games", 3))


def _timed(call: Callable[[], object]) -> float:
    began = process_time()
    call()
    return process_time() - began


def _speed(play: Callable[[int], int], seconds: float, repeats: int) -> tuple[float, float, float]:
    """Games and steps in a CPU second, and the calibration meanwhile: medians of the runs."""
    play(0)
    results = []
    for run in range(repeats):
        ruler = calibrate(3)
        games = steps = 0
        began = process_time()
        while (used := process_time() - began) < seconds:
            steps += play(run * 1_000_000 + games)
            games += 1
        ruler = min(ruler, calibrate(3))
        results.append((games / used * ruler, steps / used * ruler, ruler))
    ruler = median(result[2] for result in results)
    games_ratio = median(result[0] for result in results)
    steps_ratio = median(result[1] for result in results)
    return games_ratio / ruler, steps_ratio / ruler, ruler


def _bare_games(game: AnyGame, options: Mapping[str, Json], seed: int) -> int:
    """One random game without log or history; its steps."""
    return playout(game, game.setup(options, game.luck(seed)), random_policy(game), seed)[1]


def _match_games(game: AnyGame, options: Mapping[str, Json], seed: int) -> int:
    """One random game through a match: rulings, events, undo history; its steps."""
    return random_match(game, seed, options).ply


def random_match(game: AnyGame, seed: int, options: Mapping[str, Json] | None = None) -> AnyMatch:
    """A whole match of random moves."""
    match, choose = Match.begin(game, options or {}, seed), random_policy(game)
    while (seat := match.to_act) is not None:
        match.play(choose(match.position, seat, mix(seed, match.ply)), seat)
    return match


def _long(match: AnyMatch, plies: int) -> AnyMatch:
    """The match with its last step said over and over: as long as no game of the kit gets."""
    step = match.last
    for ply in range(step.ply + 1, plies + 1):
        step = Step(step.position, step, step.seat, step.move, step.events, ply)
    long = match.branch()
    long.last = step
    return long


def _match_calls(game: AnyGame) -> dict[str, Callable[[], object]]:
    match = random_match(game, 5)
    long = _long(match, _LONG)
    text = save.save_text(match)
    return {
        "undo-redo": lambda: (match.undo(), match.redo()),
        "undo-redo-long": lambda: (long.undo(), long.redo()),
        "branch": match.branch,
        "branch-long": long.branch,
        "save": lambda: save.save_text(match),
        "load": lambda: save.load_text(text, lambda _: game),
    }


def _call_time(call: Callable[[], object], repeats: int) -> tuple[float, float]:
    """The CPU seconds of one call, and the calibration meanwhile."""
    once = _least(call, 1)
    number = max(1, min(20_000, int(0.02 / max(once, 1e-7))))
    ruler = calibrate(3)
    value = min(_least(call, number) for _ in range(repeats))
    return value, min(ruler, calibrate(3))


def _least(call: Callable[[], object], number: int) -> float:
    """Seconds for one call, from ``number`` in a row; the clock's own cost is left in."""
    numbers = range(number)
    began = process_time()
    for _ in numbers:
        call()
    return (process_time() - began) / number


def _thinking(game: AnyGame, player: Player, games: int = 3) -> Sequence[tuple[str, float, float]]:
    """Median and worst CPU seconds of a move by ``player`` on all seats, in whole games."""
    times: list[float] = []
    ruler = calibrate(3)
    for seed in range(games):
        position = game.setup({}, game.luck(seed))
        step = 0
        while (seat := game.to_act(position)) is not None:
            began = process_time()
            move = player.choose(game, position, seat, mix(seed, step) >> 11)
            if len(game.moves(position, seat)) > 1:
                times.append(process_time() - began)
            position = game.apply(position, seat, move)
            step += 1
    ruler = min(ruler, calibrate(3))
    return [("strongest-median", median(times), ruler), ("strongest-worst", max(times), ruler)]
