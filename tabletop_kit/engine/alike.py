"""Whether two plain values are the same where the order in some of their lists means nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tabletop_kit.engine.ruling import Json

Path = tuple[str, ...]


def same_but_for_order(expected: Json, found: Json, path: Path, unordered: Sequence[Path]) -> bool:
    """Equal, but for the order within the lists at one of the paths ``unordered``.

    ``path`` is where the two lie; ``*`` in a path of ``unordered`` stands for any one step.

    >>> same_but_for_order([[1, 2], [3]], [[2, 1], [3]], ("hands",), [("hands", "*")])
    True
    >>> same_but_for_order([[1, 2], [3]], [[2, 1], [3]], ("rows",), [("hands", "*")])
    False
    """
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        return expected.keys() == found.keys() and all(
            same_but_for_order(expected[name], found[name], (*path, name), unordered)
            for name in expected
        )
    if not (isinstance(expected, list | tuple) and isinstance(found, list | tuple)):
        return bool(expected == found)
    if len(expected) != len(found):
        return False
    if any(_lies_at(path, pattern) for pattern in unordered):
        inside = (*path, "*")
        rest = list(found)
        for item in expected:
            for place, other in enumerate(rest):
                if same_but_for_order(item, other, inside, unordered):
                    del rest[place]
                    break
            else:
                return False
        return True
    return all(
        same_but_for_order(one, other, (*path, str(place)), unordered)
        for place, (one, other) in enumerate(zip(expected, found, strict=True))
    )


def _lies_at(path: Path, pattern: Path) -> bool:
    return len(path) == len(pattern) and all(
        asked in ("*", part) for part, asked in zip(path, pattern, strict=True)
    )
