"""The coach of Tempest: its three priorities, and that they know no more than the seat."""

from __future__ import annotations

import inspect
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_kit.engine.coach import Advice, Line
from tabletop_kit.engine.luck import mix
from tabletop_kit.games.tempest import GAME, coach, holding, whys
from tabletop_kit.games.tempest.position import Position
from tabletop_kit.games.tempest.standing import standing
from tabletop_kit.games.tempest.whys import reason

NAMES = ("Ada", "Bo", "Cy", "Di")


def at(**keys: Any) -> Position:
    return GAME.load(keys, GAME.luck(1))


def told(position: Position, seat: int = 0) -> dict[str, Line]:
    """What each priority would play."""
    advice = GAME.advice(position, seat)
    assert advice is not None
    return {line.priority: line for line in advice}


def written(position: Position, seat: int = 0) -> dict[str, str]:
    return {name: GAME.write(line.move) for name, line in told(position, seat).items()}


def walk(seed: int, plies: int, seats: int) -> Position:
    """A position some moves into a game in which the priorities take turns."""
    position = GAME.setup({"seats": seats}, GAME.luck(seed))
    for step in range(plies):
        seat = GAME.to_act(position)
        if seat is None:
            break
        advice = GAME.advice(position, seat)
        move = GAME.moves(position, seat)[0] if advice is None else advice.lines[step % 3].move
        position = GAME.apply(position, seat, move)
    return position


# -- the priorities ------------------------------------------------------------------------------


FIFTEEN = {
    "wander": [[], ["cultist"]],
    "temples": [
        [
            {
                "card": "rose-ossuary",
                "in": ["abbess-of-thale", "abbess-of-thale#2", "archprelate", "novice", "novice#2"],
            }
        ],
        [],
    ],
    "hands": [["aurelan-the-morning-king", "peasant"], []],
}


def test_a_deity_that_can_be_summoned_is_summoned_by_every_priority() -> None:
    lines = told(at(**FIFTEEN))
    assert {line.move.what for line in lines.values()} == {"aurelan-the-morning-king"}
    assert {line.why for line in lines.values()} == {"wins"}


def test_faith_widens_the_pool_board_sends_a_fighter_deity_fills_the_temple() -> None:
    position = at(
        wander=[["alms-priest", "beggar", "novice"], ["cultist"]],
        temples=[[{"card": "rose-ossuary", "in": ["abbess-of-thale drained"]}], []],
        hands=[["garrison", "healers-of-southton-abbey"], []],
    )
    lines = written(position)
    assert "healers-of-southton-abbey" in lines["faith"]
    assert "garrison" in lines["board"] and lines["board"].endswith("to battleground")
    lines = written(
        at(
            wander=[["beggar", "novice"], ["cultist"]],
            temples=[[{"card": "rose-ossuary", "in": ["abbess-of-thale drained"]}], []],
            hands=[["avatar"], []],
        )
    )
    assert lines["deity"].startswith("move") and lines["deity"].endswith("to rose-ossuary")


def test_board_attacks_where_it_takes_and_not_where_it_loses() -> None:
    keys = {"wander": [["peasant"], ["alms-priest", "novice"]], "battleground": [["steward"], []]}
    line = told(at(**keys))["board"]
    assert (line.move.verb, line.why) == ("attack", "takes")
    blocked = {**keys, "battleground": [["steward"], ["gate-warden"]]}
    assert told(at(**blocked))["board"].move.verb != "attack"


def test_where_a_deity_does_not_win_nobody_races_to_it() -> None:
    lines = told(at(**FIFTEEN, no_deity_win=True))
    assert set(lines) == {"faith", "board"}
    assert all("shrine" not in line.leaves for line in lines.values())


def test_a_bullet_is_powered_no_further_than_it_beats_somebody() -> None:
    beggars = ["beggar", *[f"beggar#{number}" for number in range(2, 7)]]
    position = at(
        wander=[beggars, ["cultist"]],
        battleground=[["iron-golem drained"], ["skeletal-host"]],
        protected=[[], [0]],
    )
    move = told(position)["board"].move
    assert (move.verb, len(move.payers)) == ("power", 3)


def test_a_summons_that_would_win_is_answered() -> None:
    position = at(
        turn=1,
        wander=[["pilgrim", "woodland-drue"], []],
        temples=[
            [],
            [
                {
                    "card": "black-ziggurat",
                    "in": ["high-druine", "necromancer", "necromancer#2", "thrall", "thrall#2"],
                }
            ],
        ],
        hands=[["blasphemy"], ["avatar"]],
    )
    summons = "summon avatar by high-druine with necromancer necromancer#2 thrall thrall#2"
    position = GAME.apply(position, 1, GAME.parse(summons))
    assert set(written(position).values()) == {"summon blasphemy by woodland-drue with pilgrim"}


def test_what_is_of_no_use_is_discarded_and_a_deity_kept_for_the_race() -> None:
    position = at(
        phase="discard",
        wander=[["peasant"], ["cultist"]],
        hands=[["avatar", "apocalypse", "seraph", "pilgrim"], []],
        decks=[["peasant"] * 9, []],
    )
    lines = told(position)
    assert "avatar" not in lines["deity"].move.names
    assert "avatar" in lines["board"].move.names or "apocalypse" in lines["board"].move.names
    assert all("pilgrim" not in line.move.names for line in lines.values())


def test_of_a_hand_that_is_too_large_the_least_useful_goes() -> None:
    hand = ["avatar", "apocalypse", "pilgrim", "beggar", "novice", "peasant", "garrison"]
    position = at(phase="excess", wander=[["peasant"], ["cultist"]], hands=[hand, []])
    lines = told(position)
    assert {line.why for line in lines.values()} == {"parts"}
    assert "avatar" not in lines["deity"].move.names
    assert all(not {"pilgrim", "beggar"} & set(line.move.names) for line in lines.values())
    assert len(said(position)["faith"]) > 30


def test_a_card_that_has_to_go_is_the_least_useful_one() -> None:
    hands = [["avatar", "pilgrim"], ["reveller"]]
    position = at(turn=1, wander=[["peasant"], ["woodland-drue", "pilgrim"]], hands=hands)
    reveller = next(move for move in GAME.moves(position, 1) if move.what == "reveller")
    position = GAME.apply(position, 1, reveller)
    while GAME.to_act(position) is not None and position.asked is None:
        seat = GAME.to_act(position)
        assert seat is not None
        position = GAME.apply(position, seat, GAME.moves(position, seat)[0])
    lines = told(position)
    assert {line.why for line in lines.values()} == {"parts"}
    assert lines["deity"].move.names == ("pilgrim",)
    own = GAME.line(position, 0, lines["deity"].move)
    assert own is not None and own.leaves == lines["deity"].leaves


def test_a_move_of_ones_own_is_told_with_the_same_figures() -> None:
    position = at(**FIFTEEN)
    line = GAME.line(position, 0, GAME.parse("play peasant"))
    assert line is not None and not line.priority
    own = standing(position, 0)
    assert line.leaves["shrine"] == own.shrine
    assert set(line.leaves) == set(told(position)["faith"].leaves)


# -- what is said --------------------------------------------------------------------------------


def said(position: Position, language: str = "en") -> dict[str, str]:
    """The sentence of each priority."""
    texts = GAME.texts(language, NAMES)
    return {
        name: texts(f"coach.why.{line.why}", **line.facts) for name, line in told(position).items()
    }


def test_a_loss_without_a_gain_is_said_plainly() -> None:
    position = at(
        turn=1,
        wander=[["peasant"], ["cultist"]],
        battleground=[["beggar", "beggar#2"], ["steward"]],
    )
    position = GAME.apply(position, 1, GAME.parse("attack steward 0"))
    assert set(said(position).values()) == {
        "If nobody answers, it costs you one Character and your opponents none; "
        "no other choice serves this plan better."
    }


def test_where_nobody_could_attack_no_strength_is_told() -> None:
    position = at(wander=[["peasant"], ["cultist"]])
    told_board = said(position)["board"]
    assert "ST 0" not in told_board
    assert told_board.endswith(
        "and as all stand, nobody who could be declared to attack you has any Strength."
    )
    assert "keine Karte Stärke, die gegen dich" in said(position, "de")["board"]


def test_faith_that_leaves_the_battleground_is_not_told_as_new_faith() -> None:
    position = at(
        wander=[["beggar"], ["cultist"]], battleground=[["garrison"], []], protected=[[], [0]]
    )
    line = told(position)["faith"]
    assert (GAME.write(line.move), line.why) == ("move garrison to wander", "faith-home")
    assert line.facts["faith"] == 3


def test_who_is_to_channel_in_a_temple_is_told_apart() -> None:
    for comes, expected in (("beggar", "deity-unled"), ("archprelate", "deity-gathers")):
        temples = [[{"card": "rose-ossuary", "in": ["novice", "novice#2"]}], []]
        position = at(wander=[[comes], ["cultist"]], temples=temples)
        move = GAME.parse(f"move {comes} to rose-ossuary")
        why, facts = reason("deity", position, 0, move, GAME.apply(position, 0, move))
        assert (why, facts["asks"]) == (expected, ["", 15])
        line = GAME.line(position, 0, move)
        assert line is not None and line.leaves["shrine"] == facts["shrine"] >= 6


def test_to_join_is_no_loss() -> None:
    position = at(wander=[["vulne", "vulne#2"], ["cultist"]])
    joined = GAME.parse("join vulne vulne#2")
    reached = GAME.apply(position, 0, joined)
    why, facts = reason("board", position, 0, joined, reached)
    assert (why, facts["lost"]) == ("board-holds", [0, 0])


def test_a_choice_is_told_by_what_it_is_about() -> None:
    position = at(
        wander=[["peasant"], ["cultist"]],
        battleground=[["raider-band", "black-knight"], ["seraph"]],
    )
    position = GAME.apply(position, 0, GAME.parse("attack black-knight + raider-band 1"))
    while GAME.to_act(position) == 1 or position.phase == "window":
        seat = GAME.to_act(position)
        assert seat is not None
        position = GAME.apply(position, seat, GAME.moves(position, seat)[0])
    assert position.asked is not None
    texts = GAME.texts("en", NAMES)
    move = GAME.parse("choose raider-band")
    assert GAME.tell_move(position, 0, move, texts) == "Give up Raider Band"


def test_a_summons_in_a_temple_says_where_the_card_goes() -> None:
    temple = {"card": "rose-ossuary", "in": ["beggar"]}
    position = at(wander=[["peasant"], ["cultist"]], temples=[[temple], []], hands=[["novice"], []])
    texts = GAME.texts("en", NAMES)
    tell = {
        written: GAME.tell_move(position, 0, GAME.parse(written), texts)
        for written in ("summon novice by beggar", "summon novice by peasant")
    }
    assert list(tell.values()) == [
        "Summon Novice (paid by Beggar; into Rose Ossuary)",
        "Summon Novice (paid by Peasant)",
    ]


def test_ones_own_face_down_card_is_named_to_its_owner_only() -> None:
    temple = {"card": "rose-ossuary", "in": ["-beggar", "-peasant"]}
    position = at(wander=[["pilgrim"], ["cultist"]], temples=[[temple], []], hands=[["novice"], []])
    move = GAME.parse("summon novice by rose-ossuary/down with rose-ossuary/down#2")
    texts = {language: GAME.texts(language, NAMES) for language in ("en", "de")}
    assert GAME.tell_move(position, 0, move, texts["en"]) == (
        "Summon Novice (paid by face-down Beggar, face-down Peasant; into Rose Ossuary)"
    )
    assert "Bettler (verdeckt), Bauer (verdeckt)" in GAME.tell_move(position, 0, move, texts["de"])
    steps = GAME.parse("move rose-ossuary/down to wander")
    assert GAME.tell_move(position, 0, steps, texts["en"]) == "Move face-down Beggar to Wander"
    assert "Beggar" not in GAME.tell_move(position, 1, steps, texts["en"])


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_sentence_of_the_coach_is_left_over(language: str) -> None:
    """Every key is built in the source: by its name, or of a priority and what ends a turn."""
    source = "".join(inspect.getsource(module) for module in (whys, holding))
    built = {f"{one}-{end}" for one in coach.PRIORITIES for end in ("waits", "passes")}
    for key in GAME.texts(language).tables["coach"]["why"]:
        assert key in built or f'"{key}"' in source, key


# -- in whole games ------------------------------------------------------------------------------


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10_000), st.integers(0, 60), st.sampled_from((2, 3)))
def test_advice_is_legal_fair_and_can_be_said(seed: int, plies: int, seats: int) -> None:
    position = walk(seed, plies, seats)
    seat = GAME.to_act(position)
    if seat is None:
        return
    advice = GAME.advice(position, seat)
    for other in range(2):
        world = GAME.imagine(position, seat, mix(seed, other) % 2**32)
        assert GAME.advice(world, seat) == advice
        if advice is not None:
            again = GAME.advice(world, seat)
            assert again is not None
            assert [line.facts for line in again] == [line.facts for line in advice]
            assert [line.leaves for line in again] == [line.leaves for line in advice]
    if advice is not None:
        say_all(position, seat, advice)


def say_all(position: Position, seat: int, advice: Advice) -> None:
    assert [line.priority for line in advice] == list(coach.PRIORITIES)
    for line in advice:
        assert GAME.ruling(position, seat, line.move).legal
        assert line.rule in GAME.rulebook
        for language in ("en", "de"):
            texts = GAME.texts(language, NAMES)
            assert texts(f"coach.why.{line.why}", "you", **line.facts)
            assert GAME.tell_move(position, seat, line.move, texts)
            for key in line.leaves:
                assert texts(f"coach.leaves.{key}")


@pytest.mark.parametrize("seat", [0, 1])
def test_who_is_not_asked_gets_no_advice(seat: int) -> None:
    position = at(**FIFTEEN)
    assert (GAME.advice(position, seat) is None) == (seat != 0)
    assert (GAME.line(position, seat, GAME.parse("end")) is None) == (seat != 0)
