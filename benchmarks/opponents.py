"""Measures a game's players against each other; writes docs/opponents.md and opponents.toml.

    python benchmarks/opponents.py [--game tempus] [--games 40] [--strongest 400] [--seed 0]

Everybody plays everybody ``--games`` times with options drawn anew for each swap of seats; the
strongest plays the reference player ``--strongest`` times with the game's default options. Each
line can be had again with the ``tabletop-kit simulate`` that it names.
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
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--strongest", type=int, default=400)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    game = find_game(given.game)
    reference = REFERENCE[game.id]
    drawn = {option.id: ANY for option in game.options if option.choices}
    best = list(game.players())[-1]
    pair, games = [best, reference], given.strongest
    bar = simulate(game, games, pair, given.seed, progress=_tell("strongest"))
    print(bar, file=sys.stderr)
    cross = tournament(game, None, given.games, given.seed, drawn, progress=_tell("pairings"))
    command = (
        f"python benchmarks/opponents.py --game {game.id} --games {given.games} "
        f"--strongest {given.strongest} --seed {given.seed}"
    )
    (ROOT / "docs" / "opponents.md").write_text(_page(game, cross, bar, command))
    folder = ROOT / "tabletop_kit" / "games" / game.id
    (folder / "opponents.toml").write_text(_data(cross, reference, command))


def _tell(what: str) -> Any:
    return lambda done, of: print(f"{what}: {done} of {of}", file=sys.stderr)


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
    return f"""# How strong the players are

Computed, not edited by hand, by

```
{command}
```

Seats swap from game to game, a draw counts half a win, and brackets hold 95% Wilson intervals. As a
draw varies less than a win or a loss, the intervals are a little wider than they need be.

## {texts("title")}

{about}

Each row: the share of its player against the column's, {cross.games} games a pairing, seed
{cross.seed}, options ({", ".join(cross.options)}) drawn anew for each swap of seats. One
pairing again, with A before B in this order:

```
{again} --games {cross.games} --players A,B --seed {cross.seed} {option}
```

{cross.markdown()}
The strongest against the sound one, in more games and with the game's default options:

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
