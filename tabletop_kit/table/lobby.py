"""The lobby: how many seats, who sits there, with which options and which seed.

Each choice is explained in a sentence. Options that exclude each other say so at once: the game's
own set-up is tried with every change, and its refusal is shown before anybody presses a button.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from html import escape
from secrets import randbelow
from typing import Any

from ipywidgets import Box, Text

from tabletop_kit.engine.game import Game, Option
from tabletop_kit.engine.luck import SEEDS
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.problem import shortened
from tabletop_kit.engine.ruling import Json, Refused
from tabletop_kit.engine.workshop import Opponent, seat_options
from tabletop_kit.table.chairs import (
    Chair,
    LobbyError,
    guest_name,
    kit_name,
    numbered,
    swapped,
    usual_players,
)
from tabletop_kit.table.choices import Choice, labels_of, offered_of
from tabletop_kit.table.fold import Fold
from tabletop_kit.table.language import table_texts
from tabletop_kit.table.parts import boxed, button, column, control, row, say, show, words
from tabletop_kit.table.seating import HUMAN

FRESH_SEEDS = 1_000_000
SEATS = "seats"
"""The id of the option that says how many play, in every game that leaves it open."""
Presets = Mapping[str, list[tuple[str, Json]]]


class Lobby:
    """A drawer that makes a new match; ``on_start`` gets it.

    ``on_former`` goes back to the running match that another one has taken the place of;
    ``on_daily`` opens the game of the day, where there is one.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        on_start: Callable[[Match[Any, Any]], None],
        on_former: Callable[[], None],
        on_daily: Callable[[], None] | None = None,
        box: Box | None = None,
    ) -> None:
        """``box`` is filled with the lobby where it is given; else it makes one of its own."""
        self.game = game
        self.on_start = on_start
        self.language = "en"
        self._tell = table_texts("en")
        self.running = False
        self.opponents: dict[str, Opponent] = {}
        self._shared: dict[str, list[Json]] = {}
        each = [option for option in game.options if option.each_seat]
        most = game.seats.stop - 1
        self.seats = [Chair(seat, each, self._follow) for seat in range(most)]
        self.choices = {
            option.id: Choice(option, self._follow)
            for option in game.options
            if not option.each_seat
        }
        self.heading, self.notice, self.seed_about = words(), words(), words()
        self.error, self.refusal = words(), words()
        self.seed = control(Text, placeholder="")
        self.start = button(self._start, "primary")
        self.former, self.daily = button(on_former), button(on_daily or (lambda: None))
        show(self.former, False)
        show(self.daily, on_daily is not None)
        self.box = column([], "tk-drawer", "tk-lobby") if box is None else box
        self.box.children = self._parts()

    def _parts(self) -> list[Any]:
        first = [self.choices[SEATS].box] if SEATS in self.choices else []
        rest = [choice for key, choice in self.choices.items() if key != SEATS]
        chairs = row([chair.box for chair in self.seats])
        chairs.add_class("tk-seats")
        options = _grid([choice for choice in rest if not choice.option.variant])
        self.variants = [choice for choice in rest if choice.option.variant]
        self.fold = Fold(_grid(self.variants))
        show(self.fold.box, bool(self.variants))
        self.refusal.add_class("tk-refused")
        parts = [self.heading, self.notice, *first, chairs, options, self.fold.box]
        parts += [self.seed, self.seed_about, self.error, self.refusal]
        buttons = row([self.start, self.daily, self.former])
        return [*parts, buttons]

    # -- speaking ----------------------------------------------------------------------------

    def speak(self, language: str, presets: Presets) -> None:
        """Say everything in a language; ``presets`` are values beside the choices of options."""
        self.language = language
        tell = self._tell = table_texts(language)
        texts = self.game.texts(language)
        say(self.heading, f"<h2>{escape(tell('lobby.title'))}</h2>", markup=True)
        self.seed.description = tell("lobby.seed")
        say(self.seed_about, tell("lobby.seed-about"))
        self.daily.description = tell("lobby.daily")
        self.fold.speak(tell("lobby.variants"), tell("lobby.unfold"), tell("lobby.fold"))
        self.set_running(self.running)
        for key, choice in self.choices.items():
            usual = partial(self._usual_label, key)
            offered = offered_of(self.game, choice.option, self._chosen(without=key))
            labels = labels_of(choice.option, texts, usual, offered)
            choice.speak(self._title(choice.option), labels, offered)
        self.opponents = {f"opponent:{one.id}": one for one in self.game.opponents(texts)}
        kit = [(texts(f"player.{key}.name"), key) for key in self.game.players()]
        kit += [(one.name, key) for key, one in self.opponents.items()]
        sitting = usual_players(self.game, len(self.seats))
        for chair in self.seats:
            chair.speak(tell, [(tell("lobby.person"), HUMAN), *kit], sitting[chair.seat])
            for key, choice in chair.choices.items():
                usual = partial(self._usual_label, key)
                own = chair.usual(choice.option, choice.option.default)
                shared = own if choice.option.distinct else None
                labels = labels_of(choice.option, texts, usual, shared)
                labels = [*labels, *presets.get(key, [])]
                choice.speak(self._title(choice.option), labels, own)
        self._follow()

    def _title(self, option: Option) -> str:
        texts = self.game.texts(self.language)
        key = f"option.{option.id}.title"
        return texts(key) if key in texts or option.id != SEATS else self._tell("lobby.seats")

    def _usual_label(self, option: str, value: Json) -> str:
        """What a choice is called for which the game has no title of its own."""
        if value is None or isinstance(value, bool):
            return self._tell({None: "lobby.none", True: "lobby.yes", False: "lobby.no"}[value])
        if option == SEATS:
            return self._tell("lobby.seats-count", count=value)
        return str(value)

    def set_running(self, running: bool) -> None:
        """Whether a match is running that a new one would give up."""
        self.running = running
        self.start.description = self._tell("lobby.start-again" if running else "lobby.start")
        say(self.notice, self._tell("lobby.running") if running else "")

    def offer_former(self, count: int | None) -> None:
        """Offer to go back to a former match of ``count`` moves (``None``: there is none)."""
        show(self.former, count is not None)
        if count is not None:
            self.former.description = self._tell("lobby.former", count=count)

    # -- following what is chosen ------------------------------------------------------------

    @property
    def taken(self) -> list[Chair]:
        """The seats of the match to be."""
        count = self.game.seats_for(self._chosen())
        return self.seats[: max(1, min(count, len(self.seats)))]

    def _follow(self) -> None:
        """Show what the choices mean: seats, sentences, what is closed, what is refused."""
        self._shared = swapped(self.seats, self._shared)
        for key, choice in self.choices.items():
            choice.follow(offered_of(self.game, choice.option, self._chosen(without=key)))
        texts, taken = self.game.texts(self.language), self.taken
        people = sum(chair.who.value == HUMAN for chair in taken)
        for chair in self.seats:
            show(chair.box, chair in taken)
            chair.name.placeholder = guest_name(self.language, chair.seat, people)
            preset = chair.who.value in self.opponents
            chair.explain(self._about_player(chair.who.value))
            for key, choice in chair.choices.items():
                default = self.game.option_default(key, self._chosen())
                choice.follow(chair.usual(choice.option, default))
                open_ = self._applies(key, self._chosen())
                choice.explain(texts, None if open_ else "", not preset)
        for choice in self.choices.values():
            choice.explain(texts, self._closed(choice))
        self._tell_variants()
        self._try()

    def _tell_variants(self) -> None:
        """Which of the folded rules are not as the game would have them."""
        found = self._chosen()
        usual = self.game.option_default
        changed = [
            self._tell(
                "lobby.variant", title=choice.control.description, value=choice.control.label
            )
            for choice in self.variants
            if choice.option.id in found and choice.value != usual(choice.option.id, found)
        ]
        key = "lobby.changed" if changed else "lobby.unchanged"
        self.fold.tell(self._tell(key, count=len(changed)), changed)

    def _closed(self, choice: Choice) -> str | None:
        """Why an option has no meaning beside the others; ``None``: it is open.

        Empty where the game refuses nothing: then nobody need ask.
        """
        key = choice.option.id
        others = self._chosen(without=key)
        if self.game.option_applies(key, others):
            return None
        texts, closed = self.game.texts(self.language), f"option.{key}.closed"
        if closed in texts:
            return texts(closed)
        for value in choice.option.choices:
            why = self._refused({**others, key: value})
            if why and value != self.game.option_default(key, others):
                return why
        return ""

    def _try(self) -> None:
        """Say at once what the game would refuse; the button waits until it is put right."""
        try:
            why = self._refused(self.options())
        except LobbyError as error:
            why = str(error)
        say(self.error, "")
        say(self.refusal, why)
        self.start.disabled = bool(why)

    def _refused(self, options: Mapping[str, Json]) -> str:
        """The game's refusal of these options with its rule; empty where they can be."""
        try:
            self.game.setup(options, self.game.luck(0))
        except Refused as refused:
            why = self.game.texts(self.language).explain(refused)
            return f"{why} ({refused.ruling.rule})"
        return ""

    def _about_player(self, player: Json) -> str:
        if player == HUMAN or player is None:
            return ""
        texts = self.game.texts(self.language)
        if player in self.opponents:
            return self._about_opponent(self.opponents[player])
        about = texts(f"player.{player}.about")
        strength = self.game.measured(player)
        if not strength:
            return about
        facts = {key: f"{strength[key]:.0%}" for key in ("share", "low", "high")}
        if "reference" not in strength:
            alone = self._tell("lobby.measured-alone", games=strength["games"], **facts)
            return f"{about} {alone}"
        reference = texts(f"player.{strength['reference']}.name")
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

    # -- making a match ----------------------------------------------------------------------

    def _chosen(self, without: str = "") -> dict[str, Json]:
        """The options of the whole match that are chosen and have a meaning beside the others."""
        every = {
            key: choice.value
            for key, choice in self.choices.items()
            if key != without and choice.value is not None
        }
        found = every
        for _ in every:
            former, found = found, {key: every[key] for key in every if self._applies(key, found)}
            if found == former:
                break
        return found

    def _applies(self, key: str, options: Mapping[str, Json]) -> bool:
        others = {other: value for other, value in options.items() if other != key}
        return self.game.option_applies(key, others)

    def options(self) -> dict[str, Json]:
        """The options of the match to be; what is as the game would have it is left out.

        Raises ``LobbyError`` where only some seats have chosen for an option of each seat.
        """
        found = self._chosen()
        brought = [self._brings(chair) for chair in self.taken]
        each = [one for one in self.game.options if one.each_seat and self._applies(one.id, found)]
        for option in each:
            given = sum(option.id in one for one in brought)
            if option.default is None and 0 < given < len(brought):
                raise LobbyError(self._tell("lobby.all-or-none", title=self._title(option)))
        found |= seat_options(each, brought)
        usual = self.game.option_default
        return {key: value for key, value in found.items() if value != usual(key, found)}

    def _brings(self, chair: Chair) -> dict[str, Json]:
        """What a seat brings to the options that have a value for each seat."""
        if chair.who.value in self.opponents:
            return dict(self.opponents[chair.who.value].options)
        values = {key: choice.value for key, choice in chair.choices.items()}
        return {key: value for key, value in values.items() if value is not None}

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
        options, taken = self.options(), self.taken
        names: list[str] = []
        for chair in taken:
            names.append(self._name(chair, names))
        match = Match.begin(self.game, options, self._seed())
        match.names = tuple(names)
        match.extra = {"players": [self._player(chair) for chair in taken]}
        return match

    def _player(self, chair: Chair) -> str:
        opponent = self.opponents.get(chair.who.value)
        return opponent.player if opponent else str(chair.who.value)

    def _name(self, chair: Chair, former: list[str]) -> str:
        who = chair.who.value
        if who == HUMAN:
            return chair.typed_name(self._tell) or chair.name.placeholder
        texts = self.game.texts(self.language)
        if who in self.opponents:
            return numbered(self.opponents[who].name, former)
        return kit_name(texts, str(who), former)

    def _seed(self) -> int:
        text = self.seed.value.strip()
        if not text:
            return randbelow(FRESH_SEEDS)
        if not (text.isascii() and text.isdigit() and int(text[:20]) < SEEDS and len(text) < 20):
            raise LobbyError(self._tell("lobby.bad-seed", most=SEEDS - 1, text=shortened(text, 24)))
        return int(text)


def _grid(choices: Sequence[Choice]) -> Box:
    """Options beside each other; nothing where there are none."""
    box = boxed([choice.box for choice in choices], "tk-choices")
    if not choices:
        show(box, False)
    return box
