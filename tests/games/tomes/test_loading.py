"""Whatever is handed in as options or as a position is read, or refused with a sentence."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_kit.engine.ruling import BadPosition
from tabletop_kit.engine.text import LANGUAGES
from tabletop_kit.games import find_game
from tabletop_kit.games.tomes.reading import KEYS
from tabletop_kit.games.tomes.setup import OPTIONS

GAME = find_game("tomes")
WORDS = ("JH", "qd", "KS", "EC", "X", "2H", "10d", "AS", "void", "blood", "waking", "quietus")
WORDS += ("terror", "whole", "broken", "turn", "pay", "over", "won", "lost", "TM-6", "", "?", "H")
SMALL = st.none() | st.booleans() | st.integers(-2, 99) | st.sampled_from(WORDS) | st.floats()
LISTS = st.lists(SMALL, max_size=4)
ANYTHING = (
    SMALL
    | LISTS
    | st.lists(LISTS, max_size=4)
    | st.dictionaries(st.sampled_from((*"HDCSB", "x")), SMALL, max_size=3)
    | st.text(max_size=6)
)
GOOD: dict[str, Any] = {"entity": "JH", "hands": [["2H", "10D"]], "pantheon": ["QS"]}


@given(st.integers(1, 4), st.dictionaries(st.sampled_from(KEYS), ANYTHING, max_size=3))
@settings(deadline=None, max_examples=400)
def test_any_position_is_read_or_refused(seats: int, changes: dict[str, Any]) -> None:
    hands = [["2H", "10D"], ["3H"], ["4H"], ["5H"]][:seats]
    read_or_refused(GAME.load, {**GOOD, "seats": seats, "hands": hands, **changes})


@given(st.dictionaries(st.sampled_from((*OPTIONS, "ruin")), ANYTHING, max_size=4))
@settings(deadline=None, max_examples=300)
def test_any_options_are_read_or_refused(options: dict[str, Any]) -> None:
    read_or_refused(GAME.setup, options)


def read_or_refused(read: Any, given_keys: dict[str, Any]) -> None:
    try:
        position = read(given_keys, GAME.luck(1))
    except BadPosition as refused:
        assert refused.ruling.rule in GAME.rulebook
        for language in LANGUAGES:
            told = GAME.texts(language).explain(refused.ruling)
            assert told and told[-1] == "."
        return
    assert GAME.dump(GAME.load(GAME.dump(position), GAME.luck(1))) == GAME.dump(position)
    for seat in range(position.seats):
        for move in GAME.moves(position, seat):
            GAME.apply(position, seat, move)
        GAME.view(position, seat)
        assert GAME.view(GAME.imagine(position, seat, 3), seat) == GAME.view(position, seat)
