"""Measures a game's players; writes its section of docs/opponents.md and its opponents.toml.

    python benchmarks/opponents.py [--game tempus] [--games 40] [--strongest 400] [--seed 0]
    python benchmarks/opponents.py --game tomes [--games 200] [--measure ID] [--players A,B]
    python benchmarks/opponents.py --game tempest [--games 200] [--strongest 500]

Where players meet as opponents everybody plays everybody ``--games`` times, with options drawn anew
for each swap of seats; the strongest plays the reference player (``measures.toml`` of the game)
``--strongest`` times with the game's default options. Where a table may have more seats, each also
sits alone among reference players, ``--games`` times for each number of seats. A cooperative game
is measured by the rows of its ``measures.toml``: win shares by seats and options. What was measured
before is kept, so that this can be done in parts. A game whose ``measures.toml`` has a ``matrix``
is measured pair by pair with everything that both seats may be given (``matrix.py``). Each line can
be had again with the ``tabletop-kit simulate`` that it names.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import Any

import matrix

from tabletop_kit.engine.game import Game
from tabletop_kit.engine.text import read_toml
from tabletop_kit.games import GAMES, find_game
from tabletop_kit.lab import ANY, CrossTable, Report, simulate, tournament
from tabletop_kit.lab.measures import measure, merged, read_measures, read_rows, section, written

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "opponents.md"
HEAD = """# How strong the players are

Computed by `benchmarks/opponents.py`, not edited by hand.
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=GAMES, default="tempus")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--strongest", type=int, default=400)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--measure", action="append", metavar="ID", help="only this row; again")
    parser.add_argument("--players", metavar="A,B", help="only these players")
    parser.add_argument("--workers", type=int)
    given = parser.parse_args()
    game = find_game(given.game)
    if "matrix" in read_toml(game.folder / "measures.toml"):
        _by_option(game, given)
    else:
        (_together if game.cooperative else _against)(game, given)


def _tell(what: str) -> Any:
    return lambda done, of: print(f"{what}: {done} of {of}", file=sys.stderr)


def write_section(game: str, text: str) -> None:
    """Put a game's section in its place on the page, and leave the others as they are."""
    page = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    pattern = r"<!-- (\w+) -->\n(.*?)<!-- end -->\n"
    sections = dict(re.findall(pattern, page, re.DOTALL))
    sections[game] = text.rstrip("\n") + "\n"
    parts = [
        f"\n<!-- {name} -->\n{sections[name]}<!-- end -->\n" for name in GAMES if name in sections
    ]
    PAGE.write_text(HEAD + "".join(parts), encoding="utf-8")


def _kept(game: str) -> Path:
    return ROOT / "tabletop_kit" / "games" / game / "opponents.toml"


# -- together ------------------------------------------------------------------------------------


def _together(game: Game[Any, Any], given: argparse.Namespace) -> None:
    """Each measure with each of its players; what is done is written at once."""
    path = _kept(game.id)
    rows = read_rows(path.read_text(encoding="utf-8")) if path.exists() else []
    wanted = given.players.split(",") if given.players else list(game.players())
    for what in read_measures(game):
        for player in wanted:
            if given.measure and what.id not in given.measure:
                continue
            if what.players and player not in what.players and not given.players:
                continue
            tell = _tell(f"{what.id}, {player}")
            row = measure(game, what, player, given.games, given.seed, given.workers, tell)
            print(f"{what.label}, {player}: {row.won}", file=sys.stderr)
            rows = merged(game, rows, [row])
            path.write_text(written(rows), encoding="utf-8")
            write_section(game.id, section(game, rows))


# -- pair by pair --------------------------------------------------------------------------------


def _by_option(game: Game[Any, Any], given: argparse.Namespace) -> None:
    """Every pair with each choice of the option that the game names."""
    wanted = read_toml(game.folder / "measures.toml")
    plan = matrix.Plan(
        game,
        wanted["reference"],
        wanted["matrix"]["option"],
        given.games,
        given.strongest,
        given.seed,
        given.workers,
        wanted["matrix"].get("note", ""),
    )
    against, rest = matrix.measured(plan, wanted["matrix"].get("group", []))
    command = (
        f"python benchmarks/opponents.py --game {game.id} --games {given.games} "
        f"--strongest {given.strongest} --seed {given.seed}"
    )
    write_section(game.id, matrix.page(plan, against, rest, command))
    rows = [found for _, group in rest for found in group]
    _kept(game.id).write_text(matrix.data(plan, against, rows, command), encoding="utf-8")


# -- against each other --------------------------------------------------------------------------


def _against(game: Game[Any, Any], given: argparse.Namespace) -> None:
    """The cross table, and the strongest against the reference player."""
    reference = read_toml(game.folder / "measures.toml")["reference"]
    drawn = {option.id: ANY for option in game.options if option.choices and option.id != "seats"}
    best = list(game.players())[-1]
    games, seed, workers = given.strongest, given.seed, given.workers
    tell = _tell("strongest")
    bar = simulate(game, games, [best, reference], seed, workers=workers, progress=tell)
    print(bar, file=sys.stderr)
    tell = _tell("pairings")
    cross = tournament(game, None, given.games, seed, drawn, workers, tell)
    among = _among(game, reference, given)
    command = (
        f"python benchmarks/opponents.py --game {game.id} --games {given.games} "
        f"--strongest {given.strongest} --seed {given.seed}"
    )
    write_section(game.id, _page(game, cross, bar, command) + _crowd(game, reference, among))
    _kept(game.id).write_text(_data(cross, reference, command) + _rows(among), encoding="utf-8")


def _among(game: Game[Any, Any], reference: str, given: argparse.Namespace) -> list[Report]:
    """Each player alone among reference players, at the larger tables."""
    found = []
    for seats in game.seats:
        for player in game.players() if seats > 2 else ():
            players = [player, *[reference] * (seats - 1)]
            print(f"{seats} seats: {player}", file=sys.stderr)
            found.append(simulate(game, given.games, players, given.seed, workers=given.workers))
    return found


def _crowd(game: Game[Any, Any], reference: str, reports: list[Report]) -> str:
    """What stands on the page of those who sat alone among reference players."""
    if not reports:
        return ""
    again = f"tabletop-kit simulate {game.id} --games {reports[0].games}"
    lines = [
        f"| {len(one.players)} | {1 / len(one.players):.1%} | `{one.players[0]}` | {one.share(0)} |"
        f" {one.thinking[0].mean:.2g} s | {one.thinking[0].worst:.2g} s |"
        for one in reports
    ]
    return f"""
At larger tables one of each sits alone among players `{reference}`, with the game's default
options; seats change from game to game, a shared victory counts in equal parts, the last columns
are CPU seconds of a decision. One line again, for three seats:

```
{again} --players A,{reference},{reference} --seed {reports[0].seed}
```

| seats | fair | player | share | mean | longest |
| --- | --- | --- | --- | --- | --- |
{chr(10).join(lines)}
"""


def _rows(reports: list[Report]) -> str:
    """The same as data."""
    lines = []
    for one in reports:
        share = one.share(0)
        lines += ["", "[[among]]", f"seats = {len(one.players)}", f'player = "{one.players[0]}"']
        lines += [f"share = {share.share:.4f}", f"low = {share.low:.4f}"]
        lines += [f"high = {share.high:.4f}", f"games = {one.games}", f"seed = {one.seed}"]
    return "".join(f"{line}\n" for line in lines)


def _data(cross: CrossTable, reference: str, command: str) -> str:
    """Each player's win share against the reference player."""
    lines = [
        f"# Win shares against {reference}, a draw being half a win, with 95% Wilson intervals.",
        f"# Written by: {command}",
        f'reference = "{reference}"',
    ]
    for player in cross.players:
        if player == reference:
            continue
        share = cross.share(player, reference)
        lines += ["", f"[player.{player}]", f"share = {share.share:.4f}"]
        lines += [f"low = {share.low:.4f}", f"high = {share.high:.4f}"]
        lines += [f"games = {cross.games}", f"seed = {cross.seed}"]
    return "\n".join(lines) + "\n"


def _page(game: Game[Any, Any], cross: CrossTable, bar: Report, command: str) -> str:
    texts = game.texts()
    about = "\n".join(
        f"- `{one}`: {texts(f'player.{one}.name')}. {texts(f'player.{one}.about')}"
        for one in cross.players
    )
    option = " ".join(f"--option {name}=any" for name in cross.options)
    again = f"tabletop-kit simulate {game.id}"
    return f"""## {texts("title")}

By

```
{command}
```

Seats swap from game to game, a draw counts half a win, and brackets hold 95% Wilson intervals. As a
draw varies less than a win or a loss, the intervals are a little wider than they need be.

{about}

Each row: the share of its player against the column's, {cross.games} games a pairing, seed
{cross.seed}, options ({", ".join(cross.options)}) drawn anew for each swap of seats. One
pairing again, with A before B in this order:

```
{again} --games {cross.games} --players A,B --seed {cross.seed} {option}
```

{cross.markdown()}
The strongest against `{bar.players[1]}`, in more games and with the game's default options:

```
{again} --games {bar.games} --players {",".join(bar.players)} --seed {cross.seed}
```

| games | won | drawn | lost | share |
| --- | --- | --- | --- | --- |
{_line(bar)}
"""


def _line(report: Report) -> str:
    tally = report.tallies[0]
    counts = f"{tally.wins} | {tally.draws} | {tally.losses}"
    return f"| {report.games} | {counts} | {tally.share} |"


if __name__ == "__main__":
    main()
