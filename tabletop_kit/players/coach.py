"""One decision as a coach sees it: one's own move beside those of the priorities.

The coach is never handed the truth: it looks at a world imagined from what the seat knows. So
what it says is the same in any two positions that the seat cannot tell apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

from tabletop_kit.engine.coach import Line
from tabletop_kit.engine.game import Game
from tabletop_kit.engine.interval import Interval
from tabletop_kit.engine.luck import mix
from tabletop_kit.engine.ruling import Seat
from tabletop_kit.players.chances import AIM, MOST_WORLDS, Chances, Choosing
from tabletop_kit.players.grades import Grades, loss

Verdict: TypeAlias = Literal["same", "better", "worse", "open"]

_LOOK, _USUAL = 0x100C, 0x05A1


class Coached:
    """What the coach knows of one decision, sharpened in slices by :meth:`advance`.

    ``advice`` is what the priorities would play (``None`` where the game's coach is silent),
    ``own`` what the seat's own ``move`` leaves. ``considered`` are the different moves among them
    and ``others``, each with its chance in ``chances`` and its grade in ``grades``. ``second``,
    where it is set, holds the chances for a player of another kind.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        position: Any,
        seat: Seat,
        move: Any = None,
        *,
        others: Sequence[Any] = (),
        usual: bool = False,
        seed: int = 0,
        aim: float = AIM,
        most: int = MOST_WORLDS,
    ) -> None:
        """``move`` is the one that was played; left out: the decision is still to be taken.

        With ``usual``, the move of the game's quick policy is considered, too; it is then in the
        attribute of that name.

        Raises ``IllegalMove`` where ``move`` or one of the ``others`` is not legal.
        """
        self.game, self.seat, self.move, self.seed = game, seat, move, seed
        self.world = game.imagine(position, seat, mix(seed, _LOOK) >> 11)
        for one in (*([] if move is None else [move]), *others):
            game.require(self.world, seat, one)
        self.advice = game.advice(self.world, seat)
        self.own = None if move is None else game.line(self.world, seat, move)
        advised = self.advice.moves() if self.advice else ()
        played = () if move is None else (move,)
        self.usual = self._usual() if usual else None
        ordinary = () if self.usual is None else (self.usual,)
        self.considered: tuple[Any, ...] = tuple(
            dict.fromkeys([*played, *advised, *ordinary, *others])
        )
        self.chances = self._chances(self.considered, None, aim, most)
        self.second: Chances | None = None
        self.grades = Grades()

    def __repr__(self) -> str:
        return f"<coached: {self.chances!r}>"

    @property
    def lines(self) -> tuple[Line, ...]:
        """One line for each priority; none where the coach is silent."""
        return self.advice.lines if self.advice else ()

    @property
    def matches(self) -> tuple[str, ...]:
        """The priorities that would have played the seat's own move."""
        return self.advice.matching(self.move) if self.advice else ()

    @property
    def idle(self) -> bool:
        """Whether the seat answered nothing out of turn, as every priority would have had it."""
        declined = self.game.decline(self.world, self.seat)
        return (
            self.move is not None
            and self.move == declined
            and all(line.move == declined for line in self.lines)
        )

    @property
    def best(self) -> Any:
        """The move with the best chance so far; the seat's own where none does better."""
        return self.chances.best()

    @property
    def cost(self) -> Interval:
        """What the own move loses against the best one, world by world; 0 where it is the best."""
        if self.move is None or self.best == self.move:
            return Interval(0.0, 0.0, 0.0)
        return self.chances.difference(self.best, self.move)

    @property
    def done(self) -> bool:
        """Whether all figures are as sharp as was asked for."""
        return self.chances.done and (self.second is None or self.second.done)

    def advance(self, seconds: float) -> bool:
        """Work for about that long; tells whether it is done."""
        if not self.chances.done:
            self.chances.advance(seconds)
            self.grades.follow(self.chances)
        elif self.second is not None and not self.second.done:
            self.second.advance(seconds)
        return self.done

    def run(self, worlds: int | None = None) -> Coached:
        """Work until it is done, or until so many worlds were seen."""
        self.chances.run(worlds)
        self.grades.follow(self.chances)
        if self.second is not None:
            self.second.run(worlds)
        return self

    def think(self, thinker: Choosing, aim: float = AIM, most: int = 200) -> Chances:
        """Ask for the chances of a player who thinks like ``thinker``, too, own move and best."""
        moves = [self.best] if self.move is None else dict.fromkeys([self.move, self.best])
        self.second = self._chances(tuple(moves), thinker, aim, most)
        return self.second

    def verdict(self, former: Any) -> Verdict:
        """Whether the own move is better than a ``former`` one, as far as the figures tell."""
        if former == self.move:
            return "same"
        gain = self.chances.difference(self.move, former)
        if gain.low > 0:
            return "better"
        return "worse" if gain.high < 0 else "open"

    def loss(self, move: Any) -> Interval:
        """What ``move`` loses against the best of the others; less than 0: it is the best."""
        return loss(self.chances, move)

    def _usual(self) -> Any:
        """What the game's quick policy would play: the ordinary player of the chances."""
        return self.game.policy()(self.world, self.seat, mix(self.seed, _USUAL))

    def _chances(
        self, moves: Sequence[Any], thinker: Choosing | None, aim: float, most: int
    ) -> Chances:
        chances = Chances(
            self.game, self.world, self.seat, moves, self.seed, thinker=thinker, aim=aim, most=most
        )
        return chances
