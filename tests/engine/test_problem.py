"""Every problem that the kit can raise has its sentence in every language."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest

import tabletop_kit
from tabletop_kit.engine.problem import Problem, kit_texts, shortened
from tabletop_kit.engine.text import LANGUAGES

PACKAGE = Path(tabletop_kit.__file__).parent
CALL = re.compile(
    r'(?<![A-Za-z])Problem\(\s*"([a-z-]+)"((?:,\s*\**[a-z_]+(?:=[^,()]*(?:\([^()]*\))?)?)*)'
)


def raised() -> dict[str, list[str]]:
    """The keys of the problems in the source, each with the files that raise it."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        for match in CALL.finditer(path.read_text(encoding="utf-8")):
            found[match[1]].append(path.name)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_problem_has_a_sentence_that_says_what_to_do(language: str) -> None:
    texts = kit_texts(language)
    keys = raised()
    assert len(keys) > 20
    missing = {key: files for key, files in keys.items() if f"problem.{key}" not in texts}
    assert not missing
    for key in texts.keys("problem"):
        assert re.search(r"[.!?…)}\"”“]$", texts.tables["problem"][key.removeprefix("problem.")])


def test_the_languages_have_the_same_sentences_with_the_same_facts() -> None:
    tables = [kit_texts(language).tables["problem"] for language in LANGUAGES]
    facts = [
        {key: sorted(re.findall(r"\{(\w+)", text)) for key, text in table.items()}
        for table in tables
    ]
    assert facts[0] == facts[1]


def test_a_fact_may_be_told_in_each_language() -> None:
    problem = Problem("start", what="It", why=lambda language: f"({language})")
    assert str(problem) == "It cannot be set up: (en)"
    assert problem.tell("de") == "It lässt sich nicht aufbauen: (de)"


def test_what_a_person_handed_in_is_cut_to_a_line() -> None:
    assert shortened("a\n b\t c") == "a b c"
    assert shortened("x" * 61) == "x" * 59 + "…"
