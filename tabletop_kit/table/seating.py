"""Who sits at a table, whose eyes are at the screen, and what the table plays by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from tabletop_kit.engine.game import Game
from tabletop_kit.engine.match import Match, Step
from tabletop_kit.engine.player import Player
from tabletop_kit.engine.ruling import Json, Seat
from tabletop_kit.table.preferences import Preferences
from tabletop_kit.table.windows import Windows, declined, has_windows

AnyMatch: TypeAlias = Match[Any, Any]
HUMAN = "human"


def seated(game: Game[Any, Any], match: Match[Any, Any]) -> tuple[Player | None, ...]:
    """Who sits where in a match, by its ``players``; an unknown player is a person."""
    count = game.seat_count(match.position)
    named = match.extra.get("players")
    names: Sequence[Json] = named if isinstance(named, list) else [HUMAN] * count
    known = game.players()
    padded = [*names, *[HUMAN] * count][:count]
    return tuple(known.get(name) if isinstance(name, str) else None for name in padded)


@dataclass(slots=True)
class Seating:
    """A match and who sits where: for each seat a kit player, or ``None`` for a person.

    ``lifted`` is who lifted the curtain, ``look`` the earlier step that is looked at, ``ended`` the
    step after which the table waits to be told to go on, ``held`` the one from which nothing is
    played by itself. ``strict`` is the key of the sentence that says why nothing is taken back
    (empty: it may be).
    """

    match: AnyMatch
    sitting: tuple[Player | None, ...]
    preferences: Preferences = field(default_factory=Preferences)
    lifted: Seat | None = field(default=None, kw_only=True)
    look: Step[Any, Any] | None = field(default=None, kw_only=True)
    ended: Step[Any, Any] | None = field(default=None, kw_only=True)
    held: Step[Any, Any] | None = field(default=None, kw_only=True)
    strict: str = field(default="", kw_only=True)
    windows: Windows = field(init=False)
    _own: dict[int, tuple[Step[Any, Any], bool]] = field(default_factory=dict, kw_only=True)

    def __post_init__(self) -> None:
        self.windows = Windows(self.match.game, self.people)

    @property
    def people(self) -> list[Seat]:
        """The seats where a person sits."""
        return [seat for seat, player in enumerate(self.sitting) if player is None]

    @property
    def viewer(self) -> Seat | None:
        """Whose eyes are at the screen; ``None``: only what everybody may see.

        Where several people share the screen, it is the one who lifted the curtain; when the
        match is over, or while a replay is looked at, nobody's.
        """
        people = self.people
        if len(people) == 1:
            return people[0]
        if self.ended is None and (self.match.to_act is None or self.look is not None):
            return None
        return self.lifted if self.lifted in people else None

    @property
    def curtain(self) -> Seat | None:
        """The seat whose person has to lift the curtain; ``None``: it is up."""
        seat = self.match.to_act
        shared = len(self.people) > 1 and self.look is None and self.ended is None
        if not shared or seat not in self.people or seat == self.lifted:
            return None
        return seat if self.declining is None else None

    @property
    def thinking(self) -> Player | None:
        """The kit player who is to move."""
        seat = self.match.to_act
        return None if seat is None else self.sitting[seat]

    @property
    def forced(self) -> bool:
        """Whether the person at the screen has one move only, which the table plays by itself.

        That it answers nothing is not played as the only move: that there is no other is secret.
        So is what others at the screen could not know of a turn.
        """
        if not self.preferences.auto or self.held is self.match.last or self.thinking:
            return False
        if self.curtain is not None or self.ended is not None or len(self.match.moves) != 1:
            return False
        if self.windows.is_open(self.match.position):
            return False
        return len(self.people) < 2 or self.windows.all_know_the_only(self.match.last)

    @property
    def declining(self) -> Any:
        """The move by which the person who is asked out of turn answers nothing, unasked."""
        if self.held is self.match.last or not has_windows(self.match.game):
            return None
        return self.windows.declining(self.match.position, self.preferences.windows)

    @property
    def by_itself(self) -> bool:
        """Whether the table plays the next move itself: a kit player's, the only one, or none."""
        if self.look is not None or self.ended is not None or self.match.to_act is None:
            return False
        return self.plays_on

    @property
    def plays_on(self) -> bool:
        """Whether the last position of the match asks for no decision of a person."""
        return self.thinking is not None or self.forced or self.declining is not None

    @property
    def may_undo(self) -> bool:
        """Whether there is a decision of a person that could be taken back."""
        if self.strict or self.look is not None:
            return False
        step: Step[Any, Any] | None = self.match.last
        while step is not None and step.seat is not None:
            if self.decided(step):
                return True
            step = step.before
        return False

    def decided(self, step: Step[Any, Any]) -> bool:
        """Whether a person chose this step: no kit player's, and none that the table played.

        Of a match that was kept, what was played at another time is judged by how it looks.
        """
        if step.seat is None or step.before is None or self.sitting[step.seat] is not None:
            return False
        known = self._own.get(step.ply)
        if known is None or known[0] is not step:
            game, before = self.match.game, step.before.position
            alone = self.preferences.auto and len(game.moves(before, step.seat)) == 1
            known = self._own[step.ply] = (step, not alone and not declined(game, step))
        return known[1]

    def looked(self, step: Step[Any, Any], seat: Seat) -> bool:
        """Whether a seat's person has seen the table for a step, as far as everybody knows it."""
        known = self._own.get(step.ply)
        if known is not None and known[0] is step:
            return step.seat == seat and known[1]
        return step.seat == seat and not declined(self.match.game, step)
