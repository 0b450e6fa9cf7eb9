"""JSON merge patches (RFC 7396): what changed from one picture to the next, as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def without_nothing(value: Any) -> Any:
    """A deep copy in which mappings have no ``None`` and tuples have become lists.

    A merge patch uses ``null`` to remove a key, so a picture cannot hold one: nothing is absent.

    >>> without_nothing({"turn": None, "order": ("a", "b"), "deep": {"x": None}})
    {'order': ['a', 'b'], 'deep': {}}
    """
    if isinstance(value, Mapping):
        return {str(key): without_nothing(item) for key, item in value.items() if item is not None}
    if isinstance(value, (list, tuple)):
        return [without_nothing(item) for item in value]
    return value


def make_patch(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """The merge patch that turns ``old`` into ``new``; both without ``None`` in mappings.

    >>> make_patch({"a": 1, "b": {"c": 2, "d": 3}}, {"b": {"c": 2, "d": 4}, "e": 5})
    {'a': None, 'b': {'d': 4}, 'e': 5}
    >>> make_patch({"a": [1]}, {"a": [1]})
    {}
    """
    patch: dict[str, Any] = {key: None for key in old if key not in new}
    for key, value in new.items():
        if key not in old:
            patch[key] = value
        elif isinstance(value, dict) and isinstance(old[key], dict):
            inner = make_patch(old[key], value)
            if inner:
                patch[key] = inner
        elif old[key] != value:
            patch[key] = value
    return patch


def merge_patch(target: Any, patch: Any) -> Any:
    """``target`` with ``patch`` applied, as the browser does it; neither is changed.

    >>> merge_patch({"a": 1, "b": {"c": 2}}, {"a": None, "b": {"d": 3}})
    {'b': {'c': 2, 'd': 3}}
    >>> merge_patch({"a": 1}, [1, 2])
    [1, 2]
    """
    if not isinstance(patch, Mapping):
        return patch
    merged = dict(target) if isinstance(target, Mapping) else {}
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        else:
            merged[key] = merge_patch(merged.get(key), value)
    return merged
