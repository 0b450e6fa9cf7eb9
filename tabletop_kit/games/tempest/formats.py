"""How facts of Tempest are told: cards, places, attacks, seats, and moves in a few words.

Cards in play stand in facts by their names (``peasant#2``), face-down ones by their places
(``garrison/relic``), cards out of play by their ids; each of these makes words of them in the
language of the texts. Words are texts under ``word``, names of cards under ``card``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tabletop_kit.engine.phrases import (
    begun,
    counted,
    each,
    first_large,
    in_a_row,
    listed,
    rule_title,
)
from tabletop_kit.engine.ruling import BadNotation, Json
from tabletop_kit.engine.text import Format, Texts
from tabletop_kit.games.tempest.cards import CARD, OCCUPATION
from tabletop_kit.games.tempest.moves import STOLEN, Move, parse_move
from tabletop_kit.games.tempest.pieces import BATTLEGROUND, WANDER

HIDDEN = ("?", "-?")
"""A card that the reader does not know."""

# -- cards ---------------------------------------------------------------------------------------


def label(texts: Texts, value: Json) -> str:
    """A card by itself, as on a label; what is no card is told as it is."""
    return _card(texts, value, quoted=False)


def card(texts: Texts, value: Json) -> str:
    """A card inside a sentence."""
    return _card(texts, value, quoted=True)


def _card(texts: Texts, value: Json, quoted: bool) -> str:
    text = str(value)
    if text in HIDDEN:
        return texts("word.hidden")
    if text == STOLEN:
        return texts("word.stolen")
    host, slash, place = text.partition("/")
    ident, _, number = host.partition("#")
    if ident not in CARD:
        return text
    told = texts(f"card.{ident}.name")
    if number:
        told = texts("word.numbered", name=told, number=number)
    if quoted:
        told = texts("word.card", name=told)
    return _placed(texts, told, place) if slash else told


def _placed(texts: Texts, host: str, place: str) -> str:
    """A face-down card by its place: the face-down Relic of Garrison."""
    kind, _, number = place.partition("#")
    told = texts(f"word.hidden-{kind}", host=host)
    return texts("word.of-several", what=told, number=number) if number else told


cards = each(card)
"""Cards inside a sentence: Peasant, Peasant 2 and Beggar."""
labels = listed(label)
"""Cards by themselves: Peasant, Beggar."""


# -- places, seats, numbers ------------------------------------------------------------------------


def to(texts: Texts, area: Json) -> str:
    """Where a card goes: to Wander, to the Battleground, into a Temple, to the hand."""
    return _where(texts, "to", area, card)


def area(texts: Texts, area: Json) -> str:
    """Where a card is."""
    return _where(texts, "in", area, card)


def _where(texts: Texts, table: str, place: Json, told: Format) -> str:
    if f"word.{table}.{place}" in texts:
        return texts(f"word.{table}.{place}")
    key = "temple" if told is card else "temple-label"
    return texts(f"word.{table}.{key}", temple=told(texts, place))


def _seats(texts: Texts, seats: Json) -> str:
    return in_a_row(texts, [texts.formats["name"](texts, seat) for seat in seats])


def _winners(texts: Texts, seats: Json) -> str:
    return _seats(texts, seats) if seats else texts("word.nobody")


def _score(texts: Texts, numbers: Json) -> str:
    """A number for each seat, by name."""
    names = [texts.formats["name"](texts, seat) for seat in range(len(numbers))]
    return ", ".join([f"{name} {number}" for name, number in zip(names, numbers, strict=True)])


def _decks(texts: Texts, decks: Json) -> str:
    """Who plays which deck."""
    told = [
        texts("word.plays", name=texts.formats["name"](texts, seat), deck=_deck(texts, deck))
        for seat, deck in enumerate(decks)
    ]
    return in_a_row(texts, told)


def _deck(texts: Texts, deck: Json) -> str:
    key = f"deck.{deck}.name"
    return texts("word.card", name=texts(key)) if key in texts else texts("word.own-deck")


def _word(table: str) -> Format:
    """A word of a table under ``word``."""
    return lambda texts, value: texts(f"word.{table}.{value}")


def _words(table: str) -> Format:
    """Words of a table under ``word``."""
    return lambda texts, values: in_a_row(texts, [texts(f"word.{table}.{one}") for one in values])


def _signed(texts: Texts, number: Json) -> str:
    return f"{int(number):+d}"


def _move(texts: Texts, text: Json) -> str:
    """A move inside a sentence, from the line in which it is written."""
    try:
        return tell_move(texts, parse_move(str(text)))
    except BadNotation:
        return str(text)


def aim(texts: Texts, values: Json) -> str:
    """What a play picks, to be put behind it; nothing where it picks nothing."""
    return texts("word.aim", cards=cards(texts, values)) if values else ""


def _lost(texts: Texts, numbers: Json) -> str:
    """So many Characters and so many Temples, as far as there are any."""
    told = [
        texts(f"word.count.{noun}", count=count)
        for noun, count in zip(("characters", "temples"), numbers, strict=True)
        if count
    ]
    return in_a_row(texts, told)


def _gathered(texts: Texts, found: Json) -> str:
    """How much Faith for a Deity lies together, and where."""
    points, place = found
    if not points:
        return texts("word.gathered.none")
    return texts("word.gathered.some", faith=points, area=place)


def _asks(texts: Texts, found: Json) -> str:
    """What a Deity of the hand asks of those who would pay for it, or what any does at most."""
    god, cost = found
    return texts("word.asks.own" if god else "word.asks.any", god=god, cost=cost)


def _of(texts: Texts, numbers: Json) -> str:
    """A number, of the one that is to be reached."""
    return texts("word.of-goal", number=numbers[0], goal=numbers[1])


def _faults(texts: Texts, faults: Json) -> str:
    """All that is wrong with a deck, a sentence for each."""
    return " ".join([texts(f"reason.{fault['why']}", **fault) for fault in faults])


# -- moves ---------------------------------------------------------------------------------------


def tell_move(texts: Texts, move: Move, asked: str = "", lands: str = "") -> str:
    """A move in a few words: what it is, then who pays, where it goes and what it picks.

    ``asked`` is the kind of the question that a choice answers, ``lands`` the area to which a
    card goes where the move does not say it.
    """
    told, parts = tell_apart(texts, move, asked, lands)
    return texts("move.with-parts", what=told, parts=parts) if parts else told


def tell_apart(texts: Texts, move: Move, asked: str = "", lands: str = "") -> tuple[str, str]:
    """A move in a few words, and apart from it who pays, where it goes and what it picks."""
    if move.verb == "choose":
        return _chosen(texts, move, asked), ""
    told = _TOLD[move.verb](texts, move)
    return first_large(told), "; ".join(_parts(texts, move, lands))


def _parts(texts: Texts, move: Move, lands: str) -> list[str]:
    user = "cast" if move.verb == "cast" else "use" if move.verb == "use" else "pays"
    acting = (*([move.by] if move.by else []), *move.payers)
    parts = []
    if acting:
        parts.append(texts(f"move.{user}-by", count=len(acting), cards=labels(texts, acting)))
    if (move.to or lands) and move.verb != "move":
        parts.append(_where(texts, "to", move.to or lands, label))
    if move.inside:
        parts.append(texts("move.inside", cards=labels(texts, move.inside)))
    if move.x:
        parts.append(texts("move.x", number=move.x))
    return parts + _aims(texts, move)


def _aims(texts: Texts, move: Move) -> list[str]:
    """What a move picks, where what it picks goes, what it turns, and what is given up."""
    parts = []
    if move.at_seat >= 0:
        parts.append(texts("move.at", count=1, cards=texts.formats["name"](texts, move.at_seat)))
    elif move.at:
        told = [label(texts, one) for one in move.at]
        if move.points:
            divided = zip(told, move.points, strict=True)
            told = [texts("word.points", card=one, number=points) for one, points in divided]
        parts.append(texts("move.at", count=len(told), cards=", ".join(told)))
    if move.on:
        parts.append(texts(_on(move), card=label(texts, move.on)))
    if move.turn:
        parts.append(texts("move.turn", card=label(texts, move.turn)))
    if move.cost:
        parts.append(texts("move.cost", card=label(texts, move.cost)))
    return parts


def _on(move: Move) -> str:
    """What ``on`` says: where a taken Relic goes, whom a Spell sends, or what a card lies on."""
    if move.verb == "play" and OCCUPATION[CARD[move.what]] == "Spell":
        return "move.on-under"
    return {"use": "move.on-then", "cast": "move.on-sent"}.get(move.verb, "move.on")


def _about(texts: Texts, move: Move) -> str:
    """A verb and the card it is about, or the verb alone."""
    return texts(f"move.{move.verb}", card=label(texts, move.what) if move.what else "")


def _listed(texts: Texts, move: Move) -> str:
    """A verb and its cards."""
    return texts(f"move.{move.verb}", cards=labels(texts, move.names))


def _play(texts: Texts, move: Move) -> str:
    down = move.on or move.to not in ("", WANDER, BATTLEGROUND)
    key = "move.play-down" if down else "move.play"
    return texts(key, card=label(texts, move.what))


def _moved(texts: Texts, move: Move) -> str:
    return texts("move.move", card=label(texts, move.what), to=_where(texts, "to", move.to, label))


def _attack(texts: Texts, move: Move) -> str:
    """The attacks of a turn, for each player who is attacked those against him."""
    against: dict[int, list[str]] = {}
    for names, tunnel, seat in move.attacks:
        told = label(texts, names[0])
        if len(names) > 1:
            told = texts("word.pair", one=told, other=label(texts, names[1]))
        against.setdefault(seat, []).append(texts("word.tunnel", cards=told) if tunnel else told)
    attacks = [
        texts("word.against", cards=", ".join(told), name=texts.formats["name"](texts, seat))
        for seat, told in against.items()
    ]
    return texts("move.attack", attacks="; ".join(attacks))


def _form(texts: Texts, move: Move) -> str:
    name, form = move.names
    return texts("move.form", card=label(texts, name), form=texts(f"word.form.{form}"))


def _chosen(texts: Texts, move: Move, asked: str) -> str:
    """What is chosen, by what the question is about."""
    key = f"move.choose-{asked}" if move.names else f"move.choose-none-{asked}"
    if key in texts:
        return texts(key, cards=labels(texts, move.names))
    return labels(texts, move.names) if move.names else texts("move.choose-none")


_TOLD: Mapping[str, Callable[[Texts, Move], str]] = {
    **dict.fromkeys(("summon", "reveal", "cast", "split", "fight", "block", "target"), _about),
    **dict.fromkeys(("power", "use", "end", "pass", "keep", "concede"), _about),
    **dict.fromkeys(("join", "discard"), _listed),
    "play": _play,
    "move": _moved,
    "attack": _attack,
    "form": _form,
}

FORMATS: Mapping[str, Format] = {
    "card": card,
    "Card": begun(card),
    "cards": cards,
    "Cards": begun(cards),
    "label": label,
    "labels": labels,
    "to": to,
    "area": area,
    "seats": _seats,
    "winners": _winners,
    "score": _score,
    "decks": _decks,
    "deck": _deck,
    "rule": rule_title,
    "aim": aim,
    "faults": _faults,
    "signed": _signed,
    "move": _move,
    "many": counted("cards"),
    "rounds": counted("rounds"),
    "seals": counted("seals"),
    "army": counted("army"),
    "threat": counted("threat"),
    "lost": _lost,
    "gathered": _gathered,
    "Gathered": begun(_gathered),
    "asks": _asks,
    "of-goal": _of,
    **{
        table: _word(table)
        for table in ("pantheon", "occupation", "occupations", "keyword", "phase", "window")
    },
    **{table: _word(table) for table in ("form", "why", "until", "figure", "figures", "result")},
    "given": _word("given"),
    "keywords": _words("keyword"),
    "pantheons": _words("pantheon"),
}
"""The formats that texts of this game may use: ``{cards:cards}``, ``{area:area}``, ..."""
