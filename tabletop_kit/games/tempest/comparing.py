"""The last fight, still to be read: who fought whom with which Strengths, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from tabletop_kit.engine.event import Event
from tabletop_kit.engine.ruling import Json, Seat
from tabletop_kit.engine.scene import Comparison, Contender
from tabletop_kit.engine.text import Texts
from tabletop_kit.games.tempest.cards import CARD, PANTHEON
from tabletop_kit.games.tempest.formats import label

_CAME = ("destroyed", "razed", "saved", "returned")
"""What can come of a fight for those who fought."""
_LOST = ("destroyed", "razed")
_MOST_EARLIER = 3
_NEXT = ("fight-begun", "special-attack", "turn-began")
"""What happens from here on has nothing to do with the fight before."""


def last_comparison(past: Iterator[Event], seat: Seat | None, texts: Texts) -> Comparison | None:
    """The last fight of this turn or of the one before; the latest event comes first.

    The other fights of its turn are told with it, so that none passes by unread.
    """
    later: list[Event] = []
    turns = 0
    for event in past:
        if event.kind == "compared":
            earlier = tuple(_earlier(past, seat, texts))
            return _compared(event, later[::-1], earlier, seat, texts)
        turns += event.kind == "turn-began"
        if turns > 1:
            return None
        later.append(event)
    return None


def _earlier(past: Iterator[Event], seat: Seat | None, texts: Texts) -> Iterator[str]:
    """The fights of the same turn before the last one, each in a sentence or two."""
    later: list[Event] = []
    told = 0
    for event in past:
        if event.kind == "turn-began" or told == _MOST_EARLIER:
            return
        if event.kind != "compared":
            later.append(event)
            continue
        names = {*[str(name) for name in event.facts["names"]], str(event.facts["name"])}
        came = [texts.narrate(one, seat) for one in _of_the_fight(later[::-1], names)]
        yield texts("table.fight.earlier", told=" ".join([texts.narrate(event, seat), *came]))
        later.clear()
        told += 1


def _compared(
    event: Event,
    later: Sequence[Event],
    earlier: tuple[str, ...],
    seat: Seat | None,
    texts: Texts,
) -> Comparison:
    facts = event.facts
    attack, defence = int(facts["attack"]), int(facts["defence"])
    names = [str(name) for name in facts["names"]]
    came = list(_of_the_fight(later, {*names, str(facts["name"])}))
    told = " ".join([texts.narrate(one, seat) for one in came])
    return Comparison(
        title=texts("table.fight.last"),
        one=_contender(names, attack, texts),
        other=_contender([str(facts["name"])], defence, texts),
        lead=texts("table.fight.against"),
        result=told or texts(f"table.fight.{_foreseen(attack, defence, len(names) > 1)}"),
        rule=event.rule,
        tone=_tone(came, seat),
        earlier=earlier,
    )


def _of_the_fight(later: Sequence[Event], names: set[str]) -> Iterator[Event]:
    """What came of the fight for those who fought, until something else begins."""
    for event in later:
        if event.kind in _NEXT:
            return
        if event.kind in _CAME and event.facts.get("name") in names:
            yield event


def _foreseen(attack: int, defence: int, pair: bool) -> str:
    """What would come of it, as long as it can still be answered."""
    if attack == defence:
        return "both"
    if attack < defence:
        return "attacker"
    return "pair" if pair else "defender"


def _tone(came: Sequence[Event], seat: Seat | None) -> Literal["", "good", "bad"]:
    """Whether it was good for who looks: only others lost something, or nobody else did."""
    losers = {event.seat for event in came if event.kind in _LOST}
    if seat is None or not losers:
        return ""
    if seat not in losers:
        return "good"
    return "bad" if losers == {seat} else ""


def _contender(names: Sequence[str], value: int, texts: Texts) -> Contender:
    told: list[Json] = list(names)
    pantheon = PANTHEON[CARD[names[0].partition("#")[0]]]
    called = " + ".join([label(texts, name) for name in told])
    return Contender(called, str(value), "hammer", pantheon.lower())
