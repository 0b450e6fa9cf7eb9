"""What holds in every match of Tempus, whatever is rolled and played."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tabletop_kit.engine.event import seen_from
from tabletop_kit.engine.luck import mix
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.save import code, load_code, load_text, save_text
from tabletop_kit.engine.text import LANGUAGES
from tabletop_kit.games import find_game
from tabletop_kit.games.tempus.moves import BEGIN, LAY, PASS, Lay, parse_move
from tabletop_kit.games.tempus.position import DICE, Die, Position
from tests.games.playing import SEED
from tests.games.tempus.naive import Naive
from tests.games.tempus.playing import DECKS, FEW, PAIR, chosen

GAME = find_game("tempus")
Tempus = Match[Any, Any]

DIE = st.sampled_from(list(DICE.values()))

MANY = settings(deadline=None, max_examples=120)


@st.composite
def matches(draw: Any, whole: bool = False) -> Tempus:
    """A match from a seed, played on at random: to its end, or to anywhere."""
    match = Match.new(GAME, draw(SEED), factions=draw(PAIR), decks=draw(DECKS))
    bias = draw(st.integers(1, 6))
    limit = 99 if whole else draw(st.integers(0, 30))
    while match.to_act is not None and match.ply < limit:
        match.play(chosen(match, mix(match.seed, match.ply), bias))
    return match


# -- the rules, from a second hand ---------------------------------------------------------------


@given(st.integers(), PAIR, DECKS, st.integers(1, 6))
@MANY
def test_a_naive_match_from_the_rules_page_comes_to_the_same(
    seed: int, factions: list[str], decks: list[list[str]], bias: int
) -> None:
    dice = random.Random(seed)
    naive = Naive(dice, factions, decks)
    said, pictures = [], [json.dumps(naive.keys())]
    while moves := sorted(naive.moves()):
        said.append(
            "pass" if "pass" in moves and not dice.randrange(bias + 1) else dice.choice(moves)
        )
        naive.play(said[-1])
        pictures.append(json.dumps(naive.keys()))
    match = Match.begin(GAME, {"factions": factions, "decks": decks}, 5, naive.chance)
    for move, picture in zip([None, *said], pictures, strict=True):
        if move is not None:
            match.play(move)
        found = GAME.dump(match.position)
        del found["gone"]
        found["hands"] = [sorted(hand) for hand in found["hands"]]
        assert found == json.loads(picture)
    assert match.position.luck.script == ()


# -- what is never lost --------------------------------------------------------------------------


def all_dice(position: Position, seat: int) -> Counter[Die]:
    return Counter((*position.hands[seat], *position.rows[seat], *position.gone[seat]))


@given(matches(whole=True))
@FEW
def test_dice_are_conserved_and_gained_by_winning_harpers_only(match: Tempus) -> None:
    steps = match.steps()
    for seat in (0, 1):
        first = all_dice(steps[0].position, seat)
        assert sorted(die.size for die in first.elements()) == sorted(steps[0].position.decks[seat])
        for before, after in pairwise(steps):
            gained = all_dice(after.position, seat) - all_dice(before.position, seat)
            assert not all_dice(before.position, seat) - all_dice(after.position, seat)
            won = after.position.won[seat] > before.position.won[seat]
            harpers = after.position.factions[seat] == "harpers"
            due = won and harpers and after.position.phase != "over"
            assert [die.size for die in gained.elements()] == [6] * due


@given(matches(whole=True))
@FEW
def test_counts_agree_in_every_position(match: Tempus) -> None:
    for step in match.steps():
        position = step.position
        assert position.strength == tuple(sum(die.value for die in row) for row in position.rows)
        played = position.round - (position.phase != "over")
        assert [position.won[seat] + position.lost[seat] for seat in (0, 1)] == [played] * 2
        assert not list(GAME.breaches(position))
        if position.phase == "round":
            assert position.to_act is not None and not position.passed[position.to_act]
    assert max(match.position.lost) == 2 and match.position.rows == ((), ())


@given(matches(whole=True))
@FEW
def test_the_beginner_alternates_and_begins(match: Tempus) -> None:
    began: dict[int, int] = {}
    for step in match.steps():
        position = step.position
        if position.phase == "round" and position.round not in began:
            assert position.beginner == position.to_act
            began[position.round] = position.to_act
    assert all(began[number + 1] == 1 - began[number] for number in range(1, len(began)))


# -- there and back ------------------------------------------------------------------------------


@given(matches())
@FEW
def test_a_position_and_its_keys_are_each_others_inverse(match: Tempus) -> None:
    for step in match.steps():
        keys = json.loads(json.dumps(GAME.dump(step.position)))
        assert GAME.load(keys, step.position.luck) == step.position
        again = GAME.load({**keys, "hands": [hand[::-1] for hand in keys["hands"]]}, GAME.luck(1))
        assert replace(again, luck=step.position.luck) == step.position


@given(matches())
@FEW
def test_a_match_is_saved_at_every_ply(match: Tempus) -> None:
    for step in match.steps():
        there = replace(match.branch(), last=step)
        for again in (
            load_text(save_text(there), find_game),
            load_code(code(there), find_game),
        ):
            assert again.position == step.position
            assert again.events(None) == there.events(None)


# -- what is hidden ------------------------------------------------------------------------------


def all_that_is_seen(position: Position, seat: int, events: Any) -> list[Any]:
    seen = seen_from(events, seat)
    scenes = [GAME.scene(position, seat, GAME.texts(language), seen) for language in LANGUAGES]
    return [
        GAME.view(position, seat),
        GAME.prompts(position),
        GAME.moves(position, seat),
        [scene.data() for scene in scenes],
        GAME.imagine(position, seat, 77),
        [GAME.policy()(position, seat, 5)] if position.to_act == seat else None,
    ]


@given(matches(), st.sampled_from([0, 1]), st.data())
@FEW
def test_another_hidden_hand_changes_nothing_that_is_seen(
    match: Tempus, seat: int, data: st.DataObject
) -> None:
    position, other = match.position, 1 - seat
    count = len(position.hands[other])
    hand = tuple(sorted(data.draw(st.lists(DIE, min_size=count, max_size=count))))
    hands = (hand, position.hands[1]) if other == 0 else (position.hands[0], hand)
    luck = GAME.luck(data.draw(SEED))
    twin = replace(position, hands=hands, luck=luck)
    events = match.last.events
    assert all_that_is_seen(twin, seat, events) == all_that_is_seen(position, seat, events)


@given(matches(), st.sampled_from([0, 1]), st.sampled_from(["random", "greedy", "sound"]))
@FEW
def test_the_quick_players_do_not_look_at_the_hidden_hand(
    match: Tempus, seat: int, name: str
) -> None:
    position = match.position
    assume(position.to_act == seat)
    hand = (DICE[12, 12],) * len(position.hands[1 - seat])
    twin = replace(position, hands=(hand, position.hands[1]) if seat else (position.hands[0], hand))
    player = GAME.players()[name]
    assert player.choose(GAME, twin, seat, 9) == player.choose(GAME, position, seat, 9)


@given(matches())
@FEW
def test_a_hidden_die_is_in_nobodys_elses_story(match: Tempus) -> None:
    start = match.steps()[0].position
    for seat in (0, 1):
        laid = Counter(
            step.move.die for step in match.steps() if step.seat == seat and type(step.move) is Lay
        )
        for event in match.events(1 - seat):
            if event.seat == seat and event.kind in ("rolled", "gained"):
                assert not event.secret and event.facts.keys() <= {"count"}
        told = Counter(
            event.facts["die"]
            for event in match.events(1 - seat)
            if event.seat == seat and event.kind == "laid"
        )
        assert told == Counter({str(die): count for die, count in laid.items()})
        (mine,) = [e for e in match.events(seat) if e.kind == "rolled" and e.seat == seat]
        assert mine.facts["dice"] == [str(die) for die in start.hands[seat]]


# -- words ---------------------------------------------------------------------------------------

NAMES = st.lists(
    st.one_of(
        st.text(min_size=1, max_size=12).filter(str.strip),
        st.sampled_from(
            ["{seat}", "{0}", "{die:die}", "}{", "{", "<b>Ada</b>", "%s", "{seat:name}"]
        ),
    ),
    min_size=2,
    max_size=2,
)


@given(matches(whole=True))
@FEW
def test_a_match_is_told_to_everybody_in_both_languages(match: Tempus) -> None:
    for language in LANGUAGES:
        for reader in (None, 0, 1):
            for sentence in match.story(reader, language):
                assert sentence[0].isupper() or sentence[0].isdigit()
                assert sentence[-1] in ".!" and not set(sentence) & set("{}[]?")
                assert "None" not in sentence and "  " not in sentence


@given(matches(whole=True), NAMES)
@FEW
def test_names_are_told_as_they_are_whatever_they_hold(match: Tempus, names: list[str]) -> None:
    marks = "\ue000", "\ue001"
    for language in LANGUAGES:
        named, marked = GAME.texts(language, names), GAME.texts(language, marks)
        for event in match.events(None):
            expected = re.sub(
                "[\ue000\ue001]", lambda mark: names[marks.index(mark[0])], marked.narrate(event)
            )
            assert named.narrate(event) == expected
        assert all(name in named.narrate(match.events(None)[0]) for name in names)


@given(
    st.one_of(
        st.sampled_from([*LAY.values(), PASS, *BEGIN, Lay(None)]),
        st.builds(
            lambda size, value: Lay(Die(size, value)), st.integers(1, 99), st.integers(0, 99)
        ),
    )
)
@FEW
def test_a_written_move_reads_as_itself(move: Any) -> None:
    assert GAME.parse(GAME.write(move)) == move


@given(st.sampled_from([*LAY.values(), PASS, *BEGIN]), st.randoms(use_true_random=False))
@FEW
def test_a_move_is_read_leniently(move: Any, dice: random.Random) -> None:
    spaces = [" ", "  ", "\t", " \n "]
    text = str(move)
    if isinstance(move, Lay) and move.die:
        gap = ["", " "]
        letter, sign = dice.choice("dDwW"), dice.choice(":=")
        parts = [letter, str(move.die.size), sign, str(move.die.value)]
        text = "lay " + dice.choice(gap).join(parts)
    text = "".join(dice.choice(spaces) if sign == " " else sign for sign in text)
    text = "".join(sign.upper() if dice.random() < 0.5 else sign for sign in text)
    assert parse_move(dice.choice(["", *spaces]) + text + dice.choice(["", *spaces])) == move
