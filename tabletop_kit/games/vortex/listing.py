"""Every legal move of a seat, and moves that a panel could form.

``judging.py`` says the same of one move, with the rule behind it; the conformance suite and the
tests prove that both agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.vortex.answers import Refills, choice_moves
from tabletop_kit.games.vortex.cards import CARD, IS_ROGATION, MODES
from tabletop_kit.games.vortex.invoking import rogations
from tabletop_kit.games.vortex.legal import turn_moves
from tabletop_kit.games.vortex.moves import PASS, REFILL, Move
from tabletop_kit.games.vortex.position import Position


def moves(position: Position, seat: Seat) -> Sequence[Move]:
    """The legal moves of a seat; empty when it is not asked."""
    phase = position.phase
    if phase == "refill":
        return Refills(position.hands[seat]) if position.sealed[seat] is None else ()
    if seat != position.to_act:
        return ()
    if phase == "turn":
        return turn_moves(position, seat)
    if phase == "window":
        return [PASS, *rogations(position, seat)]
    return choice_moves(position, seat) if phase == "choice" else ()


def candidates(position: Position, seat: Seat) -> Iterator[Move]:
    """Moves that a panel could form, legal or not."""
    field = [unit.card for unit in position.field[seat]]
    hand = tuple(dict.fromkeys(position.hands[seat]))
    yield from moves(position, seat)[:40]
    yield PASS
    yield REFILL
    yield from [Move("reinforce", (card,)) for card in hand]
    yield from [Move("withdraw", (card,)) for card in field]
    yield from [Move("frenzy", (bearer, card)) for bearer in field for card in hand[:2]]
    yield from [Move("frenzy", (bearer,), 0, "discard") for bearer in field]
    for other, theirs in enumerate(position.field):
        for unit in theirs[:2]:
            for bearer in field[:2] if other != seat else field[:1]:
                yield Move("crusade", (bearer, unit.card), -1, MODES[other % 3])
    yield from [Move("rogation", (card,)) for card in hand if IS_ROGATION[card]]
    yield from [Move("reward", word=word) for word in ("cards", "none")]
    yield from [Move("choose", (card,)) for card in (*field[:1], *hand[:1], CARD["G09"])]
