"""The declaration of attacks, put together from what is selected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.moves import Declared, Move, number_order
from tabletop_kit.games.tempest.names import spot_named, temple_named
from tabletop_kit.games.tempest.numbers import keywords
from tabletop_kit.games.tempest.position import Position, opponents

Names = tuple[str, ...]
PLAYER = "player-"
"""Before the number of a player, in the word by which he is selected."""


def attack_moves(
    position: Position, seat: Seat, words: Sequence[str], own: Names, seats: tuple[Seat, ...]
) -> Iterator[Move]:
    """The attacks that these Characters can be meant to declare, each alone before any pair.

    Players that are selected take those that were selected before them; without any, every
    opponent is one that all could attack. Pairs are those who were chosen one after the other; of
    three against one player any two can be one.
    """
    shares = [_by_player(words, own, seats)] if seats else []
    shares += [{other: own} for other in opponents(position, seat)] if not seats else []
    for share in shares:
        yield _declared(share, 0, ())
        yield from [_declared(share, pairs, ()) for pairs in range(1, most_pairs(share) + 1)]
        below = tuple([name for name in own if _tunnels(position, name)])
        if below:
            yield _declared(share, 0, below)
    if len(shares) == 1:
        yield from _other_pairs(shares[0])


def meant_attack(position: Position, seat: Seat, own: Names, theirs: Names) -> Move | None:
    """The attack that is meant where cards of an opponent were selected beside one's own.

    It is declared against a player; what is attacked there is chosen when it is carried out.
    """
    spot, temple = spot_named(position, theirs[0]), temple_named(position, theirs[0])
    found = spot.seat if spot is not None else temple[0] if temple is not None else seat
    return None if found == seat or not own else _declared({found: own}, 0, ())


def most_pairs(share: Mapping[Seat, Names]) -> int:
    """How many pairs those who attack one player can be at most."""
    return max([len(names) // 2 for names in share.values()])


def _other_pairs(share: Mapping[Seat, Names]) -> Iterator[Move]:
    """Of three against one player: the first, and the second, together with the last."""
    for seat, names in share.items():
        if len(names) == 3:
            one, two, three = names
            for order in ((one, three, two), (two, three, one)):
                yield _declared({**share, seat: order}, 1, ())


def _by_player(words: Sequence[str], own: Names, seats: tuple[Seat, ...]) -> dict[Seat, Names]:
    """Who attacks whom: each player takes the Characters selected before, the last the rest too."""
    share: dict[Seat, Names] = {}
    waiting: list[str] = []
    for word in words:
        if word in own:
            waiting.append(word)
        elif word.startswith(PLAYER):
            seat = int(word.removeprefix(PLAYER))
            share[seat] = (*share.get(seat, ()), *waiting)
            waiting = []
    share[seats[-1]] = (*share.get(seats[-1], ()), *waiting)
    return {seat: names for seat, names in share.items() if names}


def _declared(share: Mapping[Seat, Names], pairs: int, below: Names) -> Move:
    """One declaration; of those against each player so many pairs, in the order of choosing."""
    attacks: list[Declared] = []
    for seat, names in share.items():
        count = min(pairs, len(names) // 2)
        together = [names[2 * at : 2 * at + 2] for at in range(count)]
        found = [tuple(sorted(pair, key=number_order)) for pair in together]
        found += [(name,) for name in names[2 * count :]]
        attacks += [(one, all(name in below for name in one), seat) for one in found]
    attacks.sort(key=lambda one: number_order(one[0][0]))
    return Move("attack", attacks=tuple(attacks))


def _tunnels(position: Position, name: str) -> bool:
    spot = spot_named(position, name)
    return spot is not None and bool(spot.unit.name) and "tunneling" in keywords(position, spot)
