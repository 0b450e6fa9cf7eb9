"""The legal moves of a seat that are listed: every kind, and for payments the cheapest ways.

``judging.py`` says the same of one move, with the rule behind it, and judges also what is not
listed (:func:`lists_all`); the tests prove that both agree. Searching lives on this list, so no
move is made, and no other one judged, before it is asked for (``menu.py``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.aims import hosts, timely
from tabletop_kit.games.tempest.areas import AWAKE, DOWN, JOINED, SALLIES, Area, make_spot
from tabletop_kit.games.tempest.board import ACTS, GROWS, JOINS, KINDS, OPENS, Side, board
from tabletop_kit.games.tempest.cards import (
    IS_CHARACTER,
    IS_MIRACLE,
    IS_RELIC,
    IS_SPELL,
    OCCUPATION,
    PLAYING,
    POWERED,
    SU,
    TEXT,
    Card,
)
from tabletop_kit.games.tempest.declaring import attacks_from
from tabletop_kit.games.tempest.entering import fits_inside, room, takes
from tabletop_kit.games.tempest.joining import joinable
from tabletop_kit.games.tempest.menu import Menu, Parts
from tabletop_kit.games.tempest.moves import Declared, number_order
from tabletop_kit.games.tempest.names import spot_name
from tabletop_kit.games.tempest.numbers import faith, hand_size, keywords
from tabletop_kit.games.tempest.plays import casts, reveals, summons, under_casts, uses
from tabletop_kit.games.tempest.position import (
    BATTLEGROUND,
    MOST_DISCARDED,
    WANDER,
    Position,
    Spot,
    Unit,
    opponents,
)
from tabletop_kit.games.tempest.purses import Purse
from tabletop_kit.games.tempest.reach import (
    able_blockers,
    attackers,
    defences_left,
    picked,
    stops,
)
from tabletop_kit.games.tempest.turns import on_first_turn

_NOTHING = Menu([])


def moves(position: Position, seat: Seat) -> Menu:
    """The legal moves of a seat that are listed; empty when it is not asked.

    They are kept with the position: whoever asks again gets the same.
    """
    if seat != position.to_act:
        return _NOTHING
    fields = position.__dict__
    kept: Menu | None = fields.get("_listed")
    if kept is None:
        kept = fields["_listed"] = Menu(_LISTED[position.phase](position, seat))
    return kept


def lists_all(position: Position, seat: Seat) -> bool:
    """Whether :func:`moves` lists every legal move but giving up."""
    return False


# -- the main part and windows -------------------------------------------------------------------


def _main(position: Position, seat: Seat) -> list[Parts]:
    found: list[Parts] = [("end",)]
    purse = Purse(position, seat)
    side = board(position).sides[seat]
    choices = position.choices
    free = choices.no_su0_limit or on_first_turn(position, seat)
    more_zeros = free or position.zeros < choices.su0_limit
    previous = -1
    for card in position.hands[seat]:
        if card == previous:
            continue
        previous = card
        if more_zeros and _PLAYABLE[card]:
            found += _plays(position, side, card)
        if IS_SPELL[card]:
            found += casts(position, seat, card, TEXT[card])
        else:
            found += summons(position, seat, card, purse)
    kinds = side.kinds
    if kinds & DOWN:
        found += reveals(position, seat, purse)
        found += under_casts(position, seat)
    found += _steps(position, side)
    if kinds & OPENS:
        found += _joins(side)
    if kinds & ACTS or side.relics or position.lasting:
        found += uses(position, seat)
    if kinds & GROWS:
        found += _powers(position, side)
    if not position.declared and not on_first_turn(position, seat):
        found += _attacks(position, side)
    return found


def _window(position: Position, seat: Seat) -> list[Parts]:
    found: list[Parts] = [("pass",)]
    side = board(position).sides[seat]
    if side.kinds & AWAKE:
        cards = dict.fromkeys(position.hands[seat])
        hand = [card for card in cards if PLAYING[card] and timely(position, seat, card)]
        if hand or side.kinds & DOWN:
            found += _answers(position, seat, hand)
    if position.window in side.timings:
        found += uses(position, seat)
    return found


def _answers(position: Position, seat: Seat, hand: Sequence[Card]) -> list[Parts]:
    """What can be played out of turn: these Miracles and Spells, and what lies face down."""
    found: list[Parts] = []
    purse = Purse(position, seat)
    for card in hand:
        if IS_MIRACLE[card]:
            found += summons(position, seat, card, purse)
        else:
            found += casts(position, seat, card, TEXT[card])
    if board(position).sides[seat].kinds & DOWN:
        found += reveals(position, seat, purse)
        found += under_casts(position, seat)
    return found


_PLAYED: tuple[tuple[Parts, ...], ...] = tuple(
    [
        (
            (("play", TEXT[card]), ("play", TEXT[card], "", (), BATTLEGROUND))
            if OCCUPATION[card] in ("Guardian", "Champion")
            else (("play", TEXT[card]),)
        )
        if SU[card] == 0 and IS_CHARACTER[card]
        else ()
        for card in range(len(TEXT))
    ]
)
"""For every card how it may be played for nothing, Temples aside (TG-A19)."""
_PLAYABLE = tuple(
    [bool(found) or IS_RELIC[card] or IS_SPELL[card] for card, found in enumerate(_PLAYED)]
)
"""For every card whether it may be played for nothing, perhaps face down."""


def _plays(position: Position, side: Side, card: Card) -> list[Parts]:
    text = TEXT[card]
    if IS_RELIC[card]:
        return [("play", text, "", (), "", host) for host in hosts(position, side.seat, card)]
    if IS_SPELL[card]:
        return [("play", text, "", (), "", host) for host in side.spell_hosts]
    found = list(_PLAYED[card])
    if found and side.temples:
        found += [
            ("play", text, "", (), temple.name)
            for temple in side.temples
            if takes(position, temple, card)
        ]
    return found


def _steps(position: Position, side: Side) -> list[Parts]:
    """Moves from area to area."""
    found: list[Parts] = []
    for area in side.areas:
        if area.name != WANDER:
            found += [
                ("move", unit.name or _down(position, area, unit), "", (), WANDER)
                for unit in area.awake
            ]
            continue
        open_ = [temple for temple in side.temples if room(temple) > 0]
        for unit in area.awake:
            name = unit.name
            found.append(("move", name, "", (), BATTLEGROUND))
            if open_:
                spot = make_spot((unit, side.seat, WANDER))
                found += [
                    ("move", name, "", (), temple.name)
                    for temple in open_
                    if fits_inside(position, temple, spot)
                ]
    return found


def _down(position: Position, area: Area, unit: Unit) -> str:
    return spot_name(position, Spot(unit, area.seat, area.name))


def _joins(side: Side) -> list[Parts]:
    """Joining and splitting; in every group there is one to which others can be joined."""
    moves: list[Parts] = []
    done = set()
    for area in side.areas:
        joining = [
            (unit, kinds)
            for unit in (area.units if area.kinds & OPENS else ())
            if unit.name and (kinds := KINDS[unit.members[0].card]) & JOINS
        ]
        for one, kinds in joining:
            if not kinds & OPENS and len(one.members) == 1:
                continue
            for other, _ in joining:
                if other is one:
                    continue
                if not joinable([member.card for member in (*one.members, *other.members)]):
                    continue
                names = tuple(sorted((one.name, other.name), key=number_order))
                if names not in done:
                    done.add(names)
                    moves.append(("join", *_UP_TO_NAMES, names))
    if side.kinds & JOINED:
        for area in side.areas:
            moves += [("split", unit.name) for unit in area.awake if len(unit.members) > 1]
    return moves


_UP_TO_NAMES: Parts = ("", "", (), "", "", (), 0, (), (), -1, "", "")
"""What stands between the verb of a move and its ``names``."""
_ATTACK: Parts = ("attack", *_UP_TO_NAMES, ())
"""An attack up to its ``attacks``."""
_DISCARD: Parts = ("discard", *_UP_TO_NAMES)
"""What is discarded up to its ``names``."""


def _powers(position: Position, side: Side) -> list[Parts]:
    """Bullets are powered by one card, or by all that could pay."""
    found: list[Parts] = []
    for spot in side.spots:
        if not spot.unit.name or POWERED[spot.unit.card] is None:
            continue
        payers = [
            spot_name(position, other)
            for other in side.spots
            if not other.unit.drained
            and other.area != BATTLEGROUND
            and other.unit is not spot.unit
            and faith(position, other)
        ]
        payers.sort(key=number_order)
        found += [("power", spot.unit.name, "", (name,)) for name in payers]
        if len(payers) > 1:
            found.append(("power", spot.unit.name, "", tuple(payers)))
    return found


# -- attacks -------------------------------------------------------------------------------------


def _attacks(position: Position, side: Side) -> list[Parts]:
    """Each card alone, all together, and all but one, against each opponent; tunnels; pairs."""
    seat = side.seat
    able = []
    for area in side.areas:
        field = area.name == BATTLEGROUND
        for unit in area.awake if field or area.kinds & SALLIES else ():
            spot = make_spot((unit, seat, area.name))
            if unit.name and (field or attacks_from(spot)):
                words = keywords(position, spot)
                if "cannot_attack" not in words:
                    able.append((spot, words))
    if not able:
        return []
    if len(able) > 1:
        able.sort(key=_by_name)
    diggers = [spot for spot, words in able if "tunneling" in words]
    found: list[Parts] = []
    for other in opponents(position, seat):
        if seat in position.protected[other]:
            continue
        every: tuple[Declared, ...] = tuple([((spot.unit.name,), False, other) for spot, _ in able])
        declared: list[tuple[Declared, ...]] = [(one,) for one in every]
        if len(every) > 1:
            declared.append(every)
        if len(every) > 2:
            declared += [(*every[:at], *every[at + 1 :]) for at in range(len(every))]
        declared += [(((spot.unit.name,), True, other),) for spot in diggers]
        declared += [((names, False, other),) for names in _pairs(position, able, other)]
        # Tuples are added in half the time that unpacking them takes.
        found += [_ATTACK + (one,) for one in declared]  # noqa: RUF005
    return found


def _by_name(one: tuple[Spot, frozenset[str]]) -> tuple[str, int]:
    return number_order(one[0].unit.name)


def _pairs(
    position: Position, able: Sequence[tuple[Spot, frozenset[str]]], seat: Seat
) -> list[tuple[str, ...]]:
    """The pairs that may attack a player: with one able blocker at most (TG-A49)."""
    if len(able) < 2:
        return []
    spots = [Spot(unit, seat, BATTLEGROUND) for unit in position.battleground[seat]]
    field = [
        (spot.unit, keywords(position, spot)) for spot in spots if defences_left(position, spot)
    ]
    pairs = combinations([spot.unit.name for spot, _ in able], 2)
    if len(field) < 2:
        return list(pairs)
    stoppers = [
        frozenset([unit.name for unit, own in field if stops(unit, own, words, False)])
        for _, words in able
    ]
    found = zip(pairs, combinations(stoppers, 2), strict=True)
    return [pair for pair, (by, too) in found if len(by | too) < 2]


def _order(position: Position, _seat: Seat) -> list[Parts]:
    return [("fight", attack.names[0]) for attack in position.attacks]


def _block(position: Position, seat: Seat) -> list[Parts]:
    fight = position.fight
    assert fight is not None
    found = attackers(position, fight.names)
    able = able_blockers(position, found, fight.tunnel, seat)
    return [("block", spot.unit.name) for spot in able]


def _target(position: Position, _seat: Seat) -> list[Parts]:
    fight = position.fight
    assert fight is not None
    return [("target", name) for name in picked(position, fight)]


# -- choices and the hand ------------------------------------------------------------------------


def _choice(position: Position, seat: Seat) -> list[Parts]:
    asked = position.asked
    assert asked is not None
    if asked.kind == "form":
        return [("form", *_UP_TO_NAMES, (asked.about[0], word)) for word in asked.options]
    found: list[Parts] = [("choose", *_UP_TO_NAMES, (name,)) for name in asked.options]
    if asked.optional:
        found.append(("choose", "none"))
    if asked.kind == "stolen":
        purse = Purse(position, seat)
        for card in sorted(set(position.hands[seat])):
            if not IS_SPELL[card]:
                found += summons(position, seat, card, purse)
    return found


def _ways(hand: tuple[Card, ...], count: int) -> list[Parts]:
    """The ways to discard so many cards of a hand, equal cards being the same."""
    found: Iterable[tuple[str, ...]] = combinations([TEXT[card] for card in hand], count)
    if len(set(hand)) < len(hand):
        found = dict.fromkeys(found)
    return [_DISCARD + (names,) for names in found]  # noqa: RUF005


def _discard(position: Position, seat: Seat) -> list[Parts]:
    hand = position.hands[seat]
    found: list[Parts] = [("keep",)]
    for count in range(1, min(MOST_DISCARDED, len(hand)) + 1):
        found += _ways(hand, count)
    return found


def _excess(position: Position, seat: Seat) -> list[Parts]:
    hand = position.hands[seat]
    return _ways(hand, len(hand) - hand_size(position, seat))


_LISTED: dict[str, Callable[[Position, Seat], list[Parts]]] = {
    "main": _main,
    "window": _window,
    "order": _order,
    "block": _block,
    "target": _target,
    "choice": _choice,
    "discard": _discard,
    "excess": _excess,
}
