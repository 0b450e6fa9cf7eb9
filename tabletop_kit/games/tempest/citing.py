"""Which further rules an event shows at work, besides the one that made it so.

Many rulings never decide anything by themselves: that the seats go round, that control takes a
joined card whole. They apply within something else that happens, and are cited there. Only what
everybody may know is looked at: who reads the rules of an event learns nothing hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.cards import (
    BULLET,
    CARD,
    IS_CHANNELLER,
    IS_MIRACLE,
    IS_SPELL,
    LOCATION,
    OCCUPATION,
    PANTHEON,
    PRINTED_KEYWORDS,
    SIDED,
    STATICS,
    SU,
    Card,
)
from tabletop_kit.games.tempest.citing_cards import (
    KEYWORD_RULES,
    PLACES,
    Citing,
    Facts,
    card_named,
    printed,
)
from tabletop_kit.games.tempest.citing_fights import FIGHTS
from tabletop_kit.games.tempest.names import spot_named
from tabletop_kit.games.tempest.pieces import BATTLEGROUND, HAND, WANDER

if TYPE_CHECKING:
    from tabletop_kit.games.tempest.draft import Draft

WINDOW_RULES = {
    "summon": "TG-W1",
    "spell": "TG-W2",
    "ability": "TG-W3",
    "attack": "TG-W4",
    "fight": "TG-W5",
    "destroy": "TG-W6",
    "open": "TG-W7",
}
"""The rule behind each window."""


def also(draft: Draft, kind: str, rule: str, seat: Seat | None, facts: Facts) -> tuple[str, ...]:
    """The further rules that an event of this kind shows at work, each once."""
    found = list(_ALWAYS.get(kind, ()))
    if kind in _CITING:
        found += _CITING[kind](draft, rule, seat, facts)
    if rule in CARD and kind in _BY_CARDS:
        found += ["TG-B1", *_BY_CARDS[kind]]
    return tuple([one for one in dict.fromkeys(found) if one != rule])


# -- beginning and turns -------------------------------------------------------------------------


def _begun(draft: Draft, _rule: str, _seat: Seat | None, _facts: Facts) -> Iterator[str]:
    chosen = draft.choices
    options = {
        "TG-O8": chosen.ignore_pantheon,
        "TG-O12": bool(chosen.teams),
        "TG-O14": chosen.loose_deck_size,
        "TG-O15": chosen.exhaustion != "none",
    }
    given = [rule for rule, on in options.items() if on]
    yield from given
    if given:
        yield "TG-O17"


def _drew(draft: Draft, rule: str, seat: Seat | None, _facts: Facts) -> Iterator[str]:
    if rule != "TG-C8" or seat is None:
        return
    yield from ("TG-A8", "TG-A12", "TG-C9")
    if len(draft.hands[seat]) > HAND:
        yield from ("TG-X5", "TG-H1")
    if draft.choices.no_discard_step:
        yield from ("TG-O5", "TG-O17")


def _shuffled(draft: Draft, _rule: str, _seat: Seat | None, _facts: Facts) -> Iterator[str]:
    if draft.choices.exhaustion == "reshuffle":
        yield from ("TG-O15", "TG-O17")


# -- coming into play ----------------------------------------------------------------------------


def _plays(draft: Draft, _rule: str, seat: Seat | None, facts: Facts) -> Iterator[str]:
    yield from printed(card_named(facts["card"]))
    if draft.choices.no_su0_limit:
        yield "TG-O3"
    if draft.choices.su0_limit == 1:
        yield "TG-O6"
    if seat is not None and draft.turns[seat] == 1:
        yield "TG-A4"


def _entered(draft: Draft, rule: str, seat: Seat | None, facts: Facts) -> Iterator[str]:
    card = card_named(facts["name"])
    yield from printed(card)
    yield from ("TG-B3", "TG-B5")
    if facts["drained"]:
        yield "TG-L5"
    elif "enters_undrained" not in PRINTED_KEYWORDS[card] and rule != "TG-O11":
        yield "TG-O2" if OCCUPATION[card] == "Priest" else "TG-O1"
    if facts["area"] == WANDER and seat is not None and draft.temples[seat]:
        yield "TG-A20"
    if OCCUPATION[card] == "Deity":
        yield "TG-A31"
        yield from ("TG-A33", "TG-O7") if draft.choices.no_deity_win else ("TG-V1", "TG-A32")


def _temple(_draft: Draft, _rule: str, _seat: Seat | None, facts: Facts) -> Iterator[str]:
    card = card_named(facts["name"])
    yield from printed(card)
    if LOCATION[card] in PLACES:
        yield PLACES[LOCATION[card]]


def _relic(draft: Draft, _rule: str, seat: Seat | None, facts: Facts) -> Iterator[str]:
    card = card_named(facts["name"])
    yield from printed(card)
    if seat is not None and "#" in facts["name"]:
        yield "TG-A36"


def _moved(_draft: Draft, _rule: str, _seat: Seat | None, facts: Facts) -> Iterator[str]:
    if WANDER in (facts["to"], facts["source"]):
        yield "TG-A69"
    if facts["to"] not in (WANDER, BATTLEGROUND):
        yield from ("TG-B10", "TG-T2", "TG-A25")


def _joined(_draft: Draft, _rule: str, _seat: Seat | None, facts: Facts) -> Iterator[str]:
    for name in facts["names"]:
        for keyword in PRINTED_KEYWORDS[card_named(name)]:
            if keyword in ("familiar", "rider", "mount"):
                yield KEYWORD_RULES[keyword]
        if any([static.do == "pack" for static in STATICS[card_named(name)]]):
            yield "TG-K14"


# -- paying --------------------------------------------------------------------------------------


def _summons(draft: Draft, _rule: str, seat: Seat | None, facts: Facts) -> Iterator[str]:
    card, names = card_named(facts["card"]), facts["names"]
    cards = [card_named(name) for name in names]
    pooled = len(names) > 1
    yield from ("TG-A13", "TG-T1", "TG-T4", "TG-B15", "TG-C10")
    if pooled:
        led = IS_CHANNELLER[cards[0]]
        yield from ("TG-A16", "TG-A15") if led else ("TG-A16", "TG-A14", "TG-L4")
    if SU[card] == BULLET:
        yield from ("TG-A26", "TG-B4")
    elif facts["paid"] > SU[card]:
        yield "TG-A18"
    if PANTHEON[card] != "Neutral":
        yield "TG-O8" if draft.choices.ignore_pantheon else "TG-A23"
        if PANTHEON[card] == "Chaos" and SIDED & {PANTHEON[one] for one in cards}:
            yield "TG-A24"
    if IS_MIRACLE[card]:
        yield from ("TG-B13", "TG-A44")
    if facts["at"]:
        yield from ("TG-T5", "TG-T6", "TG-A43")
    yield from _god(draft, card, cards[0], names[0])
    if len(draft.before.pools) > len(draft.pools):
        yield "TG-E9"


def _god(draft: Draft, card: Card, first: Card, name: str) -> Iterator[str]:
    if OCCUPATION[card] not in ("Demi-god", "Deity"):
        return
    yield "TG-A28" if OCCUPATION[card] == "Deity" else "TG-A30"
    if OCCUPATION[first] == "Demi-god":
        yield "TG-A29"
    spot = spot_named(draft, name)
    if draft.choices.deity_from_any_area and spot is not None and spot.area == WANDER:
        yield "TG-O4"
    if draft.choices.unique_gods:
        yield from ("TG-O13", "TG-T3")


def _casts(draft: Draft, _rule: str, _seat: Seat | None, facts: Facts) -> Iterator[str]:
    yield from ("TG-B12", "TG-K11", "TG-A40", "TG-A44", "TG-B15", "TG-C10", "TG-H4")
    if len(facts["names"]) > 1:
        yield "TG-X11"
    if facts["x"]:
        yield "TG-A26"
    if facts["at"]:
        yield from ("TG-T5", "TG-T6", "TG-A43")
    spot = spot_named(draft, facts["names"][0])
    for member in spot.unit.members if spot is not None else ():
        for relic in member.relics if member.name else ():
            if relic.name and any([one.do == "cast_bonus" for one in STATICS[relic.card]]):
                yield "TG-X4"
        if "familiar" in PRINTED_KEYWORDS[member.card]:
            yield "TG-K12"


def _uses(_draft: Draft, rule: str, _seat: Seat | None, _facts: Facts) -> Iterator[str]:
    yield from ("TG-H2", "TG-C10", "TG-B15")
    if rule in ("thief", "false-prophet"):
        yield "TG-P7"
    if rule == "plague-bearer":
        yield from ("TG-P6", "TG-A58")


# -- what effects do -----------------------------------------------------------------------------


def _passed(draft: Draft, _rule: str, _seat: Seat | None, _facts: Facts) -> Iterator[str]:
    yield from (WINDOW_RULES[draft.window], "TG-W8", "TG-A61")


def _resolves(draft: Draft, _rule: str, _seat: Seat | None, facts: Facts) -> Iterator[str]:
    card = card_named(facts["card"])
    yield from ("TG-H4", "TG-A62", WINDOW_RULES["spell"])
    yield from printed(card)
    if IS_SPELL[card] or IS_MIRACLE[card]:
        yield "TG-A42"


def _controlled(draft: Draft, _rule: str, _seat: Seat | None, facts: Facts) -> Iterator[str]:
    yield from ("TG-E6", "TG-A64")
    spot = spot_named(draft, facts["name"])
    if spot is not None and len(spot.unit.members) > 1:
        yield "TG-A65"


def _out(draft: Draft, rule: str, seat: Seat | None, _facts: Facts) -> Iterator[str]:
    yield from ("TG-V2", "TG-A67")
    if rule == "TG-A9" and draft.choices.exhaustion == "lose":
        yield "TG-O15"


def _over(draft: Draft, _rule: str, _seat: Seat | None, facts: Facts) -> Iterator[str]:
    yield {"deity": "TG-V1", "last": "TG-V2"}.get(facts["why"], "TG-A68")
    if draft.choices.teams:
        yield "TG-O12"


_ALWAYS: Mapping[str, tuple[str, ...]] = {
    "begun": ("TG-A2", "TG-A3", "TG-D1", "TG-D2", "TG-D3", "TG-D4", "TG-B16"),
    "turn-began": ("TG-A2", "TG-C2", "TG-C9", "TG-B15"),
    "main-ended": ("TG-C5", "TG-A6", "TG-H3"),
    "discarded": ("TG-A8",),
    "plays": ("TG-A5", "TG-T4"),
    "plays-down": ("TG-A5", "TG-B16", "TG-T2", "TG-A25"),
    "lays-down": ("TG-A5", "TG-B11", "TG-B16", "TG-A35"),
    "temple-entered": ("TG-B10", "TG-A22", "TG-A25"),
    "relic-entered": ("TG-A34", "TG-A35"),
    "revealed": ("TG-B11", "TG-A35", "TG-T1"),
    "moved": ("TG-B6", "TG-A59", "TG-B15", "TG-A7"),
    "powered": ("TG-B4", "TG-A18"),
    "fight-begun": ("TG-F2", "TG-C10"),
    "attack-in-vain": ("TG-F4",),
    "attack-turned": ("TG-E7",),
    "attack-ended": ("TG-E8", "TG-W4"),
    "destroyed": ("TG-A71", "TG-C11"),
    "razed": ("TG-F7", "TG-A37", "TG-A71"),
    "saved": ("TG-E14", "TG-W6"),
    "returned": ("TG-E3", "TG-A38"),
    "recovered": ("TG-E4", "TG-H3"),
    "sent-home": ("TG-E13",),
    "sheltered": ("TG-E13",),
    "relic-taken": ("TG-E15", "TG-P7", "TG-A38"),
    "drained": ("TG-E10",),
    "refreshed": ("TG-E10",),
    "strengthened": ("TG-E11", "TG-W5"),
    "faith-added": ("TG-E9",),
    "faith-stolen": ("TG-E9", "TG-E10"),
    "faith-lost": ("TG-E9",),
    "attached": ("TG-E5", "TG-A42"),
    "cancelled": ("TG-E8", "TG-A63"),
    "no-effect": ("TG-E2", "TG-G4"),
    "formed": ("TG-H5", "TG-A72"),
    "exposed": ("TG-A11",),
    "stays": ("TG-A42",),
    "seal-broken": ("TG-H3",),
    "extra-turn": ("TG-E16",),
    "turned-up": ("TG-L6", "TG-B16"),
}
_BY_CARDS: Mapping[str, tuple[str, ...]] = {
    "destroyed": ("TG-E1", "TG-G2"),
    "razed": ("TG-E1", "TG-E2"),
    "relic-lost": ("TG-E1", "TG-A71"),
    "drew": ("TG-E12",),
    "discarded": ("TG-E12",),
    "entered": ("TG-E4",),
}
"""What is shown besides where a card's text made it happen."""
_CITING: Mapping[str, Citing] = {
    **FIGHTS,
    "begun": _begun,
    "drew": _drew,
    "shuffled": _shuffled,
    "plays": _plays,
    "entered": _entered,
    "temple-entered": _temple,
    "relic-entered": _relic,
    "moved": _moved,
    "joined": _joined,
    "summons": _summons,
    "casts": _casts,
    "uses": _uses,
    "passed": _passed,
    "resolves": _resolves,
    "controlled": _controlled,
    "out": _out,
    "over": _over,
}
