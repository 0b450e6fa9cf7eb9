"""Many games at once: play them, count them, compare the players.

>>> from tabletop_kit.lab import simulate
>>> simulate("tempus", 4, ["random", "random"], seed=1, workers=1).games
4
"""

from tabletop_kit.engine.interval import Interval, wilson
from tabletop_kit.lab.report import Report, Tally
from tabletop_kit.lab.row import Row, Spread, Thinking
from tabletop_kit.lab.simulate import simulate
from tabletop_kit.lab.task import ANY
from tabletop_kit.lab.together import ShareTable, together
from tabletop_kit.lab.tournament import CrossTable, tournament

__all__ = [
    "ANY",
    "CrossTable",
    "Interval",
    "Report",
    "Row",
    "ShareTable",
    "Spread",
    "Tally",
    "Thinking",
    "simulate",
    "together",
    "tournament",
    "wilson",
]
