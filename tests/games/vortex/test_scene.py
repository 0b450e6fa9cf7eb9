"""Vortex on the table: what is seen, what is not, and that every move can be put together."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tabletop_kit.engine.match import Match, looking_back
from tabletop_kit.engine.scene import Comparison, Scene, Token, Weighing, Zone
from tabletop_kit.games import find_game
from tabletop_kit.games.vortex.cards import CARD
from tabletop_kit.games.vortex.moves import Move
from tabletop_kit.games.vortex.offers import needed
from tabletop_kit.games.vortex.outlook import outlooks
from tabletop_kit.teaching.trial import spots

GAME = find_game("vortex")
NAMES = ("Ilse", "Mira", "Tom", "Uwe")
FOUR: dict[str, Any] = {
    "round": 7,
    "location": "L20",
    "locations": [f"L{number}" for number in range(21, 48)],
    "acted": [False, True, False, False],
    "to_act": 0,
    "hands": [
        ["B04", "B22", "F01", "F09", "P01", "P04", "P16"],
        ["G03", "F02"],
        ["Y03", "Y07", "P02"],
        ["R05"],
    ],
    "field": [
        ["B01 +F09", "B13", "Y08 -P02", "B09"],
        ["G09 -F04", "G08", "G11"],
        ["Y05", "Y12 +P09", "Y06"],
        ["R11", "R02 -F20", "R09", "R12"],
    ],
    "discard": [["B10", "F03"], ["G01", "G02", "F05"], ["Y01"], ["R10"]],
    "fearful": [["G10"], [], ["B20"], []],
    "draw": [["B05", "B06", "F07"], ["G04", "G05", "F08"], ["Y02", "Y04"], ["R01", "R03"]],
    "rogations": ["yellow P15", "red P18"],
    "vortex": ["B11", "R20", "P03"],
    "played": [0, 0, 1, 1],
}
WINDOW = FOUR | {
    "phase": "window",
    "window": "location",
    "acted": [False] * 4,
    "hands": [
        ["B04", "B22", "F01", "P02", "P04", "P07", "P08", "P13", "P17"],
        ["G03", "F02"],
        ["Y03", "Y07", "P05"],
        ["R05"],
    ],
}


def match_at(position: dict[str, Any], *moves: str) -> Match[Any, Any]:
    match: Match[Any, Any] = Match.at(GAME, position, 5)
    for move in moves:
        match.play(move)
    return match


def seen(match: Match[Any, Any], seat: int | None = 0, language: str = "en") -> Scene:
    return GAME.scene(match.position, seat, GAME.texts(language, NAMES), match.last.events)


def zone(scene: Scene, ident: str) -> Zone:
    return next(one for one in scene.zones if one.id == ident)


def token(scene: Scene, ident: str) -> Token:
    return next(one for one in scene.tokens() if one.id == ident)


def weighed(position: dict[str, Any], *words: str, language: str = "en") -> Weighing:
    texts = GAME.texts(language, NAMES)
    told = GAME.weigh(match_at(position).position, 0, words, texts)
    assert told is not None
    return told


def offered(told: Weighing) -> dict[str, bool]:
    return {verb.move: verb.able for verb in told.offers}


# -- what lies there -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "places"),
    [
        (2, {0: "near", 1: "far"}),
        (3, {0: "near", 1: "left", 2: "right"}),
        (4, {0: "near", 1: "left", 2: "far", 3: "right"}),
    ],
)
def test_ones_own_quarter_is_nearest(seats: int, places: dict[int, str]) -> None:
    match: Match[Any, Any] = Match.new(GAME, 3, seats=seats)
    for viewer in range(seats):
        found = {one.seat: one.place for one in seen(match, viewer).zones if one.layout == "field"}
        turned = {(viewer + step) % seats: place for step, place in places.items()}
        assert found == turned


def test_a_card_shows_four_figures_in_the_same_corners() -> None:
    scene = seen(match_at(FOUR))
    wardens = token(scene, "G09")
    signs = ("reason", "flame", "waves", "sword")
    assert tuple(stat.glyph for stat in wardens.stats) == signs
    assert [stat.value for stat in wardens.stats] == ["4", "1", "3", "2"]
    assert not any(stat.was for stat in wardens.stats)
    for one in scene.tokens():
        assert not one.stats or tuple(stat.glyph for stat in one.stats) == signs


def test_figures_that_differ_tell_what_is_printed() -> None:
    scene = seen(match_at(FOUR))
    guardians = token(scene, "B01")
    told = [(stat.value, stat.was) for stat in guardians.stats]
    assert told == [("1", "2"), ("0", "1"), ("2/6", "3"), ("1", "")]
    assert "Water 2/6 instead of 3" in guardians.label
    drummers = token(scene, "R11")
    assert [(stat.value, stat.was) for stat in drummers.stats][2] == ("2", "3")


def test_the_location_changes_figures_for_all_to_see() -> None:
    swapped = token(seen(match_at(FOUR | {"location": "L42", "locations": []})), "R11")
    assert [stat.value for stat in swapped.stats] == ["0", "5", "2", "3"]


def test_a_convert_keeps_a_trace_of_its_colour() -> None:
    scene = seen(match_at(FOUR))
    heralds = token(scene, "Y08")
    assert zone(scene, "field-0").tint == "blue"
    assert (heralds.tint, heralds.seat, heralds.marks) == ("yellow", 0, ("once Yellow",))
    assert token(scene, "B13").marks == ()


def test_attached_cards_are_backs_frenzies_or_bluffs() -> None:
    scene = seen(match_at(FOUR))
    back = token(scene, "G09/0")
    assert (back.hidden, back.on, back.face, back.text, back.tint) == (True, "G09", "", "", "")
    assert "F04" not in repr(back) and "Flag" not in repr(back)
    potion = token(scene, "B01/0")
    assert (potion.name, potion.marks, potion.power) == ("Love Potion", ("Frenzy",), "")
    bluff = token(scene, "Y12/0")
    assert (bluff.name, bluff.marks, bluff.power) == ("Confession", ("Bluff",), "off")
    own = token(scene, "Y08/0")
    assert (own.hidden, own.name, own.power) == (False, "Prayer", "held")


def test_all_backs_look_alike() -> None:
    other = FOUR | {"field": [FOUR["field"][0], ["G09 -G13", "G08", "G11"], *FOUR["field"][2:]]}
    assert seen(match_at(FOUR)).data() == seen(match_at(other)).data()


def test_what_counts_in_the_round_is_told_in_words() -> None:
    scene = seen(match_at(FOUR))
    location = zone(scene, "location")
    assert (location.label, location.note) == (
        "Archive Moon",
        "At once, in turn order, each player draws 1.",
    )
    assert [one.name for one in location.tokens] == ["Green", "Blue", "Yellow", "Red"]
    assert [one.marks for one in location.tokens] == [
        ("has acted",),
        ("acts now",),
        ("to come",),
        ("to come",),
    ]
    force = zone(scene, "rogations").tokens
    assert [(one.name, one.marks) for one in force] == [
        ("Burial Rites", ("by Yellow", "this round")),
        ("Holy War", ("by Red", "this round")),
    ]
    assert scene.title == "Vortex · Round 7 of 48"


def test_piles_are_counted_and_what_lies_open_can_be_read() -> None:
    scene = seen(match_at(FOUR))
    counts = {one.id: one.face for one in scene.tokens() if one.shape == "chip"}
    assert counts["draw-0"] == "3" and counts["hand-2"] == "3" and counts["vortex"] == "3"
    assert token(scene, "discard-0").text == "Returned, Lugubrious"
    assert token(scene, "fearful-2").text == "Rainwatchers"
    assert "Dreamers" not in repr(token(scene, "hand-1"))


def test_points_show_halves_exactly() -> None:
    points = [zone(seen(match_at(FOUR)), f"field-{seat}").counters[0] for seat in range(4)]
    assert [(one.value, one.shown) for one in points] == [(2, ""), (0, ""), (1, ""), (0, "0.5")]
    german = seen(match_at(FOUR), 0, "de")
    assert zone(german, "field-3").counters[0].shown == "0,5"


def test_texts_that_are_ignored_are_not_told_as_rules() -> None:
    plain = zone(seen(match_at(FOUR | {"plain_locations": True})), "location")
    assert "ignored" in plain.note


# -- what a selection would do -------------------------------------------------------------------


def test_a_crusade_is_weighed_in_all_three_modes() -> None:
    told = weighed(FOUR, "B13", "G11")
    assert [(verb.label, verb.aside) for verb in told.offers] == [
        ("Reason", "1–2 converts"),
        ("Fire", "1–2 converts, 4+ kills"),
        ("Kill", "the higher kills"),
    ]
    assert [verb.note for verb in told.offers] == [
        "4 : 4 · equal · nothing",
        "1 : 2 · 1 behind · repelled",
        "1 : 1 · equal · both fall",
    ]
    assert [verb.tone for verb in told.offers] == ["", "", "bad"]


def test_a_hidden_card_leaves_outcomes_open() -> None:
    told = weighed(FOUR, "B13", "G09")
    assert "The hidden card may change that." in told.text
    assert told.offers[0].note.startswith("4 : 4? · equal · nothing; hidden card: ")
    assert "converted" in told.offers[0].note
    assert told.offers[1].note == "1 : 3 · 2 behind · repelled"


def test_a_mode_that_is_forbidden_says_why() -> None:
    kill = weighed(FOUR | {"location": "L01", "locations": []}, "B13", "G11").offers[2]
    assert not kill.able and "Haven" in kill.note
    assert kill.move == "crusade B13 G11 kill"


def test_what_calls_a_crusade_off_is_told() -> None:
    told = weighed(FOUR | {"rogations": ["green P24"]}, "B13", "G11")
    assert {verb.note for verb in told.offers} == {"Lullaby calls it off"}
    psalms = weighed(FOUR | {"rogations": ["green P21"]}, "B13", "G11")
    assert "Psalms of Mira would work in it." in psalms.text
    assert psalms.offers[0].note == "4 : 6 · 2 behind · yours is converted"


def test_selections_lead_on() -> None:
    assert "choose a target" in weighed(FOUR, "B13").text
    assert "choose which of your cards" in weighed(FOUR, "G11").text
    assert "choose the Devotee that bears it" in weighed(FOUR, "F01").text
    attach = weighed(FOUR, "B13", "F01")
    assert offered(attach) == {"frenzy B13 F01": True}
    assert [(part.label, part.value) for part in attach.parts] == [
        ("Reason", "4 → 6"),
        ("Fire", "1 → 0"),
    ]
    assert offered(weighed(FOUR, "B01/0")) == {"frenzy B01/0 discard": True}
    assert offered(weighed(FOUR, "Y08/0", "F01")) == {"frenzy Y08/0 F01": True}
    assert weighed(FOUR, "B13", "B04").offers[0].note == "a bluff: Respectators is no Frenzy"


def test_a_full_field_withdraws_and_says_why_it_takes_nobody_in() -> None:
    assert offered(weighed(FOUR, "B13", "B01")) == {"withdraw B01 B13": True}
    placed = weighed(FOUR, "B04").offers[0]
    assert (placed.able, placed.move) == (False, "reinforce B04")
    assert placed.note


def test_what_cannot_be_is_refused_in_a_sentence() -> None:
    told = weighed(FOUR, "B09", "B01/0", "F01")
    assert told.rule and not told.offers
    assert GAME.weigh(match_at(FOUR).position, 0, ["nonsense"], GAME.texts("en")) is None
    assert GAME.weigh(match_at(FOUR).position, 1, ["G09"], GAME.texts("en")) is None


def test_rogations_are_put_together_with_what_they_name() -> None:
    assert offered(weighed(WINDOW, "P02")) == {"rogation P02 B10": True, "rogation P02 F03": True}
    assert offered(weighed(WINDOW, "P04")) == {"rogation P04 B11": True}
    with_whom = offered(weighed(WINDOW, "P07"))
    assert set(with_whom) == {f"rogation P07 {colour}" for colour in ("green", "yellow", "red")}
    assert "one or two of your cards" in weighed(WINDOW, "P08").text
    assert offered(weighed(WINDOW, "B13", "P08", "B01")) == {"rogation P08 B01 B13": True}
    assert offered(weighed(WINDOW, "P13", "G09/0")) == {"rogation P13 G09/0": True}


def test_a_sacrifice_is_asked_for_where_the_location_contradicts() -> None:
    cremation = WINDOW | {"location": "L38", "locations": []}
    told = weighed(cremation, "P04")
    assert "Cremation contradicts Resurrection" in told.text and not told.offers
    paid = weighed(cremation, "P04", "B22")
    assert offered(paid) == {"rogation P04 B11 sacrifice B22": True}
    assert paid.offers[0].note == "sacrificing Ferry of Reeds"


def test_refill_discards_what_is_selected() -> None:
    refill = WINDOW | {"phase": "refill", "acted": [True] * 4, "to_act": 0}
    del refill["window"]
    assert offered(weighed(refill, "F01", "B04")) == {"discard B04 F01": True}
    assert [verb.move for verb in seen(match_at(refill)).verbs] == ["refill"]


# -- the whole of it -----------------------------------------------------------------------------


def games(seats: int, seeds: range) -> Iterator[Match[Any, Any]]:
    """Random games, move by move; the match stands before the move that comes next."""
    for seed in seeds:
        match: Match[Any, Any] = Match.new(GAME, seed, seats=seats, length=12)
        luck = random.Random(seed)
        while match.to_act is not None:
            yield match
            moves = match.moves
            match.play(moves[luck.randrange(len(moves))], match.to_act)


def is_offered(scene: Scene, match: Match[Any, Any], move: Move) -> bool:
    """Whether somebody can say this move by touching what lies on the table."""
    text, seat = GAME.write(move), match.to_act
    assert seat is not None
    if any(one.move == text and one.able for one in scene.tokens()):
        return True
    if any(verb.move == text and verb.able for verb in scene.verbs):
        return True
    words = needed(move)
    there = [one.word for one in scene.tokens() if one.word]
    for word in words:
        if word not in there:
            return False
        there.remove(word)
    told = GAME.weigh(match.position, seat, words, GAME.texts("en"))
    return told is not None and offered(told).get(text, False)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_legal_move_can_be_put_together(seats: int) -> None:
    luck = random.Random(seats)
    verbs: set[str] = set()
    for count, match in enumerate(games(seats, range(6))):
        if count % 5:
            continue
        scene = seen(match, match.to_act)
        moves = match.moves
        for number in luck.sample(range(len(moves)), min(12, len(moves))):
            move = moves[number]
            verbs.add(move.verb)
            assert is_offered(scene, match, move), (GAME.write(move), match.position.phase)
    assert {"reinforce", "frenzy", "crusade", "rogation", "discard", "choose"} <= verbs


def test_offers_are_judged_as_the_rules_judge_them() -> None:
    luck = random.Random(1)
    judged = 0
    for count, match in enumerate(games(4, range(3))):
        seat = match.to_act
        assert seat is not None
        words = [one.word for one in seen(match, seat).tokens() if one.word]
        if count % 3 or not words:
            continue
        for _ in range(6):
            chosen = luck.sample(words, min(len(words), luck.choice([1, 2, 2, 3])))
            told = GAME.weigh(match.position, seat, chosen, GAME.texts("de", NAMES))
            for verb in told.offers if told else ():
                assert bool(match.ruling(verb.move, seat)) == verb.able
                judged += 1
    assert judged > 300


def test_what_was_told_of_a_crusade_comes_true() -> None:
    told, open_still = 0, 0
    results = {"converted": "convert", "killed": "kill", "repelled": "repel", "nothing": ""}
    for seats in (2, 4):
        for match in games(seats, range(4)):
            if match.position.phase != "turn":
                continue
            seat, before = match.to_act, match.position
            assert seat is not None
            crusades = [move for move in match.moves if move.verb == "crusade"]
            if not crusades:
                continue
            move = crusades[match.ply % len(crusades)]
            branch = match.branch()
            events = branch.play(move, seat)
            facts = next((event.facts for event in events if event.kind == "compared"), None)
            guarded = any(event.kind in ("protected", "spared") for event in events)
            found = outlooks(before, seat, move.cards[0], move.cards[1])
            one = next(each for each in found if each.mode == move.word)
            if facts is None or facts["mode"] != move.word or guarded:
                continue
            other = next(
                unit for field in before.field for unit in field if unit.card == move.cards[1]
            )
            if not other.face_down:
                assert not one.open_to
                assert (facts["mine"], facts["theirs"]) == (one.verdict.mine, one.verdict.theirs)
            result = results.get(facts["result"])
            if result is not None and one.guard is None:
                ends = [end.replace("frighten", "convert") for end, _own in one.open_to]
                taken = "convert" if result == "kill" else result
                shown = one.result.replace("frighten", "convert")
                assert {result, taken} & {shown, *ends}, (str(move), facts, one)
            told += 1
            open_still += bool(one.open_to)
    assert told > 150 and open_still > 10


def test_the_comparison_stays_until_the_next_location() -> None:
    match = match_at(FOUR, "crusade B13 G11 kill")

    def kept(seat: int | None) -> Comparison | None:
        return GAME.comparison(looking_back(match.last, seat), seat, GAME.texts("en", NAMES))

    told = kept(0)
    assert told is not None
    assert (told.one.name, told.one.value, told.other.name, told.other.value) == (
        "Reed Hermits",
        "1",
        "Glass Scholars",
        "1",
    )
    assert (told.lead, told.result, told.rule) == ("equal", "Both fall.", "VX-R12")
    while match.position.round == 7:
        assert kept(None) == kept(0)
        match.play("refill" if match.position.phase == "refill" else "pass", match.to_act)
    assert kept(0) is None


def test_a_hint_finds_the_tokens_of_a_composed_move() -> None:
    scene = seen(match_at(FOUR))
    assert spots(scene, "crusade B13 G09 reason")["tokens"] == ["B13", "G09"]
    assert spots(scene, "frenzy B01/0 discard")["tokens"] == ["B01/0"]
    assert spots(scene, "reinforce B04 B22")["tokens"] == ["B04", "B22"]
    assert spots(scene, "pass")["verbs"] == ["pass"]
    assert CARD["B04"] in match_at(FOUR).position.hands[0]
