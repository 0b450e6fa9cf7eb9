"""Saves and share codes: what was saved comes back; anything else gets one sentence."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_kit.engine import save
from tabletop_kit.engine.luck import SEEDS, mix
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.playout import random_policy
from tabletop_kit.engine.problem import Problem
from tabletop_kit.games import find_game

TEMPUS = find_game("tempus")
FACTIONS = ("council", "harpers", "zhentarim", "enclave")


def played(seed: int = 7, moves: int = 99, **options: Any) -> save.AnyMatch:
    """A match of random moves, cut short after ``moves``."""
    match = Match.new(TEMPUS, seed, **options)
    choose = random_policy(TEMPUS)
    while match.to_act is not None and match.ply < moves:
        match.play(choose(match.position, match.to_act, mix(seed, match.ply)))
    return match


def loaded(data: Any) -> save.AnyMatch:
    return save.load_text(json.dumps(data), find_game, "The file")


def told(data: Any) -> Problem:
    with pytest.raises(Problem) as caught:
        loaded(data)
    return caught.value


MATCH = played()
DATA = json.loads(save.save_text(MATCH))
CODE = save.code(MATCH)
DUMPED = list(TEMPUS.dump(MATCH.position))


# -- there and back ------------------------------------------------------------------------------


@given(
    seed=st.integers(0, SEEDS - 1),
    moves=st.integers(0, 40),
    factions=st.lists(st.sampled_from(FACTIONS), min_size=2, max_size=2),
    names=st.lists(st.text(st.characters(codec="utf-8"), max_size=200), max_size=2),
)
def test_a_save_and_a_code_bring_the_same_match_back(
    seed: int, moves: int, factions: list[str], names: list[str]
) -> None:
    match = played(seed, moves, factions=factions)
    match.names = tuple(names)
    match.extra = {"players": ["human", {"level": 3}]}
    for again in (
        save.load_text(save.save_text(match), find_game),
        save.load(save.save(match), find_game),
        save.load_code(save.code(match), find_game),
    ):
        assert again.position == match.position
        assert (again.seed, again.options, again.names) == (seed, match.options, match.names)
        assert again.extra == match.extra
        assert [step.move for step in again.steps()] == [step.move for step in match.steps()]
        assert [step.events for step in again.steps()] == [step.events for step in match.steps()]


def test_a_set_up_position_with_scripted_chance_comes_back() -> None:
    keys = {"factions": ["harpers", "council"], "hands": [["d4:3"], ["d4:1"]]}
    match = Match.at(TEMPUS, keys, 5, [6])
    for move in ("lay d4:3", "pass", "pass"):
        match.play(move)
    assert TEMPUS.dump(match.position)["hands"][0] == ["d6:6"]
    for again in (loaded(save.save(match)), save.load_code(save.code(match), find_game)):
        assert again.position == match.position
        assert again.start == keys and again.script == (6,)


def test_options_with_scripted_chance_come_back() -> None:
    match = Match.begin(TEMPUS, {"factions": ["council", "council"]}, 5, [1, 2, 3])
    assert match.to_act == 1
    assert loaded(save.save(match)).position == match.position


def test_a_save_is_the_same_text_each_time_and_is_plain_json() -> None:
    assert save.save_text(MATCH) == save.save_text(played())
    assert save.save_text(MATCH).endswith("}\n")
    assert DATA["format"] == "tabletop-kit match" and DATA["seed"] == 7
    assert len(DATA["trail"]) == len(DATA["moves"]) + 1
    assert len(CODE) < 200


def test_undone_moves_are_not_saved() -> None:
    match = played(moves=5)
    match.undo()
    assert len(loaded(save.save(match)).steps()) == 5


# -- another way ---------------------------------------------------------------------------------


def test_an_illegal_move_names_the_move_and_the_reason_in_each_language() -> None:
    problem = told(DATA | {"moves": [*DATA["moves"][:3], "lay d12:12", *DATA["moves"][4:]]})
    assert problem.key == "move" and problem.facts["number"] == 4
    assert "The file stops at move 4, “lay d12:12”: There is no d12 showing 12 in" in str(problem)
    assert "bleibt bei Zug 4 stehen, „lay d12:12“: " in problem.tell("de")
    assert "in the hand" not in problem.tell("de")


def test_a_legal_move_that_was_not_played_is_named_by_the_trail() -> None:
    place = next(n for n, move in enumerate(DATA["moves"]) if move != "pass")
    moves = [*DATA["moves"][:place], "pass", *DATA["moves"][place + 1 :]]
    problem = told(DATA | {"moves": moves})
    assert (problem.key, problem.facts["number"]) == ("astray", place + 1)
    assert f"goes another way at move {place + 1}, “pass”" in str(problem)


@pytest.mark.parametrize("change", [{"seed": 8}, {"options": {"factions": ["council"] * 2}}])
def test_another_beginning_is_noticed_at_once(change: dict[str, Any]) -> None:
    assert told(DATA | change).key == "astray-start"


def test_without_a_trail_the_digest_still_notices() -> None:
    lean = {key: value for key, value in DATA.items() if key != "trail"}
    assert loaded(lean).position == MATCH.position
    assert told(lean | {"digest": "0" * 16}).key == "digest"
    assert told(lean | {"moves": DATA["moves"][:-1]}).key == "digest"


def test_a_move_of_a_seat_that_is_not_asked_and_a_seat_that_is_not_there() -> None:
    first = MATCH.steps()[1].seat
    for seat in (1 - (first or 0), 2, 99):
        problem = told(DATA | {"moves": [f"@{seat} pass", *DATA["moves"][1:]]})
        assert problem.key == "move" and problem.facts["number"] == 1


def test_a_move_after_the_end_is_refused() -> None:
    problem = told(DATA | {"moves": [*DATA["moves"], "pass"], "trail": [*DATA["trail"], "0000"]})
    assert "The match is over" in str(problem)


# -- damaged, foreign, from the future -----------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"format": "chess"}, "not-a-save"),
        ({"version": 2}, "future"),
        ({"version": 0}, "field"),
        ({"version": "1"}, "field"),
        ({"version": True}, "field"),
        ({"rules": 99}, "rules-newer"),
        ({"rules": 0}, "rules-older"),
        ({"game": "chess"}, "unknown-game"),
        ({"game": "tempus/../tempus"}, "unknown-game"),
        ({"game": ["tempus"]}, "field"),
        ({"seed": -1}, "field"),
        ({"seed": 1 << 53}, "field"),
        ({"seed": 7.0}, "field"),
        ({"names": ["a", "b", "c"]}, "field"),
        ({"names": ["x" * 201]}, "field"),
        ({"names": "ab"}, "field"),
        ({"names": ["\ud800"]}, "not-json"),
        ({"options": []}, "field"),
        ({"options": {"factions": ["council", "coucil"]}}, "start"),
        ({"options": {"seed": 3}}, "start"),
        ({"options": {"game": 3, "cls": 1}}, "start"),
        ({"position": {"hands": [["d4:5"], []]}}, "start"),
        ({"position": 3}, "field"),
        ({"chance": [17]}, "start"),
        ({"chance": {}}, "field"),
        ({"extra": []}, "field"),
        ({"extra": {"a": float("nan")}}, "not-json"),
        ({"extra": {"a": 1 << 64}}, "not-json"),
        ({"extra": {"\udfff": 1}}, "not-json"),
        ({"moves": "pass"}, "field"),
        ({"moves": [["pass"]]}, "field"),
        ({"digest": 5}, "field"),
        ({"trail": []}, "field"),
        ({"trail": ["0000"]}, "field"),
        ({"trail": 5}, "field"),
    ],
)
def test_a_changed_part_gets_its_sentence(change: dict[str, Any], key: str) -> None:
    assert told(DATA | change).key == key


@pytest.mark.parametrize("missing", [key for key in DATA if key not in ("format", "trail")])
def test_a_missing_part_is_named(missing: str) -> None:
    problem = told({key: value for key, value in DATA.items() if key != missing})
    assert problem.key == "field"
    assert f"its part “{missing}” is missing" in str(problem)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "not-json"),
        ("{", "not-json"),
        (save.save_text(MATCH)[:-20], "not-json"),
        ("null", "not-a-save"),
        ("[]", "not-a-save"),
        ('"tabletop-kit match"', "not-a-save"),
        ('{"cells": [], "nbformat": 4}', "not-a-save"),
        ("[" * 100_000 + "]" * 100_000, "not-json"),
        ('{"format": "tabletop-kit match", "extra": ' + "[" * 400 + "]" * 400 + "}", "not-json"),
        ('{"format": "tabletop-kit match", "seed": ' + "9" * 5000 + "}", "not-json"),
        (" " * (save.MOST_CHARACTERS + 1), "too-large"),
    ],
)
def test_text_that_is_no_save(text: str, key: str) -> None:
    with pytest.raises(Problem) as caught:
        save.load_text(text, find_game)
    assert caught.value.key == key
    assert str(caught.value).startswith("The save ")
    assert caught.value.tell("de").startswith("Die Partie ")


def test_markup_in_a_name_stays_text() -> None:
    match = loaded(DATA | {"names": ["<b>x</b>", "[red]y[/red]"]})
    assert match.names == ("<b>x</b>", "[red]y[/red]")


# -- any mutation --------------------------------------------------------------------------------

PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 1 << 70)
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["pass", "lay d8:5", "d4:1", "council", "?", "@1 pass", "tempus", "over"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
KEYS = st.sampled_from([*DUMPED, "to_act", "beginner", "outcome", "seed", "self", "nonsense"])


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    pairs = data.items() if isinstance(data, dict) else ()
    for key, value in enumerate(data) if isinstance(data, list) else pairs:
        yield from places(value, (*path, key))


def changed(data: Any, path: tuple[Any, ...], value: Any, drop: bool) -> Any:
    if not path:
        return value
    twin = data.copy()
    if len(path) == 1 and drop:
        del twin[path[0]]
    else:
        twin[path[0]] = changed(data[path[0]], path[1:], value, drop)
    return twin


def one_sentence(read: Callable[[], Any]) -> None:
    """It loads, or it gives one sentence in each language; nothing else comes out."""
    try:
        match = read()
    except Problem as problem:
        for language in ("en", "de"):
            sentence = problem.tell(language)
            assert sentence and "\n" not in sentence and len(sentence) < 1000
            assert "Traceback" not in sentence
    else:
        assert save.load_text(save.save_text(match), find_game).position == match.position


@given(st.data())
def test_any_changed_part_loads_or_gives_one_sentence(data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(list(places(DATA))))
    mutant = changed(DATA, path, data.draw(PLAIN), data.draw(st.booleans()))
    one_sentence(lambda: loaded(mutant))


@given(st.dictionaries(KEYS, PLAIN, max_size=4), st.booleans())
def test_any_position_or_options_load_or_give_one_sentence(keys: Any, is_position: bool) -> None:
    start = {"position" if is_position else "options": keys}
    lean = {key: value for key, value in DATA.items() if key != "trail"}
    one_sentence(lambda: loaded(lean | start | {"moves": []}))


@given(st.integers(0, len(save.save_text(MATCH))), st.integers(0, 40), st.text(max_size=6))
def test_any_cut_or_patched_text_loads_or_gives_one_sentence(
    start: int, length: int, patch: str
) -> None:
    text = save.save_text(MATCH)
    one_sentence(lambda: save.load_text(text[:start] + patch + text[start + length :], find_game))


@given(st.integers(0, len(CODE)), st.integers(0, 20), st.text(max_size=6))
def test_any_cut_or_patched_code_loads_or_gives_one_sentence(
    start: int, length: int, patch: str
) -> None:
    text = CODE[:start] + patch + CODE[start + length :]
    one_sentence(lambda: save.load_code(text, find_game))


@given(PLAIN)
def test_any_json_behind_a_code_loads_or_gives_one_sentence(value: Any) -> None:
    one_sentence(lambda: save.load_code(packed(json.dumps(value).encode()), find_game))


# -- codes ---------------------------------------------------------------------------------------


def packed(plain: bytes, game: str = "tempus") -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, save._DICTIONARY)
    body = packer.compress(plain) + packer.flush()
    return f"{game}-1-{base64.urlsafe_b64encode(body).decode().rstrip('=')}"


@pytest.mark.parametrize(
    ("code", "key"),
    [
        ("", "code-shape"),
        ("tempus", "code-shape"),
        ("tempus-1-", "code-shape"),
        (f"<b>{CODE}</b>", "code-shape"),
        (f"{CODE}<script>", "code-shape"),
        (CODE + "a" * save.MOST_CODE, "code-shape"),
        (f"{CODE} {CODE}", "code-shape"),
        (CODE.replace("tempus-1-", "tempus-2-"), "future"),
        (CODE.replace("tempus", "chess"), "unknown-game"),
        (CODE[:-9], "code-damaged"),
        (CODE + "AAAA", "code-damaged"),
        ("tempus-1-AAAA", "code-damaged"),
        (packed(b"[]"), "code-damaged"),
        (packed(b"[1,2,3]"), "code-damaged"),
        (packed(b"[1,7,{},0,0,[],0,5,7]"), "code-damaged"),
        (packed(b'[1,7,{},0,0,[],0,5,""]'), "field"),
        (packed(b"\xff\xfe\x00"), "code-damaged"),
    ],
)
def test_a_code_that_is_none(code: str, key: str) -> None:
    with pytest.raises(Problem) as caught:
        save.load_code(code, find_game)
    assert caught.value.key == key
    assert len(str(caught.value)) < 300


def test_a_decompression_bomb_is_not_unpacked() -> None:
    bomb = packed(b"[" + b" " * 2_000_000 + b"]")
    assert len(bomb) < save.MOST_CODE
    with pytest.raises(Problem) as caught:
        save.load_code(bomb, find_game)
    assert caught.value.key == "code-damaged"


def test_spaces_around_a_code_do_not_matter() -> None:
    assert save.load_code(f"  {CODE}\n", find_game).position == MATCH.position


def test_a_match_too_long_for_a_code_says_so() -> None:
    match = played()
    match.extra = {"noise": [mix(3, number) >> 12 for number in range(900)]}
    with pytest.raises(Problem, match="Save it to a file and pass that on"):
        save.code(match)
    assert loaded(save.save(match)).extra == match.extra


def test_what_is_plain() -> None:
    deep: list[Any] = []
    for _ in range(39):
        deep = [deep]
    assert save.is_plain(deep) and not save.is_plain([deep])
    assert not save.is_plain({1: 2}) and not save.is_plain({"a": {3}}) and not save.is_plain(b"")
    assert save.is_plain([True, None, -(1 << 63), 0.5, "ä"])


def test_a_long_match_is_not_written_anew_for_each_move() -> None:
    wrote: list[Any] = []

    class Counting(type(TEMPUS)):  # type: ignore[misc]
        def write(self, move: Any) -> str:
            wrote.append(move)
            return str(super().write(move))

    match: save.AnyMatch = Match.new(Counting(), 5)
    while match.ply < 12:
        match.play(match.moves[0])
        save.save(match)
    assert len(wrote) == 12
    assert save.save(match)["moves"] == [TEMPUS.write(step.move) for step in match.steps()[1:]]


def test_what_was_written_of_moves_taken_back_is_forgotten() -> None:
    match = played()
    before = save.save_text(match)
    for _ in range(6):
        match.undo()
    shorter = save.save(match)["moves"]
    assert len(shorter) == match.ply
    other = [move for move in match.moves if move != match.undone[-1].move]
    match.play(other[0])
    text = json.loads(save.save_text(match))
    assert text["moves"] == [*shorter, TEMPUS.write(other[0])]
    assert len(text["trail"]) == match.ply + 1
    assert loaded(text).position == match.position
    match.undo()
    assert save.save(match)["moves"] == shorter
    assert save.save_text(played()) == before
    branch = match.branch()
    branch.play(branch.moves[0])
    assert save.save(match)["moves"] == shorter
