"""What a notebook says in one line: how many play, who sits where, and what cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_kit.engine.match import Match
from tabletop_kit.games import find_game
from tabletop_kit.progress import MemoryStore
from tabletop_kit.table import open as pages
from tabletop_kit.table.daily import DAILY
from tabletop_kit.table.play import PlayPanel
from tabletop_kit.table.seating import HUMAN
from tests.engine.lanterns import COLOURS, LANTERNS

KIT = next(iter(find_game("tomes").players()))


class Shown:
    """What was displayed last: a panel, or a sentence."""

    panel: PlayPanel | None = None
    sentence: str = ""


@pytest.fixture(autouse=True)
def shown(monkeypatch: pytest.MonkeyPatch) -> Shown:
    seen, store = Shown(), MemoryStore()
    monkeypatch.setattr(pages, "open_store", lambda: store)
    monkeypatch.setattr(pages, "_open", {})
    monkeypatch.setattr(PlayPanel, "show", lambda panel: setattr(seen, "panel", panel))
    monkeypatch.setattr(
        "IPython.display.display", lambda widget: setattr(seen, "sentence", widget.value)
    )
    return seen


def played(shown: Shown, game: str, **how: Any) -> Match[Any, Any]:
    pages.play(game, **how)
    assert shown.panel is not None, shown.sentence
    return shown.panel.match


def test_alone_on_a_rung(shown: Shown) -> None:
    match = played(shown, "tomes", seats=1, rung="stirring", readings=["void"])
    assert match.extra["players"] == [HUMAN]
    assert match.position.rung == "stirring"
    assert shown.panel is not None
    assert shown.panel.session.curtain is None


def test_the_number_of_players_is_the_number_of_seats(shown: Shown) -> None:
    match = played(shown, "tomes", players=[HUMAN, KIT, HUMAN], names=["Ada"], seed=5)
    assert match.position.seats == 3
    assert match.extra["players"] == [HUMAN, KIT, HUMAN]
    assert match.names[0] == "Ada"
    assert match.names[2] == "Player 3"
    assert match.seed == 5


def test_seats_nobody_is_named_for_are_taken_by_companions(shown: Shown) -> None:
    match = played(shown, "tomes", seats=4, campaign="terror")
    assert match.extra["players"][0] == HUMAN
    assert HUMAN not in match.extra["players"][1:]
    assert len(set(match.names)) == 4


def test_what_each_seat_has_is_said_beside_who_sits_there(
    shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "find_game", lambda _: LANTERNS)
    players = [HUMAN, "careful", "random"]
    match = played(shown, "lanterns", players=players, colours=["green", "red", "blue"], seed=4)
    assert match.position.colours == ("green", "red", "blue")
    assert match.extra["players"] == players
    assert played(shown, "lanterns", players=players).position.colours == COLOURS
    for wrong in (["green", "green", "red"], ["green"], "green"):
        shown.sentence = ""
        pages.play("lanterns", players=players, colours=wrong)
        assert "Name 3 different colours" in shown.sentence


def test_a_single_name_is_as_good_as_a_list(shown: Shown) -> None:
    assert played(shown, "tomes", players=KIT, names="Ada").names == ("Ada",)


def test_an_option_without_seats_is_played_alone(shown: Shown) -> None:
    assert played(shown, "tomes", rung="quietus").names == ("Guest",)


@pytest.mark.parametrize(
    ("game", "how", "word"),
    [
        ("tomes", {"seats": 3, "rung": "stirring"}, "play alone"),
        ("tomes", {"seats": 9}, "9"),
        ("tomes", {"seats": 1, "players": [HUMAN, HUMAN]}, "2 players"),
        ("tomes", {"seats": 2, "names": ["A", "B", "C"]}, "3 players"),
        ("tomes", {"players": [HUMAN, "nobody"]}, "“nobody”"),
        ("tomes", {"seats": 1, "campaign": "terror"}, "Terror"),
        ("tempus", {"players": [HUMAN, HUMAN, HUMAN]}, "3 players"),
        ("chess", {}, "“chess”"),
    ],
)
def test_what_cannot_be_is_answered_by_one_sentence(
    shown: Shown, game: str, how: dict[str, Any], word: str
) -> None:
    pages.play(game, **how)
    assert shown.panel is None
    assert word in shown.sentence
    assert "Traceback" not in shown.sentence


def test_todays_game_is_begun_and_then_gone_on_with(shown: Shown) -> None:
    pages.daily("tomes")
    assert shown.panel is not None
    match = shown.panel.match
    assert DAILY in match.extra
    shown.panel.session.try_move(match.game.write(match.moves[0]))
    shown.panel.refresh()
    position = shown.panel.match.position
    pages.daily("tomes")
    assert shown.panel.match.position == position
    assert shown.panel.match.extra[DAILY] == match.extra[DAILY]


def test_a_game_without_a_game_of_the_day_says_so(shown: Shown) -> None:
    pages.daily("tempus")
    assert shown.panel is None
    assert "no game of the day" in shown.sentence


def test_a_match_that_a_notebook_shows_takes_no_place_until_it_is_played_on(shown: Shown) -> None:
    """Whoever looks at the notebook on decks finds the running game again afterwards."""
    own = Match.new(find_game("tempus"), 3)

    def opened(**how: Any) -> PlayPanel:
        pages._open.clear()
        played(shown, "tempus", players=["human", "human"], **how)
        assert shown.panel is not None
        return shown.panel

    def say(panel: PlayPanel, move: str) -> None:
        panel.do({"do": "lift"})
        panel.do({"do": "move", "text": move, "at": ""})

    panel = opened(seed=8)
    say(panel, str(panel.match.moves[0]))
    ply = panel.match.ply
    assert ply > 0
    opened(match=own)
    panel = opened(match=own)
    assert panel.match.seed == 3
    pages._open.clear()
    assert played(shown, "tempus").ply == ply
    panel = opened(match=own)
    say(panel, str(panel.match.moves[0]))
    assert panel.desk.former_moves() == ply
    pages._open.clear()
    assert played(shown, "tempus").seed == 3
