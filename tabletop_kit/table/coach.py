"""The coach's panel below the table: after a move, before one, and after the match.

It looks and tells; it never touches the match. What it works out in the background follows from
what the seat may know, and rests as soon as a person does something.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from html import escape
from time import perf_counter
from typing import Any

from ipywidgets import Dropdown

from tabletop_kit.engine.game import Game
from tabletop_kit.engine.match import Match, Step
from tabletop_kit.engine.ruling import Seat
from tabletop_kit.engine.text import Texts
from tabletop_kit.players.coach import Coached
from tabletop_kit.players.review import Decision, Review, decision_seed
from tabletop_kit.table.coach_hint import LAST, HintBox
from tabletop_kit.table.coach_lines import LineCards
from tabletop_kit.table.coach_pace import Background
from tabletop_kit.table.coach_review import ReviewBox
from tabletop_kit.table.coach_words import COACH_STYLE, points, rescue_html, whom_text
from tabletop_kit.table.language import table_texts
from tabletop_kit.table.parts import button, column, control, row, say, show, style, words
from tabletop_kit.table.session import Session

SHOWN = 0.3
"""Seconds between two showings of what came out so far."""
AIM = 0.03
MOST = 1_200
LOOKED_BACK = 12
"""So many own choices are looked through for the last one that the coach speaks about."""
REMEMBERED = 24


class CoachPanel:
    """The panel of a table; ``box`` is hidden where the game has no coach.

    ``begin`` puts a match on the table.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        begin: Callable[[Match[Any, Any]], None],
    ) -> None:
        self.game, self._begin = game, begin
        self.language = "en"
        self.session: Session | None = None
        self.folded = False
        self.retry: tuple[Step[Any, Any], Seat, Any] | None = None
        self._known: dict[int, tuple[Step[Any, Any], Coached]] = {}
        self._due = False
        self._pieces: Iterator[None] | None = None
        self._settled, self._shown = False, 0.0
        self._reviewed: Step[Any, Any] | None = None
        self.background = Background(self._work)
        self._make_widgets()

    def _make_widgets(self) -> None:
        count = len(self.game.priorities)
        self.title, self.note, self.rescue, self.foot = (words() for _ in range(4))
        self.fold = button(self._fold)
        self.ask = button(self.ask_hint)
        self.lines = LineCards(count)
        self.hint = HintBox(count)
        self.whose = control(Dropdown)
        self.whose.observe(lambda _change: self._whose_chosen(), names="value")
        self.review = ReviewBox(self._back)
        self.told = column([self.note, self.rescue, self.lines.box], "tk-column")
        self.body = column(
            [self.hint.box, self.whose, self.review.box, self.told, self.foot], "tk-column"
        )
        head = row([self.title, self.ask, self.fold])
        self.box = column([style(COACH_STYLE), head, self.body], "tk-coach")
        for part in (self.lines.box, self.whose, self.review.box):
            show(part, False)
        show(self.box, bool(count))

    def __repr__(self) -> str:
        return f"<coach of {self.game.id}>"

    # -- what the table tells it -------------------------------------------------------------

    def speak(self, language: str) -> None:
        """Say everything in a language."""
        self.language = language
        tell = self._tell
        say(self.title, f"<h2>{escape(tell('coach.title'))}</h2>", markup=True)
        self.whose.description = tell("coach.whose")
        self.fold.description = tell("coach.unfold" if self.folded else "coach.fold")
        if self.session is not None:
            self.lines.coached = self.hint.lines.coached = None
            self._look()

    def follow(self, session: Session) -> None:
        """Something happened at the table: rest, then look at it."""
        if not self.game.priorities:
            return
        changed = self.session is not session
        self.session = session
        if changed:
            self._forget()
        self.hush()
        self._due = True
        if self.folded:
            self.background.stop()
            return
        self.background.start()
        if not self.background.live:
            self._look()

    def hush(self) -> None:
        """Take away at once what is not for the eyes at the screen now.

        To be called before a curtain is shown, so that nothing is left behind it.
        """
        session, told = self.session, self.lines.coached
        if session is None:
            return
        if told is not None and told.seat != self._seat:
            show(self.told, False)
            self.lines.clear()
            self._pieces = None
        self.hint.follow(session.match.last)

    def rest(self) -> None:
        """Do nothing any more in the background."""
        self.background.stop()

    # -- what a person does ------------------------------------------------------------------

    def _fold(self) -> None:
        self.folded = not self.folded
        show(self.body, not self.folded)
        self.fold.description = self._tell("coach.unfold" if self.folded else "coach.fold")
        self._show_ask()
        if self.session is not None:
            self.follow(self.session)

    def ask_hint(self) -> None:
        """One step further before a move: what matters, the priorities, their lines."""
        session = self.session
        if session is None:
            return
        seat, step = self._asked(session), session.match.last
        if seat is None or session.look is not None:
            return
        self.hint.ask(step, lambda: self._coached(step.position, seat, step.ply + 1))
        self._due = True
        self.background.start()
        if not self.background.live:
            self._look()

    def _back(self, review: Review, one: Decision) -> None:
        """Go back to a decision: a match of its own begins there, and the coach remembers."""
        match = review.back_to(one.ply)
        match.extra = {key: value for key, value in match.extra.items() if key == "players"}
        self._begin(match)
        self.retry = (match.last, review.seat, one.step.move)
        self._look()

    def _whose_chosen(self) -> None:
        if self.session is not None and self._reviewed is not None:
            self._reviewed = None
            self.follow(self.session)

    # -- what it works out -------------------------------------------------------------------

    def _work(self, seconds: float) -> bool:
        """A slice of whatever is to be done; tells whether all is.

        To show something takes longer than to work it out, so it is done piece by piece, too.
        """
        if self._due:
            self._due, self._pieces = False, self._looked()
        if self._pieces is not None:
            try:
                next(self._pieces)
            except StopIteration:
                self._pieces, self._shown = None, perf_counter()
            return False
        done = self._advance(seconds)
        if done and self._settled:
            return True
        if done or perf_counter() - self._shown >= SHOWN:
            self._settled, self._pieces = done, self._figures()
        return False

    def _advance(self, seconds: float) -> bool:
        """Sharpen whatever is not sharp yet: what was asked first, the review last."""
        for coached in (self.hint.coached, self.lines.coached):
            if coached is not None and not coached.done:
                coached.advance(seconds)
                return False
        return self.review.advance(seconds)

    def _look(self) -> None:
        """Look at the table as it is now, and say what there is to say, in one go."""
        self._due, self._pieces = False, None
        for _ in self._looked():
            pass

    def _looked(self) -> Iterator[None]:
        """The same, piece by piece."""
        self._settled = False
        session = self.session
        if session is None:
            return
        coached = yield from self._last_coached(session)
        yield from self._show_lines(coached)
        self._show_note(coached)
        self._show_ask()
        yield
        yield from self.hint.show(self._texts, self._tell)
        self._show_review(session)
        yield
        yield from self._figures()

    @property
    def _speaks(self) -> bool:
        """Whether the coach speaks after moves at this table."""
        session = self.session
        assert session is not None
        return session.preferences.coach and self.game.coached(session.match.options)

    @property
    def _why_silent(self) -> str:
        """The key of the sentence that says why nothing was said of the last move."""
        assert self.session is not None
        if not self.game.coached(self.session.match.options):
            return "not-here"
        return "quiet" if self.session.preferences.coach else "switched-off"

    @property
    def _seat(self) -> Seat | None:
        """The seat of the person whose eyes are at the screen; nobody's behind a curtain."""
        session = self.session
        if session is None or session.curtain is not None:
            return None
        return session.viewer if session.viewer in session.people else None

    def _asked(self, session: Session) -> Seat | None:
        """The person at the screen, if asked: alone, or together with others."""
        asked = [prompt.seat for prompt in session.match.prompts]
        return self._seat if self._seat in asked else None

    def _last_coached(self, session: Session) -> Generator[None, None, Coached | None]:
        """What there is to say of the last choice of the person at the screen, piece by piece.

        Where nothing was answered and every priority would have done so there is nothing to say.
        """
        seat = self._seat
        if seat is None:
            return None
        for step in self._own_choices(session.look or session.match.last, seat):
            tried_again = self.retry is not None and self.retry[0] is step.before
            if self._speaks or tried_again:
                coached = self._remembered(step, seat)
                yield
                if tried_again or (coached.lines and not coached.idle):
                    return coached
        return None

    def _own_choices(self, last: Step[Any, Any], seat: Seat) -> Iterator[Step[Any, Any]]:
        """The last choices of a seat that a person made, the latest first."""
        session = self.session
        step: Step[Any, Any] | None = last
        found = 0
        while step is not None and step.before is not None and found < LOOKED_BACK:
            own = step.seat == seat and (session is None or session.decided(step))
            if own and len(self.game.moves(step.before.position, seat)) > 1:
                found += 1
                yield step
            step = step.before

    def _remembered(self, step: Step[Any, Any], seat: Seat) -> Coached:
        """What the coach says of a move; known figures stay known when a move is taken back."""
        known = self._known.get(id(step))
        if known is not None and known[0] is step:
            return known[1]
        assert step.before is not None
        former = () if self.retry is None or self.retry[0] is not step.before else self.retry[2:]
        coached = self._coached(step.before.position, seat, step.ply, step.move, former)
        while len(self._known) >= REMEMBERED:
            del self._known[next(iter(self._known))]
        self._known[id(step)] = (step, coached)
        return coached

    def _coached(
        self, position: Any, seat: Seat, ply: int, move: Any = None, others: tuple[Any, ...] = ()
    ) -> Coached:
        seed = decision_seed(ply)
        return Coached(
            self.game,
            position,
            seat,
            move,
            others=others,
            usual=True,
            seed=seed,
            aim=AIM,
            most=MOST,
        )

    def _forget(self) -> None:
        """Another match is on the table."""
        self._known.clear()
        self.hint.forget()
        self.retry = self._reviewed = self.lines.coached = None
        self.review.clear()
        show(self.told, False)

    # -- what it shows -----------------------------------------------------------------------

    @property
    def _tell(self) -> Texts:
        return table_texts(self.language)

    @property
    def _texts(self) -> Texts:
        names = self.session.match.names if self.session else ()
        return self.game.texts(self.language, names)

    def _show_lines(self, coached: Coached | None) -> Iterator[None]:
        if coached is None:
            self.lines.coached = None
        elif not self.lines.tell_all(coached):
            yield from self.lines.show(coached, self._texts, self._tell)
        show(self.lines.box, coached is not None)
        say(self.rescue, rescue_html(self._texts, self._tell, coached), markup=True)

    def _show_note(self, coached: Coached | None) -> None:
        tell, session = self._tell, self.session
        assert session is not None
        text = ""
        if self.retry is not None:
            text = self._retry_text(coached)
        elif session.match.outcome is None and coached is None and self._seat is not None:
            text = tell(f"coach.{self._why_silent}")
        say(self.note, text)
        show(self.told, True)

    def _retry_text(self, coached: Coached | None) -> str:
        """Whether the new move is better than the one played before."""
        assert self.retry is not None and self.session is not None
        tell, (before, seat, former) = self._tell, self.retry
        if seat != self._seat:
            return ""
        said = self.game.tell_move(before.position, seat, former, self._texts)
        if self.session.match.last is before:
            return tell("coach.retry.begun", ply=before.ply, played=said)
        step: Step[Any, Any] | None = self.session.match.last
        while step is not None and step.before is not before:
            step = step.before
        tried = self._known[id(step)][1] if id(step) in self._known else None
        if tried is None or not tried.chances.worlds:
            return ""
        verdict = tried.verdict(former)
        if verdict == "same":
            return tell("coach.retry.same")
        gain = tried.chances.difference(tried.move, former)
        low, high = (gain.low, gain.high) if verdict != "worse" else (-gain.high, -gain.low)
        share = gain.share if verdict == "open" else abs(gain.share)
        facts = {"share": points(share), "low": points(low), "high": points(high)}
        return tell(f"coach.retry.{verdict}", played=said, **facts)

    def _show_ask(self) -> None:
        session = self.session
        asked = (
            session is not None
            and not self.folded
            and self._asked(session) is not None
            and session.look is None
            and session.ended is None
        )
        show(self.ask, asked and self.hint.step < LAST)
        self.ask.description = self._tell("coach.more" if self.hint.step else "coach.ask")

    def _show_review(self, session: Session) -> None:
        match = session.match
        over = match.outcome is not None and session.ended is None and bool(session.people)
        if not over:
            self._reviewed = None
            self.review.clear()
        elif self._reviewed is not match.last:
            seats = [(session.name(seat), seat) for seat in session.people]
            self._reviewed = None
            if self.whose.options != tuple(seats):
                self.whose.options = seats
            if self.whose.value is None:
                self.whose.index = 0
            self._reviewed = match.last
            self.review.begin(match, self.whose.value)
        show(self.whose, over and len(session.people) > 1)
        self.review.show(self.language)

    def _figures(self) -> Iterator[None]:
        """Show the chances as they are now, piece by piece."""
        tell = self._tell
        yield from self.hint.lines.show_odds(tell)
        yield from self.lines.show_odds(tell)
        if self.session is not None:
            self._show_note(self.lines.coached)
        shown = self.hint.coached or self.lines.coached
        worlds = shown.chances.worlds if shown and self.review.review is None else 0
        say(self.foot, whom_text(tell, self.game, worlds) if worlds else "")
        yield
        if self.review.review is not None:
            self.review.show(self.language)
