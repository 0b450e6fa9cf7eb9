"""What a notebook says in one line: show a table, the home page, a course.

A page of the same name that was shown before is closed first, so that running a cell again
leaves nothing behind; the match itself is kept.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from secrets import randbelow
from typing import Any, Protocol

from tabletop_kit.engine.game import Game
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.problem import Problem
from tabletop_kit.engine.ruling import Json, Refused
from tabletop_kit.games import find_game
from tabletop_kit.progress import open_store
from tabletop_kit.table.chairs import seat_names, usual_players
from tabletop_kit.table.choices import proposed
from tabletop_kit.table.language import table_texts
from tabletop_kit.table.lobby import FRESH_SEEDS, SEATS
from tabletop_kit.table.parts import words
from tabletop_kit.table.play import PlayPanel
from tabletop_kit.table.seating import HUMAN

_log = logging.getLogger(__name__)


class Page(Protocol):
    """Something that can be displayed and closed."""

    def show(self) -> None:
        """Display it."""

    def close(self) -> None:
        """Close every widget."""


_open: dict[str, Page] = {}


def show_page(name: str, make: Callable[[], Page]) -> None:
    """Display a page in place of the former one of that name; trouble becomes one sentence."""
    from IPython.display import display

    former = _open.pop(name, None)
    if former is not None:
        former.close()
    try:
        page = make()
    except Problem as problem:
        display(words(problem.tell()))  # type: ignore[no-untyped-call]
        return
    except Exception:
        _log.exception("the page %s could not be shown", name)
        display(words(table_texts("en")("notice.no-page")))  # type: ignore[no-untyped-call]
        return
    _open[name] = page
    page.show()


def play(
    game: str = "tempus",
    *,
    players: Sequence[str] = (HUMAN,),
    names: Sequence[str] = (),
    seed: int | None = None,
    match: Match[Any, Any] | None = None,
    language: str | None = None,
    **options: Json,
) -> None:
    """Show a table to play at.

    Without further arguments the game goes on where it was left. With ``players`` (by seat: ids of
    kit players, ``"human"`` for a person), ``seed`` or options such as ``seats`` or ``factions`` (a
    list: one for each seat) a new match begins; a ``match`` of your own is put on the table as it
    is, and kept in place of the running one once it is played on. Seats that nobody is named for
    are taken by players of the kit; without ``seats`` there are as many as players are named, where
    the game leaves that open. Options that are not named are as the lobby proposes them. Whatever
    cannot be is answered by one sentence.
    """
    players, names = _listed(players), _listed(names)

    def make() -> PlayPanel:
        described = find_game(game)
        if len(players) > 1 and match is None and _varies(described):
            options.setdefault(SEATS, len(players))
        wanted = bool(options) or seed is not None or tuple(players) != (HUMAN,)
        panel = _panel(described, language)
        if match is not None:
            panel.begin(_seated(panel, match.branch(), players, names), kept=False)
        elif wanted:
            panel.begin(_seated(panel, _match(panel, seed, options), players, names))
        return panel

    show_page(f"play-{game}", make)


def _match(panel: PlayPanel, seed: int | None, options: dict[str, Json]) -> Match[Any, Any]:
    game = panel.game
    try:
        return Match.begin(
            game, {**proposed(game), **options}, randbelow(FRESH_SEEDS) if seed is None else seed
        )
    except Refused as refused:
        why = game.texts(panel.preferences.language).explain(refused)
        raise Problem("start", what=game.id, why=why) from None


def _listed(given: Sequence[str]) -> Sequence[str]:
    """A single name in place of a list is a list of one."""
    return (given,) if isinstance(given, str) else given


def _varies(game: Game[Any, Any]) -> bool:
    return any(option.id == SEATS for option in game.options)


def _seated(
    panel: PlayPanel, match: Match[Any, Any], players: Sequence[str], names: Sequence[str]
) -> Match[Any, Any]:
    """The match with players and names; who is not named is whom the lobby would choose.

    Raises ``Problem`` on an unknown player, and on more players or names than seats.
    """
    game, count = panel.game, panel.game.seat_count(match.position)
    for given in (players, names):
        if len(given) > count:
            raise Problem("seats", game=game.id, seats=count, given=len(given))
    known = game.players()
    for player in players:
        if player != HUMAN and player not in known:
            raise Problem("player", player=player, game=game.id, players=", ".join(known))
    sitting = [*players, *usual_players(game, count)[len(players) :]]
    match.extra = {"players": sitting}
    match.names = tuple(seat_names(game, sitting, panel.preferences.language, names))
    return match


def daily(game: str = "tempus", *, language: str | None = None) -> None:
    """Show today's game, the same for everyone: begun, gone on with, or how it went.

    A game that has none is answered by one sentence.
    """

    def make() -> PlayPanel:
        described = find_game(game)
        if described.daily is None:
            raise Problem("no-daily", game=game)
        panel = _panel(described, language)
        panel.show_daily()
        return panel

    show_page(f"play-{game}", make)


def _panel(game: Game[Any, Any], language: str | None) -> PlayPanel:
    panel = PlayPanel(game, open_store())
    if language is not None:
        panel.prefer(replace(panel.preferences, language=language))
    return panel


def home() -> None:
    """Show the home page: the games, what is there, and where one left off."""
    from tabletop_kit.table.home import HomePanel

    show_page("home", lambda: HomePanel(open_store()))


def learn(game: str = "tempus", *, lesson: str = "", language: str | None = None) -> None:
    """Show the course of a game, where the learner was, or at the ``lesson`` of that id."""

    def make() -> Page:
        from tabletop_kit.table.learn import LearnPanel

        store = open_store()
        if language is not None:
            store.put("settings", {**store.get("settings", {}), "language": language})
        return LearnPanel(find_game(game), store, lesson)

    show_page(f"learn-{game}", make)


def decks(game: str = "tempest", *, language: str | None = None) -> None:
    """Show the deck building of a game: its collection, one's own decks, what the rules say.

    A game that has none is answered by one sentence.
    """

    def make() -> Page:
        from tabletop_kit.table.decks import DecksPanel

        store = open_store()
        if language is not None:
            store.put("settings", {**store.get("settings", {}), "language": language})
        return DecksPanel(find_game(game), store)

    show_page(f"decks-{game}", make)
