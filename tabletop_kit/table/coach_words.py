"""The coach's words and bars as markup: everything that came from texts is escaped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from tabletop_kit.engine.coach import Line
from tabletop_kit.engine.game import Game
from tabletop_kit.engine.interval import Interval
from tabletop_kit.engine.ruling import Json
from tabletop_kit.engine.text import Texts
from tabletop_kit.players.coach import Coached

COACH_STYLE = """<style>
.tk-panel .tk-coach { border: 1px solid var(--jp-border-color1, #bbb); border-radius: 12px;
  padding: 6px 16px 12px; gap: 8px; overflow: visible; box-sizing: border-box;
  background: var(--jp-layout-color1, #fff); }
.tk-panel .tk-coach h2 { font-size: 17px; margin: 0; }
.tk-panel .tk-coach h3 { font-size: 15px; margin: 0 0 2px; }
.tk-panel .tk-coach .tk-words { max-width: none; }
.tk-panel .tk-coach .tk-words p { margin: 2px 0; max-width: 70ch; }
.tk-panel .tk-coach .tk-column { gap: 10px; overflow: visible; }
.tk-panel .tk-coach .tk-cards { display: grid; gap: 10px; overflow: visible; margin: 0;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 250px), 1fr)); }
.tk-panel .tk-coach .tk-line { border: 1px solid var(--jp-border-color2, #ddd);
  border-radius: 10px; padding: 8px 12px; gap: 4px; box-sizing: border-box; overflow: visible;
  display: flex; flex-flow: column; height: auto; width: auto; margin: 0; }
.tk-panel .tk-coach .tk-line.tk-own { border: 2px solid var(--jp-brand-color1, #1976d2); }
.tk-panel .tk-coach .tk-line > .tk-last { margin-top: auto; }
.tk-panel .tk-coach .tk-line button.jupyter-button { align-self: flex-start; padding: 4px 12px; }
.tk-panel .tk-coach .tk-said { font-size: 20px; font-weight: 700; line-height: 1.25; }
.tk-panel .tk-coach .tk-said.tk-long { font-size: 16px; font-weight: 600; }
.tk-panel .tk-coach .tk-match { display: inline-block; font-size: 13px; font-weight: 700;
  border: 1px solid currentColor; border-radius: 999px; padding: 0 10px; }
.tk-panel .tk-coach .tk-nums { display: flex; flex-flow: row wrap; gap: 2px 16px; margin: 4px 0;
  font-size: 13px; }
.tk-panel .tk-coach .tk-nums > span { white-space: nowrap; }
.tk-panel .tk-coach .tk-odds { font-size: 13px; line-height: 1.35; }
.tk-panel .tk-coach .tk-odds b { font-size: 16px; }
.tk-panel .tk-coach .tk-track { position: relative; height: 12px; border-radius: 6px;
  margin: 3px 0; background: var(--jp-layout-color2, #e8e8e8);
  border: 1px solid var(--jp-border-color1, #999); overflow: hidden; box-sizing: border-box; }
.tk-panel .tk-coach .tk-span { position: absolute; top: 0; bottom: 0; opacity: 0.45;
  background: var(--jp-brand-color1, #1976d2); }
.tk-panel .tk-coach .tk-point { position: absolute; top: 0; bottom: 0; width: 4px;
  margin-left: -2px; background: var(--jp-ui-font-color1, #222); }
.tk-panel .tk-coach .tk-rescue { border-left: 4px solid var(--jp-warn-color1, #c77700);
  padding: 4px 10px; font-weight: 700; }
.tk-panel .tk-coach .tk-rule { font-size: 13px; padding: 4px 10px;
  border-left: 3px solid var(--jp-brand-color1, #1976d2); }
.tk-panel .tk-coach .tk-small { font-size: 13px; }
.tk-panel .tk-coach .tk-plot { position: relative; height: 200px; margin: 10px 14px 26px 46px;
  color: var(--jp-ui-font-color1, #222); max-width: 860px; }
.tk-panel .tk-coach .tk-plot svg { position: absolute; inset: 0; width: 100%; height: 100%;
  overflow: visible; }
.tk-panel .tk-coach .tk-plot span { position: absolute; font-size: 12px; line-height: 1;
  white-space: nowrap; }
.tk-panel .tk-coach .tk-plot .tk-number { width: 20px; height: 20px; line-height: 20px;
  margin: -10px 0 0 -10px; border-radius: 50%; text-align: center; font-weight: 700;
  color: var(--jp-layout-color1, #fff); background: var(--jp-ui-font-color1, #222); }
.tk-panel .tk-coach .tk-key { display: flex; flex-flow: row wrap; gap: 2px 18px; font-size: 13px; }
.tk-panel .tk-coach .tk-key svg { vertical-align: middle; margin-right: 6px; }
.tk-panel .tk-coach .tk-cost { color: var(--jp-error-color1, #c62828); }
.tk-panel .tk-coach .tk-luck { color: var(--jp-brand-color1, #1976d2); }
@media (forced-colors: active) { .tk-panel .tk-coach .tk-span { background: Highlight; }
  .tk-panel .tk-coach .tk-point { background: CanvasText; forced-color-adjust: none; } }
</style>"""
"""The style of the coach; every selector starts with the panel's own class."""


def points(share: float) -> str:
    """A share in percent, without figures that the eye would take for sure.

    >>> points(0.1249), points(-0.03)
    ('12', '−3')
    """
    return f"{share * 100:.0f}".replace("-", "−").replace("−0", "0")


def value_text(texts: Texts, key: str, value: Json) -> str:
    """A number that a move leaves: by the game's own text ``coach.value.<key>``, or as it is."""
    if f"coach.value.{key}" in texts:
        return texts(f"coach.value.{key}", value=value)
    if isinstance(value, list | tuple):
        return ", ".join(str(one) for one in value) or "–"
    return str(value).replace("-", "−") if isinstance(value, int | float) else str(value)


def leaves_html(texts: Texts, leaves: Mapping[str, Json]) -> str:
    """The numbers that matter after a move, each with its label."""
    pairs = [
        f"<span>{escape(texts(f'coach.leaves.{key}'))} "
        f"<b>{escape(value_text(texts, key, value))}</b></span>"
        for key, value in leaves.items()
        if value is not None
    ]
    return f'<div class="tk-nums">{" ".join(pairs)}</div>' if pairs else ""


def why_text(texts: Texts, line: Line) -> str:
    """Why a priority plays its move, in one sentence."""
    return texts(f"coach.why.{line.why}", **line.facts) if line.why else ""


LONG = 60
"""A move told in more letters than so many is written smaller."""


def said_html(said: str, badge: str = "") -> str:
    """A move in words, the largest thing of its card; ``badge`` is markup behind it.

    >>> said_html("pass")
    '<div class="tk-said">pass</div>'
    """
    name = "tk-said tk-long" if len(said) > LONG else "tk-said"
    return f'<div class="{name}">{escape(said)}{badge}</div>'


def line_html(
    texts: Texts, tell: Texts, line: Line, said: str, matches: bool, priorities: Sequence[str]
) -> str:
    """The move of one priority, or of several that agree, with what it leaves, and why."""
    name = " · ".join(texts(f"priority.{one}.name") for one in priorities)
    badge = f' <span class="tk-match">{escape(tell("coach.match"))}</span>' if matches else ""
    return (
        f"<h3>{escape(name)}</h3>{said_html(said, badge)}"
        f"{leaves_html(texts, line.leaves)}<p>{escape(why_text(texts, line))}</p>"
    )


def leaves_of(coached: Coached, move: Any) -> Mapping[str, Json]:
    """What a move of the seat would leave, where the game can tell."""
    line = coached.game.line(coached.world, coached.seat, move)
    return line.leaves if line else {}


def usual_html(texts: Texts, tell: Texts, said: str, leaves: Mapping[str, Json]) -> str:
    """What the ordinary player for whom the chances hold would play."""
    return (
        f"<h3>{escape(tell('coach.usual.title'))}</h3>"
        f"{said_html(said)}{leaves_html(texts, leaves)}"
        f"<p>{escape(tell('coach.usual.about'))}</p>"
    )


def rule_html(game: Game[Any, Any], texts: Texts, rule: str) -> str:
    """The card of a rule, to be read in place."""
    if rule not in game.rulebook:
        return ""
    card = game.rulebook.card(rule, texts)
    house = f"<p><em>{escape(texts('word.ruling'))}:</em> {escape(card['ruling'])}</p>"
    return (
        f'<div class="tk-rule"><h3>{escape(game.rulebook.heading(rule, texts))}</h3>'
        f"<p>{escape(card['text'])}</p>{house if card['ruling'] else ''}</div>"
    )


def rescue_html(texts: Texts, tell: Texts, coached: Coached | None) -> str:
    """That no line survives, and what still would help, said plainly."""
    advice = coached.advice if coached else None
    if advice is None or not advice.rescue:
        return ""
    said = texts(f"coach.rescue.{advice.rescue}")
    return f'<div class="tk-rescue">{escape(tell("coach.no-line"))} {escape(said)}</div>'


def odds_html(tell: Texts, chance: Interval | None, grade: str = "") -> str:
    """A chance of winning as a bar with its interval, and in figures."""
    if chance is None or chance.half_width >= 0.5:
        return f'<div class="tk-odds">{escape(tell("coach.no-odds"))}</div>'
    low, high = chance.low * 100, chance.high * 100
    facts = {"share": points(chance.share), "low": points(chance.low), "high": points(chance.high)}
    said = f"<b>{facts['share']} %</b> {escape(tell('coach.odds', **facts))}"
    word = f" · {escape(tell(f'coach.grade.{grade}'))}" if grade else ""
    return (
        f'<div class="tk-odds">{said}{word}<div class="tk-track" aria-hidden="true">'
        f'<span class="tk-span" style="left:{low:.1f}%;width:{high - low:.1f}%"></span>'
        f'<span class="tk-point" style="left:{chance.share * 100:.1f}%"></span></div></div>'
    )


def whom_text(tell: Texts, game: Game[Any, Any], count: int) -> str:
    """For whom the chances hold, and what they were worked out from."""
    said = [tell("coach.whom", count=count)]
    if game.foresight() is not None:
        said.append(tell("coach.ahead"))
    if not game.cooperative:
        said.append(tell("coach.shared" if game.seats.stop > 3 else "coach.draws"))
    return " ".join(said)


def joined(tell: Texts, names: list[str]) -> str:
    """Names in one phrase.

    >>> joined(Texts({"coach": {"and": "{first} and {last}"}}, "en"), ["a", "b", "c"])
    'a, b and c'
    """
    if len(names) < 2:
        return "".join(names)
    return tell("coach.and", first=", ".join(names[:-1]), last=names[-1])


def own_html(texts: Texts, tell: Texts, coached: Coached, said: str) -> str:
    """What was played, what it leaves, and which priorities would have played it, too."""
    names = [texts(f"priority.{one}.name") for one in coached.matches]
    quoted = joined(tell, [tell("coach.quoted", name=name) for name in names])
    match = (
        tell("coach.matches", names=quoted, count=len(names)) if names else tell("coach.no-match")
    )
    leaves = leaves_html(texts, coached.own.leaves) if coached.own else ""
    return (
        f"<h3>{escape(tell('coach.played'))}</h3>{said_html(said)}"
        f"{leaves}<p>{escape(match if coached.lines else '')}</p>"
    )
