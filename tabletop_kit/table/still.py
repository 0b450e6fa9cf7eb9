"""Matches, positions and rulebooks as they show themselves in a notebook: still, in words."""

from __future__ import annotations

from html import escape
from typing import Any

from tabletop_kit.engine.game import Game
from tabletop_kit.engine.match import Match


def match_html(match: Match[Any, Any]) -> str:
    """The table of a match as a spectator sees it, and what happened last."""
    story = match.story()[-3:]
    lines = "".join(f"<li>{escape(line)}</li>" for line in story)
    return position_html(match.game, match.position) + f"<ul>{lines}</ul>"


def position_html(game: Game[Any, Any], position: Any) -> str:
    """A position as a spectator sees it: one line for each place on the table."""
    scene = game.scene(position, None, game.texts())
    rows = []
    for zone in scene.zones:
        lying = ", ".join(token.label for token in zone.tokens) or zone.empty
        rows.append(f"<tr><th scope='row'>{escape(zone.label)}</th><td>{escape(lying)}</td></tr>")
    head = f"<caption>{escape(scene.title)}. {escape(scene.ask)}</caption>"
    return f"<table>{head}{''.join(rows)}</table>"
