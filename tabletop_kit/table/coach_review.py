"""The review after a match: the chart, the decisions that cost most, and the way back to them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tabletop_kit.engine.match import Match
from tabletop_kit.engine.ruling import Seat
from tabletop_kit.engine.text import Texts
from tabletop_kit.players.review import Decision, Review
from tabletop_kit.table.coach_chart import chart_html, costly_text, final_share, summary_text
from tabletop_kit.table.coach_words import points, whom_text
from tabletop_kit.table.language import table_texts
from tabletop_kit.table.parts import button, column, say, show, words

COSTLIEST = 3
SURE = 0.01
"""A cost whose interval begins below this share of a win may be chance, and is not shown."""


class ReviewBox:
    """A part of the coach's panel; ``on_back`` gets the decision that a person goes back to."""

    def __init__(self, on_back: Callable[[Review, Decision], None]) -> None:
        self.on_back = on_back
        self.review: Review | None = None
        self.heading, self.summary, self.chart, self.foot = (words() for _ in range(4))
        self.lines = [words() for _ in range(COSTLIEST)]
        self.buttons = [button(partial(self._back, place)) for place in range(COSTLIEST)]
        self.costly: list[Decision] = []
        cards = [column(pair, "tk-line") for pair in zip(self.lines, self.buttons, strict=True)]
        self.cards = cards
        parts = [self.heading, self.summary, self.chart, *cards, self.foot]
        self.box = column(parts, "tk-column")
        self._hide_cards()

    def begin(self, match: Match, seat: Seat) -> None:  # type: ignore[type-arg]
        """Look through a match that is over."""
        self.review = Review(match, seat)

    def clear(self) -> None:
        """Forget the match that was looked through."""
        self.review, self.costly = None, []
        show(self.box, False)

    def advance(self, seconds: float) -> bool:
        """Work for about that long; tells whether it is done."""
        review = self.review
        if review is None:
            return True
        if not review.advance(seconds):
            return False
        if any(one.coached.second is None for one in self._dear()):
            review.think(COSTLIEST)
        return review.done

    def show(self, language: str) -> None:
        """Show the figures as they are now."""
        review, tell = self.review, table_texts(language)
        show(self.box, review is not None)
        if review is None:
            return
        say(self.heading, f"<h3>{tell('coach.review.title')}</h3>", markup=True)
        if review.done:
            say(self.foot, whom_text(tell, review.match.game, review.games))
        else:
            say(self.foot, tell("coach.review.working", worlds=review.worlds))
        known = review.worlds > 1 or not len(review)
        for part in (self.summary, self.chart):
            show(part, known)
        if known:
            self._show_figures(review, tell)
        else:
            self._hide_cards()

    def _hide_cards(self) -> None:
        for card in self.cards:
            show(card, False)

    def _show_figures(self, review: Review, tell: Texts) -> None:
        self.costly = self._dear()
        said = [summary_text(tell, review)]
        if not self.costly and len(review) and review.done:
            said.append(tell("coach.review.flawless"))
        say(self.summary, " ".join(said))
        plies = [one.ply for one in self.costly]
        chart = chart_html(tell, review.descent, final_share(review), plies)
        say(self.chart, chart, markup=True)
        for place, (line, again) in enumerate(zip(self.lines, self.buttons, strict=True)):
            show(self.cards[place], place < len(self.costly))
            if place < len(self.costly):
                one = self.costly[place]
                say(line, f"{costly_text(tell, review, one, place + 1)} {_second(tell, one)}")
                again.description = tell("coach.review.again", ply=one.ply + 1)

    def _dear(self) -> list[Decision]:
        """The costliest decisions, in the order of the match once more than chance shows."""
        review = self.review
        assert review is not None
        if review.worlds < 2:
            return []
        return [one for one in review.costliest(COSTLIEST) if one.cost.low >= SURE]

    def _back(self, place: int) -> None:
        if self.review is not None and place < len(self.costly):
            self.on_back(self.review, self.costly[place])


def _second(tell: Texts, one: Decision) -> str:
    """What the decision cost a searching player, as far as that is known."""
    second = one.coached.second
    if second is None:
        return ""
    if second.worlds < 2:
        return tell("coach.review.searching-later")
    other = next(move for move in second.moves if move != one.step.move)
    return tell(
        "coach.review.searching",
        count=second.worlds,
        after=points(second.chance(one.step.move).share),
        other=points(second.chance(other).share),
    )
