"""How strong a cooperative game's players are: measured row by row, kept as data, shown as a page.

A game's ``measures.toml`` names what is measured, each a ``[[measure]]`` with ``id``, ``label`` and
maybe ``options``, ``set`` (keys of the first position) and ``players``; without that file each
number of seats is measured. What was found is kept in its ``opponents.toml``: a row for each
measure and player, and for each player the figures of the first measure that it was in.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tabletop_kit.engine.game import Game
from tabletop_kit.engine.interval import Interval
from tabletop_kit.engine.ruling import Json
from tabletop_kit.engine.text import read_toml
from tabletop_kit.lab.report import Report
from tabletop_kit.lab.simulate import Progress, simulate

MOST_VALUES = 6
"""A result with more values than these is no kind of ending, but a number in letters."""


@dataclass(frozen=True, slots=True)
class Measure:
    """What is measured: options, keys changed in the first position, whom (empty: everybody)."""

    id: str
    label: str
    options: Mapping[str, Json] = field(default_factory=dict)
    changes: Mapping[str, Json] = field(default_factory=dict)
    players: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Measured:
    """One player in one measure: the share of games won, seconds of a decision, kinds of endings.

    ``endings`` are counts by result and value, of results that are no numbers.
    """

    measure: str
    player: str
    games: int
    seed: int
    won: Interval
    mean_seconds: float
    worst_seconds: float
    endings: Mapping[str, Mapping[str, int]]


def read_measures(game: Game[Any, Any]) -> tuple[Measure, ...]:
    """What a game's ``measures.toml`` names, or else each number of its seats."""
    path = game.folder / "measures.toml"
    entries = read_toml(path).get("measure", []) if path.is_file() else []
    if entries:
        return tuple(
            Measure(
                entry["id"],
                entry["label"],
                entry.get("options", {}),
                entry.get("set", {}),
                tuple(entry.get("players", ())),
            )
            for entry in entries
        )
    return tuple(
        Measure(f"seats-{count}", f"{count} seat{'s' if count > 1 else ''}", {"seats": count})
        for count in game.seats
    )


def measure(
    game: Game[Any, Any],
    what: Measure,
    player: str,
    games: int,
    seed: int = 0,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Measured:
    """Play the games of one row. Raises what :func:`simulate` raises."""
    report = simulate(
        game, games, [player], seed, what.options, workers, progress, changes=what.changes
    )
    used = report.thinking[0]
    return Measured(
        measure=what.id,
        player=player,
        games=games,
        seed=seed,
        won=report.won,
        mean_seconds=used.mean,
        worst_seconds=used.worst,
        endings=_endings(report),
    )


def _endings(report: Report) -> dict[str, dict[str, int]]:
    return {
        name: {str(value): count for value, count in found.counts.items() if value is not None}
        for name, found in report.results.items()
        if found.mean is None and len(found.counts) <= MOST_VALUES
    }


def command(game: str, what: Measure, row: Measured) -> str:
    """The command line that plays the games of a row again."""
    words = [f"tabletop-kit simulate {game} --games {row.games} --players {row.player}"]
    words += [f"--seed {row.seed}"]
    for flag, values in (("option", what.options), ("set", what.changes)):
        words += [f"--{flag} {name}={_written(value)}" for name, value in values.items()]
    return " ".join(words)


def _written(value: Json) -> str:
    """A value as a word of a command line."""
    if isinstance(value, str):
        return value
    text = json.dumps(value, separators=(",", ":"))
    return f"'{text}'" if isinstance(value, list | dict) else text


# -- kept ----------------------------------------------------------------------------------------


def read_rows(text: str) -> list[Measured]:
    """The rows that :func:`written` wrote."""
    return [
        Measured(
            measure=row["measure"],
            player=row["player"],
            games=row["games"],
            seed=row["seed"],
            won=Interval(row["share"], row["low"], row["high"]),
            mean_seconds=row["mean_seconds"],
            worst_seconds=row["worst_seconds"],
            endings=row["endings"],
        )
        for row in tomllib.loads(text).get("row", [])
    ]


def merged(
    game: Game[Any, Any], old: Iterable[Measured], new: Iterable[Measured]
) -> list[Measured]:
    """Old rows with new ones in their place, in the order of measures and players."""
    found = {(row.measure, row.player): row for row in (*old, *new)}
    keys = [(what.id, player) for what in read_measures(game) for player in game.players()]
    return [found[key] for key in keys if key in found]


def written(rows: Sequence[Measured]) -> str:
    """The rows as TOML."""
    lines = [
        "# Shares of games won together, with 95% Wilson intervals; CPU seconds of a decision."
    ]
    lines += ["# Written by benchmarks/opponents.py."]
    players = dict.fromkeys(row.player for row in rows)
    for player in players:
        row = next(row for row in rows if row.player == player)
        lines += ["", f"[player.{player}]", *_figures(row)]
    for row in rows:
        lines += ["", "[[row]]", f'measure = "{row.measure}"', f'player = "{row.player}"']
        lines += _figures(row)
        lines += [
            f"mean_seconds = {row.mean_seconds:.4g}",
            f"worst_seconds = {row.worst_seconds:.4g}",
        ]
        endings = ", ".join(
            f"{name} = {{ {', '.join(f'{json.dumps(k)} = {n}' for k, n in counts.items())} }}"
            for name, counts in row.endings.items()
        )
        lines += [f"endings = {{ {endings} }}" if endings else "endings = {}"]
    return "\n".join(lines) + "\n"


def _figures(row: Measured) -> list[str]:
    won = row.won
    lines = [f"share = {won.share:.4f}", f"low = {won.low:.4f}", f"high = {won.high:.4f}"]
    return [*lines, f"games = {row.games}", f"seed = {row.seed}"]


# -- shown ---------------------------------------------------------------------------------------


def _different(rows: Sequence[Measured], endings: Sequence[str]) -> list[str]:
    """Those kinds of endings that do not tell the very same as a kind before them."""
    columns = [[row.endings.get(name) for row in rows] for name in endings]
    return [name for place, name in enumerate(endings) if columns[place] not in columns[:place]]


def section(game: Game[Any, Any], rows: Sequence[Measured]) -> str:
    """The rows as a section of a page in Markdown: players, table, and the commands."""
    texts, measures = game.texts(), {what.id: what for what in read_measures(game)}
    met = [player for player in game.players() if any(row.player == player for row in rows)]
    lines = [f"## {texts('title')}", "", "All win or lose together, so shares are of games won."]
    lines += ["One player plays all seats. Brackets hold 95% Wilson intervals.", ""]
    for player in met:
        name, about = texts(f"player.{player}.name"), texts(f"player.{player}.about")
        lines.append(f"- `{player}`: {name}. {about}")
    endings = _different(rows, list(dict.fromkeys(name for row in rows for name in row.endings)))
    head = ["", "player", "games", "won", *endings, "s, mean", "s, worst"]
    lines += ["", _line(head), _line(["---"] * len(head))]
    for row in rows:
        counts = [_counted(row.endings.get(name, {})) for name in endings]
        seconds = [f"{row.mean_seconds:.3g}", f"{row.worst_seconds:.3g}"]
        label = measures[row.measure].label
        lines.append(
            _line([label, f"`{row.player}`", str(row.games), str(row.won), *counts, *seconds])
        )
    lines += ["", "Each line again:", "", "```"]
    lines += [command(game.id, measures[row.measure], row) for row in rows]
    return "\n".join([*lines, "```"]) + "\n"


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{value} {count}" for value, count in counts.items() if value) or "–"


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"
