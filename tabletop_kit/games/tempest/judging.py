"""What the rules of Tempest say of one move: legal, or refused by which rule and why.

Every function ``..._faults`` yields all that speaks against a move; of several the first in the
order of part 0.6 counts: N1, T4, A62, A44, A10, A7, the other rulings ascending, T5, T6, T3, T2,
T1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tabletop_kit.engine.ruling import Ruling, Seat
from tabletop_kit.games.tempest.aiming import (
    aim_faults,
    condition_faults,
    effects_of,
    host_faults,
    moment_faults,
)
from tabletop_kit.games.tempest.cards import (
    IS_MIRACLE,
    IS_RELIC,
    IS_SPELL,
    IS_TEMPLE,
    OCCUPATION,
    PLAYING,
    TEXT,
    Card,
)
from tabletop_kit.games.tempest.choosing import CHOICE_JUDGES
from tabletop_kit.games.tempest.declaring import FIGHT_JUDGES
from tabletop_kit.games.tempest.handling import HANDLING_JUDGES
from tabletop_kit.games.tempest.handling import held as held
from tabletop_kit.games.tempest.moves import STOLEN, Move
from tabletop_kit.games.tempest.names import (
    names_in_play,
    relic_named,
    spell_under,
)
from tabletop_kit.games.tempest.paying import (
    GODS,
    Payment,
    amount_faults,
    casting_faults,
    find_payment,
    inside_faults,
    no,
    payment_faults,
)
from tabletop_kit.games.tempest.position import (
    BATTLEGROUND,
    WANDER,
    Position,
    Table,
)
from tabletop_kit.games.tempest.using import use_faults

_PHASES = {
    **dict.fromkeys(("play", "move", "join", "split", "power", "attack", "end"), ("main",)),
    **dict.fromkeys(("cast", "reveal", "use"), ("main", "window")),
    "summon": ("main", "window", "choice"),
    "fight": ("order",),
    "block": ("block",),
    "target": ("target",),
    "pass": ("window", "block"),
    "form": ("choice",),
    "choose": ("choice",),
    "discard": ("discard", "excess"),
    "keep": ("discard",),
}
MOVE_RULES = {
    "play": "TG-A5",
    "summon": "TG-A13",
    "reveal": "TG-A34",
    "cast": "TG-A39",
    "move": "TG-A59",
    "join": "TG-A56",
    "split": "TG-A56",
    "power": "TG-H6",
    "use": "TG-H2",
    "attack": "TG-A45",
    "end": "TG-C6",
    "fight": "TG-A45",
    "block": "TG-A46",
    "target": "TG-A48",
    "pass": "TG-A62",
    "form": "TG-H5",
    "choose": "TG-H3",
    "discard": "TG-A8",
    "keep": "TG-C7",
    "concede": "TG-V3",
}
"""The rule that allows a move of each kind."""
_LEGAL = {verb: Ruling(True, rule) for verb, rule in MOVE_RULES.items()}
_FIRST = ("TG-N1", "TG-T4", "TG-A62", "TG-A44", "TG-A10", "TG-A7")
_LAST = ("TG-T5", "TG-T6", "TG-T3", "TG-T2", "TG-T1")


def rank(rule: str) -> int:
    """The place of a rule in the order of part 0.6: where several refuse, the lowest counts.

    >>> rank("TG-N1") < rank("TG-A7") < rank("TG-A4") < rank("TG-A58") < rank("TG-T5")
    True
    """
    if rule in _FIRST:
        return _FIRST.index(rule)
    if rule in _LAST:
        return 1000 + _LAST.index(rule)
    return 10 + int(rule.removeprefix("TG-A"))


def ruling(position: Position, seat: Seat, move: Move) -> Ruling:
    """What the rules say of a move. Never raises."""
    found = _misplaced(position, seat, move)
    if found is not None:
        return found
    faults = list(faults_of(position, seat, move))
    if not faults:
        return _LEGAL[move.verb]
    return min(faults, key=lambda fault: rank(fault.rule))


def faults_of(position: Position, seat: Seat, move: Move) -> Iterator[Ruling]:
    """All that speaks against a move, whoever is asked for what at the moment."""
    return _JUDGES[move.verb](position, seat, move)


def _misplaced(position: Position, seat: Seat, move: Move) -> Ruling | None:
    """Not the moment for such a move, or not the seat's (TG-N1)."""
    if position.phase == "over":
        return no("TG-N1", "over")
    if seat != position.to_act:
        return no("TG-N1", "not-asked")
    if move.verb == "concede":
        return None
    phases = _PHASES.get(move.verb, ())
    if position.phase not in phases:
        return no("TG-N1", "wrong-phase", verb=move.verb, phase=position.phase)
    return None


# -- summoning, casting, turning up --------------------------------------------------------------


def _summon_faults(table: Position, seat: Seat, move: Move) -> Iterator[Ruling]:
    card = held(table, seat, move.what)
    if not move.by:
        yield no("TG-N1", "needs-payers")
        return
    if card < 0:
        yield no("TG-T4", "not-in-hand", name=move.what)
        return
    payment = find_payment(table, seat, move)
    if isinstance(payment, Ruling):
        yield payment
        return
    if IS_SPELL[card]:
        yield no("TG-A13", "spell-summoned", card=TEXT[card])
        return
    if table.phase == "window" and not IS_MIRACLE[card]:
        yield no("TG-N1", "no-answer-card", card=TEXT[card])
        return
    if table.phase == "choice" and not _spends_stolen(table, move):
        yield no("TG-N1", "spend-stolen")
        return
    yield from payment_faults(table, card, payment, move)
    yield from amount_faults(table, card, payment, move)
    yield from inside_faults(table, card, payment, move)
    yield from _part_faults(table, seat, card, move, payment)
    if OCCUPATION[card] in GODS and table.choices.unique_gods and in_play(table, card):
        yield no("TG-T3", "unique", card=TEXT[card])


def _spends_stolen(table: Position, move: Move) -> bool:
    asked = table.asked
    return asked is not None and asked.kind == "stolen" and STOLEN in move.payers


def in_play(table: Table, card: Card) -> bool:
    """Whether a card of that id lies face up in play."""
    return any([name.partition("#")[0] == TEXT[card] for name in names_in_play(table)])


def _part_faults(
    table: Position, seat: Seat, card: Card, move: Move, payment: Payment
) -> Iterator[Ruling]:
    """The parts of a summons that only some kinds of cards have."""
    if IS_MIRACLE[card]:
        playing = PLAYING[card]
        assert playing is not None
        yield from moment_faults(table, seat, card)
        yield from condition_faults(table, seat, card, playing)
        yield from aim_faults(table, seat, card, effects_of(card), move, payment.first)
        return
    if move.at or move.at_seat >= 0 or move.turn:
        yield no("TG-N1", "at-for-nothing", card=TEXT[card])
    if IS_RELIC[card]:
        if not move.on or move.to:
            yield no("TG-N1", "needs-host", card=TEXT[card])
        else:
            yield from host_faults(table, seat, card, move.on)
    elif move.on or (IS_TEMPLE[card] and move.to):
        yield no("TG-N1", "on-for-nothing", card=TEXT[card])
    elif move.to == BATTLEGROUND:
        if OCCUPATION[card] not in ("Guardian", "Champion"):
            yield no("TG-A19", "no-fighter", card=TEXT[card])
    elif move.to not in ("", WANDER):
        yield no("TG-A19", "goes-elsewhere", card=TEXT[card])


def _cast_faults(table: Position, seat: Seat, move: Move) -> Iterator[Ruling]:
    name = move.what
    if "/" in name:
        under = spell_under(table, name)
        if under is None or under[0].seat != seat:
            yield no("TG-T4", "not-yours", name=name)
            return
        if move.by:
            yield no("TG-N1", "caster-follows", name=name)
            return
        card = under[2].card
        move = move._replace(what=TEXT[card], by=under[0].unit.name)
    else:
        card = held(table, seat, name)
        if card < 0:
            yield no("TG-T4", "not-in-hand", name=name)
            return
        if not move.by:
            yield no("TG-N1", "needs-caster", card=name)
            return
    payment = find_payment(table, seat, move)
    if isinstance(payment, Ruling):
        yield payment
        return
    playing = PLAYING[card]
    if not IS_SPELL[card] or playing is None:
        yield no("TG-A13", "no-spell", card=TEXT[card])
        return
    yield from casting_faults(table, card, payment, move)
    yield from moment_faults(table, seat, card)
    yield from condition_faults(table, seat, card, playing)
    yield from aim_faults(table, seat, card, effects_of(card), move, payment.first)
    if move.on and TEXT[card] != "blink":
        yield no("TG-N1", "on-for-nothing", card=TEXT[card])


def _reveal_faults(table: Position, seat: Seat, move: Move) -> Iterator[Ruling]:
    found = relic_named(table, move.what)
    if not move.by:
        yield no("TG-N1", "needs-payers")
        return
    if found is None or found.seat != seat or found.relic.name:
        yield no("TG-T4", "not-yours", name=move.what)
        return
    payment = find_payment(table, seat, move)
    if isinstance(payment, Ruling):
        yield payment
        return
    bearer = found.bearer is not None and payment.first.unit is found.bearer
    alone = bearer and not payment.others and not payment.stolen
    for fault in payment_faults(table, found.relic.card, payment, move):
        if not (alone and fault.rule == "TG-A17"):
            yield fault
    yield from amount_faults(table, found.relic.card, payment, move)


def _end_faults(_table: Position, _seat: Seat, _move: Move) -> Iterator[Ruling]:
    return iter(())


_JUDGES: dict[str, Callable[[Position, Seat, Move], Iterator[Ruling]]] = {
    "summon": _summon_faults,
    "reveal": _reveal_faults,
    "cast": _cast_faults,
    "use": use_faults,
    "end": _end_faults,
    "concede": _end_faults,
    **HANDLING_JUDGES,
    **FIGHT_JUDGES,
    **CHOICE_JUDGES,
}
