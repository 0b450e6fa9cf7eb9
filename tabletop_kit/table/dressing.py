"""What a panel adds to the picture of its session: tools, the slider, notices, a rematch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tabletop_kit.table.campaign import RUNG
from tabletop_kit.table.language import table_texts
from tabletop_kit.table.picture import picture
from tabletop_kit.table.session import Session

AGAIN = "again"
"""The id of the button that begins a rematch; it is no move of any game."""


def dressed(
    session: Session, said: Mapping[str, str], *, replay: bool, keep: Mapping[str, Any]
) -> dict[str, Any]:
    """The picture of a session for its board.

    ``said`` has what the panel says: ``ended_what``, and perhaps ``notice`` and ``news``;
    ``replay`` tells whether one looks back, ``keep`` what the browser is asked to keep.
    """
    shown = picture(session)
    shown["words"] = {"ended_what": said["ended_what"]}
    if "curtain" not in shown:
        _tools(session, shown)
        if replay:
            at = session.look.ply if session.look else session.match.ply
            shown["replay"] = {"at": at, "of": session.match.ply}
    shown.update(keep)
    if said.get("news") and "notice" in shown:
        shown["notice"]["text"] += f" {said['news']}"
    if said.get("notice"):
        shown["notice"] = {"text": said["notice"], "kind": "info"}
    return shown


def _tools(session: Session, shown: dict[str, Any]) -> None:
    tell = table_texts(session.preferences.language)
    match = session.match
    shown["foot"] = tell("panel.seed", seed=match.seed)
    shown["tools"] = {
        "hint": match.to_act is not None,
        "undo": session.may_undo,
        "redo": bool(match.undone),
    }
    looking = session.look is not None or session.ended is not None
    if match.outcome is not None and not looking:
        label = tell("panel.to-tournament" if RUNG in match.extra else "panel.again")
        shown["scene"]["verbs"][AGAIN] = {"label": label, "move": AGAIN, "able": True}
