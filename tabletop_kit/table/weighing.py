"""What a selection would do, as plain data for the board (see ``docs/table.md``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabletop_kit.table.session import Session


def weighing(session: Session, words: Sequence[str]) -> dict[str, Any] | None:
    """What the game says of a selection of the one at the screen; ``None`` if nothing.

    Nothing is weighed for eyes that are not asked, behind a curtain, or while looking back.
    """
    match, seat = session.match, session.match.to_act
    blind = session.look is not None or session.ended is not None or session.curtain is not None
    if seat is None or seat != session.viewer or blind:
        return None
    told = match.game.weigh(match.position, seat, words, session.texts())
    return None if told is None else told.data()
