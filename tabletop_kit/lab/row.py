"""What is noted of one game, and what came of many in one respect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tabletop_kit.engine.interval import Interval, wilson
from tabletop_kit.engine.ruling import Json, Seat


@dataclass(frozen=True, slots=True)
class Thinking:
    """CPU seconds that were spent on decisions: how many, all together, and the longest."""

    decisions: int = 0
    seconds: float = 0.0
    worst: float = 0.0

    @property
    def mean(self) -> float:
        """CPU seconds of a decision, on average."""
        return self.seconds / self.decisions if self.decisions else 0.0

    def __add__(self, other: Thinking) -> Thinking:
        """Both together."""
        decisions, seconds = self.decisions + other.decisions, self.seconds + other.seconds
        return Thinking(decisions, seconds, max(self.worst, other.worst))

    def data(self) -> dict[str, Json]:
        """Plain data, ready for JSON."""
        return {"decisions": self.decisions, "mean_seconds": self.mean, "worst_seconds": self.worst}


@dataclass(frozen=True, slots=True)
class Row:
    """One game. ``players`` are by seat, each the number of a player of the report.

    ``first`` is the seat that moved first, ``winners`` the winning seats (none: a draw, or lost
    together), ``rule`` the rule that decided, ``rounds`` the number of rounds where the game counts
    them, ``result`` what the game says beside. ``thinking`` is by seat; it is no part of what makes
    two rows equal.
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
    result: Mapping[str, Json] = field(default_factory=dict)
    thinking: tuple[Thinking, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Spread:
    """How one value of a game's result was spread: counts by value, and the mean of numbers.

    The values ascend where they are numbers; otherwise the commonest comes first.
    """

    name: str
    counts: Mapping[Json, int]
    mean: float | None

    @property
    def games(self) -> int:
        """How many games were counted."""
        return sum(self.counts.values())

    def share(self, *values: Json) -> Interval:
        """The share of games that had one of these values."""
        return wilson(sum(self.counts.get(value, 0) for value in values), self.games)

    def __str__(self) -> str:
        if self.mean is not None:
            ends = f"{min(self.counts)} to {max(self.counts)}"
            return f"{self.name}: {self.mean:.2f} on average ({ends})"
        pairs = (
            f"{'–' if value is None else value} {count}" for value, count in self.counts.items()
        )
        return f"{self.name}: {', '.join(pairs)}"

    def data(self) -> dict[str, Json]:
        """Plain data, ready for JSON; the values are pairs, for they need not be texts."""
        return {
            "values": [
                {"value": value, "games": count, **self.share(value)._asdict()}
                for value, count in self.counts.items()
            ],
            "mean": self.mean,
        }


def spread(name: str, values: Iterable[Json]) -> Spread:
    """The spread of some values.

    >>> spread("medal", ["gold", None, None]).counts, spread("lit", [2, 1, 3]).mean
    ({None: 2, 'gold': 1}, 2.0)
    """
    counts = Counter(values)
    numbers = all(type(value) in (int, float) for value in counts)
    if numbers and counts:
        ordered = dict(sorted(counts.items()))
        mean = sum(value * count for value, count in counts.items()) / counts.total()
        return Spread(name, ordered, mean)
    pairs = sorted(counts.items(), key=lambda pair: (-pair[1], str(pair[0])))
    return Spread(name, dict(pairs), None)
