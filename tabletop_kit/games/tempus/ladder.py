"""The tournament and the game master's opponents (TP-D2), read from data; its state is plain.

The state of the tournament maps the id of a rung to the fingerprints of the matches won there, so
that a match counts once however often it is reported. A lost match and a draw change nothing: a
draw is played again, and losing costs nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias

from tabletop_kit.engine.problem import shortened
from tabletop_kit.engine.ruling import Json, Outcome, Seat
from tabletop_kit.engine.text import read_toml
from tabletop_kit.games.tempus.collection import read_size
from tabletop_kit.games.tempus.position import FACTIONS, Faction
from tabletop_kit.games.tempus.setup import Deck, read_deck, refuse

State: TypeAlias = Mapping[str, tuple[str, ...]]
STRONGEST = "strongest"
MOST_MARK = 100
"""The most characters of a match's fingerprint."""


@dataclass(frozen=True, slots=True)
class Challenger:
    """An opponent from data: a player of the kit with a faction and a deck of their own."""

    id: str
    player: str
    faction: Faction
    deck: Deck


@dataclass(frozen=True, slots=True)
class Step:
    """A rung from data: its challenger, the prize (a size), and the wins that it takes."""

    challenger: Challenger
    prize: int
    wins: int

    @property
    def id(self) -> str:
        """The id of the challenger."""
        return self.challenger.id


@cache
def steps() -> tuple[Step, ...]:
    """The rungs of the tournament, lowest first."""
    entries = read_toml(files("tabletop_kit.games.tempus") / "ladder.toml")["rung"]
    return tuple(
        Step(_challenger(entry), read_size(entry["prize"]), int(entry["wins"])) for entry in entries
    )


@cache
def masters() -> tuple[Challenger, ...]:
    """The game master's opponents, in the order of the data."""
    entries = read_toml(files("tabletop_kit.games.tempus") / "masters.toml")["master"]
    return tuple(map(_challenger, entries))


def _challenger(entry: Mapping[str, Json]) -> Challenger:
    dice = [size for size, number in entry["deck"].items() for _ in range(number)]
    faction = FACTIONS[FACTIONS.index(entry["faction"])]
    return Challenger(entry["id"], entry["player"], faction, read_deck(dice))


# -- the state ------------------------------------------------------------------------------------


def read_state(data: Json) -> dict[str, tuple[str, ...]]:
    """The state of the tournament from plain JSON; ``None`` is its foot.

    Rungs that this version of the kit does not have are left out. Raises ``BadPosition`` (TP-D2)
    where it is no such state.
    """
    if data is None:
        return {}
    if not isinstance(data, Mapping):
        raise refuse("TP-D2", "no-ladder")
    state = {}
    for step in steps():
        won = data.get(step.id, ())
        if not isinstance(won, list | tuple) or not all(map(_is_mark, won)):
            raise refuse("TP-D2", "no-ladder")
        if won:
            state[step.id] = tuple(dict.fromkeys(won))[: step.wins]
    return state


def _is_mark(mark: Json) -> bool:
    return isinstance(mark, str) and 0 < len(mark) <= MOST_MARK


def is_won(state: State, step: Step) -> bool:
    """Whether a rung is won."""
    return len(state.get(step.id, ())) >= step.wins


def next_rung(state: State) -> Step | None:
    """The lowest rung that is not won; ``None`` when the tournament is.

    >>> next_rung({}).id
    'mill'
    """
    return next((step for step in steps() if not is_won(state, step)), None)


def standing(state: State, step: Step) -> Literal["won", "open", "locked"]:
    """Whether a rung is won, can be played, or waits until those below it are won."""
    if is_won(state, step):
        return "won"
    return "open" if next_rung(state) == step else "locked"


def record(
    state: State, rung: str, outcome: Outcome, seat: Seat, match: str
) -> tuple[dict[str, tuple[str, ...]], int | None]:
    """The state after a match on a rung, and the size of the die gained (``None``: none).

    ``seat`` is the seat of the one who climbs, ``match`` the fingerprint of the match. A rung that
    is won may be played again, for fun alone. Raises ``BadPosition`` (TP-D2) for a rung that is
    not there or still locked.
    """
    step = next((step for step in steps() if step.id == rung), None)
    if step is None:
        known = ", ".join(step.id for step in steps())
        raise refuse("TP-D2", "no-rung", name=shortened(rung), known=known)
    if standing(state, step) == "locked":
        raise refuse("TP-D2", "locked-rung", name=rung)
    won = state.get(rung, ())
    counts = outcome.winners == (seat,) and match not in won and not is_won(state, step)
    if not counts or not _is_mark(match):
        return dict(state), None
    after = {**state, rung: (*won, match)}
    return after, step.prize if is_won(after, step) else None


def player_id(challenger: Challenger, known: Mapping[str, object]) -> str:
    """The id of the kit's player who thinks for a challenger; ``known`` runs weakest first."""
    return list(known)[-1] if challenger.player == STRONGEST else challenger.player
