"""Whole matches are still what they were, word for word."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop_kit.engine.text import LANGUAGES
from tabletop_kit.games import GAMES, find_game
from tests.golden.make import FOLDER, PLAYTHROUGHS, Playthrough, play, write


@pytest.mark.parametrize("what", PLAYTHROUGHS, ids=lambda what: what.path.stem)
def test_a_playthrough_is_what_it_was(what: Playthrough) -> None:
    was, now = what.path.read_text(encoding="utf-8").splitlines(), write(what).splitlines()
    for number, (old, new) in enumerate(zip(was, now, strict=False), 1):
        hint = "if this is meant, run: python tests/golden/make.py"
        assert new == old, f"{what.path.name}:{number} has changed; {hint}"
    assert len(was) == len(now)
    assert len(was) <= 320


def test_each_file_has_its_playthrough_and_each_game_has_some() -> None:
    assert sorted(FOLDER.glob("*.txt")) == sorted(what.path for what in PLAYTHROUGHS)
    assert {what.game for what in PLAYTHROUGHS} == set(GAMES)


@pytest.mark.parametrize("game_id", GAMES)
def test_the_playthroughs_of_a_game_meet_every_kind_of_event(game_id: str) -> None:
    game = find_game(game_id)
    matches = [play(what) for what in PLAYTHROUGHS if what.game == game_id]
    met = {event.kind for match in matches for event in match.events(None)}
    told = {key.removeprefix("event.").split(".")[0] for key in game.texts().keys("event")}
    assert met == told
    for language in LANGUAGES:
        assert all(f"event.{kind}" in game.texts(language) for kind in met)


def test_no_golden_file_knows_this_machine() -> None:
    for path in Path(FOLDER).glob("*.txt"):
        assert str(Path.home()) not in path.read_text(encoding="utf-8")
