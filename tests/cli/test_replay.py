"""``tabletop-kit replay``: sound saves, saves that go another way, and what is no save at all."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tabletop_kit.cli import main
from tabletop_kit.engine import save
from tabletop_kit.engine.luck import SEEDS, mix
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.playout import random_policy
from tabletop_kit.games import find_game

EXAMPLE = "docs/examples/match.json"
TEMPUS = find_game("tempus")


def played(seed: int = 7, moves: int = 99) -> save.AnyMatch:
    match = Match.new(TEMPUS, seed)
    choose = random_policy(TEMPUS)
    while match.to_act is not None and match.ply < moves:
        match.play(choose(match.position, match.to_act, mix(seed, match.ply)))
    return match


def write(folder: Path, data: Any, name: str = "match.json") -> Path:
    path = folder / name
    path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def data() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(save.save_text(played()))
    return loaded


# -- sound saves ---------------------------------------------------------------------------------


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, SEEDS - 1), moves=st.integers(0, 40), as_code=st.booleans())
def test_saving_and_replaying_gives_the_final_position(
    seed: int, moves: int, as_code: bool, run: Any, tmp_path: Path
) -> None:
    match = played(seed, moves)
    source = save.code(match) if as_code else write(tmp_path, save.save_text(match))
    result = run("replay", source, "--json")
    assert (result.code, result.err) == (0, "")
    found = result.data
    assert found["position"] == TEMPUS.dump(match.position)
    assert found["sound"] is True and found["ply"] == match.ply and found["seed"] == seed
    assert found["digest"] == save.digest(TEMPUS, match.position)
    assert found["code"] == save.code(match)
    assert (found["outcome"] is None) == (match.outcome is None)
    assert [ask["seat"] for ask in found["asked"]] == [ask.seat for ask in match.prompts]


def test_the_story_and_the_final_position_are_printed(run: Any) -> None:
    result = run("replay", EXAMPLE)
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[0] == "Tempus, seed 7: 23 moves, and they replay as they were saved."
    assert "   1  Ada laid a d8 showing 8; strength 8." in lines
    assert "      Grace won the match: Ada has lost two rounds." in lines
    assert "  outcome = 1" in lines


def test_the_printed_position_is_a_position_file(run: Any, tmp_path: Path) -> None:
    match = played(moves=9)
    result = run("replay", save.code(match))
    text = result.out.partition("The final position\n")[2].partition("\nSeat")[0]
    path = write(tmp_path, "\n".join(line.strip() for line in text.splitlines()), "position.toml")
    moves = run("moves", path, "--json").data["asked"][0]["moves"]
    assert moves == [TEMPUS.write(move) for move in match.moves]


def test_a_seat_is_told_only_what_it_may_know(run: Any) -> None:
    match = played(moves=4)
    for seat in (0, 1):
        found = run("replay", save.code(match), "--json", "--seat", str(seat)).data
        assert found["position"] == TEMPUS.view(match.position, seat)
        assert found["position"]["hands"][1 - seat][0] == "?"
        assert found["story"] == match.story(seat)
        assert not {"seed", "moves", "code", "digest", "options"} & found.keys()
        text = run("replay", save.code(match), "--seat", str(seat)).out
        assert "You rolled d4:" in text and "seed" not in text
        other = ", ".join(json.dumps(str(die)) for die in match.position.hands[1 - seat])
        assert other not in text


def test_german(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    by_option = run("replay", EXAMPLE, "--language", "de")
    assert by_option.out.startswith("Tempus, Startzahl 7: 23 Züge, und sie spielen sich nach")
    assert "Die Stellung am Ende" in by_option.out
    monkeypatch.setenv("TABLETOP_KIT_LANG", "de")
    assert run("replay", EXAMPLE) == by_option
    assert run("replay", EXAMPLE, "--language", "en").out.startswith("Tempus, seed 7")
    assert "There is no language “fr”" in run("replay", EXAMPLE, "--language", "fr").sentence


def test_standard_input_and_a_file_that_holds_a_code(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = Path(EXAMPLE).read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    wanted = run("replay", EXAMPLE)
    assert run("replay", "-") == wanted
    code = save.code(save.load_text(text.decode(), find_game))
    assert run("replay", write(tmp_path, f"{code}\n", "code.txt")) == wanted
    marked = tmp_path / "marked.json"
    marked.write_bytes(b"\xef\xbb\xbf" + text)
    assert run("replay", marked) == wanted


def test_names_in_a_save_cannot_steer_the_terminal(
    run: Any, tmp_path: Path, data: dict[str, Any]
) -> None:
    names = ["\x1b[2J\x9b1m\nAda", "[bold]<i>\u202eevil"]
    result = run("replay", write(tmp_path, data | {"names": names}))
    assert result.code == 0
    assert not any(sign in result.out for sign in "\x1b\x9b\u202e")
    assert "[bold]<i>�evil" in result.out
    assert run("replay", write(tmp_path, data | {"names": names}), "--json").data["names"] == names


# -- another way ---------------------------------------------------------------------------------


def test_a_save_that_goes_another_way_ends_with_1_and_names_the_move(
    run: Any, tmp_path: Path, data: dict[str, Any]
) -> None:
    place = next(number for number, move in enumerate(data["moves"]) if move != "pass")
    for other in ("pass", "lay d12:12"):
        moves = [*data["moves"][:place], other, *data["moves"][place + 1 :]]
        path = write(tmp_path, data | {"moves": moves})
        result = run("replay", path)
        assert (result.code, result.out) == (1, "")
        assert f"at move {place + 1}, “{other}”" in result.sentence
        as_json = run("replay", path, "--json")
        assert as_json.code == 1
        found = as_json.data
        assert found == {"sound": False, "move": place + 1, "problem": result.sentence}


@pytest.mark.parametrize("change", [{"digest": "0" * 16}, {"seed": 8}])
def test_a_change_that_no_move_shows_ends_with_1_too(
    change: dict[str, Any], run: Any, tmp_path: Path, data: dict[str, Any]
) -> None:
    result = run("replay", write(tmp_path, data | change), "--json")
    assert result.code == 1
    assert result.data["sound"] is False and result.data["move"] is None
    german = run("replay", write(tmp_path, data | change), "--language", "de")
    assert german.code == 1 and "Stellung" in german.sentence
    assert run("moves", write(tmp_path, data | change)).code == 1


# -- no save at all ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "chess"}, "holds no saved match of this kit"),
        ({"version": 2}, "was saved by a newer version of the kit"),
        ({"rules": 99}, "was played by rules version 99"),
        ({"game": "chess"}, "There is no game called “chess”"),
        ({"seed": "7"}, "its part “seed” is missing or not of the right kind"),
        ({"options": {"factions": ["x", "y"]}}, "cannot be set up: “x” is no faction"),
    ],
)
def test_a_save_that_cannot_be_used_ends_with_2(
    change: dict[str, Any], words: str, run: Any, tmp_path: Path, data: dict[str, Any]
) -> None:
    for option in ((), ("--json",)):
        result = run("replay", write(tmp_path, data | change), *option)
        assert (result.code, result.out) == (2, "")
        assert words in result.sentence


def test_files_that_are_no_save(run: Any, tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    (tmp_path / "cut").write_bytes(Path(EXAMPLE).read_bytes()[:-30])
    (tmp_path / "empty").touch()
    (tmp_path / "large").write_bytes(b" " * 9_000_000)
    words = {
        "binary": "is not a text file",
        "cut": "is damaged, cut short, or something else",
        "empty": "is damaged, cut short, or something else",
        "large": "is too large to be a saved match",
        "missing": "There is no file ",
        ".": "cannot be read: Is a directory",
        "x" * 5000: "cannot be read: File name too long",
        "a\0b": "cannot be read: embedded null byte",
    }
    for name, sentence in words.items():
        if sentence.startswith("is damaged"):
            sentence = "it is damaged, cut short, or something else"
        result = run("replay", f"{tmp_path}/{name}")
        assert (result.code, result.out) == (2, "")
        assert sentence in result.sentence and len(result.sentence) < 400


CODE = save.code(played())


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (CODE.replace("tempus", "chess"), "There is no game called “chess”"),
        (CODE.replace("tempus-1", "tempus-2"), "was saved by a newer version"),
        (CODE[:-7], "is damaged or was cut short"),
        (CODE + "A" * 9000, "is no share code of this kit"),
        (CODE + "<script>alert(1)</script>", "is no share code of this kit"),
        (f"<b>{CODE}</b>", "There is no file"),
        ("tempus-1-" + "A" * 9000, "is no share code of this kit"),
        ("tempus-1-x\x1b[31m", "is no share code of this kit"),
    ],
)
def test_codes_that_are_none(code: str, words: str, run: Any) -> None:
    for command in ("replay", "moves"):
        result = run(command, code)
        assert (result.code, result.out) == (2, "")
        assert words in result.sentence and len(result.sentence) < 400
        assert "\x1b" not in result.err


def test_a_decompression_bomb(run: Any) -> None:
    import base64
    import zlib

    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, save._DICTIONARY)
    raw = packer.compress(b"[" + b" " * 2_000_000 + b"]") + packer.flush()
    result = run("replay", f"tempus-1-{base64.urlsafe_b64encode(raw).decode().rstrip('=')}")
    assert result.code == 2
    assert "is damaged or was cut short" in result.sentence


@pytest.mark.parametrize("seat", ["2", "-1", "99999"])
def test_a_seat_that_is_not_there(seat: str, run: Any) -> None:
    result = run("replay", EXAMPLE, f"--seat={seat}")
    assert result.code == 2
    assert result.sentence == f"There is no seat {seat} in this match. Its seats are: 0, 1."


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_mutation_of_a_save_replays_or_gives_one_sentence(
    data: st.DataObject, run: Any, tmp_path: Path
) -> None:
    raw = bytearray(Path(EXAMPLE).read_bytes())
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(raw) - 1))
        raw[place : place + data.draw(st.integers(0, 9))] = data.draw(st.binary(max_size=4))
    path = tmp_path / "mutant.json"
    path.write_bytes(raw)
    for command in ("replay", "moves"):
        result = run(command, path)
        assert result.code in (0, 1, 2)
        assert bool(result.out) == (result.code == 0) or command == "moves"
        if result.code:
            assert result.sentence


def test_a_fault_of_the_kit_itself_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr("tabletop_kit.cli.replay.read_match", broken)
    with pytest.raises(ZeroDivisionError):
        main(["replay", EXAMPLE])
