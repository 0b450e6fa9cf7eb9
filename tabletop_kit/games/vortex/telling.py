"""How the coach tells an action of a turn: what it leaves, and the figures behind it."""

from __future__ import annotations

from typing import NamedTuple

from tabletop_kit.engine.ruling import Facts, Json
from tabletop_kit.games.vortex.cards import MODES, TEXT, written
from tabletop_kit.games.vortex.likely import Likely, likely
from tabletop_kit.games.vortex.moves import Move
from tabletop_kit.games.vortex.position import Unit, unit_at
from tabletop_kit.games.vortex.prospects import After, Prospects
from tabletop_kit.games.vortex.sight import Row

PRIORITIES = ("converts", "tempo", "safety")
RULES = {"reinforce": "VX-R26", "withdraw": "VX-R27", "frenzy": "VX-R18", "pass": "VX-R32"}
"""The ruling that an action is told with."""


class Told(NamedTuple):
    """What one priority would play, why, by which rule, and what it leaves."""

    move: Move
    why: str
    rule: str
    facts: Facts
    leaves: dict[str, Json]


class Peril(NamedTuple):
    """A Crusade of an opponent that threatens: own card, attacker's place, mode, chance.

    ``averted``: whether the action that is told makes it less likely, or less tempting.
    """

    row: Row
    place: int
    mode: str
    chance: float
    averted: bool


def percent(chance: float) -> int:
    """A chance in percent; 0 and 100 are kept for what is certain.

    >>> percent(0.001), percent(0.5), percent(1.0)
    (1, 50, 100)
    """
    if chance <= 1e-9 or chance >= 1 - 1e-9:
        return round(chance * 100)
    return min(99, max(1, round(chance * 100)))


def clash(seen: Prospects, move: Move) -> Likely:
    """How a Crusade of the seat may end."""
    offence = unit_at(seen.position.field[seen.seat], move.cards[0])
    assert offence is not None
    return against(seen, offence, seen.place(move.cards[1]), move.word)


def against(seen: Prospects, offence: Unit, place: int, mode: str) -> Likely:
    """How a Crusade of an own card, in play or about to be, may end against a target."""
    target = seen.sight.targets[place]
    theirs = (target.seat, target.unit)
    return likely(seen.position, seen.seat, (seen.seat, offence), theirs, mode)


def exposed(seen: Prospects, own: Unit, place: int, mode: str) -> float:
    """How likely an own card would be lost to a Crusade of a target."""
    target = seen.sight.targets[place]
    mine = (seen.seat, own)
    return likely(seen.position, seen.seat, (target.seat, target.unit), mine, mode).win


def compared(found: Likely) -> dict[str, Json]:
    """The facts of a comparison."""
    return {
        "chance": percent(found.win),
        "risk": percent(found.lose),
        "mine": found.mine,
        "theirs": found.theirs,
        "lead": found.lead,
    }


def crusade_told(seen: Prospects, move: Move) -> Told:
    """A Crusade with the comparison as it lies, and how sure that is."""
    found = clash(seen, move)
    facts: dict[str, Json] = {
        "card": TEXT[move.cards[0]],
        "target": TEXT[move.cards[1]],
        "mode": move.word,
        "victim": seen.sight.targets[seen.place(move.cards[1])].seat,
        **compared(found),
    }
    if found.win <= 0:
        why = "called-off" if found.rule == "VX-D2" else "fails"
    else:
        takes = "frightens" if move.word == "fire" else "converts"
        why = (takes if found.take >= found.kill else "kills") + ("-open" if found.open else "")
        why = "both-fall" if why == "kills" and found.lose >= 1 else why
    return Told(move, why, found.rule, facts, leaves(seen, move))


def leaves(seen: Prospects, move: Move) -> dict[str, Json]:
    """The numbers that matter after an action; a Crusade is taken to succeed."""
    after = seen.after(move)
    hand = seen.hand_after(move)
    odds: dict[str, Json] = {}
    if move.verb == "crusade":
        found = clash(seen, move)
        odds = {"chance": percent(found.win), "risk": percent(found.lose)}
    return {
        **odds,
        "field": len(after.rows),
        "hand": hand,
        "draw": max(0, seen.full - hand) + seen.position.bonus[seen.seat],
        "danger": percent(worst(seen, after)),
    }


def worst(seen: Prospects, after: After) -> float:
    """How likely the most exposed own card is lost to the Crusade that threatens it most."""
    chances = [
        seen.exposure(row, place)
        for row in after.rows
        for place in range(len(seen.sight.targets))
        if place != after.gone
    ]
    return max(chances, default=0.0)


def peril(seen: Prospects, move: Move) -> Peril | None:
    """The Crusade of an opponent that an action does most against; ``None`` without any danger.

    Where the action does nothing against any, it is the one that would cost most.
    """
    sight, after = seen.sight, seen.after(move)
    left = {row.unit.card: row for row in after.rows}
    most, found = (0.0, 0.0), None
    for row in sight.rows:
        later = left.get(row.unit.card)
        for place, target in enumerate(sight.targets):
            now = max(0.0, row.dangers[place]) * sight.acts[target.seat]
            then = 0.0
            if later is not None and place != after.gone:
                then = max(0.0, later.dangers[place]) * sight.acts[target.seat]
            if now > 0 and (max(0.0, now - then), now) > most:
                most, found = (max(0.0, now - then), now), (row, place)
    if found is None:
        return None
    row, place = found
    mode = MODES[seen.looks(row, place).mode]
    return Peril(row, place, mode, exposed(seen, row.unit, place, mode), most[0] > 0)


def peril_facts(seen: Prospects, move: Move, danger: Peril) -> dict[str, Json]:
    """The facts of what threatens, before and after an action."""
    target, card = seen.sight.targets[danger.place], danger.row.unit.card
    after = seen.after(move)
    left = next((row for row in after.rows if row.unit.card == card), None)
    later = 0.0
    if left is not None and after.gone != danger.place:
        # The attack that then looks best need not be the same.
        mode = seen.looks(left, danger.place).mode
        later = exposed(seen, left.unit, danger.place, MODES[mode]) if mode >= 0 else 0.0
    return {
        "attacker": TEXT[target.unit.card],
        "rival": target.seat,
        "card": TEXT[card],
        "mode": danger.mode,
        "cards": written(move.cards),
        "before": percent(danger.chance),
        "after": percent(later),
    }
