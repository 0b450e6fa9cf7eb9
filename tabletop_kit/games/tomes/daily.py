"""The descent of the day: alone, with the edition, on the rung Stirring, reading Blood."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tabletop_kit.engine.daily import Daily
from tabletop_kit.engine.event import Event
from tabletop_kit.engine.ruling import Json, Outcome
from tabletop_kit.engine.text import Texts

MARKS = {"expunged": "◆", "subdued": "◇", "echo": "○", "lost": "✕"}
"""One mark for each thing that tells how it went. Which card it was is not told."""
MEDALS = ("bronze", "silver", "gold")
WON = 1000


class DailyDescent(Daily):
    """The game of the day of Tomes: a mark for each marooning and each Echo (TM-T5, TM-16)."""

    def marks(self, events: Iterable[Event]) -> str:
        """Expunged ◆, Subdued ◇, an Echo ○, and ✕ where it was lost, in order."""
        return "".join(MARKS.get(event.kind, "") for event in events)

    def line(self, won: bool, result: Mapping[str, Json], texts: Texts) -> str:
        """Won with which medal (TM-22), or lost after how many."""
        medal = result["medal"]
        facts = {**result, "medal": texts(f"word.{medal}") if medal in MEDALS else ""}
        return texts("daily.won" if won else "daily.lost", **facts)

    def score(self, outcome: Outcome, result: Mapping[str, Json]) -> int:
        """A win counts more than any loss, a better medal more; of losses the deeper one."""
        if outcome.winners:
            medal = result["medal"]
            return WON + (MEDALS.index(medal) if medal in MEDALS else 0)
        return int(result["marooned"])


DAILY = DailyDescent({"seats": 1, "edition": True, "readings": ["blood"], "rung": "stirring"})
