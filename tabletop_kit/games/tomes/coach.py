"""Inoculation: what three priorities would play, alone (section 5 of the rules page, TM-22).

Every Invoke is looked at from what the seat knows: its hand, counts of piles, the entity. Which
cards lie face down is never asked, so the choices are the same in worlds that look alike.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from tabletop_kit.engine.coach import Advice, Line
from tabletop_kit.engine.ruling import Json, Seat
from tabletop_kit.engine.tuples import without
from tabletop_kit.games.tomes.cheapest import cheapest
from tabletop_kit.games.tomes.forces import Effect, drawn, effect
from tabletop_kit.games.tomes.legal import recallable
from tabletop_kit.games.tomes.moves import Move, Play, Rite
from tabletop_kit.games.tomes.position import (
    DOMINION,
    MUSTER_AT,
    SUITS,
    TEXT,
    Cards,
    Position,
    is_last,
    must_be_expunged,
    total,
    written,
)
from tabletop_kit.games.tomes.shapes import plays, rites

PRIORITIES = ("expunge", "redoubt", "replenish")
DRAWN = 5
"""What a card that will be drawn is taken to be worth."""
LOSES, DIES, HOPES, LIVES, WINS = -1, 0, 1, 2, 3
"""How safe a candidate is."""


class Outlook(NamedTuple):
    """A candidate and what it would leave, as far as the seat can know.

    ``rest`` is the Dominion still to be filled after it (0 on a kill), ``spill`` the Ruin beyond.
    ``draw`` and ``recover`` are cards; ``payment`` is the cheapest one, empty where nothing is due
    or the known cards cannot cover it. ``keep`` is the worth of what stays in hand, ``finish`` a
    play of it that would deal exactly ``rest`` (``None``: there is none).
    """

    move: Play | Rite
    done: Effect
    kill: bool
    spill: int
    rest: int
    landed: int
    draw: int
    recover: int
    due: int
    ward: int
    payment: Cards
    safety: int
    keep: int
    finish: Play | Rite | None

    @property
    def exact(self) -> bool:
        """Whether it maroons the entity to the point (TM-T5)."""
        return self.kill and not self.spill


Score: TypeAlias = tuple[int, ...]

_SCORES: dict[str, Callable[[Outlook], Score]] = {
    "expunge": lambda one: (
        one.safety,
        one.exact,
        not one.spill,
        one.finish is not None,
        one.landed,
        one.keep,
    ),
    "redoubt": lambda one: (one.safety, one.keep, -one.due, one.exact, one.landed),
    "replenish": lambda one: (
        one.safety,
        2 * one.draw + one.recover,
        one.ward,
        one.exact,
        one.keep,
    ),
}


def outlooks(position: Position, seat: Seat) -> list[Outlook]:
    """What every legal Invoke of the seat would leave."""
    hand = tuple(sorted(position.hands[seat]))
    found: tuple[Play | Rite, ...] = plays(hand)
    if position.edition:
        found = (*found, *rites(hand))
    return [outlook(position, seat, move) for move in found]


def outlook(position: Position, seat: Seat, move: Play | Rite) -> Outlook:
    """What one legal Invoke would leave."""
    done = effect(position, seat, move)
    left = without(tuple(sorted(position.hands[seat])), move.cards)
    recover = min(done.blood, len(position.grave))
    draw = drawn(position, seat, left, done, recover)
    rem = DOMINION[position.entity] - position.ruin
    kill = done.ruin >= rem
    due = 0 if kill else max(0, position.strike - done.ward)
    payment = cheapest(left, due)
    known = total(left)
    payable = known >= due
    rest = 0 if kill else rem - done.ruin
    finish = None
    if rest and payable:
        finish = _finish(position, seat, without(left, payment), rest)
    return Outlook(
        move=move,
        done=done,
        kill=kill,
        spill=done.ruin - rem if kill else 0,
        rest=rest,
        landed=min(done.ruin, rem),
        draw=draw,
        recover=recover,
        due=due,
        ward=0 if kill else min(done.ward, position.strike),
        payment=payment,
        safety=_safety(position, done.ruin - rem, len(left), known, due, draw),
        keep=known - total(payment) + DRAWN * draw - (0 if payable else due),
        finish=finish,
    )


def _finish(position: Position, seat: Seat, hand: Cards, rest: int) -> Play | Rite | None:
    """The first play of the hand that would deal exactly ``rest``; a Rite counts."""
    found: tuple[Play | Rite, ...] = plays(hand)
    if position.edition:
        found = (*found, *rites(hand))
    return next((move for move in found if effect(position, seat, move).ruin == rest), None)


def _safety(position: Position, over: int, left: int, known: int, due: int, draw: int) -> int:
    """How safe a candidate is. ``over``: its Ruin beyond what is missing (below 0: no kill)."""
    if over < 0:
        if known >= due:
            return LIVES
        return HOPES if draw > 0 and known + DRAWN * draw >= due else DIES
    if over > 0 and must_be_expunged(position):
        return LOSES
    if is_last(position):
        return WINS
    if left:
        return LIVES
    # The next entity is a fresh one, so on a rung with Muster one is always due (TM-22).
    rescued = draw > 0 or position.echoes > 0 or position.rung in MUSTER_AT
    return HOPES if rescued else DIES


def choose(candidates: list[Outlook], priority: str) -> Outlook:
    """The candidate that the priority puts first; of equals the smallest play."""
    score = _SCORES[priority]

    def order(one: Outlook) -> tuple[Score, int, int, tuple[int, ...]]:
        cards = one.move.cards
        return (
            tuple([-part for part in score(one)]),
            len(cards),
            total(cards),
            cards,
        )

    return min(candidates, key=order)


def rescue(position: Position, seat: Seat, candidates: list[Outlook]) -> str:
    """What would still help where no candidate is safe; ``none``: nothing; empty: one is safe."""
    if any([one.safety > DIES for one in candidates]):
        return ""
    if position.echoes:
        return "echo"
    room = position.limit - len(position.hands[seat])
    if position.stones[seat] and position.grave and len(position.gathering) < room:
        return "bloodstone"
    if position.beckons and recallable(position, seat):
        return "recall"
    return "none"


# -- telling -------------------------------------------------------------------------------------


def advice(position: Position, seat: Seat) -> Advice | None:
    """What each priority would play; ``None`` at a table, out of turn, and in step 4."""
    if position.seats > 1 or position.to_act != seat or position.phase != "turn":
        return None
    candidates = outlooks(position, seat)
    help_left = rescue(position, seat, candidates)
    if not candidates:
        return Advice((), help_left)
    chosen = [(priority, choose(candidates, priority)) for priority in PRIORITIES]
    lines = tuple([_line(position, priority, one) for priority, one in chosen])
    return Advice(lines, help_left)


def line(position: Position, seat: Seat, move: Move) -> Line | None:
    """What a legal Invoke of one's own would leave; ``None`` for other moves."""
    if not isinstance(move, Play | Rite) or position.to_act != seat or position.seats > 1:
        return None
    return Line("", move, "", "", {}, leaves(position, outlook(position, seat, move)))


def answer(position: Position, seat: Seat) -> dict[str, Json] | None:
    """The answer to the question ``coach`` of a rule case; ``None`` where it says nothing."""
    found = advice(position, seat)
    if found is None:
        return None
    said: dict[str, Json] = {line.priority: str(line.move) for line in found}
    if found.rescue:
        said["rescue"] = found.rescue
    return said


def leaves(position: Position, one: Outlook) -> dict[str, Json]:
    """The numbers that matter after a candidate, in the order of the turn (TM-1).

    Where the known cards cannot cover the due, there is no payment and no hand after it, but what
    they fall short by.
    """
    hand = one.keep - DRAWN * one.draw
    covered = {"payment": written(one.payment), "hand": hand}
    return {
        "forces": [SUITS[suit] for suit in one.done.fired],
        "recover": one.recover,
        "draw": one.draw,
        "ruin": min(position.ruin + one.done.ruin, DOMINION[position.entity]),
        "spill": one.spill,
        "due": one.due,
        **(covered if one.payment or not one.due else {"short": -hand}),
    }


def _line(position: Position, priority: str, one: Outlook) -> Line:
    why, rule = _why(position, priority, one)
    facts = {
        "entity": TEXT[position.entity],
        "ruin": one.done.ruin,
        "rest": one.rest,
        "spill": one.spill,
        "due": one.due,
        "ward": one.ward,
        "draw": one.draw,
        "recover": one.recover,
        "hand": one.keep - DRAWN * one.draw,
        "finish": written(one.finish.cards) if one.finish else [],
    }
    return Line(priority, one.move, why, rule, facts, leaves(position, one))


def _why(position: Position, priority: str, one: Outlook) -> tuple[str, str]:
    """The sentence that says why, and the rule it cites."""
    if one.safety == WINS:
        return "wins", "TM-21" if position.debts else "TM-24"
    if one.safety == LOSES:
        return "consumed", "TM-21"
    if one.safety == DIES:
        return ("empties", "TM-1") if one.kill else ("unpaid", "TM-6")
    if one.safety == HOPES:
        return ("empty-but-helped", "TM-1") if one.kill else ("hopes", "TM-12")
    return _WHYS[priority](position, one)


def _why_expunge(position: Position, one: Outlook) -> tuple[str, str]:
    if one.exact and position.edition and position.ruin == 0:
        return "exact-stone", "TM-20"
    if one.exact:
        return "exact", "TM-T5"
    if one.finish:
        return "sets-up", "TM-T5"
    return ("spills", "TM-T5") if one.kill else ("hits", "TM-1")


def _why_redoubt(_position: Position, one: Outlook) -> tuple[str, str]:
    if one.kill:
        return "no-strike", "TM-9"
    if not one.due:
        return "warded", "TM-11"
    return "cheapest", "TM-6"


def _why_replenish(_position: Position, one: Outlook) -> tuple[str, str]:
    if one.draw and one.recover:
        return "feeds-both", "TM-13"
    if one.draw:
        return "draws", "TM-12"
    if one.recover:
        return "recovers", "TM-13"
    return ("wards", "TM-11") if one.ward else ("nothing-to-feed", "TM-12")


_WHYS: dict[str, Callable[[Position, Outlook], tuple[str, str]]] = {
    "expunge": _why_expunge,
    "redoubt": _why_redoubt,
    "replenish": _why_replenish,
}
