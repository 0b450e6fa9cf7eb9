"""Bazaar with what a lobby may meet: options that exclude each other, a game of the day, talk."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from tabletop_kit.engine.daily import Daily
from tabletop_kit.engine.event import Event, Log
from tabletop_kit.engine.game import Option
from tabletop_kit.engine.luck import Luck
from tabletop_kit.engine.player import Player
from tabletop_kit.engine.ruling import Json, Seat
from tabletop_kit.players.basic import RandomPlayer
from tests.engine.toy import Bazaar
from tests.engine.toy_table import Position, deny


class Marked(Daily):
    """One mark for each card laid; whose and which is not told."""

    def marks(self, events: Iterable[Event]) -> str:
        return "".join("|" for event in events if event.kind == "laid")


class Glad:
    """While a nay is in the hand of the seat to act, the others may be glad or sad."""

    words = ("nay",)
    kinds = ("glad", "sad")

    def prepared(self, selected: Sequence[str]) -> str:
        return "nay" if list(selected) == ["N"] else ""

    def signs(self, position: Position, seat: Seat, word: str) -> tuple[str, ...]:
        asked = position.asked == seat and "N" in position.hands[seat]
        return self.kinds if asked and word == "nay" else ()

    def shows(self, view: Mapping[str, Json], seat: Seat, word: str) -> str:
        return "glad" if "S" in view["hands"][seat] else "sad"


class Fair(Bazaar):
    """``wind`` needs three seats or more, ``stall`` (one for each seat) no two alike."""

    options = (  # type: ignore[assignment]
        Option("seats", 2, (2, 3, 4)),
        Option("rounds", 2, (1, 2, 3)),
        Option("wind", None, ("A", "B")),
        Option("stall", None, ("red", "blue"), each_seat=True),
    )
    daily: ClassVar[Daily | None] = Marked({"seats": 2, "rounds": 1})
    talk: ClassVar[Any] = Glad()
    kit: ClassVar[Mapping[str, Player]] = {
        "random": RandomPlayer("random"),
        "second": RandomPlayer("random"),
    }

    def setup(self, options: Mapping[str, Json], luck: Luck, log: Log | None = None) -> Position:
        own = {key: value for key, value in options.items() if key not in ("wind", "stall")}
        if "wind" in options and self._seats(options) < 3:
            raise deny("BZ-N2", "no-key", key="wind")
        stalls = options.get("stall", [])
        if len(set(stalls)) < len(stalls):
            raise deny("BZ-1", "no-seats", seats="two alike")
        return super().setup(own, luck, log)

    def option_applies(self, option: str, options: Mapping[str, Json]) -> bool:
        seats = options.get("seats", 2)
        return seats >= 3 if option == "wind" else option != "stall" or seats == 2

    def seats_for(self, options: Mapping[str, Json]) -> int:
        return int(options.get("seats", 2))

    def players(self) -> Mapping[str, Player]:
        return self.kit


FAIR = Fair()
