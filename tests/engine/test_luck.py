"""Luck: the same everywhere, fair, and as scripted as it is told to be."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_kit.engine.luck import SEEDS, Luck, ScriptError, mix, mixes, same_items

STREAMS = ("dice", "deck")
SEED = st.integers(0, SEEDS - 1)


def luck(seed: int = 7, *script: Any) -> Luck:
    return Luck.of(seed, STREAMS, script)


def test_the_numbers_are_these_for_ever() -> None:
    """Written down: a change here would make every old save another game."""
    assert [mix(1, count) for count in range(3)] == [
        6238072747940578789,
        10451216379200822465,
        13757245211066428519,
    ]
    rolls, after = luck().rolls("dice", [4, 6, 8, 10, 12])
    assert (rolls, after.counts) == ((1, 6, 1, 6, 8), (5, 0))
    assert luck().shuffled("deck", "abcdef")[0] == ("a", "f", "d", "b", "c", "e")
    assert luck().sample("deck", "abcdef", 3)[0] == ("e", "d", "b")


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**40), st.integers(0, 60))
def test_many_numbers_at_once_are_those_one_by_one(key: int, first: int, count: int) -> None:
    one_by_one = [mix(key, place) for place in range(first, first + count)]
    assert mixes(key, first, count) == one_by_one


@given(SEED, st.integers(1, 20))
def test_streams_do_not_disturb_each_other_and_luck_is_a_value(seed: int, count: int) -> None:
    start = luck(seed)
    alone, _ = start.rolls("dice", [6] * count)
    _, stirred = start.shuffled("deck", range(count))
    one_by_one = []
    for _ in range(count):
        face, stirred = stirred.roll("dice", 6)
        _, stirred = stirred.below("deck", 9)
        one_by_one.append(face)
    assert tuple(one_by_one) == alone == start.rolls("dice", [6] * count)[0]


@given(SEED, st.integers(1, 60), st.integers(0, 60))
def test_shuffles_and_samples_use_one_number_of_their_stream_for_each_swap(
    seed: int, size: int, count: int
) -> None:
    start = Luck.of(seed, STREAMS)
    _, start = start.rolls("dice", [6])
    pile, by_hand = list(range(size)), start
    for last in range(size - 1, 0, -1):
        other, by_hand = by_hand.below("deck", last + 1)
        pile[last], pile[other] = pile[other], pile[last]
    assert start.shuffled("deck", range(size)) == (tuple(pile), by_hand)
    count = min(count, size)
    pile, by_hand = list(range(size)), start
    for place in range(count):
        other, by_hand = by_hand.below("deck", size - place)
        pile[place], pile[place + other] = pile[place + other], pile[place]
    assert start.sample("deck", range(size), count) == (tuple(pile[:count]), by_hand)


def test_dice_shuffles_and_samples_are_even() -> None:
    faces: Counter[int] = Counter()
    orders: Counter[Any] = Counter()
    pairs: Counter[Any] = Counter()
    for seed in range(6000):
        start = luck(seed)
        faces[start.roll("dice", 10)[0]] += 1
        orders[start.shuffled("deck", "abc")[0]] += 1
        pairs[start.sample("deck", "abcd", 2)[0]] += 1
    # Six standard deviations, so that a fair generator never fails.
    assert set(faces) == set(range(1, 11)) and all(abs(n - 600) < 140 for n in faces.values())
    assert set(orders) == {*permutations("abc")} and all(
        abs(n - 1000) < 175 for n in orders.values()
    )
    assert set(pairs) == {*permutations("abcd", 2)} and all(
        abs(n - 500) < 130 for n in pairs.values()
    )


@given(SEED, st.lists(st.integers(0, 5), max_size=8), st.integers(0, 9))
def test_a_sample_is_a_part_of_the_items(seed: int, items: list[int], count: int) -> None:
    if count > len(items):
        with pytest.raises(ValueError, match="cannot be drawn"):
            luck(seed).sample("deck", items, count)
        return
    drawn, after = luck(seed).sample("deck", items, count)
    assert len(drawn) == count and not Counter(drawn) - Counter(items)
    assert (after == luck(seed)) == (count == 0)
    assert luck(seed, list(drawn)).sample("deck", items, count)[0] == drawn


# -- scripts -------------------------------------------------------------------------------------


def test_a_script_that_runs_out_goes_on_with_the_seed_as_if_it_had_not_been() -> None:
    faces, after = luck(7, 4, 6).rolls("dice", [4, 6, 8, 10, 12])
    fresh, _ = luck(7).rolls("dice", [8, 10, 12])
    assert faces == (4, 6, *fresh) and after.script == () and after.counts == (3, 0)


def test_one_script_serves_all_streams_in_order() -> None:
    start = luck(7, 2, ["b", "a"], "N", [3], 0)
    face, start = start.roll("dice", 2)
    order, start = start.shuffled("deck", "ab")
    letter, start = start.choice("deck", "NE")
    (drawn,), start = start.sample("deck", [3, 4], 1)
    coin, start = start.below("dice", 2)
    assert (face, order, letter, drawn, coin) == (2, ("b", "a"), "N", 3, 0)
    assert start == luck(7)


def test_what_draws_nothing_uses_nothing_of_the_script() -> None:
    start = luck(7, 5)
    assert start.shuffled("deck", ()) == ((), start)
    assert start.sample("deck", "abc", 0) == ((), start)
    assert start.rolls("dice", ()) == ((), start)


@pytest.mark.parametrize("value", [0, 7, -1, True, 1.0, "3", None, [3]])
def test_a_face_that_cannot_be(value: Any) -> None:
    with pytest.raises(ScriptError, match="1 to 6 is possible"):
        luck(7, value).roll("dice", 6)
    with pytest.raises(ScriptError):
        luck(7, 2, value).rolls("dice", [6, 6])


@pytest.mark.parametrize("value", ["ab", ["a"], ["a", "a"], ["a", "c"], 3, ["a", "b", "a"], []])
def test_an_order_or_draw_that_cannot_be(value: Any) -> None:
    with pytest.raises(ScriptError, match="no order"):
        luck(7, value).shuffled("deck", "ab")
    with pytest.raises(ScriptError, match="are not 2 of"):
        luck(7, value).sample("deck", "ab", 2)


def test_a_choice_that_cannot_be() -> None:
    with pytest.raises(ScriptError, match="none of"):
        luck(7, "X").choice("deck", ["N", "E"])


@given(st.lists(st.integers(0, 3)), st.lists(st.integers(0, 3)))
def test_same_items(one: list[int], other: list[int]) -> None:
    assert same_items(one, other) == (sorted(one) == sorted(other))
