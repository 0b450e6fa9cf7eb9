"""Matches and positions as they show themselves in a notebook: still, drawn and in words."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from tabletop_kit.engine.game import Game
from tabletop_kit.engine.match import Match
from tabletop_kit.engine.scene import Token, Zone
from tabletop_kit.table.shapes import shape_svg

LINES = 3


def match_html(match: Match[Any, Any]) -> str:
    """The table of a match as a spectator sees it, and what happened last."""
    lines = "".join(f"<li>{escape(line)}</li>" for line in match.story()[-LINES:])
    return position_html(match.game, match.position, list(match.names)) + f"<ul>{lines}</ul>"


def position_html(game: Game[Any, Any], position: Any, names: list[str] | None = None) -> str:
    """A position as a spectator sees it: one row for each place on the table.

    Hidden tokens show no face: the output of a cell is saved with the notebook.
    """
    scene = game.scene(position, None, game.texts("en", names or ()))
    labels = {zone.id: zone.label for zone in scene.zones}
    rows = "".join(_row(zone, labels) for zone in scene.zones if zone.place != "beside")
    head = f"<caption>{escape(scene.title)}. {escape(scene.ask)}</caption>"
    return f"<table>{head}{rows}</table>"


def _row(zone: Zone, labels: Mapping[str, str]) -> str:
    counters = [f"{counter.label} {counter.value}" for counter in zone.counters]
    note = ", ".join(part for part in (zone.note, *counters) if part)
    tokens = "".join(_token(token) for token in zone.tokens) or escape(zone.empty)
    told = ": ".join(part for part in (labels.get(zone.within, ""), zone.label) if part)
    label = f"<th scope='row'>{escape(told)}</th>"
    return f"<tr>{label}<td>{escape(note)}</td><td style='text-align: left'>{tokens}</td></tr>"


def _token(token: Token) -> str:
    if token.shape == "page":
        return _page(token)
    face = "?" if token.hidden else token.face
    drawn = shape_svg(token.shape, face, 30, "" if token.hidden else token.glyph)
    return f"<span role='img' aria-label='{escape(token.label)}'>{drawn}</span>"


def _page(token: Token) -> str:
    """A card with its name beside it: the sign of what it is, on its side where it lies so."""
    sign = "" if token.hidden else token.figure or token.glyph
    drawn = shape_svg(token.shape, "?" if token.hidden else "", 30, sign)
    turn = "; rotate: 90deg" if token.laid else ""
    label = ", ".join((token.label, *[sign.word for sign in token.signs], *token.marks))
    return (
        f"<span role='img' aria-label='{escape(label)}'>"
        f"<span style='display: inline-block{turn}'>{drawn}</span>{escape(token.name)} </span>"
    )
