"""``tabletop-kit replay``: verify a saved match, tell its story, show where it ended."""

from __future__ import annotations

from tabletop_kit.cli.command import Commands, Options, add_command, add_json, add_language
from tabletop_kit.cli.console import printable, say, say_json, words
from tabletop_kit.cli.show import (
    asked_data,
    asked_lines,
    check_seat,
    outcome_data,
    position_lines,
    story,
)
from tabletop_kit.cli.source import DIVERGENT, AnyMatch, read_match
from tabletop_kit.engine.problem import Problem
from tabletop_kit.engine.ruling import Json, Seat
from tabletop_kit.engine.save import code, digest

_EPILOG = """\
The file is a saved match, "-" for standard input; a share code may stand in its place.
Exit codes: 0 the match replays as it was saved; 1 it goes another way, and the sentence names the
move; 2 it cannot be read.

Example:
  $ tabletop-kit replay docs/examples/match.json
  Tempus, seed 7: ... moves, and they replay as they were saved.
  ...
"""


def add(commands: Commands) -> None:
    """Describe the command to the parser."""
    about = "verify a saved match and print its story and final position"
    parser = add_command(commands, "replay", run, about, _EPILOG)
    parser.add_argument("file", metavar="FILE", help="a saved match, a share code, or -")
    parser.add_argument("--seat", type=int, metavar="N", help="tell it as seat N knows it (from 0)")
    add_language(parser)
    add_json(parser)


def run(options: Options) -> int:
    """Replay; return 0, or raise with exit code 1 (another way) or 2 (unreadable)."""
    try:
        match = read_match(options.file, options.language)
    except Problem as problem:
        if options.json and problem.key in DIVERGENT:
            sentence = problem.tell(options.language)
            say_json({"sound": False, "move": problem.facts.get("number"), "problem": sentence})
        raise
    check_seat(match, options.seat, options.language)
    if options.json:
        say_json(_data(match, options.seat, options.language))
    else:
        _show(match, options.seat, options.language)
    return 0


def _data(match: AnyMatch, seat: Seat | None, language: str) -> Json:
    """The match for a program; with a seat, only what that seat may know."""
    game = match.game
    data = {
        "sound": True,
        "game": game.id,
        "ply": match.ply,
        "seat": seat,
        "names": list(match.names),
        "asked": asked_data(match),
        "outcome": outcome_data(match),
        "result": game.result(match.position),
        "story": match.story(seat, language),
        "position": game.dump(match.position) if seat is None else match.view(seat),
    }
    if seat is None:
        data |= {
            "seed": match.seed,
            "options": match.options,
            "moves": [game.write(step.move) for step in match.steps()[1:]],
            "digest": digest(game, match.position),
            "code": code(match),
        }
    return data


def _show(match: AnyMatch, seat: Seat | None, language: str) -> None:
    own, game = words(language), match.game
    title = game.texts(language)("title")
    key = "replay.sound" if seat is None else "replay.seen"
    named = own.named(match.names)
    say(named(key, title=title, seed=match.seed, count=match.ply, seat=seat))
    print(f"\n{own('replay.story')}")
    for number, sentence in story(match, seat, language):
        print(f"{number:>4}  {printable(sentence)}")
    print(f"\n{own('replay.position')}")
    position = game.dump(match.position) if seat is None else match.view(seat)
    for line in position_lines(game.id, position):
        say(line, indent=2)
    for line in asked_lines(match, language):
        say(line)
