"""Which further rules an event shows at work, besides the one that made it so.

Many rulings never decide anything by themselves: that a Frenzy stays, that a round has three
phases, that halves are kept. They apply within something else that happens, and are cited there.
Only what everybody may know is looked at: who reads the rules of an event learns nothing hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, TypeAlias

from tabletop_kit.engine.ruling import Json, Seat
from tabletop_kit.games.vortex.cards import (
    ATTRIBUTES,
    CARD,
    COLOUR,
    COLOURS,
    EFFECTS,
    IS_DEVOTEE,
    IS_FRENZY,
    IS_LOCATION,
    LASTS,
    NEEDS,
    PRINTED,
    RED,
    TEXT,
    Card,
    by_card,
)

if TYPE_CHECKING:
    from tabletop_kit.games.vortex.draft import Draft
    from tabletop_kit.games.vortex.position import Unit

Facts: TypeAlias = Mapping[str, Json]
Citing: TypeAlias = Callable[["Draft", str, "Seat | None", Facts], Iterator[str]]

_COMPARED = {"reason": ("reason", "reason"), "fire": ("fire", "water"), "kill": ("sword", "sword")}
_COMPARES, _WINDOWS, _LIMITS = by_card("compare"), by_card("window"), by_card("limit")
_FORBIDS, _REQUIRES, _EXTRAS = by_card("forbid"), by_card("require"), by_card("extra_action")

_AFTERWARDS = (
    *("on_converted", "on_killed", "on_convert", "on_kill", "on_any_kill", "on_any_killed"),
    *("on_repel", "after_crusade"),
)


def _acts(card: Card, *whens: str) -> bool:
    return any(effect.when in whens for effect in EFFECTS[card])


def _set_off_by(card: Card) -> tuple[str, ...]:
    """What is shown by something that a card does of itself: after a Crusade, once a Rogation has
    been carried out, or at once when a Location is revealed."""
    if IS_LOCATION[card] and _acts(card, "now"):
        return ("VX-D14", "VX-R48")
    return ("VX-D13",) if _acts(card, "on_rogation") else ("VX-D4",) * _acts(card, *_AFTERWARDS)


def also(draft: Draft, kind: str, rule: str, seat: Seat | None, facts: Facts) -> tuple[str, ...]:
    """The further rules that an event of this kind shows at work, each once."""
    found = _SET_OFF_BY.get(rule, ()) if kind in _SET_OFF else ()
    for citing in _CITING.get(kind, ()):
        found = (*found, *citing(draft, rule, seat, facts))
    return tuple([one for one in dict.fromkeys(found) if one != rule]) if found else ()


_SET_OFF_BY = {TEXT[card]: _set_off_by(card) for card in range(len(TEXT))}
_SET_OFF = frozenset({"drew", "discarded", "recalled", "kept", "turned-up", "stripped", "killed"})
"""The kinds of events that a card's text makes happen."""


# -- beginning, rounds, the end --------------------------------------------------------------------


def _beginning(draft: Draft, _rule: str, _seat: Seat | None, _facts: Facts) -> Iterator[str]:
    yield from ("VX-T1", "VX-R63")
    for given, ruling in (
        (draft.seats < len(COLOURS), "VX-R59"),
        (RED not in draft.colours, "VX-R56"),
        (draft.plain_locations, "VX-R60"),
        (draft.no_rogations, "VX-R61"),
        (draft.no_red, "VX-R62"),
        (draft.length < 48, "VX-R64"),
    ):
        if given:
            yield ruling


def _round(draft: Draft, _rule: str, _seat: Seat | None, _facts: Facts) -> Iterator[str]:
    yield "VX-T2"
    if draft.seats < len(COLOURS):
        yield "VX-R59"
    if draft.plain_locations and EFFECTS[draft.location]:
        yield "VX-R60"
    if not draft.locations:
        yield "VX-R58"


def _end(draft: Draft, _rule: str, _seat: Seat | None, facts: Facts) -> Iterator[str]:
    yield "VX-R49"
    if len(facts["winners"]) > 1:
        yield "VX-R57"
    if any(points % 1 for points in facts["points"]):
        yield "VX-R55"
    dead = {COLOUR[card] for card in draft.vortex if IS_DEVOTEE[card]}
    if RED not in draft.colours:
        yield "VX-R56"
        return
    if dead - {RED}:
        yield "VX-R53"
    if RED in dead:
        yield "VX-R54"


# -- attached cards --------------------------------------------------------------------------------


def _unseen(_draft: Draft, _rule: str, _seat: Seat | None, _facts: Facts) -> Iterator[str]:
    yield "VX-R23"


def _duty_waits(draft: Draft, _rule: str, seat: Seat | None, _facts: Facts) -> Iterator[str]:
    """An extra Frenzy action of one whom a card compels (VX-D10)."""
    own = draft.field[seat] if seat is not None and _EXTRAS[draft.site] else ()
    if any(_REQUIRES[unit.card] for unit in own):
        yield "VX-D10"


def _bluffs(_draft: Draft, _rule: str, _seat: Seat | None, facts: Facts) -> Iterator[str]:
    """Cards that all see now, and that are no Frenzies."""
    shown = _shown_cards(facts)
    if not all(IS_FRENZY[card] for card in shown):
        yield "VX-R21"
    if any(IS_DEVOTEE[card] for card in shown):
        yield "VX-R22"


def _open_bluffs(_draft: Draft, _rule: str, _seat: Seat | None, facts: Facts) -> Iterator[str]:
    if not all(IS_FRENZY[card] for card in _shown_cards(facts)):
        yield "VX-R20"


def _shown_cards(facts: Facts) -> list[Card]:
    return [CARD[one] for one in facts.get("cards", (facts.get("attached"),))]


def _left_behind(draft: Draft, _rule: str, _seat: Seat | None, _facts: Facts) -> Iterator[str]:
    """What was attached to a card that has just been taken out of play."""
    if draft.log and draft.log[-1].kind == "recalled":
        yield "VX-R25"


# -- Crusades --------------------------------------------------------------------------------------


def _unit(draft: Draft, text: str) -> Unit | None:
    card = CARD[text]
    return next((unit for field in draft.field for unit in field if unit.card == card), None)


def _declared(draft: Draft, _rule: str, _seat: Seat | None, facts: Facts) -> Iterator[str]:
    both = [unit for unit in (_unit(draft, facts["card"]), _unit(draft, facts["target"])) if unit]
    if any(unit.card in draft.engaged for unit in both):
        yield "VX-R15"
    open_ones = [code >> 1 for unit in both for code in unit.attached if code & 1]
    if any(IS_FRENZY[card] for card in open_ones):
        yield "VX-R17"
    if not all(IS_FRENZY[card] for card in open_ones):
        yield "VX-R20"
    if any(_FORBIDS[code >> 1] for code in both[-1].attached if code & 1):
        yield "VX-D8"
    if draft.plain_locations and EFFECTS[draft.location]:
        yield "VX-R60"


def _compared(draft: Draft, _rule: str, _seat: Seat | None, facts: Facts) -> Iterator[str]:
    mode, engaged = facts["mode"], (CARD[facts["card"]], CARD[facts["target"]])
    if mode == "fire":
        yield "VX-R7"
    names = zip(engaged, _COMPARED[mode], (facts["mine"], facts["theirs"]), strict=True)
    if any(PRINTED[card][ATTRIBUTES.index(name)] != figure for card, name, figure in names):
        yield "VX-R13"
    site = [one for one in _COMPARES[draft.site] if one.mode == mode]
    own = [one for card in engaged for one in _COMPARES[card] if one.mode == mode]
    if (site and own) or _wide(draft, engaged, mode) > 1:
        yield "VX-D9"


def _wide(draft: Draft, engaged: tuple[Card, Card], mode: str) -> int:
    """How many texts in this comparison widen the lead that converts."""
    units = [unit for unit in (_unit(draft, TEXT[card]) for card in engaged) if unit]
    cards = [*engaged, *[code >> 1 for unit in units for code in unit.attached if code & 1]]
    return sum([one.mode == mode for card in (draft.site, *cards) for one in _WINDOWS[card]])


def _taken(_draft: Draft, rule: str, seat: Seat | None, facts: Facts) -> Iterator[str]:
    """A card has changed hands; ``seat`` has it now."""
    if rule in CARD:
        yield from ("VX-D5", "VX-T4")


def _won_back(ruling: str) -> Citing:
    """One's own colour is won back by this ruling, another's convert is converted on by R50."""

    def citing(draft: Draft, _rule: str, seat: Seat | None, facts: Facts) -> Iterator[str]:
        colour = COLOUR[CARD[facts["card"]]]
        if seat is not None and colour == draft.colours[seat]:
            yield ruling
        elif colour != draft.colours[facts["victim"]]:
            yield "VX-R50"

    return citing


def _died(draft: Draft, _rule: str, _seat: Seat | None, _facts: Facts) -> Iterator[str]:
    if RED not in draft.colours:
        yield "VX-R56"


def _elsewhere(_draft: Draft, _rule: str, _seat: Seat | None, _facts: Facts) -> Iterator[str]:
    yield "VX-T4"


# -- Reinforcing and Refill ------------------------------------------------------------------------


def _placed(draft: Draft, rule: str, _seat: Seat | None, facts: Facts) -> Iterator[str]:
    if any(_acts(CARD[one], "on_enter") for one in facts["cards"]):
        yield "VX-D12"
    site = (*_REQUIRES[draft.site], *_EXTRAS[draft.site], *_LIMITS[draft.site])
    if rule == "VX-R29" and site:
        yield "VX-R46"


def _drew(draft: Draft, rule: str, _seat: Seat | None, _facts: Facts) -> Iterator[str]:
    if draft.phase == "refill":
        yield from ("VX-R33", "VX-D11")
        limits = [effect for one in draft.rogations for effect in _LIMITS[one.card]]
        limits += _LIMITS[draft.site]
        if len({effect.value for effect in limits if effect.key == "refill_to"}) > 1:
            yield "VX-T3"


# -- Rogations -------------------------------------------------------------------------------------


def _rogation(draft: Draft, _rule: str, seat: Seat | None, facts: Facts) -> Iterator[str]:
    card = CARD[facts["card"]]
    yield "VX-R39"
    if seat is not None and draft.order.index(seat):
        yield "VX-R40"
    if NEEDS[card][0] in ("fewer", "more"):
        yield "VX-D7"
        if draft.seats < len(COLOURS):
            yield "VX-R59"
    if LASTS[card] == "immediate":
        yield "VX-R47"
        if all(effect.op == "draw" for effect in EFFECTS[card]):
            yield "VX-D15"


def _sacrificed(draft: Draft, _rule: str, _seat: Seat | None, facts: Facts) -> Iterator[str]:
    yield from ("VX-T3", "VX-D13")
    if RED in draft.colours and COLOUR[CARD[facts["card"]]] != RED:
        yield "VX-R53"


def _shown(_draft: Draft, _rule: str, _seat: Seat | None, _facts: Facts) -> Iterator[str]:
    yield "VX-R37"


def _used_up(_draft: Draft, rule: str, _seat: Seat | None, _facts: Facts) -> Iterator[str]:
    yield "VX-R47"
    if rule in CARD:
        yield "VX-D3"


_CITING: Mapping[str, tuple[Citing, ...]] = {
    "begun": (_beginning,),
    "location": (_round,),
    "over": (_end,),
    "attached": (_unseen, _duty_waits),
    "attached-frenzy": (_duty_waits,),
    "attached-bluff": (_bluffs, _open_bluffs, _duty_waits),
    "turned-up": (_bluffs, _open_bluffs),
    "stripped": (_bluffs, _open_bluffs),
    "shed": (_left_behind, _bluffs),
    "looted": (_bluffs, _elsewhere),
    "declared": (_declared,),
    "compared": (_compared,),
    "converted": (_taken, _won_back("VX-R51")),
    "frightened": (_taken, _won_back("VX-R52")),
    "killed": (_died,),
    "rescued": (_elsewhere,),
    "spared": (_elsewhere,),
    "placed": (_placed,),
    "drew": (_drew,),
    "rogation": (_rogation,),
    "sacrificed": (_sacrificed,),
    "shown": (_shown,),
    "served": (_used_up,),
    "rogation-ended": (_used_up,),
}
"""What is looked at for each kind of event."""
