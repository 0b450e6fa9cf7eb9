"""Who plays Vortex for the kit, weakest first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tabletop_kit.engine.luck import mix
from tabletop_kit.engine.player import Player
from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.vortex.cards import IS_DEVOTEE, IS_FRENZY, MODES, PRINTED, REASON, WATER
from tabletop_kit.games.vortex.legal import turn_moves
from tabletop_kit.games.vortex.moves import NOWHERE, PASS, Move
from tabletop_kit.games.vortex.policy import QUALITY, quick
from tabletop_kit.games.vortex.position import MOST_IN_PLAY, Position, unit_at
from tabletop_kit.games.vortex.sight import NEVER, Sight
from tabletop_kit.players.basic import PolicyPlayer, RandomPlayer

LIKELY, WORTH_IT, BETTER_THAN_NOTHING = 0.6, 0.2, 0.1
"""A Crusade is sound that succeeds so often and is worth so much, or the last where nothing else
is to do."""
WHIM = 0.01
"""So much is left to whim where Crusades are worth the same."""
BLUFFS = 1 / 4
"""How often the sound player places a bluff instead of a Frenzy."""


def zealous(position: Position, seat: Seat, draw: int) -> Move:
    """The beginner: attacks where something is to be gained at once, else fills the field; never
    looks at what the others may do, and plays no Rogation."""
    if position.phase == "window":
        return PASS
    if position.phase != "turn":
        return quick(position, seat, draw)
    legal = turn_moves(position, seat)
    found = _best_crusade(position, seat, legal, (0.0, 0.0), draw)
    return found or _strongest(legal) or legal[(draw * len(legal)) >> 64]


def sound(position: Position, seat: Seat, draw: int) -> Move:
    """The sound player: attacks where success is likely and worth it, else fills the field, then
    strengthens or bluffs; plays Rogations and refills as the best does."""
    if position.phase != "turn":
        return quick(position, seat, draw)
    legal = turn_moves(position, seat)
    found = _best_crusade(position, seat, legal, (LIKELY, WORTH_IT), draw)
    if found is None and len(position.field[seat]) < MOST_IN_PLAY:
        found = _strongest(legal)
    found = found or _strengthen(position, seat, legal, draw)
    found = found or _best_crusade(position, seat, legal, (0.0, BETTER_THAN_NOTHING), draw)
    if found is None:
        found = PASS if PASS in legal else _best_crusade(position, seat, legal, (0.0, NEVER), draw)
    return found or legal[(draw * len(legal)) >> 64]


def _best_crusade(
    position: Position, seat: Seat, legal: Sequence[Move], least: tuple[float, float], draw: int
) -> Move | None:
    """The Crusade that brings most of those that succeed so often and bring more than that.

    Of equals any: else the seats that come first would be everybody's prey.
    """
    likely, worth_it = least
    crusades = [move for move in legal if move.verb == "crusade"]
    if not crusades:
        return None
    sight = Sight(position, seat)
    rows = {row.unit.card: row for row in sight.rows}
    places = {one.unit.card: place for place, one in enumerate(sight.targets)}
    best, chosen = worth_it, None
    for number, move in enumerate(crusades):
        bout = rows[move.cards[0]].attacks[places[move.cards[1]]]
        succeeds = bout.chances[0] + bout.chances[1]
        if MODES[bout.mode] != move.word or succeeds < likely or bout.worth <= worth_it:
            continue
        worth = bout.worth + WHIM * mix(draw, number) / 2**64
        if worth > best:
            best, chosen = worth, move
    return chosen


def _strongest(legal: Sequence[Move]) -> Move | None:
    """The Devotees with the largest figures together, two rather than one."""
    placing = [move for move in legal if move.verb == "reinforce"]
    return max(placing, key=lambda move: sum([QUALITY[card] for card in move.cards]), default=None)


def _strengthen(position: Position, seat: Seat, legal: Sequence[Move], draw: int) -> Move | None:
    """A Frenzy on a card that carries nothing, the most protective one; now and then a bluff."""
    bluff = mix(draw, 0) < BLUFFS * 2**64
    best, chosen = float("-inf"), None
    for number, move in enumerate(legal):
        if move.verb != "frenzy" or len(move.cards) != 2 or move.place != NOWHERE:
            continue
        bearer = unit_at(position.field[seat], move.cards[0])
        if bearer is None or bearer.attached:
            continue
        worth = _strength(move.cards[1], bluff) + mix(draw, number + 1) / 2**64
        if worth > best:
            best, chosen = worth, move
    return chosen


def _strength(card: int, bluff: bool) -> float:
    """How well a card serves as a Frenzy, or as a bluff."""
    if IS_FRENZY[card]:
        return (0.0 if bluff else 2.0) + 0.3 * (PRINTED[card][REASON] + PRINTED[card][WATER])
    return (2.0 if bluff else 0.0) - (3.0 if IS_DEVOTEE[card] else 0.0)


PLAYERS: Mapping[str, Player] = {
    "random": RandomPlayer("random"),
    "zealot": PolicyPlayer("zealot", zealous),
    "sound": PolicyPlayer("sound", sound),
    "prophet": PolicyPlayer("prophet", quick),
}
"""Weakest first; opponents.toml has them measured."""
