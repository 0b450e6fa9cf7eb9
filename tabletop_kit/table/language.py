"""The table's own words, in the languages of the kit."""

from __future__ import annotations

from importlib.resources import files

from tabletop_kit.engine.text import Texts, read_texts

# Finding the folder takes longer than finding a text: it is done once.
_FOLDER = files("tabletop_kit.table") / "text"


def table_texts(language: str) -> Texts:
    """The words of the table and its panels in ``language``, falling back to English."""
    return read_texts(_FOLDER, language)
