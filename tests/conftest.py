"""What holds for all tests.

No test is timed: how long something takes is measured in ``benchmarks/``.
"""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("untimed", parent=settings(), deadline=None)
settings.load_profile("untimed")
