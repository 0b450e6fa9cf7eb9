"""Tiny positions of which every line can be counted by hand: the tree of moves has that size.

A letter for each move below: L lays a die, P passes. On a mismatch the message shows the count
under each first move, so that the culprit is found in one look.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tabletop_kit.engine.ruling import Json
from tabletop_kit.games import find_game

GAME = find_game("tempus")
SILENT = ["council", "zhentarim"]
"""Two factions that never roll a die in a round: the tree has no chance in it."""


def tiny(hands: Json, *chance: int, **keys: Json) -> Any:
    return GAME.load(
        {"factions": SILENT, "hands": hands, "to_act": 0, **keys}, GAME.luck(1, chance)
    )


def after(position: Any) -> dict[str, Any]:
    """The positions after each legal move, by the move."""
    seat = GAME.to_act(position)
    if seat is None:
        return {}
    moves = GAME.moves(position, seat)
    return {str(move): GAME.apply(position, seat, move) for move in moves}


def lines(position: Any, depth: int) -> int:
    """How many lines of exactly so many moves there are."""
    return 1 if depth == 0 else sum(lines(child, depth - 1) for child in after(position).values())


def ends(position: Any) -> Counter[tuple[Json, int]]:
    """How many whole matches there are, by outcome and by number of moves."""
    children = after(position)
    if not children:
        return Counter({(GAME.dump(position)["outcome"], 0): 1})
    found: Counter[tuple[Json, int]] = Counter()
    for child in children.values():
        for (outcome, length), count in ends(child).items():
            found[outcome, length + 1] += count
    return found


def by_outcome(position: Any) -> dict[Json, int]:
    found: Counter[Json] = Counter()
    for (outcome, _), count in ends(position).items():
        found[outcome] += count
    return dict(found)


# -- lines of a length ---------------------------------------------------------------------------
#
# Two different dice each, seat 0 begins.
#   1: L or L or P                                                    3
#   2: whoever is next has 2 dice, too                                3 * 3 = 9
#   3: LL 4 ways, then 1 die or P                                     4 * 2 = 8
#      LP 2 ways, seat 0 alone with 1 die                             2 * 2 = 4
#      PL 2 ways, seat 1 alone with 1 die                             2 * 2 = 4
#      PP the round is over, seat 1 begins with 2 dice                1 * 3 = 3     together 19
#   4: LLL 4 * 2, LLP 4 * 2, LPL 2 * 1, LPP 2 * 3 (round 2, seat 1 with 2 dice)         24
#      PLL 2 * 1, PLP 2 * 2 (round 2, seat 1 with 1 die), PPL 2 * 3, PPP 1 * 3          15
#                                                                                together 39
# Two equal dice are one move: seat 0 has d4:1 twice.
#   1: 2    2: 2 * 3 = 6    3: LL 2 ways * 2, LP 1 * 2, PL 2 * 2, PP 1 * 3 = 13


@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        ([["d4:1", "d6:2"], ["d8:3", "d10:4"]], [1, 3, 9, 19, 39]),
        ([["d4:1", "d4:1"], ["d8:3", "d10:4"]], [1, 2, 6, 13]),
        ([["d4:1"], ["d8:3"]], [1, 2, 4, 5]),  # 3: LL*P, LP*P, PL*P, PP then L or P
        ([[], []], [1, 1, 1, 1, 1, 0]),  # PP is the Council's round, PP again the match
    ],
)
def test_lines_of_a_length(hands: Json, expected: list[int]) -> None:
    position = tiny(hands)
    found = [lines(position, depth) for depth in range(len(expected))]
    split = {
        move: [lines(child, depth) for depth in range(len(expected) - 1)]
        for move, child in after(position).items()
    }
    assert found == expected, split


# -- whole matches -------------------------------------------------------------------------------


def test_one_die_each_council_and_zhentarim() -> None:
    """Seat 0 (Council, takes ties) holds a 2, seat 1 a 1; seat 0 begins.

    Round 1 and what can follow, the other seat beginning:
    LLPP  1:0, nothing left; PP ends it                                         1 match, 6 moves
    LPP   1:0, seat 1 has a die; LPP 1:1, then PP (8 moves); PP ends it (5)     2
    PLP   0:1, seat 0 has a die; PLP 1:1, then PP (8); PP 1:1 (a tie is
          the Council's), then LPP (8) or PP (7)                                3
    PP    1:0, both have a die; LLPP (6); LPP 1:1, then LPP (8) or PP (7);
          PLP (5); PP (4)                                                       5
    Seat 1 wins one round at most, so all 11 are seat 0's.
    """
    position = tiny([["d4:2"], ["d4:1"]])
    lengths = {4: 1, 5: 2, 6: 2, 7: 2, 8: 4}
    assert ends(position) == {(0, length): count for length, count in lengths.items()}
    split = {move: sum(ends(child).values()) for move, child in after(position).items()}
    assert split == {"lay d4:2": 3, "pass": 8}


def test_the_zhentarim_choose_first() -> None:
    """Either seat may begin, and either way there are 11 matches.

    Seat 1 begins: LLPP, then PP: 1. LPP 0:1, seat 0 begins with its die: LPP then PP; PP then
    PLP or PP: 3. PLP 1:0, seat 1 has its die: PLP 1:1 then PP; PP: 2. PP 1:0, seat 0 begins: LLPP;
    LPP; PLP 1:1, then PLP or PP; PP: 5.
    """
    position = tiny([["d4:2"], ["d4:1"]], phase="choose-beginner", to_act=1)
    split = {move: sum(ends(child).values()) for move, child in after(position).items()}
    assert split == {"begin 0": 11, "begin 1": 11}


def test_equal_dice_without_a_council() -> None:
    """A tie costs both a round, and two Zhentarim have no power: seats are alike.

    Both lay: tie, then PP: a draw. One lays: 1:0; the other lays its die, 1:1, PP: a draw; or not,
    a tie beats it: a win. That is one draw and one win for each seat. Nobody lays: a tie, both have
    a die: again two ties (draws) and a win for each.
    """
    position = tiny([["d4:1"], ["d4:1"]], factions=["zhentarim", "zhentarim"])
    assert by_outcome(position) == {"draw": 5, 0: 2, 1: 2}


def test_harpers_gain_a_die() -> None:
    """Seat 0 (Harpers) has one die, seat 1 none.

    LPP: 1:0 and a die gained; seat 1 passes, then L P wins, and P is a tie that beats seat 1: wins.
    PP: a tie; then seat 1 passes, L P wins, and P is a draw.
    """
    position = tiny([["d4:1"], []], 3, factions=["harpers", "zhentarim"])
    assert by_outcome(position) == {0: 3, "draw": 1}
    without = tiny([["d4:1"], []], factions=["council", "zhentarim"])
    assert by_outcome(without) == {0: 3}  # LPP PP, PP PLP, PP PP: ties are the Council's


def test_enclave_keep_a_die() -> None:
    """Seat 0 (Enclave) has one die, seat 1 none.

    LPP: 1:0 and the die stays; PP, and it wins again. PP: a tie; then PLP wins and PP is a draw.
    """
    position = tiny([["d4:1"], []], 1, factions=["enclave", "zhentarim"])
    assert by_outcome(position) == {0: 2, "draw": 1}


def test_a_round_from_the_end() -> None:
    """1:1 in round 3, seat 1 out with 5, seat 0 behind with 3 and three dice worth 1, 2 and 3.

    As Zhentarim it must lay at least 2 more for a tie, 3 to win, and may stop at any time. Lines by
    the dice laid, in order: none (1), one (3), two (6), three (6): 16. Sums: nothing or 1 lose (2);
    2 ties (1: the die 2); the rest win: 16 - 3 = 13.
    """
    keys = {"lost": [1, 1], "won": [1, 1], "round": 3, "passed": [False, True]}
    position = tiny(
        [["d4:1", "d4:2", "d4:3"], []],
        factions=["zhentarim", "enclave"],
        rows=[["d6:3"], ["d8:5"]],
        **keys,
    )
    assert by_outcome(position) == {0: 13, 1: 2, "draw": 1}
    ends_at = Counter({length: 0 for length in range(1, 5)})
    for (_, length), count in ends(position).items():
        ends_at[length] += count
    assert ends_at == {1: 1, 2: 3, 3: 6, 4: 6}
