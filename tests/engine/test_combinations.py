"""Every combination of options that leads to a match of its own, and each of them conforms."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from tabletop_kit.engine.combinations import option_sets
from tabletop_kit.engine.conformance import Nonconformance, check
from tabletop_kit.engine.game import Option
from tabletop_kit.engine.ruling import Outcome
from tabletop_kit.games import find_game
from tests.engine.lanterns import LANTERNS, Lanterns
from tests.engine.toy import BAZAAR


def test_every_choice_of_every_option_once() -> None:
    sets = list(option_sets(BAZAAR))
    assert sets == [
        {"seats": seats, "rounds": rounds} for seats in (2, 3, 4) for rounds in (1, 2, 3)
    ]


def test_each_seat_is_given_each_choice_where_they_are_few() -> None:
    tempus = find_game("tempus")
    default = ["council", "harpers"]
    pairs = {tuple(options.get("factions", default)) for options in option_sets(tempus)}
    assert len(pairs) == len(list(option_sets(tempus))) == 16
    assert {one for one, _ in pairs} == {other for _, other in pairs}


def test_what_set_up_refuses_and_what_is_the_same_match_is_left_out() -> None:
    sets = list(option_sets(LANTERNS))
    assert {"seats": 1} in sets and {"seats": 2, "wind": "storm"} in sets
    assert not [
        options for options in sets if options["seats"] == 3 and "storm" in options.values()
    ]
    # The first colours are those that are given anyway.
    assert {"seats": 1, "colours": ["red"]} not in sets
    for options in sets:
        colours = options.get("colours", ["red"])
        assert len(set(colours)) == len(colours)
    starts = [LANTERNS.setup(options, LANTERNS.luck(1)) for options in sets]
    assert all(one != other for place, one in enumerate(starts) for other in starts[:place])


def test_options_can_be_kept_out_of_it() -> None:
    sets = list(option_sets(LANTERNS, without=["colours", "wind"]))
    assert sets == [{"seats": 1}, {"seats": 2}, {"seats": 3}]


def test_many_choices_for_many_seats_are_turned_round() -> None:
    class Motley(Lanterns):
        options: ClassVar[Any] = (
            Option("seats", 3, (3,)),
            Option("colours", None, ("red", "blue", "green"), each_seat=True),
        )

    sets = list(option_sets(Motley()))
    given = [options.get("colours", ["red", "blue", "green"]) for options in sets]
    assert len(given) == 3
    for seat in range(3):
        assert {colours[seat] for colours in given} == {"red", "blue", "green"}


@pytest.mark.parametrize("options", list(option_sets(LANTERNS)), ids=str)
def test_a_cooperative_game_conforms_with_all_options(options: dict[str, Any]) -> None:
    made: set[str] = set()
    for seed in range(3):
        report = check(LANTERNS, seed, options)
        made |= report.made.keys()
    assert {"fair", "dealt", "scored", "saved"} <= made


@pytest.mark.parametrize(
    ("winners", "scores"),
    [((0,), (1.0, 0.0)), ((0, 1), (0.5, 0.5)), ((), (0.5, 0.5)), ((0, 1), (1.0, 0.0))],
)
def test_together_all_win_or_all_lose(winners: tuple[int, ...], scores: tuple[float, ...]) -> None:
    class Divided(Lanterns):
        def outcome(self, position: Any) -> Outcome | None:
            outcome = super().outcome(position)
            return outcome and Outcome(winners, outcome.rule, scores)

    with pytest.raises(Nonconformance) as caught:
        check(Divided(), 1)
    assert caught.value.check == "scored"


def test_a_result_is_flat_and_always_has_the_same_names() -> None:
    class Nested(Lanterns):
        def result(self, position: Any) -> dict[str, Any]:
            return {"hands": {"0": position.turn}}

    class Growing(Lanterns):
        def result(self, position: Any) -> dict[str, Any]:
            return {"over": True} if position.over else {}

    for broken in (Nested, Growing):
        with pytest.raises(Nonconformance) as caught:
            check(broken(), 1)
        assert caught.value.check == "scored"


def test_an_option_decides_how_many_play() -> None:
    class Miscounts(Lanterns):
        def seats_for(self, options: Any) -> int:
            return 1

        def _seats(self, mapping: Any) -> int:
            return int(mapping.get("seats", 2))

    with pytest.raises(Nonconformance) as caught:
        check(Miscounts(), 1, {"seats": 3})
    assert caught.value.check == "seated"


@pytest.mark.parametrize(
    ("options", "seats"),
    [({}, 2), ({"seats": 1}, 1), ({"seats": 3}, 3), ({"seats": 9}, 2), ({"seats": "many"}, 2)],
)
def test_the_options_say_how_many_seats_there_will_be(options: dict[str, Any], seats: int) -> None:
    assert LANTERNS.seats_for(options) == seats
    assert find_game("tempus").seats_for(options) == 2


def test_what_no_two_seats_may_have_alike_is_given_in_every_order() -> None:
    sets = list(option_sets(LANTERNS, without=["wind"]))
    pairs = [
        tuple(options["colours"])
        for options in sets
        if options.get("seats") == 2
        if "colours" in options
    ]
    assert len(pairs) == len(set(pairs)) == 5  # the sixth is what is given anyway
    assert LANTERNS.option_default("colours", {"seats": 3}) == ["red", "blue", "green"]
    assert LANTERNS.option_default("colours", {"seats": 1}) == ["red"]


def test_too_many_options_are_tried_one_by_one_and_all_at_once() -> None:
    class Wide(type(BAZAAR)):  # type: ignore[misc]
        options = (
            Option("seats", 2, (2, 3)),
            *[Option(f"flag_{number}", 0, (0, 1)) for number in range(12)],
        )

        def setup(self, options: Any, luck: Any, log: Any = None) -> Any:
            return dict(options), luck

    sets = list(option_sets(Wide()))
    assert len(sets) == 2 * (1 + 12) + 1
    for number in range(12):
        assert any([one[f"flag_{number}"] for one in sets if sum(list(one.values())[1:]) == 1])
    assert any(all(one[f"flag_{number}"] for number in range(12)) for one in sets)
