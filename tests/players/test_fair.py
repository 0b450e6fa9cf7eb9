"""No player of the kit peeks: in worlds that its seat cannot tell apart it chooses the same."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest

from tabletop_kit.engine.conformance import Nonconformance, check_player
from tabletop_kit.engine.luck import Luck
from tabletop_kit.engine.match import Match
from tabletop_kit.games import GAMES, find_game
from tabletop_kit.players.rollouts import RolloutPlayer

EVERYBODY = [(game, player) for game in GAMES for player in find_game(game).players()]


def lighter(player: Any) -> Any:
    """The same player with fewer playouts: the same code in less time."""
    return replace(player, playouts=24, draws=2) if isinstance(player, RolloutPlayer) else player


@pytest.mark.parametrize(("game_id", "player_id"), EVERYBODY)
@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_is_legal_and_without_peeking(game_id: str, player_id: str, seed: int) -> None:
    game = find_game(game_id)
    player = lighter(game.players()[player_id])

    def choose(position: Any, seat: int, number: int) -> Any:
        return player.choose(game, position, seat, number)

    assert check_player(game, choose, seed) >= 2


@pytest.mark.parametrize("player_id", list(find_game("tempus").players()))
def test_the_hidden_hand_and_the_luck_to_come_change_nothing(player_id: str) -> None:
    game = find_game("tempus")
    player = game.players()[player_id]
    hidden = {"low": ["d4:1", "d6:1", "d8:1"], "high": ["d4:4", "d6:6", "d8:8"]}
    choices = set()
    for luck, hand in enumerate(hidden.values()):
        start = {
            "factions": ["harpers", "enclave"],
            "hands": [["d4:2", "d6:3", "d8:6"], hand],
            "rows": [["d6:4"], ["d8:5"]],
            "to_act": 0,
            "beginner": 0,
        }
        position = game.load(start, game.luck(luck))
        choices.add(game.write(player.choose(game, position, 0, 11)))
    assert len(choices) == 1


def test_somebody_who_peeks_is_found() -> None:
    game = find_game("tempus")

    def peeks(position: Any, seat: int, number: int) -> Any:
        legal = game.moves(position, seat)
        return legal[sum(die.value for die in position.hands[1 - seat]) % len(legal)]

    with pytest.raises(Nonconformance):
        for seed in range(5):
            check_player(game, peeks, seed)


_CHOICES = """
import json
from dataclasses import replace
from tabletop_kit.games import find_game
from tabletop_kit.players.rollouts import RolloutPlayer
game = find_game("tempus")
found = []
for player in game.players().values():
    if isinstance(player, RolloutPlayer):
        player = replace(player, playouts=60)
    for seed in range(4):
        position = game.setup({"factions": ["enclave", "council"]}, game.luck(seed))
        for step in range(6):
            seat = position.to_act
            move = player.choose(game, position, seat, seed * 10 + step)
            found.append(game.write(move))
            position = game.apply(position, seat, move)
            if position.to_act is None:
                break
print(json.dumps(found))
"""


def test_choices_are_the_same_in_another_process_with_another_hash_seed() -> None:
    answers = [
        subprocess.run(
            [sys.executable, "-c", _CHOICES],
            env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for hash_seed in ("1", "2")
    ]
    assert answers[0] == answers[1]
    assert len(set(json.loads(answers[0]))) > 5


def test_the_global_generator_is_neither_used_nor_stirred() -> None:
    import random

    game = find_game("tempus")
    position = game.setup({}, game.luck(3))
    seat = game.to_act(position)
    assert seat is not None
    player = lighter(game.players()["reader"])
    random.seed(1)
    before = random.getstate()
    one = player.choose(game, position, seat, 7)
    assert random.getstate() == before
    random.seed(2)
    assert player.choose(game, position, seat, 7) == one


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_player_has_a_name_and_a_sentence(game_id: str, language: str) -> None:
    game = find_game(game_id)
    texts = game.texts(language)
    for key, player in game.players().items():
        assert player.id == key
        assert f"player.{key}.name" in texts and f"player.{key}.about" in texts


def test_imagined_worlds_do_not_carry_the_real_luck() -> None:
    game = find_game("tempus")
    match = Match.new(game, 4)
    other = replace(match.position, luck=Luck.of(999, game.streams))
    assert game.imagine(match.position, 0, 5) == game.imagine(other, 0, 5)
