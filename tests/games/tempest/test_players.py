"""The kit's players of Tempest: fair, quick, always with a legal move, and they answer."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_kit.engine.luck import mix
from tabletop_kit.engine.text import read_toml
from tabletop_kit.games.tempest import GAME
from tabletop_kit.games.tempest.players import PLAYERS
from tabletop_kit.games.tempest.policy import quick
from tabletop_kit.games.tempest.position import Position
from tabletop_kit.games.tempest.worths import BUILDER, DESTROYER, LEAPER, strategy_of

LONGEST = 4_000
"""More moves than a game of the kit's players may take."""


def _begun(decks: list[str], seed: int) -> Position:
    options: dict[str, Any] = {"seats": len(decks), "deck_lists": decks}
    return GAME.setup(options, GAME.luck(seed))


def _played(position: Position, seed: int, stop: int) -> Position:
    for step in range(stop):
        if position.to_act is None:
            break
        seat = position.to_act
        position = GAME.apply(position, seat, quick(position, seat, mix(seed, step)))
    return position


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("decks", (["good", "evil"], ["chaos", "mixed"], ["evil", "good", "chaos"]))
def test_every_player_ends_its_games_with_legal_moves(player: str, decks: list[str]) -> None:
    position = _begun(decks, 7)
    for step in range(LONGEST):
        seat = position.to_act
        if seat is None:
            break
        move = PLAYERS[player].choose(GAME, position, seat, mix(3, step) >> 11)
        assert GAME.ruling(position, seat, move).legal, str(move)
        position = GAME.apply(position, seat, move)
    assert GAME.outcome(position) is not None


@pytest.mark.parametrize("player", [name for name in PLAYERS if name != "random"])
def test_a_choice_follows_from_what_the_seat_knows(player: str) -> None:
    looked = 0
    for seed in range(6):
        for stop in (10, 25, 40, 60):
            decks = [["good", "chaos"], ["evil", "mixed"]][seed % 2]
            position = _played(_begun(decks, seed), seed, stop)
            seat = position.to_act
            if seat is None:
                continue
            chosen = PLAYERS[player].choose(GAME, position, seat, 11)
            for world in range(3):
                other = GAME.imagine(position, seat, world)
                assert GAME.view(other, seat) == GAME.view(position, seat)
                assert PLAYERS[player].choose(GAME, other, seat, 11) == chosen
            looked += 1
    assert looked > 10


@pytest.mark.parametrize(
    ("deck", "strategy"),
    (("good", BUILDER), ("mixed", BUILDER), ("evil", DESTROYER), ("chaos", LEAPER)),
)
def test_the_strategy_is_that_of_the_deck(deck: str, strategy: int) -> None:
    assert strategy_of(_begun([deck, "good"], 1), 0) == strategy


SHRINE: dict[str, Any] = {
    "card": "sky-monastery",
    "in": ["archprelate", "beggar", "beggar#2", "beggar#3", "abbess-of-thale", "beggar#4"],
}
"""A Temple in which a Deity can be paid for."""


def _loaded(mapping: dict[str, Any]) -> Position:
    return GAME.load(mapping, GAME.luck(5))


def test_a_deity_that_can_be_paid_for_is_summoned() -> None:
    position = _loaded(
        {"hands": [["avatar"], []], "temples": [[SHRINE], []], "wander": [[], ["farmer"]]}
    )
    for player in ("plain", "novice", "adept", "master", "builder-master"):
        move = PLAYERS[player].choose(GAME, position, 0, 1)
        assert (move.verb, move.what) == ("summon", "avatar")
    after = GAME.apply(position, 0, PLAYERS["master"].choose(GAME, position, 0, 1))
    assert after.outcome == (0,)


# -- what takes several cards --------------------------------------------------------------------


def _said(mapping: dict[str, Any], player: str = "master") -> str:
    """What a player says in this position."""
    position = _loaded(mapping)
    assert position.to_act is not None
    move = PLAYERS[player].choose(GAME, position, position.to_act, 1)
    assert GAME.ruling(position, position.to_act, move).legal
    return str(move)


PACK: dict[str, Any] = {
    "wander": [["druine drained"], ["peasant"]],
    "battleground": [["vulne", "vulne#2", "vulne#3"], ["garrison"]],
}
RIDER: dict[str, Any] = {
    "wander": [["peasant drained"], ["peasant#2"]],
    "battleground": [["griffon", "knight-errant"], ["silver-eagle"]],
}
FAMILIAR: dict[str, Any] = {
    "hands": [["polymorph"], []],
    "wander": [["imp", "warlock"], ["peasant"]],
    "battleground": [[], ["gate-warden"]],
}
PAIR: dict[str, Any] = {
    "wander": [["druine drained"], ["peasant"]],
    "battleground": [["black-knight", "raider-band"], ["gate-warden"]],
}
GOLEM: dict[str, Any] = {
    "wander": [["peasant", "pilgrim"], ["mage-master", "peasant#2"]],
    "battleground": [["iron-golem"], ["bone-jackal"]],
}
BRACED: dict[str, Any] = {
    "wander": [["peasant", "pilgrim"], ["peasant#2"]],
    "battleground": [["iron-golem drained"], ["crypt-feeders"]],
}
BLOOD: dict[str, Any] = {
    "hands": [["the-hollow-king"], []],
    "wander": [[], ["peasant"]],
    "temples": [
        [
            {
                "card": "black-ziggurat",
                "in": ["blood-priest", "high-druine", "necromancer", "thrall drained"],
            }
        ],
        [],
    ],
}
PROPHET: dict[str, Any] = {
    "hands": [["necromancer"], []],
    "wander": [["druine", "false-prophet"], ["beggar(prayer-beads)", "farmer"]],
}
GATE: dict[str, Any] = {
    "hands": [["bronze-gate"], []],
    "wander": [["garrison", "mage-master"], ["beggar", "steward drained"]],
    "battleground": [[], ["gate-warden"]],
}
THROUGH: dict[str, Any] = {
    "lasting": ["0 bronze-gate 2 at 1"],
    "wander": [["garrison"], ["beggar", "steward drained"]],
    "battleground": [[], ["gate-warden"]],
}
ORB: dict[str, Any] = {
    "hands": [["domination"], []],
    "wander": [["peasant", "storm-shaman(orb-of-communion)"], ["peasant#2"]],
    "battleground": [[], ["gate-warden"]],
}
HIDDEN: dict[str, Any] = {
    "hands": [["tower-shield"], []],
    "wander": [["peasant drained"], ["peasant#2"]],
    "battleground": [["garrison drained"], ["gate-warden"]],
}
TURNED_UP: dict[str, Any] = {
    "wander": [["alms-priest"], ["peasant#2"]],
    "battleground": [["garrison(-enchanted-blade) drained"], ["gate-warden"]],
}
TRICKS = {
    "pack": (PACK, "join vulne vulne#2"),
    "rider": (RIDER, "join griffon knight-errant"),
    "familiar": (FAMILIAR, "join imp warlock"),
    "pair": (PAIR, "attack black-knight + raider-band 1"),
    "golem": (GOLEM, "power iron-golem with pilgrim"),
    "braced": (BRACED, "power iron-golem with peasant pilgrim"),
    "blood": (BLOOD, "use blood-priest cost thrall"),
    "prophet": (PROPHET, "use false-prophet at beggar"),
    "gate": (GATE, "cast bronze-gate by mage-master at 1"),
    "through": (THROUGH, "use bronze-gate by garrison at beggar"),
    "orb": (ORB, "cast domination by storm-shaman with peasant at gate-warden"),
    "hidden": (HIDDEN, "play tower-shield on garrison"),
    "turned-up": (TURNED_UP, "reveal garrison/relic by alms-priest"),
}


@pytest.mark.parametrize("name", TRICKS)
def test_the_master_uses_what_takes_several_cards(name: str) -> None:
    mapping, expected = TRICKS[name]
    assert _said(mapping) == expected
    if name != "turned-up":
        assert _said(mapping, "adept") != expected


def _until(position: Position, seat: int, window: str) -> Position:
    """The position once a seat is asked in a window, all playing as the master does."""
    for step in range(40):
        assert position.to_act is not None
        if position.to_act == seat and position.window == window:
            return position
        asked = position.to_act
        position = GAME.apply(position, asked, quick(position, asked, step))
    raise AssertionError(window)


def _answered(mapping: dict[str, Any], move: str, window: str, player: str = "master") -> str:
    """What the player at seat 1 answers in a window after a move of seat 0."""
    position = GAME.apply(_loaded(mapping), 0, GAME.parse(move))
    position = _until(position, 1, window)
    return str(PLAYERS[player].choose(GAME, position, 1, 1))


GOD: dict[str, Any] = {
    "hands": [["avatar"], ["blasphemy"]],
    "temples": [[SHRINE], []],
    "wander": [["farmer"], ["woodland-drue", "pilgrim"]],
}
DOOMED: dict[str, Any] = {
    "hands": [[], ["healing-touch"]],
    "wander": [["farmer"], ["alms-priest"]],
    "battleground": [["bone-drake"], ["steward"]],
}
SHIELD: dict[str, Any] = {
    "wander": [["peasant"], ["peasant#2"]],
    "battleground": [["steward"], ["garrison(-tower-shield)"]],
}
CHALICE: dict[str, Any] = {
    "wander": [["peasant"], ["alms-priest", "beggar"]],
    "battleground": [["bone-drake"], ["steward(-chalice-of-mercy)"]],
}


def test_a_deity_is_answered_with_blasphemy() -> None:
    payers = "abbess-of-thale beggar beggar#2 beggar#3 beggar#4"
    found = _answered(GOD, f"summon avatar by archprelate with {payers}", "summon")
    assert found == "summon blasphemy by woodland-drue with pilgrim"


def test_what_is_doomed_is_saved() -> None:
    found = _answered(DOOMED, "attack bone-drake 1", "destroy")
    assert found == "summon healing-touch by alms-priest at steward"


def test_a_face_down_relic_is_turned_up_where_it_turns_a_fight() -> None:
    found = _answered(SHIELD, "attack steward 1", "fight")
    assert found == "reveal garrison/relic by garrison"
    assert _answered(SHIELD, "attack steward 1", "fight", "adept") == "pass"


def test_a_face_down_chalice_is_turned_up_for_who_is_doomed() -> None:
    found = _answered(CHALICE, "attack bone-drake 1", "destroy")
    assert found == "reveal steward/relic by steward"


FLOOD: dict[str, Any] = {
    "hands": [["farmer", "pilgrim"], ["flood"]],
    "wander": [["beggar", "beggar#2", "novice", "peasant"], ["abbess-of-thale", "beggar#3"]],
    "battleground": [["crypt-feeders", "steward"], []],
}


def test_flood_comes_early_in_the_turn_of_another() -> None:
    found = _answered(FLOOD, "play farmer", "open")
    assert found == "summon flood by abbess-of-thale with beggar#3"
    spent = FLOOD | {"wander": [["beggar drained", "peasant"], ["abbess-of-thale", "beggar#3"]]}
    assert _answered(spent | {"battleground": [[], []]}, "play farmer", "open") == "pass"


# -- strengths and strategies --------------------------------------------------------------------


def test_there_is_every_strategy_at_every_strength() -> None:
    strengths = ("novice", "adept", "master")
    wanted = [f"{one}-{able}" for able in strengths for one in ("builder", "destroyer", "leaper")]
    assert {*wanted, *strengths, "random", "plain"} == set(PLAYERS)
    assert list(PLAYERS)[:2] == ["random", "plain"] and list(PLAYERS)[-1] == "master"


@pytest.mark.parametrize(
    ("player", "dear", "cheap"),
    (
        ("plain", "pass", "pass"),
        ("novice", "summon healing-touch by alms-priest at steward", "pass"),
        (
            "adept",
            "summon healing-touch by alms-priest at steward",
            "summon healing-touch by alms-priest at raider-band",
        ),
    ),
)
def test_the_weaker_save_what_is_dear(player: str, dear: str, cheap: str) -> None:
    mapping: dict[str, Any] = {
        "hands": [[], ["healing-touch"]],
        "wander": [["farmer"], ["alms-priest", "peasant"]],
        "battleground": [["bone-drake"], ["steward(prayer-beads)"]],
    }
    assert _answered(mapping, "attack bone-drake 1", "destroy", player) == dear
    other = mapping | {"battleground": [["bone-drake"], ["raider-band"]]}
    assert _answered(other, "attack bone-drake 1", "destroy", player) == cheap


def test_a_stronger_player_throws_more_dead_cards_away() -> None:
    mapping: dict[str, Any] = {
        "phase": "discard",
        "hands": [["avatar", "archprelate", "aurelan-the-morning-king", "seraph"], []],
        "decks": [["peasant"] * 8, ["peasant"] * 8],
        "wander": [["farmer"], ["druine"]],
    }
    said = [_said(mapping, player) for player in ("plain", "novice", "adept", "master")]
    assert said[0] == said[1] == "keep"
    assert [len(one.split()) for one in said[2:]] == [2, 4]


def test_each_strategy_goes_its_own_way_with_the_same_cards() -> None:
    """Thirty games with the same deck on both sides: Deities and attacks."""
    deities, attacks = {}, {}
    for name in ("builder", "destroyer"):
        deities[name] = attacks[name] = 0
        for seed in range(30):
            position = _begun(["good", "good"], seed)
            for step in range(LONGEST):
                seat = position.to_act
                if seat is None:
                    break
                move = PLAYERS[f"{name}-master"].choose(GAME, position, seat, step)
                attacks[name] += move.verb == "attack"
                position = GAME.apply(position, seat, move)
            deities[name] += position.why == "deity"
    assert deities["builder"] > deities["destroyer"]
    assert attacks["builder"] < attacks["destroyer"]


def test_the_measured_players_stand_in_the_right_order() -> None:
    """What opponents.toml says: every player met the plain one, and strength tells."""
    measured = read_toml(GAME.folder / "opponents.toml")
    assert measured["reference"] == "plain"
    assert set(measured["player"]) == set(PLAYERS) - {"plain"}
    assert measured["player"]["master"]["low"] >= 0.65
    assert measured["player"]["random"]["high"] < 0.5
    pairs = {tuple(one["players"]): one["low"] for one in measured["pair"]}
    for name in ("", "builder-", "destroyer-", "leaper-"):
        for one, other in (("adept", "novice"), ("master", "adept"), ("master", "novice")):
            assert pairs[f"{name}{one}", f"{name}{other}"] > 0.5, (name, one, other)
