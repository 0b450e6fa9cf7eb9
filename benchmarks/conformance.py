r"""Checks a game with every combination of its options, and says how long that takes.

    python benchmarks/conformance.py [--game tempus] [--seeds 20] [--deep 0] [--every 1] \
        [--without OPTION ...]

Of each combination ``--seeds`` games are played at random and ``--deep`` by the game's quick
policy, which gets further. Of long games one position in ``--every`` is checked closely, other
ones with every seed; options in ``--without`` keep their defaults. The bar is 60 CPU seconds of
one core whose calibration loop takes 12.5 ms. Exit code 1 when a game does not conform or the bar
is missed.
"""

from __future__ import annotations

import argparse
import sys
from time import process_time
from typing import Any

from tabletop_kit.engine.combinations import option_sets
from tabletop_kit.engine.conformance import Nonconformance, check
from tabletop_kit.games import GAMES, find_game
from tabletop_kit.lab.bench import QUIET_SECONDS, calibrate

BAR = 60.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=GAMES, default="tempus")
    parser.add_argument("--seeds", type=int, default=20, help="random games of each combination")
    parser.add_argument("--deep", type=int, default=0, help="games by the policy of each")
    parser.add_argument("--every", type=int, default=1, help="one position in so many")
    parser.add_argument("--without", nargs="*", default=(), help="options that are not varied")
    given = parser.parse_args()
    game = find_game(given.game)
    ruler, began = calibrate(), process_time()
    combinations = list(option_sets(game, given.without))
    games = moves = 0
    cited: set[str] = set()
    faults: list[str] = []
    runs: list[tuple[int, Any]] = [(seed, None) for seed in range(given.seeds)]
    runs += [(seed, game.policy()) for seed in range(given.deep)]
    for options in combinations:
        for seed, policy in runs:
            try:
                report = check(game, seed, options, choose=policy, every=given.every)
            except Nonconformance as fault:
                faults.append(str(fault))
                continue
            games, moves = games + 1, moves + report.moves
            cited |= report.cited.keys()
    used = process_time() - began
    scaled = used * QUIET_SECONDS / min(ruler, calibrate())
    for sentence in faults:
        print(sentence)
    print(f"{game.id}: {len(combinations)} combinations, {games} games, {moves} moves, all checked")
    print(f"{used:.1f} CPU seconds here, {scaled:.1f} at the bars (bar: {BAR:.0f})")
    rules = {rule.id for rule in game.rulebook.values() if not rule.card}
    print(f"rules that were not met: {', '.join(sorted(rules - cited)) or 'none'}")
    return int(bool(faults) or scaled > BAR)


if __name__ == "__main__":
    sys.exit(main())
