"""Deck building: odds, lists as text, what the rules say, the collection, a deck tried alone."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tabletop_kit.games.tempest as room
from tabletop_kit.engine.building import sifted
from tabletop_kit.engine.decklist import read_decks, spelled
from tabletop_kit.engine.odds import at_least, both, expected
from tabletop_kit.engine.ruling import BadPosition, Json, Ruling
from tabletop_kit.engine.text import LANGUAGES
from tabletop_kit.games.tempest import deck_check, goldfish, rules
from tabletop_kit.games.tempest.building import MOST_DECKS, DeckBuilder, builder
from tabletop_kit.games.tempest.cards import (
    CARD,
    CARD_NAME,
    FT,
    IS_CHARACTER,
    OCCUPATION,
    PANTHEON,
    PANTHEONS,
    SU,
    TABLES,
    TEXT,
)
from tabletop_kit.games.tempest.collection import kit_figures, names
from tabletop_kit.games.tempest.decks import DECKS, as_list
from tabletop_kit.games.tempest.game import Tempest
from tabletop_kit.games.tempest.position import spots

GAME = Tempest()
FOLDER = Path(str(room.__file__)).parent
in_both = pytest.mark.parametrize("language", LANGUAGES)


def fresh(language: str = "en", data: Json = None) -> DeckBuilder:
    return builder(data, GAME.texts(language))


def changed(start: DeckBuilder, **cards: int) -> DeckBuilder:
    """A builder after so many more or fewer of some cards, ``_`` for ``-``."""
    for name, by in cards.items():
        after = start.change(name.replace("_", "-"), by)
        assert isinstance(after, DeckBuilder), after
        start = after
    return start


def counted(found: DeckBuilder | None) -> dict[str, int]:
    assert found is not None
    return {TEXT[card]: count for card, count in found.deck.counts.items()}


# -- odds ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("wanted", range(8))
@pytest.mark.parametrize("drawn", [0, 1, 3, 7, 9])
@pytest.mark.parametrize("least", [0, 1, 2, 4])
def test_chances_are_those_of_counting_every_hand(wanted: int, drawn: int, least: int) -> None:
    hands = list(combinations(range(7), min(drawn, 7)))
    good = sum(sum(card < wanted for card in hand) >= least for hand in hands)
    assert at_least(7, wanted, drawn, least) == pytest.approx(good / len(hands)) or wanted > 7
    assert expected(7, wanted, drawn) == pytest.approx(
        sum(sum(card < wanted for card in hand) for hand in hands) / len(hands)
    )


def test_the_chance_of_two_kinds_counts_cards_of_both_once() -> None:
    one, other = {0, 1, 2}, {2, 3}
    hands = [set(hand) for hand in combinations(range(9), 3)]
    good = sum(bool(hand & one) and bool(hand & other) for hand in hands)
    # Card 2 alone is both, which inclusion and exclusion over "either" counts as well.
    assert both(9, 3, 2, len(one | other), 3) == pytest.approx(good / len(hands))


def test_odds_of_what_cannot_be_are_refused() -> None:
    for size, wanted, drawn in ((5, 6, 1), (5, -1, 1), (5, 1, -1)):
        with pytest.raises(ValueError, match="wanted"):
            at_least(size, wanted, drawn)


def test_the_odds_of_a_deck_are_those_of_its_cards() -> None:
    table = fresh().pick("good").odds()
    rows = {row[0]: row[1:] for row in table.rows}
    assert rows["A Character of SU 0"] == ("15", "77.6 %", "83.7 %")
    assert rows["A Priest"][0] == "12"
    priests = sum(OCCUPATION[card] == "Priest" for card in DECKS["good"])
    assert rows["A Priest"][1] == f"{100 * at_least(60, priests, 5):.1f} %"
    assert rows["Characters of SU 0, on average"][1:] == ("1.25", "1.50")


# -- decks as text -------------------------------------------------------------------------------


def test_every_name_of_every_card_leads_to_it() -> None:
    for language in LANGUAGES:
        texts = GAME.texts(language)
        for card in TEXT:
            for name in (card, texts(f"card.{card}.name"), texts(f"card.{card}.name").upper()):
                assert names().find(name) == card, name
    assert len({spelled(name) for name in CARD_NAME}) == 140


LINES = [
    *("4 Peasant", "4x Peasant", "4× peasant", "4 x PEASANT", "- 4 Peasant", "Peasant x4"),
    *("Peasant: 4", "peasant = 4", "Peasant (4)", "Peasant 4", "4 Bauer", "  4\tpeasant  "),
    *("4 Peasant # the usual", '4 "Peasant"', "• 4 Bauer,", "3 Peasant\nBauer"),
]


@pytest.mark.parametrize("line", LINES)
def test_a_line_may_be_written_in_many_ways(line: str) -> None:
    text = f"Followers (4):\n\n{line}\n---\n2 Rose Ossuary\n1 Drue-Aelteste"
    reading = read_decks(text, names(), "tempest", "4 Peasant")
    assert reading.faults == ()
    [deck] = reading.decks
    assert deck.cards == {"peasant": 4, "rose-ossuary": 2, "drue-elder": 1}
    assert deck.lines["peasant"] == 3


@in_both
@pytest.mark.parametrize("form", ["list", "toml"])
@pytest.mark.parametrize("deck", DECKS)
def test_a_deck_comes_back_from_its_text(deck: str, form: Any, language: str) -> None:
    start = fresh(language).pick(deck)
    text = start.write(form)
    other = fresh("de" if language == "en" else "en")
    after, faults = other.read(text)
    assert faults == () and after is not None
    assert Counter(counted(after)) == Counter(as_list(DECKS[deck]))
    assert after.open.own and after.open.label.startswith(start.open.label[:12])
    assert after.check(text) == ()


def test_every_fault_is_named_with_its_line_and_nothing_is_changed() -> None:
    text = "# Mine\n5 Bauer\n2 Garison\n3 Flood\n0 Beggar\n77\nqwertz\n9999999999999 Pilgrim"
    start = changed(fresh(), seraph=1)
    after, faults = start.read(text)
    assert after is None
    marks = [re.match(r"Line (\d+)", one) for one in faults]
    assert [int(one[1]) if one else 0 for one in marks] == [2, 3, 4, 5, 6, 7, 8, 0]
    for part, fault in zip(
        ("TG-D1", "Garrison", "TG-D2", "“0”", "“77”", "qwertz", "999999999", "TG-A1"),
        faults,
        strict=True,
    ):
        assert part in fault
    assert start.open.size == 61 and len(start.own) == 1


def test_a_deck_file_names_every_fault_of_every_deck() -> None:
    good = fresh().pick("good").write("toml")
    text = (
        good.replace('name = "Dawn over Thale"', 'name = "Sound"')
        + '[[deck]]\nname = "Poor"\n[deck.cards]\npeasant = 4\nbeggar = "three"\nnobody = 1\n'
        + 'flood = 2\n[[deck]]\nname = "Shapeless"\n'
    )
    lines = text.splitlines()
    faults = fresh().check(text)
    wanted = {"“three”": "beggar =", "nobody": "nobody =", "TG-D2": "flood = 2"}
    for part, start in wanted.items():
        [fault] = [one for one in faults if part in one]
        number = next(place for place, row in enumerate(lines, 1) if row.startswith(start))
        if part == "“three”":
            number = max(place for place, row in enumerate(lines, 1) if row.startswith(start))
        assert f"Line {number}:" in fault
    assert any(one.startswith("Poor: ") and "TG-A1" in one for one in faults)
    assert any("[deck.cards]" in one for one in faults)
    assert len(faults) == 5


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "no card"),
        ("# only a remark", "no card"),
        ('game = "tempus"\n[[deck]]\nname = "x"\n[deck.cards]\npeasant = 4', "tempus"),
        ('game = "tempest"\n[[deck]\n', "TOML"),
        ("[deck]\ncards = 7", "table of cards"),
        ("4 Peasant\n" * 9000, "too large"),
    ],
)
def test_other_texts_are_answered_by_a_sentence(text: str, part: str) -> None:
    after, faults = fresh().read(text)
    assert after is None and any(part in one for one in faults)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=300) | st.lists(st.sampled_from([*LINES, "[deck]", "x=1"])).map("\n".join))
def test_no_text_brings_the_reader_down(text: str) -> None:
    start = fresh()
    after, faults = start.read(text)
    assert (after is None) == bool(faults)
    if after is not None:
        assert builder(after.data(), after.texts) == after


# -- what the rules say --------------------------------------------------------------------------


PAYER = {"Good": "alms-priest", "Evil": "druine", "Chaos": "woodland-drue"}
PAYER["Neutral"] = "wayside-hermit"
"""A Priest of each Pantheon, who leads Pilgrims (Neutral, FT 2)."""
COSTS = {
    side: next(
        TEXT[card]
        for card, occupation in enumerate(OCCUPATION)
        if PANTHEON[card] == side and occupation == "Guardian" and SU[card] > 2
    )
    for side in PANTHEONS
}
"""A Guardian of each Pantheon that no Priest can pay for alone."""


@pytest.mark.parametrize("times", (1, 2))
@pytest.mark.parametrize("payer", PANTHEONS)
@pytest.mark.parametrize("card", PANTHEONS)
def test_who_pays_for_whom_is_what_the_engine_says(payer: str, card: str, times: int) -> None:
    """The Priest pays with just enough Pilgrims for so many times the SU."""
    first, wanted = PAYER[payer], COSTS[card]
    assert (PANTHEON[CARD[first]], PANTHEON[CARD[wanted]]) == (payer, card)
    missing = times * SU[CARD[wanted]] - FT[CARD[first]]
    count = -(-missing // FT[CARD["pilgrim"]])
    others = ["pilgrim", *[f"pilgrim#{n}" for n in range(2, count + 1)]]
    keys: dict[str, Json] = {
        "hands": [[wanted], []],
        "wander": [[first, *others], ["peasant"]],
    }
    move = GAME.parse(f"summon {wanted} by {first} with {' '.join(others)}")
    ruling = GAME.ruling(GAME.load(keys, GAME.luck(1)), 0, move)
    needed = deck_check.pays_for(payer, card)
    if needed == 0:
        assert ruling.rule == "TG-A23"
    elif times < needed:
        assert ruling.rule == "TG-T1"
    else:
        assert ruling.legal, ruling


@pytest.mark.parametrize("temple", PANTHEONS)
@pytest.mark.parametrize("card", PANTHEONS)
def test_who_may_enter_is_what_the_engine_says(temple: str, card: str) -> None:
    places = {
        one: next(TEXT[n] for n in range(140) if OCCUPATION[n] == "Temple" and PANTHEON[n] == one)
        for one in PANTHEONS
    }
    people = {"Good": "novice", "Evil": "druine", "Chaos": "woodland-drue", "Neutral": "beggar"}
    keys: dict[str, Json] = {
        "wander": [[people[card]], ["peasant"]],
        "temples": [[{"card": places[temple]}], []],
    }
    position = GAME.load(keys, GAME.luck(1))
    ruling = GAME.ruling(position, 0, GAME.parse(f"move {people[card]} to {places[temple]}"))
    assert ruling.legal == deck_check.may_enter(temple, card)
    assert ruling.legal or ruling.rule == "TG-A25"


@in_both
def test_the_kits_decks_have_no_fault_and_the_shares_that_are_advised(language: str) -> None:
    for deck in DECKS:
        remarks = fresh(language).pick(deck).remarks
        assert not [one for one in remarks if one.kind == "fault"]
        assert [one.kind for one in remarks if one.rule == "TG-D3"] == ["note", "note"]
        mixed = [one for one in remarks if one.rule == "TG-D4"]
        assert bool(mixed) == (deck == "mixed")


ADVICE: list[tuple[str, dict[str, int]]] = [
    ("share-few", {"seraph": 4}),
    ("share-many", {"peasant": 4}),
    ("mixed", {"novice": 1, "druine": 1}),
    ("no-summoner", {"peasant": 1, "wayshrine": 1}),
    ("no-payer", {"druine": 4, "novice": 1}),
    ("doubled", {"alms-priest": 1, "chimeran": 1}),
    ("no-temple", {"alms-priest": 1, "avatar": 1}),
    ("no-caster", {"peasant": 1, "rain-of-arrows": 1}),
    ("no-host", {"peasant": 1, "great-library": 1}),
    ("closed-to-all", {"druine": 1, "rose-ossuary": 1}),
    ("closed-to", {"druine": 1, "alms-priest": 1, "rose-ossuary": 1}),
]


@pytest.mark.parametrize(("key", "cards"), ADVICE)
def test_each_advice_is_given_where_it_fits_and_cites_its_rule(
    key: str, cards: dict[str, int]
) -> None:
    counts = deck_check.read_counts(cards)
    found = {one.key: one for one in deck_check.advice(counts)}
    assert key in found and found[key].rule in GAME.rulebook
    for language in LANGUAGES:
        told = GAME.texts(language)(f"building.say.{key}", **found[key].facts)
        assert told.endswith(".") and "{" not in told


def test_every_advice_that_the_source_gives_was_tried() -> None:
    source = (FOLDER / "deck_check.py").read_text(encoding="utf-8")
    said = set(GAME.texts("en").tables["building"]["say"])
    assert said == {key for key, _ in ADVICE} | {"share"}
    assert all(f'"{key}"' in source for key in said)


def test_with_the_pantheons_ignored_nothing_is_said_of_them() -> None:
    counts = deck_check.read_counts({"druine": 2, "novice": 2, "rose-ossuary": 1, "chimeran": 1})
    keys = {one.key for one in deck_check.advice(counts, any_pantheon=True)}
    assert keys.isdisjoint({"no-payer", "doubled", "closed-to", "closed-to-all"})
    switched = fresh().turn("ignore_pantheon", True)
    assert len(switched.tables) == len(fresh().tables) - 1


def test_size_has_its_option() -> None:
    start = fresh().pick("good")
    for name in ("peasant", "beggar"):
        start = changed(start, **{name: -3})
    assert start.open.size == 54
    assert [one.rule for one in start.remarks if one.kind == "fault"] == ["TG-A1"]
    assert start.values() == () and start.trial(1, 2) == () and start.solo(1) == ()
    loose = start.turn("loose_deck_size", True)
    assert not [one for one in loose.remarks if one.kind == "fault"]
    assert len(loose.values()) == 1


# -- the collection ------------------------------------------------------------------------------


@in_both
def test_the_collection_is_filtered_by_every_facet(language: str) -> None:
    start = fresh(language)
    for facet in start.facets:
        found = [
            {one.id for one in sifted(start.pieces, "", {facet.id: value})}
            for value, _ in facet.values
        ]
        assert all(found), facet.id
        if facet.id != "keyword":
            assert sum(map(len, found)) == 140, facet.id
    good = sifted(start.pieces, "", {"pantheon": "Good", "occupation": "Priest"})
    expected_ids = {
        TEXT[n] for n in range(140) if PANTHEON[n] == "Good" and OCCUPATION[n] == "Priest"
    }
    assert {one.id for one in good} == expected_ids


def test_words_are_found_in_names_and_texts() -> None:
    found = [one.id for one in sifted(fresh("de").pieces, "ABTEI southton", {})]
    assert found == ["healers-of-southton-abbey", "southton-abbey"]
    assert sifted(fresh("de").pieces, "abtei fliegend", {}) == []
    flying = {one.id for one in sifted(fresh().pieces, "", {"keyword": "flying"})}
    assert {"griffon", "seraph", "chimeran"} <= flying


def test_it_says_which_figures_are_of_this_kit() -> None:
    notes = {one.id: one.note for one in fresh().pieces}
    assert notes["avatar"] == "" and notes["chimeran"] == ""
    assert notes["beggar"].endswith(": ST.")
    assert "no source" in notes["seraph"]
    for card, table in enumerate(TABLES):
        assert set(kit_figures(card)).isdisjoint(table.get("known", ()))
        if table["source"] == "kit":
            assert notes[TEXT[card]].startswith("All")


# -- decks of one's own --------------------------------------------------------------------------


def test_a_deck_of_the_kit_is_copied_before_it_is_changed() -> None:
    start = fresh().pick("evil")
    after = changed(start, peasant=-1)
    assert after.open.own and after.open.size == 59
    assert [one.size for one in after.decks] == [60, 60, 60, 60, 59]
    assert counted(after.pick("evil"))["peasant"] == counted(start)["peasant"]


def test_limits_are_refused_with_their_rule_and_nothing_changes() -> None:
    start = fresh()
    for card, by, rule in (("peasant", 5, "TG-D1"), ("flood", 2, "TG-D2"), ("chess", 1, "TG-N2")):
        refused = start.change(card, by)
        assert isinstance(refused, Ruling) and refused.rule == rule
        assert GAME.texts("de").explain(refused)
    assert start.change("darkwalker", 0) is start
    assert start.change("vulne", -3) is start


def test_decks_are_begun_named_copied_and_dropped() -> None:
    start = fresh().begin("  ")
    assert isinstance(start, DeckBuilder) and start.open.label == "New deck"
    assert start.remarks[0].rule == "TG-A1" and start.open.size == 0
    twice = start.copy("New deck")
    assert isinstance(twice, DeckBuilder) and twice.open.label == "New deck 2"
    named = twice.rename("Night in the Dead Wood")
    assert named.open.label == "Night in the Dead Wood 2"
    assert named.rename("") is named and len(named.rename("x" * 99).open.label) == 40
    gone = named.pick("own-0").drop()
    assert [one.label for one in gone.decks][4:] == ["Night in the Dead Wood 2"]
    assert gone.drop() is gone and not gone.open.own


def test_there_is_an_end_to_decks() -> None:
    start: DeckBuilder | Ruling = fresh()
    for _ in range(MOST_DECKS):
        assert isinstance(start, DeckBuilder)
        start = start.begin("")
    assert isinstance(start, DeckBuilder)
    for refused in (start.begin(""), start.copy("x"), start.pick("good").change("peasant", -1)):
        assert isinstance(refused, Ruling) and refused.why == "too-many-decks"
    after, faults = start.read("4 Peasant")
    assert after is None and str(MOST_DECKS) in faults[0]


def test_what_is_kept_comes_back() -> None:
    start = changed(fresh().turn("loose_deck_size", True), peasant=-1, seraph=2)
    assert builder(start.data(), start.texts) == start
    assert builder(None, start.texts) == fresh()


@pytest.mark.parametrize(
    "data",
    [
        7,
        {"cards": {}},
        {"decks": {}},
        {"decks": [], "on": ["chess"]},
        {"decks": [{"name": "x"}]},
        {"decks": [{"name": "", "cards": {}}]},
        {"decks": [{"name": "x" * 41, "cards": {}}]},
        {"decks": [{"name": "x", "cards": {"chess": 1}}]},
        {"decks": [{"name": "x", "cards": {"peasant": 5}}]},
        {"decks": [{"name": "x", "cards": {"peasant": True}}]},
        {"decks": [{"name": "x", "cards": []}]},
        {"decks": [{"name": "x", "cards": {}}] * (MOST_DECKS + 1)},
    ],
)
def test_damaged_decks_are_refused(data: Json) -> None:
    with pytest.raises(BadPosition) as refused:
        builder(data, GAME.texts())
    assert refused.value.ruling.rule == "TG-N2"


def test_a_deck_of_ones_own_is_played() -> None:
    [(label, mine)] = changed(fresh().pick("evil"), avatar=1).values()
    assert label == "Night in the Dead Wood, changed" and len(mine) == 61
    position = GAME.setup({"deck_lists": ["good", mine]}, GAME.luck(4))
    cards = [*position.decks[1], *position.hands[1]]
    assert Counter(TEXT[card] for card in cards) == Counter(mine)
    texts = GAME.texts("en")
    assert GAME.option_text("deck_lists", mine, texts) == "a deck of their own"
    assert GAME.option_text("deck_lists", "good", texts) == "Dawn over Thale"
    assert GAME.option_default("deck_lists", {"seats": 3}) == ["good", "evil", "chaos"]


# -- alone ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("deck", DECKS)
def test_a_trial_is_the_same_for_the_same_seed(deck: str) -> None:
    found = goldfish.trial(DECKS[deck], 3, 6, 5)
    assert found == goldfish.trial(DECKS[deck], 3, 6, 5)
    assert found != goldfish.trial(DECKS[deck], 4, 6, 5)
    for game in found.games:
        assert game.out == (not game.turns) and len(game.turns) in (0, 5)
        assert not any(
            move.startswith(("attack", "cast")) for turn in game.turns for move in turn.moves
        )


def test_a_game_alone_is_lost_where_nothing_is_free() -> None:
    for seed in range(40):
        position = goldfish.beginning(DECKS["good"], seed)
        free = any(SU[card] == 0 and IS_CHARACTER[card] for card in position.hands[0])
        assert len(position.hands[0]) == 6 and len(position.decks[0]) == 54
        assert goldfish.solo(DECKS["good"], seed, 1).out == (not free)


def test_the_figures_of_a_turn_are_those_of_the_table() -> None:
    seed = next(n for n in range(99) if not goldfish.solo(DECKS["good"], n, 1).out)
    game = goldfish.solo(DECKS["good"], seed, 4)
    position = goldfish.beginning(DECKS["good"], seed)
    turns: list[tuple[int, int]] = []
    while len(turns) < 4:
        seat = position.to_act
        assert seat is not None
        mine = position.turn == 0
        move = goldfish.choose(position) if mine else GAME.moves(position, seat)[0]
        before, position = position, rules.apply(position, seat, move)
        if mine and position.turn != 0:
            own = list(spots(position, 0))
            turns.append((sum(_faith(position, one.unit) for one in own), len(position.temples[0])))
            assert sorted(_all_cards(position)) == sorted(_all_cards(before))
    told = [(turn.faith, turn.temples) for turn in game.turns]
    assert len(told) == 4 and told == turns


def _faith(position: Any, unit: Any) -> int:
    """The FT of a card in play; a face-down one, which has no name, has what is printed on it."""
    if not unit.name:
        return max(FT[unit.card], 0)
    return int(GAME.question(position, f"ft.{unit.name}"))


def _all_cards(position: Any) -> list[int]:
    cards = [*position.hands[0], *position.decks[0], *position.discard[0]]
    for spot in spots(position, 0):
        for member in spot.unit.members:
            cards += [member.card, *[one.card for one in member.relics]]
    for temple in position.temples[0]:
        cards += [temple.card, *[one.card for one in temple.relics]]
    return cards


def test_means_and_firsts_are_those_of_the_games() -> None:
    def turn(number: int, faith: int) -> goldfish.Turn:
        return goldfish.Turn(number, faith, 0, 1, 0, ())

    games = (
        goldfish.Solo((), (turn(1, 2), turn(2, 4)), {"Priest": 1}, False),
        goldfish.Solo((), (turn(1, 1), turn(2, 2)), {"Priest": 2}, False),
        goldfish.Solo((), (), {}, True),
    )
    found = goldfish.Trial(0, 2, games)
    assert found.mean("faith") == [1.5, 3.0]
    assert found.first("Priest") == (pytest.approx(2 / 3), 1.5)
    assert found.first("Deity") == (0.0, None)
    assert found.by("Priest", 1) == pytest.approx(1 / 3) == found.out
    for wrong in ((0, 5), (5, 0), (10**9, 5)):
        with pytest.raises(ValueError, match="games"):
            goldfish.trial(DECKS["good"], 0, *wrong)


@in_both
def test_trials_are_told_in_words(language: str) -> None:
    start = fresh(language).pick("chaos")
    turns, firsts = start.trial(1, 3)
    assert len(turns.rows) == goldfish.TURNS and len(firsts.rows) == len(goldfish.FIRSTS)
    told = start.solo(2)
    assert told and all(one.endswith(".") and "{" not in one for one in told)
    assert told == start.solo(2) != start.solo(3)
