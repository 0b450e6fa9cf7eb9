"""How games begin, on the command line: ``--option``, ``--set`` and ``--position``."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tabletop_kit.cli.command import Options
from tabletop_kit.cli.source import read_beginning_at
from tabletop_kit.engine.game import Option
from tabletop_kit.engine.problem import Problem, shortened
from tabletop_kit.engine.ruling import Json
from tabletop_kit.engine.save import AnyGame
from tabletop_kit.lab.simulate import ANY


@dataclass(frozen=True, slots=True)
class Beginning:
    """How each game begins: options, position keys in place of a set-up, keys that are changed.

    ``what`` names the words of the command line that said so.
    """

    options: Mapping[str, Json]
    start: Mapping[str, Json] | None
    changes: Mapping[str, Json]
    what: str


def read_beginning(game: AnyGame, given: Options) -> Beginning:
    """What ``--option``, ``--position`` and ``--set`` say. Raises ``Problem`` or ``Fault``."""
    options, start = read_options(game, given.option), None
    if given.position is not None:
        more, start = read_beginning_at(given.position, game, given.language)
        options = {**more, **options}
    changes = read_changes(game, given.set)
    said = {"--option": given.option, "--position": given.position, "--set": given.set}
    what = ", ".join(name for name, value in said.items() if value) or "--option"
    return Beginning(options, start, changes, what)


def read_changes(game: AnyGame, texts: Sequence[str]) -> dict[str, Json]:
    """The position keys that lines such as ``echoes=0`` name: a value of JSON, or else text.

    ``null`` takes a key out. Raises ``Problem`` on a line without a name.
    """
    changes: dict[str, Json] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        name = name.strip()
        if not equals or not name or name in changes:
            raise Problem("set", text=shortened(text))
        changes[name] = _value(value.strip(), None)
    return changes


def read_options(game: AnyGame, texts: Sequence[str]) -> dict[str, Json]:
    """The options that lines such as ``factions=council,harpers`` name.

    A value that is JSON is taken as such. Else an option with a value for each seat is split at
    commas, and a seat's value that is no choice of the game and holds spaces is a list of words
    (``decks="d4 d4 d6 ...,d6 d6 ..."``); everything else is text. An option that is absent is one
    that is left out. Whether there is such an option and value the game says when it is set up.
    Raises ``Problem`` on a line without a name.
    """
    known = {option.id: option for option in game.options}
    options: dict[str, Json] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        name = name.strip()
        if not equals or not name or name in options:
            raise Problem("option", text=shortened(text), example=_example(game))
        options[name] = _value(value.strip(), known.get(name))
    return options


def _value(text: str, option: Option | None) -> Json:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    if option is None or not option.each_seat or text == ANY:
        return text
    return [_seat_value(part.strip(), option) for part in text.split(",")]


def _seat_value(text: str, option: Option) -> Json:
    return text.split() if " " in text and text not in option.choices else text


def _example(game: AnyGame) -> str:
    for option in game.options:
        if option.choices:
            choice = str(option.choices[0])
            count = game.seats_for({}) if option.each_seat else 1
            return f"{option.id}={','.join([choice] * count)}"
    return "name=value"
