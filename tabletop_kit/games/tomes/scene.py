"""How Tomes of Power lies on the table: the shaft, the one in front, piles, and hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tabletop_kit.engine.event import Event
from tabletop_kit.engine.ruling import Seat
from tabletop_kit.engine.scene import Counter, Passage, Scene, Token, Verb, Zone
from tabletop_kit.engine.text import Texts
from tabletop_kit.games.tomes.cheapest import cheapest
from tabletop_kit.games.tomes.eyes import Eyes, identified, seen_card
from tabletop_kit.games.tomes.fight import medal_of
from tabletop_kit.games.tomes.judging import ruling
from tabletop_kit.games.tomes.moves import CONCEDE, ECHO, ENDURE, Heretic, Reach
from tabletop_kit.games.tomes.piles import against, gathering, grave, side
from tabletop_kit.games.tomes.position import (
    DOMINION,
    ECHOES,
    HERETIC,
    READINGS,
    STRIKE,
    SUIT,
    TEXT,
    Card,
    Position,
)
from tabletop_kit.games.tomes.rules import marks, prompts
from tabletop_kit.games.tomes.shaft import TWELVE, depth, gallery, marooned_here, owed, shaft
from tabletop_kit.games.tomes.tokens import (
    SIGNS,
    TIERS,
    back_token,
    card_ids,
    card_name,
    force_name,
    sign,
)


def scene(
    position: Position, seat: Seat | None, texts: Texts, events: Sequence[Event] = ()
) -> Scene:
    """The table as ``seat`` sees it: no other hand but what channels open (TM-15, TM-17)."""
    eyes = Eyes(position, seat, texts)
    _follow(eyes, events)
    zones = tuple(_zones(eyes))
    over = position.phase == "over"
    return Scene(
        mood="tomes",
        zones=zones,
        verbs=tuple(_verbs(eyes)) if eyes.asked else (),
        ask=_ask(eyes),
        turn=position.to_act,
        over=over,
        title=_title(position, texts),
        depth=depth(position),
        passages=tuple(eyes.passages),
        weighs=eyes.asked,
    )


def _zones(eyes: Eyes) -> Iterator[Zone]:
    position, seat = eyes.position, eyes.seat
    yield shaft(position, seat, eyes.texts)
    first = 0 if seat is None else seat
    for step in range(position.seats):
        other = (first + step) % position.seats
        if other != seat:
            yield _other_hand(eyes, other)
    yield gathering(eyes)
    yield grave(eyes)
    yield _stage(eyes)
    yield side(eyes)
    if position.terror and position.owed:
        yield owed(position, seat, eyes.texts)
    yield against(eyes)
    if seat is not None:
        yield _own_hand(eyes, seat)
    yield gallery(position, eyes.texts)


def _title(position: Position, texts: Texts) -> str:
    facts = {"count": marooned_here(position), "all": TWELVE}
    if position.terror:
        return texts("table.title-terror", descent=position.descent, **facts)
    if position.rung:
        return texts("table.title-rung", rung=texts(f"choice.rung.{position.rung}.title"), **facts)
    return texts("table.title", **facts)


def _ask(eyes: Eyes) -> str:
    position = eyes.position
    if position.phase == "over":
        return eyes.texts(f"ask.{position.result}")
    (prompt,) = prompts(position)
    return eyes.texts.invite(prompt, eyes.seat)


# -- the one in front ----------------------------------------------------------------------------


def _stage(eyes: Eyes) -> Zone:
    """The entity, its Dominion filling with Ruin, its Strike eaten by Void (TM-T1, TM-11)."""
    position, texts, entity = eyes.position, eyes.texts, eyes.position.entity
    if entity < 0:
        return _end(eyes)
    force = force_name(SUIT[entity], texts)
    domain = "broken" if position.broken else "whole"
    counters = [
        Counter("ruin", texts("table.ruin"), position.ruin, DOMINION[entity], "vessel"),
        Counter("strike", texts("table.strike"), position.strike, STRIKE[entity], "fangs"),
    ]
    if position.withheld:
        counters.append(Counter("withheld", texts("table.withheld"), position.withheld))
    token = Token(
        id=f"entity-{TEXT[entity]}-{len(position.pantheon)}-{len(position.owed)}",
        kind="card",
        label=card_name(entity, texts),
        shape="card",
        glyph=sign(entity),
        figure=TIERS[TEXT[entity][0]],
        name=card_name(entity, texts),
        marks=(texts(f"table.domain.{domain}", force=force),),
        power="off" if position.broken else "",
        came_from="pantheon",
    )
    return Zone(
        id="entity",
        label=texts("table.in-front"),
        layout="stage",
        place="middle",
        tokens=(token,),
        counters=tuple(counters),
        glyph=sign(entity),
    )


def _end(eyes: Eyes) -> Zone:
    """Nobody is in front any more: how the descent ended, with its medal (TM-22, TM-24)."""
    position, texts = eyes.position, eyes.texts
    result = position.result or "lost"
    medal = ""
    if result == "won":
        medal = medal_of(position.seats, position.echoes, len(position.subdued))
    name = texts(f"word.{medal}") if medal else texts(f"table.end.{result}")
    token = Token(
        id="end",
        kind="card",
        label=name,
        shape="card",
        figure=medal or ("sealed" if result == "won" else "ancient"),
        name=name,
        marks=(texts(f"table.end.{result}-mark"),),
    )
    return Zone("entity", texts("table.in-front"), "stage", "middle", tokens=(token,))


# -- hands ---------------------------------------------------------------------------------------


def _reading(position: Position, owner: Seat, texts: Texts) -> tuple[str, str]:
    """The sign and the words of a seat's reading; empty without the edition (TM-19)."""
    if not position.edition:
        return "", ""
    suit = READINGS.index(position.readings[owner])
    return SIGNS[suit], texts("table.reading", force=force_name(suit, texts))


def _own_hand(eyes: Eyes, seat: Seat) -> Zone:
    position, texts = eyes.position, eyes.texts
    hand = position.hands[seat]
    marked = marks(position, seat)
    seen = position.channels if position.seats == 2 else 0
    glyph, note = _reading(position, seat, texts)
    tokens = []
    eyes.own = card_ids(hand, eyes.taken)
    for place, (ident, card) in enumerate(zip(eyes.own, hand, strict=True)):
        said = [texts(f"table.mark.{marked[TEXT[card]]}")] if TEXT[card] in marked else []
        said += [texts("table.mark.seen")] if place < seen else []
        power = {"denied": "off", "latent": "held"}.get(marked.get(TEXT[card], ""), "")
        word = TEXT[card] if eyes.asked else ""
        tokens.append(
            seen_card(eyes, ident, card, seat=seat, word=word, marks=tuple(said), power=power)
        )
    return Zone(
        id=f"hand-{seat}",
        label=texts("table.hand", "you", seat=seat),
        layout="hand",
        place="near",
        seat=seat,
        tokens=tuple(tokens),
        note=note,
        empty=texts("table.hand-empty"),
        glyph=glyph,
    )


def _other_hand(eyes: Eyes, owner: Seat) -> Zone:
    """Backs, and face up the oldest cards that open channels show (TM-17)."""
    position, texts = eyes.position, eyes.texts
    hand = position.hands[owner]
    seen = position.channels if position.seats == 2 and eyes.seat is not None else 0
    tokens = []
    for ident, card in identified(eyes, hand[:seen]):
        move = str(Reach(card)) if eyes.asked else ""
        legal = bool(move) and bool(ruling(position, eyes.seat or 0, Reach(card)))
        facts = {"card": card_name(card, texts), "left": len(hand) - 1, "strike": position.strike}
        sure = texts("table.sure.reach", channels=position.channels - 1, seat=owner, **facts)
        mark = (texts("table.mark.channel"),)
        tokens.append(
            seen_card(
                eyes,
                ident,
                card,
                seat=owner,
                move=move,
                able=legal,
                marks=mark,
                sure=sure if legal else "",
            )
        )
    for place in range(seen, len(hand)):
        tokens.append(back_token(f"back-{owner}-{place}", texts, seat=owner))
    glyph, note = _reading(position, owner, texts)
    endured = [texts("table.endured")] if position.endured[owner] else []
    return Zone(
        id=f"hand-{owner}",
        label=texts("table.hand", "other", seat=owner),
        layout="hand",
        place="far",
        seat=owner,
        tokens=tuple(tokens),
        note=", ".join([*([note] if note else []), *endured]),
        empty=texts("table.hand-empty"),
        glyph=glyph,
    )


# -- what came from where ------------------------------------------------------------------------


def _follow(eyes: Eyes, events: Sequence[Event]) -> None:
    """The last move as glides, in the order of its events: Blood is over before Dream begins."""
    beat = 0
    for event in events:
        seen = event.seen_from(eyes.seat)
        facts, hand = seen.facts, f"hand-{event.seat}"
        if event.kind in ("played", "bound", "ritual", "rite"):
            _came(eyes, facts.get("cards") or [facts["card"]], hand, 0)
            beat = 1
        elif event.kind in ("blood", "broke-stone") and facts["count"]:
            eyes.passages.append(Passage("grave", "gathering", facts["count"], beat))
            beat += 1
        elif event.kind in ("drew", "echo", "mustered"):
            if event.kind == "echo" and facts["buried"]:
                eyes.passages.append(Passage(hand, "grave", facts["buried"], beat))
                beat += 1
            if "cards" in facts:
                _came(eyes, facts["cards"], "gathering", beat)
            elif facts["count"]:
                eyes.passages.append(Passage("gathering", hand, facts["count"], beat))
        elif event.kind == "paid":
            _came(eyes, facts["cards"], hand, 0)


def _came(eyes: Eyes, cards: Sequence[str], source: str, beat: int) -> None:
    for card in cards:
        eyes.came[card] = (source, beat)


# -- what may be said ----------------------------------------------------------------------------


def _verbs(eyes: Eyes) -> Iterator[Verb]:
    position, texts, seat = eyes.position, eyes.texts, eyes.seat or 0
    hand = position.hands[seat]
    if position.phase == "turn":
        most = max(1, len(hand))
        yield Verb("play", texts("table.play"), "play {words}", least=1, most=most, key="p")
        if position.edition:
            rite = texts("table.rite")
            yield Verb(
                "rite", rite, "rite {words}", least=2, most=2, key="r", ordered=True, called=True
            )
        if HERETIC in hand:
            yield from _heretics(position, seat, texts)
        if position.seats > 1:
            yield Verb("endure", texts("table.endure"), "endure", _may(eyes, ENDURE), key="e")
    else:
        yield Verb("pay", texts("table.pay"), "pay {words}", least=1, most=len(hand), key="p")
        picks = tuple(_ids_of(eyes, cheapest(hand, position.due)))
        if picks:
            yield Verb("cheapest", texts("table.cheapest"), "", True, key="c", picks=picks)
    if ECHOES[position.seats]:
        able = _may(eyes, ECHO)
        if able or position.phase == "turn" or position.echoes:
            yield Verb("echo", texts("table.echo"), "echo", able, key="o")
    sure = texts("table.sure.concede")
    yield Verb("concede", texts("table.concede"), str(CONCEDE), True, sure=sure, quiet=True)


def _heretics(position: Position, seat: Seat, texts: Texts) -> Iterator[Verb]:
    for other in range(position.seats):
        own = "you" if other == seat else "other"
        label = texts("table.heretic", own, seat=other)
        key = str(other + 1)
        yield Verb(f"heretic-{other}", label, str(Heretic(other)), True, key=key, called=True)


def _may(eyes: Eyes, move: object) -> bool:
    return bool(ruling(eyes.position, eyes.seat or 0, move))  # type: ignore[arg-type]


def _ids_of(eyes: Eyes, cards: Sequence[Card]) -> Iterator[str]:
    """The ids that these cards have in one's own hand."""
    left = list(cards)
    hand = eyes.position.hands[eyes.seat or 0]
    for card, ident in zip(hand, eyes.own, strict=True):
        if card in left:
            left.remove(card)
            yield ident
