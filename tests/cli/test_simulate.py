"""``tabletop-kit simulate``: the same games for the same seed, and options from the game."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tabletop_kit.cli.option import read_options
from tabletop_kit.games import find_game
from tabletop_kit.lab import simulate

TEMPUS = find_game("tempus")
WORDS = ("simulate", "tempus", "--games", "40", "--players", "random,random")


def counted(data: Any) -> Any:
    """What is the same each time: everything but the speed of this machine."""
    return {key: value for key, value in data.items() if key != "speed"}


def test_json_is_the_same_for_a_seed_and_another_for_another(run: Any) -> None:
    first = run(*WORDS, "--seed", "5", "--json")
    assert (first.code, first.err) == (0, "")
    again = run(*WORDS, "--seed", "5", "--json", "--workers", "2")
    assert counted(again.data) == counted(first.data)
    other = run(*WORDS, "--seed", "6", "--json").data
    assert (
        other["players"] != first.data["players"]
        or other["mean_moves"] != (first.data["mean_moves"])
    )


def test_json_is_what_the_lab_counts(run: Any) -> None:
    report = simulate("tempus", 40, ["random", "random"], seed=5, workers=1)
    data = run(*WORDS, "--seed", "5", "--json").data
    assert counted(data) == counted(report.data())
    one, other = data["players"]
    assert one["wins"] + one["draws"] + one["losses"] == data["games"] == 40
    assert (one["wins"], one["losses"]) == (other["losses"], other["wins"])
    assert one["low"] < one["share"] < one["high"]
    assert data["speed"]["games_per_second"] > 0 and data["speed"]["steps_per_second"] > 0


def test_the_table_shows_the_same_numbers(run: Any) -> None:
    data = run(*WORDS, "--json").data
    result = run(*WORDS)
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("Tempus: 40 games, seed 0\n")
    for player in data["players"]:
        cells = (
            f"{player['wins']}",
            f"{player['draws']}",
            f"{player['losses']}",
            f"{player['share']:.1%}",
            f"{player['low']:.1%}–{player['high']:.1%}",
        )
        assert re.search(r"\s*│\s*".join(map(re.escape, cells)), result.out)
    assert "Wim the Stable Boy" in result.out
    assert re.search(r"[\d,.]+ games and [\d,]+ steps per second of one core\.", result.out)


def test_german(run: Any) -> None:
    out = run(*WORDS, "--language", "de").out
    assert out.startswith("Tempus: 40 Partien, Startzahl 0\n")
    assert re.search(r"│\s+\d+,\d\s%\s*│\s+\d+,\d\s%–\d+,\d\s% │", out)


def test_options_reach_the_game(run: Any) -> None:
    deck = ["d4"] * 9 + ["d12"]
    words = (f"decks={' '.join(deck)},{' '.join(deck)}", 'factions=["council", "harpers"]')
    data = run(*WORDS, "--option", words[0], "--option", words[1], "--json").data
    assert data["options"] == {"decks": [deck, deck], "factions": ["council", "harpers"]}
    plain = run(*WORDS, "--json").data
    assert counted(plain)["mean_moves"] != counted(data)["mean_moves"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("factions=council,harpers", {"factions": ["council", "harpers"]}),
        (" factions = council , any ", {"factions": ["council", "any"]}),
        ("factions=any", {"factions": "any"}),
        ("factions=council", {"factions": ["council"]}),
        ('factions=["zhentarim", "enclave"]', {"factions": ["zhentarim", "enclave"]}),
        ("decks=d4 d4,d6 d6", {"decks": [["d4", "d4"], ["d6", "d6"]]}),
        ("decks=null", {"decks": None}),
        ("decks=[[4,4],[6,6]]", {"decks": [[4, 4], [6, 6]]}),
        ("other=some words, here", {"other": "some words, here"}),
        ("other=3", {"other": 3}),
        ("other=a=b", {"other": "a=b"}),
        ("other=", {"other": ""}),
        ("other=" + "[" * 100_000, {"other": "[" * 100_000}),
    ],
)
def test_how_an_option_is_read(text: str, value: Any) -> None:
    assert read_options(TEMPUS, [text]) == value


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--option", "factions"], "Write --option name=value, for example --option factions=coun"),
        (["--option", "=x"], "“=x” is no option."),
        (["--option", "decks=null", "--option", "decks=null"], "“decks=null” is no option."),
        (["--option", "colour=red"], "There is no option “colour” in Tempus"),
        (["--option", "factions=council,coucil"], "“coucil” is no faction"),
        (["--option", "factions=council"], "A match needs two factions"),
        (["--option", "decks=d4 d4,d4 d4"], "A deck has exactly 10 dice, and this one has 2"),
        (["--option", "decks=any"], "decks"),
        (["--players", "random,nobody\x1b[1m"], "There is no player called “nobody�[1m” in tempus"),
        (["--players", "random,random,random,random"], "4 players were named"),
        (["--players", "random,random,random"], "3 players were named"),
        (["--players", ""], "There is no player called “” in tempus"),
        (["--games", "-3"], "-3"),
        (["--workers", "0"], "--workers must be 1 or more."),
    ],
)
def test_what_cannot_be_simulated(words: list[str], sentence: str, run: Any) -> None:
    for option in ((), ("--json",)):
        result = run(*WORDS, *words, *option)
        assert (result.code, result.out) == (2, "")
        assert sentence in result.sentence
    assert run(*WORDS, *words, "--language", "de").code == 2


def test_an_unknown_game(run: Any) -> None:
    result = run("simulate", "chess", "--games", "1", "--players", "a,b")
    assert (result.code, result.out) == (2, "")
    assert "There is no game called “chess”" in result.sentence


def test_no_games_are_no_fault(run: Any) -> None:
    data = run("simulate", "tempus", "--games", "0", "--players", "random,random", "--json").data
    assert data["games"] == 0 and data["players"][0]["low"] == 0.0
