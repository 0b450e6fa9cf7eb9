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
from tests.golden.tempest import tempest

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Playthrough:
    """A match to be written out: how it begins, and how its seats choose.

    ``said`` are the moves that are played first; one move in ``rarely`` is any move (in Tempus: a
    pass). After ``most`` moves it breaks off; what came before the move ``since`` is not written.
    """

    name: str
    about: str
    seed: int
    options: Mapping[str, Json] = field(default_factory=dict)
    position: Mapping[str, Json] = field(default_factory=dict)
    chance: tuple[Json, ...] = ()
    game: str = "tempus"
    rarely: int = 6
    said: tuple[str, ...] = ()
    most: int = 999
    since: int = 0

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
    for move in what.said[: what.most]:
        match.play(move)
    while match.to_act is not None and match.ply < what.most:
        match.play(_CHOOSERS[what.game](what, match, mix(what.seed, match.ply)))
    return match


def _any_die(what: Playthrough, match: Match[Any, Any], number: int) -> Any:
    moves = match.moves
    others = max(1, len(moves) - 1)
    return moves[-1 if number % what.rarely == 0 else (number >> 8) % others]


def _what_looks_best(what: Playthrough, match: Match[Any, Any], number: int) -> Any:
    """The move after which it stands best; ties and one move in ``rarely`` by the number."""
    game, seat = match.game, match.to_act
    assert seat is not None
    moves = list(match.moves)[:-1]
    start = (number >> 8) % len(moves)
    if number % what.rarely == 0:
        return moves[start]
    ordered = [*moves[start:], *moves[:start]]
    return max(ordered, key=lambda move: _stands(game.dump(game.apply(match.position, seat, move))))


def _stands(data: Mapping[str, Json]) -> int:
    if data["phase"] == "over":
        return 99_999 if data["outcome"] == "won" else -99_999
    worth = [sum(_worth(card) for card in hand) for hand in data["hands"]]
    cannot = data["due"] > worth[data["to_act"]]
    down = 130 * len(data["expunged"]) + 100 * len(data["subdued"]) + 300 * data.get("descent", 1)
    saved = 25 * data["echoes"] + 20 * data["beckons"] + 9 * sum(map(len, data["stones"]))
    at_table = data["ruin"] + min(data["ward"] + data["withheld"] // 2, 25) - data["due"]
    return down + saved + at_table + sum(worth) - 200 * cannot


def _worth(card: str) -> int:
    rank = card[:-1]
    return {"A": 1, "J": 10, "Q": 15, "K": 20, "": 3}.get(rank) or int(rank)


def _any_deed(what: Playthrough, match: Match[Any, Any], number: int) -> Any:
    """Any move; passing and discarding in Refill only once in ``rarely``."""
    moves = match.moves
    quiet = ("pass", "discard")
    deeds = [move for move in moves[:400] if str(move).split()[0] not in quiet]
    if not deeds or number % what.rarely == 0:
        return moves[(number >> 8) % len(moves)]
    return deeds[(number >> 8) % len(deeds)]


_CHOOSERS = {
    **{"tempus": _any_die, "tomes": _what_looks_best, "vortex": _any_deed},
    "tempest": _any_deed,
}


def write(what: Playthrough) -> str:
    """The playthrough as text."""
    match = play(what)
    head = [f"# {what.about}", "# Made by tests/golden/make.py: do not edit, make it anew.", ""]
    head += [f"seed     {what.seed}"]
    head += [f"options  {key} {_words(value)}" for key, value in what.options.items()]
    head += [f"position {key} {_words(value)}" for key, value in what.position.items()]
    head += [f"chance   {_words(list(what.chance))}"] if what.chance else []
    written = (step for step in match.steps() if step.ply >= what.since)
    lines = [line for step in written for line in ("", *_step(match, step))]
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
    if "rows" not in data:
        yield from _changed(match, step, data)
        return
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


def _changed(match: Match[Any, Any], step: Step[Any, Any], data: dict[str, Json]) -> Iterator[str]:
    """What has changed since the last step; how it is seen at the beginning and in the end."""
    game = match.game
    before = game.dump(step.before.position) if step.before else {}
    changed = {key: data[key] for key in data if data[key] != before.get(key)}
    gone = [f"no {key}" for key in before if key not in data]
    short = [f"{key} {_words(changed[key])}" for key in changed if key not in _LONG]
    yield f"   {', '.join([*short, *gone])}"
    for key in [key for key in _LONG if key in changed]:
        yield f"   {key:9} {_words(changed[key])}"
    if step.before is None or step is match.last:
        for seat in range(game.seat_count(step.position)):
            view = game.view(step.position, seat)
            hidden = [f"{key} {_words(view[key])}" for key in view if view[key] != data[key]]
            yield f"   seat {seat} sees {', '.join(hidden)}"
    seat = game.to_act(step.position)
    moves = [] if seat is None else [game.write(move) for move in game.moves(step.position, seat)]
    more = f" and {len(moves) - 6} more" if len(moves) > 6 else ""
    yield f"   moves {', '.join(moves[:6]) or '-'}{more}"


def _state(data: Mapping[str, Json]) -> str:
    shown = ("round", "phase", "beginner", "to_act", "passed", "strength", "lost", "won", "outcome")
    return ", ".join(f"{key} {_words(data[key])}" for key in shown if key in data)


def _words(value: Json) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return " ".join(f"{key}:{_words(value[key])}" for key in value)
    if isinstance(value, list):
        if any(isinstance(item, list) for item in value):
            return " | ".join(_words(item) for item in value)
        return " ".join(map(_words, value)) or "-"
    return str(value)


_LONG = ("hands", "gathering", "grave", "pantheon", "field", "draw", "discard", "locations")
_MASTER = ["d4", *["d6"] * 3, *["d8"] * 3, *["d10"] * 3]
_GIANT = [*["d4"] * 5, *["d12"] * 5]

PLAYTHROUGHS: tuple[Playthrough, ...] = (
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
    Playthrough("plain", "Alone, the plain game", 3, {"edition": False}, game="tomes", rarely=40),
    Playthrough(
        "stirring",
        "Alone on the rung Stirring, with the edition and the Swarm reading",
        5,
        {"rung": "stirring", "readings": ["swarm"]},
        game="tomes",
        rarely=40,
        most=25,
    ),
    Playthrough(
        "two", "Two seats, a shared pool of Echoes", 6, {"seats": 2}, game="tomes", most=27
    ),
    Playthrough(
        "three-edition",
        "Three seats with the edition: readings dealt, a Heretic in the Gathering",
        7,
        {"seats": 3, "edition": True},
        game="tomes",
        rarely=9,
        most=27,
    ),
    Playthrough(
        "terror",
        "Terror at two seats, from the last entity of the second descent on",
        8,
        {},
        {
            "seats": 2,
            "edition": True,
            "campaign": "terror",
            "descent": 2,
            "worn": ["C"],
            "fired": {"H": 3, "D": 6, "C": 2, "S": 6},
            "entity": "KS",
            "ruin": 31,
            "run": 2,
            "beckons": 1,
            "channels": 1,
            "echoes": 1,
            "stones": [[10], []],
            "owed": ["QH"],
            "subdued": ["QH"],
            "expunged": ["KD"],
            "hands": [["9D", "10S", "KD", "8S", "X"], ["8C", "10C", "9C", "7S", "JC"]],
            "gathering": ["2H", "3D", "10H", "4H", "6D", "QS", "5C"],
            "grave": ["2C", "3C", "4C"],
        },
        game="tomes",
        most=34,
    ),
    Playthrough(
        "debts",
        "Alone on the rung Waking, from the last entity on: a spill after a Redress, two breaches",
        9,
        {},
        {
            "seats": 1,
            "rung": "waking",
            "edition": False,
            "entity": "KS",
            "ruin": 35,
            "run": 1,
            "beckons": 2,
            "echoes": 1,
            "owed": ["QH", "JD"],
            "subdued": ["QH", "JD"],
            "expunged": ["JC", "KC"],
            "hands": [["9C", "10C", "10S", "JC", "QC", "2D", "AD"]],
            "gathering": ["2H", "3D", "4H", "6D"],
            "grave": ["KC", "3C", "4C", "QS"],
        },
        game="tomes",
        said=("redress JD", "play 9C", "play 10C", "play QC", "recall KC", "play KC"),
    ),
    Playthrough(
        "heretic",
        "Three seats: a ward withheld and released, and the table gives up",
        10,
        {},
        {
            "seats": 3,
            "entity": "QS",
            "hands": [["9S", "10H", "10D"], ["X", "5D"], ["8D", "7S"]],
            "pantheon": ["KS"],
        },
        game="tomes",
        said=("play 9S", "pay 10H 10D", "heretic 2", "play 8D", "pay 7S", "concede"),
    ),
    Playthrough(
        "two",
        "Two seats, red against green: the first rounds of twelve",
        1,
        {"colours": ["red", "green"], "length": 12},
        game="vortex",
        rarely=4,
        most=34,
    ),
    Playthrough(
        "three-beginners",
        "Three beginners: no texts on Locations, no Rogations, no Red",
        2,
        {"seats": 3, "plain_locations": True, "no_rogations": True, "no_red": True, "length": 24},
        game="vortex",
        rarely=9,
        most=34,
    ),
    Playthrough(
        "four",
        "Four seats: a window after everything, sealed choices, the next Location",
        6,
        {"length": 12},
        game="vortex",
        rarely=4,
        most=34,
    ),
    Playthrough(
        "crusades",
        "Crusades: who chooses the mode, a Confession, what calls off, takes, protects and saves",
        3,
        {},
        {
            "location": "L37",
            "locations": ["L24"],
            "field": [
                ["B07", "B02", "B13"],
                ["G01", "G09 +F15", "G12"],
                ["Y08 -P02", "Y01", "B15"],
                ["R09", "R08", "R14"],
            ],
            "hands": [["F01", "P09"], ["F02", "G10"], [], []],
            "draw": [["B14", "F07"], ["G14", "F08"], ["Y05", "F09"], ["R15", "F10"]],
            "rogations": ["red P18", "yellow P24", "blue P21"],
        },
        game="vortex",
        said=(
            *("crusade R09 B02 kill", "choose fire", "reward cards", "pass", "pass"),
            *("crusade B07 G09 kill", "rogation P09 green", "choose F02", "pass"),
            *("crusade G12 Y01 kill", "pass", "crusade B15 G01 reason", "pass"),
        ),
        most=24,
    ),
    Playthrough(
        "rogations",
        "Rogations where the Location forbids them: four sacrifices, then turns in reverse order",
        4,
        {},
        {
            "location": "L11",
            "locations": ["L12"],
            "phase": "window",
            "window": "location",
            "field": [
                ["B01 -F01", "B02", "B13"],
                ["G09", "G12"],
                ["Y05 +F09", "Y08"],
                ["R08", "R14", "R11"],
            ],
            "hands": [["B14", "P14", "F02"], ["G10", "P02", "F03"], ["P08", "Y21"], ["P20", "R12"]],
            "discard": [[], ["F04", "G13"], [], []],
            "draw": [["B16"], ["G14", "F08"], ["F10"], ["R15"]],
        },
        game="vortex",
        said=(
            *("rogation P14 B01 B02 sacrifice B13", "rogation P20 sacrifice R11"),
            *("rogation P02 G13 sacrifice G10", "rogation P08 Y05 sacrifice Y08"),
            *("reinforce G13", "reinforce Y21", "choose green", "pass", "pass"),
        ),
        most=20,
    ),
    Playthrough(
        "rounds",
        "Into the last round: one is stranded, one looks for a Devotee, frenzies lie open",
        5,
        {},
        {
            "location": "L39",
            "locations": ["L30"],
            "length": 12,
            "round": 11,
            "field": [["B01", "B04"], ["G09 -F20", "G12"], [], []],
            "hands": [["P15"], ["F03", "G10"], ["F12"], ["F05", "F06"]],
            "discard": [["F02"], [], ["F11"], ["P24"]],
            "rogations": ["blue P23", "red P16"],
            "draw": [[], ["G14", "F08"], ["F10", "Y21"], []],
        },
        chance=(["F12", "F11"],),
        game="vortex",
        said=(
            *("pass", "pass", "pass", "pass", "frenzy G09/0 F03", "pass", "pass", "pass", "pass"),
            *("frenzy B01 P15", "pass", "pass", "pass"),
        ),
        most=40,
    ),
    Playthrough(
        "end",
        "The last turns: Anathema, a reward that is declined, and a shared count of points",
        6,
        {},
        {
            "colours": ["blue", "yellow"],
            "location": "L30",
            "round": 48,
            "field": [["B01", "B06"], ["Y21", "Y05", "B02"]],
            "hands": [["F01"], ["F12"]],
            "rogations": ["blue P23"],
            "fearful": [["Y08"], []],
        },
        game="vortex",
        said=(
            *("crusade Y21 B01 fire", "pass", "pass", "crusade B06 Y05 fire", "reward none"),
            *("pass", "pass", "refill", "refill", "pass", "pass"),
        ),
    ),
    *(Playthrough(**given) for given in tempest()),
)


def main() -> None:
    """Write every playthrough to its file."""
    for what in PLAYTHROUGHS:
        what.path.write_text(write(what), encoding="utf-8")


if __name__ == "__main__":
    main()
