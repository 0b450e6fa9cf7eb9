"""The declaration of attacks, put together from what is selected."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tabletop_kit.engine.ruling import Seat
from tabletop_kit.games.tempest.moves import Declared, Move, number_order
from tabletop_kit.games.tempest.names import spot_named
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
    opponent is one that all could attack.
    """
    shares = [_by_player(words, own, seats)] if seats else []
    shares += [{other: own} for other in opponents(position, seat)] if not seats else []
    for share in shares:
        yield _declared(share, 0, ())
        most = max(len(names) for names in share.values())
        if most > 1:
            yield _declared(share, 1, ())
        if most > 3:
            yield _declared(share, most // 2, ())
        below = tuple([name for name in own if _tunnels(position, name)])
        if below:
            yield _declared(share, 0, below)


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


def _declared(share: dict[Seat, Names], pairs: int, below: Names) -> Move:
    attacks: list[Declared] = []
    for seat, names in share.items():
        ordered = sorted(names, key=number_order)
        count = min(pairs, len(ordered) // 2)
        found = [tuple(ordered[2 * at : 2 * at + 2]) for at in range(count)]
        found += [(name,) for name in ordered[2 * count :]]
        attacks += [(one, all(name in below for name in one), seat) for one in found]
    attacks.sort(key=lambda one: number_order(one[0][0]))
    return Move("attack", attacks=tuple(attacks))


def _tunnels(position: Position, name: str) -> bool:
    spot = spot_named(position, name)
    return spot is not None and bool(spot.unit.name) and "tunneling" in keywords(position, spot)
