"""The tournament and the workshop: drawers for whatever a game describes as such."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from html import escape
from secrets import randbelow
from typing import Any

from ipywidgets import Dropdown, Text

from tabletop_kit.engine.building import Builder
from tabletop_kit.engine.game import Game
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.ruling import BadPosition, Json, Ruling
from tabletop_kit.engine.workshop import Item, Ladder, Rung, Workshop, seat_options
from tabletop_kit.progress.base import Store, fingerprint
from tabletop_kit.table.language import table_texts
from tabletop_kit.table.lobby import FRESH_SEEDS
from tabletop_kit.table.parts import boxed, button, column, control, row, say, show, words
from tabletop_kit.table.seating import HUMAN
from tabletop_kit.table.shapes import shape_svg

RUNG = "rung"
"""The key under which a match remembers the rung of the tournament that it is played on."""


class Campaign:
    """What a person has gained in one game, kept in ``store``: a collection and a tournament."""

    def __init__(self, game: Game[Any, Any], store: Store) -> None:
        self.game, self.store = game, store

    @property
    def name(self) -> str:
        """The name of the record in the store."""
        return f"collection/{self.game.id}"

    def workshop(self, language: str) -> Workshop | None:
        """The collection and its deck; a damaged record counts as none was kept."""
        texts = self.game.texts(language)
        try:
            return self.game.workshop(self.store.get(self.name), texts)
        except BadPosition:
            return self.game.workshop(None, texts)

    def builder(self, language: str) -> Builder | None:
        """Free deck building on what was kept; a damaged record counts as none was kept."""
        texts = self.game.texts(language)
        try:
            return self.game.builder(self.store.get(self.name), texts)
        except BadPosition:
            return self.game.builder(None, texts)

    def ladder(self, language: str) -> Ladder | None:
        """The tournament as far as it was won."""
        texts = self.game.texts(language)
        try:
            return self.game.ladder(self.store.get(self.name), texts)
        except BadPosition:
            return self.game.ladder(None, texts)

    def record(self, match: Match[Any, Any], save: Json, language: str) -> str:
        """Count a match of the tournament that is over; returns what it brought, in a sentence."""
        rung, outcome = match.extra.get(RUNG), match.outcome
        ladder = self.ladder(language)
        if ladder is None or outcome is None or not isinstance(rung, str):
            return ""
        after = ladder.record(rung, outcome, 0, fingerprint(save))
        if isinstance(after, Ruling):
            return self.game.texts(language).explain(after)
        self.store.put(self.name, after.data())
        return after.news


class Tournament:
    """A drawer with the rungs of the tournament; ``on_start`` gets the match of one."""

    def __init__(self, campaign: Campaign, on_start: Callable[[Match[Any, Any]], None]) -> None:
        self.campaign, self.on_start = campaign, on_start
        self.game = campaign.game
        self.language = "en"
        ladder = campaign.ladder("en")
        self.rungs = ladder.rungs if ladder else ()
        self.heading = words()
        self.name = control(Text)
        self.sides = {
            option.id: control(Dropdown)
            for option in self.game.options
            if option.each_seat and option.choices
        }
        self.lines = [words() for _ in self.rungs]
        self.buttons = [
            button(partial(self._start, place), "primary") for place in range(len(self.rungs))
        ]
        cards = [column(pair, "tk-rung") for pair in zip(self.lines, self.buttons, strict=True)]
        own = row([self.name, *self.sides.values()])
        steps = boxed(cards, "tk-tiles")
        self.box = column([self.heading, own, steps], "tk-drawer")

    def speak(self, language: str) -> None:
        """Say everything in a language, as far as the tournament was won."""
        self.language = language
        tell, texts = table_texts(language), self.game.texts(language)
        ladder = self.campaign.ladder(language)
        if ladder is None:
            return
        self.rungs = ladder.rungs
        self.name.description = tell("lobby.name")
        self.name.placeholder = tell("session.guest")
        title = f"<h2>{escape(ladder.title)}</h2><p>{escape(ladder.about)}</p>"
        say(self.heading, title, markup=True)
        for option in self.game.options:
            if option.id in self.sides:
                dropdown = self.sides[option.id]
                dropdown.description = texts(f"option.{option.id}.title")
                chosen = dropdown.value
                dropdown.options = [
                    (texts(f"choice.{option.id}.{value}.title"), value) for value in option.choices
                ]
                dropdown.value = chosen if chosen in option.choices else option.default[0]
        for place, rung in enumerate(self.rungs):
            say(self.lines[place], self._line(place, rung), markup=True)
            show(self.buttons[place], rung.state != "locked")
            self.buttons[place].description = tell(
                f"tournament.{rung.state}", name=rung.opponent.name
            )

    def _line(self, place: int, rung: Rung) -> str:
        tell = table_texts(self.language)
        state = tell(f"tournament.state.{rung.state}", wins=rung.wins, needed=rung.needed)
        prize = tell("tournament.prize", prize=rung.prize.label)
        side = self._side(rung)
        return (
            f"<h3>{place + 1}. {escape(rung.opponent.name)} {_token(rung.prize)}</h3>"
            f"<p>{escape(rung.opponent.about)} {escape(side)}<br>"
            f"<em>{escape(state)} {escape(prize)}</em></p>"
        )

    def _side(self, rung: Rung) -> str:
        """The sides of an opponent, such as the faction, with the sentence of each."""
        texts = self.game.texts(self.language)
        said = []
        for option in self.sides:
            key = f"choice.{option}.{rung.opponent.options.get(option)}"
            if f"{key}.title" in texts:
                said.append(f"{texts(f'{key}.title')}. {texts(f'{key}.about')}")
        return " ".join(said)

    def _start(self, place: int) -> None:
        rung = self.rungs[place]
        own: dict[str, Json] = {key: dropdown.value for key, dropdown in self.sides.items()}
        workshop = self.campaign.workshop(self.language)
        if workshop is not None:
            own[workshop.option] = workshop.deck()
        brought: list[Mapping[str, Json]] = [own, rung.opponent.options]
        options = seat_options(self.game.options, brought)
        match = Match.new(self.game, randbelow(FRESH_SEEDS), **options)
        name = " ".join(self.name.value.split())[:40]
        guest = table_texts(self.language)("session.guest")
        match.names = (name or guest, rung.opponent.name)
        match.extra = {"players": [HUMAN, rung.opponent.player], RUNG: rung.id}
        self.on_start(match)


class WorkshopDrawer:
    """A drawer in which a deck is built by exchange; ``on_change`` is called after each one."""

    def __init__(self, campaign: Campaign, on_change: Callable[[], None]) -> None:
        self.campaign, self.on_change = campaign, on_change
        self.language = "en"
        self.heading = words()
        self.deck = words()
        self.out, self.into = control(Dropdown), control(Dropdown)
        self.exchange = button(self._exchange, "primary")
        self.result = words()
        controls = row([self.out, self.into, self.exchange])
        self.box = column([self.heading, self.deck, controls, self.result], "tk-drawer")

    def speak(self, language: str) -> None:
        """Say everything in a language, and show the deck as it is."""
        self.language = language
        workshop = self.campaign.workshop(language)
        if workshop is None:
            return
        tell = table_texts(language)
        title = f"<h2>{escape(workshop.title)}</h2><p>{escape(workshop.about)}</p>"
        say(self.heading, title, markup=True)
        say(self.deck, self._drawn(workshop), markup=True)
        self.out.description, self.into.description = tell("workshop.out"), tell("workshop.into")
        self.exchange.description = tell("workshop.exchange")
        options = [(item.label, item.id) for item in workshop.items]
        for dropdown, place in ((self.out, 0), (self.into, -1)):
            chosen = dropdown.value
            dropdown.options = options
            ids = [item.id for item in workshop.items]
            dropdown.value = chosen if chosen in ids else ids[place]

    def _drawn(self, workshop: Workshop) -> str:
        tell = table_texts(self.language)
        dice = "".join(_token(item) for item in workshop.items for _ in range(item.used))
        lines = []
        for item in workshop.items:
            owned = tell("workshop.any") if item.owned is None else str(item.owned)
            said = tell("workshop.item", label=item.label, used=item.used, owned=owned)
            lines.append(f"<li>{escape(said)}</li>")
        return f'<p aria-hidden="true">{dice}</p><ul>{"".join(lines)}</ul>'

    def _exchange(self) -> None:
        workshop = self.campaign.workshop(self.language)
        if workshop is None:
            return
        after = workshop.swap(self.out.value, self.into.value)
        if isinstance(after, Ruling):
            why = self.campaign.game.texts(self.language).explain(after)
            say(self.result, f"{why} ({after.rule})")
            return
        self.campaign.store.put(self.campaign.name, after.data())
        out, into = (
            next(item.label for item in workshop.items if item.id == ident)
            for ident in (self.out.value, self.into.value)
        )
        say(self.result, table_texts(self.language)("workshop.done", out=out, into=into))
        self.speak(self.language)
        self.on_change()


def _token(item: Item) -> str:
    return shape_svg(item.shape, item.face)
