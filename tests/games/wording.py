"""What the source of a game can say, read from its syntax trees, and what its texts hold."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tabletop_kit.engine.ruling import Json
from tabletop_kit.engine.text import read_toml
from tabletop_kit.games import find_game


@cache
def trees(game: str) -> tuple[ast.Module, ...]:
    """The modules of a game."""
    paths = sorted(Path(find_game(game).folder).glob("*.py"))
    return tuple(ast.parse(path.read_text(encoding="utf-8")) for path in paths)


@cache
def functions(game: str) -> tuple[ast.FunctionDef, ...]:
    """Every function of a game."""
    nodes = (node for tree in trees(game) for node in ast.walk(tree))
    return tuple(node for node in nodes if isinstance(node, ast.FunctionDef))


def called(node: ast.Call) -> str:
    """The name that a call calls."""
    function = node.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def calls(game: str, *names: str) -> Iterator[tuple[ast.FunctionDef, ast.Call]]:
    """The calls of these names, with the functions that they stand in."""
    for function in functions(game):
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and called(node) in names:
                yield function, node


def constants(node: ast.AST) -> list[str]:
    """Every text that stands in a piece of source."""
    found = (one.value for one in ast.walk(node) if isinstance(one, ast.Constant))
    return [value for value in found if isinstance(value, str)]


def facts_of(node: ast.Call) -> frozenset[str]:
    """The facts that a call names for a sentence."""
    named = {keyword.arg for keyword in node.keywords if keyword.arg}
    return frozenset(named - {"reveals", "secret"})


def tables(game: str, language: str) -> dict[str, Any]:
    """The texts of a game as they are written."""
    return read_toml(find_game(game).folder / "text" / f"{language}.toml")


def templates(entry: Json) -> Iterator[str]:
    """Every template below an entry."""
    if isinstance(entry, Mapping):
        for inner in entry.values():
            yield from templates(inner)
    else:
        yield str(entry)


def is_sentence(text: str) -> bool:
    """Whether this is a whole sentence with nothing left to be filled in."""
    begins = text[:1].isupper() or text[:1] in "“„" or text[:1].isdigit()
    return begins and text.endswith((".", "?")) and "{" not in text and "  " not in text
