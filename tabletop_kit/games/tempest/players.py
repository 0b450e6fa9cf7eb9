"""Who plays Tempest for the kit, weakest first.

Each takes the strategy of its deck (``worths.strategy_of``): it builds toward a Deity with Good
cards, destroys with Evil ones and leaps ahead with Chaos, as the source advises. Those that are
named after a strategy play it with any deck. Everybody but the two plainest is there at three
strengths (``strengths.py``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from tabletop_kit.engine.player import Player
from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.buying import Turn
from tabletop_kit.games.tempest.cards import (
    FT,
    HOSTS,
    IS_CHARACTER,
    IS_RELIC,
    IS_TEMPLE,
    ST,
    SU,
    TEXT,
    Card,
)
from tabletop_kit.games.tempest.fighting import able_attackers
from tabletop_kit.games.tempest.funding import bill
from tabletop_kit.games.tempest.judging import ruling
from tabletop_kit.games.tempest.moves import END, KEEP, PASS, Move, number_order
from tabletop_kit.games.tempest.numbers import strength
from tabletop_kit.games.tempest.policy import play_by, quick, worn_out
from tabletop_kit.games.tempest.position import BATTLEGROUND, Position, spots
from tabletop_kit.games.tempest.reach import able_blockers
from tabletop_kit.games.tempest.strengths import STRENGTHS
from tabletop_kit.games.tempest.worths import BUILDER, DESTROYER, FIGHTS, LEAPER
from tabletop_kit.players.basic import PolicyPlayer, RandomPlayer


def plain(position: Position, seat: Seat, draw: int) -> Move:
    """The plainest sound play: every card of SU 0, the dearest card that can be paid for, fighters
    to the front, payers into Temples, an attack where no blocker is a match. No Spells, Miracles,
    abilities or answers, and the hand is kept."""
    if position.phase == "main":
        return _main_part(position, seat)
    if position.phase == "window":
        return PASS
    return KEEP if position.phase == "discard" else quick(position, seat, draw)


def _main_part(position: Position, seat: Seat) -> Move:
    """The first legal one of the plain duties."""
    if worn_out(position, seat):
        return Turn(position, seat).god() or END
    for move in _plainly(Turn(position, seat)):
        if move is not None and ruling(position, seat, move).legal:
            return move
    return END


def _plainly(turn: Turn) -> list[Move | None]:
    """A Deity, a card of SU 0, the dearest summons, attacks without a match, and steps."""
    found = [card for card in turn.hand if SU[card] == 0 and IS_CHARACTER[card]]
    free = max(found, key=lambda card: (ST[card] + FT[card], -card), default=None)
    play = None if free is None else Move("play", TEXT[free], to=BATTLEGROUND * FIGHTS[free])
    return [turn.god(), play, *_dearest(turn), _unmatched(turn), turn.step()]


def _dearest(turn: Turn) -> list[Move | None]:
    """Summonses of Characters, Temples and Relics, the dearest first."""
    found: list[Move | None] = []
    for card in sorted(turn.hand, key=lambda card: (-SU[card], card)):
        if SU[card] < 1 or not (IS_CHARACTER[card] or IS_TEMPLE[card] or IS_RELIC[card]):
            continue
        paid = bill(turn.position, card, turn.purses)
        if paid is None:
            continue
        move = paid.move("summon", TEXT[card])
        if IS_RELIC[card]:
            host = _any_host(turn, card)
            found.append(move._replace(on=host) if host else None)
        elif IS_TEMPLE[card]:
            found.append(move._replace(inside=turn.housed(card, move)))
        else:
            found.append(move._replace(to=BATTLEGROUND * FIGHTS[card]))
    return found


def _any_host(turn: Turn, relic: Card) -> str:
    """The first own card that may hold a Relic."""
    if "temple" in HOSTS[relic]:
        return next((one.name for one in turn.position.temples[turn.seat]), "")
    for spot in spots(turn.position, turn.seat):
        if spot.unit.name and not spot.unit.members[0].relics:
            return spot.unit.members[0].name
    return ""


def _unmatched(turn: Turn) -> Move | None:
    """Every attacker that is stronger than all who could block it, on the first such opponent."""
    position, seat = turn.position, turn.seat
    if position.declared:
        return None
    able = able_attackers(position, seat)
    for other in turn.harm.foes:
        declared = []
        for spot in able:
            blockers = able_blockers(position, [spot], False, other)
            best = max([strength(position, one, "defending", spot.unit) for one in blockers] + [0])
            if strength(position, spot, "attacking") > best:
                declared.append(((spot.unit.name,), False, other))
        if declared:
            declared.sort(key=lambda one: number_order(one[0][0]))
            return Move("attack", attacks=tuple(declared))
    return None


STRATEGIES: Mapping[str, int | None] = {
    "builder": BUILDER,
    "destroyer": DESTROYER,
    "leaper": LEAPER,
    "": None,
}
"""The strategies by name; without one, that of the deck is played."""


def _all() -> Iterator[Player]:
    yield RandomPlayer("random")
    yield PolicyPlayer("plain", plain)
    for able in STRENGTHS.values():
        for name, strategy in STRATEGIES.items():
            id_ = f"{name}-{able.id}" if name else able.id
            yield PolicyPlayer(id_, partial(play_by, strategy=strategy, strength=able))


PLAYERS: Mapping[str, Player] = {player.id: player for player in _all()}
"""Weakest first; opponents.toml has them measured."""
