"""Three ways to look at a turn of Tempus: take the round, save the dice, make the other pay.

Only what the seat may know is used: its own hand, both rows, what has left the game, the decks
(which are open), and how many dice the other holds.
"""

from __future__ import annotations

from typing import NamedTuple

from tabletop_kit.engine.coach import Advice, Line
from tabletop_kit.engine.ruling import Json, Seat
from tabletop_kit.games.tempus.moves import BEGIN, LAY, PASS, Begin, Lay, Move
from tabletop_kit.games.tempus.position import Dice, Die, Position
from tabletop_kit.games.tempus.reckon import cheapest, count, largest_towards
from tabletop_kit.games.tempus.view import unknown_sizes

PRIORITIES = ("claim", "save", "drain")


class Look(NamedTuple):
    """The table through a seat's eyes.

    ``need`` is what the seat must still lay to win the round, ``theirs`` what the other must;
    ``top`` the largest size the other may still hold, ``most`` the most it can lay in all.
    """

    position: Position
    seat: Seat
    hand: Dice
    need: int
    theirs: int
    top: int
    most: int

    @property
    def alone(self) -> bool:
        """Whether the other has passed."""
        return self.position.passed[1 - self.seat]

    @property
    def last_chance(self) -> bool:
        """Whether losing this round loses the match."""
        return bool(self.position.lost[self.seat])


def look(position: Position, seat: Seat) -> Look:
    """What the seat can work out."""
    other = 1 - seat
    held = len(position.hands[other])
    sizes = sorted(unknown_sizes(position, other), reverse=True)[:held]
    return Look(
        position,
        seat,
        position.hands[seat],
        count(position, seat).need,
        count(position, other).need,
        sizes[0] if sizes else 0,
        sum(sizes),
    )


def advice(position: Position, seat: Seat) -> Advice | None:
    """What each priority would play; ``None`` where there is nothing to choose."""
    if seat != position.to_act:
        return None
    if position.phase == "choose-beginner":
        return Advice(tuple(_beginner(position, seat, name) for name in PRIORITIES))
    if not position.hands[seat]:
        return None
    seen = look(position, seat)
    return Advice((_claim(seen), _save(seen), _drain(seen)), _rescue(seen))


def _rescue(seen: Look) -> str:
    """What is left where the match cannot be won any more: a tie for a draw, or nothing."""
    if not seen.last_chance or cheapest(seen.hand, seen.need) is not None:
        return ""
    return "tie" if _may_draw(seen) else "none"


def _may_draw(seen: Look) -> bool:
    """Whether equal strength would end the match in a draw, and the hand can make it (TP-10)."""
    councils = [faction == "council" for faction in seen.position.factions]
    both = all(seen.position.lost) and councils[0] == councils[1]
    return both and cheapest(seen.hand, seen.need - 1) == seen.need - 1


def line(position: Position, seat: Seat, move: Move) -> Line | None:
    """What a legal move of one's own leaves."""
    if seat != position.to_act:
        return None
    return Line("", move, "", "", {}, leaves(position, seat, move))


def leaves(position: Position, seat: Seat, move: Move) -> dict[str, Json]:
    """What the move costs, the lead after it, what the other must lay then, and the hand left."""
    if isinstance(move, Begin):
        return {}
    spent = move.die.value if isinstance(move, Lay) and move.die else 0
    one, other = position.strength[seat] + spent, position.strength[1 - seat]
    seen = look(position, seat)
    hand = sum([die.value for die in seen.hand])
    return {
        "cost": spent,
        "lead": one - other,
        "theirs": max(0, seen.theirs + spent),
        "hand": hand - spent,
        "dice": len(seen.hand) - (spent > 0),
    }


# -- take the round ------------------------------------------------------------------------------


def _claim(seen: Look) -> Line:
    """Win this round, and pay no more for it than it takes."""
    if seen.alone:
        return _alone(seen, "claim")
    if seen.need <= 0 and seen.theirs > seen.most:
        facts = {"most": seen.most, "need": seen.theirs}
        return _line(seen, "claim", PASS, "safe-lead", "TP-9", **facts)
    enough = [die for die in seen.hand if die.value >= seen.need]
    if enough:
        die = min(enough, key=_by_value)
        why = "take-lead" if seen.need > 0 else "keep-lead"
        return _line(seen, "claim", LAY[die], why, "TP-6", need=seen.theirs + die.value)
    if cheapest(seen.hand, seen.need) is None:
        return _out_of_reach(seen, "claim")
    return _come_near(seen, "claim")


def _alone(seen: Look, priority: str) -> Line:
    """The other has passed: the round has a price that can be reckoned to the point (TP-7)."""
    if seen.need <= 0:
        return _line(seen, priority, PASS, "won", "TP-9", lead=1 - seen.need)
    cost = cheapest(seen.hand, seen.need)
    if cost is None:
        return _out_of_reach(seen, priority)
    die = largest_towards(seen.hand, cost)
    return _line(seen, priority, LAY[die], "buy", "TP-7", price=cost, need=seen.need)


def _come_near(seen: Look, priority: str) -> Line:
    """No one die takes the lead: the largest leaves the least to be made up later."""
    die = max(seen.hand, key=_by_value)
    return _line(seen, priority, LAY[die], "come-near", "TP-6", short=seen.need - die.value)


def _out_of_reach(seen: Look, priority: str) -> Line:
    if seen.last_chance and _may_draw(seen):
        rest = seen.need - 1
        move: Move = LAY[largest_towards(seen.hand, rest)] if rest else PASS
        return _line(seen, priority, move, "tie", "TP-10", short=rest)
    hand = sum([die.value for die in seen.hand])
    return _line(seen, priority, PASS, "out-of-reach", "TP-11", hand=hand, need=seen.need)


# -- save the dice -------------------------------------------------------------------------------


def _save(seen: Look) -> Line:
    """Keep the hand for the rounds to come; spend only where the match would end otherwise."""
    if seen.need <= 0:
        why = "won" if seen.alone else "bank"
        return _line(seen, "save", PASS, why, "TP-9" if seen.alone else "TP-7", need=seen.theirs)
    if not seen.last_chance:
        return _line(seen, "save", PASS, "give-up", "TP-12", dice=len(seen.hand))
    if seen.alone:
        return _alone(seen, "save")
    if cheapest(seen.hand, seen.need) is None:
        return _out_of_reach(seen, "save")
    die = min(seen.hand, key=_by_value)
    return _line(seen, "save", LAY[die], "stay-in", "TP-12")


# -- make the other pay --------------------------------------------------------------------------


def _drain(seen: Look) -> Line:
    """Raise the price until one die of the other is not enough, then let it pay or give up."""
    paid = seen.position.strength[1 - seen.seat]
    if seen.alone:
        price = cheapest(seen.hand, seen.need)
        own = seen.position.strength[seen.seat] + (price or 0)
        if seen.need > 0 and price is not None and own > paid and not seen.last_chance:
            return _line(seen, "drain", PASS, "too-dear", "TP-11", own=own, paid=paid)
        return _alone(seen, "drain")
    if seen.need <= 0 and seen.theirs > seen.top:
        why = "pay-twice" if seen.theirs <= seen.most else "safe-lead"
        facts = {"need": seen.theirs, "size": seen.top, "most": seen.most}
        return _line(seen, "drain", PASS, why, "TP-7", **facts)
    heavy = [die for die in seen.hand if seen.theirs + die.value > seen.top]
    if heavy:
        die = min(heavy, key=_by_value)
        facts = {"need": seen.theirs + die.value, "size": seen.top}
        return _line(seen, "drain", LAY[die], "two-dice", "TP-5", **facts)
    if cheapest(seen.hand, seen.need) is None:
        return _out_of_reach(seen, "drain")
    die = max(seen.hand, key=_by_value)
    if die.value < seen.need:
        return _come_near(seen, "drain")
    return _line(seen, "drain", LAY[die], "press", "TP-5", need=seen.theirs + die.value)


# -- who begins ----------------------------------------------------------------------------------


def _beginner(position: Position, seat: Seat, priority: str) -> Line:
    """Who begins shows a die first, and begins round 3 again (TP-4, TP-F3)."""
    if priority == "save":
        return Line(priority, BEGIN[seat], "begin-self", "TP-4", {"other": 1 - seat})
    return Line(priority, BEGIN[1 - seat], "begin-other", "TP-F3", {"other": 1 - seat})


def _line(seen: Look, priority: str, move: Move, why: str, rule: str, **facts: Json) -> Line:
    left = leaves(seen.position, seen.seat, move)
    return Line(priority, move, why, rule, {"other": 1 - seen.seat, **facts}, left)


def _by_value(die: Die) -> tuple[int, int]:
    return die.value, die.size
