"""The lobby of a game of two to four seats whose options exclude each other."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tabletop_kit.engine.match import Match
from tabletop_kit.engine.text import LANGUAGES
from tabletop_kit.games import GAMES, find_game
from tabletop_kit.table.chairs import numbered, seat_names, usual_players
from tabletop_kit.table.lobby import Lobby
from tabletop_kit.table.lobby_drawer import usual_match
from tabletop_kit.table.seating import HUMAN
from tests.engine.lanterns import LANTERNS
from tests.table.fair import FAIR


class Started(list[Match[Any, Any]]):
    """The matches that a lobby has started."""


@pytest.fixture
def started() -> Started:
    return Started()


@pytest.fixture
def lobby(started: Started) -> Lobby:
    made = Lobby(FAIR, started.append, lambda: None)
    made.speak("en", {})
    return made


def choose(lobby: Lobby, option: str, value: Any) -> None:
    lobby.choices[option].control.value = value


def is_shown(widget: Any) -> bool:
    return bool(widget.layout.display != "none")


def test_the_number_of_seats_comes_first_and_shows_so_many(lobby: Lobby) -> None:
    assert lobby.box.children[2] is lobby.choices["seats"].box
    assert [is_shown(chair.box) for chair in lobby.seats] == [True, True, False, False]
    choose(lobby, "seats", 3)
    assert [is_shown(chair.box) for chair in lobby.seats] == [True, True, True, False]
    assert [chair.who.value for chair in lobby.taken] == [HUMAN, "second", "second"]


def test_people_and_kit_players_sit_in_any_mix(lobby: Lobby, started: Started) -> None:
    choose(lobby, "seats", 4)
    for chair, who in zip(lobby.seats, (HUMAN, "random", HUMAN, "random"), strict=True):
        chair.who.value = who
    lobby.seats[0].name.value = "  Ada  Lovelace "
    lobby.start.click()
    (match,) = started
    assert match.extra["players"] == [HUMAN, "random", HUMAN, "random"]
    assert match.names == ("Ada Lovelace", "Random", "Player 3", "Random 2")
    assert match.options == {"seats": 4}


def test_what_has_no_meaning_is_closed_and_says_why(lobby: Lobby) -> None:
    wind = lobby.choices["wind"]
    assert wind.control.disabled
    assert "“wind”. (BZ-N2)" in wind.about.value
    choose(lobby, "seats", 3)
    assert not wind.control.disabled
    assert "BZ-N2" not in wind.about.value


def test_a_choice_that_was_closed_is_not_handed_on_and_comes_back(lobby: Lobby) -> None:
    choose(lobby, "seats", 3)
    choose(lobby, "wind", "B")
    assert lobby.options() == {"seats": 3, "wind": "B"}
    choose(lobby, "seats", 2)
    assert lobby.options() == {}
    choose(lobby, "seats", 4)
    assert lobby.options() == {"seats": 4, "wind": "B"}


def test_what_excludes_each_other_is_told_at_once_and_the_button_waits(lobby: Lobby) -> None:
    stalls = [chair.options["stall"] for chair in lobby.taken]
    stalls[0].value = stalls[1].value = "red"
    assert "(BZ-1)" in lobby.refusal.value
    assert lobby.start.disabled
    stalls[1].value = "blue"
    assert lobby.refusal.value == ""
    assert not lobby.start.disabled
    assert lobby.options() == {"stall": ["red", "blue"]}


def test_an_option_of_each_seat_is_chosen_by_all_or_by_none(lobby: Lobby) -> None:
    lobby.seats[1].options["stall"].value = "red"
    assert "at every seat" in lobby.refusal.value
    assert lobby.start.disabled
    lobby.seats[1].options["stall"].value = ""
    assert not lobby.start.disabled
    assert lobby.options() == {}


def test_an_option_of_each_seat_that_has_no_meaning_is_hidden(lobby: Lobby) -> None:
    boxes = [chair.choices["stall"].box for chair in lobby.seats]
    lobby.seats[1].options["stall"].value = "red"
    choose(lobby, "seats", 3)
    assert not any(map(is_shown, boxes))
    assert not lobby.start.disabled


def test_speaking_another_language_keeps_what_was_chosen(lobby: Lobby) -> None:
    choose(lobby, "seats", 3)
    choose(lobby, "wind", "A")
    lobby.seats[2].who.value = HUMAN
    before = lobby.options()
    lobby.speak("de", {})
    assert lobby.options() == before
    assert lobby.seats[2].who.value == HUMAN
    assert lobby.choices["wind"].control.options[0][0] == "Keine"


def test_a_game_of_fixed_seats_asks_for_no_number() -> None:
    tempus = find_game("tempus")
    lobby = Lobby(tempus, lambda _match: None, lambda: None)
    lobby.speak("en", {})
    assert "seats" not in lobby.choices
    assert len(lobby.taken) == len(lobby.seats) == 2


def test_alone_nobody_else_sits_at_the_table() -> None:
    assert usual_players(FAIR, 1) == [HUMAN]
    assert usual_players(FAIR, 3) == [HUMAN, "second", "second"]


def test_nobody_is_called_like_somebody_before() -> None:
    assert numbered("Bo", []) == "Bo"
    assert numbered("Bo", ["Bo", "Bo 2"]) == "Bo 3"


# -- what no two seats may have alike --------------------------------------------------------------


@pytest.fixture
def lit(started: Started) -> Lobby:
    made = Lobby(LANTERNS, started.append, lambda: None)
    made.speak("en", {})
    return made


def colours(lobby: Lobby) -> list[str]:
    return [chair.options["colours"].value for chair in lobby.seats]


def test_every_seat_has_one_from_the_start_and_none_is_left_open(lit: Lobby) -> None:
    assert colours(lit) == ["red", "blue", "green"]
    labels = [label for label, _ in lit.seats[0].options["colours"].options]
    assert labels == ["red", "blue", "green"]
    assert lit.options() == {}


def test_who_takes_what_another_has_gives_the_own_in_return(lit: Lobby, started: Started) -> None:
    lit.seats[0].options["colours"].value = "blue"
    assert colours(lit) == ["blue", "red", "green"]
    lit.seats[1].options["colours"].value = "green"
    assert colours(lit) == ["blue", "green", "red"]
    assert lit.refusal.value == ""
    lit.start.click()
    assert started[0].options == {"colours": ["blue", "green"]}
    assert started[0].position.colours == ("blue", "green")


def test_a_seat_that_was_not_at_the_table_brings_what_is_left(lit: Lobby) -> None:
    lit.seats[1].options["colours"].value = "green"
    choose(lit, "seats", 3)
    assert lit.options() == {"seats": 3, "colours": ["red", "green", "blue"]}
    choose(lit, "seats", 1)
    assert lit.options() == {"seats": 1}
    lit.speak("de", {})
    assert colours(lit) == ["red", "green", "blue"]


def test_back_to_where_it_was_is_what_the_game_would_have(lit: Lobby) -> None:
    lit.seats[0].options["colours"].value = "green"
    lit.seats[0].options["colours"].value = "red"
    assert colours(lit) == ["red", "blue", "green"]
    assert lit.options() == {}


def test_three_kit_players_of_a_kind_have_names_of_their_own() -> None:
    sitting = [HUMAN, "zealot", "zealot", "zealot"]
    names = seat_names(find_game("vortex"), sitting, "en")
    assert names[1:] == ["Brother Ember", "Brother Cinder", "Brother Soot"]
    german = seat_names(find_game("vortex"), [*sitting, "sound"], "de")
    assert german[1:] == ["Bruder Glut", "Bruder Asche", "Bruder Ruß", "Schwester Standhaft"]
    twins = seat_names(find_game("tomes"), [HUMAN, "warden", "warden"], "en")
    assert twins[2] == f"{twins[1]} 2"


def test_what_stands_in_the_way_is_told_without_the_ids_of_options() -> None:
    for language in ("en", "de"):
        lobby = Lobby(find_game("vortex"), lambda *_: None, lambda: None)
        lobby.speak(language, {})
        told = re.sub("<[^>]*>", "", lobby.choices["no_red"].about.value)
        assert "VX-N2" in told and "_" not in told, told


def test_a_table_may_propose_what_is_not_the_default(started: Started) -> None:
    """A first hand that loses at once is dealt anew unless somebody wants it otherwise."""
    tempest = Lobby(find_game("tempest"), started.append, lambda: None)
    tempest.speak("en", {})
    assert tempest.choices["opening_redraw"].value is True
    tempest.start.click()
    choose(tempest, "opening_redraw", False)
    tempest.speak("de", {})
    tempest.start.click()
    assert [match.options for match in started] == [{"opening_redraw": True}, {}]


def test_teams_are_offered_where_they_can_be(started: Started) -> None:
    tempest = Lobby(find_game("tempest"), started.append, lambda: None)
    tempest.speak("en", {})
    teams = tempest.choices["teams"]
    assert teams.control.disabled
    assert "Teams are for four players." in teams.about.value
    choose(tempest, "seats", 4)
    assert not teams.control.disabled
    assert [label for label, _ in teams.control.options] == ["Everybody alone", "Two teams"]
    teams.control.index = 1
    assert "first and third seat play against" in teams.about.value
    tempest.speak("de", {})
    tempest.start.click()
    (match,) = started
    assert match.options == {"seats": 4, "teams": [[0, 2], [1, 3]], "opening_redraw": True}


# -- rules that tables may agree on ---------------------------------------------------------------


@pytest.fixture
def with_variants(started: Started) -> Lobby:
    made = Lobby(find_game("vortex"), started.append, lambda: None)
    made.speak("en", {})
    return made


def test_optional_rules_are_folded_away_until_asked_for(with_variants: Lobby) -> None:
    fold = with_variants.fold
    assert is_shown(fold.box)
    assert not is_shown(fold.inside)
    (grid,) = fold.inside.children
    assert with_variants.choices["length"].box not in grid.children
    assert with_variants.choices["no_red"].box in grid.children
    assert grid.layout.display is None  # a grid, by the style of the page
    assert "Optional rules" in fold.heading.value
    fold.turn.click()
    assert is_shown(fold.inside)
    assert fold.turn.description == "Fold them away"
    fold.turn.click()
    assert not is_shown(fold.inside)
    assert fold.turn.description == "Change them"


def test_the_heading_of_folded_rules_tells_what_is_changed(with_variants: Lobby) -> None:
    summary = with_variants.fold.summary
    assert "All as in the rulebook." in summary.value
    choose(with_variants, "no_rogations", True)
    choose(with_variants, "fire_three", "kill")
    title = with_variants.choices["no_rogations"].control.description
    assert "2 of them" in summary.value
    assert f"<li>{title}: " in summary.value
    choose(with_variants, "length", 24)
    assert summary.value.count("<li>") == 2
    with_variants.speak("de", {})
    assert "Anders als im Regelheft, 2 davon:" in summary.value
    choose(with_variants, "no_rogations", False)
    choose(with_variants, "fire_three", "nothing")
    assert "Alle wie im Regelheft." in summary.value


def test_what_a_table_proposes_counts_as_a_change(started: Started) -> None:
    lobby = Lobby(find_game("tempest"), started.append, lambda: None)
    lobby.speak("en", {})
    assert "<li>Second opening hand: Yes</li>" in lobby.fold.summary.value
    start = {"followers": 2, "priests": 1}
    choose(lobby, "start_cards", start)
    assert lobby.options() == {"opening_redraw": True, "start_cards": start}
    lobby.start.click()
    (match,) = started
    assert len(match.position.wander[0]) == 3


def test_a_game_without_optional_rules_has_no_heading_for_them(lobby: Lobby) -> None:
    assert not is_shown(lobby.fold.box)


UNTOUCHED = [(FAIR, "en"), (LANTERNS, "en")] + [
    (find_game(game), language) for game in GAMES for language in LANGUAGES
]


@pytest.mark.parametrize(
    ("game", "language"), UNTOUCHED, ids=[f"{game.id}-{language}" for game, language in UNTOUCHED]
)
def test_a_fresh_table_has_the_match_of_an_untouched_lobby(game: Any, language: str) -> None:
    untouched = Lobby(game, lambda _match: None, lambda: None)
    texts = game.texts(language)
    presets = {one.id: list(game.presets(one.id, texts)) for one in game.options}
    untouched.speak(language, presets)
    made, usual = untouched.make(), usual_match(game, language)
    assert (usual.options, usual.names, usual.extra) == (made.options, made.names, made.extra)
