"""What came of many games: counts, shares with their intervals, and a row for each game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from tabletop_kit.engine.problem import Problem
from tabletop_kit.engine.ruling import Json, Seat
from tabletop_kit.lab.interval import Interval, wilson

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True, slots=True)
class Row:
    """One game. ``players`` are by seat, each the number of a player of the report.

    ``first`` is the seat that moved first, ``winners`` the winning seats (none: a draw), ``rule``
    the rule that decided, ``rounds`` the number of rounds where the game counts them.
    """

    game: int
    seed: int
    players: tuple[int, ...]
    options: Mapping[str, Json]
    first: Seat
    winners: tuple[Seat, ...]
    scores: tuple[float, ...]
    rule: str
    rounds: int | None
    moves: int


@dataclass(frozen=True, slots=True)
class Tally:
    """What one player got out of its games; ``share`` counts a draw as half a win."""

    player: str
    wins: int
    draws: int
    losses: int
    share: Interval

    def data(self) -> dict[str, Json]:
        """Plain data, ready for JSON."""
        return {
            "player": self.player,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "share": self.share.share,
            "low": self.share.low,
            "high": self.share.high,
        }


@dataclass(frozen=True, slots=True)
class Report:
    """The games that :func:`~tabletop_kit.lab.simulate.simulate` played.

    All but ``cpu_seconds`` is the same for the same arguments, whatever the number of workers.
    """

    game: str
    players: tuple[str, ...]
    seed: int
    options: Mapping[str, Json]
    rows: tuple[Row, ...]
    cpu_seconds: float

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.rows)

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """Wins, draws, losses and win share of each player, in the order they were named."""
        return tuple(self._tally(number) for number in range(len(self.players)))

    @property
    def first_mover(self) -> Interval:
        """The share of points of the seat that moved first."""
        return wilson(sum(row.scores[row.first] for row in self.rows), self.games)

    @property
    def mean_moves(self) -> float:
        """Moves in a game, on average."""
        return sum(row.moves for row in self.rows) / self.games if self.rows else 0.0

    @property
    def speed(self) -> dict[str, float]:
        """Games and moves in a second of one core, thinking included."""
        seconds = max(self.cpu_seconds, 1e-9)
        moves = sum(row.moves for row in self.rows)
        return {
            "cpu_seconds": self.cpu_seconds,
            "games_per_second": self.games / seconds,
            "steps_per_second": moves / seconds,
        }

    def share(self, player: str | int) -> Interval:
        """The win share of a player, named by its id or its place. Raises ``ValueError``."""
        number = self.players.index(player) if isinstance(player, str) else player
        return self.tallies[number].share

    def data(self) -> dict[str, Json]:
        """Everything but the rows as plain data, ready for JSON."""
        return {
            "game": self.game,
            "games": self.games,
            "seed": self.seed,
            "options": dict(self.options),
            "players": [tally.data() for tally in self.tallies],
            "first_mover": self.first_mover._asdict(),
            "mean_moves": self.mean_moves,
            "speed": self.speed,
        }

    def frame(self) -> pandas.DataFrame:
        """One line a game as a pandas table. Raises ``Problem`` where pandas is missing."""
        records = [self._record(row) for row in self.rows]
        table: pandas.DataFrame = load_pandas().DataFrame(
            records, index=[row.game for row in self.rows]
        )
        return table

    def __repr__(self) -> str:
        lines = [f"{self.games} games of {self.game}, seed {self.seed}"]
        for tally in self.tallies:
            counts = f"{tally.wins} won, {tally.draws} drawn, {tally.losses} lost"
            lines.append(f"  {tally.player:<12} {tally.share}  ({counts})")
        lines.append(f"  first mover  {self.first_mover}, {self.mean_moves:.1f} moves a game")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        head = ("player", "won", "drawn", "lost", "share", "95%")
        lines = [
            (
                tally.player,
                tally.wins,
                tally.draws,
                tally.losses,
                f"{tally.share.share:.1%}",
                f"{tally.share.low:.1%} to {tally.share.high:.1%}",
            )
            for tally in self.tallies
        ]
        note = f"{self.games} games of {self.game}, seed {self.seed}; a draw counts half a win"
        return html_table(head, lines, note)

    def _tally(self, number: int) -> Tally:
        wins = draws = 0
        score = 0.0
        for row in self.rows:
            seat = row.players.index(number)
            score += row.scores[seat]
            draws += not row.winners
            wins += seat in row.winners
        losses = self.games - wins - draws
        return Tally(self.players[number], wins, draws, losses, wilson(score, self.games))

    def _record(self, row: Row) -> dict[str, Json]:
        record: dict[str, Json] = {"seed": row.seed}
        for seat, number in enumerate(row.players):
            record[f"seat_{seat}"] = self.players[number]
        for name, value in row.options.items():
            record[name] = "/".join(map(str, value)) if isinstance(value, list) else value
        record["first"] = row.first
        record["winner"] = self.players[row.players[row.winners[0]]] if row.winners else "draw"
        for number, player in enumerate(self.players):
            name = player if self.players.count(player) == 1 else f"{player}_{number}"
            record[f"score_{name}"] = row.scores[row.players.index(number)]
        record.update(rule=row.rule, rounds=row.rounds, moves=row.moves)
        return record


def load_pandas() -> Any:
    """The pandas module, imported only when a table is asked for. Raises ``Problem``."""
    try:
        import pandas
    except ImportError:
        raise Problem("no-pandas") from None
    return pandas


def html_table(head: Sequence[str], lines: Sequence[Sequence[Json]], note: str) -> str:
    """A plain HTML table with a caption; every text in it is escaped."""
    cells = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in line) + "</tr>"
        for line in lines
    )
    caption = f"<caption>{escape(note)}</caption>"
    return f"<table>{caption}<thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table>"
