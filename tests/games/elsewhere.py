"""The same said by another process, to see that nothing hangs on this one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def printed_elsewhere(module: str, call: str, hash_seed: str) -> str:
    """What a call in a test module returns in a fresh process with another hash seed."""
    found = subprocess.run(
        [sys.executable, "-c", f"import {module} as there; print(there.{call})"],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
        timeout=100,
    )
    return found.stdout.strip()
