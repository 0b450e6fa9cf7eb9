"""Whatever Tomes can say is said, in both languages: what the source can tell has its words."""

from __future__ import annotations

import ast
import re
import string
from functools import partial
from itertools import product
from typing import Any

import pytest

from tabletop_kit.engine.event import Log
from tabletop_kit.engine.luck import mix
from tabletop_kit.engine.ruling import Json, Ruling
from tabletop_kit.engine.text import LANGUAGES, Texts
from tabletop_kit.games import find_game
from tabletop_kit.games.tomes.position import (
    EMPYREANS,
    ENTITIES,
    HERETIC,
    NUMBERS,
    READINGS,
    RUNGS,
    TEXT,
    written,
)
from tests.games.wording import called, constants, facts_of, functions, is_sentence, trees
from tests.games.wording import tables as tables_of

GAME = find_game("tomes")
tables = partial(tables_of, GAME.id)
NAMES = ("Ada", "Ben", "Cem", "Dot")
ENDS = {"won", "lost"}
"""The kinds of events that the source names by the result of a position."""

SAMPLES: dict[str, Json] = {
    "amount": 8, "beckons": 1, "buried": 3, "card": "JH", "cards": ["8C", "KH"], "channels": 2,
    "count": 3, "descent": 1, "dominion": 20, "due": 7, "echoes": 0, "entity": "KS", "force": "D",
    "grave": 0, "key": "hands", "known": "a, b", "lacks": 2, "lead": "8C", "left": 1, "limit": 8,
    "marooned": 5, "medal": "gold", "most": 2, "named": 1, "number": 7, "partner": 1, "price": 3,
    "reading": "void", "readings": ["blood", "void"], "ruin": 21, "run": 2, "seat": 0, "seats": 2,
    "spill": 1, "stone": 10, "strike": 0, "sum": 21, "text": "nonsense", "total": 11, "value": 15,
    "waste": 0, "withheld": 6,
}  # fmt: skip
"""A value for every fact of events, refusals and prompts."""


def told_kinds() -> dict[str, set[str]]:
    """Every kind of event that the source tells, with the facts that are named at the spot."""
    found: dict[str, set[str]] = {}
    for function in functions(GAME.id):
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and re.fullmatch(r"_?tell\w*", called(node)):
                for kind in kinds_of(node):
                    found.setdefault(kind, set()).update(facts_of(node))
    return found


def kinds_of(node: ast.Call) -> list[str]:
    """The kinds that a call tells: its first argument that is text, or a choice of texts."""
    texts = (constants(one) for one in node.args if isinstance(one, ast.Constant | ast.IfExp))
    kinds = next((found for found in texts if found), [])
    return [kind for kind in kinds if not kind.startswith("TM-")]


def refusals() -> list[tuple[str, str, frozenset[str]]]:
    """Every refusal in the source: rules, reasons and facts; a reason may be chosen before."""
    found: list[tuple[str, str, frozenset[str]]] = []
    for function in functions(GAME.id):
        if function.name == "refuse":
            continue
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and called(node) in ("refusal", "refuse"):
                rule, why = node.args[:2]
                facts = frozenset(facts_of(node))
                rules = constants(rule) or [""]
                found += [(one, each, facts) for one in rules for each in reasons(function, why)]
    return found


def reasons(function: ast.FunctionDef, why: ast.expr) -> list[str]:
    if not isinstance(why, ast.Name):
        return constants(why)
    assigned = [
        one.value
        for one in ast.walk(function)
        if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name)
        if one.targets[0].id == why.id and not isinstance(one.value, ast.Name)
    ]
    return [text for value in assigned for text in constants(value)]


def asks() -> set[str]:
    """Every ask of a prompt: of those built at once, and of those chosen before."""
    found: set[str] = set()
    for tree in trees(GAME.id):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and called(node) == "Prompt":
                found |= {one for one in constants(node.args[1]) if not one.startswith("TM-")}
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "ask":
                found |= set(constants(node.value))
    return found


def needed(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


# -- what the source can say ----------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_has_its_sentence_and_no_sentence_is_left_over(language: str) -> None:
    assert set(tables(language)["event"]) == set(told_kinds()) | ENDS


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_its_sentence_and_no_sentence_is_left_over(language: str) -> None:
    assert set(tables(language)["reason"]) == {why for _, why, _ in refusals()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ask_has_its_sentence(language: str) -> None:
    assert asks() | ENDS == set(tables(language)["ask"])


def test_the_source_says_something() -> None:
    assert len(told_kinds()) > 30 and len(refusals()) > 80 and len(asks()) >= 4


def test_refusals_name_rules_that_there_are() -> None:
    assert {rule for rule, _, _ in refusals() if rule} <= set(GAME.rulebook)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_explains_itself_with_the_facts_it_has(language: str) -> None:
    texts = GAME.texts(language, NAMES)
    for rule, why, names in refusals():
        facts = {name: SAMPLES[name] for name in names}
        for reader in (None, 0):
            said = texts.explain(Ruling(False, rule, why, facts), reader)
            assert is_sentence(said), f"{why}: {said}"


def rounds() -> list[dict[str, Json]]:
    """Sets of options that between them tell every kind of event that random play meets."""
    alone: list[dict[str, Json]] = [
        {"seats": 1, "edition": edition, "rung": rung, "readings": [reading]}
        if edition
        else {"seats": 1, "edition": edition, "rung": rung}
        for (edition, rung), reading in zip(
            product((True, False), (None, *RUNGS)), READINGS * 3, strict=True
        )
    ]
    table: list[dict[str, Json]] = [
        {"seats": seats, "edition": edition, "campaign": campaign}
        for seats, edition, campaign in product((2, 3, 4), (True, False), (None, "terror"))
    ]
    return alone + table


@pytest.mark.parametrize("options", rounds(), ids=str)
def test_random_games_are_narrated_to_everybody(options: dict[str, Json]) -> None:
    seats = int(options["seats"])
    voices = [GAME.texts(language, NAMES) for language in LANGUAGES]
    for seed in range(3):
        log: Log = []
        position = GAME.setup(options, GAME.luck(seed), log)
        for step in range(400):
            seat = GAME.to_act(position)
            if seat is None:
                break
            moves = [move for move in GAME.moves(position, seat) if str(move) != "concede"]
            told_prompts(voices, position, seats)
            move = moves[mix(seed, step) % len(moves)]
            position = GAME.apply(position, seat, move, log)
        else:
            pytest.fail("the game does not end")
        for texts, reader in product(voices, (None, *range(seats))):
            for event in log:
                said = texts.narrate(event, reader)
                assert is_sentence(said), f"{event.kind}: {said}"


def told_prompts(voices: list[Texts], position: Any, seats: int) -> None:
    for texts, prompt in product(voices, GAME.prompts(position)):
        assert is_sentence(texts.invite(prompt, prompt.seat))
        assert is_sentence(texts.invite(prompt, (prompt.seat + 1) % 4))


@pytest.mark.parametrize("language", LANGUAGES)
def test_events_are_told_with_the_facts_that_the_source_names(language: str) -> None:
    """Where no other facts are added at the spot, a sentence needs none but these."""
    added = {"revealed", "breached", "empyrean", "reached", "echo"}
    secret = {"cards", "card"}
    for kind, names in told_kinds().items():
        entry = tables(language)["event"][kind]
        for form, template in entry.items() if isinstance(entry, dict) else [("other", entry)]:
            more = secret if form == "known" else set()
            if kind not in added:
                assert needed(template) <= names | more | {"seat"}, f"{kind}.{form}"


# -- formats --------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_and_entity_has_a_name_of_its_own(language: str) -> None:
    texts = GAME.texts(language)
    every = (*NUMBERS, *ENTITIES, *EMPYREANS, HERETIC)
    for form in ("card", "Card", "label"):
        told = [texts.formats[form](texts, TEXT[one]) for one in every]
        assert len(set(told)) == len(every) and all(told), form
    for form in ("entity", "Entity", "whom"):
        told = [texts.formats[form](texts, TEXT[one]) for one in (*ENTITIES, *EMPYREANS)]
        assert len(set(told)) == len(told)


SAID = [
    ("card", "8C", "the 8 of Swarm", "Schwarm-8"),
    ("card", "AS", "the Symbiont of Void", "den Symbionten der Leere"),
    ("card", "QS", "the Herald of Void", "den Herold der Leere"),
    ("Card", "QS", "The Herald of Void", "Der Herold der Leere"),
    ("card", "X", "a Heretic", "einen Ketzer"),
    ("Card", "X", "A Heretic", "Ein Ketzer"),
    ("label", "KD", "Ancient of Dream", "Urwesen des Traums"),
    ("card", "nonsense", "nonsense", "nonsense"),
    ("cards", [], "nothing", "nichts"),
    ("cards", ["2H"], "the 2 of Blood", "Blut-2"),
    ("cards", ["2H", "10D", "X"], "the 2 of Blood, the 10 of Dream and a Heretic",
     "Blut-2, Traum-10 und einen Ketzer"),
    ("Cards", ["JC", "8S"], "The Spawn of Swarm and the 8 of Void",
     "Die Brut des Schwarms und Leere-8"),
    ("grouped", ["10D", "X", "2H", "AD", "X"], "Blood 2; Dream Symbiont, 10; 2 Heretics",
     "Blut 2; Traum Symbiont, 10; 2 Ketzer"),
    ("labels", ["8C", "QS"], "8 of Swarm, Herald of Void", "Schwarm-8, Herold der Leere"),
    ("grouped", [], "nothing", "nichts"),
    ("entity", "QH", "the Herald of Blood", "der Herold des Blutes"),
    ("whom", "EC", "the Empyrean of Swarm", "den Empyräer des Schwarms"),
    ("Entity", "KS", "The Ancient of Void", "Das Urwesen der Leere"),
    ("suit", "C", "Swarm", "Schwarm"),
    ("of", "S", "Void", "der Leere"),
    ("suits", ["H", "D", "S"], "Blood, Dream and Void", "Blut, Traum und Leere"),
    ("reading", "void", "Void", "Leere"),
    ("adds", "swarm", "double Ruin", "doppelten Ruin"),
    ("rung", "", "Plain game", "Einfaches Spiel"),
    ("rung", "waking", "Waking", "Erwachend"),
    ("readings", ["blood", "void"], "Ada Blood, Ben Void", "Ada Blut, Ben Leere"),
    ("mark", "latent", "Latent", "Latent"),
    ("medal", "silver", "Silver", "Silber"),
    ("rule", "TM-8", "Nothing carries over", "Nichts wird mitgenommen"),
    ("waste", 0, "", ""),
    ("waste", 3, ", 3 more than was due", ", 3 mehr als fällig"),
    ("many", 0, "no card", "keine Karte"),
    ("many", 1, "one card", "eine Karte"),
    ("many", 5, "5 cards", "5 Karten"),
    ("beckons", 1, "one Beckon", "ein Wink"),
    ("channels", 2, "2 channels", "2 Kanäle"),
]  # fmt: skip


@pytest.mark.parametrize(("form", "fact", "english", "german"), SAID)
def test_formats(form: str, fact: Json, english: str, german: str) -> None:
    for language, said in (("en", english), ("de", german)):
        texts = GAME.texts(language, NAMES)
        assert texts.formats[form](texts, fact) == said


def test_cards_of_a_hand_are_grouped_whole() -> None:
    texts = GAME.texts("en")
    told = texts.formats["grouped"](texts, written((*NUMBERS, *ENTITIES)))
    assert len(re.findall(r"\w+(?=[,;]|$)", told)) == len(NUMBERS) + len(ENTITIES)


# -- coach and moves -------------------------------------------------------------------------------


def coach_tree() -> ast.Module:
    return ast.parse((GAME.folder / "coach.py").read_text(encoding="utf-8"))


def pairs_with_rules() -> set[str]:
    """The reasons of the coach: texts that stand first in a pair, before a rule id."""
    found: set[str] = set()
    for node in ast.walk(coach_tree()):
        if isinstance(node, ast.Tuple) and len(node.elts) == 2:
            first, second = map(constants, node.elts)
            if any(one.startswith("TM-") for one in second):
                found |= {one for one in first if not one.startswith("TM-")}
        if isinstance(node, ast.Return) and isinstance(node.value, ast.IfExp):
            branches = (node.value.body, node.value.orelse)
            found |= {constants(one)[0] for one in branches if isinstance(one, ast.Tuple)}
    return found


def rescues() -> set[str]:
    function = next(one for one in functions(GAME.id) if one.name == "rescue")
    returned = [one for one in ast.walk(function) if isinstance(one, ast.Return)]
    return {text for one in returned for text in constants(one)} - {""}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_coach_has_a_sentence_for_every_reason_and_rescue(language: str) -> None:
    said = tables(language)["coach"]
    assert set(said["why"]) == pairs_with_rules() and len(said["why"]) > 15
    assert set(said["rescue"]) == rescues() and len(said["rescue"]) == 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_coach_advises_is_told(language: str) -> None:
    texts = GAME.texts(language, NAMES)
    met: set[str] = set()
    options = [{"rung": rung, "edition": edition} for rung in RUNGS for edition in (True, False)]
    for seed, option in enumerate(options * 3):
        position = GAME.setup(option, GAME.luck(seed))
        for step in range(60):
            seat = GAME.to_act(position)
            if seat is None:
                break
            advice = GAME.advice(position, seat)
            for line in advice or ():
                met.add(line.why)
                assert is_sentence(texts(f"coach.why.{line.why}", **line.facts))
                for key, value in line.leaves.items():
                    assert texts(f"coach.leaves.{key}")
                    if f"coach.value.{key}" in texts:
                        assert texts(f"coach.value.{key}", value=value)
            if advice and advice.rescue:
                assert is_sentence(texts(f"coach.rescue.{advice.rescue}"))
            moves = [move for move in GAME.moves(position, seat) if str(move) != "concede"]
            position = GAME.apply(position, seat, moves[mix(seed, step) % len(moves)])
    assert len(met) > 10, met


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", ["play 7H", "play AS 8S", "rite 8C 8H", "pay 6H 5S", "endure"])
@pytest.mark.parametrize("more", ["heretic 0", "heretic 1", "break 10", "redress QS", "reach 7H"])
def test_every_kind_of_move_is_told_in_words_and_not_as_it_is_written(
    language: str, text: str, more: str
) -> None:
    texts = GAME.texts(language, ("Ilse", "Mira"))
    position = GAME.setup({"seats": 2}, GAME.luck(1))
    said = [
        GAME.tell_move(position, 0, GAME.parse(one), texts)
        for one in (text, more, "recall JH", "echo", "concede")
    ]
    assert len(set(said)) == len(said)
    for one, told in zip((text, more, "recall JH", "echo", "concede"), said, strict=True):
        assert told
        assert told != one
        assert not any(f" {card}" in f" {told}" for card in one.split()[1:] if card[-1] in "HDCS")
    assert "Mira" in GAME.tell_move(position, 0, GAME.parse("heretic 1"), texts)
