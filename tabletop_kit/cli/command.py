"""What all commands share when they describe themselves to the parser."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from typing import TypeAlias

from tabletop_kit.engine.problem import Problem, shortened
from tabletop_kit.engine.text import LANGUAGES

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


def add_language(parser: argparse.ArgumentParser, dest: str = "language") -> None:
    """The language of what is written; the environment may say it, too."""
    parser.add_argument(
        "--language",
        dest=dest,
        metavar="en|de",
        help="language (default: TABLETOP_KIT_LANG, or English)",
    )


def chosen_language(wanted: str | None) -> str:
    """The language asked for, or that of the environment. Raises ``Problem`` on an unknown one."""
    if wanted is None:
        here = os.environ.get("TABLETOP_KIT_LANG", "")[:2].lower()
        return here if here in LANGUAGES else LANGUAGES[0]
    if wanted not in LANGUAGES:
        raise Problem("language", language=shortened(wanted), languages=", ".join(LANGUAGES))
    return wanted
