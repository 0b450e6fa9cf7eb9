"""Texts: forms, formats, fallbacks; and whatever a person typed stays what it is."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_kit.engine.event import Event
from tabletop_kit.engine.ruling import IllegalMove, refusal
from tabletop_kit.engine.text import LANGUAGES, MissingText, Texts, read_texts
from tabletop_kit.games import find_game

ENGLISH = {
    "word": {"seat": "Seat {number}"},
    "plain": "No braces at all.",
    "dice": {"one": "one die", "other": "{count} dice"},
    "held": {
        "one": "holds one",
        "you-one": "you hold one",
        "you": "you hold {count}",
        "other": "-",
    },
    "event": {
        "laid": {"you": "You laid {die}.", "other": "{seat:name} laid {die}."},
        "drew": {"other": "{seat:name} drew.", "known": "You drew {card}."},
        "moved": "{seat:name}: {form}, {key}, {self}, {language}.",
    },
    "reason": {"late": {"you": "You are late.", "other": "{seat:name} is late."}},
    "only-english": "Here alone.",
}
GERMAN = {
    "word": {"seat": "Platz {number}"},
    "event": {"laid": {"you": "Du legtest {die}.", "other": "{seat:name} legte {die}."}},
}
EN = Texts(ENGLISH, "en")
DE = Texts(GERMAN, "de", EN)


def test_forms() -> None:
    assert EN("plain") == "No braces at all."
    assert EN("dice", count=1) == "one die" and EN("dice", count=3) == "3 dice"
    assert [EN("held", form, count=1) for form in ("you", "other")] == ["you hold one", "holds one"]
    assert EN("held", "you", count=2) == "you hold 2"
    assert EN("event.laid", "you", die="d4:1", seat=0) == "You laid d4:1."
    assert EN("event.laid", "they", die="d4:1", seat=1) == "Seat 2 laid d4:1."


def test_what_a_language_lacks_is_said_in_the_first() -> None:
    assert DE("only-english") == "Here alone."
    assert "only-english" in EN and "only-english" not in DE
    assert DE.named(["Ada", "Bo"])("event.drew", seat=1) == "Bo drew."
    with pytest.raises(MissingText, match=r"event\.none"):
        DE("event.none")
    assert "dice.one.more" not in EN and "event.laid" in DE


def test_events_are_told_to_whom_they_concern() -> None:
    drew = Event("drew", "R", 0, secret={"card": "A1"}, seen_by=(0,))
    assert [EN.narrate(drew, reader) for reader in (0, 1, None)] == [
        "You drew A1.",
        "Seat 1 drew.",
        "Seat 1 drew.",
    ]
    nothing = Event("drew", "R", 0, secret={}, seen_by=(0,))
    assert EN.narrate(nothing, 1) == EN.narrate(nothing, None) == "Seat 1 drew."


def test_facts_may_have_any_name() -> None:
    facts = {"form": "goat", "key": "K", "self": "S", "language": "L"}
    assert EN.narrate(Event("moved", "R", 1, facts), 0) == "Seat 2: goat, K, S, L."
    assert EN.narrate(Event("laid", "R", 1, {"die": "d4:1", "seat": 0})) == "Seat 1 laid d4:1."


def test_reasons_speak_to_the_reader() -> None:
    ruling = refusal("R", "late", seat=1)
    assert EN.explain(ruling, 1) == "You are late."
    assert EN.explain(IllegalMove(ruling, "x"), 0) == "Seat 2 is late."


@given(st.text(), st.text(), st.sampled_from(LANGUAGES))
def test_names_and_facts_are_never_read_as_templates(name: str, fact: str, language: str) -> None:
    texts = {"en": EN, "de": DE}[language].named([name, name])
    verb = {"en": "laid", "de": "legte"}[language]
    assert texts("event.laid", seat=1, die=fact) == f"{name} {verb} {fact}."


@pytest.mark.parametrize("evil", ["{seat}", "{0}", "{", "}", "{seat:name}", "{die.__class__}"])
def test_braces_in_what_a_person_typed(evil: str) -> None:
    assert evil in EN.named([evil])("event.laid", seat=0, die=evil)
    game = find_game("tempus")
    told = game.texts("de").explain(refusal("TP-N1", "no-move", text=evil))
    assert told.startswith(f"„{evil}“")


@pytest.mark.parametrize("template", ["{die.size}", "{die[0]}", "{0}", "{}", "{other}"])
def test_a_template_reaches_into_nothing(template: str) -> None:
    with pytest.raises(KeyError):
        Texts({"t": template}, "en")("t", die="x", seat=0)


def test_a_game_reads_its_texts_once_and_unknown_languages_are_the_first() -> None:
    game: Any = find_game("tempus")
    assert game.texts("en") is game.texts("en") is game.texts("xx")
    assert game.texts("en", ["Ada"]) is not game.texts("en") and game.texts("en").names == ()
    assert read_texts(game.folder / "text", "xx").language == "en"


def test_the_same_keys_in_both_languages() -> None:
    game = find_game("tempus")
    assert set(game.texts("en").keys()) == set(game.texts("de").keys())
