"""Measures how even the decks of Tempest are; writes balance.csv, -ends.csv and -cards.csv.

    python benchmarks/tempest_balance.py [--games 1000] [--seed 0] [--redraw] [--workers 2]

The master sits in both seats; each pair of decks is played ``--games`` times in either order of
seats, the same games as ``tabletop-kit simulate tempest --games N --players master`` plays with
these ``deck_lists``. Beside the winners it counts how games end, and for the hot spots that the
rules page names how often they were drawn and played, and what those who did so won.
With ``--redraw`` who has no card of SU 0 draws anew before the game (TG-O18), and the files are
named balance-redraw. ``notebooks/tempest-balance.ipynb`` shows what came of it.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import combinations
from pathlib import Path

from tabletop_kit.games.tempest import GAME
from tabletop_kit.games.tempest.cards import CARD, SU
from tabletop_kit.games.tempest.decks import DECKS
from tabletop_kit.games.tempest.policy import quick
from tabletop_kit.games.tempest.position import Position
from tabletop_kit.lab.balance import FILE, Line, write_balance
from tabletop_kit.lab.task import game_seed

FOLDER = Path(__file__).parents[1] / "tabletop_kit" / "games" / "tempest"
HOT = (
    *("beggar", "pilgrim", "rain-of-arrows", "flood", "dwarven-shieldwall", "domination"),
    *("blasphemy", "krill-vortex", "destroying-angel", "apocalypse", "time-sphere"),
)
PLAYED = ("play", "summon", "cast")


class Tally:
    """What the games of one table came to."""

    def __init__(self, seated: Sequence[str], redraw: bool) -> None:
        self.seated, self.redraw = tuple(seated), redraw
        self.won = [0.0, 0.0]
        self.ends: Counter[str] = Counter()
        self.turns = self.moves = 0
        self.cards: dict[tuple[str, str, str], list[float]] = {}

    def play(self, seed: int) -> None:
        """One game, counted."""
        options = {"deck_lists": list(self.seated), "opening_redraw": self.redraw}
        start = GAME.setup(options, GAME.luck(seed))
        position, played = start, set()
        while (seat := position.to_act) is not None:
            move = quick(position, seat, 0)
            if move.verb in PLAYED and move.what in HOT:
                played.add((seat, move.what))
            position = GAME.apply(position, seat, move)
            self.moves += 1
        self._count(start, position, played)

    def _count(self, start: Position, end: Position, played: set[tuple[int, str]]) -> None:
        outcome = GAME.outcome(end)
        assert outcome is not None
        bare = end.why == "last" and max(end.turns) <= 1
        self.ends["bare" if bare else end.why] += 1
        self.turns += sum(end.turns)
        for seat, deck in enumerate(self.seated):
            self.won[seat] += outcome.scores[seat]
            dealt = Counter((*start.hands[seat], *start.decks[seat]))
            left = Counter(end.decks[seat])
            for text in HOT:
                card = CARD[text]
                if dealt[card] > left[card]:
                    self._add(deck, text, "drawn", outcome.scores[seat])
                elif dealt[card]:
                    self._add(deck, text, "not drawn", outcome.scores[seat])
                if (seat, text) in played:
                    self._add(deck, text, "played", outcome.scores[seat])

    def _add(self, deck: str, text: str, what: str, won: float) -> None:
        found = self.cards.setdefault((deck, text, what), [0.0, 0.0])
        found[0] += 1
        found[1] += won


def _rows(tallies: Iterable[Tally], games: int) -> tuple[list[Line], list[list[object]]]:
    lines, ends = [], []
    for tally in tallies:
        table = " ".join(sorted(tally.seated))
        for seat, deck in enumerate(tally.seated):
            lines.append(Line(2, table, seat, deck, games, tally.won[seat], 0.0))
        counts = [tally.ends[one] for one in ("deity", "last", "bare", "draw")]
        ends.append([*tally.seated, games, *counts, tally.turns, tally.moves])
    return lines, ends


def _write(folder: Path, name: str, tallies: Sequence[Tally], games: int) -> None:
    lines, ends = _rows(tallies, games)
    (folder / f"{name}.csv").write_text(write_balance(lines), encoding="utf-8")
    head = ["first", "second", "games", "deity", "last", "bare", "draw", "turns", "moves"]
    _table(folder / f"{name}-ends.csv", head, ends)
    cards: dict[tuple[str, str, str], list[float]] = defaultdict(lambda: [0.0, 0.0])
    for tally in tallies:
        for key, found in tally.cards.items():
            cards[key] = [one + two for one, two in zip(cards[key], found, strict=True)]
    rows = [[*key, int(count), won] for key, (count, won) in sorted(cards.items())]
    _table(folder / f"{name}-cards.csv", ["deck", "card", "what", "games", "won"], rows)


def _table(path: Path, head: list[str], rows: Iterable[Sequence[object]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(head)
        writer.writerows(rows)


def played(seed: int, games: int, redraw: bool, seated: Sequence[str]) -> Tally:
    """All games of one table."""
    tally = Tally(seated, redraw)
    for number in range(games):
        tally.play(game_seed(seed, number))
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="for each order of seats")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--redraw", action="store_true", help="with the option opening_redraw")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path, default=FOLDER)
    given = parser.parse_args()
    name = Path(FILE).stem + ("-redraw" if given.redraw else "")
    tables = [two for one in combinations(DECKS, 2) for two in (one, one[::-1])]
    play = partial(played, given.seed, given.games, given.redraw)
    tallies = []
    with ProcessPoolExecutor(given.workers) as pool:
        for tally in pool.map(play, tables):
            tallies.append(tally)
            _write(given.out, name, tallies, given.games)
            print(tally.seated, tally.won, dict(tally.ends), file=sys.stderr)
    free = {deck: sum(SU[card] == 0 for card in cards) for deck, cards in DECKS.items()}
    print("cards of SU 0:", free, file=sys.stderr)


if __name__ == "__main__":
    main()
