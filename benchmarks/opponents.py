"""Measures a game's players against each other; writes docs/opponents.md and opponents.toml.

    python benchmarks/opponents.py [--game tempus] [--games 100] [--strongest 1000] [--seed 0]

Everybody plays everybody ``--games`` times with options drawn anew for each swap of seats; the
strongest plays the reference player ``--strongest`` times so, and a quarter as often with the
game's default options. Each line can be had again with the ``tabletop-kit simulate`` that it names.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from tabletop_kit.engine.game import Game
from tabletop_kit.games import find_game
from tabletop_kit.lab import ANY, CrossTable, Report, simulate, tournament

ROOT = Path(__file__).parents[1]
REFERENCE = {"tempus": "sound"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=sorted(REFERENCE), default="tempus")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--strongest", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    game = find_game(given.game)
    reference = REFERENCE[game.id]
    drawn = {option.id: ANY for option in game.options if option.choices}
    best = list(game.players())[-1]
    cross = tournament(game, None, given.games, given.seed, drawn, progress=_tell("pairings"))
    pair, games = [best, reference], given.strongest
    bar = simulate(game, games, pair, given.seed, drawn, progress=_tell("strongest"))
    plain = simulate(game, games // 4, pair, given.seed, progress=_tell("default options"))
    command = (
        f"python benchmarks/opponents.py --game {game.id} --games {given.games} "
        f"--strongest {given.strongest} --seed {given.seed}"
    )
    (ROOT / "docs" / "opponents.md").write_text(_page(game, cross, bar, plain, command))
    folder = ROOT / "tabletop_kit" / "games" / game.id
    (folder / "opponents.toml").write_text(_data(cross, bar, reference, command))


def _tell(what: str) -> Any:
    return lambda done, of: print(f"{what}: {done} of {of}", file=sys.stderr)


def _data(cross: CrossTable, bar: Report, reference: str, command: str) -> str:
    """Each player's win share against the reference player."""
    lines = [
        f"# Win shares against {reference}, a draw being half a win, with 95% Wilson intervals.",
        f"# Written by: {command}",
        f'reference = "{reference}"',
    ]
    for player in cross.players:
        if player == reference:
            continue
        own = player == bar.players[0]
        share = bar.share(0) if own else cross.share(player, reference)
        games = bar.games if own else cross.games
        lines += ["", f"[player.{player}]", f"share = {share.share:.4f}"]
        lines += [f"low = {share.low:.4f}", f"high = {share.high:.4f}"]
        lines += [f"games = {games}", f"seed = {cross.seed}"]
    return "\n".join(lines) + "\n"


def _page(game: Game[Any, Any], cross: CrossTable, bar: Report, plain: Report, command: str) -> str:
    texts = game.texts()
    about = "\n".join(
        f"- `{one}`: {texts(f'player.{one}.name')}. {texts(f'player.{one}.about')}"
        for one in cross.players
    )
    option = " ".join(f"--option {name}=any" for name in cross.options)
    return f"""# How strong the players are

Computed by `{command}`; not edited by hand. Seats swap from game to game, a draw counts half a win,
and brackets hold 95% Wilson intervals. As a draw varies less than a win or a loss, the intervals
are a little wider than they need be.

## {texts("title")}

{about}

Each row: the share of its player against the column's, {cross.games} games a pairing, seed
{cross.seed}, options ({", ".join(cross.options)}) drawn anew for each swap of seats. One pairing
again: `tabletop-kit simulate {game.id} --games {cross.games} --players A,B --seed {cross.seed}
{option}`, with A before B in this order.

{cross.markdown()}
The strongest against the sound one, in more games:

| options | games | won | drawn | lost | share |
| --- | --- | --- | --- | --- | --- |
{_line("drawn anew", bar)}
{_line("default", plain)}
"""


def _line(options: str, report: Report) -> str:
    tally = report.tallies[0]
    counts = f"{tally.wins} | {tally.draws} | {tally.losses}"
    return f"| {options} | {report.games} | {counts} | {tally.share} |"


if __name__ == "__main__":
    main()
