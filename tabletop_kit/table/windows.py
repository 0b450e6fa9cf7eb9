"""Answers out of turn that do not nag: when the people at a table are asked, and when not.

A game may ask every seat, over and over, whether it answers what has just happened. Whoever does
not want to be asked has the table say the move that answers nothing
(:meth:`~tabletop_kit.engine.game.Game.decline`).

What a person *could* answer decides only where nobody else is at the screen. Where several share
it, a window that passed by itself would tell the others what a hand holds; so it passes by for
reasons that everybody knows: the setting, and buttons that anybody may press.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, get_args

from tabletop_kit.engine.game import Game
from tabletop_kit.engine.match import Step
from tabletop_kit.engine.ruling import Prompt, Seat

AnyGame: TypeAlias = Game[Any, Any]
AnyStep: TypeAlias = Step[Any, Any]
When = Literal["always", "possible", "request"]
WORLDS = 6
"""In so many worlds it is tried whether others can know that a seat has a single move."""
WHEN: tuple[When, ...] = get_args(When)
"""When to ask: each time; when something else could be said; when somebody wanted to be asked."""

ASK_ME = "ask-me"
"""The id of the button by which somebody asks to be asked; none of these is a move of any game."""
REST = "rest-until-turn"
"""The id of the button by which somebody answers nothing before the own next turn."""
DECLINE = "decline-unseen"
"""The id of the button by which a person answers nothing, without looking at the table."""
DECLINE_ALL = "decline-all"
"""The id of the button by which nobody at this screen answers."""
PASSING = frozenset({ASK_ME, REST, DECLINE, DECLINE_ALL})


def has_windows(game: AnyGame) -> bool:
    """Whether there is anything to answer out of turn in this game at all."""
    return type(game).decline is not Game.decline


def declined(game: AnyGame, step: AnyStep) -> bool:
    """Whether a step of a match was an answer out of turn that answers nothing."""
    if step.before is None or step.seat is None or not has_windows(game):
        return False
    return bool(game.decline(step.before.position, step.seat) == step.move)


@dataclass(slots=True)
class Windows:
    """What the people at one table have said about being asked.

    ``wanted``: somebody asked to be asked at the next window; ``resting``: seats that do not want
    to be before their next turn. ``waived`` are the seats that nobody need ask in this window,
    ``quiet`` those that nobody need ask in any before something is played; ``passed`` those that
    have answered nothing in this window so far.
    """

    game: AnyGame
    people: Sequence[Seat]
    wanted: bool = False
    resting: set[Seat] = field(default_factory=set)
    waived: set[Seat] = field(default_factory=set)
    quiet: set[Seat] = field(default_factory=set)
    passed: set[Seat] = field(default_factory=set)
    met: bool = False
    _known: tuple[AnyStep, bool] | None = None

    def all_know_the_only(self, step: AnyStep) -> bool:
        """Whether everybody knows that the seat asked after a step has a single move.

        It has to be so in some worlds that another seat cannot tell from the real one.
        """
        if self._known is None or self._known[0] is not step:
            game, position = self.game, step.position
            seat = game.to_act(position)
            others = [one for one in range(game.seat_count(position)) if one != seat]
            known = seat is not None and all(
                self._is_only(game.imagine(position, others[world % len(others)], world), seat)
                for world in range(WORLDS if others else 0)
            )
            self._known = (step, known)
        return self._known[1]

    def declining(self, position: Any, when: str) -> Any:
        """The move that is said for the person asked now; ``None`` where they are to say it."""
        asked = self._asked(position)
        if asked is None or asked.seat not in self.people:
            return None
        move = self.game.decline(position, asked.seat)
        if move is None or self._is_silent(position, asked.seat, when):
            return move
        self.met = True
        return None

    def _is_silent(self, position: Any, seat: Seat, when: str) -> bool:
        """Whether a seat is passed over. With several people only by what all of them know."""
        spoken_for = seat in self.waived or seat in self.quiet
        if self.wanted:
            return spoken_for
        if spoken_for or seat in self.resting or when == "request":
            return True
        lone = len(self.people) == 1
        return when == "possible" and lone and self._is_only(position, seat, kinds=True)

    def _is_only(self, position: Any, seat: Seat, kinds: bool = False) -> bool:
        """Whether a seat has a single move; ``kinds``: a list of every kind of move is enough."""
        if len(self.game.moves(position, seat)) != 1:
            return False
        return (kinds and self.game.lists_kinds) or self.game.lists_all(position, seat)

    def _asked(self, position: Any) -> Prompt | None:
        """The prompt of a window; ``None`` where there is none, or something else is asked."""
        prompts = self.game.prompts(position)
        return prompts[0] if prompts and prompts[0].mode == "response" else None

    def is_open(self, position: Any) -> bool:
        """Whether the seat that is asked first may answer nothing."""
        asked = self._asked(position)
        return asked is not None and self.game.decline(position, asked.seat) is not None

    # -- what people say ---------------------------------------------------------------------

    def want(self) -> None:
        """Somebody asks to be asked at the next window, or takes that back."""
        self.wanted = not self.wanted
        self.resting.clear()
        self.met = False

    def rest(self, seat: Seat) -> None:
        """A seat answers nothing before its next turn."""
        self.resting.add(seat)
        self.wanted = False

    def waive(self, seats: Sequence[Seat]) -> None:
        """These seats answer nothing in the window that is open now."""
        self.waived.update(seats)

    def hush(self) -> None:
        """No person here answers anything before something is played."""
        self.quiet.update(self.people)

    def remaining(self, position: Any) -> list[Seat]:
        """The people who may still be asked in the window that is open now, those asked first."""
        asked = self._asked(position)
        first = [] if asked is None else [asked.seat]
        others = [seat for seat in self.people if seat not in {*first, *self.passed, *self.waived}]
        return [*first, *others]

    # -- going on ----------------------------------------------------------------------------

    def moved(self, step: AnyStep) -> None:
        """Follow a move that was played: where a window closes, what was said of it is over."""
        assert step.before is not None and step.seat is not None
        before, now = self._asked(step.before.position), self._asked(step.position)
        same = before is not None and now is not None and before.ask == now.ask
        self.passed.add(step.seat)
        asked_again = now is not None and now.seat in self.passed
        answered = not declined(self.game, step)
        if answered:
            self.forget()
        elif not same or asked_again:
            self._close()
        if not same and self.met:
            self.wanted = self.met = False
        for prompt in self.game.prompts(step.position):
            if prompt.mode == "turn":
                self.resting.discard(prompt.seat)

    def forget(self) -> None:
        """Forget what was said of the window that was open, and of those after it."""
        self._close()
        self.quiet.clear()

    def _close(self) -> None:
        self.waived.clear()
        self.passed.clear()
