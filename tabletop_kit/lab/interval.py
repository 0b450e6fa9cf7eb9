"""How sure a measured share is; the sums themselves are the engine's."""

from tabletop_kit.engine.interval import NORMAL_95, Interval, wilson

__all__ = ["NORMAL_95", "Interval", "wilson"]
