"""The coach of Vortex: its three priorities, its chances by the rules, and what it foresees."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_kit.engine.coach import Advice, Line
from tabletop_kit.engine.luck import mix
from tabletop_kit.engine.ruling import Refused
from tabletop_kit.games.vortex import GAME, coach, foresight
from tabletop_kit.games.vortex.appraisal import weights
from tabletop_kit.games.vortex.cards import (
    CARD,
    COLOUR,
    EFFECTS,
    FRENZIES,
    IS_DEVOTEE,
    PRINTED,
    TEXT,
)
from tabletop_kit.games.vortex.likely import likely
from tabletop_kit.games.vortex.moves import Move
from tabletop_kit.games.vortex.position import Position, Unit, controller, most_in_play, unit_at
from tabletop_kit.games.vortex.prospects import Prospects
from tabletop_kit.players.coach import Coached

NAMES = ("Ada", "Bo", "Cy", "Di")
CALM = {"location": "L37", "colours": ["blue", "green"], "locations": ["L12", "L23"]}
"""Two seats at a Location without a text."""
OPTIONS: tuple[dict[str, Any], ...] = (
    {"seats": 2},
    {"seats": 3, "fire_three": "kill"},
    {"seats": 4},
    {"seats": 2, "no_rogations": True, "plain_locations": True},
    {"colours": ["red", "blue", "yellow"], "length": 12},
)


def at(**keys: Any) -> Position:
    return GAME.load({**CALM, **keys}, GAME.luck(1))


def told(position: Position, seat: int = 0) -> dict[str, Line]:
    """What each priority would play."""
    advice = GAME.advice(position, seat)
    assert advice is not None
    return {line.priority: line for line in advice}


def written(lines: dict[str, Line]) -> dict[str, tuple[str, str]]:
    return {name: (GAME.write(line.move), line.why) for name, line in lines.items()}


def plain(letter: str, reason: int) -> str:
    """A Devotee without a text, with that much Reason and Water that Blue's Fire cannot beat."""
    return next(
        text
        for text, card in CARD.items()
        if text[0] == letter
        and not EFFECTS[card]
        and PRINTED[card][0] == reason
        and PRINTED[card][2] >= PRINTED[CARD["B13"]][1]
    )


def walk(seed: int, plies: int, options: dict[str, Any], sensible: bool = True) -> Position:
    """A position some moves into a game."""
    position, choose = GAME.setup(options, GAME.luck(seed)), GAME.policy()
    for step in range(plies):
        seat = position.to_act
        if seat is None:
            break
        number = mix(seed, step)
        if sensible:
            move = choose(position, seat, number)
        else:
            legal = GAME.moves(position, seat)
            move = legal[number % len(legal)]
        following = GAME.apply(position, seat, move)
        if following.to_act is None:
            break
        position = following
    return position


# -- what each would play -------------------------------------------------------------------------


def test_a_crusade_that_is_sure_is_told_with_its_figures() -> None:
    # Cards without a text whose Reason is 2 behind, and equal, so that only one can be taken.
    prey, equal = (plain("G", PRINTED[CARD["B13"]][0] - behind) for behind in (2, 0))
    position = at(field=[["B13"], [prey, equal]], hands=[["B01", "F04"], []])
    line = told(position)["converts"]
    assert (GAME.write(line.move), line.why, line.rule) == (
        f"crusade B13 {prey} reason",
        "converts",
        "VX-R1",
    )
    assert (line.facts["mine"] - line.facts["theirs"], line.facts["lead"]) == (2, 2)
    assert (line.leaves["chance"], line.leaves["risk"]) == (100, 0)
    assert GAME.ruling(position, 0, line.move).legal


def test_a_hidden_card_makes_it_a_gamble_and_that_is_said() -> None:
    keys = {"colours": ["green", "blue"], "hands": [["F01"], []], "to_act": 0}
    position = at(field=[["G20"], ["B19 -F04"]], **keys)
    line = told(position)["converts"]
    assert (GAME.write(line.move), line.why) == ("crusade G20 B19 reason", "converts-open")
    assert 0 < line.leaves["risk"] < line.leaves["chance"] < 100
    sure = told(at(field=[["G20"], ["B19"]], **keys))
    assert written(sure)["converts"] == ("crusade G20 B19 reason", "converts")


def test_where_no_crusade_is_worth_it_one_is_prepared() -> None:
    position = at(
        colours=["green", "yellow"], field=[["G08"], ["Y12"]], hands=[["G15", "F04"], ["Y01"]]
    )
    line = told(position)["converts"]
    assert (GAME.write(line.move), line.why) == ("reinforce G15", "prepares")
    assert (line.facts["card"], line.facts["target"]) == ("G15", "Y12")


def test_tempo_fills_the_field() -> None:
    position = at(field=[["B13"], ["G22"]], hands=[["B01", "B02", "B22", "F04"], []])
    line = told(position)["tempo"]
    assert line.why == "fills" and line.move.verb == "reinforce" and len(line.move.cards) == 2
    assert CARD["B22"] in line.move.cards  # it draws when it enters
    assert line.leaves["field"] == 3


def test_safety_strikes_first_or_guards_what_is_threatened() -> None:
    keys = {"colours": ["blue", "yellow"], "hands": [["F21", "P15"], ["Y01"]]}
    line = told(at(field=[["B13"], ["Y14 +P01"]], **keys))["safety"]
    assert (GAME.write(line.move), line.why) == ("frenzy B13 F21", "guards")
    assert (line.facts["before"], line.facts["after"]) == (100, 0)
    assert (line.facts["attacker"], line.facts["card"]) == ("Y14", "B13")


def test_what_nobody_threatens_is_calm() -> None:
    line = told(at(field=[["B02"], []], hands=[["B01", "F04"], ["G01"]]))["safety"]
    assert line.why == "calm"


def test_a_full_field_that_is_in_danger_may_be_withdrawn_from() -> None:
    position = at(
        colours=["blue", "green"],
        field=[["B06", "B24", "B22", "B23"], ["G14", "G20"]],
        hands=[["P01"], ["G01"]],
    )
    seen = Prospects(position, 0)
    line = told(position)["safety"]
    legal = GAME.moves(position, 0)
    best = min(seen.dangers(move) for move in seen.considered(legal))
    assert seen.dangers(line.move) <= best + coach.ALIKE + 1e-9


# -- windows, Refill, choices --------------------------------------------------------------------


def test_a_rogation_is_played_for_the_priority_that_it_serves() -> None:
    position = at(
        phase="window",
        window="location",
        field=[["B13", "B02"], ["G22"]],
        hands=[["P01", "F01"], ["G01"]],
        draw=[["B03", "B04", "B05"], []],
    )
    lines = told(position)
    assert written(lines)["tempo"] == ("rogation P01", "draws")
    assert written(lines)["converts"] == written(lines)["safety"] == ("pass", "keeps-rogations")
    assert lines["tempo"].rule == "P01" and lines["tempo"].leaves["hand"] == 4


def test_without_a_rogation_to_play_a_window_is_no_decision() -> None:
    position = at(
        phase="window", window="location", field=[["B13"], ["G22"]], hands=[["B01"], ["P01"]]
    )
    assert GAME.advice(position, 0) is None


def test_each_seals_for_refill_whoever_is_asked_first() -> None:
    position = at(phase="refill", field=[["B13"], ["G22"]], hands=[["F01"], ["G01", "F02"]])
    for seat, draw in ((0, 6), (1, 5)):
        lines = told(position, seat)
        assert {GAME.write(line.move) for line in lines.values()} == {"refill"}
        assert lines["tempo"].leaves["draw"] == draw
    after = GAME.apply(position, 1, GAME.parse("refill"))
    assert GAME.advice(after, 1) is None and GAME.advice(after, 0) is not None


def test_a_hand_with_which_nothing_can_be_done_is_sorted() -> None:
    hand = ["F01", "F02", "F03", "F04", "F05", "P04", "P17", "F06"]
    line = told(at(phase="refill", field=[["B13"], ["G22"]], hands=[hand, []]))["tempo"]
    assert line.why == "sorts" and line.move.verb == "discard"
    assert line.leaves["hand"] == len(hand) - len(line.move.cards) >= 4


def test_the_reward_for_repelling_is_chosen_three_ways() -> None:
    position = at(
        colours=["blue", "yellow"], to_act=1, field=[["B02"], ["Y05"]], hands=[["B22", "F01"], []]
    )
    asked = GAME.apply(position, 1, GAME.parse("crusade Y05 B02 fire"))
    lines = told(asked)
    assert lines["tempo"].why == "reward-card" and lines["tempo"].leaves["field"] == 2
    assert all(line.rule == "VX-R10" for line in lines.values())


def test_the_defender_chooses_the_mode_by_its_chances() -> None:
    position = at(
        colours=["blue", "red"], to_act=1, field=[["B02"], ["R09"]], hands=[["B22"], ["R01"]]
    )
    asked = GAME.apply(position, 1, GAME.parse("crusade R09 B02 kill"))
    lines = told(asked)
    assert written(lines)["tempo"] == ("choose fire", "mode-tempo")  # Water 5 against Fire 4
    assert lines["tempo"].facts["repel"] == 100
    assert lines["safety"].facts["chance"] == 0
    assert written(lines)["converts"] == ("choose reason", "mode-converts")  # 1 against 2
    assert lines["converts"].facts["risk"] == 100


# -- naive checks of the priorities ---------------------------------------------------------------


@given(st.integers(0, 10_000), st.integers(0, 200), st.sampled_from(OPTIONS))
@settings(max_examples=50, deadline=None)
def test_the_priorities_hold_by_a_plain_look(seed: int, plies: int, options: Any) -> None:
    position = walk(seed, plies, options)
    seat = position.to_act
    if position.phase != "turn" or seat is None:
        return
    advice = GAME.advice(position, seat)
    legal = list(GAME.moves(position, seat))
    if advice is None:
        assert len(legal) == 1
        return
    lines = {line.priority: line.move for line in advice}
    if any(_surely_takes(position, seat, move) for move in legal):
        assert lines["converts"].verb == "crusade"
    room = min(4, most_in_play(position, seat)) - len(position.field[seat])
    placing = [len(move.cards) for move in legal if move.verb == "reinforce"]
    if placing and room > 0 and position.seats == 2:
        assert lines["tempo"].verb == "reinforce"
        assert len(lines["tempo"].cards) >= min(max(placing), room)
    if lines["safety"].verb == "crusade" and len({move.verb for move in legal}) > 1:
        assert _clash(position, seat, lines["safety"]).win > 0


def _clash(position: Position, seat: int, move: Move) -> Any:
    defender = controller(position, move.cards[1])
    assert defender is not None
    offence = unit_at(position.field[seat], move.cards[0])
    target = unit_at(position.field[defender], move.cards[1])
    assert offence is not None and target is not None
    return likely(position, seat, (seat, offence), (defender, target), move.word)


def _surely_takes(position: Position, seat: int, move: Move) -> bool:
    """A convert for nothing."""
    if move.verb != "crusade" or COLOUR[move.cards[1]] == position.colours[seat]:
        return False
    found = _clash(position, seat, move)
    beyond = TEXT[move.cards[0]] in ("R09", "R10")  # the defender chooses; it dies of it
    return not beyond and found.take == 1 and found.lose == 0


# -- chances by the rules -------------------------------------------------------------------------

_BEYOND = {"R09", "R10", "R20", "G05"}
"""Their texts send cards away after the comparison, or ask somebody."""


@given(st.integers(0, 10_000), st.integers(0, 260), st.sampled_from(OPTIONS))
@settings(max_examples=60, deadline=None)
def test_the_chances_of_a_crusade_are_what_the_rules_do(
    seed: int, plies: int, options: Any
) -> None:
    position = walk(seed, plies, options)
    seat = position.to_act
    if position.phase != "turn" or seat is None:
        return
    crusades = [
        move
        for move in GAME.moves(position, seat)
        if move.verb == "crusade" and not _BEYOND & {TEXT[card] for card in move.cards}
    ]
    for move in crusades[:: max(1, len(crusades) // 4)]:
        found = _clash(position, seat, move)
        wins, losses = 0.0, 0.0
        for weight, world in _worlds(position, seat, move):
            after = GAME.apply(world, seat, move)
            wins += weight * (controller(after, move.cards[1]) is None)
            losses += weight * (unit_at(after.field[seat], move.cards[0]) is None)
        assert found.win == pytest.approx(wins), GAME.write(move)
        assert found.lose == pytest.approx(losses), GAME.write(move)


def _worlds(position: Position, seat: int, move: Move) -> list[tuple[float, Position]]:
    """The position with each card that may lie face down on the target, and how likely it is."""
    defender = controller(position, move.cards[1])
    assert defender is not None
    unit = unit_at(position.field[defender], move.cards[1])
    assert unit is not None
    hidden = [place for place, code in enumerate(unit.attached) if not code & 1]
    if not hidden:
        return [(1.0, position)]
    if len(hidden) > 1:
        return []
    dump = GAME.dump(position)
    open_cards = [card for pile in dump["discard"] for card in pile]
    open_cards += [*dump["hands"][seat], *dump["vortex"]]
    for other, field in enumerate(dump["field"]):
        for text in field:
            open_cards += [one[1:] for one in text.split()[1:] if one[0] == "+" or other == seat]
    counts = {card: 2 - open_cards.count(TEXT[card]) for card in dict.fromkeys(FRENZIES)}
    total, bluff = sum(counts.values()), weights(position.seats).bluff
    shares = [((1 - bluff) * count / total, card) for card, count in counts.items() if count]
    shares.append((bluff, CARD["P14"]))
    return [(share, _with(position, defender, unit, hidden[0], card)) for share, card in shares]


def _with(position: Position, holder: int, unit: Unit, place: int, card: int) -> Position:
    attached = list(unit.attached)
    attached[place] = 2 * card
    field = tuple(
        Unit(one.card, tuple(attached)) if one.card == unit.card else one
        for one in position.field[holder]
    )
    fields = (*position.field[:holder], field, *position.field[holder + 1 :])
    return replace(position, field=fields)


# -- fair, quick, told ----------------------------------------------------------------------------


def everything(advice: Advice | None) -> Any:
    return advice and [(line, dict(line.facts), dict(line.leaves)) for line in advice]


@given(
    st.integers(0, 10_000),
    st.integers(0, 400),
    st.integers(0, 10_000),
    st.sampled_from(OPTIONS),
    st.booleans(),
)
@settings(max_examples=120, deadline=None)
def test_advice_is_the_same_wherever_the_seat_cannot_tell_apart(
    seed: int, plies: int, other: int, options: Any, sensible: bool
) -> None:
    position = walk(seed, plies, options, sensible)
    for seat in range(position.seats):
        twin = GAME.imagine(position, seat, other)
        advice = GAME.advice(position, seat)
        assert everything(advice) == everything(GAME.advice(twin, seat))
        legal = GAME.moves(position, seat)
        assert (advice is None) >= (len(legal) < 1)
        for number in range(min(6, len(legal))):
            move = legal[mix(seed, number) % len(legal)]
            one, two = GAME.line(position, seat, move), GAME.line(twin, seat, move)
            assert one is not None and two is not None
            assert dict(one.leaves) == dict(two.leaves)


@given(st.integers(0, 10_000), st.integers(0, 400), st.sampled_from(OPTIONS), st.booleans())
@settings(max_examples=120, deadline=None)
def test_every_line_is_legal_cites_a_rule_and_has_its_words(
    seed: int, plies: int, options: Any, sensible: bool
) -> None:
    position = walk(seed, plies, options, sensible)
    for seat in range(position.seats):
        for line in GAME.advice(position, seat) or ():
            assert GAME.ruling(position, seat, line.move).legal
            assert line.rule in GAME.rulebook
            assert line.leaves == GAME.line(position, seat, line.move).leaves  # type: ignore[union-attr]
            for language in ("en", "de"):
                texts = GAME.texts(language, NAMES)
                said = texts(f"coach.why.{line.why}", **line.facts)
                assert said.endswith(".") and "{" not in said and "None" not in said
                assert GAME.tell_move(position, seat, line.move, texts)
                for key in line.leaves:
                    assert texts(f"coach.leaves.{key}")


def test_every_reason_that_has_words_is_given_somewhere() -> None:
    folder = Path(coach.__file__).parent
    modules = ("coach", "coach_windows", "coach_answers", "telling")
    source = "".join((folder / f"{name}.py").read_text(encoding="utf-8") for name in modules)
    parts = set(re.findall(r'"([a-z-]+)"', source)) | set(re.findall(r'f"([a-z]+)-\{', source))
    for key in GAME.texts("en").tables["coach"]["why"]:
        bare = key.removesuffix("-open")
        stem, _, last = bare.rpartition("-")
        composed = stem in parts and last in (*coach.PRIORITIES, "cards", "none")
        composed |= stem in ("confess", "discard", "reveal") and last in coach.PRIORITIES
        assert bare in parts or composed, key


def test_advice_comes_quickly() -> None:
    times = []
    for seed in range(3):
        position, choose = GAME.setup({"seats": 4}, GAME.luck(seed)), GAME.policy()
        for step in range(300):
            seat = position.to_act
            assert seat is not None
            began = process_time()
            if GAME.advice(position, seat) is not None:
                times.append(process_time() - began)
            position = GAME.apply(position, seat, choose(position, seat, mix(seed, step)))
    times.sort()
    assert median(times) < 0.010 and times[int(len(times) * 0.99)] < 0.040


# -- looking ahead --------------------------------------------------------------------------------


@given(st.integers(0, 10_000), st.integers(0, 500), st.sampled_from(OPTIONS))
@settings(max_examples=60, deadline=None)
def test_the_chances_of_all_seats_are_one_in_all(seed: int, plies: int, options: Any) -> None:
    position = walk(seed, plies, options)
    found = foresight.chances(position)
    assert sum(found) == pytest.approx(1.0) and all(0 <= one <= 1 for one in found)
    assert [foresight.chance(position, seat) for seat in range(position.seats)] == found


def test_a_lead_tells_more_the_nearer_the_end_is() -> None:
    keys = {"field": [["B01"], ["G22"]], "fearful": [["G01", "G02", "G03"], []]}
    chances = []
    for left in (40, 12, 3, 0):
        cards = [text for text in TEXT if text[0] == "L" and text != "L37"][:left]
        chances.append(foresight.chance(at(locations=cards, **keys), 0))
    assert chances == sorted(chances) and chances[0] > 0.5 and chances[-1] > 0.95


@pytest.mark.parametrize(("phase", "window", "more"), [("turn", "", 0), ("refill", "", 1)])
def test_a_playout_goes_so_many_rounds(phase: str, window: str, more: int) -> None:
    start = at(phase=phase, field=[["B01"], ["G22"]], hands=[["B02"], ["G01"]], round=5)
    ahead = foresight.model(2).ahead + more
    assert not foresight.until(start, replace(start, round=5 + ahead - 1))
    assert foresight.until(start, replace(start, round=5 + ahead))


def test_devotees_in_hand_count_for_the_supply() -> None:
    empty = at(field=[["B01"], ["G22"]], hands=[["F01"], []])
    fuller = at(field=[["B01"], ["G22"]], hands=[["B02"], []])
    names = foresight.FEATURES
    one, two = (dict(zip(names, foresight.features(p, 0), strict=True)) for p in (empty, fuller))
    assert two["devotees"] - one["devotees"] == 1 and two["supply"] > one["supply"]
    assert one["frenzies"] == 1 and IS_DEVOTEE[CARD["B02"]]


CASES = sorted((Path(__file__).parents[2] / "cases" / "vortex").glob("*.toml"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_whatever_a_rule_case_sets_up_can_be_advised_on(path: Path) -> None:
    spoken = 0
    for case in _cases(path):
        for position in _reached(case):
            for seat in range(position.seats):
                advice = GAME.advice(position, seat)
                spoken += advice is not None
                for move in list(GAME.moves(position, seat)[:12]):
                    assert GAME.line(position, seat, move) is not None
                for line in advice or ():
                    assert GAME.ruling(position, seat, line.move).legal
    assert spoken


def _cases(path: Path) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))["case"]
    return [case for case in cases if any(True for _position in _reached(case))]


def _reached(case: dict[str, Any]) -> Iterator[Position]:
    """The positions of a case, up to what is refused."""
    try:
        position = GAME.load(case.get("position", {}), GAME.luck(1))
        yield position
        for text in case.get("do", ()):
            if position.to_act is None:
                return
            position = GAME.apply(position, position.to_act, GAME.parse(text))
            yield position
    except Refused:
        return


@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_each_decision_of_a_game_can_be_coached_and_played_on(number: int) -> None:
    position = GAME.setup(OPTIONS[number], GAME.luck(number + 20))
    for step in range(260):
        seat = position.to_act
        if seat is None:
            break
        legal = GAME.moves(position, seat)
        move = legal[mix(number, step) % len(legal)]
        if step % 9 == number and len(legal) > 1:
            coached = Coached(GAME, position, seat, move, usual=True, seed=step)
            assert coached.own is not None and coached.own.leaves
            coached.run(1)
            assert all(0 <= coached.chances.chance(one).share <= 1 for one in coached.considered)
        position = GAME.apply(position, seat, move)
