"""What is written out of Tempest: the source's example of play in parts, and cases that tell more.

The rule cases hold the moves; here stands only which of them are written.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

CASES = Path(__file__).parents[1] / "cases" / "tempest"
PARTS = {
    "opening": ("The example of play: two rounds, a Priest from two Peasants", 0, 24),
    "forces": ("The example of play: Blasphemy, the first Temples, Crypt Feeders", 25, 49),
    "temples": ("The example of play: a pack, two Temples, Priests in answer range", 50, 88),
    "battle": (
        "The example of play: Steward and Darkwalker come, and attack with the Bowmen",
        89,
        136,
    ),
    "answers": ("The example of play: the Vulne fall, Domination turns a Jackal", 137, 171),
    "deity": ("The example of play: Rain of Arrows, Destroying Angel, Krill Vortex", 172, 999),
}
TOLD_BY = (
    *("seven-seals-of-doom-2", "ward-of-light-3", "resurrection-4", "sanctuary-1"),
    *("together-35", "together-47", "sp-61", "reveller-5", "krill-vortex-3", "blood-priest-1"),
    *("false-prophet-1", "grave-wraith-3", "rose-ossuary-3", "ward-of-light-4", "minstrel-1"),
    *("thief-1", "war-horse-3", "sands-of-the-ages-1", "together-24", "o-14", "sum-57"),
)
"""Own cases, without their beginning, each of which tells something that the example does not."""


def tempest() -> Iterator[dict[str, Any]]:
    """The playthroughs of Tempest, as what :class:`tests.golden.make.Playthrough` is made of."""
    cases = {
        case["id"]: case
        for path in sorted(CASES.glob("*.toml"))
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]
    }
    example = _with_its_decks(cases["tempest-s98"])
    for name, (about, since, most) in PARTS.items():
        yield {**_of(example, f"example-{name}", about), "since": since, "most": most}
    for name in TOLD_BY:
        case = cases[f"tempest-own-{name}"]
        yield _of(case, name, case["about"].strip(". "))
    for name in ("tempest-s80", "tempest-s87b"):
        yield _of(cases[name], name.removeprefix("tempest-"), cases[name]["about"])
    yield from _own(example["options"]["deck_lists"])


def _with_its_decks(case: dict[str, Any]) -> dict[str, Any]:
    """The example with the decks that it was worked out with, whatever the ready ones are now."""
    decks = [sorted(deck) for deck in case["chance"][1:]]
    return {**case, "options": {**case["options"], "deck_lists": decks}}


def _of(case: dict[str, Any], name: str, about: str) -> dict[str, Any]:
    moves = tuple(case["do"])
    return {
        **{"name": name, "about": about[:1].upper() + about[1:], "seed": 0, "game": "tempest"},
        **{"options": case.get("options", {}), "position": case.get("position", {})},
        **{"chance": tuple(case.get("chance", ())), "said": moves, "most": len(moves)},
    }


def _own(decks: list[list[str]]) -> Iterator[dict[str, Any]]:
    yield {
        **{"name": "in-vain", "about": "An attack that finds nothing it may strike", "seed": 0},
        **{"game": "tempest", "said": ("attack steward 1",), "most": 1},
        "position": {
            "wander": [["beggar"], []],
            "battleground": [["steward"], []],
            "temples": [[], [{"card": "isle-of-mists"}]],
        },
    }
    yield {
        **{"name": "teams", "about": "Two teams, quick options: the first turns at random"},
        **{"game": "tempest", "seed": 7, "rarely": 5, "most": 40},
        "options": {
            **{"seats": 4, "teams": [[0, 2], [1, 3]], "opening_redraw": True},
            **{"priests_undrained": True, "no_su0_limit": True, "deck_lists": [*decks, decks[0]]},
        },
    }
