"""A match: the one mutable thing. It plays, takes back, branches, tells, and saves itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from tabletop_kit.engine.event import Event, seen_from
from tabletop_kit.engine.game import Game
from tabletop_kit.engine.luck import SEEDS
from tabletop_kit.engine.problem import Problem, shortened
from tabletop_kit.engine.ruling import Json, Outcome, Prompt, Refused, Ruling, Seat

P = TypeVar("P")
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Step(Generic[P, M]):
    """One position of a match, how it was reached, and what happened on the way.

    The first step has no ``before``, no seat and no move; its events are those of the set-up.
    """

    position: P
    before: Step[P, M] | None = None
    seat: Seat | None = None
    move: M | None = None
    events: tuple[Event, ...] = ()
    ply: int = 0


@dataclass(slots=True)
class Match(Generic[P, M]):
    """A match of a game: steps played, and steps taken back that may be played again.

    Make one with :meth:`new` or :meth:`at`. Positions are values, so taking back and branching
    cost the same however long the match is.
    """

    game: Game[P, M]
    last: Step[P, M]
    seed: int
    options: dict[str, Json] = field(default_factory=dict)
    start: dict[str, Json] | None = None
    names: tuple[str, ...] = ()
    script: tuple[Json, ...] = ()
    undone: list[Step[P, M]] = field(default_factory=list)
    extra: dict[str, Json] = field(default_factory=dict)
    written: dict[str, list[tuple[Step[P, M], str]]] = field(
        default_factory=dict, compare=False, repr=False
    )
    """What a save has made of each step so far, so that a long match need not be written anew."""

    @classmethod
    def new(cls, game: Game[P, M], seed: int = 0, **options: Json) -> Match[P, M]:
        """A match from the game's own set-up. Raises ``BadPosition`` on a refused option."""
        return cls.begin(game, options, seed)

    @classmethod
    def begin(
        cls,
        game: Game[P, M],
        options: Mapping[str, Json],
        seed: int = 0,
        script: Sequence[Json] = (),
    ) -> Match[P, M]:
        """The same with the options in a mapping, and with luck that may be scripted at first.

        Raises ``Problem`` where the seed is none, too.
        """
        log: list[Event] = []
        position = game.setup(options, game.luck(_seed(seed), script), log)
        first: Step[P, M] = Step(position, events=tuple(log))
        return cls(game, first, seed, deepcopy(dict(options)), None, (), tuple(script))

    @classmethod
    def at(
        cls,
        game: Game[P, M],
        mapping: Mapping[str, Json],
        seed: int = 0,
        script: Sequence[Json] = (),
    ) -> Match[P, M]:
        """A match from a position given by its keys, with luck from a seed, scripted first.

        Raises ``BadPosition``, and ``Problem`` where the seed is none.
        """
        log: list[Event] = []
        position = game.load(mapping, game.luck(_seed(seed), script), log)
        first: Step[P, M] = Step(position, events=tuple(log))
        return cls(game, first, seed, {}, deepcopy(dict(mapping)), (), tuple(script))

    # -- looking -----------------------------------------------------------------------------

    @property
    def position(self) -> P:
        """The position now."""
        return self.last.position

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return self.last.ply

    @property
    def to_act(self) -> Seat | None:
        """The first seat that is asked, or ``None`` when it is over."""
        return self.game.to_act(self.last.position)

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        """Who may act now, and for what."""
        return self.game.prompts(self.last.position)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or ``None``."""
        return self.game.outcome(self.last.position)

    @property
    def moves(self) -> Sequence[M]:
        """The legal moves of the seat that is asked first."""
        seat = self.to_act
        return () if seat is None else self.game.moves(self.last.position, seat)

    def view(self, seat: Seat | None) -> dict[str, Json]:
        """The position as a seat may know it."""
        return self.game.view(self.last.position, seat)

    def steps(self) -> list[Step[P, M]]:
        """All steps from the first to the last."""
        return list(self._back())[::-1]

    def events(self, seat: Seat | None, since: int = 0) -> tuple[Event, ...]:
        """What happened as a seat knows it, from the step with ply ``since`` on (0: all)."""
        kept: list[tuple[Event, ...]] = []
        for step in self._back():
            if step.ply < since:
                break
            kept.append(step.events)
        return seen_from((event for events in reversed(kept) for event in events), seat)

    def ruling(self, move: M | str, seat: Seat | None = None) -> Ruling:
        """What the rules say of a move now. Never raises, whatever is handed in."""
        try:
            seat, move = self._who_and_what(move, seat)
        except Refused as refused:
            return refused.ruling
        return self.game.ruling(self.last.position, seat, move)

    # -- playing -----------------------------------------------------------------------------

    def play(self, move: M | str, seat: Seat | None = None) -> tuple[Event, ...]:
        """Play a move (a value, or a line of text) and return what happened, secrets included.

        ``seat`` is left out for the seat that is asked first. Raises ``BadNotation`` or
        ``IllegalMove``; the match is then what it was.
        """
        log: list[Event] = []
        before = self.last
        try:
            seat, move = self._who_and_what(move, seat)
            position = self.game.apply(before.position, seat, move, log)
        except Refused as refused:
            refused.tell(self.game.texts("en", self.names).explain(refused))
            raise
        self.last = Step(position, before, seat, move, tuple(log), before.ply + 1)
        if self.undone:
            self.undone.clear()
        return self.last.events

    def undo(self, fair: bool = False) -> Step[P, M] | None:
        """Take the last move back and return its step; ``None`` when there is none.

        With ``fair``, also ``None`` when that move showed somebody something new.
        """
        step = self.last
        if step.before is None or (fair and any(event.reveals for event in step.events)):
            return None
        self.last = step.before
        self.undone.append(step)
        return step

    def redo(self) -> Step[P, M] | None:
        """Play the move last taken back again, with the very same luck; ``None`` if none."""
        if not self.undone:
            return None
        self.last = self.undone.pop()
        return self.last

    def branch(self) -> Match[P, M]:
        """A match of its own from here on, sharing what was played; for asking "what if"."""
        return Match(
            self.game,
            self.last,
            self.seed,
            dict(self.options),
            self.start,
            self.names,
            self.script,
            [],
            dict(self.extra),
        )

    def finish(
        self, choose: Callable[[P, Seat], M], seats: Sequence[Seat] | None = None
    ) -> Match[P, M]:
        """Play on with ``choose`` until it is over, or until a seat not in ``seats`` is asked."""
        while (seat := self.to_act) is not None and (seats is None or seat in seats):
            self.play(choose(self.last.position, seat), seat)
        return self

    # -- showing -----------------------------------------------------------------------------

    def name(self, seat: Seat) -> str:
        """The name of a seat as texts write it."""
        return (
            self.game.texts("en", self.names)("word.seat", number=seat + 1)
            if (seat >= len(self.names))
            else self.names[seat]
        )

    def story(self, reader: Seat | None = None, language: str = "en") -> list[str]:
        """What happened so far, one sentence each, as ``reader`` may know it."""
        texts = self.game.texts(language, self.names)
        return [texts.narrate(event, reader) for event in self.events(reader)]

    def __repr__(self) -> str:
        state = "over" if self.outcome else f"seat {self.to_act} to act"
        return f"<match of {self.game.id}, seed {self.seed}, {self.ply} moves, {state}>"

    def _repr_html_(self) -> str:
        from tabletop_kit.table.still import match_html

        return match_html(self)

    # -- inner -------------------------------------------------------------------------------

    def _back(self) -> Iterator[Step[P, M]]:
        step: Step[P, M] | None = self.last
        while step is not None:
            yield step
            step = step.before

    def _who_and_what(self, move: M | str, seat: Seat | None) -> tuple[Seat, M]:
        if isinstance(move, str):
            move = self.game.parse(move)
        if seat is None:
            asked = self.game.to_act(self.last.position)
            seat = 0 if asked is None else asked
        return seat, move


def _seed(seed: int) -> int:
    """The seed, if a save can keep it. Raises ``Problem``."""
    if type(seed) is not int or not 0 <= seed < SEEDS:
        raise Problem("seed", seed=shortened(seed), most=SEEDS - 1)
    return seed


def looking_back(last: Step[P, M], seat: Seat | None) -> Iterator[Event]:
    """What happened up to a step as ``seat`` knows it, the latest first."""
    step: Step[P, M] | None = last
    while step is not None:
        for event in reversed(step.events):
            yield event.seen_from(seat)
        step = step.before
