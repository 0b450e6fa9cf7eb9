"""Fair re-deals: what a seat remembers is kept, and the rest is dealt with equal chances.

What is remembered: Expunged entities on top of the Gathering; the Grave as far as Blood has not
mixed it; that what Blood put under the Gathering came out of that Grave; the tiers of the Pantheon,
and a debtor that was redressed on top of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from tabletop_kit.games import find_game
from tabletop_kit.games.tomes.position import Position, written

GAME = find_game("tomes")
WORLDS = 1200
SOLO: dict[str, Any] = {"seats": 1, "edition": False, "entity": "QS"}


def load(keys: dict[str, Any], *moves: str) -> Position:
    position: Position = GAME.load(keys, GAME.luck(3))
    for move in moves:
        assert position.to_act is not None
        position = GAME.apply(position, position.to_act, GAME.parse(move))
    return position


def counted(position: Position, seat: int, what: Callable[[Position], Any]) -> Counter[Any]:
    return Counter(what(GAME.imagine(position, seat, number)) for number in range(WORLDS))


def fair(found: Counter[Any], kinds: int) -> bool:
    """Whether all kinds came, about equally often: chi-square within six deviations."""
    expected = WORLDS / kinds
    surprise = sum((count - expected) ** 2 / expected for count in found.values())
    freedom = kinds - 1
    return len(found) == kinds and surprise < freedom + 6 * (2 * freedom) ** 0.5 + 10


def test_the_gathering_is_dealt_anew_evenly() -> None:
    position = load({**SOLO, "hands": [["2H"]], "gathering": ["3H", "4H", "5H", "6H"]})
    for place in range(4):
        assert fair(counted(position, 0, lambda world, place=place: world.gathering[place]), 4)
    assert fair(counted(position, 0, lambda world: world.gathering), 24)


def test_how_it_really_lies_leaves_no_trace() -> None:
    one = load({**SOLO, "hands": [["2H"]], "gathering": ["3H", "4H", "5H", "6H"]})
    other = load({**SOLO, "hands": [["2H"]], "gathering": ["6H", "3H", "5H", "4H"]})
    for number in range(40):
        assert GAME.imagine(one, 0, number) == GAME.imagine(other, 0, number)


def test_other_hands_and_the_gathering_are_dealt_together() -> None:
    keys = {"seats": 3, "entity": "QS", "hands": [["2H"], ["3H", "4H"], ["5H"]]}
    position = load({**keys, "gathering": ["6H", "7H"]})
    assert fair(counted(position, 0, lambda world: world.hands[2]), 5)
    assert fair(counted(position, 0, lambda world: world.hands[1][0]), 5)
    assert fair(counted(position, 1, lambda world: frozenset(world.hands[0])), 4)
    assert all(GAME.imagine(position, 1, n).hands[1] == position.hands[1] for n in range(20))


def test_what_a_channel_shows_is_kept() -> None:
    keys = {"seats": 2, "entity": "QS", "hands": [["2H"], ["3H", "4H", "5H"]], "channels": 1}
    position = load({**keys, "gathering": ["6H"]})
    assert set(counted(position, 0, lambda world: written(world.hands[1])[0])) == {"3H"}
    assert fair(counted(position, 0, lambda world: world.hands[1][1]), 3)
    assert fair(counted(position, 0, lambda world: world.gathering[0]), 3)


def test_an_expunged_entity_stays_on_top_until_it_is_drawn() -> None:
    keys = {**SOLO, "entity": "JH", "hands": [["10C", "10D", "2D"]], "pantheon": ["QS"]}
    position = load({**keys, "gathering": ["3H", "4H", "5H", "6H"]}, "play 10C")
    assert {written(GAME.imagine(position, 0, n).gathering)[0] for n in range(60)} == {"JH"}
    assert fair(counted(position, 0, lambda world: world.gathering[1]), 4)
    drawn = GAME.apply(position, 0, GAME.parse("play 2D"))
    assert "JH" in written(drawn.hands[0]) and drawn.known == 0
    assert fair(counted(drawn, 0, lambda world: world.gathering[0]), 3)


def test_a_grave_that_nothing_left_is_remembered() -> None:
    position = load({**SOLO, "hands": [["2H"]], "grave": ["3H", "4H", "5H"], "gathering": ["6H"]})
    assert all(GAME.imagine(position, 0, n).grave == position.grave for n in range(40))


def test_blood_mixes_grave_and_bottom_and_nothing_else() -> None:
    keys = {**SOLO, "hands": [["2H", "10S", "9S", "8S"]], "grave": ["3H", "4H", "5H", "6H"]}
    position = load({**keys, "gathering": ["7C", "8C"]}, "play 2H")
    assert (position.under, position.mixed, len(position.grave)) == (2, 2, 2)
    top = position.grave[-1]
    for number in range(60):
        world = GAME.imagine(position, 0, number)
        assert world.grave[-1] == top
        assert set(written(world.gathering[:2])) == {"7C", "8C"}
    assert fair(counted(position, 0, lambda world: world.grave[0]), 3)
    assert fair(counted(position, 0, lambda world: world.gathering[:2]), 2)
    assert fair(counted(position, 0, lambda world: world.gathering[2:]), 6)


def test_what_is_paid_after_a_blood_is_remembered() -> None:
    keys = {**SOLO, "hands": [["2H", "10S", "9S", "8S"]], "grave": ["3H", "4H", "5H", "6H"]}
    position = load({**keys, "gathering": ["7C"]}, "play 2H", "pay 8S 9S")
    for number in range(40):
        world = GAME.imagine(position, 0, number)
        assert written(world.grave)[-2:] == ["8S", "9S"]
    assert fair(counted(position, 0, lambda world: frozenset(world.grave[:2])), 6)


def test_the_pantheon_is_dealt_anew_within_its_tiers() -> None:
    position = load({**SOLO, "hands": [["2H"]], "pantheon": ["QH", "QD", "QC", "KS", "KH"]})
    assert fair(counted(position, 0, lambda world: world.pantheon[:3]), 6)
    assert fair(counted(position, 0, lambda world: world.pantheon[3]), 2)
    for number in range(40):
        world = written(GAME.imagine(position, 0, number).pantheon)
        assert [card[0] for card in world] == ["Q", "Q", "Q", "K", "K"]


@pytest.mark.parametrize("debts", [["QH"], ["JD", "QH"]])
def test_a_redressed_debtor_stays_on_top(debts: list[str]) -> None:
    keys = {**SOLO, "rung": "waking", "beckons": 2, "hands": [["2H"]], "owed": debts}
    keys |= {"subdued": debts, "pantheon": ["QD", "QC", "KS"]}
    position = load(keys, *[f"redress {card}" for card in debts])
    for number in range(60):
        world = written(GAME.imagine(position, 0, number).pantheon)
        assert world[: len(debts)] == debts[::-1]
    assert fair(counted(position, 0, lambda world: world.pantheon[len(debts)]), 2)


def test_recall_and_echo_keep_the_memory_straight() -> None:
    keys = {**SOLO, "rung": "waking", "beckons": 1, "entity": "JH", "hands": [["10C", "2D", "9S"]]}
    keys |= {"pantheon": ["QS"], "gathering": ["3H", "4H"], "grave": ["5H"]}
    recalled = load(keys, "play 10C", "recall JH")
    assert recalled.known == 0 and fair(counted(recalled, 0, lambda w: w.gathering[0]), 2)
    echoed = load(keys, "play 10C", "echo")
    assert (echoed.known, echoed.gathering) == (0, ())
    assert all(GAME.imagine(echoed, 0, n).grave == echoed.grave for n in range(20))
