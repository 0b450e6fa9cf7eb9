"""Something handed in cannot be used: one clear sentence that says what to do."""

from __future__ import annotations

from importlib.resources import files

from tabletop_kit.engine.ruling import Json
from tabletop_kit.engine.text import Texts, read_texts


class Problem(ValueError):
    """A file, code or text from outside that cannot be used; nothing was changed.

    ``key`` is a text under ``[problem]``; :meth:`tell` says it in any language of the kit.
    """

    def __init__(self, key: str, /, **facts: Json) -> None:
        """``key`` and the ``facts`` that its sentence needs.

        A fact that is itself a sentence may be a function from a language to it.
        """
        self.key = key
        self.facts = facts
        super().__init__(self.tell())

    def tell(self, language: str = "en") -> str:
        """What is wrong and what to do, in one sentence."""
        facts = {
            name: fact(language) if callable(fact) else fact for name, fact in self.facts.items()
        }
        return kit_texts(language)(f"problem.{self.key}", **facts)


def kit_texts(language: str = "en") -> Texts:
    """The engine's own texts: problems with files and codes."""
    return read_texts(files("tabletop_kit.engine") / "text", language)


def shortened(text: object, most: int = 60) -> str:
    """What a person handed in, cut so that it fits into a sentence.

    >>> shortened("x" * 100, 8)
    'xxxxxxx…'
    """
    line = " ".join(str(text).split())
    return line if len(line) <= most else line[: most - 1] + "…"
