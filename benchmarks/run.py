"""Measures how fast the kit is, and compares with what is stored.

    python benchmarks/run.py [--game tempus] [--seconds 1] [--json] [--store]

Exit code 1 when a figure is more than 30% slower than benchmarks/baseline.json, in units of the
calibration loop; --store writes that file anew.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from tabletop_kit.games import GAMES
from tabletop_kit.lab.bench import TOLERANCE, bench

STORED = Path(__file__).parent / "baseline.json"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=GAMES, default="tempus")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU seconds of each run")
    parser.add_argument("--repeats", type=int, default=5, help="runs of each speed")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--store", action="store_true", help="keep the figures as the baseline")
    options = parser.parse_args()
    found = bench(
        options.game,
        options.seconds,
        options.repeats,
        lambda name: print(f"measuring {name} ...", file=sys.stderr),
    )
    stored = json.loads(STORED.read_text()) if STORED.exists() else {}
    baseline = stored.get(options.game, {})
    slower = found.slower(baseline)
    if options.store:
        STORED.write_text(json.dumps({**stored, options.game: found.baseline()}, indent=1) + "\n")
        slower = []
    if options.json:
        print(json.dumps({**found.data(), "slower": slower}, indent=1))
    else:
        print(found.table(baseline))
        for name in slower:
            print(f"{name}: more than {TOLERANCE:.0%} slower than what is stored")
    return 1 if slower or not found.good else 0


if __name__ == "__main__":
    sys.exit(main())
