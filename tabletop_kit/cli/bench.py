"""``tabletop-kit bench``: how fast the kit is on this machine, and against what was stored."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from tabletop_kit.cli.command import Commands, Options, add_command, add_json
from tabletop_kit.cli.console import Fault, progress, say_json, tell_error, words
from tabletop_kit.engine.problem import shortened
from tabletop_kit.engine.ruling import Json
from tabletop_kit.games import GAMES, find_game

if TYPE_CHECKING:
    from tabletop_kit.lab.bench import Bench

Baseline: TypeAlias = Mapping[str, Mapping[str, float]]

STORED = Path(__file__).resolve().parents[2] / "benchmarks" / "baseline.json"
"""The stored figures of a checkout."""

_PARTS = 4
"""How many measurements there are for a game."""

_EPILOG = """\
Every figure is CPU time, divided by that of a fixed loop, so that machines can be compared.
With --compare, each figure is set against what was stored for this checkout.
Exit codes: 0 every bar is met; 1 a bar is missed, or a figure is more than 30% slower than stored;
2 there is no such game, or nothing stored.

Example:
  $ tabletop-kit bench tempus --seconds 0.1 --repeats 1
  tempus: calibration ...
  ...
"""


def add(commands: Commands) -> None:
    """Describe the command to the parser."""
    about = "measure how fast the kit is on this machine"
    parser = add_command(commands, "bench", run, about, _EPILOG)
    parser.add_argument("games", nargs="*", metavar="GAME", help="the games (default: all)")
    parser.add_argument("--compare", action="store_true", help="compare with stored figures")
    parser.add_argument(
        "--baseline",
        type=Path,
        default=STORED,
        metavar="FILE",
        help="where the stored figures are (default: benchmarks/baseline.json of the checkout)",
    )
    parser.add_argument(
        "--seconds", type=float, default=1.0, metavar="S", help="CPU seconds of a run (default: 1)"
    )
    parser.add_argument(
        "--repeats", type=int, default=5, metavar="N", help="runs of each speed (default: 5)"
    )
    add_json(parser)


def run(options: Options) -> int:
    """Measure and print; return 1 where a bar is missed or a figure fell behind."""
    own = words(options.language)
    if not 0 < options.seconds <= 60 or not 1 <= options.repeats <= 100:
        raise Fault(own("bench.length"))
    games = list(dict.fromkeys(options.games)) or list(GAMES)
    for game in games:
        find_game(game)
    stored = _stored(options.baseline, options.language) if options.compare else {}
    found = _measured(games, options)
    slower = {each.game: each.slower(stored.get(each.game, {})) for each in found}
    if options.json:
        say_json({"games": [{**each.data(), "slower": slower[each.game]} for each in found]})
    else:
        for each in found:
            print(each.table(stored.get(each.game)))
    for game, names in slower.items():
        for name in names:
            tell_error(own("bench.slower", game=game, name=name))
    return int(any(slower.values()) or not all(each.good for each in found))


def _measured(games: list[str], options: Options) -> list[Bench]:
    from tabletop_kit.lab.bench import bench

    label = words(options.language)("bench.bar")
    with progress(label, _PARTS * len(games)) as advance:
        return [
            bench(game, options.seconds, options.repeats, lambda _: advance(1)) for game in games
        ]


def _stored(path: Path, language: str) -> Baseline:
    """The stored figures. Raises ``Fault`` where there are none."""
    try:
        data: Json = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or not all(map(_are_figures, data.values())):
        raise Fault(words(language)("bench.nothing-stored", file=shortened(path, 200)))
    return data


def _are_figures(figures: Json) -> bool:
    return isinstance(figures, dict) and all(
        type(value) in (int, float) and value > 0 for value in figures.values()
    )
