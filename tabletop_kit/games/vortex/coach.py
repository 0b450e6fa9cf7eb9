"""Three ways to look at a decision of Vortex: converts now, tempo and hand, safety of the field.

Only what the seat may know is used: its hand and own hidden cards, what lies open, how many cards
the others hold. A hidden card of somebody else is what it may be, with its chances (``likely.py``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tabletop_kit.engine.coach import Advice, Line
from tabletop_kit.engine.ruling import Json, Seat
from tabletop_kit.games.vortex.cards import IS_FRENZY, MODES, TEXT, written
from tabletop_kit.games.vortex.coach_answers import answered, choices, refills
from tabletop_kit.games.vortex.coach_windows import invocations, invoked
from tabletop_kit.games.vortex.listing import moves
from tabletop_kit.games.vortex.moves import Move
from tabletop_kit.games.vortex.position import Position
from tabletop_kit.games.vortex.prospects import Prospects
from tabletop_kit.games.vortex.telling import (
    PRIORITIES,
    RULES,
    Told,
    against,
    compared,
    crusade_told,
    leaves,
    peril,
    peril_facts,
)

__all__ = ["PRIORITIES", "advice", "line"]

PROMISING = 0.3
"""A Crusade that brings fewer points than this, as far as one can tell, is not worth the turn."""
CALM = 0.05
"""So little danger is none."""
ALIKE = 0.02
"""Scores that lie so close together are equal: how the table then lies decides."""


def advice(position: Position, seat: Seat) -> Advice | None:
    """What each priority would play; ``None`` where there is nothing to choose."""
    if not _asked(position, seat):
        return None
    found = _PHASES[position.phase](position, seat)
    if found is None:
        return None
    lines = [
        Line(priority, told.move, told.why, told.rule, told.facts, told.leaves)
        for priority, told in zip(PRIORITIES, found, strict=True)
    ]
    return Advice(tuple(lines))


def line(position: Position, seat: Seat, move: Move) -> Line | None:
    """What a legal move of one's own leaves."""
    if not _asked(position, seat):
        return None
    if position.phase == "turn":
        left = leaves(Prospects(position, seat), move)
    elif position.phase == "window":
        left = invoked(position, seat, move)
    else:
        left = answered(position, seat, move)
    return Line("", move, "", "", {}, left)


def _asked(position: Position, seat: Seat) -> bool:
    if position.phase == "refill":
        return position.sealed[seat] is None
    return position.to_act == seat


# -- a turn --------------------------------------------------------------------------------------


def _turn(position: Position, seat: Seat) -> Sequence[Told] | None:
    legal = moves(position, seat)
    if len(legal) < 2:
        return None
    seen = Prospects(position, seat)
    considered = seen.considered(legal)
    return [_CHOOSERS[priority](seen, considered) for priority in PRIORITIES]


def best(seen: Prospects, legal: Sequence[Move], score: Callable[[Move], float]) -> Move:
    """The move with the best score; of those that are as good the one that leaves most."""
    scores = [score(move) for move in legal]
    bar = max(scores) - ALIKE
    alike = [move for move, found in zip(legal, scores, strict=True) if found >= bar]
    return alike[0] if len(alike) == 1 else max(alike, key=seen.quality)


def _converts(seen: Prospects, legal: Sequence[Move]) -> Told:
    """The surest and richest Crusade, or what prepares one."""
    crusades = [move for move in legal if move.verb == "crusade"]
    if crusades:
        move = best(seen, crusades, lambda one: seen.strike(one).worth)
        if seen.strike(move).worth >= PROMISING or len(crusades) == len(legal):
            return crusade_told(seen, move)
    others = [move for move in legal if move.verb != "crusade"]
    move = best(seen, others, lambda one: seen.promise(seen.after(one)))
    return _prepared(seen, move)


def _prepared(seen: Prospects, move: Move) -> Told:
    """An action that is no Crusade, by the Crusade that is open after it."""
    found = seen.next_strike(seen.after(move))
    facts: dict[str, Json] = {"cards": written(move.cards)}
    left = leaves(seen, move)
    if found is None:
        why = "waits" if move.verb == "pass" else "no-prey"
        return Told(move, why, RULES[move.verb], facts, left)
    row, place = found
    target, mode = seen.sight.targets[place], MODES[row.attacks[place].mode]
    facts |= {"card": TEXT[row.unit.card], "target": TEXT[target.unit.card], "mode": mode}
    facts |= {"victim": target.seat, **compared(against(seen, row.unit, place, mode))}
    why = "keeps-aim" if move.verb == "pass" else "prepares"
    return Told(move, why, RULES[move.verb], facts, left)


def _tempo(seen: Prospects, legal: Sequence[Move]) -> Told:
    """The field filled, the hand used, cards drawn, opposing cards gone."""
    move = best(seen, legal, seen.tempo)
    if move.verb == "crusade":
        return crusade_told(seen, move)
    left = leaves(seen, move)
    why = {"reinforce": "fills", "withdraw": "makes-room", "pass": "saves"}.get(move.verb, "uses")
    if move.word == "discard":
        why = "makes-room"
    elif why == "uses" and not left["draw"]:
        why = "spends"
    facts = {"cards": written(move.cards), "field": left["field"], "draw": left["draw"]}
    return Told(move, why, RULES[move.verb], facts, left)


def _safety(seen: Prospects, legal: Sequence[Move]) -> Told:
    """The least that the others may take before the next own turn."""
    move = best(seen, legal, lambda one: -seen.dangers(one))
    danger = peril(seen, move)
    if danger is None or seen.danger_now <= CALM:
        if move.verb == "crusade":
            return crusade_told(seen, move)
        facts: dict[str, Json] = {"cards": written(move.cards)}
        return Told(move, "calm", RULES[move.verb], facts, leaves(seen, move))
    facts = peril_facts(seen, move, danger)
    if move.verb == "crusade":
        told = crusade_told(seen, move)
        if seen.place(move.cards[1]) != danger.place or not told.facts["chance"]:
            return told
        why = "removes-sure" if told.facts["chance"] == 100 else "removes"
        return told._replace(why=why, facts={**told.facts, **facts, "card": facts["card"]})
    why = _guarding(move) if danger.averted else _bearing(move)
    if why == "guards" and facts["after"] >= facts["before"]:
        why = "bluffs"
    return Told(move, why, RULES[move.verb], facts, leaves(seen, move))


def _guarding(move: Move) -> str:
    """In what way an action makes the field safer."""
    if move.verb == "frenzy" and move.word != "discard":
        return "guards" if all(IS_FRENZY[card] for card in move.cards[1::2]) else "bluffs"
    return "withdraws" if move.verb == "withdraw" else _bearing(move)


def _bearing(move: Move) -> str:
    """How an action bears a danger that it cannot avert."""
    return "spreads" if move.verb == "reinforce" else "stands"


_CHOOSERS = {"converts": _converts, "tempo": _tempo, "safety": _safety}
_PHASES: dict[str, Callable[[Position, Seat], Sequence[Told] | None]] = {
    "turn": _turn,
    "window": invocations,
    "refill": refills,
    "choice": choices,
}
