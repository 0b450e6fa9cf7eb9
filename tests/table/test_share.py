"""The drawer that passes a match on: code and link, or the reason why there is only a file."""

from __future__ import annotations

from typing import Any

from tabletop_kit.engine.luck import mix
from tabletop_kit.engine.match import Match
from tabletop_kit.games import find_game
from tabletop_kit.table.share import Share


def drawer(match: Match[Any, Any]) -> Share:
    share = Share("tempus", lambda _: None)
    share.speak("en")
    share.show(match)
    return share


def test_a_match_is_passed_on_as_code_link_and_file() -> None:
    share = drawer(Match.new(find_game("tempus"), 7))
    assert share.code.value.startswith("tempus-1-")
    assert f"#match={share.code.value}" in share.links.value
    assert "data:application/json" in share.links.value


def test_a_match_too_long_for_a_code_is_passed_on_as_a_file() -> None:
    match = Match.new(find_game("tempus"), 7)
    match.extra = {"noise": [mix(3, number) >> 12 for number in range(900)]}
    share = drawer(match)
    assert share.code.value == ""
    assert "#match=" not in share.links.value and "data:application/json" in share.links.value
    assert "Save it to a file and pass that on." in share.result.value
