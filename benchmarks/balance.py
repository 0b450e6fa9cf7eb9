"""Measures how even a game is by the choices of its seats; writes its balance.csv.

    python benchmarks/balance.py --game vortex --option colours --player prophet [--seed 0]
        [--games 2:350,3:250,4:700] [--workers 1] [--out FILE]

The same player sits in every seat. Every set of choices is played in every rotation through the
seats, ``--games`` times each by number of seats: what is given above makes 10,000 games of Vortex.
``notebooks/vortex-balance.ipynb`` shows what came of it. What is done is written at once; a file
that is there already (``--out``, or else the game's own) is gone on with.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tabletop_kit.games import GAMES, find_game
from tabletop_kit.lab.balance import FILE, measure_balance, parse_balance, shares, write_balance

ROOT = Path(__file__).parents[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=GAMES, required=True)
    parser.add_argument("--option", required=True, help="the option whose choices are compared")
    parser.add_argument("--player", required=True)
    parser.add_argument("--games", default="2:350,3:250,4:700", metavar="SEATS:GAMES,...")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    game = find_game(given.game)
    pairs = [part.split(":") for part in given.games.split(",")]
    wanted = {int(seats): int(games) for seats, games in pairs}
    path = given.out or ROOT / "tabletop_kit" / "games" / game.id / FILE
    lines = parse_balance(path.read_text(encoding="utf-8")) if path.exists() else []
    done = sum(line.seat == 0 for line in lines)
    for found in measure_balance(
        game, given.option, given.player, wanted, given.seed, given.workers, done
    ):
        lines += found
        path.write_text(write_balance(lines), encoding="utf-8")
        print(f"{found[0].seats} seats: {found[0].table}", file=sys.stderr)
    for group in shares(lines, given.option).groups:
        print(group.seats, group.name, group.games, group.won, f"{group.points:.1f}")


if __name__ == "__main__":
    main()
