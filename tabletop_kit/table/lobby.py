"""The lobby: who plays, with which options and which seed; each choice explained in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import escape
from secrets import randbelow
from typing import Any

from ipywidgets import Dropdown, Text

from tabletop_kit.engine.game import Game, Option
from tabletop_kit.engine.luck import SEEDS
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.problem import shortened
from tabletop_kit.engine.ruling import Json, Refused, Seat
from tabletop_kit.engine.workshop import Opponent, seat_options
from tabletop_kit.table.language import table_texts
from tabletop_kit.table.parts import button, column, row, say, show, words
from tabletop_kit.table.session import HUMAN

LONGEST_NAME = 40
FRESH_SEEDS = 1_000_000


class LobbyError(ValueError):
    """A field of the lobby cannot be used; the message is the sentence to show."""


@dataclass(slots=True)
class SeatChoice:
    """The widgets of one seat: who, under what name, with which options of its own."""

    who: Dropdown
    name: Text
    about: Any
    options: dict[str, Dropdown] = field(default_factory=dict)
    option_about: dict[str, Any] = field(default_factory=dict)
    box: Any = None


class Lobby:
    """A drawer that makes a new match; ``on_start`` gets it.

    ``on_former`` goes back to the running match that another one has taken the place of.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        on_start: Callable[[Match[Any, Any]], None],
        on_former: Callable[[], None],
    ) -> None:
        self.game = game
        self.on_start = on_start
        self.language = "en"
        self._tell = table_texts("en")
        self.heading = words()
        self.notice = words()
        self.opponents: dict[str, Opponent] = {}
        self.seats = [self._seat(seat) for seat in range(game.seats.stop - 1)]
        self.seed = Text(placeholder="")
        self.seed_about = words()
        self.error = words()
        self.start = button(self._start, "primary")
        self.running = False
        self.former = button(on_former)
        show(self.former, False)
        seats = row([seat.box for seat in self.seats])
        children = [self.heading, self.notice, seats, self.seed, self.seed_about]
        self.box = column([*children, self.error, row([self.start, self.former])], "tk-drawer")

    # -- widgets -----------------------------------------------------------------------------

    def _seat(self, seat: Seat) -> SeatChoice:
        choice = SeatChoice(Dropdown(), Text(), words())
        for option in self._options():
            choice.options[option.id] = Dropdown()
            choice.option_about[option.id] = words()
        parts: list[Any] = [choice.who, choice.about, choice.name]
        for key, dropdown in choice.options.items():
            parts += [dropdown, choice.option_about[key]]
            dropdown.observe(lambda _change: self._explain(), names="value")
        choice.box = column(parts, "tk-seat")
        choice.who.observe(lambda _change: self._explain(), names="value")
        return choice

    def _options(self) -> list[Option]:
        return [option for option in self.game.options if option.each_seat]

    def speak(self, language: str, presets: Mapping[str, list[tuple[str, Json]]]) -> None:
        """Say everything in a language; ``presets`` are values for options without choices."""
        self.language = language
        tell = table_texts(language)
        self._tell = tell
        game_texts = self.game.texts(language)
        say(self.heading, f"<h2>{escape(tell('lobby.title'))}</h2>", markup=True)
        self.seed.description = tell("lobby.seed")
        say(self.seed_about, tell("lobby.seed-about"))
        self.set_running(self.running)
        people = [(tell("lobby.person"), HUMAN)]
        kit = [(game_texts(f"player.{key}.name"), key) for key in self.game.players()]
        self.opponents = {f"opponent:{one.id}": one for one in self.game.opponents(game_texts)}
        kit += [(one.name, key) for key, one in self.opponents.items()]
        for seat, choice in enumerate(self.seats):
            choice.who.description = tell("lobby.seat", number=seat + 1)
            choice.name.description = tell("lobby.name")
            first = HUMAN if seat == 0 else kit[min(1, len(kit) - 1)][1]
            _set_options(choice.who, [*people, *kit], first)
            for option in self._options():
                self._speak_option(choice, seat, option, presets.get(option.id, []))
        self._explain()

    def _speak_option(
        self, choice: SeatChoice, seat: Seat, option: Option, presets: list[tuple[str, Json]]
    ) -> None:
        texts = self.game.texts(self.language)
        dropdown = choice.options[option.id]
        dropdown.description = texts(f"option.{option.id}.title")
        key = f"choice.{option.id}"
        values = [(texts(f"{key}.{value}.title"), value) for value in option.choices] or presets
        show(dropdown, bool(values))
        if values:
            default = option.default[seat] if option.default else values[0][1]
            _set_options(dropdown, values, default)

    def _explain(self) -> None:
        """The sentence below each choice, and names that follow it."""
        texts = self.game.texts(self.language)
        for seat, choice in enumerate(self.seats):
            who = choice.who.value
            human = who == HUMAN
            show(choice.name, human)
            about = "" if human or who is None else self._about_player(who)
            preset = who in self.opponents
            say(choice.about, about)
            if not choice.name.value and human:
                choice.name.placeholder = self.default_name(seat)
            for key, dropdown in choice.options.items():
                about_key = f"choice.{key}.{dropdown.value}.about"
                said = texts(about_key) if about_key in texts and not preset else ""
                say(choice.option_about[key], said)
                show(dropdown, bool(dropdown.options) and not preset)

    def _about_player(self, player: str) -> str:
        texts = self.game.texts(self.language)
        if player in self.opponents:
            return self._about_opponent(self.opponents[player])
        about = texts(f"player.{player}.about")
        strength = self.game.measured(player)
        if not strength:
            return about
        reference = texts(f"player.{strength['reference']}.name")
        facts = {key: f"{strength[key]:.0%}" for key in ("share", "low", "high")}
        games = strength["games"]
        return f"{about} {self._tell('lobby.measured', reference=reference, games=games, **facts)}"

    def _about_opponent(self, opponent: Opponent) -> str:
        """A preset opponent's own sentence, and those of what they bring."""
        texts = self.game.texts(self.language)
        said = [opponent.about]
        for key, value in opponent.options.items():
            title = f"choice.{key}.{value}"
            if f"{title}.title" in texts:
                said.append(f"{texts(f'{title}.title')}. {texts(f'{title}.about')}")
            else:
                said.append(self.game.option_text(key, value, texts))
        return " ".join(said)

    def set_running(self, running: bool) -> None:
        """Whether a match is running that a new one would give up."""
        self.running = running
        tell = table_texts(self.language)
        self.start.description = tell("lobby.start-again" if running else "lobby.start")
        say(self.notice, tell("lobby.running") if running else "")

    def offer_former(self, count: int | None) -> None:
        """Offer to go back to a former match of ``count`` moves (``None``: there is none)."""
        show(self.former, count is not None)
        if count is not None:
            self.former.description = self._tell("lobby.former", count=count)

    # -- making a match ----------------------------------------------------------------------

    def default_name(self, seat: Seat) -> str:
        """What a person without a name is called at this seat."""
        people = sum(choice.who.value == HUMAN for choice in self.seats)
        return guest_name(self.language, seat, people)

    def _start(self) -> None:
        say(self.error, "")
        try:
            match = self.make()
        except LobbyError as error:
            say(self.error, str(error))
            return
        except Refused as refused:
            say(self.error, self.game.texts(self.language).explain(refused))
            return
        self.on_start(match)

    def make(self) -> Match[Any, Any]:
        """The match that the fields describe. Raises ``LobbyError`` or ``BadPosition``."""
        options = seat_options(self._options(), [self._brings(choice) for choice in self.seats])
        defaults = {option.id: option.default for option in self._options()}
        options = {key: value for key, value in options.items() if value != defaults[key]}
        names = [self._name(seat) for seat in range(len(self.seats))]
        match = Match.new(self.game, self._seed(), **options)
        match.names = tuple(names)
        match.extra = {"players": [self._player(choice) for choice in self.seats]}
        return match

    def _brings(self, choice: SeatChoice) -> dict[str, Json]:
        """What a seat brings to the options that have a value for each seat."""
        if choice.who.value in self.opponents:
            return dict(self.opponents[choice.who.value].options)
        return {
            key: _plain(dropdown.value)
            for key, dropdown in choice.options.items()
            if dropdown.value is not None
        }

    def _player(self, choice: SeatChoice) -> str:
        opponent = self.opponents.get(choice.who.value)
        return opponent.player if opponent else str(choice.who.value)

    def _name(self, seat: Seat) -> str:
        choice = self.seats[seat]
        if choice.who.value in self.opponents:
            return self.opponents[choice.who.value].name
        if choice.who.value != HUMAN:
            return self.game.texts(self.language)(f"player.{choice.who.value}.name")
        name = " ".join(choice.name.value.split())
        if len(name) > LONGEST_NAME:
            raise LobbyError(self._tell("lobby.bad-name", most=LONGEST_NAME))
        return name or self.default_name(seat)

    def _seed(self) -> int:
        text = self.seed.value.strip()
        if not text:
            return randbelow(FRESH_SEEDS)
        if not (text.isascii() and text.isdigit() and int(text[:20]) < SEEDS and len(text) < 20):
            raise LobbyError(self._tell("lobby.bad-seed", most=SEEDS - 1, text=shortened(text, 24)))
        return int(text)


def guest_name(language: str, seat: Seat, people: int) -> str:
    """A person without a name: Guest where there is one person, else Player 1, 2, ..."""
    tell = table_texts(language)
    return tell("session.guest") if people == 1 else tell("session.player", number=seat + 1)


def _set_options(dropdown: Dropdown, options: list[tuple[str, Json]], default: Json) -> None:
    """New words for the same values: what was chosen stays chosen."""
    chosen = dropdown.value if dropdown.options else _frozen(default)
    frozen = [(label, _frozen(value)) for label, value in options]
    dropdown.options = frozen
    values = [value for _label, value in frozen]
    dropdown.value = chosen if chosen in values else values[0]


def _frozen(value: Json) -> Json:
    return tuple(value) if isinstance(value, list) else value


def _plain(value: Json) -> Json:
    return list(value) if isinstance(value, tuple) else value
