"""Whatever is handed in as options or as a position is read, or refused with a sentence."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_kit.engine.ruling import BadPosition
from tabletop_kit.engine.text import LANGUAGES
from tabletop_kit.games.vortex import GAME
from tabletop_kit.games.vortex.reading import KEYS
from tabletop_kit.games.vortex.setup import OPTIONS
from tests.games.vortex.naive_thrown import thrown

WORDS = """
B01 G09 F01 F18 P07 P15 L12 L30 b01 blue green purple refill discard turn window choice over
location frenzy crusade nothing kill true ? !
"""
PHRASES = ("", "B01 +F01", "B01 -?", "B08 +F01", "blue P15", "blue P07 green", "red P17 !", "P15")
PHRASES += ("discard F01", "discard", "discard F01 F01", "blue P19 blue", "x" * 400)
SMALL = st.none() | st.booleans() | st.integers(-2, 99) | st.floats()
SMALL |= st.sampled_from((*WORDS.split(), *PHRASES))
LISTS = st.lists(SMALL, max_size=4)
ANYTHING = (
    SMALL
    | LISTS
    | st.lists(LISTS, max_size=4)
    | st.dictionaries(st.sampled_from("abc"), SMALL, max_size=2)
    | st.text(max_size=6)
)


@given(st.integers(0, 10_000), st.dictionaries(st.sampled_from(KEYS), ANYTHING, max_size=3))
@settings(deadline=None, max_examples=400)
def test_any_position_is_read_or_refused(seed: int, changes: dict[str, Any]) -> None:
    read_or_refused(GAME.load, {**thrown(random.Random(seed)), **changes})


@given(st.integers(0, 10_000), st.sets(st.sampled_from(KEYS), max_size=12))
@settings(deadline=None, max_examples=100)
def test_what_is_left_out_takes_its_default(seed: int, gone: set[str]) -> None:
    keys = thrown(random.Random(seed))
    read_or_refused(GAME.load, {key: keys[key] for key in keys if key not in gone})


@given(st.dictionaries(st.sampled_from((*OPTIONS, "weather")), ANYTHING, max_size=4))
@settings(deadline=None, max_examples=300)
def test_any_options_are_read_or_refused(options: dict[str, Any]) -> None:
    read_or_refused(GAME.setup, options)


def read_or_refused(read: Any, given_keys: dict[str, Any]) -> None:
    try:
        position = read(given_keys, GAME.luck(1))
    except BadPosition as refused:
        assert refused.ruling.rule == "VX-N2"
        for language in LANGUAGES:
            told = GAME.texts(language).explain(refused.ruling)
            assert told and told[-1] in ".“”"
        return
    if GAME.loadable(position):
        assert GAME.dump(GAME.load(GAME.dump(position), GAME.luck(1))) == GAME.dump(position)
    for seat in range(position.seats):
        for move in GAME.moves(position, seat)[:40]:
            GAME.apply(position, seat, move)
        GAME.view(position, seat)
        assert GAME.view(GAME.imagine(position, seat, 3), seat) == GAME.view(position, seat)


@pytest.mark.parametrize("left", [0, 1, 46])
def test_where_nobody_can_do_anything_the_game_comes_to_its_end(left: int) -> None:
    """Nobody holds a Devotee anywhere: all are stranded, round after round."""
    rest = [f"L{number:02}" for number in range(2, 2 + left)]
    keys = {"location": "L01", "locations": rest, "round": 48 - left, "plain_locations": True}
    position = GAME.load(keys, GAME.luck(1))
    assert (position.phase, position.round) == ("over", 48)
    assert GAME.dump(position)["outcome"] == [0, 1, 2, 3]


def test_a_player_looks_for_a_devotee_for_as_long_as_it_takes() -> None:
    """One Devotee among many cards: R30 goes on until it is in hand."""
    cards = [f"F{number:02}" for number in range(1, 26)] * 2
    for seed in range(40):
        keys = {"colours": ["blue", "green"], "location": "L12", "draw": [cards, []]}
        keys |= {"discard": [["B01"], []], "field": [[], ["G09"]]}
        position = GAME.load(keys, GAME.luck(seed))
        assert "B01" in GAME.dump(position)["hands"][0]
        assert [GAME.write(move) for move in GAME.moves(position, 0)] == ["reinforce B01"]
