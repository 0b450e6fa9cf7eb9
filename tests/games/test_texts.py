"""Every game says what it has to say, in both languages; each game has more of its own."""

from __future__ import annotations

import re
import string

import pytest

from tabletop_kit.engine.text import LANGUAGES
from tabletop_kit.games import GAMES, find_game
from tabletop_kit.table.choices import choice_key
from tests.games.wording import constants, functions, is_sentence, tables, templates

each = pytest.mark.parametrize("game", GAMES)
in_both = pytest.mark.parametrize("language", LANGUAGES)


@in_both
@each
def test_every_refusal_says_what_one_may_do(game: str, language: str) -> None:
    for why, entry in tables(game, language)["reason"].items():
        for template in templates(entry):
            assert re.search(r"[;:,] ", template), f"{why}: {template}"


@in_both
@each
def test_templates_use_formats_that_there_are(game: str, language: str) -> None:
    known = set(find_game(game).texts(language).formats)
    for template in templates(tables(game, language)):
        used = {form for _, _, form, _ in string.Formatter().parse(template) if form}
        assert used <= known, template


@in_both
@each
def test_every_option_and_choice_is_explained_in_one_sentence(game: str, language: str) -> None:
    rules = find_game(game)
    texts = rules.texts(language)
    for option in rules.options:
        assert texts(f"option.{option.id}.title")
        assert is_sentence(texts(f"option.{option.id}.about"))
        values = (*option.choices, None) if option.default is None else option.choices
        for value in values:
            key = choice_key(option.id, value)
            assert texts(f"{key}.title")
            about = texts(f"{key}.about")
            assert is_sentence(about) and about.count(".") == 1, about


@in_both
@each
def test_priorities_and_players_have_a_name_and_a_sentence(game: str, language: str) -> None:
    rules = find_game(game)
    texts = rules.texts(language)
    keys = [f"priority.{one}" for one in rules.priorities]
    for key in (*keys, *(f"player.{one}" for one in rules.players())):
        assert f"{key}.name" in texts and is_sentence(texts(f"{key}.about")), key


@in_both
@each
def test_every_rule_has_words_and_every_house_rule_its_ruling(game: str, language: str) -> None:
    rules = find_game(game)
    texts = rules.texts(language)
    for rule in rules.rulebook:
        card = rules.rulebook.card(rule, texts)
        assert card["title"] and is_sentence(card["text"]), rule
        assert bool(card["ruling"]) or card["status"] != "house", rule
        assert not card["ruling"] or is_sentence(card["ruling"]), rule


@each
def test_rules_cited_in_the_source_are_in_the_book(game: str) -> None:
    rulebook = find_game(game).rulebook
    mark = next(iter(rulebook)).partition("-")[0]
    cited = {
        text
        for function in functions(game)
        for text in constants(function)
        if re.fullmatch(rf"{mark}-[A-Z]?\d+", text)
    }
    assert len(cited) > 5 and cited <= set(rulebook)
