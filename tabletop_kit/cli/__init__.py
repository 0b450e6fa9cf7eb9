"""The command line ``tabletop-kit``. It ends with 0: all is well, 1: a fault was found, 2: what was
handed in cannot be used; 130 after Ctrl-C, 141 where the reader of a pipe has gone."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_kit.cli.command import chosen_language
from tabletop_kit.cli.console import Fault, abandon_output, forgiving_output, tell_error
from tabletop_kit.cli.parser import build_parser
from tabletop_kit.cli.source import DIVERGENT
from tabletop_kit.engine.problem import Problem

__all__ = ["main"]

FOUND_FAULT, UNUSABLE, INTERRUPTED, READER_GONE = 1, 2, 130, 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says and return the exit code.

    Raises ``SystemExit`` after ``--help`` and ``--version`` (0), and on a command line that cannot
    be understood (2).
    """
    with forgiving_output():
        try:
            return _run(arguments)
        except Fault as fault:
            tell_error(str(fault))
            return fault.code
        except KeyboardInterrupt:
            tell_error("Stopped.")
            return INTERRUPTED
        except BrokenPipeError:
            abandon_output()
            return READER_GONE


def _run(arguments: Sequence[str] | None) -> int:
    import sys

    language = "en"
    try:
        options = build_parser().parse_args(arguments)
        language = options.language = chosen_language(getattr(options, "language", None))
        return int(options.run(options))
    except Problem as problem:
        code = FOUND_FAULT if problem.key in DIVERGENT else UNUSABLE
        raise Fault(problem.tell(language), code) from None
    finally:
        sys.stdout.flush()
