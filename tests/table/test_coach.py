"""The coach's panel: what it says and when, what it hides, and that it never holds up the table."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from tabletop_kit.engine.coach import Advice
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.save import save
from tabletop_kit.games import find_game
from tabletop_kit.progress import MemoryStore
from tabletop_kit.table.coach import CoachPanel
from tabletop_kit.table.coach_pace import Background
from tabletop_kit.table.language import table_texts
from tabletop_kit.table.play import PlayPanel
from tabletop_kit.table.session import Preferences, Session
from tests.engine.toy import BAZAAR
from tests.players.advised import ADVISED

GAME = find_game("tempus")
MARKUP = "<img src=x onerror=alert(1)>"


@pytest.fixture(autouse=True)
def faults_are_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETOP_KIT_TEST", "1")


def sitting(seed: int = 7, *players: str, **keys: Any) -> Match[Any, Any]:
    """A match in which a person begins, with those players."""
    match = Match.at(GAME, keys, seed) if keys else Match.new(GAME, seed)
    match.extra = {"players": list(players or ("human", "greedy"))}
    match.names = ("Ada", "Bo")
    return match


def test_after_a_match_of_two_the_one_looked_through_is_named_and_can_be_changed() -> None:
    match = sitting(7, "human", "human")
    while match.outcome is None:
        match.play(match.moves[-1])
    coach = table(match).coach
    assert (coach.whose.description, coach.whose.label) == ("Decisions of", "Ada")
    assert coach.review.review is not None
    assert coach.review.review.seat == 0
    coach.whose.value = 1
    assert coach.review.review.seat == 1


def table(match: Match[Any, Any]) -> PlayPanel:
    return PlayPanel(GAME, MemoryStore(), match)


def visible(widget: Any) -> Iterator[str]:
    """What can be read in a widget and below it, without markup."""
    if widget.layout.display == "none":
        return
    if isinstance(getattr(widget, "value", None), str) and widget.value:
        yield re.sub(r"\s+", " ", re.sub(r"<style>.*?</style>|<[^>]+>", " ", widget.value)).strip()
    elif getattr(widget, "description", ""):
        yield widget.description
    for child in getattr(widget, "children", ()):
        yield from visible(child)


def read(panel: PlayPanel) -> str:
    return "\n".join(visible(panel.coach.box))


def say(panel: PlayPanel, move: str) -> None:
    panel.do({"do": "move", "text": move, "at": ""})


def play_out(panel: PlayPanel) -> None:
    while panel.match.to_act is not None or panel.session.ended is not None:
        if panel.session.ended is not None:
            panel.do({"do": "move", "text": "", "at": "go-on"})
        else:
            say(panel, GAME.write(panel.match.moves[0]))


def work(panel: PlayPanel, seconds: float = 60) -> None:
    """Let the coach finish what it would do in the background."""
    until = time.monotonic() + seconds
    while not panel.coach._work(0.02):
        assert time.monotonic() < until


# -- after a move --------------------------------------------------------------------------------


def test_nothing_is_said_before_the_first_move() -> None:
    panel = table(sitting())
    assert "You played" not in read(panel)
    assert "After a move of yours" in read(panel)


def test_after_a_move_own_play_and_three_priorities_are_told_with_their_chances() -> None:
    panel = table(sitting())
    advice = GAME.advice(panel.match.position, 0)
    assert advice is not None
    say(panel, GAME.write(advice.lines[0].move))
    told = read(panel)
    for name in ("You played", "Take the round", "Save your dice", "Make them pay"):
        assert name in told
    assert "“Take the round” would have played this, too." in told
    assert "being worked out" in told
    work(panel)
    told = read(panel)
    assert "being worked out" not in told
    assert len(re.findall(r"\d+ % to win \(\d+ to \d+\)", told)) == 4
    assert "an ordinary player" in told and "95% intervals" in told


def test_the_rule_opens_in_place_and_folds_again() -> None:
    panel = table(sitting())
    say(panel, "pass")
    card = panel.coach.lines.cards[0]
    title = GAME.texts()("rule.TP-6.title")
    assert card.rule.description == "Rule TP-6" and title not in read(panel)
    card.rule.click()
    assert title in read(panel)
    card.rule.click()
    assert title not in read(panel)


def test_lines_that_say_the_very_same_share_a_card() -> None:
    keys = {"hands": [["d4:2"], ["d8:1"]], "rows": [["d6:6"], ["d6:5"]], "passed": [False, True]}
    panel = table(sitting(**keys, to_act=0))
    say(panel, "lay d4:2")
    told = read(panel)
    assert told.count("passing wins it") == 2  # the priority that saves cites its own number
    assert "None of the three would have played this." in told


def test_when_no_line_survives_that_is_said_plainly() -> None:
    keys = {
        "hands": [["d4:2"], ["d8:1"]],
        "rows": [[], ["d6:6"]],
        "passed": [False, True],
        "lost": [1, 0],
        "round": 2,
    }
    panel = table(sitting(**keys, to_act=0))
    panel.coach.ask_hint()
    panel.coach.ask_hint()
    assert "No line survives." not in read(panel)
    panel.coach.ask_hint()
    assert "No line survives." in read(panel)
    assert "nothing you hold saves this match" in read(panel)


def test_the_switch_in_the_settings_silences_it_after_moves() -> None:
    panel = table(sitting())
    panel.prefer(Preferences(coach=False))
    say(panel, "pass")
    assert "You played" not in read(panel) and "switch" in read(panel)
    panel.prefer(Preferences(coach=True))
    assert "You played" in read(panel)


def test_options_may_silence_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME), "coached", lambda self, options: "decks" not in options)
    panel = table(sitting())
    say(panel, "pass")
    assert "You played" in read(panel)
    match = Match.new(GAME, 7, decks=[["d6"] * 10] * 2)
    match.extra = {"players": ["human", "greedy"]}
    panel = table(match)
    say(panel, "pass")
    assert "You played" not in read(panel)


def test_it_speaks_german_and_shows_names_as_text() -> None:
    match = sitting()
    match.names = ("Ada", MARKUP)
    panel = table(match)
    panel.prefer(Preferences(language="de"))
    say(panel, GAME.write(panel.match.moves[0]))
    work(panel)
    told = read(panel)
    assert "Du hast gespielt" in told and "auf den Sieg" in told
    assert all(MARKUP not in widget.value for widget in _htmls(panel.coach.box))


def _htmls(widget: Any) -> Iterator[Any]:
    if isinstance(getattr(widget, "value", None), str):
        yield widget
    for child in getattr(widget, "children", ()):
        yield from _htmls(child)


def test_a_game_without_priorities_has_no_coach() -> None:
    match = Match.new(BAZAAR, 1)
    coach = CoachPanel(BAZAAR, lambda match: None)
    coach.follow(Session(match, (None, None)))
    assert list(visible(coach.box)) == []


def test_looking_back_shows_what_was_said_then_with_the_same_figures() -> None:
    panel = table(sitting())
    say(panel, GAME.write(panel.match.moves[0]))
    work(panel)
    first = read(panel)
    ply = panel.match.ply
    say(panel, GAME.write(panel.match.moves[-2]))
    assert read(panel) != first
    panel.look(ply)
    shown = [line for line in read(panel).splitlines() if "to win" in line]
    assert shown == [line for line in first.splitlines() if "to win" in line]


# -- before a move -------------------------------------------------------------------------------


def test_a_hint_climbs_three_steps_and_falls_with_the_move() -> None:
    panel = table(sitting())
    before = json.dumps(save(panel.match))
    panel.coach.ask_hint()
    told = read(panel)
    assert "What matters here: Paid now" in told and "Three ways" not in told
    panel.coach.ask_hint()
    told = read(panel)
    assert "Raise the price of the round" in told and "being worked out" not in told
    panel.coach.ask_hint()
    work(panel)
    assert len(re.findall(r"\d+ % to win", read(panel))) == 3
    assert json.dumps(save(panel.match)) == before
    say(panel, GAME.write(panel.match.moves[0]))
    assert "Before you move" not in read(panel)


# -- who may read it -----------------------------------------------------------------------------


def test_what_one_person_was_told_is_hidden_from_the_next() -> None:
    panel = table(sitting(7, "human", "human"))
    panel.do({"do": "lift"})
    say(panel, GAME.write(panel.match.moves[0]))
    assert panel.session.curtain == 1
    assert "You played" not in read(panel)
    panel.do({"do": "lift"})
    assert "You played" not in read(panel)
    say(panel, GAME.write(panel.match.moves[0]))
    panel.do({"do": "lift"})
    assert panel.session.viewer == 0 and "You played" in read(panel)


def test_it_is_hidden_at_once_even_before_the_coach_looks_again() -> None:
    async def scene() -> tuple[str, str]:
        panel = table(sitting(7, "human", "human"))
        panel.do({"do": "lift"})
        say(panel, GAME.write(panel.match.moves[0]))
        panel.do({"do": "lift"})
        say(panel, GAME.write(panel.match.moves[0]))
        panel.do({"do": "lift"})
        panel.coach._look()
        panel.coach.ask_hint()
        panel.coach._look()
        shown = read(panel)
        say(panel, GAME.write(panel.match.moves[0]))
        hidden = read(panel)
        panel.close()
        return shown, hidden

    shown, hidden = asyncio.run(scene())
    assert "You played" in shown and "Before you move" in shown
    assert "You played" not in hidden and "Before you move" not in hidden


def test_what_was_cut_off_is_told_when_the_coach_looks_again() -> None:
    """It is folded, or a move is made, while its cards are still being said one by one."""
    panel = table(sitting())
    say(panel, GAME.write(panel.match.moves[0]))
    coach, whole = panel.coach, read(panel)
    coached = coach.lines.coached
    assert coached is not None
    coach.lines.clear()
    next(coach.lines.show(coached, coach._texts, coach._tell))
    assert "Make them pay" in whole and "Make them pay" not in read(panel)
    coach._look()
    assert read(panel) == whole


# -- after the match -----------------------------------------------------------------------------


def test_after_the_match_it_is_looked_through_and_one_may_try_again() -> None:
    panel = table(sitting())
    play_out(panel)
    finished = json.dumps(save(panel.match))
    while panel.coach.review.review is None or panel.coach.review.review.worlds < 30:
        panel.coach._work(0.02)
    panel.coach._look()
    told = read(panel)
    assert "The match, looked through" in told and "You began with a chance of" in told
    assert "Go back to move" in told
    worst = panel.coach.review.costly[0]
    assert f"Go back to move {worst.ply + 1}" in told
    old = panel.match
    panel.coach.review.buttons[0].click()
    assert panel.match is not old and panel.match.ply == worst.ply
    assert json.dumps(save(old)) == finished
    assert "try something else" in read(panel)
    say(panel, GAME.write(worst.coached.best))
    work(panel)
    assert "Better than" in read(panel)
    panel.do({"do": "undo"})
    say(panel, GAME.write(worst.step.move))
    work(panel)
    assert "what you played before" in read(panel)


def test_a_match_tried_again_counts_for_no_tournament() -> None:
    match = sitting()
    match.extra["rung"] = "mill"
    panel = table(match)
    play_out(panel)
    while panel.coach.review.review is None or panel.coach.review.review.worlds < 30:
        panel.coach._work(0.02)
    panel.coach._look()
    panel.coach.review.buttons[0].click()
    assert panel.match.extra == {"players": ["human", "greedy"]}


# -- in the background ---------------------------------------------------------------------------


def test_it_works_in_short_slices_rests_after_a_move_and_stops_when_folded() -> None:
    async def scene() -> dict[str, Any]:
        panel = table(sitting())
        coach = panel.coach
        say(panel, GAME.write(panel.match.moves[0]))
        assert coach.background.live
        await asyncio.sleep(0.05)
        resting = coach.lines.coached is None
        for _ in range(200):
            await asyncio.sleep(0.01)
            if coach.lines.coached is not None and coach.lines.coached.chances.worlds > 20:
                break
        assert coach.lines.coached is not None
        worlds = coach.lines.coached.chances.worlds
        former = coach.lines.coached
        coach.fold.click()
        live = coach.background.live
        await asyncio.sleep(0.1)
        folded = former.chances.worlds
        coach.fold.click()
        for _ in range(400):
            await asyncio.sleep(0.01)
            if former.done and not coach.background.live:
                break
        done = former.done
        panel.close()
        return {
            "resting": resting,
            "worlds": worlds,
            "live": live,
            "grew": folded - worlds,
            "done": done,
            "longest": coach.background.longest,
        }

    seen = asyncio.run(scene())
    assert seen["resting"] and seen["worlds"] > 20
    assert not seen["live"] and seen["grew"] == 0
    assert seen["done"]


def test_a_slice_takes_no_longer_than_it_may() -> None:
    spent: list[float] = []

    def busy(seconds: float) -> bool:
        until = time.perf_counter() + seconds
        while time.perf_counter() < until:
            pass
        spent.append(seconds)
        return len(spent) >= 30

    async def scene() -> float:
        background = Background(busy)
        background.start(0)
        gaps, last = [], time.perf_counter()
        while background.live:
            await asyncio.sleep(0)
            now = time.perf_counter()
            gaps.append(now - last)
            last = now
        return sorted(gaps)[-3]

    assert asyncio.run(scene()) < 0.05
    assert len(spent) == 30 and max(spent) <= 0.01


def test_another_match_forgets_what_was_said() -> None:
    panel = table(sitting())
    say(panel, GAME.write(panel.match.moves[0]))
    assert "You played" in read(panel)
    panel.begin(sitting(8))
    assert "You played" not in read(panel)


def test_every_word_of_the_coach_is_there_in_both_languages() -> None:
    for language in ("en", "de"):
        tell = table_texts(language)
        assert len(list(tell.keys("coach"))) == len(list(table_texts("en").keys("coach")))


# -- seats that are asked together, and windows --------------------------------------------------


def sealing() -> Match[Any, Any]:
    """Three seats choose in secret, the last of them a person."""
    keys = {"hands": [["A1"], ["B1"], ["C1"]], "phase": "refill", "sealed": ["", "", ""]}
    match = Match.at(ADVISED, keys, 1)
    match.extra = {"players": ["random", "random", "human"]}
    return match


def test_a_hint_is_there_for_whoever_is_asked_together_with_others() -> None:
    coach = CoachPanel(ADVISED, lambda _match: None)
    coach.session = SimpleNamespace(  # type: ignore[assignment]
        match=sealing(), curtain=None, viewer=2, people=[2], look=None, ended=None
    )
    assert coach.session is not None and coach.session.match.to_act != 2
    assert coach._asked(coach.session) == 2
    coach._show_ask()
    assert coach.ask.layout.display != "none"
    coach.session.match.play(ADVISED.parse("keep"), 2)
    assert coach._asked(coach.session) is None
    coach._show_ask()
    assert coach.ask.layout.display == "none"


class Unsaid(type(ADVISED)):  # type: ignore[misc]
    """Its coach would answer nothing out of turn."""

    def advice(self, position: Any, seat: int) -> Any:
        advice, unsaid = super().advice(position, seat), self.decline(position, seat)
        if advice is None or unsaid is None:
            return advice
        return Advice(tuple([replace(line, move=unsaid) for line in advice]))


def test_an_answer_that_all_would_leave_unsaid_hides_nothing_said_before() -> None:
    game = Unsaid()
    keys = {"hands": [["A1", "N"], ["B1", "A1"]], "wind": "B"}
    match = Match.at(game, keys, 3)
    turn = game.moves(match.position, 0)[0]
    match.play(turn, 0)
    while match.last.seat != 0 or match.ply < 2:
        seat = match.to_act
        assert seat is not None
        unsaid = game.decline(match.position, seat)
        match.play(game.moves(match.position, seat)[0] if unsaid is None else unsaid, seat)
    assert match.last.move == game.decline(match.last.before.position, 0)  # type: ignore[union-attr]
    assert len(game.moves(match.last.before.position, 0)) > 1  # type: ignore[union-attr]
    coach = CoachPanel(game, lambda _match: None)
    coach.session = SimpleNamespace(  # type: ignore[assignment]
        match=match,
        curtain=None,
        viewer=0,
        people=[0],
        look=None,
        ended=None,
        decided=lambda _step: True,
        preferences=SimpleNamespace(coach=True),
    )
    assert coach.session is not None
    found = _returned(coach._last_coached(coach.session))
    assert found.move == turn


def _returned(pieces: Any) -> Any:
    """What a generator returns."""
    while True:
        try:
            next(pieces)
        except StopIteration as end:
            return end.value
