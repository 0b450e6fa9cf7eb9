"""How facts of Vortex are told: cards, seats, modes, figures, and moves in a few words.

Cards stand in facts by their ids (``B01``); each of these makes words of them in the language of
the texts. Words and their forms are texts under ``word``, names of cards under ``card``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tabletop_kit.engine.phrases import begun, counted, each, in_a_row, listed, rule_title
from tabletop_kit.engine.ruling import BadNotation, Json
from tabletop_kit.engine.text import Format, Texts
from tabletop_kit.games.vortex.cards import CARD, TEXT
from tabletop_kit.games.vortex.moves import NOWHERE, Move, parse_move

# -- cards ---------------------------------------------------------------------------------------


def label(texts: Texts, value: Json) -> str:
    """A card by itself, as on a label; what is no card is told as it is."""
    text = str(value)
    if text == "?":
        return texts("word.hidden")
    return texts(f"card.{text}.name") if text in CARD else text


def card(texts: Texts, value: Json) -> str:
    """A card inside a sentence."""
    text = str(value)
    return texts("word.card", name=label(texts, text)) if text in CARD else label(texts, text)


cards = each(card)
"""Cards inside a sentence: Guardians and Reed Hermits."""
labels = listed(label)
"""Cards by themselves: Guardians, Reed Hermits."""


def discards(texts: Texts, values: Json) -> str:
    """What is sealed for Refill: to refill, or the cards that are discarded."""
    if not values:
        return texts("word.sealed.refill")
    return texts("word.sealed.discard", cards=cards(texts, values))


def aim(texts: Texts, value: Json) -> str:
    """What a Rogation was played on, to be put behind its name; nothing where it names nothing."""
    try:
        move = parse_move(str(value))
    except BadNotation:
        return ""
    named = _aimed(texts, move, card)
    return texts("word.aim", named=named) if named else ""


def _aimed(texts: Texts, move: Move, told: Format) -> str:
    if move.word:
        return texts(f"word.colour.{move.word}")
    named = [told(texts, TEXT[one]) for one in move.cards[1:]]
    if move.place != NOWHERE:
        return texts("word.attached-to", card=named[0])
    return in_a_row(texts, named) if named else ""


# -- seats, points, numbers ------------------------------------------------------------------------


def _seats(texts: Texts, seats: Json) -> str:
    return ", ".join([texts.formats["name"](texts, seat) for seat in seats])


def _both(texts: Texts, seats: Json) -> str:
    return in_a_row(texts, [texts.formats["name"](texts, seat) for seat in seats])


def _sitting(texts: Texts, colours: Json) -> str:
    """Who plays which colour."""
    told = [
        texts("word.plays", name=texts.formats["name"](texts, seat), colour=_colour(texts, colour))
        for seat, colour in enumerate(colours)
    ]
    return in_a_row(texts, told)


def _colour(texts: Texts, colour: Json) -> str:
    return texts(f"word.colour.{colour}")


def points(texts: Texts, number: Json) -> str:
    """Points, halves kept: 5, 5.5."""
    whole = int(number)
    return str(whole) if number == whole else texts("word.half", whole=whole)


def _score(texts: Texts, numbers: Json) -> str:
    """The points of all seats, by name."""
    names = [texts.formats["name"](texts, seat) for seat in range(len(numbers))]
    told = [f"{name} {points(texts, one)}" for name, one in zip(names, numbers, strict=True)]
    return ", ".join(told)


def _lead(texts: Texts, lead: Json) -> str:
    kind = "ahead" if lead > 0 else "behind" if lead < 0 else "equal"
    return texts(f"word.lead.{kind}", number=abs(int(lead)))


def _word(table: str) -> Format:
    """A word of a table under ``word``."""
    return lambda texts, value: texts(f"word.{table}.{value}")


FORMATS: Mapping[str, Format] = {
    "card": card,
    "Card": begun(card),
    "cards": cards,
    "Cards": begun(cards),
    "label": label,
    "labels": labels,
    "discards": discards,
    "aim": aim,
    "seats": _seats,
    "both": _both,
    "sitting": _sitting,
    "colour": _colour,
    "points": points,
    "score": _score,
    "lead": _lead,
    "rule": rule_title,
    "many": counted("cards"),
    "rounds": counted("rounds"),
    **{table: _word(table) for table in ("mode", "compares", "result", "to", "zone", "attribute")},
}
"""The formats that texts of this game may use: ``{cards:cards}``, ``{mode:mode}``, ..."""


# -- moves ---------------------------------------------------------------------------------------


def tell_move(texts: Texts, move: Move, kind: str = "") -> str:
    """A move in a few words; ``kind`` is what is asked, where a move answers a question."""
    told = _TOLD[move.verb](texts, move)
    key = f"move.chosen-{kind}"
    answers = move.verb == "choose" and move.word != "none" and key in texts
    return texts(key, what=told) if answers else told


def _named(texts: Texts, move: Move) -> str:
    return labels(texts, [TEXT[one] for one in move.cards])


def _listed(texts: Texts, move: Move) -> str:
    """A verb and its cards, or the verb alone."""
    key = f"move.{move.verb}-{move.word}" if move.word else f"move.{move.verb}"
    return texts(key, cards=_named(texts, move))


def _frenzy(texts: Texts, move: Move) -> str:
    names = [label(texts, TEXT[one]) for one in move.cards]
    if move.word == "discard":
        return texts("move.frenzy-discard", bearer=names[0])
    key = "move.frenzy" if move.place == NOWHERE else "move.frenzy-replace"
    pairs = zip(names[::2], names[1::2], strict=True)
    return ", ".join([texts(key, bearer=bearer, card=one) for bearer, one in pairs])


def _crusade(texts: Texts, move: Move) -> str:
    one, other = (label(texts, TEXT[card]) for card in move.cards)
    mode = texts(f"word.mode.{move.word}")
    return texts("move.crusade", mode=mode, card=one, target=other)


def _rogation(texts: Texts, move: Move) -> str:
    name, aimed = label(texts, TEXT[move.cards[0]]), _aimed(texts, move, label)
    told = texts("move.rogation-on", card=name, named=aimed) if aimed else name
    if move.sacrifice == NOWHERE:
        return told
    return texts("move.sacrifice", what=told, card=label(texts, TEXT[move.sacrifice]))


def _reward(texts: Texts, move: Move) -> str:
    if move.cards:
        return texts("move.reward-card", card=_named(texts, move))
    return texts(f"move.reward-{move.word}")


def _choose(texts: Texts, move: Move) -> str:
    if move.place != NOWHERE:
        return texts("word.attached-to", card=label(texts, TEXT[move.cards[0]]))
    if move.cards:
        return _named(texts, move)
    for table in ("colour", "mode"):
        if f"word.{table}.{move.word}" in texts:
            return texts(f"word.{table}.{move.word}")
    return texts(f"move.choose-{move.word}")


_TOLD: Mapping[str, Callable[[Texts, Move], str]] = {
    "reinforce": _listed,
    "withdraw": _listed,
    "frenzy": _frenzy,
    "crusade": _crusade,
    "pass": _listed,
    "rogation": _rogation,
    "refill": _listed,
    "discard": _listed,
    "reward": _reward,
    "choose": _choose,
}
