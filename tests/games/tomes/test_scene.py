"""Tomes of Power on the table: what is seen, what is not, and what a selection would do."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tabletop_kit.engine.match import Match
from tabletop_kit.engine.scene import Scene, Token, Weighing, Zone
from tabletop_kit.games import find_game
from tabletop_kit.games.tomes.cheapest import cheapest
from tabletop_kit.games.tomes.position import CARD, TEXT, total

GAME = find_game("tomes")
REST = ["5S", "6S", "7S", "9D", "10C", "AD", "2C"]
MIDDLE: dict[str, Any] = {
    "edition": True,
    "rung": "waking",
    "entity": "QD",
    "ruin": 12,
    "ward": 4,
    "hands": [["AS", "3H", "5D", "6C", "8H", "9S", "KH", "8D"]],
    "grave": ["2D", "4H", "7C", "7H"],
    "table": ["8S", "4S"],
    "pantheon": ["QC", "QS", "KD", "KC", "KS"],
    "expunged": ["JH", "JS", "JC"],
    "subdued": ["JD", "QH"],
    "owed": ["JD", "QH"],
    "echoes": 1,
    "stones": [[10]],
    "run": 1,
    "beckons": 1,
    "gathering": REST,
}
TWO: dict[str, Any] = {
    "seats": 2,
    "edition": True,
    "entity": "JS",
    "ruin": 7,
    "hands": [["2D", "6H", "9C", "10D"], ["7D", "AC", "3S", "8C"]],
    "grave": ["7H", "10C", "6D"],
    "channels": 2,
    "gathering": ["5S", "6S", "7S", "9D", "AD", "2C"],
}
FOUR: dict[str, Any] = {
    "seats": 4,
    "edition": True,
    "entity": "KS",
    "ruin": 22,
    "hands": [["X", "9S", "6S"], ["2D"], ["7D", "AC"], ["9H", "5H"]],
    "endured": [False, True, False, False],
    "gathering": ["5S", "7S", "9D", "10C", "AD", "2C"],
}


def match_at(position: dict[str, Any], *moves: str) -> Match[Any, Any]:
    match: Match[Any, Any] = Match.at(GAME, position, 5)
    for move in moves:
        match.play(move)
    return match


def seen(match: Match[Any, Any], seat: int | None = 0, language: str = "en") -> Scene:
    texts = GAME.texts(language, ("Ilse", "Mira", "Tom", "Uwe"))
    return GAME.scene(match.position, seat, texts, match.last.events)


def zone(scene: Scene, ident: str) -> Zone:
    return next(one for one in scene.zones if one.id == ident)


def token(scene: Scene, ident: str) -> Token:
    return next(one for one in scene.tokens() if one.id == ident)


def weighed(position: dict[str, Any], *words: str, seat: int = 0) -> Weighing:
    told = GAME.weigh(match_at(position).position, seat, words, GAME.texts("en"))
    assert told is not None
    return told


def values(told: Weighing) -> dict[str, str]:
    return {part.label: part.value for part in told.parts}


# -- what lies there -----------------------------------------------------------------------------


def test_the_one_in_front_shows_ruin_strike_and_domain() -> None:
    stage = zone(seen(match_at(MIDDLE)), "entity")
    counted = {one.id: (one.form, one.value, one.most) for one in stage.counters}
    assert counted == {"ruin": ("vessel", 12, 30), "strike": ("fangs", 11, 15)}
    assert stage.tokens[0].label == "Herald of Dream"
    assert (stage.tokens[0].glyph, stage.tokens[0].figure) == ("crescent", "herald")
    assert stage.tokens[0].marks == ("Denies Dream",)
    broken = zone(seen(match_at(BROKEN)), "entity")
    assert broken.tokens[0].power == "off"
    assert broken.tokens[0].marks == ("Domain of Void broken",)


BROKEN = FOUR | {"domain": "broken"}


def test_the_shaft_is_twelve_deep_and_the_backs_tell_their_tier_only() -> None:
    shaft = zone(seen(match_at(MIDDLE)), "pantheon")
    assert len(shaft.tokens) == 12 - 1
    told = [(one.name, one.marks[0] if one.marks else "") for one in shaft.tokens]
    assert told[:4] == [("Spawn", "Expunged")] * 3 + [("Spawn", "Owed")]
    assert told[4:6] == [("Herald", "Owed"), ("Herald", "In front")]
    backs = [one for one in shaft.tokens if one.hidden]
    assert [one.name for one in backs] == ["Herald"] * 2 + ["Ancient"] * 3
    assert {(one.glyph, one.face) for one in backs} == {("sealed", "")}


def test_a_fresh_game_shows_twelve_of_which_one_is_awake() -> None:
    match: Match[Any, Any] = Match.new(GAME, 3)
    scene = seen(match)
    names = [one.name for one in zone(scene, "pantheon").tokens]
    assert names == ["Spawn"] * 4 + ["Herald"] * 4 + ["Ancient"] * 4
    assert scene.depth == 0
    assert seen(match_at(MIDDLE)).depth == 100 * 5 // 12


def test_terror_shows_the_thirteenth_and_its_own_debts() -> None:
    match: Match[Any, Any] = Match.new(GAME, 3, seats=2, campaign="terror")
    assert [one.name for one in zone(seen(match), "pantheon").tokens][-1] == "Empyrean"
    later = {
        "seats": 2,
        "campaign": "terror",
        "descent": 2,
        "entity": "QC",
        "hands": [["2H"], ["3H"]],
    }
    later |= {"expunged": [rank + suit for rank in "JQK" for suit in "HDCS"] + ["JH", "JD"]}
    later |= {"expunged": later["expunged"][1:], "subdued": ["JH"], "owed": ["JH"], "beckons": 1}
    scene = seen(match_at(later))
    fallen = [one for one in zone(scene, "pantheon").tokens if one.marks == ("Down",)]
    assert [one.name for one in fallen] == ["Spawn", "Spawn"]
    (debt,) = zone(scene, "owed").tokens
    assert (debt.move, debt.able) == ("redress JH", True)
    assert "at full strength" in debt.sure


def test_a_beckon_makes_debts_and_expunged_ones_touchable() -> None:
    position = MIDDLE | {"hands": [["AS", "3H"]], "gathering": [*REST, "JH"]}
    shaft = zone(seen(match_at(position)), "pantheon")
    moves = {one.move: one.able for one in shaft.tokens if one.move}
    assert moves["redress JD"] is True
    assert moves["recall JH"] is True
    assert moves["recall JS"] is False
    none = zone(seen(match_at(position | {"beckons": 0})), "pantheon")
    assert [one.move for one in none.tokens if one.move] == []


def test_hand_cards_carry_their_two_marks() -> None:
    hand = zone(seen(match_at(MIDDLE)), "hand-0")
    marked = {one.word: (one.marks, one.power) for one in hand.tokens if one.marks}
    assert marked == {"5D": (("Denied",), "off"), "8D": (("Denied",), "off")}
    latent = zone(seen(match_at(FOUR)), "hand-0")
    told = {one.word: (one.marks, one.power) for one in latent.tokens}
    assert told["9S"] == (("Latent",), "held")
    assert told["X"] == ((), "")
    after = zone(seen(match_at(BROKEN)), "hand-0")
    assert all(one.power == "" for one in after.tokens)


def test_only_the_top_of_the_grave_and_counts_of_piles_are_there() -> None:
    scene = seen(match_at(MIDDLE))
    assert [one.label for one in zone(scene, "grave").tokens] == ["7 of Blood"]
    assert zone(scene, "grave").counters[0].value == 4
    assert zone(scene, "gathering").counters[0].value == len(REST)
    assert all(one.hidden for one in zone(scene, "gathering").tokens)
    words = repr(scene)
    assert not any(f"'{text}'" in words for text in (*REST, "2D", "4H", "7C"))


def test_channels_show_the_oldest_cards_and_a_reach_tells_its_price() -> None:
    scene = seen(match_at(TWO))
    other = zone(scene, "hand-1")
    assert [one.hidden for one in other.tokens] == [False, False, True, True]
    assert [one.move for one in other.tokens] == ["reach 7D", "reach AC", "", ""]
    assert "Mira then holds 3 cards; open channels left: 1" in other.tokens[0].sure
    assert "Strike stands at 10" in other.tokens[0].sure
    own = zone(scene, "hand-0").tokens
    assert ["Seen" in one.marks for one in own] == [True, True, False, False]
    nobody = seen(match_at(TWO), None)
    assert all(one.hidden for one in zone(nobody, "hand-1").tokens)


def test_other_hands_are_backs_with_reading_and_flags() -> None:
    scene = seen(match_at(FOUR))
    notes = {one.label: (one.glyph, one.note) for one in scene.zones if one.place == "far"}
    assert notes["Mira"] == ("crescent", "Reading: Dream, Endured")
    assert notes["Tom"] == ("hexes", "Reading: Swarm")
    assert all(one.hidden for z in scene.zones if z.place == "far" for one in z.tokens)


def test_ids_are_unique_even_with_two_heretics_and_a_carried_twin() -> None:
    twins = FOUR | {"hands": [["X", "X"], ["2D"], ["7D"], ["9H"]]}
    for scene in (seen(match_at(twins)), seen(match_at(MIDDLE)), seen(match_at(TWO))):
        ids = [one.id for one in scene.tokens()]
        assert len(ids) == len(set(ids))


def test_the_gallery_is_public_and_complete() -> None:
    one, other = seen(match_at(TWO), 0), seen(match_at(TWO), 1)
    shown = zone(one, "gallery")
    assert shown == zone(other, "gallery")
    assert len(shown.tokens) == 16
    assert shown.tokens[-1].label == "Empyrean of Void: Dominion 50, Strike 25, denies Void"


@pytest.mark.parametrize(
    ("echoes", "subdued", "medal"), [(2, 0, "Gold"), (1, 0, "Silver"), (1, 1, "Bronze")]
)
def test_the_end_shows_the_medal(echoes: int, subdued: int, medal: str) -> None:
    down = [rank + suit for rank in "JQK" for suit in "HDCS"][:-1]
    position = MIDDLE | {"rung": "quietus", "beckons": 0, "run": 0, "owed": [], "pantheon": []}
    position |= {"entity": "KS", "ruin": 32, "hands": [["8H", "4D"]], "echoes": echoes}
    position |= {"expunged": down[subdued:], "subdued": down[:subdued], "grave": [], "table": []}
    scene = seen(match_at(position, "play 8H"))
    assert scene.over
    assert (scene.verbs, scene.weighs) == ((), False)
    (end,) = zone(scene, "entity").tokens
    assert (end.figure, end.name) == (medal.lower(), medal)


# -- what may be said ----------------------------------------------------------------------------


def test_verbs_follow_the_phase() -> None:
    said = {verb.id: verb for verb in seen(match_at(MIDDLE)).verbs}
    assert set(said) == {"play", "rite", "echo", "concede"}
    assert said["rite"].ordered
    assert said["concede"].sure
    pay = {verb.id: verb for verb in seen(match_at(MIDDLE | {"phase": "pay"})).verbs}
    assert set(pay) == {"pay", "cheapest", "echo", "concede"}
    assert not pay["echo"].able
    assert pay["cheapest"].picks == ("3H", "8H")
    four = {verb.id: verb.move for verb in seen(match_at(FOUR)).verbs}
    assert [four[f"heretic-{seat}"] for seat in range(4)] == [f"heretic {n}" for n in range(4)]
    assert seen(match_at(FOUR), 1).verbs == ()


def test_a_stone_is_broken_by_its_holder_only() -> None:
    (own,) = zone(seen(match_at(MIDDLE)), "unbound").tokens
    assert (own.move, own.able) == ("break 10", True)
    assert "4 cards of the Grave" in own.sure
    (other,) = zone(seen(match_at(FOUR | {"stones": [[], [15], [], []]})), "unbound").tokens
    assert (other.move, other.label) == ("", "Bloodstone of Mira worth 15")


def test_blood_is_seen_before_dream() -> None:
    position = MIDDLE | {"rung": "waking", "entity": "QS", "ward": 0, "hands": [["AD", "9H", "3C"]]}
    position |= {"pantheon": ["QC", "QD", "KD", "KC", "KS"], "gathering": ["5S", "6S", "7S"]}
    scene = seen(match_at(position, "play AD 9H"))
    assert {(one.came_from, one.beat) for one in zone(scene, "table").tokens[-2:]} == {
        ("hand-0", 0)
    }
    (passage,) = scene.passages
    assert (passage.source, passage.target, passage.count) == ("grave", "gathering", 4)
    drawn = [one for one in zone(scene, "hand-0").tokens if one.came_from == "gathering"]
    assert len(drawn) == 7
    assert {one.beat for one in drawn} == {passage.beat + 1}


def test_a_draw_of_others_is_seen_as_backs() -> None:
    position = TWO | {"entity": "JH", "channels": 0}
    match = match_at(position, "play 10D")
    flights = {(one.source, one.target): one.count for one in seen(match, 0).passages}
    assert flights == {("gathering", "hand-1"): 3}


# -- what a selection would do -------------------------------------------------------------------


def test_a_play_is_weighed_in_the_order_of_its_forces() -> None:
    told = weighed(MIDDLE, "3H")
    assert told.text == "3 Ruin, 15 left. 11 due: your hand can pay."
    assert values(told) == {"Blood recovers": "3", "Pay with": "5 Dream, 6 Swarm"}
    assert (dict(told.counters), told.verbs) == ({"ruin": 15, "strike": 11}, ("play",))
    bound = weighed(MIDDLE, "8H", "AS")
    assert [part.label for part in bound.parts][:2] == ["Blood recovers", "Void wards"]
    assert bound.counters["strike"] == 2


def test_exact_spill_and_stone_are_told_apart() -> None:
    assert weighed(MIDDLE, "KH").text == "20 Ruin, 2 too many: Subdued, and owed."
    assert weighed(MIDDLE | {"ruin": 10}, "KH").text == "20 Ruin, exactly: Expunged."
    fresh = MIDDLE | {"entity": "JD", "ruin": 0, "ward": 0, "hands": [["10C"]], "owed": ["QH"]}
    fresh |= {"gathering": REST[:4], "subdued": ["QH"], "expunged": ["JH", "JS", "JC"]}
    fresh |= {"pantheon": ["QC", "QS", "QD", "KD", "KC", "KS"]}
    assert "with a Bloodstone of 10" in weighed(fresh, "10C").text
    last = MIDDLE | {"pantheon": [], "entity": "KS", "ruin": 30, "ward": 0}
    last |= {"expunged": [rank + suit for rank in "JQK" for suit in "HDCS"][:-1]}
    last |= {"subdued": [], "owed": [], "hands": [["10H", "9S"]]}
    assert weighed(last, "10H").text == "10 Ruin, exactly: the last one is Expunged."
    assert "a Subdue loses" in weighed(last | {"ruin": 32}, "10H").text


def test_a_denied_force_and_a_withheld_ward_are_told() -> None:
    assert values(weighed(MIDDLE, "5D"))["Dream"] == "denied"
    assert values(weighed(FOUR, "9S"))["Ward withheld"] == "9"


def test_what_cannot_be_paid_is_said_beforehand() -> None:
    poor = MIDDLE | {"hands": [["3H", "2S"]], "ward": 0}
    told = weighed(poor, "3H")
    assert told.text == "3 Ruin, 15 left. 15 due, but your other cards are worth 2."
    assert values(told)["Short by"] == "13"


def test_of_what_cannot_be_paid_the_coach_tells_what_is_missing() -> None:
    match = match_at(MIDDLE | {"hands": [["3H", "2S"]], "ward": 0})
    line = GAME.line(match.position, 0, GAME.parse("play 3H"))
    assert line is not None
    assert (line.leaves["due"], line.leaves["short"]) == (15, 13)
    assert not {"payment", "hand"} & line.leaves.keys()
    safe = GAME.line(match_at(MIDDLE).position, 0, GAME.parse("play 8H"))
    assert safe is not None
    assert "short" not in safe.leaves
    assert {"payment", "hand"} <= safe.leaves.keys()


def test_the_first_card_leads_the_rite() -> None:
    one, other = weighed(MIDDLE, "8H", "8D"), weighed(MIDDLE, "8D", "8H")
    assert one.verbs == other.verbs == ("rite",)
    assert values(one)["Blood recovers"] == "4"
    assert values(other)["Dream"] == "denied"


def test_no_legal_play_is_refused_with_its_rule() -> None:
    told = weighed(MIDDLE, "5D", "9S")
    assert told.rule == "TM-2"
    assert told.text.startswith("The 5 of Dream and the 9 of Void")
    assert (told.verbs, told.parts, dict(told.counters)) == ((), (), {})


def test_a_heretic_calls_for_a_name() -> None:
    assert weighed(FOUR, "X").verbs == tuple(f"heretic-{seat}" for seat in range(4))


def test_a_payment_is_weighed() -> None:
    pay = MIDDLE | {"phase": "pay"}
    assert weighed(pay, "9S", "3H").text == "Pays 12 for 11, 1 wasted. 6 cards stay."
    assert weighed(pay, "5D", "6C").text == "Pays 11 exactly. 6 cards stay."
    short = weighed(pay, "3H")
    assert (short.text, short.verbs) == ("3 of 11: 8 short.", ())


@pytest.mark.parametrize("words", [[], ["nonsense"], ["3H", "??"], ["3H"] * 40])
def test_odd_words_harm_nothing(words: list[str]) -> None:
    match = match_at(MIDDLE)
    told = GAME.weigh(match.position, 0, words, GAME.texts("en"))
    assert told is None or told.verbs == ()
    assert GAME.weigh(match.position, 1, ["3H"], GAME.texts("en")) is None


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_the_weighing_of_a_legal_play_comes_true(seats: int) -> None:
    """Ruin, Strike and due of the weighing are those of the position after the play."""
    luck = random.Random(seats)
    checked = 0
    for seed in range(6):
        match: Match[Any, Any] = Match.new(GAME, seed, seats=seats, edition=True)
        while match.to_act is not None and match.ply < 60:
            seat, position = match.to_act, match.position
            move = luck.choice([one for one in match.moves if str(one) != "concede"])
            kind, *words = str(move).split()
            told = GAME.weigh(position, seat, words, GAME.texts("de"))
            match.play(move)
            if kind not in ("play", "rite") or told is None:
                continue
            after = match.position
            assert told.verbs == (kind,)
            if after.entity == position.entity and after.result == "":
                checked += 1
                assert told.counters["ruin"] == after.ruin
                assert told.counters["strike"] == after.strike
    assert checked > 10


def test_weighing_tells_nothing_that_is_face_down() -> None:
    position = match_at(TWO).position
    texts = GAME.texts("en")
    for seed in range(4):
        other = GAME.imagine(position, 0, seed)
        for word in ("2D", "6H", "9C", "10D"):
            assert GAME.weigh(other, 0, [word], texts) == GAME.weigh(position, 0, [word], texts)


def test_the_cheapest_payment_wastes_least_by_fewest_cards() -> None:
    hand = tuple(CARD[text] for text in ("4H", "6H", "10S", "KH"))
    assert [TEXT[card] for card in cheapest(hand, 10)] == ["10S"]
    assert [TEXT[card] for card in cheapest(hand, 11)] == ["4H", "10S"]
    assert cheapest(hand, 0) == cheapest(hand, 99) == ()
    assert total(cheapest(hand, 15)) == 16


def test_german_has_every_word_of_the_table() -> None:
    for position in (MIDDLE, TWO, FOUR, MIDDLE | {"phase": "pay"}):
        scene = seen(match_at(position), language="de")
        assert scene.ask != seen(match_at(position)).ask
    english, german = set(GAME.texts("en").keys("table")), set(GAME.texts("de").keys("table"))
    assert english == german
