"""How often the players of a cooperative game win: by player, and by the number of seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tabletop_kit.engine.player import Player
from tabletop_kit.engine.ruling import Json
from tabletop_kit.games import find_game
from tabletop_kit.lab.report import Report, html_table
from tabletop_kit.lab.simulate import Progress, simulate
from tabletop_kit.lab.task import AnyGame, find_player


@dataclass(frozen=True, slots=True)
class ShareTable:
    """One report for each player and number of seats, each player playing all seats of its games.

    ``games`` are so many for each report.
    """

    game: str
    players: tuple[str, ...]
    seats: tuple[int, ...]
    games: int
    seed: int
    options: Mapping[str, Json]
    reports: Mapping[tuple[str, int], Report]

    def data(self) -> dict[str, Json]:
        """The table as plain data, ready for JSON."""
        return {
            "game": self.game,
            "players": list(self.players),
            "seats": list(self.seats),
            "games": self.games,
            "seed": self.seed,
            "options": dict(self.options),
            "reports": [
                {"player": player, "seats": seats, **report.data()}
                for (player, seats), report in self.reports.items()
            ],
        }

    def lines(self) -> list[list[str]]:
        """The cells of the table by row: player, its win shares by seats, seconds a decision."""
        lines = []
        for player in self.players:
            reports = [self.reports[player, seats] for seats in self.seats]
            used = [report.thinking[0] for report in reports]
            worst = max((one.worst for one in used), default=0.0)
            mean = sum(one.seconds for one in used) / max(1, sum(one.decisions for one in used))
            shares = [str(report.won) for report in reports]
            lines.append([player, *shares, f"{mean:.3g}", f"{worst:.3g}"])
        return lines

    @property
    def head(self) -> list[str]:
        """What stands above the cells."""
        seats = [f"{count} seat{'s' if count > 1 else ''}" for count in self.seats]
        return ["", *seats, "mean s", "worst s"]

    def markdown(self) -> str:
        """The table in Markdown."""
        rows = [self.head, ["---"] * len(self.head), *self.lines()]
        return "\n".join("| " + " | ".join(row) + " |" for row in rows) + "\n"

    def __repr__(self) -> str:
        return f"<{self.game}: {len(self.players)} players, {self.games} games for each number>"

    def _repr_html_(self) -> str:
        note = (
            f"{self.game}: share of games won, {self.games} games for each number of seats, seed "
            f"{self.seed}, 95% intervals; CPU seconds of a decision"
        )
        return html_table(self.head, self.lines(), note)


def together(
    game: AnyGame | str,
    players: Sequence[Player | str] | None = None,
    seats: Sequence[int] | None = None,
    games: int = 200,
    seed: int = 0,
    options: Mapping[str, Json] | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> ShareTable:
    """Each of ``players`` (left out: all of the game's) at tables of each number of ``seats``.

    Every cell is ``simulate(game, games, [player], seed, {**options, "seats": count})``; a game
    without the option ``seats`` has one column. Raises what :func:`simulate` raises.
    """
    found = find_game(game) if isinstance(game, str) else game
    chosen = found.players().values() if players is None else players
    seated = [find_player(found, player) for player in chosen]
    given = dict(options or {})
    vary = any(option.id == "seats" for option in found.options)
    counts = tuple(found.seats if seats is None else seats) if vary else (found.seats_for(given),)
    reports: dict[tuple[str, int], Report] = {}
    for player in seated:
        for count in counts:
            set_up = {**given, "seats": count} if vary else given
            reports[player.id, count] = simulate(found, games, [player], seed, set_up, workers)
            if progress is not None:
                progress(len(reports), len(seated) * len(counts))
    ids = tuple(player.id for player in seated)
    return ShareTable(found.id, ids, counts, games, seed, given, reports)
