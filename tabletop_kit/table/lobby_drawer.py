"""The lobby in its place among the drawers, and the match that it would make untouched."""

from __future__ import annotations

from collections.abc import Callable
from secrets import randbelow
from typing import Any

from tabletop_kit.engine.game import Game
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.ruling import Json
from tabletop_kit.engine.workshop import seat_options
from tabletop_kit.table.chairs import seat_names, usual_players
from tabletop_kit.table.choices import proposed, seat_default
from tabletop_kit.table.lobby import FRESH_SEEDS, Lobby, Presets
from tabletop_kit.table.parts import column


class LobbyDrawer:
    """A drawer whose lobby is made when it is first wanted: it has a third of a page's widgets."""

    def __init__(self, make: Callable[[Any], Lobby]) -> None:
        """``make`` gets the box that the lobby fills."""
        self.box = column([], "tk-drawer", "tk-lobby")
        self._make = make
        self._lobby: Lobby | None = None
        self._said: tuple[str, Callable[[], Presets]] | None = None

    @property
    def lobby(self) -> Lobby:
        """The lobby, which is made now at the latest, and speaks as was last wished."""
        if self._lobby is None:
            self._lobby = self._make(self.box)
            self._speak()
        return self._lobby

    def speak(self, language: str, presets: Callable[[], Presets]) -> None:
        """Say everything in a language: at once where it was made before."""
        self._said = language, presets
        self._speak()

    def _speak(self) -> None:
        if self._lobby is not None and self._said is not None:
            language, presets = self._said
            self._lobby.speak(language, presets())


def usual_match(game: Game[Any, Any], language: str) -> Match[Any, Any]:
    """The match that the lobby makes where nobody chooses: a person, and players of the kit."""
    options = _usual_options(game)
    sitting = usual_players(game, game.seats_for(options))
    match = Match.begin(game, options, randbelow(FRESH_SEEDS))
    match.names = tuple(seat_names(game, sitting, language))
    match.extra = {"players": [*sitting]}
    return match


def _usual_options(game: Game[Any, Any]) -> dict[str, Json]:
    """What the table proposes beside the game's own defaults."""
    usual, offered = game.option_default, proposed(game)
    found = {key: value for key, value in offered.items() if game.option_applies(key, offered)}
    each = [one for one in game.options if one.each_seat and game.option_applies(one.id, found)]
    brought = []
    for seat in range(game.seats_for(found)):
        values = {one.id: seat_default(one, usual(one.id, found), seat) for one in each}
        brought.append({key: value for key, value in values.items() if value is not None})
    found |= seat_options(each, brought)
    return {key: value for key, value in found.items() if value != usual(key, found)}
