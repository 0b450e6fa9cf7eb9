"""The kit's players of Tempest: fair, quick, always with a legal move, and they answer."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_kit.engine.luck import mix
from tabletop_kit.games.tempest import GAME
from tabletop_kit.games.tempest.players import PLAYERS
from tabletop_kit.games.tempest.policy import quick
from tabletop_kit.games.tempest.position import Position
from tabletop_kit.games.tempest.worths import BUILDER, DESTROYER, LEAPER, strategy_of

LONGEST = 4_000
"""More moves than a game of the kit's players may take."""


def _begun(decks: list[str], seed: int) -> Position:
    options: dict[str, Any] = {"seats": len(decks), "deck_lists": decks}
    return GAME.setup(options, GAME.luck(seed))


def _played(position: Position, seed: int, stop: int) -> Position:
    for step in range(stop):
        if position.to_act is None:
            break
        seat = position.to_act
        position = GAME.apply(position, seat, quick(position, seat, mix(seed, step)))
    return position


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("decks", (["good", "evil"], ["chaos", "mixed"], ["evil", "good", "chaos"]))
def test_every_player_ends_its_games_with_legal_moves(player: str, decks: list[str]) -> None:
    position = _begun(decks, 7)
    for step in range(LONGEST):
        seat = position.to_act
        if seat is None:
            break
        move = PLAYERS[player].choose(GAME, position, seat, mix(3, step) >> 11)
        assert GAME.ruling(position, seat, move).legal, str(move)
        position = GAME.apply(position, seat, move)
    assert GAME.outcome(position) is not None


@pytest.mark.parametrize("player", [name for name in PLAYERS if name != "random"])
def test_a_choice_follows_from_what_the_seat_knows(player: str) -> None:
    looked = 0
    for seed in range(6):
        for stop in (10, 25, 40, 60):
            decks = [["good", "chaos"], ["evil", "mixed"]][seed % 2]
            position = _played(_begun(decks, seed), seed, stop)
            seat = position.to_act
            if seat is None:
                continue
            chosen = PLAYERS[player].choose(GAME, position, seat, 11)
            for world in range(3):
                other = GAME.imagine(position, seat, world)
                assert GAME.view(other, seat) == GAME.view(position, seat)
                assert PLAYERS[player].choose(GAME, other, seat, 11) == chosen
            looked += 1
    assert looked > 10


@pytest.mark.parametrize(
    ("deck", "strategy"),
    (("good", BUILDER), ("mixed", BUILDER), ("evil", DESTROYER), ("chaos", LEAPER)),
)
def test_the_strategy_is_that_of_the_deck(deck: str, strategy: int) -> None:
    assert strategy_of(_begun([deck, "good"], 1), 0) == strategy


def _loaded(mapping: dict[str, Any]) -> Position:
    return GAME.load(mapping, GAME.luck(5))


def _answer(position: Position, moves: list[tuple[int, str]]) -> str:
    """What the master says after these moves, where it is asked."""
    for seat, text in moves:
        position = GAME.apply(position, seat, GAME.parse(text))
    assert position.to_act is not None and position.phase == "window"
    return str(PLAYERS["master"].choose(GAME, position, position.to_act, 1))


def test_a_deity_is_answered_with_blasphemy() -> None:
    temple: dict[str, Any] = {
        "card": "sky-monastery",
        "in": ["archprelate", "beggar", "beggar#2", "beggar#3"],
    }
    temple["in"] += ["abbess-of-thale", "beggar#4"]
    position = _loaded(
        {
            "hands": [["avatar"], ["blasphemy"]],
            "temples": [[temple], []],
            "wander": [["farmer"], ["woodland-drue", "pilgrim"]],
        }
    )
    payers = "abbess-of-thale beggar beggar#2 beggar#3 beggar#4"
    found = _answer(position, [(0, f"summon avatar by archprelate with {payers}")])
    assert found == "summon blasphemy by woodland-drue with pilgrim"


def test_what_is_doomed_is_saved() -> None:
    position = _loaded(
        {
            "hands": [[], ["healing-touch"]],
            "wander": [["farmer"], ["alms-priest"]],
            "battleground": [["bone-drake"], ["steward"]],
        }
    )
    moves = [(0, "attack bone-drake 1"), (1, "pass")]
    for seat, text in moves:
        position = GAME.apply(position, seat, GAME.parse(text))
    while position.to_act is not None and position.window != "destroy":
        seat = position.to_act
        position = GAME.apply(position, seat, quick(position, seat, 0))
    if position.phase == "window":
        assert position.to_act == 1
        found = str(PLAYERS["master"].choose(GAME, position, 1, 1))
        assert found == "summon healing-touch by alms-priest at steward"
    assert position.window == "destroy"


def test_a_deity_that_can_be_paid_for_is_summoned() -> None:
    temple: dict[str, Any] = {
        "card": "sky-monastery",
        "in": ["archprelate", "beggar", "beggar#2", "beggar#3"],
    }
    temple["in"] += ["abbess-of-thale", "beggar#4"]
    position = _loaded(
        {"hands": [["avatar"], []], "temples": [[temple], []]} | {"wander": [[], ["farmer"]]}
    )
    for player in ("plain", "novice", "adept", "master", "builder-master"):
        move = PLAYERS[player].choose(GAME, position, 0, 1)
        assert (move.verb, move.what) == ("summon", "avatar")
    after = GAME.apply(position, 0, PLAYERS["master"].choose(GAME, position, 0, 1))
    assert after.outcome == (0,)
