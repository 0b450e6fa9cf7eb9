"""What a face-down card may be, and what a Crusade against it is then likely to bring.

A card that another placed face down is a bluff with the share that ``policy.toml`` names, and else
any of the Frenzies, each as likely as the other. From that follows for every lead, as it is before
anything is turned up, how the comparison will end.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tabletop_kit.games.vortex.cards import (
    FIRE,
    FRENZIES,
    PRINTED,
    REASON,
    SWORD,
    WATER,
    Card,
    by_card,
)
from tabletop_kit.games.vortex.figures import KILLING_LEAD, USUAL_LEAD

Chances = tuple[float, float, float, float]
"""How likely a Crusade takes the target, kills it, costs the Offensive card, is repelled."""

BY_REASON, BY_FIRE, TO_KILL = range(3)
"""The modes of a Crusade by their place in ``cards.MODES``."""
FARTHEST = 24
"""No lead is larger, ahead or behind; tables of chances are looked up from here."""

_MODS, _PROTECTS, _REDIRECTS = by_card("mod"), by_card("protect"), by_card("redirect")
_COMPARED = ((REASON, REASON), (FIRE, WATER), (SWORD, SWORD))
"""By mode: the attribute of the Offensive card, and that of the target."""
_OUTCOMES = (("reason", ""), ("fire_convert", "fire_kill"), ("", "kill"))
"""By mode: what protects from being taken, and from being killed."""
NOTHING: Chances = (0.0, 0.0, 0.0, 0.0)


class Terms(NamedTuple):
    """What counts in a comparison besides the figures.

    ``width`` is the largest lead that converts, ``back`` the largest with which the target turns
    it round, ``fire_kills`` whether Fire kills with exactly 3.
    """

    width: int = USUAL_LEAD
    back: int = USUAL_LEAD
    fire_kills: bool = False


def ends(mode: int, lead: int, terms: Terms) -> Chances:
    """How a comparison with this lead ends for certain, no card having a say.

    >>> ends(BY_FIRE, 4, Terms()), ends(BY_REASON, -1, Terms())
    ((0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0))
    """
    width = terms.width
    if mode == BY_REASON:
        return float(0 < lead <= width), 0.0, float(-terms.back <= lead < 0), 0.0
    if mode == BY_FIRE:
        kills = lead > width and (lead >= KILLING_LEAD or terms.fire_kills)
        return float(0 < lead <= width), float(kills), 0.0, float(lead <= 0)
    return 0.0, float(lead >= 0), float(lead <= 0), 0.0


@cache
def certain(mode: int, terms: Terms) -> tuple[Chances, ...]:
    """The ends of all leads, the one of 0 at :data:`FARTHEST`, that of -1 before it."""
    return tuple([ends(mode, lead, terms) for lead in range(-FARTHEST, FARTHEST + 1)])


@cache
def believed(mode: int, terms: Terms, zealot: bool, bluff: float) -> tuple[Chances, ...]:
    """The same where the target has a face-down card: by the lead without it.

    ``zealot``: whether the Offensive card is one; ``bluff``: how likely the card is a bluff.
    """
    kinds = tuple(dict.fromkeys(FRENZIES))
    table = []
    for lead in range(-FARTHEST, FARTHEST + 1):
        sums = [bluff * chance for chance in ends(mode, lead, terms)]
        for card in kinds:
            found = _turned(card, mode, lead, terms, zealot)
            share = (1 - bluff) / len(kinds)
            sums = [one + share * more for one, more in zip(sums, found, strict=True)]
        table.append((sums[0], sums[1], sums[2], sums[3]))
    return tuple(table)


def _turned(card: Card, mode: int, lead: int, terms: Terms, zealot: bool) -> Chances:
    """The end where the face-down card turns out to be this Frenzy."""
    take, kill, cost, repel = ends(mode, lead + sum(_changes(card, mode, zealot)), terms)
    spared = {effect.protects_from for effect in _PROTECTS[card]}
    saved = any(effect.event == "killed" for effect in _REDIRECTS[card])
    taken_by, killed_by = _OUTCOMES[mode]
    return (
        0.0 if taken_by in spared else take,
        0.0 if killed_by in spared or saved else kill,
        cost,
        repel,
    )


def _changes(card: Card, mode: int, zealot: bool) -> Iterator[int]:
    """What a Frenzy on the target does to the attacker's lead."""
    mine, theirs = _COMPARED[mode]
    yield -PRINTED[card][theirs]
    for effect in _MODS[card]:
        if effect.vs and (effect.vs == "zealot") != zealot:
            continue
        if effect.subject == "bearer" and effect.attr == theirs:
            yield -effect.k
        elif effect.subject == "opposing" and effect.attr == mine:
            yield effect.k
