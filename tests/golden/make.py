"""Golden playthroughs: whole matches written out move by move, to be read like a diff.

    python tests/golden/make.py

writes them anew; ``test_golden.py`` compares. What is told alternates between the languages.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

if __name__ == "__main__":  # from a checkout, without an installed package
    sys.path.insert(0, str(Path(__file__).parents[2]))

from tabletop_kit.engine.luck import mix
from tabletop_kit.engine.match import Match, Step
from tabletop_kit.engine.ruling import Json, Seat
from tabletop_kit.games import find_game

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Playthrough:
    """A match to be written out: how it begins, and how often its seats pass."""

    name: str
    about: str
    seed: int
    options: Mapping[str, Json] = field(default_factory=dict)
    position: Mapping[str, Json] = field(default_factory=dict)
    chance: tuple[Json, ...] = ()
    game: str = "tempus"
    rarely: int = 6

    @property
    def path(self) -> Path:
        """The file that holds it."""
        return FOLDER / f"{self.game}-{self.name}.txt"


def play(what: Playthrough) -> Match[Any, Any]:
    """The match, played to its end by numbers that come from the seed alone."""
    game = find_game(what.game)
    if what.position:
        match = Match.at(game, what.position, what.seed, what.chance)
    else:
        match = Match.begin(game, what.options, what.seed, what.chance)
    while match.to_act is not None:
        number = mix(what.seed, match.ply)
        moves = match.moves
        others = max(1, len(moves) - 1)
        match.play(moves[-1 if number % what.rarely == 0 else (number >> 8) % others])
    return match


def write(what: Playthrough) -> str:
    """The playthrough as text."""
    match = play(what)
    head = [f"# {what.about}", "# Made by tests/golden/make.py: do not edit, make it anew.", ""]
    head += [f"seed     {what.seed}"]
    head += [f"options  {key} {_words(value)}" for key, value in what.options.items()]
    head += [f"position {key} {_words(value)}" for key, value in what.position.items()]
    head += [f"chance   {_words(list(what.chance))}"] if what.chance else []
    lines = [line for step in match.steps() for line in ("", *_step(match, step))]
    return "\n".join([*head, *lines]) + "\n"


def _step(match: Match[Any, Any], step: Step[Any, Any]) -> Iterator[str]:
    game = match.game
    yield (
        "set-up" if step.move is None else f"{step.ply}. seat {step.seat}: {game.write(step.move)}"
    )
    seats = range(game.seat_count(step.position))
    readers: list[Seat | None] = [None, *seats]
    for number, event in enumerate(step.events):
        told = []
        for reader in readers:
            language = ("en", "de")[(step.ply + number + len(told)) % 2]
            told.append(game.texts(language).narrate(event, reader))
        yield f"   {event.rule:5} {' / '.join(told)}"
    data = game.dump(step.position)
    yield f"   {_state(data)}"
    for key in ("hands", "rows", "gone"):
        yield f"   {key:5} {_words(data[key])}"
    for seat in seats:
        view = game.view(step.position, seat)
        differs = [f"{key} {_words(view[key])}" for key in view if view[key] != data[key]]
        hidden = [f"no {key}" for key in data if key not in view]
        yield f"   seat {seat} sees {', '.join([*differs, *hidden])}"
    seat = game.to_act(step.position)
    moves = [] if seat is None else [game.write(move) for move in game.moves(step.position, seat)]
    yield f"   moves {', '.join(moves) or '-'}"


def _state(data: Mapping[str, Json]) -> str:
    shown = ("round", "phase", "beginner", "to_act", "passed", "strength", "lost", "won", "outcome")
    return ", ".join(f"{key} {_words(data[key])}" for key in shown if key in data)


def _words(value: Json) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        if any(isinstance(item, list) for item in value):
            return " | ".join(_words(item) for item in value)
        return " ".join(map(_words, value)) or "-"
    return str(value)


_MASTER = ["d4", *["d6"] * 3, *["d8"] * 3, *["d10"] * 3]
_GIANT = [*["d4"] * 5, *["d12"] * 5]

PLAYTHROUGHS = (
    Playthrough(
        "council-harpers",
        "Council against Harpers: three rounds",
        1,
        {"factions": ["council", "harpers"]},
    ),
    Playthrough(
        "zhentarim-enclave",
        "Zhentarim choose who begins; the Enclave keeps dice",
        2,
        {"factions": ["zhentarim", "enclave"]},
    ),
    Playthrough(
        "own-decks",
        "Decks of their own: a practised player's against five d12 and five d4",
        1,
        {"factions": ["harpers", "council"], "decks": [_MASTER, _GIANT]},
    ),
    Playthrough(
        "enclave-enclave",
        "Two Enclaves: seat 0 rolls before seat 1; a tie, and a draw",
        19,
        {"factions": ["enclave", "enclave"]},
    ),
    Playthrough(
        "two-zhentarim",
        "Two Zhentarim cancel out: the coin is tossed, by script",
        5,
        {"factions": ["zhentarim", "zhentarim"]},
        chance=(1, 4, 4, 4, 6, 6, 6, 8, 8, 8, 10),
    ),
    Playthrough(
        "draw",
        "From a position in the third round: equal strength beats both",
        6,
        {},
        {
            "factions": ["harpers", "zhentarim"],
            "hands": [["d4:2"], ["d6:2"]],
            "rows": [["d8:5"], ["d10:5"]],
            "lost": [1, 1],
            "won": [1, 1],
            "round": 3,
            "to_act": 0,
        },
        rarely=1_000_000,
    ),
)


def main() -> None:
    """Write every playthrough to its file."""
    for what in PLAYTHROUGHS:
        what.path.write_text(write(what), encoding="utf-8")


if __name__ == "__main__":
    main()
