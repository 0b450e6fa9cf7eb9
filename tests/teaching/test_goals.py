"""Goals: each predicate, their joining, and slips in their writing."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_kit.engine.match import Match
from tabletop_kit.engine.problem import Problem
from tabletop_kit.games import find_game
from tabletop_kit.teaching.goals import read_goal
from tabletop_kit.teaching.predicates import Seen, at_path, said, shown_by
from tabletop_kit.teaching.trial import Trial
from tests.engine.lanterns import LANTERNS

START = {
    "factions": ["harpers", "zhentarim"],
    "hands": [["d4:3", "d8:7"], ["d6:3"]],
    "rows": [["d4:1"], ["d8:6"]],
    "to_act": 0,
}


def after(*moves: str, **changed: Any) -> Seen:
    trial = Trial(Match.at(find_game("tempus"), {**START, **changed}), 0)
    for move in moves:
        trial.played += trial.say(move) is None
    return trial.seen()


def holds(data: Any, seen: Seen) -> bool:
    return read_goal(data, "file", "step").holds(seen)


@pytest.mark.parametrize(
    ("goal", "moves", "expected"),
    [
        ({"event": "laid"}, ["lay d8:7"], True),
        ({"event": "laid"}, [], False),
        ({"event": "laid", "seat": 0}, ["lay d8:7"], True),
        ({"event": "laid", "seat": 1}, ["lay d8:7"], False),
        ({"event": "laid", "rule": "TP-5"}, ["lay d8:7"], True),
        ({"event": "laid", "rule": "TP-7"}, ["lay d8:7"], False),
        ({"event": "laid", "facts": {"die": "d8:7"}}, ["lay d8:7"], True),
        ({"event": "laid", "facts": {"die": "d8:1"}}, ["lay d8:7"], False),
        ({"refused": "TP-5"}, ["lay d8:1"], True),
        ({"refused": "TP-7"}, ["lay d8:1"], False),
        ({"refused": True}, ["lay d8:1"], True),
        ({"refused": True}, ["lay d8:7"], False),
        ({"move": "lay"}, ["lay d8:7"], True),
        ({"move": "pass"}, ["lay d8:7"], False),
        ({"path": "strength.0", "is": 8}, ["lay d8:7"], True),
        ({"path": "strength.0", "is": 1}, ["lay d8:7"], False),
        ({"path": "strength.0", "least": 8}, ["lay d8:7"], True),
        ({"path": "strength.0", "least": 9}, ["lay d8:7"], False),
        ({"path": "strength.0", "most": 8}, ["lay d8:7"], True),
        ({"path": "strength.0", "most": 7}, ["lay d8:7"], False),
        ({"path": "strength.0", "above": "strength.1"}, ["lay d8:7"], True),
        ({"path": "strength.1", "above": "strength.0"}, ["lay d8:7"], False),
        ({"path": "strength.1", "below": "strength.0"}, ["lay d8:7"], True),
        ({"path": "hands.0", "is": ["d8:7", "d4:3"]}, [], True),
        ({"path": "rows.0", "is": ["d8:7", "d4:1"]}, ["lay d8:7"], False),
        ({"path": "hands.1", "is": ["?"], "view": 0}, [], True),
        ({"path": "hands.1", "is": ["?"]}, [], False),
        ({"path": "nowhere.3", "is": 1}, [], False),
        ({"path": "phase", "least": 1}, [], False),
        ({"within": 1}, ["lay d8:7"], True),
        ({"within": 1}, ["lay d8:7", "lay d6:3"], False),
        ({"not": {"within": 1}}, ["lay d8:7", "lay d6:3"], True),
        ({"all": [{"event": "laid"}, {"within": 1}]}, ["lay d8:7"], True),
        ({"all": [{"event": "laid"}, {"refused": True}]}, ["lay d8:7"], False),
        ({"any": [{"event": "passed"}, {"within": 1}]}, ["lay d8:7"], True),
        ({"any": [{"event": "passed"}, {"refused": True}]}, ["lay d8:7"], False),
    ],
)
def test_goal(goal: Any, moves: list[str], expected: bool) -> None:
    assert holds(goal, after(*moves)) is expected


@pytest.mark.parametrize(
    ("lost", "goal", "expected"),
    [
        ([0, 1], {"outcome": 0}, False),
        ([0, 1], {"outcome": "over"}, False),
        ([0, 2], {"outcome": 0}, True),
        ([0, 2], {"outcome": 1}, False),
        ([0, 2], {"outcome": "over"}, True),
        ([0, 2], {"outcome": "draw"}, False),
        ([2, 2], {"outcome": "draw"}, True),
        ([2, 2], {"outcome": 0}, False),
    ],
)
def test_outcome(lost: list[int], goal: Any, expected: bool) -> None:
    over = {"to_act": None, "rows": [[], []]} if max(lost) > 1 else {}
    assert holds(goal, after(lost=lost, **over)) is expected


@pytest.mark.parametrize(
    "slip",
    [
        None,
        3,
        [],
        {},
        {"events": "laid"},
        {"event": 3},
        {"event": "laid", "seat": "0"},
        {"event": "laid", "who": 0},
        {"event": "laid", "move": "lay"},
        {"refused": False},
        {"refused": "TP-5", "seat": 0},
        {"move": ""},
        {"path": "strength.0"},
        {"path": "strength.0", "is": 1, "least": 2},
        {"path": 3, "is": 1},
        {"path": "strength.0", "is": 1, "view": "0"},
        {"outcome": "won"},
        {"outcome": True},
        {"within": 0},
        {"within": 1, "seat": 0},
        {"all": []},
        {"any": {"within": 1}},
        {"all": [{"within": 0}]},
        {"not": {"all": [{}]}},
        {"not": {"within": 1}, "within": 1},
    ],
)
def test_slips_are_told(slip: Any) -> None:
    with pytest.raises(Problem) as caught:
        read_goal(slip, "my.toml", "step “a”")
    for language in ("en", "de"):
        assert "my.toml" in caught.value.tell(language)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 30) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["event", "refused", "move", "path", "is", "above", "outcome"])
            | st.sampled_from(["within", "all", "any", "not", "seat", "view"]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=8,
)


@given(_JSON)
def test_anything_is_a_goal_or_a_problem(data: Any) -> None:
    try:
        goal = read_goal(data, "file", "step")
    except Problem:
        return
    assert goal.holds(after("lay d8:7")) in (True, False)


def test_paths() -> None:
    assert at_path({"a": [{"b": 2}]}, "a.0.b") == 2
    assert at_path({"a": [1]}, "a.1") != at_path({"a": [1]}, "a.0")
    assert at_path({}, "a") != 0


def test_said() -> None:
    assert not said("pas", "pass")


def test_together_all_have_won_or_all_have_lost() -> None:
    lost = Match.begin(LANTERNS, {"seats": 1}, 1)
    lost.play("concede")
    won = Match.at(LANTERNS, {"hands": [["9"]], "left": 1}, 1)
    won.play("light 9")
    for match, held in ((lost, {"lost", "over"}), (won, {0, "over"})):
        for how in (0, "draw", "lost", "over"):
            goal = read_goal({"outcome": how}, "here", "step")
            assert goal.holds(Seen(match)) is (how in held)


FIGHT = {
    "edition": False,
    "entity": "JS",
    "ruin": 4,
    "hands": [["AD", "6S", "3H", "8C", "5D"]],
    "gathering": ["9H", "2C"],
    "pantheon": ["QH"],
    "expunged": ["JH"],
}


def fight(*moves: str, **changed: Any) -> Seen:
    trial = Trial(Match.at(find_game("tomes"), {**FIGHT, **changed}), 0)
    for move in moves:
        trial.played += trial.say(move) is None
    return trial.seen()


@pytest.mark.parametrize(
    ("goal", "moves", "expected"),
    [
        ({"path": "hands.0", "has": "A?"}, [], True),
        ({"path": "hands.0", "has": "A?"}, ["play AD 8C"], False),
        ({"path": "hands.0", "has": "10?"}, [], False),
        ({"path": "ruin", "has": "4"}, [], False),
        ({"path": "hands.0", "least": 5}, [], True),
        ({"path": "hands.0", "least": 5}, ["play 6S"], False),
        ({"path": "hands.0", "most": 4}, ["play 6S"], True),
        ({"path": "hands.0", "above": "gathering"}, [], True),
        ({"path": "marks.6S", "is": "denied"}, [], True),
        ({"path": "marks.3H", "is": "denied"}, [], False),
        ({"path": "nothing.asked", "is": "denied"}, [], False),
        ({"best": "paid", "fact": "waste"}, ["play 6S", "pay 3H 8C"], True),
        ({"best": "paid", "fact": "waste"}, ["play 6S", "pay 5D 8C"], False),
        ({"best": "paid", "fact": "waste", "by": "most"}, ["play 6S", "pay AD 3H 5D 8C"], True),
        ({"best": "paid", "fact": "waste"}, ["play 6S"], False),
        ({"best": "paid", "fact": "nothing"}, ["play 6S", "pay 3H 8C"], False),
        ({"best": "paid", "fact": "waste"}, [], False),
    ],
)
def test_lists_questions_and_the_best_move(
    goal: dict[str, Any], moves: list[str], expected: bool
) -> None:
    """Due is 10: 3 and 8 waste 1, as little as this hand can; 5 and 8 waste 3, all of it 7."""
    assert holds(goal, fight(*moves)) is expected


def test_what_a_priority_of_the_coach_would_play() -> None:
    for priority in find_game("tomes").priorities:
        game = find_game("tomes")
        position = fight().match.position
        advice = game.advice(position, 0)
        assert advice is not None
        line = next(line for line in advice if line.priority == priority)
        goal = {"advised": priority}
        assert not holds(goal, fight())
        for move in game.moves(position, 0):
            if move != line.move:
                assert not holds(goal, fight(game.write(move)))
        assert holds(goal, fight(game.write(line.move)))


def test_a_goal_shows_the_rule_by_which_it_stands_so() -> None:
    marked = {"path": "marks.6S", "is": "denied", "rule": "TM-T4"}
    plain = {"path": "marks.3H", "is": "denied", "rule": "TM-1"}
    goal = read_goal({"any": [plain, marked]}, "file", "step")
    assert list(shown_by(goal, fight())) == ["TM-T4"]


@pytest.mark.parametrize(
    "data",
    [
        {"best": "paid"},
        {"best": "paid", "fact": 3},
        {"best": "paid", "fact": "waste", "by": "half"},
        {"advised": 3},
        {"advised": "expunge", "seat": 0},
        {"path": "hands.0", "has": 3},
        {"path": "hands.0", "has": "A?", "rule": 3},
    ],
)
def test_slips_in_the_further_goals_are_told(data: dict[str, Any]) -> None:
    with pytest.raises(Problem):
        read_goal(data, "file", "step")
