"""How even a game is: the same player in every seat, and what each choice of an option wins.

For games in which every seat has a choice of its own that no other may have, such as a colour:
every set of choices is played, each in every seat in turn. What was measured is kept as a CSV file
beside the game (``balance.csv``): one line for each set, seat and choice.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from io import StringIO
from itertools import combinations, islice
from typing import Any

from tabletop_kit.engine.game import Game
from tabletop_kit.engine.interval import Interval, wilson
from tabletop_kit.engine.problem import Problem
from tabletop_kit.lab.report import html_table
from tabletop_kit.lab.row import Row
from tabletop_kit.lab.simulate import simulate

FILE = "balance.csv"
"""Where a game keeps what was measured, in its folder."""


@dataclass(frozen=True, slots=True)
class Line:
    """What one choice won in one seat of one table.

    ``table`` names the choices at the table, ``won`` counts a victory shared by two as a half,
    ``points`` is the sum of the points where the game's result tells them by choice, else 0.
    """

    seats: int
    table: str
    seat: int
    choice: str
    games: int
    won: float
    points: float


def measure_balance(
    game: Game[Any, Any],
    option: str,
    player: str,
    games: Mapping[int, int],
    seed: int = 0,
    workers: int | None = None,
    skip: int = 0,
) -> Iterator[list[Line]]:
    """Play every set of choices of ``option``, each rotated through all seats: lines of each.

    ``games`` says how many are played for each number of seats, for each set and rotation; so many
    sets and rotations are left out as ``skip`` says, to go on where one stopped. Raises ``Problem``
    where there is no such option, or no such player.
    """
    found = next((one for one in game.options if one.id == option and one.each_seat), None)
    if found is None or not found.choices:
        raise Problem("no-choices", option=option, game=game.id)
    for seated in islice(_tables([str(choice) for choice in found.choices], games), skip, None):
        options = {option: list(seated)}
        report = simulate(game, games[len(seated)], [player], seed, options, workers)
        yield list(_counted(report.rows, seated))


def _tables(choices: Sequence[str], games: Mapping[int, int]) -> Iterator[tuple[str, ...]]:
    for seats in sorted(games):
        for chosen in combinations(choices, seats):
            for turn in range(seats):
                yield (*chosen[turn:], *chosen[:turn])


def _counted(rows: Sequence[Row], seated: tuple[str, ...]) -> Iterator[Line]:
    table = " ".join(sorted(seated))
    for seat, choice in enumerate(seated):
        won = sum(row.scores[seat] for row in rows)
        points = sum(_number(row.result.get(choice)) for row in rows)
        yield Line(len(seated), table, seat, choice, len(rows), won, points)


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


# -- kept ----------------------------------------------------------------------------------------


def write_balance(lines: Iterable[Line]) -> str:
    """The lines as CSV; :func:`parse_balance` reads it again."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    names = [field.name for field in fields(Line)]
    writer.writerow(names)
    for line in lines:
        values = [getattr(line, name) for name in names]
        writer.writerow([f"{one:.4f}" if isinstance(one, float) else one for one in values])
    return text.getvalue()


def parse_balance(text: str) -> list[Line]:
    """What :func:`write_balance` wrote.

    >>> parse_balance(write_balance([Line(2, "blue red", 0, "red", 4, 1.5, 30.0)]))
    [Line(seats=2, table='blue red', seat=0, choice='red', games=4, won=1.5, points=30.0)]
    """
    return [
        Line(
            int(row["seats"]),
            row["table"],
            int(row["seat"]),
            row["choice"],
            int(row["games"]),
            float(row["won"]),
            float(row["points"]),
        )
        for row in csv.DictReader(StringIO(text))
    ]


def read_balance(game: Game[Any, Any]) -> list[Line]:
    """What was measured of a game; empty where nobody measured."""
    path = game.folder / FILE
    return parse_balance(path.read_text(encoding="utf-8")) if path.is_file() else []


# -- shown ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Share:
    """What a group of lines won: the share of games with its interval, and points a game."""

    name: str
    seats: int
    games: int
    won: Interval
    points: float

    @property
    def off(self) -> float:
        """How far the share is from a fair one, in points of a hundred."""
        return 100 * (self.won.share - 1 / self.seats)


@dataclass(frozen=True, slots=True)
class Shares:
    """Shares of several groups; a notebook shows them as a table."""

    title: str
    groups: tuple[Share, ...]

    def __getitem__(self, key: tuple[int, str]) -> Share:
        """The group of a number of seats and a name. Raises ``KeyError``."""
        for group in self.groups:
            if (group.seats, group.name) == key:
                return group
        raise KeyError(key)

    @property
    def farthest(self) -> float:
        """How far the share that is farthest from a fair one is from it, in points of a hundred."""
        return max((abs(group.off) for group in self.groups), default=0.0)

    def cells(self) -> list[list[str]]:
        """The cells of the table by row."""
        return [
            [
                str(one.seats),
                one.name,
                str(one.games),
                f"{1 / one.seats:.1%}",
                str(one.won),
                f"{one.off:+.1f}",
                f"{one.points:.1f}",
            ]
            for one in self.groups
        ]

    def _repr_html_(self) -> str:
        head = ["seats", self.title, "games", "fair", "won [95%]", "off", "points"]
        note = "A shared victory counts in equal parts; brackets hold 95% Wilson intervals."
        return html_table(head, self.cells(), note)


def shares(
    lines: Iterable[Line], title: str, name: Callable[[Line], str] = lambda line: line.choice
) -> Shares:
    """The lines put together by number of seats and ``name``, in the order they come."""
    groups: dict[tuple[int, str], list[Line]] = {}
    for line in lines:
        groups.setdefault((line.seats, name(line)), []).append(line)
    return Shares(
        title,
        tuple(_share(seats, label, members) for (seats, label), members in groups.items()),
    )


def _share(seats: int, name: str, lines: Sequence[Line]) -> Share:
    games = sum(line.games for line in lines)
    won = wilson(sum(line.won for line in lines), games)
    return Share(name, seats, games, won, sum(line.points for line in lines) / max(1, games))
