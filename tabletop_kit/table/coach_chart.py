"""A match as a chart: the chance of winning, decision by decision, luck and decisions apart.

Words and figures are ordinary text around the drawing, so that they stay legible at any width.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from tabletop_kit.engine.text import Texts
from tabletop_kit.players.review import Decision, Point, Review
from tabletop_kit.table.coach_words import COACH_STYLE, points, whom_text
from tabletop_kit.table.language import table_texts

WIDTH, HEIGHT = 1000, 100


def chart_html(
    tell: Texts, descent: Sequence[Point], end: float | None, numbered: Sequence[int] = ()
) -> str:
    """The way down as a drawing with its key.

    A thick line straight down is what a decision cost, a thin one to the next decision is luck;
    ``end`` is what the match brought (``None``: it goes on). ``numbered`` are the plies of the
    decisions that get a number, in order.
    """
    if not descent:
        return ""
    count = len(descent)
    across = [WIDTH * place / count for place in range(count + 1)]
    last = descent[-1].after.share if end is None else end
    ends = [*[point.before.share for point in descent[1:]], last]
    drawn = [_band(descent, across)]
    for point, here, there, after in zip(descent, across[:-1], across[1:], ends, strict=True):
        top, low, next_ = (_down(share) for share in (point.before.share, point.after.share, after))
        drawn.append(_stroke("tk-luck", here, low, there, next_, 2, "5 3"))
        if top != low:
            drawn.append(_stroke("tk-cost", here, top, here, low, 6))
    numbers = [
        f'<span class="tk-number" style="left:{here / WIDTH * 100:.1f}%;'
        f'top:{_down(point.after.share):.1f}%">{numbered.index(point.ply) + 1}</span>'
        for point, here in zip(descent, across, strict=False)
        if point.ply in numbered
    ]
    svg = (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none" aria-hidden="true">'
        f"{_grid()}{''.join(drawn)}</svg>"
    )
    return (
        f'<div class="tk-plot" role="img" aria-label="{escape(_in_words(tell, descent, end))}">'
        f"{svg}{_scale(tell, descent)}{''.join(numbers)}</div>{_key(tell)}"
    )


def summary_text(tell: Texts, review: Review) -> str:
    """How it went in two sentences: where it began and ended, what decisions and luck did."""
    descent = review.descent
    if not descent:
        return tell("coach.review.nothing")
    spent = sum(point.cost for point in descent)
    lucky = sum(point.luck for point in descent)
    facts = {"start": points(descent[0].before.share), "cost": points(spent)}
    key = "up" if lucky >= 0 else "down"
    said = tell(f"coach.review.summary-{key}", luck=points(abs(lucky)), **facts)
    if len(review) == review.found:
        return said
    return f"{said} {tell('coach.review.some', count=len(review), found=review.found)}"


def costly_text(tell: Texts, review: Review, one: Decision, number: int) -> str:
    """A costly decision in words: what was played, what would have been better, by how much."""
    game = review.match.game
    texts = game.texts(tell.language, review.match.names)
    coached = one.coached
    played, best = (
        game.tell_move(coached.world, review.seat, move, texts)
        for move in (one.step.move, coached.best)
    )
    cost = one.cost
    return tell(
        "coach.review.costly",
        number=number,
        ply=one.ply + 1,
        played=played,
        best=best,
        before=points(one.before.share),
        after=points(one.after.share),
        cost=points(cost.share),
        low=points(max(0.0, cost.low)),
        high=points(cost.high),
    )


def review_html(review: Review, language: str = "en") -> str:
    """A review as it shows itself in a notebook, after two seconds' work if there was none.

    Every decision is looked at in two worlds at least, however long that takes.
    """
    if not review.worlds:
        review.advance(2.0)
    while len(review) and review.worlds < 2:
        review.advance(0.5)
    tell = table_texts(language)
    costly = review.costliest()
    lines = "".join(
        f"<li>{escape(costly_text(tell, review, one, place + 1))}</li>"
        for place, one in enumerate(costly)
    )
    chart = chart_html(tell, review.descent, final_share(review), [one.ply for one in costly])
    said = f"<p>{escape(summary_text(tell, review))}</p>"
    whom = f'<p class="tk-small">{escape(whom_text(tell, review.match.game, review.games))}</p>'
    body = f"{said}{chart}<ul>{lines}</ul>{whom}"
    return (
        f'{COACH_STYLE}<div class="tk-panel"><div class="tk-coach"><div class="tk-words">'
        f"{body}</div></div></div>"
    )


def final_share(review: Review) -> float | None:
    """What the match brought the seat: 1 a win, 0 a loss; ``None`` while it goes on."""
    outcome = review.match.outcome
    return None if outcome is None else outcome.scores[review.seat]


def _down(share: float) -> float:
    return HEIGHT * (1 - share)


def _stroke(
    kind: str, left: float, top: float, right: float, low: float, wide: int, dashes: str = ""
) -> str:
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'<line class="{kind}" x1="{left:.1f}" y1="{top:.1f}" x2="{right:.1f}" y2="{low:.1f}" '
        f'stroke="currentColor" stroke-width="{wide}" vector-effect="non-scaling-stroke"{dashed}/>'
    )


def _grid() -> str:
    return "".join(
        f'<line x1="0" y1="{level}" x2="{WIDTH}" y2="{level}" stroke="currentColor" '
        'stroke-opacity="0.3" vector-effect="non-scaling-stroke"/>'
        for level in (0, 50, 100)
    )


def _band(descent: Sequence[Point], across: Sequence[float]) -> str:
    """How sure the chances after each decision are, as a band behind the line."""
    upper = [
        f"{here:.1f},{_down(point.after.high):.1f}"
        for point, here in zip(descent, across, strict=False)
    ]
    lower = [
        f"{here:.1f},{_down(point.after.low):.1f}"
        for point, here in zip(descent, across, strict=False)
    ]
    corners = " ".join([*upper, *lower[::-1]])
    return f'<polygon points="{corners}" fill="currentColor" fill-opacity="0.12"/>'


def _scale(tell: Texts, descent: Sequence[Point]) -> str:
    levels = "".join(
        f'<span style="right:calc(100% + 6px);top:calc({100 - level}% - 6px)">{level} %</span>'
        for level in (100, 50, 0)
    )
    first, last = (tell("coach.review.move", ply=descent[place].ply + 1) for place in (0, -1))
    return (
        f'{levels}<span style="left:0;top:calc(100% + 8px)">{escape(first)}</span>'
        f'<span style="right:0;top:calc(100% + 8px)">{escape(last)}</span>'
    )


def _key(tell: Texts) -> str:
    def sample(kind: str, wide: int, dashes: str) -> str:
        line = _stroke(kind, 1, 6, 25, 6, wide, dashes)
        return f'<svg width="26" height="12" aria-hidden="true">{line}</svg>'

    pairs: list[tuple[str, Any]] = [
        (sample("tk-cost", 6, ""), tell("coach.review.key-cost")),
        (sample("tk-luck", 2, "5 3"), tell("coach.review.key-luck")),
    ]
    told = "".join(f"<span>{drawn}{escape(text)}</span>" for drawn, text in pairs)
    return f'<div class="tk-key">{told}</div>'


def _in_words(tell: Texts, descent: Sequence[Point], end: float | None) -> str:
    """The chart for a screen reader: the chance after every decision."""
    told = ", ".join(f"{points(point.after.share)} %" for point in descent)
    finish = "" if end is None else f" {points(end)} %."
    return f"{tell('coach.review.chart')} {told}.{finish}"
