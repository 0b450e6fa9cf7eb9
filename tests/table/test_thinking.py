"""Kit players think beside the table: it stays open, and only the answer still wanted counts."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from tabletop_kit.engine.match import Match
from tabletop_kit.progress import MemoryStore
from tabletop_kit.table import desk, pace
from tabletop_kit.table.play import PlayPanel
from tabletop_kit.table.seating import HUMAN
from tabletop_kit.table.thinking import BRISK, Thinker
from tests.table.fair import FAIR, Fair

PATIENCE = 5.0


@dataclass
class Slow:
    """Takes the first legal move once it is let go; remembers in which threads it thought."""

    id: str = "random"
    gate: threading.Event = field(default_factory=threading.Event)
    asked: list[Any] = field(default_factory=list)
    threads: list[int] = field(default_factory=list)
    fault: bool = False

    def choose(self, game: Any, position: Any, seat: int, seed: int) -> Any:
        self.asked.append(position)
        self.threads.append(threading.get_ident())
        self.gate.wait(PATIENCE)
        if self.fault:
            raise RuntimeError("no idea")
        return game.moves(position, seat)[0]


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    player = Slow()
    monkeypatch.setattr(Fair, "kit", {"random": player, "second": player})
    monkeypatch.setattr(desk, "find_game", lambda _game: FAIR)
    monkeypatch.setattr(pace, "PACE", 0.0)
    return player


def table(players: list[str]) -> PlayPanel:
    match = Match.new(FAIR, 4, seats=len(players))
    match.extra = {"players": players}
    return PlayPanel(FAIR, MemoryStore(), match)


async def until(holds: Callable[[], bool]) -> None:
    for _ in range(int(PATIENCE / 0.005)):
        if holds():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it never came to that")


def live(test: Callable[[], Awaitable[None]]) -> None:
    async def run() -> None:
        await test()

    asyncio.run(run())


def kit_first(count: int = 2) -> list[str]:
    """Players so that the seat that begins is a kit player's, and the next one a person's."""
    first = Match.new(FAIR, 4, seats=count).to_act or 0
    return [HUMAN if seat == (first + 1) % count else "random" for seat in range(count)]


def test_the_table_stays_open_while_somebody_thinks(slow: Slow) -> None:
    async def test() -> None:
        panel = table(kit_first())
        await until(lambda: bool(slow.asked))
        assert "is thinking" in panel.picture()["busy"]
        panel.toggle("rules")
        assert panel.bar.open == "rules"
        assert panel.match.ply == 0
        slow.gate.set()
        await until(lambda: panel.match.ply == 1)
        assert threading.get_ident() not in slow.threads
        assert len(slow.asked) == 1, "a refresh is no reason to think again"
        assert "busy" not in panel.picture()
        panel.close()

    live(test)


def test_several_kit_players_think_in_turn(slow: Slow) -> None:
    slow.gate.set()
    first = Match.new(FAIR, 4, seats=4).to_act or 0
    players = [HUMAN if seat == (first + 3) % 4 else "random" for seat in range(4)]

    async def test() -> None:
        panel = table(players)
        await until(
            lambda: panel.match.to_act == (first + 3) % 4 and panel.session.thinking is None
        )
        assert len({id(position) for position in slow.asked}) == panel.match.ply == 3
        panel.close()

    live(test)


def test_an_answer_that_comes_too_late_is_dropped(slow: Slow) -> None:
    async def test() -> None:
        panel = table(kit_first())
        await until(lambda: bool(slow.asked))
        other = Match.new(FAIR, 9, seats=2)
        other.extra = {"players": [HUMAN, HUMAN]}
        panel.begin(other)
        slow.gate.set()
        await asyncio.sleep(0.1)
        assert panel.match is other
        assert other.ply == 0
        panel.close()

    live(test)


def test_who_looks_back_is_not_torn_away_and_the_answer_waits(slow: Slow) -> None:
    async def test() -> None:
        slow.gate.set()
        panel = table(kit_first())
        await until(lambda: panel.match.ply == 1)
        slow.gate.clear()
        panel.session.try_move(FAIR.write(panel.match.moves[0]))
        panel.refresh()
        await until(lambda: len(slow.asked) == 2)
        panel.look(0)
        slow.gate.set()
        await asyncio.sleep(0.1)
        assert panel.session.look is not None
        assert panel.match.ply == 2
        panel.look(None)
        await until(lambda: panel.match.ply == 3)
        assert len(slow.asked) == 2, "what was found is not thought again"
        panel.close()

    live(test)


def test_a_hint_is_thought_beside_the_table_too(slow: Slow) -> None:
    async def test() -> None:
        panel = table([HUMAN, "random"] if kit_first()[1] == "random" else ["random", HUMAN])
        if panel.session.thinking is not None:
            slow.gate.set()
            await until(lambda: panel.session.thinking is None)
            slow.gate.clear()
        panel.session.ask_hint()
        panel.session.ask_hint()
        assert "Thinking about it" in panel.picture()["hint"]["text"]
        slow.gate.set()
        await until(lambda: panel.session.advice is not None)
        assert "Look here" in panel.picture()["hint"]["text"]
        panel.close()

    live(test)


def test_who_cannot_choose_is_told_in_a_sentence(slow: Slow) -> None:
    slow.fault = True
    slow.gate.set()

    async def test() -> None:
        panel = table(kit_first())
        await until(lambda: "notice" in panel.picture())
        assert "could not choose" in panel.picture()["notice"]["text"]
        assert panel.match.ply == 0
        panel.close()

    live(test)


def test_without_a_loop_a_match_of_kit_players_is_played_at_once(slow: Slow) -> None:
    slow.gate.set()
    panel = table(["random", "second", "random"])
    assert panel.match.outcome is not None
    assert set(slow.threads) == {threading.get_ident()}


def test_threads_take_turns_quickly_only_while_one_thinks() -> None:
    usual = sys.getswitchinterval()
    gate, seen = threading.Event(), []

    def choose() -> str:
        seen.append(sys.getswitchinterval())
        gate.wait(PATIENCE)
        return "pass"

    async def test() -> None:
        answers: list[str] = []
        thinker = Thinker()
        thinker.ask("move", object(), choose, answers.append)
        await until(lambda: bool(seen))
        assert thinker.busy
        gate.set()
        await until(lambda: answers == ["pass"])

    live(test)
    assert seen == [pytest.approx(min(usual, BRISK))]
    assert sys.getswitchinterval() == pytest.approx(usual)
