"""Collections and decks: one in, one out, ten dice, and only dice that are owned (TP-D1, TP-D2)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_kit.engine.ruling import BadPosition, Ruling
from tabletop_kit.games import find_game
from tabletop_kit.games.tempus.campaign import DiceWorkshop
from tabletop_kit.games.tempus.collection import (
    MOST_DICE,
    Collection,
    count,
    master_box,
    read_collection,
)
from tabletop_kit.games.tempus.position import DECK_DICE, SIZES, STANDARD_DECK

GAME = find_game("tempus")
NAMES = [f"d{size}" for size in SIZES]
ACTIONS = st.lists(
    st.one_of(
        st.tuples(st.just("award"), st.sampled_from(SIZES), st.just(0)),
        st.tuples(st.just("swap"), st.sampled_from(NAMES), st.sampled_from(NAMES)),
    ),
    max_size=60,
)


def after(actions: list[tuple[str, Any, Any]], collection: Collection) -> Collection:
    for what, one, other in actions:
        if what == "award":
            collection = collection.award(one)
        elif collection.ruling(one, other):
            collection = collection.swap(one, other)
    return collection


@settings(deadline=None)
@given(ACTIONS)
def test_whatever_is_exchanged_there_are_ten_dice_and_all_of_them_owned(actions: Any) -> None:
    found = after(actions, Collection())
    assert len(found.deck) == DECK_DICE
    assert found.owned is not None
    assert all(used <= owned for used, owned in zip(count(found.deck), found.owned, strict=True))
    awards = count(one for what, one, _ in actions if what == "award")
    first = count(STANDARD_DECK)
    assert found.owned == tuple(a + b for a, b in zip(first, awards, strict=True))
    assert found.deck == tuple(sorted(found.deck))


@settings(deadline=None)
@given(ACTIONS, st.booleans())
def test_a_collection_survives_json(actions: Any, master: bool) -> None:
    found = after(actions, master_box() if master else Collection())
    assert read_collection(json.loads(json.dumps(found.data()))) == found


@settings(deadline=None)
@given(ACTIONS, st.sampled_from([*NAMES, "d20", "x", 6]), st.sampled_from([*NAMES, "d2", ""]))
def test_ruling_and_swap_agree_and_every_refusal_has_a_sentence(
    actions: Any, out: Any, into: Any
) -> None:
    found = after(actions, Collection())
    ruling = found.ruling(out, into)
    if ruling:
        assert ruling.rule == "TP-D1"
        new = found.swap(out, into)
        assert len(set(map(str, new.deck)) | {str(out)}) >= 1
        assert sum(count(new.deck)) == DECK_DICE
        assert new.deck != found.deck
        back = new.swap(into, out)
        assert back == found
    else:
        with pytest.raises(BadPosition) as caught:
            found.swap(out, into)
        assert caught.value.ruling == ruling
        assert ruling.rule in GAME.rulebook
        for language in ("en", "de"):
            texts = GAME.texts(language)
            assert f"reason.{ruling.why}" in texts
            assert "{" not in texts.explain(ruling)


@pytest.mark.parametrize(
    ("out", "into", "rule", "why"),
    [
        ("d12", "d4", "TP-D1", "not-in-deck"),
        ("d4", "d4", "TP-D1", "same-die"),
        ("d4", "d10", "TP-D2", "none-spare"),
        ("d4", "d12", "TP-D2", "none-owned"),
        ("d4", "d20", "TP-D1", "no-size"),
        ("d4", None, "TP-D1", "no-size"),
        ({}, "d4", "TP-D1", "no-size"),
    ],
)
def test_refusals(out: Any, into: Any, rule: str, why: str) -> None:
    ruling = Collection().ruling(out, into)
    assert (ruling.legal, ruling.rule, ruling.why) == (False, rule, why)


def test_the_sentence_counts() -> None:
    texts = GAME.texts("de")
    one = Collection().ruling("d4", "d10")
    assert texts.explain(one).startswith("Der einzige W10")
    two = Collection().award(10).swap("d4", "d10").ruling("d4", "d10")
    assert texts.explain(two).startswith("Alle 2 W10")


def test_a_prize_can_be_put_in_and_taken_out_again() -> None:
    found = Collection().award("d12").swap("d4", "d12")
    assert found.deck == (4, 4, 6, 6, 6, 8, 8, 8, 10, 12)
    assert found.owned == (3, 3, 3, 1, 1)
    assert found.swap("d12", "d4").deck == STANDARD_DECK


def test_award_refuses_what_no_deck_may_hold() -> None:
    for size in ("d20", 7, None, True, "d"):
        with pytest.raises(BadPosition) as caught:
            Collection().award(size)
        assert (caught.value.ruling.rule, caught.value.ruling.why) == ("TP-D1", "no-size")


def test_a_collection_has_an_end() -> None:
    found = Collection()
    for _ in range(MOST_DICE):
        found = found.award(12)
    with pytest.raises(BadPosition) as caught:
        found.award(12)
    assert (caught.value.ruling.rule, caught.value.ruling.why) == ("TP-D2", "too-many-dice")
    assert "99" in GAME.texts().explain(caught.value)


def test_a_whole_deck_at_once() -> None:
    found = Collection().award(10).with_deck(["d4"] * 2 + ["d6"] * 3 + ["d8"] * 3 + ["W10"] * 2)
    assert found.deck == (4, 4, 6, 6, 6, 8, 8, 8, 10, 10)
    with pytest.raises(BadPosition) as caught:
        found.with_deck(["d12"] * 10)
    assert (caught.value.ruling.rule, caught.value.ruling.why) == ("TP-D2", "not-owned")
    with pytest.raises(BadPosition) as caught:
        found.with_deck(["d4"] * 9)
    assert (caught.value.ruling.rule, caught.value.ruling.why) == ("TP-D1", "ten-dice")
    assert master_box().with_deck(["d12"] * 10).deck == (12,) * 10


GOOD = Collection().data()
HOSTILE: list[Any] = [
    [],
    "deck",
    7,
    {},
    {"owned": GOOD["owned"]},
    {**GOOD, "more": 1},
    {**GOOD, "owned": []},
    {**GOOD, "owned": {**GOOD["owned"], "d12": -1}},
    {**GOOD, "owned": {**GOOD["owned"], "d12": 1.5}},
    {**GOOD, "owned": {**GOOD["owned"], "d12": True}},
    {**GOOD, "owned": {**GOOD["owned"], "d12": 10**9}},
    {**GOOD, "owned": {**GOOD["owned"], "d20": 1}},
    {**GOOD, "owned": {**GOOD["owned"], "<b>d12</b>": 1}},
    {**GOOD, "owned": {"d4": 10}},
    {**GOOD, "deck": ["d12"] * 10},
    {**GOOD, "deck": ["d4"] * 9},
    {**GOOD, "deck": "d4"},
    {**GOOD, "deck": None},
    {**GOOD, "deck": [["d4"]] * 10},
]


@pytest.mark.parametrize("data", HOSTILE, ids=lambda data: str(data)[:60])
def test_damaged_collections_are_refused_with_a_sentence(data: Any) -> None:
    with pytest.raises(BadPosition) as caught:
        read_collection(data)
    for language in ("en", "de"):
        sentence = GAME.texts(language).explain(caught.value)
        assert sentence.endswith(".") and "{" not in sentence and len(sentence) < 300


@settings(deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.sampled_from(NAMES),
        lambda inner: (
            st.lists(inner, max_size=10)
            | st.dictionaries(st.sampled_from(["owned", "deck", *NAMES]), inner, max_size=5)
        ),
        max_leaves=20,
    )
)
def test_anything_else_is_refused_or_read(data: Any) -> None:
    try:
        found = read_collection(data)
    except BadPosition as refused:
        assert refused.ruling.rule in ("TP-D1", "TP-D2")
    else:
        assert len(found.deck) == DECK_DICE


# -- as the table sees it -------------------------------------------------------------------------


def test_the_workshop_of_a_first_collection() -> None:
    workshop = GAME.workshop(None, GAME.texts("de"))
    assert workshop is not None
    assert (workshop.option, workshop.size, workshop.rule) == ("decks", 10, "TP-D1")
    found = [(item.id, item.label, item.used, item.owned, item.spare) for item in workshop.items]
    assert found[0] == ("d4", "W4", 3, 3, 0)
    assert found[-1] == ("d12", "W12", 0, 0, 0)
    assert len({item.shape for item in workshop.items}) == 5
    assert sum(item.used for item in workshop.items) == workshop.size


def test_the_workshop_swaps_or_rules_and_its_deck_can_be_played() -> None:
    data = {"collection": Collection().award(12).data()}
    workshop = GAME.workshop(data, GAME.texts())
    assert isinstance(workshop, DiceWorkshop)
    refused = workshop.swap("d4", "d10")
    assert isinstance(refused, Ruling) and refused.rule == "TP-D2"
    swapped = workshop.swap("d4", "d12")
    assert isinstance(swapped, DiceWorkshop)
    assert swapped.items[-1].spare == 0
    again = GAME.workshop(swapped.data(), GAME.texts())
    assert isinstance(again, DiceWorkshop)
    assert again.campaign == swapped.campaign
    options = {"decks": [swapped.deck(), workshop.deck()]}
    position = GAME.setup(options, GAME.luck(1))
    assert position.decks[0] == (4, 4, 6, 6, 6, 8, 8, 8, 10, 12)


def test_the_master_box_has_no_end() -> None:
    workshop = GAME.workshop({"collection": master_box().data()}, GAME.texts())
    assert workshop is not None
    assert {item.spare for item in workshop.items} == {None}
    assert "game master" in workshop.about
    for _ in range(3):
        swapped = workshop.swap("d4", "d12")
        assert isinstance(swapped, DiceWorkshop)
        workshop = swapped
    assert workshop.deck() == ["d6"] * 3 + ["d8"] * 3 + ["d10"] + ["d12"] * 3
