"""What a selection would do, told before anything is committed, with the moves it can mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.engine.scene import Part, Verb, Weighing
from tabletop_kit.engine.text import Texts
from tabletop_kit.games.vortex.cards import (
    ATTRIBUTES,
    IS_DEVOTEE,
    IS_FRENZY,
    TEXT,
    Card,
)
from tabletop_kit.games.vortex.crusading import weigh_crusade
from tabletop_kit.games.vortex.invoking import OBJECT, contradicted
from tabletop_kit.games.vortex.judging import ruling
from tabletop_kit.games.vortex.legal import placed_face_up
from tabletop_kit.games.vortex.moves import NOWHERE, Move
from tabletop_kit.games.vortex.offers import (
    Meaning,
    Selection,
    meaning,
    needed,
    read_selection,
    tried,
)
from tabletop_kit.games.vortex.position import Position, Unit, most_in_play, unit_at
from tabletop_kit.games.vortex.tokens import SIGNS, card_name, standing


def weigh(position: Position, seat: Seat, words: Sequence[str], texts: Texts) -> Weighing | None:
    """What the things with these words would do; ``None`` where nothing is to be put together."""
    if position.phase == "choice":
        return _discards(position, seat, words, texts)
    asked = position.to_act == seat
    if position.phase == "refill":
        asked = position.sealed[seat] is None
    chosen = read_selection(position, seat, words) if asked else None
    if chosen is None or not words or position.phase == "over":
        return None
    if position.phase == "turn" and len(words) == 2 and chosen.own and chosen.theirs:
        return weigh_crusade(position, seat, chosen.own[0], chosen.theirs[0], texts)
    if position.phase == "refill":
        found = tuple([one for one in tried(position, seat, chosen) if ruling(position, seat, one)])
        told = Meaning(found, ())
    else:
        told = meaning(position, seat, chosen)
    if told.whole or told.further:
        return _promised(position, seat, chosen, told, texts)
    return _refused(position, seat, chosen, texts)


def _refused(position: Position, seat: Seat, chosen: Selection, texts: Texts) -> Weighing | None:
    """Why none of what a selection could be meant as is allowed."""
    for move in tried(position, seat, chosen):
        verdict = ruling(position, seat, move)
        if not verdict:
            return Weighing(texts.explain(verdict, seat), rule=verdict.rule)
    return Weighing(texts("table.weigh.nothing"))


def _discards(
    position: Position, seat: Seat, words: Sequence[str], texts: Texts
) -> Weighing | None:
    """A choice of several cards of the hand: how many are still to be chosen."""
    asked = position.asked
    if asked is None or asked.seat != seat or asked.kind != "discard":
        return None
    lacking = asked.number - len(words)
    if lacking > 0:
        return Weighing(texts("table.weigh.lacking", count=lacking))
    chosen = read_selection(position, seat, words)
    if chosen is None or lacking < 0:
        return None
    move = Move("choose", tuple(sorted(chosen.hand)))
    label = texts("table.offer.discard", count=len(words))
    offer = Verb("choose", label, str(move), bool(ruling(position, seat, move)), key="d")
    return Weighing(texts("table.weigh.discard", cards=_names(move.cards, texts)), offers=(offer,))


# -- what it would be ------------------------------------------------------------------------------


def _promised(
    position: Position, seat: Seat, chosen: Selection, told: Meaning, texts: Texts
) -> Weighing:
    offers = [_offer(position, seat, move, number, texts) for number, move in enumerate(told.whole)]
    offers += list(_barred(position, seat, chosen, told, texts))
    parts = tuple(_parts(position, seat, told.whole[0], texts)) if told.whole else ()
    return Weighing(_sentence(position, chosen, told, texts), parts, offers=tuple(offers))


def _barred(
    position: Position, seat: Seat, chosen: Selection, told: Meaning, texts: Texts
) -> Iterator[Verb]:
    """A Reinforcement that was surely meant and is not allowed: it stands there, and says why."""
    devotees = chosen.hand and all(IS_DEVOTEE[card] for card in chosen.hand)
    if position.phase != "turn" or chosen.own or chosen.attached or not devotees or told.whole:
        return
    move = Move("reinforce", tuple(sorted(chosen.hand)))
    verdict = ruling(position, seat, move)
    if not verdict:
        note = texts.explain(verdict, seat)
        yield Verb("reinforce", texts("table.offer.reinforce"), str(move), key="r", note=note)


def _offer(position: Position, seat: Seat, move: Move, number: int, texts: Texts) -> Verb:
    """The button of a legal move."""
    kind, facts = _kind(position, move, texts)
    label = texts(f"table.offer.{kind}", count=len(move.cards), **facts)
    note = ""
    if move.sacrifice != NOWHERE:
        note = texts("table.offer.sacrifice", card=card_name(move.sacrifice, texts))
    elif move.verb == "frenzy" and move.word != "discard":
        bluffs = [card for card in _laid(move) if not IS_FRENZY[card]]
        note = texts("table.offer.bluff", cards=_names(bluffs, texts)) if bluffs else ""
    ident = move.verb if number == 0 else f"{move.verb}-{number}"
    key = {"discard": "d", "frenzy": "f", "withdraw": "w"}.get(move.verb, "r") if not number else ""
    return Verb(ident, label, str(move), True, key=key, note=note)


def _laid(move: Move) -> tuple[Card, ...]:
    """The cards of the hand that a Frenzy action lays down."""
    return move.cards[1::2]


def _kind(position: Position, move: Move, texts: Texts) -> tuple[str, dict[str, str]]:
    if move.verb == "rogation":
        return _kind_of_rogation(move, texts)
    if move.verb == "withdraw" and move.word == "hand":
        return "withdraw-hand", {}
    if move.verb != "frenzy":
        return move.verb, {}
    if move.word == "discard":
        return "discard-attached", {}
    if len(move.cards) == 4:
        pairs = [f"{card_name(card, texts)}" for card in move.cards]
        return "two-places", dict(zip(("one", "first", "other", "second"), pairs, strict=True))
    if move.place != NOWHERE:
        return "replace", {}
    return "attach-open" if placed_face_up(position, move.cards[0]) else "attach", {}


def _kind_of_rogation(move: Move, texts: Texts) -> tuple[str, dict[str, str]]:
    kind = OBJECT[move.cards[0]]
    if kind == "colour":
        return "with", {"colour": texts(f"word.colour.{move.word}")}
    if kind == "pile":
        return "take", {"card": card_name(move.cards[1], texts)}
    return "play", {"card": card_name(move.cards[0], texts)}


def _names(cards: Sequence[Card], texts: Texts) -> str:
    return ", ".join([card_name(card, texts) for card in cards])


def _parts(position: Position, seat: Seat, move: Move, texts: Texts) -> Iterator[Part]:
    """What a legal move changes in numbers."""
    count, most = len(position.field[seat]), most_in_play(position, seat)
    if move.verb in ("reinforce", "withdraw"):
        after = count + len(move.cards) * (1 if move.verb == "reinforce" else -1)
        yield Part(texts("table.part.in-play"), f"{count} → {after} / {most}")
    elif move.verb == "frenzy" and len(move.cards) == 2:
        yield from _figures_then(position, seat, move, texts)
    elif move.verb == "discard":
        left = len(position.hands[seat]) - len(move.cards)
        yield Part(texts("table.part.hand"), f"{left + len(move.cards)} → {left}")


def _figures_then(position: Position, seat: Seat, move: Move, texts: Texts) -> Iterator[Part]:
    """The figures of the bearer once this Frenzy has been turned up."""
    bearer, card = move.cards
    unit = unit_at(position.field[seat], bearer)
    if unit is None or not IS_FRENZY[card]:
        return
    kept = [code for place, code in enumerate(unit.attached) if place != move.place]
    then = Unit(bearer, (*kept, 2 * card + 1))
    now, later = standing(position, seat, unit), standing(position, seat, then)
    for attribute, name in enumerate(ATTRIBUTES):
        old = _range(now[0][attribute], now[1][attribute])
        new = _range(later[0][attribute], later[1][attribute])
        if old != new:
            yield Part(texts(f"word.attribute.{name}"), f"{old} → {new}", SIGNS[attribute])


def _range(one: int, other: int) -> str:
    return str(one) if one == other else f"{one}/{other}"


def _sentence(position: Position, chosen: Selection, told: Meaning, texts: Texts) -> str:
    """What the selection is, or what is still to be chosen."""
    if position.phase == "window":
        return _sentence_of_window(position, chosen, told, texts)
    names = {"cards": _names((*chosen.hand, *chosen.own), texts)}
    if told.whole:
        move = told.whole[0]
        kind = move.verb
        if kind == "frenzy":
            kind = "discard-attached" if move.word else "replace" if move.place >= 0 else "attach"
            kind = "two-places" if len(move.cards) == 4 else kind
            names["bearer"] = card_name(move.cards[0], texts)
            names["cards"] = _names(_laid(move), texts)
        if kind in ("reinforce", "withdraw") and told.further:
            kind = f"{kind}-or"
        return texts(f"table.weigh.{kind}", **names)
    if chosen.attached:
        return texts("table.weigh.choose-replacement")
    if chosen.theirs:
        return texts("table.weigh.choose-attacker", card=_names(chosen.theirs, texts))
    if chosen.hand:
        return texts("table.weigh.choose-bearer", **names)
    verbs = {move.verb for move in told.further}
    kind = "both" if {"crusade", "frenzy"} <= verbs else verbs.pop()
    return texts(f"table.weigh.unit-{kind}", **names)


def _sentence_of_window(position: Position, chosen: Selection, told: Meaning, texts: Texts) -> str:
    """What a Rogation would do, or what it still needs."""
    card = (*told.whole, *told.further)[0].cards[0]
    if TEXT[card] not in chosen.words:
        return texts("table.weigh.choose-rogation")
    facts = {"card": card_name(card, texts), "location": card_name(position.location, texts)}
    kind = OBJECT[card]
    if told.whole:
        key = f"which-{kind}" if kind in ("pile", "colour") else "play"
    elif contradicted(position, card) and _lacks_sacrifice(chosen, told):
        key = "choose-sacrifice"
    else:
        key = f"choose-{kind}"
    return texts(f"table.weigh.{key}", **facts)


def _lacks_sacrifice(chosen: Selection, told: Meaning) -> bool:
    """Whether nothing but the sacrifice is missing."""
    words = sorted(chosen.words)
    bare = [needed(move._replace(sacrifice=NOWHERE)) for move in told.further]
    return any([sorted(one) == words for one in bare])
