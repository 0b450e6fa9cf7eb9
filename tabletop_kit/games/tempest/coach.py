"""Three ways to look at a decision of Tempest: the engine of Faith, the board, the race to a Deity.

Each priority weighs how the seat would stand if nobody answered (``foreseeing.py``), by figures
that everybody can see and the own hand. What lies hidden counts as nothing, so the advice is the
same in any two positions that the seat cannot tell apart.
"""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_kit.engine.coach import Advice, Line
from tabletop_kit.engine.ruling import Json, Seat
from tabletop_kit.games.tempest.cards import (
    CARD,
    FT,
    IS_CHARACTER,
    IS_TEMPLE,
    OCCUPATION,
    ST,
    SU,
    Card,
)
from tabletop_kit.games.tempest.foreseeing import after, won
from tabletop_kit.games.tempest.judging import MOVE_RULES
from tabletop_kit.games.tempest.legal import moves
from tabletop_kit.games.tempest.moves import Move
from tabletop_kit.games.tempest.position import Position
from tabletop_kit.games.tempest.standing import GOD_COST, god_cost, gods_in_hand, standing
from tabletop_kit.games.tempest.whys import Seen, reason, seen

PRIORITIES = ("faith", "board", "deity")
WON = 1000.0
ALIKE = 0.05
"""Scores that lie so close together are equal: what else the move does then decides."""
CROSS = 0.1
"""So much of the other priorities' scores counts beside one's own."""
TEMPO, HELD = 0.15, 0.1
"""What an undrained card is worth in reserve, for one drained for nothing is a loss; and a card
in hand."""
ENOUGH = 8
"""With so much FT in one pool, more of it is no longer what every plan needs first."""


# -- the three priorities ------------------------------------------------------------------------


def _faith(found: Seen, _seat: Seat) -> float:
    """FT in play, and above all what one area can put together next turn."""
    return found.own.faith + 0.5 * found.own.pool + 0.15 * found.own.cards


def _board(found: Seen, _seat: Seat) -> float:
    """ST in the Battleground and behind it, against that of the others."""
    own = found.own
    mine = own.army + 0.4 * own.home + 0.3 * own.walls
    theirs = [one.army + 0.4 * one.home + 0.3 * one.walls + 0.3 * one.cards for one in found.others]
    exposed = max(0, found.threat - own.army) * 0.2
    return mine - max(theirs, default=0.0) - 0.3 * sum(theirs) - exposed


def _deity(found: Seen, seat: Seat) -> float:
    """FT in one Temple with somebody to channel it, up to what the Deity in hand costs."""
    cost = god_cost(found.position, seat)
    own = found.own
    ready = min(own.shrine, cost)
    holds = 3.0 if gods_in_hand(found.position, seat) else 0.0
    rivals = [min(one.shrine, GOD_COST) for one in found.others]
    return (
        ready
        + 0.6 * min(own.near, cost - ready)
        + 0.25 * own.faith
        + holds
        - 0.5 * max(rivals, default=0)
    )


_JUDGES = {"faith": _faith, "board": _board, "deity": _deity}


def scores(position: Position, seat: Seat) -> dict[str, float]:
    """What a position is worth to each priority, seen from a seat."""
    result = won(position, seat)
    if result is not None:
        return dict.fromkeys(PRIORITIES, WON if result else -WON)
    found = seen(position, seat)
    judged = {priority: _JUDGES[priority](found, seat) for priority in PRIORITIES}
    every = sum(judged.values())
    spare = TEMPO * _fresh(position, seat) + HELD * len(position.hands[seat])
    return {name: own + CROSS * (every - own) + spare for name, own in judged.items()}


def _fresh(position: Position, seat: Seat) -> int:
    """How many undrained cards a seat has, for answers."""
    areas = [position.wander[seat], position.battleground[seat]]
    areas += [temple.inside for temple in position.temples[seat]]
    return sum([not unit.drained for area in areas for unit in area])


def _board_score(position: Position, seat: Seat) -> float:
    """What whoever blocks or picks on the way goes by: how he stands on the board."""
    return scores(position, seat)["board"]


# -- advice --------------------------------------------------------------------------------------


def advice(position: Position, seat: Seat) -> Advice | None:
    """What each priority would play; ``None`` where there is nothing to choose."""
    if position.to_act != seat:
        return None
    legal = moves(position, seat)
    if len(legal) < 2:
        return None
    if _is_about_cards(position):
        return Advice(tuple([_picking(position, seat, name, legal) for name in PRIORITIES]))
    reached = [after(position, seat, move, _board_score) for move in legal]
    judged = [scores(found, seat) for found in reached]
    lines = []
    for priority in PRIORITIES:
        best = max([one[priority] for one in judged])
        place = next(at for at, one in enumerate(judged) if one[priority] >= best - ALIKE)
        lines.append(_line(position, seat, priority, legal[place], reached[place]))
    return Advice(tuple(lines))


def line(position: Position, seat: Seat, move: Move) -> Line | None:
    """What a legal move of one's own leaves."""
    if position.to_act != seat:
        return None
    reached = after(position, seat, move, _board_score)
    return Line("", move, "", "", {}, leaves(reached, seat))


def _is_about_cards(position: Position) -> bool:
    """Whether cards of the hand or the discard pile are chosen, which no figure tells apart."""
    asked = position.asked
    return position.phase in ("discard", "excess") or (
        asked is not None and asked.kind in ("discard", "recover")
    )


def _picking(position: Position, seat: Seat, priority: str, legal: Sequence[Move]) -> Line:
    recovers = position.asked is not None and position.asked.kind == "recover"

    def gain(move: Move) -> float:
        worths = [worth(position, seat, CARD[name], priority) for name in move.names]
        return sum(worths) if recovers else sum([1.0 - one for one in worths])

    move = max(legal, key=gain)
    if position.phase == "discard":
        why = "keeps" if move.verb == "keep" else "discards"
    else:
        why = "recovers" if recovers else "parts"
    facts: dict[str, Json] = {"cards": list(move.names), "count": len(move.names)}
    reached = after(position, seat, move, _board_score)
    return Line(priority, move, why, MOVE_RULES[move.verb], facts, leaves(reached, seat))


def _line(position: Position, seat: Seat, priority: str, move: Move, reached: Position) -> Line:
    why, facts = reason(priority, position, seat, move, reached)
    return Line(priority, move, why, MOVE_RULES[move.verb], facts, leaves(reached, seat))


def leaves(position: Position, seat: Seat) -> dict[str, Json]:
    """The numbers that matter after a move, if nobody answers it."""
    found = seen(position, seat)
    return {
        "faith": found.faith,
        "pool": found.own.pool,
        "shrine": found.shrine,
        "army": found.own.army,
        "threat": found.threat,
        "hand": len(position.hands[seat]),
    }


# -- cards out of play -------------------------------------------------------------------------


def worth(position: Position, seat: Seat, card: Card, priority: str) -> float:
    """What a card in hand is worth to a priority, 1 being that of an unknown one."""
    own = standing(position, seat)
    reach = max(own.pool, own.shrine, 1)
    late = max(0, SU[card] - reach - 3) / 4
    early = max(0.0, 1 - own.pool / ENOUGH) * 0.4 * max(FT[card], 0)
    value = 0.5 + 0.3 * (SU[card] <= reach) + early
    if priority == "faith":
        value += 0.35 * max(FT[card], 0) + 0.3 * IS_TEMPLE[card]
    elif priority == "board":
        value += 0.22 * max(ST[card], 0) if IS_CHARACTER[card] else 0.3
    else:
        value += 0.25 * max(FT[card], 0) + 0.6 * IS_TEMPLE[card]
        value += 1.5 * (OCCUPATION[card] == "Deity") + 0.8 * (OCCUPATION[card] == "Demi-god")
        late = 0.0 if OCCUPATION[card] == "Deity" else late
    if OCCUPATION[card] == "Priest" and not own.shrine:
        value += 0.5
    copies = position.hands[seat].count(card) - 1
    return value - late - 0.2 * copies
