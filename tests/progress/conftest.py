from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletop_kit.progress.base import Store
from tests.progress.support import KINDS, make


@pytest.fixture(params=KINDS)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    made = make(request.param, tmp_path)
    yield made
    made.close()
