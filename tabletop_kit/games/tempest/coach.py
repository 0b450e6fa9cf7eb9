"""Three ways to look at a decision of Tempest: the engine of Faith, the board, the race to a Deity.

Each priority weighs how the seat would stand if nobody answered (``foreseeing.py``), by figures
that everybody can see and what the seat knows of its own. What lies hidden counts as nothing, so
the advice is the same in any two positions that the seat cannot tell apart. All goes by the game
that is played: where a Deity does not win, nobody races to it (TG-O7).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tabletop_kit.engine.coach import Advice, Line
from tabletop_kit.engine.ruling import Json, Seat
from tabletop_kit.games.tempest.foreseeing import after, result
from tabletop_kit.games.tempest.holding import picking
from tabletop_kit.games.tempest.judging import MOVE_RULES
from tabletop_kit.games.tempest.legal import moves
from tabletop_kit.games.tempest.moves import Move
from tabletop_kit.games.tempest.position import Position
from tabletop_kit.games.tempest.standing import GOD_COST, gods_in_hand
from tabletop_kit.games.tempest.thrift import drained_faith, thrifty
from tabletop_kit.games.tempest.whys import Seen, reason, seen

PRIORITIES = ("faith", "board", "deity")
ENDED = {"won": 1000.0, "drawn": -500.0, "lost": -1000.0}
ALIKE = 0.05
"""Scores that lie so close together are equal: what else the move does then decides."""
CROSS = 0.1
"""So much of the other priorities' scores counts beside one's own."""
TEMPO, HELD = 0.15, 0.1
"""What an undrained card is worth in reserve, for one drained for nothing is a loss; and a card
in hand."""
FLEETING = 0.3
"""What a point of ST is worth that ends with the next turn, where it beats somebody till then."""


def plans(position: Position) -> tuple[str, ...]:
    """The priorities that lead somewhere in this game."""
    if position.choices.no_deity_win:
        return PRIORITIES[:2]
    return PRIORITIES


# -- the three priorities ------------------------------------------------------------------------


def _faith(found: Seen, _seat: Seat) -> float:
    """FT in play, and above all what one area can put together next turn.

    Where so much FT in play wins, the others' counts against it (TG-O9).
    """
    goal = found.position.choices.win_by_faith
    rivals = max([min(one.faith, goal) for one in found.others], default=0) if goal else 0
    return found.own.faith + 0.5 * found.own.pool + 0.15 * found.own.cards - 0.5 * rivals


def _board(found: Seen, seat: Seat) -> float:
    """ST in the Battleground and behind it, against that of the others.

    What is gone by the next turn counts little, and only as far as it beats somebody. Where
    destroyed ST wins, it counts too (TG-O10).
    """
    own, power = found.own, found.power
    army = own.army - power.front
    mine = army + FLEETING * power.used + 0.4 * (own.home - power.behind) + 0.3 * own.walls
    theirs = [one.army + 0.4 * one.home + 0.3 * one.walls + 0.3 * one.cards for one in found.others]
    exposed = max(0, found.threat - army - power.used) * 0.2
    score = mine - max(theirs, default=0.0) - 0.3 * sum(theirs) - exposed
    if found.position.choices.win_by_strength:
        score += 0.5 * found.position.harvest[seat]
    return score


def _deity(found: Seen, seat: Seat) -> float:
    """FT in one place with somebody to channel it, up to what the Deity in hand costs."""
    cost = found.gathered.cost
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
    ended = result(position, seat)
    if ended is not None:
        return dict.fromkeys(plans(position), ENDED[ended])
    found = seen(position, seat)
    judged = {priority: _JUDGES[priority](found, seat) for priority in plans(position)}
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
        return Advice(tuple([_picking(position, seat, name, legal) for name in plans(position)]))
    known: dict[Move, dict[str, float]] = {}

    def judged(move: Move) -> dict[str, float]:
        if move not in known:
            known[move] = scores(after(position, seat, move, _board_score), seat)
        return known[move]

    def told(priority: str) -> Line:
        best = max([judged(move)[priority] for move in legal])
        alike = [move for move in legal if judged(move)[priority] >= best - ALIKE]
        move = _saving(position, seat, alike, lambda one: judged(one)[priority])
        return _line(position, seat, priority, move)

    return Advice(tuple([told(priority) for priority in plans(position)]))


def _saving(
    position: Position, seat: Seat, alike: Sequence[Move], worth: Callable[[Move], float]
) -> Move:
    """Of moves that are worth the same the first, for the least Faith that it can be had for."""
    first = alike[0]
    same = [one for one in alike if _but_payers(one) == _but_payers(first)]
    least = min(same, key=lambda one: drained_faith(position, one))
    return thrifty(position, seat, least, worth)[0]


def _but_payers(move: Move) -> Move:
    return move._replace(by="", payers=(), inside=()) if move.verb == "summon" else move


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
    move, why, facts = picking(position, seat, priority, legal)
    reached = after(position, seat, move, _board_score)
    return Line(priority, move, why, MOVE_RULES[move.verb], facts, leaves(reached, seat))


def _line(position: Position, seat: Seat, priority: str, move: Move) -> Line:
    chose: list[Seat] = []
    reached = after(position, seat, move, _board_score, chose)
    sure = all([one == seat for one in chose])
    why, facts = reason(priority, position, seat, move, reached, sure)
    return Line(priority, move, why, MOVE_RULES[move.verb], facts, leaves(reached, seat))


def leaves(position: Position, seat: Seat) -> dict[str, Json]:
    """The numbers that matter after a move, if nobody answers it.

    What wins in this game stands there with the number it is to reach.
    """
    found, choices = seen(position, seat), position.choices
    told: dict[str, Json] = {"faith": found.means.faith}
    if choices.win_by_faith:
        told = {"faith-goal": [found.means.faith, choices.win_by_faith]}
    told["pool"] = found.own.pool
    if not choices.no_deity_win:
        told["shrine"] = found.gathered.faith
    told |= {"army": found.own.army, "threat": found.threat}
    if choices.win_by_strength:
        told["harvest"] = [position.harvest[seat], choices.win_by_strength]
    return {**told, "hand": len(position.hands[seat])}
