"""One option of a set-up as a lobby shows it: a dropdown, and the sentence of what is chosen."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ipywidgets import Dropdown

from tabletop_kit.engine.game import Game, Option
from tabletop_kit.engine.ruling import Json
from tabletop_kit.engine.text import Texts
from tabletop_kit.table.parts import column, control, say, show, words

ABSENT = ""
"""What a dropdown holds where the option is left out: ``None`` would be no choice at all."""


def choice_key(option: str, value: Json) -> str:
    """Where the texts of a choice stand: its value as in JSON, ``none`` for left out.

    >>> choice_key("edition", True), choice_key("seats", 2), choice_key("rung", None)
    ('choice.edition.true', 'choice.seats.2', 'choice.rung.none')
    """
    if value is None:
        return f"choice.{option}.none"
    return f"choice.{option}.{value if isinstance(value, str) else json.dumps(value)}"


class Choice:
    """The widgets of one option; ``changed`` is called when a person chooses otherwise.

    Until somebody has chosen, it follows the default that it is told.
    """

    def __init__(self, option: Option, changed: Callable[[], None]) -> None:
        self.option = option
        self.changed = changed
        self.control = control(Dropdown)
        self.about = words()
        self.box = column([self.control, self.about], "tk-choice")
        self.chosen = False
        self._filling = False
        self.control.observe(self._turned, names="value")

    def _turned(self, _change: object) -> None:
        if not self._filling:
            self.chosen = True
            self.changed()

    @property
    def value(self) -> Json:
        """What is chosen; ``None``: the option is left out."""
        value = self.control.value
        return None if value == ABSENT and not self.option_has(ABSENT) else plain(value)

    def option_has(self, value: Json) -> bool:
        """Whether a value is one of the option's own choices."""
        return any(value == one and type(value) is type(one) for one in self.option.choices)

    def speak(self, title: str, labels: Sequence[tuple[str, Json]], default: Json) -> None:
        """Title and choices in a language: what was chosen stays chosen, else the default is."""
        self._filling = True
        self.control.description = title
        frozen = [(label, ABSENT if value is None else frozen_(value)) for label, value in labels]
        former, label = (
            (self.control.value, self.control.label) if self.control.options else (None, "")
        )
        if list(self.control.options) != frozen:
            self.control.options = frozen
        if frozen:
            values = [value for _, value in frozen]
            # What was chosen may have changed under its name, such as a deck.
            if former not in values:
                former = next((value for one, value in frozen if one == label), former)
            wanted = former if self.chosen else ABSENT if default is None else frozen_(default)
            self.control.value = wanted if wanted in values else values[0]
        self._filling = False

    def follow(self, default: Json) -> None:
        """Take a default over as long as nobody has chosen."""
        values = [value for _, value in self.control.options]
        wanted = ABSENT if default is None else frozen_(default)
        if not self.chosen and wanted in values and self.control.value != wanted:
            self._filling = True
            self.control.value = wanted
            self._filling = False

    def take(self, value: Json) -> None:
        """Choose a value for the person, who is not asked."""
        self._filling, self.chosen = True, True
        self.control.value = ABSENT if value is None else frozen_(value)
        self._filling = False

    def explain(self, texts: Texts, closed: str | None, shown: bool = True) -> None:
        """The sentence of what is chosen; or, where it has no meaning, ``closed`` says why.

        ``closed`` empty hides the option, ``None`` leaves it open.
        """
        key = f"{choice_key(self.option.id, self.value)}.about"
        about = f"option.{self.option.id}.about"
        said = texts(key) if key in texts else texts(about) if about in texts else ""
        self.control.disabled = closed is not None
        say(self.about, said if closed is None else closed)
        show(self.box, shown and bool(self.control.options) and closed != "")


def labels_of(
    option: Option, texts: Texts, usual: Callable[[Json], str], default: Json
) -> list[tuple[str, Json]]:
    """The choices of an option with their titles; ``usual`` names those that the game does not.

    Where the option may be left out, and ``default`` is no value either, that is a choice too.
    """
    values: list[Any] = [*option.choices]
    if option.default is None and default is None and values and None not in values:
        values = [None, *values]
    labels = []
    for value in values:
        key = f"{choice_key(option.id, value)}.title"
        labels.append((texts(key) if key in texts else usual(value), value))
    return labels


def offered_of(game: Game[Any, Any], option: Option, options: Mapping[str, Json]) -> Json:
    """What a table proposes to people for an option beside the others chosen."""
    return game.option_default(option.id, options) if option.offered is None else option.offered


def proposed(game: Game[Any, Any]) -> dict[str, Json]:
    """What a table proposes to people beside the game's own defaults, by the ids of options."""
    return {one.id: one.offered for one in game.options if one.offered is not None}


def seat_default(option: Option, default: Json, seat: int) -> Json:
    """A seat's value of an option until somebody chooses; ``default`` is the game's.

    Where no two seats may have the same, also a seat that nobody sits at yet has one.
    """
    if option.distinct and option.default is None and seat < len(option.choices):
        return option.choices[seat]
    return seat_value(default, seat)


def seat_value(default: Json, seat: int) -> Json:
    """One seat's part of a default that has a value for each seat; ``None`` where it has none.

    >>> seat_value(["blood"], 0), seat_value(["blood"], 2), seat_value(None, 0)
    ('blood', None, None)
    """
    return default[seat] if isinstance(default, list) and seat < len(default) else None


def frozen_(value: Json) -> Json:
    """A value that a dropdown can compare."""
    return tuple(map(frozen_, value)) if isinstance(value, list) else value


def plain(value: Json) -> Json:
    """The value as JSON again."""
    return list(map(plain, value)) if isinstance(value, tuple) else value
