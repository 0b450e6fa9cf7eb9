"""What the browser says, checked: an intent is either well formed or it is nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

DOINGS = frozenset(
    {"move", "weigh", "rule", "close", "hint", "undo", "redo", "lift", "look", "ready", "whole"}
    | {"here"}
)
"""All that an intent may ask for."""

_LONGEST = {"text": 2_000, "at": 200, "id": 200, "address": 20_000}
_MOST_KEPT = 100
_MOST_WORDS = 60
_LONGEST_KEPT = 500_000


def read_intent(content: object) -> dict[str, Any] | None:
    """The intent in a custom message, with known keys only, or ``None`` if it is malformed.

    Texts that a ``do`` does not need are left out; what it needs and lacks makes it malformed.

    >>> read_intent({"type": "intent", "rev": 1, "n": 2, "do": "move", "text": "pass", "at": "p"})
    {'do': 'move', 'rev': 1, 'n': 2, 'text': 'pass', 'at': 'p'}
    >>> read_intent({"type": "intent", "rev": 1, "n": 2, "do": "move"}) is None
    True
    >>> read_intent("pass") is None
    True
    """
    if not isinstance(content, Mapping) or content.get("type") != "intent":
        return None
    do, rev, n = content.get("do"), content.get("rev"), content.get("n")
    if not isinstance(do, str) or do not in DOINGS:
        return None
    if not (_is_count(rev) and _is_count(n)):
        return None
    head: dict[str, Any] = {"do": do, "rev": rev, "n": n}
    rest = _rest(do, content)
    return None if rest is None else head | rest


def _rest(do: str, content: Mapping[str, Any]) -> dict[str, Any] | None:
    """What comes with this ``do``; ``None`` if something needed is missing or odd."""
    needed = {"move": ("text", "at"), "rule": ("id",), "ready": ("address",)}.get(do, ())
    texts = {name: content.get(name) for name in needed}
    for name, text in texts.items():
        if not isinstance(text, str) or len(text) > _LONGEST[name]:
            return None
    if do == "weigh":
        words = content.get("words")
        return {"words": words} if _are_words(words) else None
    if do == "look":
        return {"ply": content["ply"]} if _is_count(content.get("ply")) else None
    if do == "ready":
        return {"kept": _kept(content.get("kept")), **texts}
    return texts


def _kept(kept: object) -> dict[str, str]:
    """The texts a browser has kept; whatever is no text, or far too long, is passed over."""
    if not isinstance(kept, Mapping):
        return {}
    texts = {
        key: value
        for key, value in kept.items()
        if isinstance(key, str) and isinstance(value, str) and len(value) <= _LONGEST_KEPT
    }
    return dict(list(texts.items())[:_MOST_KEPT])


def _are_words(words: object) -> bool:
    """A list of short texts, and not too many of them."""
    if not isinstance(words, list) or len(words) > _MOST_WORDS:
        return False
    return all(isinstance(word, str) and len(word) <= _LONGEST["at"] for word in words)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
