"""Options of a game on the command line: ``--option name=value``."""

from __future__ import annotations

import json
from collections.abc import Sequence

from tabletop_kit.engine.game import Option
from tabletop_kit.engine.problem import Problem, shortened
from tabletop_kit.engine.ruling import Json
from tabletop_kit.engine.save import AnyGame
from tabletop_kit.lab.simulate import ANY


def read_options(game: AnyGame, texts: Sequence[str]) -> dict[str, Json]:
    """The options that lines such as ``factions=council,harpers`` name.

    A value that is JSON is taken as such. Else an option with a value for each seat is split at
    commas, and a seat's value that is no choice of the game and holds spaces is a list of words
    (``decks="d4 d4 d6 ...,d6 d6 ..."``); everything else is text. Whether there is such an option
    and value the game says when it is set up. Raises ``Problem`` on a line without a name.
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
            count = max(game.seats) if option.each_seat else 1
            return f"{option.id}={','.join([choice] * count)}"
    return "name=value"
