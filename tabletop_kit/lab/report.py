"""What came of many games: counts, shares with their intervals, and a row for each game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from typing import TYPE_CHECKING, Any

from tabletop_kit.engine.interval import Interval, wilson
from tabletop_kit.engine.problem import Problem
from tabletop_kit.engine.ruling import Json
from tabletop_kit.lab.row import Row, Spread, Thinking, spread

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True, slots=True)
class Tally:
    """What one player got out of its games; ``share`` counts a draw as half a win."""

    player: str
    wins: int
    draws: int
    losses: int
    share: Interval
    thinking: Thinking

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

    All but ``cpu_seconds`` and the times of ``thinking`` is the same for the same arguments,
    whatever the number of workers. In a ``cooperative`` game all win or lose together: it has the
    share ``won``, and no tally of one player against another.
    """

    game: str
    players: tuple[str, ...]
    seed: int
    options: Mapping[str, Json]
    rows: tuple[Row, ...]
    cpu_seconds: float
    cooperative: bool = False
    start: Mapping[str, Json] | None = None
    changes: Mapping[str, Json] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.rows)

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """Wins, draws, losses and win share of each player, in the order they were named."""
        return tuple(self._tally(number) for number in range(len(self.players)))

    @property
    def won(self) -> Interval:
        """The share of games that somebody won: in a cooperative game, all together."""
        return wilson(sum(bool(row.winners) for row in self.rows), self.games)

    @property
    def results(self) -> dict[str, Spread]:
        """How the game's own results were spread, and by which rule the games ended."""
        names = dict.fromkeys(name for row in self.rows for name in row.result)
        found = {name: spread(name, [row.result.get(name) for row in self.rows]) for name in names}
        return {**found, "rule": spread("rule", [row.rule for row in self.rows])}

    @property
    def thinking(self) -> tuple[Thinking, ...]:
        """The CPU seconds of each player's decisions, in the order they were named."""
        return tuple(tally.thinking for tally in self.tallies)

    @property
    def first_mover(self) -> Interval:
        """The share of points of the seat that moved first."""
        return wilson(sum(row.scores[row.first] for row in self.rows), self.games)

    @property
    def mean_moves(self) -> float:
        """Moves in a game, on average."""
        return sum(row.moves for row in self.rows) / self.games if self.rows else 0.0

    @property
    def speed(self) -> dict[str, Json]:
        """Games and moves in a second of one core, thinking included; seconds of a decision."""
        seconds = max(self.cpu_seconds, 1e-9)
        moves = sum(row.moves for row in self.rows)
        pairs = zip(self.players, self.thinking, strict=True)
        return {
            "cpu_seconds": self.cpu_seconds,
            "games_per_second": self.games / seconds,
            "steps_per_second": moves / seconds,
            "thinking": [{"player": player, **used.data()} for player, used in pairs],
        }

    def share(self, player: str | int) -> Interval:
        """The win share of a player, named by its id or its place. Raises ``ValueError``."""
        number = self.players.index(player) if isinstance(player, str) else player
        return self.tallies[number].share

    def where(self, name: str, *values: Json) -> Interval:
        """The share of games whose result ``name`` was one of ``values``. Raises ``KeyError``."""
        return self.results[name].share(*values)

    def __add__(self, other: Report) -> Report:
        """Both parts of one simulation together, each game once. Raises ``ValueError``."""
        if replace(self, rows=(), cpu_seconds=0.0) != replace(other, rows=(), cpu_seconds=0.0):
            raise ValueError("only parts of the same simulation can be added")
        rows = {row.game: row for row in (*self.rows, *other.rows)}
        seconds = self.cpu_seconds + other.cpu_seconds
        ordered = tuple(rows[number] for number in sorted(rows))
        return replace(self, rows=ordered, cpu_seconds=seconds)

    def data(self) -> dict[str, Json]:
        """Everything but the rows as plain data, ready for JSON."""
        data: dict[str, Json] = {
            "game": self.game,
            "games": self.games,
            "begin": self.rows[0].game if self.rows else 0,
            "seed": self.seed,
            "options": dict(self.options),
            "start": None if self.start is None else dict(self.start),
            "changes": dict(self.changes),
        }
        if self.cooperative:
            wins = sum(bool(row.winners) for row in self.rows)
            data["players"] = list(self.players)
            data["won"] = {"wins": wins, **self.won._asdict()}
        else:
            data["players"] = [tally.data() for tally in self.tallies]
            data["first_mover"] = self.first_mover._asdict()
        return {
            **data,
            "results": {name: found.data() for name, found in self.results.items()},
            "mean_moves": self.mean_moves,
            "speed": self.speed,
        }

    def frame(self) -> pandas.DataFrame:
        """One line a game as a pandas table. Raises ``Problem`` where pandas is missing."""
        table: pandas.DataFrame = load_pandas().DataFrame(
            self.records(), index=[row.game for row in self.rows]
        )
        return table

    def records(self) -> list[dict[str, Json]]:
        """One mapping a game: the line of :meth:`frame`."""
        return [self._record(row) for row in self.rows]

    def __repr__(self) -> str:
        lines = [f"{self.games} games of {self.game}, seed {self.seed}"]
        if self.cooperative:
            lines += [f"  {', '.join(self.players)}: won {self.won}"]
        for tally in () if self.cooperative else self.tallies:
            counts = f"{tally.wins} won, {tally.draws} drawn, {tally.losses} lost"
            lines.append(f"  {tally.player:<12} {tally.share}  ({counts})")
        lines += [f"  {found}" for found in self.results.values() if found.name != "rule"]
        first = "" if self.cooperative else f"first mover  {self.first_mover}, "
        lines.append(f"  {first}{self.mean_moves:.1f} moves a game")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        note = f"{self.games} games of {self.game}, seed {self.seed}"
        if self.cooperative:
            names = ", ".join(self.players)
            return html_table(
                ("what", "value", "games", "share", "95%"), self._shares(), f"{note}; {names}"
            )
        head = ("player", "won", "drawn", "lost", "share", "95%")
        lines = [
            (tally.player, tally.wins, tally.draws, tally.losses, *_ends(tally.share))
            for tally in self.tallies
        ]
        return html_table(head, lines, f"{note}; a draw counts half a win")

    def _shares(self) -> list[tuple[Json, ...]]:
        wins = sum(bool(row.winners) for row in self.rows)
        lines: list[tuple[Json, ...]] = [("won", "", wins, *_ends(self.won))]
        for name, found in self.results.items():
            if found.mean is not None:
                lines.append((name, f"{found.mean:.2f} on average", found.games, "", ""))
                continue
            for value, count in found.counts.items():
                shown = "–" if value is None else value
                lines.append((name, shown, count, *_ends(found.share(value))))
        return lines

    def _tally(self, number: int) -> Tally:
        wins = draws = 0
        score = 0.0
        used = Thinking()
        for row in self.rows:
            seats = [seat for seat, player in enumerate(row.players) if player == number]
            score += sum(row.scores[seat] for seat in seats) / len(seats)
            draws += not row.winners and not self.cooperative
            wins += any(seat in row.winners for seat in seats)
            for seat in seats if row.thinking else ():
                used += row.thinking[seat]
        losses = self.games - wins - draws
        return Tally(self.players[number], wins, draws, losses, wilson(score, self.games), used)

    def _record(self, row: Row) -> dict[str, Json]:
        record: dict[str, Json] = {"seed": row.seed, "seats": len(row.players)}
        for seat, number in enumerate(row.players):
            record[f"seat_{seat}"] = self.players[number]
        for name, value in row.options.items():
            many = isinstance(value, list | tuple)
            record[name] = "/".join(map(str, value)) if many else value
        record["first"] = row.first
        if self.cooperative:
            record["won"] = bool(row.winners)
        else:
            record |= self._against(row)
        for name, value in row.result.items():
            record[name if name not in record else f"result_{name}"] = value
        record.update(rule=row.rule, rounds=row.rounds, moves=row.moves)
        return record | self._used(row)

    def _against(self, row: Row) -> dict[str, Json]:
        """Who won, and what each player scored."""
        winners = "/".join(self.players[row.players[seat]] for seat in row.winners)
        record: dict[str, Json] = {"winner": winners or "draw"}
        for number, name in enumerate(self._names()):
            scores = [row.scores[seat] for seat, one in enumerate(row.players) if one == number]
            record[f"score_{name}"] = sum(scores) / len(scores)
        return record

    def _used(self, row: Row) -> dict[str, Json]:
        """The CPU seconds of a decision, mean and worst, of each player."""
        record: dict[str, Json] = {}
        for number, name in enumerate(self._names() if row.thinking else ()):
            used = Thinking()
            for seat, one in enumerate(row.players):
                used += row.thinking[seat] if one == number else Thinking()
            record[f"mean_seconds_{name}"] = used.mean
            record[f"worst_seconds_{name}"] = used.worst
        return record

    def _names(self) -> list[str]:
        """The players' names for columns: with their number where two are the same."""
        return [
            player if self.players.count(player) == 1 else f"{player}_{number}"
            for number, player in enumerate(self.players)
        ]


def _ends(interval: Interval) -> tuple[str, str]:
    return f"{interval.share:.1%}", f"{interval.low:.1%} to {interval.high:.1%}"


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
