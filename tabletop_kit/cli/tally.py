"""What came of many games, as tables and sentences for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tabletop_kit.cli.console import rich_console, say, words
from tabletop_kit.engine.ruling import Json
from tabletop_kit.engine.text import Texts

if TYPE_CHECKING:
    from tabletop_kit.engine.interval import Interval
    from tabletop_kit.engine.save import AnyGame
    from tabletop_kit.lab import Report


def show_report(report: Report, game: AnyGame, language: str) -> None:
    """Print who won how often, what else the game counts, and how long it took."""
    own, texts = words(language), game.texts(language)
    say(own("simulate.title", title=texts("title"), count=report.games, seed=report.seed))
    if report.cooperative:
        share, low, high = _ends(report.won, own)
        wins = sum(bool(row.winners) for row in report.rows)
        say(own("simulate.together", count=wins, share=share, low=low, high=high))
    else:
        _show_tallies(report, own, texts)
    _show_results(report, own, texts)
    _show_thinking(report, own, texts)
    say(own("simulate.moves", moves=_number(report.mean_moves, own, 1)))
    speed = report.speed
    games, steps = speed["games_per_second"], speed["steps_per_second"]
    say(own("simulate.speed", games=_number(games, own, 1), steps=_number(steps, own)))


def _show_tallies(report: Report, own: Texts, texts: Texts) -> None:
    """One line for each player, and how much it is worth to begin."""
    lines = []
    for tally in report.tallies:
        share, low, high = _ends(tally.share, own)
        counts = (str(tally.wins), str(tally.draws), str(tally.losses))
        lines.append((tally.player, _name(tally.player, texts), *counts, share, f"{low}–{high}"))
    _print_table(("player", "name"), ("won", "drawn", "lost", "share", "interval"), lines, own)
    say(own("simulate.draws"))
    share, low, high = _ends(report.first_mover, own)
    say(own("simulate.first", share=share, low=low, high=high))


def _show_results(report: Report, own: Texts, texts: Texts) -> None:
    """How often each value of the game's results came up, and the means of numbers."""
    lines, means = [], []
    results = report.results
    if any(one.counts == results["rule"].counts for one in results.values() if one.name != "rule"):
        del results["rule"]  # the game has told it already
    for name, found in results.items():
        title = own("simulate.rule") if name == "rule" else _titled(name, texts)
        if found.mean is not None:
            ends = {"least": min(found.counts), "most": max(found.counts)}
            mean = _number(found.mean, own, 2)
            means.append(own("simulate.mean", title=title, mean=mean, **ends))
            continue
        for value, count in found.counts.items():
            share, low, high = _ends(found.share(value), own)
            shown = _valued(name, value, own, texts)
            lines.append((title, shown, str(count), share, f"{low}–{high}"))
            title = ""
    _print_table(("result", "value"), ("games", "share", "interval"), lines, own)
    for sentence in means:
        say(sentence)


def _show_thinking(report: Report, own: Texts, texts: Texts) -> None:
    """The CPU seconds that each player's decisions took."""
    lines = []
    for player, used in zip(report.players, report.thinking, strict=True):
        mean, worst = _number(used.mean, own, 4), _number(used.worst, own, 4)
        lines.append((player, _name(player, texts), str(used.decisions), mean, worst))
    _print_table(("player", "name"), ("decisions", "mean-seconds", "worst-seconds"), lines, own)


def _print_table(
    left: tuple[str, ...], right: tuple[str, ...], lines: Sequence[tuple[str, ...]], own: Texts
) -> None:
    from rich.table import Table

    table = Table()
    for name in left:
        table.add_column(own(f"simulate.{name}"))
    for name in right:
        table.add_column(own(f"simulate.{name}"), justify="right", no_wrap=True)
    for line in lines:
        table.add_row(*line)
    rich_console().print(table)


def _name(player: str, texts: Texts) -> str:
    return texts(f"player.{player}.name")


def _titled(name: str, texts: Texts) -> str:
    key = f"result.{name}.title"
    return texts(key) if key in texts else name


def _valued(name: str, value: Json, own: Texts, texts: Texts) -> str:
    """A value of a result in words, where the game has some."""
    key, rule = f"result.{name}.value.{value}", f"rule.{value}.title"
    if value in (None, ""):
        return own("simulate.nothing")
    if isinstance(value, bool):
        return own("simulate.yes") if value else own("simulate.no")
    if rule in texts:
        return f"{value} · {texts(rule)}"
    return texts(key) if key in texts else str(value)


def _ends(interval: Interval, own: Texts) -> tuple[str, str, str]:
    share, low, high = (
        f"{_number(100 * part, own, 1)}{own('number.percent')}" for part in interval
    )
    return share, low, high


def _number(value: float, own: Texts, digits: int = 0) -> str:
    """A number as the language writes it.

    >>> _number(1234.56, words("en"), 1), _number(1234.56, words("de"), 1)
    ('1,234.6', '1.234,6')
    """
    marks = {",": own("number.thousands"), ".": own("number.point")}
    return "".join(marks.get(sign, sign) for sign in f"{value:,.{digits}f}")
