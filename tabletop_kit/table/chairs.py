"""The seats of a match to be: who sits there, under what name, with which options of their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ipywidgets import Dropdown, Text

from tabletop_kit.engine.game import Game, Option
from tabletop_kit.engine.ruling import Json, Seat
from tabletop_kit.engine.text import Texts
from tabletop_kit.table.choices import Choice, seat_default
from tabletop_kit.table.language import table_texts
from tabletop_kit.table.parts import column, control, say, show, words
from tabletop_kit.table.seating import HUMAN

LONGEST_NAME = 40


class LobbyError(ValueError):
    """A field of the lobby cannot be used; the message is the sentence to show."""


class Chair:
    """The widgets of one seat; ``changed`` is called when somebody chooses otherwise."""

    def __init__(self, seat: Seat, each: Sequence[Option], changed: Callable[[], None]) -> None:
        """``each`` are the options that have a value for each seat."""
        self.seat = seat
        self.who, self.name, self.about = control(Dropdown), control(Text), words()
        self.choices = {option.id: Choice(option, changed) for option in each}
        self._filling = False
        self._changed = changed
        self.who.observe(self._turned, names="value")
        boxes = [choice.box for choice in self.choices.values()]
        self.box = column([self.who, self.about, self.name, *boxes], "tk-seat")

    def usual(self, option: Option, default: Json) -> Json:
        """This seat's value of an option until somebody chooses; ``default`` is the game's."""
        return seat_default(option, default, self.seat)

    @property
    def options(self) -> dict[str, Dropdown]:
        """The dropdowns of the seat's own options."""
        return {key: choice.control for key, choice in self.choices.items()}

    def _turned(self, _change: object) -> None:
        if not self._filling:
            self._changed()

    def speak(self, tell: Texts, who: Sequence[tuple[str, Json]], usual: str) -> None:
        """Say everything: who may sit here, and who does until somebody chooses otherwise."""
        self._filling = True
        self.who.description = tell("lobby.seat", number=self.seat + 1)
        self.name.description = tell("lobby.name")
        wanted = self.who.value if self.who.options else usual
        self.who.options = list(who)
        self.who.value = wanted if wanted in [value for _, value in who] else usual
        self._filling = False

    def explain(self, about: str) -> None:
        """Say who a kit player is, and ask a person's name."""
        show(self.name, self.who.value == HUMAN)
        say(self.about, about)

    def typed_name(self, tell: Texts) -> str:
        """The name that was typed, if any. Raises ``LobbyError`` where it is too long."""
        name = " ".join(self.name.value.split())
        if len(name) > LONGEST_NAME:
            raise LobbyError(tell("lobby.bad-name", most=LONGEST_NAME))
        return name


def swapped(chairs: Sequence[Chair], before: dict[str, list[Json]]) -> dict[str, list[Json]]:
    """What each chair has of the options that no two may share, once none do.

    Who now has what another chair had ``before`` (the same of an earlier call) gives it the own
    former one in return.
    """
    now: dict[str, list[Json]] = {}
    for key, choice in chairs[0].choices.items():
        if not choice.option.distinct:
            continue
        values = [chair.choices[key].value for chair in chairs]
        former = before.get(key, values)
        for seat, value in enumerate(values):
            if value != former[seat] and value in former:
                other = former.index(value)
                if values[other] == value and former[seat] is not None:
                    values[other] = former[seat]
                    chairs[other].choices[key].take(former[seat])
        now[key] = values
    return now


def usual_players(game: Game[Any, Any], seats: int) -> list[str]:
    """Who sits where if nobody chooses: a person, and players of the kit at the other seats."""
    kit = list(game.players())
    return [HUMAN, *[kit[min(1, len(kit) - 1)]] * (seats - 1)]


def guest_name(language: str, seat: Seat, people: int) -> str:
    """A person without a name: Guest where there is one person, else Player 1, 2, ..."""
    tell = table_texts(language)
    return tell("session.guest") if people == 1 else tell("session.player", number=seat + 1)


def seat_names(
    game: Game[Any, Any], sitting: Sequence[str], language: str, given: Sequence[str] = ()
) -> list[str]:
    """The names at a table: those ``given`` for the first seats, and the usual ones."""
    texts, people = game.texts(language), list(sitting).count(HUMAN)
    names: list[str] = []
    for seat, who in enumerate(sitting):
        if seat < len(given):
            names.append(given[seat])
        elif who == HUMAN:
            names.append(guest_name(language, seat, people))
        else:
            names.append(kit_name(texts, who, names))
    return names


def kit_name(texts: Texts, who: str, former: Sequence[str]) -> str:
    """The name of a kit player where others sit already: its own, or that of one like it.

    A game may name two more of a kind, under ``player.<id>.second`` and ``.third``; beyond them,
    and where there are none, they are numbered.
    """
    keys = [f"player.{who}.{key}" for key in ("name", "second", "third")]
    names = [texts(key) for key in keys if key in texts]
    return next((name for name in names if name not in former), numbered(names[0], former))


def numbered(name: str, former: Sequence[str]) -> str:
    """A name that nobody before has: the second of a name is called so with a 2 behind it.

    >>> numbered("Ada", ["Ada", "Bo", "Ada 2"])
    'Ada 3'
    """
    number, found = 1, name
    while found in former:
        number += 1
        found = f"{name} {number}"
    return found
