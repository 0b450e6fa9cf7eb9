"""``tabletop-kit rules``: the rulebook to read, with its house rulings and sources."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_kit.games import GAMES, find_game


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_rule_is_printed_with_its_ruling_and_source(
    game: str, language: str, run: Any
) -> None:
    result = run("rules", game, "--language", language)
    assert (result.code, result.err) == (0, "")
    book, texts = find_game(game).rulebook, find_game(game).texts(language)
    parts = result.out.split("\n**")
    assert parts[0].startswith(f"# {texts('title')}\n")
    assert len(parts) == len(book) + 1
    for rule, part in zip(book, parts[1:], strict=True):
        card = book.card(rule, texts)
        assert part.startswith(f"{rule} · {card['title']}**") and card["text"] in part
        assert (f"> **{texts('word.ruling')}:** {card['ruling']}" in part) == bool(card["ruling"])
        assert part.rstrip().endswith(".*")


def test_sources_are_in_the_language(run: Any) -> None:
    assert "*Printed: line 3, sentences 1-2.*" in run("rules", "tempus").out
    german = run("rules", "tempus", "--language", "de").out
    assert "*Gedruckt: Zeile 3, Sätze 1-2.*" in german
    assert "sentence" not in german and " line " not in german


def test_json(run: Any) -> None:
    found = run("rules", "tempus", "--json", "--language", "de").data
    assert (found["game"], found["title"], found["language"]) == ("tempus", "Tempus", "de")
    assert [card["rule"] for card in found["rules"]] == list(find_game("tempus").rulebook)
    one = found["rules"][0]
    assert one["status"] == "printed" and one["core"] is True and "Rat der Grafen" in one["text"]


def test_an_unknown_game(run: Any) -> None:
    result = run("rules", "chess<b>\x1b[1m")
    assert (result.code, result.out) == (2, "")
    assert result.sentence.startswith("There is no game called “chess<b>�[1m” in this kit.")
    german = run("rules", "chess", "--language", "de")
    assert german.sentence.startswith("Ein Spiel namens „chess“ gibt es in diesem Kit nicht.")


# -- coverage ------------------------------------------------------------------------------------


def test_the_coverage_has_a_row_for_every_rule_and_its_exit_code_tells_whether_it_is_whole(
    run: Any,
) -> None:
    result = run("rules", "tempus", "--coverage", "--json")
    found = result.data
    assert [row["rule"] for row in found["rows"]] == list(find_game("tempus").rulebook)
    assert found["whole"] == (not any(row["gaps"] for row in found["rows"]) and not found["faults"])
    assert result.code == (0 if found["whole"] else 1)


def test_the_coverage_as_a_table(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    class Found:
        whole = True

        def markdown(self, language: str) -> str:
            return f"| table in {language} |"

    import tabletop_kit.teaching.coverage as module

    monkeypatch.setattr(module, "coverage", lambda game: Found())
    result = run("rules", "tempus", "--coverage", "--language", "de")
    assert (result.code, result.out) == (0, "| table in de |\n")
    Found.whole = False
    assert run("rules", "tempus", "--coverage").code == 1
