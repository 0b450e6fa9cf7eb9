"""A quick and sensible way to play Tempest, for playouts and as a player of its own.

The main part goes by a fixed order of duties, each with its own reckoning: a Deity at once, cards
of SU 0, abilities and Spells, summonses by what they bring for their Faith, the attack that wins,
steps to the front and into Temples. ``funding.py`` chooses who pays.
"""

from __future__ import annotations

from collections.abc import Callable

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest import legal
from tabletop_kit.games.tempest.buying import Turn
from tabletop_kit.games.tempest.cards import (
    CARD,
    FORMS,
    IS_CHARACTER,
    IS_TEMPLE,
    OCCUPATION,
    SU,
    TEXT,
    Card,
)
from tabletop_kit.games.tempest.fighting import Fights, best_block, best_order, best_target
from tabletop_kit.games.tempest.judging import ruling
from tabletop_kit.games.tempest.moves import END, KEEP, NONE, PASS, Move
from tabletop_kit.games.tempest.names import spot_named
from tabletop_kit.games.tempest.numbers import faith, hand_size
from tabletop_kit.games.tempest.position import MOST_DISCARDED, Position, spots
from tabletop_kit.games.tempest.reach import picked
from tabletop_kit.games.tempest.retorts import ANSWERS, answer
from tabletop_kit.games.tempest.worths import WORTH, strategy_of

BOLD = 0.3
"""An attack is declared that wins more than that."""


def quick(position: Position, seat: Seat, draw: int) -> Move:
    """The move that the fixed order of duties leads to, from what the seat knows."""
    return _PHASES[position.phase](position, seat)


# -- the main part -------------------------------------------------------------------------------


def _main(position: Position, seat: Seat) -> Move:
    turn = Turn(position, seat)
    for move in duties(turn):
        if move is not None and ruling(position, seat, move).legal:
            return move
    return END


def duties(turn: Turn):  # type: ignore[no-untyped-def]
    """What there is to do, the most urgent first."""
    yield turn.god()
    yield turn.play()
    used = max(turn.uses(), key=lambda one: one[0], default=None)
    if used is not None and used[0] > 1.0:
        yield used[1]
    cast = turn.casts()
    if cast is not None:
        yield cast[1]
    bought = turn.summons()
    if bought is not None:
        yield bought[1]
    yield turn.attack(BOLD)[1]
    yield turn.step()


# -- the hand ------------------------------------------------------------------------------------


def keeping(position: Position, seat: Seat, strategy: int) -> list[tuple[float, Card]]:
    """What each card of the hand is worth keeping, the least first."""
    income = sum([faith(position, spot) for spot in spots(position, seat)])
    temples = len(position.temples[seat])
    table, seen, found = WORTH[strategy], set(), []
    for card in position.hands[seat]:
        if OCCUPATION[card] == "Deity":
            value = 1.0 + 0.5 * income
        elif card in ANSWERS:
            value = 2.5
        else:
            value = min(table[card], 6.0) if IS_CHARACTER[card] else table[card] + 0.5
        late = max(0, SU[card] - max(income, 3))
        value -= 0.6 * late
        if IS_TEMPLE[card] and temples:
            value -= 3.0
        if card in seen:
            value -= 0.7
        seen.add(card)
        found.append((value, card))
    return sorted(found)


DEAD = 1.3
"""A card that is worth less is discarded for another."""


def _discard(position: Position, seat: Seat) -> Move:
    """The dead cards go, for they are replaced."""
    if not position.decks[seat]:
        return KEEP
    found = keeping(position, seat, strategy_of(position, seat))
    dead = sorted([TEXT[card] for value, card in found[:MOST_DISCARDED] if value < DEAD])
    return Move("discard", names=tuple(dead)) if dead else KEEP


def _excess(position: Position, seat: Seat) -> Move:
    count = len(position.hands[seat]) - hand_size(position, seat)
    found = keeping(position, seat, strategy_of(position, seat))
    return Move("discard", names=tuple(sorted([TEXT[card] for _, card in found[:count]])))


# -- fights and choices --------------------------------------------------------------------------


def _order(position: Position, seat: Seat) -> Move:
    return best_order(Fights(position, seat, strategy_of(position, seat)))


def _block(position: Position, seat: Seat) -> Move:
    return best_block(Fights(position, seat, strategy_of(position, seat)))


def _target(position: Position, seat: Seat) -> Move:
    assert position.fight is not None
    names = picked(position, position.fight)
    return best_target(Fights(position, seat, strategy_of(position, seat)), names)


def _choice(position: Position, seat: Seat) -> Move:
    asked = position.asked
    assert asked is not None
    if asked.kind == "form":
        return _form(position, asked.about[0])
    if asked.kind == "stolen":
        return _stolen(position, seat)
    strategy = strategy_of(position, seat)
    table = WORTH[strategy]
    if asked.kind == "recover":
        best = max(asked.options, key=lambda name: (table[_card(name)], name))
        return Move("choose", names=(best,))
    if asked.kind == "discard":
        values = {TEXT[card]: value for value, card in keeping(position, seat, strategy)}
        return Move("choose", names=(min(asked.options, key=lambda one: (values[one], one)),))
    fights = Fights(position, seat, strategy)

    def worth(name: str) -> float:
        spot = spot_named(position, name)
        return fights.worth(spot) if spot is not None else 0.0

    return Move("choose", names=(min(asked.options, key=lambda one: (worth(one), one)),))


def _card(name: str) -> Card:
    return CARD[name.partition("#")[0]]


def _form(position: Position, name: str) -> Move:
    """The strongest form; on the own turn one that is hard to block."""
    spot = spot_named(position, name)
    assert spot is not None

    def value(place: int) -> float:
        form = FORMS[spot.unit.card][place]
        return form.st + 0.2 * form.defends_at + 1.0 * len(form.keywords & {"flying", "ambush"})

    best = max(range(len(FORMS[spot.unit.card])), key=value)
    return Move("form", names=(name, FORMS[spot.unit.card][best].name))


def _stolen(position: Position, seat: Seat) -> Move:
    """The dearest card that what was taken pays for."""
    table = WORTH[strategy_of(position, seat)]
    found = [move for move in legal.moves(position, seat) if move.verb == "summon"]
    return max(found, key=lambda move: (table[_card(move.what)], str(move)), default=NONE)


def _window(position: Position, seat: Seat) -> Move:
    return answer(position, seat)


_PHASES: dict[str, Callable[[Position, Seat], Move]] = {
    "main": _main,
    "window": _window,
    "order": _order,
    "block": _block,
    "target": _target,
    "choice": _choice,
    "discard": _discard,
    "excess": _excess,
}

__all__ = ["PASS", "quick"]
