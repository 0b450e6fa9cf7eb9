"""What all commands share when they describe themselves to the parser."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TypeAlias

Options: TypeAlias = argparse.Namespace
Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def add_command(
    commands: Commands, name: str, run: Callable[[Options], int], about: str, epilog: str
) -> argparse.ArgumentParser:
    """A command with its one-line description and its worked example, ready for arguments."""
    parser = commands.add_parser(
        name,
        help=about,
        description=about[0].upper() + about[1:] + ".",
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.set_defaults(run=run)
    return parser


def add_json(parser: argparse.ArgumentParser) -> None:
    """The switch for programs."""
    parser.add_argument("--json", action="store_true", help="write JSON and nothing else to stdout")


def add_language(parser: argparse.ArgumentParser) -> None:
    """The language of what is written; the environment may say it, too."""
    parser.add_argument(
        "--language", metavar="en|de", help="language (default: TABLETOP_KIT_LANG, or English)"
    )
