"""``tabletop-kit simulate``: many games by the kit's players."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from tabletop_kit.cli.command import Commands, Options, add_command, add_json, add_language
from tabletop_kit.cli.console import Fault, progress, say_json, words
from tabletop_kit.cli.source import explained
from tabletop_kit.games import find_game

if TYPE_CHECKING:
    from tabletop_kit.cli.option import Beginning
    from tabletop_kit.engine.save import AnyGame
    from tabletop_kit.lab import Report

_EPILOG = """\
One player plays all seats, several sit one to a seat. Where they play against each other they
change seats from game to game; results are by player. Shares come with 95% intervals, and with CPU
seconds of a decision. The same seed gives the same games, whatever the number of workers, also in
parts (--from).
An option is written name=value: JSON (false, 3, ["a", "b"]) or text, with commas between the seats;
"any" draws from the game's choices anew for each game. --set changes a key of each first position;
--position begins at one (a file, a saved match, a share code, or TOML such as 'hands = [["AS"]]').
Exit codes: 0 the games were played; 2 there is no such game, player, option or position.

Example:
  $ tabletop-kit simulate tempus --games 20 --players random,random --option factions=council,any
  Tempus: 20 games, seed 0
  ...
"""


def add(commands: Commands) -> None:
    """Describe the command to the parser."""
    about = "play many games by the kit's players"
    parser = add_command(commands, "simulate", run, about, _EPILOG)
    parser.add_argument("game", metavar="GAME", help="the id of a game, such as tempus")
    parser.add_argument("--games", type=int, required=True, metavar="N", help="how many games")
    parser.add_argument(
        "--players",
        required=True,
        metavar="A,B",
        help="the id of one player for all seats, or one for each seat",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the seed (default: 0)")
    parser.add_argument(
        "--from",
        dest="begin",
        type=int,
        default=0,
        metavar="N",
        help="the number of the first game, to play a part of many (default: 0)",
    )
    for name, what in (
        ("option", "an option of the set-up"),
        ("set", "a key of the first position"),
    ):
        parser.add_argument(
            f"--{name}",
            action="append",
            default=[],
            metavar="K=V",
            help=f"{what}; may be given again for another",
        )
    parser.add_argument(
        "--position", metavar="P", help="where to begin: a file, a share code, or TOML"
    )
    parser.add_argument(
        "--workers", type=int, metavar="W", help="processes at once (default: one for each core)"
    )
    parser.add_argument(
        "--table", type=Path, metavar="FILE", help="write one line a game to this CSV file"
    )
    add_language(parser)
    add_json(parser)


def run(options: Options) -> int:
    """Play the games and print what came of them."""
    from tabletop_kit.cli.option import read_beginning

    game, own = find_game(options.game), words(options.language)
    if options.workers is not None and options.workers < 1:
        raise Fault(own("simulate.workers"))
    table = _open_table(options.table, options.language)
    beginning = read_beginning(game, options)
    try:
        report = _played(game, beginning, options)
        if table is not None:
            _write_table(report, table)
    finally:
        if table is not None:
            table.close()
    if options.json:
        say_json(report.data())
    else:
        from tabletop_kit.cli.tally import show_report

        show_report(report, game, options.language)
    return 0


def _played(game: AnyGame, beginning: Beginning, options: Options) -> Report:
    from tabletop_kit.lab import simulate

    own = words(options.language)
    players = [player.strip() for player in options.players.split(",")]
    with (
        explained(game, beginning.what, options.language),
        progress(own("simulate.bar"), options.games) as advance,
    ):
        done = 0

        def show(so_far: int, _: int) -> None:
            nonlocal done
            advance(so_far - done)
            done = so_far

        return simulate(
            game,
            options.games,
            players,
            options.seed,
            beginning.options,
            options.workers,
            show,
            begin=options.begin,
            start=beginning.start,
            changes=beginning.changes,
        )


def _open_table(path: Path | None, language: str) -> TextIO | None:
    """The file for the table, opened before hours are spent. Raises ``Fault``."""
    if path is None:
        return None
    try:
        return path.open("w", encoding="utf-8", newline="")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise Fault(words(language)("simulate.table", file=path, why=why)) from None


def _write_table(report: Report, file: TextIO) -> None:
    records = report.records()
    names = dict.fromkeys(name for record in records for name in record)
    writer = csv.DictWriter(file, ["game", *names])
    writer.writeheader()
    for row, record in zip(report.rows, records, strict=True):
        writer.writerow({"game": row.game, **record})
