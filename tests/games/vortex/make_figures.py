"""The printed figures of all Devotees as rule cases, made from the data of the cards.

    python -m tests.games.vortex.make_figures

writes ``tests/cases/vortex/own-figures.toml`` anew; it has to be made anew whenever a figure is
changed, and the cases say so by failing.
"""

from __future__ import annotations

from pathlib import Path

from tests.games.vortex.naive import BANNERS, COLOURS, DEVOTEES, LETTER, PRINTED

FILE = Path(__file__).parents[2] / "cases" / "vortex" / "own-figures.toml"
FOE = {"blue": "R08", "green": "R08", "yellow": "R08", "red": "Y05"}
SPEAKING = ["Y04"]
"""Cards whose own text changes what they have when they attack a Devotee."""
HEAD = """# The printed figures of all Devotees, attacking a card without a text.
# Made by tests/games/vortex/make_figures.py: do not edit, make it anew.
game = "vortex"
"""


def case(colour: str) -> str:
    """All cards of a colour in play against one of another, each asked for its figures."""
    foe = FOE[colour]
    cards = [card for card in DEVOTEES if LETTER[card[0]] == colour]
    cards = [card for card in cards if card not in BANNERS and card not in SPEAKING]
    field = [
        "[" + ", ".join(f'"{card}"' for card in units) + "]"
        for seat in COLOURS
        for units in [cards if seat == colour else [foe] if LETTER[foe[0]] == seat else []]
    ]
    figures = [
        f'"figures.{card}.{foe}" = [{list(PRINTED[card].values())}, {list(PRINTED[foe].values())}]'
        for card in cards
    ]
    rules = ", ".join(f'"{card}"' for card in cards)
    return f"""
[[case]]
id = "vortex-own-figures-{colour}"
about = "Printed figures of the {colour} cards without a say in them, attacking"
rules = [{rules}]
position = {{ location = "L12", field = [{", ".join(field)}] }}
do = []
expect = {{ {", ".join(figures)} }}
"""


def text() -> str:
    """The whole file."""
    return HEAD + "".join(case(colour) for colour in COLOURS)


def main() -> None:
    """Write the file."""
    FILE.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
