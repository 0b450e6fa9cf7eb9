"""What the source of a game can say, read from its syntax trees, and what its texts hold."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from tabletop_kit.engine.game import Game
from tabletop_kit.engine.ruling import Json, Ruling
from tabletop_kit.engine.text import LANGUAGES, Texts, read_toml
from tabletop_kit.games import find_game


@cache
def trees(game: str) -> tuple[ast.Module, ...]:
    """The modules of a game."""
    paths = sorted(Path(find_game(game).folder).glob("*.py"))
    return tuple(ast.parse(path.read_text(encoding="utf-8")) for path in paths)


@cache
def functions(game: str) -> tuple[ast.FunctionDef, ...]:
    """Every function of a game."""
    nodes = (node for tree in trees(game) for node in ast.walk(tree))
    return tuple(node for node in nodes if isinstance(node, ast.FunctionDef))


def called(node: ast.Call) -> str:
    """The name that a call calls."""
    function = node.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def calls(game: str, *names: str) -> Iterator[tuple[ast.FunctionDef, ast.Call]]:
    """The calls of these names, with the functions that they stand in."""
    for function in functions(game):
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and called(node) in names:
                yield function, node


def constants(node: ast.AST) -> list[str]:
    """Every text that stands in a piece of source."""
    found = (one.value for one in ast.walk(node) if isinstance(one, ast.Constant))
    return [value for value in found if isinstance(value, str)]


def facts_of(node: ast.Call) -> frozenset[str]:
    """The facts that a call names for a sentence."""
    named = {keyword.arg for keyword in node.keywords if keyword.arg}
    return frozenset(named - {"reveals", "secret"})


def tables(game: str, language: str) -> dict[str, Any]:
    """The texts of a game as they are written."""
    return read_toml(find_game(game).folder / "text" / f"{language}.toml")


def templates(entry: Json) -> Iterator[str]:
    """Every template below an entry."""
    if isinstance(entry, Mapping):
        for inner in entry.values():
            yield from templates(inner)
    else:
        yield str(entry)


def is_sentence(text: str) -> bool:
    """Whether this is a whole sentence with nothing left to be filled in."""
    begins = text[:1].isupper() or text[:1] in "“„" or text[:1].isdigit()
    return begins and text.endswith((".", "?")) and "{" not in text and "  " not in text


# -- what a source can say, told in full ----------------------------------------------------------

Kinds = Mapping[str, Iterable[frozenset[str]]]
"""Kinds of events, each with the facts that are named wherever it is told."""
Refusals = Iterable[tuple[str, frozenset[str]]]
"""Reasons of refusals, each with the facts that are named where it is given."""


def every_refusal_explains_itself(
    texts: Texts, rule: str, refusals: Refusals, samples: Mapping[str, Json]
) -> None:
    """Each reason is a whole sentence, of one and of many, to its seat and to a spectator."""
    for why, names in refusals:
        for count, reader in product((1, 3), (None, 0)):
            facts = {name: samples[name] for name in names}
            if "count" in names:
                facts["count"] = count
            told = texts.explain(Ruling(False, rule, why, facts), reader)
            assert is_sentence(told), f"{why}: {told}"


def every_event_is_told(texts: Texts, kinds: Kinds, sample: Callable[[str, str], Json]) -> None:
    """Each event is a whole sentence, to its seat and to others.

    ``sample(kind, fact)`` is a value of a fact.
    """
    for kind, spots in kinds.items():
        for names, form in product(spots, ("you", "other")):
            facts = {"seat": 0, **{name: sample(kind, name) for name in names}}
            told = texts(f"event.{kind}", form, **facts)
            assert is_sentence(told), f"{kind}: {told}"


def tell_in_both(
    game: Game[Any, Any], names: Sequence[str], form: str, fact: Json, told: Sequence[str]
) -> None:
    """A fact in a format of the game reads so in English and in German."""
    for language, expected in zip(LANGUAGES, told, strict=True):
        texts = game.texts(language, names)
        assert texts.formats[form](texts, fact) == expected


def every_card_can_be_read(game: Game[Any, Any], language: str, of_source: set[str]) -> None:
    """Every card has a name of its own, a text and a ruling; ``of_source``: those not ours."""
    texts = game.texts(language)
    cards = [rule.id for rule in game.rulebook.values() if rule.card]
    assert len({texts(f"card.{card}.name") for card in cards}) == len(cards) > 100
    for card in cards:
        shown = game.rulebook.card(card, texts)
        assert shown["title"] == texts(f"card.{card}.name")
        assert is_sentence(shown["text"]) and texts(f"card.{card}.text") in shown["text"], card
        assert is_sentence(shown["ruling"]) and shown["source"], card
        assert shown["status"] == ("derived" if card in of_source else "house"), card


def same_figures_in_both(game: Game[Any, Any], keys: Iterable[str]) -> None:
    """What stands under a key tells the same figures in English and in German."""
    english, german = (game.texts(language) for language in LANGUAGES)
    for key in keys:
        figures = [re.findall(r"[+-]?\d+", texts(key)) for texts in (english, german)]
        assert sorted(figures[0]) == sorted(figures[1]), key
