"""Vortex at a table: whole games, their windows and sealed refills, for one person and more."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from time import process_time
from typing import Any

import pytest

from tabletop_kit.engine.luck import mix
from tabletop_kit.engine.match import Match, Step
from tabletop_kit.games.vortex import GAME
from tabletop_kit.table.pace import PACE_BRIEF
from tabletop_kit.table.picture import picture
from tabletop_kit.table.session import Preferences, Session
from tabletop_kit.table.windows import DECLINE_ALL, WHEN, When

SHORT = {"length": 12}


def table(people: set[int], when: When, seed: int, **options: Any) -> Session:
    match: Match[Any, Any] = Match.begin(GAME, SHORT | options, seed)
    random = GAME.players()["random"]
    seats = range(GAME.seat_count(match.position))
    sitting = tuple(None if seat in people else random for seat in seats)
    return Session(match, sitting, Preferences(windows=when, pause=False))


def stops(session: Session) -> Iterator[str]:
    """Play to the end; each time a person is needed, what for: a window, a turn, a refill, ..."""
    number = 0
    while session.match.to_act is not None:
        if session.by_itself:
            session.play_by_itself()
            continue
        prompt = session.match.prompts[0]
        yield prompt.ask
        if session.curtain is not None:
            if session.windows.is_open(session.match.position) and number % 3:
                session.say_of_windows(DECLINE_ALL)
                number += 1
                continue
            session.lift()
        legal = GAME.moves(session.match.position, prompt.seat)
        move = legal[mix(9, number) % len(legal)]
        assert session.try_move(GAME.write(move)), GAME.write(move)
        number += 1


def asked_in_windows(session: Session) -> int:
    return sum(ask.startswith("window") for ask in stops(session))


def test_the_settings_ask_less_and_less() -> None:
    counts = [asked_in_windows(table({0}, when, 4)) for when in WHEN]
    always, possible, request = counts
    assert always > 3 * possible > 0 == request


@pytest.mark.parametrize("people", [{0, 1}, {0, 2}, {0, 1, 2, 3}], ids=str)
def test_people_and_kit_players_in_any_mix_come_to_the_end(people: set[int]) -> None:
    for when in WHEN:
        session = table(people, when, 6)
        asked = list(stops(session))
        assert session.match.outcome is not None
        assert "turn" in asked and "refill" in asked
        assert any(ask.startswith("window") for ask in asked) == (when != "request")


@pytest.mark.parametrize("when", WHEN)
def test_whether_somebody_is_asked_is_the_same_whatever_the_hands_hold(when: When) -> None:
    session = table({0, 1, 2}, when, 8)
    looked = 0
    for _ in _every_step(session):
        position = session.match.position
        if not session.windows.is_open(position) or session.match.ply % 5:
            continue
        looked += 1
        told = _told(session)
        for seat in (0, 1, 2):
            other = GAME.imagine(position, seat, mix(session.match.ply, seat))
            last = session.match.last
            session.match.last = Step(
                other, last.before, last.seat, last.move, last.events, last.ply
            )
            assert _told(session) == told
            session.match.last = last
    assert looked > 10


def _told(session: Session) -> str:
    """What everybody at the screen can notice: who is asked, what is said, what goes by itself."""
    shown = picture(session) if session.curtain is not None else {}
    noticed = (session.curtain, session.by_itself, session.forced, shown)
    return json.dumps(noticed, sort_keys=True)


def _every_step(session: Session) -> Iterator[None]:
    """Every position of a game, also those in which the table plays by itself."""
    number = 0
    while session.match.to_act is not None:
        yield
        if session.by_itself:
            session.play_by_itself()
            continue
        session.lift()
        yield
        seat = session.match.to_act
        assert seat is not None
        legal = GAME.moves(session.match.position, seat)
        assert session.try_move(GAME.write(legal[mix(5, number) % len(legal)]))
        number += 1


def test_undo_comes_to_ones_own_decisions_one_after_the_other() -> None:
    session = table({1}, "possible", 5, seats=3)
    own = []
    for ask in stops(session):
        own.append((session.match.ply, ask))
        if len(own) > 12:
            break
    made = [ply for ply, _ in own[:-1]]
    for ply in reversed(made):
        assert session.undo()
        assert session.match.ply == ply
        assert not session.by_itself
    assert not session.may_undo and not session.undo()
    while session.redo():
        pass
    assert session.match.ply >= own[-1][0]


def test_sealed_refills_are_opened_together() -> None:
    session = table({0, 1, 2, 3}, "request", 3)
    for ask in stops(session):
        if ask != "refill":
            continue
        position = session.match.position
        seat = session.match.to_act
        assert session.curtain == seat or session.lifted == seat
        sealed = [GAME.view(position, other)["sealed"] for other in range(4)]
        for other, seen in enumerate(sealed):
            told = [one for place, one in enumerate(seen) if place != other]
            assert not [one for one in told if one.startswith("discard")]


def test_the_log_of_a_long_game_stays_short() -> None:
    session = table({0}, "request", 2, length=24)
    session.preferences = replace(session.preferences, auto=False)
    for _ in stops(session):
        picture(session)
    assert session.match.ply > 300
    assert len(json.dumps(picture(session)["log"])) < 12_000


def test_how_long_the_kit_thinks_in_a_window_tells_nothing() -> None:
    for player in GAME.players().values():
        match: Match[Any, Any] = Match.begin(GAME, SHORT | {"seats": 3}, 5)
        policy, slowest, met = GAME.policy(), 0.0, 0
        while (seat := match.to_act) is not None and met < 40:
            position = match.position
            move = policy(position, seat, mix(2, match.ply))
            if GAME.decline(position, seat) is not None:
                met += 1
                began = process_time()
                move = player.choose(GAME, position, seat, mix(1, match.ply) >> 11)
                slowest = max(slowest, process_time() - began)
            match.play(move, seat)
        # An answer is shown after that pause at the earliest, whatever was thought.
        assert met > 20 and slowest < PACE_BRIEF, player.id


def test_a_new_round_is_told_on_the_table_and_no_notice_moves_it_down() -> None:
    session = table({0}, "possible", 3, seats=2, length=12)
    for _ in stops(session):
        shown = picture(session)
        if session.match.position.round > 1:
            break
    assert "notice" not in shown
    assert any("Round 2 came to" in line["text"] for line in shown["log"].values())
