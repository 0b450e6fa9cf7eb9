"""What the rules and the source's advice say of a deck while it is built (TG-A1, TG-D1 to D4).

Faults are those of :func:`~tabletop_kit.games.tempest.decks.deck_faults`; everything else here is
advice: shares of cheap cards (TG-D3), and who of a deck can summon and enter what (TG-A13, A23 to
A25, A28, A30), so that no card is in it that could never be played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from tabletop_kit.engine.ruling import Json, Ruling
from tabletop_kit.games.tempest.cards import (
    CARD,
    CHANNELLERS,
    FT,
    HOSTS,
    IS_CHARACTER,
    IS_MIRACLE,
    IS_RELIC,
    IS_SPELL,
    IS_TEMPLE,
    OCCUPATION,
    PANTHEON,
    PANTHEONS,
    PRINTED_KEYWORDS,
    SIDED,
    SU,
    TEXT,
    Card,
)
from tabletop_kit.games.tempest.decks import advice_shares, deck_faults
from tabletop_kit.games.tempest.paying import GODS, opposed

Counts = Mapping[Card, int]
"""How often each card is in a deck; cards that are not in it are left out."""
ABOUT = 5.0
"""How many points of a hundred a share may be away from what is advised ("about 25 %")."""


@dataclass(frozen=True, slots=True)
class Advice:
    """Something to be said of a deck: ``key`` is a text under ``building``."""

    kind: Literal["advice", "note"]
    rule: str
    key: str
    facts: Mapping[str, Json] = field(default_factory=dict)


def faults(counts: Counts, loose: bool = False) -> list[Ruling]:
    """Everything for which a deck is refused at set-up, all at once."""
    return deck_faults([TEXT[card] for card in listed(counts)], loose)


def listed(counts: Counts) -> list[Card]:
    """Every card as often as it is in the deck, ascending."""
    return [card for card in sorted(counts) for _ in range(counts[card])]


def advice(counts: Counts, any_pantheon: bool = False) -> list[Advice]:
    """What is to be said of a deck beside its faults.

    ``any_pantheon`` is the option ``ignore_pantheon``, with which A23 to A25 are off.
    """
    if not counts:
        return []
    found = [*_shares(counts), *_pantheons(counts)]
    found += _unsummoned(counts, any_pantheon)
    found += [*_gods(counts), *_spells(counts), *_relics(counts)]
    if not any_pantheon:
        found += [*_doubled(counts), *_closed(counts)]
    return sorted(found, key=lambda one: one.kind)


# -- shares and Pantheons ------------------------------------------------------------------------


def _shares(counts: Counts) -> Iterator[Advice]:
    cards = tuple(listed(counts))
    for su, share, own in advice_shares(cards):
        kind: Literal["advice", "note"] = "note" if abs(own - share) <= ABOUT else "advice"
        key = "share" if kind == "note" else "share-few" if own < share else "share-many"
        number = sum([SU[card] == su for card in cards])
        facts = {"su": su, "count": number, "size": len(cards), "share": share}
        yield Advice(kind, "TG-D3", key, {**facts, "own": f"{own:.0f}"})


def pantheons(counts: Counts) -> list[str]:
    """The Pantheons in a deck, Neutral not among them."""
    own = {PANTHEON[card] for card in counts}
    return [one for one in PANTHEONS if one in own and one != "Neutral"]


def _pantheons(counts: Counts) -> Iterator[Advice]:
    found: list[Json] = [*pantheons(counts)]
    if len(found) > 1:
        yield Advice("advice", "TG-D4", "mixed", {"pantheons": found})


# -- who can summon what -------------------------------------------------------------------------


def pays_for(payer: str, card: str) -> int:
    """How many times its SU a card of one Pantheon costs a payer of another; 0: it may not pay.

    TG-A23 and TG-A24.

    >>> pays_for("Good", "Chaos"), pays_for("Good", "Evil"), pays_for("Neutral", "Evil")
    (2, 0, 1)
    """
    if card != "Neutral" and opposed(card, (payer,)):
        return 0
    return 2 if card == "Chaos" and payer in SIDED else 1


def may_enter(temple: str, card: str) -> bool:
    """Whether a Temple of one Pantheon takes cards of another (TG-A25).

    >>> may_enter("Good", "Neutral"), may_enter("Good", "Chaos")
    (True, False)
    """
    return "Neutral" in (temple, card) or temple == card


def payers(counts: Counts, card: Card) -> list[Card]:
    """The Characters of a deck that could begin to pay for a card, whatever their Pantheon.

    Temples, Miracles, Demi-gods and Deities need a Channeller, Spells a card with Spell Cast
    (TG-A13); for the rest any Character that has FT will do.
    """
    if IS_SPELL[card]:
        return casters(counts)
    channelled = IS_TEMPLE[card] or IS_MIRACLE[card] or OCCUPATION[card] in GODS
    return [
        one
        for one in counts
        if IS_CHARACTER[one]
        and one != card
        and (OCCUPATION[one] in CHANNELLERS if channelled else FT[one] != 0)
    ]


def casters(counts: Counts) -> list[Card]:
    """The cards of a deck that can cast Spells."""
    return [card for card in counts if "spell_cast" in PRINTED_KEYWORDS[card]]


def _unsummoned(counts: Counts, any_pantheon: bool) -> Iterator[Advice]:
    """Cards that nobody in the deck may summon."""
    none: list[Json] = []
    barred: list[Json] = []
    for card in sorted(counts):
        if SU[card] == 0 and IS_CHARACTER[card]:
            continue
        able = payers(counts, card)
        if not able and not IS_SPELL[card]:
            none.append(TEXT[card])
        elif able and not (any_pantheon or _some_may_pay(card, able)):
            barred.append(TEXT[card])
    if none:
        yield Advice("advice", "TG-A13", "no-summoner", {"cards": none, "count": len(none)})
    if barred:
        yield Advice("advice", "TG-A23", "no-payer", {"cards": barred, "count": len(barred)})


def _some_may_pay(card: Card, able: Iterable[Card]) -> bool:
    return any([pays_for(PANTHEON[one], PANTHEON[card]) for one in able])


def _doubled(counts: Counts) -> Iterator[Advice]:
    """Chaos cards in a deck with Good or Evil payers."""
    cards: list[Json] = [
        TEXT[card]
        for card in sorted(counts)
        if PANTHEON[card] == "Chaos"
        and SU[card] != 0
        and any([pays_for(PANTHEON[one], "Chaos") == 2 for one in payers(counts, card)])
    ]
    if cards:
        yield Advice("note", "TG-A24", "doubled", {"cards": cards, "count": len(cards)})


def _gods(counts: Counts) -> Iterator[Advice]:
    """Demi-gods and Deities without a Temple to be summoned in."""
    temples = [card for card in counts if IS_TEMPLE[card]]
    demigods = [card for card in counts if OCCUPATION[card] == "Demi-god"]
    for kind, rule in (("Demi-god", "TG-A30"), ("Deity", "TG-A28")):
        cards: list[Json] = [TEXT[card] for card in sorted(counts) if OCCUPATION[card] == kind]
        if cards and not temples and (kind == "Demi-god" or not demigods):
            yield Advice("advice", rule, "no-temple", {"cards": cards, "count": len(cards)})


def _spells(counts: Counts) -> Iterator[Advice]:
    spells: list[Json] = [TEXT[card] for card in sorted(counts) if IS_SPELL[card]]
    if spells and not casters(counts):
        yield Advice("advice", "TG-A13", "no-caster", {"cards": spells, "count": len(spells)})


def _relics(counts: Counts) -> Iterator[Advice]:
    """Relics that only a Temple holds, in a deck without one."""
    relics: list[Json] = [
        TEXT[card]
        for card in sorted(counts)
        if IS_RELIC[card] and HOSTS[card] == frozenset({"temple"})
    ]
    if relics and not any([IS_TEMPLE[card] for card in counts]):
        yield Advice("advice", "TG-A35", "no-host", {"cards": relics, "count": len(relics)})


# -- who can enter what --------------------------------------------------------------------------


def _closed(counts: Counts) -> Iterator[Advice]:
    """Temples that some Characters of the deck, or all, may not enter."""
    own = {PANTHEON[card] for card in counts if IS_CHARACTER[card]}
    for card in sorted(counts):
        if not IS_TEMPLE[card]:
            continue
        out: list[Json] = [one for one in PANTHEONS if one in own]
        out = [one for one in out if not may_enter(PANTHEON[card], str(one))]
        facts: dict[str, Json] = {"card": TEXT[card], "pantheons": out}
        if out and len(out) == len(own):
            yield Advice("advice", "TG-A25", "closed-to-all", {"card": TEXT[card]})
        elif out:
            yield Advice("note", "TG-A25", "closed-to", facts)


def mix(counts: Counts) -> list[tuple[str, list[int], list[bool]]]:
    """For each Pantheon of a deck's payers: what it pays for each Pantheon, what it may enter.

    Rows in the order of :data:`~tabletop_kit.games.tempest.cards.PANTHEONS`, and so are both lists.
    """
    own = {PANTHEON[card] for card in counts if IS_CHARACTER[card]}
    return [
        (
            one,
            [pays_for(one, other) for other in PANTHEONS],
            [may_enter(other, one) for other in PANTHEONS],
        )
        for one in PANTHEONS
        if one in own
    ]


def read_counts(cards: Mapping[str, int]) -> dict[Card, int]:
    """Cards by their ids as cards; what is not there, or not more than none, is left out."""
    return {CARD[text]: count for text, count in cards.items() if text in CARD and count > 0}
