"""How a card of Tempest looks: seal, Strength and Faith, what it is, and its words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.engine.scene import Sign, Stat, Token
from tabletop_kit.engine.text import Texts
from tabletop_kit.games.tempest.cards import (
    BULLET,
    FORMS,
    FT,
    HOLDS,
    IS_CHARACTER,
    IS_TEMPLE,
    OCCUPATION,
    PANTHEON,
    PRINTED_KEYWORDS,
    ST,
    SU,
    TEXT,
    Card,
)
from tabletop_kit.games.tempest.eyes import Eyes
from tabletop_kit.games.tempest.formats import label
from tabletop_kit.games.tempest.names import spot_name
from tabletop_kit.games.tempest.position import Attached, Position, Spot, Temple, Unit
from tabletop_kit.games.tempest.reasons import counted, reasons

SEALS = {"Good": "sunseal", "Evil": "skull", "Chaos": "spiral", "Neutral": "plainseal"}
"""The seal of each Pantheon: told apart by its shape."""
SIGNS = {
    "Follower": "kneeler",
    "Priest": "staff",
    "Guardian": "shield",
    "Champion": "sword",
    "Temple": "temple",
    "Relic": "chalice",
    "Spell": "bolt",
    "Miracle": "scroll",
    "Demi-god": "wings",
    "Deity": "crown",
}
"""The sign of each occupation."""
STRENGTH_SIGN, FAITH_SIGN, HOLDS_SIGN = "hammer", "flame", "door"
STATE_SIGNS = {"drained": "turned", "down": "unseen", "tunneling": "pick"}
"""The sign of each state that a card in play can be in."""
KEYWORD_SIGNS = {
    "flying": "wing",
    "sneak": "mask",
    "ambush": "dagger",
    "missile": "arrow",
    "tunneling": "pick",
    "water": "waves",
    "bypass_temple": "over",
    "cannot_attack": "nosword",
    "cannot_block": "noshield",
    "spell_cast": "spark",
    "lethal": "fangs",
    "mount": "horseshoe",
    "rider": "banner",
    "familiar": "paw",
}
"""The sign of each keyword, what matters most in a fight first."""


_WORDS: dict[tuple[str, Card], tuple[str, str, str, str]] = {}


def _named(texts: Texts, card: Card) -> tuple[str, str, str, str]:
    """Name, text, occupation and Pantheon of a card, in the language of the texts."""
    key = (texts.language, card)
    if key not in _WORDS:
        ident = TEXT[card]
        _WORDS[key] = (
            texts(f"card.{ident}.name"),
            texts(f"rule.{ident}.text"),
            texts(f"word.occupation.{OCCUPATION[card]}"),
            texts(f"word.pantheon.{PANTHEON[card]}"),
        )
    return _WORDS[key]


def card_name(card: Card, texts: Texts) -> str:
    """What a card is called."""
    return _named(texts, card)[0]


def card_words(card: Card, texts: Texts) -> str:
    """All that stands on a card: heading, figures in words, text."""
    return _named(texts, card)[1]


def occupation_word(card: Card, texts: Texts) -> str:
    """What a card is."""
    return _named(texts, card)[2]


def pantheon_word(card: Card, texts: Texts) -> str:
    """The Pantheon of a card."""
    return _named(texts, card)[3]


def figure(value: int) -> str:
    """A printed figure; a bullet is one."""
    return "•" if value == BULLET else str(value)


def printed_stats(card: Card) -> tuple[Stat, ...]:
    """Strength and Faith where the card has them: the top right."""
    if IS_TEMPLE[card]:
        return (Stat(STRENGTH_SIGN, figure(ST[card])), Stat(HOLDS_SIGN, str(HOLDS[card])))
    if IS_CHARACTER[card]:
        return (Stat(STRENGTH_SIGN, figure(ST[card])), Stat(FAITH_SIGN, figure(FT[card])))
    return ()


def _said(stats: tuple[Stat, ...], texts: Texts, temple: bool = False) -> str:
    keys = ("st", "holds" if temple else "ft")
    return ", ".join(
        [
            f"{texts(f'word.figure.{key}')} {stat.value}"
            for key, stat in zip(keys, stats, strict=False)
        ]
    )


# -- the hand --------------------------------------------------------------------------------------


def hand_token(ident: str, card: Card, texts: Texts, **more: Any) -> Token:
    """A card of one's own hand, with what it costs below."""
    name, words, occupation, pantheon = _named(texts, card)
    stats = printed_stats(card)
    cost = texts("table.cost", cost=figure(SU[card]))
    parts = [
        name,
        f"{pantheon}, {occupation}",
        _said(stats, texts, IS_TEMPLE[card]),
    ]
    return Token(
        id=ident,
        kind="card",
        label=", ".join([part for part in (*parts, cost) if part]),
        shape="page",
        face=occupation,
        corner=cost,
        name=name,
        glyph=SEALS[PANTHEON[card]],
        figure=SIGNS[OCCUPATION[card]],
        stats=stats,
        tint=PANTHEON[card].lower(),
        signs=_keywords([one for one in KEYWORD_SIGNS if one in PRINTED_KEYWORDS[card]], texts),
        text=words,
        rule=TEXT[card],
        **more,
    )


# -- cards in play ---------------------------------------------------------------------------------


def unit_token(eyes: Eyes, spot: Spot, **more: Any) -> Token:
    """A Character in play, joined cards as one; a back where it lies face down."""
    position, texts = eyes.position, eyes.texts
    name = spot_name(position, spot)
    if not spot.unit.name:
        return _down_token(eyes, spot, name, **more)
    stats = _stats(position, spot)
    called = " + ".join([label(texts, member.name) for member in spot.unit.members])
    card = spot.unit.card
    kind = f"{pantheon_word(card, texts)}, {occupation_word(card, texts)}"
    return Token(
        id=name,
        kind="card",
        label=", ".join([called, kind, _said(stats, texts)]),
        shape="page",
        face=occupation_word(card, texts),
        name=called,
        glyph=SEALS[PANTHEON[card]],
        figure=SIGNS[OCCUPATION[card]],
        stats=stats,
        tint=PANTHEON[card].lower(),
        signs=(*_states(spot.unit, texts), *_keywords(counted(position, spot).keywords, texts)),
        marks=_marks(eyes, spot, name),
        seat=spot.seat,
        laid=spot.unit.drained,
        text=_unit_text(eyes, spot),
        rule=TEXT[card],
        **more,
    )


def _stats(position: Position, spot: Spot) -> tuple[Stat, ...]:
    """Current Strength and Faith, each with the printed one where it differs."""
    found = counted(position, spot)
    own, believed = found.strength, found.faith
    return (
        Stat(STRENGTH_SIGN, str(own), "" if own == found.own else str(found.own)),
        Stat(FAITH_SIGN, str(believed), "" if believed == found.printed else str(found.printed)),
    )


def _states(unit: Unit, texts: Texts) -> list[Sign]:
    """How a card lies: drained, face down, or tunneling in its attack."""
    states = {"drained": unit.drained, "down": not unit.name, "tunneling": unit.tunneling}
    return [
        Sign(STATE_SIGNS[state], texts(f"word.state.{state}"))
        for state, holds in states.items()
        if holds
    ]


def _keywords(found: Sequence[str], texts: Texts) -> tuple[Sign, ...]:
    """The keywords of a card, what matters most in a fight first."""
    return tuple([Sign(KEYWORD_SIGNS[word], texts(f"word.keyword.{word}")) for word in found])


def _marks(eyes: Eyes, spot: Spot, name: str) -> tuple[str, ...]:
    """What is going on with a card, and whose it is where another player controls it."""
    unit = spot.unit
    told = [eyes.marks[name]] if name in eyes.marks else []
    if unit.form >= 0 and FORMS[unit.card]:
        told.append(eyes.texts(f"word.form.{FORMS[unit.card][unit.form].name}"))
    owners = {member.owner for member in spot.unit.members}
    if owners != {spot.seat}:
        told.append(eyes.texts("table.owned", seat=next(iter(owners - {spot.seat}))))
    return tuple(told)


def _unit_text(eyes: Eyes, spot: Spot) -> str:
    """Current figures with their reasons, then all that stands on each member."""
    position, texts = eyes.position, eyes.texts
    told = [reasons(position, spot, texts)]
    several = len(spot.unit.members) > 1
    for card in dict.fromkeys([member.card for member in spot.unit.members]):
        words = card_words(card, texts)
        told.append(f"{card_name(card, texts)}: {words}" if several else words)
    return "\n".join(told)


def _down_token(eyes: Eyes, spot: Spot, name: str, **more: Any) -> Token:
    texts, card, owner = eyes.texts, spot.unit.card, spot.unit.members[0].owner
    marks = (eyes.marks[name],) if name in eyes.marks else ()
    if not eyes.knows(owner):
        drained = _states(spot.unit._replace(name=name), texts)
        return _back(
            eyes, name, spot.seat, laid=spot.unit.drained, signs=tuple(drained), marks=marks, **more
        )
    stats = _stats(eyes.position, spot)
    return Token(
        id=name,
        kind="card",
        label=texts("table.down", card=card_name(card, texts)),
        shape="page",
        face=occupation_word(card, texts),
        name=card_name(card, texts),
        glyph=SEALS[PANTHEON[card]],
        figure=SIGNS[OCCUPATION[card]],
        stats=stats,
        tint=PANTHEON[card].lower(),
        signs=tuple(_states(spot.unit, texts)),
        marks=marks,
        seat=spot.seat,
        laid=spot.unit.drained,
        power="held",
        text=f"{texts('table.down-text')}\n{_unit_text(eyes, spot)}",
        rule=TEXT[card],
        **more,
    )


def _back(eyes: Eyes, name: str, seat: Seat, **more: Any) -> Token:
    """A card that lies face down, for those who do not know it."""
    texts = eyes.texts
    return Token(
        id=name,
        kind="card",
        label=label(texts, name),
        shape="page",
        name=texts("table.face-down"),
        glyph="plainseal",
        hidden=True,
        seat=seat,
        **more,
    )


# -- Temples, Relics, Spells -----------------------------------------------------------------------


def temple_token(eyes: Eyes, seat: Seat, temple: Temple, **more: Any) -> Token:
    """A Temple, with how many are inside."""
    texts, card = eyes.texts, temple.card
    inside = sum([len(unit.members) for unit in temple.inside])
    room = Stat(HOLDS_SIGN, f"{inside}/{HOLDS[card]}")
    stats = (Stat(STRENGTH_SIGN, figure(ST[card])), room)
    called = label(texts, temple.name)
    held = texts("table.inside", count=inside, most=HOLDS[card])
    marks = (eyes.marks[temple.name],) if temple.name in eyes.marks else ()
    kind = f"{pantheon_word(card, texts)}, {occupation_word(card, texts)}"
    return Token(
        id=temple.name,
        kind="card",
        label=", ".join([called, kind, _said(stats[:1], texts), held]),
        shape="page",
        face=occupation_word(card, texts),
        name=called,
        glyph=SEALS[PANTHEON[card]],
        figure=SIGNS["Temple"],
        stats=stats,
        tint=PANTHEON[card].lower(),
        marks=marks,
        seat=seat,
        text=card_words(card, texts),
        rule=TEXT[card],
        **more,
    )


def attached_token(eyes: Eyes, name: str, one: Attached, on: str, seat: Seat, **more: Any) -> Token:
    """A Relic or Spell on its host, or the back of one."""
    texts = eyes.texts
    if not one.name and not eyes.knows(one.owner):
        return _back(eyes, name, seat, on=on, **more)
    card = one.card
    called = label(texts, one.name) if one.name else card_name(card, texts)
    key = "table.on" if one.name else "table.on-down"
    return Token(
        id=name,
        kind="card",
        label=texts(key, card=called, kind=occupation_word(card, texts), host=label(texts, on)),
        shape="page",
        name=called,
        glyph=SIGNS[OCCUPATION[card]],
        tint=PANTHEON[card].lower(),
        marks=(eyes.marks[name],) if name in eyes.marks else (),
        seat=seat,
        on=on,
        power="" if one.name else "held",
        text=card_words(card, texts),
        rule=TEXT[card],
        **more,
    )
