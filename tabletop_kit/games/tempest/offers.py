"""What a selection can mean: the moves that are put together by touching what lies on the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from tabletop_kit.engine.ruling import Ruling, Seat
from tabletop_kit.games.tempest.aiming import aim_faults, effects_of
from tabletop_kit.games.tempest.attacking import PLAYER, attack_moves
from tabletop_kit.games.tempest.cards import (
    CARD,
    IS_CHARACTER,
    IS_MIRACLE,
    IS_RELIC,
    IS_SPELL,
    OCCUPATION,
    POWERED,
    SU,
)
from tabletop_kit.games.tempest.judging import rank
from tabletop_kit.games.tempest.moves import Move, number_order
from tabletop_kit.games.tempest.names import (
    lasting_named,
    relic_named,
    spell_under,
    spot_named,
    temple_named,
)
from tabletop_kit.games.tempest.pledges import cast_by, paid_by, summons_of
from tabletop_kit.games.tempest.position import BATTLEGROUND, WANDER, Position, units

_OF_ONE = ("aims-at-nothing", "occupant", "protected", "shielded", "wrong-area", "wrong-kind")
"""Refusals of a single thing that is picked, whoever pays and whatever X is."""
FIGHTERS = ("Guardian", "Champion")


@dataclass(frozen=True, slots=True)
class Selection:
    """What was selected, by where it lies, each in the order of choosing.

    ``words`` are all of it; ``hand`` ids of one's own hand, ``own`` one's Characters, ``temples``
    one's Temples, ``relics`` one's Relics that lie face up, ``down`` what lies face down on one's
    cards, ``lasting`` what stays in play, ``theirs`` cards of others, ``seats`` players.
    """

    words: tuple[str, ...]
    hand: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    temples: tuple[str, ...] = ()
    relics: tuple[str, ...] = ()
    down: tuple[str, ...] = ()
    lasting: tuple[str, ...] = ()
    theirs: tuple[str, ...] = ()
    seats: tuple[Seat, ...] = ()

    @property
    def card(self) -> str:
        """The card of the hand that was selected, empty for none."""
        return self.hand[0] if self.hand else ""


def read_selection(position: Position, seat: Seat, words: Sequence[str]) -> Selection | None:
    """The things that these words name on the table; ``None`` where one names nothing there."""
    found: dict[str, list[str]] = {}
    hand = list(position.hands[seat])
    seats = []
    for word in words:
        name, mark, _ = word.partition("@")
        if word.startswith(PLAYER):
            seats.append(int(word.removeprefix(PLAYER)))
            continue
        if mark or position.phase in ("discard", "excess"):
            card = CARD.get(name, -1)
            if card not in hand:
                return None
            hand.remove(card)
            kind = "hand"
        else:
            kind = _kind(position, seat, name)
        if not kind:
            return None
        found.setdefault(kind, []).append(name)
    lists = {kind: tuple(names) for kind, names in found.items()}
    return Selection(tuple(words), seats=tuple(seats), **lists)


def _kind(position: Position, seat: Seat, name: str) -> str:
    """Under which heading of a selection a thing on the table falls; empty for nothing."""
    spot = spot_named(position, name)
    if spot is not None:
        return "own" if spot.seat == seat else "theirs"
    temple = temple_named(position, name)
    if temple is not None:
        return "temples" if temple[0] == seat else "theirs"
    held = relic_named(position, name)
    if held is not None:
        if held.seat != seat:
            return "theirs"
        return "relics" if held.relic.name else "down"
    under = spell_under(position, name)
    if under is not None:
        return "down" if under[0].seat == seat else "theirs"
    lasting = lasting_named(position, name)
    if lasting is not None:
        return "lasting" if lasting.seat == seat else "theirs"
    return ""


# -- what a listed move needs ----------------------------------------------------------------------


def joined_names(position: Position, seat: Seat) -> dict[str, str]:
    """Every further member of a player's joined cards, with the name of the whole."""
    return {
        member.name: unit.name
        for unit in units(position, seat)
        if unit.name
        for member in unit.members[1:]
    }


def needed(move: Move, wholes: Mapping[str, str] = MappingProxyType({})) -> frozenset[str]:
    """What would have to be selected for a move, cards of the hand with ``@`` before them.

    ``wholes`` names the joined card instead of each of its further members.

    >>> from tabletop_kit.games.tempest.moves import parse_move
    >>> sorted(needed(parse_move("summon garrison by alms-priest with beggar to battleground")))
    ['@garrison', 'alms-priest', 'beggar']
    """
    words = {*move.payers, *move.at, *move.names, move.by, move.on, move.turn, move.cost}
    if move.what not in ("", "none"):
        from_hand = move.verb in ("play", "summon") or (move.verb == "cast" and move.by)
        words.add(f"@{move.what}" if from_hand else move.what)
    if move.to not in (WANDER, BATTLEGROUND):
        words.add(move.to)
    for names, _, seat in move.attacks:
        words |= {*names, f"{PLAYER}{seat}"}
    if move.at_seat >= 0:
        words.add(f"{PLAYER}{move.at_seat}")
    return frozenset([wholes.get(word, word) for word in words if word])


def wanted(chosen: Selection) -> frozenset[str]:
    """What is selected, in the words of :func:`needed`."""
    return frozenset(
        [f"@{word.partition('@')[0]}" if "@" in word else word for word in chosen.words]
    )


# -- what a selection is meant as ------------------------------------------------------------------


def tried(position: Position, seat: Seat, chosen: Selection) -> Iterator[Move]:
    """The moves that a selection is meant as, legal or not, the likeliest first."""
    phase = position.phase
    if phase in ("discard", "excess"):
        yield Move("discard", names=tuple(sorted(chosen.hand, key=number_order)))
    elif phase in ("block", "target"):
        yield from [Move(phase, name) for name in (*chosen.own, *chosen.theirs)[-1:]]
    elif chosen.hand:
        yield from _with_hand(position, seat, chosen)
    else:
        yield from _without_hand(position, seat, chosen)


def _with_hand(position: Position, seat: Seat, chosen: Selection) -> Iterator[Move]:
    """Moves with a card of the hand: put down, summoned or cast."""
    text = chosen.card
    card = CARD[text]
    if IS_SPELL[card]:
        if chosen.own:
            yield from cast_by(position, seat, Move("cast", text), chosen.own, _aims(chosen))
            yield Move("play", text, on=chosen.own[0])
        return
    if IS_RELIC[card]:
        yield from _relic(position, seat, chosen)
        return
    if chosen.own:
        yield from summons_of(position, seat, card, chosen.own, _aims(chosen), chosen.seats)
    elif IS_CHARACTER[card] and SU[card] == 0:
        yield from _put_down(chosen, text)


def unfit(position: Position, seat: Seat, chosen: Selection) -> Ruling | None:
    """Why a Spell or Miracle of the hand may not be aimed at what is selected with it.

    ``None`` where it may, or where who pays or casts is selected too: then whole moves are judged.
    """
    card = CARD.get(chosen.card, -1)
    if card < 0 or chosen.own or not (IS_SPELL[card] or IS_MIRACLE[card]):
        return None
    faults = [
        fault
        for name in _aims(chosen)
        for move in [Move("cast" if IS_SPELL[card] else "summon", chosen.card, at=(name,))]
        for fault in aim_faults(position, seat, card, effects_of(card), move, None)
        if fault.why in _OF_ONE
    ]
    return min(faults, key=lambda fault: rank(fault.rule), default=None)


def _aims(chosen: Selection) -> tuple[str, ...]:
    return (*chosen.theirs, *chosen.temples, *chosen.relics)


def _put_down(chosen: Selection, text: str) -> Iterator[Move]:
    if chosen.temples:
        yield Move("play", text, to=chosen.temples[0])
        return
    yield Move("play", text)
    if OCCUPATION[CARD[text]] in FIGHTERS:
        yield Move("play", text, to=BATTLEGROUND)


def _relic(position: Position, seat: Seat, chosen: Selection) -> Iterator[Move]:
    """A Relic: laid face down on what is selected, or paid for by the rest."""
    text = chosen.card
    hosts = (*chosen.temples, *reversed(chosen.own))
    wholes = joined_names(position, seat)
    for host in hosts:
        bearers = (host, *[name for name, whole in wholes.items() if whole == host])
        rest = tuple([name for name in chosen.own if name != host])
        for bearer in bearers:
            if len(hosts) == 1:
                yield Move("play", text, on=bearer)
            for payers in dict.fromkeys([rest, chosen.own]):
                if payers:
                    yield paid_by(position, seat, Move("summon", text), payers)._replace(on=bearer)


def _without_hand(position: Position, seat: Seat, chosen: Selection) -> Iterator[Move]:
    """Moves with cards in play: face-down ones, abilities, steps, joining, powering, attacks."""
    for name in chosen.down:
        kind = name.partition("/")[2].partition("#")[0]
        if kind == "spell":
            yield from cast_by(position, seat, Move("cast", name), (), _aims(chosen))
        elif chosen.own:
            yield paid_by(position, seat, Move("reveal", name), chosen.own)
    if chosen.down:
        return
    yield from _uses(chosen)
    if position.phase != "main":
        return
    if not (chosen.theirs or chosen.relics or chosen.lasting or chosen.seats):
        yield from _steps(position, chosen)
    if chosen.own and not (chosen.theirs or chosen.temples or chosen.relics):
        yield from attack_moves(position, seat, chosen.words, chosen.own, chosen.seats)


def _uses(chosen: Selection) -> Iterator[Move]:
    """What is used is selected first; the rest is what it picks, or what is given up for it."""
    rest = (*chosen.own[1:], *_aims(chosen)) if not chosen.relics else (*chosen.own, *chosen.theirs)
    users = (*chosen.relics[:1], *(() if chosen.relics else chosen.own[:1]))
    for user in users:
        yield Move("use", user, at=tuple(sorted(rest, key=number_order)))
        if chosen.own[1:] and not chosen.theirs:
            yield Move("use", user, cost=chosen.own[1])
        if len(chosen.theirs) == 1 and chosen.own:
            yield Move("use", user, on=chosen.own[-1], at=chosen.theirs)
    for name in chosen.lasting:
        for own in chosen.own[:1]:
            yield Move("use", name, own, at=chosen.theirs)


def _steps(position: Position, chosen: Selection) -> Iterator[Move]:
    """Moving one card, joining two, dissolving a group, powering with others."""
    if len(chosen.own) == 1:
        name = chosen.own[0]
        if chosen.temples:
            yield Move("move", name, to=chosen.temples[0])
            return
        yield Move("move", name, to=BATTLEGROUND)
        yield Move("move", name, to=WANDER)
        yield Move("split", name)
        return
    if len(chosen.own) == 2:
        yield Move("join", names=tuple(sorted(chosen.own, key=number_order)))
    for name in chosen.own:
        spot = spot_named(position, name)
        if spot is not None and spot.unit.name and POWERED[spot.unit.card] is not None:
            payers = sorted([one for one in chosen.own if one != name], key=number_order)
            yield Move("power", name, payers=tuple(payers))
