"""What a Crusade would bring, told before it is declared, from what the attacker may know.

Face-down cards of the attacker's own count as they would when they are turned up; one of the
defender's could be any Frenzy, or a bluff, so that every outcome it leaves open is told.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from tabletop_kit.engine.ruling import Ruling, Seat
from tabletop_kit.games.vortex.cards import (
    FRENZIES,
    IS_DEVOTEE,
    MODES,
    TEXT,
    TRIGGER,
    Card,
    by_card,
)
from tabletop_kit.games.vortex.deaths import REDIRECTS
from tabletop_kit.games.vortex.figures import (
    COMPARES,
    Side,
    Verdict,
    compare,
    figures,
    may_turn_up,
    protected,
    turned_up,
)
from tabletop_kit.games.vortex.judging import ruling
from tabletop_kit.games.vortex.moves import Move
from tabletop_kit.games.vortex.position import Position, Unit, controller, unit_at

_CANCELS = by_card("cancel")
_BLUFF = next(card for card in range(len(TEXT)) if IS_DEVOTEE[card])
_KINDS = tuple(dict.fromkeys(FRENZIES))
_PROTECTS_FROM = {
    ("reason", "convert"): "reason",
    ("fire", "convert"): "fire_convert",
    ("fire", "kill"): "fire_kill",
    ("kill", "kill"): "kill",
}


@dataclass(frozen=True, slots=True)
class Outlook:
    """One mode of a Crusade: whether it may be declared, what is compared, what would come of it.

    ``result`` is what happens to the defending card and ``own`` to the attacking one: ``""``,
    ``convert``, ``frighten``, ``kill``; ``result`` may also be ``repel``, and ``guard`` names the
    card that keeps the outcome away. ``open_to`` are the other results that a face-down card of the
    defender leaves open.
    """

    mode: str
    ruling: Ruling
    verdict: Verdict
    result: str
    own: str
    guard: Card | None
    open_to: tuple[tuple[str, str], ...]


def outlooks(position: Position, seat: Seat, offence: Card, target: Card) -> list[Outlook]:
    """What a Crusade of one's own card against another's would bring in each mode."""
    defender = controller(position, target)
    assert defender is not None
    own, other = unit_at(position.field[seat], offence), unit_at(position.field[defender], target)
    assert own is not None and other is not None
    attack = Side(seat, turned_up(position, own), "attack")
    worlds = [Side(defender, unit, "defend") for unit in _possible(position, other)]
    both = [figures(position, attack, defence) for defence in worlds]
    told = []
    for mode in MODES:
        verdict = compare(position, mode, attack, worlds[0], both[0])
        ends = [
            _ends(position, mode, attack, defence, compare(position, mode, attack, defence, values))
            for defence, values in zip(worlds, both, strict=True)
        ]
        first = ends[0]
        rest = [(result, mine) for result, mine, _guard in ends[1:]]
        others = tuple([end for end in dict.fromkeys(rest) if end != first[:2]])
        judged = ruling(position, seat, Move("crusade", (offence, target), -1, mode))
        told.append(Outlook(mode, judged, verdict, first[0], first[1], first[2], others))
    return told


def _possible(position: Position, unit: Unit) -> Iterable[Unit]:
    """The card as it lies, its face-down cards being bluffs; then with each Frenzy they may be."""
    yield unit
    if not unit.face_down or not may_turn_up(position):
        return
    for frenzy in _KINDS:
        attached = [code if code & 1 else 2 * frenzy + 1 for code in unit.attached]
        yield Unit(unit.card, tuple(attached))


def _ends(
    position: Position, mode: str, attack: Side, defence: Side, verdict: Verdict
) -> tuple[str, str, Card | None]:
    """What happens to the defending and to the attacking card (C7), and what keeps it away."""
    if verdict.repelled:
        return "repel", "", None
    result, guard = _fate(position, mode, defence, attack, verdict.defender)
    own, kept = _fate(position, mode, attack, defence, verdict.attacker)
    return result, own, guard if guard is not None else kept


def _fate(
    position: Position, mode: str, side: Side, other: Side, outcome: str
) -> tuple[str, Card | None]:
    if not outcome:
        return "", None
    guard = protected(position, side.unit, _PROTECTS_FROM[mode, outcome])
    if guard is not None:
        return "", guard
    if outcome == "kill":
        zones = [effect.to for effect in REDIRECTS[other.unit.card] if effect.event == "kills"]
        if not zones:
            return "kill", None
        return ("frighten" if zones[0] == "own_fearful" else "convert"), None
    return ("frighten" if mode == "fire" else "convert"), None


def called_off(position: Position, target: Card) -> Card | None:
    """The Rogation in force that would call a Crusade against this card off."""
    defender = controller(position, target)
    return next(
        (one.card for one in position.rogations if one.seat == defender and _CANCELS[one.card]),
        None,
    )


def defender_chooses(offence: Card) -> bool:
    """Whether the defending player would choose the mode (VX-D1)."""
    return any(effect.rule == "defender_chooses_mode" for effect in COMPARES[offence])


def answers(position: Position, target: Card) -> list[Card]:
    """The Rogations of the defending player that would work in such a Crusade."""
    defender = controller(position, target)
    return [
        one.card
        for one in position.rogations
        if one.seat == defender and TRIGGER[one.card] and not _CANCELS[one.card]
    ]


@cache
def dies_after(offence: Card) -> bool:
    """Whether the attacking card is killed when its Crusade is over."""
    return any(effect.when == "after_crusade" for effect in _KILLS[offence])


_KILLS = by_card("kill")
