"""The Pantheon as a shaft, weakest on top, and the gallery of all that can be met in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.engine.scene import Token, Zone
from tabletop_kit.engine.text import Texts
from tabletop_kit.games.tomes.judging import ruling
from tabletop_kit.games.tomes.moves import Recall, Redress
from tabletop_kit.games.tomes.position import (
    DOMINION,
    EMPYREANS,
    ENTITIES,
    RANK,
    STRIKE,
    SUIT,
    TEXT,
    Card,
    Position,
)
from tabletop_kit.games.tomes.tokens import TIERS, card_name, force_name, sign, tier_name

TWELVE = len(ENTITIES)
_ORDER = "JQKE"


def marooned_here(position: Position) -> int:
    """How many of this descent's twelve have been put down at least once."""
    met = len(position.expunged) + len(position.subdued)
    return max(0, min(TWELVE, met - TWELVE * (position.descent - 1 if position.terror else 0)))


def depth(position: Position) -> int:
    """How far down it is, from 0 to 100."""
    before = (TWELVE + 1) * (position.descent - 1) if position.terror else 0
    whole = (TWELVE + 1) * 3 if position.terror else TWELVE
    return min(100, 100 * (before + marooned_here(position)) // whole)


def shaft(position: Position, seat: Seat | None, texts: Texts) -> Zone:
    """The twelve from the weakest down; marooned ones tell how, the face-down ones only a tier."""
    met = (*position.expunged, *position.subdued)
    tokens = sorted(
        [*_fallen(position, seat, texts), *_in_front(position, texts)],
        key=lambda token: _ORDER.index(token[0]),
    )
    return Zone(
        id="pantheon",
        label=texts("table.pantheon"),
        layout="shaft",
        place="side",
        tokens=(*[token for _rank, token in tokens], *_face_down(position, texts)),
        note=_tally(position, texts) if met else texts("table.nobody-down"),
    )


def _tally(position: Position, texts: Texts) -> str:
    return texts("table.tally", expunged=len(position.expunged), subdued=len(position.subdued))


def _fallen(position: Position, seat: Seat | None, texts: Texts) -> Iterator[tuple[str, Token]]:
    """The marooned, with what a Beckon can do about them; with their ranks."""
    if position.descent > 1:
        yield from _of_this_descent(position, texts)
        return
    owing = Counter(position.owed)
    for place, card in enumerate(position.expunged):
        ident = f"down-{TEXT[card]}-{place}"
        recall = Recall(card) if position.beckons and position.seats == 1 else None
        able = _legal(position, seat, recall)
        yield RANK[card], _plaque(ident, card, "expunged", texts, recall, able)
    again = Counter([position.entity]) if _fights_debtor(position) else Counter[Card]()
    for place, card in enumerate(position.subdued):
        if again[card]:
            again[card] -= 1
            continue
        owes = owing[card] > 0
        owing[card] -= 1
        redress = Redress(card) if owes and position.beckons else None
        state = "owed" if owes else "redressed" if position.debts else "subdued"
        able = _legal(position, seat, redress)
        ident = f"down-{TEXT[card]}-s{place}"
        yield RANK[card], _plaque(ident, card, state, texts, redress, able)


def _of_this_descent(position: Position, texts: Texts) -> Iterator[tuple[str, Token]]:
    """Further down in a campaign the lists run on: only how many of each tier fell is told."""
    for place in range(marooned_here(position)):
        card = ENTITIES[place]
        tier = tier_name(card, texts)
        yield (
            RANK[card],
            Token(
                id=f"down-{place}",
                kind="card",
                label=tier,
                shape="card",
                figure=TIERS[RANK[card]],
                name=tier,
                marks=(texts("table.state.down"),),
                dim=True,
            ),
        )


def owed(position: Position, seat: Seat | None, texts: Texts) -> Zone:
    """What a campaign still owes, oldest debt first (TM-23)."""
    return Zone(
        id="owed",
        label=texts("table.owed"),
        layout="spread",
        place="middle",
        tokens=tuple(
            [_debt(position, seat, place, card, texts) for place, card in enumerate(position.owed)]
        ),
    )


def _debt(position: Position, seat: Seat | None, place: int, card: Card, texts: Texts) -> Token:
    move = Redress(card) if position.beckons else None
    able = _legal(position, seat, move)
    return _plaque(f"owed-{place}-{TEXT[card]}", card, "owed", texts, move, able)


def _fights_debtor(position: Position) -> bool:
    """Whether the one in front was Subdued before and is fought again (TM-21)."""
    entity = position.entity
    return position.debts and position.subdued.count(entity) > position.owed.count(entity)


def _legal(position: Position, seat: Seat | None, move: Recall | Redress | None) -> bool:
    return seat is not None and move is not None and bool(ruling(position, seat, move))


def _plaque(
    ident: str,
    card: Card,
    state: str,
    texts: Texts,
    move: Recall | Redress | None = None,
    able: bool = False,
) -> Token:
    said = texts(f"table.state.{state}")
    return Token(
        id=ident,
        kind="card",
        label=card_name(card, texts),
        shape="card",
        face=RANK[card],
        glyph=sign(card),
        name=tier_name(card, texts),
        marks=(said,),
        dim=state in ("subdued", "owed", "redressed"),
        power="off" if state == "expunged" else "",
        move=str(move or ""),
        able=able,
        sure=_sure(move, texts) if able else "",
    )


def _sure(move: Recall | Redress | None, texts: Texts) -> str:
    if move is None:
        return ""
    kind = "recall" if isinstance(move, Recall) else "redress"
    return texts(f"table.sure.{kind}", card=card_name(move.card, texts))


def _in_front(position: Position, texts: Texts) -> Iterator[tuple[str, Token]]:
    if position.entity < 0:
        return
    card = position.entity
    yield (
        RANK[card],
        Token(
            id="in-front",
            kind="card",
            label=card_name(card, texts),
            shape="card",
            face=RANK[card],
            glyph=sign(card),
            figure=TIERS[RANK[card]],
            name=tier_name(card, texts),
            marks=(texts("table.state.front"),),
            turn=False,
        ),
    )


def _face_down(position: Position, texts: Texts) -> Iterator[Token]:
    """Backs by tier: which of a tier lies where, nobody knows (TM-T1)."""
    for place, card in enumerate(position.pantheon):
        depth_of = len(position.pantheon) - place
        yield _back(f"deep-{depth_of}", tier_name(card, texts), texts)
    if position.terror and position.entity not in EMPYREANS and position.phase != "over":
        yield _back("deep-0", texts("word.rank.E"), texts)


@lru_cache(maxsize=1024)
def _back(ident: str, tier: str, texts: Texts) -> Token:
    return Token(
        id=ident,
        kind="card",
        label=texts("table.face-down", tier=tier),
        shape="card",
        hidden=True,
        glyph="sealed",
        name=tier,
    )


def gallery(position: Position, texts: Texts) -> Zone:
    """The twelve and the Empyrean's four faces, with what everybody knows of each."""
    return Zone(
        id="gallery",
        label=texts("table.gallery"),
        layout="gallery",
        place="beside",
        tokens=tuple(
            [_portrait(card, _state(position, card), texts) for card in (*ENTITIES, *EMPYREANS)]
        ),
        note=texts("table.gallery-about"),
    )


@lru_cache(maxsize=1024)
def _portrait(card: Card, state: str, texts: Texts) -> Token:
    force = force_name(SUIT[card], texts)
    facts = {"dominion": DOMINION[card], "strike": STRIKE[card], "force": force}
    return Token(
        id=f"gallery-{TEXT[card]}",
        kind="card",
        label=texts("table.portrait", card=card_name(card, texts), **facts),
        shape="card",
        corner=f"{DOMINION[card]}/{STRIKE[card]}",
        glyph=sign(card),
        figure=TIERS[RANK[card]],
        name=tier_name(card, texts),
        marks=(texts(f"table.state.{state}"),) if state else (),
        dim=state in ("expunged", "subdued", "owed"),
    )


def _state(position: Position, card: Card) -> str:
    if card == position.entity:
        return "front"
    if card in EMPYREANS:
        return "worn" if SUIT[card] in position.worn else ""
    if card in position.owed:
        return "owed"
    if card in position.subdued:
        return "subdued" if not position.debts else "redressed"
    return "expunged" if card in position.expunged else ""
