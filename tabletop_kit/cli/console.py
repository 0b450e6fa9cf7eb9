"""What the command line writes: results to stdout, everything else to stderr.

Names and moves in a file may hold anything; nothing of it reaches a terminal as a control sequence.
"""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, TextIO
from unicodedata import category

from tabletop_kit.engine.ruling import Json
from tabletop_kit.engine.text import Texts, read_texts

if TYPE_CHECKING:
    from rich.console import Console

WIDTH = 100
"""How wide tables are where no terminal says how wide it is."""

Advance = Callable[[int], None]


class Fault(Exception):
    """One sentence for the person at the command line, and the exit code that goes with it."""

    def __init__(self, sentence: str, code: int = 2) -> None:
        """``code`` is 1 where a fault was found, 2 where the input cannot be used."""
        super().__init__(sentence)
        self.code = code


@cache
def words(language: str = "en") -> Texts:
    """The command line's own texts in a language."""
    return read_texts(files("tabletop_kit.cli") / "text", language)


def printable(text: object) -> str:
    r"""The text on one line, without anything that could steer a terminal.

    >>> printable("a\x1b[31m\nb")
    'a�[31m b'
    """
    line = " ".join(str(text).split())
    return "".join("�" if category(sign) in ("Cc", "Cf", "Cs") else sign for sign in line)


def say(text: object = "", indent: int = 0) -> None:
    """Write one line of result."""
    print(" " * indent + printable(text))


def tell_error(text: object) -> None:
    """Write one line beside the result: what went wrong, or what is going on."""
    print(printable(text), file=sys.stderr)


def say_json(data: Json) -> None:
    """Write a result for a program: JSON in plain ASCII, and nothing else."""
    print(json.dumps(data, indent=2, allow_nan=False))


def rich_console() -> Console:
    """A console on stdout for tables; as wide as the terminal, where there is one."""
    from rich.console import Console

    terminal = sys.stdout.isatty()
    return Console(width=None if terminal else WIDTH, highlight=False, markup=False, emoji=False)


@contextmanager
def progress(label: str, total: int) -> Iterator[Advance]:
    """A progress bar on stderr while the block runs, where stderr is a terminal.

    Gives a function that says how much has been done since it was last called.
    """
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich import progress as bars
    from rich.console import Console

    columns = (
        bars.TextColumn("{task.description}", markup=False),
        bars.BarColumn(),
        bars.MofNCompleteColumn(),
        bars.TimeRemainingColumn(),
    )
    with bars.Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=total)
        yield lambda done: bar.advance(task, done)


@contextmanager
def forgiving_output() -> Iterator[None]:
    """While the block runs, signs that the terminal cannot show are written as escapes."""
    streams = [s for s in (sys.stdout, sys.stderr) if isinstance(s, io.TextIOWrapper)]
    former = [stream.errors for stream in streams]
    for stream in streams:
        stream.reconfigure(errors="backslashreplace")
    try:
        yield
    finally:
        for stream, errors in zip(streams, former, strict=True):
            stream.reconfigure(errors=errors)


def abandon_output() -> None:
    """Nobody reads stdout any more: let what is left go nowhere, without a complaint at the end."""
    stream: TextIO = sys.stdout
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
    except (OSError, ValueError):  # no real file behind it
        return
