"""What Tempus has no use for, and the engine must carry: Bazaar needs it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tabletop_kit.engine.case import Case, read_cases, run_case
from tabletop_kit.engine.luck import mix
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.playout import playout, random_policy
from tabletop_kit.engine.problem import Problem
from tabletop_kit.engine.ruling import BadPosition, IllegalMove
from tabletop_kit.engine.save import code, load, load_code, load_text, pack, save, save_text
from tests.engine.toy import BAZAAR

CASES = read_cases(Path(__file__).parent / "toy_files" / "cases.toml", lambda _: BAZAAR)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_rule_cases(case: Case) -> None:
    assert run_case(case, BAZAAR).faults == ()


@pytest.mark.parametrize(
    ("expect", "fault"),
    [
        ({"fields.0": [{"suit": "A", "cards": ["A1", "A1"]}]}, "fields.0: expected"),
        ({"fields.0": [{"suit": "A", "cards": ["A1", "A2", "A2"]}]}, "fields.0: expected"),
        ({"fields.0": [{"suit": "A"}]}, "fields.0: expected"),
        ({"fields": [[], [{"suit": "A", "cards": ["A1", "A2"]}]]}, "fields: expected"),
        ({"advice": {"bold": "pass"}}, "advice: expected"),
        ({"advice": {"wild": "pass"}}, "advice: expected"),
        ({"marks": {}}, "marks: expected"),
        ({"worth.0": [1]}, "worth.0: expected"),
        ({"stack": ["0 play A1"]}, "stack: expected"),
    ],
)
def test_what_does_not_hold_is_told(expect: dict[str, Any], fault: str) -> None:
    fields = [[{"suit": "A", "cards": ["A1", "A2"]}], []]
    position = {"hands": [["A3"], ["B1"]], "fields": fields, "wind": "A"}
    (told,) = run_case(Case("bazaar", "one", position=position, expect=expect), BAZAAR).faults
    assert told.startswith(fault)


# -- several seats asked at once -----------------------------------------------------------------


def sealed_match() -> Match[Any, Any]:
    hands = [["A1", "A2"], ["B1", "N"], ["B3"]]
    return Match.at(BAZAAR, {"hands": hands, "phase": "refill", "draw": ["A1", "A2", "A3"]}, 3)


def test_sealed_choices_come_in_any_order_and_are_saved_with_their_seat() -> None:
    match = sealed_match()
    assert [(prompt.seat, prompt.mode) for prompt in match.prompts] == [
        (0, "together"),
        (1, "together"),
        (2, "together"),
    ]
    match.play("discard b3", 2)
    assert [prompt.seat for prompt in match.prompts] == [0, 1]
    match.play("keep", 1)
    match.play("discard A2 A1")
    moves = ["@2 discard B3", "@1 keep", "discard A1 A2"]
    assert save(match)["moves"] == moves
    for again in (
        load_text(save_text(match), lambda _: BAZAAR),
        load_code(code(match), lambda _: BAZAAR),
        load(save(match), lambda _: BAZAAR),
    ):
        assert again.position == match.position
        assert [step.seat for step in again.steps()] == [None, 2, 1, 0]


def test_in_whatever_order_the_position_is_the_same() -> None:
    said = {0: "discard A1 A2", 1: "keep", 2: "discard B3"}
    ends = []
    for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0)):
        match = sealed_match()
        for seat in order:
            match.play(said[seat], seat)
        ends.append(match.position)
    assert ends[0] == ends[1] == ends[2]


def test_a_seat_that_has_chosen_is_refused_and_nothing_changes() -> None:
    match = sealed_match()
    match.play("keep", 1)
    before = match.last
    with pytest.raises(IllegalMove) as caught:
        match.play("discard N", 1)
    assert caught.value.ruling.rule == "BZ-2" and match.last is before
    assert not match.ruling("keep", 1) and match.ruling("keep", 0)
    for seat in (3, -1, 99):
        assert not match.ruling("keep", seat)


def test_a_move_saved_for_the_wrong_seat_is_noticed() -> None:
    match = sealed_match()
    match.play("keep", 2)
    data = save(match)
    with pytest.raises(Problem) as caught:
        load({**data, "moves": ["@7 keep"]}, lambda _: BAZAAR)
    assert caught.value.key == "move"
    with pytest.raises(Problem) as caught:
        load({**data, "moves": ["keep"]}, lambda _: BAZAAR)
    assert caught.value.key == "digest"
    assert load_code(pack(data), lambda _: BAZAAR).position == match.position


def test_events_of_a_sealed_choice_are_its_own() -> None:
    match = sealed_match()
    match.play("discard N", 1)
    own, other = match.story(1, "de"), match.story(0, "de")
    assert own[-1] == "Du hast gewählt: discard N."
    assert other[-1] == "Platz 2 hat gewählt."
    assert match.events(None)[-1].secret == {}


# -- answers out of turn -------------------------------------------------------------------------


def test_a_window_is_taken_back_move_by_move() -> None:
    match = Match.at(BAZAAR, {"hands": [["B1", "N"], ["N", "A1"], ["A1"]]}, 1)
    positions = [match.position]
    for move in ("play B1", "nay N", "pass", "nay N", "pass"):
        match.play(move)
        positions.append(match.position)
    assert [prompt.mode for prompt in match.prompts] == ["response"]
    for position in reversed(positions):
        assert match.position == position
        match.undo()
    assert match.undo() is None
    while match.redo():
        pass
    assert match.position == positions[-1]


def test_a_fair_undo_stops_where_something_was_shown() -> None:
    match = Match.at(BAZAAR, {"hands": [["B1", "A2"], ["N"]]}, 1)
    match.play("play A2 down")
    match.play("pass")
    assert match.undo(fair=True) is not None
    assert match.undo(fair=True) is not None
    match.play("play B1")
    match.play("pass")
    assert match.undo(fair=True) is not None
    assert match.undo(fair=True) is None and match.ply == 1


def test_a_position_inside_a_move_is_kept_by_its_moves() -> None:
    match = Match.at(BAZAAR, {"hands": [["S"], ["B1", "B2"], ["A1"]]}, 5)
    for move in ("play S", "pass", "pass"):
        match.play(move)
    assert not BAZAAR.loadable(match.position)
    with pytest.raises(BadPosition):
        BAZAAR.load(BAZAAR.dump(match.position), BAZAAR.luck(0))
    again = load_text(save_text(match), lambda _: BAZAAR)
    assert again.position == match.position
    one, other = match.branch(), match.branch()
    one.play("choose 1")
    other.play("choose 2")
    assert one.position.hands[2] == ("A1",) and other.position.hands[1] == ("B1", "B2")
    assert match.position.phase == "choice"
    seen = [event for event in one.events(0) if event.kind == "spied"]
    assert [event.facts for event in seen] == [{"other": 1, "cards": ["B1", "B2"]}]
    assert [event.facts for event in one.events(2) if event.kind == "spied"] == [{"other": 1}]


# -- whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_playouts_end_and_name_a_score_for_each_seat(seats: int) -> None:
    choose = random_policy(BAZAAR)
    for seed in range(10):
        position = Match.new(BAZAAR, seed, seats=seats).position
        outcome, moves = playout(BAZAAR, position, choose, seed)
        assert len(outcome.scores) == seats == BAZAAR.seat_count(position)
        assert sum(outcome.scores) == pytest.approx(1) and moves > seats


def test_undo_and_redo_at_random_keep_every_position() -> None:
    match = Match.new(BAZAAR, 11, seats=4)
    line = [match.position]
    for step in range(400):
        draw = mix(step, 7)
        if (draw % 5 == 0 and match.undo()) or (draw % 5 == 1 and match.redo()):
            assert match.position == line[match.ply]
        elif (prompts := match.prompts) and draw % 5 > 1:
            seat = prompts[draw % len(prompts)].seat
            moves = BAZAAR.moves(match.position, seat)
            match.play(moves[(draw >> 8) % len(moves)], seat)
            line[match.ply :] = [match.position]
            assert not match.undone
    assert len(line) > 20
