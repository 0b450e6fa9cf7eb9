"""The talk across the table: a strip under the board while a move that allows it is prepared.

Nothing of it is in the match: signs come and go, and no position changes by them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from tabletop_kit.engine.game import Game
from tabletop_kit.engine.ruling import Seat
from tabletop_kit.table.parts import button, column, row, say, show, words
from tabletop_kit.table.session import Session


class TalkStrip:
    """Lets the other seats show a sign; ``on_change`` is called when something was shown.

    Companions of the kit show theirs by themselves, people at the screen press theirs.
    """

    def __init__(self, game: Game[Any, Any], on_change: Callable[[], None]) -> None:
        self.talk = game.talk
        self._on_change = on_change
        self.word = ""
        self.shown: dict[Seat, str] = {}
        self._step: object = None
        self._session: Session | None = None
        self._by_selection = False
        kinds = self.talk.kinds if self.talk else ()
        openings = self.talk.words if self.talk else ()
        seats = range(game.seats.stop - 1) if self.talk else ()
        self.ask = words()
        self.openings = {word: button(partial(self._open, word)) for word in openings}
        self.lines = [words() for _ in seats]
        self.buttons = [
            {kind: button(partial(self._show, seat, kind)) for kind in kinds} for seat in seats
        ]
        rows = [
            row([line, *pressed.values()])
            for line, pressed in zip(self.lines, self.buttons, strict=True)
        ]
        self.rows = rows
        self.box = column([row(list(self.openings.values())), self.ask, *rows], "tk-drawer")
        show(self.box, False)

    def prepare(self, selected: Sequence[str]) -> None:
        """What is selected on the board, by the words of the tokens, opens the talk and ends it."""
        word = self.talk.prepared(selected) if self.talk else ""
        if word and word != self.word and self._signs(word):
            self._open(word)
            self._by_selection = True
        elif self._by_selection and not word:
            self._end()
            self._on_change()

    def show(self, session: Session) -> None:
        """Follow the session: the talk ends with the position that it was about."""
        if self.talk is None:
            return
        self._session = session
        if session.match.last is not self._step:
            self._step = session.match.last
            self._end()
        able = {word: bool(self._signs(word)) for word in self.openings}
        show(self.box, any(able.values()))
        if not any(able.values()):
            return
        texts = session.texts()
        for word, opening in self.openings.items():
            opening.description = texts(f"talk.{word}.open")
            show(opening, able[word] and not self.word)
        say(self.ask, self._asked(session) if self.word else "")
        for seat, line in enumerate(self.lines):
            self._say(session, seat, line)

    def _end(self) -> None:
        self.word, self.shown, self._by_selection = "", {}, False

    def _say(self, session: Session, seat: Seat, line: Any) -> None:
        texts = session.texts()
        others = bool(self.word) and seat < len(session.sitting) and seat != session.match.to_act
        show(self.rows[seat], others)
        if not others:
            return
        sign = self.shown.get(seat)
        said = texts(f"talk.{sign}.shown", seat=seat) if sign else f"{session.name(seat)}:"
        say(line, said)
        person = session.sitting[seat] is None
        for kind, pressed in self.buttons[seat].items():
            pressed.description = texts(f"talk.{kind}.press")
            show(pressed, person and kind in self._signs(self.word))

    def _asked(self, session: Session) -> str:
        """What the others are asked; where several share the screen it speaks to all of them."""
        form = "you" if len(session.people) == 1 else "other"
        return str(session.texts()(f"talk.{self.word}.ask", form, seat=session.match.to_act))

    def _signs(self, word: str) -> tuple[str, ...]:
        """What may be shown now: only to a person who is at the screen and prepares a move."""
        session = self._session
        if session is None or self.talk is None:
            return ()
        seat = session.match.to_act
        away = session.look is not None or session.ended is not None
        if away or seat is None or session.viewer != seat:
            return ()
        return self.talk.signs(session.match.position, seat, word)

    def _open(self, word: str) -> None:
        """The move is chosen: companions of the kit show their sign."""
        session = self._session
        if session is None or self.talk is None or not self._signs(word):
            return
        self.word, self.shown = word, {}
        match = session.match
        for seat, player in enumerate(session.sitting):
            if player is not None and seat != match.to_act:
                self.shown[seat] = self.talk.shows(match.view(seat), seat, word)
        self._tell()

    def _show(self, seat: Seat, kind: str) -> None:
        """A person at the screen shows a sign."""
        session = self._session
        if session is not None and kind in self._signs(self.word):
            self.shown[seat] = kind
            self._tell()

    def _tell(self) -> None:
        session = self._session
        assert session is not None
        texts = session.texts()
        said = [self._asked(session)]
        said += [texts(f"talk.{sign}.shown", seat=seat) for seat, sign in self.shown.items()]
        session.announce(" ".join(said))
        self._on_change()
