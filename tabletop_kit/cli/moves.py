"""``tabletop-kit moves``: the legal moves of a saved match or a position."""

from __future__ import annotations

from tabletop_kit.cli.command import Commands, Options, add_command, add_json, add_language
from tabletop_kit.cli.console import say, say_json
from tabletop_kit.cli.show import asked_data, asked_lines, outcome_data
from tabletop_kit.cli.source import read_start
from tabletop_kit.engine.ruling import Json

_EPILOG = """\
The file is a saved match, or a position as TOML or JSON: game = "tempus" and a table [position]
with the position keys of the game; optional are [options], seed, and chance (results of luck, used
up in order). "-" reads standard input; a share code may stand in place of the file.
Exit codes: 0 the moves were printed; 1 the save goes another way than it was saved; 2 the file
cannot be used.

Example:
  $ tabletop-kit moves docs/examples/position.toml
  Seat 1 is to lay a die or pass.
    lay d4:2
    lay d8:5
    pass
"""


def add(commands: Commands) -> None:
    """Describe the command to the parser."""
    about = "print the legal moves of a saved match or a position"
    parser = add_command(commands, "moves", run, about, _EPILOG)
    parser.add_argument("file", metavar="FILE", help="a saved match, a position, or -")
    add_language(parser)
    add_json(parser)


def run(options: Options) -> int:
    """Print who is asked for what, and the moves of each; none when it is over."""
    match = read_start(options.file, options.language)
    game, position = match.game, match.position
    asked: list[dict[str, Json]] = [
        {**ask, "moves": [game.write(move) for move in game.moves(position, ask["seat"])]}
        for ask in asked_data(match)
    ]
    if options.json:
        say_json({"game": game.id, "asked": asked, "outcome": outcome_data(match)})
        return 0
    for sentence, ask in zip(asked_lines(match, options.language), asked, strict=True):
        say(sentence)
        for move in ask["moves"]:
            say(move, indent=2)
    return 0
