"""What can be said on the command line: the commands, each with help and a worked example."""

from __future__ import annotations

import argparse

from tabletop_kit.cli import bench, check, moves, replay, rules, serve, simulate

_COMMANDS = (serve, check, rules, replay, moves, simulate, bench)

_DESCRIPTION = "Learn, play and study tabletop games, rule by rule."
_EPILOG = """\
Exit codes: 0 all is well; 1 a fault was found (a case that fails, a save that replays differently);
2 what was handed in cannot be used.

Example:
  $ tabletop-kit --version
  tabletop-kit ...
"""


def build_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line; ``run`` in its result does the command."""
    from tabletop_kit import __version__

    parser = argparse.ArgumentParser(
        "tabletop-kit",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"tabletop-kit {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for module in _COMMANDS:
        module.add(commands)
    return parser
