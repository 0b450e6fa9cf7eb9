"""Vortex against a second reading of its rules, move by move, on the same chance."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tabletop_kit.engine.match import Match
from tabletop_kit.games.vortex import GAME
from tests.games.vortex.naive import COLOURS, NEEDS, ORDER
from tests.games.vortex.naive_cases import begin
from tests.games.vortex.naive_play import Naive
from tests.games.vortex.naive_thrown import thrown

MOST_MOVES = 3000
MOVES_FROM_THE_MIDDLE = 30
ASKING = {"G13", "Y21", "Y24"}
"""Devotees that ask somebody something when they enter."""
PILES = ("hands", "discard", "fearful", "field")


def begun(seed: int) -> tuple[Naive, dict[str, Any]]:
    """A naive game; the number decides who plays, with which options, and all chance."""
    dice = random.Random(seed)
    options: dict[str, Any] = {"colours": dice.sample(COLOURS, dice.choice([2, 3, 4]))}
    options["length"] = dice.choice([12, 12, 24])
    for option in ("no_rogations", "plain_locations"):
        if dice.random() < 0.15:
            options[option] = True
    if dice.random() < 0.5:
        options["fire_three"] = "kill"
    return begin(options, None, seed), options


def picture(position: Any) -> dict[str, Any]:
    """The keys of the engine's position, with unordered lists sorted."""
    data = GAME.dump(position)
    del data["known"]  # what players have been shown, beside the keys of the page
    return in_order(data)


def in_order(data: dict[str, Any]) -> dict[str, Any]:
    for name in PILES:
        data[name] = [sorted(pile) for pile in data[name]]
    for name in ("vortex", "engaged"):
        data[name] = sorted(data[name])
    return data


def choose(naive: Naive, dice: random.Random) -> str:
    """A legal move, rarely a pass, so that much happens."""
    moves = sorted(naive.moves())
    if "pass" in moves and len(moves) > 1 and dice.random() < 0.8:
        moves.remove("pass")
    if asking := [move for move in moves if move[:9] == "reinforce" and ASKING & {*move.split()}]:
        return dice.choice(asking)
    rare = [move for move in moves if move.split()[0] in ("crusade", "rogation", "frenzy")]
    return dice.choice(rare if rare and dice.random() < 0.6 else moves)


def pairs(naive: Naive, dice: random.Random) -> dict[str, Any]:
    """The figures of a few pairs of cards in play."""
    found = {}
    for _ in range(3):
        seats = [seat for seat in naive.seats if naive.field[seat]]
        if len(seats) > 1:
            one, other = [dice.choice(naive.field[seat]) for seat in dice.sample(seats, 2)]
            both = naive.figures(one, other)
            name = f"figures.{one.card}.{other.card}"
            found[name] = [list(figures.values()) for figures in both]
    return found


def refusals(naive: Naive, dice: random.Random) -> dict[str, str | None]:
    """What refuses moves of every kind that the seat asked could try."""
    if naive.phase in ("over", "choice"):
        return {"pass": None} if naive.phase == "over" else {"pass": naive.ruling("pass")}
    tries = {"turn": naive.turns, "window": naive.calls, "refill": naive.discards}[naive.phase]
    listed = sorted(set(tries()))
    some = dice.sample(listed, min(40, len(listed)))
    return {move: naive.ruling(move) for move in some}


def told(naive: Naive, move: str, dice: random.Random) -> dict[str, Any]:
    """All that is known after a move."""
    return {
        "move": move,
        "keys": naive.keys(),
        "moves": sorted(naive.moves()),
        "view": (seat := dice.choice(naive.seats), in_order(naive.seen(seat))),
        "figures": pairs(naive, dice),
        "refused": {} if naive.phase == "over" else refusals(naive, dice),
    }


def played(naive: Naive, seed: int, most: int = MOST_MOVES) -> list[dict[str, Any]]:
    """Play the naive game on, and tell everything after each move."""
    looks = random.Random(-seed)
    return [told(naive, move, looks) for move in line(naive, seed, most)]


def line(naive: Naive, seed: int, most: int = MOST_MOVES) -> Iterator[str]:
    """The moves of a game, each when it has been made; at first there is none."""
    dice = random.Random(seed)
    yield ""
    for _ in range(most):
        if naive.phase == "over":
            return
        move = choose(naive, dice)
        assert naive.play(move) is None
        yield move


def compare(match: Match[Any, Any], story: list[dict[str, Any]]) -> None:
    """The engine comes to the same positions, moves, figures and refusals on the same chance."""
    said: list[str] = []
    for step in story:
        if step["move"]:
            match.play(step["move"])
            said.append(step["move"])
        compare_step(match, step, said)
    assert match.position.luck.script == ()


def compare_step(match: Match[Any, Any], step: dict[str, Any], said: list[str]) -> None:
    keys, found = step["keys"], picture(match.position)
    differ = {key: (keys.get(key), found.get(key)) for key in keys if keys[key] != found.get(key)}
    assert not differ, (differ, said)
    assert keys.keys() == found.keys(), (keys.keys() ^ found.keys(), said)
    legal = {GAME.write(move) for move in match.moves}
    differ = legal ^ set(step["moves"])
    assert not differ and len(match.moves) == len(legal), (differ, keys, said)
    seat, view = step["view"]
    assert in_order(GAME.view(match.position, seat)) == view, (seat, said)
    for name, figures in step["figures"].items():
        assert GAME.question(match.position, name) == figures, (name, said)
    for move, rule in step["refused"].items():
        ruling = match.ruling(move)
        assert (None if ruling.legal else ruling.rule) == rule, (move, ruling, said)


def from_the_start(seed: int) -> Naive:
    naive, options = begun(seed)
    story = played(naive, seed)
    compare(Match.begin(GAME, options, 5, naive.chance), story)
    return naive


def from_the_middle(seed: int) -> Naive:
    keys = thrown(random.Random(seed))
    naive = Naive(keys, None, seed)
    story = played(naive, seed, MOVES_FROM_THE_MIDDLE)
    compare(Match.at(GAME, keys, 5, naive.chance), story)
    return naive


@pytest.mark.parametrize("fours", range(3))
def test_games_from_the_start(fours: int) -> None:
    for seed in range(fours * 4, fours * 4 + 4):
        naive = from_the_start(seed)
        assert naive.phase == "over"


@pytest.mark.parametrize("tens", range(8))
def test_games_from_the_middle(tens: int) -> None:
    for seed in range(tens * 10, tens * 10 + 10):
        from_the_middle(seed)


def test_much_is_compared() -> None:
    """What the tests above play has every kind of move and choice, every Rogation and Location."""
    said: set[str] = set()
    choices: set[str] = set()
    locations: set[str] = set()
    for seed in range(80):
        naive = Naive(thrown(random.Random(seed)), None, seed)
        for move in line(naive, seed, MOVES_FROM_THE_MIDDLE):
            words = move.split()
            said.add(" ".join(words[:2]) if "rogation" in words else " ".join(words[:1]))
            choices.add(naive.choice)
            locations.add(naive.location)
    kinds = "reinforce withdraw frenzy crusade pass refill discard reward choose"
    assert said >= {*kinds.split(), *(f"rogation {card}" for card in NEEDS)}
    asked = "reward mode confess kill recall reveal player reverse"
    assert choices >= {*asked.split(), "discard 1", "discard 2"}
    assert locations == set(ORDER)
