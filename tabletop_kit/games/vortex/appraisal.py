"""What cards are worth to whom, and with what figures they fight.

Each card in play (or about to be) is reckoned once in each role, so that every pair of cards can
be compared by table (``sight.py``).
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from itertools import count
from typing import Any, NamedTuple

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.engine.text import read_toml
from tabletop_kit.games.vortex import figures as reckoning
from tabletop_kit.games.vortex.cards import COLOUR, NO_TEXT, RED, Card, Figures, by_card
from tabletop_kit.games.vortex.figures import COMPARES, MODS, PROTECTS, SWAPS, Side, active
from tabletop_kit.games.vortex.position import Position, Unit

_REDIRECTS, _KILLS = by_card("redirect"), by_card("kill")
_BLANK = (Unit(NO_TEXT), Unit(NO_TEXT, (1,)))
"""Nobody in particular, as a Devotee and as a Zealot: what ``vs`` asks for."""


class Weights(NamedTuple):
    """What the policy thinks of everything; ``policy.toml`` says what each weight is for."""

    others: float
    removed: float
    lost: float
    threat: float
    danger: float
    later: float
    second: float
    shared: float
    bluff: float
    seen: float
    by_fire: float
    repelled: float
    units: tuple[float, ...]
    convert_in_play: float
    quality: float
    placed: float
    card: float
    shown: float
    placed_bluff: float
    placed_frenzy: float
    enough: float
    whim: float
    invoke: float
    rogation: dict[str, float]


@cache
def weights(seats: int) -> Weights:
    """The weights for two players, or for more."""
    data = read_toml(files("tabletop_kit.games.vortex") / "policy.toml")
    entries: dict[str, Any] = dict(data["two" if seats == 2 else "more"])
    entries["units"] = tuple(entries["units"])
    return Weights(**entries)


# -- what a card is worth to whom ----------------------------------------------------------------


class Price(NamedTuple):
    """What it means when one seat takes or kills a card of another: gains and losses in points."""

    take: float
    kill: float
    lose: float
    die: float


@cache
def price(colours: tuple[int, ...], taker: Seat, loser: Seat, colour: int) -> Price:
    """``take`` and ``kill`` are gains of the taker, ``lose`` and ``die`` losses of the loser."""
    weight = weights(len(colours))
    share = weight.others / (len(colours) - 1)
    won, gone = float(colour != colours[taker]), float(colour != colours[loser])
    removed = weight.removed / (len(colours) - 1)
    kill = removed + share * gone
    die = weight.lost + gone
    if RED in colours and colour != RED:
        kill += 0.5 if colours[taker] == RED else -0.5 * share
        die += -0.5 if colours[loser] == RED else 0.5 * share
    return Price(won + share * gone + removed, kill, gone + share * won + weight.lost, die)


@cache
def prices(colours: tuple[int, ...]) -> tuple[tuple[tuple[Price, ...], ...], ...]:
    """All prices at a table: by who takes, by who loses, by the colour of the card."""
    seats = range(len(colours))
    return tuple(
        [
            tuple([tuple([price(colours, one, other, hue) for hue in range(4)]) for other in seats])
            for one in seats
        ]
    )


# -- who fights ----------------------------------------------------------------------------------


class Fighter(NamedTuple):
    """A card in play as one seat sees it, reckoned in both roles against both kinds of cards.

    ``unseen``: it has a face-down card that the viewer does not know. ``odd``: its figures depend
    on more than the kind of the other card. ``quirk``: its text has a say after the comparison.
    ``widths`` are the largest leads that convert, by Reason, by Fire; ``number`` tells it from all
    others that were reckoned.
    """

    seat: Seat
    unit: Unit
    colour: int
    zealot: bool
    unseen: bool
    odd: bool
    quirk: bool
    attack: tuple[Figures, ...]
    defence: tuple[Figures, ...]
    widths: tuple[int, int]
    number: int


def _odd(card: Card) -> bool:
    return bool(SWAPS[card]) or any(effect.subject == "opposing" for effect in MODS[card])


_ODD = (*[_odd(card) for card in range(len(MODS) - 1)], False)
_QUIRK = (
    *[
        bool(COMPARES[card] or PROTECTS[card])
        or any(effect.event == "kills" for effect in _REDIRECTS[card])
        or any(effect.when == "after_crusade" for effect in _KILLS[card])
        for card in range(len(MODS) - 1)
    ],
    False,
)
_BY_NUMBER = tuple([any(effect.cond == "more_units" for effect in mods) for mods in MODS])
_VS = tuple([any(effect.vs for effect in mods) for mods in MODS])


_known: dict[tuple[object, ...], Fighter] = {}
_MOST_KNOWN = 20_000
_numbers = count()


def fighter(table: Position, seat: Seat, unit: Unit, unseen: bool, rival: Seat) -> Fighter:
    """A card as it fights; ``rival`` is a seat that it might meet.

    All that its figures depend on makes the key of what was reckoned before.
    """
    site, field = table.site, table.field
    key = (
        site,
        table.colours,
        seat,
        unit,
        unseen,
        tuple([one.card for one in field[seat] if MODS[one.card]]),
        tuple([one.card for one in table.rogations if one.seat == seat and MODS[one.card]])
        if table.rogations
        else (),
        (len(field[seat]), len(field[rival])) if _BY_NUMBER[site] else (),
    )
    found = _known.get(key)
    if found is None:
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        found = _known[key] = _reckoned(table, seat, unit, unseen, rival)
    return found


def _reckoned(table: Position, seat: Seat, unit: Unit, unseen: bool, rival: Seat) -> Fighter:
    cards = (unit.card, *active(table, unit))
    attacker, defender = Side(seat, unit, "attack"), Side(seat, unit, "defend")
    kinds = (0, 1) if any([_VS[card] for card in cards]) else (0,)
    attack = [_figures(table, attacker, Side(rival, _BLANK[kind], "defend")) for kind in kinds]
    defence = [_figures(table, defender, Side(rival, _BLANK[kind], "attack")) for kind in kinds]
    return Fighter(
        seat,
        unit,
        COLOUR[unit.card],
        bool(unit.attached),
        unseen,
        any([_ODD[card] for card in cards]),
        any([_QUIRK[card] for card in cards]),
        (attack[0], attack[-1]),
        (defence[0], defence[-1]),
        (
            reckoning.widest(table, attacker, "reason"),
            reckoning.widest(table, attacker, "fire"),
        ),
        next(_numbers),
    )


def _figures(table: Position, side: Side, other: Side) -> Figures:
    one, two, three, four = reckoning.summed(table, side, other)
    return one, two, three, four


def known(unit: Unit) -> Unit:
    """The card with everything on it turned up: as its owner knows it."""
    return Unit(unit.card, tuple([code | 1 for code in unit.attached])) if unit.attached else unit
