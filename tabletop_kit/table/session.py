"""A sitting at a table: a match, who sits where, and what the eyes at the screen may see.

It knows no widget and no game. A panel hands it what a person does and shows its picture.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias

from tabletop_kit.engine.event import Event
from tabletop_kit.engine.luck import SEEDS, mix
from tabletop_kit.engine.match import Step
from tabletop_kit.engine.player import Player
from tabletop_kit.engine.ruling import Refused, Seat
from tabletop_kit.table.language import table_texts
from tabletop_kit.table.preferences import Preferences as Preferences
from tabletop_kit.table.seating import Seating
from tabletop_kit.table.windows import (
    ASK_ME,
    DECLINE,
    DECLINE_ALL,
    REST,
    declined,
)

Think: TypeAlias = Callable[[str, object, Callable[[], Any], Callable[[Any], None]], None]
"""Has something thought: what, for which step, how, and who waits for the answer."""


def at_once(
    what: str, step: object, choose: Callable[[], Any], then: Callable[[Any], None]
) -> None:
    """Thinks at once, holding everything else up."""
    then(choose())


@dataclass(frozen=True, slots=True)
class Refusal:
    """A try that a rule forbids: where it was made (token or verb id), the sentence, the rule."""

    at: str
    text: str
    rule: str


@dataclass(slots=True)
class Session(Seating):
    """One table, and what is said and shown at it.

    ``revision`` is raised by every change of the match, so that a click on an old picture is
    known as one. ``changed`` is called after every change of the match: the place to keep it.
    ``think`` has the adviser of hints think.
    """

    changed: Callable[[], None] = lambda: None
    revision: int = 0
    said: int = 0
    say: str = ""
    think: Think = at_once
    refusal: Refusal | None = None
    card: str = ""
    hint_step: int = 0
    advice: Any = None
    fresh: tuple[Event, ...] = ()
    told: dict[tuple[int, Seat | None], tuple[Step[Any, Any], str, list[dict[str, str]], bool]] = (
        field(default_factory=dict)
    )

    def __post_init__(self) -> None:
        Seating.__post_init__(self)  # with slots, super() would mean the class before they came
        self.fresh = self.match.last.events
        self._speak(self.fresh)

    # -- what a person does ------------------------------------------------------------------

    def try_move(self, text: str, at: str = "") -> bool:
        """Say a move for the person at the screen. A refused one changes nothing but ``refusal``.

        Returns whether it was played.
        """
        self.close()
        self.ended = None
        blocked = self._blocked()
        if blocked:
            self.refusal = Refusal(at, self.words(blocked), "")
            return False
        try:
            self.match.play(text, self.viewer)
        except Refused as refused:
            sentence = self.texts().explain(refused, self.viewer)
            self.refusal = Refusal(at, sentence, refused.ruling.rule)
            return False
        self._moved(True)
        return True

    def play_by_itself(self) -> bool:
        """Play the one move that a kit player chooses, or the only one there is, or none.

        Returns whether there was something to play.
        """
        if self.match.to_act is None or not self.plays_on:
            return False
        self.play_chosen(self.chooser()())
        return True

    def chooser(self) -> Callable[[], Any]:
        """What finds the move to be played by itself: a kit player's choice, or the only move.

        It touches nothing but values, so it may run in another thread.
        """
        player = self.thinking
        if player is None:
            unasked = self.declining
            move = self.match.moves[0] if unasked is None else unasked
            return lambda: move
        return self._choice(player)

    def is_brief(self, move: Any) -> bool:
        """Whether nobody needs time to see a move: it answers nothing, or stays sealed."""
        prompt = self.match.prompts[0]
        if prompt.mode == "together":
            return True
        return bool(move == self.match.game.decline(self.match.position, prompt.seat))

    def play_chosen(self, move: Any) -> None:
        """Play what :meth:`chooser` found for the position that is still the last one."""
        if self.thinking is None:
            self.close()
        self.match.play(move, self.match.to_act)
        self._moved(False)

    def _choice(self, player: Player) -> Callable[[], Any]:
        game, position, seat = self.match.game, self.match.position, self.match.to_act
        assert seat is not None
        return partial(player.choose, game, position, seat, self._seed())

    def undo(self) -> bool:
        """Take back to the last decision of a person; with fair undo, only what showed nothing.

        In a ``strict`` match nothing is taken back.
        """
        self.close()
        if self.strict:
            self._say(self.words(self.strict))
            return False
        taken: list[Step[Any, Any]] = []
        while (step := self.match.undo(self.preferences.fair_undo)) is not None:
            taken.append(step)
            if self.decided(step):
                self.held = self.match.last
                return self._restored("undone")
        for _ in taken:
            self.match.redo()
        self._say(self.words("session.no-undo"))
        return False

    def redo(self) -> bool:
        """Play again what was taken back, up to the next decision of a person."""
        self.close()
        if self.match.redo() is None:
            self._say(self.words("session.no-redo"))
            return False
        while self.match.undone and not self.decided(self.match.undone[-1]):
            self.match.redo()
        return self._restored("redone")

    def go_on(self) -> None:
        """The person has seen how the round ended."""
        self.ended = None
        self.revision += 1

    def lift(self) -> None:
        """The next person lifts the curtain."""
        if self.curtain is not None:
            self.lifted = self.curtain
            self.revision += 1
            self._speak(self.fresh)

    def ask_hint(self) -> None:
        """One step further on the hint ladder: the rule, where to look, what to play.

        The strongest kit player thinks about it from the first step on.
        """
        self.refusal = None
        self.card = ""
        if self.viewer is None or self.viewer != self.match.to_act:
            self._say(self.words("session.no-hint"))
            return
        if self.hint_step == 0:
            adviser = list(self.match.game.players().values())[-1]
            step, self.advice = self.match.last, None
            self.think("hint", step, self._choice(adviser), partial(self._advised, step))
        self.hint_step = min(self.hint_step + 1, 3)

    def _advised(self, step: object, move: Any) -> None:
        if step is self.match.last:
            self.advice = move

    def open_card(self, rule: str) -> None:
        """Open the card of a rule; an unknown id is passed over."""
        if rule in self.match.game.rulebook:
            self.card = rule

    def close(self) -> None:
        """Close the refusal, the rule card and the hint."""
        self.refusal, self.card, self.hint_step, self.advice = None, "", 0, None

    def look_at(self, ply: int | None) -> None:
        """Look at an earlier position of the match without leaving it; ``None``: at the last."""
        steps = self.match.steps()
        self.ended = None
        self.look = None if ply is None or not 0 <= ply < len(steps) - 1 else steps[ply]
        self.close()
        shown = self.look or self.match.last
        self._speak(shown.events)

    def say_of_windows(self, how: str) -> None:
        """What a person says of being asked out of turn, by the id of the button."""
        position, seat = self.match.position, self.match.to_act
        if how == ASK_ME:
            self.windows.want()
        elif seat is not None and self.windows.is_open(position):
            if how == REST and not self._blocked() and seat == self.viewer:
                self.held = None
                self.windows.rest(seat)
            if how in (DECLINE, DECLINE_ALL) and self.curtain is not None:
                self.held = None
                if how == DECLINE_ALL:
                    self.windows.hush()
                else:
                    self.windows.waive([seat])

    # -- words -------------------------------------------------------------------------------

    def texts(self) -> Any:
        """The game's texts in the chosen language, with the names at this table."""
        return self.match.game.texts(self.preferences.language, self.match.names)

    def words(self, key: str, **facts: Any) -> str:
        """A text of the table itself."""
        return str(table_texts(self.preferences.language)(key, **facts))

    def name(self, seat: Seat) -> str:
        """The name of a seat."""
        names: Sequence[str] = self.match.names
        return names[seat] if seat < len(names) else self.words("session.seat", number=seat + 1)

    def announce(self, sentence: str) -> None:
        """Have a sentence read out that belongs to no move."""
        self._say(sentence)

    def _say(self, sentence: str) -> None:
        self.said += 1
        self.say = sentence

    def _speak(self, events: Sequence[Event]) -> None:
        texts = self.texts()
        self._say(" ".join(texts.narrate(event, self.viewer) for event in events))

    # -- inner -------------------------------------------------------------------------------

    def _blocked(self) -> str:
        """Why no move can be said from here at all: a text key, or nothing."""
        if self.look is not None:
            return "session.only-looking"
        if self.curtain is not None:
            return "session.curtain-first"
        return "" if self.people else "session.only-watching"

    def _moved(self, decided: bool) -> None:
        last = self.match.last
        events = last.events
        self._own[last.ply] = (last, decided)
        self.windows.moved(last)
        self.revision += 1
        self.look = None
        told = self.match.game.halts_at(events)
        pauses = self.preferences.pause and bool(self.people)
        self.ended = self.match.last if told and pauses else None
        self.fresh = events
        # Whoever listens to the table need not hear of each seat that it answers nothing.
        passed_by = not decided and declined(self.match.game, last)
        self._speak(events[1:] if passed_by else events)
        self.changed()

    def _restored(self, how: str) -> bool:
        self.revision += 1
        self.look = self.ended = None
        self.windows.forget()
        self.fresh = ()
        self._say(self.words(f"session.{how}"))
        self.changed()
        return True

    def _seed(self) -> int:
        """A number for a kit player's choice that has nothing to do with the match's own luck."""
        return mix(self.match.seed ^ 0x5EED, self.match.ply) % SEEDS
