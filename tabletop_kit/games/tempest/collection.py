"""The 140 cards as a collection to look through: in words, by what to filter, what is exact.

Only figures that the rule text fixes are exact (``known`` in the data); all others are this kit's,
and the collection says so of every card.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tabletop_kit.engine.building import Facet, Piece
from tabletop_kit.engine.decklist import Names
from tabletop_kit.engine.text import LANGUAGES, Texts
from tabletop_kit.games.tempest.cards import (
    BULLET,
    FORMS,
    FT,
    HOLDS,
    IS_CHARACTER,
    IS_TEMPLE,
    KEYWORDS,
    LIMIT,
    OCCUPATION,
    PANTHEON,
    PANTHEONS,
    PRINTED_KEYWORDS,
    ST,
    SU,
    TABLES,
    TEXT,
    Card,
)
from tabletop_kit.games.tempest.joining import PACKS
from tabletop_kit.games.tempest.rulebook import card_texts

OCCUPATIONS = (
    *("Follower", "Priest", "Guardian", "Champion", "Demi-god", "Deity"),
    *("Temple", "Relic", "Spell", "Miracle"),
)
"""All occupations, in the order in which decks are listed."""
RARITIES = ("common", "uncommon", "rare", "very rare")
BULLET_MARK = "•"
EXACT, OF_THE_KIT = "exact", "kit"
FACETS = ("pantheon", "occupation", "su", "keyword", "rarity", "figures")


def deck_order(card: Card) -> tuple[int, int, str]:
    """Cards by occupation, then by cost, then by id: the order in which a deck is read."""
    return OCCUPATIONS.index(OCCUPATION[card]), SU[card], TEXT[card]


def figures(card: Card) -> tuple[str, ...]:
    """The figures that are printed on a card.

    >>> from tabletop_kit.games.tempest.cards import CARD
    >>> figures(CARD["wayshrine"]), figures(CARD["flood"])
    (('st', 'su', 'holds'), ('su',))
    """
    if IS_CHARACTER[card]:
        return "st", "ft", "su"
    return ("st", "su", "holds") if IS_TEMPLE[card] else ("su",)


def kit_figures(card: Card) -> tuple[str, ...]:
    """The figures of a card that no source gives, so that they are this kit's own.

    >>> from tabletop_kit.games.tempest.cards import CARD
    >>> kit_figures(CARD["avatar"]), kit_figures(CARD["beggar"])
    ((), ('st',))
    """
    known = TABLES[card].get("known", ())
    return tuple([one for one in figures(card) if one not in known])


def shown(value: int) -> str:
    """A figure as it is printed.

    >>> shown(BULLET), shown(3)
    ('•', '3')
    """
    return BULLET_MARK if value == BULLET else str(value)


def keywords_of(card: Card) -> frozenset[str]:
    """The keywords that a card has printed on it, those of its forms among them."""
    forms = [form.keywords for form in FORMS[card]]
    pack = {"pack"} if PACKS[card] else set()
    return PRINTED_KEYWORDS[card].union(*forms, pack)


def figure_line(card: Card, texts: Texts) -> str:
    """Figures, occupation and Pantheon of a card in a few words; a narrow list cuts the last."""
    values = {"su": SU[card], "st": ST[card], "ft": FT[card], "holds": HOLDS[card]}
    known = figures(card)
    told = [
        f"{texts(f'word.figure.{one}')} {shown(value)}"
        for one, value in values.items()
        if one in known
    ]
    told += [texts(f"word.occupation.{OCCUPATION[card]}"), texts(f"word.pantheon.{PANTHEON[card]}")]
    return " · ".join(told)


def exactness(card: Card, texts: Texts) -> str:
    """What of a card's figures is this kit's own; empty where all are fixed by the rule text."""
    own = kit_figures(card)
    if not own:
        return ""
    if own == figures(card):
        return texts("building.kit-all")
    return texts(
        "building.kit-part", figures=", ".join([texts(f"word.figure.{one}") for one in own])
    )


def marks(card: Card) -> Mapping[str, frozenset[str]]:
    """What a card is filtered by, for each facet."""
    return {
        "pantheon": frozenset({PANTHEON[card]}),
        "occupation": frozenset({OCCUPATION[card]}),
        "su": frozenset({shown(SU[card])}),
        "keyword": keywords_of(card),
        "rarity": frozenset({str(TABLES[card]["rarity"])}),
        "figures": frozenset({OF_THE_KIT if kit_figures(card) else EXACT}),
    }


def pieces(counts: Mapping[Card, int], texts: Texts) -> tuple[Piece, ...]:
    """Every card, in the order in which decks are read, with its number in a deck."""
    return tuple(
        [
            Piece(
                TEXT[card],
                texts(f"card.{TEXT[card]}.name"),
                figure_line(card, texts),
                texts(f"card.{TEXT[card]}.text"),
                counts.get(card, 0),
                LIMIT[card],
                marks(card),
                exactness(card, texts),
            )
            for card in sorted(range(len(TEXT)), key=deck_order)
        ]
    )


def facets(texts: Texts) -> tuple[Facet, ...]:
    """What the collection is filtered by, each value with its label."""
    costs = sorted(set(SU) - {BULLET})
    used = {word for card in range(len(TEXT)) for word in keywords_of(card)}
    values: dict[str, list[tuple[str, str]]] = {
        "pantheon": [(one, texts(f"word.pantheon.{one}")) for one in PANTHEONS],
        "occupation": [(one, texts(f"word.occupation.{one}")) for one in OCCUPATIONS],
        "su": [
            (shown(cost), f"{texts('word.figure.su')} {shown(cost)}") for cost in (*costs, BULLET)
        ],
        "keyword": [
            (one, texts(f"word.keyword.{one}")) for one in (*KEYWORDS, "pack") if one in used
        ],
        "rarity": [(one, texts(f"word.rarity.{one}")) for one in RARITIES],
        "figures": [(one, texts(f"building.figures.{one}")) for one in (EXACT, OF_THE_KIT)],
    }
    return tuple([Facet(one, texts(f"building.facet.{one}"), tuple(values[one])) for one in FACETS])


@cache
def names() -> Names:
    """Whatever a card may be called in a list: its id, and its name in every language."""
    tables = [card_texts(language)["card"] for language in LANGUAGES]
    pairs = [(str(cards[text]["name"]), text) for cards in tables for text in TEXT]
    return Names([*pairs, *[(text, text) for text in TEXT]])
