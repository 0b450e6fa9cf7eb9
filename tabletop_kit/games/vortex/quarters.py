"""The quarters of the table: for each seat its field, its piles and its points."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.engine.scene import Counter, Place, Token, Zone
from tabletop_kit.games.vortex.cards import TEXT, Cards
from tabletop_kit.games.vortex.eyes import Eyes, card_ids
from tabletop_kit.games.vortex.position import (
    Unit,
    colour_name,
    half_points,
    limit,
    most_in_play,
)
from tabletop_kit.games.vortex.tokens import (
    SECTS,
    attached_token,
    card_name,
    colour_word,
    hand_token,
    unit_token,
)

PLACES: dict[int, tuple[Place, ...]] = {
    2: ("near", "far"),
    3: ("near", "left", "right"),
    4: ("near", "left", "far", "right"),
}
"""Where the players sit, from the one who looks on, by how many there are."""
RIVALS = "rivals"
"""The group of all fields of others: a Crusade has one target."""


def quarters(eyes: Eyes) -> Iterator[Zone]:
    """Every seat's field and piles, from the one who looks on."""
    position, points = eyes.position, half_points(eyes.position)
    for step, place in enumerate(PLACES[position.seats]):
        owner = (eyes.first + step) % position.seats
        yield _field(eyes, owner, place, points[owner])
        yield _piles(eyes, owner, place)


# -- the field -------------------------------------------------------------------------------------


def _field(eyes: Eyes, owner: Seat, place: Place, half_points: int) -> Zone:
    position, texts = eyes.position, eyes.texts
    own = owner == eyes.seat
    colour = position.colours[owner]
    tokens: list[Token] = []
    for unit in position.field[owner]:
        tokens += _unit(eyes, owner, unit)
    return Zone(
        id=f"field-{owner}",
        label=texts("table.seat", seat=owner, colour=colour_word(colour, texts)),
        layout="field",
        place=place,
        seat=owner,
        tokens=tuple(tokens),
        counters=(_points(eyes, owner, half_points),),
        note=_turn_note(eyes, owner),
        empty=texts("table.field-empty"),
        glyph=SECTS[colour],
        badge=texts("table.place", number=position.order.index(owner) + 1),
        turn=position.to_act == owner,
        tint=colour_name(position, owner),
        most=_most(eyes, own),
        group="" if own else RIVALS,
    )


def _most(eyes: Eyes, own: bool) -> int:
    """How many cards of a field can be selected at once."""
    position = eyes.position
    if position.phase != "turn" or eyes.seat is None:
        return 0
    if not own:
        return 1
    full = len(position.field[eyes.seat]) >= most_in_play(position, eyes.seat)
    return 2 if full or limit(position, "frenzy_places", 1) > 1 else 1


def _points(eyes: Eyes, owner: Seat, half: int) -> Counter:
    shown = eyes.texts("word.half", whole=half // 2) if half % 2 else ""
    label = eyes.texts("table.points", count=half / 2)
    return Counter(f"points-{owner}", label, half // 2, shown=shown)


def _turn_note(eyes: Eyes, owner: Seat) -> str:
    position, texts = eyes.position, eyes.texts
    if position.phase == "refill":
        open_still = position.sealed[owner] is None
        return texts("table.note.choosing" if open_still else "table.note.chosen")
    if position.phase == "turn" and position.to_act == owner:
        return texts("table.note.turn")
    return texts("table.note.acted" if position.acted[owner] else "table.note.waits")


def _unit(eyes: Eyes, owner: Seat, unit: Unit) -> Iterator[Token]:
    position, texts = eyes.position, eyes.texts
    text = TEXT[unit.card]
    yield unit_token(position, owner, unit, texts, **_touch(eyes, text), **_origin(eyes, text))
    for place, code in enumerate(unit.attached):
        word = f"{text}/{place}"
        own = owner == eyes.seat
        touch = _touch(eyes, word, own or position.phase == "window")
        yield attached_token(unit.card, place, code, own, texts, **touch, **_origin(eyes, word))


def _touch(eyes: Eyes, word: str, selects: bool = True) -> dict[str, object]:
    """What touching a thing of this word does: it answers, or it is selected."""
    if word in eyes.moves:
        return {"move": eyes.moves[word], "able": True}
    return {"word": word} if selects and eyes.selecting and eyes.position.phase != "refill" else {}


def _origin(eyes: Eyes, ident: str) -> dict[str, object]:
    source, beat = eyes.came.get(ident, ("", 0))
    return {"came_from": source, "beat": beat} if source else {}


# -- the piles -------------------------------------------------------------------------------------


def _piles(eyes: Eyes, owner: Seat, place: Place) -> Zone:
    """How many cards lie where; what lies open can be read."""
    position, texts = eyes.position, eyes.texts
    tokens = []
    if owner != eyes.seat:
        count = len(position.hands[owner])
        tokens.append(_closed(eyes, owner, "hand", count))
    tokens.append(_closed(eyes, owner, "draw", len(position.draw[owner])))
    tokens.append(_open(eyes, owner, "discard", position.discard[owner]))
    tokens.append(_open(eyes, owner, "fearful", position.fearful[owner]))
    if position.bonus[owner]:
        tokens.append(_closed(eyes, owner, "bonus", position.bonus[owner]))
    return Zone(
        id=f"piles-{owner}",
        label=texts("table.piles", "you" if owner == eyes.seat else "other", seat=owner),
        layout="chips",
        place=place,
        seat=owner,
        tokens=tuple(tokens),
        tint=colour_name(position, owner),
    )


def _closed(eyes: Eyes, owner: Seat, kind: str, count: int) -> Token:
    texts = eyes.texts
    return Token(
        id=f"{kind}-{owner}",
        kind="marker",
        label=texts(f"table.pile.{kind}.label", number=count),
        shape="chip",
        face=str(count),
        name=texts(f"table.pile.{kind}.name"),
        seat=owner,
        text=texts(f"table.pile.{kind}.text", number=count, seat=owner),
        glyph="whirl" if kind in ("hand", "draw") else "",
    )


def _open(eyes: Eyes, owner: Seat, kind: str, cards: Cards) -> Token:
    return open_pile(eyes, f"{kind}-{owner}", kind, cards, owner)


def open_pile(eyes: Eyes, ident: str, kind: str, cards: Cards, owner: Seat | None = None) -> Token:
    """A pile that everybody may look through: how many, and every name when it is read."""
    texts = eyes.texts
    names = [card_name(card, texts) for card in sorted(cards)]
    listed = ", ".join(
        [f"{name} × 2" if names.count(name) > 1 else name for name in dict.fromkeys(names)]
    )
    return Token(
        id=ident,
        kind="marker",
        label=texts(f"table.pile.{kind}.label", number=len(cards)),
        shape="chip",
        face=str(len(cards)),
        name=texts(f"table.pile.{kind}.name"),
        seat=owner,
        text=listed or texts("table.pile-empty"),
    )


# -- the hand --------------------------------------------------------------------------------------


def own_hand(eyes: Eyes, seat: Seat) -> Zone:
    """One's own hand, every kind of card face up."""
    position, texts = eyes.position, eyes.texts
    hand = position.hands[seat]
    tokens = []
    for ident, card in zip(card_ids(hand), hand, strict=True):
        word = TEXT[card]
        touch: dict[str, object] = {}
        if word in eyes.moves:
            touch = {"move": eyes.moves[word], "able": True}
        elif eyes.asked and (eyes.selecting or _discards(eyes)):
            touch = {"word": word}
        origin = _origin(eyes, ident) or _origin(eyes, word)
        tokens.append(hand_token(ident, card, texts, seat=seat, **touch, **origin))
    return Zone(
        id=f"hand-{seat}",
        label=texts("table.hand", count=len(hand)),
        layout="hand",
        place="near",
        seat=seat,
        tokens=tuple(tokens),
        note=_hand_note(eyes, seat),
        empty=texts("table.hand-empty"),
        most=_hand_most(eyes),
    )


def _discards(eyes: Eyes) -> bool:
    asked = eyes.position.asked
    return asked is not None and asked.kind == "discard"


def _hand_most(eyes: Eyes) -> int:
    """How many cards of the hand can be selected at once: two in a turn, any number elsewhere."""
    asked = eyes.position.asked
    if asked is not None and asked.kind == "discard":
        return asked.number
    return 2 if eyes.position.phase == "turn" else 0


def _hand_note(eyes: Eyes, seat: Seat) -> str:
    sealed = eyes.position.sealed[seat] if eyes.position.sealed else None
    if eyes.position.phase != "refill" or sealed is None:
        return ""
    names = ", ".join([card_name(card, eyes.texts) for card in sealed])
    return eyes.texts("table.sealed-discard", cards=names) if sealed else eyes.texts("table.sealed")


def shown_hand(eyes: Eyes) -> Zone | None:
    """The hand that Confession shows to the one who looks."""
    asked = eyes.position.asked
    if asked is None or asked.kind != "confess" or asked.seat != eyes.seat:
        return None
    owner: Seat = asked.about[0]
    hand = eyes.position.hands[owner]
    tokens = []
    for ident, card in zip(card_ids(hand), hand, strict=True):
        move = eyes.moves.get(TEXT[card], "")
        tokens.append(
            hand_token(f"shown-{ident}", card, eyes.texts, seat=owner, move=move, able=bool(move))
        )
    return Zone(
        id="shown",
        label=eyes.texts("table.shown", seat=owner),
        layout="hand",
        place="middle",
        seat=owner,
        tokens=tuple(tokens),
    )
