"""Whatever Vortex can say is said, in both languages: what the source can tell has its words."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from functools import cache, partial
from itertools import product

import pytest

from tabletop_kit.engine.event import Log
from tabletop_kit.engine.luck import mix
from tabletop_kit.engine.ruling import Json
from tabletop_kit.engine.text import LANGUAGES, Texts, read_toml
from tabletop_kit.games.vortex.cards import COLOURS, IS_DEVOTEE, NEEDS, TEXT
from tabletop_kit.games.vortex.game import Vortex
from tabletop_kit.games.vortex.moves import parse_move
from tabletop_kit.games.vortex.position import Question
from tabletop_kit.games.vortex.rulebook import card_tables
from tests.games.wording import calls as calls_of
from tests.games.wording import (
    every_card_can_be_read,
    every_event_is_told,
    every_refusal_explains_itself,
    facts_of,
    is_sentence,
    same_figures_in_both,
    tell_in_both,
)
from tests.games.wording import tables as tables_of

GAME = Vortex()
calls = partial(calls_of, GAME.id)
tables = partial(tables_of, GAME.id)
NAMES = ("Ada", "Ben", "Cem", "Dot")
QUESTIONS = {
    *("reward", "mode", "discard", "confess", "kill", "recall", "reveal", "player", "reverse"),
}
MADE = {
    "requires-": {need.replace("_", "-") for need, _ in NEEDS if need} - {"none"},
    "window-": {"location", "turn", "refill"},
    "choice-": QUESTIONS,
}
"""What stands behind the beginning of a reason or an ask that the source puts together."""

SAMPLES: dict[str, Json] = {
    "all": 4, "attached": "F09", "by": "P15", "card": "B01", "cards": ["B13", "F04"],
    "colours": ["green", "red"], "count": 3, "defender": 1, "key": "hands", "known": "a, b",
    "lead": -1, "left": 1, "location": "L38", "mine": 4, "mode": "fire", "most": 2,
    "move": "rogation P13 B01/0", "number": 7, "old": "P02", "order": [1, 0], "other": "G09",
    "place": 1, "points": [5.5, 3.0], "result": "repelled", "room": 1, "round": 3, "rounds": 12,
    "seat": 0, "seats": 2, "target": "Y08", "text": "nonsense", "theirs": 5, "to": "hand",
    "verb": "reward", "victim": 1, "winners": [0], "zone": "vortex",
}  # fmt: skip
"""A value for every fact of events, refusals and prompts."""


def said(function: ast.FunctionDef, node: ast.expr) -> set[str]:
    """The texts that an argument can be: itself, a choice, what was assigned, what is made."""
    if isinstance(node, ast.Constant):
        return {node.value} if isinstance(node.value, str) else set()
    if isinstance(node, ast.IfExp):
        return said(function, node.body) | said(function, node.orelse)
    if isinstance(node, ast.JoinedStr):
        first = node.values[0]
        assert isinstance(first, ast.Constant)
        start = str(first.value)
        return {start + end for end in MADE[start]}
    if isinstance(node, ast.Name):
        assigned = [
            one.value
            for one in ast.walk(function)
            if isinstance(one, ast.Assign) and getattr(one.targets[0], "id", "") == node.id
        ]
        return {text for value in assigned for text in said(function, value)}
    return set()


def secrets_of(node: ast.Call) -> set[str]:
    found = [one for one in node.args if isinstance(one, ast.Dict)]
    return {str(key.value) for one in found for key in one.keys if isinstance(key, ast.Constant)}


@cache
def told_kinds() -> dict[str, set[frozenset[str]]]:
    """Every kind of event that the source tells, with the facts named at each spot."""
    found: dict[str, set[frozenset[str]]] = {}
    for function, node in calls("tell"):
        for kind in said(function, node.args[0]):
            found.setdefault(kind, set()).add(facts_of(node))
    return found


@cache
def refusals() -> tuple[tuple[str, frozenset[str]], ...]:
    """Every refusal in the source: its reason and its facts."""
    found = []
    for function, node in calls("refusal", "refuse", "_no"):
        if function.name in ("refuse", "_no"):
            continue
        place = 1 if getattr(node.func, "id", "") == "refusal" else 0
        found += [(why, facts_of(node)) for why in said(function, node.args[place])]
    return tuple(found)


def asks() -> set[str]:
    return {ask for function, node in calls("Prompt") for ask in said(function, node.args[1])}


# -- what the source can say ----------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_has_its_sentence_and_no_sentence_is_left_over(language: str) -> None:
    assert set(tables(language)["event"]) == set(told_kinds())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_its_sentence_and_no_sentence_is_left_over(language: str) -> None:
    assert set(tables(language)["reason"]) == {why for why, _ in refusals()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ask_has_its_sentence_and_no_sentence_is_left_over(language: str) -> None:
    assert set(tables(language)["ask"]) == asks()


def test_every_question_is_one_that_the_source_asks() -> None:
    asked = {kind for function, node in calls("Question") for kind in said(function, node.args[0])}
    assert asked == QUESTIONS


def test_the_source_says_something() -> None:
    assert len(told_kinds()) > 35 and len(refusals()) > 80 and len(asks()) == 15


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_explains_itself_with_the_facts_it_has(language: str) -> None:
    texts = GAME.texts(language, NAMES)
    every_refusal_explains_itself(texts, "VX-N1", refusals(), SAMPLES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_is_told_with_the_facts_that_each_spot_names(language: str) -> None:
    texts = GAME.texts(language, NAMES)
    every_event_is_told(texts, told_kinds(), lambda _kind, name: SAMPLES[name])


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_secret_is_told_to_those_who_know_it(language: str) -> None:
    told = {
        kind for function, node in calls("tell") if secrets_of(node) or len(node.args) > 3
        for kind in said(function, node.args[0])
    }  # fmt: skip
    known = {kind for kind, entry in tables(language)["event"].items() if "known" in entry}
    assert known == told == {"attached", "drew", "sealed", "shown"}


# -- random games ---------------------------------------------------------------------------------


def rounds() -> list[dict[str, Json]]:
    """Sets of options that between them meet most of what can happen."""
    return [
        {"seats": seats, "length": 24, "plain_locations": plain, "fire_three": three}
        for seats, plain, three in product((2, 3, 4), (False, True), ("nothing", "kill"))
    ] + [{"colours": ["red", "blue"], "length": 12, "no_rogations": True}]


@pytest.mark.parametrize("options", rounds(), ids=str)
def test_random_games_are_narrated_to_everybody(options: dict[str, Json]) -> None:
    seats = len(GAME.setup(options, GAME.luck(0)).colours)
    names = NAMES[:seats]
    voices = [GAME.texts(language, names) for language in LANGUAGES]
    log: Log = []
    position = GAME.setup(options, GAME.luck(7), log)
    for step in range(4000):
        seat = GAME.to_act(position)
        if seat is None:
            break
        moves = GAME.moves(position, seat)
        move = moves[mix(7, step) % len(moves)]
        for texts, prompt in product(voices, GAME.prompts(position)):
            assert is_sentence(texts.invite(prompt, prompt.seat))
            assert is_sentence(texts.invite(prompt, (prompt.seat + 1) % seats))
            told = GAME.tell_move(position, seat, move, texts)
            assert told and "{" not in told and not re.search(r"\b[BFGPRY]\d\d\b", told)
        position = GAME.apply(position, seat, move, log)
    else:
        pytest.fail("the game does not end")
    for texts, reader in product(voices, (None, *range(seats))):
        for event in log:
            told = texts.narrate(event, reader)
            assert is_sentence(told), f"{event.kind}: {told}"
            assert not re.search(r"\b[BFGLPRY]\d\d\b", told), told


# -- formats --------------------------------------------------------------------------------------


TOLD = [
    ("card", "B01", "Guardians", "„Wächter“"),
    ("Card", "Y03", "The Collector", "„Der Sammler“"),
    ("label", "P21", "Psalms", "Psalmen"),
    ("card", "?", "a card face down", "eine verdeckte Karte"),
    ("Card", "?", "A card face down", "Eine verdeckte Karte"),
    ("card", "nonsense", "nonsense", "nonsense"),
    ("cards", [], "nothing", "nichts"),
    ("cards", ["F04"], "Flag", "„Fahne“"),
    ("Cards", ["?", "F04"], "A card face down and Flag", "Eine verdeckte Karte und „Fahne“"),
    ("cards", ["B13", "F04", "P02"], "Reed Hermits, Flag and Prayer",
     "„Schilfeinsiedler“, „Fahne“ und „Gebet“"),
    ("labels", ["B13", "F04"], "Reed Hermits, Flag", "Schilfeinsiedler, Fahne"),
    ("labels", [], "nothing", "nichts"),
    ("discards", [], "to refill", "auffüllen"),
    ("discards", ["F04"], "to discard Flag", "„Fahne“ abwerfen"),
    ("aim", "rogation P01", "", ""),
    ("aim", "rogation P02 F04", ": Flag", ": „Fahne“"),
    ("aim", "rogation P08 B01 B02", ": Guardians and Steadfast Clan",
     ": „Wächter“ und „Standhafter Clan“"),
    ("aim", "rogation P07 green", ": Green", ": Grün"),
    ("aim", "rogation P13 B01/0", ": what lies on Guardians", ": was an „Wächter“ liegt"),
    ("aim", "rogation P04 B02 sacrifice B01", ": Steadfast Clan", ": „Standhafter Clan“"),
    ("aim", "nonsense", "", ""),
    ("seats", [1, 0], "Ben, Ada", "Ben, Ada"),
    ("both", [1, 0, 2], "Ben, Ada and Cem", "Ben, Ada und Cem"),
    ("sitting", ["red", "blue"], "Ada Red and Ben Blue", "Ada Rot und Ben Blau"),
    ("colour", "yellow", "Yellow", "Gelb"),
    ("points", 5.0, "5", "5"),
    ("points", 5.5, "5.5", "5,5"),
    ("score", [5.5, 3.0], "Ada 5.5, Ben 3", "Ada 5,5, Ben 3"),
    ("lead", 2, "2 ahead", "2 voraus"),
    ("lead", 0, "equal", "gleich"),
    ("lead", -4, "4 behind", "4 zurück"),
    ("mode", "kill", "to Kill", "zum Töten"),
    ("attribute", "water", "Water", "Wasser"),
    ("rule", "VX-R31", "Stranded", "Gestrandet"),
    ("rule", "L01", "Haven", "Freistatt"),
    ("many", 0, "no card", "keine Karte"),
    ("many", 1, "one card", "eine Karte"),
    ("many", 5, "5 cards", "5 Karten"),
    ("rounds", 48, "48 rounds", "48 Runden"),
]  # fmt: skip


@pytest.mark.parametrize(("form", "fact", "english", "german"), TOLD)
def test_formats(form: str, fact: Json, english: str, german: str) -> None:
    tell_in_both(GAME, NAMES, form, fact, (english, german))


MOVES = [
    ("reinforce B01 B13", "Reinforce: Guardians, Reed Hermits",
     "Verstärken: Wächter, Schilfeinsiedler"),
    ("withdraw B01", "Withdraw: Guardians", "Zurückziehen: Wächter"),
    ("withdraw B03 hand", "Back to the hand: Walkers", "Auf die Hand zurück: Wanderer"),
    ("frenzy B01 F04", "Flag on Guardians", "Fahne an Wächter"),
    ("frenzy B01 F04 B13 P02", "Flag on Guardians, Prayer on Reed Hermits",
     "Fahne an Wächter, Gebet an Schilfeinsiedler"),
    ("frenzy B01/0 F04", "Replace on Guardians: Flag", "An Wächter ersetzen: Fahne"),
    ("frenzy B01/0 discard", "Discard the card on Guardians", "Die Karte an Wächter ablegen"),
    ("crusade G09 B19 reason", "Crusade by Reason: Axiom Wardens against Hollow Monks",
     "Kreuzzug durch Vernunft: Axiomhüter gegen Hohle Mönche"),
    ("pass", "Pass", "Passen"),
    ("rogation P01", "Rally", "Sammelruf"),
    ("rogation P13 B01/0", "Exorcism: what lies on Guardians", "Exorzismus: was an Wächter liegt"),
    ("rogation P04 B02 sacrifice B01", "Resurrection: Steadfast Clan, sacrificing Guardians",
     "Auferstehung: Standhafter Clan, geopfert: Wächter"),
    ("refill", "Refill", "Auffüllen"),
    ("discard F01 P02", "Discard: Academic, Prayer", "Abwerfen: Akademisch, Gebet"),
    ("reward cards", "Take the 2 cards", "Die 2 Karten nehmen"),
    ("reward none", "Take no reward", "Keine Belohnung nehmen"),
    ("reward B22", "Reinforcement: Ferry of Reeds", "Verstärkung: Schilffähre"),
    ("choose G09", "Axiom Wardens", "Axiomhüter"),
    ("choose B01/0", "what lies on Guardians", "was an Wächter liegt"),
    ("choose green", "Green", "Grün"),
    ("choose fire", "by Fire", "durch Feuer"),
    ("choose reverse", "Reverse the turn order", "Die Zugreihenfolge umkehren"),
    ("choose none", "None", "Nichts davon"),
]  # fmt: skip


@pytest.mark.parametrize(("move", "english", "german"), MOVES)
def test_moves_are_told_in_words(move: str, english: str, german: str) -> None:
    position = GAME.setup({}, GAME.luck(1))
    for language, expected in (("en", english), ("de", german)):
        assert GAME.tell_move(position, 0, parse_move(move), GAME.texts(language)) == expected


ANSWERS = [
    ("discard", "choose F14", "Discard: Corruption", "Abwerfen: Verderbnis"),
    ("kill", "choose G09", "Let it die: Axiom Wardens", "Sterben lassen: Axiomhüter"),
    ("recall", "choose none", "None", "Nichts davon"),
    ("mode", "choose fire", "Be attacked: by Fire", "Angegriffen werden: durch Feuer"),
    ("player", "choose green", "Green", "Grün"),
]


@pytest.mark.parametrize(("kind", "move", "english", "german"), ANSWERS)
def test_an_answer_says_what_becomes_of_what_it_names(
    kind: str, move: str, english: str, german: str
) -> None:
    position = replace(GAME.setup({}, GAME.luck(1)), asked=Question(kind, 0, "VX-T1"))
    for language, expected in (("en", english), ("de", german)):
        assert GAME.tell_move(position, 0, parse_move(move), GAME.texts(language)) == expected


# -- cards ----------------------------------------------------------------------------------------


def test_german_has_every_card_and_no_other() -> None:
    german = read_toml(GAME.folder / "cards" / "de.toml")
    assert sorted(german["card"]) == sorted(TEXT) == list(card_tables())
    assert set(german["note"]) == {card for card, one in card_tables().items() if "note" in one}
    marks = {
        mark for one in card_tables().values() for kind in ("found", "inferred")
        for mark in one[kind]
    }  # fmt: skip
    assert set(german["mark"]) == marks


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_a_name_of_its_own_and_can_be_read(language: str) -> None:
    found = {card for card, table in card_tables().items() if table["source"] == "found"}
    every_card_can_be_read(GAME, language, found)
    assert len(card_tables()) == len(TEXT) == 193


def test_texts_of_cards_tell_the_same_figures_in_both_languages() -> None:
    same_figures_in_both(GAME, [f"{of}.{card}.text" for of in ("card", "rule") for card in TEXT])
    english, german = (GAME.texts(language) for language in LANGUAGES)
    for card in TEXT:
        assert bool(english(f"card.{card}.text")) == bool(german(f"card.{card}.text")), card


@pytest.mark.parametrize("language", LANGUAGES)
def test_attributes_and_colours_in_texts_are_those_of_the_effects(language: str) -> None:
    """A card whose effects change an attribute names it, and no card names another."""
    texts = GAME.texts(language)
    names = {one: texts(f"word.attribute.{one}") for one in ("reason", "fire", "water", "sword")}
    for card, table in card_tables().items():
        used = {effect.get(key) for effect in table["effects"] for key in ("attr", "a", "b")}
        for attribute in names.keys() & used:
            assert names[attribute] in texts(f"card.{card}.text"), (card, attribute)


# -- options, rules -------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_game_came_to_is_named(language: str) -> None:
    texts = GAME.texts(language)
    for name in GAME.result(GAME.setup({}, GAME.luck(1))):
        assert texts(f"result.{name}.title")


def test_all_rules_of_the_rules_page_are_in_the_book() -> None:
    wanted = [f"VX-R{number}" for number in range(1, 66)] + [f"VX-D{one}" for one in range(1, 16)]
    assert {*wanted, "VX-N1", "VX-N2", *TEXT} <= set(GAME.rulebook)


def test_colours_and_their_devotees_have_words() -> None:
    for language in LANGUAGES:
        texts: Texts = GAME.texts(language)
        for colour in COLOURS:
            assert texts(f"word.colour.{colour}") == texts(f"card-form.colour.{colour}")
    assert sum(IS_DEVOTEE) == 96
