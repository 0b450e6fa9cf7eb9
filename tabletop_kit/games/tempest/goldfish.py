"""A deck tried alone: many seeded games against nobody, by the real rules, with a simple policy.

Nobody sits on the other side: a single Peasant without hand or deck, who ends every turn. The
policy plays and summons, the dearest card first, and gathers Characters in its Temples. It never
attacks, casts no Spell and summons no Miracle, but throws such cards away at the end of its turn,
as if they had been used, and the dearest ones where it can pay for nothing in its hand. A Deity
does not end the game here (option ``no_deity_win``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from tabletop_kit.engine.luck import Luck, mix
from tabletop_kit.engine.ruling import Json, Seat
from tabletop_kit.games.tempest import judging, legal, rules, setup
from tabletop_kit.games.tempest.cards import (
    CARD,
    FT,
    IS_CHARACTER,
    IS_MIRACLE,
    IS_RELIC,
    IS_SPELL,
    IS_TEMPLE,
    OCCUPATION,
    SU,
    TEXT,
    Card,
    Cards,
)
from tabletop_kit.games.tempest.moves import END, KEEP, Move
from tabletop_kit.games.tempest.names import spot_named
from tabletop_kit.games.tempest.numbers import faith, hand_size, strength
from tabletop_kit.games.tempest.position import (
    BATTLEGROUND,
    HAND,
    MOST_DISCARDED,
    WANDER,
    Position,
    spots,
)
from tabletop_kit.games.tempest.view import STREAMS

TURNS = 10
"""How many turns a game alone goes where nothing else is said."""
MOST_TURNS = 40
MOST_GAMES = 10_000
"""More would keep whoever asks waiting for minutes."""
FIRSTS = ("Priest", "Temple", "Demi-god", "Deity")
"""What a trial notes the first turn of."""
_OWN: Seat = 0
_MOST_MOVES = 60
"""Far more moves than a turn has: the policy that went on for ever would be stopped."""


@dataclass(frozen=True, slots=True)
class Turn:
    """How things stood at the end of one own turn, and what was done in it (as written moves)."""

    number: int
    faith: int
    strength: int
    characters: int
    temples: int
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Solo:
    """One game alone: its hand at the first turn, its turns, and what came when.

    ``firsts`` says in which turn the first card of each of :data:`FIRSTS` came. ``out``: neither
    Character nor Temple after the first turn, so that the game was lost (TG-A66).
    """

    hand: tuple[str, ...]
    turns: tuple[Turn, ...]
    firsts: Mapping[str, int]
    out: bool


@dataclass(frozen=True, slots=True)
class Trial:
    """Many games alone with one deck."""

    seed: int
    length: int
    games: tuple[Solo, ...]

    def mean(self, figure: str) -> list[float]:
        """The mean of a figure of :class:`Turn` by turn, over the games that were not lost."""
        going = [game.turns for game in self.games if not game.out]
        return [
            fmean([getattr(turns[number], figure) for turns in going]) if going else 0.0
            for number in range(self.length)
        ]

    def first(self, kind: str) -> tuple[float, float | None]:
        """In what share of the games a card of a kind came, and the mean turn of the first."""
        found = [game.firsts[kind] for game in self.games if kind in game.firsts]
        return len(found) / len(self.games), fmean(found) if found else None

    def by(self, kind: str, turn: int) -> float:
        """The share of games in which a card of a kind had come by the end of a turn."""
        come = [game.firsts.get(kind, turn + 1) <= turn for game in self.games]
        return sum(come) / len(come)

    @property
    def out(self) -> float:
        """The share of games lost in the first turn."""
        return sum([game.out for game in self.games]) / len(self.games)


def trial(deck: Cards, seed: int = 0, games: int = 100, turns: int = TURNS) -> Trial:
    """Play a deck alone, many times; the same for the same arguments.

    Raises ``ValueError`` where there are no games, or more games or turns than make sense.
    """
    if not 1 <= games <= MOST_GAMES or not 1 <= turns <= MOST_TURNS:
        raise ValueError(
            f"1 to {MOST_GAMES} games of 1 to {MOST_TURNS} turns, not {games}, {turns}"
        )
    played = [solo(deck, mix(seed, number), turns) for number in range(games)]
    return Trial(seed, turns, tuple(played))


def solo(deck: Cards, seed: int, turns: int = TURNS) -> Solo:
    """One game alone, with the moves of every turn."""
    position = beginning(deck, seed)
    hand = tuple([TEXT[card] for card in sorted(position.hands[_OWN])])
    told: list[Turn] = []
    firsts: dict[str, int] = {}
    for number in range(1, turns + 1):
        after, done = _own_turn(position)
        if after.out:
            return Solo(hand, tuple(told), firsts, True)
        _note(after, number, firsts)
        told.append(_told(after, number, done))
        position = _other_turn(after)
    return Solo(hand, tuple(told), firsts, False)


def beginning(deck: Cards, seed: int) -> Position:
    """The first position of a game alone: five cards and the first one drawn (TG-C1, TG-C3)."""
    luck = Luck.of(seed, STREAMS)
    order, luck = luck.shuffled("deck", [TEXT[card] for card in deck])
    keys: dict[str, Json] = {
        "turn": _OWN,
        "turns": [1, 1],
        "hands": [order[: HAND + 1], []],
        "decks": [order[HAND + 1 :], []],
        "wander": [[], ["peasant"]],
        "no_deity_win": True,
    }
    return setup.load(keys, luck)


def _own_turn(position: Position) -> tuple[Position, tuple[str, ...]]:
    """One own turn to its end, and what was done in it."""
    done: list[str] = []
    for _ in range(_MOST_MOVES):
        if position.to_act != _OWN:
            break
        move = choose(position)
        if move not in (END, KEEP):
            done.append(str(move))
        position = rules.apply(position, _OWN, move)
    return position, tuple(done)


def _other_turn(position: Position) -> Position:
    """The turn of the other side, who has nothing to do; nothing is answered in it."""
    while (seat := position.to_act) is not None and position.turn != _OWN:
        position = rules.apply(position, seat, next(iter(legal.moves(position, seat))))
    return position


def _note(position: Position, number: int, firsts: dict[str, int]) -> None:
    kinds = {
        OCCUPATION[member.card] for spot in spots(position, _OWN) for member in spot.unit.members
    }
    if position.temples[_OWN]:
        kinds.add("Temple")
    for kind in FIRSTS:
        if kind in kinds:
            firsts.setdefault(kind, number)


def _told(position: Position, number: int, done: tuple[str, ...]) -> Turn:
    own = list(spots(position, _OWN))
    return Turn(
        number,
        sum([faith(position, spot) for spot in own]),
        sum([strength(position, spot) for spot in own]),
        len(own),
        len(position.temples[_OWN]),
        done,
    )


# -- the policy ----------------------------------------------------------------------------------


def choose(position: Position) -> Move:
    """What the policy does next in its own turn; the same in the same position."""
    if position.phase == "discard":
        return _thrown_away(position)
    if position.phase == "excess":
        return _excess(position)
    if position.phase != "main":
        return next(iter(legal.moves(position, _OWN)))
    best = _best(
        position, [card for card in position.hands[_OWN] if IS_CHARACTER[card] or IS_TEMPLE[card]]
    )
    if best != END:
        return best
    return _best(position, [card for card in position.hands[_OWN] if IS_RELIC[card]])


def _best(position: Position, hand: Sequence[Card]) -> Move:
    """The best move where only these cards of the hand are thought of.

    The others need not be listed, nor attacks, which are never made.
    """
    hands = (tuple(hand), *position.hands[_OWN + 1 :])
    found = legal.moves(replace(position, hands=hands, declared=True), _OWN)
    return max(found, key=lambda move: (_worth(position, move), str(move)))


def _worth(position: Position, move: Move) -> tuple[int, int]:
    """How soon a move is made: a rank, and how much it brings; ending the turn has rank 0."""
    card = CARD.get(move.what)
    if move.to == BATTLEGROUND:
        return -1, 0
    if move.verb == "play" and card is not None and IS_CHARACTER[card]:
        return 3, 2 * max(FT[card], 0) + (move.to != "")
    if move.verb == "summon" and card is not None:
        first = IS_TEMPLE[card] and not position.temples[_OWN]
        return 2, 20 * SU[card] + 60 * first + len(move.inside)
    if move.verb == "move" and move.to != WANDER and _in_wander(position, move.what):
        spot = spot_named(position, move.what)
        gathered = 0 if spot is None else faith(position, spot)
        return (1, gathered) if gathered else (-1, 0)
    return (0, 0) if move == END else (-1, 0)


def _in_wander(position: Position, name: str) -> bool:
    spot = spot_named(position, name)
    return spot is not None and spot.area == WANDER


def _useless(card: Card) -> bool:
    return IS_SPELL[card] or IS_MIRACLE[card]


def _thrown_away(position: Position) -> Move:
    """At the end of the turn Spells and Miracles go, and the dearest cards of a hand that is stuck.

    It is stuck when no Character or Temple in it costs as little as the FT in play.
    """
    hand = position.hands[_OWN]
    gone = [card for card in hand if _useless(card)]
    rest = sorted([card for card in hand if not _useless(card)], key=lambda card: -SU[card])
    reach = sum([faith(position, spot) for spot in spots(position, _OWN)])
    if not any([SU[card] <= reach for card in rest if not IS_RELIC[card]]):
        gone += rest
    names = [TEXT[card] for card in gone[:MOST_DISCARDED]]
    return _discarding(position, names) if names else KEEP


def _excess(position: Position) -> Move:
    """Down to the hand size: Spells and Miracles first, then what costs most."""
    count = len(position.hands[_OWN]) - hand_size(position, _OWN)
    ranked = sorted(position.hands[_OWN], key=lambda card: (not _useless(card), -SU[card]))
    return _discarding(position, [TEXT[card] for card in ranked[:count]])


def _discarding(position: Position, names: Sequence[str]) -> Move:
    move = Move("discard", names=tuple(sorted(names)))
    assert judging.ruling(position, _OWN, move).legal
    return move
