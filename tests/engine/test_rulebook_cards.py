"""Cards of a game as entries of its rulebook, and their texts from the game's data."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tabletop_kit.engine.rulebook import Rule, Rulebook
from tabletop_kit.engine.ruling import Json
from tabletop_kit.engine.text import Texts, read_texts


def folder(tmp_path: Path) -> Path:
    (tmp_path / "en.toml").write_text('title = "Toy"\n[rule.R-1]\ntitle = "One"\ntext = "First."\n')
    (tmp_path / "de.toml").write_text(
        'title = "Tand"\n[rule.R-1]\ntitle = "Eins"\ntext = "Erst."\n'
    )
    return tmp_path


def cards(language: str) -> Mapping[str, Json]:
    name = {"en": "Fool", "de": "Narr"}[language]
    return {"rule": {"C01": {"title": name, "text": f"{name}."}}, "card": {"C01": {"name": name}}}


def test_texts_of_the_data_lie_beside_those_of_the_file(tmp_path: Path) -> None:
    for language, first, name in (("en", "One", "Fool"), ("de", "Eins", "Narr")):
        texts: Texts = read_texts(folder(tmp_path), language, None, cards)
        assert texts("rule.R-1.title") == first
        assert texts("rule.C01.title") == texts("card.C01.name") == name
    plain = read_texts(folder(tmp_path), "de")
    assert "rule.C01.title" not in plain and "rule.R-1.title" in plain


def test_a_card_is_cited_and_read_like_a_rule(tmp_path: Path) -> None:
    rule = Rule("R-1", "line 1", "printed", True)
    bare = Rulebook((rule,))
    book = bare.with_cards([Rule("C01", "this kit", "house", False, card=True)])
    assert list(bare) == ["R-1"] and list(book) == ["R-1", "C01"]
    assert [book[one].card for one in book] == [False, True]
    card = book.card("C01", read_texts(folder(tmp_path), "de", None, cards))
    assert (card["title"], card["text"], card["status"]) == ("Narr", "Narr.", "house")
