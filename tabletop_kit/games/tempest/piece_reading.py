"""Cards in play as text (part 0.4 of the rules page): read and written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NoReturn

from tabletop_kit.engine.problem import shortened
from tabletop_kit.engine.ruling import BadPosition, Json, Seat, refusal
from tabletop_kit.games.tempest.cards import (
    CARD,
    FORMS,
    HOLDS,
    HOSTS,
    IS_CHARACTER,
    IS_RELIC,
    IS_SPELL,
    IS_TEMPLE,
    PANTHEON,
    POWERED,
    PRINTED_KEYWORDS,
    STATICS,
    TEXT,
    Card,
)
from tabletop_kit.games.tempest.joining import joinable
from tabletop_kit.games.tempest.moves import ascending, nearly
from tabletop_kit.games.tempest.position import Attached, Choices, Member, Temple, Unit

_ONE = re.compile(r"(-?)([a-z][a-z0-9-]*)(?:#([1-9][0-9]{0,2}))?(?:@([0-9]))?(?:\(([^()]*)\))?\Z")


def refuse(why: str, **facts: Json) -> NoReturn:
    """Refuse a position or option: raises ``BadPosition`` (TG-N2)."""
    raise BadPosition(refusal("TG-N2", why, **facts))


def _card(text: str, number: str | None, whole: Json) -> tuple[Card, str]:
    card = CARD.get(text, -1)
    if card < 0 and (near := nearly(text, CARD)):
        refuse("no-id-near", text=shortened(whole), name=shortened(text), near=near)
    if card < 0 or number == "1":
        refuse("no-card-in-play", text=shortened(whole))
    return card, text if number is None else f"{text}#{number}"


def _owner(text: str | None, seat: Seat, seats: int, whole: Json) -> Seat:
    if text is None:
        return seat
    if int(text) >= seats:
        refuse("no-card-in-play", text=shortened(whole))
    return int(text)


# -- read ----------------------------------------------------------------------------------------


def read_unit(value: Json, seat: Seat, seats: int, inside: bool) -> Unit:
    """A Character in a seat's list, with what lies on it. Raises ``BadPosition``."""
    words = value.split() if isinstance(value, str) and len(value) < 2000 else []
    if not words:
        refuse("no-card-in-play", text=shortened(value))
    text, rest = _whole(words)
    found = [_member(one, seat, seats, value) for one in text.split("+")]
    members = tuple([member for member, _ in found])
    down = any([face_down for _, face_down in found])
    if down and (not inside or len(members) > 1 or members[0].relics or members[0].spells):
        refuse("no-card-in-play", text=shortened(value))
    if len(members) > 1:
        cards = [member.card for member in members]
        if not ascending([member.name for member in members]) or not joinable(cards):
            refuse("bad-join", text=shortened(value))
    hides = any([not spell.name for member in members for spell in member.spells])
    if hides and not any(["spell_cast" in PRINTED_KEYWORDS[one.card] for one in members]):
        refuse("no-host", text=shortened(value))
    return _state(Unit("" if down else members[0].name, members, False), rest, value)


def _whole(words: list[str]) -> tuple[str, list[str]]:
    """The card with all in brackets, and the words that follow."""
    text, rest = words[0], words[1:]
    while text.count("(") > text.count(")") and rest:
        text, rest = f"{text}{rest[0]}", rest[1:]
    return text, rest


def _member(text: str, seat: Seat, seats: int, whole: Json) -> tuple[Member, bool]:
    match = _ONE.match(text)
    if match is None:
        refuse("no-card-in-play", text=shortened(whole))
    down, name, number, owner, laid = match.groups()
    card, full = _card(name, number, whole)
    if not IS_CHARACTER[card]:
        refuse("no-character", text=shortened(whole), card=name)
    relics: list[Attached] = []
    spells: list[Attached] = []
    for one in laid.split(",") if laid else ():
        attached = _attached(one.strip(), seat, seats, whole)
        (relics if IS_RELIC[attached.card] else spells).append(attached)
    if len(relics) > 1 or sum([not spell.name for spell in spells]) > 1:
        refuse("too-many-relics", text=shortened(whole))
    if relics and "character" not in HOSTS[relics[0].card]:
        refuse("no-host", text=shortened(whole))
    member = Member(
        card, "" if down else full, _owner(owner, seat, seats, whole), tuple(relics), tuple(spells)
    )
    return member, bool(down)


def _attached(text: str, seat: Seat, seats: int, whole: Json) -> Attached:
    match = _ONE.match(text)
    if match is None or match.group(5) is not None:
        refuse("no-card-in-play", text=shortened(whole))
    down, name, number, owner, _ = match.groups()
    card, full = _card(name, number, whole)
    stays = any([static.scope.who == "attached" for static in STATICS[card]]) or (
        name == "domination"
    )
    if not IS_RELIC[card] and not (IS_SPELL[card] and (down or stays)):
        refuse("nothing-attached", text=shortened(whole), card=name)
    return Attached(card, "" if down else full, _owner(owner, seat, seats, whole))


_ORDER = ("drained", "tunneling", "form", "st")


def _state(unit: Unit, words: list[str], whole: Json) -> Unit:
    """What holds of a card: ``drained``, ``tunneling``, ``form=``, ``st=``, in this order."""
    places = [_place(word, whole) for word in words]
    if places != sorted(set(places)):
        refuse("no-state", text=shortened(whole))
    card = unit.card
    for word in words:
        key, _, value = word.partition("=")
        if key == "drained":
            unit = unit._replace(drained=True)
        elif key == "tunneling":
            unit = unit._replace(tunneling=True)
        elif key == "form":
            names = [form.name for form in FORMS[card]]
            if not names:
                refuse("no-state", text=shortened(whole))
            if value not in names:
                refuse("no-form-there", text=shortened(whole), known=", ".join(names))
            unit = unit._replace(form=names.index(value))
        elif not value.isdigit() or len(value) > 3 or POWERED[card] is None:
            refuse("no-state", text=shortened(whole))
        else:
            unit = unit._replace(power=int(value))
    if FORMS[card] and unit.form < 0 and unit.name:
        names = [form.name for form in FORMS[card]]
        refuse("form-missing", text=shortened(whole), known=", ".join(names))
    return unit


def _place(word: str, whole: Json) -> int:
    key, sign, _ = word.partition("=")
    if key not in _ORDER or (key in ("form", "st")) != bool(sign):
        refuse("no-state", text=shortened(whole))
    return _ORDER.index(key)


def read_temple(value: Json, seat: Seat, choices: Choices) -> Temple:
    """A Temple with its Relics and who is inside. Raises ``BadPosition``."""
    keys = ("card", "relics", "in")
    if not isinstance(value, Mapping) or any([key not in keys for key in value]):
        refuse("no-temple", text=shortened(value))
    match = _ONE.match(value["card"]) if isinstance(value.get("card"), str) else None
    if match is None or match.group(1) or match.group(4) or match.group(5):
        refuse("no-temple", text=shortened(value))
    card, name = _card(match.group(2), match.group(3), value["card"])
    if not IS_TEMPLE[card]:
        refuse("no-temple", text=shortened(value["card"]))
    inside = value.get("in", ())
    relics = value.get("relics", ())
    if not isinstance(inside, list | tuple) or not isinstance(relics, list | tuple):
        refuse("no-temple", text=shortened(value))
    own = []
    for one in relics:
        attached = _attached(one if isinstance(one, str) else "", seat, choices.seats, value)
        if "temple" not in HOSTS[attached.card]:
            refuse("no-host", text=shortened(one))
        own.append(attached)
    units = tuple([read_unit(one, seat, choices.seats, True) for one in inside])
    return _checked(Temple(card, name, tuple(own), units), choices)


def _checked(temple: Temple, choices: Choices) -> Temple:
    """A Temple that holds no more, and nobody else, than it may (TG-A25, A35)."""
    members = [member for unit in temple.inside for member in unit.members]
    if len(members) > HOLDS[temple.card]:
        refuse("temple-full", temple=temple.name, holds=HOLDS[temple.card])
    relics = len(temple.relics) + sum([len(member.relics) for member in members])
    if relics > 2:
        refuse("temple-relics", temple=temple.name)
    for member in members:
        own = {PANTHEON[temple.card], PANTHEON[member.card]}
        if not choices.ignore_pantheon and "Neutral" not in own and len(own) > 1:
            refuse("temple-pantheon", temple=temple.name, card=TEXT[member.card])
        if any([s.do == "forbid" and s.scope.who == "self" for s in STATICS[member.card]]):
            refuse("temple-forbidden", temple=temple.name, card=TEXT[member.card])
    return temple


# -- written -------------------------------------------------------------------------------------


def attached_text(one: Attached, seat: Seat, hidden: bool = False) -> str:
    """A Relic or Spell on a card as it is written; ``hidden``: what others see of it."""
    owner = "" if one.owner == seat else f"@{one.owner}"
    if one.name:
        return one.name + owner
    return f"-?{owner}" if hidden else f"-{TEXT[one.card]}{owner}"


def unit_text(unit: Unit, seat: Seat, hidden: bool = False) -> str:
    """A card in play as it is written in its controller's list.

    ``hidden``: as others than its controller see it, with ``?`` for what lies face down.
    """
    text = "+".join([_member_text(unit, member, seat, hidden) for member in unit.members])
    words = [text]
    if unit.drained:
        words.append("drained")
    if unit.tunneling:
        words.append("tunneling")
    if unit.form >= 0:
        words.append(f"form={FORMS[unit.card][unit.form].name}")
    if unit.power:
        words.append(f"st={unit.power}")
    return " ".join(words)


def _member_text(unit: Unit, member: Member, seat: Seat, hidden: bool) -> str:
    if not unit.name:
        return "-?" if hidden else f"-{TEXT[member.card]}"
    owner = "" if member.owner == seat else f"@{member.owner}"
    laid = [attached_text(one, seat, hidden) for one in (*member.relics, *member.spells)]
    return member.name + owner + (f"({', '.join(laid)})" if laid else "")


def temple_table(temple: Temple, seat: Seat, hidden: bool = False) -> dict[str, Json]:
    """A Temple as a table of position keys."""
    return {
        "card": temple.name,
        "relics": [attached_text(one, seat, hidden) for one in temple.relics],
        "in": [unit_text(unit, seat, hidden) for unit in temple.inside],
    }
