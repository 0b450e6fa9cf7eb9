"""What a panel adds to the picture of its session: tools, the slider, notices, a rematch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tabletop_kit.table.campaign import RUNG
from tabletop_kit.table.language import table_texts
from tabletop_kit.table.picture import picture
from tabletop_kit.table.session import Session
from tabletop_kit.table.windows import ASK_ME, REST, has_windows

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
    if has_windows(session.match.game) and "scene" in shown:
        _ask_me(session, shown["scene"]["verbs"])
    return shown


def _ask_me(session: Session, verbs: dict[str, Any]) -> None:
    """The buttons by which a person says when to be asked out of turn."""
    if session.look is not None or session.ended is not None or session.match.outcome is not None:
        return
    seat, windows = session.viewer, session.windows
    if seat is None:
        return
    passed_by = session.preferences.windows == "request" or bool(windows.resting)
    asked = session.match.to_act == seat and windows.is_open(session.match.position)
    if asked and not passed_by:
        label = session.words("windows.rest")
        verbs[REST] = {"label": label, "move": REST, "able": True, "quiet": True}
    elif passed_by and not asked:
        label = session.words("windows.wanted" if windows.wanted else "windows.ask-me")
        verbs[ASK_ME] = {"label": label, "move": ASK_ME, "able": True, "quiet": True}


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
