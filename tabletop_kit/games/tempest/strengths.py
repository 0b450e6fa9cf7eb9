"""How strong the kit's players are: what each of three strengths does, and what it leaves.

A strength goes with any strategy (``worths.py``); the figures stand in ``policy.toml``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tabletop_kit.games.tempest.worths import FIGURES


class Strength(NamedTuple):
    """What a player of one strength does.

    ``caution``: so much more than its strategy asks for an attack has to win. ``crafts``: it plays
    Spells, Miracles and abilities in its own turn. ``tricks``: it also does what takes several
    cards or several turns: joined cards, pairs of attackers, powered bullets, Relics face down,
    Gates, an Orb, taken Faith, Flood. ``exchanges``: so many dead cards it throws away in a turn
    for others. ``answers``: the windows it answers in, where more than ``serious`` is at stake.
    """

    id: str
    caution: float
    crafts: bool
    tricks: bool
    exchanges: int
    serious: float
    answers: frozenset[str]


def _read(name: str, table: dict[str, Any]) -> Strength:
    return Strength(name, **{**table, "answers": frozenset(table["answers"])})


STRENGTHS: dict[str, Strength] = {
    name: _read(name, table) for name, table in FIGURES["strength"].items()
}
"""Weakest first: ``novice``, ``adept``, ``master``."""
MASTER = STRENGTHS["master"]
