"""Measures the players of Tempest deck by deck; writes docs/opponents.md's part and opponents.toml.

    python benchmarks/tempest_opponents.py [--games 40] [--strongest 200] [--seed 0]

Each player meets the reference player (``measures.toml``) with every deck, the same in both seats;
the strongest in ``--strongest`` games a deck. Each line can be had again with ``simulate``.
"""

from __future__ import annotations

import argparse

from opponents import ROOT, write_section

from tabletop_kit.engine.interval import Interval, wilson
from tabletop_kit.engine.text import read_toml
from tabletop_kit.games import find_game
from tabletop_kit.games.tempest.decks import DECKS
from tabletop_kit.lab import simulate

GAME = find_game("tempest")
REFERENCE = read_toml(GAME.folder / "measures.toml")["reference"]


def against(player: str, deck: str, games: int, seed: int) -> tuple[float, float]:
    """What a player won against the reference player, and its longest thought."""
    options = {"deck_lists": [deck, deck]}
    report = simulate(GAME, games, [player, REFERENCE], seed, options=options, workers=1)
    tally = report.tallies[0]
    return tally.wins + tally.draws / 2, report.thinking[0].worst


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--strongest", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    players = [one for one in GAME.players() if one != REFERENCE]
    rows, data = [], [f'reference = "{REFERENCE}"']
    for player in players:
        games = given.strongest if player == players[-1] else given.games
        found = [against(player, deck, games, given.seed) for deck in DECKS]
        whole = wilson(sum(won for won, _ in found), games * len(DECKS))
        by_deck = [wilson(won, games) for won, _ in found]
        rows.append(_row(player, games, by_deck, whole, max(worst for _, worst in found)))
        data += ["", f"[player.{player}]", f"share = {whole.share:.4f}", f"low = {whole.low:.4f}"]
        data += [f"high = {whole.high:.4f}", f"games = {games * len(DECKS)}"]
        data += [f"seed = {given.seed}"]
        print(rows[-1])
    path = ROOT / "tabletop_kit" / "games" / "tempest" / "opponents.toml"
    command = f"--games {given.games} --strongest {given.strongest} --seed {given.seed}"
    head = f"# Win shares against {REFERENCE} with the same deck, all decks together.\n"
    head += f"# Written by: python benchmarks/tempest_opponents.py {command}\n"
    path.write_text(head + "\n".join(data) + "\n", encoding="utf-8")
    write_section("tempest", _page(players, rows, command, given.seed))


def _row(player: str, games: int, by_deck: list[Interval], whole: Interval, worst: float) -> str:
    cells = [f"`{player}`", str(games), *map(str, by_deck), str(whole), f"{worst:.2g} s"]
    return "| " + " | ".join(cells) + " |"


def _page(players: list[str], rows: list[str], command: str, seed: int) -> str:
    texts = GAME.texts()
    about = "\n".join(
        f"- `{one}`: {texts(f'player.{one}.name')}. {texts(f'player.{one}.about')}"
        for one in GAME.players()
    )
    head = ["player", "games a deck", *DECKS, "all decks", "longest"]
    again = f"tabletop-kit simulate tempest --seed {seed}"
    return f"""## {texts("title")}

By

```
python benchmarks/tempest_opponents.py {command}
```

{about}

Each row: the share of its player against `{REFERENCE}`, both with the same deck; seats swap from
game to game, a draw counts half a win, brackets hold 95% Wilson intervals, the last column is the
CPU time of the longest thought. About one game in five is decided before anything can be done: who
has no card of SU 0 on the first turn is out (TG-A66). One cell again:

```
{again} --games 40 --players {players[-1]},{REFERENCE} --option deck_lists='["evil","evil"]'
```

| {" | ".join(head)} |
|{" --- |" * len(head)}
{chr(10).join(rows)}
"""


if __name__ == "__main__":
    main()
