"""``tabletop-kit simulate``: many games between the kit's players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabletop_kit.cli.command import Commands, Options, add_command, add_json, add_language
from tabletop_kit.cli.console import Fault, progress, rich_console, say, say_json, words
from tabletop_kit.cli.source import explained
from tabletop_kit.engine.text import Texts
from tabletop_kit.games import find_game

if TYPE_CHECKING:
    from tabletop_kit.engine.save import AnyGame
    from tabletop_kit.lab import Report
    from tabletop_kit.lab.interval import Interval

_EPILOG = """\
The players change seats from game to game; results are by player, with 95% intervals. The same
seed gives the same games, whatever the number of workers. An option is written name=value, with
commas between the seats; "any" draws from the game's choices anew for each game.
Exit codes: 0 the games were played; 2 there is no such game, player or option.

Example:
  $ tabletop-kit simulate tempus --games 20 --players random,random --option factions=council,any
  Tempus: 20 games, seed 0
  ...
"""


def add(commands: Commands) -> None:
    """Describe the command to the parser."""
    about = "play many games between the kit's players"
    parser = add_command(commands, "simulate", run, about, _EPILOG)
    parser.add_argument("game", metavar="GAME", help="the id of a game, such as tempus")
    parser.add_argument("--games", type=int, required=True, metavar="N", help="how many games")
    parser.add_argument(
        "--players", required=True, metavar="A,B", help="the ids of the players, one for each seat"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the seed (default: 0)")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="K=V",
        help="an option of the set-up; may be given again for another",
    )
    parser.add_argument(
        "--workers", type=int, metavar="W", help="processes at once (default: one for each core)"
    )
    add_language(parser)
    add_json(parser)


def run(options: Options) -> int:
    """Play the games and print what came of them."""
    from tabletop_kit.cli.option import read_options
    from tabletop_kit.lab import simulate

    game, own = find_game(options.game), words(options.language)
    if options.workers is not None and options.workers < 1:
        raise Fault(own("simulate.workers"))
    set_up = read_options(game, options.option)
    players = [player.strip() for player in options.players.split(",")]
    with (
        explained(game, "--option", options.language),
        progress(own("simulate.bar"), options.games) as advance,
    ):
        done = 0

        def show(so_far: int, _: int) -> None:
            nonlocal done
            advance(so_far - done)
            done = so_far

        report = simulate(game, options.games, players, options.seed, set_up, options.workers, show)
    if options.json:
        say_json(report.data())
    else:
        _show(report, game, options.language)
    return 0


def _show(report: Report, game: AnyGame, language: str) -> None:
    from rich.table import Table

    own, texts = words(language), game.texts(language)
    say(own("simulate.title", title=texts("title"), count=report.games, seed=report.seed))
    table = Table()
    for name in ("player", "name"):
        table.add_column(own(f"simulate.{name}"))
    for name in ("won", "drawn", "lost", "share", "interval"):
        table.add_column(own(f"simulate.{name}"), justify="right", no_wrap=True)
    for tally in report.tallies:
        counts = (str(tally.wins), str(tally.draws), str(tally.losses))
        share, low, high = _ends(tally.share, own)
        name = texts(f"player.{tally.player}.name")
        table.add_row(tally.player, name, *counts, share, f"{low}–{high}")
    rich_console().print(table)
    say(own("simulate.draws"))
    share, low, high = _ends(report.first_mover, own)
    say(own("simulate.first", share=share, low=low, high=high))
    say(own("simulate.moves", moves=_number(report.mean_moves, own, 1)))
    speed = report.speed
    games, steps = speed["games_per_second"], speed["steps_per_second"]
    say(own("simulate.speed", games=_number(games, own, 1), steps=_number(steps, own)))


def _ends(interval: Interval, own: Texts) -> tuple[str, str, str]:
    share, low, high = (
        f"{_number(100 * part, own, 1)}{own('number.percent')}" for part in interval
    )
    return share, low, high


def _number(value: float, own: Texts, digits: int = 0) -> str:
    """A number as the language writes it.

    >>> _number(1234.56, words("en"), 1), _number(1234.56, words("de"), 1)
    ('1,234.6', '1.234,6')
    """
    marks = {",": own("number.thousands"), ".": own("number.point")}
    return "".join(marks.get(sign, sign) for sign in f"{value:,.{digits}f}")
