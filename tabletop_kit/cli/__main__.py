"""``python -m tabletop_kit.cli``: the command line where its script is not on the path."""

import sys

from tabletop_kit.cli import main

if __name__ == "__main__":
    sys.exit(main())
