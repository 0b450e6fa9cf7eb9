"""Where matches come from: a saved file, a share code, a position file, or standard input."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from tabletop_kit.cli.console import Fault, words
from tabletop_kit.engine.case import read_toml_text
from tabletop_kit.engine.luck import SEEDS, ScriptError
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.problem import Problem, shortened
from tabletop_kit.engine.ruling import Json, Refused
from tabletop_kit.engine.save import MOST_CHARACTERS, AnyGame, is_plain, load_code, load_text
from tabletop_kit.games import find_game

AnyMatch: TypeAlias = Match[Any, Any]

DIVERGENT = frozenset({"move", "digest", "astray", "astray-start"})
"""The problems of a save that can be read, and that plays another way than it was saved."""

_MOST_BYTES = 4 * MOST_CHARACTERS
_CODE = re.compile(r"\s*[a-z]+-\d+-\S+\s*", re.IGNORECASE)

_POSITION_KEYS: dict[str, tuple[str, Callable[[Json], bool]]] = {
    "game": ("text", lambda value: isinstance(value, str)),
    "position": ("table", lambda value: isinstance(value, dict)),
    "options": ("table", lambda value: isinstance(value, dict)),
    "seed": ("seed", lambda value: type(value) is int and 0 <= value < SEEDS),
    "chance": ("list", lambda value: isinstance(value, list)),
}


def read_match(argument: str, language: str = "en") -> AnyMatch:
    """The match in a file, on standard input (``-``), or behind a share code.

    Raises ``Problem`` or ``Fault`` with one sentence.
    """
    if _is_code(argument):
        return load_code(argument, find_game)
    return _saved(_read_text(argument), _name(argument))


def read_start(argument: str, language: str = "en") -> AnyMatch:
    """A saved match as above, or a match that begins at what a position file describes.

    Raises ``Problem`` or ``Fault`` with one sentence.
    """
    if _is_code(argument):
        return load_code(argument, find_game)
    text, what = _read_text(argument), _name(argument)
    if _CODE.fullmatch(text):
        return _saved(text, what)
    data = _parsed(text, what, language)
    if isinstance(data, dict) and "format" in data:
        return _saved(text, what)
    if not isinstance(data, dict) or "game" not in data or "case" in data:
        raise Problem("not-a-position", what=what)
    return _begun(data, what, language)


def read_beginning_at(
    argument: str, game: AnyGame, language: str = "en"
) -> tuple[Mapping[str, Json], Mapping[str, Json] | None]:
    """Options and position keys with which games of ``game`` begin at what is described.

    As above; or TOML or JSON with the position keys themselves, in place of a file. A saved match
    stands for where it ended. Raises ``Problem`` or ``Fault`` with one sentence.
    """
    written = not _is_code(argument) and ("=" in argument or argument.lstrip().startswith("{"))
    if written and not _exists(argument):
        return {}, _keys(argument, language)
    match = read_start(argument, language)
    if match.game.id != game.id:
        own, what = words(language), _name(argument)
        raise Fault(own("fault.other-game", what=what, found=match.game.id, wanted=game.id))
    if match.ply:
        return {}, game.dump(match.position)
    return match.options, match.start


def _keys(text: str, language: str) -> Mapping[str, Json]:
    data = _parsed(text, "--position", language)
    if not isinstance(data, dict):
        raise Problem("not-a-position", what="--position")
    return data


@contextmanager
def explained(game: AnyGame, what: str, language: str) -> Iterator[None]:
    """Turn what the rules of ``game`` refuse while the block runs into a fault of ``what``."""
    try:
        yield
    except Refused as refused:
        why = game.texts(language).explain(refused)
    except ScriptError as error:
        why = str(error)
    else:
        return
    raise Fault(words(language)("fault.position", what=what, why=why))


def _is_code(argument: str) -> bool:
    return bool(_CODE.fullmatch(argument)) and not _exists(argument)


def _exists(argument: str) -> bool:
    try:
        return Path(argument).exists()
    except (OSError, ValueError):  # a name that no file system takes
        return False


def _name(argument: str) -> str:
    return "standard input" if argument == "-" else shortened(argument, 200)


def _read_text(argument: str) -> str:
    what = _name(argument)
    try:
        if argument == "-":
            raw = sys.stdin.buffer.read(_MOST_BYTES + 1)
        else:
            with Path(argument).open("rb") as file:
                raw = file.read(_MOST_BYTES + 1)
    except FileNotFoundError:
        raise Problem("no-file", what=what) from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise Problem("unreadable", what=what, why=why) from None
    if len(raw) > _MOST_BYTES:
        raise Problem("too-large", what=what, size=f"> {_MOST_BYTES}", most=MOST_CHARACTERS)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Problem("no-text", what=what) from None


def _saved(text: str, what: str) -> AnyMatch:
    if _CODE.fullmatch(text):
        return load_code(text, find_game)
    return load_text(text, find_game, what)


def _parsed(text: str, what: str, language: str) -> Json:
    if text.lstrip().startswith("{"):
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            why = str(error)
            raise Fault(words(language)("fault.not-json", what=what, why=why)) from None
        if not is_plain(data):
            raise Problem("not-plain", what=what)
        return data
    return read_toml_text(text, what)


def _begun(data: Mapping[str, Json], what: str, language: str) -> AnyMatch:
    _check_keys(data, what, language)
    game = find_game(data["game"])
    position, options = data.get("position", {}), data.get("options", {})
    for key in position.keys() & options.keys():
        if position[key] != options[key]:
            raise Fault(words(language)("fault.both", what=what, key=shortened(key)))
    seed, chance = data.get("seed", 0), data.get("chance", ())
    with explained(game, what, language):
        if position:
            return Match.at(game, {**options, **position}, seed, chance)
        return Match.begin(game, options, seed, chance)


def _check_keys(data: Mapping[str, Json], what: str, language: str) -> None:
    own = words(language)
    for key, value in data.items():
        if key not in _POSITION_KEYS:
            known = ", ".join(_POSITION_KEYS)
            raise Fault(own("fault.unknown-key", what=what, key=shortened(key), known=known))
        kind, good = _POSITION_KEYS[key]
        if not good(value):
            raise Fault(own("fault.start-keys", what=what, key=key, kind=own(f"kind.{kind}")))
