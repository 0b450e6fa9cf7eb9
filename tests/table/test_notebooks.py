"""The first line of each of the kit's pages reads alike in every language."""

from __future__ import annotations

import json
import re

import pytest

from tabletop_kit.games import GAMES, find_game
from tabletop_kit.server.launch import notebooks_folder

PAGES = [f"{game}-{page}.ipynb" for game in GAMES for page in ("learn", "play", "decks")]


def first_line(name: str) -> str:
    cell = json.loads((notebooks_folder() / name).read_text(encoding="utf-8"))["cells"][0]
    return "".join(cell["source"])


@pytest.mark.parametrize("name", [one for one in PAGES if (notebooks_folder() / one).is_file()])
def test_the_first_line_names_the_game_and_says_its_ways_in_both_languages(name: str) -> None:
    title, *ways = first_line(name).split(" | ")
    assert title == f"**{find_game(name.split('-')[0]).texts('en')('title')}**"
    labels = [re.sub(r"\[(.*)\]\(.*\)", r"\1", way) for way in ways]
    assert labels[0] == "Home · Start"
    assert all(" · " in label or label == "Coach" for label in labels)


def test_the_home_page_leaves_its_words_to_the_panel() -> None:
    assert first_line("index.ipynb") == "**tabletop_kit**"
