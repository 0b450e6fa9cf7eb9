"""An entity falls, the next is revealed: marooning, debts, Beckons, descents, and the end."""

from __future__ import annotations

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.engine.tuples import without
from tabletop_kit.games.tomes.dealing import begin_descent
from tabletop_kit.games.tomes.draft import Draft
from tabletop_kit.games.tomes.position import (
    DOMINION,
    ECHOES,
    EMPYREANS,
    IS_ENTITY,
    LAST_DESCENT,
    NOBODY,
    RUN_PRICE,
    STRIKE,
    SUITS,
    TERROR_PRICE,
    TEXT,
    VALUE,
    Card,
    must_be_expunged,
)


def maroon(draft: Draft, seat: Seat, in_one_play: bool) -> None:
    """The entity in front has its full Dominion of Ruin: it falls, and the next is revealed.

    ``in_one_play``: no Ruin had landed before this play, so that an exact end is worth a
    Bloodstone (TM-20). The seat goes on with a fresh turn unless it is over (TM-9).
    """
    entity = draft.entity
    spill = draft.ruin - DOMINION[entity]
    empyrean = entity in EMPYREANS
    last = must_be_expunged(draft.before)
    if spill == 0:
        _expunge(draft, seat, entity)
    else:
        _subdue(draft, seat, entity, spill)
    draft.bury(draft.table)
    if draft.table:
        draft.tell("cleared", "TM-7", None, count=len(draft.table), grave=len(draft.grave))
    draft.table = ()
    draft.entity, draft.ruin, draft.ward, draft.withheld = NOBODY, 0, 0, 0
    draft.broken, draft.mustered = False, False
    if spill == 0 and in_one_play and draft.before.edition:
        _take_stone(draft, seat, STRIKE[entity])
    if spill and last:
        draft.end(False, "TM-23" if draft.before.terror else "TM-21")
    elif empyrean:
        _end_descent(draft, seat)
    else:
        _reveal_next(draft, seat)


# -- TM-T5, TM-7, TM-21: how an entity falls -----------------------------------------------------


def _is_debtor(draft: Draft, entity: Card) -> bool:
    """Whether the one in front is a debt that is fought again (TM-21, TM-23)."""
    if not draft.before.debts:
        return False
    return draft.subdued.count(entity) > draft.owed.count(entity)


def _expunge(draft: Draft, seat: Seat, entity: Card) -> None:
    draft.tell("expunged", "TM-T5", seat, entity=TEXT[entity])
    if entity not in EMPYREANS:
        if _is_debtor(draft, entity):
            draft.subdued = without(draft.subdued, (entity,))
            draft.tell("settled", "TM-21", seat, entity=TEXT[entity])
        draft.expunged = (*draft.expunged, entity)
        draft.lay_on_top(entity)
    _earn(draft, seat)
    if draft.before.seats == 2:
        draft.channels += 1
        draft.tell("channel", "TM-17", seat, reveals=True, channels=draft.channels)


def _subdue(draft: Draft, seat: Seat, entity: Card, spill: int) -> None:
    draft.tell("subdued", "TM-T5", seat, entity=TEXT[entity], spill=spill)
    if not draft.before.terror and draft.run:
        draft.run = 0
        draft.tell("run-broken", "TM-22", seat)
    if entity in EMPYREANS:
        return
    if not _is_debtor(draft, entity):
        draft.subdued = (*draft.subdued, entity)
    if draft.before.debts:
        draft.owed = (*draft.owed, entity)
        draft.tell("owed", "TM-21", seat, entity=TEXT[entity], count=len(draft.owed))
    else:
        draft.bury((entity,))


def _earn(draft: Draft, seat: Seat) -> None:
    """A clean end brings a Beckon nearer: in a row on a rung, one after another in Terror."""
    price = TERROR_PRICE if draft.before.terror else RUN_PRICE.get(draft.before.rung, 0)
    if not price:
        return
    draft.run += 1
    if draft.run >= price:
        draft.run = 0
        draft.beckons += 1
        draft.tell("beckon", "TM-22", seat, beckons=draft.beckons)


def _take_stone(draft: Draft, seat: Seat, value: int) -> None:
    draft.stones = tuple(
        [(*held, value) if one == seat else held for one, held in enumerate(draft.stones)]
    )
    draft.tell("one-blow", "TM-T7", seat)
    draft.tell("stone", "TM-20", seat, value=value)


# -- TM-9, TM-21, TM-23: what comes next ---------------------------------------------------------


def _reveal_next(draft: Draft, seat: Seat) -> None:
    if draft.pantheon:
        draft.entity, draft.pantheon = draft.pantheon[0], draft.pantheon[1:]
        draft.tell_entity("revealed", "TM-8")
    elif draft.before.terror:
        _reveal_empyrean(draft)
    elif draft.owed and draft.before.debts:
        draft.entity, draft.owed = draft.owed[0], draft.owed[1:]
        draft.tell_entity("breached", "TM-21")
    else:
        draft.end(True, "TM-21" if draft.before.debts else "TM-24")
        medal = medal_of(draft.before.seats, draft.echoes, len(draft.subdued))
        if medal:
            draft.tell("medal", "TM-22", None, medal=medal)


def medal_of(seats: int, echoes: int, subdued: int) -> str:
    """The medal of a game won alone: blemishes are Echoes spent and entities Subdued (TM-22).

    >>> medal_of(1, 2, 0), medal_of(1, 1, 0), medal_of(1, 1, 1), medal_of(2, 2, 0)
    ('gold', 'silver', 'bronze', '')
    """
    if seats > 1:
        return ""
    return ("gold", "silver", "bronze")[min(2, max(0, ECHOES[1] - echoes) + subdued)]


def forces_to_wear(worn: tuple[int, ...], fired: tuple[int, ...]) -> list[int]:
    """The Forces that the next Empyrean may wear: not worn before, not the one leaned on (TM-23).

    >>> forces_to_wear((2,), (3, 9, 5, 7)), forces_to_wear((2, 1), (7, 4, 5, 7))
    ([0, 3], [0, 3])
    """
    open_forces = [suit for suit in range(len(SUITS)) if suit not in worn]
    leaned_on = [suit for suit in range(len(SUITS)) if fired[suit] == max(fired)]
    return [suit for suit in open_forces if suit not in leaned_on] or open_forces


def _reveal_empyrean(draft: Draft) -> None:
    letters = [SUITS[suit] for suit in forces_to_wear(draft.worn, draft.fired)]
    letter, draft.luck = draft.luck.choice("empyrean", letters)
    suit = SUITS.index(letter)
    draft.worn = (*draft.worn, suit)
    draft.entity = EMPYREANS[suit]
    draft.tell_entity("empyrean", "TM-23")


def _end_descent(draft: Draft, seat: Seat) -> None:
    """The Empyrean has fallen: the war is won or lost, or the next descent begins (TM-23)."""
    if draft.descent == LAST_DESCENT:
        draft.end(not draft.owed, "TM-23")
        return
    draft.tell("descent-won", "TM-23", seat, descent=draft.descent)
    carried = [_worth_most(hand) for hand in draft.hands]
    for one, card in enumerate(carried):
        if card is not None:
            draft.tell("carried", "TM-23", one, {"card": TEXT[card]})
    if not draft.owed and draft.before.seats == 2:
        draft.echoes = ECHOES[2]
    draft.descent += 1
    begin_descent(draft, seat, carried)


def _worth_most(hand: tuple[Card, ...]) -> Card | None:
    """The recruited entity that is carried on: worth most, of equals the oldest (TM-23)."""
    recruited = [card for card in hand if IS_ENTITY[card]]
    return max(recruited, key=VALUE.__getitem__) if recruited else None
