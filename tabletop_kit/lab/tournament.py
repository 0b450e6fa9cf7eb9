"""Everybody against everybody: the cross table of a game's players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tabletop_kit.engine.interval import Interval
from tabletop_kit.engine.player import Player
from tabletop_kit.engine.problem import Problem
from tabletop_kit.engine.ruling import Json
from tabletop_kit.games import find_game
from tabletop_kit.lab.report import Report, html_table
from tabletop_kit.lab.simulate import Progress, simulate
from tabletop_kit.lab.task import AnyGame, find_player


@dataclass(frozen=True, slots=True)
class CrossTable:
    """The result of each pairing: what :func:`simulate` says of these two, games and seed."""

    game: str
    players: tuple[str, ...]
    games: int
    seed: int
    options: Mapping[str, Json]
    reports: Mapping[tuple[str, str], Report]

    def share(self, player: str, other: str) -> Interval:
        """The win share of ``player`` against ``other``. Raises ``KeyError``."""
        if (player, other) in self.reports:
            return self.reports[player, other].share(0)
        return self.reports[other, player].share(1)

    def data(self) -> dict[str, Json]:
        """The table as plain data, ready for JSON."""
        return {
            "game": self.game,
            "players": list(self.players),
            "games": self.games,
            "seed": self.seed,
            "options": dict(self.options),
            "pairings": [report.data() for report in self.reports.values()],
        }

    def lines(self) -> list[list[str]]:
        """The cells of the table by row: player, then its share against each."""
        return [
            [one, *(str(self.share(one, two)) if one != two else "–" for two in self.players)]
            for one in self.players
        ]

    def markdown(self) -> str:
        """The table in Markdown: each row is the share of its player against each column's."""
        rows = [["", *self.players], ["---"] * (len(self.players) + 1), *self.lines()]
        return "\n".join("| " + " | ".join(row) + " |" for row in rows) + "\n"

    def __repr__(self) -> str:
        return f"<{self.game}: {len(self.players)} players, {self.games} games a pairing>"

    def _repr_html_(self) -> str:
        note = (
            f"{self.game}: share of the row's player against the column's, {self.games} games a "
            f"pairing, seed {self.seed}, 95% intervals; a draw counts half a win"
        )
        return html_table(["", *self.players], self.lines(), note)


def tournament(
    game: AnyGame | str,
    players: Sequence[Player | str] | None = None,
    games: int = 200,
    seed: int = 0,
    options: Mapping[str, Json] | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> CrossTable:
    """Each of ``players`` (left out: all of the game's) against each other, ``games`` a pairing.

    Every pairing is ``simulate(game, games, [one, other], seed, options)``. For games that two can
    play. Raises what :func:`simulate` raises, and ``Problem`` where nobody plays against another.
    """
    found = find_game(game) if isinstance(game, str) else game
    if found.cooperative:
        raise Problem("together", game=found.id)
    chosen = found.players().values() if players is None else players
    seated = [find_player(found, player) for player in chosen]
    pairs = list(combinations(seated, 2))
    reports: dict[tuple[str, str], Report] = {}
    for number, (one, two) in enumerate(pairs):
        reports[one.id, two.id] = simulate(found, games, [one, two], seed, options, workers)
        if progress is not None:
            progress(number + 1, len(pairs))
    ids = tuple(player.id for player in seated)
    return CrossTable(found.id, ids, games, seed, dict(options or {}), reports)
