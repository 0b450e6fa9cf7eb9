"""A match looked through again: where it was won or lost, by luck and by decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from tabletop_kit.engine.interval import Interval
from tabletop_kit.engine.luck import mix
from tabletop_kit.engine.match import Match, Step
from tabletop_kit.engine.problem import Problem
from tabletop_kit.engine.ruling import Json, Refused, Seat
from tabletop_kit.players.chances import AIM, MOST_WORLDS, Choosing, searching
from tabletop_kit.players.coach import Coached, Verdict

if TYPE_CHECKING:
    import pandas

MOST_DECISIONS = 48
"""So many decisions of a seat are looked through; of more, some spread over the match."""
STAGES = (2, 20, 80, None)
"""So many worlds for every decision before any is looked at more closely (``None``: enough)."""
SEARCHED, SEARCHED_AHEAD = 60, 24
"""In so many worlds a searching player is played out, in a long game with foresight."""
HUMAN = "human"


class Decision:
    """One choice of a seat: ``ply`` moves had been played before it. ``step`` is the move.

    What the coach says of it is made when it is first asked for.
    """

    def __init__(self, step: Step[Any, Any], make: Callable[[], Coached]) -> None:
        """``make`` looks at the decision with the coach's eyes."""
        self.step, self._make = step, make
        self._coached: Coached | None = None

    def __repr__(self) -> str:
        move = self.coached.game.write(self.step.move)
        return f"<decision after {self.ply} moves: {move}, cost {self.cost}>"

    @property
    def ply(self) -> int:
        """How many moves had been played before."""
        return self.step.ply - 1

    @property
    def coached(self) -> Coached:
        """What the coach says of it."""
        if self._coached is None:
            self._coached = self._make()
        return self._coached

    @property
    def worlds(self) -> int:
        """In how many worlds it was played out so far."""
        return 0 if self._coached is None else self._coached.chances.worlds

    @property
    def done(self) -> bool:
        """Whether its figures are as sharp as was asked for."""
        return self._coached is not None and self._coached.done

    @property
    def before(self) -> Interval:
        """The chance of winning with the best line."""
        return self.coached.chances.chance(self.coached.best)

    @property
    def after(self) -> Interval:
        """The chance of winning after the move that was played."""
        return self.coached.chances.chance(self.step.move)

    @property
    def cost(self) -> Interval:
        """What the choice cost: the difference of the two, world by world."""
        return self.coached.cost


class Point(NamedTuple):
    """A decision on the way down: chances before and after it, and the luck until the next."""

    ply: int
    before: Interval
    after: Interval
    cost: float
    luck: float


class Trial(NamedTuple):
    """Another move tried in a decision: how much better it is, world by world, and the verdict."""

    ply: int
    move: Any
    instead_of: Any
    gain: Interval
    verdict: Verdict

    def __bool__(self) -> bool:
        """True when the other move is better for certain."""
        return self.verdict == "better"

    def __repr__(self) -> str:
        share, low, high = (f"{100 * one:+.0f}" for one in self.gain[:3])
        said = f"move {self.ply + 1}, {self.move} instead of {self.instead_of}"
        return f"<trial of {said}: {self.verdict}, {share} points ({low} to {high})>"


class Review:
    """The decisions of one seat in a match, finished or running, judged by playing out worlds.

    Chances are those of an ordinary player, the game's quick policy, going on from there. The best
    line is the best of the coach's, the policy's and the move played. What happens between two
    decisions (dice, cards, the others) is luck. Figures follow from what the seat knew alone.
    To answer nothing out of turn is a decision only where a priority would have answered.

    ``all`` are the decisions looked through. Of a long match they are not all there were
    (``found``): first those are left out in which the seat answered nothing out of turn, then as
    many as there are too many, evenly. :meth:`decision` knows the others, too.
    """

    def __init__(
        self,
        match: Match[Any, Any],
        seat: Seat | None = None,
        *,
        seed: int = 0,
        aim: float = AIM,
        most: int = MOST_WORLDS,
    ) -> None:
        """``seat`` is left out for the first seat of a person. Raises ``Problem`` if it is none."""
        count = match.game.seat_count(match.position)
        seat = _person(match) if seat is None else seat
        if type(seat) is not int or not 0 <= seat < count:
            raise Problem("coach-seat", seat=seat, most=count - 1)
        self.match, self.seat, self.seed = match.branch(), seat, seed
        self._aim, self._most = aim, most
        self._found = {step.ply - 1: step for step in _choices(match, seat)}
        self._others: dict[int, Decision] = {}
        self.all = [self._looked_at(step) for step in _spread(match, seat, [*self._found.values()])]

    @property
    def found(self) -> int:
        """How many decisions the seat had, looked through or not."""
        return len(self._found)

    def __len__(self) -> int:
        """How many decisions there are."""
        return len(self.all)

    def __iter__(self) -> Iterator[Decision]:
        """The decisions in order."""
        return iter(self.all)

    def __repr__(self) -> str:
        game = self.match.game.id
        return f"<review of {game}, seat {self.seat}, {len(self)} decisions, {self.worlds} worlds>"

    def _repr_html_(self) -> str:
        from tabletop_kit.table.coach_chart import review_html

        return review_html(self)

    # -- working -----------------------------------------------------------------------------

    @property
    def worlds(self) -> int:
        """In how many worlds every decision was looked at."""
        return min((one.worlds for one in self.all), default=0)

    @property
    def games(self) -> int:
        """How many games were imagined and played out in all."""
        return sum(one.worlds * len(one.coached.considered) for one in self.all if one.worlds)

    @property
    def done(self) -> bool:
        """Whether every figure is as sharp as was asked for."""
        return all(one.done for one in self.all)

    def advance(self, seconds: float) -> bool:
        """Work for about that long, first on what is known least; tells whether it is done."""
        until = perf_counter() + seconds
        for worlds in STAGES:
            for one in self.all:
                while not one.done and (worlds is None or one.worlds < worlds):
                    left = until - perf_counter()
                    if left <= 0:
                        return False
                    one.coached.advance(left if worlds is None else min(left, 0.002))
        return True

    def run(self) -> Review:
        """Work until all figures are sharp."""
        for one in self.all:
            one.coached.run()
        return self

    def think(
        self, count: int = 3, thinker: Choosing | None = None, most: int | None = None
    ) -> Review:
        """Ask for the chances of a searching player in the ``count`` costliest decisions, too.

        ``thinker`` is one that plays out a few worlds before each move unless another is given;
        ``most`` worlds have to do, since it thinks long. In a long game it looks at fewer moves, in
        fewer worlds.
        """
        game, long = self.match.game, self.match.game.foresight() is not None
        wanted = thinker or (searching(game, 4, 6) if long else searching(game))
        most = most or (SEARCHED_AHEAD if long else SEARCHED)
        for one in self.costliest(count):
            if one.coached.second is None:
                one.coached.think(wanted, self._aim, most)
        return self

    # -- looking -----------------------------------------------------------------------------

    def decision(self, ply: int) -> Decision:
        """The decision after ``ply`` moves. Raises ``Problem`` where the seat had none there."""
        for one in (*self.all, *self._others.values()):
            if one.ply == ply:
                return one
        if ply in self._found:
            return self._others.setdefault(ply, self._looked_at(self._found[ply]))
        known = ", ".join(str(one.ply) for one in self.all) or "-"
        raise Problem("coach-ply", ply=ply, known=known)

    def advice(self, ply: int) -> Coached:
        """What the coach says of the decision after ``ply`` moves. Raises ``Problem``."""
        return self.decision(ply).coached.run()

    def costliest(self, count: int = 3) -> list[Decision]:
        """The decisions that cost most, the costliest first; those that cost nothing left out."""
        paid = [one for one in self.all if one.worlds and one.cost.share > 0]
        return sorted(paid, key=lambda one: (-one.cost.share, one.ply))[:count]

    @property
    def descent(self) -> list[Point]:
        """The way through the match, decision by decision: chances, what each cost, the luck."""
        ends = [one.before.share for one in self.all[1:]]
        outcome = self.match.outcome
        ends.append(self.all[-1].after.share if self.all and outcome is None else 0.0)
        if outcome is not None:
            ends[-1] = outcome.scores[self.seat]
        return [
            Point(one.ply, one.before, one.after, one.cost.share, end - one.after.share)
            for one, end in zip(self.all, ends, strict=False)
        ]

    @property
    def decisions(self) -> pandas.DataFrame:
        """A row for each decision, as sharp as the figures are asked for.

        Raises ``Problem`` where pandas is not installed.
        """
        try:
            import pandas
        except ImportError:
            raise Problem("no-pandas") from None
        self.run()
        return pandas.DataFrame(self.rows()).set_index("ply")

    def rows(self) -> list[dict[str, Json]]:
        """The same as plain data, as sharp as the figures are now."""
        points = self.descent
        return [self._row(one, point) for one, point in zip(self.all, points, strict=True)]

    def _row(self, one: Decision, point: Point) -> dict[str, Json]:
        coached, write = one.coached, self.match.game.write
        row: dict[str, Json] = {"ply": one.ply, "move": write(one.step.move)}
        for priority in self.match.game.priorities:
            row[priority] = None
        for line in coached.lines:
            row[line.priority] = write(line.move)
        second = coached.second
        return {
            **row,
            "matches": ", ".join(coached.matches),
            "best": write(coached.best),
            "grade": coached.grades[one.step.move],
            **_ends("before", one.before),
            **_ends("after", one.after),
            **_ends("cost", one.cost),
            "luck": point.luck,
            "rescue": coached.advice.rescue if coached.advice else "",
            "searching": second.chance(one.step.move).share if second else None,
            "worlds": coached.chances.worlds,
        }

    # -- trying again ------------------------------------------------------------------------

    def back_to(self, ply: int) -> Match[Any, Any]:
        """A match of its own that stands at that decision, to play on from. Raises ``Problem``."""
        before = self.decision(ply).step.before
        match = self.match.branch()
        if before is not None:
            match.last = before
        return match

    def instead(self, ply: int, move: Any, worlds: int = 1_000) -> Trial:
        """Whether another move would have been better in the decision after ``ply`` moves.

        ``move`` is a move or its line of text; it is compared in the same worlds with the same
        luck. Raises ``Problem``, and ``BadNotation`` or ``IllegalMove`` with its rule.
        """
        one = self.decision(ply)
        try:
            if isinstance(move, str):
                move = self.match.game.parse(move)
            coached = self._coached(one.step, move, (one.step.move,)).run(worlds)
        except Refused as refused:
            refused.tell(self.match.game.texts("en", self.match.names).explain(refused))
            raise
        gain = coached.chances.difference(move, one.step.move)
        verdict = coached.verdict(one.step.move)
        return Trial(ply, move, one.step.move, gain, verdict)

    # -- inner -------------------------------------------------------------------------------

    def _looked_at(self, step: Step[Any, Any]) -> Decision:
        return Decision(step, partial(self._coached, step, step.move))

    def _coached(self, step: Step[Any, Any], move: Any, others: tuple[Any, ...] = ()) -> Coached:
        assert step.before is not None
        return Coached(
            self.match.game,
            step.before.position,
            self.seat,
            move,
            others=others,
            usual=True,
            seed=decision_seed(step.ply, self.seed),
            aim=self._aim,
            most=self._most,
        )


def decision_seed(ply: int, seed: int = 0) -> int:
    """The seed of the coach's own luck for a move: never the match's, which the seat can't know."""
    return mix(seed, ply) >> 11


def _choices(match: Match[Any, Any], seat: Seat) -> list[Step[Any, Any]]:
    """The steps of a seat in which it had more than one move, and something to decide."""
    return [
        step
        for step in match.steps()
        if step.seat == seat
        and step.before is not None
        and len(match.game.moves(step.before.position, seat)) > 1
        and not _nothing_to_say(match, step, seat)
    ]


def _nothing_to_say(match: Match[Any, Any], step: Step[Any, Any], seat: Seat) -> bool:
    """Whether a seat answered nothing out of turn, as every priority would have had it.

    The table says so for who does not want to be asked each time: no decision of theirs.
    """
    position = _before(step)
    if step.move != match.game.decline(position, seat):
        return False
    advice = match.game.advice(position, seat)
    return advice is None or all(line.move == step.move for line in advice.lines)


def _spread(
    match: Match[Any, Any], seat: Seat, steps: list[Step[Any, Any]]
) -> list[Step[Any, Any]]:
    """As many of a seat's steps as are looked through."""
    if len(steps) <= MOST_DECISIONS:
        return steps
    decline = match.game.decline
    said = [step for step in steps if step.move != decline(_before(step), seat)]
    kept = said or steps
    if len(kept) <= MOST_DECISIONS:
        return kept
    return [kept[place * len(kept) // MOST_DECISIONS] for place in range(MOST_DECISIONS)]


def _before(step: Step[Any, Any]) -> Any:
    assert step.before is not None
    return step.before.position


def _person(match: Match[Any, Any]) -> Seat:
    """The first seat of a person; 0 where nobody says who played."""
    players = match.extra.get("players")
    named = players if isinstance(players, list) else []
    return named.index(HUMAN) if HUMAN in named else 0


def _ends(name: str, interval: Interval) -> dict[str, Json]:
    share, low, high = interval
    return {name: share, f"{name}_low": low, f"{name}_high": high}
