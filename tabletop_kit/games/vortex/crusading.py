"""A Crusade on the table: what each mode would need and bring, and the comparison made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from tabletop_kit.engine.event import Event
from tabletop_kit.engine.ruling import Seat
from tabletop_kit.engine.scene import Comparison, Contender, Verb, Weighing
from tabletop_kit.engine.text import Texts
from tabletop_kit.games.vortex.cards import (
    CARD,
    COLOUR,
    COLOURS,
    FIRE,
    MODES,
    REASON,
    SWORD,
    WATER,
    Card,
)
from tabletop_kit.games.vortex.figures import (
    KILLING_LEAD,
    Side,
    may_turn_up,
    turned_up,
    widest,
)
from tabletop_kit.games.vortex.moves import Move
from tabletop_kit.games.vortex.outlook import (
    Outlook,
    answers,
    called_off,
    defender_chooses,
    dies_after,
    outlooks,
)
from tabletop_kit.games.vortex.position import Position, controller, unit_at
from tabletop_kit.games.vortex.tokens import SIGNS, card_name

_KEYS = {"reason": "r", "fire": "f", "kill": "k"}
_ATTACKS = {"reason": SIGNS[REASON], "fire": SIGNS[FIRE], "kill": SIGNS[SWORD]}
_DEFENDS = {"reason": SIGNS[REASON], "fire": SIGNS[WATER], "kill": SIGNS[SWORD]}
_GAINS = ("convert", "frighten", "kill")


def weigh_crusade(
    position: Position, seat: Seat, offence: Card, target: Card, texts: Texts
) -> Weighing:
    """The three modes of a Crusade: what is compared, by how much, and what would come of it."""
    told = outlooks(position, seat, offence, target)
    cancelling = called_off(position, target)
    needs = _needs(position, seat, offence, texts)
    offers = tuple(
        [_offer(one, offence, target, cancelling, needs[one.mode], texts) for one in told]
    )
    facts = {"card": card_name(offence, texts), "target": card_name(target, texts)}
    sentences = [texts("table.crusade.which", **facts)]
    sentences += _warnings(position, seat, offence, target, texts)
    return Weighing(" ".join(sentences), offers=offers)


def _offer(
    one: Outlook, offence: Card, target: Card, cancelling: Card | None, needs: str, texts: Texts
) -> Verb:
    """The button of a mode: the figures, the lead and the outcome, or why it is forbidden."""
    move = Move("crusade", (offence, target), -1, one.mode)
    able = bool(one.ruling)
    note = _forecast(one, cancelling, texts) if able else texts.explain(one.ruling)
    good = one.result in _GAINS and not one.own
    tone: Literal["", "good", "bad"] = (
        "bad" if one.own and able else "good" if good and able else ""
    )
    return Verb(
        id=f"crusade-{one.mode}",
        label=texts(f"table.crusade.{one.mode}"),
        move=str(move),
        able=able,
        key=_KEYS[one.mode],
        note=note,
        glyph=_ATTACKS[one.mode],
        aside=needs if able else "",
        tone="" if cancelling is not None else tone,
    )


def _forecast(one: Outlook, cancelling: Card | None, texts: Texts) -> str:
    if cancelling is not None:
        return texts("table.crusade.called-off", card=card_name(cancelling, texts))
    doubt = "?" if one.open_to else ""
    figures = texts("table.crusade.figures", mine=one.verdict.mine, theirs=one.verdict.theirs)
    said = f"{figures}{doubt} · {lead_words(one.verdict.lead, texts)} · {_end(one, texts)}"
    if not one.open_to:
        return said
    others = [end_words(result, own, texts) for result, own in one.open_to]
    return f"{said}; {texts('table.crusade.open', others=', '.join(dict.fromkeys(others)))}"


def _end(one: Outlook, texts: Texts) -> str:
    if one.guard is not None:
        return texts("table.end.guard", card=card_name(one.guard, texts))
    return end_words(one.result, one.own, texts)


def end_words(result: str, own: str, texts: Texts) -> str:
    """What comes of a Crusade in a few words, for the defending and the attacking card."""
    if own and result:
        return texts("table.end.both")
    if own:
        return texts(f"table.end.own-{own}")
    return texts(f"table.end.{result or 'nothing'}")


def lead_words(lead: int, texts: Texts) -> str:
    """By how much the attacking card is ahead or behind."""
    kind = "ahead" if lead > 0 else "behind" if lead < 0 else "equal"
    return texts(f"table.lead.{kind}", number=abs(lead))


def _warnings(
    position: Position, seat: Seat, offence: Card, target: Card, texts: Texts
) -> Iterator[str]:
    """What the figures alone do not tell."""
    defender = controller(position, target)
    assert defender is not None
    unit = unit_at(position.field[defender], target)
    if unit is not None and unit.face_down and may_turn_up(position):
        yield texts("table.crusade.hidden", target=card_name(target, texts))
    for card in answers(position, target):
        yield texts("table.crusade.answer", card=card_name(card, texts), seat=defender)
    if defender_chooses(offence):
        yield texts("table.crusade.chooses", seat=defender)
    if dies_after(offence):
        yield texts("table.crusade.dies", card=card_name(offence, texts))


def _needs(position: Position, seat: Seat, offence: Card, texts: Texts) -> dict[str, str]:
    """Which lead each mode needs."""
    own = unit_at(position.field[seat], offence)
    assert own is not None
    side = Side(seat, turned_up(position, own), "attack")
    told = {}
    for mode in MODES:
        most = widest(position, side, mode)
        kills = most + 1 if position.fire_kills else max(KILLING_LEAD, most + 1)
        told[mode] = texts(f"table.need.{mode}", most=most, kills=kills)
    return told


# -- once it is made -------------------------------------------------------------------------------

_SINCE = ("location", "begun")
"""A comparison is read until the next Location comes."""
_GOOD = ("converted", "killed")


def last_comparison(past: Iterator[Event], seat: Seat | None, texts: Texts) -> Comparison | None:
    """The last comparison of this round, with what came of it; the latest event comes first."""
    later: list[Event] = []
    for event in past:
        if event.kind in _SINCE:
            return None
        if event.kind == "compared":
            return _compared(event, later, seat, texts)
        later.append(event)
    return None


def _compared(event: Event, later: list[Event], seat: Seat | None, texts: Texts) -> Comparison:
    facts = event.facts
    mode, result = facts["mode"], facts["result"]
    protected = [one for one in later if one.kind in ("protected", "spared")]
    names = {"card": card_name(CARD[facts["card"]], texts)}
    names |= {"target": card_name(CARD[facts["target"]], texts)}
    told = texts(f"table.result.{result}", **names)
    if protected:
        told = texts.narrate(protected[-1], seat)
    won = result in _GOOD
    mine = seat is not None and event.seat == seat
    theirs = seat is not None and facts["defender"] == seat
    lost = result in ("attacker-converted", "attacker-killed")
    good, bad = (mine and won) or (theirs and lost), (theirs and won) or (mine and lost)
    return Comparison(
        title=texts("table.compared", mode=texts(f"word.compares.{mode}")),
        one=_contender(CARD[facts["card"]], facts["mine"], _ATTACKS[mode], texts),
        other=_contender(CARD[facts["target"]], facts["theirs"], _DEFENDS[mode], texts),
        lead=lead_words(facts["lead"], texts),
        result=told,
        rule=event.rule,
        tone="good" if good else "bad" if bad else "",
    )


def _contender(card: Card, value: int, glyph: str, texts: Texts) -> Contender:
    return Contender(card_name(card, texts), str(value), glyph, COLOURS[COLOUR[card]])
