"""The table's own words, in the languages of the kit."""

from __future__ import annotations

from importlib.resources import files

from tabletop_kit.engine.text import Texts, read_texts


def table_texts(language: str) -> Texts:
    """The words of the table and its panels in ``language``, falling back to English."""
    return read_texts(files("tabletop_kit.table") / "text", language)
