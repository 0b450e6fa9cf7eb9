"""Who plays Tomes for the kit, alone and as companions at a table, weakest first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from tabletop_kit.engine.player import Player
from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tomes.coach import advice
from tabletop_kit.games.tomes.forces import effect
from tabletop_kit.games.tomes.legal import breaks, may_echo, may_endure, moves, reaches, recallable
from tabletop_kit.games.tomes.moves import (
    ECHO,
    ENDURE,
    HERETICS_TO,
    Move,
    Pay,
    Play,
    Recall,
    Redress,
    Rite,
)
from tabletop_kit.games.tomes.outlook import worth
from tabletop_kit.games.tomes.policy import (
    payments_worth_it,
    plays_worth_it,
    quick,
)
from tabletop_kit.games.tomes.position import EMPYREANS, HERETIC, VALUE, Position, total
from tabletop_kit.players.basic import PolicyPlayer
from tabletop_kit.players.rollouts import RolloutPlayer

PLAYS, PAYMENTS, CALLS = 8, 5, 6
"""So many plays, payments and recalls are worth a thought."""


def wandering(position: Position, seat: Seat, draw: int) -> Move:
    """Any legal move but giving up, each as likely as the other."""
    legal = moves(position, seat)
    return legal[(draw * max(1, len(legal) - 1)) >> 64]


def striking(position: Position, seat: Seat, draw: int) -> Move:
    """The beginner: deals the most Ruin it can, and pays with as few points as it can."""
    legal = moves(position, seat)
    if position.phase == "pay":
        pays = [move for move in legal if type(move) is Pay]
        return min(pays, key=_points, default=legal[0])
    invokes = [move for move in legal if isinstance(move, Play | Rite)]
    return max(invokes, key=lambda move: effect(position, seat, move).ruin, default=legal[0])


def _points(move: Pay) -> tuple[int, int]:
    return total(move.cards), len(move.cards)


# -- searching -----------------------------------------------------------------------------------


def worth_a_thought(position: Position, seat: Seat) -> Sequence[Move]:
    """The plays and payments that look best to the policy, and everything the windows allow."""
    found: list[Move] = []
    if position.phase == "pay":
        found += payments_worth_it(position, seat, PAYMENTS)
    else:
        found += plays_worth_it(position, seat, PLAYS)
        hand = position.hands[seat]
        if HERETIC in hand:
            found += HERETICS_TO[: position.seats]
        if may_endure(position.seats, position.endured, seat):
            found.append(ENDURE)
        if position.beckons:
            found += _beckons(position, seat)
    if may_echo(position, seat):
        found.append(ECHO)
    if position.grave:
        found += breaks(position, seat)
    if position.channels:
        found += reaches(position, seat)
    return found or moves(position, seat)


def _beckons(position: Position, seat: Seat) -> list[Move]:
    calls = sorted(recallable(position, seat), key=VALUE.__getitem__)[-CALLS:]
    redress = () if position.entity in EMPYREANS else dict.fromkeys(position.owed)
    return [*map(Recall, calls), *map(Redress, redress)]


# -- following the coach -------------------------------------------------------------------------


def advised(position: Position, seat: Seat) -> Sequence[Move]:
    """What the coach's panel names: the lines of Inoculation, the rescue where none is safe, and
    what an ordinary player would do, who alone speaks of payments."""
    usual = quick(position, seat, 0)
    told = advice(position, seat)
    lines = () if told is None else (*told.moves(), *_rescues(position, seat, told.rescue))
    return tuple(dict.fromkeys((*lines, usual)))


def _rescues(position: Position, seat: Seat, rescue: str) -> list[Move]:
    if rescue == "echo":
        return [ECHO]
    if rescue == "bloodstone":
        return [*breaks(position, seat)]
    if rescue == "recall":
        return [Recall(card) for card in recallable(position, seat)]
    return []


# -- when a playout may stop ---------------------------------------------------------------------


def has_fallen(start: Position, position: Position, entities: int = 1) -> bool:
    """Whether so many entities fell since ``start``, and a fresh one has just been met."""
    if position.ruin or position.table or position.phase != "turn":
        return False
    revealed = len(start.pantheon) - len(position.pantheon)
    expunged = len(position.expunged) - len(start.expunged)
    return max(revealed, expunged) >= entities or position.descent > start.descent


two_have_fallen = partial(has_fallen, entities=2)

PLAYERS: Mapping[str, Player] = {
    "random": PolicyPlayer("random", wandering),
    "striker": PolicyPlayer("striker", striking),
    "keeper": PolicyPlayer("keeper", quick),
    "inoculated": RolloutPlayer("inoculated", 200, quick, narrow=advised),
    "seer": RolloutPlayer("seer", 40, quick, narrow=worth_a_thought, worth=worth, until=has_fallen),
    "warden": RolloutPlayer(
        "warden", 160, quick, narrow=worth_a_thought, worth=worth, until=two_have_fallen
    ),
}
"""Weakest first; opponents.toml has them measured."""
