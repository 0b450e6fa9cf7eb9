"""The optional rules of Tempest as a table may agree on them (TG-O17)."""

from __future__ import annotations

from tabletop_kit.engine.game import Option
from tabletop_kit.engine.ruling import Json


def _switch(ident: str, offered: Json = None) -> Option:
    """A rule that is off until a table turns it on."""
    return Option(ident, False, (False, True), offered=offered, variant=True)


def _one_of(ident: str, *choices: Json) -> Option:
    """A rule with several settings, the first of which is the usual one."""
    return Option(ident, choices[0], choices, variant=True)


STARTS: tuple[Json, ...] = (
    {"followers": 2},
    {"followers": 2, "priests": 1},
    {"followers": 2, "priests": 1, "temples": 1},
)
"""Starts with cards that a lobby offers; a cell may ask for any other (TG-O11)."""

VARIANTS = (
    _switch("opening_redraw", offered=True),
    _switch("bg_summons_undrained"),
    _switch("priests_undrained"),
    _switch("no_su0_limit"),
    _switch("deity_from_any_area"),
    _switch("no_discard_step"),
    _one_of("su0_limit", 2, 1),
    _switch("no_deity_win"),
    _switch("ignore_pantheon"),
    _one_of("win_by_faith", 0, 20, 25, 30),
    _one_of("win_by_strength", 0, 20, 30, 40),
    Option("start_cards", None, STARTS, variant=True),
    _switch("unique_gods"),
    _switch("loose_deck_size"),
    _one_of("exhaustion", "none", "reshuffle", "lose"),
    _one_of("round_cap", 0, 20, 40),
)
