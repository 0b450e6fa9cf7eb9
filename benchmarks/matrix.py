"""Measures players where both seats have the same of something, such as a deck, one after another.

A game whose ``measures.toml`` has a table ``matrix`` is measured so: ``option`` names the option
whose every choice both seats are given in turn, each ``group`` pairs of players, ``note`` is what
the page has to say of it. Every player also meets the reference player. ``opponents.py`` calls
this.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

from tabletop_kit.engine.game import Game
from tabletop_kit.engine.interval import Interval, wilson
from tabletop_kit.lab import simulate


class Cell(NamedTuple):
    """What one player won against another, both with the same."""

    pair: tuple[str, str]
    value: str
    won: float
    games: int
    seed: int
    worst: float


class Plan(NamedTuple):
    """What is measured: of which game, against whom, how many games a cell, from which seed."""

    game: Game[Any, Any]
    reference: str
    option: str
    games: int
    strongest: int
    seed: int
    workers: int | None
    note: str = ""

    @property
    def values(self) -> list[str]:
        """What both seats are given in turn."""
        option = next(one for one in self.game.options if one.id == self.option)
        return [str(one) for one in option.choices or ()]

    def given(self, value: str) -> list[str]:
        """The option as both seats are given the same."""
        return [value, value]

    def of(self, pair: Sequence[str]) -> int:
        """How many games are played in a cell of a pair: more for the strongest."""
        strongest = list(self.game.players())[-1]
        return self.strongest if tuple(pair) == (strongest, self.reference) else self.games


def row(plan: Plan, pair: Sequence[str]) -> list[Cell]:
    """One pair with everything that both seats may be given."""
    found, games = [], plan.of(pair)
    # With one seed for all, who begins and who draws nothing would be the same column by column.
    for seed, value in enumerate(plan.values, plan.seed):
        options = {plan.option: plan.given(value)}
        report = simulate(plan.game, games, list(pair), seed, options=options, workers=plan.workers)
        tally, worst = report.tallies[0], report.thinking[0].worst
        won = tally.wins + tally.draws / 2
        found.append(Cell((pair[0], pair[1]), value, won, games, seed, worst))
    print(f"{pair[0]}, {pair[1]}: {whole(found)}", file=sys.stderr)
    return found


def whole(found: Sequence[Cell]) -> Interval:
    """A row's cells together."""
    return wilson(sum(one.won for one in found), sum(one.games for one in found))


def measured(
    plan: Plan, groups: Sequence[dict[str, Any]]
) -> tuple[list[list[Cell]], list[tuple[str, list[list[Cell]]]]]:
    """The rows of all players against the reference player, then those of each group."""
    players = [one for one in plan.game.players() if one != plan.reference]
    against = [row(plan, (player, plan.reference)) for player in players]
    rest = [(one["title"], [row(plan, pair) for pair in one["pairs"]]) for one in groups]
    return against, rest


# -- writing -------------------------------------------------------------------------------------


def command(plan: Plan, cell: Cell) -> str:
    """The command that plays the games of a cell again."""
    given = json.dumps(plan.given(cell.value), separators=(",", ":"))
    return (
        f"tabletop-kit simulate {plan.game.id} --games {cell.games} "
        f"--players {','.join(cell.pair)} --option {plan.option}='{given}' --seed {cell.seed}"
    )


def data(plan: Plan, against: list[list[Cell]], rest: list[list[Cell]], by: str) -> str:
    """What was measured as ``opponents.toml``."""
    lines = [
        f"# Win shares against {plan.reference}, all choices of {plan.option} together, a draw",
        "# being half a win, with 95% Wilson intervals; then those of other pairs.",
        f"# Written by: {by}",
        f'reference = "{plan.reference}"',
    ]
    for found in against:
        lines += ["", f"[player.{found[0].pair[0]}]", *_figures(plan, whole(found), found)]
    for found in rest:
        pair = ", ".join(f'"{one}"' for one in found[0].pair)
        lines += ["", "[[pair]]", f"players = [{pair}]", *_figures(plan, whole(found), found)]
    return "\n".join(lines) + "\n"


def _figures(plan: Plan, all_: Interval, found: Sequence[Cell]) -> list[str]:
    shares = ", ".join(f"{one.value} = {one.won / one.games:.4f}" for one in found)
    return [
        f"share = {all_.share:.4f}",
        f"low = {all_.low:.4f}",
        f"high = {all_.high:.4f}",
        f"games = {sum(one.games for one in found)}",
        f"seed = {plan.seed}",
        f"by = {{ {shares} }}",
    ]


def table(plan: Plan, found: Sequence[Sequence[Cell]]) -> str:
    """Rows of cells as a table."""
    head = ["player", "against", "games a cell", *plan.values, "all", "longest"]
    lines = [f"| {' | '.join(head)} |", f"|{' --- |' * len(head)}"]
    for cells in found:
        shares = [str(wilson(one.won, one.games)) for one in cells]
        first, games = cells[0].pair, str(cells[0].games)
        worst = max(one.worst for one in cells)
        one = [f"`{first[0]}`", f"`{first[1]}`", games, *shares, f"**{whole(cells)}**"]
        lines.append(f"| {' | '.join(one)} | {worst:.2g} s |")
    return "\n".join(lines)


def page(
    plan: Plan, against: list[list[Cell]], rest: list[tuple[str, list[list[Cell]]]], by: str
) -> str:
    """The section of the page."""
    texts = plan.game.texts()
    about = "\n".join(
        f"- `{one}`: {texts(f'player.{one}.name')}. {texts(f'player.{one}.about')}"
        for one in plan.game.players()
    )
    parts = [
        f"## {texts('title')}\n\nBy\n\n```\n{by}\n```\n\n{about}\n\n"
        "Each row: the share of its player against the other, both with the same "
        f"`{plan.option}`, column by column; seats swap from game to game, a draw counts half a "
        "win, brackets hold 95% Wilson intervals, the last column is the CPU time of the first "
        "one's longest thought. Each cell can be had again by its command, below.\n"
        f"{plan.note and chr(10) + plan.note.strip() + chr(10)}",
        f"### Against `{plan.reference}`\n\n{table(plan, against)}\n",
    ]
    parts += [f"### {title}\n\n{table(plan, found)}\n" for title, found in rest]
    cells = [cell for found in against for cell in found]
    cells += [cell for _, rows in rest for found in rows for cell in found]
    again = "\n".join(command(plan, cell) for cell in cells)
    parts.append(
        f"<details><summary>The command of each cell</summary>\n\n```\n{again}\n```\n\n</details>\n"
    )
    return "\n".join(parts)
