"""Small pictures of tokens for panels: the same outlines as on the board, as inline SVG."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from importlib import resources

from tabletop_kit.engine.scene import Shape

OUTLINES: dict[Shape, str] = {
    "triangle": "20,3 38,35 2,35",
    "square": "5,5 35,5 35,35 5,35",
    "diamond": "20,2 38,20 20,38 2,20",
    "kite": "20,2 38,16 20,38 2,16",
    "pentagon": "20,2 38,16 31,37 9,37 2,16",
    "hexagon": "20,2 37,11 37,29 20,38 3,29 3,11",
    "circle": "20,2 33,7 38,20 33,33 20,38 7,33 2,20 7,7",
    "card": "8,2 32,2 32,38 8,38",
    "leaf": "5,6 35,6 35,34 5,34",
    "page": "9,3 31,3 31,37 9,37",
    "chip": "8,12 32,12 38,20 32,28 8,28 2,20",
}
"""The corners of each shape in a square of 40 by 40."""


INKS = {
    **{"drop": "#a3122b", "crescent": "#5a2a9c", "hexes": "#7a4a00", "ring": "#16243f"},
    **{"hollow": "#1f55b5", "endless": "#13713c", "solid": "#805900", "noise": "#a31626"},
}
"""The ink of a sign on light paper; any other has that of the text."""


@cache
def glyphs() -> dict[str, str]:
    """The path of each sign and figure of the board, in a square of 100 by 100.

    >>> {"ancient", "bolt", "drop"} <= set(glyphs())
    True
    """
    text = (resources.files(__package__) / "static" / "glyphs.js").read_text(encoding="utf-8")
    return dict(re.findall(r'^  (\w+): "([^"]*)",$', text, flags=re.M))


def shape_svg(shape: Shape, face: str, size: int = 32, glyph: str = "") -> str:
    """A token with its mark and sign, ``size`` pixels wide; hidden from screen readers.

    >>> "polygon" in shape_svg("square", "6")
    True
    """
    down = 28 if shape == "triangle" else 25
    ink, sign = "#2a1a0c", ""
    if glyph in glyphs():
        ink, down = INKS.get(glyph, ink), 18
        scale, left, top = (0.15, 12.5, 20) if face else (0.22, 9, 9)
        sign = (
            f'<path transform="translate({left} {top}) scale({scale})" fill-rule="evenodd" '
            f'fill="{ink}" d="{glyphs()[glyph]}"></path>'
        )
    return (
        f'<svg width="{size}" height="{size}" viewBox="0 0 40 40" aria-hidden="true" '
        'style="vertical-align: middle; margin: 1px">'
        f'<polygon points="{OUTLINES[shape]}" fill="#f3e7cb" stroke="#5b3a1e" stroke-width="2" '
        'stroke-linejoin="round"></polygon>'
        f'<text x="20" y="{down}" font-size="14" font-weight="700" text-anchor="middle" '
        f'fill="{ink}" font-family="Georgia, serif">{escape(face)}</text>{sign}</svg>'
    )
