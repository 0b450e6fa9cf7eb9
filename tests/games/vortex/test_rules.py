"""Vortex beside its rule cases: who is asked and how, how it ends, what everybody can remember."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_kit.engine.event import Event
from tabletop_kit.engine.ruling import IllegalMove, Outcome
from tabletop_kit.games.vortex import GAME
from tabletop_kit.games.vortex.cards import TEXT

PLAIN: dict[str, Any] = {"location": "L12", "field": [["B01", "B02"], ["G09"], ["Y05"], ["R08"]]}


def at(*moves: str, **keys: Any) -> Any:
    position = GAME.load({**PLAIN, **keys}, GAME.luck(1))
    for move in moves:
        seat = GAME.to_act(position)
        assert seat is not None
        position = GAME.apply(position, seat, GAME.parse(move))
    return position


def told(position: Any, move: str) -> list[Event]:
    log: list[Event] = []
    seat = GAME.to_act(position)
    assert seat is not None
    GAME.apply(position, seat, GAME.parse(move), log)
    return log


def asked(position: Any) -> list[tuple[int, str, str]]:
    return [(prompt.seat, prompt.ask, prompt.mode) for prompt in GAME.prompts(position)]


# -- who is asked ----------------------------------------------------------------------------------

HANDS = {"hands": [["F01"], ["F02", "F03"], [], []]}


def test_turns_and_windows_ask_one_seat() -> None:
    assert asked(at()) == [(0, "turn", "turn")]
    assert asked(at(field=[[], ["G09"], [], []], hands=[["B01"], [], [], []])) == [
        (0, "reinforce", "turn")
    ]
    for window in ("location", "turn", "refill"):
        acted = [window != "location"] * 4
        position = at(phase="window", window=window, acted=acted, **HANDS)
        assert asked(position) == [(0, f"window-{window}", "response")]


def test_refill_asks_all_who_hold_cards_at_once() -> None:
    position = at(phase="refill", **HANDS)
    assert asked(position) == [(0, "refill", "together"), (1, "refill", "together")]
    one = GAME.apply(position, 1, GAME.parse("discard F02"))
    assert asked(one) == [(0, "refill", "together")]
    assert GAME.dump(one)["to_act"] == 0


FRENZIES = ["F01", "F02", "F03"]
CHOICES: dict[str, tuple[list[str], dict[str, Any]]] = {
    "reward": (["crusade R08 B02 fire"], {"location": "L37"}),
    "mode": (
        ["crusade R09 B02 kill"],
        {"location": "L37", "field": [["B02"], [], [], ["R09"]]},
    ),
    "discard": (
        ["rogation P03"],
        {
            "phase": "window",
            "window": "location",
            "hands": [["P03", *FRENZIES]] + [[]] * 3,
        },
    ),
    "confess": (
        ["rogation P09 green"],
        {"phase": "window", "window": "location", "hands": [["P09"], ["F01", "F02"], [], []]},
    ),
    "kill": (
        ["pass", "rogation P05"],
        {"phase": "window", "window": "location", "hands": [["F01"], [], ["P05"], []]},
    ),
    "recall": (
        ["pass", "rogation P12 blue"],
        {"phase": "window", "window": "location", "hands": [["F01"], [], ["P12"], []]},
    ),
    "reveal": (
        ["reinforce G13"],
        {
            "location": "L23",
            "field": [["B01 -F01"], ["G09"], ["Y05 -F02"], []],
            "hands": [[], ["G13"], [], []],
        },
    ),
    "player": (
        ["reinforce Y21"],
        {"location": "L35", "hands": [["F01"], ["F02"], ["Y21"], []]},
    ),
    "reverse": ([], {"phase": "window", "window": "refill", "locations": ["L30"]}),
}


@pytest.mark.parametrize("what", CHOICES)
def test_a_choice_asks_the_one_who_chooses(what: str) -> None:
    moves, keys = CHOICES[what]
    position = at(*moves, **keys)
    (prompt,) = GAME.prompts(position)
    assert (prompt.ask, prompt.mode) == (f"choice-{what}", "response")
    assert prompt.seat == GAME.dump(position)["to_act"]
    assert prompt.facts == ({"count": 2} if what == "discard" else {})
    assert not GAME.loadable(position)
    for seat in range(4):
        assert bool(GAME.moves(position, seat)) == (seat == prompt.seat)


def test_a_seat_declines_in_windows_only() -> None:
    window = at(phase="window", window="location", **HANDS)
    assert [GAME.write(move) for move in [GAME.decline(window, 0)] if move] == ["pass"]
    assert GAME.decline(window, 1) is None
    assert GAME.decline(at(), 0) is None
    assert GAME.decline(at(phase="refill", **HANDS), 0) is None


# -- how it ends -----------------------------------------------------------------------------------


def ended(field: list[list[str]], **keys: Any) -> Outcome:
    position = at(field=field, phase="window", window="refill", **keys)
    outcome = GAME.outcome(position)
    assert outcome is not None and GAME.prompts(position) == ()
    return outcome


def test_the_most_points_win_and_a_tie_is_shared() -> None:
    alone = ended([["G09"], ["G01"], [], []])
    assert (alone.winners, alone.scores, alone.rule) == ((0,), (1.0, 0.0, 0.0, 0.0), "VX-R58")
    shared = ended([["G09"], ["B01"], [], []])
    assert (shared.winners, shared.scores) == ((0, 1), (0.5, 0.5, 0.0, 0.0))
    assert shared.rule == "VX-R57"
    half = ended([["G09"], ["B01"], [], ["Y05"]], vortex=["B02"])
    assert half.winners == (3,)
    assert GAME.outcome(at()) is None


def test_nothing_is_told_or_changed_by_a_refused_move() -> None:
    position = at()
    log: list[Event] = []
    with pytest.raises(IllegalMove):
        GAME.apply(position, 0, GAME.parse("crusade B01 B02 kill"), log)
    assert log == [] and position == at()


# -- what everybody can remember -------------------------------------------------------------------


def known(position: Any) -> list[list[str]]:
    found: list[list[str]] = GAME.dump(position)["known"]
    return found


WINDOW: dict[str, Any] = {"phase": "window", "window": "location"}


def test_what_comes_into_a_hand_for_all_to_see_is_remembered() -> None:
    """Prayer takes a Frenzy; a Devotee needs no memory, for everybody knows where it is."""
    keys = {**WINDOW, "hands": [["P02"], [], [], []], "discard": [["F01", "B13"], [], [], []]}
    assert known(at("rogation P02 F01", **keys)) == [["F01"], [], [], []]
    assert known(at("rogation P02 B13", **keys)) == [[], [], [], []]


def test_a_remembered_card_placed_face_down_is_still_somewhere_there() -> None:
    keys = {**WINDOW, "hands": [["P02"], [], [], []], "discard": [["F01"], [], [], []]}
    hidden = at("rogation P02 F01", "frenzy B01 F01", **keys)
    assert known(hidden) == [["F01"], [], [], []]
    shown = at(field=[["B01 -F01", "B02"], ["G09"], [], []], known=[["F01"], [], [], []])
    assert known(GAME.apply(shown, 0, GAME.parse("crusade B01 G09 reason"))) == [[], [], [], []]


def test_a_remembered_card_that_is_discarded_is_open_again() -> None:
    keys = {"hands": [["F01", "F02"], [], [], []], "known": [["F01"], [], [], []]}
    assert known(at("discard F01", phase="refill", **keys)) == [[], [], [], []]
    assert known(at("discard F02", phase="refill", **keys)) == [["F01"], [], [], []]


def test_a_discard_pile_that_is_shuffled_is_remembered() -> None:
    keys = {
        **WINDOW,
        "hands": [["P01"], [], [], []],
        "discard": [["F01", "P03", "B13"], [], [], []],
    }
    assert known(at("rogation P01", **keys))[0] == ["F01", "P03"]


def test_what_was_shown_is_taken_into_account_by_a_fair_re_deal() -> None:
    """A remembered card is in every imagined position; a hidden one is not always."""
    keys = {"hands": [["F01"], ["F02", "F03"], [], []], "known": [[], ["F02"], [], []]}
    position = at(draw=[[], ["F04", "F05"], [], []], **keys)
    seen = []
    for seed in range(20):
        world = GAME.dump(GAME.imagine(position, 0, seed))
        assert "F02" in [*world["hands"][1], *world["draw"][1]]
        seen.append("F03" in [*world["hands"][1], *world["draw"][1]])
    assert not all(seen)


def test_cards_are_numbered_in_the_order_of_their_ids() -> None:
    assert list(TEXT) == sorted(TEXT)
