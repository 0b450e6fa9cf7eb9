"""The cards of Tempest: read once from the TOML files in ``cards``, then looked up by number.

A card is a small number. The numbers ascend in the order of the ids, so that sorting cards is
sorting numbers, and the tables below say everything else about them. Equal cards have the same
number. Part 3 of the rules page says what the words of the data mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from tabletop_kit.engine.text import read_toml

Card = int
Cards = tuple[Card, ...]

PANTHEONS = ("Good", "Evil", "Chaos", "Neutral")
SIDED = frozenset(("Good", "Evil"))
"""Those that pay double for Chaos (TG-A24)."""
CHARACTERS = ("Follower", "Priest", "Guardian", "Champion", "Demi-god", "Deity")
CHANNELLERS = ("Priest", "Demi-god", "Deity")
"""Who may channel a pool, and summon a Temple, a Miracle or a god (TG-A13)."""
BULLET = -1
"""In place of a printed figure that is a bullet."""
KEYWORDS = (
    *("flying", "missile", "sneak", "ambush", "tunneling", "water", "bypass_temple"),
    *("enters_undrained", "cannot_attack", "cannot_block", "spell_cast", "familiar", "mount"),
    *("rider", "lethal"),
)
NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Filter:
    """Which cards an effect can pick or reaches (3.7); what a card does not say is empty."""

    who: str = "any"
    occ: frozenset[str] = NONE
    pantheon: frozenset[str] = NONE
    name: str = ""
    area: frozenset[str] = NONE
    max_st: int | str | None = None
    max_su: int | None = None
    total_st: str = ""
    not_keyword: frozenset[str] = NONE
    not_location: frozenset[str] = NONE
    drained: bool | None = None
    same_area: bool = False
    not_self: bool = False
    state: str = ""
    face: str = ""


@dataclass(frozen=True, slots=True)
class Effect:
    """One verb of the vocabulary (3.6) with its parameters; what it does not use is empty."""

    do: str
    n: int = 0
    target: Filter | None = None
    targets: Filter | None = None
    scope: Filter | None = None
    attacker: Filter | None = None
    user: Filter | None = None
    who: str = ""
    what: str = ""
    to: str = ""
    only: str = ""
    use: str = ""
    amount: str = ""
    until: str = ""
    points: str = ""
    split: bool = False
    random: bool = False
    optional: bool = False
    chooser: str = ""
    condition: str = ""
    if_none: Any = ()
    per_turn: int = 0
    any_card: bool = False
    static: str = ""
    kinds: frozenset[str] = NONE
    on: str = ""
    effects: tuple[Effect, ...] = ()
    origin: frozenset[str] = NONE
    reach: frozenset[str] = NONE


@dataclass(frozen=True, slots=True)
class Static:
    """A continuous effect (3.5): of a card in play, or of a Spell or Miracle that stays."""

    do: str
    n: int = 0
    scope: Filter = Filter()
    when: str = "always"
    versus: frozenset[str] = NONE
    keyword: str = ""
    kinds: frozenset[str] = NONE
    what: str = ""
    areas: frozenset[str] = NONE


@dataclass(frozen=True, slots=True)
class Ability:
    """What a card can be used for, or does by itself (3.3)."""

    kind: str
    timing: str = ""
    on: str = ""
    cost: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()
    optional: bool = False
    per_turn: int = 0
    no_drain: bool = False
    reach: str = ""
    from_areas: frozenset[str] = NONE
    condition: str = ""
    defender: str = ""
    same_area: bool = False


@dataclass(frozen=True, slots=True)
class Playing:
    """When a Spell or Miracle may be played, and what it does then."""

    speed: str
    stays: bool
    effects: tuple[Effect, ...]
    window: str = ""
    by: str = ""
    only: str = ""
    attacked: str = ""
    defender: str = ""
    summoner_occ: frozenset[str] = NONE
    lasts: int = 0
    lasts_unit: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """A form that its card may take."""

    name: str
    st: int
    keywords: frozenset[str]
    defends_at: int = 0


_SETS = ("occ", "pantheon", "area", "not_keyword", "not_location")


def _filter(table: Mapping[str, Any] | None) -> Filter | None:
    if table is None:
        return None
    given: dict[str, Any] = {
        key: frozenset(value) if key in _SETS else value for key, value in table.items()
    }
    return Filter(**given)


def _effect(table: Mapping[str, Any]) -> Effect:
    given = dict(table)
    for key in ("target", "targets", "scope", "attacker", "user"):
        if key in given:
            given[key] = _filter(given[key])
    for key in ("origin", "reach"):
        if key in given:
            given[key] = frozenset(given[key])
    if "from" in given:
        given["kinds"] = frozenset(given.pop("from"))
    if isinstance(given.get("if_none"), list):
        given["if_none"] = tuple([_effect(one) for one in given["if_none"]])
    if "effects" in given:
        given["effects"] = tuple([_effect(one) for one in given["effects"]])
    return Effect(**given)


def _effects(table: Mapping[str, Any]) -> tuple[Effect, ...]:
    return tuple([_effect(one) for one in table.get("effects", ())])


def _static(table: Mapping[str, Any]) -> Static:
    return Static(
        do=table.get("static", table["do"]),
        n=table.get("n", table.get("max", 0)),
        scope=_filter(table.get("scope", table.get("target", {"who": "self"}))) or Filter(),
        when=table.get("when", "always"),
        versus=frozenset(table.get("versus", {}).get("pantheon", ())),
        keyword=table.get("keyword", ""),
        kinds=frozenset(table.get("from", ())),
        what=table.get("what", table.get("name", "")),
        areas=frozenset(table.get("areas", ())),
    )


def _statics(table: Mapping[str, Any]) -> tuple[Static, ...]:
    """What a card changes as long as it is in play, a Spell or Miracle that stays included."""
    found = []
    for ability in table.get("ability", ()):
        if ability["kind"] == "static":
            found.append(_static(ability))
        for effect in ability.get("effects", ()) if ability["kind"] == "play" else ():
            if effect["do"] == "give_static":
                found.append(_static(effect))
            elif effect["do"] in ("st_mod", "set_st") and effect["until"] == "while_in_play":
                found.append(_static({**effect, "scope": {"who": "attached"}}))
    return tuple(found)


def _ability(table: Mapping[str, Any]) -> Ability:
    return Ability(
        kind=table["kind"],
        timing=table.get("timing", ""),
        on=table.get("on", ""),
        cost=tuple(table.get("cost", ())),
        effects=_effects(table),
        optional=table.get("optional", False),
        per_turn=table.get("per_turn", 0),
        no_drain=table.get("no_drain", False),
        reach=table.get("reach", ""),
        from_areas=frozenset(table.get("from_areas", ("wander", "battleground", "temple"))),
        condition=table.get("condition", ""),
        defender=table.get("defender", ""),
        same_area=table.get("same_area", False),
    )


def _playing(table: Mapping[str, Any]) -> Playing | None:
    for ability in table.get("ability", ()):
        if ability["kind"] == "play":
            given = {
                key: ability[key]
                for key in ("window", "by", "only", "attacked", "defender", "lasts", "lasts_unit")
                if key in ability
            }
            occ = frozenset(ability.get("summoner_occ", ()))
            speed, stays = ability["speed"], ability["stays"]
            return Playing(speed, stays, _effects(ability), summoner_occ=occ, **given)
    return None


def _form(table: Mapping[str, Any]) -> Form:
    word = str(table["name"]).lower().replace(" ", "-")
    return Form(word, table["st"], frozenset(table["keywords"]), table.get("defends_at", 0))


def _number(table: Mapping[str, Any], key: str) -> int:
    value = table.get(key, 0)
    return BULLET if value == "*" else int(value)


_FOLDER = files("tabletop_kit.games.tempest") / "cards"
_TABLES: list[dict[str, Any]] = sorted(
    read_toml(_FOLDER / "cards.toml")["card"], key=lambda table: str(table["id"])
)
DECK_TABLES: list[dict[str, Any]] = read_toml(_FOLDER / "decks.toml")["deck"]

TEXT: tuple[str, ...] = tuple(table["id"] for table in _TABLES)
"""The id of a card, such as ``garrison``."""
CARD: dict[str, Card] = {text: card for card, text in enumerate(TEXT)}
"""The card that an id names."""
CARD_NAME: tuple[str, ...] = tuple(table["name"] for table in _TABLES)
TABLES: tuple[Mapping[str, Any], ...] = tuple(_TABLES)
"""Everything the data says of a card, as it stands there."""
PANTHEON: tuple[str, ...] = tuple(table["pantheon"] for table in _TABLES)
OCCUPATION: tuple[str, ...] = tuple(table["occupation"] for table in _TABLES)
ST: tuple[int, ...] = tuple(_number(table, "st") for table in _TABLES)
FT: tuple[int, ...] = tuple(_number(table, "ft") for table in _TABLES)
SU: tuple[int, ...] = tuple(_number(table, "su") for table in _TABLES)
HOLDS: tuple[int, ...] = tuple(table.get("holds", 0) for table in _TABLES)
LOCATION: tuple[str, ...] = tuple(table.get("location", "ground") for table in _TABLES)
LIMIT: tuple[int, ...] = tuple(table.get("limit", 4) for table in _TABLES)
HOSTS: tuple[frozenset[str], ...] = tuple(
    frozenset(table.get("attaches_to", ())) for table in _TABLES
)
PRINTED_KEYWORDS: tuple[frozenset[str], ...] = tuple(
    frozenset(table.get("keywords", ())) for table in _TABLES
)
IS_CHARACTER: tuple[bool, ...] = tuple(occ in CHARACTERS for occ in OCCUPATION)
IS_CHANNELLER: tuple[bool, ...] = tuple(occ in CHANNELLERS for occ in OCCUPATION)
IS_TEMPLE: tuple[bool, ...] = tuple(occ == "Temple" for occ in OCCUPATION)
IS_RELIC: tuple[bool, ...] = tuple(occ == "Relic" for occ in OCCUPATION)
IS_SPELL: tuple[bool, ...] = tuple(occ == "Spell" for occ in OCCUPATION)
IS_MIRACLE: tuple[bool, ...] = tuple(occ == "Miracle" for occ in OCCUPATION)
STATICS: tuple[tuple[Static, ...], ...] = tuple(_statics(table) for table in _TABLES)
ABILITIES: tuple[tuple[Ability, ...], ...] = tuple(
    tuple(
        _ability(one)
        for one in table.get("ability", ())
        if one["kind"] in ("activated", "triggered")
    )
    for table in _TABLES
)
ACTIVATED: tuple[Ability | None, ...] = tuple(
    next((one for one in abilities if one.kind == "activated"), None) for abilities in ABILITIES
)
"""The ability a card can be used for; no card has two."""
PLAYING: tuple[Playing | None, ...] = tuple(_playing(table) for table in _TABLES)
FORMS: tuple[tuple[Form, ...], ...] = tuple(
    tuple(
        _form(form)
        for one in table.get("ability", ())
        if one["kind"] == "forms"
        for form in one["forms"]
    )
    for table in _TABLES
)


def _variable(power: str) -> tuple[Filter | None, ...]:
    return tuple(
        next(
            (
                _filter(one["source"])
                for one in table.get("ability", ())
                if one["kind"] == "variable_st" and one["power"] == power
            ),
            None,
        )
        for table in _TABLES
    )


POWERED = _variable("faith")
"""Bullets that are powered by draining cards: which cards may pay."""
COUNTED = _variable("count")
"""Bullets that count cards: which."""


def statics(card: Card, do: str) -> tuple[Static, ...]:
    """The continuous effects of a card with this verb, in the order printed."""
    return tuple([static for static in STATICS[card] if static.do == do])


def by_card(do: str) -> tuple[tuple[Static, ...], ...]:
    """For every card its continuous effects with this verb."""
    return tuple([statics(card, do) for card in range(len(TEXT))])


def written(cards: Iterable[Card]) -> list[str]:
    """Cards as they are written.

    >>> written((0, CARD["peasant"]))
    ['abbess-of-thale', 'peasant']
    """
    return [TEXT[card] for card in cards]
