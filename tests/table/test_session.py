"""A sitting at a table: who looks, what is refused, what is taken back, what is told."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_kit.engine.match import Match, Step
from tabletop_kit.games import find_game
from tabletop_kit.table.picture import picture
from tabletop_kit.table.session import Preferences, Session

GAME = find_game("tempus")
RANDOM = GAME.players()["random"]


def solo(seed: int = 3, **options: Any) -> Session:
    match = Match.new(GAME, seed, **options)
    match.names = ("Ada", "Wim")
    return Session(match, (None, RANDOM))


def hot_seat(seed: int = 3) -> Session:
    match = Match.new(GAME, seed)
    match.names = ("Ada", "Bram")
    return Session(match, (None, None))


def kit_plays(session: Session) -> None:
    while session.play_by_itself():
        pass


def a_legal_move(session: Session, choice: int = 0) -> str:
    moves = session.match.moves
    return GAME.write(moves[choice % len(moves)])


def test_an_illegal_try_is_answered_at_its_spot_and_changes_nothing() -> None:
    session = solo()
    kit_plays(session)
    before, revision = session.match.last, session.revision
    assert not session.try_move("lay ?", "h1-0")
    refusal = picture(session)["refusal"]
    assert refusal["at"] == "h1-0"
    assert refusal["rule"] == "TP-3"
    assert "Wim" in refusal["text"]
    assert session.match.last is before
    assert session.revision == revision


@pytest.mark.parametrize("text", ["", "lay", "lay d99:1", "<b>pass</b>", "pass " * 900, "begin 0"])
def test_whatever_is_said_gets_one_sentence(text: str) -> None:
    session = solo()
    kit_plays(session)
    before = session.match.last
    assert not session.try_move(text, "pass")
    assert 10 < len(picture(session)["refusal"]["text"]) < 200
    assert session.match.last is before


def test_the_refusal_goes_with_the_next_move() -> None:
    session = solo()
    kit_plays(session)
    session.try_move("begin 0")
    assert session.try_move(a_legal_move(session))
    assert "refusal" not in picture(session)


def test_a_move_for_the_other_seat_is_refused_by_the_rule_on_turns() -> None:
    session = solo(seed=4)
    kit_plays(session)
    session.try_move(a_legal_move(session))
    if session.match.to_act != 1:
        pytest.skip("the other seat has passed in this game")
    assert not session.try_move("pass")
    assert picture(session)["refusal"]["rule"] == "TP-5"


def test_undo_takes_back_to_ones_own_decision_and_redo_plays_it_again() -> None:
    session = solo()
    kit_plays(session)
    before = session.match.last
    session.try_move(a_legal_move(session))
    kit_plays(session)
    after = session.match.last
    assert session.undo()
    assert session.match.last is before
    assert session.redo()
    assert session.match.last is after


def test_undo_with_nothing_to_take_back_says_so() -> None:
    session = solo()
    kit_plays(session)
    before = session.match.last
    assert not session.undo()
    assert session.match.last is before
    assert "no move" in picture(session)["say"]["text"]


def test_fair_undo_stops_where_something_new_was_seen() -> None:
    session = solo()
    session.preferences = replace(session.preferences, fair_undo=True)
    kit_plays(session)
    session.try_move(a_legal_move(session))
    after = session.match.last
    assert not session.undo()
    assert session.match.last is after


def test_the_curtain_hides_the_table_until_the_next_player_lifts_it() -> None:
    session = hot_seat()
    first = session.match.to_act
    assert session.curtain == first
    shown = picture(session)
    assert "scene" not in shown
    assert "hint" not in shown
    assert not session.try_move("pass")
    session.lift()
    assert session.viewer == first
    assert "scene" in picture(session)
    session.try_move(a_legal_move(session))
    assert session.curtain == session.match.to_act != first
    assert "scene" not in picture(session)


def test_the_player_who_goes_on_alone_is_not_asked_to_lift_the_curtain() -> None:
    session = hot_seat()
    session.lift()
    session.try_move("pass")
    session.lift()
    session.try_move(a_legal_move(session))
    assert session.curtain is None


def test_the_hint_ladder_climbs_from_the_rule_to_the_move() -> None:
    session = solo()
    kit_plays(session)
    hints = []
    for _ in range(3):
        session.ask_hint()
        hints.append(picture(session)["hint"])
    assert [hint["step"] for hint in hints] == [1, 2, 3]
    assert hints[0]["rule"] == "TP-5"
    assert hints[1]["zones"] or hints[1]["verbs"]
    assert hints[2]["tokens"] or hints[2]["verbs"]
    assert GAME.write(session.advice) in {GAME.write(move) for move in session.match.moves}


def test_a_hint_at_cards_to_select_shows_them_and_tells_them_in_words() -> None:
    match = Match.new(find_game("tomes"), 7, seats=1)
    session = Session(match, (None,))
    session.ask_hint()
    session.advice = next(move for move in match.moves if str(move) == "play 5C 5S")
    session.ask_hint()
    where = picture(session)["hint"]
    assert where["zones"] == ["hand-0"]
    assert "Your hand" in where["text"]
    session.ask_hint()
    what = picture(session)["hint"]
    assert what["text"].endswith("would choose: 5 of Swarm, 5 of Void.")
    assert (what["tokens"], what["verbs"]) == (["5C", "5S"], ["play"])


def test_looking_back_offers_nothing_and_changes_nothing() -> None:
    session = solo()
    kit_plays(session)
    for _ in range(3):
        session.try_move(a_legal_move(session))
        kit_plays(session)
    last = session.match.last
    session.look_at(1)
    shown = picture(session)
    assert not shown["scene"]["verbs"]
    assert not any(token.get("move") for token in shown["scene"]["tokens"].values())
    assert not session.try_move("pass")
    session.look_at(None)
    assert session.match.last is last
    assert picture(session)["scene"]["verbs"] or session.match.outcome


def test_a_hand_run_empty_passes_by_itself_unless_one_prefers_not() -> None:
    keys = {"hands": [[], ["d6:3"]], "factions": ["council", "harpers"], "to_act": 0}
    session = Session(Match.at(GAME, keys), (None, RANDOM))
    assert session.forced
    session.preferences = Preferences(auto=False)
    assert not session.forced


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000), choices=st.lists(st.integers(0, 99), min_size=1, max_size=30))
def test_a_picture_is_the_same_in_worlds_its_viewer_cannot_tell_apart(
    seed: int, choices: list[int]
) -> None:
    session = solo(seed)
    for choice in choices:
        kit_plays(session)
        if session.match.to_act is None:
            break
        _compare_worlds(session, seed)
        session.try_move(a_legal_move(session, choice))


def _compare_worlds(session: Session, seed: int) -> None:
    known = json.dumps(picture(session), sort_keys=True)
    last = session.match.last
    other = GAME.imagine(last.position, 0, seed)
    session.match.last = Step(other, last.before, last.seat, last.move, last.events, last.ply)
    assert json.dumps(picture(session), sort_keys=True) == known
    session.match.last = last


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10_000), choices=st.lists(st.integers(0, 99), min_size=5, max_size=40))
def test_both_languages_tell_every_game(seed: int, choices: list[int]) -> None:
    session = solo(seed, factions=["zhentarim", "enclave"])
    session.preferences = Preferences(language="de")
    for choice in choices:
        if session.match.to_act is None:
            break
        session.try_move(a_legal_move(session, choice))
        kit_plays(session)
        shown = picture(session)
        assert shown["language"] == "de"
        assert all(line["text"] for line in shown["log"].values())


def test_the_rows_stay_to_be_seen_when_a_round_has_ended() -> None:
    keys = {"hands": [["d8:5", "d4:1"], ["d6:3"]], "factions": ["council", "harpers"], "to_act": 0}
    session = Session(Match.at(GAME, keys), (None, None))
    session.lift()
    session.try_move("lay d8:5")
    session.lift()
    session.try_move("pass")
    session.lift()
    session.try_move("pass")
    shown = picture(session)
    assert shown["scene"]["zones"]["row-0"]["tokens"] == ["r0-0"]
    assert "won round 1" in shown["scene"]["ask"]
    assert list(shown["scene"]["verbs"]) == ["go-on"]
    assert not any(token.get("move") for token in shown["scene"]["tokens"].values())
    assert "curtain" not in shown
    session.go_on()
    assert session.curtain == session.match.to_act


def test_who_does_not_want_the_pause_goes_straight_on() -> None:
    keys = {"hands": [["d8:5", "d4:1"], []], "to_act": 1}
    session = Session(Match.at(GAME, keys), (None, RANDOM), Preferences(pause=False))
    kit_plays(session)
    session.try_move("lay d8:5")
    session.try_move("pass")
    assert session.ended is None
    assert session.match.position.round == 2


def test_a_game_may_tell_headlines_without_a_halt() -> None:
    class Flowing(type(GAME)):  # type: ignore[misc]
        halts = frozenset({"match-won"})

    keys = {"hands": [["d8:5", "d4:1"], ["d6:3"]], "to_act": 0}
    for game, halted in ((GAME, True), (Flowing(), False)):
        session = Session(Match.at(game, keys), (None, None))
        for move in ("lay d8:5", "pass", "pass"):
            session.lift()
            session.try_move(move)
        assert (session.ended is not None) == halted
        session.lift()
        assert "won round 1" in json.dumps(picture(session))
