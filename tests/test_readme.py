"""What the README shows works: its Python runs, its links lead somewhere, its commands exist."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_snippets_run() -> None:
    blocks = "".join(re.findall(r"```python\n(.*?)```", README, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(blocks, {}, "README.md", "README.md", 0)
    assert len(test.examples) >= 8
    found = doctest.DocTestRunner().run(test)
    assert found.failed == 0 and found.attempted == len(test.examples)


def test_every_snippet_is_run() -> None:
    fences = re.findall(r"^```(\w*)$", README, re.MULTILINE)
    assert len(fences) % 2 == 0 and set(fences[::2]) == {"python"}


@pytest.mark.parametrize("target", re.findall(r"\]\((?!https://)([^)#]+)\)", README))
def test_links_lead_to_files(target: str) -> None:
    assert (ROOT / target).is_file()


def test_the_commands_are_there() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in set(re.findall(r"`make (\w+)`", README)):
        assert re.search(rf"^[\w ]*\b{target}\b[\w ]*:", makefile, re.MULTILINE)
    for what in set(re.findall(r"tools/run.py (\w+)", README)):
        assert f'"{what}"' in (ROOT / "tools" / "run.py").read_text(encoding="utf-8")
    for notebook in re.findall(r"notebooks/[\w-]+\.ipynb", README):
        assert (ROOT / notebook).is_file()
