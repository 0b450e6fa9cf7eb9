"""Why the coach of Tempest advises a move: which sentence it says, and with which figures.

Each sentence holds by how the move is found: it is the one that leaves its priority best, so that
"no choice serves it better" is true, and what grows is compared before and after.
"""

from __future__ import annotations

from typing import NamedTuple

from tabletop_kit.engine.ruling import Json, Seat
from tabletop_kit.games.tempest.foreseeing import won
from tabletop_kit.games.tempest.moves import Move
from tabletop_kit.games.tempest.position import Position, opponents
from tabletop_kit.games.tempest.standing import (
    Standing,
    best_shrine,
    faith_in_play,
    god_cost,
    standing,
    strongest,
)

WAITS = {"end": "waits", "pass": "passes"}
PAID = ("summon", "cast", "reveal", "power")
"""Moves for which cards are drained as payment."""
COMES = ("play", "summon")
"""Moves with which a card comes from the hand."""


class Seen(NamedTuple):
    """How it stands for a seat: its figures, those of its opponents, and their strongest attacker.

    ``faith`` is its FT in play, ``shrine`` what lies in its best Temple for a god, and ``led``
    tells whether a Channeller is there.
    """

    position: Position
    own: Standing
    others: tuple[Standing, ...]
    threat: int
    faith: int
    shrine: int
    led: bool


def seen(position: Position, seat: Seat) -> Seen:
    """How it stands for a seat."""
    others = tuple([standing(position, other) for other in opponents(position, seat)])
    own, threat = standing(position, seat), strongest(position, seat)
    return Seen(
        position, own, others, threat, faith_in_play(position, seat), *best_shrine(position, seat)
    )


def reason(
    priority: str, position: Position, seat: Seat, move: Move, reached: Position
) -> tuple[str, dict[str, Json]]:
    """The key under ``coach.why`` and the facts of the sentence that says why."""
    before, later = seen(position, seat), seen(reached, seat)
    lost = 0 if move.verb == "join" else max(before.own.cards - later.own.cards, 0)
    taken = _cards(before.others) - _cards(later.others)
    facts: dict[str, Json] = {
        "faith": later.faith,
        "before": before.own.pool,
        "pool": later.own.pool,
        "shrine": later.shrine,
        "cost": god_cost(position, seat),
        "army": later.own.army,
        "threat": later.threat,
        "lost": lost,
        "taken": max(taken, 0),
    }
    result = won(reached, seat)
    if result is not None:
        return ("wins" if result else "no-escape"), facts
    if taken > 0:
        return ("trades" if lost else "takes"), facts
    if move.verb in WAITS:
        return f"{priority}-{WAITS[move.verb]}", facts
    if lost:
        return "loses", facts
    return _REASONS[priority](move, before, later), facts


def _cards(others: tuple[Standing, ...]) -> int:
    return sum([one.cards for one in others])


def _faith(move: Move, before: Seen, later: Seen) -> str:
    if later.own.pool > before.own.pool:
        return "faith-pools"
    if later.faith > before.faith:
        return "faith-grows"
    if later.own.faith > before.own.faith:
        return "faith-home"
    return "faith-ready" if move.verb in PAID else "faith-same"


def _board(_move: Move, before: Seen, later: Seen) -> str:
    if later.own.army > before.own.army:
        return "board-forward"
    return "board-home" if later.own.home > before.own.home else "board-holds"


def _deity(move: Move, before: Seen, later: Seen) -> str:
    if later.own.shrine > before.own.shrine:
        return "deity-gathers" if later.led else "deity-unled"
    if later.faith > before.faith and move.verb in COMES:
        return "deity-prepares"
    if later.own.near > before.own.near or later.own.faith > before.own.faith:
        return "deity-closer"
    return "deity-holds"


_REASONS = {"faith": _faith, "board": _board, "deity": _deity}
