"""What effects may pick: the filters of 3.7, and which rule keeps a card out of reach."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.cards import (
    IS_MIRACLE,
    IS_SPELL,
    LOCATION,
    ST,
    SU,
    Card,
    Effect,
    Filter,
)
from tabletop_kit.games.tempest.moves import Move
from tabletop_kit.games.tempest.names import relics, spot_named, temple_named
from tabletop_kit.games.tempest.numbers import (
    area_kind,
    fits,
    keywords,
    outside,
    shielded,
    strength,
)
from tabletop_kit.games.tempest.position import (
    Spot,
    Table,
    Temple,
    all_spots,
    partners,
)


def mine(table: Table, seat: Seat, other: Seat) -> bool:
    """Whether a player's Spells, Miracles and savers may treat a seat's cards as his own.

    With ``teams`` the partner's count while the partner is the turn player.
    """
    return other == seat or (other == table.turn and other in partners(table, seat))


def whose(table: Table, filter_: Filter, seat: Seat, other: Seat, chosen: Seat = -1) -> bool:
    """Whether cards of seat ``other`` are those that ``who`` means, seen from ``seat``."""
    who = filter_.who
    if who == "mine":
        return mine(table, seat, other)
    if who == "opponent":
        return other not in partners(table, seat)
    if who in ("chosen_player", "chosen_opponent"):
        return chosen < 0 or other == chosen
    if who == "turn_player":
        return other == table.turn
    return True


def suits(table: Table, filter_: Filter, spot: Spot, x: int = 0) -> bool:
    """Whether a Character is of the kind a filter asks for, areas and owner aside."""
    if not any([fits(filter_, member.card) for member in spot.unit.members]):
        return False
    if filter_.drained is not None and spot.unit.drained != filter_.drained:
        return False
    if filter_.state == "tunneling" and not spot.unit.tunneling:
        return False
    most_su = filter_.max_su
    if most_su is not None and any([SU[one.card] > most_su for one in spot.unit.members]):
        return False
    if filter_.not_keyword and keywords(table, spot) & filter_.not_keyword:
        return False
    if filter_.max_st is not None:
        most = x if filter_.max_st == "X" else int(filter_.max_st)
        return outside(table, spot) <= most
    return True


def may_suit(table: Table, filter_: Filter, seat: Seat, spot: Spot, x: int = 0) -> bool:
    """Whether a Character is of the kind a filter asks for, as far as a player can tell.

    What lies face down in another's Temple may be any Character of SU 0; once it is picked it is
    turned up, and looked at again (3.7).
    """
    if spot.unit.name or spot.seat == seat:
        return suits(table, filter_, spot, x)
    if filter_.occ and not filter_.occ & _LYING_DOWN:
        return False
    return filter_.drained is None or spot.unit.drained == filter_.drained


_LYING_DOWN = frozenset(("Follower", "Priest", "Guardian", "Champion"))


def must_be_paid(table: Table, spot: Spot) -> int:
    """The ST that a picked card counts with; what lies face down is not told apart, and is 1."""
    return outside(table, spot) if spot.unit.name else 1


def scope(
    table: Table, filter_: Filter, seat: Seat, kind: str, chosen: Seat = -1
) -> Iterator[Spot]:
    """The Characters an effect without targets strikes: those shielded are skipped (3.5)."""
    for spot in all_spots(table):
        if filter_.area and area_kind(spot.area) not in filter_.area:
            continue
        if not whose(table, filter_, seat, spot.seat, chosen) or not suits(table, filter_, spot):
            continue
        if not shielded(table, spot, kind, seat):
            yield spot


def temple_suits(filter_: Filter, temple: Temple, x: int = 0) -> bool:
    """Whether a Temple is of the kind a filter asks for."""
    if "Temple" not in filter_.occ or LOCATION[temple.card] in filter_.not_location:
        return False
    return filter_.max_st is None or ST[temple.card] <= (
        x if filter_.max_st == "X" else int(filter_.max_st)
    )


def out_of_reach(filter_: Filter, seat: Seat, spot: Spot) -> bool:
    """Whether an opposing Temple keeps its occupant from an effect (TG-A43)."""
    if spot.seat == seat or area_kind(spot.area) != "temple":
        return False
    if filter_.same_area and filter_.who == "any":
        return True
    return bool(filter_.area) and "temple" not in filter_.area


def in_area(filter_: Filter, seat: Seat, spot: Spot) -> bool:
    """Whether a card lies where an effect can pick it; one's own occupants always do (3.7)."""
    kind = area_kind(spot.area)
    if not filter_.area or kind in filter_.area:
        return True
    return kind == "temple" and spot.seat == seat


def play_kind(card: Card) -> str:
    """``spell`` or ``miracle``, which shields tell apart; ``ability`` for other cards."""
    return "spell" if IS_SPELL[card] else "miracle" if IS_MIRACLE[card] else "ability"


def picking(effect: Effect) -> Filter | None:
    """What a player picks for an effect by name; ``None`` where it picks by itself."""
    if effect.do in ("teleport_attack", "gate_attack", "gate", "redirect_attack", "cancel"):
        return None
    filter_ = effect.targets or effect.target
    if filter_ is None or filter_.who in ("attached", "self", "bearer", "summoner"):
        return None
    if filter_.who in ("fighter_mine", "defender_mine"):
        return filter_ if filter_.who == "fighter_mine" else None
    return filter_


def discarded(table: Table, filter_: Filter, seat: Seat) -> list[Card]:
    """The cards of one's discard pile that an effect may bring back, each once."""
    return [card for card in sorted(set(table.discard[seat])) if comes_back(filter_, card)]


def comes_back(filter_: Filter, card: Card) -> bool:
    """Whether an effect may bring a discarded card back."""
    return fits(filter_, card) and (filter_.max_su is None or SU[card] <= filter_.max_su)


def fighters(table: Table, seat: Seat, ability: bool = False) -> list[str]:
    """The cards of a player that are in the fight, a Temple that is attacked among them.

    For a Spell or Miracle a partner's too, see :func:`mine`; not for an ``ability``.
    """
    fight, found = table.fight, []
    for name in (*fight.names, fight.defender) if fight is not None else ():
        spot, temple = spot_named(table, name), temple_named(table, name)
        other = spot.seat if spot is not None else temple[0] if temple is not None else -1
        if other == seat or (not ability and other >= 0 and mine(table, seat, other)):
            found.append(name)
    return found


def aimed_at(table: Table, seat: Seat, move: Move, effects: tuple[Effect, ...]) -> tuple[str, ...]:
    """What a play picks as it is written; a lone fighter of one's own need not be named."""
    if move.at or not any([one.target and one.target.who == "fighter_mine" for one in effects]):
        return move.at
    return tuple(fighters(table, seat, move.verb == "use"))


def relic_targets(table: Table, seat: Seat) -> list[str]:
    """The face-up Relics of opponents that could be taken, wherever they are."""
    own = partners(table, seat)
    return [
        held.relic.name
        for other in range(table.seats)
        if other not in own
        for held in relics(table, other)
        if held.relic.name
    ]


def total(table: Table, names: tuple[str, ...]) -> int:
    """The ST of several Characters added up, ST 0 counting as 1."""
    found = [spot_named(table, name) for name in names]
    return sum([must_be_paid(table, spot) for spot in found if spot is not None])


def must_be_given(table: Table, name: str, temple: Temple | None, spot: Spot | None) -> int:
    """The points of damage that destroy a card: its current ST, at least 1 (3.6, ``damage``)."""
    if temple is not None:
        return max(ST[temple.card], 1)
    return max(strength(table, spot), 1) if spot is not None else 0
