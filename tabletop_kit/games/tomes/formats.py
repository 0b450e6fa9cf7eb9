"""How facts of Tomes of Power are told: cards, entities, suits, readings, and small numbers.

Cards stand in facts as they are written (``10D``); each of these makes words of them in the
language of the texts. Words and their forms are texts under ``word``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tabletop_kit.engine.phrases import counted, each, first_large, in_a_row, listed, rule_title
from tabletop_kit.engine.ruling import Json, Seat
from tabletop_kit.engine.text import Format, Texts
from tabletop_kit.games.tomes.moves import (
    Break,
    Concede,
    Echo,
    Endure,
    Heretic,
    Move,
    Pay,
    Play,
    Reach,
    Recall,
    Redress,
    Rite,
)
from tabletop_kit.games.tomes.position import CARD, HERETIC, IS_ENTITY, SUITS, SYMBIONTS, TEXT


def _parts(card: Json) -> tuple[str, str]:
    """Rank and suit of a written card."""
    text = str(card)
    return text[:-1], text[-1:]


def _rank(texts: Texts, rank: str) -> str:
    return rank if rank.isdigit() else texts(f"word.rank.{rank}")


def _told(texts: Texts, card: Json, of_number: str, of_entity: str, of_heretic: str) -> str:
    """A card in one of its forms; what is no card is told as it is."""
    found = CARD.get(str(card))
    if found is None:
        return str(card)
    if found == HERETIC:
        return texts(f"word.{of_heretic}")
    rank, suit = _parts(card)
    if not IS_ENTITY[found] and found not in SYMBIONTS:
        return texts(f"word.{of_number}", rank=rank, suit=texts(f"word.suit.{suit}"))
    forms = {form: texts(f"word.{form}.{rank}") for form in ("rank", "the", "whom")}
    return texts(f"word.{of_entity}", of=texts(f"word.of.{suit}"), **forms)


def card(texts: Texts, value: Json) -> str:
    """A card inside a sentence: the 8 of Swarm."""
    return _told(texts, value, "card", "entity-card", "heretic")


def label(texts: Texts, value: Json) -> str:
    """A card by itself, as on a label: 8 of Swarm."""
    return _told(texts, value, "label", "entity-label", "heretic-label")


def subject(texts: Texts, value: Json) -> str:
    """A card with which a sentence begins: The 8 of Swarm."""
    return first_large(_told(texts, value, "card", "entity-subject", "heretic-subject"))


cards = each(card)
"""Cards inside a sentence: the 8 of Swarm and the Ace of Void."""
labels = listed(label)
"""Cards by themselves: 8 of Swarm, Symbiont of Void."""


def subjects(texts: Texts, values: Json) -> str:
    """Cards with which a sentence begins."""
    told = [_told(texts, value, "card", "entity-subject", "heretic-subject") for value in values]
    return first_large(in_a_row(texts, told))


def grouped(texts: Texts, values: Json) -> str:
    """Many cards, suit by suit from small to large: Blood 2, 8; Void Symbiont."""
    held = sorted(CARD[str(value)] for value in values)
    told = []
    for suit in SUITS:
        ranks = [_rank(texts, TEXT[one][:-1]) for one in held if TEXT[one][-1] == suit]
        if ranks:
            named = texts(f"word.suit.{suit}")
            told.append(texts("word.of-suit", suit=named, ranks=", ".join(ranks)))
    heretics = held.count(HERETIC)
    if heretics:
        told.append(counted("heretics")(texts, heretics))
    return "; ".join(told) or texts("word.nothing")


def _entity(form: str) -> Format:
    """An entity with its article: ``the`` (who does something), ``whom`` (to whom it is done)."""

    def told(texts: Texts, value: Json) -> str:
        rank, suit = _parts(value)
        the = texts(f"word.{form}.{rank}")
        return texts("word.entity", the=the, of=texts(f"word.of.{suit}"))

    return told


def entity_first(texts: Texts, value: Json) -> str:
    """An entity with which a sentence begins: The Herald of Void."""
    return first_large(_entity("the")(texts, value))


def _word(table: str) -> Format:
    """A word of a table under ``word``."""
    return lambda texts, value: texts(f"word.{table}.{value}" if table else f"word.{value}")


def _suits(texts: Texts, letters: Json) -> str:
    return in_a_row(texts, [texts(f"word.suit.{letter}") for letter in letters])


def _choice(option: str) -> Format:
    """The title of a choice of an option."""
    return lambda texts, value: texts(f"choice.{option}.{value or 'none'}.title")


def _readings(texts: Texts, readings: Json) -> str:
    """The readings with the names of their seats."""
    named = _choice("readings")
    told = [
        texts("word.reads", name=texts.formats["name"](texts, seat), reading=named(texts, reading))
        for seat, reading in enumerate(readings)
    ]
    return ", ".join(told)


def _waste(texts: Texts, waste: Json) -> str:
    """What a payment is worth beyond the due, to be put behind it; nothing where it fits."""
    return texts("word.wasted", number=waste) if waste else ""


_COUNTED: Iterable[str] = (
    "heretics",
    "echoes",
    "beckons",
    "channels",
    "debts",
    "entities",
    "seats",
    "players",
)

FORMATS: Mapping[str, Format] = {
    "card": card,
    "label": label,
    "Card": subject,
    "cards": cards,
    "labels": labels,
    "Cards": subjects,
    "grouped": grouped,
    "entity": _entity("the"),
    "whom": _entity("whom"),
    "Entity": entity_first,
    "suit": _word("suit"),
    "of": _word("of"),
    "suits": _suits,
    "reading": _choice("readings"),
    "adds": _word("adds"),
    "rung": _choice("rung"),
    "readings": _readings,
    "mark": _word(""),
    "medal": _word(""),
    "rule": rule_title,
    "waste": _waste,
    "many": counted("cards"),
    **{noun: counted(noun) for noun in _COUNTED},
}
"""The formats that texts of this game may use: ``{cards:cards}``, ``{entity:whom}``, ..."""


def tell_move(texts: Texts, move: Move, seat: Seat) -> str:
    """A move of a seat in a few words: its cards, or what its button says."""
    match move:
        case Play(cards):
            return labels(texts, [TEXT[one] for one in cards])
        case Rite(cards) | Pay(cards):
            verb = "rite" if isinstance(move, Rite) else "pay"
            return f"{texts(f'table.{verb}')}: {labels(texts, [TEXT[one] for one in cards])}"
        case Heretic(named):
            return texts("table.heretic", "you" if named == seat else "other", seat=named)
        case Break(value):
            return texts("table.moves.break", value=value)
        case Recall(card) | Redress(card) | Reach(card):
            key = f"table.moves.{type(move).__name__.lower()}"
            return texts(key, card=label(texts, TEXT[card]))
        case Endure() | Echo() | Concede():
            return texts(f"table.{move!s}")
