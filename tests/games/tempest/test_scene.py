"""Tempest on the table: what is seen, what is not, and that every move can be put together."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from tabletop_kit.engine.match import Match, looking_back
from tabletop_kit.engine.scene import Scene, Token, Weighing, Zone
from tabletop_kit.games.tempest.cards import TEXT
from tabletop_kit.games.tempest.game import Tempest
from tabletop_kit.games.tempest.judging import ruling
from tabletop_kit.games.tempest.moves import parse_move
from tabletop_kit.games.tempest.offers import joined_names
from tabletop_kit.games.tempest.position import Position
from tabletop_kit.table.picture import picture
from tabletop_kit.table.session import Preferences, Session
from tabletop_kit.table.words import zone_in_words
from tabletop_kit.teaching.trial import spots

GAME = Tempest()
NAMES = ("Ada", "Ben", "Cem", "Dot")
FOUR: dict[str, Any] = {
    "seats": 4,
    "turn": 0,
    "turns": [4, 4, 3, 3],
    "phase": "main",
    "to_act": 0,
    "hands": [
        ["fireball", "garrison", "peasant", "southton-abbey", "tower-shield"],
        ["beggar", "imp"],
        ["imp"],
        ["novice", "thief"],
    ],
    "wander": [
        ["alms-priest", "beggar drained", "farmer", "novice", "peasant", "pilgrim drained"],
        ["minstrel", "novice#2", "peasant#2", "woodland-drue drained"],
        ["druine", "imp drained", "thrall"],
        ["beggar#2", "blood-priest", "thrall#2 drained"],
    ],
    "battleground": [
        ["garrison(-enchanted-blade)", "steward(tower-shield)", "unicorn drained"],
        ["darkwalker(enchanted-blade)", "elivari-bowmen drained"],
        ["bone-jackal", "vulne+vulne#2", "warlock(-fireball)"],
        ["black-knight", "griffon(-winged-boots)", "raider-band drained"],
    ],
    "temples": [
        [
            {"card": "wayshrine", "relics": ["great-library"], "in": ["abbess-of-thale"]},
            {"card": "isle-of-mists", "in": ["pilgrim#2 drained"]},
        ],
        [{"card": "rose-ossuary", "in": ["archprelate", "-beggar", "farmer#3 drained"]}],
        [{"card": "the-dead-wood", "relics": ["-great-library"], "in": ["high-druine"]}],
        [{"card": "sunken-crypt", "in": ["necromancer drained", "-cultist"]}],
    ],
    "decks": [["peasant", "farmer"], ["peasant"], ["peasant"], ["peasant"]],
    "discard": [["unicorn"], ["beggar", "beggar"], [], ["imp"]],
}
TWO: dict[str, Any] = {
    "turns": [3, 3],
    "hands": [["fireball", "meteor-shower"], []],
    "wander": [["woodland-drue", "woodland-drue#2"], ["novice"]],
    "battleground": [["warlock", "mage-master"], ["garrison", "imp"]],
}
PRIESTS = (
    *("archprelate", "abbess-of-thale", "abbess-of-thale#2", "abbess-of-thale#3"),
    "high-druine",
)
RETORT = FOUR | {
    "hands": [["garrison"], ["divine-intervention"], ["fireball", "whirlwind"], ["novice"]]
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


def words_of(one: Token) -> list[str]:
    """What the signs of a card stand for."""
    return [sign.word for sign in one.signs]


def word(position: Position, seat: int, name: str) -> str:
    """The word of a thing; ``@`` before a name: of the card of the hand."""
    if not name.startswith("@"):
        return name
    scene = GAME.scene(position, seat, GAME.texts("en", NAMES))
    return token(scene, f"hand:{name[1:]}").word


def weighed(match: Match[Any, Any], *names: str, language: str = "en") -> Weighing:
    seat = match.position.to_act
    assert seat is not None
    words = [word(match.position, seat, name) for name in names]
    told = GAME.weigh(match.position, seat, words, GAME.texts(language, NAMES))
    assert told is not None
    return told


def offered(told: Weighing) -> list[str]:
    return [verb.move for verb in told.offers]


def parts(told: Weighing) -> dict[str, tuple[str, str]]:
    return {part.label: (part.value, part.tone) for part in told.parts}


# -- what lies there -----------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ones_own_homeland_is_nearest(seats: int) -> None:
    match: Match[Any, Any] = Match.new(GAME, 3, seats=seats)
    for viewer in range(seats):
        scene = seen(match, viewer)
        realms = [one for one in scene.zones if one.layout == "realm" and one.seat is not None]
        others = [(viewer + step) % seats for step in range(1, seats)]
        assert [(one.seat, one.place) for one in realms] == [
            *[(other, "far") for other in others],
            (viewer, "near"),
        ]
        assert zone(scene, f"wander-{viewer}").within == f"realm-{viewer}"
        assert zone(scene, "battleground").place == "middle"
        assert [one.id for one in scene.zones if one.layout == "hand"] == [f"hand-{viewer}"]


def test_temples_hold_who_is_inside_and_fighters_stand_in_the_middle() -> None:
    scene = seen(match_at(FOUR))
    temple = zone(scene, "temple-rose-ossuary")
    assert temple.within == "realm-1"
    assert [one.id for one in temple.tokens] == [
        *("rose-ossuary", "archprelate", "rose-ossuary/down", "farmer#3"),
    ]
    assert [(one.glyph, one.value) for one in temple.tokens[0].stats] == [
        ("hammer", "6"),
        ("door", "3/5"),
    ]
    assert "3 of 5 inside" in temple.tokens[0].label
    camps = [one for one in scene.zones if one.within == "battleground"]
    assert [(one.id, one.label) for one in camps] == [
        ("ground-1", "Ben"),
        ("ground-2", "Cem"),
        ("ground-3", "Dot"),
        ("ground-0", "You"),
    ]


def test_drained_cards_lie_on_their_side_and_say_so() -> None:
    scene = seen(match_at(FOUR))
    laid = {one.id for one in scene.tokens() if one.laid}
    assert laid == {
        *("beggar", "pilgrim", "woodland-drue", "imp", "thrall#2", "unicorn", "elivari-bowmen"),
        *("raider-band", "pilgrim#2", "farmer#3", "necromancer"),
    }
    for one in scene.tokens():
        assert one.laid == ("drained" in words_of(one)), one.id
    wander = [one.laid for one in zone(scene, "wander-0").tokens]
    assert wander == sorted(wander)


def test_current_figures_tell_what_makes_them_up() -> None:
    scene = seen(match_at(FOUR))
    darkwalker = token(scene, "darkwalker")
    assert [(one.value, one.was) for one in darkwalker.stats] == [("4", "3"), ("1", "")]
    assert "ST 4: 3 of its own, +1 Enchanted Blade." in darkwalker.text
    assert "Defending 6." in token(scene, "steward").text
    jackal = token(scene, "bone-jackal")
    assert "+1 The Dead Wood" in jackal.text
    german = token(seen(match_at(FOUR), 0, "de"), "bone-jackal")
    assert "+1 Der Tote Wald" in german.text
    assert "Casts with" in token(scene, "warlock").text


def test_occupations_and_pantheons_are_signs_and_words() -> None:
    scene = seen(match_at(FOUR))
    signs: dict[str, str] = {}
    seals: dict[str, str] = {}
    for one in scene.tokens():
        if one.shape == "page" and not one.hidden and not one.on:
            assert signs.setdefault(one.figure, one.face) == one.face
            assert seals.setdefault(one.glyph, one.tint) == one.tint
            assert one.face in one.label
    assert set(seals) == {"sunseal", "skull", "spiral", "plainseal"}
    assert signs["shield"] == "Guardian" and signs["staff"] == "Priest"
    assert words_of(token(scene, "griffon")) == ["Flying", "Mount"]


def test_joined_cards_are_one_and_relics_lie_on_their_hosts() -> None:
    scene = seen(match_at(FOUR))
    pack = token(scene, "vulne")
    assert pack.name == "Vulne + Vulne 2"
    assert "vulne#2" not in [one.id for one in scene.tokens()]
    assert (token(scene, "tower-shield").on, token(scene, "great-library").on) == (
        "steward",
        "wayshrine",
    )


def test_what_lies_face_down_is_a_back_that_tells_nothing() -> None:
    scene = seen(match_at(FOUR))
    for name, host in (("warlock/spell", "warlock"), ("the-dead-wood/relic", "the-dead-wood")):
        back = token(scene, name)
        assert (back.hidden, back.on, back.text, back.rule, back.tint) == (True, host, "", "", "")
    occupant = token(scene, "sunken-crypt/down")
    assert (occupant.hidden, occupant.stats, occupant.text) == (True, (), "")
    own = token(scene, "garrison/relic")
    assert (own.hidden, own.name, own.power) == (False, "Enchanted Blade", "held")


def test_all_backs_look_alike_and_no_hand_of_others_is_there() -> None:
    temples = [
        *FOUR["temples"][:1],
        [{"card": "rose-ossuary", "in": ["archprelate", "-novice", "farmer#3 drained"]}],
        *FOUR["temples"][2:],
    ]
    ground = [
        *FOUR["battleground"][:2],
        ["bone-jackal", "vulne+vulne#2", "warlock(-domination)"],
        ["black-knight", "griffon(-strong-bow)", "raider-band drained"],
    ]
    hands = [FOUR["hands"][0], ["seraph", "thief"], ["avatar"], ["beggar", "imp"]]
    changes = {"battleground": ground, "hands": hands, "decks": FOUR["decks"]}
    other = match_at(FOUR | changes)
    assert seen(match_at(FOUR)).data() == seen(other).data()
    told = match_at(FOUR | {"temples": temples}).position
    scene = GAME.scene(told, 0, GAME.texts("en", NAMES))
    assert seen(match_at(FOUR)).data() == scene.data()
    watching = seen(match_at(FOUR), None)
    assert not [one for one in watching.zones if one.layout == "hand"]
    assert token(watching, "garrison/relic").hidden


def test_piles_are_counted_and_the_discard_pile_can_be_read() -> None:
    scene = seen(match_at(FOUR))
    assert token(scene, "faith-0").face == "11/19"
    assert (token(scene, "hand-1").face, token(scene, "deck-0").face) == ("2", "2")
    assert token(scene, "discard-1").text == "Beggar × 2"
    assert zone(scene, "hand-0").label == "Your hand, 5 of 6 cards"
    assert [one.corner for one in zone(scene, "hand-0").tokens] == [
        *("SU •", "SU 2", "SU 0", "SU 3", "SU 1"),
    ]


def test_turn_protection_and_partners_are_told_in_words() -> None:
    fresh: Match[Any, Any] = Match.new(GAME, 3, seats=2)
    first = seen(fresh, fresh.position.turn)
    own = zone(first, f"realm-{fresh.position.turn}")
    assert own.badge == "has the turn" and own.turn
    assert "first turn" in own.note and "protected" in own.note
    gone = replace(fresh.position, out=(1 - fresh.position.turn,))
    told = GAME.scene(gone, gone.turn, GAME.texts("en", NAMES))
    assert "protected" not in zone(told, f"realm-{gone.out[0]}").note
    later = zone(seen(match_at(FOUR)), "realm-0")
    assert later.note == "SU 0 put down: 0 of 2"
    teams = seen(match_at(FOUR | {"teams": [[0, 2], [1, 3]]}))
    assert zone(teams, "realm-2").badge == "your partner"
    assert zone(teams, "realm-1").badge == ""
    assert "player-2" not in [one.id for one in teams.tokens()]


# -- fights and answers --------------------------------------------------------------------------


def fight(*moves: str) -> Match[Any, Any]:
    position = FOUR | {
        "hands": [["healing-touch"], [], [], []],
        "battleground": [
            ["steward(tower-shield)"],
            ["darkwalker(enchanted-blade)", "elivari-bowmen drained"],
            [],
            [],
        ],
        "temples": [[], [], [], []],
        "wander": [["alms-priest"], ["novice"], ["imp drained"], ["beggar"]],
    }
    return match_at(position, "attack steward 1", *moves)


def test_an_attack_is_a_line_and_a_blocker_too() -> None:
    match = fight()
    while match.position.phase == "window":
        match.play("pass")
    assert match.position.phase == "block"
    scene = seen(match, 1)
    lines = [(one.source, one.target, one.kind) for one in scene.lines]
    assert lines == [("steward", "ground-1", "attack")]
    assert "attacks" in token(scene, "steward").marks
    assert zone(scene, "battleground").note == "Ada attacks you with Steward; nobody blocks yet."
    assert [(verb.label, verb.aside, verb.note) for verb in scene.verbs[:2]] == [
        ("Block with Darkwalker", "4 against 4", "Both would fall."),
        ("Block with Elivari Bowmen", "4 against 2", "The defender would fall."),
    ]
    match.play("block darkwalker")
    scene = seen(match, 1)
    words = [(one.source, one.target, one.kind, one.label) for one in scene.lines]
    assert words == [("darkwalker", "steward", "block", "blocks")]
    assert (
        zone(scene, "battleground").note == "Steward against Darkwalker: 4 to 4. Both would fall."
    )


@pytest.mark.parametrize(("language", "name"), [("en", "You"), ("de", "Du")])
def test_who_is_called_you_is_not_told_so_again(language: str, name: str) -> None:
    match = match_at(TWO)
    texts = GAME.texts(language, (name, "Ben"))
    lesson = GAME.scene(match.position, 0, texts, match.last.events)
    assert zone(lesson, "realm-0").label == name
    assert zone(seen(match, 0, language), "realm-0").label == f"Ada ({name.lower()})"


def test_a_card_that_nobody_can_pay_for_says_what_it_waits_for() -> None:
    drained = {"wander": [["alms-priest drained", "farmer"], ["beggar"]]}
    match = match_at(TWO | drained | {"hands": [["southton-abbey", "tremors"], ["beggar"]]})
    told = weighed(match, "@southton-abbey")
    assert told.text.startswith("Southton Abbey costs 3 FT, and nothing of yours that stands")
    assert not told.offers
    assert "kostet 3 FT" in weighed(match, "@southton-abbey", language="de").text
    assert weighed(match, "@tremors").text.startswith("Tremors cannot be played now.")
    refused = weighed(match, "@southton-abbey", "farmer")
    assert refused.rule == "TG-A13"


def test_a_block_is_weighed_before_it_is_said() -> None:
    match = fight()
    while match.position.phase == "window":
        match.play("pass")
    told = weighed(match, "elivari-bowmen")
    assert told.text == "Elivari Bowmen: 4 against 2. The defender would fall."
    refused = weighed(match, "novice")
    assert refused.rule and not refused.offers


def test_the_stack_is_there_top_first_with_lines_to_what_it_picks() -> None:
    match = match_at(RETORT, "summon garrison by alms-priest with novice")
    while match.position.to_act != 2:
        match.play("pass")
    match.play("cast fireball by warlock x 2 at sunken-crypt")
    seat = match.position.to_act
    scene = seen(match, seat)
    stack = zone(scene, "stack")
    assert [one.corner for one in stack.tokens] == ["1", "2"]
    assert stack.tokens[0].name.startswith("Cast Fireball") and "by Cem" in stack.tokens[0].marks
    assert stack.tokens[1].name.startswith("Summon Garrison")
    lines = [(one.source, one.target, one.kind) for one in scene.lines]
    assert lines == [("play-2", "sunken-crypt", "answer")]
    assert "Cem announced Fireball." in scene.ask
    assert scene.title == "Tempest · turn 4 of Ada · answers to a Spell or Miracle"


# -- what a selection would do -------------------------------------------------------------------


def test_payers_are_added_up_and_what_they_pay_is_told() -> None:
    told = weighed(match_at(FOUR), "alms-priest", "farmer")
    assert parts(told) == {
        "FT together": ("2", ""),
        "Pays Garrison": ("2", "good"),
        "Not Southton Abbey": ("3", "bad"),
    }
    assert offered(told)[0] == "summon garrison by alms-priest with farmer"
    one = weighed(match_at(FOUR), "@garrison", "alms-priest")
    assert parts(one) == {"FT together": ("1 / 2", "bad")}
    both = weighed(match_at(FOUR), "@garrison", "alms-priest", "peasant")
    assert parts(both) == {"FT together": ("2 / 2", "good")}
    assert offered(both)[:2] == [
        "summon garrison by alms-priest with peasant",
        "summon garrison by alms-priest with peasant to battleground",
    ]


def test_who_cannot_pay_together_is_told_why() -> None:
    told = weighed(match_at(FOUR), "@garrison", "alms-priest", "abbess-of-thale")
    assert told.rule == "TG-A16" and not told.offers
    followers = weighed(match_at(FOUR), "@garrison", "farmer", "peasant")
    assert followers.rule == "TG-A13"
    drained = weighed(match_at(FOUR), "@garrison", "alms-priest", "beggar")
    assert "drained" in drained.text


def test_a_card_of_the_hand_leads_on() -> None:
    free = weighed(match_at(FOUR), "@peasant")
    assert offered(free)[:1] == ["play peasant"]
    inside = weighed(match_at(FOUR), "@peasant", "wayshrine")
    assert offered(inside) == ["play peasant to wayshrine"]
    priced = weighed(match_at(FOUR), "@garrison")
    assert "choose who pays" in priced.text
    assert "summon garrison by abbess-of-thale" in offered(priced)
    temple = weighed(match_at(FOUR), "@southton-abbey", "alms-priest", "novice")
    assert offered(temple)[:3] == [
        "summon southton-abbey by alms-priest with novice inside alms-priest novice",
        "summon southton-abbey by alms-priest with novice inside alms-priest",
        "summon southton-abbey by alms-priest with novice",
    ]


def test_a_relic_takes_its_host_from_the_selection() -> None:
    down = weighed(match_at(FOUR), "@tower-shield", "garrison")
    assert "another" in down.text or down.rule
    laid = weighed(match_at(FOUR), "@tower-shield", "unicorn")
    assert "play tower-shield on unicorn" in offered(laid)
    paid = weighed(match_at(FOUR), "@tower-shield", "unicorn", "alms-priest")
    assert "summon tower-shield by alms-priest on unicorn" in offered(paid)
    turned = weighed(match_at(FOUR), "garrison/relic", "alms-priest")
    assert offered(turned) == ["reveal garrison/relic by alms-priest"]


def test_points_are_divided_among_what_is_picked() -> None:
    one = weighed(match_at(TWO), "@meteor-shower", "woodland-drue", "woodland-drue#2", "novice")
    paid = "summon meteor-shower by woodland-drue with woodland-drue#2 x 2 at"
    assert f"{paid} novice=1" in offered(one) and f"{paid} novice=2" in offered(one)
    two = weighed(
        match_at(TWO), "@meteor-shower", "woodland-drue", "woodland-drue#2", "novice", "imp"
    )
    assert offered(two)[0] == f"{paid} imp=1 novice=1"
    assert two.offers[0].note.endswith(" · Imp 1 of 1: falls. Novice 1 of 1: falls.")
    assert two.offers[0].label == "Summon Meteor Shower"
    assert parts(two) == {"FT together": ("2 / X", "good"), "X": ("2", "")}
    assert two.offers[0].aside == "2 FT for X = 2"


@pytest.mark.parametrize("card", ["@meteor-shower", "@fireball"])
def test_what_cannot_be_aimed_at_is_refused_before_anybody_pays(card: str) -> None:
    shelter = {
        "turns": [3, 3],
        "hands": [["fireball", "meteor-shower"], []],
        "wander": [["high-druine"], ["novice"]],
        "battleground": [["warlock"], []],
        "temples": [[], [{"card": "sunken-crypt", "in": ["druine"]}]],
        "decks": [["peasant"] * 5] * 2,
    }
    refused = weighed(match_at(shelter), card, "druine")
    assert refused.rule == "TG-A43" and not refused.offers
    assert "inside an opponent's Temple" in refused.text
    assert weighed(match_at(shelter), card, "novice").offers


def test_what_a_spell_would_do_is_told_before_it_is_cast() -> None:
    fire = weighed(match_at(TWO), "@fireball", "mage-master", "imp")
    assert offered(fire) == ["cast fireball by mage-master x 4 at imp"]
    assert fire.offers[0].note == "cast by Mage Master; X = 4; at Imp · Imp 4 of 1: falls."
    two = weighed(match_at(TWO), "@fireball", "mage-master", "garrison", "imp")
    assert two.rule == "TG-T5" and not two.offers
    rain = TWO | {"hands": [["rain-of-arrows"], []]}
    swept = weighed(match_at(rain), "@rain-of-arrows", "mage-master")
    assert "Would strike " in swept.offers[0].note


def test_attacks_are_declared_by_selecting_who_and_whom() -> None:
    told = weighed(match_at(FOUR), "garrison", "steward")
    assert {f"attack garrison {seat}, steward {seat}" for seat in (1, 2, 3)} <= set(offered(told))
    assert parts(told)["Attack"] == ("6", "")
    assert parts(told)["Can block, Ben"] == ("2", "")
    split = weighed(match_at(FOUR), "garrison", "player-1", "steward", "player-3")
    assert offered(split) == ["attack garrison 1, steward 3"]
    lone = FOUR | {"battleground": [*FOUR["battleground"][:1], [], *FOUR["battleground"][2:]]}
    pair = weighed(match_at(lone), "garrison", "steward", "player-1")
    assert "attack garrison + steward 1" in offered(pair)
    own = FOUR | {"battleground": [["darkwalker#2"], *FOUR["battleground"][1:]]}
    assert "attack darkwalker#2 tunnel 1" in offered(weighed(match_at(own), "darkwalker#2"))


def test_steps_and_joining_are_offered() -> None:
    step = weighed(match_at(FOUR), "farmer")
    assert {"move farmer to battleground", "move farmer to wayshrine"} <= set(offered(step))
    pack = FOUR | {"wander": [["vulne#3", "vulne#4"], *FOUR["wander"][1:]]}
    assert "join vulne#3 vulne#4" in offered(weighed(match_at(pack), "vulne#3", "vulne#4"))


def test_cards_are_discarded_by_selecting_them() -> None:
    match = match_at(FOUR, "end")
    while match.position.phase == "window":
        match.play("pass")
    assert match.position.phase == "discard"
    scene = seen(match)
    assert zone(scene, "hand-0").most == 3 and scene.verbs[0].move == "keep"
    texts = GAME.texts("en", NAMES)
    told = GAME.weigh(match.position, 0, ["peasant", "fireball"], texts)
    assert told is not None and told.text == "2 cards to discard."
    assert offered(told) == ["discard fireball peasant"]


def test_a_card_of_an_opponent_beside_ones_own_is_meant_as_an_attack() -> None:
    match = match_at(
        {
            "wander": [["peasant"], ["cultist"]],
            "battleground": [["steward", "garrison"], ["raider-band"]],
            "temples": [[], [{"card": "the-dead-wood", "in": ["druine"]}]],
        }
    )
    for there in ("raider-band", "the-dead-wood", "druine"):
        told = weighed(match, "steward", there)
        assert told.text.startswith("An attack is declared against a player;")
        assert offered(told) == ["attack steward 1"]
    assert offered(weighed(match, "steward", "garrison", "cultist")) == [
        "attack garrison 1, steward 1"
    ]
    refused = weighed(match, "peasant", "raider-band")
    assert refused.text.startswith("Peasant is not in the Battleground;")
    assert (refused.rule, offered(refused)) == ("TG-T4", [])


def test_nobody_is_made_to_pay_for_what_may_be_put_down() -> None:
    match = match_at(
        {
            "wander": [["beggar", "alms-priest"], ["cultist"]],
            "hands": [["peasant", "garrison"], []],
        }
    )
    assert offered(weighed(match, "@peasant")) == ["play peasant"]
    told = weighed(match, "@peasant", "beggar")
    assert told.text.startswith("Peasant can be put down for nothing:")
    assert offered(told)[0] == "play peasant"
    spent = match_at({"zeros": 2, "wander": [["beggar"], ["cultist"]], "hands": [["peasant"], []]})
    assert offered(weighed(spent, "@peasant")) == ["summon peasant by beggar"]
    temple = {"card": "rose-ossuary", "in": ["beggar"]}
    housed = match_at(
        {"temples": [[temple], []], "wander": [[], ["cultist"]], "hands": [["peasant"], []]}
    )
    assert offered(weighed(housed, "@peasant", "beggar")) == ["summon peasant by beggar"]


def test_a_hint_finds_the_card_of_the_hand_and_not_its_twin_in_play() -> None:
    scene = seen(match_at(FOUR))
    assert spots(scene, "play peasant")["tokens"] == ["hand:peasant"]
    assert spots(scene, "summon garrison by alms-priest with peasant")["tokens"] == [
        *("hand:garrison", "alms-priest", "peasant"),
    ]
    assert spots(scene, "move garrison to wander")["tokens"] == ["garrison"]


def crowded(luck: random.Random) -> dict[str, Any]:
    """Four players with much in play, and hands and decks of any cards."""
    cards = list(TEXT)
    hands = [sorted(luck.choices(cards, k=7)) for _ in range(4)]
    return FOUR | {"hands": hands, "decks": [luck.choices(cards, k=9) for _ in range(4)]}


@pytest.mark.parametrize("seed", range(6))
def test_every_listed_move_can_be_put_together_and_every_offer_is_legal(seed: int) -> None:
    luck = random.Random(seed)
    match = match_at(crowded(luck))
    tried: Counter[str] = Counter()
    for _step in range(110):
        position, seat = match.position, match.position.to_act
        if seat is None:
            break
        scene = seen(match, seat, luck.choice(("en", "de")))
        moves = GAME.moves(position, seat)
        wanted = luck.choice(moves)
        said = {verb.move for verb in scene.verbs} | {one.move for one in scene.tokens()}
        if str(wanted) not in said:
            ids = spots(scene, str(wanted))["tokens"]
            wholes = joined_names(position, seat)
            ids += [wholes[name] for name in str(wanted).split() if name in wholes]
            told = weigh_ids(match, scene, ids)
            assert str(wanted) in offered(told), (wanted, ids, told.text)
            tried[wanted.verb] += 1
        moves = [move for move in moves if move.verb != "concede"]
        acting = [move for move in moves if move.verb not in ("end", "pass", "keep")]
        match.play(str(luck.choice(acting if acting and luck.random() < 0.8 else moves)))
    assert sum(tried.values()) > 12


def weigh_ids(match: Match[Any, Any], scene: Scene, ids: list[str]) -> Weighing:
    """The weighing of these tokens; everything it offers is legal."""
    position, seat = match.position, match.position.to_act
    assert seat is not None
    words = [token(scene, ident).word for ident in ids]
    told = GAME.weigh(position, seat, words, GAME.texts("en", NAMES))
    assert told is not None, ids
    for move in offered(told):
        assert ruling(position, seat, parse_move(move)), move
    return told


def test_a_position_draws_itself_in_a_notebook_and_hides_what_is_hidden() -> None:
    shown = match_at(FOUR).position._repr_html_()
    assert "<th scope='row'>Seat 2: Wander</th>" in shown
    assert shown.count("rotate: 90deg") == 11
    assert "Elivari Bowmen" in shown and "Winged Boots" not in shown


def test_the_end_says_who_has_won() -> None:
    match = match_at(FOUR, "concede")
    while match.position.phase != "over":
        match.play("concede")
    over = seen(match)
    assert over.over and "wins: nobody else is left" in over.ask and not over.verbs
    assert zone(over, "realm-0").badge == "out"


def test_a_deity_that_wins_is_named_and_a_form_is_seen_on_its_card() -> None:
    inside = [*PRIESTS[1:4], "archprelate", "novice"]
    position = {
        "turns": [6, 6],
        "hands": [["avatar"], []],
        "wander": [["peasant"], ["cultist"]],
        "temples": [[{"card": "sky-monastery", "in": inside}], []],
        "decks": [["peasant"], ["peasant"]],
    }
    summons = f"summon avatar by archprelate with {' '.join([*inside[:3], 'novice'])}"
    match = match_at(position, summons)
    while match.position.phase != "over":
        match.play("pass")
    assert seen(match).ask == "You have won: your Deity Avatar has come into play."
    assert seen(match, 1).ask == "Ada wins: the Deity Avatar has come into play."
    assert seen(match, 0, "de").ask == (
        "Du hast gewonnen: Deine Gottheit „Avatar“ ist ins Spiel gekommen."
    )
    formed = match_at(position | {"wander": [["chimeran form=winged-lion"], ["cultist"]]})
    chimeran = token(seen(formed), "chimeran")
    assert chimeran.marks == ("Winged Lion",) and words_of(chimeran) == ["Flying"]


def test_a_form_says_what_it_counts_before_it_is_taken() -> None:
    position = {
        "turns": [6, 6],
        "no_deity_win": True,
        "ignore_pantheon": True,
        "hands": [["the-shapeless-one"], []],
        "wander": [["peasant"], ["cultist"]],
        "temples": [[{"card": "sky-monastery", "in": PRIESTS}], []],
        "decks": [["peasant"], ["peasant"]],
    }
    told = weighed(match_at(position), "@the-shapeless-one", *PRIESTS)
    leads = {move.split(" by ")[1].split()[0] for move in offered(told)}
    assert leads == {"archprelate"}, "the first that was chosen leads"
    match = match_at(position, offered(told)[0])
    on_until(match, "choice")
    assert [(verb.label, verb.note) for verb in seen(match).verbs[:3]] == [
        ("Declare The Shapeless One as Storm", "ST 8 · Flying"),
        ("Declare The Shapeless One as Tide", "ST 8 · Sneak · Water"),
        ("Declare The Shapeless One as Mountain", "ST 10, defends at 13"),
    ]
    assert seen(match, 0, "de").verbs[2].note == "ST 10, verteidigt mit 13"


# -- who attacks together --------------------------------------------------------------------------

ATTACKERS = ("black-knight", "griffon", "raider-band", "steward")
RAID: dict[str, Any] = {
    "turns": [3, 3],
    "hands": [[], []],
    "wander": [["peasant"], ["novice"]],
    "battleground": [list(ATTACKERS), ["garrison drained"]],
    "decks": [["peasant"] * 3, ["peasant"] * 3],
}


def pairings(told: Weighing) -> set[str]:
    return {move for move in offered(told) if " + " in move}


def test_of_three_attackers_any_two_can_go_together() -> None:
    told = weighed(match_at(RAID), "steward", "black-knight", "griffon")
    assert pairings(told) == {
        "attack black-knight 1, griffon + steward 1",
        "attack black-knight + griffon 1, steward 1",
        "attack black-knight + steward 1, griffon 1",
    }
    assert offered(told)[0] == "attack black-knight 1, griffon 1, steward 1"
    assert not [move for move in offered(told) if "raider-band" in move]
    assert told.ordered and "1 with 2" in told.text


def test_of_more_attackers_those_chosen_one_after_the_other_go_together() -> None:
    crossed = weighed(match_at(RAID), "steward", "black-knight", "raider-band", "griffon")
    assert pairings(crossed) == {
        "attack black-knight + steward 1, griffon 1, raider-band 1",
        "attack black-knight + steward 1, griffon + raider-band 1",
    }
    in_order = weighed(match_at(RAID), *ATTACKERS)
    assert pairings(in_order) == {
        "attack black-knight + griffon 1, raider-band 1, steward 1",
        "attack black-knight + griffon 1, raider-band + steward 1",
    }
    assert "1 mit 2" in weighed(match_at(RAID), *ATTACKERS, language="de").text


# -- what is still to be read of the last fight ----------------------------------------------------


def compared(match: Match[Any, Any], seat: int | None = 0, language: str = "en") -> Any:
    texts = GAME.texts(language, NAMES)
    return GAME.comparison(looking_back(match.last, seat), seat, texts)


def on_until(match: Match[Any, Any], *phases: str) -> None:
    while match.position.phase not in phases:
        match.play("pass")


def test_a_fight_is_told_with_both_strengths_and_what_came_of_it() -> None:
    match = match_at(RAID | {"battleground": [["black-knight", "steward"], ["stone-sentinel"]]})
    assert compared(match) is None
    match.play("attack black-knight + steward 1")
    on_until(match, "block")
    match.play("block stone-sentinel")
    on_until(match, "choice")
    told = compared(match)
    assert (told.one.name, told.one.value) == ("Black Knight + Steward", "8")
    assert (told.other.name, told.other.value, told.other.tint) == (
        "Stone Sentinel",
        "5",
        "neutral",
    )
    assert told.result == "The defender would fall, and one of the pair is given up."
    assert "Still to come" not in zone(seen(match), "battleground").note
    assert "would fall" not in zone(seen(match), "battleground").note
    match.play("choose black-knight")
    on_until(match, "main")
    told = compared(match)
    assert told.result == "Your Black Knight was destroyed. Stone Sentinel of Ben was destroyed."
    assert told.tone == "" and told.rule == "TG-F5"
    assert compared(match, 1).result != told.result
    assert compared(match, 0, "de").title == "Der letzte Kampf"


def test_the_fights_before_the_last_one_of_a_turn_are_told_with_it() -> None:
    ground = [["black-knight", "griffon", "steward"], ["stone-sentinel"]]
    wander = [["peasant"], ["novice", "thrall", "farmer"]]
    match = match_at(
        RAID | {"battleground": ground, "wander": wander},
        "attack black-knight 1, griffon 1, steward 1",
    )
    note = zone(seen(match), "battleground").note
    assert note == "Still to come: Black Knight, Griffon and Steward → Ben."
    assert zone(seen(match, 1), "battleground").note.startswith("Still to come against you: Black")
    for answer in ("fight black-knight", "block stone-sentinel", "fight griffon"):
        on_until(match, "order", "block")
        match.play(answer)
    for answer in ("target novice", "target thrall"):
        on_until(match, "target")
        match.play(answer)
    on_until(match, "main")
    told = compared(match)
    assert told.one.name == "Steward" and len(told.earlier) == 2
    latest, first = told.earlier
    assert latest == "Before that: Griffon against Novice: 3 to 0. Novice of Ben was destroyed."
    assert first.startswith("Before that: Black Knight against Stone Sentinel: 4 to 5.")
    assert first.endswith("Your Black Knight was destroyed.")
    assert compared(match, 0, "de").earlier[0].startswith("Davor: ")


def test_on_a_curtain_stands_what_was_fought_and_not_what_every_turn_has() -> None:
    match = match_at(RAID | {"battleground": [["steward"], ["garrison drained"]]})
    match.names = ("Ada", "Ben")
    session = Session(match, (None, None), Preferences(windows="request"))
    curtains = []
    for move in ("", "attack steward 1", "block garrison", "end", "end", "keep"):
        assert not move or session.try_move(move)
        while session.by_itself:
            session.play_by_itself()
        if session.curtain is not None:
            curtains.append(picture(session)["curtain"].get("told"))
            session.lift()
    assert curtains == [
        None,
        ["Ada declared an attack on Ben: Steward."],
        [
            "Ben blocked Steward with Garrison.",
            "Steward against Garrison: 4 to 3.",
            "Garrison of Ben was destroyed.",
        ],
        ["Turn 4 of Ben began."],
        ["Turn 4 of Ada began."],
    ]


def test_the_last_fight_is_read_until_the_turn_after_the_next_begins() -> None:
    match = match_at(
        RAID | {"battleground": [["black-knight", "steward"], []]},
        "attack black-knight 1, steward 1",
        "fight steward",
    )
    on_until(match, "target")
    match.play("target novice")
    on_until(match, "main", "over")
    assert match.position.phase == "over"
    told = compared(match)
    assert (told.one.value, told.other.value, told.tone) == ("4", "0", "good")
    assert seen(match).lines == () and token(seen(match), "steward").marks == ()
    assert compared(match, 1).tone == "bad" and compared(match, None).tone == ""
    more = RAID | {"battleground": [["steward"], []], "wander": [["peasant"], ["novice", "thrall"]]}
    match = match_at(more, "attack steward 1")
    on_until(match, "target")
    match.play("target novice")
    on_until(match, "main")
    for turn in (1, 0):
        assert compared(match) is not None, turn
        match.play("end")
        while match.position.turn != turn or match.position.phase != "main":
            match.play("keep" if match.position.phase == "discard" else "pass")
    assert compared(match) is None


def test_who_has_nothing_in_play_yet_is_told_what_comes_first() -> None:
    decks = [["peasant"] * 3, ["peasant"] * 3]
    hands = {"turns": [1, 0], "hands": [["garrison", "peasant"], []], "decks": decks}
    hands["wander"] = [[], ["novice"]]
    first = weighed(match_at(hands), "@garrison")
    assert first.text.startswith("Garrison costs 2 FT, and you have no card in play yet")
    drained = match_at(hands | {"wander": [["beggar drained"], ["novice"]]})
    assert "Touch a card in play to hear why" in weighed(drained, "@garrison").text


def test_where_a_card_could_go_to_two_places_each_offer_says_where_to() -> None:
    position = {
        "turns": [3, 3],
        "hands": [["garrison"], []],
        "wander": [["beggar"], ["novice"]],
        "decks": [["peasant"] * 3, ["peasant"] * 3],
    }
    told = weighed(match_at(position), "@garrison", "beggar")
    assert [one.note for one in told.offers] == [
        "paid by Beggar; to Wander",
        "paid by Beggar; to the Battleground",
    ]


def test_what_can_be_picked_stands_out_where_only_that_can_be_picked() -> None:
    match = fight()
    on_until(match, "block")
    scene = seen(match, 1)
    bright = {one.id for one in scene.tokens() if one.word and not one.dim}
    assert bright == {"darkwalker", "elivari-bowmen"}
    assert token(scene, "novice").dim and token(scene, "novice").word
    assert scene.ask.endswith("Steward against you.")
    assert seen(match, 0).ask.endswith("Steward against Ben.")
    assert not any(one.dim for one in seen(match_at(FOUR)).tokens())


def test_places_are_told_with_the_player_whose_they_are() -> None:
    scene = seen(match_at(FOUR)).data()
    told = [zone_in_words(scene, ident, {}) for ident in ("wander-1", "temple-rose-ossuary")]
    assert [line.partition(":")[0] for line in told] == ["Ben, Wander", "Ben, Rose Ossuary"]
    assert zone_in_words(scene, "ground-0", {}).startswith("Battleground, You:")
    assert zone_in_words(scene, "battleground", {}).startswith("Battleground")
