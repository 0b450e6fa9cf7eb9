"""Why the coach of Tempest advises a move: which sentence it says, and with which figures.

Each sentence holds by how the move is found: it is the one that leaves its priority best, so that
"no choice serves it better" is true, and what grows is compared before and after.
"""

from __future__ import annotations

from typing import NamedTuple

from tabletop_kit.engine.ruling import Json, Seat
from tabletop_kit.games.tempest.board import board
from tabletop_kit.games.tempest.bracing import Powered, powered
from tabletop_kit.games.tempest.cards import OCCUPATION
from tabletop_kit.games.tempest.foreseeing import result
from tabletop_kit.games.tempest.gathering import Gathering, gathering
from tabletop_kit.games.tempest.losses import lost
from tabletop_kit.games.tempest.moves import Move
from tabletop_kit.games.tempest.numbers import faith, strength
from tabletop_kit.games.tempest.paying import leads
from tabletop_kit.games.tempest.position import BATTLEGROUND, Position, opponents, spots
from tabletop_kit.games.tempest.standing import FIGHTERS, Standing, standing, strongest

PAID = ("summon", "cast", "reveal", "power")
"""Moves for which cards are drained as payment."""
ENDED = {"won": "wins", "lost": "no-escape", "drawn": "draws"}


class Means(NamedTuple):
    """The FT of a seat, face-down cards of its own included.

    ``faith``: of all its Characters; ``home``: of those in the Homeland; ``pool``: the most that
    one area can put together once all have reset, for other cards than Priests; ``led``: whether
    a Channeller does so, and not one card alone.
    """

    faith: int
    home: int
    pool: int
    led: bool


class Seen(NamedTuple):
    """How it stands for a seat: its figures, those of its opponents, and their strongest attacker.

    Of its own Faith it knows more than everybody sees, so ``own`` counts what lies face down, too.
    """

    position: Position
    own: Standing
    others: tuple[Standing, ...]
    threat: int
    means: Means
    gathered: Gathering
    power: Powered


def means(position: Position, seat: Seat) -> Means:
    """The FT of a seat as it knows it."""
    areas: dict[str, int] = {}
    led: set[str] = set()
    alone = 0
    for spot in spots(position, seat):
        points = faith(position, spot)
        areas[spot.area] = areas.get(spot.area, 0) + points
        if spot.area != BATTLEGROUND:
            alone = max(alone, points)
            if leads(spot):
                led.add(spot.area)
    total = sum(areas.values())
    together = max([areas[area] for area in led], default=0)
    return Means(
        total, total - areas.get(BATTLEGROUND, 0), max(together, alone), together >= alone > 0
    )


def army(position: Position, seat: Seat) -> int:
    """The ST of a seat's fighters in the Battleground, in attack or defence, whichever is more."""
    return sum(
        [
            max(strength(position, spot, "attacking"), strength(position, spot, "defending"))
            for spot in spots(position, seat)
            if spot.area == BATTLEGROUND
            if any([OCCUPATION[one.card] in FIGHTERS for one in spot.unit.members])
        ]
    )


def seen(position: Position, seat: Seat) -> Seen:
    """How it stands for a seat."""
    others = tuple([standing(position, other) for other in opponents(position, seat)])
    own, gathered = means(position, seat), gathering(position, seat)
    known = standing(position, seat)._replace(
        faith=(own.faith + own.home) / 2,
        pool=own.pool,
        shrine=gathered.ready,
        near=gathered.near,
        army=army(position, seat),
    )
    threat = strongest(position, seat)
    return Seen(position, known, others, threat, own, gathered, powered(position, seat))


def reason(
    priority: str, position: Position, seat: Seat, move: Move, reached: Position, sure: bool = True
) -> tuple[str, dict[str, Json]]:
    """The key under ``coach.why`` and the facts of the sentence that says why.

    ``sure``: whether nobody else had anything to choose on the way.
    """
    before, later = seen(position, seat), seen(reached, seat)
    cost = lost(position, reached, (seat,))
    taken = lost(position, reached, opponents(position, seat))
    gathered = later.gathered
    facts: dict[str, Json] = {
        "given": "sure" if sure else "open",
        "faith": later.means.faith,
        "before": before.own.pool,
        "pool": later.own.pool,
        "gathered": [gathered.faith, gathered.area],
        "shrine": gathered.faith,
        "area": gathered.area,
        "near": gathered.near,
        "asks": [gathered.god, gathered.cost],
        "army": later.own.army,
        "threat": later.threat,
        "lost": list(cost),
        "taken": list(taken),
    }
    ended = result(reached, seat)
    if ended is not None:
        return ENDED[ended], facts
    if any(taken):
        return ("trades" if any(cost) else "takes"), facts
    if move.verb in ("end", "pass"):
        return _waits(priority, position, seat, move), facts
    if any(cost):
        return "loses", facts
    return _REASONS[priority](move, before, later), facts


def _waits(priority: str, position: Position, seat: Seat, move: Move) -> str:
    """Of a seat that holds back; Faith can only answer where somebody undrained pays for it."""
    passes = move.verb == "pass"
    if priority != "faith" or not board(position).sides[seat].could_pay:
        return f"{priority}-passes" if passes else f"{priority}-waits"
    return "faith-spares" if passes else "faith-watches"


def _faith(move: Move, before: Seen, later: Seen) -> str:
    if later.own.pool > before.own.pool:
        return "faith-pools" if later.means.led else "faith-alone"
    if later.means.faith > before.means.faith:
        return "faith-grows" if later.means.home > before.means.home else "faith-field"
    if later.means.home > before.means.home:
        return "faith-home"
    return "faith-ready" if move.verb in PAID else "faith-same"


def _board(_move: Move, before: Seen, later: Seen) -> str:
    if later.own.army > before.own.army:
        return "board-braced" if later.power.front > before.power.front else "board-forward"
    lasting = later.own.home - later.power.behind > before.own.home - before.power.behind
    return "board-home" if lasting else "board-holds"


def _deity(_move: Move, before: Seen, later: Seen) -> str:
    had, has = before.gathered, later.gathered
    if has.faith > had.faith and has.area:
        return "deity-gathers" if has.led else "deity-unled"
    if has.near > had.near:
        return "deity-closer"
    if later.means.faith > before.means.faith:
        return "deity-prepares"
    return "deity-holds"


_REASONS = {"faith": _faith, "board": _board, "deity": _deity}
