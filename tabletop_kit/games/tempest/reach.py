"""Who may attack, block and be picked: the fight's geometry (3.4, 3.9, TG-A43 to A60)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.cards import LOCATION
from tabletop_kit.games.tempest.moves import number_order
from tabletop_kit.games.tempest.names import spot_name, spot_named, temple_named
from tabletop_kit.games.tempest.numbers import area_kind, blocks_a_turn, keywords
from tabletop_kit.games.tempest.position import (
    BATTLEGROUND,
    WANDER,
    Fight,
    Spot,
    Table,
    Temple,
    Unit,
    partners,
    spots,
)

UNBLOCKABLE = frozenset(("sneak", "ambush"))
ANYWHERE = frozenset((WANDER, BATTLEGROUND, "temple"))
"""The areas that a Teleport reaches, and a Gate of which nothing else is said (3.10)."""


def attackers(table: Table, names: tuple[str, ...]) -> list[Spot]:
    """The attacking cards that are still in play."""
    found = [spot_named(table, name) for name in names]
    return [spot for spot in found if spot is not None]


# -- blocking ------------------------------------------------------------------------------------


def may_block(table: Table, spot: Spot, attacker: Spot, tunnel: bool) -> bool:
    """Whether a card in the Battleground could block this one attacker (TG-A54, A57)."""
    return stops(spot.unit, keywords(table, spot), keywords(table, attacker), tunnel)


def stops(unit: Unit, own: frozenset[str], other: frozenset[str], tunnel: bool) -> bool:
    """The same by the keywords of a card and of its attacker."""
    if "cannot_block" in own or other & UNBLOCKABLE:
        return False
    if tunnel and "tunneling" not in own:
        return False
    if unit.tunneling and "tunneling" not in other:
        return False
    return "flying" not in other or "flying" in own


def defences_left(table: Table, spot: Spot) -> bool:
    """Whether a card may block once more this turn (TG-A47)."""
    name = spot.unit.name
    return name not in table.blocked or table.blocked.count(name) < blocks_a_turn(spot)


def able_blockers(table: Table, found: list[Spot], tunnel: bool, seat: Seat) -> list[Spot]:
    """The able blockers of a player, by name (3.9); a pair is blocked by who may block both.

    Drained does not matter. A joined card counts once; an attacker that the defender has taken
    control of does not block itself.
    """
    return _blockers(table, found, tunnel, seat, all)


def could_block(table: Table, found: list[Spot], tunnel: bool, seat: Seat) -> list[Spot]:
    """The cards of a player that are able to block any one of these attackers (TG-A49)."""
    return _blockers(table, found, tunnel, seat, any)


def _blockers(
    table: Table,
    found: list[Spot],
    tunnel: bool,
    seat: Seat,
    enough: Callable[[Iterable[bool]], bool],
) -> list[Spot]:
    able, attacking = [], [spot.unit.name for spot in found]
    against = [keywords(table, attacker) for attacker in found]
    for unit in table.battleground[seat] if found else ():
        if unit.name in attacking:
            continue
        spot = Spot(unit, seat, BATTLEGROUND)
        own = keywords(table, spot)
        fits = [stops(unit, own, other, tunnel) for other in against]
        if enough(fits) and defences_left(table, spot):
            able.append(spot)
    return sorted(able, key=lambda spot: number_order(spot.unit.name))


# -- picking a target ----------------------------------------------------------------------------


def bars_fight(table: Table, attacker: Spot, target: Spot) -> str:
    """The rule that keeps two cards from fighting; empty where they may (TG-A54, A57)."""
    own = keywords(table, attacker)
    if "flying" in keywords(table, target) and not own & {"flying", "missile"}:
        return "TG-A54"
    if target.unit.tunneling and "tunneling" not in own:
        return "TG-A57"
    return ""


def bars_temple(table: Table, attacker: Spot, temple: Temple, tunnel: bool) -> str:
    """The rule that keeps a card from attacking a Temple; empty where it may (TG-A55, A57)."""
    place, own = LOCATION[temple.card], keywords(table, attacker)
    if tunnel:
        return "" if place == "underground" else "TG-A57"
    if place == "underground":
        return "TG-A55"
    if place == "sky":
        return "" if "flying" in own else "TG-A55"
    if place == "water":
        return "" if own & {"flying", "water"} else "TG-A55"
    return ""


def bars_target(table: Table, attacker: Spot, target: Spot, tunnel: bool) -> str:
    """The rule that keeps an unblocked card from picking a Character; empty where it may."""
    kind = area_kind(target.area)
    if kind == "temple":
        found = temple_named(table, target.area)
        assert found is not None
        passes = "bypass_temple" in keywords(table, attacker)
        if not passes or LOCATION[found[1].card] != "ground":
            return "TG-A43"
        if tunnel:
            return "TG-A57"
    elif kind == BATTLEGROUND and tunnel:
        return "TG-A57"
    return bars_fight(table, attacker, target)


def unblocked_targets(table: Table, found: list[Spot], tunnel: bool, seat: Seat) -> Iterator[str]:
    """What attackers that are not blocked may pick from a player's cards; a pair: what both may."""
    attacking = [spot.unit.name for spot in found]
    for spot in spots(table, seat):
        if spot.unit.name not in attacking and not any(
            [bars_target(table, one, spot, tunnel) for one in found]
        ):
            yield spot_name(table, spot)
    for temple in table.temples[seat]:
        if not any([bars_temple(table, one, temple, tunnel) for one in found]):
            yield temple.name


def legal_targets(table: Table, found: list[Spot], tunnel: bool, seat: Seat) -> list[str]:
    """What an attack that is turned on a player could be turned on (Domination, Confusion, ...).

    Where the player has able blockers these alone; else what an unblocked attack may pick. A
    Teleport or Gate attack is not blocked: all that it reaches (3.10).
    """
    if table.fight is not None and table.fight.reach:
        areas = table.fight.areas
        return [name for one in found for name in anywhere(table, one, areas, seat)]
    able = [spot.unit.name for spot in able_blockers(table, found, tunnel, seat)]
    return able or list(unblocked_targets(table, found, tunnel, seat))


def turned_on(table: Table, found: list[Spot], by: Seat, but: Seat = -1) -> list[str]:
    """What a turned attack may be turned on: cards of all that ``by`` may attack, ``but`` one's.

    Players who are still protected against the attacker's controller are left alone (TG-A10).
    """
    tunnel = table.fight is not None and table.fight.tunnel
    return [
        name
        for seat in range(table.seats)
        if seat not in partners(table, by) and seat != but and seat not in table.out
        if by not in table.protected[seat]
        for name in legal_targets(table, found, tunnel, seat)
    ]


def picked(table: Table, fight: Fight) -> list[str]:
    """What the attack in progress may pick, in order of names."""
    found = attackers(table, fight.names)
    names = unblocked_targets(table, found, fight.tunnel, fight.seat)
    return sorted(names, key=number_order)


def anywhere(table: Table, attacker: Spot, areas: frozenset[str], seat: Seat) -> Iterator[str]:
    """What a Teleport or Gate may attack of a player's: any card there, or any Temple (3.10)."""
    own = keywords(table, attacker)
    for spot in spots(table, seat):
        if area_kind(spot.area) in areas:
            flying = "flying" in keywords(table, spot) and not own & {"flying", "missile"}
            hidden = spot.unit.tunneling and "tunneling" not in own
            if not flying and not hidden:
                yield spot_name(table, spot)
    if "temple" in areas:
        for temple in table.temples[seat]:
            yield temple.name


def same_area(table: Table, user: Spot, target: Spot) -> bool:
    """Whether a same-area ability reaches a card (3.9, TG-A58)."""
    if area_kind(user.area) != BATTLEGROUND:
        return user.area == target.area and user.seat == target.seat
    if target.area == BATTLEGROUND:
        return True
    if target.area != WANDER or target.seat in partners(table, user.seat):
        return False
    return not able_blockers(table, [user], False, target.seat)
