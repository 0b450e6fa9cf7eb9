"""Bazaar with a coach: two priorities, and a twin that would peek if it were shown the truth."""

from __future__ import annotations

from typing import Any

from tabletop_kit.engine.coach import Advice, Line
from tests.engine.toy import Bazaar


class AdvisedBazaar(Bazaar):
    """Its coach would play the first or the last legal move."""

    priorities = ("first", "last")

    def advice(self, position: Any, seat: int) -> Advice | None:
        legal = self.moves(position, seat)
        if not legal:
            return None
        held = {"held": len(position.hands[seat])}
        ends = (("first", legal[0]), ("last", legal[-1]))
        return Advice(tuple(Line(name, move, "end", "BZ-2", {}, held) for name, move in ends))

    def line(self, position: Any, seat: int, move: Any) -> Line | None:
        return Line("", move, "", "", {}, {"held": len(position.hands[seat])})


class PeekingBazaar(AdvisedBazaar):
    """Its coach tells what lies face down."""

    def advice(self, position: Any, seat: int) -> Advice | None:
        advice = super().advice(position, seat)
        hidden = {"draw": position.draw, "hands": position.hands}
        assert advice is not None
        return Advice(tuple(Line(one.priority, one.move, "", "", hidden) for one in advice))


ADVISED, PEEKING = AdvisedBazaar(), PeekingBazaar()
