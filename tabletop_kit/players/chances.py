"""The chance of winning after each of several moves, by playing out fair worlds in slices.

All moves are tried in the same worlds with the same luck, so that their differences show long
before their chances are sharp. A draw counts as half a win.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from time import perf_counter
from typing import Any, TypeAlias

from tabletop_kit.engine.game import Game
from tabletop_kit.engine.interval import NORMAL_95, Interval, mean, paired, wilson
from tabletop_kit.engine.luck import mix
from tabletop_kit.engine.playout import LIMIT, EndlessGame
from tabletop_kit.engine.ruling import Seat

AIM = 0.05
"""The half width at which a chance counts as sharp: plus or minus five points."""
MOST_WORLDS = 2_000

Choosing: TypeAlias = Callable[[Any, Seat, int], Generator[None, None, Any]]
"""Somebody who thinks in small steps: from position, seat and a random number to a move."""

_WORLDS, _LUCK = 0xC0AC4, 0xC0AC5


class Chances:
    """The chance of winning for ``seat`` after each of ``moves``, sharpened in slices.

    The figures follow from what the seat knows, the ``seed`` and the number of worlds alone; the
    time that a slice takes never matters. They hold for a player who goes on like the game's quick
    policy, or, in the own seat, like ``thinker``; everybody else goes on like the policy. In a
    cooperative game everybody goes on like the own seat. Where the game has a ``foresight``, each
    world is played on until it says so, and then judged by it.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        position: Any,
        seat: Seat,
        moves: Sequence[Any],
        seed: int = 0,
        *,
        thinker: Choosing | None = None,
        aim: float = AIM,
        most: int = MOST_WORLDS,
    ) -> None:
        """``aim`` is the half width that is enough, ``most`` the number of worlds that is.

        Every move has to be legal for ``seat``; the same move twice is played out once.
        """
        self.game, self.seat, self.seed = game, seat, seed
        self.aim, self.most = aim, most
        self.moves = tuple(dict.fromkeys(moves))
        self.scores: dict[Any, list[float]] = {move: [] for move in self.moves}
        self._position, self._thinker = position, thinker
        self._policy = game.policy()
        self._foresight = game.foresight()
        self._work = self._worlds()

    def __repr__(self) -> str:
        told = ", ".join(f"{self.game.write(move)}: {self.chance(move)}" for move in self.moves)
        return f"<chances after {self.worlds} worlds: {told}>"

    # -- working -----------------------------------------------------------------------------

    @property
    def worlds(self) -> int:
        """In how many worlds every move has been played out."""
        return len(self.scores[self.moves[-1]]) if self.moves else self.most

    @property
    def done(self) -> bool:
        """Whether every chance is as sharp as was asked for, or enough worlds were seen."""
        if self.worlds >= self.most:
            return True
        # Few worlds that agree look sharp by chance; a share that small could never be told.
        return self.worlds >= 30 and all(
            self.chance(move).half_width <= self.aim for move in self.moves
        )

    def advance(self, seconds: float) -> bool:
        """Work for about that long, at most one step of a game longer; tells whether it is done."""
        until = perf_counter() + seconds
        while not self.done:
            for _ in self._work:
                if perf_counter() >= until:
                    return self.done
            self._work = self._worlds()
        return True

    def run(self, worlds: int | None = None) -> Chances:
        """Work until it is done, or until so many worlds were seen."""
        while not self.done if worlds is None else self.worlds < worlds:
            for _ in self._work:
                pass
            self._work = self._worlds()
        return self

    # -- figures -----------------------------------------------------------------------------

    def chance(self, move: Any) -> Interval:
        """The chance of winning after ``move``, with its 95% interval."""
        scores = self.scores[move][: self.worlds]
        if self._foresight is not None:
            return mean(scores)
        return wilson(sum(scores), len(scores))

    def difference(self, move: Any, other: Any, deviate: float = NORMAL_95) -> Interval:
        """How much better ``move`` is than ``other``, world by world."""
        worlds = self.worlds
        return paired(self.scores[move][:worlds], self.scores[other][:worlds], deviate)

    def best(self) -> Any:
        """The move with the best chance so far; of equal ones the first."""
        return max(self.moves, key=lambda move: sum(self.scores[move][: self.worlds]))

    # -- inner -------------------------------------------------------------------------------

    def _worlds(self) -> Generator[None, None, None]:
        """Play all moves out in the next world; a pause after each step."""
        number = self.worlds
        key = mix(mix(self.seed, _WORLDS), number)
        luck = mix(mix(self.seed, _LUCK), number)
        world = self.game.imagine(self._position, self.seat, key >> 11)
        for move in self.moves:
            score = yield from self._score(self.game.apply(world, self.seat, move), luck)
            self.scores[move].append(score)

    def _score(self, position: Any, luck: int) -> Generator[None, None, float]:
        """What the seat gets when the position is played out."""
        game, policy, thinker = self.game, self._policy, self._thinker
        to_act, apply, together = game.to_act, game.apply, game.cooperative
        start, ahead = self._position, self._foresight
        for step in range(LIMIT):
            seat = to_act(position)
            if seat is None:
                outcome = game.outcome(position)
                assert outcome is not None
                return outcome.scores[self.seat]
            if ahead is not None and ahead.until(start, position):
                return ahead.chance(position, self.seat)
            draw = mix(luck, step)
            if thinker is not None and (together or seat == self.seat):
                move = yield from thinker(position, seat, draw)
            else:
                move = policy(position, seat, draw)
            position = apply(position, seat, move)
            yield
        raise EndlessGame(f"{game.id}: no end after {LIMIT} moves")


def searching(game: Game[Any, Any], worlds: int = 8, most: int = 8) -> Choosing:
    """A player who before each move plays it out in a few imagined worlds, in small steps.

    Tried are the move of the game's quick policy and others spread over the legal ones, ``most``
    in all, each in the same ``worlds`` worlds. What may be left unsaid out of turn is left to the
    policy.
    """
    policy = game.policy()

    def choose(position: Any, seat: Seat, draw: int) -> Generator[None, None, Any]:
        legal = game.moves(position, seat)
        usual = policy(position, seat, mix(draw, 0))
        if len(legal) < 2 or game.decline(position, seat) is not None:
            return usual
        stride = max(1, -(-len(legal) // most))
        some = [legal[place] for place in range(0, len(legal), stride)]
        tried = Chances(game, position, seat, [usual, *some], mix(draw, 1))
        for _ in range(worlds):
            yield from tried._worlds()
        return tried.best()

    return choose
