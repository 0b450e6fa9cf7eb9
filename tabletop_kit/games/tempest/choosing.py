"""What speaks against choices inside a move, and against discards (TG-A8, TG-H3, TG-H5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from tabletop_kit.engine.ruling import Ruling, Seat
from tabletop_kit.games.tempest.cards import CARD, TEXT
from tabletop_kit.games.tempest.moves import Move
from tabletop_kit.games.tempest.names import spot_named
from tabletop_kit.games.tempest.numbers import hand_size
from tabletop_kit.games.tempest.paying import no
from tabletop_kit.games.tempest.position import MOST_DISCARDED, Position


def form_faults(table: Position, _seat: Seat, move: Move) -> Iterator[Ruling]:
    """Whether the card that takes a form is asked, and has that form."""
    asked = table.asked
    if asked is None or asked.kind != "form":
        yield no("TG-N1", "no-form-asked")
    elif move.names[0] != asked.about[0]:
        yield no("TG-T4", "not-there", name=move.names[0])
    elif move.names[1] not in asked.options:
        yield no("TG-T5", "no-form", form=move.names[1], name=move.names[0])


def choose_faults(table: Position, seat: Seat, move: Move) -> Iterator[Ruling]:
    """Whether what is chosen is among what may be chosen."""
    asked = table.asked
    if asked is None or asked.kind == "form":
        yield no("TG-N1", "no-choice")
        return
    if move.what == "none":
        if not asked.optional:
            yield no("TG-T5", "must-choose")
        return
    if asked.kind == "stolen":
        yield no("TG-N1", "spend-stolen")
    elif len(move.names) != 1:
        yield no("TG-T5", "choose-one")
    elif move.names[0] not in asked.options:
        yield _not_offered(table, seat, asked.kind, move.names[0])


def _not_offered(table: Position, seat: Seat, kind: str, name: str) -> Ruling:
    """There is no such card where the choice is looked for (TG-T4), or it does not fit (TG-T5)."""
    if kind == "discard":
        return no("TG-T4", "not-in-hand", name=name)
    if kind == "recover" and CARD.get(name, -1) not in table.discard[seat]:
        return no("TG-T4", "not-discarded", name=name)
    if kind != "recover" and spot_named(table, name) is None:
        return no("TG-T4", "not-there", name=name)
    return no("TG-T5", "not-offered", name=name)


def discard_faults(table: Position, seat: Seat, move: Move) -> Iterator[Ruling]:
    """Whether so many cards may be discarded, and are in the hand (TG-A8)."""
    hand = Counter([TEXT[card] for card in table.hands[seat]])
    for name, count in Counter(move.names).items():
        if name not in CARD or hand[name] < count:
            yield no("TG-T4", "not-in-hand", name=name)
    if table.phase == "excess":
        count = len(table.hands[seat]) - hand_size(table, seat)
        if len(move.names) != count:
            yield no("TG-A8", "excess", count=count)
    elif len(move.names) > MOST_DISCARDED:
        yield no("TG-A8", "too-many", most=MOST_DISCARDED)


def _no_faults(_table: Position, _seat: Seat, _move: Move) -> Iterator[Ruling]:
    return iter(())


CHOICE_JUDGES: dict[str, Callable[[Position, Seat, Move], Iterator[Ruling]]] = {
    "form": form_faults,
    "choose": choose_faults,
    "discard": discard_faults,
    "keep": _no_faults,
}
