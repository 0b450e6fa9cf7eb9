"""Which further rules events show at work, and that they tell nothing hidden."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop_kit.engine.case import read_cases, run_case
from tabletop_kit.engine.event import Event
from tabletop_kit.engine.luck import mix
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.ruling import Json
from tabletop_kit.games import find_game

GAME = find_game("vortex")
CASES = Path(__file__).parents[2] / "cases" / "vortex"
EARTH = {"location": "L37"}


def events(position: dict[str, Json], move: str) -> dict[str, Event]:
    match = Match.at(GAME, {**EARTH, **position}, 0)
    return {event.kind: event for event in match.play(move)}


def test_every_ruling_is_cited_by_a_case_that_names_it() -> None:
    cited: dict[str, set[str]] = {}
    for path in sorted(CASES.glob("*.toml")):
        for case in read_cases(path, find_game):
            verdict = run_case(case, GAME)
            for rule in case.rules if verdict.passed else ():
                cited.setdefault(rule, set()).update(verdict.cited)
    book = [rule for rule in GAME.rulebook if not GAME.rulebook[rule].card]
    assert [rule for rule in book if rule not in cited.get(rule, ())] == []
    assert [card for card in GAME.rulebook if card not in cited] == []


SHOWN = [
    ({"field": [["B13"], ["G09"], [], ["R08"]]}, "crusade R08 B13 fire", "compared", {"VX-R7"}),
    ({"field": [["B13 +F03"], ["G09"], [], ["R08"]]}, "crusade R08 B13 fire", "compared",
     {"VX-R7", "VX-R13"}),
    ({"field": [["B13 +F03"], ["G09"], [], ["R08"]]}, "crusade R08 B13 fire", "declared",
     {"VX-R17"}),
    ({"field": [["B13"], [], [], ["R08"]], "engaged": ["B13"]}, "crusade R08 B13 kill", "declared",
     {"VX-R15"}),
    ({"field": [["B13"], [], [], ["R08"]]}, "crusade R08 B13 kill", "declared", set()),
    ({"field": [["B13 -B01"], [], [], ["R08"]]}, "crusade R08 B13 reason", "turned-up",
     {"VX-R20", "VX-R21", "VX-R22"}),
    ({"field": [["B13 -F01"], [], [], ["R08"]]}, "crusade R08 B13 reason", "turned-up", set()),
    ({"field": [["B13"], [], [], ["R08"]], "hands": [[], [], [], ["R10"]]}, "reinforce R10",
     "placed", set()),
    ({"field": [["B13"], [], [], ["R08"]], "hands": [[], [], [], ["B22"]]}, "reinforce B22",
     "placed", {"VX-D12"}),
]  # fmt: skip


@pytest.mark.parametrize(("position", "move", "kind", "rules"), SHOWN)
def test_what_an_event_shows(
    position: dict[str, Json], move: str, kind: str, rules: set[str]
) -> None:
    assert set(events(position, move)[kind].also) == rules


def test_a_hidden_bluff_is_cited_like_a_hidden_frenzy() -> None:
    position = {"field": [[], [], [], ["R08"]], "hands": [[], [], [], ["F01", "P01", "R10"]]}
    told = [events(position, f"frenzy R08 {card}")["attached"] for card in ("F01", "P01", "R10")]
    assert len({(event.rule, event.also) for event in told}) == 1


def test_no_event_cites_a_rule_twice_or_one_that_there_is_not() -> None:
    sets: list[dict[str, Json]] = [{}, {"seats": 2, "length": 12}, {"plain_locations": True}]
    for seed, options in enumerate(sets):
        match = Match.new(GAME, seed, **options)
        for step in range(300):
            seat = match.to_act
            if seat is None:
                break
            moves = GAME.moves(match.position, seat)
            match.play(moves[mix(seed, step) % len(moves)], seat)
            for event in match.last.events:
                assert len(set(event.rules)) == len(event.rules)
                assert all(rule in GAME.rulebook for rule in event.rules)
